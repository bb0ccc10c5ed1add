//! Opaque values that become variables of the generated function, or scalars of the code list.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::interface::{Opaque, Wrapper};
use crate::ir::ValueId;

use crate::front::syntax::matrix_types;
use crate::front::syntax::no_numbers::{is_no_number, is_phantom_code};
use crate::front::syntax::tokens::{
    behind_references, borrowed_place, is_path_of_item, is_place, place_referred_to,
};
use crate::front::value::found::{Found, Stop};
use crate::front::value::guard::Until;
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::{Maybe, group_after};
use crate::front::value::{Inactive, Value};
use crate::front::write::made::{Changes, KnownParts};
use crate::front::write::places::Known;
use crate::front::write::writer::Writer;

/// The name of variables for parts of aggregates.
const PART: &str = "part";

/// The name of variables that hold a field of an enum whose variant only run time knows.
pub(crate) const FIELD: &str = "field";

/// Whether opaque code is a variable that holds a part of an aggregate.
pub(crate) fn is_part(tokens: &TokenStream) -> bool {
    let text = tokens.to_string();
    let mut names = [PART, FIELD].into_iter();
    names.any(|name| text.starts_with(&format!("__{name}_"))) || is_item(tokens)
}

/// Whether opaque code is an item of the user's iterator, which may be a reference.
pub(crate) fn is_item(tokens: &TokenStream) -> bool {
    let spelled = tokens.to_string();
    let spelled = spelled.trim_start_matches(['(', '*', ' ']);
    spelled.starts_with("__item_")
}

/// Whether an opaque number may be behind a reference. This is possible for an operand of
/// arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behind {
    Reference,
    Nothing,
}

impl Writer {
    /// Makes an opaque expression a scalar of the code list.
    pub(crate) fn materialize(&mut self, inactive: Inactive, behind: Behind) -> Found<ValueId> {
        self.at_run_time()?;
        let Inactive { tokens, mentions } = inactive;
        let is_fixed = self.is_fixed(&tokens);
        let place = (is_fixed || is_place(&tokens)).then(|| tokens.to_string());
        if let Some(known) = place.as_ref().and_then(|place| self.places.get(place)) {
            return Ok(known.id);
        }
        if place.is_none() {
            // This may be a call with effects, which may have changed the values of places.
            self.disturb_places();
        }
        let reference = behind == Behind::Reference || is_item(&tokens);
        let opaque = self.push_opaque(Opaque::Scalar {
            expression: tokens,
            reference,
        });
        let id = if self.is_optional {
            self.builder
                .optional_opaque(opaque, &mentions, self.origins.current())
        } else {
            self.builder
                .opaque(opaque, &mentions, self.origins.current())
        };
        if let Some(place) = place {
            self.places.insert(place, Known { id, is_fixed });
        }
        Ok(id)
    }

    /// Evaluates an opaque part of an aggregate now, in source order, into a fresh variable.
    pub(crate) fn settle_part(&mut self, value: Value) -> Found<Value> {
        match value {
            // The value behind a shared reference cannot change while the reference exists.
            Value::Inactive(inactive) if place_referred_to(&inactive.tokens).is_some() => {
                Ok(Value::Inactive(inactive))
            }
            Value::Inactive(inactive) => self.settle_as(
                &syn::Ident::new(PART, proc_macro2::Span::call_site()),
                inactive,
            ),
            value => Ok(value),
        }
    }

    /// Evaluates opaque code now, into a variable with a fresh name.
    pub(crate) fn settle_as(&mut self, name: &syn::Ident, inactive: Inactive) -> Found<Value> {
        // In a variable of its own, rustc could not infer its type.
        if is_phantom_code(&inactive.tokens) {
            return Ok(Value::Inactive(inactive));
        }
        // A trial writes nothing.
        let is_text = |tokens: &TokenStream| syn::parse2::<syn::LitStr>(tokens.clone()).is_ok();
        if self.is_trial() && is_text(&inactive.tokens) {
            return Ok(Value::Inactive(inactive));
        }
        let tokens = self.hold(inactive.tokens, &inactive.mentions)?;
        let fresh = self.fresh(name);
        if self.is_no_number(&tokens) {
            self.no_numbers.insert(fresh.to_string());
        }
        if is_path_of_item(&tokens) {
            self.samples.insert(fresh.to_string(), tokens.clone());
        }
        self.note_reach(&fresh, &tokens);
        self.note_alias(&fresh.to_string(), &tokens);
        self.made
            .give(&fresh.to_string(), &tokens, Changes::Perhaps);
        if let Ok(from) = syn::parse2::<syn::Ident>(tokens.clone()) {
            self.given_from.insert(fresh.to_string(), from.to_string());
        }
        self.keep_statement(quote!(let mut #fresh = #tokens;), &inactive.mentions)?;
        self.note_guard(&fresh, &tokens, Until::Statement);
        Ok(Value::Inactive(Inactive {
            tokens: fresh.into_token_stream(),
            mentions: Vec::new(),
        }))
    }

    /// The same for code whose derivative is given beside it.
    pub(crate) fn settle_followed(&mut self, name: &syn::Ident, code: Inactive) -> Found<Value> {
        let settled = self.settle_as(name, code)?;
        if let Value::Inactive(variable) = &settled {
            self.varying.remove(&variable.tokens.to_string());
        }
        Ok(settled)
    }

    /// Notes that a new variable is a shared reference to a place, so that what is known of the
    /// place is known of it.
    pub(crate) fn note_alias(&mut self, variable: &str, tokens: &TokenStream) {
        let copied = self.aliases.get(&tokens.to_string()).cloned();
        if let Some(place) = copied.or_else(|| borrowed_place(tokens)) {
            let place = self.behind_alias(&place).unwrap_or(place);
            self.aliases.insert(variable.to_owned(), place);
        }
    }

    /// A place by the variable that an alias is a reference to.
    pub(crate) fn behind_alias(&self, place: &TokenStream) -> Option<TokenStream> {
        let mut tokens = behind_references(place.clone()).into_iter();
        let place = self.aliases.get(&tokens.next()?.to_string())?;
        Some(place.clone().into_iter().chain(tokens).collect())
    }

    /// An integer or a flag in a struct that copied code has made.
    pub(crate) fn known_part(&self, place: &TokenStream) -> Option<Value> {
        let alias = || self.made.value(&self.behind_alias(place)?);
        self.made.value(place).or_else(alias)
    }

    /// What is known of the parts of a place.
    pub(crate) fn known_parts_of(&self, place: &TokenStream) -> KnownParts {
        let alias = self.behind_alias(place);
        self.made.parts_of(alias.as_ref().unwrap_or(place))
    }

    /// Whether opaque code is certainly no floating-point number, by its form or by that of the
    /// code that its name was given to.
    pub(crate) fn is_no_number(&self, tokens: &TokenStream) -> bool {
        self.no_numbers.contains(&tokens.to_string())
            || syn::parse2(tokens.clone()).is_ok_and(|code| is_no_number(&code))
    }

    /// Whether a value is certainly no floating-point number.
    pub(crate) fn holds_no_number(&self, value: &Value) -> bool {
        match value {
            Value::Inactive(code) => self.is_no_number(&code.tokens),
            value => !matches!(value, Value::Scalar(_)),
        }
    }

    /// Notes that a new variable may be a `&mut` reference, if the opaque code that it holds may
    /// give one.
    pub(crate) fn note_reach(&mut self, variable: &syn::Ident, tokens: &TokenStream) {
        if self.reaches(tokens) {
            self.reaching.insert(variable.to_string());
        }
    }

    /// Whether opaque code may give a `&mut` reference: it borrows, or it moves such a reference.
    pub(crate) fn reaches(&self, tokens: &TokenStream) -> bool {
        let mut before = ' ';
        let mut trees = tokens.clone().into_iter().peekable();
        while let Some(token) = trees.next() {
            let next = match (&token, trees.peek()) {
                (_, Some(TokenTree::Punct(sign))) => sign.as_char(),
                (_, Some(TokenTree::Group(group))) if group.delimiter() == Delimiter::Bracket => {
                    '['
                }
                _ => ' ',
            };
            before = match token {
                TokenTree::Punct(sign) => sign.as_char(),
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let borrows = (before == '&' && name == "mut") || name.ends_with("_mut");
                    // `s.x` and `*s` are read, `s` and `s.unwrap()` are moved.
                    let moves = before != '*'
                        && before != '.'
                        && (!matches!(next, '.' | '[') || is_unwrapped(trees.clone()));
                    if borrows || (moves && self.reaching.contains(&name)) {
                        return true;
                    }
                    ' '
                }
                TokenTree::Group(group) if self.reaches(&group.stream()) => return true,
                _ => ' ',
            };
        }
        false
    }

    /// Makes rustc check that an opaque matrix is nalgebra's, at its first use as a matrix.
    pub(crate) fn confirm(&mut self, matrix: &Matrix) {
        let Some(place) = &matrix.place else { return };
        if self.is_trial() || !self.matrices.confirmed.insert(place.to_string()) {
            return;
        }
        let scalar = crate::spelling::scalar_type(self.precision);
        let dimensions = (matrix.rows, matrix.cols);
        let check = if matrix.extents.are_fixed() {
            matrix_types::check_place(place, dimensions, &scalar)
        } else {
            matrix_types::check_dimensions(place, dimensions, &scalar, "a matrix")
        };
        let check = self.push_opaque(Opaque::Statement(check));
        self.builder.opaque(check, &[], self.origins.current());
    }

    /// Evaluates an inactive expression that is known to be a matrix.
    pub(crate) fn matrix_of(
        &mut self,
        inactive: Inactive,
        rows: usize,
        cols: usize,
    ) -> Found<Value> {
        let name = syn::Ident::new("part", proc_macro2::Span::call_site());
        match self.settle_as(&name, inactive)? {
            Value::Inactive(part) => Ok(Value::Matrix(Matrix::at(&part.tokens, rows, cols))),
            other => Ok(other),
        }
    }

    /// The same for an expression of the type and dimensions of another matrix.
    pub(crate) fn matrix_like(&mut self, inactive: Inactive, like: &Matrix) -> Found<Value> {
        Ok(match self.matrix_of(inactive, like.rows, like.cols)? {
            Value::Matrix(matrix) => Value::Matrix(matrix.with(like.extents)),
            other => other,
        })
    }

    /// Stores an answer in a fresh variable.
    pub(crate) fn settle_answer(
        &mut self,
        tokens: &TokenStream,
        mentions: &[ValueId],
    ) -> Found<TokenStream> {
        let name = self.fresh(&syn::Ident::new("answer", proc_macro2::Span::call_site()));
        self.keep_statement(quote!(let #name = #tokens;), mentions)?;
        Ok(quote!(#name))
    }

    /// Drops a value. An opaque value is still evaluated, because it may have effects.
    pub(crate) fn discard(&mut self, value: Value) -> Found<()> {
        match value {
            Value::Inactive(Inactive { tokens, mentions }) => {
                self.keep_statement(quote!(let _ = #tokens;), &mentions)
            }
            _ => Ok(()),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "`f64::from` exists only for integers that fit"
    )]
    pub(crate) fn literal_of(&mut self, value: i128) -> Value {
        Value::Scalar(self.builder.literal(value as f64))
    }

    /// Splits an opaque `Option` or `Result` into an answer and the value inside, where `otherwise`
    /// is the code of any value of the type inside. The variable has that value if nothing is
    /// inside, and nothing reads it then. Without such code the variable is an `Option`.
    pub(crate) fn maybe_or(
        &mut self,
        kept: Inactive,
        wrapper: Wrapper,
        otherwise: Option<&TokenStream>,
    ) -> Found<Maybe> {
        let Inactive { tokens, mentions } = kept;
        let variant = match wrapper {
            Wrapper::Option => "Some",
            Wrapper::Result | Wrapper::Plain => "Ok",
        };
        if let Some(inside) = group_after(&tokens, variant) {
            let inside = self.settle_part(Value::Inactive(Inactive {
                tokens: inside,
                mentions,
            }))?;
            return Ok(Maybe::there(wrapper, inside));
        }
        // The value inside of what is always an error would have no type.
        if wrapper == Wrapper::Result
            && let Some(error) = group_after(&without_braces(&tokens), "Err")
        {
            let error = self.settle_part(Value::Inactive(Inactive {
                tokens: error,
                mentions,
            }))?;
            let Value::Inactive(Inactive { tokens, mentions }) = error else {
                return Err(Stop);
            };
            return Ok(Maybe::failed(&tokens, mentions));
        }
        // A variable that is always `None` would have no type.
        if wrapper == Wrapper::Option && spells_nothing(&tokens) {
            return Ok(Maybe::nothing());
        }
        let [answer, value] = ["answer", "inside"]
            .map(|name| self.fresh(&syn::Ident::new(name, proc_macro2::Span::call_site())));
        let tokens = self.hold(tokens, &mentions)?;
        let (inside, otherwise) = match otherwise {
            Some(otherwise) => (quote!(__inside), otherwise.clone()),
            None => (quote!(Some(__inside)), quote!(None)),
        };
        let arms = match wrapper {
            Wrapper::Option => quote! {
                Some(__inside) => (Some(()), #inside),
                None => (None, #otherwise),
            },
            Wrapper::Result | Wrapper::Plain => quote! {
                Ok(__inside) => (Ok(()), #inside),
                Err(__error) => (Err(__error), #otherwise),
            },
        };
        self.note_reach(&value, &tokens);
        self.keep_statement(
            quote!(let (#answer, #value) = match #tokens { #arms };),
            &mentions,
        )?;
        let inside = Value::Inactive(Inactive {
            tokens: value.into_token_stream(),
            mentions: Vec::new(),
        });
        Ok(Maybe::asked(wrapper, answer.into_token_stream(), inside))
    }
}

/// Whether a name is followed by `.unwrap()`.
fn is_unwrapped(mut behind: impl Iterator<Item = TokenTree>) -> bool {
    behind.next();
    matches!(behind.next(), Some(TokenTree::Ident(method)) if method == "unwrap")
}

/// The expression in a block that has nothing else.
fn without_braces(tokens: &TokenStream) -> TokenStream {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Brace => {
            without_braces(&group.stream())
        }
        _ => tokens.clone(),
    }
}

/// `None`, in blocks or not.
fn spells_nothing(tokens: &TokenStream) -> bool {
    let mut trees = tokens.clone().into_iter();
    match (trees.next(), trees.next()) {
        (Some(TokenTree::Ident(name)), None) => name == "None",
        (Some(TokenTree::Group(group)), None) if group.delimiter() != Delimiter::Bracket => {
            spells_nothing(&group.stream())
        }
        _ => false,
    }
}
