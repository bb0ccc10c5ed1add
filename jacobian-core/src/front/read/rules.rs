//! The option `rule(..)`: the partial derivatives of code that the attribute cannot look into.
//!
//! ```text
//! erf(x) => 1.128 * (-x * x).exp()             a function, by its path
//! Normal::cdf(self, x) => self.pdf(x)          a method, of every object of the type
//! self.normal.cdf(x) => self.normal.pdf(x)     a method, of the object at this place
//! (self.f)(x) => (self.slope)(x)               a closure in a field
//! Squash::squash(self, k) => (by_self, by_k)   a method of numbers
//! polar(r, a) => ((a.cos(), -r * a.sin()), (a.sin(), r * a.cos()))     several results
//! log(x) => Some(1.0 / x)                      a result that may be missing
//! rates(t: f64, y: &[f64; 2]) -> [f64; 2] => jacobian(t, y)       types, and one Jacobian
//! ```
//!
//! A method with a partial by `self` too is a method of numbers, and its receiver may be active.
//! The partials of one result are a *row*: one partial for each argument, in a tuple if there are
//! several. Rows are arranged as the results are: in a tuple, in an array, in a struct literal, or
//! in `Some` or `Ok`.

use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Expr, Ident, Member};

use crate::front::messages;
use crate::front::read::requests::{Request, TypedRule};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::shown;
use crate::front::syntax::variants::variant_called;
use crate::interface::Wrapper;

/// The name by which partials mean the object of a method, in place of `self`. In the generated
/// function `self` may be another object.
pub(crate) const OBJECT: &str = "__object";

/// The name by which partials in the prelude mean the result.
pub(crate) const RESULT: &str = "__result";

/// `callee(x, y) => partials`
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) callee: Callee,
    /// `None` for an argument that is never active, `_`. The object of a method is not among them.
    pub(crate) parameters: Vec<Option<Ident>>,
    pub(crate) results: Rows,
    pub(crate) origin: RuleOrigin,
}

/// Who wrote a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RuleOrigin {
    /// The user. Paths mean what they mean beside the attributed function.
    User,
    /// The prelude. Paths begin with the name of a crate.
    Prelude,
}

/// The code that a rule is about.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// `special::erf(x)`
    Function(syn::Path),
    /// `Normal::cdf(self, x)`: the path of the method.
    Method(syn::Path),
    /// `Squash::squash(self, k)`: the path of a method of numbers. `self` is the first parameter.
    OfNumber(syn::Path),
    /// `self.normal.cdf(x)`: the object and the name of the method.
    OfObject(Expr, Ident),
    /// `(self.f)(x)`
    Field(Expr),
}

/// The partials, arranged as the results are.
#[derive(Clone, Debug)]
pub(crate) enum Rows {
    /// The partials of one number.
    One(Vec<Expr>),
    /// `_`: a result that is not differentiated, for example an integer.
    Inactive,
    Array(Vec<Rows>),
    Tuple(Vec<Rows>),
    Struct(syn::Path, Vec<(Member, Rows)>),
    /// `Some(..)` or `Ok(..)`: the partials of the value inside, where it is there.
    Maybe(Wrapper, Box<Rows>),
    /// The Jacobian of a function with declared types.
    Jacobian(Box<TypedRule>),
    /// The partials follow from a residual that is zero at the result, a closure of the result.
    Implicit(Box<syn::ExprClosure>),
}

/// `solve(p, q) => |y| residual`, a rule of the option `implicit(..)`.
pub(crate) struct Implicit(pub(crate) Rule);

impl Rule {
    fn new(callee: Callee, parameters: Vec<Option<Ident>>, results: Rows) -> Self {
        Self {
            callee,
            parameters,
            results,
            origin: RuleOrigin::User,
        }
    }

    /// A rule with types.
    pub(crate) fn typed(request: Request, partials: Expr) -> syn::Result<Self> {
        let callee = match (&request.callee, request.takes_self) {
            (Expr::Path(path), true) if path.path.segments.len() > 1 => {
                Callee::Method(path.path.clone())
            }
            (Expr::Path(path), false) => Callee::Function(path.path.clone()),
            (Expr::Paren(field), false) => Callee::Field((*field.expr).clone()),
            (Expr::Field(field), _) => match &field.member {
                Member::Named(method) => Callee::OfObject((*field.base).clone(), method.clone()),
                Member::Unnamed(_) => return Err(malformed(&request.callee)),
            },
            _ => return Err(malformed(&request.callee)),
        };
        let partials = of_object(&callee, partials)?;
        let asked = request.arguments.iter().flatten();
        let parameters = asked.map(|asked| asked.name.clone()).collect();
        let typed = TypedRule {
            request,
            partials,
            number: 0,
        };
        Ok(Self::new(
            callee,
            parameters,
            Rows::Jacobian(Box::new(typed)),
        ))
    }

    /// The callee as messages show it.
    pub(crate) fn callee_shown(&self) -> String {
        let tokens = match &self.callee {
            Callee::Function(path) | Callee::Method(path) | Callee::OfNumber(path) => {
                path.to_token_stream()
            }
            Callee::OfObject(object, method) => quote!(#object.#method),
            Callee::Field(field) => quote!((#field)),
        };
        shown(&tokens).replace(" :: ", "::")
    }

    /// Whether an argument may be active. `_` and names such as `_n` say that it may not.
    pub(crate) fn has_partial(&self, position: usize) -> bool {
        let name = self.parameters.get(position).and_then(Option::as_ref);
        name.is_some_and(|name| name == OBJECT || !name.to_string().starts_with('_'))
    }

    /// Whether the result is an `Option` or a `Result`.
    pub(crate) fn may_fail(&self) -> bool {
        matches!(self.results, Rows::Maybe(..))
    }

    /// The name of the method, if the rule is about a method of opaque objects.
    pub(crate) fn method(&self) -> Option<&Ident> {
        match &self.callee {
            Callee::Method(path) => path.segments.last().map(|last| &last.ident),
            _ => None,
        }
    }

    /// The name of the method, if the rule is about a method of numbers.
    pub(crate) fn method_of_number(&self) -> Option<&Ident> {
        match &self.callee {
            Callee::OfNumber(path) => path.segments.last().map(|last| &last.ident),
            _ => None,
        }
    }

    /// The name of the type, if the rule is about a method of a type.
    pub(crate) fn type_name(&self) -> Option<&Ident> {
        match &self.callee {
            Callee::Method(path) => path.segments.iter().nth_back(1).map(|part| &part.ident),
            _ => None,
        }
    }
}

impl Parse for Implicit {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (callee, parameters) = head(input)?;
        let residual = of_object(&callee, input.parse()?)?;
        match strip(&residual) {
            Expr::Closure(closure) if closure.inputs.len() == 1 => Ok(Self(Rule::new(
                callee,
                parameters,
                Rows::Implicit(Box::new(closure.clone())),
            ))),
            other => Err(syn::Error::new_spanned(other, messages::IMPLICIT_MALFORMED)),
        }
    }
}

/// `callee(x, y) =>`
fn head(input: ParseStream<'_>) -> syn::Result<(Callee, Vec<Option<Ident>>)> {
    let called: Expr = input.parse()?;
    let (callee, arguments) = callee(&called).ok_or_else(|| malformed(&called))?;
    let parameters = arguments.into_iter().map(|argument| match argument {
        Expr::Path(path) => match path.path.get_ident() {
            Some(name) => Ok(Some(name.clone())),
            None => Err(malformed(argument)),
        },
        Expr::Infer(_) => Ok(None),
        other => Err(malformed(other)),
    });
    let parameters = parameters.collect::<syn::Result<Vec<_>>>()?;
    input.parse::<syn::Token![=>]>()?;
    Ok((callee, parameters))
}

/// Partials of a method, in which `self` is the object.
fn of_object(callee: &Callee, partials: Expr) -> syn::Result<Expr> {
    if !matches!(callee, Callee::Method(_)) {
        return Ok(partials);
    }
    let object = Ident::new(OBJECT, Span::call_site());
    let values = [("self".to_owned(), quote!(#object))];
    syn::parse2(crate::spelling::replaced(
        partials.to_token_stream(),
        &values,
    ))
}

impl Parse for Rule {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (callee, mut parameters) = head(input)?;
        let partials = of_object(&callee, input.parse()?)?;
        let Callee::Method(path) = callee else {
            let results = rows(&partials, parameters.len(), Short::OneArgument)?;
            return Ok(Self::new(callee, parameters, results));
        };
        if let Ok(results) = rows(&partials, parameters.len(), Short::Nothing) {
            return Ok(Self::new(Callee::Method(path), parameters, results));
        }
        parameters.insert(0, Some(Ident::new(OBJECT, Span::call_site())));
        let results = rows(&partials, parameters.len(), Short::Nothing)?;
        Ok(Self::new(Callee::OfNumber(path), parameters, results))
    }
}

/// The callee and its arguments, without the object of a method.
fn callee(called: &Expr) -> Option<(Callee, Vec<&Expr>)> {
    match called {
        Expr::Call(call) => {
            let mut arguments: Vec<&Expr> = call.args.iter().collect();
            let callee = match strip(&call.func) {
                Expr::Path(path) if path.qself.is_none() => {
                    let takes_self = arguments.first().is_some_and(|first| is_self(first));
                    if takes_self && path.path.segments.len() > 1 {
                        arguments.remove(0);
                        Callee::Method(path.path.clone())
                    } else {
                        Callee::Function(path.path.clone())
                    }
                }
                field @ Expr::Field(_) => Callee::Field(field.clone()),
                _ => return None,
            };
            Some((callee, arguments))
        }
        Expr::MethodCall(call) => {
            let object = strip(&call.receiver);
            let callee = Callee::OfObject(object.clone(), call.method.clone());
            is_plain_place(object).then(|| (callee, call.args.iter().collect()))
        }
        _ => None,
    }
}

/// `self`, or `&self`.
fn is_self(argument: &Expr) -> bool {
    match strip(argument) {
        Expr::Reference(reference) => is_self(&reference.expr),
        Expr::Path(path) => path.path.is_ident("self"),
        _ => false,
    }
}

/// A name, or a field of one.
fn is_plain_place(place: &Expr) -> bool {
    match strip(place) {
        Expr::Path(path) => path.path.get_ident().is_some(),
        Expr::Field(field) => is_plain_place(&field.base),
        _ => false,
    }
}

/// Whether a tuple of plain partials may list results.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Short {
    /// `sin_cos(x) => (cos, -sin)`: one argument, so the tuple is no row.
    OneArgument,
    /// Of methods it would be a row, with a partial by `self`.
    Nothing,
}

/// The rows of all results.
fn rows(partials: &Expr, count: usize, short: Short) -> syn::Result<Rows> {
    let each = |parts: &mut dyn Iterator<Item = &Expr>| -> syn::Result<Vec<Rows>> {
        parts.map(|part| rows(part, count, short)).collect()
    };
    match strip(partials) {
        Expr::Infer(_) => Ok(Rows::Inactive),
        Expr::Array(array) => each(&mut array.elems.iter()).map(Rows::Array),
        Expr::Tuple(tuple) if are_results(tuple, count, short) => {
            each(&mut tuple.elems.iter()).map(Rows::Tuple)
        }
        Expr::Tuple(row) if row.elems.len() == count => {
            Ok(Rows::One(row.elems.iter().cloned().collect()))
        }
        Expr::Struct(literal) if literal.dot2_token.is_none() => {
            let fields = literal.fields.iter();
            let field = |field: &syn::FieldValue| {
                Ok((field.member.clone(), rows(&field.expr, count, short)?))
            };
            let fields = fields.map(field).collect::<syn::Result<Vec<_>>>()?;
            Ok(Rows::Struct(literal.path.clone(), fields))
        }
        Expr::Tuple(_) | Expr::Struct(_) => Err(malformed(partials)),
        Expr::Call(call) if let Some(wrapper) = wrapper(call) => {
            let inside = rows(&call.args[0], count, short)?;
            Ok(Rows::Maybe(wrapper, Box::new(inside)))
        }
        // The user's parentheses stay.
        _ if count == 1 => Ok(Rows::One(vec![partials.clone()])),
        _ => Err(malformed(partials)),
    }
}

/// What a result that may be missing is wrapped in.
fn wrapper(call: &syn::ExprCall) -> Option<Wrapper> {
    match variant_called(&call.func)? {
        _ if call.args.len() != 1 => None,
        "Some" => Some(Wrapper::Option),
        "Ok" => Some(Wrapper::Result),
        _ => None,
    }
}

/// Whether a tuple lists results and not the partials of one result. A partial is a number, so it
/// is neither a tuple nor an array nor a struct.
fn are_results(tuple: &syn::ExprTuple, count: usize, short: Short) -> bool {
    let is_result = |part: &Expr| {
        matches!(
            strip(part),
            Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Infer(_)
        ) || matches!(strip(part), Expr::Call(call) if wrapper(call).is_some())
    };
    let has_results = tuple.elems.iter().any(is_result);
    let is_short = short == Short::OneArgument && count == 1 && tuple.elems.len() > 1;
    has_results || is_short
}

fn malformed(at: &dyn ToTokens) -> syn::Error {
    syn::Error::new_spanned(at.to_token_stream(), messages::RULE_MALFORMED)
}
