//! The dimensions of a matrix expression, found from its form before anything is evaluated.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

use crate::front::methods::matrix_constructors::Listed;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::Want;
use crate::front::syntax::matrix_macros::{self, is_vector, macro_extents};
use crate::front::syntax::matrix_types::{self, Extent, dimensions};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::value::decomposition::Kind;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;
use crate::ir::Precision;

/// The depth to which we look into an expression for its dimensions. Without a limit, looking at
/// every level of a deep expression would take quadratic time.
pub(crate) const DEEPEST: usize = 64;

impl Lowering<Run> {
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
        let mut owner = path.path.clone();
        owner.segments.clone_from(&segments);
        if self.is_other_type(&owner) {
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

    /// `LU::new(a)` as the method `a.lu()`, which does the same.
    pub(crate) fn decomposing_call(&self, call: &syn::ExprCall) -> Option<syn::ExprMethodCall> {
        let Expr::Path(path) = strip(&call.func) else {
            return None;
        };
        let mut segments = path.path.segments.iter().rev();
        let (function, ty) = (segments.next()?, segments.next()?);
        let kind = Kind::of_type(&ty.ident.to_string())?;
        let method = kind.method_of_function(&function.ident.to_string())?;
        let mut arguments = call.args.iter();
        let matrix = arguments.next()?;
        self.dimensions_of(matrix)?;
        let method = syn::Ident::new(method, ty.ident.span());
        Some(syn::parse_quote!((#matrix).#method(#(#arguments),*)))
    }

    /// Has rustc check that the type of a constructor is nalgebra's.
    pub(crate) fn check_constructor(&mut self, ty: TokenStream, dimensions: (usize, usize)) {
        // In the prelude the name is nalgebra's, but the user may not have it in scope.
        if self.is_in_prelude() {
            return;
        }
        // A constant or a function of another module may name what is not in scope here.
        let is_elsewhere = self.frames.foreign > 0 || self.given.constant_at.is_some();
        if self.writer.is_trial() && is_elsewhere {
            self.writer.matrices.seen = true;
            return;
        }
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let statement = matrix_types::check(&ty, dimensions, &scalar);
        self.writer.note_matrix(dimensions, ty, statement);
    }

    /// Has rustc check that the macro is nalgebra's.
    pub(crate) fn check_macro(&mut self, call: &syn::Macro, rows: usize, cols: usize) {
        let path = &call.path;
        let scalar = crate::spelling::scalar_type(self.given.precision);
        let zero = crate::spelling::literal(0.0, self.given.precision);
        let row = vec![zero; cols];
        let zeros = vec![quote!(#(#row),*); rows];
        let example = quote!(#path![#(#zeros);*]);
        let example = if is_vector(call) {
            let zeros = vec![crate::spelling::literal(0.0, self.given.precision); rows];
            quote!(#path![#(#zeros),*])
        } else {
            example
        };
        self.writer
            .matrices
            .example
            .get_or_insert_with(|| example.clone());
        let check = if macro_extents(call).are_fixed() {
            matrix_types::check_place(&example, (rows, cols), &scalar)
        } else {
            matrix_types::check_dimensions(&example, (rows, cols), &scalar, "it")
        };
        let statement = quote!(let _ = || { #check };);
        self.writer.macro_checks.push(statement);
    }

    /// The dimensions of an expression, if its form tells them. `None` for scalars and if we cannot
    /// tell.
    pub(crate) fn dimensions_of(&self, expression: &Expr) -> Option<(usize, usize)> {
        // Only a function with matrices pays for this.
        let depth = if self.writer.matrices.seen {
            DEEPEST
        } else {
            0
        };
        self.dimensions_within(expression, depth)
    }

    pub(crate) fn dimensions_within(
        &self,
        expression: &Expr,
        depth: usize,
    ) -> Option<(usize, usize)> {
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
            Expr::Macro(call) => matrix_macros::macro_dimensions(&call.mac),
            Expr::Call(call) => {
                let (_, dimensions, _) = self.constructor(&call.func)?;
                Some(dimensions)
            }
            _ => None,
        }
    }

    /// The value that a place holds, found without evaluating anything.
    pub(crate) fn standing(&self, expression: &Expr) -> Option<Value> {
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
                (Value::Fields(fields), member) => fields.get(member)?.clone(),
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

    /// `v.into()`: an array, or arrays of columns, unless the type that is wanted is a matrix.
    fn matrix_into(
        &mut self,
        matrix: &Matrix,
        call: &syn::ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        if want.is_some_and(|ty| self.annotated_matrix(ty).is_some()) {
            return Ok(Value::Matrix(matrix.clone()));
        }
        let is_array =
            want.is_none_or(|ty| matches!(types::behind_reference(ty), syn::Type::Array(_)));
        if !is_array || !call.args.is_empty() {
            return self.refuse_matrix_method(matrix, call);
        }
        self.writer.confirm(matrix);
        if matrix.is_vector() {
            return Ok(Value::Array(Rc::clone(&matrix.elements)));
        }
        let columns = matrix.columns().map(|column| Value::Array(column.elements));
        Ok(Value::array(columns.collect()))
    }

    /// Whether a method is `into` of a matrix, or of a list towards a matrix.
    pub(crate) fn is_conversion(
        &mut self,
        of: &Value,
        call: &syn::ExprMethodCall,
        want: Want<'_>,
    ) -> bool {
        call.method == "into"
            && match of {
                Value::Matrix(_) => true,
                Value::Array(_) => want.is_some_and(|ty| self.annotated_matrix(ty).is_some()),
                _ => false,
            }
    }

    pub(crate) fn convert_to_wanted(
        &mut self,
        of: Value,
        call: &syn::ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        match (of, want) {
            (Value::Matrix(matrix), _) => self.matrix_into(&matrix, call, want),
            // As `from` of the type does.
            (list, Some(ty)) => {
                let (rows, cols) = self.annotated_matrix(ty).ok_or(Stop)?;
                let order = Listed::ByColumns;
                let elements = self.listed((rows, cols), &list, order, &call.receiver)?;
                Ok(Value::Matrix(Matrix::new(rows, cols, elements)))
            }
            _ => Err(Stop),
        }
    }

    /// Decides whether an inactive operand beside a matrix is a matrix or a scalar.
    pub(crate) fn beside_matrix(
        &mut self,
        value: Value,
        expression: &Expr,
        other: (usize, usize),
        op: &syn::BinOp,
    ) -> Found<Value> {
        let Value::Inactive(inactive) = value else {
            return Ok(value);
        };
        match op {
            syn::BinOp::Add(_) | syn::BinOp::Sub(_) => {
                self.writer.matrix_of(inactive, other.0, other.1)
            }
            // A factor of unknown type is taken for a scalar. If it is not, rustc reports it.
            _ => self
                .as_scalar(Value::Inactive(inactive), expression, Behind::Reference)
                .map(Value::Scalar),
        }
    }

    /// An inactive matrix with an annotated type is split into its elements. In a function with
    /// matrices, an annotated scalar becomes a scalar of the code list.
    pub(crate) fn annotated(
        &mut self,
        inactive: Inactive,
        ty: &syn::Type,
        pattern: &syn::Pat,
    ) -> Found<Value> {
        let syn::Pat::Ident(name) = pattern else {
            return Ok(Value::Inactive(inactive));
        };
        if let Some((rows, cols)) = self.annotated_matrix(ty) {
            let (fresh, tokens) = (self.writer.fresh(&name.ident), inactive.tokens);
            self.writer
                .keep_statement(quote!(let #fresh: #ty = #tokens;), &inactive.mentions)?;
            return Ok(Value::Matrix(Matrix::at(&quote!(#fresh), rows, cols)));
        }
        let is_plain = name.mutability.is_none() && !matches!(ty, syn::Type::Reference(_));
        if is_plain && !self.writer.matrices.types.is_empty() && self.is_scalar_type(ty) {
            return Ok(Value::Scalar(
                self.writer.materialize(inactive, Behind::Nothing)?,
            ));
        }
        Ok(Value::Inactive(inactive))
    }
}

/// A matrix of a type in the signature whose dimensions run time says.
pub(crate) fn run_time_example(ty: &syn::Type, precision: Precision) -> Option<TokenStream> {
    let extents = types::run_time_matrix(ty)?;
    let ty = types::behind_reference(ty);
    let zero = crate::spelling::literal(0.0, precision);
    // A view cannot be made from numbers.
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    if !matrix_types::is_owned(last) || matrix_types::has_open_length(last) {
        return None;
    }
    let is_vector = extents.rows == Extent::Fixed || extents.cols == Extent::Fixed;
    Some(if is_vector {
        quote::quote!(<#ty>::from_element(1, #zero))
    } else {
        quote::quote!(<#ty>::from_element(1, 1, #zero))
    })
}
