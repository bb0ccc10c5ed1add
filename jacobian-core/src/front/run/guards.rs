//! Guards that compute: they run only if the arms before have not been taken.
//!
//! ```text
//! match x {                              '__match: {
//!     0 => a,                                match x { 0 => break '__match a,
//!     k if next(&mut s) > k => b,                      k => if next(&mut s) > k { break '__match b },
//!     _ => c,                                          _ => {} }
//! }                                          match x { 0 => unreachable!(), _ => c }
//!                                        }
//! ```
//!
//! Most guards compare what is computed before the `match`, and are emitted as they are. If one
//! changes a variable, may panic, or computes with what its pattern binds, the `match` is lowered
//! again in this form. The scrutinee is a place, or a variable that holds its value.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::Expr;

use crate::interface::Opaque;

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::run::own_methods::has_calls;
use crate::front::syntax::form::is_place;
use crate::front::syntax::inspect::has_no_value;
use crate::front::syntax::patterns::{guard_of, pattern_of};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

impl Lowering<Run> {
    /// A guard, in the scope of the names that its pattern binds. If it has to run in an arm of its
    /// own, this is noted, and the evaluation stops.
    pub(crate) fn eval_guard(&mut self, guard: &Expr) -> Found<Value> {
        let before = self.checkpoint();
        let n_opaques = self.writer.opaques.len();
        let value = self.eval_condition(guard)?;
        let computes = !self.writer.opaques[n_opaques..].iter().all(is_read);
        if computes || self.has_changed_names(&before) {
            self.control.guard_computes = true;
            return Err(Stop);
        }
        Ok(value)
    }

    /// `match` as an expression or statement. With [`Goes::Back`] the function returns its value.
    pub(crate) fn eval_match(&mut self, found: &syn::ExprMatch, goes: Goes) -> Found<Value> {
        let has_guards = found.arms.iter().any(|arm| guard_of(arm).is_some());
        let before = has_guards.then(|| self.checkpoint());
        let value = self.eval_match_at_once(found, goes);
        match before {
            Some(before) if std::mem::take(&mut self.control.guard_computes) => {
                self.rollback(before);
                self.eval_match_by_guards(found, goes)
            }
            _ => value,
        }
    }

    /// The same as one `match` up to each guard.
    fn eval_match_by_guards(&mut self, found: &syn::ExprMatch, goes: Goes) -> Found<Value> {
        let scrutinee = &found.expr;
        let is_kept = is_borrowed_place(scrutinee) && !has_calls(borrowed(scrutinee));
        let (bound, matched) = if is_kept {
            (TokenStream::new(), quote!(#scrutinee))
        } else {
            (quote!(let __matched = #scrutinee;), quote!(__matched))
        };
        let last = found.arms.iter().rposition(|arm| guard_of(arm).is_some());
        let (guarded, rest) = found.arms.split_at(last.map_or(0, |last| last + 1));
        let (mut tests, mut before, mut done) = (Vec::new(), Vec::new(), Vec::new());
        for arm in guarded {
            let (pattern, leave) = (pattern_of(arm), leave_with(&arm.body, goes));
            match guard_of(arm) {
                None => {
                    before.push(quote!(#pattern => { #leave }));
                    done.push(quote!(#pattern => unreachable!(),));
                }
                Some(guard) => {
                    let before = std::mem::take(&mut before);
                    tests.push(quote! {
                        match #matched {
                            #(#before)*
                            #pattern => { if #guard { #leave } }
                            _ => {}
                        }
                    });
                }
            }
        }
        let whole: syn::Block = syn::parse_quote!({
            #bound
            #(#tests)*
            match #matched { #(#done)* #(#rest)* }
        });
        let whole = self.trees.keep(whole);
        match goes {
            Goes::Back => self.eval_returned_block(&whole),
            Goes::On => self.eval_labelled(&syn::parse_quote!('__match:), &whole),
        }
    }
}

/// The way out of the whole `match` with the value of an arm.
fn leave_with(body: &Expr, goes: Goes) -> TokenStream {
    match goes {
        Goes::Back => quote!(return #body;),
        Goes::On if has_no_value(body) => quote!(#body; break '__match;),
        Goes::On => quote!(break '__match #body;),
    }
}

/// What `&place` and `&mut place` borrow.
fn borrowed(expression: &Expr) -> &Expr {
    match strip(expression) {
        Expr::Reference(reference) => borrowed(&reference.expr),
        place => place,
    }
}

/// Whether a scrutinee is a place or borrows one, so that it may be named again.
fn is_borrowed_place(expression: &Expr) -> bool {
    is_place(borrowed(expression))
}

/// Whether opaque code only reads a place that does not belong to a pattern.
fn is_read(opaque: &Opaque) -> bool {
    let Opaque::Scalar { expression, .. } = opaque else {
        return false;
    };
    let root = expression
        .clone()
        .into_iter()
        .find_map(|token| match token {
            TokenTree::Ident(name) => Some(name.to_string()),
            _ => None,
        });
    // Names of patterns are fresh.
    tokens::is_place(expression) && root.is_some_and(|root| !root.starts_with("__"))
}
