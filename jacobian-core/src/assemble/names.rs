//! What a name means at a place, and which expressions depend on unknowns.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::visit::Visit;

use crate::front::ASSERTIONS;

use super::parameters::List;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// A list of unknowns or rows.
    List(List),
    /// A local value that depends on unknowns, declared in the block of this depth.
    Active { depth: usize },
    /// A closure that chooses an unknown, such as `|i| if i == 0 { 0.0 } else { u[i - 1] }`.
    Choice(syn::ExprClosure),
    /// It has one value for all elements: a parameter, or a local variable outside of all loops.
    Uniform,
    /// It has a value of its own in each element.
    Inactive { is_mutable: bool },
}

/// The names in view, the innermost last.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    all: Vec<(String, Meaning)>,
    /// Blocks around.
    pub(super) depth: usize,
}

impl Names {
    pub(super) fn insert(&mut self, name: &Ident, meaning: Meaning) {
        self.all.push((name.to_string(), meaning));
    }

    pub(super) fn get(&self, name: &Ident) -> Option<&Meaning> {
        let mut all = self.all.iter().rev();
        all.find(|(known, _)| name == known)
            .map(|(_, meaning)| meaning)
    }

    /// The meaning of an expression that is a name.
    pub(super) fn meaning_of<'a>(
        &'a self,
        expr: &'a syn::Expr,
    ) -> Option<(&'a Ident, &'a Meaning)> {
        let name = name(expr)?;
        Some((name, self.get(name)?))
    }

    /// Begins a block, and says where to return to.
    pub(super) fn enter(&mut self) -> usize {
        self.depth += 1;
        self.all.len()
    }

    pub(super) fn leave(&mut self, place: usize) {
        self.depth -= 1;
        self.all.truncate(place);
    }

    /// Whether the names inside of a closure mean at this place what they meant where it was made.
    pub(super) fn sees_the_same(&self, called: &syn::Expr) -> bool {
        let Some((name, Meaning::Choice(closure))) = self.meaning_of(called) else {
            return false;
        };
        let place = |name: &str| self.all.iter().rposition(|(known, _)| known == name);
        let own: Vec<String> = closure
            .inputs
            .iter()
            .flat_map(bound)
            .map(|(name, _)| name.to_string())
            .collect();
        let made = place(&name.to_string());
        let mut inside =
            crate::front::mentioned(quote::ToTokens::to_token_stream(&closure.body)).into_iter();
        inside.all(|name| own.contains(&name) || place(&name) <= made)
    }

    /// Whether a closure keeps a copy of something that changes later.
    pub(super) fn copies(&self, closure: &syn::ExprClosure) -> bool {
        let mentioned = crate::front::mentioned(quote::ToTokens::to_token_stream(&closure.body));
        let changing = |(name, meaning): &(String, Meaning)| {
            matches!(meaning, Meaning::Inactive { is_mutable: true }) && mentioned.contains(name)
        };
        closure.capture.is_some() && self.all.iter().any(changing)
    }

    fn is_active(&self, name: &Ident) -> bool {
        use Meaning::{Active, Choice, List};
        matches!(self.get(name), Some(List(_) | Active { .. } | Choice(_)))
    }

    /// The first name in the code that depends on unknowns or is a list. Lengths do not count.
    pub(super) fn first_active(&self, visit: impl FnOnce(&mut Finder<'_>)) -> Option<Ident> {
        let mut finder = Finder {
            names: self,
            found: None,
        };
        visit(&mut finder);
        finder.found
    }

    pub(super) fn depends(&self, expr: &syn::Expr) -> bool {
        self.first_active(|finder| finder.visit_expr(expr))
            .is_some()
    }

    /// Whether all names in the code keep their values as long as they are in view.
    pub(super) fn is_steady(&self, expr: &syn::Expr) -> bool {
        let mut changing = Changing {
            names: self,
            found: false,
        };
        changing.visit_expr(expr);
        !changing.found
    }
}

/// The name that an expression is.
pub(super) fn name(expr: &syn::Expr) -> Option<&Ident> {
    match expr {
        syn::Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        syn::Expr::Paren(inner) => name(&inner.expr),
        syn::Expr::Group(inner) => name(&inner.expr),
        _ => None,
    }
}

/// The list whose length a call gives: `u.len()`.
pub(super) fn length_of<'a>(names: &'a Names, call: &'a syn::ExprMethodCall) -> Option<&'a List> {
    match names.meaning_of(&call.receiver) {
        Some((_, Meaning::List(list))) if call.method == "len" && call.args.is_empty() => {
            Some(list)
        }
        _ => None,
    }
}

/// Looks for names that depend on unknowns.
#[derive(Debug)]
pub(super) struct Finder<'a> {
    names: &'a Names,
    found: Option<Ident>,
}

impl Finder<'_> {
    fn look(&mut self, name: &Ident) {
        if self.found.is_none() && self.names.is_active(name) {
            self.found = Some(name.clone());
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => self.look(&name),
                TokenTree::Group(group) => self.tokens(group.stream()),
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if length_of(self.names, call).is_none() {
            syn::visit::visit_expr_method_call(self, call);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(name) = path.get_ident() {
            self.look(name);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        match checked(call) {
            Some(arguments) => arguments
                .iter()
                .for_each(|argument| self.visit_expr(argument)),
            None => self.tokens(call.tokens.clone()),
        }
    }
}

/// Looks for names that may change.
struct Changing<'a> {
    names: &'a Names,
    found: bool,
}

impl<'ast> Visit<'ast> for Changing<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let meaning = path.get_ident().and_then(|name| self.names.get(name));
        self.found |= matches!(meaning, Some(Meaning::Inactive { is_mutable: true }));
        syn::visit::visit_path(self, path);
    }

    fn visit_expr_call(&mut self, _: &'ast syn::ExprCall) {
        // A function may give another value each time.
        self.found = true;
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        // A method may give another value each time, too.
        if length_of(self.names, call).is_none() {
            self.found = true;
        }
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.found = true;
    }
}

/// Whether the code assigns to something, or lends it to be changed.
pub(super) fn changes(expr: &syn::Expr) -> bool {
    struct Changes(bool);
    impl<'ast> Visit<'ast> for Changes {
        fn visit_expr_assign(&mut self, _: &'ast syn::ExprAssign) {
            self.0 = true;
        }
        fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
            self.0 |= assigns(&both.op);
            syn::visit::visit_expr_binary(self, both);
        }
        fn visit_expr_reference(&mut self, lent: &'ast syn::ExprReference) {
            self.0 |= lent.mutability.is_some();
            syn::visit::visit_expr_reference(self, lent);
        }
    }
    let mut found = Changes(false);
    found.visit_expr(expr);
    found.0
}

/// The names that a pattern binds, and whether they may change.
pub(super) fn bound(pattern: &syn::Pat) -> Vec<(Ident, bool)> {
    struct Bound(Vec<(Ident, bool)>);
    impl<'ast> Visit<'ast> for Bound {
        fn visit_pat_ident(&mut self, found: &'ast syn::PatIdent) {
            self.0
                .push((found.ident.clone(), found.mutability.is_some()));
            syn::visit::visit_pat_ident(self, found);
        }
    }
    let mut found = Bound(Vec::new());
    found.visit_pat(pattern);
    found.0
}

/// The arguments of a macro that checks something.
pub(super) fn checked(call: &syn::Macro) -> Option<Vec<syn::Expr>> {
    let name = call.path.get_ident()?.to_string();
    let list = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let found = ASSERTIONS
        .contains(&name.as_str())
        .then(|| call.parse_body_with(list))?;
    found.ok().map(|found| found.into_iter().collect())
}

/// Whether an operator changes its left side.
pub(super) fn assigns(op: &syn::BinOp) -> bool {
    use syn::BinOp::{
        AddAssign, BitAndAssign, BitOrAssign, BitXorAssign, DivAssign, MulAssign, RemAssign,
        ShlAssign, ShrAssign, SubAssign,
    };
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | BitXorAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}
