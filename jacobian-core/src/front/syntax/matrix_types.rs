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
    ];
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => {
            let name = name.to_string();
            name == "vector"
                || name == "matrix"
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
    let name = segment.ident.to_string();
    let number = |digits: &str| match digits.as_bytes() {
        [digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    };
    if let Some(digits) = name.strip_prefix("RowVector") {
        return Some((1, number(digits)?));
    }
    if let Some(digits) = name.strip_prefix("Vector") {
        return Some((number(digits)?, 1));
    }
    if let Some(digits) = name.strip_prefix("Matrix") {
        return match digits.split_once('x') {
            Some((rows, cols)) => Some((number(rows)?, number(cols)?)),
            None => Some((number(digits)?, number(digits)?)),
        };
    }
    let lengths = lengths(segment, constant);
    match (name.as_str(), lengths.as_slice()) {
        ("SVector", [rows]) => Some((*rows, 1)),
        ("RowSVector", [cols]) => Some((1, *cols)),
        ("SMatrix", [rows, cols]) => Some((*rows, *cols)),
        _ => None,
    }
}

/// The arguments after the scalar.
pub(crate) fn lengths(
    segment: &PathSegment,
    constant: &dyn Fn(&Expr) -> Option<i128>,
) -> Vec<usize> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return Vec::new();
    };
    let length = |argument: &GenericArgument| {
        let value = match argument {
            GenericArgument::Const(expression) => constant(expression),
            GenericArgument::Type(ty) => constant(&syn::parse2(ty.to_token_stream()).ok()?),
            _ => None,
        };
        usize::try_from(value?).ok()
    };
    let lengths: Option<Vec<usize>> = arguments.args.iter().skip(1).map(length).collect();
    lengths.unwrap_or_default()
}

/// The scalar of a matrix type, if the source gives it.
pub(crate) fn element(segment: &PathSegment) -> Option<&syn::Path> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.first()? {
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
            let is_foreign = |last: &&PathSegment| element(last).is_some();
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
