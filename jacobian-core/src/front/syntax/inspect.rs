//! Analysis of copied code: the variables that it assigns, and suspicious uses of parameters.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::front::syntax::strip::strip;
use crate::front::syntax::{elementals, form, operators, questions};

/// Methods of arrays and numbers that change nothing.
pub(crate) const READS: &[&str] = &[
    "iter",
    "into_iter",
    "len",
    "is_empty",
    "clone",
    "copied",
    "cloned",
    "first",
    "last",
    "front",
    "back",
    "get",
    "contains",
    "to_string",
    "to_vec",
    "into_vec",
    "into_boxed_slice",
    "as_slice",
    "as_ref",
    "windows",
    "chunks",
    "map",
    "concat",
    "abs",
    "min",
    "max",
    "powi",
    "powf",
    "sqrt",
    "saturating_sub",
    "saturating_add",
    "checked_sub",
    "checked_add_signed",
    "checked_add",
    "wrapping_sub",
    "wrapping_add",
    "rem_euclid",
    "abs_diff",
    "pow",
];

pub(crate) fn is_read(method: &syn::Ident) -> bool {
    READS.iter().any(|name| method == name)
}

/// Methods of iterators, searches and orderings that change nothing, unless the receiver is an
/// iterator with a name.
const SEARCHES: &[&str] = &[
    "count",
    "position",
    "rposition",
    "find",
    "rfind",
    "min_by",
    "max_by",
    "chunks_exact",
    "any",
    "all",
    "filter",
    "filter_map",
    "take_while",
    "skip_while",
    "enumerate",
    "zip",
    "rev",
    "skip",
    "take",
    "step_by",
    "partition_point",
    "binary_search_by",
    "binary_search_by_key",
    "unwrap",
    "unwrap_or",
    "expect",
    "cmp",
    "then_with",
    "then",
    "is_lt",
    "is_le",
    "is_gt",
    "is_ge",
    "is_eq",
    "is_ne",
    "to_bits",
];

/// Whether a call changes nothing, in code that compares and searches.
fn only_searches(call: &syn::ExprMethodCall) -> bool {
    // A search advances an iterator that has a name.
    let has_name = matches!(strip(&call.receiver), syn::Expr::Path(_));
    let advances = matches!(
        call.method.to_string().as_str(),
        "position" | "rposition" | "find" | "rfind" | "any" | "all"
    );
    questions::is_predicate(&call.method)
        || (call.method == "reverse" && questions::compares(&call.receiver))
        || elementals::of_method(&call.method.to_string()).is_some()
        || (SEARCHES.iter().any(|name| call.method == name) && !(advances && has_name))
}

/// Names that opaque code may assign to, so that they must exist as variables.
pub(crate) fn assigned_names(expression: &syn::Expr) -> Vec<String> {
    names_assigned(expression, |_| false)
}

/// The same for code that compares and searches.
pub(crate) fn names_changed_by_search(expression: &syn::Expr) -> Vec<String> {
    names_assigned(expression, only_searches)
}

fn names_assigned(expression: &syn::Expr, reads: fn(&syn::ExprMethodCall) -> bool) -> Vec<String> {
    let mut assigned = Assigned {
        names: Vec::new(),
        reads,
    };
    assigned.visit_expr(expression);
    assigned.names
}

pub(crate) struct Assigned {
    names: Vec<String>,
    /// Other methods that change nothing.
    reads: fn(&syn::ExprMethodCall) -> bool,
}

impl Assigned {
    pub(crate) fn root(&mut self, place: &syn::Expr) {
        match place {
            syn::Expr::Path(path) => self
                .names
                .extend(path.path.get_ident().map(ToString::to_string)),
            syn::Expr::Index(index) => self.root(&index.expr),
            syn::Expr::Field(field) => self.root(&field.base),
            syn::Expr::Paren(inner) => self.root(&inner.expr),
            syn::Expr::Unary(unary) => self.root(&unary.expr),
            syn::Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.root(part)),
            syn::Expr::Array(array) => array.elems.iter().for_each(|part| self.root(part)),
            syn::Expr::Call(call) => call.args.iter().for_each(|part| self.root(part)),
            syn::Expr::Struct(found) => {
                found.fields.iter().for_each(|field| self.root(&field.expr));
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
        if operators::is_compound(&binary.op) {
            self.root(&binary.left);
        }
        visit::visit_expr_binary(self, binary);
    }
    fn visit_expr_match(&mut self, found: &'ast syn::ExprMatch) {
        if found.arms.iter().any(|arm| borrows_mutably(&arm.pat)) {
            self.root(&found.expr);
        }
        visit::visit_expr_match(self, found);
    }
    fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
        if borrows_mutably(&condition.pat) {
            self.root(&condition.expr);
        }
        visit::visit_expr_let(self, condition);
    }
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (true, Some(init)) = (borrows_mutably(&local.pat), &local.init) {
            self.root(&init.expr);
        }
        visit::visit_local(self, local);
    }
    fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
        if reference.mutability.is_some() {
            self.root(&reference.expr);
        }
        visit::visit_expr_reference(self, reference);
    }
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        // Another method may take its receiver by `&mut`.
        if !is_read(&call.method) && !(self.reads)(call) {
            self.root(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// Whether a pattern contains `ref mut`.
pub(crate) fn borrows_mutably(pattern: &syn::Pat) -> bool {
    struct Borrows(bool);
    impl<'ast> Visit<'ast> for Borrows {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.by_ref.is_some() && name.mutability.is_some();
            visit::visit_pat_ident(self, name);
        }
    }
    let mut borrows = Borrows(false);
    borrows.visit_pat(pattern);
    borrows.0
}

/// Whether the callee is a function of `f64` or `f32`.
pub(crate) fn names_scalar(callee: &syn::Expr) -> bool {
    let is_scalar = |segment: &syn::PathSegment| segment.ident == "f64" || segment.ident == "f32";
    matches!(callee, syn::Expr::Path(path) if path.path.segments.iter().any(is_scalar))
}

/// The first mention of an output as a whole. Its parts, its length and reads by `*` are values.
pub(crate) fn whole_output(
    expression: &syn::Expr,
    is_output: impl Fn(&syn::Ident) -> bool,
) -> Option<syn::Expr> {
    struct Whole<F> {
        is_output: F,
        found: Option<syn::Expr>,
    }
    impl<F: Fn(&syn::Ident) -> bool> Whole<F> {
        /// The expression before an index, a field, or a method that reads.
        fn base(&mut self, base: &syn::Expr) {
            if !matches!(strip(base), syn::Expr::Path(_)) {
                self.visit_expr(base);
            }
        }
    }
    impl<'ast, F: Fn(&syn::Ident) -> bool> Visit<'ast> for Whole<F> {
        fn visit_expr(&mut self, expression: &'ast syn::Expr) {
            match expression {
                syn::Expr::Path(path) => {
                    if path.path.get_ident().is_some_and(&self.is_output) {
                        self.found.get_or_insert_with(|| expression.clone());
                    }
                }
                syn::Expr::Index(index) => {
                    self.base(&index.expr);
                    self.visit_expr(&index.index);
                }
                syn::Expr::Field(field) => self.base(&field.base),
                syn::Expr::Unary(unary) => self.base(&unary.expr),
                syn::Expr::MethodCall(call) if is_read(&call.method) => {
                    self.base(&call.receiver);
                    call.args
                        .iter()
                        .for_each(|argument| self.visit_expr(argument));
                }
                other => visit::visit_expr(self, other),
            }
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut whole = Whole {
        is_output,
        found: None,
    };
    whole.visit_expr(expression);
    whole.found
}

/// Whether the function is only possible in an `impl`, because it names `self` or `Self` outside of
/// inner items.
pub(crate) fn mentions_self(function: &syn::ItemFn) -> bool {
    struct Mentions(bool);
    impl Mentions {
        fn tokens(&mut self, tokens: TokenStream) {
            let mut tokens = tokens.into_iter().peekable();
            while let Some(token) = tokens.next() {
                match token {
                    TokenTree::Ident(name) => {
                        // `self::name` is a path from the module.
                        let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
                        self.0 |= name == "Self" || (name == "self" && !is_path);
                    }
                    TokenTree::Group(group) => self.tokens(group.stream()),
                    _ => {}
                }
            }
        }
    }
    impl<'ast> Visit<'ast> for Mentions {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let is_single = path.segments.len() == 1;
            self.0 |= path
                .segments
                .first()
                .is_some_and(|first| first.ident == "Self" || (first.ident == "self" && is_single));
            visit::visit_path(self, path);
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            self.tokens(call.tokens.clone());
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut mentions = Mentions(function.sig.receiver().is_some());
    mentions.visit_signature(&function.sig);
    mentions.visit_block(&function.block);
    mentions.0
}

/// Whether an expression is certainly `()` by its form, for example a branch with arms that end
/// with statements.
pub(crate) fn has_no_value(expression: &syn::Expr) -> bool {
    let is_statements = |block: &syn::Block| match block.stmts.last() {
        Some(syn::Stmt::Expr(tail, None)) => has_no_value(tail),
        Some(syn::Stmt::Macro(last)) => last.semi_token.is_some(),
        _ => true,
    };
    match expression {
        syn::Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            otherwise.is_none_or(|(_, code)| has_no_value(code))
                && is_statements(&branch.then_branch)
        }
        syn::Expr::Match(branch) => branch.arms.iter().all(|arm| has_no_value(&arm.body)),
        syn::Expr::Block(block) => block.label.is_none() && is_statements(&block.block),
        syn::Expr::Tuple(tuple) => tuple.elems.is_empty(),
        other => form::is_control(other),
    }
}
