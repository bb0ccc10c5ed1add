//! Assignments: a name or an element gets a new value, and the old value is forgotten.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::Expr;

use crate::front::messages;
use crate::front::names::own_copies::Copied;
use crate::front::names::scopes::Holds;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::element_places::Target;
use crate::front::syntax::form::{has_calls, root_name};
use crate::front::syntax::open_types::needs_type;
use crate::front::syntax::operators::{is_bitwise, is_integral};
use crate::front::syntax::strip::strip;
use crate::front::value::found::Found;
use crate::front::value::{Value, place};
use crate::front::write::opaque::Behind;

/// The most scalars of an inactive array of which each is selected at an assignment.
const LONGEST_SELECTED: usize = 32;

impl Lowering<Run> {
    /// `place = value`
    pub(crate) fn run_assign(&mut self, assign: &syn::ExprAssign) -> Found<()> {
        match strip(&assign.left) {
            Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) => {
                return self.run_parts_assign(assign);
            }
            _ => {}
        }
        if matches!(strip(&assign.left), Expr::Infer(_)) {
            let value = self.eval(&assign.right)?;
            return self.writer.discard(value);
        }
        if self.is_opaque_assignment(&assign.left, &assign.right)
            && !self.stays_bounded(&assign.left, &assign.right)
        {
            return self.keep_expression_statement(&Expr::Assign(assign.clone()));
        }
        if let Some(field) = self.unknown_field(&assign.left, &assign.right) {
            return self.keep_field_statement(&field, &assign.eq_token, &assign.right);
        }
        let value = self.eval_for_place(&assign.left, &assign.right);
        if let Ok(value) = &value
            && self.assign_unfollowed(&assign.left, &quote!(=), value)?
        {
            return Ok(());
        }
        let target = self.target(&assign.left)?;
        self.check_element(&target)?;
        let value = value.and_then(|value| self.of_type_before(value, &target, &assign.right));
        let value = value.and_then(|value| self.copied_over(value, &target, &assign.right));
        self.store_settled(&target, value, &assign.left);
        Ok(())
    }

    /// Panics in an arm that assigns to an element which is not there, as the user's own code does.
    /// The arm may never be taken.
    fn check_element(&mut self, target: &Target) -> Found<()> {
        let Target::Place(place) = target else {
            return Ok(());
        };
        let Some((position, outer)) = place.path.split_last() else {
            return Ok(());
        };
        let mut list = place.clone();
        list.path = outer.to_vec();
        match self.load(&list) {
            Some(Value::Array(elements))
                if *position >= elements.len() && self.writer.builder.depth() > 0 =>
            {
                let position = i128::try_from(*position).unwrap_or(i128::MAX);
                self.no_element(position, elements.len()).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// `*self = other`, `*self = o.clone()`: a struct of which some fields are followed, by its
    /// fields, if another one is at the place.
    fn copied_over(&mut self, value: Value, target: &Target, right: &Expr) -> Found<Value> {
        let (Value::Fields(new), Target::Place(place)) = (&value, target) else {
            return Ok(value);
        };
        match self.load(&self.follow(place.clone())) {
            Some(Value::Fields(old)) if old.place.to_string() != new.place.to_string() => {
                let copied = self.way_of_copying(right).unwrap_or(Copied::Cloned);
                self.own_copy(value, copied)
            }
            _ => Ok(value),
        }
    }

    /// `p.name = "n".into()`: the value that was there says the type.
    fn of_type_before(&mut self, value: Value, target: &Target, right: &Expr) -> Found<Value> {
        let Target::Place(place) = target else {
            return Ok(value);
        };
        if !needs_type(right) {
            return Ok(value);
        }
        let value = self.writer.settle_part(value)?;
        let old = self.load(place);
        self.check_same_type(old.as_ref(), &value);
        Ok(value)
    }

    /// `place += value` and the other compound assignments
    pub(crate) fn run_compound(&mut self, binary: &syn::ExprBinary) -> Found<()> {
        if self.is_opaque_assignment(&binary.left, &binary.right) {
            return self.keep_expression_statement(&Expr::Binary(binary.clone()));
        }
        if let Some(field) = self.unknown_field(&binary.left, &binary.right) {
            return self.keep_field_statement(&field, &binary.op, &binary.right);
        }
        if self.own_compound(binary)? {
            return Ok(());
        }
        if let Some(value) = self.compound_of_other_width(binary)? {
            let target = self.target(&binary.left)?;
            self.store_settled(&target, Ok(value), &binary.left);
            return Ok(());
        }
        // For primitive operands Rust evaluates the right side of a compound assignment first. We
        // must do the same, because it may have effects.
        let integers = is_integral(&binary.right)
            || is_bitwise(&binary.op)
            || self.holds_integers(&binary.left)
            || self.is_count(&binary.left)
            || self.is_count(&binary.right);
        let right = match self.eval(&binary.right) {
            Ok(value @ Value::Inactive(_)) if !integers => self
                .as_scalar(value, &binary.right, Behind::Reference)
                .map(Value::Scalar),
            value => value,
        };
        if let Ok(value) = &right
            && self.assign_unfollowed(&binary.left, &binary.op.to_token_stream(), value)?
        {
            return Ok(());
        }
        let target = self.target(&binary.left)?;
        let left = match &target {
            Target::Place(_) if !has_calls(&binary.left) => self.eval(&binary.left),
            // The index, or a call that gives a reference, is not evaluated again.
            target => self.load_target(target, &binary.left),
        };
        let value = left.and_then(|left| {
            let right = right?;
            if integers {
                self.combine_counts(&binary.op, left, right, binary)
            } else {
                self.combine(&binary.op, left, right, binary)
            }
        });
        self.store_settled(&target, value, &binary.left);
        Ok(())
    }

    /// Whether the assigned variable is an integer or has integers only.
    fn holds_integers(&self, left: &Expr) -> bool {
        let binding = root_name(left).and_then(|root| self.names.scopes.get(&root.to_string()));
        let Some(binding) = binding else { return false };
        let (mut some, mut all) = (false, true);
        binding.value.for_each_leaf(&mut |leaf| match leaf {
            Value::Integer(_) => some = true,
            Value::Inactive(_) => {}
            _ => all = false,
        });
        some && all
    }

    /// Assigns the result of an expression. An opaque value is evaluated first.
    pub(crate) fn store_settled(&mut self, target: &Target, value: Found<Value>, at: &Expr) {
        let name = target.name().cloned();
        let value = value.and_then(|value| match (target, &name) {
            (Target::Place(place), _) if !place.path.is_empty() => {
                let value = self.writer.settle_part(value)?;
                self.note_type_at(place, &value);
                Ok(value)
            }
            (_, Some(name)) => self.settle_name(value, name),
            (_, None) => Ok(value),
        });
        self.store_target(target, value, at);
    }

    /// Whether the assigned variable is opaque and stays opaque.
    pub(crate) fn is_opaque_assignment(&mut self, left: &Expr, right: &Expr) -> bool {
        let Some(root) = root_name(left) else {
            return false;
        };
        let opaque_root = match self.names.scopes.get(&root.to_string()) {
            Some(binding) => match binding.value {
                Value::Inactive(_) => true,
                // Only the fields that are not independents can be assigned to.
                Value::Fields(_) => !self.names.is_active(left),
                _ => false,
            },
            None => true,
        };
        (opaque_root || self.is_long_table(left)) && !self.names.is_active(right)
    }

    /// `self.on = x > 0.0`, `self.count += (x > 0.0) as usize`: a field that is not followed gets a
    /// value that is made of active ones, but has no derivatives. `false` for other places.
    fn assign_unfollowed(
        &mut self,
        left: &Expr,
        operator: &TokenStream,
        value: &Value,
    ) -> Found<bool> {
        // A field of numbers becomes an output, whatever is assigned to it.
        let mut has_numbers = false;
        value.for_each_leaf(&mut |leaf| has_numbers |= matches!(leaf, Value::Scalar(_)));
        let is_element = matches!(strip(left), Expr::Index(_));
        let is_field = is_element || matches!(strip(left), Expr::Field(_));
        if !is_field || has_numbers || self.is_active_value(value) {
            return Ok(false);
        }
        let name = self.writer.fresh(&format_ident!("assigned"));
        let mark = self.names.scopes.enter();
        self.names
            .scopes
            .bind(name.to_string(), value.clone(), false);
        let right = self.trees.keep(syn::parse_quote!(#name));
        let done = if !is_element && self.is_opaque_assignment(left, &right) {
            let assigned = self.trees.keep(syn::parse_quote!(#left #operator #right));
            self.keep_expression_statement(&assigned).map(|()| true)
        } else if let Some(field) = self.unknown_field(left, &right) {
            let kept = self.keep_field_statement(&field, operator, &right);
            kept.map(|()| true)
        } else {
            Ok(false)
        };
        self.names.scopes.leave(mark);
        done
    }

    /// Whether a variable that has one of several known integers gets another one. It is joined
    /// and not assigned at run time, because then we still know its bounds.
    fn stays_bounded(&mut self, left: &Expr, right: &Expr) -> bool {
        let Expr::Path(path) = strip(left) else {
            return false;
        };
        let name = path.path.get_ident().map(ToString::to_string);
        let binding = name.and_then(|name| self.names.scopes.get(&name));
        let is_bounded = match binding.map(|binding| &binding.value) {
            Some(Value::Inactive(place)) => self.writer.bounds(&place.tokens).is_some(),
            _ => false,
        };
        is_bounded && matches!(self.try_known(right), Some(Value::Integer(_)))
    }

    /// Whether the target is an element, at an index that only run time knows, of an array that is
    /// too long to select each element and in which nothing is active. Such an array becomes a
    /// variable of the user's own.
    fn is_long_table(&mut self, left: &Expr) -> bool {
        let Expr::Index(index) = strip(left) else {
            return false;
        };
        let binding = root_name(left).and_then(|root| self.names.scopes.get(&root.to_string()));
        let is_long = binding.is_some_and(|binding| {
            !binding.active && binding.value.has_more_leaves_than(LONGEST_SELECTED)
        });
        is_long && !self.names.is_active(left) && self.try_known(&index.index).is_none()
    }

    /// Evaluates an opaque value now, under a fresh name, before it is bound to a name.
    pub(crate) fn settle_name(&mut self, value: Value, root: &syn::Ident) -> Found<Value> {
        match value {
            Value::Inactive(inactive) => self.writer.settle_as(root, inactive),
            value => Ok(value),
        }
    }

    /// Whether a call of `std::mem` changes a variable that is not opaque.
    pub(crate) fn exchanges_followed(&mut self, call: &syn::ExprCall) -> bool {
        let is_exchange = match strip(&call.func) {
            Expr::Path(path) => {
                let path = self.standard_path(&path.path);
                let exchanges = |name: &&str| path.last().is_some_and(|last| last == name);
                let is_of_mem = path
                    .iter()
                    .rev()
                    .nth(1)
                    .is_some_and(|module| module == "mem");
                is_of_mem && ["take", "replace", "swap"].iter().any(exchanges)
            }
            _ => false,
        };
        let Some(first) = call.args.first().filter(|_| is_exchange) else {
            return false;
        };
        let place = self.quietly(|run| run.exchanged(first));
        place.is_ok_and(|place| {
            let value = self.load(&place);
            value.is_some_and(|value| !matches!(value, Value::Inactive(_)))
        })
    }

    /// `std::mem::take(a)`
    pub(crate) fn eval_mem_take(&mut self, first: &Expr) -> Found<Value> {
        let place = self.exchanged(first)?;
        let holds = match strip(first) {
            Expr::Reference(reference) => self.kind_of_list(&reference.expr),
            _ => None,
        };
        match (self.load(&place), holds) {
            (Some(Value::Stored(list)), _) => self.taken_list(&list),
            (Some(old @ Value::Scalar(_)), _) => {
                let zero = Value::Scalar(self.writer.builder.literal(0.0));
                self.store(&place, zero, first);
                Ok(old)
            }
            (Some(Value::Maybe(_)), _) if let Expr::Reference(of) = strip(first) => {
                self.take_out(&of.expr)
            }
            (Some(old @ Value::Array(_)), Some(Holds::Vec | Holds::Deque)) => {
                self.store(&place, Value::array(Vec::new()), first);
                Ok(old)
            }
            (Some(old @ (Value::Array(_) | Value::Struct(..) | Value::Tuple(_))), _) => {
                let default = self.default_at(first)?;
                let Some(default) = default else {
                    return self.writer.refuse(first, messages::CANNOT_ASSIGN);
                };
                let old = self.writer.settle_part(old)?;
                self.store(&place, default, first);
                Ok(old)
            }
            _ => self.writer.refuse(first, messages::CANNOT_ASSIGN),
        }
    }

    /// `std::mem::swap(a, b)` and `std::mem::replace(a, b)`, of places.
    pub(crate) fn eval_mem(
        &mut self,
        name: &syn::Ident,
        first: &Expr,
        second: &Expr,
    ) -> Found<Value> {
        let place = self.exchanged(first)?;
        let Some(old) = self.load(&place) else {
            return self.writer.refuse(first, messages::CANNOT_ASSIGN);
        };
        let old = self.writer.settle_part(old)?;
        if let Some(done) = self.exchange_lists(name, (&place, &old), second)? {
            return Ok(done);
        }
        if name == "replace" {
            let new = self.eval(second)?;
            let new = self.writer.settle_part(new)?;
            self.store(&place, new, first);
            return Ok(old);
        }
        let other = self.exchanged(second)?;
        let Some(new) = self.load(&other) else {
            return self.writer.refuse(second, messages::CANNOT_ASSIGN);
        };
        let new = self.writer.settle_part(new)?;
        self.store(&place, new, first);
        self.store(&other, old, second);
        Ok(Value::unit())
    }

    /// The place behind an argument `&mut place`.
    pub(crate) fn exchanged(&mut self, argument: &Expr) -> Found<place::Place> {
        if let Expr::Reference(reference) = strip(argument)
            && reference.mutability.is_some()
        {
            return self.place_behind(&reference.expr);
        }
        match self.eval(argument)? {
            Value::Reference(place) => Ok(self.follow(place)),
            _ => self.writer.refuse(argument, messages::CANNOT_ASSIGN),
        }
    }
}
