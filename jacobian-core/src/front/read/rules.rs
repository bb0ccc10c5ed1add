//! The option `rule(erf(x) => 1.128 * (-x * x).exp())`: an opaque function and its partial
//! derivatives.

use quote::ToTokens;
use syn::Expr;
use syn::parse::{Parse, ParseStream};

use crate::front::messages;
use crate::front::syntax::form::path_key;
use crate::front::syntax::strip::strip;

/// `name(x, y) => partials`
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    /// The name of the function in calls: a path, or `self.method`.
    pub(crate) key: String,
    /// `None` for an argument that is never active.
    pub(crate) parameters: Vec<Option<syn::Ident>>,
    /// One row for each result, with one partial for each parameter. A scalar has one row.
    pub(crate) rows: Vec<Vec<Expr>>,
    pub(crate) is_array: bool,
}

impl Parse for Rule {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let called: Expr = input.parse()?;
        let malformed = |at: &dyn ToTokens| {
            syn::Error::new_spanned(at.to_token_stream(), messages::RULE_MALFORMED)
        };
        let (key, arguments) = match &called {
            Expr::Call(call) => (callee_key(&call.func), &call.args),
            Expr::MethodCall(call) => (method_key(call), &call.args),
            _ => return Err(malformed(&called)),
        };
        let key = key.ok_or_else(|| malformed(&called))?;
        let parameters = arguments.iter().map(|argument| match argument {
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) => Ok(Some(name.clone())),
                None => Err(malformed(argument)),
            },
            Expr::Infer(_) => Ok(None),
            other => Err(malformed(other)),
        });
        let parameters = parameters.collect::<syn::Result<Vec<_>>>()?;
        input.parse::<syn::Token![=>]>()?;
        let partials: Expr = input.parse()?;
        let is_array = matches!(partials, Expr::Array(_));
        let rows = match &partials {
            Expr::Array(rows) => rows.elems.iter().map(row).collect(),
            one => vec![row(one)],
        };
        if rows
            .iter()
            .any(|row: &Vec<Expr>| row.len() != parameters.len())
        {
            return Err(malformed(&partials));
        }
        Ok(Self {
            key,
            parameters,
            rows,
            is_array,
        })
    }
}

/// The partials of one result.
pub(crate) fn row(partials: &Expr) -> Vec<Expr> {
    match partials {
        Expr::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
        one => vec![one.clone()],
    }
}

pub(crate) fn callee_key(callee: &Expr) -> Option<String> {
    match strip(callee) {
        Expr::Path(path) if path.qself.is_none() => path_key(&path.path),
        _ => None,
    }
}

pub(crate) fn method_key(call: &syn::ExprMethodCall) -> Option<String> {
    match strip(&call.receiver) {
        Expr::Path(path) if path.path.is_ident("self") => Some(format!("self.{}", call.method)),
        _ => None,
    }
}
