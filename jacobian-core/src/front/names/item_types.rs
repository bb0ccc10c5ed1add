//! Types of the items of inactive iterators, so that their methods and fields are known.
//!
//! ```text
//! for ball in &self.balls                        ball: &Sphere
//! for (i, (a, b)) in left.iter().zip(right).enumerate()
//!                                                i: usize, a: &Sphere, b: Plane
//! ```
//!
//! An iterator that is not in this list, or whose items have types of several places, gives no
//! type. Then a method of an item is refused, where an argument is active.

use syn::{Expr, Pat, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::behind_reference;

/// Adapters that give some of the items of their receiver.
const SAME_ITEMS: &[&str] = &[
    "rev",
    "skip",
    "take",
    "step_by",
    "filter",
    "take_while",
    "skip_while",
    "inspect",
    "by_ref",
    "fuse",
    "cycle",
    "chain",
];

impl<M> Lowering<M> {
    /// The type of the items of an inactive iterator.
    pub(crate) fn type_of_items(&self, iterable: &Expr) -> Option<Written> {
        match strip(iterable) {
            Expr::Reference(reference) => self.borrowed_element(&reference.expr),
            Expr::MethodCall(call) => {
                let items = || self.type_of_items(&call.receiver);
                let name = call.method.to_string();
                match (name.as_str(), call.args.first()) {
                    ("iter" | "iter_mut", None) => self.borrowed_element(&call.receiver),
                    ("into_iter", None) => items(),
                    ("copied" | "cloned", None) => {
                        let items = items()?;
                        Some(items.with(behind_reference(&items.ty)))
                    }
                    ("enumerate", None) => {
                        let items = items()?;
                        let ty = &items.ty;
                        Some(items.with(&syn::parse_quote!((usize, #ty))))
                    }
                    ("zip", Some(other)) => {
                        let (left, right) = (items()?, self.type_of_items(other)?);
                        if left.at != right.at {
                            return None;
                        }
                        let (one, two) = (&left.ty, &right.ty);
                        Some(left.with(&syn::parse_quote!((#one, #two))))
                    }
                    ("windows" | "chunks" | "chunks_exact", Some(_)) => {
                        let element = self.type_of_expression(&call.receiver)?.element()?;
                        let ty = &element.ty;
                        Some(element.with(&syn::parse_quote!(&[#ty])))
                    }
                    (name, _) if SAME_ITEMS.contains(&name) => items(),
                    _ => None,
                }
            }
            place => {
                let written = self.type_of_expression(place)?;
                let element = written.element()?;
                if !matches!(written.ty, Type::Reference(_)) {
                    return Some(element);
                }
                let ty = &element.ty;
                Some(element.with(&syn::parse_quote!(&#ty)))
            }
        }
    }

    /// A reference to an element of a list at a place.
    fn borrowed_element(&self, list: &Expr) -> Option<Written> {
        let element = self.type_of_expression(list)?.element()?;
        let ty = &element.ty;
        Some(element.with(&syn::parse_quote!(&#ty)))
    }

    /// Remembers the types of the variables of a pattern.
    pub(crate) fn note_type_of(&mut self, pattern: &Pat, written: &Written) {
        match (pattern, &written.ty) {
            (Pat::Ident(name), _) => {
                if let Some(binding) = self.names.scopes.get(&name.ident.to_string()) {
                    let value = binding.value.clone();
                    self.note_type(&value, written);
                }
            }
            (Pat::Reference(pattern), Type::Reference(ty)) => {
                self.note_type_of(&pattern.pat, &written.with(&ty.elem));
            }
            (Pat::Tuple(pattern), Type::Tuple(ty)) if pattern.elems.len() == ty.elems.len() => {
                for (part, ty) in pattern.elems.iter().zip(&ty.elems) {
                    self.note_type_of(part, &written.with(ty));
                }
            }
            // The parts are references as well.
            (Pat::Tuple(_), Type::Reference(ty)) => {
                if let Type::Tuple(tuple) = &*ty.elem {
                    let parts = tuple.elems.iter();
                    let parts = parts.map(|part| -> Type { syn::parse_quote!(&#part) });
                    let parts: Vec<Type> = parts.collect();
                    let ty: Type = syn::parse_quote!((#(#parts,)*));
                    self.note_type_of(pattern, &written.with(&ty));
                }
            }
            (Pat::Paren(inner), _) => self.note_type_of(&inner.pat, written),
            _ => {}
        }
    }
}
