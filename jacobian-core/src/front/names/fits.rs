//! Whether values fit the parameters of a method: the types of the arguments choose among several.
//!
//! ```text
//! a * 2.0      `Mul<f64>::mul`, because `Mul<Vec3>::mul` takes no number
//! f(vec![v])   not the `f` that takes a list of lists
//! ```

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, is_primitive};
use crate::front::syntax::form::type_name;
use crate::front::syntax::types::{behind_reference, list_element};
use crate::front::value::Value;

/// Whether a value fits the type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fits {
    Yes,
    No,
    Perhaps,
}

impl<M> Lowering<M> {
    /// Whether the parts of a tuple fit those of its type, which all tuples have one name for.
    fn fit_parts(&self, head: &Head, ty: &syn::Type, value: &Value) -> Fits {
        let (syn::Type::Tuple(tuple), Value::Tuple(parts)) = (ty, value) else {
            return Fits::Yes;
        };
        let mut pairs = tuple.elems.iter().zip(parts.iter());
        let is_other = |(ty, part): (&syn::Type, &Value)| {
            let declared = self.given.types.key_of(ty, &head.within());
            let key = self.key_of_value(part);
            declared.is_some() && key.is_some() && declared != key
        };
        if tuple.elems.len() != parts.len() || pairs.any(is_other) {
            return Fits::No;
        }
        Fits::Yes
    }

    pub(crate) fn fit(&self, head: &Head, position: usize, value: &Value) -> Fits {
        let Some(ty) = head.parameter(position) else {
            return Fits::No;
        };
        if self.is_list_of_others(ty, value) {
            return Fits::No;
        }
        // The default of a method is read in the module of its trait, where the type may have
        // no name.
        let is_receiver = position == 0 && head.is_default && head.signature.receiver().is_some();
        let declared = if is_receiver {
            Some(head.of.clone())
        } else {
            self.given.types.key_of(ty, &head.within())
        };
        match (declared, self.key_of_value(value)) {
            (Some(declared), Some(key)) if declared == key => self.fit_parts(head, ty, value),
            // A reference to a unit vector is one to a vector.
            (Some(declared), Some(key))
                if position > 0
                    && self.given.types.behind_key(&key).as_ref() == Some(&declared) =>
            {
                Fits::Perhaps
            }
            (Some(_), Some(_)) => Fits::No,
            (Some(declared), None) => match value {
                // An integer whose type the source does not give is not a number with a point.
                Value::Integer(_) if !is_primitive(&declared) || declared.starts_with('f') => {
                    Fits::No
                }
                Value::Function(_) | Value::Maybe(_) => Fits::No,
                _ => Fits::Perhaps,
            },
            (None, _) if matches!(value, Value::Integer(_)) && is_range(ty) => Fits::No,
            (None, _) => Fits::Perhaps,
        }
    }

    /// Whether a type is a list of numbers and a value one of lists, or the other way round.
    fn is_list_of_others(&self, ty: &syn::Type, value: &Value) -> bool {
        let (Some(element), Value::Array(elements)) = (list_element(behind_reference(ty)), value)
        else {
            return false;
        };
        match elements.first() {
            Some(Value::Array(_)) => self.is_scalar_type(element),
            Some(Value::Scalar(_)) => list_element(element).is_some(),
            _ => false,
        }
    }
}

/// Whether a type is a range of std.
fn is_range(ty: &syn::Type) -> bool {
    let ranges = [
        "Range",
        "RangeFrom",
        "RangeFull",
        "RangeInclusive",
        "RangeTo",
        "RangeToInclusive",
    ];
    ranges.contains(&type_name(behind_reference(ty)).as_str())
}
