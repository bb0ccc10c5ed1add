//! Opaque pieces: the user's own code, carried along as tokens.
//!
//! Each piece is a statement of the code list, so that it keeps its place in source order, and lists
//! the values it mentions, so that they are computed before it. A place such as `self.mu` has no
//! effect and is one value however often it stands in the source, until a statement of the
//! user's might have changed it.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Expr;
use syn::visit::Visit;

use crate::interface::Opaque;
use crate::ir::{Elemental, OpaqueId, Origin, ValueId};

use super::value::{Inactive, Value};
use super::{Lowering, messages};

impl Lowering<'_> {
    /// Keeps an expression as it stands, local names replaced by what they mean.
    pub(crate) fn keep(&mut self, expression: &Expr) -> Value {
        if let Some(at) = super::substitute::leaves_function(expression, self.wrapper) {
            return self.refuse(&at, messages::EARLY_RETURN);
        }
        self.suspect(|suspicion| suspicion.visit_expr(expression));
        let mut expression = expression.clone();
        let mentions = self.substitute_expression(&mut expression);
        Value::Inactive(Inactive {
            tokens: expression.into_token_stream(),
            mentions,
        })
    }

    /// Reports a parameter of unknown type that is used as if it were active.
    pub(crate) fn suspect(&mut self, visit: impl FnOnce(&mut super::substitute::Suspicion<'_>)) {
        if let Some((at, name)) = super::substitute::suspicious_use(&self.suspects, visit) {
            self.refuse(&at, &messages::shape_unknown(&name));
        }
    }

    /// Makes an opaque expression a scalar of the code list.
    pub(crate) fn materialize(&mut self, inactive: Inactive, reference: bool) -> ValueId {
        let Inactive { tokens, mentions } = inactive;
        let place = is_place(&tokens).then(|| tokens.to_string());
        if let Some(id) = place.as_ref().and_then(|place| self.places.get(place)) {
            return *id;
        }
        let opaque = self.push_opaque(Opaque::Scalar {
            expression: tokens,
            reference,
        });
        let id = self.builder.opaque(opaque, &mentions, Origin::default());
        if let Some(place) = place {
            self.places.insert(place, id);
        }
        id
    }

    /// Emits a statement of the user's where it stands.
    pub(crate) fn keep_statement(&mut self, tokens: TokenStream, mentions: &[ValueId]) {
        self.places.clear();
        let opaque = self.push_opaque(Opaque::Statement(tokens));
        self.builder.opaque(opaque, mentions, Origin::default());
    }

    pub(crate) fn push_opaque(&mut self, opaque: Opaque) -> OpaqueId {
        let id = OpaqueId(u32::try_from(self.opaques.len()).expect("invariant: ids are 32 bits"));
        self.opaques.push(opaque);
        id
    }

    /// A name that no other binding has.
    pub(crate) fn fresh(&mut self, name: &syn::Ident) -> syn::Ident {
        self.renamed += 1;
        format_ident!(
            "{}_{}",
            name,
            self.renamed,
            span = proc_macro2::Span::mixed_site()
        )
    }

    /// An expression for a value that opaque code mentions; pushes what it depends on.
    pub(crate) fn spell(&self, value: &Value, mentions: &mut Vec<ValueId>) -> Option<TokenStream> {
        Some(match value {
            Value::Scalar(id) => {
                if let Elemental::Literal(bits) = self.builder.code().statement(*id).elemental() {
                    crate::spelling::literal(f64::from_bits(bits), self.precision)
                } else {
                    mentions.push(*id);
                    crate::spelling::value(*id).into_token_stream()
                }
            }
            Value::Integer(integer) => {
                let magnitude = integer.value.unsigned_abs();
                let literal = format!(
                    "{magnitude}{}",
                    integer.suffix.as_deref().unwrap_or_default()
                );
                let literal: proc_macro2::Literal = literal.parse().ok()?;
                if integer.value < 0 {
                    quote!((-#literal))
                } else {
                    quote!(#literal)
                }
            }
            Value::Boolean(value) => quote!(#value),
            Value::Array(elements) => {
                let elements = self.spell_all(elements, mentions)?;
                quote!([#(#elements),*])
            }
            Value::Tuple(elements) => {
                let elements = self.spell_all(elements, mentions)?;
                quote!((#(#elements,)*))
            }
            Value::Inactive(inactive) => {
                mentions.extend(&inactive.mentions);
                inactive.tokens.clone()
            }
            Value::Unassigned | Value::Poison => return None,
        })
    }

    fn spell_all(&self, values: &[Value], mentions: &mut Vec<ValueId>) -> Option<Vec<TokenStream>> {
        values
            .iter()
            .map(|value| self.spell(value, mentions))
            .collect()
    }
}

/// Whether the tokens are a path of fields and plain indices, which has no effect.
fn is_place(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().all(|token| match token {
        proc_macro2::TokenTree::Ident(_) | proc_macro2::TokenTree::Literal(_) => true,
        proc_macro2::TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | ':'),
        proc_macro2::TokenTree::Group(group) => {
            group.delimiter() == proc_macro2::Delimiter::Bracket && is_place(&group.stream())
        }
    })
}
