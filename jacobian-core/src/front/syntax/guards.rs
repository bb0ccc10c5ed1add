//! A `match` whose guards run only if the arms before them have not been taken.
//!
//! ```text
//! match x {                         match x { 0 => break '__match a,
//!     0 => a,                                 k => { if next(&mut s) > k { break '__match b; } }
//!     k if next(&mut s) > k => b,             _ => {} }
//!     _ => c,                       match x { 0 => unreachable!(),
//! }                                           _ => c }
//! ```
//!
//! Most guards compare what is computed before the `match`, and are emitted as they are. This form
//! is for the others: those that change a variable, may panic, or compute with what their pattern
//! binds. The scrutinee is a place, or a variable that holds its value, so it is evaluated once.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Expr;

use crate::front::syntax::form::{has_calls, is_place};
use crate::front::syntax::inspect::has_no_value;
use crate::front::syntax::patterns::{guard_of, pattern_of};
use crate::front::syntax::strip::strip;

/// How an arm leaves the whole with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaves {
    /// By a `break` of the block around it, which has the label `'__match`.
    Block,
    /// By a `return`.
    Function,
}

impl Leaves {
    fn with(self, body: &Expr) -> TokenStream {
        match self {
            Self::Function => quote!(return #body;),
            Self::Block if has_no_value(body) => quote!(#body; break '__match;),
            Self::Block => quote!(break '__match #body;),
        }
    }
}

/// The same as one `match` up to each guard, and a last one.
pub(crate) fn by_guards(found: &syn::ExprMatch, leaves: Leaves) -> syn::Block {
    let scrutinee = &found.expr;
    let (bound, matched) = if is_kept(scrutinee) {
        (TokenStream::new(), quote!(#scrutinee))
    } else {
        (quote!(let __matched = #scrutinee;), quote!(__matched))
    };
    let last = found.arms.iter().rposition(|arm| guard_of(arm).is_some());
    let (guarded, rest) = found.arms.split_at(last.map_or(0, |last| last + 1));
    let (mut tests, mut before, mut done) = (Vec::new(), Vec::new(), Vec::new());
    for arm in guarded {
        let (pattern, leave) = (pattern_of(arm), leaves.with(&arm.body));
        let Some(guard) = guard_of(arm) else {
            before.push(quote!(#pattern => { #leave }));
            done.push(quote!(#pattern => unreachable!(),));
            continue;
        };
        tests.push(quote! {
            match #matched {
                #(#before)*
                #pattern => { if #guard { #leave } }
                _ => {}
            }
        });
        before.clear();
    }
    syn::parse_quote!({
        #bound
        #(#tests)*
        match #matched { #(#done)* #(#rest)* }
    })
}

/// Whether a scrutinee is a place without calls, or borrows one, so that it may be named again.
fn is_kept(scrutinee: &Expr) -> bool {
    match strip(scrutinee) {
        Expr::Reference(reference) => is_kept(&reference.expr),
        place => is_place(place) && !has_calls(place),
    }
}
