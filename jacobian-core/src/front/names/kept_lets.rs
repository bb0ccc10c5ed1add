//! A `let` of the user's own in the generated function, with fresh names.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Pat;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::syntax::cast_types::type_of_literal_arms;
use crate::front::syntax::cells::{names_cell, shares};
use crate::front::syntax::patterns::binds_variables_of_its_own;
use crate::front::syntax::types::declares_no_number;
use crate::front::value::guard::Until;
use crate::front::value::intervals::{IntegerKind, kind_of};
use crate::front::value::{Inactive, Value};
use crate::front::write::made::Changes;

impl<M> Lowering<M> {
    /// A `let` of the user's own: same pattern and initializer, fresh names. `shape` is the type of
    /// a copy, if it is known.
    pub(crate) fn keep_shaped_let(
        &mut self,
        pattern: &Pat,
        inactive: Inactive,
        shape: Option<syn::Type>,
    ) {
        if self.bind_phantom(pattern, &inactive) {
            return;
        }
        let suspect = self.suspect_behind(&inactive.tokens);
        let pattern = &self.pattern_in_known_types(pattern);
        let (renamed, bindings) = self.rename_let_pattern(pattern, &inactive.tokens);
        let Ok(tokens) = self.writer.hold_guard(inactive.tokens, &inactive.mentions) else {
            return self.poison_names(pattern);
        };
        if let [(_, Value::Inactive(name))] = bindings.as_slice()
            && (self.writer.is_no_number(&tokens) || declares_no_number(pattern))
        {
            self.writer.no_numbers.insert(name.tokens.to_string());
        }
        let kept = if self.writer.is_fixed(&tokens) {
            self.writer.keep_fixed_let(&renamed, &tokens)
        } else {
            let statement = quote!(let #renamed = #tokens;);
            self.writer.keep_statement(statement, &inactive.mentions)
        };
        if kept.is_err() {
            return self.poison_names(pattern);
        }
        self.note_cell(&bindings, &tokens);
        if let Pat::Ident(variable) = &renamed {
            let until = Until::Block;
            self.writer.note_guard(&variable.ident, &tokens, until);
        }
        self.note_alias_of(pattern, &bindings, &tokens);
        self.note_bounds_of_let(pattern, &bindings, &tokens);
        self.note_literal_arms(&bindings, &tokens);
        if let ([(_, Value::Inactive(copy))], Some(shape)) = (bindings.as_slice(), shape) {
            self.names.copies.insert(copy.tokens.to_string(), shape);
        }
        if let [(_, Value::Inactive(variable))] = bindings.as_slice()
            && matches!(renamed, Pat::Ident(_) | Pat::Type(_))
        {
            let changes = if binds_variables_of_its_own(pattern) {
                Changes::Perhaps
            } else {
                Changes::Never
            };
            let variable = variable.tokens.to_string();
            self.writer.made.give(&variable, &tokens, changes);
        }
        for (name, value) in bindings {
            if let Value::Inactive(place) = &value
                && binds_variables_of_its_own(pattern)
            {
                self.names.mutable.insert(place.tokens.to_string());
            }
            if let (Some(parameter), Value::Inactive(place)) = (&suspect, &value) {
                // A copy or a part of a value that may be active may be active as well.
                self.names
                    .suspects
                    .insert(place.tokens.to_string(), parameter.clone());
            }
            self.bind(&name, value);
        }
    }
}

impl<M> Lowering<M> {
    /// Notes that a variable is a number, because each arm gives one.
    fn note_literal_arms(&mut self, bindings: &[(syn::Ident, Value)], code: &TokenStream) {
        if let [(_, Value::Inactive(variable))] = bindings
            && let Some(scalar) = type_of_literal_arms(code, &self.given.scalar_name)
            && let Ok(ty) = syn::parse_str(&scalar)
        {
            let at = self.given.home.clone();
            let variable = variable.tokens.to_string();
            self.names.seen_types.insert(variable, Written { ty, at });
        }
    }

    /// Notes variables that hold a cell, or another handle to one.
    fn note_cell(&mut self, bindings: &[(syn::Ident, Value)], code: &TokenStream) {
        let known: Vec<&str> = self.writer.cells.iter().map(String::as_str).collect();
        if !names_cell(code) && !shares(code, &known) {
            return;
        }
        for (_, value) in bindings {
            if let Value::Inactive(variable) = value {
                self.writer.cells.insert(variable.tokens.to_string());
            }
        }
    }

    /// The bounds of the variables that a `let` gives names, `(l, r)` or `k`.
    fn note_bounds_of_let(
        &mut self,
        pattern: &Pat,
        bindings: &[(syn::Ident, Value)],
        code: &TokenStream,
    ) {
        let noted = |name: &Pat, part, kind: IntegerKind| {
            let Pat::Ident(name) = name else {
                return None;
            };
            if name.mutability.is_some() || name.by_ref.is_some() || name.subpat.is_some() {
                return None;
            }
            let (_, value) = bindings.iter().find(|(bound, _)| *bound == name.ident)?;
            let Value::Inactive(variable) = value else {
                return None;
            };
            let bounds = self.bounds_of_part(code, part, kind)?;
            Some((variable.tokens.to_string(), bounds))
        };
        let found: Vec<_> = match pattern {
            Pat::Type(typed) => noted(&typed.pat, None, kind_of(&typed.ty))
                .into_iter()
                .collect(),
            Pat::Tuple(parts) => {
                let parts = parts.elems.iter().enumerate();
                let parts =
                    parts.filter_map(|(at, part)| noted(part, Some(at), IntegerKind::default()));
                parts.collect()
            }
            name => noted(name, None, IntegerKind::default())
                .into_iter()
                .collect(),
        };
        self.writer.bounds.extend(found);
    }
}
