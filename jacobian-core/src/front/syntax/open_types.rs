//! Code whose type only its place says: `"n".into()`, `words.collect()`, `Vec::new()`, `None`. In
//! `let (a, b) = pair.into();` the place is a pattern.

use syn::visit::Visit;
use syn::{Expr, ExprCall, ExprMacro, ExprMethodCall, ExprPath, Pat, PathArguments, parse_quote};

use crate::front::syntax::strip::strip;

/// Methods whose result is a type parameter.
const METHODS: &[&str] = &[
    "into",
    "try_into",
    "parse",
    "collect",
    "sum",
    "product",
    "unwrap_or_default",
    "as_ref",
    "borrow",
    "cast",
    "as_",
];

/// Functions of types with parameters, or of traits, that get nothing from which rustc could infer
/// these.
const FUNCTIONS: &[&str] = &[
    "new",
    "default",
    "with_capacity",
    "empty",
    "none",
    "zero",
    "one",
];

/// Whether rustc may need the place of an expression to infer its type.
pub(crate) fn needs_type(expression: &Expr) -> bool {
    let mut search = Search { found: false };
    search.visit_expr(expression);
    search.found
}

/// `let (a, b) = pair.into();` with the type that its pattern has: `let (a, b): (_, _) = ..`
pub(crate) fn let_of_parts(local: &syn::Local) -> Option<syn::Local> {
    let converts = |init: &syn::LocalInit| {
        matches!(strip(&init.expr), Expr::MethodCall(call)
            if call.method == "into" && call.args.is_empty())
    };
    local.init.as_ref().filter(|init| converts(init))?;
    let has_rest = |part: &Pat| match part {
        Pat::Ident(name) => name.subpat.is_some(),
        part => matches!(part, Pat::Rest(_)),
    };
    let ty: syn::Type = match &local.pat {
        Pat::Tuple(parts) if !parts.elems.iter().any(has_rest) => {
            let parts = parts.elems.iter().map(|_| quote::quote!(_));
            parse_quote!((#(#parts,)*))
        }
        Pat::Slice(parts) if !parts.elems.iter().any(has_rest) => {
            let length = parts.elems.len();
            parse_quote!([_; #length])
        }
        _ => return None,
    };
    let pattern = &local.pat;
    let mut typed = local.clone();
    typed.pat = Pat::Type(parse_quote!(#pattern: #ty));
    Some(typed)
}

struct Search {
    found: bool,
}

impl<'ast> Visit<'ast> for Search {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let is_open = METHODS.iter().any(|name| call.method == name);
        self.found |= is_open && call.turbofish.is_none();
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        if let Expr::Path(callee) = &*call.func
            && let Some(last) = callee.path.segments.last()
        {
            let is_open = FUNCTIONS.iter().any(|name| last.ident == name);
            self.found |= is_open && matches!(last.arguments, PathArguments::None);
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        self.found |= path.path.is_ident("None");
    }

    fn visit_expr_macro(&mut self, call: &'ast ExprMacro) {
        self.found |= call.mac.path.is_ident("vec") && call.mac.tokens.is_empty();
    }
}
