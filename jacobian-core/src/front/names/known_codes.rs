//! Code whose value expansion knows although it stays code: variants without fields, and texts.
//!
//! ```text
//! Kind::Prismatic     the variant `Prismatic` of the enum `0::Kind`
//! "up", 'x'           a literal
//! ```
//!
//! Cost: code of another form is told by its tokens, without parsing.

use proc_macro2::{TokenStream, TokenTree};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Key, Variant};
use crate::front::syntax::tokens::behind_references;

impl<M> Lowering<M> {
    /// The variant of this name, of an enum without type parameters.
    pub(crate) fn variant_named(&self, key: &Key, name: &syn::Ident) -> Option<&Variant> {
        let definition = self.given.types.definition(key)?;
        match &definition.body {
            Body::Enum(variants) if definition.generics.params.is_empty() => {
                variants.iter().find(|variant| variant.name == *name)
            }
            _ => None,
        }
    }

    /// The enum and the variant that opaque code is.
    pub(crate) fn written_unit(&self, code: &TokenStream) -> Option<(Key, syn::Ident)> {
        let code = behind_references(code.clone());
        if !is_path(&code) {
            return None;
        }
        let mut owner: syn::Path = syn::parse2(code).ok()?;
        let name = owner.segments.pop()?.ident;
        owner.segments.pop_punct();
        // Code is spelled as the generated function names things.
        let key = self.given.types.key(&owner, &self.given.home)?;
        self.variant_named(&key, &name)
            .filter(|variant| variant.fields.is_empty())?;
        Some((key, name))
    }

    /// Whether opaque code is known at expansion: a variant without fields, or a text.
    pub(crate) fn is_known_code(&self, code: &TokenStream) -> bool {
        written_text(code).is_some() || self.written_unit(code).is_some()
    }

    /// Whether values of a type are equal if their parts are.
    pub(crate) fn derives_equality(&self, key: &Key) -> bool {
        let definition = self.given.types.definition(key);
        definition.is_some_and(|definition| definition.derives.contains("PartialEq"))
    }
}

/// The text or the character that a literal is.
pub(crate) fn written_text(code: &TokenStream) -> Option<syn::Lit> {
    let code = behind_references(code.clone());
    let mut tokens = code.clone().into_iter();
    let (Some(TokenTree::Literal(_)), None) = (tokens.next(), tokens.next()) else {
        return None;
    };
    let literal: syn::Lit = syn::parse2(code).ok()?;
    is_text(&literal).then_some(literal)
}

fn is_text(literal: &syn::Lit) -> bool {
    matches!(literal, syn::Lit::Str(_) | syn::Lit::Char(_))
}

/// Whether code is a path of two names or more, without arguments.
fn is_path(code: &TokenStream) -> bool {
    let (mut names, mut all) = (0, true);
    for token in code.clone() {
        match token {
            TokenTree::Ident(_) => names += 1,
            TokenTree::Punct(sign) if sign.as_char() == ':' => {}
            _ => all = false,
        }
    }
    all && names > 1
}
