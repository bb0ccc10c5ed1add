//! Methods of integers that are known at expansion, and their rows in the table.
//!
//! ```text
//! n.pow(2), n.min(3)          computed; an overflow is refused
//! n.checked_sub(1)            a known `Option`: the type of `n` decides whether it has a value
//! n.wrapping_add(1)           after the largest number of its type comes the smallest
//! n.saturating_sub(1)         stays at zero if the type is unsigned
//! ```

use syn::BinOp;

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::methods::table::{self, At, Given, Gives, Method, Operands, Parameter, Run};
use crate::front::names::state::Lowering;
use crate::front::syntax::integers::fits;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::{self, Integer, UnseenType};
use crate::front::value::maybe::Maybe;

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Parameter::Value, parameters, run)
}

const OTHER: &[Parameter] = &[Parameter::Signed("argument")];
const BOUNDS: &[Parameter] = &[Parameter::Signed("argument"), Parameter::Signed("argument")];

/// Computes a method from the integer and the arguments. `None` if it overflows or panics.
type Compute = fn(i128, &[i128]) -> Option<i128>;

impl<M: Machine> Lowering<M> {
    /// The methods of integers.
    pub(crate) const INTEGERS: &'static [Method<M>] = &[
        row("abs", &[], |run, of, at| {
            run.computed(of, at, |n, _| n.checked_abs())
        }),
        row("signum", &[], |run, of, at| {
            run.computed(of, at, |n, _| Some(n.signum()))
        }),
        row("isqrt", &[], |run, of, at| {
            run.computed(of, at, |n, _| n.checked_isqrt())
        }),
        row("pow", OTHER, |run, of, at| {
            run.computed(of, at, |n, given| {
                n.checked_pow(u32::try_from(given[0]).ok()?)
            })
        }),
        row("min", OTHER, |run, of, at| {
            run.computed(of, at, |n, given| Some(n.min(given[0])))
        }),
        row("max", OTHER, |run, of, at| {
            run.computed(of, at, |n, given| Some(n.max(given[0])))
        }),
        row("clamp", BOUNDS, |run, of, at| {
            run.computed(of, at, |n, given| {
                (given[0] <= given[1]).then(|| n.clamp(given[0], given[1]))
            })
        }),
        row("abs_diff", OTHER, |run, of, at| {
            // The distance has the unsigned type, where it always fits.
            let (of, given) = integers(of, at);
            match of.value.checked_sub(given[0]).and_then(i128::checked_abs) {
                Some(value) => Ok(Given::Value(Value::integer(value))),
                None => run.refuse_integer_method(at),
            }
        }),
        row("rem_euclid", OTHER, |run, of, at| {
            run.computed(of, at, |n, given| n.checked_rem_euclid(given[0]))
        }),
        row("div_euclid", OTHER, |run, of, at| {
            run.computed(of, at, |n, given| n.checked_div_euclid(given[0]))
        }),
        row("checked_add", OTHER, |run, of, at| {
            run.checked(of, at, &syn::parse_quote!(+))
        }),
        row("checked_sub", OTHER, |run, of, at| {
            run.checked(of, at, &syn::parse_quote!(-))
        }),
        row("checked_mul", OTHER, |run, of, at| {
            run.checked(of, at, &syn::parse_quote!(*))
        }),
        row("checked_div", OTHER, |run, of, at| {
            run.checked(of, at, &syn::parse_quote!(/))
        }),
        row("checked_rem", OTHER, |run, of, at| {
            run.checked(of, at, &syn::parse_quote!(%))
        }),
        row("checked_add_signed", OTHER, |run, of, at| {
            run.checked_signed(of, at)
        }),
        row("div_ceil", OTHER, |run, of, at| {
            run.computed(of, at, |n, given| {
                let is_unsigned = n >= 0 && given[0] > 0;
                is_unsigned.then(|| n / given[0] + i128::from(n % given[0] > 0))
            })
        }),
        row("saturating_mul", OTHER, |run, of, at| {
            run.saturated(of, at, &syn::parse_quote!(*))
        }),
        row("wrapping_add", OTHER, |run, of, at| {
            run.wrapped(of, at, &syn::parse_quote!(+))
        }),
        row("wrapping_sub", OTHER, |run, of, at| {
            run.wrapped(of, at, &syn::parse_quote!(-))
        }),
        row("wrapping_mul", OTHER, |run, of, at| {
            run.wrapped(of, at, &syn::parse_quote!(*))
        }),
        row("saturating_add", OTHER, |run, of, at| {
            run.saturated(of, at, &syn::parse_quote!(+))
        }),
        row("saturating_sub", OTHER, |run, of, at| {
            run.saturated(of, at, &syn::parse_quote!(-))
        }),
    ];

    fn computed(&mut self, of: Operands, at: At<'_>, compute: Compute) -> Found<Given> {
        let (integer, given) = integers(of, at);
        match compute(integer.value, &given) {
            Some(value) if integer.suffix.as_deref().is_some_and(|ty| !fits(value, ty)) => {
                self.writer.refuse(at.call, messages::INTEGER_OVERFLOW)
            }
            Some(value) => Ok(Given::Value(Value::Integer(Integer { value, ..integer }))),
            None => self.refuse_integer_method(at),
        }
    }

    /// `checked_add` and others. `None` if the value does not fit the type.
    fn checked(&mut self, of: Operands, at: At<'_>, op: &BinOp) -> Found<Given> {
        let (integer, given) = integers(of, at);
        match integer::checked(op, &integer, given[0]) {
            Ok(found) => {
                let found = Maybe::of(found.map(Value::Integer));
                Ok(Given::Value(found.into_value()))
            }
            Err(UnseenType) => self.refuse_unseen(at),
        }
    }

    /// `checked_add_signed`, which only unsigned integers have: no value is below zero.
    fn checked_signed(&mut self, of: Operands, at: At<'_>) -> Found<Given> {
        let (integer, given) = integers(of, at);
        let sum = integer.value.checked_add(given[0]);
        let found = match sum.filter(|sum| *sum >= 0) {
            None => None,
            Some(_) => match integer::checked(&syn::parse_quote!(+), &integer, given[0]) {
                Ok(found) => found,
                Err(UnseenType) => return self.refuse_unseen(at),
            },
        };
        Ok(Given::Value(
            Maybe::of(found.map(Value::Integer)).into_value(),
        ))
    }

    /// `wrapping_add` and others.
    fn wrapped(&mut self, of: Operands, at: At<'_>, op: &BinOp) -> Found<Given> {
        let (integer, given) = integers(of, at);
        match integer::wrapping(op, &integer, given[0]) {
            Some(Ok(found)) => Ok(Given::Value(Value::Integer(found))),
            Some(Err(UnseenType)) => self.refuse_unseen(at),
            None => self.refuse_integer_method(at),
        }
    }

    fn saturated(&mut self, of: Operands, at: At<'_>, op: &BinOp) -> Found<Given> {
        let (integer, given) = integers(of, at);
        match integer::saturating(op, &integer, given[0]) {
            Some(Ok(found)) => Ok(Given::Value(Value::Integer(found))),
            Some(Err(UnseenType)) => self.refuse_unseen(at),
            None => self.refuse_integer_method(at),
        }
    }

    /// The refusal of a method that is not followed, or that has no value for these integers.
    pub(crate) fn refuse_integer_method<T>(&mut self, at: At<'_>) -> Found<T> {
        let known = table::names(Self::INTEGERS);
        let message =
            messages::method_not_known(&at.call.method, ("an integer", at.call.args.len()), &known);
        self.writer.refuse(at.call, &message)
    }

    /// A trial reports this as well, because rustc would see only a literal without a type.
    fn refuse_unseen(&mut self, at: At<'_>) -> Found<Given> {
        self.writer
            .diagnostics
            .error_at(at.call, messages::INTEGER_TYPE);
        self.writer.at_run_time()?;
        Err(Stop)
    }
}

/// The receiver and the arguments of a row.
fn integers(mut of: Operands, at: At<'_>) -> (Integer, Vec<i128>) {
    let Value::Integer(integer) = of.value() else {
        unreachable!("invariant: rows of integers run on integers");
    };
    let given = at.call.args.iter().map(|_| of.integer());
    (integer, given.collect())
}
