//! Methods of itertools that give one answer, written with those of the standard library.
//!
//! ```text
//! x.iter().position_max_by(f)       x.iter().enumerate().max_by(..).map(|(i, _)| i)
//! x.iter().minmax().into_option()   a loop that takes two items at once, as itertools does
//! let (a, b) = x.iter().collect_tuple().unwrap();      a list of two
//! ```
//!
//! Source of each: itertools 0.14.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprMethodCall, Pat, parse_quote};

use crate::front::syntax::strip::strip;

/// Methods that give the least and the greatest item.
const MINMAX: &[(&str, usize)] = &[("minmax", 0), ("minmax_by", 1), ("minmax_by_key", 1)];

/// An expression without such methods.
pub(crate) fn written(expression: &Expr) -> Option<Expr> {
    match expression {
        Expr::MethodCall(call) => of_position(call)
            .or_else(|| of_sorting(call))
            .or_else(|| of_tuple(call))
            .or_else(|| of_minmax(call)),
        Expr::Match(choice) => of_match(choice),
        Expr::Let(condition) => {
            let (list, both) = extremes(minmax_of(&condition.expr)?);
            let (least, most) = of_both(&condition.pat)?;
            Some(parse_quote!(let Some((#least, #most)) = {
                #list
                if __items.len() < 2 { None } else { Some(#both) }
            }))
        }
        _ => None,
    }
}

/// Says in a call of `collect_tuple` how many items there are, if this pattern takes them apart.
pub(crate) fn learn_tuple(value: &mut Expr, pattern: &Pat) {
    let Pat::Tuple(parts) = (match pattern {
        Pat::Type(typed) => &*typed.pat,
        pattern => pattern,
    }) else {
        return;
    };
    if parts.elems.iter().any(|part| matches!(part, Pat::Rest(_))) {
        return;
    }
    match value {
        Expr::Try(inner) => learn_tuple(&mut inner.expr, pattern),
        Expr::MethodCall(call) if is_tuple(call) && call.turbofish.is_none() => {
            let each = parts.elems.iter().map(|_| -> syn::Type { parse_quote!(_) });
            call.turbofish = Some(parse_quote!(::<(#(#each,)*)>));
        }
        Expr::MethodCall(call) => learn_tuple(&mut call.receiver, pattern),
        _ => {}
    }
}

fn is_tuple(call: &ExprMethodCall) -> bool {
    call.method == "collect_tuple" || call.method == "next_tuple"
}

/// `x.collect_tuple::<(_, _)>()`
fn of_tuple(call: &ExprMethodCall) -> Option<Expr> {
    // An iterator with a name goes on behind the call.
    let is_fresh = matches!(strip(&call.receiver), Expr::MethodCall(_));
    if !is_tuple(call) || !is_fresh {
        return None;
    }
    let types = call.turbofish.as_ref()?;
    let syn::GenericArgument::Type(syn::Type::Tuple(parts)) = types.args.first()? else {
        return None;
    };
    let count = parts.elems.len();
    let items = &call.receiver;
    let each = (0..count).map(|position| quote!(__items[#position]));
    let taken = (call.method == "next_tuple").then(|| quote!(.take(#count)));
    Some(parse_quote!({
        let __items: Vec<_> = #items #taken .collect();
        if __items.len() == #count { Some((#(#each,)*)) } else { None }
    }))
}

/// `x.position_max_by(f)`
fn of_position(call: &ExprMethodCall) -> Option<Expr> {
    let name = call.method.to_string();
    let rest = name.strip_prefix("position_")?;
    let (extreme, by) = rest.split_at_checked(3)?;
    if extreme != "max" && extreme != "min" {
        return None;
    }
    let items = &call.receiver;
    let arguments: Vec<&Expr> = call.args.iter().collect();
    let named = |by: &str| quote::format_ident!("{extreme}_{by}", span = call.method.span());
    let chosen = match (by, arguments.as_slice()) {
        ("", []) => {
            let method = named("by");
            quote!(#method(|__a, __b| __a.1.cmp(&__b.1)))
        }
        ("_by", [compare]) => {
            let method = named("by");
            quote!(#method(|__a, __b| (#compare)(&__a.1, &__b.1)))
        }
        ("_by_key", [key]) => {
            let method = named("by_key");
            quote!(#method(|__a| (#key)(&__a.1)))
        }
        _ => return None,
    };
    Some(parse_quote!(#items.enumerate().#chosen.map(|(__position, _)| __position)))
}

/// `x.sorted()`, `x.sorted_by_key(f)`
fn of_sorting(call: &ExprMethodCall) -> Option<Expr> {
    let (sort, count) = match call.method.to_string().as_str() {
        "sorted" | "sorted_unstable" => ("sort", 0),
        "sorted_by" | "sorted_unstable_by" => ("sort_by", 1),
        "sorted_by_key" | "sorted_unstable_by_key" | "sorted_by_cached_key" => ("sort_by_key", 1),
        _ => return None,
    };
    let sort = proc_macro2::Ident::new(sort, call.method.span());
    let (items, arguments) = (&call.receiver, &call.args);
    (arguments.len() == count).then(|| {
        parse_quote!({
            let mut __sorted: Vec<_> = #items.collect();
            __sorted.#sort(#arguments);
            __sorted.into_iter()
        })
    })
}

/// The call of `minmax` or its like that an expression is.
fn minmax_of(expression: &Expr) -> Option<&ExprMethodCall> {
    let Expr::MethodCall(call) = strip(expression) else {
        return None;
    };
    let mut known = MINMAX.iter();
    let is_known = known.any(|(name, arity)| call.method == name && call.args.len() == *arity);
    is_known.then_some(call)
}

/// `x.minmax().into_option()`
fn of_minmax(call: &ExprMethodCall) -> Option<Expr> {
    if call.method != "into_option" {
        return None;
    }
    let (list, both) = extremes(minmax_of(&call.receiver)?);
    Some(parse_quote!({
        #list
        match __items.len() {
            0 => None,
            1 => Some((__items[0], __items[0])),
            _ => Some(#both),
        }
    }))
}

/// `match x.minmax() { MinMax(a, b) => .., OneElement(a) => .., NoElements => .. }`
fn of_match(choice: &syn::ExprMatch) -> Option<Expr> {
    let (list, both) = extremes(minmax_of(&choice.expr)?);
    let mut arms: Vec<syn::Arm> = Vec::new();
    for arm in &choice.arms {
        let patterns: Vec<&Pat> = match &arm.pat {
            Pat::Or(choices) => choices.cases.iter().collect(),
            one => vec![one],
        };
        for pattern in patterns {
            arms.push(of_arm(pattern, &arm.body, &both)?);
        }
    }
    Some(parse_quote!({ #list match __items.len() { #(#arms)* } }))
}

/// An arm for the number of items.
fn of_arm(pattern: &Pat, body: &Expr, both: &TokenStream) -> Option<syn::Arm> {
    Some(match pattern {
        Pat::Wild(_) => parse_quote!(_ => #body,),
        pattern if last_of(pattern)? == "NoElements" => parse_quote!(0 => #body,),
        pattern if last_of(pattern)? == "OneElement" => {
            let [only] = parts_of(pattern)?;
            parse_quote!(1 => { let #only = __items[0]; #body })
        }
        pattern => {
            let (least, most) = of_both(pattern)?;
            parse_quote!(2.. => { let (#least, #most) = #both; #body })
        }
    })
}

/// The patterns in `MinMax(a, b)`.
fn of_both(pattern: &Pat) -> Option<(&Pat, &Pat)> {
    if last_of(pattern)? != "MinMax" {
        return None;
    }
    let [least, most] = parts_of(pattern)?;
    Some((least, most))
}

fn parts_of<const N: usize>(pattern: &Pat) -> Option<[&Pat; N]> {
    let Pat::TupleStruct(of) = pattern else {
        return None;
    };
    let parts: Vec<&Pat> = of.elems.iter().collect();
    parts.try_into().ok()
}

/// The variant that a pattern names.
fn last_of(pattern: &Pat) -> Option<&syn::Ident> {
    let path = match pattern {
        Pat::Ident(name) => return Some(&name.ident),
        Pat::Path(path) => &path.path,
        Pat::TupleStruct(of) => &of.path,
        _ => return None,
    };
    Some(&path.segments.last()?.ident)
}

/// A list of the items, and the least and the greatest of at least two.
fn extremes(call: &ExprMethodCall) -> (TokenStream, TokenStream) {
    let items = &call.receiver;
    let function = call.args.first();
    let is_less =
        |a: TokenStream, b: TokenStream| match (call.method.to_string().as_str(), function) {
            ("minmax_by", Some(compare)) => {
                quote!(((#compare)(&#a, &#b) == ::core::cmp::Ordering::Less))
            }
            ("minmax_by_key", Some(key)) => quote!(((#key)(&#a) < (#key)(&#b))),
            _ => quote!((#a < #b)),
        };
    let (least, most) = (quote!(__least), quote!(__most));
    let pair = |position: usize| quote!(__pair[#position]);
    let take = |low: usize, high: usize| {
        let (below, above) = (
            is_less(pair(low), least.clone()),
            is_less(pair(high), most.clone()),
        );
        let (low, high) = (pair(low), pair(high));
        quote!(if #below { __least = #low; } if !#above { __most = #high; })
    };
    let swapped = is_less(quote!(__items[1]), quote!(__items[0]));
    let (below, above) = (
        is_less(pair(0), least.clone()),
        is_less(pair(0), most.clone()),
    );
    let descends = is_less(pair(1), pair(0));
    let (up, down) = (take(0, 1), take(1, 0));
    let list = quote!(let __items: Vec<_> = #items.collect(););
    let both = quote! {{
        let (mut __least, mut __most) = if #swapped {
            (__items[1], __items[0])
        } else {
            (__items[0], __items[1])
        };
        for __pair in __items[2..].chunks(2) {
            if __pair.len() == 1 {
                if #below { __least = __pair[0]; } else if !#above { __most = __pair[0]; }
            } else if !#descends { #up } else { #down }
        }
        (__least, __most)
    }};
    (list, both)
}
