//! Which types are fixed matrices, and which calls make one.
//!
//! ```text
//! Vector3<f64>   SVector<f64, 6>   Matrix2x3<f64>   SMatrix<f64, 3, 4>   RowVector2<f64>
//! ```
//!
//! Types are recognized by the last part of their name, and the generated code asks rustc whether it is nalgebra's: a
//! type of the same name from elsewhere is an error and not a misunderstanding.

use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Expr, GenericArgument, PathArguments, PathSegment};

use super::Lowering;
use super::expression::strip;
use super::matrix::Matrix;
use super::value::Value;

/// How far into an expression the form is asked for, so that asking at every level stays linear.
const DEEPEST: usize = 64;

/// Whether the names of types or macros of nalgebra stand among the tokens.
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

/// The rows and columns of a type or constructor by its name; `constant` knows lengths.
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
fn lengths(segment: &PathSegment, constant: &dyn Fn(&Expr) -> Option<i128>) -> Vec<usize> {
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

/// The scalar of a matrix type, if it is spelled.
pub(crate) fn element(segment: &PathSegment) -> Option<&syn::Path> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(syn::Type::Path(path)) => Some(&path.path),
        _ => None,
    }
}

/// A statement that compiles only where the type is a matrix of nalgebra.
pub(crate) fn check(
    ty: &impl ToTokens,
    dimensions: (usize, usize),
    scalar: &TokenStream,
) -> TokenStream {
    let library = crate::spelling::library();
    let [rows, cols] = [dimensions.0, dimensions.1].map(Literal::usize_unsuffixed);
    quote!(#library::matrix::<#ty, #scalar, #rows, #cols>();)
}

/// The same for what stands at a place.
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
) -> Vec<(syn::Type, (usize, usize))> {
    struct Inside<'a> {
        constant: &'a dyn Fn(&Expr) -> Option<i128>,
        found: Vec<(syn::Type, (usize, usize))>,
    }
    impl<'ast> Visit<'ast> for Inside<'_> {
        fn visit_type_path(&mut self, path: &'ast syn::TypePath) {
            let last = path.path.segments.last();
            let named = last.filter(|last| element(last).is_some());
            match named.and_then(|last| dimensions(last, self.constant)) {
                Some(dimensions) => self.found.push((syn::Type::Path(path.clone()), dimensions)),
                None => visit::visit_type_path(self, path),
            }
        }
    }
    let mut inside = Inside {
        constant,
        found: Vec::new(),
    };
    inside.visit_type(ty);
    inside.found
}

impl Lowering {
    /// The value of a length.
    pub(crate) fn known_length(&self, expression: &Expr) -> Option<i128> {
        match strip(expression) {
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            }) => int.base10_parse().ok(),
            Expr::Path(path) => {
                let named = path.path.get_ident();
                let binding = named.and_then(|name| self.names.scopes.get(&name.to_string()));
                match binding.map(|binding| &binding.value) {
                    Some(Value::Integer(integer)) => Some(integer.value),
                    _ => self.given.constant(&path.path),
                }
            }
            Expr::Block(block) => match block.block.stmts.as_slice() {
                [syn::Stmt::Expr(inner, None)] => self.known_length(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// The dimensions of an annotated type, which is remembered.
    pub(crate) fn annotated_matrix(&mut self, ty: &syn::Type) -> Option<(usize, usize)> {
        let syn::Type::Path(path) = super::types::behind_reference(ty) else {
            return None;
        };
        let last = path.path.segments.last()?;
        element(last)?;
        let dimensions = dimensions(last, &|length| self.known_length(length))?;
        if dimensions.0.saturating_mul(dimensions.1) > self.given.unroll {
            return None;
        }
        let named = path.path.to_token_stream();
        self.writer.matrices.seen = true;
        self.writer
            .matrices
            .types
            .entry(dimensions)
            .or_insert(named);
        Some(dimensions)
    }

    /// The type and dimensions that a path such as `Vector3::new` names, and the function.
    pub(crate) fn constructor(
        &self,
        callee: &Expr,
    ) -> Option<(TokenStream, (usize, usize), String)> {
        let Expr::Path(path) = strip(callee) else {
            return None;
        };
        let mut segments = path.path.segments.clone();
        let function = segments.pop()?.ident.to_string();
        segments.pop_punct();
        let last = segments.last()?;
        if path.qself.is_some() {
            return None;
        }
        let dimensions = dimensions(last, &|length| self.known_length(length))?;
        if dimensions.0.saturating_mul(dimensions.1) > self.given.unroll {
            return None;
        }
        let mut ty = path.path.clone();
        ty.segments = segments;
        let has_arguments = !ty.segments.last()?.arguments.is_none();
        let ty = if has_arguments {
            ty.to_token_stream()
        } else {
            quote!(#ty<_>)
        };
        Some((ty, dimensions, function))
    }

    /// The dimensions of an expression, as far as its form tells; `None` for scalars and for what cannot be told.
    pub(crate) fn dimensions_of(&self, expression: &Expr) -> Option<(usize, usize)> {
        let depth = if self.writer.matrices.seen {
            DEEPEST
        } else {
            0
        };
        self.dimensions_within(expression, depth)
    }

    fn dimensions_within(&self, expression: &Expr, depth: usize) -> Option<(usize, usize)> {
        let inner = |expression: &Expr| self.dimensions_within(expression, depth - 1);
        if depth == 0 {
            return None;
        }
        match strip(expression) {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => match self.standing(expression)? {
                Value::Matrix(Matrix { rows, cols, .. }) => Some((rows, cols)),
                _ => None,
            },
            Expr::Reference(reference) => inner(&reference.expr),
            Expr::Unary(unary) => inner(&unary.expr),
            Expr::Binary(binary) => {
                let left = inner(&binary.left);
                let right = || inner(&binary.right);
                match binary.op {
                    syn::BinOp::Add(_) | syn::BinOp::Sub(_) => left.or_else(right),
                    syn::BinOp::Div(_) => left,
                    syn::BinOp::Mul(_) => match (left, right()) {
                        (Some((rows, _)), Some((_, cols))) => Some((rows, cols)),
                        (found, None) | (None, found) => found,
                    },
                    _ => None,
                }
            }
            Expr::MethodCall(call) => {
                let (rows, cols) = inner(&call.receiver)?;
                match call.method.to_string().as_str() {
                    "transpose" => Some((cols, rows)),
                    "clone" | "clone_owned" | "into_owned" | "normalize" | "component_mul"
                    | "component_div" | "cross" | "scale" | "unscale" | "abs" | "map"
                    | "zip_map" => Some((rows, cols)),
                    "xy" => Some((2, 1)),
                    "xyz" => Some((3, 1)),
                    "cross_matrix" => Some((3, 3)),
                    "diagonal" => Some((rows, 1)),
                    _ => self.block_size((rows, cols), call),
                }
            }
            Expr::Macro(call) => super::matrix_blocks::macro_dimensions(&call.mac),
            Expr::Call(call) => {
                let (_, dimensions, _) = self.constructor(&call.func)?;
                Some(dimensions)
            }
            _ => None,
        }
    }

    /// What stands at a place, found without evaluating anything.
    fn standing(&self, expression: &Expr) -> Option<Value> {
        let value = match strip(expression) {
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                self.names.scopes.get(&name)?.value.clone()
            }
            Expr::Unary(unary) => self.standing(&unary.expr)?,
            Expr::Field(field) => match (self.standing(&field.base)?, &field.member) {
                (Value::Struct(layout, fields), member) => {
                    fields.get(layout.position(member)?)?.clone()
                }
                (Value::Tuple(parts), syn::Member::Unnamed(index)) => {
                    parts.get(index.index as usize)?.clone()
                }
                _ => return None,
            },
            Expr::Index(index) => match self.standing(&index.expr)? {
                Value::Array(elements) => {
                    let position = usize::try_from(self.known_length(&index.index)?).ok()?;
                    elements.get(position)?.clone()
                }
                _ => return None,
            },
            _ => return None,
        };
        match value {
            Value::Reference(place) => self.load(&self.follow(place)),
            value => Some(value),
        }
    }

    /// Whether a type is the function's floating-point type, or a reference to it.
    pub(crate) fn is_scalar_type(&self, ty: &syn::Type) -> bool {
        let ty = super::types::behind_reference(ty);
        matches!(ty, syn::Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == self.given.scalar_name))
    }

    /// Gives an inactive operand beside a matrix its meaning: a matrix, or a scalar.
    pub(crate) fn beside_matrix(
        &mut self,
        value: Value,
        expression: &Expr,
        other: (usize, usize),
        op: &syn::BinOp,
    ) -> Value {
        let Value::Inactive(inactive) = value else {
            return value;
        };
        if self.writer.trial.is_some() {
            return Value::Inactive(inactive);
        }
        match op {
            syn::BinOp::Add(_) | syn::BinOp::Sub(_) => self.matrix_of(inactive, other.0, other.1),
            // A factor of unknown type is taken for a scalar, and rustc says so where it is none.
            _ => self
                .as_scalar(Value::Inactive(inactive), expression, true)
                .map_or(Value::Poison, Value::Scalar),
        }
    }
}
