//! Look-ups of types: which one a path names, and what its fields and methods are. Among the types
//! are those of other crates that the prelude describes.
//!
//! ```text
//! UnitQuaternion<f64>, Unit<Quaternion<f64>>     both are 1::UnitQuaternion
//! Unit<Vector3<f64>>, Point<f64, 3>              1::UnitVector3, 1::Point3
//! Vector3<f64>, SVector<f64, 3>                  [3x1], a matrix has methods and operators as well
//! q.w, of UnitQuaternion { value }               `w` of `value`, which is behind its `Deref`
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{GenericArgument, Member, PathArguments, Type};

use crate::front::prelude::definition;
use crate::front::prelude::types::Crate;
use crate::front::read::definitions::{
    ARRAY, Body, Definition, Head, Key, TUPLE, Types, Within, Written, is_primitive,
};
use crate::front::read::matrix_keys::{literal, matrix};
use crate::front::syntax::form::path_key;
use crate::front::syntax::matrix_types;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;

impl Types {
    /// The own name of the type that a path names. Aliases are seen through.
    pub(crate) fn key(&self, path: &syn::Path, at: &Within) -> Option<Key> {
        self.behind_aliases(self.named(path, at)?)
    }

    /// The own name of the type that an alias, or another type, is.
    pub(crate) fn behind_aliases(&self, key: Key) -> Option<Key> {
        let mut key = key;
        // An alias of an alias of itself is rustc's to report.
        for _ in 0..16 {
            let Some(Definition {
                body: Body::Alias(ty),
                module,
                ..
            }) = self.definitions.get(&key)
            else {
                return Some(key);
            };
            let at = Within {
                module: *module,
                this: None,
            };
            key = self.key_of(ty, &at)?;
        }
        None
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
                let key = self.key(&path.path, at).or(primitive);
                let key = key.or_else(|| matrix(&path.path));
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

    /// Whether a type is an enum whose definition is in view.
    pub(crate) fn is_enum(&self, key: &Key) -> bool {
        let definition = self.definitions.get(key);
        definition.is_some_and(|definition| matches!(definition.body, Body::Enum(_)))
    }

    /// The type of a field of a type.
    pub(crate) fn field(&self, of: &Written, member: &Member) -> Option<Written> {
        if let (Type::Tuple(tuple), Member::Unnamed(index)) = (behind_reference(&of.ty), member) {
            let ty = tuple.elems.get(index.index as usize)?;
            return Some(of.with(ty));
        }
        let key = self.key_of(&of.ty, &of.at)?;
        let definition = self.definitions.get(&key)?;
        let Some(ty) = definition.field(member) else {
            return self.field_behind(of, &key, member);
        };
        let given = match &of.ty {
            Type::Path(path) if path.path.is_ident("Self") => self.arguments_of_self(&key),
            ty => arguments_of(definition, ty),
        };
        let at = Within {
            module: definition.module,
            this: Some(key.clone()),
        };
        if let Type::Path(path) = ty
            && let Some(name) = path.path.get_ident()
            && let Some((_, argument)) = given.iter().find(|(known, _)| name == known)
        {
            // The argument is read where it is written.
            return Some(of.with(&syn::parse2(argument.clone()).ok()?));
        }
        let (mut named, written) = (given.iter(), ty.to_token_stream());
        let is_used = |name: &str| names_any(&written, &[name]);
        if !named.all(|(name, given)| !is_used(name) || self.means_the_same(given, &of.at, &at)) {
            return None;
        }
        let ty = crate::spelling::replaced(written, &given);
        Some(Written {
            ty: syn::parse2(ty).ok()?,
            at,
        })
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
        let arguments_agree = || match behind_reference(&ty) {
            Type::Path(path) => path.path.segments.last().is_none_or(|last| {
                let PathArguments::AngleBracketed(given) = &last.arguments else {
                    return true;
                };
                let mut given = given.args.iter().map(ToTokens::to_token_stream);
                given.all(|given| self.means_the_same(&given, here, there))
            }),
            Type::Array(array) => self.means_the_same(&array.elem.to_token_stream(), here, there),
            Type::Tuple(tuple) => {
                let mut parts = tuple.elems.iter().map(ToTokens::to_token_stream);
                parts.all(|part| self.means_the_same(&part, here, there))
            }
            _ => true,
        };
        self.key_of(&ty, here) == self.key_of(&ty, there) && arguments_agree()
    }

    /// The arguments that `Self` has in the `impl` blocks of a type, if they are the same in all.
    fn arguments_of_self(&self, key: &Key) -> Arguments {
        let Some(definition) = self.definition(key) else {
            return Vec::new();
        };
        let heads = self.methods.get(key).into_iter().flatten();
        // A block that is generic still says nothing of the arguments.
        let given = heads.map(|head| arguments_of(definition, &head.self_type));
        let is_known = |given: &Arguments| {
            let mut words = given.iter().map(|(_, argument)| argument.to_string());
            words.any(|argument| is_primitive(&argument))
        };
        let mut known = given.filter(is_known);
        let Some(first) = known.next() else {
            return Vec::new();
        };
        let same = |other: &Arguments| spelled(other) == spelled(&first);
        if known.all(|other| same(&other)) {
            first
        } else {
            Vec::new()
        }
    }

    /// The methods of a type with a name and a number of arguments, the receiver included.
    pub(crate) fn methods(&self, of: &Key, name: &str, count: usize) -> Vec<Rc<Head>> {
        let all = self.methods.get(of).into_iter().flatten();
        let fits = |head: &&Rc<Head>| head.signature.ident == name && head.takes(count);
        let own: Vec<Rc<Head>> = all.filter(fits).cloned().collect();
        if own.is_empty() {
            return self.methods_of_instances(of, name, count);
        }
        own
    }

    /// Whether some type has a method of this name with this number of arguments, the receiver
    /// included.
    pub(crate) fn has_method(&self, name: &str, count: usize) -> bool {
        let mut all = self.methods.values().flatten();
        all.any(|head| head.signature.ident == name && head.takes(count))
    }

    /// Whether a path names a type whose definition is in view, for example a `Vector3` of the
    /// user's own, which is not that of nalgebra.
    pub(crate) fn defines(&self, path: &syn::Path, at: &Within) -> bool {
        let key = self.key(path, at);
        key.is_some_and(|key| self.definitions.contains_key(&key))
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

    /// The definition of a type in the prelude.
    pub(crate) fn foreign(&self, key: &Key) -> Option<&'static definition::Type> {
        let (module, name) = key.split_once("::")?;
        let of = self.crate_of(module.parse().ok()?)?;
        of.types.iter().find(|ty| ty.name == name)
    }

    /// The methods and functions of a type with a name, whatever their number of arguments.
    pub(crate) fn methods_named(&self, of: &Key, name: &str) -> Vec<Rc<Head>> {
        (0..8)
            .flat_map(|count| self.methods(of, name, count))
            .collect()
    }

    /// The type of the coordinates that are behind the `Deref` of a type.
    pub(crate) fn coordinate(&self, key: &Key) -> Option<Written> {
        let x = Member::Named(syn::Ident::new("x", proc_macro2::Span::call_site()));
        self.field_behind(&Written::of(key), key, &x)
    }

    /// The type behind the `Deref` of a type.
    pub(crate) fn behind_key(&self, key: &Key) -> Option<Key> {
        let name = syn::Ident::new(self.behind(key)?, proc_macro2::Span::call_site());
        let written = self.field(&Written::of(key), &Member::Named(name))?;
        self.key_of(&written.ty, &written.at)
    }

    /// The field behind the `Deref` of a type.
    pub(crate) fn behind(&self, key: &Key) -> Option<&'static str> {
        self.foreign(key)?.access.behind
    }

    /// The methods of the types that a generic type of another crate may be: those of
    /// `Unit::new_normalize(v)`.
    pub(crate) fn methods_of_instances(&self, of: &Key, name: &str, count: usize) -> Vec<Rc<Head>> {
        let Some((module, generic)) = of.split_once("::") else {
            return Vec::new();
        };
        let known = module.parse().ok().and_then(|module| self.crate_of(module));
        let instances = known.into_iter().flat_map(|of| of.instances_of(generic));
        instances
            .flat_map(|instance| {
                let key = Key::from(format!("{module}::{instance}"));
                self.methods(&key, name, count)
            })
            .collect()
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
        let types: Vec<&Type> = given
            .args
            .iter()
            .filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            })
            .collect();
        let length = given.args.iter().rev().find_map(length);
        let of_type = |ty: &&Type| {
            let key = self.key_of(ty, at);
            key.and_then(|key| Some(key.rsplit("::").next()?.to_owned()))
        };
        let mut arguments: Vec<String> = types.iter().filter_map(of_type).collect();
        arguments.extend(length.map(|length| length.to_string()));
        let known = of.instance(name, &arguments)?;
        Some(Key::from(format!("{module}::{known}")))
    }

    /// A field that is not one of a type itself, but is behind its `Deref`.
    pub(crate) fn field_behind(&self, of: &Written, key: &Key, member: &Member) -> Option<Written> {
        let name = self.behind(key)?;
        let inner = Member::Named(syn::Ident::new(name, proc_macro2::Span::call_site()));
        if inner == *member {
            return None;
        }
        let inner = self.field(of, &inner)?;
        match &inner.ty {
            Type::Path(path) if matrix_types::element(path.path.segments.last()?).is_some() => {
                let scalar = matrix_types::element(path.path.segments.last()?)?;
                let ty = syn::parse2(scalar.to_token_stream()).ok()?;
                Some(Written { ty, ..inner })
            }
            _ => self.field(&inner, member),
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
fn arguments_of(definition: &Definition, ty: &Type) -> Arguments {
    let Type::Path(path) = behind_reference(ty) else {
        return Vec::new();
    };
    let given = path.path.segments.last().map(|last| &last.arguments);
    let Some(PathArguments::AngleBracketed(given)) = given else {
        return Vec::new();
    };
    // Lifetimes may be left out.
    let parameters = definition.generics.params.iter();
    let parameters = parameters.filter(|found| !matches!(found, syn::GenericParam::Lifetime(_)));
    let given = given.args.iter();
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
    named.collect()
}

/// The names of parameters, with the arguments in their places.
type Arguments = Vec<(String, TokenStream)>;

fn spelled(arguments: &Arguments) -> String {
    let each = arguments.iter().map(|(_, argument)| argument.to_string());
    each.collect::<Vec<_>>().join(", ")
}
