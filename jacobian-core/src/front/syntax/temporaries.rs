//! Temporaries that opaque code borrows from, which must live longer than one statement.
//!
//! ```text
//! for w in cell.borrow().iter() { .. }      let held = cell.borrow();
//!                                           let mut items = held.iter();
//!                                           loop { .. }
//!                                           { let _dropped = held; }
//! ```
//!
//! In the source such a temporary lives to the end of its statement. Generated code splits the
//! statement, so without a variable of its own it would be dropped while it is borrowed.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, Ident, parse_quote};

use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{any_name, is_place};

/// Methods of std that give a reference into their receiver, or an iterator over one.
const BORROWING: &[&str] = &[
    "as_deref",
    "as_mut_slice",
    "as_ref",
    "as_slice",
    "as_str",
    "bytes",
    "chars",
    "chunks",
    "chunks_exact",
    "column_iter",
    "deref",
    "first",
    "get",
    "iter",
    "iter_mut",
    "keys",
    "last",
    "lines",
    "range",
    "rchunks",
    "row_iter",
    "split",
    "split_at",
    "split_first",
    "split_last",
    "split_whitespace",
    "values",
    "values_mut",
    "windows",
];

/// Methods whose results release something as they are dropped.
const GUARDS: &[&str] = &[
    "borrow",
    "borrow_mut",
    "lock",
    "read",
    "try_borrow",
    "try_lock",
    "write",
];

/// A temporary that gets a variable.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) owner: TokenStream,
    /// The code with the variable in place of the temporary.
    pub(crate) borrower: TokenStream,
    /// Whether it may be a guard, which must be dropped where the source drops it.
    pub(crate) is_guard: bool,
}

/// The temporary that opaque code borrows from, if there is one. `name` is that of its variable.
pub(crate) fn held(tokens: &TokenStream, name: &Ident) -> Option<Held> {
    let borrows = |found: &str| BORROWING.contains(&found);
    let refers = tokens.to_string().starts_with('&');
    if is_place(tokens) || !refers && !any_name(tokens, &borrows) {
        return None;
    }
    let mut borrower: Expr = syn::parse2(tokens.clone()).ok()?;
    let owner = take_owner(&mut borrower, name)?;
    Some(Held {
        is_guard: is_guard(&owner),
        owner: owner.into_token_stream(),
        borrower: borrower.into_token_stream(),
    })
}

fn take_owner(code: &mut Expr, name: &Ident) -> Option<Expr> {
    match code {
        Expr::Paren(inner) => take_owner(&mut inner.expr, name),
        Expr::Group(inner) => take_owner(&mut inner.expr, name),
        Expr::Try(inner) => take_owner(&mut inner.expr, name),
        Expr::Reference(inner) => {
            let place = innermost(&mut inner.expr);
            is_temporary(place).then(|| std::mem::replace(place, parse_quote!(#name)))
        }
        Expr::MethodCall(call) => {
            if let Some(owner) = take_owner(&mut call.receiver, name) {
                return Some(owner);
            }
            let borrows = BORROWING.iter().any(|method| call.method == method);
            let place = innermost(&mut call.receiver);
            (borrows && is_temporary(place)).then(|| std::mem::replace(place, parse_quote!(#name)))
        }
        _ => None,
    }
}

/// The value that a path of fields and indices starts at.
fn innermost(place: &mut Expr) -> &mut Expr {
    let is_path = match place {
        Expr::Paren(_) | Expr::Group(_) | Expr::Field(_) | Expr::Index(_) => true,
        Expr::Unary(inner) => matches!(inner.op, syn::UnOp::Deref(_)),
        _ => false,
    };
    if !is_path {
        return place;
    }
    match place {
        Expr::Paren(inner) => innermost(&mut inner.expr),
        Expr::Group(inner) => innermost(&mut inner.expr),
        Expr::Field(inner) => innermost(&mut inner.base),
        Expr::Index(inner) => innermost(&mut inner.expr),
        Expr::Unary(inner) => innermost(&mut inner.expr),
        _ => unreachable!("invariant: it is one of these"),
    }
}

fn is_temporary(code: &Expr) -> bool {
    match code {
        Expr::Call(_) | Expr::Macro(_) | Expr::Array(_) | Expr::Try(_) => true,
        // What these give is a reference, which may be copied.
        Expr::MethodCall(call) => !BORROWING.iter().any(|method| call.method == method),
        _ => false,
    }
}

/// Whether code may be a reference into a guard, `&*m.borrow()`.
pub(crate) fn borrows_guard(tokens: &TokenStream) -> bool {
    let is_guard = |name: &str| GUARDS.contains(&name);
    tokens.to_string().starts_with('&') && any_name(tokens, &is_guard)
}

/// Whether a `let` of this code binds a guard. Only std's own give a `Result` for `read()`.
pub(crate) fn gives_guard(tokens: &TokenStream) -> bool {
    const SURE: &[&str] = &["borrow", "borrow_mut", "lock"];
    match syn::parse2(tokens.clone()) {
        Ok(Expr::MethodCall(call)) if !SURE.iter().any(|sure| call.method == sure) => {
            !GUARDS.iter().any(|method| call.method == method) && is_guard(&Expr::MethodCall(call))
        }
        Ok(code) => is_guard(&code),
        Err(_) => false,
    }
}

/// Whether code moves a variable, `drop(w)`: it names it and neither borrows nor reads from it.
pub(crate) fn moves(tokens: &TokenStream, name: &str) -> bool {
    let mut before = ' ';
    let mut is_borrowed = false;
    let mut trees = tokens.clone().into_iter().peekable();
    while let Some(token) = trees.next() {
        let is_read = match trees.peek() {
            Some(TokenTree::Punct(sign)) => sign.as_char() == '.',
            Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Bracket,
            _ => false,
        };
        match &token {
            TokenTree::Punct(sign) => before = sign.as_char(),
            TokenTree::Ident(word) if word == "mut" && before == '&' => {
                is_borrowed = true;
                continue;
            }
            TokenTree::Ident(word) => {
                let is_place = is_read || is_borrowed || matches!(before, '&' | '*' | '.');
                if word == name && !is_place {
                    return true;
                }
                before = ' ';
            }
            TokenTree::Group(group) if moves(&group.stream(), name) => return true,
            _ => before = ' ',
        }
        is_borrowed = false;
    }
    false
}

fn is_guard(owner: &Expr) -> bool {
    match owner {
        Expr::Try(inner) => is_guard(&inner.expr),
        Expr::MethodCall(call) if call.method == "unwrap" || call.method == "expect" => {
            is_guard(&call.receiver)
        }
        Expr::MethodCall(call) => {
            call.args.is_empty() && GUARDS.iter().any(|method| call.method == method)
        }
        _ => false,
    }
}

/// The list of `let w = &mut [0.0; 8];`, which lives as long as the reference.
pub(crate) fn list_behind_reference(local: &syn::Local) -> Option<Expr> {
    let Expr::Reference(reference) = strip(&local.init.as_ref()?.expr) else {
        return None;
    };
    let is_name = match &local.pat {
        syn::Pat::Type(typed) => matches!(*typed.pat, syn::Pat::Ident(_)),
        pattern => matches!(pattern, syn::Pat::Ident(_)),
    };
    let list = strip(&reference.expr);
    let is_list = match list {
        Expr::Array(_) | Expr::Repeat(_) => true,
        Expr::Macro(call) => call.mac.path.is_ident("vec"),
        _ => false,
    };
    (is_list && is_name && reference.mutability.is_some()).then(|| list.clone())
}

/// The `let` of a reference to such a list as two, of which the first binds the list.
pub(crate) fn with_variable(local: &syn::Local, list: &Expr, name: &Ident) -> [syn::Local; 2] {
    let mut reference = local.clone();
    if let Some(init) = &mut reference.init {
        *init.expr = parse_quote!(&mut #name);
    }
    let mut variable = local.clone();
    variable.attrs.clear();
    variable.pat = syn::Pat::Ident(syn::PatIdent {
        attrs: Vec::new(),
        by_ref: None,
        mutability: Some(syn::Token![mut](name.span())),
        ident: name.clone(),
        subpat: None,
    });
    if let Some(init) = &mut variable.init {
        *init.expr = list.clone();
    }
    [variable, reference]
}

#[cfg(test)]
mod tests {
    use super::held;

    fn check(source: &str, expected: &str) {
        let name = syn::parse_quote!(h);
        let found = held(&source.parse().expect("tokens"), &name);
        let said = found.map_or("none".to_owned(), |held| {
            let guard = if held.is_guard { "guard " } else { "" };
            format!("{guard}{} | {}", held.owner, held.borrower)
        });
        let tight = |text: &str| text.replace(' ', "");
        assert_eq!(tight(&said), tight(expected), "{source}");
    }

    #[test]
    fn the_value_that_is_borrowed_from_gets_a_name() {
        check("m.borrow().iter()", "guard m.borrow() | h.iter()");
        check(
            "m.lock().unwrap().iter().rev()",
            "guard m.lock().unwrap() | h.iter().rev()",
        );
        check("&self.w()[1..]", "self.w() | &h[1..]");
        check(
            "k.table().rows.iter().skip(1)",
            "k.table() | h.rows.iter().skip(1)",
        );
        check("self.w.iter()", "none");
        check("self.w.iter().map(|w| w + 1.0).collect::<Vec<_>>()", "none");
        check("s.lines().first()", "none");
    }

    #[test]
    fn a_guard_that_is_moved_is_dropped_elsewhere() {
        let moves = |code: &str| super::moves(&code.parse().expect("tokens"), "w");
        assert!(moves("drop(w)") && moves("let v = w;") && moves("Some((1, w))"));
        assert!(!moves("w.len() + w[0] + *w + sum(&w) + fill(&mut w) + p.w"));
        let gives = |code: &str| super::gives_guard(&code.parse().expect("tokens"));
        assert!(gives("m.borrow()") && gives("m.read().unwrap()") && gives("m.lock()?"));
        assert!(!gives("m.read()") && !gives("m.unwrap()") && !gives("m.borrow().len()"));
    }
}
