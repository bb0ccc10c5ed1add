//! Types of the parameters of a method, by which its arguments are evaluated: `a.cross(b.into())`,
//! and those of places, by which the assigned values are.

use std::rc::Rc;

use quote::ToTokens;
use syn::{Expr, ExprCall, PathArguments, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Head;
use crate::front::syntax::form::{Want, is_from_fn};
use crate::front::syntax::matrix_types::dimensions;
use crate::front::syntax::open_types::needs_type;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Value;
use crate::spelling::replaced;

/// Types of nalgebra whose names do not say their dimensions.
const OPEN_MATRICES: &[&str] = &[
    "Matrix",
    "OMatrix",
    "OVector",
    "RowOVector",
    "RowSVector",
    "SMatrix",
    "SVector",
    "Vector",
];

impl<M> Lowering<M> {
    /// `points[i] = array::from_fn(f)`: the array that is there says the length. `z = x.into()`:
    /// the value that is there, or the declaration, says the type.
    pub(crate) fn wanted_at(&self, place: &Expr, value: &Expr) -> Option<Type> {
        self.struct_wanted_at(place, value)
            .or_else(|| self.array_wanted_at(place, value))
    }

    /// The struct that a place holds, or is declared to hold.
    fn struct_wanted_at(&self, place: &Expr, value: &Expr) -> Option<Type> {
        if !needs_type(value) {
            return None;
        }
        let name = match strip(place) {
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let declared = name.and_then(|name| self.names.declared.get(&name)?.clone());
        let written = match self.peek(place) {
            Some(Value::Unassigned) => declared.clone()?,
            _ => self.type_of_expression(place)?,
        };
        let types = &self.given.types;
        let key = self.key_of_written(&written)?;
        types.definition(&key)?;
        // The type is read where the code runs.
        let module = self.within().module;
        let in_view = || {
            let path = types.path_in_view(&key, module)?;
            Some(syn::parse_quote!(#path))
        };
        let is_it = |ty: &Type| types.key_of(ty, &self.within()).as_ref() == Some(&key);
        let given = declared.map(|declared| declared.ty).filter(is_it);
        given.or_else(|| in_view().filter(is_it))
    }

    /// `SMatrix::from_fn(f)` as `Matrix2::from_fn(f)`, where the place of the value has this type.
    pub(crate) fn call_of_wanted_matrix(
        &self,
        call: &ExprCall,
        want: Want<'_>,
    ) -> Option<ExprCall> {
        let Expr::Path(path) = strip(&call.func) else {
            return None;
        };
        let mut named = path.path.segments.iter().rev();
        let (function, owner) = (named.next()?, named.next()?);
        let is_open =
            owner.arguments.is_none() && OPEN_MATRICES.iter().any(|name| owner.ident == name);
        let Type::Path(wanted) = behind_reference(want?) else {
            return None;
        };
        if !is_open || path.qself.is_some() || self.is_other_type(&owner.ident.clone().into()) {
            return None;
        }
        let mut path = path.clone();
        path.path = wanted.path.clone();
        let last = path.path.segments.last_mut()?;
        dimensions(last, &|length| self.known_length(length))?;
        if let PathArguments::AngleBracketed(arguments) = &mut last.arguments {
            arguments.colon2_token = Some(syn::Token![::](last.ident.span()));
        }
        path.path.segments.push(function.clone());
        Some(ExprCall {
            func: Box::new(Expr::Path(path)),
            ..call.clone()
        })
    }

    fn array_wanted_at(&self, place: &Expr, value: &Expr) -> Option<Type> {
        let is_open = matches!(strip(value), Expr::Call(call) if is_from_fn(call));
        match self.peek_like(place).filter(|_| is_open)? {
            Value::Array(elements) => {
                let length = elements.len();
                Some(syn::parse_quote!([_; #length]))
            }
            _ => None,
        }
    }

    /// A value of the type that a place has. All elements of a list have one type.
    fn peek_like(&self, place: &Expr) -> Option<Value> {
        match strip(place) {
            Expr::Index(index) if !matches!(strip(&index.index), Expr::Range(_)) => {
                match self.peek_like(&index.expr)?.behind_references() {
                    Value::Array(elements) => elements.first().cloned(),
                    _ => None,
                }
            }
            other => self.peek(other),
        }
    }

    /// The types of the parameters after the first ones, as the running code would write them, if
    /// there is one method only. `None` for one that it may read otherwise.
    pub(crate) fn wanted_by_methods(
        &self,
        heads: &[Rc<Head>],
        skipped: usize,
    ) -> Vec<Option<Type>> {
        let [head] = heads else {
            return Vec::new();
        };
        let of = &head.self_type;
        let is_plain = matches!(of, Type::Path(path) if path.path.get_ident().is_some());
        if head.module != self.within().module || !is_plain {
            return Vec::new();
        }
        let generics = head.signature.generics.params.iter();
        let generics: Vec<String> = generics
            .filter_map(|parameter| match parameter {
                syn::GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
                syn::GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
                syn::GenericParam::Lifetime(_) => None,
            })
            .collect();
        let own: Vec<&str> = generics.iter().map(String::as_str).collect();
        let this = [("Self".to_owned(), of.to_token_stream())];
        let wanted = |position| {
            let ty = replaced(head.parameter(position)?.to_token_stream(), &this);
            let is_known = !names_any(&ty, &own);
            syn::parse2(ty).ok().filter(|_| is_known)
        };
        (skipped..head.signature.inputs.len()).map(wanted).collect()
    }
}
