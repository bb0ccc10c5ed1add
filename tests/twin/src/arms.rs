//! The arms: a note at the start of each, so that a test can say which ones no sample point
//! reached.
//!
//! ```text
//! if x > 0.0 { a }                    if x > 0.0 { enter("f", 0); a } else { enter("f", 1); }
//! match k { 0 => a, _ => b }          match k { 0 => { enter("f", 2); a }
//!                                               _ => { enter("f", 3); b } }
//! let Some(x) = y else { return a }   .. else { enter("f", 4); return a };
//! |x| x * x                           |x| { enter("f", 5); x * x }
//! ```
//!
//! An `if` without `else` gets one, which notes that the condition failed; after an early return
//! that is how the remainder is reached. Nested functions are arms as closures are: one that nobody
//! calls is reported.
//!
//! Keeps: values and types. An `else if` needs no note of its own, since the arms within it have
//! theirs; an arm that says by its macro that nobody reaches it gets none.

use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, parse_quote};

/// Inserts the notes, and returns the name of each arm.
pub(crate) fn note(function: &mut syn::ItemFn) -> Vec<String> {
    let mut notes = Notes {
        function: function.sig.ident.to_string(),
        arms: Vec::new(),
    };
    notes.visit_block_mut(&mut function.block);
    notes.arms
}

/// Inserts the notes into all functions of a module, and returns the name of each arm. The function
/// that the row calls is entered at every point, so it needs no note of its own.
pub(crate) fn note_module(module: &mut syn::ItemMod, target: &syn::Ident) -> Vec<String> {
    let mut notes = Notes {
        function: target.to_string(),
        arms: Vec::new(),
    };
    notes.visit_item_mod_mut(module);
    notes.arms
}

struct Notes {
    function: String,
    arms: Vec<String>,
}

impl Notes {
    /// The statement that notes an arm.
    fn next(&mut self, arm: String) -> syn::Stmt {
        let (function, index) = (&self.function, self.arms.len());
        self.arms.push(arm);
        parse_quote!(crate::domains::notes::enter(#function, #index);)
    }

    fn open(&mut self, block: &mut Block, arm: String) {
        let note = self.next(arm);
        block.stmts.insert(0, note);
    }

    fn wrap(&mut self, expression: &mut Expr, arm: String) {
        let note = self.next(arm);
        *expression = parse_quote!({ #note #expression });
    }
}

impl VisitMut for Notes {
    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        visit_mut::visit_expr_if_mut(self, branch);
        let condition = text(&branch.cond);
        self.open(&mut branch.then_branch, format!("if {condition}"));
        if let Some((_, arm)) = &mut branch.else_branch {
            if let Expr::Block(arm) = &mut **arm {
                self.open(&mut arm.block, format!("else of if {condition}"));
            }
        } else {
            let note = self.next(format!("after if {condition}"));
            branch.else_branch = Some((parse_quote!(else), parse_quote!({ #note })));
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        visit_mut::visit_arm_mut(self, arm);
        if !is_unreachable(&arm.body) {
            let pattern = text(&arm.pat);
            self.wrap(&mut arm.body, format!("match arm {pattern}"));
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        let pattern = text(&local.pat);
        let diverge = local.init.as_mut().and_then(|init| init.diverge.as_mut());
        if let Some((_, arm)) = diverge {
            self.wrap(arm, format!("else of let {pattern}"));
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        visit_mut::visit_expr_closure_mut(self, closure);
        let parameters = &closure.inputs;
        let arm = format!("closure |{}|", text(parameters));
        self.wrap(&mut closure.body, arm);
    }

    fn visit_impl_item_fn_mut(&mut self, method: &mut syn::ImplItemFn) {
        visit_mut::visit_impl_item_fn_mut(self, method);
        if method.sig.ident != self.function {
            let arm = format!("fn {}", method.sig.ident);
            self.open(&mut method.block, arm);
        }
    }

    fn visit_trait_item_fn_mut(&mut self, method: &mut syn::TraitItemFn) {
        visit_mut::visit_trait_item_fn_mut(self, method);
        if let Some(block) = &mut method.default {
            let arm = format!("fn {}", method.sig.ident);
            self.open(block, arm);
        }
    }

    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        visit_mut::visit_item_fn_mut(self, function);
        if function.sig.ident != self.function {
            let arm = format!("fn {}", function.sig.ident);
            self.open(&mut function.block, arm);
        }
    }
}

/// A macro that says that its place is never reached.
fn is_unreachable(body: &Expr) -> bool {
    let Expr::Macro(call) = body else {
        return false;
    };
    let names = ["unreachable", "panic"];
    names.iter().any(|name| call.mac.path.is_ident(name))
}

fn text(tokens: &impl ToTokens) -> String {
    quote!(#tokens).to_string()
}
