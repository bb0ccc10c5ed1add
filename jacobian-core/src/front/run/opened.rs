//! Opaque structs, arrays and tuples that are taken apart, because one of their parts becomes
//! active.
//!
//! ```text
//! let mut b = *b;       `let __b_1 = *b;`, a variable of the user's own
//! b.swap(i, p);         its own code as well
//! b[1] -= a * b[0];     from here on `b` is [`__b_1[0]`, v4, `__b_1[2]`]
//! ```
//!
//! Invariant: the variable is not behind a `&mut` reference, because its owner would not see the
//! assignment.

use std::rc::Rc;

use proc_macro2::Literal;
use quote::quote;
use syn::{Expr, Type, parse_quote};

use crate::front::messages;
use crate::front::names::known_codes::unchanged_name;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Body;
use crate::front::run::Run;
use crate::front::syntax::form::{is_vec, root_name};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::{as_operand, is_place, root_of};
use crate::front::syntax::types::{behind_reference, is_clear_array};
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::Place;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// Takes an opaque value at a place apart, because one of its parts will be changed. Gives the
    /// place of the value, which is elsewhere if there was an opaque reference.
    pub(crate) fn open(&mut self, place: Place) -> Found<Place> {
        let Some(value @ Value::Inactive(_)) = self.load(&place) else {
            return Ok(place);
        };
        let name = &place.name;
        let at: Expr = parse_quote!(#name);
        if let Some(referent) = self.referent(&value) {
            self.writer.at_run_time()?;
            self.store_at(&place, Value::Reference(referent.clone()), &at);
            let referent = self.follow(referent);
            return self.open(referent);
        }
        // The elements of an output are places already.
        let is_output = self.is_output_place(&place);
        let opened = match self.in_fields(&value) {
            None if is_output => None,
            None => self.in_elements(&value),
            opened => opened,
        };
        let Some(opened) = opened else {
            return Ok(place);
        };
        self.writer.at_run_time()?;
        if let Value::Inactive(inactive) = &value
            && !is_output
            && let Some(root) = root_of(&inactive.tokens)
            && self.writer.reaching.contains(&root)
        {
            let message = messages::reference_not_output(&name.to_string());
            return self.writer.refuse(&at, &message);
        }
        let opened = match (&value, &opened) {
            (Value::Inactive(list), Value::Struct(layout, _))
                if self.is_array_of_crate(layout) && self.is_own_list(list) =>
            {
                self.array_in_memory(&value, layout, &at)?
            }
            _ => opened,
        };
        self.store_at(&place, opened, &at);
        Ok(place)
    }

    /// Whether opaque code is a variable of the function, which holds a list of its own.
    fn is_own_list(&self, list: &Inactive) -> bool {
        self.names.initials.contains_key(&list.tokens.to_string())
    }

    /// The variable that an opaque `let r = &mut variable` refers to.
    fn referent(&self, value: &Value) -> Option<Place> {
        let Value::Inactive(inactive) = value else {
            return None;
        };
        let referent = self.names.referents.get(&inactive.tokens.to_string())?;
        self.load(referent).map(|_| referent.clone())
    }

    /// The same place. If it holds an opaque reference to a variable, it is a reference of ours
    /// from here on.
    pub(crate) fn with_referent(&mut self, place: Place) -> Found<Place> {
        let value = self.load(&place);
        if value.is_some_and(|value| self.referent(&value).is_some()) {
            self.open(place.clone())?;
        }
        Ok(place)
    }

    /// Whether a place is a part of an aggregate that is taken apart, and not behind a reference.
    pub(crate) fn is_own_part(&self, place: &Place) -> bool {
        let root = match self.load(place) {
            Some(Value::Inactive(part)) => root_of(&part.tokens),
            _ => None,
        };
        !place.path.is_empty() && root.is_none_or(|root| !self.writer.reaching.contains(&root))
    }

    /// The variable of the user's own that `&mut variable` borrows, or a part of, if it can be
    /// taken apart.
    pub(crate) fn borrows_opaque(&mut self, expression: &Expr) -> Option<Place> {
        let Expr::Reference(reference) = strip(expression) else {
            return None;
        };
        let place = self.variable(root_name(&reference.expr)?)?;
        let value = self.load(&place)?;
        reference.mutability?;
        let code = match &value {
            Value::Inactive(code) => code,
            value => return value.parts().is_some().then_some(place),
        };
        let name = code.tokens.to_string();
        let is_local =
            self.writer.fresh_in.contains_key(&name) && !self.writer.reaching.contains(&name);
        let ty = self.type_of_opened(code);
        let may_open = ty.is_some_and(|ty| self.is_aggregate(&ty) || self.is_scalar_type(&ty))
            || self.in_fields(&value).is_some();
        (is_local && may_open).then_some(place)
    }

    /// The same if it borrows the whole variable.
    pub(crate) fn variable_borrowed(&mut self, expression: &Expr) -> Option<Place> {
        let is_whole = matches!(
            strip(expression),
            Expr::Reference(reference) if matches!(strip(&reference.expr), Expr::Path(_))
        );
        self.borrows_opaque(expression).filter(|_| is_whole)
    }

    /// `&mut variable`, or a part of one, as an argument of a function that we follow.
    pub(crate) fn borrow_opaque(&mut self, argument: &Expr) -> Found<Value> {
        self.writer.at_run_time()?;
        match strip(argument) {
            Expr::Reference(reference) => self.borrow(reference),
            _ => Err(Stop),
        }
    }

    /// An opaque struct as its fields.
    pub(crate) fn in_fields(&mut self, value: &Value) -> Option<Value> {
        let Value::Inactive(Inactive { tokens, mentions }) = value else {
            return None;
        };
        let key = self.key_of_value(value)?;
        if self.has_drop(&key) {
            return None;
        }
        let layout = self.layout_of(&key)?;
        if layout.made.is_some() {
            return self.foreign_in_fields(&key, tokens, mentions);
        }
        let types = Rc::clone(&self.given.types);
        let Body::Struct(fields) = &types.definition(&key)?.body else {
            return None;
        };
        let base = as_operand(tokens.clone());
        let parts = fields.iter().map(|field| {
            let member = &field.member;
            Inactive {
                tokens: quote!(#base.#member),
                mentions: mentions.clone(),
            }
        });
        let parts: Vec<Inactive> = parts.collect();
        self.note_initial_fields(tokens, &parts);
        let parts = parts.into_iter().map(|part| {
            let known = self.writer.known_part(&part.tokens);
            known.unwrap_or(Value::Inactive(part))
        });
        Some(Value::Struct(layout, Rc::new(parts.collect())))
    }

    /// An opaque array or tuple as its elements, if a type or an initializer gives their number.
    fn in_elements(&mut self, value: &Value) -> Option<Value> {
        let Value::Inactive(inactive) = value else {
            return None;
        };
        let ty = self.type_of_opened(inactive)?;
        if self.is_scalar_type(&ty) {
            let scalar = self.as_scalar(value.clone(), &inactive.tokens, Behind::Nothing);
            return scalar.ok().map(Value::Scalar);
        }
        let base = as_operand(inactive.tokens.clone());
        let part = |tokens| Inactive {
            tokens,
            mentions: inactive.mentions.clone(),
        };
        match behind_reference(&ty) {
            Type::Array(array) => {
                let length = usize::try_from(self.known_length(&array.len)?).ok()?;
                if length > self.given.unroll {
                    return None;
                }
                let positions = (0..length).map(Literal::usize_unsuffixed);
                let elements = positions.map(|position| part(quote!(#base[#position])));
                let elements: Vec<Inactive> = elements.collect();
                let elements = elements.into_iter().map(|place| self.typed_place(place));
                Some(Value::array(elements.collect()))
            }
            Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let positions = (0..tuple.elems.len()).map(Literal::usize_unsuffixed);
                let elements = positions.map(|position| part(quote!(#base.#position)));
                let elements: Vec<Inactive> = elements.collect();
                let elements = elements.into_iter().map(|place| self.typed_place(place));
                Some(Value::tuple(elements.collect()))
            }
            _ => None,
        }
    }

    fn type_of_opened(&self, inactive: &Inactive) -> Option<Type> {
        if let Some(ty) = self.type_of(inactive) {
            return Some(ty);
        }
        if let Some(ty) = self.type_of_copy(inactive) {
            return Some(ty);
        }
        let written = self.type_of_tokens(&inactive.tokens)?;
        // The name of a length means something else in another module.
        let is_clear = written.at.module == self.within().module || is_clear_array(&written.ty);
        is_clear.then_some(written.ty)
    }

    /// The shape of the aggregate that a `let` makes, as far as the source shows it.
    pub(crate) fn shape_of_let(&mut self, pattern: &syn::Pat, init: &Expr) -> Option<Type> {
        match pattern {
            syn::Pat::Type(typed)
                if matches!(*typed.ty, Type::Array(_) | Type::Tuple(_))
                    || matches!(&*typed.ty, Type::Path(_)) && self.is_scalar_type(&typed.ty) =>
            {
                Some((*typed.ty).clone())
            }
            syn::Pat::Type(typed) => self.shape_of_let(&typed.pat, init),
            syn::Pat::Ident(_) | syn::Pat::Tuple(_) => self.shape_of(init),
            _ => None,
        }
    }

    /// Remembers the shapes of opaque variables.
    pub(crate) fn note_shape(&mut self, pattern: &syn::Pat, shape: Option<Type>) {
        match (pattern, shape) {
            (syn::Pat::Type(typed), shape) => self.note_shape(&typed.pat, shape),
            (syn::Pat::Tuple(parts), Some(Type::Tuple(shape)))
                if parts.elems.len() == shape.elems.len() =>
            {
                for (part, shape) in parts.elems.iter().zip(shape.elems) {
                    self.note_shape(part, Some(shape));
                }
            }
            (pattern, Some(shape)) => {
                if let Some(name) = self.opaque_variable(pattern) {
                    self.names.copies.insert(name, shape);
                }
            }
            _ => {}
        }
    }

    /// A `let` of the user's own: same pattern and initializer, fresh names.
    pub(crate) fn keep_let(&mut self, pattern: &syn::Pat, inactive: Inactive) {
        if let Some(name) = unchanged_name(pattern)
            && self.is_known_code(&inactive.tokens)
        {
            return self.bind(&name, Value::Inactive(inactive));
        }
        let shape = self.shape_of_copy(&inactive);
        self.keep_shaped_let(pattern, inactive, shape);
    }

    /// The shape of a copy of an opaque place.
    pub(crate) fn shape_of_copy(&self, place: &Inactive) -> Option<Type> {
        if !is_place(&place.tokens) {
            return None;
        }
        let ty = self.type_of_opened(place)?;
        (self.is_aggregate(&ty) || self.is_scalar_type(&ty)).then_some(ty)
    }

    /// Remembers that an opaque variable is a number.
    pub(crate) fn note_scalar(&mut self, value: &Value, ty: &Type) {
        if let Value::Inactive(place) = value
            && matches!(ty, Type::Path(_))
            && self.is_scalar_type(ty)
        {
            let name = place.tokens.to_string();
            self.names.copies.insert(name, ty.clone());
        }
    }

    /// Remembers what an opaque reference refers to.
    pub(crate) fn note_referent(&mut self, pattern: &syn::Pat, referent: Option<Place>) {
        if let (Some(name), Some(referent)) = (self.opaque_variable(pattern), referent) {
            self.names.referents.insert(name, referent);
        }
    }

    /// The name in the generated code of the opaque variable that a pattern binds.
    fn opaque_variable(&self, pattern: &syn::Pat) -> Option<String> {
        let pattern = match pattern {
            syn::Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let syn::Pat::Ident(name) = pattern else {
            return None;
        };
        match &self.names.scopes.get(&name.ident.to_string())?.value {
            Value::Inactive(place) => Some(place.tokens.to_string()),
            _ => None,
        }
    }

    /// The shape of a new aggregate.
    fn shape_of(&mut self, init: &Expr) -> Option<Type> {
        match strip(init) {
            Expr::Array(array) => {
                let element = self.shape_of_element(array.elems.first()?);
                let length = Literal::usize_unsuffixed(array.elems.len());
                Some(parse_quote!([#element; #length]))
            }
            Expr::Repeat(repeat) => {
                let Some(Value::Integer(length)) = self.try_known(&repeat.len) else {
                    return None;
                };
                let element = self.shape_of_element(&repeat.expr);
                let length = Literal::i128_unsuffixed(length.value);
                Some(parse_quote!([#element; #length]))
            }
            Expr::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.shape_of_element(part));
                let parts: Vec<Type> = parts.collect();
                Some(parse_quote!((#(#parts,)*)))
            }
            Expr::Macro(list) if is_vec(&list.mac) => {
                let tokens = &list.mac.tokens;
                let array: Expr = syn::parse2(quote!([#tokens])).ok()?;
                self.shape_of(&array)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.shape_of_place(&unary.expr)
            }
            Expr::MethodCall(call)
                if call.args.is_empty()
                    && ["clone", "to_vec", "to_owned"]
                        .iter()
                        .any(|name| call.method == name) =>
            {
                let receiver = &call.receiver;
                self.shape_of_place(receiver)
                    .or_else(|| self.shape_of(receiver))
            }
            place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) => self.shape_of_place(place),
            call => {
                let written = self.type_of_expression(call)?;
                let is_number = self.is_scalar_type(&written.ty);
                (is_number || is_clear_array(&written.ty)).then_some(written.ty)
            }
        }
    }

    fn shape_of_element(&mut self, element: &Expr) -> Type {
        self.shape_of(element).unwrap_or_else(|| parse_quote!(_))
    }

    fn is_aggregate(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(array) => self.known_length(&array.len).is_some(),
            Type::Tuple(tuple) => !tuple.elems.is_empty(),
            _ => false,
        }
    }

    /// The shape of what a place holds.
    fn shape_of_place(&self, place: &Expr) -> Option<Type> {
        let known = match self.peek(place) {
            Some(Value::Inactive(place)) => self.type_of_opened(&place),
            _ => None,
        };
        let ty = known.or_else(|| Some(self.type_of_expression(place)?.ty))?;
        let ty = behind_reference(&ty);
        (self.is_aggregate(ty) || self.is_scalar_type(ty)).then(|| ty.clone())
    }
}
