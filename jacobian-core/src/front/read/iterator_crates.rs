//! Iterators of itertools and rayon, written with those of the standard library.
//!
//! ```text
//! izip!(a, b, c)                    (a).into_iter().zip(b).zip(c).map(|((p, q), r)| (p, q, r))
//! x.tuple_windows().map(|(a, b)| ..)    x.tuple_windows::<(_, _)>().map(|(a, b)| ..)
//! x.par_iter().map(f).sum()         x.iter().map(f).sum()
//! ```
//!
//! The generated function is made of what is written here; the user's own stays as it is. How many
//! items `tuple_windows` puts together is a matter of inference for rustc, so we look for a pattern
//! that takes the items apart.
//!
//! A parallel chain runs its items one after the other, which is one of the orders that rayon
//! allows. The result is the same but for sums, whose last bits depend on the order in rayon too. A
//! chain with a method that means something else in rayon stays as it is, and is refused if it is
//! active.

use proc_macro2::{Ident, Span};
use quote::format_ident;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Token, parse_quote};

use crate::front::read::{coordinate_macros, itertools_methods};
use crate::front::syntax::strip::strip;

/// Methods of itertools that put neighbours or chosen items into tuples.
pub(crate) const OF_TUPLES: &[&str] = &[
    "tuple_windows",
    "circular_tuple_windows",
    "tuples",
    "tuple_combinations",
];

/// Adapters that give the items that they get, and adapters whose closure sees a reference to one.
const KEEPING: &[&str] = &[
    "by_ref",
    "rev",
    "skip",
    "step_by",
    "take",
    "filter",
    "inspect",
    "take_while",
    "skip_while",
];

/// Methods whose closure takes an item as its last argument.
const APPLYING: &[&str] = &[
    "all",
    "any",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "flat_map",
    "fold",
    "for_each",
    "inspect",
    "map",
    "map_while",
    "max_by_key",
    "min_by_key",
    "position",
    "scan",
    "skip_while",
    "take_while",
];

/// What begins a parallel chain, and the method of the standard library.
const FRONTS: &[(&str, &str)] = &[
    ("par_iter", "iter"),
    ("par_iter_mut", "iter_mut"),
    ("into_par_iter", "into_iter"),
    ("par_windows", "windows"),
    ("par_chunks", "chunks"),
    ("par_chunks_exact", "chunks_exact"),
    ("par_chunks_mut", "chunks_mut"),
    ("par_chunks_exact_mut", "chunks_exact_mut"),
];

/// What may follow: the method of rayon with the number of its arguments, and that of the standard
/// library.
const PARALLEL: &[(&str, usize, &str)] = &[
    ("all", 1, "all"),
    ("any", 1, "any"),
    ("chain", 1, "chain"),
    ("cloned", 0, "cloned"),
    ("collect", 0, "collect"),
    ("copied", 0, "copied"),
    ("count", 0, "count"),
    ("enumerate", 0, "enumerate"),
    ("filter", 1, "filter"),
    ("filter_map", 1, "filter_map"),
    ("find_first", 1, "find"),
    ("flat_map_iter", 1, "flat_map"),
    ("for_each", 1, "for_each"),
    ("map", 1, "map"),
    ("max_by", 1, "max_by"),
    ("min_by", 1, "min_by"),
    ("position_first", 1, "position"),
    ("product", 0, "product"),
    ("reduce", 2, "fold"),
    ("reduce_with", 1, "reduce"),
    ("rev", 0, "rev"),
    ("skip", 1, "skip"),
    ("step_by", 1, "step_by"),
    ("sum", 0, "sum"),
    ("take", 1, "take"),
    ("unzip", 0, "unzip"),
    ("zip", 1, "zip"),
];

/// Methods that end a parallel chain.
const CONSUMING: &[&str] = &[
    "all",
    "any",
    "collect",
    "count",
    "find_first",
    "for_each",
    "max_by",
    "min_by",
    "position_first",
    "product",
    "reduce",
    "reduce_with",
    "sum",
    "unzip",
];

/// The function with such iterators written as those of the standard library.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    Iterators.visit_block_mut(&mut function.block);
    function
}

struct Iterators;

impl VisitMut for Iterators {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let written = of_macro(expression).or_else(|| of_function(expression));
        let written = written.or_else(|| itertools_methods::written(expression));
        let written = written.or_else(|| coordinate_macros::written(expression));
        if let Some(chain) = written {
            *expression = chain;
        }
        if let Expr::MethodCall(call) = expression {
            learn_from_closure(call);
            if is_parallel(call) {
                sequential(call);
                self.visit_arguments(call);
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            itertools_methods::learn_tuple(&mut init.expr, &local.pat);
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        learn(&mut each.expr, &each.pat);
        visit_mut::visit_expr_for_loop_mut(self, each);
    }
}

impl Iterators {
    /// Visits the arguments of a chain, and what it begins with. Parts of a chain that stays
    /// parallel must not become sequential by themselves.
    fn visit_arguments(&mut self, call: &mut ExprMethodCall) {
        for argument in &mut call.args {
            self.visit_expr_mut(argument);
        }
        match &mut *call.receiver {
            Expr::MethodCall(inner) if is_parallel(inner) => self.visit_arguments(inner),
            receiver => self.visit_expr_mut(receiver),
        }
    }
}

/// `izip!(a, b)` and `iproduct!(a, b)`
fn of_macro(expression: &Expr) -> Option<Expr> {
    let Expr::Macro(call) = expression else {
        return None;
    };
    let (method, last) = match last_of(&call.mac.path)? {
        name if name == "izip" => ("zip", name),
        name if name == "iproduct" => ("cartesian_product", name),
        _ => return None,
    };
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    let arguments = list.parse2(call.mac.tokens.clone()).ok()?;
    chained(method, arguments, last.span())
}

/// `multizip((a, b))`, `itertools::zip(a, b)`
fn of_function(expression: &Expr) -> Option<Expr> {
    let Expr::Call(call) = expression else {
        return None;
    };
    let Expr::Path(callee) = strip(&call.func) else {
        return None;
    };
    if callee.path.segments.first()?.ident == "rayon" && callee.path.segments.len() == 2 {
        // `rayon::join(f, g)`
        let values = call.args.iter().map(called);
        let is_join = callee.path.segments.last()?.ident == "join";
        return is_join.then(|| parse_quote!((#(#values),*)));
    }
    let name = last_of(&callee.path)?;
    if name == "multizip" {
        let Some(Expr::Tuple(parts)) = call.args.first() else {
            return None;
        };
        return chained("zip", parts.elems.clone(), name.span());
    }
    let library = callee.path.segments.iter().rev().nth(1)?;
    let is_of_two = ["zip", "zip_eq"].iter().any(|known| name == known);
    if library.ident != "itertools" || !is_of_two || call.args.len() != 2 {
        return None;
    }
    chained(&name.to_string(), call.args.clone(), name.span())
}

/// The name at the end of a path that names itertools, or no crate.
fn last_of(path: &syn::Path) -> Option<&Ident> {
    let mut names = path.segments.iter().rev();
    let last = names.next()?;
    let is_known = names
        .next()
        .is_none_or(|library| library.ident == "itertools");
    is_known.then_some(&last.ident)
}

/// `(a).into_iter().zip(b).zip(c).map(|((p, q), r)| (p, q, r))`
fn chained(method: &str, arguments: Punctuated<Expr, Token![,]>, span: Span) -> Option<Expr> {
    let method = Ident::new(method, span);
    let n_lists = arguments.len();
    let mut arguments = arguments.into_iter();
    let first = arguments.next()?;
    let into = Ident::new("into_iter", span);
    let mut chain: Expr = parse_quote!((#first).#into());
    for argument in arguments {
        chain = parse_quote!(#chain.#method(#argument));
    }
    if n_lists < 3 {
        return Some(chain);
    }
    let names: Vec<Ident> = (0..n_lists)
        .map(|position| format_ident!("__item_{position}", span = span))
        .collect();
    let first = &names[0];
    let mut pattern: Pat = parse_quote!(#first);
    for name in &names[1..] {
        pattern = parse_quote!((#pattern, #name));
    }
    let map = Ident::new("map", span);
    Some(parse_quote!(#chain.#map(|#pattern| (#(#names),*))))
}

/// Looks for the pattern of the items in the closure of a method.
fn learn_from_closure(call: &mut ExprMethodCall) {
    if !APPLYING.iter().any(|name| call.method == name) {
        return;
    }
    let Some(Expr::Closure(closure)) = call.args.last().map(strip) else {
        return;
    };
    if let Some(pattern) = closure.inputs.last().cloned() {
        learn(&mut call.receiver, &pattern);
    }
}

/// Writes into a chain how many items it puts together, if this pattern takes its items apart.
fn learn(chain: &mut Expr, pattern: &Pat) {
    let call = match chain {
        Expr::MethodCall(call) => call,
        Expr::Paren(inner) => return learn(&mut inner.expr, pattern),
        Expr::Group(inner) => return learn(&mut inner.expr, pattern),
        _ => return,
    };
    let named = |names: &[&str]| names.iter().any(|name| call.method == name);
    if named(KEEPING) {
        return learn(&mut call.receiver, pattern);
    }
    let Pat::Tuple(parts) = plain(pattern) else {
        return;
    };
    let is_whole = !parts.elems.iter().any(|part| matches!(part, Pat::Rest(_)));
    if !is_whole {
        return;
    }
    if named(OF_TUPLES) && call.turbofish.is_none() {
        let each = parts.elems.iter().map(|_| -> syn::Type { parse_quote!(_) });
        call.turbofish = Some(parse_quote!(::<(#(#each,)*)>));
        return;
    }
    let [left, right] = parts.elems.iter().collect::<Vec<_>>()[..] else {
        return;
    };
    if call.method == "enumerate" {
        learn(&mut call.receiver, right);
    } else if call.method == "zip" || call.method == "zip_eq" {
        learn(&mut call.receiver, left);
        if let Some(beside) = call.args.first_mut() {
            learn(beside, right);
        }
    }
}

/// A pattern behind references and types.
fn plain(pattern: &Pat) -> &Pat {
    match pattern {
        Pat::Reference(inner) => plain(&inner.pat),
        Pat::Paren(inner) => plain(&inner.pat),
        Pat::Type(inner) => plain(&inner.pat),
        pattern => pattern,
    }
}

/// Whether a chain begins in parallel.
fn is_parallel(call: &ExprMethodCall) -> bool {
    match &*call.receiver {
        _ if is_front(call) => true,
        Expr::MethodCall(inner) => is_parallel(inner),
        _ => false,
    }
}

/// Writes a parallel chain as one of the standard library, if all its methods are known.
fn sequential(call: &mut ExprMethodCall) {
    if is_known(call).is_some() {
        rename(call);
    }
}

/// Whether a chain is still parallel behind this call. `None` if a method on the way is not known.
fn is_known(call: &ExprMethodCall) -> Option<bool> {
    if is_front(call) {
        return Some(true);
    }
    let Expr::MethodCall(inner) = &*call.receiver else {
        return None;
    };
    if is_known(inner)? {
        return row(call).map(|(name, ..)| !CONSUMING.contains(name));
    }
    Some(false)
}

/// Renames the methods of a chain that is known. Says whether it is still parallel behind this
/// call.
fn rename(call: &mut ExprMethodCall) -> bool {
    let span = call.method.span();
    if let Some((_, plain)) = FRONTS.iter().find(|(name, _)| call.method == name) {
        call.method = Ident::new(plain, span);
        return true;
    }
    let is_parallel = match &mut *call.receiver {
        Expr::MethodCall(inner) => rename(inner),
        _ => false,
    };
    let Some((name, _, plain)) = row(call).filter(|_| is_parallel) else {
        return false;
    };
    if *name == "reduce"
        && let Some(identity) = call.args.first_mut()
    {
        *identity = called(identity);
    }
    call.method = Ident::new(plain, span);
    !CONSUMING.contains(name)
}

fn is_front(call: &ExprMethodCall) -> bool {
    FRONTS.iter().any(|(name, _)| call.method == name)
}

fn row(call: &ExprMethodCall) -> Option<&'static (&'static str, usize, &'static str)> {
    let mut rows = PARALLEL.iter();
    rows.find(|(name, arity, _)| call.method == name && call.args.len() == *arity)
}

/// The value of a function without arguments: the body of a closure, or a call.
fn called(function: &Expr) -> Expr {
    match strip(function) {
        Expr::Closure(closure) if closure.inputs.is_empty() => (*closure.body).clone(),
        other => parse_quote!(#other()),
    }
}
