//! Types of the fields of a struct literal with const parameters, `Vector(array::from_fn(f))`.
//!
//! ```text
//! struct Vector<const N: usize>([f64; N]);
//! Vector::<3>(f)                           [f64; 3]    the path says it
//! let v: Vector<3> = Vector(f);            [f64; 3]    the type that is wanted
//! impl<const M: usize> Vector<M>: Self(f)  [f64; M]    the running method
//! ```
//!
//! A length that nothing gives stays open, `[f64; _]`.

use quote::ToTokens;
use syn::{Member, Type};

use crate::interface::Layout;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Key, Written};
use crate::front::syntax::form::Want;
use crate::front::syntax::generic_arguments::arguments_of;
use crate::front::syntax::tokens::names_any;

impl<M> Lowering<M> {
    /// The declared type of a field of a literal, as the running code would write it.
    pub(crate) fn field_of_literal(
        &self,
        layout: &Layout,
        member: &Member,
        (path, want): (&syn::Path, Want<'_>),
    ) -> Option<Written> {
        let types = &self.given.types;
        let declared = types.field_in(layout, member)?;
        let declared = Some(declared).filter(|found| self.knows_lengths(layout, &found.ty));
        let own = layout.own.as_ref().filter(|_| !layout.is_variant);
        let Some(own) = own.filter(|_| declared.as_ref().is_none_or(is_open)) else {
            return declared;
        };
        let whole = self.type_of_literal(own, path, want);
        let whole = whole.map(|ty| Written {
            ty,
            at: self.within(),
        });
        let known = whole.and_then(|whole| types.field(&whole, member));
        known.filter(|known| !is_open(known)).or(declared)
    }

    /// The type of a literal with its arguments.
    fn type_of_literal(&self, own: &Key, path: &syn::Path, want: Want<'_>) -> Option<Type> {
        if !arguments_of(path).is_empty() {
            return Some(syn::parse_quote!(#path));
        }
        let within = self.within();
        let is_self = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("Self"));
        let is_own = |ty: &Type| self.given.types.key_of(ty, &within).as_ref() == Some(own);
        let means_self = path.is_ident("Self") || want.is_some_and(is_self);
        if !means_self && let Some(want) = want.filter(|want| is_own(want)) {
            return Some(want.clone());
        }
        if within.this.as_ref() != Some(own) {
            return None;
        }
        let Some(running) = self.frames.calls.last() else {
            return self.given.self_type.clone();
        };
        if !means_self && self.names_other_instance(running) {
            return None;
        }
        self.names.functions.get(running).this.clone()
    }
}

fn is_open(written: &Written) -> bool {
    names_any(&written.ty.to_token_stream(), &["_"])
}
