//! Lists of arrayvec, smallvec and tinyvec, written with `Vec` of the standard library.
//!
//! ```text
//! let mut roots = ArrayVec::<f64, 2>::new();      Vec::<f64>::new()
//! let v: SmallVec<[f64; 4]> = smallvec![x, y];    let v: Vec<f64> = vec![x, y];
//! ```
//!
//! The generated function is made of what is written here, and the user's own stays as it is. These
//! lists differ from a `Vec` by where their items are, which nothing asks for, and by a panic where
//! one of fixed capacity is full.

use quote::quote;
use syn::parse::Parser;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, PathArguments, Token, Type, parse_quote};

use crate::front::syntax::types::{SMALL_LISTS, small_element};

/// Macros that make such lists.
const MACROS: &[&str] = &[
    "smallvec",
    "smallvec_inline",
    "array_vec",
    "tiny_vec",
    "arrayvec",
];

/// The function with such lists written as those of the standard library.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    Lists.visit_block_mut(&mut function.block);
    function
}

struct Lists;

impl VisitMut for Lists {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Some(written) = of_call(expression) {
            *expression = written;
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Some(element) = small_element(ty) {
            *ty = parse_quote!(Vec<#element>);
        } else if is_bare(ty) {
            *ty = parse_quote!(Vec<_>);
        }
        visit_mut::visit_type_mut(self, ty);
    }

    /// The path of a function, `SmallVec::<[f64; 4]>::new`.
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        let is_small = |name: &proc_macro2::Ident| SMALL_LISTS.iter().any(|known| name == known);
        let mut segments: Vec<&syn::PathSegment> = path.path.segments.iter().collect();
        if let Some(name) = segments.pop()
            && segments.last().is_some_and(|last| is_small(&last.ident))
        {
            let owner: Type = parse_quote!(#(#segments)::*);
            path.path = match small_element(&owner) {
                Some(element) => parse_quote!(Vec::<#element>::#name),
                None => parse_quote!(Vec::#name),
            };
        }
        visit_mut::visit_expr_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let last = call.path.segments.last();
        if !last.is_some_and(|last| MACROS.iter().any(|name| last.ident == name)) {
            return;
        }
        // `array_vec!([f64; 4] => x, y)` names the array first.
        let headed = |input: syn::parse::ParseStream<'_>| {
            let _: Type = input.parse()?;
            let _: Token![=>] = input.parse()?;
            input.parse::<proc_macro2::TokenStream>()
        };
        if let Ok(items) = headed.parse2(call.tokens.clone()) {
            call.tokens = items;
        } else if syn::parse2::<syn::TypeArray>(call.tokens.clone()).is_ok() {
            // `tiny_vec!([f64; 4])` is empty. So is `array_vec!`, whose array has no braces around.
            call.tokens = quote!();
        }
        call.path = parse_quote!(vec);
    }
}

/// Functions of these lists that a `Vec` has under another name.
fn of_call(expression: &Expr) -> Option<Expr> {
    let Expr::Call(call) = expression else {
        return None;
    };
    let Expr::Path(callee) = &*call.func else {
        return None;
    };
    let segments: Vec<&syn::PathSegment> = callee.path.segments.iter().collect();
    let [list, name] = segments[..] else {
        return None;
    };
    let arguments: Vec<&Expr> = call.args.iter().collect();
    if list.ident != "Vec" {
        return None;
    }
    match (name.ident.to_string().as_str(), arguments.as_slice()) {
        ("from_slice", [items]) => Some(parse_quote!((#items).to_vec())),
        ("from_vec" | "from_buf", [items]) => Some(parse_quote!(Vec::from(#items))),
        ("from_elem", [item, count]) => Some(parse_quote!(vec![#item; #count])),
        ("new_const", []) => Some(parse_quote!(Vec::new())),
        _ => None,
    }
}

/// Whether a type is such a list without arguments.
fn is_bare(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    path.path.segments.last().is_some_and(|last| {
        let is_small = SMALL_LISTS.iter().any(|name| last.ident == name);
        is_small && matches!(last.arguments, PathArguments::None)
    })
}
