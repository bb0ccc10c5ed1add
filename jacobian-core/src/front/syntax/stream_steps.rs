//! The steps of a chain that is written as a loop: what each adapter does with an item.
//!
//! ```text
//! .enumerate()     let mut __state_0 = 0_usize;  ..  let __item = (__state_0, __item);
//! .filter(f)       if !__apply_1(&__item) { continue; }
//! .zip(&list)      let __item = (__item, __beside_2[__state_2]);     read by an index
//! ```

use quote::{ToTokens, format_ident};
use syn::{Block, Expr, ExprMethodCall, Stmt, parse_quote};

use crate::front::syntax::form::is_place;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;

/// A function of `std::iter` that makes an iterator of a length that only run time knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    Successors,
    FromFn,
    Repeat,
    RepeatWith,
}

impl Maker {
    pub(crate) const NAMES: [(&'static str, Self); 4] = [
        ("successors", Self::Successors),
        ("from_fn", Self::FromFn),
        ("repeat", Self::Repeat),
        ("repeat_with", Self::RepeatWith),
    ];

    /// Whether the code of the function may give `None`.
    pub(crate) fn may_end(self, front: &Expr) -> bool {
        let names = ["None", "then", "then_some", "filter", "pop", "next", "get"];
        let ends = matches!(self, Self::Successors | Self::FromFn);
        ends && names_any(&front.to_token_stream(), &names)
    }

    /// The statements before the loop, and those that give an item.
    pub(super) fn item(self, arguments: &[&Expr], leave: &syn::Lifetime) -> (Vec<Stmt>, Vec<Stmt>) {
        let (first, last) = (arguments.first(), arguments.last());
        let (declared, item): (Block, Block) = match self {
            Self::Successors => (
                parse_quote!({ let mut __next = #first; let __successor = #last; }),
                parse_quote!({
                    let Some(__item) = __next else { break #leave; };
                    __next = __successor(&__item);
                }),
            ),
            Self::FromFn => (
                parse_quote!({ let mut __make = #first; }),
                parse_quote!({ let Some(__item) = __make() else { break #leave; }; }),
            ),
            Self::Repeat => (
                parse_quote!({ let __repeated = #first; }),
                parse_quote!({
                    let __item = __repeated.clone();
                }),
            ),
            Self::RepeatWith => (
                parse_quote!({ let mut __make = #first; }),
                parse_quote!({
                    let __item = __make();
                }),
            ),
        };
        (declared.stmts, item.stmts)
    }
}

/// The statements of a chain.
pub(super) struct Written {
    /// The label of the loop.
    pub(super) leave: syn::Lifetime,
    pub(super) declarations: Vec<Stmt>,
    /// What ends the loop before it takes an item.
    pub(super) heads: Vec<Stmt>,
    /// The steps of an item, and of its items after `flat_map`.
    pub(super) steps: Vec<Vec<Stmt>>,
    /// The iterators that `flat_map` makes of an item.
    pub(super) inner: Vec<Expr>,
}

impl Written {
    pub(super) fn adapter(&mut self, position: usize, call: &ExprMethodCall) {
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
                if self.steps.len() > 1 {
                    self.step(parse_quote!(if #state == 0 { break #leave; }));
                }
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
            "filter_map" | "flat_map" if first.is_some_and(is_identity) => {
                self.inner.push(parse_quote!(__item));
                self.steps.push(Vec::new());
            }
            "flatten" => {
                self.inner.push(parse_quote!(__item));
                self.steps.push(Vec::new());
            }
            _ => self.closure(position, call),
        }
    }

    /// `zip` with an iterator of the user's, or with `cycle` of a list.
    fn zip(&mut self, state: &syn::Ident, other: &Expr) {
        let leave = self.leave.clone();
        if let Some((list, first)) = cycled(other) {
            let first = first.map_or_else(
                || parse_quote!(0_usize),
                |first| -> Expr {
                    parse_quote!(if #list.is_empty() { 0_usize } else { (#first) % #list.len() })
                },
            );
            self.declarations
                .push(parse_quote!(let mut #state = #first;));
            self.step(parse_quote!(if #list.is_empty() { break #leave; }));
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

    /// `zip` with a list that is read by an index.
    pub(super) fn zip_by_index(&mut self, position: usize, other: &Expr) {
        let leave = self.leave.clone();
        let state = format_ident!("__state_{position}");
        let beside = format_ident!("__beside_{position}");
        let list = list_of_items(other).unwrap_or(other);
        self.declarations.push(parse_quote!(let #beside = &#list;));
        self.declarations
            .push(parse_quote!(let mut #state = 0_usize;));
        self.step(parse_quote!(if #state >= #beside.len() { break #leave; }));
        if gives_references(other) {
            // `part` has a name that `*part` of the user's code is known by.
            self.step(parse_quote!(
                let __item = (__item, { let part = #beside[#state]; part });
            ));
        } else {
            self.step(parse_quote!(let __item = (__item, #beside[#state]);));
        }
        self.step(parse_quote!(#state += 1;));
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

/// Whether the items of such a list are references to its elements.
fn gives_references(items: &Expr) -> bool {
    match strip(items) {
        Expr::Reference(_) => true,
        Expr::MethodCall(call) => call.method == "iter",
        _ => false,
    }
}

/// `|v| v`, `|v| *v` and `|&v| v`.
fn is_identity(function: &Expr) -> bool {
    let Expr::Closure(closure) = strip(function) else {
        return false;
    };
    let name = match closure.inputs.first() {
        Some(syn::Pat::Ident(name)) => &name.ident,
        Some(syn::Pat::Reference(inner)) => match &*inner.pat {
            syn::Pat::Ident(name) => &name.ident,
            _ => return false,
        },
        _ => return false,
    };
    let mut body = strip(&closure.body);
    while let Expr::Unary(unary) = body
        && matches!(unary.op, syn::UnOp::Deref(_))
    {
        body = strip(&unary.expr);
    }
    matches!(body, Expr::Path(path) if path.path.is_ident(name))
}

/// The list of `list.iter()`, `&list` and the like.
pub(crate) fn list_of_items(items: &Expr) -> Option<&Expr> {
    match strip(items) {
        Expr::Reference(reference) if reference.mutability.is_none() => {
            list_of_items(&reference.expr)
        }
        Expr::MethodCall(call) if call.args.is_empty() => {
            let names = ["iter", "into_iter", "copied", "cloned"];
            let is_one = names.iter().any(|name| call.method == name);
            is_one.then(|| list_of_items(&call.receiver)).flatten()
        }
        place => is_place(place).then_some(place),
    }
}

/// The list of `list.iter().cycle()`, and the count of a `skip` behind it.
pub(super) fn cycled(chain: &Expr) -> Option<(&Expr, Option<&Expr>)> {
    if let Expr::MethodCall(skip) = strip(chain)
        && skip.method == "skip"
        && let (Some((list, None)), Some(count)) = (cycled(&skip.receiver), skip.args.first())
    {
        return Some((list, Some(count)));
    }
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
    is_place(list).then_some((list, None))
}
