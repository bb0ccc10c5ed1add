//! Lengths in messages: what `dim` has to give for a list, by its type.
//!
//! ```text
//! &[f64]    6        Vec<Vec<f64>>    [3, 2]        Vec<[f64; 3]>    6
//! struct Layer { w: Vec<Vec<f64>>, b: Vec<f64> }    Vec<Layer>       [2, { w: [3, 2], b: 6 }]
//! ```

use quote::ToTokens;
use syn::Member;

use crate::front::read::definitions::{Types, Written};
use crate::front::syntax::open_lengths;
use crate::front::syntax::types::{behind_reference, list_element, precision_of, type_parameter};

/// How deep structs in structs are searched.
const DEEPEST: usize = 4;

/// The lengths that a message takes for an example.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Examples {
    /// That of a list of numbers or of structs of them.
    pub(crate) alone: &'static str,
    /// That of a list around others, and of those in it.
    pub(crate) nested: [&'static str; 2],
}

impl Examples {
    pub(crate) const USUAL: Self = Self {
        alone: "6",
        nested: ["3", "2"],
    };
}

impl Types {
    /// The lengths of a list. `None` for a type that is none, as far as definitions in view show.
    pub(crate) fn lengths_for(&self, of: &Written, examples: Examples) -> Option<String> {
        self.lengths_at(of, examples, 0)
    }

    /// The same with the usual examples.
    pub(crate) fn example_lengths(&self, of: &Written) -> Option<String> {
        self.lengths_for(of, Examples::USUAL)
    }

    fn lengths_at(&self, of: &Written, examples: Examples, depth: usize) -> Option<String> {
        let mut element = self.behind_names(of);
        if let Some(matrix) = open_lengths::example(&element.ty) {
            return Some(matrix.to_owned());
        }
        let mut count = 0;
        while let Some(inside) = list_element(behind_reference(&element.ty)) {
            element = self.behind_names(&element.with(inside));
            count += 1;
        }
        let inside = self.lengths_inside(&element, examples, depth);
        let [outer, inner] = examples.nested;
        match (count, inside) {
            (0, _) => None,
            (1, None) => Some(examples.alone.to_owned()),
            (count, inside) => {
                let inner = std::iter::repeat_n(inner.to_owned(), count - 1);
                let lengths = std::iter::once(outer.to_owned()).chain(inner);
                let lengths: Vec<String> = lengths.chain(inside).collect();
                Some(format!("[{}]", lengths.join(", ")))
            }
        }
    }

    /// The lengths of the lists of numbers in a struct, `{ w: [3, 2], b: 6 }`.
    fn lengths_inside(&self, of: &Written, examples: Examples, depth: usize) -> Option<String> {
        let fields = self.struct_fields(of).filter(|_| depth < DEEPEST)?;
        let open = fields.into_iter().filter_map(|(member, field)| {
            let lengths = self.lengths_at(&field, examples, depth + 1);
            let lengths = lengths.or_else(|| self.lengths_inside(&field, examples, depth + 1))?;
            let member = member.to_token_stream();
            let is_of_numbers = self.holds_numbers(&field, depth + 1);
            is_of_numbers.then(|| format!("{member}: {lengths}"))
        });
        let open: Vec<String> = open.collect();
        (!open.is_empty()).then(|| format!("{{ {} }}", open.join(", ")))
    }

    /// Whether there are floating-point numbers in a type, as far as definitions in view show.
    pub(crate) fn holds_numbers(&self, of: &Written, depth: usize) -> bool {
        let of = &self.behind_names(of);
        let holds = |(_, field): &(Member, Written)| self.holds_numbers(field, depth + 1);
        precision_of(&of.ty, None).is_some()
            || type_parameter(&of.ty).is_some()
            || depth < DEEPEST
                && match of.element() {
                    Some(element) => self.holds_numbers(&element, depth + 1),
                    None => self
                        .struct_fields(of)
                        .is_some_and(|of| of.iter().any(holds)),
                }
    }
}
