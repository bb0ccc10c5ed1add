//! Assignments: to rows, and to values that depend on unknowns.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::front::messages;

use super::names::Meaning;
use super::parameters::List;
use super::state::Walk;
use super::terms::{Kind, Slot, Step};
use super::values::{changed, is_zero};

impl Walk<'_> {
    pub(super) fn is_rows(&self, expr: &syn::Expr) -> bool {
        matches!(self.names.meaning_of(expr), Some((_, Meaning::List(list))) if list.is_rows)
    }

    /// `r.fill(0.0)`.
    pub(super) fn fill(&mut self, call: &syn::ExprMethodCall) {
        let is_zero = call.args.first().is_some_and(is_zero);
        if call.method == "fill" && is_zero {
            self.turn();
            self.written.extend(quote!(__jacobian_rows.cleared();));
        } else {
            self.diagnostics.error_at(call, messages::ASSEMBLE_WRITE);
        }
    }

    pub(super) fn assign(
        &mut self,
        whole: &syn::Expr,
        place: &syn::Expr,
        op: Option<&syn::BinOp>,
        value: &syn::Expr,
    ) {
        if let Some((list, indices)) = self.read(place) {
            let sign = match op {
                _ if !list.is_rows => None,
                None | Some(syn::BinOp::AddAssign(_)) => Some(quote!()),
                Some(syn::BinOp::SubAssign(_)) => Some(quote!(-)),
                Some(_) => None,
            };
            return match sign {
                Some(sign) => self.write_row((&list, &indices), op.is_none(), &sign, value),
                None => self.diagnostics.error_at(whole, messages::ASSEMBLE_WRITE),
            };
        }
        if let Some(name) = changed(place)
            && let Some(Meaning::Active { depth }) = self.names.get(name)
        {
            if *depth != self.names.depth {
                return self.diagnostics.error_at(whole, messages::ASSEMBLE_CARRIED);
            }
            let mut step = Step {
                defines: vec![name.clone()],
                ..Step::default()
            };
            if op.is_some() {
                step.uses.push(name.clone());
            }
            let name = name.clone();
            if let Some(value) = self.active_value(value, &mut step) {
                step.code =
                    op.map_or_else(|| quote!(#name = #value;), |op| quote!(#name #op #value;));
                self.steps.push(step);
            }
            return;
        }
        if self.names.depends(place) {
            self.diagnostics.error_at(whole, messages::ASSEMBLE_WRITE);
        } else if self.names.depends(value) {
            self.diagnostics.error_at(whole, messages::ASSEMBLE_CARRIED);
        } else {
            self.plain(whole);
        }
    }

    fn write_row(
        &mut self,
        (list, indices): (&List, &[syn::Expr]),
        is_first: bool,
        sign: &TokenStream,
        value: &syn::Expr,
    ) {
        self.n_names += 1;
        let row = format_ident!("__jacobian_r{}", self.n_names);
        let place = self.place(list, indices);
        let method = if is_first {
            format_ident!("assigned")
        } else {
            format_ident!("added")
        };
        self.written
            .extend(quote!(let #row = __jacobian_rows.#method(#place);));
        if is_zero(value) {
            return;
        }
        let mut step = Step {
            defines: vec![row.clone()],
            ..Step::default()
        };
        let value = if self.names.depends(value) {
            self.active_value(value, &mut step)
        } else {
            // A row without unknowns is that of a known value in the place of one.
            let known = self.known(value);
            let choice: syn::Expr = syn::parse_quote!(::jacobian_assembly::Variable::Fixed(#known));
            Some(self.fixed(&choice, &mut step))
        };
        if let Some(value) = value {
            step.code = quote!(let #row = #sign (#value););
            self.steps.push(step);
            self.rows.push(row);
        }
    }

    fn fixed(&mut self, choice: &syn::Expr, step: &mut Step) -> syn::Expr {
        self.n_names += 1;
        let name = format_ident!("__jacobian_x{}", self.n_names);
        self.written
            .extend(quote!(let #name: ::jacobian_assembly::Variable = #choice;));
        let used = syn::parse_quote!(#name);
        step.slots.push(Slot {
            kind: Kind::Variable,
            name,
        });
        used
    }
}
