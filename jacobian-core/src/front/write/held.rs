//! Variables for temporaries that opaque code borrows from.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use crate::ir::ValueId;

use crate::front::syntax::temporaries::{borrows_guard, gives_guard, held};
use crate::front::value::found::Found;
use crate::front::value::guard::{Guard, Until};
use crate::front::write::made::Changes;
use crate::front::write::writer::Writer;

/// The variable of a guard that is dropped behind a loop, if there is one.
pub(crate) type Dropped = Option<Ident>;

impl Writer {
    /// Code whose value is stored, with variables for the temporaries that it borrows from.
    pub(crate) fn hold(&mut self, tokens: TokenStream, mentions: &[ValueId]) -> Found<TokenStream> {
        if self.is_trial() {
            return Ok(tokens);
        }
        let name = self.fresh(&Ident::new("held", Span::call_site()));
        match held(&tokens, &name) {
            Some(held) => {
                let owner = self.hold(held.owner, mentions)?;
                self.keep_statement(quote!(let mut #name = #owner;), mentions)?;
                self.made.give(&name.to_string(), &owner, Changes::Perhaps);
                if held.is_guard {
                    self.guards.push(Guard::temporary(name));
                }
                Ok(held.borrower)
            }
            None => Ok(tokens),
        }
    }

    /// The same for the code of a `let`, which holds a guard that it borrows from to the end of the
    /// block: `let w = &*m.borrow();`.
    pub(crate) fn hold_guard(
        &mut self,
        tokens: TokenStream,
        mentions: &[ValueId],
    ) -> Found<TokenStream> {
        if !borrows_guard(&tokens) {
            return Ok(tokens);
        }
        let name = self.fresh(&Ident::new("held", Span::call_site()));
        match held(&tokens, &name) {
            Some(held) if held.is_guard => {
                let owner = held.owner;
                self.keep_statement(quote!(let mut #name = #owner;), mentions)?;
                self.guards.push(Guard {
                    variable: name,
                    until: Until::Block,
                });
                Ok(held.borrower)
            }
            _ => Ok(tokens),
        }
    }

    /// Notes the guard that a new variable holds, if the code that it is given is one.
    pub(crate) fn note_guard(&mut self, variable: &Ident, code: &TokenStream, until: Until) {
        if gives_guard(code) {
            self.guards.push(Guard {
                variable: variable.clone(),
                until,
            });
        }
    }

    /// Takes the guards that end here: those behind the mark, or the temporaries among them.
    pub(crate) fn guards_since(&mut self, mark: usize, until: Until) -> Vec<Ident> {
        let mut ending = Vec::new();
        let mut position = mark;
        while position < self.guards.len() {
            if until == Until::Block || self.guards[position].until == until {
                ending.push(self.guards.remove(position).variable);
            } else {
                position += 1;
            }
        }
        ending.reverse();
        ending
    }

    /// The same for the iterator of a loop. The guard is dropped behind the loop.
    pub(crate) fn hold_for_loop(
        &mut self,
        tokens: TokenStream,
        mentions: &[ValueId],
    ) -> Found<(TokenStream, Dropped)> {
        let name = self.fresh(&Ident::new("held", Span::call_site()));
        let Some(held) = held(&tokens, &name) else {
            return Ok((tokens, None));
        };
        let owner = self.hold(held.owner, mentions)?;
        self.keep_statement(quote!(let mut #name = #owner;), mentions)?;
        Ok((held.borrower, held.is_guard.then_some(name)))
    }

    /// Drops a guard, and the iterator that borrows from it before.
    pub(crate) fn drop_held(&mut self, guard: Dropped, iterator: &Ident) -> Found<()> {
        let Some(guard) = guard else { return Ok(()) };
        self.keep_statement(quote!({ let _dropped = #iterator; }), &[])?;
        self.keep_statement(quote!({ let _dropped = #guard; }), &[])
    }
}
