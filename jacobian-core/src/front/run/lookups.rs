//! Searches of the library that give a position or a count: the user's own call, with active
//! values by their names.
//!
//! ```text
//! xs.partition_point(|v| *v <= x)      xs.partition_point(|v| *v <= v0)
//! xs.iter().filter(|v| **v < x).count()         the same
//! xs.binary_search_by(|v| v.total_cmp(&x))      split into an answer and the position
//! ```
//!
//! The result is an integer or a condition, so it is locally constant, and the derivative sees the
//! cell of a table as a constant. The table may have any length. Of an active array `position` and
//! `count` are followed item by item instead, see `filters`.

use quote::ToTokens;
use syn::{Expr, ExprMethodCall};

use crate::interface::Wrapper;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::changes::chain_changes;
use crate::front::syntax::form::Want;
use crate::front::syntax::inspect;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::any_name;
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// The result of a search.
#[derive(Clone, Copy)]
enum Finds {
    /// An integer or a condition.
    Number,
    /// An `Option` or a `Result` of a position.
    Position(Wrapper),
    /// An `Option` of an element of the table, which is inactive as the table is.
    Element,
}

/// The result of a method by name and number of arguments, and whether the list may be active.
fn finds(call: &ExprMethodCall) -> Option<(Finds, bool)> {
    let name = call.method.to_string();
    Some(match (name.as_str(), call.args.len()) {
        ("partition_point", 1) => (Finds::Number, true),
        ("rposition", 1) => (Finds::Position(Wrapper::Option), true),
        ("binary_search_by", 1) | ("binary_search_by_key", 2) => {
            (Finds::Position(Wrapper::Result), true)
        }
        ("count", 0) | ("any" | "all", 1) => (Finds::Number, false),
        ("position", 1) => (Finds::Position(Wrapper::Option), false),
        ("find" | "rfind" | "min_by" | "max_by", 1) => (Finds::Element, false),
        _ => return None,
    })
}

/// Methods that pass the elements of a list on as they are.
const PASSING: &[&str] = &[
    "iter",
    "into_iter",
    "copied",
    "cloned",
    "rev",
    "enumerate",
    "windows",
    "chunks",
    "chunks_exact",
    "skip",
    "take",
    "step_by",
    "filter",
    "take_while",
    "skip_while",
];

/// Whether a chain gives elements of the list and no computed values.
fn passes_elements(chain: &Expr) -> bool {
    !matches!(list_of_elements(chain), Expr::MethodCall(_))
}

/// The list whose elements a chain gives, or the method that gives something else.
pub(crate) fn list_of_elements(chain: &Expr) -> &Expr {
    match strip(chain) {
        Expr::MethodCall(call) if PASSING.iter().any(|name| call.method == name) => {
            list_of_elements(&call.receiver)
        }
        front => front,
    }
}

impl Lowering<Run> {
    /// Refuses a closure that changes a variable beside a `zip`, or before a `skip`, of data of any
    /// length: the library may run it for an item that the chain does not give, or not at all.
    pub(crate) fn refuse_uncounted_changes(
        &mut self,
        chain: &Expr,
        at: &impl ToTokens,
    ) -> Found<()> {
        let mut inner = strip(chain);
        while let Expr::MethodCall(call) = inner {
            let mut sides = vec![&*call.receiver];
            match call.args.first() {
                Some(other) if call.method == "zip" => sides.push(other),
                Some(_) if call.method == "skip" => {}
                _ => sides.clear(),
            }
            if sides.iter().any(|side| chain_changes(side))
                && sides.iter().any(|side| self.is_at_run_time(side))
            {
                return self.writer.refuse(at, messages::CHANGES_IN_CHAIN);
            }
            inner = strip(&call.receiver);
        }
        Ok(())
    }

    /// A chain over a list of unknown length, if it is a search or can be a loop at run time.
    pub(crate) fn eval_search(
        &mut self,
        call: &ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        self.refuse_uncounted_changes(&call.receiver, call)?;
        if let Some(value) = self.eval_in_parts(call, want)? {
            return Ok(Some(value));
        }
        if let Some(list) = self.eval_gathered(call, want)? {
            return Ok(Some(list));
        }
        match self.eval_lookup(call)? {
            None => self.eval_stream(call),
            found => Ok(found),
        }
    }

    /// A search in a table, by a comparison of active values, or by a partial sort. `None` for
    /// another call.
    fn eval_lookup(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let Some((finds, may_be_active)) = finds(call) else {
            return self.eval_selected(call);
        };
        let is_active = self.names.is_active(&call.receiver)
            || call.args.iter().any(|part| self.names.is_active(part));
        if !is_active || !(may_be_active || self.is_unseen(&call.receiver)) {
            return Ok(None);
        }
        if matches!(finds, Finds::Element) && !passes_elements(&call.receiver) {
            return Ok(None);
        }
        let Some(kept) = self.keep_active(&Expr::MethodCall(call.clone()))? else {
            return Ok(None);
        };
        Ok(Some(match finds {
            Finds::Number | Finds::Element => Value::Inactive(kept),
            Finds::Position(wrapper) => self.maybe_of(kept, wrapper)?.into_value(),
        }))
    }

    /// Whether the items of a chain come from a list or a range of unknown length.
    fn is_unseen(&mut self, chain: &Expr) -> bool {
        let mut base = strip(chain);
        while let Expr::MethodCall(call) = base {
            base = strip(&call.receiver);
        }
        !self.names.is_active(base) && !self.is_known_iterable(base)
    }

    /// Copies code that computes with active values, if its result has no derivative. `None` if it
    /// changes variables, or names functions that only exist at expansion.
    pub(crate) fn keep_active(&mut self, expression: &Expr) -> Found<Option<Inactive>> {
        let changed = inspect::names_changed_by_search(expression);
        let is_bound = |name: &String| self.names.scopes.get(name).is_some();
        if changed.iter().any(is_bound) {
            return Ok(None);
        }
        let scope = self.names.scopes.enter();
        let kept = match self.bind_values_of_lists(expression) {
            Ok(()) => self.kept_with_values(expression),
            Err(stop) => Err(stop),
        };
        self.names.scopes.leave(scope);
        kept
    }

    fn kept_with_values(&mut self, expression: &Expr) -> Found<Option<Inactive>> {
        if self.names_inlined(expression) {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        self.refuse_taken(expression)?;
        let mut kept = expression.clone();
        match self.substitute_expression(&mut kept) {
            Ok(mentions) => Ok(Some(Inactive {
                tokens: kept.into_token_stream(),
                mentions,
            })),
            Err(call) => self.writer.refuse(&call, messages::UNKNOWN_MACRO),
        }
    }

    /// Binds the names of lists in memory that code mentions to copies of their values.
    fn bind_values_of_lists(&mut self, code: &Expr) -> Found<()> {
        if !self.names.has_stored {
            return Ok(());
        }
        let mut names = Vec::new();
        collect_names(&code.to_token_stream(), &mut names);
        for name in names {
            let binding = self.names.scopes.get(&name.to_string());
            let list = match binding.map(|binding| binding.value.clone()) {
                Some(Value::Stored(list)) => list,
                Some(Value::Reference(place)) => match self.load(&self.follow(place)) {
                    Some(Value::Stored(list)) => list,
                    _ => continue,
                },
                _ => continue,
            };
            let values = self.values_of_list(&list)?;
            self.bind(&name, values);
        }
        Ok(())
    }

    /// Whether code names a value that has no spelling at run time.
    fn names_inlined(&self, expression: &Expr) -> bool {
        let is_inlined = |name: &str| match self.names.scopes.get(name).map(|found| &found.value) {
            Some(Value::Function(function)) => self.names.functions.get(function).is_inlined(),
            _ => false,
        };
        any_name(&expression.to_token_stream(), &is_inlined) || self.names_unspelled(expression)
    }
}

fn collect_names(tokens: &proc_macro2::TokenStream, names: &mut Vec<proc_macro2::Ident>) {
    for token in tokens.clone() {
        match token {
            proc_macro2::TokenTree::Ident(name) if !names.contains(&name) => names.push(name),
            proc_macro2::TokenTree::Group(group) => collect_names(&group.stream(), names),
            _ => {}
        }
    }
}
