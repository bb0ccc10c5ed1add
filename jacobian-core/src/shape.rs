//! Shapes: what an aggregate of scalars looks like, and where each scalar stands in it.
//!
//! ```text
//! [f64; 2]            x[0], x[1]
//! (f64, [f64; 1])     x.0, x.1[0]
//! State { v, x }      x.v, x.x        in the order of the literal: the declaration is out of sight
//! ```
//!
//! Rows and columns of the Jacobian are the scalars of shapes, flattened in this order.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Member;

use crate::ir::Precision;

/// The shape of a parameter or result, down to scalars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One floating-point number.
    Scalar,
    /// So many of the same shape.
    Array(usize, Box<Shape>),
    /// Some of different shapes; `()` is the empty one.
    Tuple(Vec<Shape>),
    /// A fixed matrix of nalgebra: rows and columns. Its scalars stand column by column.
    Matrix(usize, usize),
    /// The fields of a struct, in the order of its literal.
    Struct(Rc<Layout>, Vec<Shape>),
    /// A list whose elements have different shapes, `dim(w = [[1], [2]])`. No result.
    List(Vec<Shape>),
    /// Some fields of a struct at a place, because the others are no numbers. No result.
    Fields(Vec<Member>, Vec<Shape>),
    /// The fields of all variants of an enum. A field that is no number has no scalars.
    /// Independents only.
    Enum(Rc<Vec<Rc<Layout>>>, Vec<Shape>),
}

/// What a struct literal, or the definition of a type, says of the type: `State { x, v }`, or
/// `Pair { 0, 1 }` for `Pair(..)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The type, as an expression names it.
    pub(crate) path: syn::Path,
    /// Its fields, in the order of the definition if that is in view, or else of the literal.
    pub(crate) members: Vec<Member>,
    /// The own name of the type in the library, which leads to its methods.
    pub(crate) own: Option<Rc<str>>,
    /// Whether it is a variant of an enum, which other variants may replace.
    pub(crate) is_variant: bool,
    /// How its values are made, if it is a type of another crate.
    pub(crate) made: Option<Maker>,
    /// How its fields are reached.
    pub(crate) access: Access,
    pub(crate) lengths: ConstArguments,
}

/// The const arguments of a type among its generic arguments, `3, 2` of `Grid<3, 2>`, as far as a
/// declaration in view gives them. A layout with them and one without are the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstArguments(pub(crate) Rc<Vec<Option<syn::Lit>>>);

impl PartialEq for ConstArguments {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ConstArguments {}

/// How generated code makes a value of a type of another crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    /// By a struct literal, because all fields are public.
    Literal,
    /// By an associated function that takes the fields in their order, `Vec4::new(x, y, z, w)`.
    Function(&'static str),
}

/// How generated code reaches the fields of a type of another crate, which may be private there.
///
/// ```text
/// UnitQuaternion { value }     q.as_ref().coords[0]    q.as_mut_unchecked().coords[0]
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    /// The code after the dot that reads a field, if it is not the name of the field. Empty code
    /// reads the value itself.
    pub(crate) read: &'static [(&'static str, &'static str)],
    /// The same where a field is written.
    pub(crate) written: &'static [(&'static str, &'static str)],
}

/// The code that reads a field whose rows are the value itself, and whose elements are those of the
/// value at a pair of indices, `a[[0, 1]]`.
pub(crate) const BY_PAIRS: &str = "[[]]";

/// An action at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Read,
    Written,
}

impl Layout {
    /// Where a field stands in the literal.
    pub(crate) fn position(&self, member: &Member) -> Option<usize> {
        self.members.iter().position(|known| known == member)
    }

    /// The type as messages name it.
    pub(crate) fn name(&self) -> String {
        self.path.to_token_stream().to_string().replace(' ', "")
    }

    /// The fields and how many rows each has: "`x`, `v` (2)".
    pub(crate) fn rows(&self, shapes: &[Shape]) -> String {
        let fields = self.members.iter().zip(shapes).map(|(member, shape)| {
            let name = member.to_token_stream();
            match shape.count() {
                1 => format!("`{name}`"),
                count => format!("`{name}` ({count})"),
            }
        });
        fields.collect::<Vec<_>>().join(", ")
    }

    /// The literal with these fields; the form with braces fits tuple structs too.
    pub(crate) fn literal(&self, fields: &[TokenStream]) -> TokenStream {
        let Self { path, members, .. } = self;
        if let Some(Maker::Function(name)) = self.made {
            let name = proc_macro2::Ident::new(name, proc_macro2::Span::call_site());
            if members.iter().any(|member| self.is_by_pairs(member)) {
                return quote!(#path::#name(#(::std::vec::Vec::from(#fields)),*));
            }
            return quote!(#path::#name(#(#fields),*));
        }
        quote!((#path { #(#members: #fields),* }))
    }

    /// The place of a field that is read.
    pub(crate) fn part(&self, base: &TokenStream, member: &Member) -> TokenStream {
        self.place(base, member, Done::Read)
    }

    /// Whether the elements of a field are those of the value at pairs of indices.
    pub(crate) fn is_by_pairs(&self, member: &Member) -> bool {
        let is_field = |name: &str| matches!(member, Member::Named(known) if known == name);
        let mut rows = self.access.read.iter();
        rows.any(|(name, read)| *read == BY_PAIRS && is_field(name))
    }

    fn place(&self, base: &TokenStream, member: &Member, done: Done) -> TokenStream {
        let table = match done {
            Done::Read => self.access.read,
            Done::Written => self.access.written,
        };
        let mut rows = table.iter();
        match rows.find(|(name, _)| matches!(member, Member::Named(known) if known == name)) {
            None => quote!(#base.#member),
            Some((_, "" | BY_PAIRS)) => base.clone(),
            Some((_, path)) => {
                let path: TokenStream = path.parse().unwrap_or_default();
                quote!(#base.#path)
            }
        }
    }
}

/// The positions in rows of a length.
fn pairs(rows: usize, length: usize) -> impl Iterator<Item = (Literal, Literal)> {
    let all = (0..rows).flat_map(move |i| (0..length).map(move |j| (i, j)));
    all.map(|(i, j)| (Literal::usize_unsuffixed(i), Literal::usize_unsuffixed(j)))
}

/// The places of the scalars in the variants of an enum: zero, if it is another variant.
fn in_variants(base: &TokenStream, layouts: &[Rc<Layout>], shapes: &[Shape]) -> Vec<TokenStream> {
    let mut places = Vec::new();
    let fields = layouts.iter().flat_map(|layout| {
        let members = layout.members.iter();
        members.map(move |member| (&layout.path, member))
    });
    for ((path, member), shape) in fields.zip(shapes) {
        let other = (layouts.len() > 1).then(|| quote!(, _ => 0.0));
        places.extend(shape.places(&quote!((*__part))).iter().map(
            |place| quote!((match &#base { #path { #member: __part, .. } => #place #other })),
        ));
    }
    places
}

impl Shape {
    /// The number of scalars.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Array(length, element) => length.saturating_mul(element.count()),
            Self::Matrix(rows, cols) => rows.saturating_mul(*cols),
            Self::Tuple(elements)
            | Self::Struct(_, elements)
            | Self::List(elements)
            | Self::Fields(_, elements)
            | Self::Enum(_, elements) => elements
                .iter()
                .fold(0, |sum, element| sum.saturating_add(element.count())),
        }
    }

    /// Whether it is a list of several numbers or structs.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self, Self::Array(..) | Self::List(_))
    }

    /// Whether it is read from a place and cannot be made from its scalars.
    pub(crate) fn is_only_read(&self) -> bool {
        match self {
            Self::Scalar | Self::Matrix(..) => false,
            Self::List(_) | Self::Fields(..) | Self::Enum(..) => true,
            Self::Array(_, element) => element.is_only_read(),
            Self::Tuple(parts) | Self::Struct(_, parts) => parts.iter().any(Self::is_only_read),
        }
    }

    /// Whether only run time knows where its scalars are, because an enum is in it.
    pub(crate) fn has_variants(&self) -> bool {
        match self {
            Self::Scalar | Self::Matrix(..) => false,
            Self::Enum(..) => true,
            Self::Array(_, element) => element.has_variants(),
            Self::Tuple(parts)
            | Self::Struct(_, parts)
            | Self::List(parts)
            | Self::Fields(_, parts) => parts.iter().any(Self::has_variants),
        }
    }

    /// The places of the scalars inside `base`, in the order of the flattening.
    pub(crate) fn places(&self, base: &TokenStream) -> Vec<TokenStream> {
        let mut places = Vec::new();
        self.push_places(base.clone(), Done::Read, &mut places);
        places
    }

    /// The same places, to be written to.
    pub(crate) fn places_written(&self, base: &TokenStream) -> Vec<TokenStream> {
        let mut places = Vec::new();
        self.push_places(base.clone(), Done::Written, &mut places);
        places
    }

    fn push_places(&self, base: TokenStream, done: Done, places: &mut Vec<TokenStream>) {
        match self {
            Self::Scalar => places.push(base),
            Self::Array(length, element) => {
                for index in (0..*length).map(Literal::usize_unsuffixed) {
                    element.push_places(quote!(#base[#index]), done, places);
                }
            }
            Self::Matrix(rows, cols) => {
                let indices = (0..rows * cols).map(Literal::usize_unsuffixed);
                places.extend(indices.map(|index| quote!(#base[#index])));
            }
            Self::Tuple(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let index = syn::Index::from(index);
                    element.push_places(quote!(#base.#index), done, places);
                }
            }
            Self::List(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let index = Literal::usize_unsuffixed(index);
                    element.push_places(quote!(#base[#index]), done, places);
                }
            }
            Self::Fields(members, elements) => {
                for (member, element) in members.iter().zip(elements) {
                    element.push_places(quote!(#base.#member), done, places);
                }
            }
            Self::Enum(layouts, elements) => places.extend(in_variants(&base, layouts, elements)),
            Self::Struct(layout, elements) => {
                for (member, element) in layout.members.iter().zip(elements) {
                    if let (Self::Array(rows, row), true) = (element, layout.is_by_pairs(member)) {
                        let pairs = pairs(*rows, row.count());
                        places.extend(pairs.map(|(i, j)| quote!(#base[[#i, #j]])));
                        continue;
                    }
                    element.push_places(layout.place(&base, member, done), done, places);
                }
            }
        }
    }

    /// Whether a part can be read but not written, because its field is private.
    pub(crate) fn is_made_whole(&self) -> bool {
        match self {
            Self::Scalar | Self::Matrix(..) => false,
            Self::Array(_, element) => element.is_made_whole(),
            Self::Tuple(parts) | Self::List(parts) | Self::Fields(_, parts) => {
                parts.iter().any(Self::is_made_whole)
            }
            Self::Enum(..) => true,
            Self::Struct(layout, parts) => {
                let Access { read, written } = layout.access;
                let is_written = |name: &str| written.iter().any(|(known, _)| *known == name);
                read.iter().any(|(name, _)| !is_written(name))
                    || parts.iter().any(Self::is_made_whole)
            }
        }
    }

    /// For each scalar, in the order of the flattening, whether the next one follows it in memory.
    /// Only the elements of an array and of a matrix are known to: rustc may reorder the fields of
    /// a tuple or struct.
    pub(crate) fn are_followed(&self) -> Vec<bool> {
        let elements = |count: usize| (1..=count).map(|index| index < count).collect();
        match self {
            Self::Scalar => vec![false],
            Self::Array(length, element) if **element == Self::Scalar => elements(*length),
            Self::Array(length, element) => element.are_followed().repeat(*length),
            Self::Matrix(rows, cols) => elements(rows * cols),
            Self::Tuple(parts)
            | Self::Struct(_, parts)
            | Self::List(parts)
            | Self::Fields(_, parts) => parts.iter().flat_map(Self::are_followed).collect(),
            Self::Enum(..) => vec![false; self.count()],
        }
    }

    /// The type of this shape.
    pub(crate) fn spelled(&self, precision: Precision) -> TokenStream {
        match self {
            Self::Scalar => crate::spelling::scalar_type(precision),
            Self::Array(length, element) => {
                let (length, element) = (
                    Literal::usize_unsuffixed(*length),
                    element.spelled(precision),
                );
                quote!([#element; #length])
            }
            Self::Tuple(elements) => {
                let elements = elements.iter().map(|element| element.spelled(precision));
                quote!((#(#elements,)*))
            }
            // The definition says the type of such a struct. Its arguments are not spelled here.
            Self::Struct(layout, _) if layout.own.is_some() => quote!(_),
            Self::Matrix(..) | Self::List(_) | Self::Fields(..) | Self::Enum(..) => quote!(_),
            Self::Struct(layout, _) => layout.path.to_token_stream(),
        }
    }

    /// An expression of this shape with every scalar zero.
    pub(crate) fn zero(&self, precision: Precision) -> TokenStream {
        match self {
            Self::Scalar if precision == Precision::Generic => {
                crate::spelling::literal(0.0, precision)
            }
            Self::Scalar => quote!(0.0),
            Self::Array(length, element) => {
                let (length, element) =
                    (Literal::usize_unsuffixed(*length), element.zero(precision));
                quote!([#element; #length])
            }
            Self::Tuple(elements) => {
                let elements = elements.iter().map(|element| element.zero(precision));
                quote!((#(#elements,)*))
            }
            Self::Matrix(rows, cols) => {
                let zero = Self::Scalar.zero(precision);
                let [rows, cols] = [*rows, *cols].map(Literal::usize_unsuffixed);
                quote!(::core::convert::Into::into([[#zero; #rows]; #cols]))
            }
            Self::Struct(layout, elements) => {
                let zero = |element: &Self| element.zero(precision);
                layout.literal(&elements.iter().map(zero).collect::<Vec<_>>())
            }
            Self::List(_) | Self::Fields(..) | Self::Enum(..) => {
                unreachable!("invariant: a shape that is only read is not made")
            }
        }
    }
}
