//! Iterator chains written as loops, for sequences whose length only run time knows.
//!
//! ```text
//! data.iter().map(|(t, y)| x * t - y).filter(|r| *r > 0.0)
//!
//! let __apply_0 = |(t, y)| x * t - y;
//! let __apply_1 = |r| *r > 0.0;
//! for __item in data.iter() {
//!     let __item = __apply_0(__item);
//!     if !__apply_1(&__item) { continue; }
//!     ..                                      what is done with an item
//! }
//! ```
//!
//! The adapters run on one item after the other, as in the library. The front of the chain, here
//! `data.iter()`, is the user's own code.

use quote::format_ident;
use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, parse_quote};

use crate::front::syntax::form::is_place;
use crate::front::syntax::strip::strip;

/// Adapters that can be written as statements on an item.
const ADAPTERS: &[(&str, usize)] = &[
    ("map", 1),
    ("filter", 1),
    ("filter_map", 1),
    ("take_while", 1),
    ("skip_while", 1),
    ("map_while", 1),
    ("inspect", 1),
    ("scan", 2),
    ("flat_map", 1),
    ("enumerate", 0),
    ("take", 1),
    ("skip", 1),
    ("step_by", 1),
    ("zip", 1),
    ("rev", 0),
    ("copied", 0),
    ("cloned", 0),
];

/// A chain: the iterator in front, and the adapters that follow.
pub(crate) struct Stream<'a> {
    pub(crate) front: &'a Expr,
    adapters: Vec<&'a ExprMethodCall>,
    /// Whether the front is run through from its end. Closures run in that order as well.
    is_reversed: bool,
    /// Whether the front is an iterator of the user's own, whose `next` is called.
    calls_next: bool,
    /// Whether that is the user's variable itself, and no copy.
    is_lent: bool,
}

impl<'a> Stream<'a> {
    /// Takes adapters off a chain, from its end to the first part that is not wanted.
    pub(crate) fn of(chain: &'a Expr, mut is_wanted: impl FnMut(&Expr) -> bool) -> Self {
        let mut adapters = Vec::new();
        let (mut front, mut is_reversed) = (chain, false);
        while let Expr::MethodCall(call) = strip(front)
            && is_adapter(call)
            && is_wanted(front)
        {
            // A list of known length beside the data limits it, so that is no loop at run time.
            if call.method == "zip" && cycled(&call.args[0]).is_none() && is_wanted(&call.args[0]) {
                break;
            }
            // Code that takes the items one by one may also take them from the end.
            let keeps_items = ["map", "copied", "cloned", "inspect", "rev"];
            if is_reversed && !keeps_items.iter().any(|name| call.method == name) {
                break;
            }
            if call.method == "rev" {
                is_reversed = !is_reversed;
            } else {
                adapters.push(call);
            }
            front = &call.receiver;
        }
        adapters.reverse();
        Self {
            front,
            adapters,
            is_reversed,
            calls_next: false,
            is_lent: false,
        }
    }

    /// The same chain, if the front is an iterator of the user's own. None runs from its end.
    pub(crate) fn of_own(self) -> Option<Self> {
        (!self.is_reversed).then_some(Self {
            calls_next: true,
            ..self
        })
    }

    /// The same chain, whose consumer takes a variable by reference.
    pub(crate) fn lent_if(self, is_lent: bool) -> Self {
        Self {
            is_lent: is_lent && self.adapters.is_empty(),
            ..self
        }
    }

    /// Whether there is no adapter.
    pub(crate) fn is_plain(&self) -> bool {
        self.adapters.is_empty() && !self.is_reversed
    }

    /// Whether one item may become several, so that its loop has a loop inside.
    pub(crate) fn is_nested(&self) -> bool {
        self.adapters.iter().any(|call| call.method == "flat_map")
    }

    /// The chain as statements: declarations, and then a loop that binds each item to a pattern and
    /// runs a block.
    pub(crate) fn as_loop(
        &self,
        label: Option<&syn::Label>,
        pattern: &Pat,
        block: &Block,
    ) -> Vec<Stmt> {
        let label = label.cloned().unwrap_or_else(|| parse_quote!('__stream:));
        let mut written = Written {
            leave: label.name.clone(),
            declarations: Vec::new(),
            heads: Vec::new(),
            steps: vec![Vec::new()],
            inner: Vec::new(),
        };
        for (position, call) in self.adapters.iter().enumerate() {
            written.adapter(position, call);
        }
        let Written {
            declarations,
            heads,
            mut steps,
            mut inner,
            ..
        } = written;
        let last = steps.pop().unwrap_or_default();
        let mut body: Block = parse_quote!({ #(#last)* let #pattern = __item; #block });
        while let (Some(step), Some(front)) = (steps.pop(), inner.pop()) {
            body = parse_quote!({ #(#step)* for __item in #front #body });
        }
        let mut statements = declarations;
        if self.calls_next {
            let (front, leave) = (self.iterator(&mut statements), &label.name);
            statements.push(parse_quote!(#label loop {
                #(#heads)*
                let Some(__item) = #front.next() else { break #leave; };
                #body
            }));
            return statements;
        }
        let mut front = self.front.clone();
        if self.is_reversed {
            front = parse_quote!((#front).rev());
        }
        statements.push(parse_quote!(#label for __item in #front { #(#heads)* #body }));
        statements
    }

    /// The place of an iterator of the user's own: a variable of his, if he lends it, or one of
    /// ours.
    fn iterator(&self, statements: &mut Vec<Stmt>) -> Expr {
        match strip(self.front) {
            Expr::MethodCall(call) if call.method == "by_ref" && is_place(&call.receiver) => {
                return (*call.receiver).clone();
            }
            Expr::Reference(lent) if lent.mutability.is_some() && is_place(&lent.expr) => {
                return (*lent.expr).clone();
            }
            place if self.is_lent && is_place(place) => return place.clone(),
            _ => {}
        }
        let front = self.front;
        statements.push(parse_quote!(let mut __iterator = #front;));
        parse_quote!(__iterator)
    }
}

/// The statements of a chain.
struct Written {
    /// The label of the loop.
    leave: syn::Lifetime,
    declarations: Vec<Stmt>,
    /// What ends the loop before it takes an item.
    heads: Vec<Stmt>,
    /// The steps of an item, and of its items after `flat_map`.
    steps: Vec<Vec<Stmt>>,
    /// The iterators that `flat_map` makes of an item.
    inner: Vec<Expr>,
}

impl Written {
    fn adapter(&mut self, position: usize, call: &ExprMethodCall) {
        let leave = self.leave.clone();
        let state = format_ident!("__state_{position}");
        let first = call.args.first();
        match call.method.to_string().as_str() {
            "enumerate" => {
                self.declarations
                    .push(parse_quote!(let mut #state = 0_usize;));
                self.step(parse_quote!(let __item = (#state, __item);));
                self.step(parse_quote!(#state += 1;));
            }
            "take" => {
                self.declarations
                    .push(parse_quote!(let mut #state = #first;));
                self.heads
                    .push(parse_quote!(if #state == 0 { break #leave; }));
                self.step(parse_quote!(#state -= 1;));
            }
            "step_by" => {
                let step = format_ident!("__step_{position}");
                let declared: Block = parse_quote!({
                    let mut #state = 0_usize;
                    let #step = #first;
                    assert!(#step != 0, "assertion failed: step != 0");
                });
                self.declarations.extend(declared.stmts);
                self.step(parse_quote!(#state += 1;));
                self.step(parse_quote!(if (#state - 1) % #step != 0 { continue; }));
            }
            "zip" => self.zip(&state, &call.args[0]),
            "skip" => {
                self.declarations
                    .push(parse_quote!(let mut #state = #first;));
                self.step(parse_quote!(if #state > 0 { #state -= 1; continue; }));
            }
            "scan" => {
                self.declarations
                    .push(parse_quote!(let mut #state = #first;));
                let apply = self.function(position, call);
                self.step(parse_quote!(
                    let Some(__item) = #apply(&mut #state, __item) else { break #leave; };
                ));
            }
            "copied" | "cloned" => {}
            _ => self.closure(position, call),
        }
    }

    /// `zip` with an iterator of the user's, or with `cycle` of a list.
    fn zip(&mut self, state: &syn::Ident, other: &Expr) {
        let leave = self.leave.clone();
        if let Some(list) = cycled(other) {
            self.declarations
                .push(parse_quote!(let mut #state = 0_usize;));
            self.step(parse_quote!(let __item = (__item, #list[#state]);));
            self.step(parse_quote!(#state = (#state + 1) % #list.len();));
            return;
        }
        self.declarations.push(parse_quote!(
            let mut #state = ::core::iter::IntoIterator::into_iter(#other);
        ));
        self.step(parse_quote!(
            let Some(__beside) = ::core::iter::Iterator::next(&mut #state) else { break #leave; };
        ));
        self.step(parse_quote!(let __item = (__item, __beside);));
    }

    /// Adapters with a closure alone.
    fn closure(&mut self, position: usize, call: &ExprMethodCall) {
        let leave = self.leave.clone();
        let state = format_ident!("__state_{position}");
        let apply = self.function(position, call);
        match call.method.to_string().as_str() {
            "map" => self.step(parse_quote!(let __item = #apply(__item);)),
            "filter" => self.step(parse_quote!(if !#apply(&__item) { continue; })),
            "filter_map" => {
                self.step(parse_quote!(let Some(__item) = #apply(__item) else { continue; };));
            }
            "map_while" => {
                self.step(parse_quote!(let Some(__item) = #apply(__item) else { break #leave; };));
            }
            "take_while" => self.step(parse_quote!(if !#apply(&__item) { break #leave; })),
            "skip_while" => {
                self.declarations.push(parse_quote!(let mut #state = true;));
                self.step(parse_quote!(if #state && #apply(&__item) { continue; }));
                self.step(parse_quote!(#state = false;));
            }
            "inspect" => self.step(parse_quote!(#apply(&__item);)),
            _ => {
                self.inner.push(parse_quote!(#apply(__item)));
                self.steps.push(Vec::new());
            }
        }
    }

    fn step(&mut self, statement: Stmt) {
        let steps = self.steps.last_mut();
        steps
            .expect("invariant: there is always one")
            .push(statement);
    }

    /// The function of an adapter. A closure gets a name, so that it is made once.
    fn function(&mut self, position: usize, call: &ExprMethodCall) -> Expr {
        let name = format_ident!("__apply_{position}");
        let argument = call.args.last().expect("invariant: it has arguments");
        named_function(argument, &name, &mut self.declarations)
    }
}

/// A closure by a name that the declarations give it, or a function as it is spelled.
pub(crate) fn named_function(
    argument: &Expr,
    name: &syn::Ident,
    declarations: &mut Vec<Stmt>,
) -> Expr {
    if matches!(strip(argument), Expr::Closure(_)) {
        declarations.push(parse_quote!(let #name = #argument;));
        return parse_quote!(#name);
    }
    argument.clone()
}

fn is_adapter(call: &ExprMethodCall) -> bool {
    let is_one = |(name, arity): &(&str, usize)| call.method == name && call.args.len() == *arity;
    ADAPTERS.iter().any(is_one)
}

/// The list of `list.iter().cycle()`.
fn cycled(chain: &Expr) -> Option<&Expr> {
    let without = |chain: &Expr, names: &[&str]| {
        let Expr::MethodCall(call) = strip(chain) else {
            return false;
        };
        call.args.is_empty() && names.iter().any(|name| call.method == name)
    };
    if !without(chain, &["cycle"]) {
        return None;
    }
    let Expr::MethodCall(cycle) = strip(chain) else {
        return None;
    };
    let mut list = strip(&cycle.receiver);
    while let Expr::MethodCall(call) = list
        && without(list, &["iter", "into_iter", "copied", "cloned"])
    {
        list = strip(&call.receiver);
    }
    is_place(list).then_some(list)
}
