//! Rules with types, as written: `rule(rates(t: f64, y: &[f64; 2]) -> [f64; 2] => jacobian(t, y))`.
//!
//! The types say how many numbers the arguments and the results have. What follows is one Jacobian:
//! a `SparseJacobian`, an array of rows, or a matrix of nalgebra.

use std::rc::Rc;

use quote::{ToTokens, format_ident};

use crate::front::messages;
use crate::front::read::function_types::FunctionType;
use crate::front::read::given_values::lengths_of;
use crate::front::read::reader::Reader;
use crate::front::read::requests::{Partial, TypedRule};
use crate::front::read::rules::Rows;
use crate::front::read::supplied::{Called, Supplied, Way};
use crate::front::syntax::tokens::shown;

impl Reader<'_> {
    /// What the types of rules say, by the numbers of the rules.
    pub(crate) fn typed_rules(&mut self) -> Vec<(usize, Rc<Supplied>)> {
        let mut found = Vec::new();
        for rule in &self.arguments.rules {
            let Rows::Jacobian(typed) = &rule.results else {
                continue;
            };
            let at = typed.request.callee.to_token_stream();
            match self.types_of_rule(typed) {
                Some(supplied) => found.push((typed.number, Rc::new(supplied))),
                None => self
                    .diagnostics
                    .error_at(&at, &messages::rule_types(&shown(&at))),
            }
        }
        found
    }

    fn types_of_rule(&mut self, typed: &TypedRule) -> Option<Supplied> {
        let mut request = typed.request.clone();
        for asked in request.arguments.iter_mut().flatten() {
            if asked.partial == Partial::Never && asked.ty.is_none() {
                asked.ty = Some(syn::parse_quote!(_));
            }
        }
        let ty = FunctionType::of_request(&request)?;
        let arguments = self.arguments_of(&ty, &request);
        let returned = match &ty.output {
            Some(ty) => Some(self.shape(ty)?),
            None => None,
        };
        let mut written = arguments.iter().filter(|argument| argument.way == Way::Out);
        if written.any(|one| one.numbers.is_none()) {
            return None;
        }
        let supplied = Supplied {
            called: Called::Field(typed.request.callee.clone()),
            prime: format_ident!("rule"),
            arguments,
            lengths: returned.as_ref().map_or_else(Vec::new, lengths_of),
            returned,
        };
        (supplied.partials() > 0 && supplied.results() > 0).then_some(supplied)
    }
}
