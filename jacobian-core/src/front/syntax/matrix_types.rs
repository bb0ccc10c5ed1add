//! The fixed matrix types of nalgebra by their names, and checks by rustc that they are nalgebra's.
//!
//! ```text
//! Vector3<f64>   SVector<f64, 6>   Matrix2x3<f64>   SMatrix<f64, 3, 4>   RowVector2<f64>
//! ```
//!
//! A type is recognized by the last part of its name. The generated code makes rustc check that it
//! is nalgebra's, so a type of the same name from another crate is an error.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Expr, GenericArgument, PathArguments, PathSegment};

/// Whether the tokens contain names of types or macros of nalgebra.
pub(crate) fn mentions(tokens: TokenStream) -> bool {
    let starts = [
        "Vector",
        "RowVector",
        "Matrix",
        "SVector",
        "RowSVector",
        "SMatrix",
        "DVector",
        "RowDVector",
        "DMatrix",
        "OVector",
        "OMatrix",
    ];
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            ["vector", "matrix", "dvector", "dmatrix"].contains(&name.as_str())
                || starts.iter().any(|start| name.starts_with(start))
        }
        TokenTree::Group(group) => mentions(group.stream()),
        _ => false,
    })
}

/// The rows and columns of a type or constructor by its name. `constant` evaluates lengths.
pub(crate) fn dimensions(
    segment: &PathSegment,
    constant: &dyn Fn(&Expr) -> Option<i128>,
) -> Option<(usize, usize)> {
    let name = name_without_view(segment);
    let number = |digits: &str| match digits.as_bytes() {
        [digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    };
    let of_digits = || {
        if let Some(digits) = name.strip_prefix("RowVector") {
            return Some((1, number(digits)?));
        }
        if let Some(digits) = name.strip_prefix("Vector") {
            return Some((number(digits)?, 1));
        }
        let digits = name.strip_prefix("Matrix")?;
        match digits.split_once('x') {
            Some((rows, cols)) => Some((number(rows)?, number(cols)?)),
            None => Some((number(digits)?, number(digits)?)),
        }
    };
    if let Some(dimensions) = of_digits() {
        return Some(dimensions);
    }
    let lengths = lengths(segment, constant);
    match (name.as_str(), lengths.as_slice()) {
        // The storage follows the lengths of `Vector` and `Matrix`.
        ("SVector" | "OVector" | "VectorN" | "Vector", [rows]) => Some((*rows, 1)),
        ("RowSVector" | "RowOVector" | "RowVectorN", [cols]) => Some((1, *cols)),
        ("SMatrix" | "OMatrix" | "MatrixMN" | "Matrix", [rows, cols]) => Some((*rows, *cols)),
        ("MatrixN", [order]) => Some((*order, *order)),
        _ => None,
    }
}

/// The name of the type whose part a view shows, `Vector3` of `VectorView3`.
fn name_without_view(segment: &PathSegment) -> String {
    let name = segment.ident.to_string();
    let parts = ["ViewMut", "View", "SliceMut", "Slice"];
    let found = parts.iter().find_map(|part| name.split_once(part));
    match found {
        Some((before, after)) if before.ends_with("Vector") || before.ends_with("Matrix") => {
            format!("{before}{after}")
        }
        _ => name,
    }
}

/// Whether a type has its numbers in itself, so that one can be made of numbers.
pub(crate) fn is_owned(segment: &PathSegment) -> bool {
    let name = name_without_view(segment);
    let is_open = ["Matrix", "Vector"].contains(&name.as_str());
    segment.ident == name && (!is_open || holds_numbers(segment))
}

/// Whether the last argument is a storage that holds its numbers: `Vector<f64, U2, Owned<..>>`.
fn holds_numbers(segment: &PathSegment) -> bool {
    let arguments = match &segment.arguments {
        PathArguments::AngleBracketed(arguments) => &arguments.args,
        _ => return false,
    };
    let Some(GenericArgument::Type(syn::Type::Path(storage))) = arguments.last() else {
        return false;
    };
    let last = storage.path.segments.last();
    last.is_some_and(|last| last.ident == "Owned" || last.ident == "ArrayStorage")
}

/// Whether the type of a matrix says how many rows or columns it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The type says it.
    #[default]
    Fixed,
    /// Only run time says it.
    RunTime,
}

/// The rows and columns of a matrix, as far as its type says them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extents {
    pub(crate) rows: Extent,
    pub(crate) cols: Extent,
}

impl Extents {
    pub(crate) const fn new(rows: Extent, cols: Extent) -> Self {
        Self { rows, cols }
    }

    pub(crate) fn are_fixed(self) -> bool {
        self == Self::default()
    }

    pub(crate) fn transposed(self) -> Self {
        Self::new(self.cols, self.rows)
    }

    /// The smaller one of both lengths, as far as the type says it.
    fn least(self) -> Extent {
        if self.are_fixed() {
            Extent::Fixed
        } else {
            Extent::RunTime
        }
    }

    /// Those of a factor with as many rows, and the smaller number of columns.
    pub(crate) fn with_least_columns(self) -> Self {
        Self::new(self.rows, self.least())
    }

    /// Those of a factor with as many columns, and the smaller number of rows.
    pub(crate) fn with_least_rows(self) -> Self {
        Self::new(self.least(), self.cols)
    }

    /// Those of a column.
    pub(crate) fn of_column(self) -> Self {
        Self::new(self.rows, Extent::Fixed)
    }

    /// Those of a sum: one type that says a length is enough.
    pub(crate) fn met(self, other: Self) -> Self {
        let met = |one: Extent, other: Extent| match (one, other) {
            (Extent::RunTime, Extent::RunTime) => Extent::RunTime,
            _ => Extent::Fixed,
        };
        Self::new(met(self.rows, other.rows), met(self.cols, other.cols))
    }
}

/// The extents of a type whose lengths run time says, by its name. A type parameter, `D` of
/// `OVector<f64, D>`, may be any length: what depends on it is the same as for `Dyn`.
pub(crate) fn run_time(segment: &PathSegment) -> Option<Extents> {
    use Extent::{Fixed, RunTime};
    let name = name_without_view(segment);
    let digit = |digits: &str| matches!(digits.as_bytes(), [b'1'..=b'6']);
    let vary = |position| varies(segment, position);
    let extents = match (name.as_str(), arguments(segment).len()) {
        ("DVector", _) => Extents::new(RunTime, Fixed),
        ("RowDVector", _) => Extents::new(Fixed, RunTime),
        ("DMatrix", _) => Extents::new(RunTime, RunTime),
        ("OVector", 2) => Extents::new(vary(1), Fixed),
        // These have a type for their storage, unless they are views.
        ("Vector", count) if has_storage(segment, count, 2) => Extents::new(vary(1), Fixed),
        ("OMatrix", 3) => Extents::new(vary(1), vary(2)),
        ("Matrix", count) if has_storage(segment, count, 3) => Extents::new(vary(1), vary(2)),
        (name, _) => {
            let dimensions = name.strip_prefix("Matrix")?.split_once('x')?;
            match dimensions {
                (rows, "X") if digit(rows) => Extents::new(Fixed, RunTime),
                ("X", cols) if digit(cols) => Extents::new(RunTime, Fixed),
                _ => return None,
            }
        }
    };
    (!extents.are_fixed()).then_some(extents)
}

fn has_storage(segment: &PathSegment, count: usize, n_arguments: usize) -> bool {
    let is_view = segment.ident != name_without_view(segment);
    count == n_arguments + usize::from(!is_view)
}

/// The arguments of a type without lifetimes.
fn arguments(segment: &PathSegment) -> Vec<&GenericArgument> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return Vec::new();
    };
    let is_lifetime =
        |argument: &&GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
    let rest = arguments.args.iter();
    rest.filter(|argument| !is_lifetime(argument)).collect()
}

/// Whether the length at a position is `Dyn`, or a type parameter.
fn varies(segment: &PathSegment, position: usize) -> Extent {
    let Some(argument) = arguments(segment).get(position).copied() else {
        return Extent::Fixed;
    };
    let text = argument.to_token_stream().to_string();
    let is_dynamic = ["Dyn", "Dynamic"].iter().any(|name| text.ends_with(name));
    if is_dynamic || is_open(argument) {
        Extent::RunTime
    } else {
        Extent::Fixed
    }
}

/// Whether a length looks like a type parameter, for example `D` or `N2`: one capital letter, and
/// digits. `U3` is no such name, because it is a dimension of nalgebra.
fn is_open(argument: &GenericArgument) -> bool {
    let GenericArgument::Type(syn::Type::Path(path)) = argument else {
        return false;
    };
    let name = path.path.get_ident().map(ToString::to_string);
    name.is_some_and(|name| {
        let rest = name.strip_prefix(|letter: char| letter.is_ascii_uppercase());
        let is_short = rest.is_some_and(|rest| rest.chars().all(|digit| digit.is_ascii_digit()));
        is_short && !(name.starts_with('U') && name.len() > 1)
    })
}

/// Whether a length of a matrix type is a type parameter.
pub(crate) fn has_open_length(segment: &PathSegment) -> bool {
    arguments(segment).into_iter().skip(1).any(is_open)
}

/// The number that a type-level length is: `U3`, `Const<3>`.
pub(crate) fn type_level(ty: &syn::Type, constant: &dyn Fn(&Expr) -> Option<i128>) -> Option<i128> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    if last.ident == "Const" {
        let PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        return match arguments.args.first()? {
            GenericArgument::Const(length) => constant(length),
            GenericArgument::Type(length) => constant(&syn::parse2(length.to_token_stream()).ok()?),
            _ => None,
        };
    }
    last.ident.to_string().strip_prefix('U')?.parse().ok()
}

/// The arguments after the scalar.
pub(crate) fn lengths(
    segment: &PathSegment,
    constant: &dyn Fn(&Expr) -> Option<i128>,
) -> Vec<usize> {
    // The last argument of these is the storage, and their lengths are types.
    let n_lengths = match name_without_view(segment).as_str() {
        "Vector" => 1,
        "Matrix" => 2,
        _ => usize::MAX,
    };
    let length = |argument: &GenericArgument| {
        let value = match argument {
            GenericArgument::Type(ty) if n_lengths < 3 => type_level(ty, constant),
            _ if n_lengths < 3 => None,
            GenericArgument::Const(expression) => constant(expression),
            GenericArgument::Type(ty) => type_level(ty, constant)
                .or_else(|| constant(&syn::parse2(ty.to_token_stream()).ok()?)),
            _ => None,
        };
        usize::try_from(value?).ok()
    };
    let given = arguments(segment).into_iter().skip(1).take(n_lengths);
    let lengths: Option<Vec<usize>> = given.map(length).collect();
    lengths.unwrap_or_default()
}

/// The scalar of a matrix type, if the source gives it.
pub(crate) fn element(segment: &PathSegment) -> Option<&syn::Path> {
    match arguments(segment).first()? {
        GenericArgument::Type(syn::Type::Path(path)) => Some(&path.path),
        _ => None,
    }
}

/// A statement that compiles only if the type is a matrix of nalgebra.
pub(crate) fn check(
    ty: &impl ToTokens,
    dimensions: (usize, usize),
    scalar: &TokenStream,
) -> TokenStream {
    let library = crate::spelling::library();
    let [rows, cols] = [dimensions.0, dimensions.1].map(Literal::usize_unsuffixed);
    quote!(#library::matrix::<#ty, #scalar, #rows, #cols>();)
}

/// The same for the value at a place.
pub(crate) fn check_place(
    place: &TokenStream,
    dimensions: (usize, usize),
    scalar: &TokenStream,
) -> TokenStream {
    let library = crate::spelling::library();
    let [rows, cols] = [dimensions.0, dimensions.1].map(Literal::usize_unsuffixed);
    quote!(#library::is_matrix::<_, #scalar, #rows, #cols>(&#place);)
}

/// A statement that compiles only for a matrix of nalgebra, and checks its dimensions.
pub(crate) fn check_dimensions(
    place: &TokenStream,
    dimensions: (usize, usize),
    scalar: &TokenStream,
    name: &str,
) -> TokenStream {
    let library = crate::spelling::library();
    let [rows, cols] = [dimensions.0, dimensions.1].map(Literal::usize_unsuffixed);
    quote!(#library::has_dimensions::<_, #scalar>(&#place, (#rows, #cols), #name);)
}

/// The matrix types among the parts of a type.
pub(crate) fn inside(
    ty: &syn::Type,
    constant: &dyn Fn(&Expr) -> Option<i128>,
    is_own: &dyn Fn(&syn::Path) -> bool,
) -> Vec<(syn::Type, (usize, usize))> {
    struct Inside<'a> {
        constant: &'a dyn Fn(&Expr) -> Option<i128>,
        is_own: &'a dyn Fn(&syn::Path) -> bool,
        found: Vec<(syn::Type, (usize, usize))>,
    }
    impl<'ast> Visit<'ast> for Inside<'_> {
        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            let last = path.path.segments.last();
            let is_foreign = |last: &&PathSegment| element(last).is_some() && is_owned(last);
            let named = last.filter(is_foreign);
            let named = named.filter(|_| !(self.is_own)(&path.path));
            match named.and_then(|last| dimensions(last, self.constant)) {
                Some(dimensions) => self.found.push((syn::Type::Path(path.clone()), dimensions)),
                None => visit::visit_type_path(self, path),
            }
        }
    }
    let mut inside = Inside {
        constant,
        is_own,
        found: Vec::new(),
    };
    inside.visit_type(ty);
    inside.found
}
