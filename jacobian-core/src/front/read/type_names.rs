//! Names of types: which type a path means. Aliases and associated types are seen through, and
//! generic types of other crates are told apart by their arguments.
//!
//! ```text
//! impl Space for World { type Scalar = f64; }
//! fn f<S: Space>(p: &Point<S>) -> S::Scalar      with `scalar(S = World)`
//! fn f(p: &Point<World>) -> f64
//! type Ray3<S> = Ray<S, Vector3<S>>;             the fields of `Ray3<f64>` are those of
//!                                                `Ray<f64, Vector3<f64>>`
//! ```
//!
//! A type that has two associated types of one name, for two traits, has none here. An argument is
//! put in place of a parameter only if it means the same there as where it is written.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::VisitMut;
use syn::{GenericArgument, ItemImpl, PathArguments, Type};

use crate::front::prelude::types::Crate;
use crate::front::read::definitions::{
    ARRAY, Body, Definition, Key, TUPLE, Types, Within, Written, is_primitive,
};
use crate::front::read::matrix_keys::{literal, matrix};
use crate::front::syntax::form::path_key;
use crate::front::syntax::types::{behind_reference, is_vec};

/// Types that are defined by themselves are rustc's to report.
const DEEPEST: usize = 16;
/// Letters of the type that an alias means. A circle of aliases may double it at each turn.
const LONGEST: usize = 20_000;

impl Types {
    /// The own name of the type that a path names. Aliases are seen through.
    pub(crate) fn key(&self, path: &syn::Path, at: &Within) -> Option<Key> {
        self.behind_aliases(self.named(path, at)?)
    }

    /// The own name of the type that an alias, or another type, is.
    pub(crate) fn behind_aliases(&self, key: Key) -> Option<Key> {
        let Some(Definition {
            body: Body::Alias(ty),
            module,
            ..
        }) = self.definitions.get(&key)
        else {
            return Some(key);
        };
        let (module, this) = (*module, None);
        let at = Within { module, this };
        // An alias of an alias of itself is rustc's to report.
        let open = self.aliases_open.get();
        if open == DEEPEST {
            return None;
        }
        self.aliases_open.set(open + 1);
        // What is found has been seen through.
        let found = self.key_of(ty, &at);
        self.aliases_open.set(open);
        found
    }

    fn named(&self, path: &syn::Path, at: &Within) -> Option<Key> {
        if path.is_ident("Self") && at.this.is_some() {
            return at.this.clone();
        }
        let name = path_key(path)?;
        let key = self.seen.get(at.module)?.get(&name)?;
        self.instance(key, path, at)
    }

    /// The own name of a type. Numbers, arrays and tuples have one, because they may have methods
    /// of a trait of the user's.
    pub(crate) fn key_of(&self, ty: &Type, at: &Within) -> Option<Key> {
        match behind_reference(ty) {
            Type::Path(path) if path.qself.is_none() => {
                let primitive = path.path.get_ident().map(ToString::to_string);
                let primitive = primitive.filter(|name| is_primitive(name)).map(Key::from);
                let is_of_others = || self.imports.is_of_others(&path.path, Some(at.module));
                let named = self.key(&path.path, at);
                let is_defined = |key: &Key| self.definitions.contains_key(key);
                if is_vec(&path.path) && !named.as_ref().is_some_and(is_defined) && !is_of_others()
                {
                    return Some(Key::from(ARRAY));
                }
                let key = named.or(primitive);
                let key = key.or_else(|| matrix(&path.path).filter(|_| !is_of_others()));
                key.or_else(|| self.key_of_associated(path, at))
            }
            Type::Path(path) => self.key_of_associated(path, at),
            Type::Array(_) | Type::Slice(_) => Some(Key::from(ARRAY)),
            Type::Tuple(_) => Some(Key::from(TUPLE)),
            Type::Paren(inner) => self.key_of(&inner.elem, at),
            Type::Group(inner) => self.key_of(&inner.elem, at),
            _ => None,
        }
    }

    fn key_of_associated(&self, path: &syn::TypePath, at: &Within) -> Option<Key> {
        if self.associated.is_empty() {
            return None;
        }
        let written = Written {
            ty: Type::Path(path.clone()),
            at: at.clone(),
        };
        let meant = self.behind_associated(&written);
        // A circle of definitions ends at one of them.
        let is_open = matches!(&meant.ty, Type::Path(path)
            if self.associated_type(path, &meant.at).is_some());
        let is_itself = meant.ty == written.ty;
        let meant = (!is_open && !is_itself).then_some(meant)?;
        self.key_of(&meant.ty, &meant.at)
    }

    /// The type itself, or for a generic type of another crate, `Unit<Vector3<f64>>`, what it is
    /// with these arguments. `None` if that is unknown.
    pub(crate) fn instance(&self, key: &Key, path: &syn::Path, at: &Within) -> Option<Key> {
        let own = || Some(key.clone());
        let Some((module, name)) = key.split_once("::") else {
            return own();
        };
        let known = module.parse().ok().and_then(|module| self.crate_of(module));
        let Some(of) = known.filter(|of| of.instances_of(name).next().is_some()) else {
            return own();
        };
        let PathArguments::AngleBracketed(given) = &path.segments.last()?.arguments else {
            return own();
        };
        let types = given.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let length = given.args.iter().rev().find_map(length);
        let of_type = |ty: &Type| {
            let key = self.key_of(ty, at);
            key.and_then(|key| Some(key.rsplit("::").next()?.to_owned()))
        };
        let mut arguments: Vec<String> = types.filter_map(of_type).collect();
        arguments.extend(length.map(|length| length.to_string()));
        let known = of.instance(name, &arguments)?;
        Some(Key::from(format!("{module}::{known}")))
    }

    /// Whether a type or a length means the same at two places. (Another type of this name may be
    /// in view.)
    pub(crate) fn means_the_same(
        &self,
        given: &TokenStream,
        here: &Within,
        there: &Within,
    ) -> bool {
        if here.module == there.module {
            return true;
        }
        let Ok(ty) = syn::parse2::<Type>(given.clone()) else {
            return true;
        };
        let agrees =
            |part: &dyn ToTokens| self.means_the_same(&part.to_token_stream(), here, there);
        let arguments_agree = || match behind_reference(&ty) {
            Type::Path(path) => path.path.segments.last().is_none_or(|last| {
                let PathArguments::AngleBracketed(given) = &last.arguments else {
                    return true;
                };
                given.args.iter().all(|given| agrees(given))
            }),
            Type::Array(array) => agrees(&array.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(|part| agrees(part)),
            _ => true,
        };
        self.key_of(&ty, here) == self.key_of(&ty, there) && arguments_agree()
    }

    /// The definition of a type, by its own name.
    pub(crate) fn definition(&self, key: &Key) -> Option<&Definition> {
        self.definitions.get(key)
    }

    /// The crate whose items are in a module.
    pub(crate) fn crate_of(&self, module: usize) -> Option<&'static Crate> {
        let mut crates = self.crates.iter();
        crates
            .find(|(number, _)| *number == module)
            .map(|(_, of)| *of)
    }

    /// Adds the associated types of an `impl`.
    pub(crate) fn add_associated(&mut self, of: &Key, block: &ItemImpl, at: &Within) {
        for item in &block.items {
            let syn::ImplItem::Type(item) = item else {
                continue;
            };
            let name = (of.clone(), item.ident.to_string());
            let at = Within {
                this: Some(of.clone()),
                ..at.clone()
            };
            let ty = item.ty.clone();
            let known = self.associated.entry(name).or_default();
            known.push(Written { ty, at });
        }
    }

    /// The type that a path to an associated type means.
    pub(crate) fn associated_type(&self, path: &syn::TypePath, at: &Within) -> Option<Written> {
        let mut owner = path.path.clone();
        let last = owner.segments.pop()?;
        owner.segments.pop_punct();
        if !matches!(last.arguments, PathArguments::None) {
            return None;
        }
        // An associated type of an associated type is left to rustc. So the look-up has an end.
        let of = match path.qself.as_ref().map(|of| &*of.ty) {
            Some(Type::Path(of)) if of.qself.is_none() => &of.path,
            None if !owner.segments.is_empty() => &owner,
            _ => return None,
        };
        // Which arguments a type has in its `impl`, is not known here.
        let has_arguments = |segment: &syn::PathSegment| !segment.arguments.is_none();
        if of.segments.iter().any(has_arguments) {
            return None;
        }
        let number = of.get_ident().map(ToString::to_string);
        let number = number.filter(|name| is_primitive(name)).map(Key::from);
        let key = self.key(of, at).or(number)?;
        match self
            .associated
            .get(&(key, last.ident.to_string()))?
            .as_slice()
        {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// A type, or the one that it means if it is an associated type.
    pub(crate) fn behind_associated(&self, written: &Written) -> Written {
        let mut written = written.clone();
        for _ in 0..DEEPEST {
            let Type::Path(path) = &written.ty else { break };
            let Some(meant) = self.associated_type(path, &written.at) else {
                break;
            };
            written = meant;
        }
        written
    }

    /// The type that an alias means with its arguments, `Ray3<f64>`, or an associated type. A
    /// reference to one is seen through.
    pub(crate) fn behind_names(&self, written: &Written) -> Written {
        let mut written = written.with(behind_reference(&written.ty));
        for _ in 0..DEEPEST {
            let meant = self.behind_associated(&written);
            written = match self.alias(&meant) {
                Some(behind) => behind.with(behind_reference(&behind.ty)),
                None => return meant,
            };
        }
        written
    }

    fn alias(&self, written: &Written) -> Option<Written> {
        let Type::Path(path) = &written.ty else {
            return None;
        };
        let name = path_key(&path.path).filter(|_| path.qself.is_none())?;
        let key = self.seen.get(written.at.module)?.get(&name)?;
        let definition = self.definition(key)?;
        let Body::Alias(ty) = &definition.body else {
            return None;
        };
        let at = Within {
            module: definition.module,
            this: None,
        };
        let given = arguments_of(definition, &written.ty);
        let mut meanings = given.iter();
        if !meanings.all(|(_, given)| self.means_the_same(given, &written.at, &at)) {
            return None;
        }
        let ty = crate::spelling::replaced(ty.to_token_stream(), &given);
        if ty.to_string().len() > LONGEST {
            return None;
        }
        Some(Written {
            ty: syn::parse2(ty).ok()?,
            at,
        })
    }

    /// A function with the types that associated types mean. `None` if it names none.
    pub(crate) fn without_associated(
        &self,
        function: &syn::ItemFn,
        at: &Within,
    ) -> Option<syn::ItemFn> {
        if self.associated.is_empty() {
            return None;
        }
        let mut meanings = Meanings {
            types: self,
            at,
            has_any: false,
        };
        let mut function = function.clone();
        meanings.visit_item_fn_mut(&mut function);
        meanings.has_any.then_some(function)
    }
}

struct Meanings<'a> {
    types: &'a Types,
    at: &'a Within,
    has_any: bool,
}

impl VisitMut for Meanings<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let written = Written {
            ty: ty.clone(),
            at: self.at.clone(),
        };
        let meant = self.types.behind_associated(&written);
        let is_other = meant.ty != *ty;
        let spelled = meant.ty.to_token_stream();
        if is_other && self.types.means_the_same(&spelled, &meant.at, self.at) {
            *ty = meant.ty;
            self.has_any = true;
        }
    }
}

/// A length that is a literal, `3` or `{ 3 }`, or a type that is read as one.
fn length(argument: &GenericArgument) -> Option<i128> {
    match argument {
        GenericArgument::Const(length) => literal(length),
        _ => None,
    }
}

/// The parameters of a type and the arguments in their places.
pub(crate) fn arguments_of(definition: &Definition, ty: &Type) -> Arguments {
    let Type::Path(path) = behind_reference(ty) else {
        return Vec::new();
    };
    let given = path.path.segments.last().map(|last| &last.arguments);
    let given = match given {
        Some(PathArguments::AngleBracketed(given)) => Some(given.args.iter()),
        _ => None,
    };
    // Lifetimes may be left out.
    let parameters = definition.generics.params.iter();
    let parameters = parameters.filter(|found| !matches!(found, syn::GenericParam::Lifetime(_)));
    let defaults = parameters.clone().filter_map(default_scalar);
    let given = given.into_iter().flatten();
    let given = given.filter(|found| !matches!(found, GenericArgument::Lifetime(_)));
    let named = parameters.zip(given);
    let named = named.filter_map(|(parameter, argument)| match (parameter, argument) {
        (
            syn::GenericParam::Type(parameter),
            GenericArgument::Type(_) | GenericArgument::Const(_),
        ) => Some((parameter.ident.to_string(), argument.to_token_stream())),
        (syn::GenericParam::Const(parameter), _) => {
            Some((parameter.ident.to_string(), argument.to_token_stream()))
        }
        _ => None,
    });
    let mut named: Arguments = named.collect();
    for (parameter, scalar) in defaults {
        if !named.iter().any(|(known, _)| *known == parameter) {
            named.push((parameter, scalar));
        }
    }
    named
}

/// A parameter that is a scalar or a number where it is left out: `struct V<T = f64, const N: usize
/// = 3>`.
fn default_scalar(parameter: &syn::GenericParam) -> Option<(String, TokenStream)> {
    let parameter = match parameter {
        syn::GenericParam::Type(parameter) => parameter,
        syn::GenericParam::Const(parameter) => {
            let (_, default) = parameter.default.as_ref()?;
            let is_number = matches!(default, syn::Expr::Lit(_));
            return is_number.then(|| (parameter.ident.to_string(), default.to_token_stream()));
        }
        syn::GenericParam::Lifetime(_) => return None,
    };
    let (_, default) = parameter.default.as_ref()?;
    let is_scalar = matches!(default, Type::Path(path)
        if path.path.is_ident("f64") || path.path.is_ident("f32"));
    is_scalar.then(|| (parameter.ident.to_string(), default.to_token_stream()))
}

/// The names of parameters, with the arguments in their places.
pub(crate) type Arguments = Vec<(String, TokenStream)>;
