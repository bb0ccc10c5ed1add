//! Substitution: local names inside copied code are replaced by their values.
//!
//! The generated function does not declare the user's locals under their own names, because
//! unrolled scopes would collide. So names in opaque code are replaced, except those that the
//! opaque code binds itself: closure parameters, and the patterns of inner `let`, `match`, `for`
//! and `if let`.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::dereferences::behind_part;
use crate::front::names::part_meanings::part_of;
use crate::front::names::respelled::visit_qualified;
use crate::front::names::state::Lowering;
use crate::front::syntax::macro_arguments::MacroArguments;
use crate::front::syntax::questions;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::is_place_behind;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

impl<M> Lowering<M> {
    /// Replaces the names in an expression and returns the values that it mentions, or else a macro
    /// in which names may be patterns.
    pub(crate) fn substitute_expression(
        &self,
        expression: &mut syn::Expr,
    ) -> Result<Vec<ValueId>, syn::Macro> {
        let mut substitution = Substitution::within(self);
        substitution.visit_expr_mut(expression);
        if let Some(unseen) = substitution.unseen {
            return Err(unseen);
        }
        substitution.mentions.sort_unstable();
        substitution.mentions.dedup();
        Ok(substitution.mentions)
    }

    /// Refuses code of an inlined function whose names mean something else in the generated
    /// function. A name whose own mistake has been reported stops without another message.
    pub(crate) fn refuse_taken(&mut self, expression: &syn::Expr) -> Found<()> {
        let Some(name) = self.taken_name_in(expression) else {
            return Ok(());
        };
        let binding = self.names.scopes.get(&name.to_string());
        if binding.is_some_and(|binding| matches!(binding.value, Value::Poison)) {
            return Err(Stop);
        }
        let message = if self.frames.foreign > 0 {
            messages::name_of_elsewhere(&name.to_string())
        } else {
            messages::name_taken(&name.to_string())
        };
        self.writer.refuse(&name, &message)
    }

    /// A name in the body of an inlined function that means something else in the generated
    /// function.
    pub(crate) fn taken_name_in(&self, expression: &syn::Expr) -> Option<syn::Ident> {
        if self.frames.calls.is_empty() {
            return None;
        }
        let mut substitution = Substitution::within(self);
        substitution.visit_expr_mut(&mut expression.clone());
        substitution.taken
    }
}

pub(crate) struct Substitution<'a, M> {
    pub(crate) lowering: &'a Lowering<M>,
    /// Names that the opaque code binds itself.
    pub(crate) bound: Vec<String>,
    pub(crate) mentions: Vec<ValueId>,
    /// A name that is not in scope here, but is a parameter of the generated function.
    pub(crate) taken: Option<syn::Ident>,
    /// A macro in which a name with a value may be a pattern.
    pub(crate) unseen: Option<syn::Macro>,
}

impl<'a, M> Substitution<'a, M> {
    pub(crate) fn within(lowering: &'a Lowering<M>) -> Self {
        Self {
            lowering,
            bound: Vec::new(),
            mentions: Vec::new(),
            taken: None,
            unseen: None,
        }
    }

    pub(crate) fn meaning(&mut self, ident: &syn::Ident) -> Option<TokenStream> {
        let name = ident.to_string();
        if self.bound.contains(&name) {
            return None;
        }
        let Some(binding) = self.lowering.names.scopes.get(&name) else {
            if self.lowering.names.taken.contains(&name) {
                self.taken.get_or_insert_with(|| ident.clone());
            }
            return None;
        };
        let callers = self.lowering.callers_place(&binding.value);
        callers.or_else(|| self.lowering.spell(&binding.value, &mut self.mentions))
    }

    /// `name[2]` of a known array, and `name.field` that is the user's own.
    pub(crate) fn meaning_of_part(&mut self, expression: &syn::Expr) -> Option<TokenStream> {
        if !matches!(expression, syn::Expr::Index(_) | syn::Expr::Field(_)) {
            return None;
        }
        let part = part_of(expression, &|path| self.value_of(path), 0)?;
        let is_field = matches!(expression, syn::Expr::Field(_));
        // A list of known values would be an array in a literal of its struct, whatever its type.
        if is_field && !matches!(part, Value::Inactive(_) | Value::Array(_)) {
            return None;
        }
        self.lowering.spell(part, &mut self.mentions)
    }

    /// The value of a name, unless the opaque code binds it itself.
    pub(crate) fn value_of(&self, path: &syn::ExprPath) -> Option<&'a Value> {
        let name = path.path.get_ident()?.to_string();
        let binding = self.lowering.names.scopes.get(&name);
        Some(&binding.filter(|_| !self.bound.contains(&name))?.value)
    }

    /// `*name`, if the name has a scalar value and not a reference to one.
    pub(crate) fn meaning_behind_deref(&mut self, expression: &syn::Expr) -> Option<TokenStream> {
        let syn::Expr::Unary(unary) = expression else {
            return None;
        };
        let syn::Expr::Path(path) = strip(&unary.expr) else {
            return None;
        };
        let name = path
            .path
            .get_ident()
            .filter(|_| matches!(unary.op, syn::UnOp::Deref(_)))?;
        match &self.lowering.names.scopes.get(&name.to_string())?.value {
            Value::Inactive(inactive) if !is_place_behind(&inactive.tokens) => None,
            _ => self.meaning(name),
        }
    }

    pub(crate) fn bind(&mut self, pattern: &syn::Pat) {
        struct Names<'a>(&'a mut Vec<String>);
        impl<'ast> Visit<'ast> for Names<'_> {
            fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
                self.0.push(pattern.ident.to_string());
                visit::visit_pat_ident(self, pattern);
            }
        }
        Names(&mut self.bound).visit_pat(pattern);
    }

    /// Binds the names of a pattern, and spells its type for the attributed function.
    fn bind_typed(&mut self, pattern: &mut syn::Pat) {
        let known = self.lowering.pattern_in_known_types(pattern);
        *pattern = self.lowering.pattern_here(&known);
        self.bind(pattern);
    }

    pub(crate) fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        let depth = self.bound.len();
        visit(self);
        self.bound.truncate(depth);
    }

    pub(crate) fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
        let mut after_dot = false;
        let mut replaced = TokenStream::new();
        for token in tokens {
            let is_dot = matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.');
            match token {
                TokenTree::Ident(name) if !after_dot => match self.meaning(&name) {
                    Some(meaning) => replaced.extend(meaning),
                    None => replaced.extend([TokenTree::Ident(name)]),
                },
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.tokens(group.stream()));
                    inner.set_span(group.span());
                    replaced.extend([TokenTree::Group(inner)]);
                }
                other => replaced.extend([other]),
            }
            after_dot = is_dot;
        }
        replaced
    }
}

impl<M> VisitMut for Substitution<'_, M> {
    fn visit_expr_mut(&mut self, expression: &mut syn::Expr) {
        if let syn::Expr::Path(path) = expression
            && path.qself.is_none()
            && let Some(name) = path.path.get_ident()
            && let Some(meaning) = self.meaning(name)
        {
            // The value may be several tokens. Parsed as one expression, they stay one operand.
            *expression = match syn::parse2(meaning.clone()) {
                Ok(parsed) => parsed,
                Err(_) => syn::Expr::Verbatim(meaning),
            };
            return;
        }
        let meaning = self
            .meaning_of_part(expression)
            .or_else(|| behind_part(expression, &|path| self.value_of(path)))
            .or_else(|| self.meaning_behind_deref(expression));
        if let Some(meaning) = meaning {
            *expression = syn::Expr::Verbatim(meaning);
            return;
        }
        if let Some(call) = self.lowering.made_by_call(expression) {
            *expression = call;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        // A comparison takes a reference. The name of one may mean a number of the code list.
        if questions::is_predicate(&call.method) {
            for argument in &mut call.args {
                if let syn::Expr::Path(path) = strip(argument)
                    && matches!(self.value_of(path), Some(Value::Scalar(_)))
                {
                    *argument = syn::parse_quote!(&#argument);
                }
            }
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if self.lowering.spell_known_type(path) {
            return visit_mut::visit_path_mut(self, path);
        }
        // A path in a function of another module may mean something else here, unless the name is
        // known.
        let first = path.segments.first().map(|first| first.ident.clone());
        if let Some(first) = first
            && !self.bound.contains(&first.to_string())
            && !self.lowering.respell(path)
        {
            self.taken.get_or_insert(first);
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut syn::GenericArgument) {
        self.lowering.respell_const_argument(argument);
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        // `P { a }` names a field and a value. The value may get another name, so we write `P { a:
        // a }`.
        if field.colon_token.is_none() {
            field.colon_token = Some(syn::Token![:](proc_macro2::Span::call_site()));
        }
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.scoped(|inner| {
            closure
                .inputs
                .iter_mut()
                .for_each(|input| inner.bind_typed(input));
            inner.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.scoped(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        // The initializer does not see the new names.
        if let Some(init) = &mut local.init {
            self.visit_local_init_mut(init);
        }
        self.bind_typed(&mut local.pat);
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut each.expr);
        self.scoped(|inner| {
            inner.bind(&each.pat);
            inner.visit_block_mut(&mut each.body);
        });
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.scoped(|inner| {
            inner.bind(&arm.pat);
            visit_mut::visit_arm_mut(inner, arm);
        });
    }

    fn visit_expr_if_mut(&mut self, branch: &mut syn::ExprIf) {
        self.scoped(|inner| {
            // The names of an `if let` are in scope in the first arm only.
            inner.visit_expr_mut(&mut branch.cond);
            inner.visit_block_mut(&mut branch.then_branch);
        });
        if let Some((_, otherwise)) = &mut branch.else_branch {
            self.visit_expr_mut(otherwise);
        }
    }

    fn visit_expr_while_mut(&mut self, repeated: &mut syn::ExprWhile) {
        self.scoped(|inner| visit_mut::visit_expr_while_mut(inner, repeated));
    }

    fn visit_expr_let_mut(&mut self, condition: &mut syn::ExprLet) {
        self.visit_expr_mut(&mut condition.expr);
        self.bind(&condition.pat);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        // The names in `cfg!(all(unix, test))` are those of the build.
        if call.path.is_ident("cfg") {
            return;
        }
        let captured = self
            .lowering
            .captured(&call.tokens, &self.bound, &mut self.mentions);
        let mut arguments = MacroArguments::of(call);
        match &mut arguments {
            MacroArguments::List(list) => list.iter_mut().for_each(|argument| match argument {
                // `name = value` names an argument of the macro.
                syn::Expr::Assign(named) => self.visit_expr_mut(&mut named.right),
                argument => self.visit_expr_mut(argument),
            }),
            MacroArguments::Repeated(element, length) => {
                self.visit_expr_mut(element);
                self.visit_expr_mut(length);
            }
            MacroArguments::Matched(value, pattern, guard) => {
                self.visit_expr_mut(value);
                self.scoped(|inner| {
                    inner.bind(pattern);
                    if let Some(guard) = guard {
                        inner.visit_expr_mut(guard);
                    }
                });
            }
            MacroArguments::Plain => {
                call.tokens = self.tokens(std::mem::take(&mut call.tokens));
                call.tokens.extend(captured);
                return;
            }
            MacroArguments::Unclear => {
                self.unseen.get_or_insert_with(|| call.clone());
                return;
            }
            MacroArguments::Unseen => {
                let replaced = self.tokens(call.tokens.clone());
                if replaced.to_string() != call.tokens.to_string() {
                    self.unseen.get_or_insert_with(|| call.clone());
                }
                return;
            }
        }
        call.tokens = quote!(#arguments #captured);
    }

    // A nested function sees none of the outer names.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
