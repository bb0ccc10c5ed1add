//! Macros of the user's own, `macro_rules!` of the attributed module or of the function: each call
//! is replaced by what it expands to before anything else is read.
//!
//! ```text
//! #[jacobian] mod m {
//!     macro_rules! sq { ($e:expr) => {{ let t = $e; t * t }}; }
//!     fn f(x: f64) -> f64 { sq!(x + 1.0) }      { let t_1 = (x + 1.0); t_1 * t_1 }
//! }
//! ```
//!
//! The generated function is made of the expansion; the user's own stays as it is. A call that we
//! cannot expand stays a call, which is copied if it names no active value, and refused otherwise.

use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, Stmt};

use crate::front::syntax::captures::mentioned;
use crate::front::syntax::macro_arguments::{MacroArguments, UNCLEAR};
use crate::front::syntax::macro_rules::Rules;
use crate::ordered::{Map, Set};

/// Expansions of one function, so that rules which call themselves come to an end.
const MOST_EXPANSIONS: usize = 10_000;

/// The macros that code can call. `None` for a name that two macros have.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnMacros(Map<String, Option<Rules>>);

impl OwnMacros {
    /// The macros of a module and of the modules inside it.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut macros = Self::default();
        for item in items {
            macros.add(item);
        }
        macros
    }

    fn add(&mut self, item: &Item) {
        match item {
            Item::Macro(found) => {
                let (Some(name), true) = (&found.ident, found.mac.path.is_ident("macro_rules"))
                else {
                    return;
                };
                let rules = Rules::of(found.mac.tokens.clone());
                let known = self.0.contains_key(&name.to_string());
                // Which of two macros is meant depends on the place, and one under `cfg` may be
                // missing.
                let is_clear = !known && found.attrs.iter().all(is_harmless);
                self.0.insert(name.to_string(), rules.filter(|_| is_clear));
            }
            Item::Mod(inner) => {
                for item in inner.content.iter().flat_map(|(_, items)| items) {
                    self.add(item);
                }
            }
            _ => {}
        }
    }

    /// The function with calls of these macros, and of its own, expanded.
    pub(crate) fn expanded(&self, function: &syn::ItemFn) -> syn::ItemFn {
        let mut macros = self.clone();
        let mut inside = Inside::default();
        inside.visit_item_fn(function);
        for item in &inside.macros {
            macros.add(item);
        }
        if macros.0.is_empty() || !inside.calls.iter().any(|name| macros.0.contains_key(name)) {
            return function.clone();
        }
        let mut expansion = Expansion {
            macros: &macros.0,
            local: inside.macros.iter().filter_map(name_of).collect(),
            variables: inside.variables,
            n_done: 0,
        };
        let mut expanded = function.clone();
        expansion.visit_block_mut(&mut expanded.block);
        let mut left = Inside::default();
        left.visit_item_fn(&expanded);
        Unneeded(left.calls).visit_block_mut(&mut expanded.block);
        expanded
    }
}

fn name_of(item: &Item) -> Option<String> {
    match item {
        Item::Macro(found) => found.ident.as_ref().map(ToString::to_string),
        _ => None,
    }
}

/// Lints and documentation change nothing about a macro.
fn is_harmless(attribute: &syn::Attribute) -> bool {
    ["allow", "doc", "expect", "macro_export", "rustfmt"]
        .iter()
        .any(|name| {
            let first = attribute.path().segments.first();
            first.is_some_and(|first| first.ident == name)
        })
}

/// The macros, calls of macros and variables of a function.
#[derive(Default)]
struct Inside {
    macros: Vec<Item>,
    calls: Vec<String>,
    variables: Set<String>,
}

impl<'ast> Visit<'ast> for Inside {
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        self.macros.push(Item::Macro(item.clone()));
    }
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // Among the arguments there may be calls as well, for example in `vec![sq!(x); 2]`.
        self.calls.extend(mentioned(call.tokens.clone()));
        self.calls
            .extend(call.path.get_ident().map(ToString::to_string));
    }
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        self.variables.insert(name.ident.to_string());
        syn::visit::visit_pat_ident(self, name);
    }
}

struct Expansion<'a> {
    macros: &'a Map<String, Option<Rules>>,
    /// The names of macros that are defined in the function, and see its variables.
    local: Set<String>,
    /// The variables of the function.
    variables: Set<String>,
    n_done: usize,
}

impl Expansion<'_> {
    /// The tokens of a call. A call that stays is marked if the macro may name variables that the
    /// call does not show.
    fn expand(&mut self, call: &mut syn::Macro) -> Option<proc_macro2::TokenStream> {
        let found = self.expansion_of(call);
        let name = call.path.get_ident().map(ToString::to_string);
        if found.is_none() && name.is_some_and(|name| self.local.contains(&name)) {
            call.path = syn::Ident::new(UNCLEAR, call.path.span()).into();
        }
        found
    }

    fn expansion_of(&mut self, call: &syn::Macro) -> Option<proc_macro2::TokenStream> {
        let name = call.path.get_ident()?.to_string();
        let rules = self.macros.get(&name)?.as_ref()?;
        self.n_done += 1;
        if self.n_done > MOST_EXPANSIONS {
            return None;
        }
        let (tokens, others) = rules.expand(&call.tokens, self.n_done)?;
        // To rustc such a name is the one that the macro sees where it is defined, which need not
        // be the variable here.
        let is_clear = !others.iter().any(|name| self.variables.contains(name));
        is_clear.then_some(tokens)
    }
}

impl VisitMut for Expansion<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        while let Expr::Macro(call) = &mut *expression
            && let Some(tokens) = self.expand(&mut call.mac)
        {
            let written =
                syn::parse2(quote!(#tokens)).or_else(|_| syn::parse2(quote!({ #tokens })));
            let Ok(written) = written else { break };
            *expression = match written {
                simple @ (Expr::Lit(_) | Expr::Path(_) | Expr::Paren(_) | Expr::Block(_)) => simple,
                // What a macro gives is one operand.
                other => syn::parse_quote!((#other)),
            };
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let names = mentioned(call.tokens.clone());
        if !names.iter().any(|name| self.macros.contains_key(name)) {
            return;
        }
        let mut arguments = MacroArguments::of(call);
        match &mut arguments {
            MacroArguments::List(list) => {
                for argument in list {
                    self.visit_expr_mut(argument);
                }
            }
            MacroArguments::Repeated(element, length) => {
                self.visit_expr_mut(element);
                self.visit_expr_mut(length);
            }
            MacroArguments::Matched(value, _, guard) => {
                self.visit_expr_mut(value);
                if let Some(guard) = guard {
                    self.visit_expr_mut(guard);
                }
            }
            MacroArguments::Plain | MacroArguments::Unseen | MacroArguments::Unclear => {
                if names.iter().any(|name| self.local.contains(name)) {
                    call.path = syn::Ident::new(UNCLEAR, call.path.span()).into();
                }
                return;
            }
        }
        call.tokens = arguments.into_token_stream();
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let mut pending: Vec<Stmt> = std::mem::take(&mut block.stmts);
        pending.reverse();
        while let Some(mut statement) = pending.pop() {
            if let Stmt::Macro(call) = &mut statement
                && let Some(tokens) = self.expand(&mut call.mac)
            {
                let end = call.semi_token;
                if let Ok(written) = syn::parse2::<syn::Block>(quote!({ #tokens #end })) {
                    pending.extend(written.stmts.into_iter().rev());
                    continue;
                }
            }
            visit_mut::visit_stmt_mut(self, &mut statement);
            block.stmts.push(statement);
        }
    }
}

/// Removes macros that nothing calls any more.
struct Unneeded(Vec<String>);

impl VisitMut for Unneeded {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let is_needed = |statement: &Stmt| match statement {
            Stmt::Item(Item::Macro(found)) => {
                let name = found.ident.to_token_stream().to_string();
                self.0.contains(&name)
            }
            _ => true,
        };
        block.stmts.retain(is_needed);
        visit_mut::visit_block_mut(self, block);
    }
}
