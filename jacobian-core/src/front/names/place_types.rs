//! Types of places of the user's: a variable, then fields, elements and getters.
//!
//! ```text
//! k.body.pos         the parameter `k`, then the fields of its type
//! q.as_ref()         the field that this method of another crate shows
//! k.pose()           the declared result of the user's method
//! ```

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use syn::Member;

use crate::front::names::open_parameters::without_lengths;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key, Written};
use crate::front::syntax::types::pointee;

impl<M> Lowering<M> {
    /// The type of a place of the user's.
    pub(crate) fn type_of_tokens(&self, tokens: &TokenStream) -> Option<Written> {
        if let Some((key, _)) = self.written_unit(tokens) {
            return Some(Written::of(&key));
        }
        let (mut found, rest) = self.type_of_constant(tokens);
        let mut rest = rest.into_iter().peekable();
        while let Some(token) = rest.next() {
            let is_called = matches!(
                rest.peek(),
                Some(TokenTree::Group(inner)) if inner.delimiter() == Delimiter::Parenthesis
            );
            found = match (token, found) {
                (TokenTree::Punct(sign), None) if matches!(sign.as_char(), '&' | '*') => None,
                (TokenTree::Ident(word), None) if word == "mut" => None,
                (TokenTree::Ident(root), None) => Some(self.type_of_root(&root.to_string())?),
                (TokenTree::Group(inner), None) if inner.delimiter() != Delimiter::Bracket => {
                    Some(self.type_of_tokens(&inner.stream())?)
                }
                (TokenTree::Punct(dot), Some(known)) if dot.as_char() == '.' => Some(known),
                (TokenTree::Ident(name), Some(known)) if name == "unwrap" => Some(known.inside()?),
                (TokenTree::Group(arguments), Some(known)) if arguments.stream().is_empty() => {
                    Some(known)
                }
                (TokenTree::Ident(name), Some(known)) if is_called => {
                    Some(self.type_of_getter(&known, name)?)
                }
                (TokenTree::Ident(name), Some(known)) => {
                    Some(self.given.types.field(&known, &Member::Named(name))?)
                }
                (TokenTree::Literal(position), Some(known)) => {
                    let position: usize = position.to_string().parse().ok()?;
                    let member = Member::from(syn::Index::from(position));
                    Some(self.given.types.field(&known, &member)?)
                }
                (TokenTree::Group(index), Some(known))
                    if index.delimiter() == Delimiter::Bracket =>
                {
                    Some(known.element().or_else(|| known.map_value())?)
                }
                _ => return None,
            };
        }
        found
    }

    pub(crate) fn type_of_root(&self, name: &str) -> Option<Written> {
        if let Some(known) = self.names.seen_types.get(name) {
            return Some(known.clone());
        }
        if let Some(from) = self.writer.given_from.get(name) {
            return self.type_of_root(from);
        }
        let at = self.given.home.clone();
        if name == "self" {
            let own = self.given.self_type.clone();
            let own = own.map(|ty| Written { ty, at: at.clone() });
            return own.or_else(|| at.this.as_ref().map(Written::of));
        }
        let ty = self.names.types.get(name)?.clone();
        Some(Written { ty, at })
    }

    /// The type of what a method without arguments gives: that of the field that it shows in a
    /// type of another crate, its declared result, or the type of the field with its name.
    fn type_of_getter(&self, of: &Written, name: Ident) -> Option<Written> {
        let types = &self.given.types;
        let key = self.key_of_written(of);
        if let Some(key) = &key {
            let called = format!("{name}()");
            let reads = types.foreign(key).map_or(&[][..], |ty| ty.access.read);
            if let Some((field, _)) = reads.iter().find(|(_, read)| *read == called) {
                let field = Member::Named(Ident::new(field, name.span()));
                return types.field(of, &field);
            }
            if let Some(found) = self.result_of(key, &name.to_string(), 1) {
                return Some(found);
            }
            if types.foreign(key).is_some() {
                return None;
            }
        }
        types.field(of, &Member::Named(name))
    }

    pub(crate) fn key_of_written(&self, written: &Written) -> Option<Key> {
        let own = self.given.types.key_of(&written.ty, &written.at);
        // The methods of what a `Box` holds are called on the `Box`.
        own.or_else(|| self.given.types.key_of(pointee(&written.ty), &written.at))
    }

    /// The result of a method, if all methods of this name give the same.
    pub(crate) fn result_of(&self, of: &Key, name: &str, count: usize) -> Option<Written> {
        let heads = self.given.types.methods(of, name, count);
        let mut all = heads.iter().map(|head| written_result(head));
        let first = all.next()??;
        let key = self.key_of_written(&first);
        let is_same =
            |other: Option<Written>| other.is_some_and(|other| self.key_of_written(&other) == key);
        all.all(is_same).then_some(first)
    }
}

/// The declared result of a method.
pub(crate) fn written_result(head: &Head) -> Option<Written> {
    Some(Written {
        ty: without_lengths(head.result()?, &head.lengths),
        at: head.within(),
    })
}
