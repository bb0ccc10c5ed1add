//! Methods that their result decides: what `into` of a parameter gives, and which `sum` is meant.
//!
//! ```text
//! fn distance(self, other: impl Into<Point>) -> f64 { let other = other.into(); .. }     `Point`
//! fn line<P: Into<Point>>(from: P, to: P) -> Line                                        `Point`
//! ```

use std::rc::Rc;

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, GenericArgument, Pat, PathArguments, Token, Type, TypeParamBound, WherePredicate};

use crate::front::names::functions::Function;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Head;
use crate::front::syntax::form::gives_references;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::maybe::Maybe;

type Bounds = Punctuated<TypeParamBound, Token![+]>;

impl<M> Lowering<M> {
    /// A result with vectors and matrices of ndarray in the standard layout. Others have types of
    /// the prelude that users cannot name, though they are of one type with these.
    pub(crate) fn in_standard_layout(&mut self, value: Value) -> Value {
        match value {
            Value::Tuple(parts) => {
                let parts = parts.iter().cloned();
                Value::tuple(parts.map(|part| self.in_standard_layout(part)).collect())
            }
            Value::Maybe(maybe) => {
                let mut maybe = Maybe::clone(&maybe);
                maybe.inside = self.in_standard_layout(maybe.inside);
                maybe.into_value()
            }
            Value::Struct(layout, parts) => {
                let name = layout.name();
                let (name, part) = match (name.rsplit("::").next(), parts.first()) {
                    (Some("Reversed1"), Some(elements)) => ("Array1", elements.clone()),
                    (Some("Transposed2"), Some(Value::Array(columns))) => {
                        ("Array2", rows_of(columns))
                    }
                    _ => return Value::Struct(layout, parts),
                };
                match self.layout_of_crate(name) {
                    Some(standard) => Value::Struct(standard, Rc::new(vec![part])),
                    None => Value::Struct(layout, parts),
                }
            }
            value => value,
        }
    }

    /// The type that `into` of a parameter of the running function gives.
    pub(crate) fn target_of_into(&self, receiver: &Expr) -> Option<Type> {
        let Expr::Path(path) = strip(receiver) else {
            return None;
        };
        let name = path.path.get_ident()?;
        let function = self.names.functions.get(self.frames.calls.last()?);
        let declared = function.parameters.iter().find_map(|parameter| {
            let Pat::Type(typed) = parameter else {
                return None;
            };
            let is_named = matches!(&*typed.pat, Pat::Ident(found) if found.ident == *name);
            is_named.then_some(&*typed.ty)
        });
        match declared? {
            Type::ImplTrait(found) => target(&found.bounds),
            Type::Path(path) => bounds_of(function, path.path.get_ident()?)
                .into_iter()
                .find_map(target),
            _ => None,
        }
    }
}

/// The bounds of a type parameter, in the list of parameters and behind `where`.
fn bounds_of<'a>(function: &'a Function, name: &syn::Ident) -> Vec<&'a Bounds> {
    let generics = &function.generics;
    let own = generics
        .type_params()
        .filter(|parameter| parameter.ident == *name)
        .map(|parameter| &parameter.bounds);
    let clauses = generics.where_clause.iter();
    let behind = clauses.flat_map(|clause| &clause.predicates);
    let behind = behind.filter_map(|predicate| match predicate {
        WherePredicate::Type(found) if *name == found.bounded_ty.to_token_stream().to_string() => {
            Some(&found.bounds)
        }
        _ => None,
    });
    own.chain(behind).collect()
}

/// `T` of the bound `Into<T>`.
fn target(bounds: &Bounds) -> Option<Type> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound
            .path
            .segments
            .last()
            .filter(|last| last.ident == "Into")?;
        let PathArguments::AngleBracketed(given) = &last.arguments else {
            return None;
        };
        match given.args.first()? {
            GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        }
    })
}

/// Of `Sum` and `Sum<&V>` the one for the items of an iterator. `None` if its form does not say
/// whether they are references.
pub(crate) fn of_items(heads: &[Rc<Head>], iterator: &Expr) -> Option<Rc<Head>> {
    let takes_references = |head: &&Rc<Head>| {
        let last = head.of_trait.as_ref().and_then(|path| path.segments.last());
        let arguments = last.map(|last| &last.arguments);
        matches!(arguments, Some(PathArguments::AngleBracketed(given))
            if matches!(given.args.first(), Some(GenericArgument::Type(Type::Reference(_))))
                || given.args.len() > 1)
    };
    if let [only] = heads {
        return Some(Rc::clone(only));
    }
    let are_references = gives_references(iterator)?;
    let is_fitting = |head: &&Rc<Head>| takes_references(head) == are_references;
    heads.iter().find(is_fitting).cloned()
}

/// Lists of the first elements of some lists, of the second ones, and so on.
fn rows_of(columns: &[Value]) -> Value {
    let elements = |column: &Value| match column {
        Value::Array(elements) => elements.to_vec(),
        other => vec![other.clone()],
    };
    let columns: Vec<Vec<Value>> = columns.iter().map(elements).collect();
    let count = columns.first().map_or(0, Vec::len);
    let row = |at: usize| {
        columns
            .iter()
            .filter_map(move |column| column.get(at).cloned())
    };
    Value::array(
        (0..count)
            .map(|at| Value::array(row(at).collect()))
            .collect(),
    )
}
