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

use syn::{Block, Expr, ExprMethodCall, Pat, Stmt, parse_quote};

use crate::front::syntax::form::is_place;
use crate::front::syntax::stream_steps::{Maker, Written, cycled, list_of_items};
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
    ("flatten", 0),
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
    /// The positions of adapters `zip` with a list that is read by an index.
    by_index: Vec<usize>,
    /// The function of `std::iter` that makes the front.
    maker: Option<Maker>,
}

/// A part of a chain: what a method is called on, or what is beside it in a `zip`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Chain,
    Beside,
}

impl<'a> Stream<'a> {
    /// Takes adapters off a chain, from its end to the first part that is not wanted.
    pub(crate) fn of(chain: &'a Expr, mut is_wanted: impl FnMut(&Expr) -> bool) -> Self {
        Self::taken_apart(chain, &mut |_, part| is_wanted(part))
    }

    /// The same. A `zip` with a limiting list ends the chain.
    fn taken_apart(chain: &'a Expr, is_wanted: &mut dyn FnMut(Asked, &Expr) -> bool) -> Self {
        let mut adapters = Vec::new();
        let (mut front, mut is_reversed) = (chain, false);
        while let Expr::MethodCall(call) = strip(front)
            && is_adapter(call)
            && is_wanted(Asked::Chain, front)
        {
            // A list of known length beside the data limits it, so that is no loop at run time.
            if call.method == "zip"
                && cycled(&call.args[0]).is_none()
                && is_wanted(Asked::Beside, &call.args[0])
            {
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
            by_index: Vec::new(),
            maker: None,
        }
    }

    /// Takes all adapters off a chain. A list beside another one is read by an index, if it is one
    /// of those that are asked for.
    pub(crate) fn of_lists(chain: &'a Expr, mut is_read: impl FnMut(&Expr) -> bool) -> Self {
        let stream = Self::taken_apart(chain, &mut |asked, _| asked == Asked::Chain);
        let by_index = |(position, call): (usize, &&ExprMethodCall)| {
            let is_one =
                call.method == "zip" && list_of_items(&call.args[0]).is_some_and(&mut is_read);
            is_one.then_some(position)
        };
        let by_index = stream
            .adapters
            .iter()
            .enumerate()
            .filter_map(by_index)
            .collect();
        Self { by_index, ..stream }
    }

    /// The same chain, if the front is an iterator of the user's own. None runs from its end.
    pub(crate) fn of_own(self) -> Option<Self> {
        (!self.is_reversed).then_some(Self {
            calls_next: true,
            ..self
        })
    }

    /// The same chain, if its front is a call of this function. None runs from its end.
    pub(crate) fn of_maker(self, maker: Maker) -> Option<Self> {
        (!self.is_reversed).then_some(Self {
            maker: Some(maker),
            ..self
        })
    }

    /// The count of the first adapter, if that is `take`.
    pub(crate) fn first_count(&self) -> Option<&'a Expr> {
        let first = self.adapters.first().filter(|call| call.method == "take");
        first.map(|call| &call.args[0])
    }

    /// The same chain, whose consumer takes a variable by reference.
    pub(crate) fn lent_if(self, is_lent: bool) -> Self {
        Self {
            is_lent: is_lent && self.adapters.is_empty(),
            ..self
        }
    }

    /// Whether an adapter may end the chain before its front ends.
    pub(crate) fn may_end(&self) -> bool {
        let ends = ["take", "take_while", "map_while", "scan", "zip"];
        let mut adapters = self.adapters.iter();
        adapters.any(|call| ends.iter().any(|name| call.method == name))
    }

    /// Whether there is no adapter.
    pub(crate) fn is_plain(&self) -> bool {
        self.adapters.is_empty() && !self.is_reversed
    }

    /// Whether one item may become several, so that its loop has a loop inside.
    pub(crate) fn is_nested(&self) -> bool {
        let nests = |call: &ExprMethodCall| call.method == "flat_map" || call.method == "flatten";
        self.adapters.iter().any(|call| nests(call))
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
            if self.by_index.contains(&position) {
                written.zip_by_index(position, &call.args[0]);
            } else {
                written.adapter(position, call);
            }
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
            let front = in_head(&front);
            body = parse_quote!({ #(#step)* for __item in #front #body });
        }
        let mut statements = declarations;
        if let (Some(maker), Expr::Call(made)) = (self.maker, strip(self.front)) {
            let arguments: Vec<&Expr> = made.args.iter().collect();
            let (declared, item) = maker.item(&arguments, &label.name);
            statements.extend(declared);
            statements.push(parse_quote!(#label loop { #(#heads)* #(#item)* #body }));
            return statements;
        }
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
        let front = in_head(&front);
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

/// An expression in the head of a loop, where a struct literal needs parentheses.
pub(crate) fn in_head(front: &Expr) -> Expr {
    struct Literals(bool);
    impl<'ast> syn::visit::Visit<'ast> for Literals {
        fn visit_expr_struct(&mut self, _: &'ast syn::ExprStruct) {
            self.0 = true;
        }
    }
    let mut literals = Literals(false);
    syn::visit::Visit::visit_expr(&mut literals, front);
    if literals.0 {
        parse_quote!((#front))
    } else {
        front.clone()
    }
}

pub(crate) fn is_adapter(call: &ExprMethodCall) -> bool {
    let is_one = |(name, arity): &(&str, usize)| call.method == name && call.args.len() == *arity;
    ADAPTERS.iter().any(is_one)
}
