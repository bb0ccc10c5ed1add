//! Functions that run time chooses: `match k { 0 => f64::sin, _ => |v| v * v }`, and elements of
//! tables of functions.
//!
//! ```text
//! let g = match k { 7 => f64::sin, _ => |v| v * v };     let c = match k { 7 => 0, _ => 1 };
//!                                                        |a| match c { 0 => f64::sin(a), .. }
//! table[k](x)                                            match k { 0 => (table[0])(x), .. }
//! ```
//!
//! A function has no value at run time, but its result has. So the choice is made where it
//! is called; what it depends on is evaluated where the choice is written.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::Expr;
use syn::visit::Visit;

use crate::ir::elemental::Operation;
use crate::ordered::Set;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Within};
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::syntax::captures::mentioned;
use crate::front::syntax::elementals;
use crate::front::syntax::form::{path_key, root_name};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::pointee;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::function::FunctionId;

impl Lowering<Run> {
    /// The function that an `if` or a `match` of functions gives. `None` for other expressions.
    pub(crate) fn chosen_function(&mut self, expression: &Expr) -> Found<Option<Value>> {
        self.choice_of_functions(expression, Goes::On)
    }

    /// The same, where the running function returns it. It keeps what it needs of this function.
    pub(crate) fn chosen_function_returned(&mut self, choice: &Expr) -> Found<Option<Value>> {
        self.choice_of_functions(choice, Goes::Back)
    }

    fn choice_of_functions(&mut self, expression: &Expr, goes: Goes) -> Found<Option<Value>> {
        // Most choices are between numbers, and they are not copied for nothing.
        let first = first_end(expression);
        if first.is_none_or(|first| self.count_of_function(first).is_none()) {
            return Ok(None);
        }
        let mut number = expression.clone();
        let mut ends = Vec::new();
        if !number_ends(&mut number, &mut ends) {
            return Ok(None);
        }
        let counts = ends.iter().map(|end| self.count_of_function(end));
        let counts: Option<Vec<usize>> = counts.collect();
        let Some([count, others @ ..]) = counts.as_deref() else {
            return Ok(None);
        };
        if others.iter().any(|other| other != count) || self.are_of_patterns(expression, &ends) {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        let chosen = self.evaluated(&number);
        let names = (0..*count).map(|position| format_ident!("__operand_{position}"));
        let names: Vec<syn::Ident> = names.collect();
        let calls = ends.iter().map(|end| match end {
            Expr::Path(path) => quote!(#path(#(#names),*)),
            end => quote!((#end)(#(#names),*)),
        });
        let body = arms(&chosen, calls.collect());
        let closure: syn::ExprClosure = if goes == Goes::Back {
            syn::parse_quote!(move |#(#names),*| #body)
        } else {
            syn::parse_quote!(|#(#names),*| #body)
        };
        let closure = self.trees.keep(closure);
        self.closure(&closure).map(|id| Some(Value::Function(id)))
    }

    /// Whether a function at an end names something that a pattern of the choice binds.
    fn are_of_patterns(&self, choice: &Expr, ends: &[Expr]) -> bool {
        let mut bound = Bound::default();
        bound.visit_expr(choice);
        let own = |end: &Expr| mentioned(end.to_token_stream());
        // Names that a closure declares are found here as well, which does no harm.
        let is_known = |name: &String| self.names.scopes.get(name).is_some();
        ends.iter().any(|end| {
            let names = own(end);
            bound
                .0
                .iter()
                .any(|name| names.contains(name) && (is_known(name) || !is_declared(end, name)))
        })
    }

    /// The number of arguments of an expression that is a function.
    fn count_of_function(&self, end: &Expr) -> Option<usize> {
        match end {
            Expr::Closure(closure) => Some(closure.inputs.len()),
            Expr::Path(path) => {
                let name = path_key(&path.path)?;
                if let Some(binding) = self.names.scopes.get(&name) {
                    return match &binding.value {
                        Value::Function(id) => Some(self.names.functions.get(id).parameters.len()),
                        _ => None,
                    };
                }
                let mut segments = path.path.segments.iter().rev();
                let (method, scalar) = (segments.next()?, segments.next()?);
                let method = elementals::of_method(&method.ident.to_string());
                method
                    .filter(|_| self.names_scalar(&scalar.ident))
                    .map(Operation::arity)
            }
            _ => None,
        }
    }

    /// A variable that holds an expression from now on.
    fn evaluated(&mut self, expression: &Expr) -> syn::Ident {
        let name = syn::Ident::new("choice", proc_macro2::Span::call_site());
        let fresh = self.writer.fresh(&name);
        let statement: syn::Stmt = syn::parse_quote!(let #fresh = #expression;);
        let statement = self.trees.keep(statement);
        self.run_statement(&statement);
        fresh
    }

    /// The function that an element of a table is, or a call that gives one: `table[1](x)`,
    /// `adder(k)(x)`, `self.law()(x)`.
    pub(crate) fn function_at(&mut self, callee: &Expr) -> Found<Option<FunctionId>> {
        let is_known = match callee {
            Expr::Index(_) | Expr::Field(_) => self.holds_functions(callee),
            Expr::Call(call) => self.function_called(&call.func)?.is_some(),
            Expr::MethodCall(call) => self.gives_function(call),
            _ => false,
        };
        if !is_known {
            return Ok(None);
        }
        match self.eval(callee)?.behind_references() {
            Value::Function(function) => Ok(Some(function)),
            Value::Poison => Err(Stop),
            _ => Ok(None),
        }
    }

    /// Whether an expression calls a function of the user's that gives a function.
    pub(crate) fn makes_function(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::MethodCall(call) => self.gives_function(call),
            Expr::Struct(literal) => {
                let mut fields = literal.fields.iter();
                fields.any(|field| self.count_of_function(strip(&field.expr)).is_some())
            }
            Expr::Call(call) => {
                let result = self.result_of_called(&call.func);
                let takes = |argument: &Expr| self.count_of_function(strip(argument)).is_some();
                result.is_some_and(|(result, within)| {
                    is_of_function(&result)
                        || (call.args.iter().any(takes)
                            && self.given.types.key_of(&result, &within).is_some())
                })
            }
            _ => false,
        }
    }

    /// The declared result of a function of the user's that a path names.
    fn result_of_called(&self, callee: &Expr) -> Option<(syn::Type, Within)> {
        let Expr::Path(path) = strip(callee) else {
            return None;
        };
        let key = path_key(&path.path).filter(|_| path.qself.is_none())?;
        let Value::Function(id) = &self.names.scopes.get(&key)?.value else {
            return None;
        };
        let function = self.names.functions.get(id);
        Some((function.result.clone()?, function.within.clone()))
    }

    /// Whether a method of the user's gives a function: `self.law()(x)`.
    fn gives_function(&self, call: &syn::ExprMethodCall) -> bool {
        let value = self.peek(&call.receiver);
        let key = value.and_then(|value| self.key_of_value(&value));
        let written = || self.key_of_written(&self.type_of_expression(&call.receiver)?);
        let Some(key) = key.or_else(written) else {
            return false;
        };
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let heads = self.given.types.methods(&key, &name, count);
        let gives = |head: &std::rc::Rc<Head>| match &head.signature.output {
            syn::ReturnType::Type(_, ty) => is_of_function(ty),
            syn::ReturnType::Default => false,
        };
        heads.iter().any(gives)
    }

    /// The call of an element of a table at an index of run time. `None` for other calls.
    pub(crate) fn call_in_table(&mut self, call: &syn::ExprCall) -> Found<Option<Value>> {
        let Expr::Index(index) = strip(&call.func) else {
            return Ok(None);
        };
        let Some(table) = self.table(&index.expr) else {
            return Ok(None);
        };
        let count = table.len();
        let is_integer = |lowering: &mut Self| lowering.eval_integer(&index.index, "index");
        if count == 0 || self.quietly(is_integer).is_ok() {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        let chosen = self.evaluated(&index.index);
        // An index out of range panics as it does in the table.
        let checked = self.evaluated(&syn::parse_quote!([(); #count][#chosen]));
        let (table, arguments) = (&index.expr, &call.args);
        let calls = (0..count).map(|position| {
            let position = Literal::usize_unsuffixed(position);
            quote!((#table[#position])(#arguments))
        });
        let body = arms(&chosen, calls.collect());
        let choice: Expr = syn::parse_quote!({
            let _ = #checked;
            #body
        });
        let choice = self.trees.keep(choice);
        self.eval(&choice).map(Some)
    }

    /// The functions of a table that a place names.
    fn table(&self, place: &Expr) -> Option<Vec<Value>> {
        match self.peek(place)?.behind_references() {
            Value::Array(elements)
                if elements
                    .iter()
                    .all(|element| matches!(element, Value::Function(_))) =>
            {
                Some(elements.iter().cloned().collect())
            }
            _ => None,
        }
    }

    /// Whether a place is part of a variable that holds functions.
    fn holds_functions(&self, place: &Expr) -> bool {
        let root = root_name(place);
        let binding = root.and_then(|root| self.names.scopes.get(&root.to_string()));
        binding.is_some_and(|binding| is_of_functions(&binding.value))
    }
}

fn is_of_functions(value: &Value) -> bool {
    match value {
        Value::Function(_) => true,
        Value::Array(parts) | Value::Tuple(parts) | Value::Struct(_, parts) => {
            parts.iter().any(is_of_functions)
        }
        _ => false,
    }
}

/// `match chosen { 0 => .., 1 => .., _ => .. }`
fn arms(chosen: &syn::Ident, ends: Vec<TokenStream>) -> TokenStream {
    let last = ends.len().saturating_sub(1);
    let arms = ends.into_iter().enumerate().map(|(position, end)| {
        let number = Literal::usize_unsuffixed(position);
        if position == last {
            quote!(_ => #end,)
        } else {
            quote!(#number => #end,)
        }
    });
    quote!(match #chosen { #(#arms)* })
}

/// Whether a type is that of a function: `fn(f64) -> f64`, `impl Fn(f64) -> f64`.
fn is_of_function(ty: &syn::Type) -> bool {
    let holds = |bounds: &syn::punctuated::Punctuated<syn::TypeParamBound, syn::Token![+]>| {
        let mut names = bounds.iter().filter_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
            _ => None,
        });
        names.any(|last| {
            ["Fn", "FnMut", "FnOnce"]
                .iter()
                .any(|name| last.ident == name)
        })
    };
    match pointee(ty) {
        syn::Type::FnPtr(_) => true,
        syn::Type::ImplTrait(found) => holds(&found.bounds),
        syn::Type::TraitObject(found) => holds(&found.bounds),
        syn::Type::Paren(inner) => is_of_function(&inner.elem),
        _ => false,
    }
}

/// The function inside of `Box::new(f)`, which is called as `f` is.
fn boxed(expression: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = expression else {
        return None;
    };
    let Expr::Path(path) = strip(&call.func) else {
        return None;
    };
    let is_box = ["Box::new", "Rc::new", "Arc::new"]
        .iter()
        .any(|name| path_key(&path.path).is_some_and(|key| key == *name));
    call.args.first().filter(|_| is_box && call.args.len() == 1)
}

/// The expression at the first end of a choice.
fn first_end(expression: &Expr) -> Option<&Expr> {
    match strip(expression) {
        call @ Expr::Call(_) => boxed(call).and_then(first_end),
        Expr::If(choice) => first_end_of(&choice.then_branch),
        Expr::Match(choice) => first_end(&choice.arms.first()?.body),
        Expr::Block(block) => first_end_of(&block.block),
        Expr::Cast(cast) => first_end(&cast.expr),
        end => Some(end),
    }
}

fn first_end_of(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.as_slice() {
        [syn::Stmt::Expr(end, None)] => first_end(end),
        _ => None,
    }
}

/// Puts numbers in place of the functions at the ends of a choice, and collects these. False if
/// something else is there.
fn number_ends(expression: &mut Expr, ends: &mut Vec<Expr>) -> bool {
    match expression {
        Expr::If(choice) => {
            let other = choice.else_branch.as_mut();
            number_end_of(&mut choice.then_branch, ends)
                && other.is_some_and(|(_, other)| number_ends(other, ends))
        }
        Expr::Match(choice) => {
            let mut arms = choice.arms.iter_mut();
            arms.all(|arm| number_ends(&mut arm.body, ends))
        }
        Expr::Block(block) if block.label.is_none() => number_end_of(&mut block.block, ends),
        Expr::Paren(inner) => number_ends(&mut inner.expr, ends),
        Expr::Call(_) => match boxed(expression).cloned() {
            Some(inner) => {
                *expression = inner;
                number_ends(expression, ends)
            }
            None => false,
        },
        Expr::Cast(cast) if is_of_function(&cast.ty) => {
            *expression = (*cast.expr).clone();
            number_ends(expression, ends)
        }
        Expr::Closure(_) | Expr::Path(_) => {
            let number = Literal::usize_suffixed(ends.len());
            let end = std::mem::replace(expression, syn::parse_quote!(#number));
            ends.push(end);
            true
        }
        _ => false,
    }
}

fn number_end_of(block: &mut syn::Block, ends: &mut Vec<Expr>) -> bool {
    match block.stmts.as_mut_slice() {
        [syn::Stmt::Expr(end, None)] => number_ends(end, ends),
        _ => false,
    }
}

/// Whether a closure declares a name as its parameter.
fn is_declared(end: &Expr, name: &str) -> bool {
    let Expr::Closure(closure) = end else {
        return false;
    };
    let mut bound = Bound::default();
    for input in &closure.inputs {
        bound.visit_pat(input);
    }
    bound.0.contains(name)
}

/// The names that patterns bind, outside of closures.
#[derive(Default)]
struct Bound(Set<String>);

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
    }

    fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
}
