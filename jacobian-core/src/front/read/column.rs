//! An independent: a parameter or a field, and the places of its scalars.
//!
//! A parameter that the function changes in place is copied at the beginning, and its numbers are
//! read from the copy: `let given_0 = [x[0], x[1]];`. An optional parameter is copied at the
//! beginning, because its numbers have no place if it is missing:
//!
//! ```text
//! w: Option<&[f64; 2]>    let given_0 = match &w { Some(inside) => [inside[0], inside[1]],
//!                                                  None => [0.0; 2] };
//! ```

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::interface::{Parameter, Shape};
use crate::ir::Precision;

use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::Written;
use crate::front::read::paths::FieldPath;
use crate::front::syntax::matrix_types;
use crate::front::syntax::types::{list_element, optional, type_name};

/// A variable and its type that is not in view, as the user names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unseen {
    pub(crate) path: String,
    pub(crate) ty: String,
    pub(crate) shape: Shape,
}

/// What a field is as a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ListField {
    None,
    /// It becomes a slice: `Vec`, `Box<[f64]>`.
    Slice,
    /// `VecDeque`
    Deque,
}

impl ListField {
    /// The list that a type is, if it does not say its length.
    pub(crate) fn of(written: Option<Written>) -> Self {
        match written {
            Some(of) if list_element(&of.ty).is_some() => match type_name(&of.ty) {
                Some(name) if name == "VecDeque" => Self::Deque,
                _ => Self::Slice,
            },
            _ => Self::None,
        }
    }
}

/// An independent: a parameter or a field.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) path: FieldPath,
    /// The position among the parameters. `None` for `self`.
    pub(crate) position: Option<usize>,
    pub(crate) shape: Shape,
    /// Whether it is a field that is a list, of the length that `dim` gives.
    pub(crate) list_field: ListField,
    /// Whether it is a field of type `Option`.
    pub(crate) is_optional_field: bool,
    /// The places of the scalars in a copy, if the field is an output as well.
    pub(crate) before: Option<Vec<TokenStream>>,
    /// Its type, if that is not in view.
    pub(crate) unseen: Option<Unseen>,
}

impl Column {
    /// Whether it is an optional parameter, or an optional field.
    pub(crate) fn is_optional(&self, parameters: &[Parameter]) -> bool {
        self.is_optional_field || self.inside(parameters).is_some()
    }

    /// Whether it is a parameter that the function changes in place.
    pub(crate) fn is_changed(&self, parameters: &[Parameter]) -> bool {
        let position = self.position.filter(|_| !self.is_field());
        position.is_some_and(|position| parameters[position].output.is_some())
    }

    /// The type inside of an optional parameter.
    fn inside(&self, parameters: &[Parameter]) -> Option<syn::Type> {
        let position = self.position.filter(|_| !self.is_field())?;
        optional(&parameters[position].ty)
    }

    /// The variable that holds the numbers of an optional independent.
    fn given(&self) -> Ident {
        let position = self.position.unwrap_or_default();
        let members = self.path.members.iter().map(|member| match member {
            syn::Member::Named(name) => format!("_{}", syn::ext::IdentExt::unraw(name)),
            syn::Member::Unnamed(index) => format!("_{}", index.index),
        });
        let members: String = members.collect();
        format_ident!("__given_{position}{members}", span = Span::mixed_site())
    }

    /// The statement that copies the numbers of an optional independent, or of one that is changed.
    pub(crate) fn copy(
        &self,
        parameters: &[Parameter],
        precision: Precision,
    ) -> Option<TokenStream> {
        let (given, base) = (self.given(), self.base());
        if self.is_changed(parameters) {
            let places = parameters[self.position?].output_places();
            return Some(quote!(let #given = [#(#places),*];));
        }
        if self.is_optional_field {
            // A field that is an output as well is copied as that.
            let copy = || copy_of_optional(&given, &base, &self.shape, 0, precision);
            return self.before.is_none().then(copy);
        }
        let references = references(&self.inside(parameters)?).count();
        let shape = &self.shape;
        Some(copy_of_optional(
            &given, &base, shape, references, precision,
        ))
    }

    /// Whether it is `self` as a whole, an enum.
    pub(crate) fn is_this(&self) -> bool {
        self.position.is_none() && !self.is_field()
    }

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
        if self.is_optional(parameters) || self.is_changed(parameters) {
            let given = self.given();
            let indices = (0..self.shape.count()).map(Literal::usize_unsuffixed);
            return indices.map(|index| quote!(#given[#index])).collect();
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
    pub(crate) fn base(&self) -> TokenStream {
        let FieldPath { root, members } = &self.path;
        quote!(#root #(.#members)*)
    }

    /// A statement that compiles only if the field has the type of its shape.
    pub(crate) fn type_check(&self, precision: Precision) -> Option<TokenStream> {
        let member = self.path.members.last()?;
        let (ty, mut root) = (self.shape.spelled(precision), self.path.root.clone());
        root.set_span(root.span().located_at(member.span()));
        let members = &self.path.members;
        if self.is_optional_field {
            let optional = quote!(::core::option::Option<#ty>);
            return Some(quote_spanned! {member.span()=>
                let _: &#optional = &#root #(.#members)*;
            });
        }
        if let (true, Shape::Array(_, element)) = (self.list_field != ListField::None, &self.shape)
        {
            // The lists inside may be of any type.
            let element = if **element == Shape::Scalar {
                element.spelled(precision)
            } else {
                quote!(_)
            };
            if self.list_field == ListField::Deque {
                return Some(quote_spanned! {member.span()=>
                    let _: ::core::option::Option<&#element> = #root #(.#members)*.front();
                });
            }
            return Some(quote_spanned! {member.span()=>
                let _: &[#element] = &#root #(.#members)*;
            });
        }
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
        let is_number = self.unseen.is_some() && self.shape == Shape::Scalar;
        if is_number && precision != Precision::Generic {
            let ty = crate::spelling::scalar_type(precision);
            let place = self.places(parameters).into_iter().next()?;
            return Some(quote_spanned!(self.path.root.span()=> let _: &#ty = &#place;));
        }
        let is_given = is_number || arguments.dim(&self.path.root).is_some();
        if precision != Precision::Generic || !is_given {
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

/// The statement that copies the numbers of an optional place, or zeros if nothing is there.
/// `references` are around the number inside.
pub(crate) fn copy_of_optional(
    copy: &Ident,
    place: &TokenStream,
    shape: &Shape,
    references: usize,
    precision: Precision,
) -> TokenStream {
    let inside = format_ident!("__inside", span = Span::mixed_site());
    let places = match shape {
        Shape::Scalar => {
            let stars = (0..references).fold(quote!(*#inside), |place, _| quote!(*#place));
            vec![stars]
        }
        shape => shape.places(&quote!(#inside)),
    };
    let zero = Shape::Scalar.zero(precision);
    let count = Literal::usize_unsuffixed(shape.count());
    quote! {
        let #copy = match &#place {
            ::core::option::Option::Some(#inside) => [#(#places),*],
            ::core::option::Option::None => [#zero; #count],
        };
    }
}

/// One item for each reference around a type.
fn references(ty: &syn::Type) -> impl Iterator<Item = ()> {
    let inner = |ty: &syn::Type| match ty {
        syn::Type::Reference(reference) => Some((*reference.elem).clone()),
        _ => None,
    };
    let types = std::iter::successors(inner(ty), move |ty| inner(ty));
    types.map(|_| ())
}
