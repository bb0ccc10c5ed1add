//! Variables for temporaries that opaque code borrows from.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

use crate::ir::ValueId;

use crate::front::syntax::temporaries::held;
use crate::front::value::found::Found;
use crate::front::write::writer::Writer;

/// The variable of a guard that is dropped behind a loop, if there is one.
pub(crate) type Dropped = Option<Ident>;

impl Writer {
    /// Code whose value is stored, with variables for the temporaries that it borrows from. A guard
    /// gets none, because it would be held to the end of the function.
    pub(crate) fn hold(&mut self, tokens: TokenStream, mentions: &[ValueId]) -> Found<TokenStream> {
        if self.is_trial() {
            return Ok(tokens);
        }
        let name = self.fresh(&Ident::new("held", Span::call_site()));
        match held(&tokens, &name) {
            Some(held) if !held.is_guard => {
                let owner = self.hold(held.owner, mentions)?;
                self.keep_statement(quote!(let mut #name = #owner;), mentions)?;
                Ok(held.borrower)
            }
            _ => Ok(tokens),
        }
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
