//! The terms of the option `rule(..)`: a rule with its partials, one with types, or `rule(f)`,
//! for which the caller supplies the derivative.

use syn::Token;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};

use crate::front::read::requests::Request;
use crate::front::read::rules::{Rows, Rule};

/// A term of the option.
pub(crate) enum Term {
    Rule(Box<Rule>),
    Request(Box<Request>),
}

impl Term {
    pub(crate) fn give(terms: Vec<Self>, rules: &mut Vec<Rule>, requests: &mut Vec<Request>) {
        for term in terms {
            match term {
                Self::Rule(mut rule) => {
                    if let Rows::Jacobian(typed) = &mut rule.results {
                        typed.number = rules.len();
                    }
                    rules.push(*rule);
                }
                Self::Request(request) => requests.push(*request),
            }
        }
    }
}

impl Parse for Term {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        if let Ok(request) = ahead.parse::<Request>() {
            if ahead.is_empty() || ahead.peek(Token![,]) {
                input.advance_to(&ahead);
                return Ok(Self::Request(Box::new(request)));
            }
            if request.has_types() && ahead.peek(Token![=>]) {
                input.advance_to(&ahead);
                input.parse::<Token![=>]>()?;
                let rule = Rule::typed(request, input.parse()?)?;
                return Ok(Self::Rule(Box::new(rule)));
            }
        }
        Ok(Self::Rule(Box::new(input.parse()?)))
    }
}
