//! Enums whose variant only run time knows: a tag, and the fields of all variants.
//!
//! ```text
//! let s = if x > 1.0 { Shape::Circle(x) }      tag met_1: 1    Circle.0: v3 = join [v0, 0.0]
//!         else { Shape::Rect { w: x, h: k } }; or 2            Rect.w: v4 = join [0.0, v0]
//!                                                              Rect.h: v5 = join [0.0, k]
//! `self.shape`, which is not active            tag `match &self.shape { Shape::Circle .. => 1 }`
//! ```
//!
//! A field of a variant that an arm does not end with is zero there, and a field that only one arm
//! has needs no join if it is visible behind the branch. Only patterns read fields, and a pattern
//! asks for the tag first.
//!
//! Invariant: a field is read only where the tag is that of its variant. Cost: linear in the
//! fields.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Expr, Member, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Written, is_primitive};
use crate::front::syntax::tokens::is_place;
use crate::front::syntax::types::is_other_primitive;
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};
use crate::interface::{Access, ConstArguments, Layout};

/// The most types inside of each other. A type may contain itself, in a `Box`.
pub(crate) const DEEPEST: usize = 8;

/// What becomes of text in the fields of variants, which cannot be copied out of its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Texts {
    /// The enum cannot be taken apart.
    Refused,
    /// Code that names the field matches the place again.
    ReadAtPlace,
}

impl<M> Lowering<M> {
    /// The variants of an enum, if some of these values are different variants of it, or of one
    /// that only run time knows.
    pub(crate) fn variants_among(&self, values: &[&Value]) -> Option<Rc<Variants>> {
        let mut variants: Option<Variants> = None;
        let mut seen: Vec<Value> = values.iter().map(|value| (*value).clone()).collect();
        let first = seen.iter().find_map(Value::variants)?;
        for value in &mut seen {
            if let Value::Inactive(code) = value
                && let Some(written) = written_variant(code, &first)
            {
                *value = written;
            }
        }
        for known in seen.iter().filter_map(Value::variants) {
            variants = match variants {
                None => Some(known),
                Some(others) => Some(others.joined(&known)?),
            };
        }
        let variants = variants?;
        // A variant in opaque code has no fields that could be joined with those of a struct, even
        // if all arms write the same variant.
        let is_struct = |value: &&Value| !matches!(value, Value::Inactive(_) | Value::Choice(..));
        if variants.layouts.len() == 1 && values.iter().all(is_struct) {
            return None;
        }
        Some(Rc::new(self.all_variants(variants)))
    }

    /// All variants, if the definition is in view.
    fn all_variants(&self, variants: Variants) -> Variants {
        let module = self.given.home.module;
        let declared = variants.own();
        let declared = declared.and_then(|own| self.given.types.variants(own, module));
        match declared {
            Some(layouts) if !layouts.is_empty() => Variants {
                layouts: layouts.into_iter().map(Rc::new).collect(),
                are_all: true,
            },
            _ => variants,
        }
    }

    /// The tag and the fields of a value, opaque places included.
    pub(crate) fn in_variants(&self, value: &Value, variants: &Variants) -> Option<Vec<Value>> {
        self.in_variants_with(value, variants, Texts::Refused)
    }

    /// The same, and what becomes of text.
    pub(crate) fn in_variants_with(
        &self,
        value: &Value,
        variants: &Variants,
        texts: Texts,
    ) -> Option<Vec<Value>> {
        let Value::Inactive(code) = value else {
            return ordered(value, variants)?.in_variants(variants);
        };
        if let Some(written) = written_variant(code, variants) {
            return ordered(&written, variants)?.in_variants(variants);
        }
        if !is_place(&code.tokens) || !variants.are_all {
            return None;
        }
        let same = |leaf: TokenStream, _: &TokenStream| leaf;
        let mut parts = self.opaque_variants(&code.tokens, variants, &same, (0, texts))?;
        for part in &mut parts {
            mention(part, code);
        }
        Some(parts)
    }

    /// The type of a part, if it is known and not that of floating-point numbers.
    pub(crate) fn type_of_other_field(
        &self,
        variants: &Variants,
        position: usize,
    ) -> Option<Written> {
        let mut all = (0..variants.layouts.len()).filter_map(|variant| {
            let layout = &variants.layouts[variant];
            let at = position.checked_sub(variants.fields_of(variant).start)?;
            self.given.types.field_in(layout, layout.members.get(at)?)
        });
        all.next()
            .filter(|written| !self.is_scalar_type(&written.ty))
    }

    /// The parts of an enum at an opaque place, each an expression that matches the place.
    fn opaque_variants(
        &self,
        place: &TokenStream,
        variants: &Variants,
        wrap: &dyn Fn(TokenStream, &TokenStream) -> TokenStream,
        (depth, texts): (usize, Texts),
    ) -> Option<Vec<Value>> {
        let tags = variants.layouts.iter().enumerate().map(|(tag, layout)| {
            let (tag, path) = (Literal::usize_unsuffixed(tag), &layout.path);
            quote!(#path { .. } => #tag)
        });
        let tag = wrap(quote!((match &#place { #(#tags),* })), &quote!(0));
        let mut parts = vec![inactive(tag)];
        for layout in &variants.layouts {
            let (path, is_only) = (&layout.path, variants.layouts.len() == 1);
            for member in &layout.members {
                let written = self.given.types.field_in(layout, member)?;
                let inner = |leaf: TokenStream, zero: &TokenStream| {
                    let other = (!is_only).then(|| quote!(, _ => #zero));
                    let pattern = quote!(#path { #member: __part, .. });
                    wrap(quote!((match &#place { #pattern => #leaf #other })), zero)
                };
                let inside = (depth + 1, texts);
                let part = self.opaque_part(&written, &quote!((*__part)), &inner, inside)?;
                parts.push(part);
            }
        }
        Some(parts)
    }

    /// A field at a place, by its type. `None` for types that cannot be taken apart.
    fn opaque_part(
        &self,
        written: &Written,
        place: &TokenStream,
        wrap: &dyn Fn(TokenStream, &TokenStream) -> TokenStream,
        (depth, texts): (usize, Texts),
    ) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        let each = |ty: &Type, place: TokenStream| {
            self.opaque_part(&written.with(ty), &place, wrap, (depth + 1, texts))
        };
        match &written.ty {
            Type::Reference(reference) => each(&reference.elem, quote!((*#place))),
            Type::Paren(inner) => each(&inner.elem, place.clone()),
            Type::Array(array) => {
                let length = usize::try_from(self.known_length(&array.len)?).ok()?;
                let elements = (0..length).map(|at| {
                    let at = Literal::usize_unsuffixed(at);
                    each(&array.elem, quote!(#place[#at]))
                });
                Some(Value::array(elements.collect::<Option<_>>()?))
            }
            Type::Tuple(tuple) => {
                let parts = tuple.elems.iter().enumerate().map(|(at, ty)| {
                    let at = syn::Index::from(at);
                    each(ty, quote!(#place.#at))
                });
                Some(Value::tuple(parts.collect::<Option<_>>()?))
            }
            ty if self.is_scalar_type(ty) => Some(inactive(wrap(place.clone(), &quote!(0.0)))),
            // With its type, so that it is not taken for a floating-point number.
            ty if is_known_primitive(ty) => {
                Some(inactive(wrap(quote!((#place as #ty)), &default())))
            }
            ty if is_text(ty) && texts == Texts::ReadAtPlace => {
                let read = wrap(quote!(&#place), &quote!(::core::unreachable!()));
                Some(inactive(quote!((*#read))))
            }
            Type::Path(_) => self.opaque_own(written, place, wrap, (depth, texts)),
            _ => None,
        }
    }

    /// A field of a type of the user's.
    fn opaque_own(
        &self,
        written: &Written,
        place: &TokenStream,
        wrap: &dyn Fn(TokenStream, &TokenStream) -> TokenStream,
        (depth, texts): (usize, Texts),
    ) -> Option<Value> {
        let (types, module) = (&self.given.types, self.given.home.module);
        let key = types.key_of(&written.ty, &written.at)?;
        match &types.definition(&key)?.body {
            Body::Struct(_) => {
                let layout = types.layout(&key, module)?;
                let fields = layout.members.iter().map(|member| {
                    let field = types.field_in(&layout, member)?;
                    self.opaque_part(&field, &quote!(#place.#member), wrap, (depth + 1, texts))
                });
                let fields = fields.collect::<Option<Vec<Value>>>()?;
                Some(Value::Struct(Rc::new(layout), Rc::new(fields)))
            }
            Body::Enum(_) => {
                let layouts = types.variants(&key, module)?;
                let variants = Rc::new(Variants {
                    layouts: layouts.into_iter().map(Rc::new).collect(),
                    are_all: true,
                });
                let parts = self.opaque_variants(place, &variants, wrap, (depth + 1, texts))?;
                Some(Value::choice(&variants, parts))
            }
            Body::Alias(_) => None,
        }
    }
}

/// Whether a type is that of text.
fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("String") || path.path.is_ident("str"))
}

/// Whether a type is that of integers, conditions or characters.
fn is_known_primitive(ty: &Type) -> bool {
    let is_named = |path: &syn::TypePath| {
        let name = path.path.get_ident().map(ToString::to_string);
        name.is_some_and(|name| name == "char" || is_primitive(&name))
    };
    matches!(ty, Type::Path(path) if is_named(path) && is_other_primitive(ty))
}

/// The expression that a block or parentheses hold.
fn unwrapped(expression: Expr) -> Expr {
    match expression {
        Expr::Paren(inner) => unwrapped(*inner.expr),
        Expr::Group(inner) => unwrapped(*inner.expr),
        Expr::Block(inner) if inner.label.is_none() => match inner.block.stmts.as_slice() {
            [syn::Stmt::Expr(value, None)] => unwrapped(value.clone()),
            _ => Expr::Block(inner),
        },
        other => other,
    }
}

fn inactive(tokens: TokenStream) -> Value {
    Value::Inactive(Inactive {
        tokens,
        mentions: Vec::new(),
    })
}

/// The variant that opaque code writes: `Shape::Point`, `Shape::Circle(2.0)`.
pub(crate) fn written_variant(code: &Inactive, like: &Variants) -> Option<Value> {
    let like = like.layouts.first()?;
    let (path, fields) = match unwrapped(syn::parse2(code.tokens.clone()).ok()?) {
        Expr::Path(path) if path.qself.is_none() => (path.path, Vec::new()),
        Expr::Call(call) => match *call.func {
            Expr::Path(path) if path.qself.is_none() => {
                let fields = call.args.into_iter().enumerate();
                let fields = fields.map(|(at, field)| (Member::from(at), field));
                (path.path, fields.collect())
            }
            _ => return None,
        },
        Expr::Struct(literal) if literal.rest.is_none() => {
            let fields = literal.fields.into_iter();
            let fields = fields.map(|field| (field.member, field.expr));
            (literal.path, fields.collect())
        }
        _ => return None,
    };
    let owner = |path: &syn::Path| Some(path.segments.iter().nth_back(1)?.ident.clone());
    let last = path.segments.last()?.ident.to_string();
    if owner(&path)? != owner(&like.path)? || !last.starts_with(char::is_uppercase) {
        return None;
    }
    let part = |field: &Expr| {
        Value::Inactive(Inactive {
            tokens: quote!(#field),
            mentions: code.mentions.clone(),
        })
    };
    let values = fields.iter().map(|(_, field)| part(field)).collect();
    let layout = Layout {
        path,
        members: fields.into_iter().map(|(member, _)| member).collect(),
        own: like.own.clone(),
        is_variant: true,
        made: None,
        access: Access::default(),
        lengths: ConstArguments::default(),
    };
    Some(Value::Struct(Rc::new(layout), Rc::new(values)))
}

/// A variant with its fields in the order of the definition.
fn ordered(value: &Value, variants: &Variants) -> Option<Value> {
    let Value::Struct(layout, fields) = value else {
        return Some(value.clone());
    };
    let declared = &variants.layouts[variants.named(&layout.path)?];
    let field = |member: &Member| Some(fields[layout.position(member)?].clone());
    let ordered: Option<Vec<Value>> = declared.members.iter().map(field).collect();
    let ordered = ordered.filter(|ordered| ordered.len() == fields.len())?;
    Some(Value::Struct(Rc::clone(declared), Rc::new(ordered)))
}

fn default() -> TokenStream {
    quote!(::core::default::Default::default())
}

/// Adds what an opaque place mentions to each part of it.
fn mention(part: &mut Value, code: &Inactive) {
    if let Value::Inactive(leaf) = part {
        leaf.mentions.clone_from(&code.mentions);
    } else if let Some(parts) = part.parts_mut() {
        for part in parts {
            mention(part, code);
        }
    }
}
