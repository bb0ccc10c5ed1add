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

use super::matrix::Matrix;
use super::value::{Inactive, Value};
use super::{Lowering, TrialState, messages};

impl Lowering {
    /// Keeps an expression as it stands, local names replaced by what they mean.
    pub(crate) fn keep(&mut self, expression: &Expr) -> Value {
        if let Some(at) = super::inspect::leaves_function(expression, self.frames.wrapper) {
            return self.refuse(&at, messages::EARLY_RETURN);
        }
        if let (false, Some(at)) = (
            self.frames.calls.is_empty(),
            super::inspect::leaves_closure(expression),
        ) {
            return self.refuse(&at, messages::LEAVES_INLINED);
        }
        let is_output = |name: &syn::Ident| {
            let binding = self.names.scopes.get(&name.to_string());
            binding.is_some_and(|binding| binding.output)
        };
        if let Some(at) = super::inspect::whole_output(expression, is_output) {
            return self.refuse(&at, messages::OUTPUT_IN_OPAQUE);
        }
        if let Some(poison) = self.refuse_suspect(expression) {
            return poison;
        }
        for name in super::inspect::assigned_names(expression) {
            self.demote(&name, expression);
        }
        if let Some(name) = self.taken_name_in(expression) {
            let message = if self.frames.foreign > 0 {
                messages::name_of_elsewhere(&name.to_string())
            } else {
                messages::name_taken(&name.to_string())
            };
            return self.refuse(&name, &message);
        }
        let mut expression = expression.clone();
        let mentions = self.substitute_expression(&mut expression);
        Value::Inactive(Inactive {
            tokens: expression.into_token_stream(),
            mentions,
        })
    }

    /// Reports a parameter of unknown type that is used as if it were active.
    fn refuse_suspect(&mut self, expression: &Expr) -> Option<Value> {
        let visit =
            |suspicion: &mut super::inspect::Suspicion<'_>| suspicion.visit_expr(expression);
        let (at, name) = super::inspect::suspicious_use(&self.names.suspects, visit)?;
        Some(self.refuse(&at, &messages::shape_unknown(&name)))
    }

    /// The parameter of unknown type that a place is, or is a numbered part of.
    pub(crate) fn suspect_behind(&self, place: &TokenStream) -> Option<String> {
        let mut tokens = place.clone().into_iter();
        let proc_macro2::TokenTree::Ident(name) = tokens.next()? else {
            return None;
        };
        let is_part = tokens.all(|token| match token {
            proc_macro2::TokenTree::Group(group) => {
                group.delimiter() == proc_macro2::Delimiter::Bracket
            }
            proc_macro2::TokenTree::Punct(dot) => dot.as_char() == '.',
            proc_macro2::TokenTree::Literal(_) => true,
            proc_macro2::TokenTree::Ident(_) => false,
        });
        self.names
            .suspects
            .get(&name.to_string())
            .filter(|_| is_part)
            .cloned()
    }

    /// Makes an opaque expression a scalar of the code list.
    pub(crate) fn materialize(&mut self, inactive: Inactive, reference: bool) -> ValueId {
        let Inactive { tokens, mentions } = inactive;
        let place = is_place(&tokens).then(|| tokens.to_string());
        if let Some(id) = place
            .as_ref()
            .and_then(|place| self.writer.places.get(place))
        {
            return *id;
        }
        if place.is_none() {
            // Whatever this is, it may have changed what places hold.
            self.disturb_places();
        }
        let opaque = self.push_opaque(Opaque::Scalar {
            expression: tokens,
            reference,
        });
        let id = self
            .writer
            .builder
            .opaque(opaque, &mentions, Origin::default());
        if let Some(place) = place {
            self.writer.places.insert(place, id);
        }
        id
    }

    /// Gives an opaque part of an aggregate its place in source order, under a name of its own.
    pub(crate) fn settle_part(&mut self, value: Value) -> Value {
        match value {
            Value::Inactive(inactive) if self.writer.trial.is_none() => self.settle_as(
                &syn::Ident::new("part", proc_macro2::Span::call_site()),
                inactive,
            ),
            value => value,
        }
    }

    /// Evaluates opaque code now, into a variable with a fresh name.
    pub(crate) fn settle_as(&mut self, name: &syn::Ident, inactive: Inactive) -> Value {
        let fresh = self.fresh(name);
        let tokens = inactive.tokens;
        self.keep_statement(quote!(let mut #fresh = #tokens;), &inactive.mentions);
        Value::Inactive(Inactive {
            tokens: fresh.into_token_stream(),
            mentions: Vec::new(),
        })
    }

    /// Turns a known variable into one that the user's own code can assign to.
    fn demote(&mut self, name: &str, at: &Expr) {
        let Some(binding) = self.names.scopes.get(name) else {
            return;
        };
        let (value, mut mentions) = (binding.value.clone(), Vec::new());
        let is_list = binding.list;
        if binding.moved {
            self.refuse(at, messages::MOVED_THEN_CHANGED);
        }
        if matches!(value, Value::Inactive(_) | Value::Fields(_) | Value::Poison) {
            return;
        }
        let fresh = self.fresh(&syn::Ident::new(name, proc_macro2::Span::call_site()));
        match self.spell(&value, &mut mentions) {
            Some(tokens) if is_list => {
                self.keep_statement(quote!(let mut #fresh = vec! #tokens;), &mentions);
            }
            Some(tokens) => self.keep_statement(quote!(let mut #fresh = #tokens;), &mentions),
            None => self.keep_statement(quote!(let mut #fresh;), &[]),
        }
        let place = Inactive {
            tokens: fresh.into_token_stream(),
            mentions: Vec::new(),
        };
        let binding = self
            .names
            .scopes
            .get_mut(name)
            .expect("invariant: found above");
        // A matrix is still one, read element by element from the copy; the next change makes another copy.
        binding.value = match value {
            Value::Matrix(Matrix { rows, cols, .. }) => {
                Value::Matrix(Matrix::at(&place.tokens, rows, cols))
            }
            _ => Value::Inactive(place),
        };
    }

    /// Emits a statement of the user's where it stands.
    pub(crate) fn keep_statement(&mut self, tokens: TokenStream, mentions: &[ValueId]) {
        if let Some(trial) = &mut self.writer.trial {
            // A trial leaves no trace.
            *trial = TrialState::Failed;
            return;
        }
        self.disturb_places();
        let opaque = self.push_opaque(Opaque::Statement(tokens));
        self.writer
            .builder
            .opaque(opaque, mentions, Origin::default());
    }

    /// Forgets what places held.
    pub(crate) fn disturb_places(&mut self) {
        self.writer.places.clear();
        self.writer.disturbances += 1;
    }

    pub(crate) fn push_opaque(&mut self, opaque: Opaque) -> OpaqueId {
        let id =
            OpaqueId(u32::try_from(self.writer.opaques.len()).expect("invariant: ids are 32 bits"));
        self.writer.opaques.push(opaque);
        id
    }

    /// A name that no other binding has.
    pub(crate) fn fresh(&mut self, name: &syn::Ident) -> syn::Ident {
        self.writer.renamed += 1;
        let fresh = format_ident!(
            "{}_{}",
            name,
            self.writer.renamed,
            span = proc_macro2::Span::mixed_site()
        );
        self.writer
            .fresh_in
            .insert(fresh.to_string(), self.writer.builder.region());
        fresh
    }

    /// An expression for a value that opaque code mentions; pushes what it depends on.
    pub(crate) fn spell(&self, value: &Value, mentions: &mut Vec<ValueId>) -> Option<TokenStream> {
        Some(match value {
            Value::Scalar(id) => {
                if let Elemental::Literal(bits) =
                    self.writer.builder.code().statement(*id).elemental()
                {
                    crate::spelling::literal(f64::from_bits(bits), self.given.precision)
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
            Value::Matrix(matrix) => self.spell_matrix(matrix, mentions)?,
            Value::Struct(layout, fields) => layout.literal(&self.spell_all(fields, mentions)?),
            Value::Fields(fields) => fields.place.clone(),
            Value::Maybe(maybe) => self.spell_maybe(maybe, mentions)?,
            Value::Inactive(inactive) | Value::Carried(inactive) => {
                mentions.extend(&inactive.mentions);
                inactive.tokens.clone()
            }
            Value::Reference(place) => {
                let value = self.load(&self.follow(place.clone()))?;
                self.spell(&value, mentions)?
            }
            Value::Function(function) => function.spell(mentions)?,
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

/// The tokens as they may stand before `as`, `[..]` and `.`, which bind stronger than operators.
pub(super) fn as_operand(tokens: TokenStream) -> TokenStream {
    use proc_macro2::TokenTree;
    let is_loose = |token: TokenTree| match token {
        TokenTree::Punct(punct) => !matches!(punct.as_char(), '.' | ':'),
        TokenTree::Ident(name) => name == "as",
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    };
    if tokens.clone().into_iter().any(is_loose) {
        quote!((#tokens))
    } else {
        tokens
    }
}

/// Whether the tokens are a path of fields and plain indices, which has no effect.
pub(super) fn is_place(tokens: &TokenStream) -> bool {
    use proc_macro2::{Delimiter, TokenTree};
    let is_star =
        |token: &TokenTree| matches!(token, TokenTree::Punct(star) if star.as_char() == '*');
    let mut behind_stars = tokens.clone().into_iter().skip_while(is_star);
    behind_stars.all(|token| match token {
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | ':'),
        TokenTree::Group(group) => {
            group.delimiter() == Delimiter::Bracket && is_place(&group.stream())
        }
    })
}
