//! Indices that only run time knows, as scalars of the code list.
//!
//! ```text
//! x[i]     v3: { let __index: usize = i; let () = [(); 3][__index]; index(__index) }
//! ```
//!
//! Invariant: the check panics at the place of the user's index, with the message of the user's
//! own code, even if the element is not used, because opaque code is never dropped.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::interface::Opaque;
use crate::ir::ValueId;
use crate::spelling;

use crate::front::value::Inactive;
use crate::front::write::places::Known;
use crate::front::write::writer::Writer;

/// What a run-time index must be below.
#[derive(Clone, Copy)]
pub(crate) enum Below {
    /// The length of an array. Beyond it the user's code panics.
    Length(usize),
    /// The number of elements, rows or columns of a matrix of nalgebra.
    Matrix(usize),
    /// A length that the user's code has checked, or does not read beyond.
    Checked(usize),
    /// The last start of a part with this length in an array with that length.
    Part { length: usize, of: usize },
}

impl Below {
    /// The number of indices that are allowed.
    pub(crate) fn number(self) -> usize {
        match self {
            Self::Length(length) | Self::Matrix(length) | Self::Checked(length) => length,
            Self::Part { length, of } => of + 1 - length,
        }
    }

    /// The check that the user's own code makes.
    fn check(self, index: &syn::Ident) -> TokenStream {
        let span = index.span();
        match self {
            Self::Checked(_) => TokenStream::new(),
            Self::Length(length) => {
                let length = Literal::usize_unsuffixed(length);
                quote_spanned!(span=> let () = [(); #length][#index];)
            }
            Self::Matrix(length) => {
                let length = Literal::usize_unsuffixed(length);
                quote_spanned! {span=>
                    ::core::assert!(#index < #length, "Matrix index out of bounds.");
                }
            }
            Self::Part { length, of } => {
                let [length, of] = [length, of].map(Literal::usize_unsuffixed);
                quote_spanned!(span=> let _ = &[(); #of][#index..#index + #length];)
            }
        }
    }
}

impl Writer {
    /// A place that holds an index, as a scalar that is counted from `first`. Equal indices are one
    /// scalar until opaque code may have changed the place, because then they share the partials of
    /// the elements.
    pub(crate) fn index_scalar(
        &mut self,
        position: &Inactive,
        first: usize,
        below: Below,
        at: Span,
    ) -> ValueId {
        let length = below.number();
        let key = |length: usize| format!("{} from {first} below {length}", position.tokens);
        let mut stricter = (1..=length).rev().map(key);
        if let Some(known) = stricter.find_map(|key| self.places.get(&key)) {
            return known.id;
        }
        let index = syn::Ident::new("__index", Span::mixed_site().located_at(at));
        let from_first = match first {
            0 => quote!(#index),
            first => {
                let first = Literal::usize_unsuffixed(first);
                quote!(#index - #first)
            }
        };
        let (tokens, library) = (&position.tokens, spelling::library());
        let check = below.check(&index);
        let opaque = self.push_opaque(Opaque::Scalar {
            expression: quote!({ let #index: usize = #tokens; #check #library::index(#from_first) }),
            reference: false,
        });
        let id = self
            .builder
            .opaque(opaque, &position.mentions, self.origins.current());
        let is_fixed = self.is_fixed(&position.tokens);
        self.places.insert(key(length), Known { id, is_fixed });
        id
    }
}
