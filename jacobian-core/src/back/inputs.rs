//! Arrays of inputs that chunks read themselves.
//!
//! ```text
//! fn chunk(x: &[f64; 38], ..) { let v19 = x[19]; .. }        chunk(x, ..)
//! ```
//!
//! Otherwise the caller would copy each number that a chunk uses, and LLVM would no longer see
//! which of them are neighbours in memory. In the module of a chunk the user's types have no names.
//! So these are arrays of scalars, by reference or by value, and vectors that we added.

use proc_macro2::{Delimiter, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::interface::Interface;
use crate::ordered::Map;
use crate::plan::Atom;
use crate::schedule::Step;
use crate::shape::Shape;
use crate::spelling::{self, Added};

use super::body::Body;
use super::uses::independent;

/// The arrays of a function.
pub(super) struct Inputs {
    arrays: Vec<Array>,
}

/// An array.
struct Array {
    name: Ident,
    is_reference: bool,
    length: usize,
}

impl Inputs {
    /// Those of a function. In a function of two scalars the type of an array may be either.
    pub(super) fn of(body: &Body<'_>) -> Self {
        if body.view.code.is_mixed() || body.view.is_arm() {
            return Self { arrays: Vec::new() };
        }
        let interface = body.interface;
        let generic = interface.scalar.as_ref().map(|scalar| &scalar.name);
        let own = interface.parameters.iter().filter_map(|parameter| {
            let length = parameter.independent.as_ref().map(Shape::count)?;
            Some(Array {
                name: parameter.name.clone(),
                is_reference: is_reference(&parameter.ty, generic)?,
                length,
            })
        });
        let added = [Added::W, Added::Dx, Added::LabelsIn].map(spelling::parameter);
        let added = added.into_iter().filter_map(|name| {
            let length = length(interface, &name);
            (length > 0).then_some(Array {
                name,
                is_reference: true,
                length,
            })
        });
        Self {
            arrays: own.chain(added).collect(),
        }
    }

    /// The number of the array that a chunk reads the atom from.
    pub(super) fn array_of(&self, body: &Body<'_>, atom: Atom) -> Option<usize> {
        let Atom::Value(id) = atom else { return None };
        let name = array(independent(body, id)?)?;
        self.arrays.iter().position(|array| array.name == name)
    }

    /// An array as an argument.
    pub(super) fn argument(&self, array: usize) -> TokenStream {
        let Array {
            name, is_reference, ..
        } = &self.arrays[array];
        if *is_reference {
            quote!(#name)
        } else {
            quote!(&#name)
        }
    }

    /// An array as a parameter of a chunk.
    pub(super) fn parameter(&self, array: usize, scalar: &TokenStream) -> TokenStream {
        let Array { name, length, .. } = &self.arrays[array];
        let length = Literal::usize_unsuffixed(*length);
        quote!(#name: &[#scalar; #length])
    }
}

/// The statements that read these independents, each in front of its first use, among the
/// statements of a chunk. A step that is an independent writes it itself.
pub(super) fn reads(body: &Body<'_>, chunk: &[Step], read: &[Atom]) -> Map<usize, TokenStream> {
    let mut places: Map<usize, TokenStream> = Map::new();
    let mut missing: Map<Atom, ()> = read.iter().map(|atom| (*atom, ())).collect();
    for (position, step) in chunk.iter().enumerate() {
        for atom in body.view.uses(*step) {
            if let (Some(()), Atom::Value(id)) = (missing.remove(&atom), atom) {
                let statement = body.step(Step::Value(id));
                places.entry(position).or_default().extend(statement);
            }
        }
    }
    places
}

/// The inside of a pattern that names these places of an array and skips the others.
pub(super) fn pattern(places: &[(usize, TokenStream)], length: usize) -> TokenStream {
    let (mut pattern, mut next) = (TokenStream::new(), 0);
    for (position, name) in places {
        pattern.extend((next..*position).map(|_| quote!(_,)));
        pattern.extend(quote!(#name,));
        next = position + 1;
    }
    if next < length {
        pattern.extend(quote!(..));
    }
    pattern
}

/// Whether a type is a reference to an array of scalars, or such an array; `None` for others.
fn is_reference(ty: &syn::Type, generic: Option<&Ident>) -> Option<bool> {
    match ty {
        syn::Type::Paren(inner) => is_reference(&inner.elem, generic),
        syn::Type::Group(inner) => is_reference(&inner.elem, generic),
        syn::Type::Reference(reference) if reference.mutability.is_none() => {
            (!is_reference(&reference.elem, generic)?).then_some(true)
        }
        syn::Type::Array(array) => {
            let scalar = array.elem.to_token_stream().to_string();
            let is_scalar = scalar == "f64" || scalar == "f32";
            (is_scalar || generic.is_some_and(|generic| generic == &scalar)).then_some(false)
        }
        _ => None,
    }
}

/// The number of elements of a vector that we added: all of them are places.
fn length(interface: &Interface, name: &Ident) -> usize {
    let vectors = interface.independents.iter().filter_map(array);
    vectors.filter(|vector| vector == name).count()
}

/// The array of a place such as `x[19]`.
fn array(place: &TokenStream) -> Option<Ident> {
    let mut tokens = place.clone().into_iter();
    let (name, index) = (tokens.next()?, tokens.next()?);
    match (name, index, tokens.next()) {
        (TokenTree::Ident(name), TokenTree::Group(index), None)
            if index.delimiter() == Delimiter::Bracket =>
        {
            let index = index.stream().to_string().parse::<usize>();
            index.is_ok().then_some(name)
        }
        _ => None,
    }
}
