//! Types that name type parameters of an inlined function, as the attributed function writes them.
//!
//! ```text
//! fn lerp<P: Space>(a: P, b: P) -> P { let d: P::Diff = b.minus(a); .. }     `P` is `Point`
//! let d: Vector = ..                                `impl Space for Point { type Diff = Vector; }`
//! ```

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Pat, Path, Type};

use crate::front::names::respelled::visit_qualified;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Key, Written, is_primitive};
use crate::front::syntax::tokens::any_name;

impl<M> Lowering<M> {
    /// The type that a type parameter of the running function has.
    pub(crate) fn known_type(&self, name: &Ident) -> Option<&Key> {
        let mut known = self.frames.known_types.iter();
        known.find(|(known, _)| known == name).map(|(_, key)| key)
    }

    /// The path of the type that a type parameter of the running function has, as the attributed
    /// function names it.
    pub(crate) fn path_of_known_type(&self, name: &Ident) -> Option<Path> {
        let key = self.known_type(name)?;
        let definition = self.given.types.definition(key);
        let is_plain = definition.is_none_or(|found| found.generics.params.is_empty());
        let module = self.given.home.module;
        let path = || {
            if is_primitive(key) {
                syn::parse_str(key).ok()
            } else {
                self.given.types.path_in_view(key, module)
            }
        };
        is_plain.then(path).flatten()
    }

    /// A type that the running code writes.
    pub(crate) fn written(&self, ty: &Type) -> Written {
        match self.in_known_types(ty) {
            Some(ty) => Written {
                ty: self.with_own_lengths(&ty),
                at: self.given.home.clone(),
            },
            None => Written {
                ty: self.with_own_lengths(ty),
                at: self.within(),
            },
        }
    }

    /// The type without type parameters of the running function. `None` if it names none, or one
    /// whose type is not known.
    pub(crate) fn in_known_types(&self, ty: &Type) -> Option<Type> {
        if self.frames.known_types.is_empty() || !self.names_parameter(ty) {
            return None;
        }
        let mut known = ty.clone();
        let mut spelling = Known {
            lowering: self,
            is_clear: true,
        };
        spelling.visit_type_mut(&mut known);
        spelling.is_clear.then_some(known)
    }

    /// The pattern of a `let` without types that mean nothing in the attributed function.
    pub(crate) fn pattern_in_known_types(&self, pattern: &Pat) -> Pat {
        match pattern {
            Pat::Type(typed) if self.names_parameter(&typed.ty) => {
                match self.in_known_types(&typed.ty) {
                    Some(ty) => {
                        let mut typed = typed.clone();
                        *typed.ty = ty;
                        Pat::Type(typed)
                    }
                    None => (*typed.pat).clone(),
                }
            }
            pattern => pattern.clone(),
        }
    }

    /// Spells a path that begins with a type parameter, `P::new` or `P::Diff::new`.
    pub(crate) fn spell_known_type(&self, path: &mut Path) -> bool {
        let first = path.segments.first();
        let first = first.filter(|_| path.leading_colon.is_none());
        let Some(known) = first.and_then(|first| self.path_of_known_type(&first.ident)) else {
            return false;
        };
        let mut rest = std::mem::take(&mut path.segments)
            .into_iter()
            .skip(1)
            .peekable();
        path.segments = known.segments;
        if let Some(next) = rest.peek() {
            let mut owner = path.clone();
            owner.segments.push(next.clone());
            if let Some(meant) = self.associated_here(&syn::parse_quote!(#owner)) {
                path.segments = meant.segments;
                rest.next();
            }
        }
        path.segments.extend(rest);
        true
    }

    /// The path of an associated type, if it is that of a type in view.
    fn associated_here(&self, ty: &Type) -> Option<Path> {
        let written = Written {
            ty: ty.clone(),
            at: self.given.home.clone(),
        };
        let meant = self.given.types.behind_associated(&written);
        if meant.ty == *ty {
            return None;
        }
        let key = self.given.types.key_of(&meant.ty, &meant.at)?;
        if is_primitive(&key) {
            return syn::parse_str(&key).ok();
        }
        let definition = self.given.types.definition(&key)?;
        let is_plain = definition.generics.params.is_empty();
        let path = self.given.types.path_in_view(&key, self.given.home.module);
        path.filter(|_| is_plain)
    }

    fn names_parameter(&self, ty: &Type) -> bool {
        let Some(running) = self.frames.calls.last() else {
            return false;
        };
        let parameters = &self.names.functions.get(running).type_parameters;
        !parameters.is_empty()
            && any_name(&ty.to_token_stream(), &|name| {
                parameters.iter().any(|parameter| parameter == name)
            })
    }
}

struct Known<'a, M> {
    lowering: &'a Lowering<M>,
    /// Whether all types have a spelling.
    is_clear: bool,
}

impl<M> VisitMut for Known<'_, M> {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self, ty);
        if let Some(path) = self.lowering.associated_here(ty) {
            *ty = syn::parse_quote!(#path);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if !self.lowering.spell_known_type(path) {
            // `Fn(&S) -> S` is a path, but not a type that can be parsed.
            let ty = Type::Path(syn::TypePath {
                attrs: Vec::new(),
                qself: None,
                path: path.clone(),
            });
            self.is_clear &= !self.lowering.names_parameter(&ty) && self.lowering.respell(path);
        }
    }
}
