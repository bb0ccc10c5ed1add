//! Types whose values change behind a shared reference, so that a call may change what it is not
//! given.
//!
//! ```text
//! let seen = Cell::new(0.0);
//! let log = |v: f64| seen.set(v);     `log(x)` changes `seen`
//! ```

use proc_macro2::{TokenStream, TokenTree};
use syn::Expr;
use syn::visit::{self, Visit};

use crate::front::syntax::elementals;
use crate::front::syntax::inspect::is_read;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{is_place, names_any};

const CELLS: &[&str] = &[
    "Cell", "LazyCell", "Mutex", "OnceCell", "OnceLock", "RefCell", "RwLock",
];

/// Whether a type, or the code that makes a value, names such a type.
pub(crate) fn names_cell(code: &TokenStream) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => names_cell(&group.stream()),
        TokenTree::Ident(word) => {
            let word = word.to_string();
            CELLS.contains(&word.as_str()) || word.starts_with("Atomic")
        }
        _ => false,
    })
}

/// Whether code gives another handle to one of these cells: `Rc::clone(&seen)`, `&seen`.
pub(crate) fn shares(code: &TokenStream, cells: &[&str]) -> bool {
    let Ok(code) = syn::parse2::<Expr>(code.clone()) else {
        return false;
    };
    let handed = match strip(&code) {
        Expr::MethodCall(call) if call.method == "clone" => &*call.receiver,
        Expr::Call(call) if call.args.len() == 1 => &call.args[0],
        other => other,
    };
    let place = match strip(handed) {
        Expr::Reference(reference) => &*reference.expr,
        other => other,
    };
    let place = quote::ToTokens::to_token_stream(place);
    is_place(&place) && names_any(&place, cells)
}

/// Whether code calls something of which its name does not say that it changes nothing.
pub(crate) fn calls_others(code: &Expr) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            self.0 = true;
            visit::visit_expr_call(self, call);
        }
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            let name = call.method.to_string();
            self.0 |= !is_read(&call.method) && !elementals::is_of_number(&name);
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut search = Search(false);
    search.visit_expr(code);
    search.0
}
