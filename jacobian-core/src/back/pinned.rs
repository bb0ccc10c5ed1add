//! Pinned statements: the user's own code, which stays at the beginning of a long function.
//!
//! ```text
//! let inactive_0: [f64; 250] = [self.mass, k.rate(t), ..];     scalars that only chunks use
//! let (v3, v4, v5) = { .. };                                   the others, in blocks
//! ```
//!
//! One `let` for each scalar is too many for rustc (see [`blocks`](super::blocks)), and code that
//! uses the user's variables cannot move into a chunk. So scalars are collected in arrays.
//! Invariant: the order stays, because the user's code may have effects. Cost: linear.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::interface::Opaque;
use crate::ir::{Elemental, ValueId};
use crate::ordered::{Map, Set};
use crate::plan::Atom;
use crate::schedule::Step;
use crate::spelling;

use super::blocks::Blocks;
use super::body::Body;

/// The pinned statements, and the places of scalars that are elements of arrays.
pub(super) struct Pinned {
    pub(super) statements: TokenStream,
    pub(super) places: Map<Atom, TokenStream>,
}

impl Pinned {
    /// Writes these steps, with at most `longest` scalars in an array.
    pub(super) fn of(body: &Body<'_>, steps: &[Step], longest: usize) -> Self {
        let mentioned: Set<Atom> = steps
            .iter()
            .flat_map(|step| body.view.uses(*step))
            .collect();
        let mut writer = Writer {
            body,
            blocks: Blocks::of(steps),
            collected: Vec::new(),
            n_arrays: 0,
            places: Map::new(),
        };
        for step in steps {
            // Another pinned statement may mention a value only by name, so such a value must be a
            // variable.
            let scalar = match step {
                Step::Value(id) if !mentioned.contains(&Atom::Value(*id)) => {
                    opaque_scalar(body, *id)
                }
                _ => None,
            };
            if let Some(collectable) = scalar {
                writer.collected.push(collectable);
            } else {
                // The scalars before this statement are evaluated before it.
                writer.flush();
                writer.blocks.push(name(body, *step), &body.step(*step));
            }
            if writer.collected.len() == longest {
                writer.flush();
            }
        }
        writer.flush();
        Self {
            statements: writer.blocks.finish(),
            places: writer.places,
        }
    }
}

struct Writer<'a> {
    body: &'a Body<'a>,
    blocks: Blocks,
    /// Scalars for the next array.
    collected: Vec<(Atom, TokenStream)>,
    n_arrays: usize,
    places: Map<Atom, TokenStream>,
}

impl Writer<'_> {
    /// Writes the collected scalars as an array.
    fn flush(&mut self) {
        if self.collected.is_empty() {
            return;
        }
        let array = spelling::local(&format!("inactive_{}", self.n_arrays));
        self.n_arrays += 1;
        let scalar = spelling::scalar_type(self.body.interface.precision);
        let length = Literal::usize_unsuffixed(self.collected.len());
        let mut expressions = Vec::new();
        for (position, (atom, expression)) in
            std::mem::take(&mut self.collected).into_iter().enumerate()
        {
            let position = Literal::usize_unsuffixed(position);
            self.places.insert(atom, quote!(#array[#position]));
            expressions.push(expression);
        }
        let binding = quote!(let #array: [#scalar; #length] = [#(#expressions),*];);
        self.blocks.push(Some(quote!(#array)), &binding);
    }
}

/// The one name that a step binds. `None` for code of the user that may bind other names.
fn name(body: &Body<'_>, step: Step) -> Option<TokenStream> {
    let Step::Value(id) = step else { return None };
    let binds = match body.view.code.statement(id).elemental() {
        Elemental::Opaque(opaque) => matches!(
            body.interface.opaques[opaque.0 as usize],
            Opaque::Scalar { .. } | Opaque::Integer(_)
        ),
        Elemental::Literal(_)
        | Elemental::Join(..)
        | Elemental::JoinPartial(..)
        | Elemental::State(..)
        | Elemental::Exit(..)
        | Elemental::Carried(..)
        | Elemental::ExitPartial(..) => false,
        _ => true,
    };
    binds.then(|| {
        let name = spelling::value(id);
        quote!(#name)
    })
}

/// A scalar that the user's own code computes, and that code.
fn opaque_scalar(body: &Body<'_>, id: ValueId) -> Option<(Atom, TokenStream)> {
    let Elemental::Opaque(opaque) = body.view.code.statement(id).elemental() else {
        return None;
    };
    let Opaque::Scalar {
        expression,
        reference,
    } = &body.interface.opaques[opaque.0 as usize]
    else {
        return None;
    };
    let library = spelling::library();
    let expression = if *reference {
        quote!(#library::scalar(#expression))
    } else {
        expression.clone()
    };
    Some((Atom::Value(id), expression))
}
