//! Statements, in the order in which they would run.

use quote::{ToTokens, quote};
use syn::{Block, Expr, Stmt};

use super::activity::{self, Activity};
use super::substitute;
use super::value::{Inactive, Value};
use super::{Flow, Lowering, messages};

impl Lowering<'_> {
    /// Runs the function's body; its value, by tail expression or `return`.
    pub(crate) fn run_body(&mut self, block: &Block) -> Value {
        let value = self.run_block(block, true);
        match self.flow.take() {
            Some(Flow::Return(returned)) => returned,
            Some(Flow::Break | Flow::Continue) | None => value,
        }
    }

    /// A block as an expression.
    pub(crate) fn eval_block(&mut self, block: &Block) -> Value {
        let answers = std::mem::take(&mut self.activity);
        let value = self.run_block(block, false);
        self.activity = answers;
        value
    }

    fn run_block(&mut self, block: &Block, is_body: bool) -> Value {
        let mark = self.scopes.enter();
        self.run_items(block);
        let mut value = Value::unit();
        for (position, statement) in block.stmts.iter().enumerate() {
            self.activity = Activity::default();
            if !self.spend(1, statement) {
                value = Value::Poison;
                break;
            }
            let is_last = position + 1 == block.stmts.len();
            match statement {
                Stmt::Expr(tail, None) if is_last && is_body => value = self.eval_returned(tail),
                Stmt::Expr(tail, None) if is_last => value = self.eval_tail(tail),
                statement => self.run_statement(statement),
            }
            if self.flow.is_some() {
                break;
            }
        }
        self.scopes.leave(mark);
        value
    }

    /// The last expression of a block: control flow has no value, everything else has one.
    fn eval_tail(&mut self, tail: &Expr) -> Value {
        match tail {
            Expr::ForLoop(_)
            | Expr::While(_)
            | Expr::Loop(_)
            | Expr::Assign(_)
            | Expr::Break(_)
            | Expr::Continue(_)
            | Expr::Macro(_) => {
                self.run_expression(tail);
                Value::unit()
            }
            Expr::Binary(binary) if super::arithmetic::is_compound(&binary.op) => {
                self.run_expression(tail);
                Value::unit()
            }
            _ => self.eval(tail),
        }
    }

    /// Items come first wherever they stand; constants that are known may feed labels.
    fn run_items(&mut self, block: &Block) {
        for statement in &block.stmts {
            let Stmt::Item(item) = statement else {
                continue;
            };
            if has_cfg(item) {
                self.refuse(item, messages::CFG_INSIDE);
            }
            self.keep_item(item);
            if let syn::Item::Const(constant) = item
                && !self.is_foreign_scalar(&constant.ty)
                && let Some(value) = self.try_known(&constant.expr)
            {
                self.bind(&constant.ident, value);
            }
        }
    }

    /// Unrolled scopes meet their items many times; one copy serves all.
    fn keep_item(&mut self, item: &syn::Item) {
        let tokens = item.to_token_stream();
        let text = tokens.to_string();
        if self.items.iter().all(|kept| kept.to_string() != text) {
            self.items.push(tokens);
        }
    }

    fn run_statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Item(_) => {}
            Stmt::Local(local) => self.run_let(local),
            Stmt::Expr(expression, _) => self.run_expression(expression),
            Stmt::Macro(call) => self.run_macro(&call.mac, statement),
        }
    }

    fn run_let(&mut self, local: &syn::Local) {
        if let Some(attribute) = local
            .attrs
            .iter()
            .find(|attribute| attribute.path().is_ident("cfg"))
        {
            self.refuse(attribute, messages::CFG_INSIDE);
        }
        let Some(init) = &local.init else {
            return self.bind_pattern(&local.pat, Value::Unassigned);
        };
        if init.diverge.is_some() {
            self.refuse(local, messages::LET_ELSE);
            return self.poison_names(&local.pat);
        }
        let foreign =
            matches!(&local.pat, syn::Pat::Type(typed) if self.is_foreign_scalar(&typed.ty));
        let is_active = self.activity.is_active(&init.expr, &self.scopes);
        let value = if foreign && !is_active {
            self.keep(&init.expr)
        } else {
            self.eval(&init.expr)
        };
        match value {
            Value::Inactive(inactive) => self.keep_let(&local.pat, inactive),
            value => self.bind_pattern(&local.pat, value),
        }
    }

    /// A `let` of the user's own: same pattern and initializer, fresh names.
    fn keep_let(&mut self, pattern: &syn::Pat, inactive: Inactive) {
        let (renamed, bindings) = self.rename_pattern(pattern);
        let tokens = inactive.tokens;
        self.keep_statement(quote!(let #renamed = #tokens;), &inactive.mentions);
        for (name, value) in bindings {
            self.bind(&name, value);
        }
    }

    /// Whether the type is the other floating-point type, whose rounding is not ours.
    fn is_foreign_scalar(&self, ty: &syn::Type) -> bool {
        let other = if self.scalar_name() == "f64" {
            "f32"
        } else {
            "f64"
        };
        ty.to_token_stream()
            .into_iter()
            .any(|token| token.to_string() == other)
    }

    /// An expression for its effect.
    pub(crate) fn run_expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Assign(assign) => self.run_assign(assign),
            Expr::Binary(binary) if super::arithmetic::is_compound(&binary.op) => {
                self.run_compound(binary);
            }
            Expr::ForLoop(each) => self.run_for(each),
            Expr::Return(returned) if !self.is_kept_failure(expression) => {
                self.run_return(returned);
            }
            Expr::Break(leave) if leave.label.is_none() && leave.expr.is_none() => {
                self.flow = Some(Flow::Break);
            }
            Expr::Continue(next) if next.label.is_none() => self.flow = Some(Flow::Continue),
            Expr::Macro(call) => self.run_macro(&call.mac, &Stmt::Expr(expression.clone(), None)),
            Expr::If(branch) if self.try_known(&branch.cond).is_some() => {
                let value = self.eval_if(branch);
                self.discard(value);
            }
            Expr::Block(block) if block.label.is_none() => {
                let value = self.eval_block(&block.block);
                self.discard(value);
            }
            other if !self.activity.is_active(other, &self.scopes) => {
                self.keep_expression_statement(other);
            }
            other => {
                let value = self.eval(other);
                self.discard(value);
            }
        }
    }

    fn is_kept_failure(&self, expression: &Expr) -> bool {
        substitute::leaves_function(expression, self.wrapper).is_none()
    }

    pub(crate) fn run_return(&mut self, returned: &syn::ExprReturn) -> Value {
        let value = match &returned.expr {
            Some(value) => self.eval_returned(value),
            None => Value::unit(),
        };
        self.flow = Some(Flow::Return(value));
        Value::Poison
    }

    /// A statement without active names: emitted as it stands. Known variables that it assigns to
    /// become variables of the generated code first.
    pub(crate) fn keep_expression_statement(&mut self, expression: &Expr) {
        if let Some(at) = substitute::leaves_function(expression, self.wrapper) {
            self.refuse(&at, messages::EARLY_RETURN);
            return;
        }
        let mut statement = Stmt::Expr(
            expression.clone(),
            Some(syn::Token![;](proc_macro2::Span::call_site())),
        );
        self.suspect(|suspicion| syn::visit::Visit::visit_expr(suspicion, expression));
        for name in substitute::assigned_names(&statement) {
            self.demote(&name);
        }
        let mentions = self.substitute_statement(&mut statement);
        self.keep_statement(statement.to_token_stream(), &mentions);
    }

    /// Turns a known variable into one that the user's own code can assign to.
    fn demote(&mut self, name: &str) {
        let Some(binding) = self.scopes.get(name) else {
            return;
        };
        let (value, mut mentions) = (binding.value.clone(), Vec::new());
        if matches!(value, Value::Inactive(_) | Value::Poison) {
            return;
        }
        let fresh = self.fresh(&syn::Ident::new(name, proc_macro2::Span::call_site()));
        match self.spell(&value, &mut mentions) {
            Some(tokens) => self.keep_statement(quote!(let mut #fresh = #tokens;), &mentions),
            None => self.keep_statement(quote!(let mut #fresh;), &[]),
        }
        let place = Inactive {
            tokens: fresh.into_token_stream(),
            mentions: Vec::new(),
        };
        let binding = self.scopes.get_mut(name).expect("invariant: found above");
        binding.value = Value::Inactive(place);
    }

    fn run_for(&mut self, each: &syn::ExprForLoop) {
        if let Some(label) = &each.label {
            self.refuse(label, messages::LABEL);
            return;
        }
        let active = activity::mentions_active(&self.scopes, |walk| {
            syn::visit::Visit::visit_expr_for_loop(walk, each);
        });
        if !active && !self.is_known_iterable(&each.expr) {
            return self.keep_expression_statement(&Expr::ForLoop(each.clone()));
        }
        let Some(items) = self.items_of(&each.expr) else {
            return;
        };
        let indexes = used_as_index(&each.pat, &each.body);
        for item in items {
            let mark = self.scopes.enter();
            self.bind_pattern(&each.pat, if indexes { as_index(item) } else { item });
            let value = self.run_block(&each.body, false);
            self.discard(value);
            self.scopes.leave(mark);
            match self.flow.take() {
                Some(Flow::Break) => break,
                Some(Flow::Return(value)) => {
                    self.flow = Some(Flow::Return(value));
                    break;
                }
                Some(Flow::Continue) | None => {}
            }
            if self.exhausted {
                break;
            }
        }
    }
}

/// A loop variable that indexes something is a `usize`, also where it is mentioned elsewhere.
fn as_index(item: Value) -> Value {
    match item {
        Value::Integer(mut integer) => {
            integer.suffix.get_or_insert_with(|| "usize".into());
            Value::Integer(integer)
        }
        item => item,
    }
}

fn used_as_index(pattern: &syn::Pat, body: &Block) -> bool {
    struct Indexes<'a> {
        name: &'a syn::Ident,
        found: bool,
    }
    impl<'ast> syn::visit::Visit<'ast> for Indexes<'_> {
        fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
            let mentions = |tokens: proc_macro2::TokenStream| {
                tokens.into_iter().any(|token| matches!(token, proc_macro2::TokenTree::Ident(name) if name == *self.name))
            };
            self.found |= mentions(index.index.to_token_stream());
            syn::visit::visit_expr_index(self, index);
        }
    }
    let syn::Pat::Ident(name) = pattern else {
        return false;
    };
    let mut indexes = Indexes {
        name: &name.ident,
        found: false,
    };
    syn::visit::Visit::visit_block(&mut indexes, body);
    indexes.found
}

fn has_cfg(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => return false,
    };
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg"))
}
