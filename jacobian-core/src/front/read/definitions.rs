//! Types of the user's own: their definitions, and the methods that `impl` blocks give them.
//!
//! ```text
//! struct Vec3 { x: f64, y: f64 }            0::Vec3    fields x, y
//! type State = [f64; 6];                    0::State   another name of `[f64; 6]`
//! impl Vec3 { fn dot(self, o: Self) .. }    dot        a method of 0::Vec3
//! impl Mul<f64> for Vec3 { .. }             mul        another one, with the trait
//! impl Norm for f64 { .. }                  norm       a method of `f64`
//! ```
//!
//! A type is known by its own name: the number of its module and its name there. A *view* gives the
//! own name of a path at a place, so that `Vec3`, `super::Vec3` and `Self` are one type. A type
//! whose definition is not in view, because the attribute is on its `impl` alone, has an own name
//! as well, and its methods are known.

use std::rc::Rc;

use quote::ToTokens;
use syn::{Item, Member, Type};

use crate::front::read::attributes::may_remove;
use crate::ordered::{Map, Set};

use crate::front::prelude::types::Crate;
use crate::front::read::places::Places;
use crate::front::read::resolve::Imports;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, list_element, type_arguments};
use crate::interface::{Access, Maker};

/// The definition of a type.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The module that its field types are to be read in.
    pub(crate) module: usize,
    pub(crate) generics: syn::Generics,
    pub(crate) body: Body,
    /// The traits that it derives, by their last names.
    pub(crate) derives: Set<String>,
    /// The fields that are not public.
    pub(crate) closed: Vec<Member>,
    /// How values are made, if it is a type of another crate.
    pub(crate) made: Option<Maker>,
    /// How generated code reaches its fields.
    pub(crate) access: Access,
}

/// What a type is made of.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Struct(Vec<Field>),
    /// The variants. None are known if a `cfg` may remove one of them.
    Enum(Vec<Variant>),
    /// `type Name = ..`
    Alias(Box<Type>),
}

/// A variant of an enum.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) name: syn::Ident,
    pub(crate) fields: Vec<Field>,
    /// What `as` makes of it: one more than the variant before, or what the source says. `None` if
    /// that is no literal.
    pub(crate) number: Option<i128>,
}

/// A field of a struct or of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
}

impl Definition {
    /// The definition that an item is, with its name. `None` for other items, and for one of which
    /// a part may be missing.
    pub(crate) fn of(item: &Item, module: usize) -> Option<(String, Self)> {
        let (name, generics, attributes, body) = match item {
            Item::Struct(item) => {
                let body = Body::Struct(fields(&item.fields)?);
                (&item.ident, &item.generics, item.attrs.as_slice(), body)
            }
            Item::Enum(item) => (
                &item.ident,
                &item.generics,
                item.attrs.as_slice(),
                Body::Enum(variants(item).unwrap_or_default()),
            ),
            Item::Type(item) => {
                let body = Body::Alias(item.ty.clone());
                (&item.ident, &item.generics, item.attrs.as_slice(), body)
            }
            _ => return None,
        };
        let found = Self {
            module,
            generics: generics.clone(),
            body,
            derives: attributes.iter().flat_map(derived).collect(),
            closed: match item {
                Item::Struct(item) => closed_fields(&item.fields),
                _ => Vec::new(),
            },
            made: None,
            access: Access::default(),
        };
        let are_certain = attributes.iter().all(is_certain);
        are_certain.then(|| (name.to_string(), found))
    }

    /// The type of a field.
    pub(crate) fn field(&self, member: &Member) -> Option<&Type> {
        let Body::Struct(fields) = &self.body else {
            return None;
        };
        let mut fields = fields.iter();
        fields
            .find(|field| field.member == *member)
            .map(|field| &field.ty)
    }
}

/// The fields that not everybody sees.
fn closed_fields(fields: &syn::Fields) -> Vec<Member> {
    let each = fields.iter().enumerate();
    let closed = each.filter(|(_, field)| !matches!(field.vis, syn::Visibility::Public(_)));
    let member = |(position, field): (usize, &syn::Field)| match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::from(syn::Index::from(position)),
    };
    closed.map(member).collect()
}

/// Whether an attribute leaves the item below it as it is. (An attribute that is the helper of a
/// derive does, and `cfg_attr(feature = "serde", derive(..))`; one that may remove the item does
/// not.)
fn is_certain(attribute: &syn::Attribute) -> bool {
    !attribute.path().is_ident("cfg") && !may_remove(&attribute.meta)
}

/// The last names of the traits in `#[derive(..)]`.
fn derived(attribute: &syn::Attribute) -> Vec<String> {
    let mut names = Vec::new();
    if attribute.path().is_ident("derive") {
        // A malformed list is rustc's to report.
        let _: syn::Result<()> = attribute.parse_nested_meta(|meta| {
            let last = meta.path.segments.last();
            names.extend(last.map(|last| last.ident.to_string()));
            Ok(())
        });
    }
    names
}

/// The variants of an enum. `None` if a `cfg` may remove a part.
fn variants(item: &syn::ItemEnum) -> Option<Vec<Variant>> {
    let mut next = Some(0);
    let each = item.variants.iter().map(|variant| {
        let number = match &variant.discriminant {
            Some((_, number)) => literal_integer(number),
            None => next,
        };
        next = number.and_then(|number| number.checked_add(1));
        variant.attrs.iter().all(is_certain).then_some(Variant {
            name: variant.ident.clone(),
            fields: fields(&variant.fields)?,
            number,
        })
    });
    each.collect()
}

fn literal_integer(number: &syn::Expr) -> Option<i128> {
    match strip(number) {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        syn::Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            expr,
            ..
        }) => literal_integer(expr)?.checked_neg(),
        _ => None,
    }
}

fn fields(fields: &syn::Fields) -> Option<Vec<Field>> {
    let each = fields.iter().enumerate().map(|(position, field)| {
        let unnamed = || Member::from(syn::Index::from(position));
        field.attrs.iter().all(is_certain).then(|| Field {
            member: field.ident.clone().map_or_else(unnamed, Member::Named),
            ty: field.ty.clone(),
        })
    });
    each.collect()
}

/// The own name of a type.
pub(crate) type Key = Rc<str>;

/// What is known of a method before it is called.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// The name under which it is bound, once.
    pub(crate) own: String,
    /// The module in which its signature is to be read.
    pub(crate) module: usize,
    pub(crate) of: Key,
    /// The type that `Self` means.
    pub(crate) self_type: Type,
    /// The trait of its `impl`.
    pub(crate) of_trait: Option<syn::Path>,
    /// Whether it is a default of the trait.
    pub(crate) is_default: bool,
    pub(crate) signature: syn::Signature,
    /// The const parameters of the `impl` and of the method.
    pub(crate) lengths: Vec<syn::Ident>,
}

impl Head {
    /// Where its signature is read.
    pub(crate) fn within(&self) -> Within {
        Within {
            module: self.module,
            this: Some(self.of.clone()),
        }
    }

    /// Whether it takes this many arguments, the receiver included.
    pub(crate) fn takes(&self, count: usize) -> bool {
        self.signature.inputs.len() == count
    }

    /// The type of a parameter, the receiver included.
    pub(crate) fn parameter(&self, position: usize) -> Option<&Type> {
        match self.signature.inputs.iter().nth(position)? {
            syn::FnArg::Receiver(_) => Some(&self.self_type),
            syn::FnArg::Typed(typed) => Some(&typed.ty),
        }
    }

    /// Whether it changes its receiver.
    pub(crate) fn changes_receiver(&self) -> bool {
        let receiver = self.signature.receiver();
        receiver.is_some_and(|receiver| {
            matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)))
        })
    }

    /// How it takes its receiver: by value, or by which references.
    pub(crate) fn receiver_form(&self) -> String {
        let borrowed = |is_mutable: bool| if is_mutable { "&mut " } else { "&" };
        let mut form = match self.signature.receiver().map(|receiver| &receiver.kind) {
            Some(syn::ReceiverKind::Reference(_, _, mutable)) => {
                borrowed(mutable.is_some()).to_owned()
            }
            Some(syn::ReceiverKind::Typed(_, ty)) => format!("{} ", ty.to_token_stream()),
            _ => String::new(),
        };
        let mut ty = &self.self_type;
        while let Type::Reference(reference) = ty {
            form.push_str(borrowed(reference.mutability.is_some()));
            ty = &reference.elem;
        }
        form
    }

    /// The declared type of the result.
    pub(crate) fn result(&self) -> Option<&Type> {
        match &self.signature.output {
            syn::ReturnType::Type(_, ty) => Some(ty),
            syn::ReturnType::Default => None,
        }
    }
}

/// Where paths are read: a module, and what `Self` means there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Within {
    pub(crate) module: usize,
    pub(crate) this: Option<Key>,
}

/// A type as the source writes it, with the place where it does.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) ty: Type,
    pub(crate) at: Within,
}

impl Written {
    /// The type with an own name.
    pub(crate) fn of(key: &Key) -> Self {
        Self {
            ty: syn::parse_quote!(Self),
            at: Within {
                module: 0,
                this: Some(key.clone()),
            },
        }
    }

    /// Another type, written at the same place.
    pub(crate) fn with(&self, ty: &Type) -> Self {
        Self {
            ty: ty.clone(),
            at: self.at.clone(),
        }
    }

    /// The type of its elements, if it is a list.
    pub(crate) fn element(&self) -> Option<Self> {
        let ty = behind_reference(&self.ty);
        let element = match ty {
            Type::Array(array) => &*array.elem,
            other => list_element(other)?,
        };
        Some(self.with(element))
    }

    /// The type inside of an `Option`, or of the value of a `Result`.
    pub(crate) fn inside(&self) -> Option<Self> {
        let (name, arguments) = type_arguments(behind_reference(&self.ty))?;
        let is_maybe = name == "Option" || name == "Result";
        let inside = arguments.first().filter(|_| is_maybe)?;
        Some(self.with(inside))
    }

    /// The type of the values of a map.
    pub(crate) fn map_value(&self) -> Option<Self> {
        let (name, arguments) = type_arguments(behind_reference(&self.ty))?;
        let is_map = ["HashMap", "BTreeMap", "IndexMap"]
            .iter()
            .any(|map| name == map);
        let value = arguments.get(1).filter(|_| is_map)?;
        Some(self.with(value))
    }

    /// An `Option` of it.
    pub(crate) fn present(&self) -> Self {
        let ty = &self.ty;
        self.with(&syn::parse_quote!(Option<#ty>))
    }

    /// A reference to it.
    pub(crate) fn borrowed(&self) -> Self {
        let ty = behind_reference(&self.ty);
        self.with(&syn::parse_quote!(&#ty))
    }

    /// What it refers to.
    pub(crate) fn referred(&self) -> Self {
        self.with(behind_reference(&self.ty))
    }
}

/// All types of a library.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    pub(crate) definitions: Map<Key, Definition>,
    /// For each module, the own names of the types in view.
    pub(crate) seen: Vec<Map<String, Key>>,
    /// Where all items stand.
    pub(crate) places: Rc<Places>,
    /// The methods of each type, in the order of the text.
    pub(crate) methods: Map<Key, Vec<Rc<Head>>>,
    /// The associated constants of each type: their names, and the names under which they are
    /// bound.
    pub(crate) constants: Map<Key, Vec<(String, String)>>,
    /// The associated types of each type by their names, one for each trait that has one.
    pub(crate) associated: Map<(Key, String), Vec<Written>>,
    /// The modules with the items of other crates.
    pub(crate) crates: Vec<(usize, &'static Crate)>,
    /// What the modules import.
    pub(crate) imports: Rc<Imports>,
    /// The names of items in blocks, unique among those of the attributed item.
    pub(crate) names_in_blocks: Set<String>,
    /// How many aliases are being seen through, one inside of the other.
    pub(crate) aliases_open: std::cell::Cell<usize>,
}

/// The own name of all arrays and slices.
pub(crate) const ARRAY: &str = "[]";
/// The own name of all tuples.
pub(crate) const TUPLE: &str = "()";

/// Whether a type is built into the language, so that a path of one name means it everywhere.
pub(crate) fn is_primitive(name: &str) -> bool {
    let digits = |name: &str| name.parse::<u8>().is_ok();
    let is_sized = |name: &str| name.strip_prefix(['i', 'u']).is_some_and(digits);
    matches!(name, "f64" | "f32" | "bool" | "usize" | "isize") || is_sized(name)
}
