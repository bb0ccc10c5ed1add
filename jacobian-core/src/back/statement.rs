//! One statement of the code list as Rust.
//!
//! On the value path an operation is written as the user wrote it, operator or method; derivative
//! statements call the runtime, which knows where `sin` comes from without `std`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::interface::{Interface, Opaque};
use crate::ir::elemental::Operation;
use crate::ir::{CodeList, Elemental, Precision, Role, ValueId, Width};
use crate::schedule::Call;
use crate::spelling;

/// A value where it is used: its name, or the digits of a literal.
pub(crate) fn operand(code: &CodeList, id: ValueId) -> TokenStream {
    if let Elemental::Literal(bits) = code.statement(id).elemental() {
        spelling::literal(f64::from_bits(bits), code.precision())
    } else {
        let name = spelling::value(id);
        quote!(#name)
    }
}

/// The statement that computes a value.
pub(crate) fn assignment(interface: &Interface, code: &CodeList, id: ValueId) -> TokenStream {
    let statement = code.statement(id);
    let name = spelling::value(id);
    let scalar = || spelling::scalar_type(interface.precision);
    match statement.elemental() {
        Elemental::Independent(index) | Elemental::Seed(index) => {
            let place = &interface.independents[index as usize];
            quote!(let #name = #place;)
        }
        Elemental::Opaque(opaque) => match &interface.opaques[opaque.0 as usize] {
            Opaque::Statement(tokens) => tokens.clone(),
            Opaque::Branch { .. } | Opaque::Condition(_) => {
                unreachable!("invariant: these are parts of branches and loops")
            }
            Opaque::Integer(tokens) => quote!(let #name = #tokens;),
            Opaque::Scalar {
                expression,
                reference: false,
            } => {
                let scalar = scalar();
                let expression = widened(statement.width(), expression.clone());
                quote!(let #name: #scalar = #expression;)
            }
            Opaque::Scalar {
                expression,
                reference: true,
            } => {
                let value = widened(statement.width(), behind_reference(expression));
                let scalar = scalar();
                quote!(let #name: #scalar = #value;)
            }
        },
        Elemental::Selected(_) => {
            let value = selected(code, statement.operands());
            quote!(let #name = #value;)
        }
        Elemental::Ruled(_) => {
            let value = operand(code, statement.operands()[0]);
            quote!(let #name = #value;)
        }
        // Written where they are used; assigned by a branch or a loop.
        Elemental::Literal(_)
        | Elemental::Join(..)
        | Elemental::JoinPartial(..)
        | Elemental::State(..)
        | Elemental::Exit(..)
        | Elemental::Carried(..)
        | Elemental::ExitPartial(..) => TokenStream::new(),
        Elemental::Operation(operation) => {
            let operands: Vec<TokenStream> = statement
                .operands()
                .iter()
                .map(|operand| self::operand(code, *operand))
                .collect();
            let value = match statement.role() {
                Role::Value if code.is_mixed() => in_its_width(interface, code, id, operation),
                Role::Value => value(operation, &operands),
                Role::Derivative => derivative(interface, operation, &operands),
            };
            quote!(let #name = #value;)
        }
    }
}

/// An expression of the user's, as the `f64` that holds it if it is an `f32`.
fn widened(width: Width, expression: TokenStream) -> TokenStream {
    if width == Width::Single {
        spelling::widened(&expression)
    } else {
        expression
    }
}

/// An operation of a function that mixes two scalars. One on singles is computed in `f32`.
fn in_its_width(
    interface: &Interface,
    code: &CodeList,
    id: ValueId,
    operation: Operation,
) -> TokenStream {
    let statement = code.statement(id);
    let [single, double] = [Precision::Single, Precision::Double].map(spelling::scalar_type);
    if operation == Operation::Widen {
        return operand(code, statement.operands()[0]);
    }
    let is_integer = |id: ValueId| match code.statement(id).elemental() {
        Elemental::Opaque(opaque) => {
            matches!(interface.opaques[opaque.0 as usize], Opaque::Integer(_))
        }
        _ => false,
    };
    let operands = statement.operands().iter().map(|id| {
        let spelled = operand(code, *id);
        if statement.width() == Width::Single && !is_integer(*id) {
            quote!((#spelled as #single))
        } else {
            spelled
        }
    });
    let operands: Vec<TokenStream> = operands.collect();
    if operation == Operation::Narrow {
        let operand = &operands[0];
        return quote!(#operand as #double);
    }
    let value = value(operation, &operands);
    if statement.width() == Width::Single {
        quote!((#value) as #double)
    } else {
        value
    }
}

/// A row in a function that mixes two scalars, as a number of the type of its place.
pub(crate) fn row(code: &CodeList, id: ValueId) -> TokenStream {
    let statement = code.statement(id);
    if let Elemental::Literal(bits) = statement.elemental() {
        return spelling::untyped(f64::from_bits(bits));
    }
    let (value, single) = (operand(code, id), spelling::scalar_type(Precision::Single));
    if statement.width() == Width::Single {
        quote!((#value as #single))
    } else {
        value
    }
}

/// A scalar of the user's that may be behind a reference.
fn behind_reference(expression: &TokenStream) -> TokenStream {
    // Where rustc finds something else than a scalar, it is the user's expression that it shows.
    let last = expression.clone().into_iter().last();
    let place = last.map_or_else(Span::mixed_site, |last| last.span());
    let span = Span::mixed_site().located_at(place);
    let mut library = spelling::library();
    library.set_span(span);
    quote_spanned!(span=> #library::scalar(#expression))
}

/// One of several values, by an index in front of them.
fn selected(code: &CodeList, operands: &[ValueId]) -> TokenStream {
    let operands = operands.iter().map(|id| operand(code, *id));
    let (index, values) = (operands.clone().next(), operands.skip(1));
    let library = spelling::library();
    quote!(#library::selected(#index, [#(#values),*]))
}

/// The statement that computes several values at once.
pub(crate) fn call(code: &CodeList, call: &Call) -> TokenStream {
    let (library, function) = (
        spelling::library(),
        Ident::new(call.function.name(), Span::call_site()),
    );
    let arity = call.function.n_arguments();
    let arguments = (0..arity).map(|index| {
        let numbers = call.lanes.iter().map(|lane| {
            // A reciprocal among quotients lacks the first operand.
            let missing = arity - lane.operands.len();
            let present = index.checked_sub(missing);
            present.map_or_else(|| quote!(1.0), |index| operand(code, lane.operands[index]))
        });
        quote!([#(#numbers),*])
    });
    let results = call.lanes.iter().map(|lane| {
        let name = |id: &Option<ValueId>| {
            let name = id.map(spelling::value);
            name.map_or_else(|| quote!(_), |name| quote!(#name))
        };
        match lane.results.as_slice() {
            [result] => name(result),
            results => {
                let names = results.iter().map(name);
                quote!((#(#names),*))
            }
        }
    });
    quote!(let [#(#results),*] = #library::calls::#function(#(#arguments),*);)
}

/// As the user wrote it.
fn value(operation: Operation, operands: &[TokenStream]) -> TokenStream {
    match (operator(operation), operands) {
        (Some(operator), [a, b]) => quote!(#a #operator #b),
        (Some(operator), [a]) => quote!(#operator #a),
        (None, [index]) if matches!(operation, Operation::IsIndex(_)) => {
            let (library, position) = (spelling::library(), parameter(operation));
            quote!(#library::at_index(#index, #position))
        }
        _ => {
            let method = Ident::new(operation.name(), Span::call_site());
            let (receiver, arguments) = operands
                .split_first()
                .expect("invariant: operations have operands");
            let exponent = parameter(operation);
            quote!(#receiver.#method(#(#arguments),* #exponent))
        }
    }
}

/// Through the runtime, except for operators of the language.
fn derivative(
    interface: &Interface,
    operation: Operation,
    operands: &[TokenStream],
) -> TokenStream {
    match (operator(operation), operation, operands) {
        (Some(_), _, _) => value(operation, operands),
        // A generic scalar does not take the literal `1.0`.
        (None, Operation::Recip, [a]) if interface.scalar.is_none() => quote!(1.0 / #a),
        (None, Operation::MulAdd, [a, b, c]) => {
            let fma = spelling::fma();
            quote!(#fma(#a, #b, #c))
        }
        _ => {
            let (library, function) = (
                spelling::library(),
                Ident::new(operation.name(), Span::call_site()),
            );
            let exponent = parameter(operation).map(|exponent| quote!(, #exponent));
            quote!(#library::#function(#(#operands),* #exponent))
        }
    }
}

fn operator(operation: Operation) -> Option<TokenStream> {
    Some(match operation {
        Operation::Add => quote!(+),
        Operation::Sub | Operation::Neg => quote!(-),
        Operation::Mul => quote!(*),
        Operation::Div => quote!(/),
        Operation::Rem => quote!(%),
        _ => return None,
    })
}

/// The number that is part of the operation and no operand.
fn parameter(operation: Operation) -> Option<TokenStream> {
    match operation {
        Operation::Powi(exponent) => {
            let magnitude = Literal::u32_unsuffixed(exponent.unsigned_abs());
            Some(if exponent < 0 {
                quote!(-#magnitude)
            } else {
                quote!(#magnitude)
            })
        }
        Operation::IsIndex(position) => {
            let position = Literal::u32_unsuffixed(position);
            Some(quote!(#position))
        }
        _ => None,
    }
}
