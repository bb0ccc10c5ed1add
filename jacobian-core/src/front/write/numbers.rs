//! Matrices of nalgebra in opaque code: written into variables, and read back as numbers.
//!
//! ```text
//! let __matrix_1 = <Matrix4<_>>::from([[v0, v1, ..], ..]);   a matrix with active elements
//! let __inverse_2 = __matrix_1.try_inverse() ..;             nalgebra's own code
//! v16 = __inverse_2[0], v17 = __inverse_2[1], ..             numbers of the code list
//! ```

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::syntax::matrix_types::Extent;
use crate::front::value::found::{Found, Stop};
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;
use crate::front::write::writer::Writer;

impl Writer {
    /// An expression for an owned matrix with these elements, column by column. Its type is that
    /// of the source for these dimensions, or else it is made of another matrix of nalgebra.
    pub(crate) fn owned_matrix(
        &mut self,
        matrix: &Matrix,
        elements: &[TokenStream],
        at: &impl ToTokens,
    ) -> Found<TokenStream> {
        let (rows, cols) = (matrix.rows, matrix.cols);
        let is_fixed = matrix.extents.are_fixed();
        if is_fixed && let Some(owned) = self.fixed_matrix((rows, cols), elements) {
            return Ok(owned);
        }
        let known = [&self.matrices.types, &self.matrices.signature];
        let any = known.iter().find_map(|types| types.iter().next());
        let any = any.map(|(_, ty)| quote!(<#ty>::zeros()));
        let Some(any) = any.or_else(|| self.matrices.example.clone()) else {
            return self.refuse(at, messages::MATRIX_WITHOUT_TYPE);
        };
        let zero = self.number(0.0);
        let [rows, cols] = [rows, cols].map(Literal::usize_unsuffixed);
        if !is_fixed {
            let part = match (matrix.extents.rows, matrix.extents.cols) {
                (Extent::RunTime, Extent::RunTime) => TokenStream::new(),
                (Extent::RunTime, Extent::Fixed) => {
                    quote!(.fixed_columns::<#cols>(0).clone_owned())
                }
                (Extent::Fixed, _) => quote!(.fixed_rows::<#rows>(0).clone_owned()),
            };
            return Ok(quote!({
                let mut __matrix = #any.resize(#rows, #cols, #zero) #part;
                __matrix.copy_from_slice(&[#(#elements),*]);
                __matrix
            }));
        }
        Ok(self.resized(&any, (matrix.rows, matrix.cols), elements))
    }

    /// The same for a matrix whose type says its dimensions. `None` if the source has no such type.
    pub(crate) fn fixed_matrix(
        &self,
        (rows, cols): (usize, usize),
        elements: &[TokenStream],
    ) -> Option<TokenStream> {
        let known = [&self.matrices.types, &self.matrices.signature];
        if let Some(ty) = known.iter().find_map(|types| types.get(&(rows, cols))) {
            let columns = elements.chunks(rows.max(1));
            let columns = columns.map(|column| quote!([#(#column),*]));
            return Some(quote!(<#ty>::from([#(#columns),*])));
        }
        let (_, any) = known.iter().find_map(|types| types.iter().next())?;
        Some(self.resized(&quote!(<#any>::zeros()), (rows, cols), elements))
    }

    /// A matrix of other dimensions than another.
    fn resized(
        &self,
        other: &TokenStream,
        (rows, cols): (usize, usize),
        elements: &[TokenStream],
    ) -> TokenStream {
        let zero = self.number(0.0);
        let [rows, cols] = [rows, cols].map(Literal::usize_unsuffixed);
        quote!({
            let mut __matrix = #other.fixed_resize::<#rows, #cols>(#zero);
            __matrix.copy_from_slice(&[#(#elements),*]);
            __matrix
        })
    }

    /// A number in opaque code.
    pub(crate) fn number(&self, number: f64) -> TokenStream {
        crate::spelling::literal(number, self.precision)
    }

    /// Evaluates opaque code into a variable.
    pub(crate) fn variable(&mut self, name: &str, code: Inactive) -> Found<TokenStream> {
        match self.settle_followed(&Ident::new(name, Span::call_site()), code)? {
            Value::Inactive(settled) => Ok(settled.tokens),
            _ => Err(Stop),
        }
    }

    /// The elements of an opaque matrix, as numbers of the code list.
    pub(crate) fn elements_of(&mut self, place: &TokenStream, count: usize) -> Found<Vec<ValueId>> {
        let element = |position| {
            let position = Literal::usize_unsuffixed(position);
            let element = Inactive {
                tokens: quote!(#place[#position]),
                mentions: Vec::new(),
            };
            self.materialize(element, Behind::Nothing)
        };
        (0..count).map(element).collect()
    }

    /// Splits an opaque `Option` or `Result` into an answer and a variable. Where the value is
    /// missing, the variable has the value of another expression.
    pub(crate) fn answered(
        &mut self,
        wrapper: Wrapper,
        code: Inactive,
        otherwise: &TokenStream,
    ) -> Found<(TokenStream, TokenStream)> {
        let [answer, value] =
            ["answer", "found"].map(|name| self.fresh(&Ident::new(name, Span::call_site())));
        let tokens = code.tokens;
        let arms = match wrapper {
            Wrapper::Option => quote! {
                Some(__inside) => (Some(()), __inside),
                None => (None, #otherwise),
            },
            Wrapper::Result | Wrapper::Plain => quote! {
                Ok(__inside) => (Ok(()), __inside),
                Err(__error) => (Err(__error), #otherwise),
            },
        };
        let statement = quote!(let (#answer, #value) = match #tokens { #arms };);
        self.keep_statement(statement, &code.mentions)?;
        Ok((answer.into_token_stream(), value.into_token_stream()))
    }
}
