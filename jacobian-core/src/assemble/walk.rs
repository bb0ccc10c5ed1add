//! The walk through the statements, which writes the recording code.
//!
//! What depends on no unknown is written as it is. What depends on unknowns becomes a step of an
//! element, and where the control flow turns, the rows that were written since the last turn become
//! a term, with the steps that they need.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use crate::diag::Diagnostics;
use crate::front::messages;

use super::names::{Meaning, Names, length_of};
use super::parameters::{List, Parameters};
use super::terms::Term;
use super::values::{Kind, Slot, Step, assigns, changed};

/// The state of the walk.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) names: Names,
    pub(super) parameters: Parameters,
    pub(super) diagnostics: &'a mut Diagnostics,
    /// The recording code of the block.
    pub(super) written: TokenStream,
    /// Numbers that all elements share, which stand before the outermost statement.
    pub(super) shared: TokenStream,
    /// Slots that may be used again.
    pub(super) recent: Vec<((Kind, String), Slot)>,
    pub(super) n_names: usize,
    pub(super) terms: Vec<Term>,
    /// What elements have computed so far, in this block and those around.
    steps: Vec<Step>,
    /// The rows that were written since the last turn.
    rows: Vec<Ident>,
    /// The functions and constants of the body, which elements may use as well.
    items: TokenStream,
}

impl<'a> Walk<'a> {
    pub(super) fn new(parameters: Parameters, diagnostics: &'a mut Diagnostics) -> Self {
        let mut names = Names::default();
        for list in &parameters.lists {
            names.insert(&list.name, Meaning::List(list.clone()));
        }
        for name in &parameters.others {
            names.insert(name, Meaning::Uniform);
        }
        for name in &parameters.changing {
            names.insert(name, Meaning::Inactive { is_mutable: true });
        }
        Self {
            names,
            parameters,
            diagnostics,
            written: TokenStream::new(),
            shared: TokenStream::new(),
            recent: Vec::new(),
            n_names: 0,
            terms: Vec::new(),
            steps: Vec::new(),
            rows: Vec::new(),
            items: TokenStream::new(),
        }
    }

    /// The recording code of the whole body.
    pub(super) fn body(&mut self, block: &syn::Block) -> TokenStream {
        let mut all = TokenStream::new();
        let mut statements = block.stmts.as_slice();
        // A list of rows that is returned, or an empty result.
        if let Some((syn::Stmt::Expr(last, None), before)) = statements.split_last()
            && self.is_returned(last)
        {
            statements = before;
        }
        for (position, statement) in statements.iter().enumerate() {
            self.statement(statement, &statements[position + 1..]);
            all.extend(std::mem::take(&mut self.shared));
            all.extend(std::mem::take(&mut self.written));
        }
        self.turn();
        all.extend(std::mem::take(&mut self.written));
        all
    }

    fn is_returned(&self, last: &syn::Expr) -> bool {
        match self.names.of(last) {
            Some(_) => false,
            // It is declared in the body, so it is not in view before.
            None => super::names::name(last).is_some(),
        }
    }

    /// A block of its own, whose code is returned.
    fn block(&mut self, statements: &[syn::Stmt], bind: impl FnOnce(&mut Self)) -> TokenStream {
        let outside = std::mem::take(&mut self.written);
        let place = self.names.enter();
        let n_steps = self.steps.len();
        bind(self);
        for (position, statement) in statements.iter().enumerate() {
            self.statement(statement, &statements[position + 1..]);
        }
        self.turn();
        self.steps.truncate(n_steps);
        self.names.leave(place);
        std::mem::replace(&mut self.written, outside)
    }

    fn statement(&mut self, statement: &syn::Stmt, after: &[syn::Stmt]) {
        match statement {
            syn::Stmt::Local(local) => self.local(local, after),
            syn::Stmt::Item(item) => {
                self.items.extend(quote!(#item));
                self.written.extend(quote!(#item));
            }
            syn::Stmt::Expr(expr, _) => self.expression(expr),
            syn::Stmt::Macro(call) => match arguments(&call.mac) {
                Some(given) => self.checks(&call.mac, &given),
                None => self.plain(&syn::Expr::Macro(syn::ExprMacro {
                    attrs: Vec::new(),
                    mac: call.mac.clone(),
                })),
            },
        }
    }

    /// A macro such as `assert_eq!(u.len(), n)`.
    fn checks(&mut self, call: &syn::Macro, given: &[syn::Expr]) {
        let path = &call.path;
        let given: Vec<syn::Expr> = given.iter().map(|given| self.known(given)).collect();
        self.written.extend(quote!(#path!(#(#given),*);));
    }

    fn local(&mut self, local: &syn::Local, after: &[syn::Stmt]) {
        let value = local.init.as_ref();
        if let Some(init) = value
            && let syn::Expr::Closure(closure) = &*init.expr
            && self.names.depends(&init.expr)
        {
            return self.closure(&local.pat, closure);
        }
        if let Some(init) = value
            && let Some(list) = self.new_rows(&local.pat, &init.expr)
        {
            return self.rows_of(list, &init.expr);
        }
        let names = super::names::bound(&local.pat);
        let is_active = value.is_some_and(|init| self.names.depends(&init.expr))
            || names
                .iter()
                .any(|(name, is_mutable)| *is_mutable && self.becomes_active(name, after));
        if !is_active {
            let declared = value.map(|init| {
                let expr = self.known(&init.expr);
                let diverge = init.diverge.as_ref().map(|(word, expr)| {
                    let expr = self.known(expr);
                    quote!(#word #expr)
                });
                quote!(= #expr #diverge)
            });
            if let Some((_, diverge)) = value.and_then(|init| init.diverge.as_ref()) {
                self.leaving(diverge);
            }
            if value.is_none_or(|init| !self.names.is_steady(&init.expr)) {
                self.recent.clear();
            }
            let pat = &local.pat;
            self.written.extend(quote!(let #pat #declared;));
            let is_outermost = self.names.depth == 0;
            return self.bind(pat, is_outermost && value.is_some());
        }
        let Some(init) = value.filter(|init| init.diverge.is_none()) else {
            return self.diagnostics.error_at(local, messages::ASSEMBLE_VALUE);
        };
        let mut step = Step::default();
        let Some(value) = self.value(&init.expr, &mut step) else {
            // What follows would be reported as well, so the names stay in view.
            return self.activate(&names);
        };
        let pat = &local.pat;
        step.code = quote!(let #pat = #value;);
        step.defines = names.iter().map(|(name, _)| name.clone()).collect();
        self.steps.push(step);
        self.activate(&names);
    }

    fn activate(&mut self, names: &[(Ident, bool)]) {
        let depth = self.names.depth;
        for (name, _) in names {
            if self.names.get(name).is_some() {
                self.recent.clear();
            }
            self.names.insert(name, Meaning::Active { depth });
        }
    }

    fn closure(&mut self, pat: &syn::Pat, closure: &syn::ExprClosure) {
        let names = super::names::bound(pat);
        match names.as_slice() {
            [(name, false)] if self.is_choice(closure) => {
                self.names.insert(name, Meaning::Choice(closure.clone()));
            }
            _ => self
                .diagnostics
                .error_at(closure, messages::ASSEMBLE_CLOSURE),
        }
    }

    /// `let mut r = vec![0.0; n];` at the outermost level, if there is no parameter for rows.
    fn new_rows(&self, pat: &syn::Pat, value: &syn::Expr) -> Option<List> {
        let syn::Expr::Macro(made) = value else {
            return None;
        };
        let pat = match pat {
            syn::Pat::Type(typed) => &*typed.pat,
            pat => pat,
        };
        let syn::Pat::Ident(name) = pat else {
            return None;
        };
        let has_rows = self.parameters.lists.iter().any(|list| list.is_rows);
        let is_new = self.names.depth == 0 && name.mutability.is_some() && !has_rows;
        (is_new && made.mac.path.is_ident("vec"))
            .then(|| self.parameters.list(&name.ident, true, Vec::new()))
    }

    fn rows_of(&mut self, list: List, value: &syn::Expr) {
        let syn::Expr::Macro(made) = value else {
            return;
        };
        let parts = made
            .mac
            .parse_body_with(|input: syn::parse::ParseStream<'_>| {
                let zero: syn::Expr = input.parse()?;
                input.parse::<syn::Token![;]>()?;
                Ok((zero, input.parse::<syn::Expr>()?))
            });
        match parts {
            Ok((zero, length)) if is_zero(&zero) => {
                let (name, length) = (&list.length, self.known(&length));
                self.written.extend(quote!(let #name: usize = #length;));
                self.names.insert(&list.name, Meaning::List(list.clone()));
                self.parameters.lists.push(list);
            }
            _ => self.diagnostics.error_at(value, messages::ASSEMBLE_NO_ROWS),
        }
    }

    /// Whether a later statement gives the name a value that depends on unknowns.
    fn becomes_active(&self, name: &Ident, after: &[syn::Stmt]) -> bool {
        let mut later = Later {
            names: &self.names,
            name,
            found: false,
        };
        after
            .iter()
            .for_each(|statement| later.visit_stmt(statement));
        later.found
    }

    fn expression(&mut self, expr: &syn::Expr) {
        match expr {
            syn::Expr::Assign(assign) => self.assign(expr, &assign.left, None, &assign.right),
            syn::Expr::Binary(both) if assigns(&both.op) => {
                self.assign(expr, &both.left, Some(&both.op), &both.right);
            }
            syn::Expr::MethodCall(call) if self.is_rows(&call.receiver) => self.fill(call),
            _ if !self.names.depends(expr) => {
                if turns(expr) {
                    self.turn();
                }
                self.leaving(expr);
                self.plain(expr);
            }
            syn::Expr::If(_) | syn::Expr::Match(_) | syn::Expr::Block(_) => {
                self.turn();
                let code = self.branch(expr);
                self.written.extend(code);
            }
            syn::Expr::ForLoop(repeated) => {
                self.turn();
                if self.names.depends(&repeated.expr) {
                    let message = messages::ASSEMBLE_LOOP;
                    return self.diagnostics.error_at(&repeated.expr, message);
                }
                let head = self.known(&repeated.expr);
                let body = self.block(&repeated.body.stmts, |walk| walk.bind(&repeated.pat, false));
                let (label, pat) = (&repeated.label, &repeated.pat);
                self.written
                    .extend(quote!(#label for #pat in #head { #body }));
            }
            syn::Expr::While(repeated) if !self.names.depends(&repeated.cond) => {
                self.turn();
                let cond = self.known(&repeated.cond);
                let body = self.block(&repeated.body.stmts, |walk| {
                    walk.bind_condition(&repeated.cond);
                });
                let label = &repeated.label;
                self.written.extend(quote!(#label while #cond { #body }));
            }
            syn::Expr::Loop(repeated) => {
                self.turn();
                let body = self.block(&repeated.body.stmts, |_| {});
                let label = &repeated.label;
                self.written.extend(quote!(#label loop { #body }));
            }
            syn::Expr::Paren(inner) => self.expression(&inner.expr),
            _ => self
                .diagnostics
                .error_at(expr, messages::ASSEMBLE_STATEMENT),
        }
    }

    /// `if`, `match` and blocks as statements.
    fn branch(&mut self, expr: &syn::Expr) -> TokenStream {
        match expr {
            syn::Expr::If(choice) if !self.names.depends(&choice.cond) => {
                let cond = self.known(&choice.cond);
                let chosen = self.block(&choice.then_branch.stmts, |walk| {
                    walk.bind_condition(&choice.cond);
                });
                let otherwise = choice.else_branch.as_ref().map(|(_, otherwise)| {
                    let otherwise = self.branch(otherwise);
                    quote!(else #otherwise)
                });
                quote!(if #cond { #chosen } #otherwise)
            }
            syn::Expr::Match(choice) if !self.names.depends(&choice.expr) => {
                let scrutinee = self.known(&choice.expr);
                let mut arms = TokenStream::new();
                for arm in &choice.arms {
                    let body = [syn::Stmt::Expr(
                        (*arm.body).clone(),
                        Some(syn::parse_quote!(;)),
                    )];
                    let body = self.block(&body, |walk| walk.bind(&arm.pat, false));
                    self.known_guard(&arm.pat);
                    let pat = &arm.pat;
                    arms.extend(quote!(#pat => { #body }));
                }
                quote!(match #scrutinee { #arms })
            }
            syn::Expr::Block(block) => {
                let body = self.block(&block.block.stmts, |_| {});
                let label = &block.label;
                quote!(#label { #body })
            }
            _ => {
                self.diagnostics
                    .error_at(expr, messages::ASSEMBLE_ACTIVE_BRANCH);
                quote!({})
            }
        }
    }

    fn is_rows(&self, expr: &syn::Expr) -> bool {
        matches!(self.names.of(expr), Some((_, Meaning::List(list))) if list.is_rows)
    }

    /// `r.fill(0.0)`.
    fn fill(&mut self, call: &syn::ExprMethodCall) {
        let is_zero = call.args.first().is_some_and(is_zero);
        if call.method == "fill" && is_zero {
            self.turn();
            self.written.extend(quote!(jacobian_rows.cleared();));
        } else {
            self.diagnostics.error_at(call, messages::ASSEMBLE_WRITE);
        }
    }

    fn assign(
        &mut self,
        whole: &syn::Expr,
        place: &syn::Expr,
        op: Option<&syn::BinOp>,
        value: &syn::Expr,
    ) {
        if let Some((list, indices)) = self.read(place) {
            let sign = match op {
                _ if !list.is_rows => None,
                None | Some(syn::BinOp::AddAssign(_)) => Some(quote!()),
                Some(syn::BinOp::SubAssign(_)) => Some(quote!(-)),
                Some(_) => None,
            };
            return match sign {
                Some(sign) => self.write_row((&list, &indices), op.is_none(), &sign, value),
                None => self.diagnostics.error_at(whole, messages::ASSEMBLE_WRITE),
            };
        }
        if let Some(name) = changed(place)
            && let Some(Meaning::Active { depth }) = self.names.get(name)
        {
            if *depth != self.names.depth {
                return self.diagnostics.error_at(whole, messages::ASSEMBLE_CARRIED);
            }
            let mut step = Step {
                defines: vec![name.clone()],
                ..Step::default()
            };
            if op.is_some() {
                step.uses.push(name.clone());
            }
            let name = name.clone();
            if let Some(value) = self.value(value, &mut step) {
                step.code = match op {
                    Some(op) => quote!(#name #op #value;),
                    None => quote!(#name = #value;),
                };
                self.steps.push(step);
            }
            return;
        }
        if self.names.depends(place) {
            self.diagnostics.error_at(whole, messages::ASSEMBLE_WRITE);
        } else if self.names.depends(value) {
            self.diagnostics.error_at(whole, messages::ASSEMBLE_CARRIED);
        } else {
            self.plain(whole);
        }
    }

    fn write_row(
        &mut self,
        (list, indices): (&List, &[syn::Expr]),
        is_first: bool,
        sign: &TokenStream,
        value: &syn::Expr,
    ) {
        self.n_names += 1;
        let row = format_ident!("jacobian_r{}", self.n_names);
        let place = self.place(list, indices);
        let method = if is_first {
            format_ident!("assigned")
        } else {
            format_ident!("added")
        };
        self.written
            .extend(quote!(let #row = jacobian_rows.#method(#place);));
        if is_zero(value) {
            return;
        }
        let mut step = Step {
            defines: vec![row.clone()],
            ..Step::default()
        };
        let value = if self.names.depends(value) {
            self.value(value, &mut step)
        } else {
            // A row without unknowns is that of a known value in the place of one.
            let known = self.known(value);
            let choice: syn::Expr = syn::parse_quote!(::jacobian_assembly::Variable::Fixed(#known));
            Some(self.fixed(&choice, &mut step))
        };
        if let Some(value) = value {
            step.code = quote!(let #row = #sign (#value););
            self.steps.push(step);
            self.rows.push(row);
        }
    }

    fn fixed(&mut self, choice: &syn::Expr, step: &mut Step) -> syn::Expr {
        self.n_names += 1;
        let name = format_ident!("jacobian_x{}", self.n_names);
        self.written
            .extend(quote!(let #name: ::jacobian_assembly::Variable = #choice;));
        let used = syn::parse_quote!(#name);
        step.slots.push(Slot {
            kind: Kind::Variable,
            name,
        });
        used
    }

    /// The control flow turns: the rows that were written become a term.
    fn turn(&mut self) {
        // What is read after the turn need not be what was read before.
        self.recent.clear();
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return;
        }
        let term = Term::of(self.terms.len(), rows, (&self.items, &self.steps));
        let (elements, slots) = (&term.elements, |kind| term.slots(kind));
        let (variables, data) = (slots(Kind::Variable), slots(Kind::Data));
        let rows = &term.rows;
        self.written.extend(quote! {
            #elements.push([#(#variables),*], [#(#rows),*], [#(#data),*]);
        });
        self.terms.push(term);
    }

    fn plain(&mut self, expr: &syn::Expr) {
        self.recent.clear();
        let known = self.known(expr);
        self.written.extend(quote!(#known;));
    }

    /// The same code, with the lengths of lists as they are called in the recording code.
    pub(super) fn known(&mut self, expr: &syn::Expr) -> syn::Expr {
        if let Some(name) = self.names.first_active(|finder| finder.visit_expr(expr)) {
            let message = messages::assemble_list(&name.to_string());
            self.diagnostics.error(name.span(), &message);
        }
        let mut known = expr.clone();
        Lengths(&self.names).visit_expr_mut(&mut known);
        known
    }

    /// Refuses a guard that depends on unknowns.
    pub(super) fn known_guard(&mut self, pattern: &syn::Pat) {
        if let Some(name) = self.names.first_active(|finder| finder.visit_pat(pattern)) {
            self.diagnostics
                .error(name.span(), messages::ASSEMBLE_ACTIVE_BRANCH);
        }
    }

    /// Refuses what leaves the function, because the terms are added at its end.
    fn leaving(&mut self, expr: &syn::Expr) {
        struct Leaving<'a>(&'a mut Diagnostics);
        impl<'ast> Visit<'ast> for Leaving<'_> {
            fn visit_expr_return(&mut self, expr: &'ast syn::ExprReturn) {
                self.0.error_at(expr, messages::ASSEMBLE_LEAVES);
            }
            fn visit_expr_try(&mut self, expr: &'ast syn::ExprTry) {
                self.0.error_at(expr, messages::ASSEMBLE_LEAVES);
            }
            fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
            fn visit_item(&mut self, _: &'ast syn::Item) {}
        }
        Leaving(self.diagnostics).visit_expr(expr);
    }
}

/// Whether the statement may leave a loop or its turn.
fn turns(expr: &syn::Expr) -> bool {
    struct Turns(bool);
    impl<'ast> Visit<'ast> for Turns {
        fn visit_expr_break(&mut self, _: &'ast syn::ExprBreak) {
            self.0 = true;
        }
        fn visit_expr_continue(&mut self, _: &'ast syn::ExprContinue) {
            self.0 = true;
        }
    }
    let mut found = Turns(false);
    found.visit_expr(expr);
    found.0
}

/// The arguments of a macro that checks something.
pub(super) fn arguments(call: &syn::Macro) -> Option<Vec<syn::Expr>> {
    const CHECKS: [&str; 6] = [
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
        "debug_assert_eq",
        "debug_assert_ne",
    ];
    let name = call.path.get_ident()?.to_string();
    let list = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let found = CHECKS
        .contains(&name.as_str())
        .then(|| call.parse_body_with(list))?;
    found.ok().map(|found| found.into_iter().collect())
}

fn is_zero(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(float), .. })
        if float.base10_parse::<f64>().is_ok_and(|value| value == 0.0))
}

/// Writes `u_len` for `u.len()`.
struct Lengths<'a>(&'a Names);

impl VisitMut for Lengths<'_> {
    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        if let syn::Expr::MethodCall(call) = expr
            && let Some(list) = length_of(self.0, call)
        {
            let length = &list.length;
            *expr = syn::parse_quote!(#length);
            return;
        }
        syn::visit_mut::visit_expr_mut(self, expr);
    }
}

/// Looks for an assignment of a value that depends on unknowns.
struct Later<'a> {
    names: &'a Names,
    name: &'a Ident,
    found: bool,
}

impl Later<'_> {
    fn look(&mut self, place: &syn::Expr, value: &syn::Expr) {
        if changed(place) == Some(self.name) && self.names.depends(value) {
            self.found = true;
        }
    }
}

impl<'ast> Visit<'ast> for Later<'_> {
    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        self.look(&assign.left, &assign.right);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        if assigns(&both.op) {
            self.look(&both.left, &both.right);
        }
    }
}
