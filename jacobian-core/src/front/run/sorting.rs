//! Sorting of active values: run time sorts their positions, and each place of the result is one of
//! the values.
//!
//! ```text
//! s.sort_by(|a, b| a.total_cmp(b))    order = [0, 1, 2], sorted by the user's closure on values
//! s[0]                                selected order[0] [v0, v1, v2]
//! ```
//!
//! The same method of the library sorts the positions with the user's own comparison, so equal
//! values, zeros of both signs and NaN come out where they do in the user's code, and a comparison
//! that panics does so here. A network of exchanges would have a depth, and derivatives would
//! multiply along it. Here each place depends directly on each value, with a one or a zero.
//!
//! Cost: n^2 edges for n values.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use syn::visit::Visit;
use syn::{Expr, ExprMethodCall};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{is_place, root_name};
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::indices::Below;
use crate::spelling;

/// The argument of a method that sorts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Comparison,
    Key,
    /// The order of the type.
    Order,
}

/// What a method sorts by, and the position that it selects, if it does.
fn sorts(call: &ExprMethodCall) -> Option<(By, Option<&Expr>)> {
    let name = call.method.to_string();
    Some(match (name.as_str(), call.args.len()) {
        ("sort_by" | "sort_unstable_by", 1) => (By::Comparison, None),
        ("sort_by_key" | "sort_unstable_by_key" | "sort_by_cached_key", 1) => (By::Key, None),
        ("sort" | "sort_unstable", 0) => (By::Order, None),
        ("select_nth_unstable_by", 2) => (By::Comparison, call.args.first()),
        _ => return None,
    })
}

impl Lowering<Run> {
    /// Whether a call sorts its receiver.
    pub(crate) fn is_sorting(call: &ExprMethodCall) -> bool {
        sorts(call).is_some()
    }

    /// A list of the user's own in the order of active values, for example of indices.
    pub(crate) fn sort_opaque(&mut self, list: &Inactive, call: &ExprMethodCall) -> Found<Value> {
        let Some(compare) = self.keep_active(&call.args[call.args.len() - 1])? else {
            return self.refuse_method_of_opaque(list, call);
        };
        if call.args.len() > 1 {
            return self.refuse_method_of_opaque(list, call);
        }
        let (place, method, tokens) = (&list.tokens, &call.method, &compare.tokens);
        let mut mentions = compare.mentions;
        mentions.extend(&list.mentions);
        self.writer
            .keep_statement(quote!(#place.#method(#tokens);), &mentions)?;
        Ok(Value::unit())
    }

    /// The elements in the order of the user's comparison.
    pub(crate) fn sorted(&mut self, elements: &[Value], call: &ExprMethodCall) -> Found<Value> {
        let Some((by, selects)) = sorts(call) else {
            return Err(Stop);
        };
        if let Some(sorted) = self.known_order(elements, call) {
            return Ok(Value::array(sorted));
        }
        self.writer.at_run_time()?;
        let count = elements.len();
        if !self.writer.spend(count.saturating_mul(count), call) {
            return Err(Stop);
        }
        let mut mentions = Vec::new();
        let compare = match call.args.last() {
            None => quote!(::core::cmp::Ord::cmp),
            Some(function) => match self.keep_active(function)? {
                Some(compare) => {
                    mentions.extend(compare.mentions);
                    compare.tokens
                }
                None => return self.writer.refuse(function, messages::SORTING),
            },
        };
        let Some(values) = self.spell_all(elements, &mut mentions) else {
            return self.writer.refuse(call, messages::SORTING);
        };
        let selects = match selects {
            Some(position) => match self.eval(position)? {
                Value::Inactive(position) => {
                    mentions.extend(&position.mentions);
                    Some(position.tokens)
                }
                known => {
                    let position = self.known_integer(known, position, "index")?;
                    let position = self.below(position, count, &call.args[0])?;
                    let position = Literal::usize_unsuffixed(position);
                    Some(quote!(#position))
                }
            },
            None => None,
        };
        let order = self
            .writer
            .fresh(&syn::Ident::new("order", Span::call_site()));
        // The closure sees references to references if the items of its list are some.
        let behind = call.args.last().map_or(0, references_to_items);
        let stars = std::iter::repeat_n(quote!(&), behind).collect::<TokenStream>();
        let values: Vec<TokenStream> = values.iter().map(|value| quote!(#stars #value)).collect();
        let sorted = sorting(by, call, &values, &compare, selects.as_ref());
        self.writer
            .keep_statement(quote!(let #order = #sorted;), &mentions)?;
        let element = |run: &mut Self, place: usize| {
            let place = Literal::usize_unsuffixed(place);
            let position = Inactive {
                tokens: quote!(#order[#place]),
                mentions: Vec::new(),
            };
            let index = run.index_below(position, Below::Checked(count), call)?;
            run.element_at(&index, elements, call)
        };
        let sorted = (0..count).map(|place| element(self, place));
        Ok(Value::array(sorted.collect::<Found<_>>()?))
    }

    /// Whether a list that a method sorts has known integers, in a known order.
    pub(crate) fn has_known_order(&mut self, call: &ExprMethodCall) -> bool {
        let list = self.array_at(&call.receiver);
        list.is_some_and(|(_, list)| self.known_order(&list, call).is_some())
    }

    /// Known integers in their order, or in that of known keys. `None` if only run time knows it.
    pub(crate) fn known_order(
        &mut self,
        elements: &[Value],
        call: &ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let (by, None) = sorts(call)? else {
            return None;
        };
        let integer = |value: &Value| match value {
            Value::Integer(integer) => Some(integer.value),
            _ => None,
        };
        let own: Vec<i128> = elements.iter().map(integer).collect::<Option<_>>()?;
        let (keys, turn) = match (by, call.args.first().map(strip)) {
            (By::Order, None) => (own, Turn::Up),
            (By::Comparison, Some(Expr::Closure(compare))) => (own, turn_of(compare)?),
            (By::Key, Some(Expr::Closure(key))) => {
                let [parameter] = key.inputs.iter().collect::<Vec<_>>()[..] else {
                    return None;
                };
                let (body, turn) = behind_reverse(strip(&key.body));
                let mut keys = Vec::with_capacity(elements.len());
                for element in elements {
                    let scope = self.names.scopes.enter();
                    self.bind_known(parameter, element);
                    let found = self.try_known(body);
                    self.names.scopes.leave(scope);
                    keys.push(integer(&found?)?);
                }
                // The order of equal keys is that of the library.
                let mut distinct = keys.clone();
                distinct.sort_unstable();
                distinct.dedup();
                let is_clear = distinct.len() == keys.len();
                if !is_clear && call.method.to_string().contains("unstable") {
                    return None;
                }
                (keys, turn)
            }
            _ => return None,
        };
        let mut sorted: Vec<(i128, Value)> = keys.into_iter().zip(elements.to_vec()).collect();
        match turn {
            Turn::Up => sorted.sort_by_key(|(key, _)| *key),
            Turn::Down => sorted.sort_by_key(|(key, _)| std::cmp::Reverse(*key)),
        }
        Some(sorted.into_iter().map(|(_, value)| value).collect())
    }

    /// `x.select_nth_unstable_by(n, f)` as a value: what is below, the element, and what is above.
    pub(crate) fn eval_selected(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        if call.method != "select_nth_unstable_by" || !is_place(&call.receiver) {
            return Ok(None);
        }
        let Some(place) = call.args.first() else {
            return Ok(None);
        };
        if !self.run_array_method(call) {
            return Ok(None);
        }
        let place = self.eval_integer(place, "index")?;
        let Some((_, sorted)) = self.array_at(&call.receiver) else {
            return Err(Stop);
        };
        let place = self.below(place, sorted.len(), &call.args[0])?;
        Ok(Some(Value::tuple(vec![
            Value::array(sorted[..place].to_vec()),
            sorted[place].clone(),
            Value::array(sorted[place + 1..].to_vec()),
        ])))
    }
}

/// Whether the least or the largest value comes first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Up,
    Down,
}

/// `|a, b| a.cmp(b)` and `|a, b| b.cmp(a)`.
fn turn_of(compare: &syn::ExprClosure) -> Option<Turn> {
    let name = |pattern: &syn::Pat| match pattern {
        syn::Pat::Ident(name) if name.subpat.is_none() => Some(name.ident.clone()),
        syn::Pat::Reference(inner) => match &*inner.pat {
            syn::Pat::Ident(name) => Some(name.ident.clone()),
            _ => None,
        },
        _ => None,
    };
    let names: Vec<_> = compare.inputs.iter().map(name).collect::<Option<_>>()?;
    let ([first, second], Expr::MethodCall(call)) = (names.as_slice(), strip(&compare.body)) else {
        return None;
    };
    if call.method != "cmp" || call.args.len() != 1 {
        return None;
    }
    let (left, right) = (root_name(&call.receiver)?, root_name(&call.args[0])?);
    let is_plain = |side: &Expr| {
        let side = match strip(side) {
            Expr::Reference(inner) => strip(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => strip(&unary.expr),
            side => side,
        };
        matches!(side, Expr::Path(_))
    };
    if !is_plain(&call.receiver) || !is_plain(&call.args[0]) {
        return None;
    }
    if (left, right) == (first, second) {
        Some(Turn::Up)
    } else {
        ((left, right) == (second, first)).then_some(Turn::Down)
    }
}

/// The key in `Reverse(key)`.
fn behind_reverse(key: &Expr) -> (&Expr, Turn) {
    if let Expr::Call(call) = key
        && let Expr::Path(path) = strip(&call.func)
        && path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Reverse")
        && call.args.len() == 1
    {
        return (&call.args[0], Turn::Down);
    }
    (key, Turn::Up)
}

/// How many references the items of a list are, as a closure takes them apart: one for `|a| **a`
/// and `|&&a| a`, because the closure gets a reference to each.
fn references_to_items(function: &Expr) -> usize {
    struct Stars<'a>(&'a syn::Ident, usize);
    impl<'ast> Visit<'ast> for Stars<'_> {
        fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
            let (mut count, mut inner) = (0, unary);
            while matches!(inner.op, syn::UnOp::Deref(_)) {
                count += 1;
                match &*inner.expr {
                    Expr::Unary(next) => inner = next,
                    Expr::Path(path) if path.path.is_ident(self.0) => {
                        self.1 = self.1.max(count);
                        break;
                    }
                    _ => break,
                }
            }
            syn::visit::visit_expr_unary(self, unary);
        }
    }
    let Expr::Closure(closure) = strip(function) else {
        return 0;
    };
    let levels = closure.inputs.iter().map(|input| {
        let (mut levels, mut pattern) = (0, input);
        while let syn::Pat::Reference(inner) = pattern {
            (levels, pattern) = (levels + 1, &*inner.pat);
        }
        let syn::Pat::Ident(name) = pattern else {
            return levels;
        };
        let mut stars = Stars(&name.ident, 0);
        stars.visit_expr(&closure.body);
        levels + stars.1
    });
    levels.max().unwrap_or(0).saturating_sub(1)
}

/// An array with the positions of the values, sorted.
fn sorting(
    by: By,
    call: &ExprMethodCall,
    values: &[TokenStream],
    compare: &TokenStream,
    selects: Option<&TokenStream>,
) -> TokenStream {
    let library = spelling::library();
    // Positions are sorted by the order of what is there.
    let method = match by {
        By::Order => quote::format_ident!("{}_by", call.method, span = call.method.span()),
        By::Comparison | By::Key => call.method.clone(),
    };
    let positions = (0..values.len()).map(Literal::usize_suffixed);
    let [sorted, order, function, a, b] = ["values", "order", "function", "a", "b"]
        .map(|name| syn::Ident::new(&format!("__{name}"), Span::mixed_site()));
    let selects = selects.map(|position| quote!(#position,));
    let (given, closure) = match by {
        By::Comparison | By::Order => (
            quote!(comparing),
            quote!(|#a, #b| #function(&#sorted[*#a], &#sorted[*#b])),
        ),
        By::Key => (quote!(keying), quote!(|#a| #function(&#sorted[*#a]))),
    };
    quote! {{
        let #sorted = [#(#values),*];
        let mut #order = [#(#positions),*];
        let mut #function = #library::#given(&#sorted, #compare);
        #order.#method(#selects #closure);
        #order
    }}
}
