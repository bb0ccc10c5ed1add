//! The constants: number of entries, pattern, cost, template.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::interface::{GenericScalar, Interface};
use crate::ir::instructions::Work;
use crate::options::Layout;
use crate::pipeline::Compiled;
use crate::plan::{Entry, places_by_columns};
use crate::schedule::constant_of;
use crate::spelling;

use super::constant_docs::Docs;
use super::facts::Facts;
use super::names::Names;

/// Where the entries of the plan go, and which are known.
#[derive(Debug)]
pub(crate) struct Entries {
    pub(crate) n_rows: usize,
    pub(crate) n_cols: usize,
    pub(crate) layout: Layout,
    /// Whether the function was refused: nothing is known but its signature.
    pub(crate) refused: bool,
    /// `(row, col)`, row by row.
    positions: Vec<(usize, usize)>,
    /// The position in `values` of each entry of the plan.
    pub(crate) slots: Vec<usize>,
    /// The value of each entry of the plan, where it is known at expansion.
    pub(crate) constants: Vec<Option<f64>>,
    /// For the documentation.
    pub(crate) facts: Facts,
}

impl Entries {
    pub(crate) fn of(compiled: &Compiled, interface: &Interface, layout: Layout) -> Self {
        let n_rows = compiled.code.dependents().len();
        Self::of_some(compiled.plan.entries(), compiled, n_rows, interface, layout)
    }

    /// Of these entries of what is compiled, by row, then column.
    pub(super) fn of_some<'a>(
        entries: impl IntoIterator<Item = &'a Entry>,
        compiled: &Compiled,
        n_rows: usize,
        interface: &Interface,
        layout: Layout,
    ) -> Self {
        let entries: Vec<&Entry> = entries.into_iter().collect();
        let positions: Vec<(usize, usize)> = entries
            .iter()
            .map(|entry| (entry.row(), entry.col()))
            .collect();
        let slots = match layout {
            Layout::Csc => places_by_columns(&positions),
            Layout::Csr => (0..positions.len()).collect(),
        };
        let n_cols = interface.independents.len();
        Self {
            n_rows,
            n_cols,
            layout,
            refused: false,
            facts: Facts::of((n_rows, n_cols), &positions, layout, compiled),
            positions,
            slots,
            constants: entries
                .iter()
                .map(|entry| constant_of(entry.terms()))
                .collect(),
        }
    }

    /// Of a function that was refused: no entries.
    pub(crate) fn unknown(interface: &Interface) -> Self {
        Self {
            n_rows: interface.n_rows_declared(),
            n_cols: interface.independents.len(),
            layout: Layout::Csc,
            refused: true,
            positions: Vec::new(),
            slots: Vec::new(),
            constants: Vec::new(),
            facts: Facts::default(),
        }
    }

    pub(crate) fn nnz(&self) -> usize {
        self.positions.len()
    }

    /// By entry in the order of the layout: its column, of a function with one row.
    pub(crate) fn columns_of_row(&self) -> impl Iterator<Item = (usize, usize)> {
        let columns = self.positions.iter().map(|(_, col)| *col);
        self.slots.iter().copied().zip(columns)
    }

    /// The constants in the layout's order, zero where an entry varies.
    fn template(&self) -> Vec<f64> {
        let mut template = vec![0.0; self.nnz()];
        for (slot, constant) in self.slots.iter().zip(&self.constants) {
            template[*slot] = constant.unwrap_or(0.0);
        }
        template
    }

    /// Compressed rows: pointers and column indices.
    fn rows(&self) -> (Vec<usize>, Vec<usize>) {
        let indices = self.positions.iter().map(|(_, col)| *col).collect();
        (
            pointers(self.n_rows, self.positions.iter().map(|(row, _)| *row)),
            indices,
        )
    }

    /// Compressed columns: pointers and row indices.
    fn cols(&self) -> (Vec<usize>, Vec<usize>) {
        let mut sorted = self.positions.clone();
        sorted.sort_by_key(|(row, col)| (*col, *row));
        let indices = sorted.iter().map(|(row, _)| *row).collect();
        (
            pointers(self.n_cols, sorted.iter().map(|(_, col)| *col)),
            indices,
        )
    }
}

/// Where each of `count` groups begins among sorted keys, and where the last one ends.
fn pointers(count: usize, keys: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut pointers = vec![0; count + 1];
    keys.for_each(|key| pointers[key + 1] += 1);
    for key in 0..count {
        pointers[key + 1] += pointers[key];
    }
    pointers
}

pub(crate) fn emit(
    interface: &Interface,
    names: &Names,
    compiled: &Compiled,
    entries: &Entries,
) -> TokenStream {
    let runtime = &interface.runtime;
    let pattern = emit_pattern(interface, entries);
    let docs = Docs::of(interface);
    let described = Described {
        entries,
        compiled,
        pattern_type: quote!(#runtime::SparsityPattern),
        pattern,
        docs: [
            docs.nnz(&entries.facts),
            docs.pattern(&entries.facts),
            docs.cost(compiled),
            docs.template(&entries.facts),
        ],
    };
    let constants = described.emit(interface, names);
    let used = emit_use(interface);
    let checks = (!interface.is_method)
        .then(|| constant_checks(interface, |check| quote!(const _: () = #check;)));
    let alias = emit_alias(interface, names, entries);
    quote!(#used #checks #constants #alias)
}

/// What the constants of a matrix say.
pub(super) struct Described<'a> {
    pub(super) entries: &'a Entries,
    pub(super) compiled: &'a Compiled,
    pub(super) pattern_type: TokenStream,
    pub(super) pattern: TokenStream,
    /// The documentation of the number of entries, of the pattern, the cost and the template.
    pub(super) docs: [String; 4],
}

impl Described<'_> {
    pub(super) fn emit(&self, interface: &Interface, names: &Names) -> TokenStream {
        let Interface {
            visibility,
            attributes,
            runtime,
            ..
        } = interface;
        let Names {
            nnz, pattern, cost, ..
        } = names;
        let count = Literal::usize_unsuffixed(self.entries.nnz());
        let (pattern_type, pattern_value) = (&self.pattern_type, &self.pattern);
        let cost_value = emit_cost(interface, self.compiled);
        let values: Vec<TokenStream> = self
            .entries
            .template()
            .into_iter()
            .map(|value| spelling::literal(value, interface.precision))
            .collect();
        let [nnz_doc, pattern_doc, cost_doc, template_doc] = &self.docs;
        let template = emit_template(interface, names, &quote!(doc = #template_doc), &values);
        quote! {
            #(#attributes)* #[doc = #nnz_doc] #[allow(dead_code, deprecated)]
            #visibility const #nnz: ::core::primitive::usize = #count;
            #(#attributes)* #[doc = #pattern_doc]
            #[allow(dead_code, deprecated, long_running_const_eval)]
            #visibility const #pattern: #pattern_type = #pattern_value;
            #(#attributes)* #[doc = #cost_doc] #[allow(dead_code, deprecated)]
            #visibility const #cost: #runtime::Cost = #cost_value;
            #template
        }
    }
}

/// The constant entries: a constant, or a function of the scalar.
pub(super) fn emit_template(
    interface: &Interface,
    names: &Names,
    doc: &TokenStream,
    values: &[TokenStream],
) -> TokenStream {
    let Interface {
        visibility,
        attributes,
        ..
    } = interface;
    let (template, length) = (&names.template, names.length(values.len()));
    let scalar = spelling::scalar_type(interface.precision);
    let head = quote! {
        #(#attributes)* #[#doc] #[allow(dead_code, deprecated, clippy::all, clippy::pedantic)] #visibility
    };
    match &interface.scalar {
        None => quote!(#head const #template: [#scalar; #length] = [#(#values),*];),
        // In an `impl` the name is taken already; the bounds may be the method's alone.
        Some(GenericScalar {
            name,
            bounds,
            is_of_impl: true,
        }) => quote! {
            #head fn #template() -> [#scalar; #length] where #name: #bounds { [#(#values),*] }
        },
        Some(GenericScalar { name, bounds, .. }) => quote! {
            #head fn #template<#name: #bounds>() -> [#scalar; #length] { [#(#values),*] }
        },
    }
}

pub(super) fn emit_pattern(interface: &Interface, entries: &Entries) -> TokenStream {
    let runtime = &interface.runtime;
    let layout = match entries.layout {
        Layout::Csc => quote!(Csc),
        Layout::Csr => quote!(Csr),
    };
    let [n_rows, n_cols] = [entries.n_rows, entries.n_cols].map(Literal::usize_unsuffixed);
    let list = |numbers: Vec<usize>| {
        let numbers = numbers.into_iter().map(Literal::usize_unsuffixed);
        quote!(&[#(#numbers),*])
    };
    let ((col_ptrs, row_indices), (row_ptrs, col_indices)) = (entries.cols(), entries.rows());
    let [col_ptrs, row_indices, row_ptrs, col_indices] =
        [col_ptrs, row_indices, row_ptrs, col_indices].map(list);
    quote! {
        #runtime::SparsityPattern::new(
            #n_rows, #n_cols, #runtime::Layout::#layout, #col_ptrs, #row_indices, #row_ptrs, #col_indices,
        )
    }
}

/// A constant for the cost of another computation of the function.
pub(super) fn emit_cost_of(
    interface: &Interface,
    name: &Ident,
    doc: &str,
    compiled: &Compiled,
) -> TokenStream {
    let Interface {
        visibility,
        attributes,
        runtime,
        ..
    } = interface;
    let cost = emit_cost(interface, compiled);
    quote! {
        #(#attributes)* #[doc = #doc] #[allow(dead_code, deprecated)]
        #visibility const #name: #runtime::Cost = #cost;
    }
}

fn emit_cost(interface: &Interface, compiled: &Compiled) -> TokenStream {
    let runtime = &interface.runtime;
    let cost = &compiled.cost;
    let work = emit_work(cost.work);
    let [trivial, literal] = [cost.trivial, cost.literal].map(Literal::usize_unsuffixed);
    let loops = cost.loops.iter().map(|one| {
        let work = emit_work(one.work);
        quote!(#runtime::LoopCost { #work })
    });
    quote! {
        #runtime::Cost {
            #work
            trivial: #trivial,
            literal: #literal,
            loops: &[#(#loops),*],
        }
    }
}

/// The fields that `Cost` and `LoopCost` share.
fn emit_work(work: Work) -> TokenStream {
    let Work {
        multiplications,
        additions,
        divisions,
        elementals,
    } = work;
    let [multiplications, additions, divisions, elementals] =
        [multiplications, additions, divisions, elementals].map(Literal::usize_unsuffixed);
    quote! {
        multiplications: #multiplications,
        additions: #additions,
        divisions: #divisions,
        elementals: #elementals,
    }
}

/// Checks that make the user's crate fail to compile if `const(..)` is wrong about a constant. For
/// a free function the check is an item, which `cargo check` evaluates; an `impl` has no room for
/// one.
pub(crate) fn constant_checks(
    interface: &Interface,
    place: impl Fn(TokenStream) -> TokenStream,
) -> TokenStream {
    let checks = interface.constant_checks.iter().map(|(path, value)| {
        let value = Literal::i128_unsuffixed(*value);
        let name = quote!(#path).to_string().replace(' ', "");
        let message = format!("`const({name} = {value})` does not match the constant");
        place(quote!(::core::assert!(#path == #value, #message)))
    });
    checks.collect()
}

/// A mention of the user's function, so that a caller of its Jacobian alone gets no warning that it
/// is unused.
fn emit_use(interface: &Interface) -> TokenStream {
    if interface.is_method || interface.turbofish.is_some() || !interface.can_be_named {
        return TokenStream::new();
    }
    let Interface {
        name, attributes, ..
    } = interface;
    quote! {
        #(#attributes)* #[allow(deprecated, clippy::all, clippy::pedantic)]
        const _: () = { let _ = #name; };
    }
}

/// The alias for the type of the Jacobian, which an `impl` cannot have.
pub(super) fn emit_alias(interface: &Interface, names: &Names, entries: &Entries) -> TokenStream {
    if interface.is_method {
        return TokenStream::new();
    }
    let Interface {
        visibility,
        attributes,
        runtime,
        ..
    } = interface;
    let Names { alias, nnz, .. } = names;
    let scalar = spelling::scalar_type(interface.precision);
    let [n_rows, n_cols] = [entries.n_rows, entries.n_cols].map(Literal::usize_unsuffixed);
    let parameter = interface.scalar.as_ref().map(|_| quote!(<#scalar>));
    let doc = format!(
        "The Jacobian of [`{}`], by value.{}{}",
        interface.name,
        entries.facts.line("Jacobian", names),
        entries.facts.plot()
    );
    quote! {
        #(#attributes)* #[doc = #doc] #[allow(dead_code, deprecated)]
        #visibility type #alias #parameter = #runtime::SparseJacobian<#scalar, #n_rows, #n_cols, #nnz>;
    }
}
