//! Constant folding of code that stays code: variants without fields, and texts.
//!
//! ```text
//! const JOINTS: [Joint; 2] = [Joint { kind: Kind::Prismatic, .. }, ..];
//! if JOINTS[i].kind == Kind::Prismatic { .. }      `i` from a loop: only one arm is run
//! match JOINTS[i].kind { .. }                      the same
//! match name { "up" => a, _ => b }                 the same, where `name` is a literal
//! ```
//!
//! Such code has no value of its own kind. Its tokens are the value, spelled as the generated
//! function names them, so a variant can be joined, assigned and passed on as all opaque code is.
//!
//! Invariant: `==` is answered only for types whose definition is in view and derives `PartialEq`.
//! An `eq` of the user's own stays a question for run time. Cost: linear in the parts that are
//! compared. Code of another form is told by its tokens, without parsing.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Pat;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Key, Variant};
use crate::front::syntax::patterns::{is_variable, path_of};
use crate::front::syntax::tokens::behind_references;
use crate::front::value::found::Found;
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};
use crate::interface::{Layout, Wrapper};

impl<M> Lowering<M> {
    /// The enum of which a path names a variant, if its definition is in view.
    pub(crate) fn enum_of(&self, path: &syn::Path) -> Option<Key> {
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let key = self.given.types.key(&owner, &self.within())?;
        self.given.types.is_enum(&key).then_some(key)
    }

    /// The variant without fields that a path names, as the generated function spells it.
    pub(crate) fn variant_of_path(&self, path: &syn::ExprPath) -> Option<Value> {
        if path.qself.is_some() {
            return None;
        }
        let key = self.enum_of(&path.path)?;
        let name = &path.path.segments.last()?.ident;
        self.variant_named(&key, name)
            .filter(|variant| variant.fields.is_empty())?;
        let types = &self.given.types;
        let mut spelled = types.path_to(&key, self.given.home.module);
        spelled.segments.push(name.clone().into());
        Some(Value::Inactive(Inactive {
            tokens: spelled.into_token_stream(),
            mentions: Vec::new(),
        }))
    }

    /// The integer that `as` makes of a variant without fields.
    pub(crate) fn number_of_variant(&self, code: &Inactive) -> Option<Value> {
        let (key, name) = self.written_unit(&code.tokens)?;
        Some(Value::integer(self.variant_named(&key, &name)?.number?))
    }

    /// Whether code is known in a trial, where no variables are made.
    pub(crate) fn is_tried_code(&self, code: &Inactive) -> bool {
        self.writer.is_trial() && self.is_known_code(&code.tokens)
    }

    /// A part of an aggregate, evaluated now. In a trial only known code is a part.
    pub(crate) fn settle_known(&mut self, value: Value) -> Found<Value> {
        match &value {
            Value::Inactive(code) if self.is_tried_code(code) => Ok(value),
            _ => self.writer.settle_part(value),
        }
    }

    /// Whether opaque code fits a pattern, `Kind::Prismatic` or `"up"`. `None` if only rustc knows.
    pub(crate) fn known_code_fits(&self, pattern: &Pat, code: &TokenStream) -> Option<bool> {
        if let Pat::Lit(literal) = pattern {
            return is_same_text(&written_text(code)?, &literal.lit);
        }
        let (key, name) = self.written_unit(code)?;
        let path = path_of(pattern)?;
        let asked = &path.segments.last()?.ident;
        // A name that is no variant may be a constant of the type.
        self.variant_named(&key, asked)?;
        (self.enum_of(&path)? == key).then_some(*asked == name)
    }

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

    /// Whether all leaves of a value are known, codes included.
    pub(crate) fn is_whole_code(&self, value: &Value) -> bool {
        let mut is_whole = true;
        value.for_each_leaf(&mut |leaf| {
            is_whole &= match leaf {
                Value::Inactive(code) => self.is_known_code(&code.tokens),
                Value::Integer(_) | Value::Boolean(_) | Value::Scalar(_) | Value::Unassigned => {
                    true
                }
                Value::Maybe(maybe) => is_answered(maybe),
                Value::Tuple(parts) | Value::Array(parts) | Value::Struct(_, parts) => {
                    parts.is_empty()
                }
                _ => false,
            }
        });
        is_whole
    }

    /// Whether two known values are equal, as `derive(PartialEq)` defines it.
    pub(crate) fn equal_parts(&self, left: &Value, right: &Value) -> Option<bool> {
        let constant = |id: &crate::ir::ValueId| {
            let code = self.writer.builder.code();
            Some(code.statement(*id).constant()?.value())
        };
        match (left, right) {
            (Value::Integer(a), Value::Integer(b)) => Some(a.value == b.value),
            (Value::Boolean(a), Value::Boolean(b)) => Some(a == b),
            #[expect(clippy::float_cmp, reason = "the comparison that the user wrote")]
            (Value::Scalar(a), Value::Scalar(b)) => Some(constant(a)? == constant(b)?),
            (Value::Inactive(a), Value::Inactive(b)) => self.equal_codes(a, b),
            // A variant with fields and one without are different.
            (Value::Inactive(unit), Value::Struct(layout, _))
            | (Value::Struct(layout, _), Value::Inactive(unit)) => {
                let (key, _) = self.written_unit(&unit.tokens)?;
                let is_same = layout.own.as_ref() == Some(&key) && layout.is_variant;
                (is_same && self.derives_equality(&key)).then_some(false)
            }
            (Value::Struct(a, own), Value::Struct(b, other)) => {
                self.equal_structs((a, own), (b, other))
            }
            (Value::Tuple(own), Value::Tuple(other)) | (Value::Array(own), Value::Array(other)) => {
                if own.len() != other.len() {
                    return None;
                }
                let mut equal = true;
                for (a, b) in own.iter().zip(other.iter()) {
                    equal &= self.equal_parts(a, b)?;
                }
                Some(equal)
            }
            (Value::Maybe(a), Value::Maybe(b)) => {
                let is_option = a.wrapper == Wrapper::Option && b.wrapper == Wrapper::Option;
                match (&a.presence, &b.presence) {
                    (Presence::Always, Presence::Always) if is_option => {
                        self.equal_parts(&a.inside, &b.inside)
                    }
                    (Presence::Never(..), Presence::Never(..)) if is_option => Some(true),
                    (Presence::Always, Presence::Never(..))
                    | (Presence::Never(..), Presence::Always)
                        if is_option =>
                    {
                        Some(false)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn equal_codes(&self, a: &Inactive, b: &Inactive) -> Option<bool> {
        if let (Some(a), Some(b)) = (written_text(&a.tokens), written_text(&b.tokens)) {
            return is_same_text(&a, &b);
        }
        let (a, b) = (self.written_unit(&a.tokens)?, self.written_unit(&b.tokens)?);
        (a.0 == b.0 && self.derives_equality(&a.0)).then_some(a.1 == b.1)
    }

    fn equal_structs(
        &self,
        (a, own): (&Layout, &[Value]),
        (b, other): (&Layout, &[Value]),
    ) -> Option<bool> {
        let key = a.own.as_ref().filter(|key| b.own.as_ref() == Some(key))?;
        if !self.derives_equality(key) || a.is_variant != b.is_variant {
            return None;
        }
        if a.is_variant && a.path.segments.last() != b.path.segments.last() {
            return Some(false);
        }
        let mut equal = true;
        for (member, part) in a.members.iter().zip(own) {
            equal &= self.equal_parts(part, other.get(b.position(member)?)?)?;
        }
        Some(equal)
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

fn is_answered(maybe: &Maybe) -> bool {
    maybe.wrapper == Wrapper::Option && !matches!(maybe.presence, Presence::Asked(_))
}

/// Whether two literals are one text or one character.
fn is_same_text(a: &syn::Lit, b: &syn::Lit) -> Option<bool> {
    match (a, b) {
        (syn::Lit::Str(a), syn::Lit::Str(b)) => Some(a.value() == b.value()),
        (syn::Lit::Char(a), syn::Lit::Char(b)) => Some(a.value() == b.value()),
        _ => None,
    }
}

/// The only name that a pattern binds, if it cannot be assigned to.
pub(crate) fn unchanged_name(pattern: &Pat) -> Option<syn::Ident> {
    match pattern {
        Pat::Type(typed) => unchanged_name(&typed.pat),
        Pat::Paren(inner) => unchanged_name(&inner.pat),
        Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
            let is_fixed = name.mutability.is_none() && is_variable(name);
            is_fixed.then(|| name.ident.clone())
        }
        _ => None,
    }
}
