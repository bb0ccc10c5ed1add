//! Lists without a length in the user's structs, for the message that nothing is a variable.
//!
//! ```text
//! struct Matrix { rows: usize, cols: usize, data: Vec<f64> }
//! fn det(m: &Matrix) -> f64          dim(m.data = 4), const(m.rows = 2, m.cols = 2)
//! fn length(points: &[Point]) -> f64                   dim(points = 4)
//! ```
//!
//! A struct of numbers is a variable, but a list becomes one only by its length. The integers
//! beside it say as a rule how long it is.

use syn::Type;

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::definitions::Written;
use crate::front::read::length_advice::Examples;
use crate::front::read::own_shapes::fields_of;
use crate::front::syntax::foreign_traits::is_of_numbers;
use crate::front::syntax::matrix_types::Extent;
use crate::front::syntax::types::{behind_reference, precision_of, run_time_matrix};

/// Examples that go with the integers beside a list, two rows of two.
const BESIDE_COUNTS: Examples = Examples {
    alone: "4",
    nested: ["2", "2"],
};

/// How deep structs in structs are searched.
const DEEPEST: usize = 4;

/// The options that make the lists in these parameters variables.
#[derive(Default)]
struct OpenFields {
    lists: Vec<String>,
    counts: Vec<String>,
}

/// The message about lists in parameters of these names and types, if there are any.
pub(crate) fn lengths_of_fields(
    arguments: &Arguments,
    parameters: impl Iterator<Item = (String, Type)>,
) -> Option<String> {
    let mut open = OpenFields::default();
    for (name, ty) in parameters {
        let at = arguments.home.clone();
        let written = Written { ty, at };
        match length_of(arguments, &written) {
            Some(length) => open.lists.push(format!("{name} = {length}")),
            None => open.search(arguments, &written, &name, 0),
        }
    }
    open.options()
        .map(|options| messages::lengths_in_fields(&options))
}

/// The message about lists in a struct that a function changes, if `is_named` holds for one. Their
/// numbers are rows as soon as their lengths are known.
pub(crate) fn lengths_of_outputs(
    arguments: &Arguments,
    (name, of): (&str, &Written),
    is_named: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let mut open = OpenFields::default();
    open.search(arguments, of, name, 0);
    open.counts.clear();
    open.lists.retain(|list| {
        let mut path = list.split(" = ").next().into_iter();
        path.any(|path| path.rsplit('.').next().is_some_and(is_named))
    });
    open.options()
        .map(|options| messages::outputs_without_lengths(name, &options))
}

impl OpenFields {
    /// The options, if there are any.
    fn options(&self) -> Option<String> {
        let dims = format!("dim({})", self.lists.join(", "));
        let options = if self.counts.is_empty() {
            dims
        } else {
            format!("{dims}, const({})", self.counts.join(", "))
        };
        (!self.lists.is_empty()).then_some(options)
    }

    fn search(&mut self, arguments: &Arguments, of: &Written, path: &str, depth: usize) {
        let fields = fields_of(arguments, of).filter(|_| depth < DEEPEST);
        let fields = fields.unwrap_or_default();
        let before = self.lists.len();
        let mut counts = Vec::new();
        for (member, written) in fields {
            let member = quote::ToTokens::to_token_stream(&member);
            let path = format!("{path}.{member}");
            match length_of(arguments, &written) {
                Some(length) => self.lists.push(format!("{path} = {length}")),
                None if written.element().is_some() => {}
                None if is_count(&written.ty) => counts.push(format!("{path} = 2")),
                None => self.search(arguments, &written, &path, depth + 1),
            }
        }
        if self.lists.len() > before {
            self.counts.append(&mut counts);
        }
    }
}

/// A length as `dim` writes it, for a list or matrix of numbers without one, or a list of structs.
fn length_of(arguments: &Arguments, written: &Written) -> Option<String> {
    let written = &arguments.types.behind_names(written);
    if matches!(behind_reference(&written.ty), Type::Array(_)) {
        return None;
    }
    if let Some(extents) = run_time_matrix(&written.ty) {
        let is_vector = extents.rows == Extent::Fixed || extents.cols == Extent::Fixed;
        return Some(if is_vector { "4" } else { "[2, 2]" }.to_owned());
    }
    let is_generic = is_of_numbers_inside(arguments, written);
    let is_of_numbers = is_generic || arguments.types.holds_numbers(written, 0);
    let lengths = arguments.types.lengths_for(written, BESIDE_COUNTS);
    lengths.filter(|_| is_of_numbers)
}

/// Whether numbers are inside of all lists of a type.
fn is_of_numbers_inside(arguments: &Arguments, written: &Written) -> bool {
    match written.element() {
        Some(element) => is_of_numbers_inside(arguments, &element),
        None => is_number(arguments, &written.ty),
    }
}

/// Whether a type is `f64` or `f32`, or a type parameter of the `impl` around that is a number.
fn is_number(arguments: &Arguments, ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let Some(name) = path.path.get_ident() else {
        return false;
    };
    let is_of_numbers = |bound: &syn::TypeParamBound| {
        let syn::TypeParamBound::Trait(bound) = bound else {
            return false;
        };
        let last = bound.path.segments.last();
        last.is_some_and(|last| is_of_numbers(&last.ident.to_string()))
    };
    let around = arguments.around.as_ref();
    let mut parameters = around.into_iter().flat_map(syn::Generics::type_params);
    precision_of(ty, None).is_some()
        || parameters.any(|one| one.ident == *name && one.bounds.iter().any(is_of_numbers))
}

fn is_count(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("usize"))
}
