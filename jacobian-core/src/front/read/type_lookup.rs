//! Look-ups of types by their own names: what their fields and methods are. Among the types are
//! those of other crates that the prelude describes.
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
use syn::{Member, Type};

use crate::front::prelude::definition;
use crate::front::read::definitions::{Body, Head, Key, Types, Within, Written, is_primitive};
use crate::front::read::type_names::{Arguments, arguments_of};
use crate::front::syntax::matrix_types;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;

impl Types {
    /// Whether a type is an enum whose definition is in view.
    pub(crate) fn is_enum(&self, key: &Key) -> bool {
        let definition = self.definitions.get(key);
        definition.is_some_and(|definition| matches!(definition.body, Body::Enum(_)))
    }

    /// The fields of a struct with their types, in which arguments take the place of parameters.
    pub(crate) fn struct_fields(&self, of: &Written) -> Option<Vec<(Member, Written)>> {
        let key = self.key_of(&of.ty, &of.at)?;
        let Body::Struct(fields) = &self.definition(&key)?.body else {
            return None;
        };
        let each = fields.iter().map(|field| {
            let written = self.field(of, &field.member)?;
            Some((field.member.clone(), written))
        });
        each.collect()
    }

    /// The type of a field of a type.
    pub(crate) fn field(&self, of: &Written, member: &Member) -> Option<Written> {
        if let (Type::Tuple(tuple), Member::Unnamed(index)) = (behind_reference(&of.ty), member) {
            let ty = tuple.elems.get(index.index as usize)?;
            return Some(of.with(ty));
        }
        let of = &self.behind_names(of);
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
        // A const parameter that nothing gives could be mistaken for another of that name.
        let lengths = definition.generics.const_params();
        let lengths = lengths.map(|parameter| parameter.ident.to_string());
        let mut given = given;
        for name in lengths {
            if !given.iter().any(|(known, _)| *known == name) {
                given.push((name, quote::quote!(_)));
            }
        }
        let ty = crate::spelling::replaced(written, &given);
        Some(Written {
            ty: syn::parse2(ty).ok()?,
            at,
        })
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

    /// Whether a type has operators or indices, as vectors and quantities have.
    pub(crate) fn has_operators(&self, of: &Key) -> bool {
        const OF_NUMBERS: &[&str] = &["Add", "Deref", "Index", "Mul", "Neg", "Sub"];
        let heads = self.methods.get(of).into_iter().flatten();
        let mut traits = heads.filter_map(|head| head.of_trait.as_ref()?.segments.last());
        traits.any(|last| OF_NUMBERS.iter().any(|known| last.ident == known))
    }

    /// The functions of a type that take no receiver, by names that only one of them has: their
    /// names, and the names under which they are bound.
    pub(crate) fn functions_of(&self, of: &Key) -> Vec<(String, String)> {
        let all: Vec<&Rc<Head>> = self.methods.get(of).into_iter().flatten().collect();
        let is_one = |head: &&&Rc<Head>| {
            let name = &head.signature.ident;
            let mut same = all.iter().filter(|other| other.signature.ident == *name);
            head.signature.receiver().is_none() && same.next().is_some() && same.next().is_none()
        };
        let found = all.iter().filter(is_one);
        found
            .map(|head| (head.signature.ident.to_string(), head.own.clone()))
            .collect()
    }

    /// The methods of one name without those of traits that an inherent one hides from a call
    /// `v.add(w)`. It hides them only if they take the receiver in the same way, because rustc
    /// looks for `self`, `&self` and `&mut self` one after the other.
    pub(crate) fn meant_by_call(&self, heads: &[Rc<Head>]) -> Vec<Rc<Head>> {
        self.without_hidden(heads, |own, hidden| {
            own.receiver_form() == hidden.receiver_form()
        })
    }

    /// The same for a path that names the type, `V::add`. It means the inherent one.
    pub(crate) fn meant_by_path(&self, heads: &[Rc<Head>]) -> Vec<Rc<Head>> {
        self.without_hidden(heads, |_, _| true)
    }

    fn without_hidden(
        &self,
        heads: &[Rc<Head>],
        hides: impl Fn(&Head, &Head) -> bool,
    ) -> Vec<Rc<Head>> {
        let is_meant = |head: &&Rc<Head>| {
            let mut inherent = heads.iter().filter(|own| own.of_trait.is_none());
            head.of_trait.is_none()
                || !inherent.any(|own| self.is_for_all_of(own, head) && hides(own, head))
        };
        heads.iter().filter(is_meant).cloned().collect()
    }

    /// Whether an inherent method is there for each type that has another method. (`V<f64>` may
    /// have a method that `V<f32>` lacks.)
    fn is_for_all_of(&self, own: &Head, other: &Head) -> bool {
        let [of_own, of_other] = [own, other].map(|head| behind_reference(&head.self_type));
        let is_parameter = |(_, argument): &(String, TokenStream)| {
            let ty = syn::parse2::<Type>(argument.clone());
            ty.is_ok_and(|ty| {
                matches!(ty, Type::Path(_)) && self.key_of(&ty, &own.within()).is_none()
            })
        };
        let arguments = self.definition(&own.of);
        let arguments = arguments.map(|definition| arguments_of(definition, of_own));
        of_own == of_other || arguments.is_some_and(|given| given.iter().all(is_parameter))
    }

    /// Whether some type has a method of this name with this number of arguments, the receiver
    /// included.
    pub(crate) fn has_method(&self, name: &str, count: usize) -> bool {
        let mut all = self.methods.values().flatten();
        all.any(|head| head.signature.ident == name && head.takes(count))
    }

    /// The same for methods that are called on a value, not `Sum::sum(items)`.
    pub(crate) fn has_method_of_values(&self, name: &str, count: usize) -> bool {
        let mut all = self.methods.values().flatten();
        all.any(|head| {
            head.signature.ident == name && head.takes(count) && head.signature.receiver().is_some()
        })
    }

    /// Whether some type is in view, or a method of one.
    pub(crate) fn has_own(&self) -> bool {
        !(self.methods.is_empty() && self.definitions.is_empty())
    }

    /// Whether some type has such a method that changes its receiver.
    pub(crate) fn may_change_receiver(&self, name: &str, count: usize) -> bool {
        self.called(name, count).any(Head::changes_receiver)
    }

    /// Whether the methods of a name are in view, and all of them leave their receiver as it is.
    pub(crate) fn reads_receiver(&self, name: &str, count: usize) -> bool {
        let mut all = self.called(name, count).peekable();
        all.peek().is_some() && !all.any(Head::changes_receiver)
    }

    /// The methods of all types that have this name.
    fn called<'a>(&'a self, name: &'a str, count: usize) -> impl Iterator<Item = &'a Head> {
        let all = self.methods.values().flatten().map(|head| &**head);
        all.filter(move |head| head.signature.ident == name && head.takes(count))
    }

    /// Whether a path with a name of nalgebra's names another type: a `Vector3` whose definition is
    /// in view, or one that a `use` takes from another crate.
    pub(crate) fn defines(&self, path: &syn::Path, at: &Within) -> bool {
        let key = self.key(path, at);
        key.is_some_and(|key| self.definitions.contains_key(&key))
            || self.imports.is_of_others(path, Some(at.module))
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
        let written = self.field(&Written::of(key), &self.behind_member(key)?)?;
        self.key_of(&written.ty, &written.at)
    }

    /// The same as a member: a position of a tuple struct, or a name.
    pub(crate) fn behind_member(&self, key: &Key) -> Option<Member> {
        let name = self.behind(key)?;
        let named = || syn::Ident::new(name, proc_macro2::Span::call_site()).into();
        let position = name.parse::<usize>();
        Some(position.map_or_else(|_| named(), |at| syn::Index::from(at).into()))
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

    /// A field that is not one of a type itself, but is behind its `Deref`.
    pub(crate) fn field_behind(&self, of: &Written, key: &Key, member: &Member) -> Option<Written> {
        let inner = self.behind_member(key)?;
        if inner == *member {
            return None;
        }
        let inner = self.field(of, &inner)?;
        let scalar = match &inner.ty {
            Type::Path(path) => matrix_types::element(path.path.segments.last()?),
            _ => None,
        };
        let Some(scalar) = scalar else {
            return self.field(&inner, member);
        };
        // A method without arguments is read like a field, and is no coordinate: `q.conjugate()`.
        let scalar = is_coordinate(member).then(|| scalar.to_token_stream())?;
        let ty = syn::parse2(scalar).ok()?;
        Some(Written { ty, ..inner })
    }
}

/// Whether nalgebra names an element of a vector or a matrix so: `x`, `w`, `m23`.
fn is_coordinate(member: &Member) -> bool {
    let Member::Named(name) = member else {
        return false;
    };
    let name = name.to_string();
    let of_matrix = name.strip_prefix('m');
    let is_place = |place: &str| place.len() == 2 && place.bytes().all(|c| c.is_ascii_digit());
    "xyzwabijk".contains(&name) && name.len() == 1 || of_matrix.is_some_and(is_place)
}

fn spelled(arguments: &Arguments) -> String {
    let each = arguments.iter().map(|(_, argument)| argument.to_string());
    each.collect::<Vec<_>>().join(", ")
}
