//! Attributes of the crate `numeric_literals`, which write an expression around each literal.
//!
//! ```text
//! #[replace_float_literals(T::from(literal).unwrap())]
//! fn f<T: Float>(x: T) -> T { 0.5 * x }       T::from(0.5).unwrap() * x
//! ```
//!
//! The generated function is made of the rewritten one, as rustc sees it; the user's own keeps the
//! attribute. What is visited is what the crate visits, version 0.2: all expressions, and macros
//! whose arguments are expressions between commas or semicolons. Where a literal of the kind is a
//! pattern, or the attribute is written in another way, it stays, and is refused.

use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprLit, Item, Lit, Macro, Token};

use crate::front::syntax::macro_expressions;

/// The name that the literal has in the expression.
const PLACEHOLDER: &str = "literal";

/// Items with their functions and methods rewritten by these attributes. Those of modules inside
/// are left.
pub(crate) fn in_items(mut items: Vec<Item>) -> Vec<Item> {
    for item in &mut items {
        match item {
            Item::Fn(function) if has_any(&function.attrs) => *function = written(function.clone()),
            Item::Impl(block) => in_block(block),
            Item::Trait(definition) => definition.items.iter_mut().for_each(write_default),
            _ => {}
        }
    }
    items
}

/// The same for the methods of an `impl`.
pub(crate) fn in_block(block: &mut syn::ItemImpl) {
    block.items.iter_mut().for_each(write_method);
}

fn has_any(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|one| kind_of(one).is_some())
}

fn write_method(item: &mut syn::ImplItem) {
    if let syn::ImplItem::Fn(method) = item
        && has_any(&method.attrs)
    {
        let function = written(function_of(&method.attrs, &method.sig, &method.block));
        method.attrs = function.attrs;
        method.sig = function.sig;
        method.block = *function.block;
    }
}

fn write_default(item: &mut syn::TraitItem) {
    if let syn::TraitItem::Fn(method) = item
        && has_any(&method.attrs)
        && let Some(block) = &method.default
    {
        let function = written(function_of(&method.attrs, &method.sig, block));
        method.attrs = function.attrs;
        method.sig = function.sig;
        method.default = Some(*function.block);
    }
}

fn function_of(
    attributes: &[syn::Attribute],
    signature: &syn::Signature,
    block: &syn::Block,
) -> syn::ItemFn {
    let mut function: syn::ItemFn = syn::parse_quote!(#signature #block);
    function.attrs = attributes.to_vec();
    function
}

/// The function, rewritten by these attributes, and without them.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    while let Some(position) = function.attrs.iter().position(|one| kind_of(one).is_some()) {
        let attribute = function.attrs[position].clone();
        let Some(mut replacing) = Replacing::of(&attribute) else {
            return function;
        };
        let mut rewritten = function.clone();
        rewritten.attrs.remove(position);
        let attributes = std::mem::take(&mut rewritten.attrs);
        replacing.visit_item_fn_mut(&mut rewritten);
        rewritten.attrs = attributes;
        if replacing.is_unclear {
            return function;
        }
        function = rewritten;
    }
    function
}

/// Which literals an attribute rewrites.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Floats,
    Integers,
    Both,
}

fn kind_of(attribute: &syn::Attribute) -> Option<Kind> {
    let path = attribute.path();
    let (first, last) = (path.segments.first()?, path.segments.last()?);
    if path.segments.len() > 1 && first.ident != "numeric_literals" {
        return None;
    }
    match last.ident.to_string().as_str() {
        "replace_float_literals" => Some(Kind::Floats),
        "replace_int_literals" => Some(Kind::Integers),
        "replace_numeric_literals" => Some(Kind::Both),
        _ => None,
    }
}

struct Replacing {
    kind: Kind,
    replacement: Expr,
    visits_macros: bool,
    is_unclear: bool,
}

impl Replacing {
    fn of(attribute: &syn::Attribute) -> Option<Self> {
        let kind = kind_of(attribute)?;
        let syn::Meta::List(list) = &attribute.meta else {
            return None;
        };
        let parser = Punctuated::<Expr, Token![,]>::parse_separated_nonempty;
        let mut given = parser.parse2(list.tokens.clone()).ok()?.into_iter();
        let replacement = given.next()?;
        let mut visits_macros = true;
        for option in given {
            visits_macros = match option.to_token_stream().to_string().as_str() {
                "visit_macros = true" => true,
                "visit_macros = false" => false,
                _ => return None,
            };
        }
        Some(Self {
            kind,
            replacement,
            visits_macros,
            is_unclear: false,
        })
    }

    fn rewrites(&self, literal: &Lit) -> bool {
        match literal {
            Lit::Float(_) => self.kind != Kind::Integers,
            // `20f64` is an integer for the parser.
            Lit::Int(int) if matches!(int.suffix(), "f32" | "f64") => self.kind != Kind::Integers,
            Lit::Int(_) => self.kind != Kind::Floats,
            _ => false,
        }
    }
}

impl VisitMut for Replacing {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Lit(literal) if self.rewrites(&literal.lit) => {
                let mut replacement = self.replacement.clone();
                Placeholder(literal).visit_expr_mut(&mut replacement);
                // As an operand it is one operand, as for rustc.
                *expression = syn::parse_quote!((#replacement));
            }
            expression => visit_mut::visit_expr_mut(self, expression),
        }
    }

    fn visit_pat_mut(&mut self, pattern: &mut syn::Pat) {
        match pattern {
            syn::Pat::Lit(literal) => self.is_unclear |= self.rewrites(&literal.lit),
            syn::Pat::Range(range) => {
                let ends = [&range.start, &range.end];
                let is_rewritten =
                    |end: &Expr| matches!(end, Expr::Lit(literal) if self.rewrites(&literal.lit));
                let any = ends.into_iter().flatten().any(|end| is_rewritten(end));
                self.is_unclear |= any;
            }
            pattern => visit_mut::visit_pat_mut(self, pattern),
        }
    }

    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if self.visits_macros {
            macro_expressions::change_each(call, &mut |part| self.visit_expr_mut(part));
        }
    }
}

/// Writes the literal for each path that ends in its name.
struct Placeholder<'a>(&'a ExprLit);

impl VisitMut for Placeholder<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Path(path)
                if path
                    .path
                    .segments
                    .last()
                    .is_some_and(|last| last.ident == PLACEHOLDER) =>
            {
                *expression = Expr::Lit(self.0.clone());
            }
            expression => visit_mut::visit_expr_mut(self, expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::written;

    fn text(function: syn::ItemFn) -> String {
        written(function).to_token_stream().to_string()
    }

    #[test]
    fn literals_of_one_kind_are_rewritten() {
        let rewritten = text(syn::parse_quote! {
            #[numeric_literals::replace_float_literals(T::from(literal).unwrap())]
            fn f<T: Float>(x: T) -> T { let a = [0.5, 2f64]; x.powi(3) * a[0] + vec![1.0; 2][1] }
        });
        let same: syn::ItemFn = syn::parse_quote! {
            fn f<T: Float>(x: T) -> T {
                let a = [(T::from(0.5).unwrap()), (T::from(2f64).unwrap())];
                x.powi(3) * a[0] + vec![(T::from(1.0).unwrap()); 2][1]
            }
        };
        assert_eq!(rewritten, same.to_token_stream().to_string());
    }

    #[test]
    fn what_the_crate_does_not_visit_stays() {
        let rewritten = text(syn::parse_quote! {
            #[replace_int_literals(literal as f64, visit_macros = false)]
            fn f(x: f64) -> f64 { assert!(x > 1); x.0 * 2 + 1.5 }
        });
        let same: syn::ItemFn = syn::parse_quote! {
            fn f(x: f64) -> f64 { assert!(x > 1); x.0 * (2 as f64) + 1.5 }
        };
        assert_eq!(rewritten, same.to_token_stream().to_string());
    }

    #[test]
    fn literals_in_patterns_leave_the_attribute() {
        let function: syn::ItemFn = syn::parse_quote! {
            #[replace_int_literals(literal as f64)]
            fn f(n: i32, x: f64) -> f64 { match n { 1..=3 => x, _ => x * 2 } }
        };
        assert_eq!(
            text(function.clone()),
            function.to_token_stream().to_string()
        );
    }
}
