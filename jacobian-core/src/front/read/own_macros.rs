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

use crate::front::read::cfg_branches::branched;
use crate::front::read::{
    array_zips, bracketed_types, iterator_crates, predicate_calls, primitive_casts, small_lists,
    unchecked_reads, unneeded_macros::Unneeded,
};
use crate::front::syntax::captures::mentioned;
use crate::front::syntax::macro_arguments::{MacroArguments, UNCLEAR};
use crate::front::syntax::macro_rules::Rules;
use crate::front::syntax::types::SMALL_LISTS;
use crate::ordered::{Map, Set};

/// Expansions of one function, so that rules which call themselves come to an end.
const MOST_EXPANSIONS: usize = 10_000;
/// Expansions inside of each other, as in rustc.
const DEEPEST: usize = 128;
/// Bytes of the text that they give together: rules may double their arguments.
const MOST_TEXT: usize = 500_000;

/// The macros of the user's own, and the names of a module that change what other code expands to.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnMacros {
    /// The macros that code can call. `None` for a name that two macros have.
    macros: Map<String, Option<Rules>>,
    /// Types that have the name of a list of another crate, for example `SmallVec`.
    lists: Set<String>,
    /// Functions that are `unsafe`, and methods with the name of an access without a check.
    unchecked: Set<String>,
}

impl OwnMacros {
    /// The macros of a module and of the modules inside it.
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut macros = Self::default();
        for item in items {
            macros.add(item);
        }
        macros.unchecked.extend(unchecked_reads::names(items));
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
                let known = self.macros.contains_key(&name.to_string());
                // Which of two macros is meant depends on the place, and one under `cfg` may be
                // missing.
                let is_clear = !known && found.attrs.iter().all(is_harmless);
                self.macros
                    .insert(name.to_string(), rules.filter(|_| is_clear));
            }
            Item::Mod(inner) => {
                for item in inner.content.iter().flat_map(|(_, items)| items) {
                    self.add(item);
                }
            }
            Item::Struct(syn::ItemStruct { ident: name, .. })
            | Item::Enum(syn::ItemEnum { ident: name, .. })
            | Item::Type(syn::ItemType { ident: name, .. })
                if SMALL_LISTS.iter().any(|known| name == known) =>
            {
                self.lists.insert(name.to_string());
            }
            _ => {}
        }
    }

    /// The items of a module, and the items that its calls of these macros make. Modules that a
    /// macro makes are left out, because modules are numbered in the order of the text.
    pub(crate) fn with_items(&self, items: &[Item]) -> Vec<Item> {
        let mut all = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Item::Macro(call) if call.ident.is_none() => all.extend(self.made_by(call)),
                item => all.push(item.clone()),
            }
        }
        all
    }

    /// The items that a call of one of these macros makes, and those that calls among them make.
    pub(crate) fn made_by(&self, call: &syn::ItemMacro) -> Vec<Item> {
        let mut expansion = self.expansion_of_items();
        let mut all = Vec::new();
        let mut pending = vec![(call.clone(), 0)];
        while let Some((call, depth)) = pending.pop() {
            expansion.n_open = depth;
            let tokens = match call.attrs.as_slice() {
                [] => expansion.expansion_of(&call.mac).unwrap_or_default(),
                _ => continue,
            };
            let file: Option<syn::File> = syn::parse2(tokens).ok();
            for item in file.into_iter().flat_map(|file| file.items) {
                match item {
                    Item::Macro(inner) if inner.ident.is_none() => pending.push((inner, depth + 1)),
                    Item::Mod(_) => {}
                    item => all.push(item),
                }
            }
        }
        all
    }

    /// What a call of one of these macros expands to. `None` for other macros.
    pub(crate) fn tokens_of(&self, call: &syn::Macro) -> Option<proc_macro2::TokenStream> {
        self.expansion_of_items().expansion_of(call)
    }

    /// The items that a call of one of these macros makes. `None` for other macros.
    pub(crate) fn items_of(&self, call: &syn::ItemMacro) -> Option<Vec<Item>> {
        let mut expansion = self.expansion_of_items();
        let tokens = expansion.expansion_of(&call.mac)?;
        syn::parse2::<syn::File>(tokens).ok().map(|file| file.items)
    }

    fn expansion_of_items(&self) -> Expansion<'_> {
        Expansion {
            macros: &self.macros,
            local: Map::new(),
            variables: Map::new(),
            n_done: 0,
            n_open: 0,
            text: 0,
        }
    }

    /// The function with calls of these macros, and of its own, expanded, with branches instead of
    /// `cfg`, and with iterators of the standard library instead of those of other crates.
    pub(crate) fn expanded(&self, function: &syn::ItemFn) -> syn::ItemFn {
        let function = bracketed_types::written(self.without_calls(function));
        let function = array_zips::written(predicate_calls::written(function));
        let mut function = iterator_crates::written(function);
        // A list of the user's own with such a name is another one.
        if self.lists.is_empty() {
            function = small_lists::written(function);
        }
        function = unchecked_reads::written(function, &self.unchecked);
        branched(primitive_casts::written(function))
    }

    /// Whether a function calls one of these macros, or names one inside of another call.
    pub(crate) fn has_calls(&self, function: &syn::ItemFn) -> bool {
        let mut inside = Inside::default();
        inside.visit_item_fn(function);
        (inside.calls.iter()).any(|name| self.macros.contains_key(name))
    }

    /// The function with the calls of these macros, and of its own, expanded.
    pub(crate) fn without_calls(&self, function: &syn::ItemFn) -> syn::ItemFn {
        let mut macros = self.clone();
        let mut inside = Inside::default();
        inside.visit_item_fn(function);
        for item in &inside.macros {
            macros.add(item);
        }
        let macros = &macros.macros;
        if !inside.calls.iter().any(|name| macros.contains_key(name)) {
            return function.clone();
        }
        let mut expansion = Expansion {
            macros,
            local: inside.in_sight,
            variables: inside.variables,
            n_done: 0,
            n_open: 0,
            text: 0,
        };
        let mut expanded = function.clone();
        expansion.visit_block_mut(&mut expanded.block);
        let mut left = Inside::default();
        left.visit_item_fn(&expanded);
        Unneeded(left.calls).visit_block_mut(&mut expanded.block);
        expanded
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
    /// How often each name is bound.
    variables: Map<String, usize>,
    /// For each macro of the function, the variables that it sees.
    in_sight: Map<String, Set<String>>,
    /// The variables in sight so far: parameters, and those of `let` in the blocks around.
    so_far: Vec<String>,
}

impl<'ast> Visit<'ast> for Inside {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let around = std::mem::take(&mut self.so_far);
        for input in &function.sig.inputs {
            if let syn::FnArg::Typed(typed) = input {
                self.see(&typed.pat);
            }
        }
        syn::visit::visit_item_fn(self, function);
        self.so_far = around;
    }
    fn visit_block(&mut self, block: &'ast syn::Block) {
        let around = self.so_far.len();
        for statement in &block.stmts {
            self.visit_stmt(statement);
            if let Stmt::Local(local) = statement {
                self.see(&local.pat);
            }
        }
        self.so_far.truncate(around);
    }
    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        self.macros.push(Item::Macro(item.clone()));
        if let Some(name) = &item.ident {
            let in_sight = self.so_far.iter().cloned().collect();
            self.in_sight.insert(name.to_string(), in_sight);
        }
    }
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // Among the arguments there may be calls as well, for example in `vec![sq!(x); 2]`.
        self.calls.extend(mentioned(call.tokens.clone()));
        self.calls
            .extend(call.path.get_ident().map(ToString::to_string));
    }
    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        *self.variables.entry(name.ident.to_string()).or_default() += 1;
        syn::visit::visit_pat_ident(self, name);
    }
}

impl Inside {
    /// Notes that the variables of a pattern are in sight from here on.
    fn see(&mut self, pattern: &syn::Pat) {
        let mut bound = Self::default();
        bound.visit_pat(pattern);
        self.so_far.extend(bound.variables.into_keys());
    }
}

struct Expansion<'a> {
    macros: &'a Map<String, Option<Rules>>,
    /// The macros that are defined in the function, with the variables that they see.
    local: Map<String, Set<String>>,
    /// The variables of the function, and how often each is bound.
    variables: Map<String, usize>,
    n_done: usize,
    n_open: usize,
    text: usize,
}

impl Expansion<'_> {
    /// The tokens of a call. A call that stays is marked if the macro may name variables that the
    /// call does not show.
    fn expand(&mut self, call: &mut syn::Macro) -> Option<proc_macro2::TokenStream> {
        let found = self.expansion_of(call);
        let name = call.path.get_ident().map(ToString::to_string);
        if found.is_none() && name.is_some_and(|name| self.local.contains_key(&name)) {
            call.path = syn::Ident::new(UNCLEAR, call.path.span()).into();
        }
        found
    }

    fn expansion_of(&mut self, call: &syn::Macro) -> Option<proc_macro2::TokenStream> {
        let name = call.path.get_ident()?.to_string();
        let rules = self.macros.get(&name)?.as_ref()?;
        self.n_done += 1;
        if self.n_done > MOST_EXPANSIONS || self.n_open > DEEPEST || self.text > MOST_TEXT {
            return None;
        }
        let (tokens, others) = rules.expand(&call.tokens, self.n_done)?;
        self.text += tokens.to_string().len();
        // To rustc such a name is the one that the macro sees where it is defined. That is the
        // variable here if it is in sight there and no other one has its name.
        let in_sight = self.local.get(&name);
        let is_clear = others.iter().all(|name| match self.variables.get(name) {
            None => true,
            Some(1) => in_sight.is_some_and(|seen| seen.contains(name)),
            Some(_) => false,
        });
        if !is_clear {
            return None;
        }
        self.note_variables(&tokens);
        Some(tokens)
    }

    /// A macro may bind variables by names of its call, for example `bind!(k)`.
    fn note_variables(&mut self, tokens: &proc_macro2::TokenStream) {
        if let Ok(block) = syn::parse2::<syn::Block>(quote!({ #tokens })) {
            let mut inside = Inside::default();
            inside.visit_block(&block);
            for (name, count) in inside.variables {
                *self.variables.entry(name).or_default() += count;
            }
        }
    }
}

impl VisitMut for Expansion<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let open = self.n_open;
        while let Expr::Macro(call) = &mut *expression
            && let Some(tokens) = self.expand(&mut call.mac)
        {
            self.n_open += 1;
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
        self.n_open = open;
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
                if names.iter().any(|name| self.local.contains_key(name)) {
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
