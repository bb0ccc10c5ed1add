//! Terms: the function of one kind of element.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// Where the number of a slot comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A choice: an unknown, or a known value in its place.
    Variable,
    /// A number that each element has of its own.
    Data,
    /// A number that all elements share.
    Shared,
}

/// A number that comes from outside into the function of an element.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) kind: Kind,
    pub(super) name: Ident,
}

/// A statement of an element: what it declares or changes, and what it needs.
#[derive(Clone, Debug, Default)]
pub(super) struct Step {
    pub(super) defines: Vec<Ident>,
    pub(super) uses: Vec<Ident>,
    pub(super) slots: Vec<Slot>,
    pub(super) code: TokenStream,
}

/// The function of one kind of element, and what records its elements.
#[derive(Debug)]
pub(crate) struct Term {
    /// The function, which the attribute differentiates.
    pub(crate) function: syn::ItemFn,
    /// The struct of that function.
    pub(crate) name: Ident,
    /// The variable that holds the elements.
    pub(super) elements: Ident,
    pub(super) rows: Vec<Ident>,
    slots: Vec<Slot>,
}

impl Term {
    /// The term that computes these rows from the steps that they need.
    pub(super) fn of(
        number: usize,
        rows: Vec<Ident>,
        (items, steps): (&TokenStream, &[Step]),
    ) -> Self {
        let mut needed = rows.clone();
        let mut taken: Vec<&Step> = Vec::new();
        for step in steps.iter().rev() {
            if step.defines.iter().any(|name| needed.contains(name)) {
                needed.extend(step.uses.iter().cloned());
                taken.push(step);
            }
        }
        taken.reverse();
        let mut slots: Vec<Slot> = Vec::new();
        for slot in taken.iter().flat_map(|step| &step.slots) {
            if !slots.iter().any(|known| known.name == slot.name) {
                slots.push(slot.clone());
            }
        }
        let of = |kind| names(&slots, kind);
        let (variables, data, shared) = (of(Kind::Variable), of(Kind::Data), of(Kind::Shared));
        let (n_variables, n_rows) = (variables.len(), rows.len());
        let positions = (0..n_variables).map(syn::Index::from);
        let name = format_ident!("jacobian_term{number}");
        let code = taken.iter().map(|step| &step.code);
        let function = syn::parse_quote! {
            fn #name(__jacobian_x: &[f64; #n_variables] #(, #data: f64)* #(, #shared: f64)*) -> [f64; #n_rows] {
                #items
                #(let #variables = __jacobian_x[#positions];)*
                #(#code)*
                [#(#rows),*]
            }
        };
        Self {
            function,
            name: format_ident!("JacobianTerm{number}"),
            elements: format_ident!("__jacobian_elements{number}"),
            rows,
            slots,
        }
    }

    pub(super) fn slots(&self, kind: Kind) -> Vec<&Ident> {
        names(&self.slots, kind)
    }

    /// The options of its attribute, before those of the user.
    pub(crate) fn options(&self) -> TokenStream {
        let (name, data) = (&self.name, self.slots(Kind::Data));
        if data.is_empty() {
            quote!(as = #name, wrt(__jacobian_x), batch,)
        } else {
            quote!(as = #name, wrt(__jacobian_x), batch(per_point(#(#data),*)),)
        }
    }

    /// The struct with the numbers that all elements share. Those of each element replace the
    /// fields of data.
    pub(super) fn instance(&self) -> TokenStream {
        let (name, shared, data) = (&self.name, self.slots(Kind::Shared), self.slots(Kind::Data));
        quote!(#name { #(#data: 0.0,)* #(#shared),* })
    }
}

fn names(slots: &[Slot], kind: Kind) -> Vec<&Ident> {
    let slots = slots.iter().filter(|slot| slot.kind == kind);
    slots.map(|slot| &slot.name).collect()
}
