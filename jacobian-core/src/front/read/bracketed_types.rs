//! `<f64>::exp(x)`, written as `f64::exp(x)`.
//!
//! Macros need the brackets, because `$t::exp(x)` does not parse where `$t` is a type. Both forms
//! look for the methods of the type itself first, so they mean the same.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{ExprPath, PathArguments, Token, Type};

/// The function without brackets around types that a path can begin with.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    let text = function.block.to_token_stream().to_string();
    if text.contains('<') {
        Brackets.visit_block_mut(&mut function.block);
    }
    function
}

struct Brackets;

impl VisitMut for Brackets {
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        visit_mut::visit_expr_path_mut(self, path);
        if let Some(plain) = without_brackets(path) {
            *path = plain;
        }
    }
}

/// `None` for a path of a trait, `<T as Float>::exp`, and for types that are not paths.
fn without_brackets(path: &ExprPath) -> Option<ExprPath> {
    let of = path.qself.as_ref().filter(|of| of.position == 0)?;
    let mut ty = &*of.ty;
    while let Type::Group(syn::TypeGroup { elem, .. }) | Type::Paren(syn::TypeParen { elem, .. }) =
        ty
    {
        ty = elem;
    }
    let Type::Path(ty) = ty else {
        return None;
    };
    if ty.qself.is_some() {
        return None;
    }
    let mut plain = path.clone();
    plain.qself = None;
    plain.path = ty.path.clone();
    for segment in &mut plain.path.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            // In an expression `Vec<f64>::new` reads as a comparison.
            arguments.colon2_token = Some(<Token![::]>::default());
        }
    }
    plain
        .path
        .segments
        .extend(path.path.segments.iter().cloned());
    Some(plain)
}
