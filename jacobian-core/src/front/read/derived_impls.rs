//! `impl` blocks that derives of other crates write: operators, conversions and constructors.
//!
//! ```text
//! #[derive(Add, Mul, Constructor)]       impl Add for State { .. field by field .. }
//! struct State { x: f64, v: f64 }        impl Mul<f64> for State { .. }
//!                                        impl State { fn new(x: f64, v: f64) -> Self { .. } }
//! ```
//!
//! A block is what derive-more, derive-new, num-derive, derive-getters or getset writes, as far as
//! it is read here. A derive with an attribute that changes what it does is left out unless the
//! attribute is known: then the method is not in view, and calls of it are refused.
//!
//! Source: the documentation and the code of derive-more 2.1, derive-new 0.7, num-derive 0.4.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemStruct, Meta, Token, Type, parse_quote};

use crate::front::read::derived_struct::Deriving;
use crate::front::read::operator_macros;

/// Operators between two values of the struct, field by field.
const OF_TWO: &[(&str, &str)] = &[("Add", "add"), ("Sub", "sub")];

/// Operators of the struct and a number, which is the operand of each field.
const OF_NUMBER: &[(&str, &str)] = &[("Mul", "mul"), ("Div", "div"), ("Rem", "rem")];

/// The same that change the value.
const CHANGING_BY_TWO: &[(&str, &str)] =
    &[("AddAssign", "add_assign"), ("SubAssign", "sub_assign")];
const CHANGING_BY_NUMBER: &[(&str, &str)] = &[
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
    ("RemAssign", "rem_assign"),
];

/// The items, each struct followed by the blocks that its derives write.
pub(crate) fn with_derived(items: &[Item]) -> Vec<Item> {
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Item::Struct(of) if !of.attrs.is_empty() => {
                all.push(item.clone());
                let blocks = blocks_of(of).into_iter();
                // A type under `cfg` has its blocks under it as well, so both are left out.
                let is_certain = !of
                    .attrs
                    .iter()
                    .any(|attribute| attribute.path().is_ident("cfg"));
                all.extend(blocks.filter(|_| is_certain));
            }
            Item::Macro(call) => match operator_macros::blocks_of(call, items) {
                Some(blocks) => all.extend(blocks),
                None => all.push(item.clone()),
            },
            other => all.push(other.clone()),
        }
    }
    all
}

/// The blocks of one struct.
fn blocks_of(item: &ItemStruct) -> Vec<Item> {
    let names = derived(&item.attrs);
    if names.is_empty() || item.fields.is_empty() {
        return Vec::new();
    }
    let of = Deriving { item };
    let each = names.iter().filter_map(|name| of.block(name));
    let files = each.filter_map(|blocks| syn::parse2::<syn::File>(blocks).ok());
    files.flat_map(|file| file.items).collect()
}

/// The last names of what a struct derives.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let mut names = Vec::new();
    let lists = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("derive"));
    for list in lists {
        let paths = list.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        let last = |path: syn::Path| path.segments.last().map(|last| last.ident.to_string());
        names.extend(paths.into_iter().flatten().filter_map(last));
    }
    names
}

impl Deriving<'_> {
    /// The block that a derive of this name writes, if it is known.
    fn block(&self, name: &str) -> Option<TokenStream> {
        let row = |table: &[(&str, &str)]| {
            let found = table.iter().find(|(known, _)| *known == name);
            found.map(|(_, method)| format_ident!("{method}"))
        };
        if let Some(method) = row(OF_TWO) {
            return self
                .is_plain(&[&method.to_string()])
                .then(|| self.of_two(name, &method));
        }
        if let Some(method) = row(OF_NUMBER) {
            return self.of_number(name, &method);
        }
        if let Some(method) = row(CHANGING_BY_TWO) {
            return self
                .is_plain(&[&method.to_string()])
                .then(|| self.changing_by_two(name, &method));
        }
        if let Some(method) = row(CHANGING_BY_NUMBER) {
            return self.changing_by_number(name, &method);
        }
        match name {
            "Neg" => {
                let values = self.each(|field, _| quote!(-self.#field));
                let body = self.made_of(&values);
                Some(self.of_operator("Neg", &quote!(), &quote!(fn neg(self) -> Self { #body })))
            }
            "NumOps" => self.number_operators(),
            "Sum" if self.is_plain(&["sum"]) => Some(self.sum()),
            "From" if self.is_plain(&["from"]) => Some(self.from()),
            "Into" if self.is_plain(&["into"]) => Some(self.into()),
            "Constructor" => Some(self.constructor()),
            "new" => self.constructor_of_given(),
            "Deref" => self.deref(),
            "Getters" | "CopyGetters" => self.getters(name),
            _ => None,
        }
    }

    /// Whether the struct has the attribute `name(forward)`, and no other one of this name.
    fn is_forward(&self, name: &str) -> Option<bool> {
        let of_struct = self
            .item
            .attrs
            .iter()
            .find(|attribute| attribute.path().is_ident(name));
        let in_fields = self.item.fields.iter().flat_map(|field| &field.attrs);
        if in_fields
            .into_iter()
            .any(|attribute| attribute.path().is_ident(name))
        {
            return None;
        }
        match of_struct.map(|attribute| &attribute.meta) {
            None => Some(false),
            Some(Meta::List(list)) if list.tokens.to_string() == "forward" => Some(true),
            Some(_) => None,
        }
    }

    /// An `impl` of a trait from `core::ops`, whose type parameters have the same operator.
    fn of_operator(&self, name: &str, operand: &TokenStream, method: &TokenStream) -> TokenStream {
        let path = format_ident!("{name}");
        let output = (!name.ends_with("Assign")).then(|| {
            quote!(
                type Output = Self;
            )
        });
        let arguments = (!operand.is_empty()).then(|| quote!(<#operand>));
        let bound: syn::TypeParamBound = if output.is_some() {
            parse_quote!(::core::ops::#path<Output = Self>)
        } else {
            parse_quote!(::core::ops::#path)
        };
        self.of_trait(
            &quote!(::core::ops::#path #arguments),
            Some(&bound),
            &quote!(#output #method),
        )
    }

    fn of_two(&self, name: &str, method: &Ident) -> TokenStream {
        let sign = sign_of(method);
        let values = self.each(|field, _| quote!(self.#field #sign __other.#field));
        let body = self.made_of(&values);
        let method = quote!(fn #method(self, __other: Self) -> Self { #body });
        self.of_operator(name, &quote!(), &method)
    }

    fn changing_by_two(&self, name: &str, method: &Ident) -> TokenStream {
        let sign = sign_of(method);
        let changes = self.each(|field, _| quote!(self.#field #sign __other.#field;));
        let method = quote!(fn #method(&mut self, __other: Self) { #(#changes)* });
        self.of_operator(name, &quote!(), &method)
    }

    /// The type of the number that multiplies each field: the one type of all fields.
    fn number(&self) -> Option<&Type> {
        let mut types = self.item.fields.iter().map(|field| &field.ty);
        let first = types.next()?;
        let is_scalar = |ty: &Type| {
            let path = match ty {
                Type::Path(path) => path.path.get_ident(),
                _ => None,
            };
            let parameters = || self.item.generics.type_params();
            path.is_some_and(|name| {
                name == "f64" || name == "f32" || parameters().any(|found| found.ident == *name)
            })
        };
        (is_scalar(first) && types.all(|ty| ty == first)).then_some(first)
    }

    fn of_number(&self, name: &str, method: &Ident) -> Option<TokenStream> {
        if self.is_forward(&method.to_string())? {
            return Some(self.of_two(name, method));
        }
        let number = self.number()?;
        let sign = sign_of(method);
        let values = self.each(|field, _| quote!(self.#field #sign __factor));
        let body = self.made_of(&values);
        let method = quote!(fn #method(self, __factor: #number) -> Self { #body });
        Some(self.of_operator(name, &number.to_token_stream(), &method))
    }

    fn changing_by_number(&self, name: &str, method: &Ident) -> Option<TokenStream> {
        if self.is_forward(&method.to_string())? {
            return Some(self.changing_by_two(name, method));
        }
        let number = self.number()?;
        let sign = sign_of(method);
        let changes = self.each(|field, _| quote!(self.#field #sign __factor;));
        let method = quote!(fn #method(&mut self, __factor: #number) { #(#changes)* });
        Some(self.of_operator(name, &number.to_token_stream(), &method))
    }

    /// The first operator of `NumOps`; the others follow it in one text.
    fn number_operators(&self) -> Option<TokenStream> {
        // Of a struct of one field only.
        (self.item.fields.len() == 1).then(|| {
            let rows = OF_TWO.iter().chain(OF_NUMBER);
            let blocks = rows.map(|(name, method)| self.of_two(name, &format_ident!("{method}")));
            blocks.collect()
        })
    }

    fn sum(&self) -> TokenStream {
        let zeros = self.each(|_, ty| quote!(::core::iter::empty::<#ty>().sum::<#ty>()));
        let zero = self.made_of(&zeros);
        let method = quote! {
            fn sum<__Items: Iterator<Item = Self>>(__items: __Items) -> Self {
                __items.fold(#zero, |__a, __b| __a + __b)
            }
        };
        self.of_trait(&quote!(::core::iter::Sum), None, &method)
    }

    fn from(&self) -> TokenStream {
        let types = self.each(|_, ty| ty.to_token_stream());
        let names: Vec<Ident> = (0..types.len()).map(|at| format_ident!("__{at}")).collect();
        let names: Vec<TokenStream> = names.iter().map(ToTokens::to_token_stream).collect();
        let (ty, pattern) = (together(&types), together(&names));
        let body = self.made_of(&names);
        let method = quote!(fn from(__fields: #ty) -> Self { let #pattern = __fields; #body });
        self.of_trait(&quote!(::core::convert::From<#ty>), None, &method)
    }

    fn into(&self) -> TokenStream {
        let types = self.each(|_, ty| ty.to_token_stream());
        let values = self.each(|field, _| quote!(__whole.#field));
        let (ty, body) = (together(&types), together(&values));
        let ((parameters, clause), this) = self.header(None);
        quote! {
            impl #parameters ::core::convert::From<#this> for #ty #clause {
                fn from(__whole: #this) -> #ty { #body }
            }
        }
    }
}

/// What the fields are together: one value, or a tuple.
fn together(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [only] => only.clone(),
        parts => quote!((#(#parts),*)),
    }
}

/// The sign of an operator by its method.
fn sign_of(method: &Ident) -> TokenStream {
    match method.to_string().as_str() {
        "add" => quote!(+),
        "sub" => quote!(-),
        "mul" => quote!(*),
        "div" => quote!(/),
        "rem" => quote!(%),
        "add_assign" => quote!(+=),
        "sub_assign" => quote!(-=),
        "mul_assign" => quote!(*=),
        "div_assign" => quote!(/=),
        _ => quote!(%=),
    }
}
