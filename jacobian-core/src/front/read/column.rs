//! An independent: a parameter or a field, and the places of its scalars.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::interface::{Parameter, Shape};
use crate::ir::Precision;

use crate::front::read::arguments::Arguments;
use crate::front::read::paths::FieldPath;
use crate::front::syntax::matrix_types;

/// An independent: a parameter or a field.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) path: FieldPath,
    /// The position among the parameters. `None` for `self`.
    pub(crate) position: Option<usize>,
    pub(crate) shape: Shape,
    /// The places of the scalars in a copy, if the field is an output as well.
    pub(crate) before: Option<Vec<TokenStream>>,
}

impl Column {
    /// Whether it is a field rather than a parameter.
    pub(crate) fn is_field(&self) -> bool {
        !self.path.members.is_empty()
    }

    /// For each scalar, whether the next one follows it in memory.
    pub(crate) fn are_followed(&self) -> Vec<bool> {
        self.shape.are_followed()
    }

    /// The places from which its scalars are read.
    pub(crate) fn places(&self, parameters: &[Parameter]) -> Vec<TokenStream> {
        if let Some(before) = &self.before {
            return before.clone();
        }
        let base = self.base();
        let is_reference = self.position.is_some_and(|position| {
            matches!(parameters[position].ty, syn::Type::Reference(_)) && !self.is_field()
        });
        match &self.shape {
            Shape::Scalar if is_reference => vec![quote!(*#base)],
            shape => shape.places(&base),
        }
    }

    /// The parameter or field as an expression.
    fn base(&self) -> TokenStream {
        let FieldPath { root, members } = &self.path;
        quote!(#root #(.#members)*)
    }

    /// A statement that compiles only if the field has the type of its shape.
    pub(crate) fn type_check(&self, precision: Precision) -> Option<TokenStream> {
        let member = self.path.members.last()?;
        let (ty, mut root) = (self.shape.spelled(precision), self.path.root.clone());
        root.set_span(root.span().located_at(member.span()));
        let members = &self.path.members;
        if let Shape::Matrix(rows, cols) = &self.shape {
            let place = quote_spanned!(member.span()=> #root #(.#members)*);
            let scalar = crate::spelling::scalar_type(precision);
            return Some(matrix_types::check_place(&place, (*rows, *cols), &scalar));
        }
        Some(quote_spanned!(member.span()=> let _: &#ty = &#root #(.#members)*;))
    }
    /// A statement that compiles only if the first number of a parameter has the type of the
    /// generic scalar. An alias does not show this: with `dim(k = 2)`, `k: Pair` may be two `f64`,
    /// while `x` is `[T; 2]`.
    pub(crate) fn scalar_check(
        &self,
        parameters: &[Parameter],
        precision: Precision,
        arguments: &Arguments,
    ) -> Option<TokenStream> {
        if precision != Precision::Generic || arguments.dim(&self.path.root).is_none() {
            return None;
        }
        let place = self.places(parameters).into_iter().next()?;
        let (scalar, at) = (
            crate::spelling::scalar_type(precision),
            self.path.root.span(),
        );
        let mut library = crate::spelling::library();
        library.set_span(library.span().located_at(at));
        Some(quote_spanned!(at=> #library::Bound(&#place).is_scalar::<#scalar>();))
    }
}
