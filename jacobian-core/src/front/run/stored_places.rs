//! Lists that become lists in memory because of what the code does with them.
//!
//! ```text
//! let mut f = vec![0.0; n];        the user's own list
//! f[0] = x;                        its first active element: `__list_1`, a copy with derivatives
//! if c { v.push(x); } v.pop();     a list of a length that a branch decides, and at `pop` one in
//!                                  memory
//! ```

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::element_places::{Position, Target};
use crate::front::syntax::form::is_vec;
use crate::front::syntax::stream_steps::list_of_items;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{list_element, type_name};
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::Part;
use crate::front::value::place::Place;
use crate::front::value::stored::Stored;
use crate::front::value::{Inactive, Value};

/// Methods of lists of a length of run time that only lists in memory have.
const ONLY_IN_MEMORY: &[&str] = &[
    "pop",
    "remove",
    "swap_remove",
    "insert",
    "truncate",
    "reverse",
    "swap",
    "sort_by",
    "windows",
    "sort_unstable_by",
    "iter_mut",
    "first_mut",
    "last_mut",
    "get_mut",
    "resize",
    "fill",
    "append",
    "split_at",
    "split_at_mut",
    "split_first",
    "split_last",
    "chunks",
    "chunks_exact",
    "dedup",
    "drain",
    "split_off",
    "pop_front",
    "pop_back",
    "push_front",
];

/// Whether a method copies a list.
fn is_copy(method: &proc_macro2::Ident) -> bool {
    ["clone", "to_vec", "to_owned"]
        .iter()
        .any(|name| method == name)
}

impl Lowering<Run> {
    /// `vec![value; n]`, where only run time knows `n`.
    pub(crate) fn repeated_in_memory(
        &mut self,
        element: &Value,
        length: Value,
        at: &syn::ExprRepeat,
    ) -> Found<Value> {
        self.writer.at_run_time()?;
        let Some(like) = self.element_like([element]) else {
            return self.refuse_expression(&at.expr);
        };
        let mut mentions = Vec::new();
        let row = self.stored_row(&like, element, &mut mentions, &at.expr)?;
        let length = self.stored_position(length, &at.len)?;
        self.new_stored(like, &quote!(::std::vec![#row; #length]), &mentions)
            .map(Value::Stored)
    }

    /// Notes the initial value of an opaque variable, and its shape.
    pub(crate) fn note_initial(
        &mut self,
        pattern: &syn::Pat,
        init: &Expr,
        shape: Option<syn::Type>,
    ) {
        self.note_shape(pattern, shape);
        // The type is kept as that of a cast.
        let (pattern, init): (_, Expr) = match pattern {
            syn::Pat::Type(typed) => {
                let ty = &typed.ty;
                (&*typed.pat, syn::parse_quote!((#init) as #ty))
            }
            pattern => (pattern, init.clone()),
        };
        if let syn::Pat::Ident(name) = pattern
            && let Some(binding) = self.names.scopes.get(&name.ident.to_string())
            && let Value::Inactive(code) = &binding.value
        {
            let variable = code.tokens.to_string();
            if name.mutability.is_some() {
                self.names.initials.insert(variable, init);
            } else {
                self.names.initials.remove(&variable);
            }
        }
    }

    /// Puts the list that a place holds into memory. `None` if this list cannot be kept there.
    pub(crate) fn list_into_memory(
        &mut self,
        place: &Place,
        list: &Value,
        at: &impl ToTokens,
    ) -> Found<Option<Rc<Stored>>> {
        let stored = match list {
            Value::Inactive(code) => self.inactive_stored(code, at)?,
            Value::Part(part) => {
                let insides = part.items.iter().map(|found| &found.inside);
                let Some(like) = self.element_like(insides) else {
                    return Ok(None);
                };
                match self.stored_copy(like, list, at)? {
                    Value::Stored(list) => Some(list),
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(list) = &stored {
            let name = &place.name;
            let expression = syn::parse2(at.to_token_stream());
            let expression = expression.unwrap_or_else(|_| syn::parse_quote!(#name));
            self.store_at(place, Value::Stored(Rc::clone(list)), &expression);
        }
        Ok(stored)
    }

    /// Puts lists of a length that branches decide into memory, if a chain asks them for what only
    /// lists in memory can do.
    pub(crate) fn prepare_lists(&mut self, chain: &Expr) -> Found<()> {
        match strip(chain) {
            Expr::MethodCall(call) => self.prepare_lists_of(call),
            Expr::Reference(reference) => {
                if reference.mutability.is_some() {
                    self.prepare_list(&reference.expr)?;
                }
                self.prepare_lists(&reference.expr)
            }
            Expr::Index(index) => self.prepare_slice(index),
            _ => Ok(()),
        }
    }

    /// The same for a method call.
    pub(crate) fn prepare_lists_of(&mut self, call: &ExprMethodCall) -> Found<()> {
        if ONLY_IN_MEMORY.iter().any(|name| call.method == name) {
            self.prepare_list(&call.receiver)?;
        }
        if call.method == "for_each" && self.names.is_active(&call.args[0]) {
            self.prepare_mutable_front(&call.receiver)?;
        }
        if call.method == "zip"
            && let Some(argument) = call.args.first()
            && let (Some(one), Some(other)) =
                (list_of_items(&call.receiver), list_of_items(argument))
            && self.part_at_place(one).is_some()
            && self.part_at_place(other).is_some()
        {
            self.prepare_list(one)?;
            self.prepare_list(other)?;
        }
        self.prepare_lists(&call.receiver)
    }

    /// The same for a slice of such a list.
    pub(crate) fn prepare_slice(&mut self, index: &syn::ExprIndex) -> Found<()> {
        if matches!(strip(&index.index), Expr::Range(_)) {
            self.prepare_list(&index.expr)?;
        }
        Ok(())
    }

    fn prepare_list(&mut self, list: &Expr) -> Found<()> {
        let is_kept = self.writer.is_trial() || self.is_iterator(list);
        if is_kept || self.part_at_place(list).is_none() {
            return Ok(());
        }
        let list = match strip(list) {
            Expr::Reference(reference) => &*reference.expr,
            list => list,
        };
        let place = self.place_behind(list)?;
        if let Some(value) = self.load(&place) {
            self.list_into_memory(&place, &value, list)?;
        }
        Ok(())
    }

    /// The list of a length that branches decide in a variable or a field.
    pub(crate) fn part_at_place(&self, list: &Expr) -> Option<Rc<Part>> {
        match self.held_by(list)? {
            Value::Part(part) if !part.has_references() => Some(part),
            _ => None,
        }
    }

    /// A list of the user's own, in a variable of the function, as one in memory, because it gets
    /// an active element.
    pub(crate) fn inactive_stored(
        &mut self,
        list: &Inactive,
        at: &impl ToTokens,
    ) -> Found<Option<Rc<Stored>>> {
        let name = list.tokens.to_string();
        let Some(initial) = self.names.initials.get(&name).cloned() else {
            return Ok(None);
        };
        if self.writer.reaching.contains(&name) {
            return Ok(None);
        }
        let Some(mut like) = self.like_of_initial(&initial) else {
            return Ok(None);
        };
        if let Some(added) = self.names.added.take() {
            let of_both = match &like {
                Value::Unassigned => self.element_like([&added]),
                like => self.element_like([like, &added]),
            };
            like = of_both.unwrap_or(like);
        }
        if matches!(like, Value::Unassigned) {
            like = Value::Scalar(self.writer.builder.literal(0.0));
        }
        match self.stored_copy(like, &Value::Inactive(list.clone()), at)? {
            Value::Stored(list) => Ok(Some(list)),
            _ => Ok(None),
        }
    }

    /// A value like each element of a list of this type. `None` where an element has other parts
    /// than numbers.
    fn like_of_list(&mut self, ty: &syn::Type) -> Option<Value> {
        self.like_of_type(list_element(ty)?)
    }

    fn like_of_type(&mut self, ty: &syn::Type) -> Option<Value> {
        if let syn::Type::Tuple(parts) = ty {
            let parts = parts.elems.iter().map(|part| self.like_of_type(part));
            return parts.collect::<Option<Vec<_>>>().map(Value::tuple);
        }
        if matches!(ty, syn::Type::Path(_))
            && let Some(like) = self.like_of_list(ty)
        {
            let place = TokenStream::new();
            return Some(Stored { place, like }.into_value());
        }
        let name = type_name(ty)?.to_string();
        self.names_float(&name)
            .then(|| Value::Scalar(self.writer.builder.literal(0.0)))
    }

    fn declared_like(&mut self, initial: Option<&Expr>) -> bool {
        matches!(initial, Some(Expr::Cast(typed)) if self.like_of_list(&typed.ty).is_some())
    }

    /// Whether a list of the user's own certainly holds floating-point numbers, or lists of them.
    pub(crate) fn holds_floats(&mut self, list: &Inactive) -> bool {
        let initial = self.names.initials.get(&list.tokens.to_string());
        let initial = initial.cloned();
        let like = self.declared_like(initial.as_ref());
        let is_number = |name: &Expr| matches!(self.peek(name), Some(Value::Scalar(_)));
        match initial {
            Some(Expr::Cast(typed)) => like || repeats_float(&typed.expr, &is_number),
            Some(initial) => repeats_float(&initial, &is_number),
            None => false,
        }
    }

    /// A value like each element of a list, by the code that makes it.
    fn like_of_initial(&mut self, initial: &Expr) -> Option<Value> {
        let zero = Value::Scalar(self.writer.builder.literal(0.0));
        match strip(initial) {
            Expr::Cast(typed) => {
                let like = self.like_of_list(&typed.ty);
                like.or_else(|| self.like_of_initial(&typed.expr))
            }
            Expr::Macro(list) if is_vec(&list.mac) => {
                let tokens = &list.mac.tokens;
                let list = match syn::parse2::<Expr>(quote!([#tokens])) {
                    Ok(Expr::Repeat(list)) => list,
                    Ok(list @ Expr::Array(_)) => {
                        let list = self.trees.keep(list);
                        let Value::Array(elements) = self.like_of_code(&list) else {
                            return None;
                        };
                        return self.element_like(elements.iter());
                    }
                    _ => return None,
                };
                let element = self.trees.keep(Expr::clone(&list.expr));
                if matches!(strip(&element), Expr::Macro(_)) {
                    let like = self.like_of_initial(&element)?;
                    let place = TokenStream::new();
                    return Some(Stored { place, like }.into_value());
                }
                let element = self.quietly(|run| run.eval(&element)).ok();
                match element.and_then(|element| self.element_like([&element])) {
                    Some(Value::Integer(_)) => None,
                    Some(like) if like.parts().is_some() => Some(like),
                    _ => Some(zero),
                }
            }
            Expr::MethodCall(call) => {
                let names = ["to_vec", "clone", "to_owned", "collect"];
                names.iter().any(|name| call.method == name).then_some(zero)
            }
            _ => None,
        }
    }

    /// A value like that of an expression, as far as its form tells.
    pub(crate) fn like_of_code(&mut self, code: &Expr) -> Value {
        match strip(code) {
            Expr::Array(parts) => {
                let parts = parts.elems.iter().map(|part| self.like_of_code(part));
                Value::array(parts.collect())
            }
            Expr::Tuple(parts) => {
                let parts = parts.elems.iter().map(|part| self.like_of_code(part));
                Value::tuple(parts.collect())
            }
            Expr::Macro(list) if is_vec(&list.mac) => {
                let list = self.like_of_initial(code);
                list.map_or(Value::Unassigned, |like| {
                    let place = TokenStream::new();
                    Stored { place, like }.into_value()
                })
            }
            Expr::MethodCall(call)
                if is_copy(&call.method) && self.stored_at_place(&call.receiver).is_some() =>
            {
                let list = self.stored_at_place(&call.receiver);
                list.map_or(Value::Unassigned, Value::Stored)
            }
            code => {
                if let Some(list) = self.stored_at_place(code) {
                    return Value::Stored(list);
                }
                let value = self.quietly(|run| run.eval(code));
                value.unwrap_or(Value::Unassigned)
            }
        }
    }

    /// The element of a list in memory.
    pub(crate) fn inside_stored(
        &mut self,
        list: &Rc<Stored>,
        position: &Position,
        at: &impl ToTokens,
    ) -> Found<Target> {
        let index = match position {
            Position::Known(position) => Literal::usize_unsuffixed(*position).into_token_stream(),
            Position::RunTime(position) => self.stored_index(Value::Inactive(position.clone()))?,
            Position::Pair(_) => return Err(Stop),
        };
        let value = self.stored_element(list, &index)?;
        let place = self.stored_reference(list, &index, value, at);
        Ok(Target::Place(place))
    }
}

/// Whether code is `vec![0.0; n]`, or `vec![vec![0.0; m]; n]`.
fn repeats_float(initial: &Expr, is_number: &dyn Fn(&Expr) -> bool) -> bool {
    let Expr::Macro(list) = strip(initial) else {
        return false;
    };
    let tokens = &list.mac.tokens;
    match syn::parse2::<Expr>(quote!([#tokens])) {
        Ok(Expr::Repeat(repeated)) if is_vec(&list.mac) => match strip(&repeated.expr) {
            Expr::Lit(number) => matches!(number.lit, syn::Lit::Float(_)),
            inner => is_number(inner) || repeats_float(inner, is_number),
        },
        _ => false,
    }
}
