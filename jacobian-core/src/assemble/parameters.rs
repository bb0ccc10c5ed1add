//! The signature: which parameters are lists of unknowns, which are lists of rows.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::diag::Diagnostics;
use crate::front::messages;

/// A list of unknowns or of rows: `u: &[f64]`, `r: &mut [[f64; 3]]`, or a list that is returned.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) name: Ident,
    pub(super) is_rows: bool,
    /// The variable with its length in the recording code.
    pub(super) length: Ident,
    /// The lengths of the arrays that it holds.
    pub(super) inner: Vec<syn::Expr>,
    /// How many unknowns, or rows, stand before it.
    pub(super) offset: TokenStream,
}

impl List {
    /// How many unknowns or rows it has.
    pub(super) fn count(&self) -> TokenStream {
        let (length, inner) = (&self.length, &self.inner);
        quote!(#length #(* (#inner))*)
    }
}

/// The parameters of the recording function, and the lists among them.
#[derive(Debug)]
pub(super) struct Parameters {
    pub(super) lists: Vec<List>,
    /// The parameters that are no lists and that nothing changes.
    pub(super) others: Vec<Ident>,
    /// Those that may change.
    pub(super) changing: Vec<Ident>,
    /// All of them, where lists are their lengths.
    pub(super) written: Vec<TokenStream>,
    /// Every name in the function.
    mentioned: Vec<String>,
}

impl Parameters {
    pub(super) fn read(
        function: &syn::ItemFn,
        wrt: Option<&[Ident]>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let signature = &function.sig;
        let generics = &signature.generics;
        if !generics.params.is_empty() || signature.receiver().is_some() {
            diagnostics.error_at(signature, messages::ASSEMBLE_FREE_FUNCTION);
            return None;
        }
        let mentioned = crate::front::mentioned(function.to_token_stream());
        let mentioned = mentioned.into_iter().collect();
        let mut parameters = Self {
            lists: Vec::new(),
            others: Vec::new(),
            changing: Vec::new(),
            written: Vec::new(),
            mentioned,
        };
        let mut chosen = wrt.unwrap_or_default().to_vec();
        let n_slices = signature.inputs.iter().filter_map(typed);
        let n_slices = n_slices
            .filter(|(.., ty)| matches!(slice(ty), Some((false, _))))
            .count();
        for input in &signature.inputs {
            let Some((name, ty)) = typed(input) else {
                diagnostics.error_at(input, messages::ASSEMBLE_PARAMETER);
                return None;
            };
            let is_chosen = chosen.iter().any(|chosen| chosen == name);
            chosen.retain(|chosen| chosen != name);
            match slice(ty) {
                Some((true, inner)) if !is_chosen => parameters.push_list(name, true, inner),
                Some((false, inner)) if is_chosen || (wrt.is_none() && n_slices == 1) => {
                    parameters.push_list(name, false, inner);
                }
                Some((false, _)) if wrt.is_none() => {
                    diagnostics.error_at(input, &messages::assemble_which(name));
                    return None;
                }
                _ if is_chosen => {
                    diagnostics.error_at(input, &messages::assemble_unknowns(name));
                    return None;
                }
                _ => parameters.push_other(input, (name, ty)),
            }
        }
        if let Some(name) = chosen.first() {
            diagnostics.error(name.span(), &messages::assemble_no_parameter(name));
            return None;
        }
        if !parameters.lists.iter().any(|list| !list.is_rows) {
            diagnostics.error_at(&signature.ident, messages::ASSEMBLE_NO_UNKNOWNS);
            return None;
        }
        Some(parameters)
    }

    fn push_other(&mut self, input: &syn::FnArg, (name, ty): (&Ident, &syn::Type)) {
        let kind = if may_change(input, ty) {
            &mut self.changing
        } else {
            &mut self.others
        };
        kind.push(name.clone());
        self.written.push(quote!(#input));
    }

    fn push_list(&mut self, name: &Ident, is_rows: bool, inner: Vec<syn::Expr>) {
        let list = self.list(name, is_rows, inner);
        let length = &list.length;
        self.written.push(quote!(#length: usize));
        self.lists.push(list);
    }

    /// `u_len`, or with a line behind it where the function has such a name already.
    fn length_of(&self, name: &Ident) -> Ident {
        let mut length = format_ident!("{name}_len");
        while self.mentioned.contains(&length.to_string()) {
            length = format_ident!("{length}_");
        }
        length
    }

    /// A list behind those of its kind.
    pub(super) fn list(&self, name: &Ident, is_rows: bool, inner: Vec<syn::Expr>) -> List {
        let before = self.lists.iter().filter(|list| list.is_rows == is_rows);
        let before = before.map(List::count);
        List {
            name: name.clone(),
            is_rows,
            length: self.length_of(name),
            inner,
            offset: quote!(0 #(+ #before)*),
        }
    }

    /// How many unknowns or rows there are.
    pub(super) fn count(&self, is_rows: bool) -> TokenStream {
        let all = self.lists.iter().filter(|list| list.is_rows == is_rows);
        let all = all.map(List::count);
        quote!(0 #(+ #all)*)
    }
}

fn typed(input: &syn::FnArg) -> Option<(&Ident, &syn::Type)> {
    let syn::FnArg::Typed(input) = input else {
        return None;
    };
    match &*input.pat {
        syn::Pat::Ident(name) => Some((&name.ident, &input.ty)),
        _ => None,
    }
}

/// `mut a: f64` and `a: &mut Mesh`, and types that may hold such a reference.
fn may_change(input: &syn::FnArg, ty: &syn::Type) -> bool {
    let is_mut = matches!(input, syn::FnArg::Typed(input)
        if matches!(&*input.pat, syn::Pat::Ident(name) if name.mutability.is_some()));
    let is_steady = match ty {
        syn::Type::Reference(reference) => reference.mutability.is_none(),
        syn::Type::Path(path) => path.path.get_ident().is_some(),
        _ => false,
    };
    is_mut || !is_steady
}

/// `&[f64]`, `&mut [[f64; 3]]`: whether it is mutable, and the lengths inside.
fn slice(ty: &syn::Type) -> Option<(bool, Vec<syn::Expr>)> {
    let syn::Type::Reference(reference) = ty else {
        return None;
    };
    let syn::Type::Slice(slice) = &*reference.elem else {
        return None;
    };
    let (mut inner, mut element) = (Vec::new(), &*slice.elem);
    while let syn::Type::Array(array) = element {
        inner.push(array.len.clone());
        element = &array.elem;
    }
    let is_number = matches!(element, syn::Type::Path(path) if path.path.is_ident("f64"));
    is_number.then_some((reference.mutability.is_some(), inner))
}
