//! Local names inside opaque code, replaced by what they stand for.
//!
//! The generated function does not declare the user's locals under their own names: unrolled scopes would
//! collide. So opaque code is rewritten, minding what it binds itself: closure parameters, the
//! patterns of inner `let`, `match`, `for` and `if let`.

use proc_macro2::{Group, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

use crate::interface::Wrapper;
use crate::ir::ValueId;

use super::Lowering;

impl Lowering<'_> {
    pub(crate) fn substitute_expression(&self, expression: &mut syn::Expr) -> Vec<ValueId> {
        self.substitute(|substitution| substitution.visit_expr_mut(expression))
    }

    pub(crate) fn substitute_statement(&self, statement: &mut syn::Stmt) -> Vec<ValueId> {
        self.substitute(|substitution| substitution.visit_stmt_mut(statement))
    }

    fn substitute(&self, visit: impl FnOnce(&mut Substitution<'_, '_>)) -> Vec<ValueId> {
        let mut substitution = Substitution {
            lowering: self,
            bound: Vec::new(),
            mentions: Vec::new(),
        };
        visit(&mut substitution);
        substitution.mentions.sort_unstable();
        substitution.mentions.dedup();
        substitution.mentions
    }
}

struct Substitution<'a, 'b> {
    lowering: &'a Lowering<'b>,
    /// Names that the opaque code binds itself.
    bound: Vec<String>,
    mentions: Vec<ValueId>,
}

impl Substitution<'_, '_> {
    fn meaning(&mut self, name: &syn::Ident) -> Option<TokenStream> {
        let name = name.to_string();
        if self.bound.contains(&name) {
            return None;
        }
        let binding = self.lowering.scopes.get(&name)?;
        self.lowering.spell(&binding.value, &mut self.mentions)
    }

    fn bind(&mut self, pattern: &syn::Pat) {
        struct Names<'a>(&'a mut Vec<String>);
        impl<'ast> Visit<'ast> for Names<'_> {
            fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
                self.0.push(pattern.ident.to_string());
                visit::visit_pat_ident(self, pattern);
            }
        }
        Names(&mut self.bound).visit_pat(pattern);
    }

    fn scoped(&mut self, visit: impl FnOnce(&mut Self)) {
        let depth = self.bound.len();
        visit(self);
        self.bound.truncate(depth);
    }

    fn tokens(&mut self, tokens: TokenStream) -> TokenStream {
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

impl VisitMut for Substitution<'_, '_> {
    fn visit_expr_mut(&mut self, expression: &mut syn::Expr) {
        if let syn::Expr::Path(path) = expression
            && path.qself.is_none()
            && let Some(name) = path.path.get_ident()
            && let Some(meaning) = self.meaning(name)
        {
            // One name may stand for several tokens; what binds them stays a single operand.
            *expression = match syn::parse2(meaning.clone()) {
                Ok(parsed) => parsed,
                Err(_) => syn::Expr::Verbatim(meaning),
            };
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_field_value_mut(&mut self, field: &mut syn::FieldValue) {
        // `P { a }` names a field and a value at once; the value may get another name.
        if field.colon_token.is_none() {
            field.colon_token = Some(syn::Token![:](proc_macro2::Span::call_site()));
        }
        visit_mut::visit_field_value_mut(self, field);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.scoped(|inner| {
            closure.inputs.iter().for_each(|input| inner.bind(input));
            inner.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        self.scoped(|inner| visit_mut::visit_block_mut(inner, block));
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.visit_local_init_mut(init);
        }
        self.bind(&local.pat);
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
        call.tokens = self.tokens(std::mem::take(&mut call.tokens));
    }

    // A nested function sees none of the outer names.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Names that opaque code may assign to, so that they must exist as variables.
pub(crate) fn assigned_names(statement: &syn::Stmt) -> Vec<String> {
    struct Assigned(Vec<String>);
    impl Assigned {
        fn root(&mut self, place: &syn::Expr) {
            match place {
                syn::Expr::Path(path) => self
                    .0
                    .extend(path.path.get_ident().map(ToString::to_string)),
                syn::Expr::Index(index) => self.root(&index.expr),
                syn::Expr::Field(field) => self.root(&field.base),
                syn::Expr::Paren(inner) => self.root(&inner.expr),
                syn::Expr::Unary(unary) => self.root(&unary.expr),
                syn::Expr::Tuple(tuple) => {
                    tuple.elems.iter().for_each(|element| self.root(element));
                }
                _ => {}
            }
        }
    }
    impl<'ast> Visit<'ast> for Assigned {
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.root(&assign.left);
            visit::visit_expr_assign(self, assign);
        }
        fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
            if super::arithmetic::is_compound(&binary.op) {
                self.root(&binary.left);
            }
            visit::visit_expr_binary(self, binary);
        }
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            if reference.mutability.is_some() {
                self.root(&reference.expr);
            }
            visit::visit_expr_reference(self, reference);
        }
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.root(&call.receiver);
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut assigned = Assigned(Vec::new());
    assigned.visit_stmt(statement);
    assigned.0
}

/// The first use of a parameter of unknown type that only an array or a number would allow.
pub(crate) fn suspicious_use(
    suspects: &[String],
    visit: impl FnOnce(&mut Suspicion<'_>),
) -> Option<(syn::Expr, String)> {
    if suspects.is_empty() {
        return None;
    }
    let mut suspicion = Suspicion {
        suspects,
        found: None,
    };
    visit(&mut suspicion);
    suspicion.found
}

pub(crate) struct Suspicion<'a> {
    suspects: &'a [String],
    found: Option<(syn::Expr, String)>,
}

impl Suspicion<'_> {
    fn look(&mut self, operand: &syn::Expr, whole: &syn::Expr) {
        let operand = match super::expression::strip(operand) {
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => &unary.expr,
            other => other,
        };
        if let syn::Expr::Path(path) = super::expression::strip(operand)
            && let Some(name) = path.path.get_ident().map(ToString::to_string)
            && self.suspects.contains(&name)
        {
            self.found.get_or_insert_with(|| (whole.clone(), name));
        }
    }
}

impl<'ast> Visit<'ast> for Suspicion<'_> {
    fn visit_expr(&mut self, expression: &'ast syn::Expr) {
        match expression {
            syn::Expr::Index(index) => self.look(&index.expr, expression),
            syn::Expr::Binary(binary) if super::arithmetic::operation(&binary.op).is_some() => {
                self.look(&binary.left, expression);
                self.look(&binary.right, expression);
            }
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                self.look(&unary.expr, expression);
            }
            syn::Expr::MethodCall(call)
                if super::elementals::of_method(&call.method.to_string()).is_some() =>
            {
                self.look(&call.receiver, expression);
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }
}

/// The first `return` or `?` in opaque code that the generated function could not repeat.
///
/// `?`, `return Err(..)` and `return None` mean the same there; a returned value does not, because the
/// generated function writes it elsewhere.
pub(crate) fn leaves_function(expression: &syn::Expr, wrapper: Wrapper) -> Option<syn::Expr> {
    struct Leaves {
        wrapper: Wrapper,
        found: Option<syn::Expr>,
    }
    impl<'ast> Visit<'ast> for Leaves {
        fn visit_expr_return(&mut self, returned: &'ast syn::ExprReturn) {
            if !is_failure(returned.expr.as_deref(), self.wrapper) {
                self.found
                    .get_or_insert_with(|| syn::Expr::Return(returned.clone()));
            }
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut leaves = Leaves {
        wrapper,
        found: None,
    };
    leaves.visit_expr(expression);
    leaves.found
}

/// Whether a returned expression is `Err(..)` or `None`.
fn is_failure(returned: Option<&syn::Expr>, wrapper: Wrapper) -> bool {
    let last = |path: &syn::Path, name: &str| {
        path.segments
            .last()
            .is_some_and(|segment| segment.ident == name)
    };
    match (returned, wrapper) {
        (Some(syn::Expr::Call(call)), Wrapper::Result) => {
            matches!(&*call.func, syn::Expr::Path(callee) if last(&callee.path, "Err"))
        }
        (Some(syn::Expr::Path(path)), Wrapper::Option) => last(&path.path, "None"),
        _ => false,
    }
}
