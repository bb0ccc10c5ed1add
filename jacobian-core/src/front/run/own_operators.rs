//! Operators of the user's own types: `a + b` is the method `add` of their types.
//!
//! ```text
//! a + b, 2.0 * a, -a     `Add::add` of `Vec3`, `Mul<Vec3>::mul` of `f64`, `Neg::neg`
//! v[1], v[1] = x         `index`; `index_mut` gives the place that is assigned to
//! a += b                 `add_assign`
//! a == b                 a question for run time, on the fields as they are
//! f64::from(a)           `From<Metres>::from` of `f64`
//! ```

use std::rc::Rc;

use quote::ToTokens;
use syn::{BinOp, Expr, ExprCall};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key};
use crate::front::run::Run;
use crate::front::syntax::operators::overload;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::place::Place;

impl Lowering<Run> {
    /// `f64::from(metres)` by the user's own `From`.
    pub(crate) fn own_from(
        &mut self,
        ty: &syn::Ident,
        value: &Value,
        call: &ExprCall,
    ) -> Found<Option<Value>> {
        let types = Rc::clone(&self.given.types);
        let heads = types.methods(&Key::from(ty.to_string()), "from", 1);
        if heads.is_empty() || !matches!(value, Value::Struct(..) | Value::Choice(..)) {
            return Ok(None);
        }
        let values = vec![value.clone()];
        let head = self.chosen(&heads, &values, call)?;
        let function = self.function_of(&head).ok_or(Stop)?;
        self.call_function(&function, values, call).map(Some)
    }

    /// `left op right` by a method of the user's. `None` if no operand is of a type of the user's.
    pub(crate) fn own_operator(
        &mut self,
        op: &BinOp,
        left: &Value,
        right: &Value,
        at: &impl ToTokens,
    ) -> Found<Option<Value>> {
        let Some((name, of_trait)) = overload(op) else {
            return Ok(None);
        };
        if !self.is_own_value(left) && !self.is_own_value(right) {
            return Ok(None);
        }
        let Some(key) = self.key_of_value(left) else {
            return Ok(None);
        };
        self.run_operator(
            &key,
            (name, of_trait),
            vec![left.clone(), right.clone()],
            at,
        )
    }

    /// `left op right` of what is behind the `Deref` of the operands, for `*axis * angle`.
    pub(crate) fn operator_behind_deref(
        &mut self,
        op: &BinOp,
        left: &Value,
        right: &Value,
        at: &impl ToTokens,
    ) -> Option<Found<Value>> {
        let behind = [left, right].map(|value| {
            let is_unit = self.is_unit(value);
            self.behind_deref(value).filter(|_| is_unit)
        });
        if behind.iter().all(Option::is_none) {
            return None;
        }
        let [of_left, of_right] = behind;
        let left = of_left.unwrap_or_else(|| left.clone());
        let right = of_right.unwrap_or_else(|| right.clone());
        Some(self.combine(op, left, right, at))
    }

    /// Refuses `*a * b` if a struct has a `Deref` and this operator as well. If `a` is a reference,
    /// the operator is meant, and else what `Deref` gives, but values do not say which they are.
    pub(crate) fn refuse_unclear_deref(
        &mut self,
        binary: &syn::ExprBinary,
        left: &Value,
        right: &Value,
    ) -> Found<()> {
        let Some(names) = overload(&binary.op) else {
            return Ok(());
        };
        let key = self.key_of_value(left);
        let heads = key.map(|key| self.operator_heads(&key, names, 2));
        let values = [left.clone(), right.clone()];
        if !heads.is_some_and(|heads| !heads.is_empty() && self.may_fit(&heads, &values)) {
            return Ok(());
        }
        for (operand, value) in [(&binary.left, left), (&binary.right, right)] {
            let is_deref = matches!(strip(operand), Expr::Unary(unary)
                if matches!(unary.op, syn::UnOp::Deref(_)));
            let key = self
                .key_of_value(value)
                .filter(|_| is_deref && self.is_own_value(value));
            if key.is_some_and(|key| !self.operator_heads(&key, ("deref", "Deref"), 1).is_empty()) {
                return self.writer.refuse(operand, messages::UNCLEAR_DEREF);
            }
        }
        Ok(())
    }

    /// `-value` and others with one operand.
    pub(crate) fn own_unary(
        &mut self,
        names: (&str, &str),
        value: &Value,
        at: &impl ToTokens,
    ) -> Found<Option<Value>> {
        match self
            .key_of_value(value)
            .filter(|_| self.is_own_value(value))
        {
            Some(key) => self.run_operator(&key, names, vec![value.clone()], at),
            None => Ok(None),
        }
    }

    /// `left op= right` on a place. `false` if the type has no such method.
    pub(crate) fn own_compound(&mut self, binary: &syn::ExprBinary) -> Found<bool> {
        let Some((name, of_trait)) = overload(&binary.op) else {
            return Ok(false);
        };
        if !self.given.types.has_method(name, 2) {
            return Ok(false);
        }
        let left = match self.peek(&binary.left) {
            Some(left) => Some(left),
            None => self
                .place_behind(&binary.left)
                .ok()
                .and_then(|place| self.load(&place)),
        };
        let key = left.as_ref().and_then(|value| self.key_of_value(value));
        let heads = key.map(|key| self.operator_heads(&key, (name, of_trait), 2));
        let Some(heads) = heads.filter(|heads| !heads.is_empty()) else {
            return Ok(false);
        };
        // For types of the user's the left side is evaluated first, but it is a place.
        let right = self.eval(&binary.right)?;
        let right = self.settle_own(right, &binary.right)?;
        let receiver = self.receiver_place(&binary.left)?;
        let values: Vec<Value> = left.into_iter().chain([right.clone()]).collect();
        let head = self.chosen(&heads, &values, binary)?;
        let function = self.function_of(&head).ok_or(Stop)?;
        self.call_function(&function, vec![receiver, right], binary)?;
        Ok(true)
    }

    /// `base[index]` of a type of the user's.
    pub(crate) fn own_index(
        &mut self,
        base: &Value,
        index: &syn::ExprIndex,
    ) -> Found<Option<Value>> {
        let Some(key) = self.key_of_value(base).filter(|_| self.is_own_value(base)) else {
            return Ok(None);
        };
        if self.operator_heads(&key, ("index", "Index"), 2).is_empty() {
            return Ok(None);
        }
        let position = self.eval(&index.index)?;
        let values = vec![base.clone(), position];
        let found = self.run_operator(&key, ("index", "Index"), values, index)?;
        found.map(|value| self.behind(value, index)).transpose()
    }

    /// The place of `base[index]` of a type of the user's, to be assigned to.
    pub(crate) fn own_index_place(
        &mut self,
        base: &Place,
        index: &syn::ExprIndex,
    ) -> Found<Option<Place>> {
        let Some(value) = self.load(base).filter(|value| self.is_own_value(value)) else {
            return Ok(None);
        };
        let names = ("index_mut", "IndexMut");
        let Some(key) = self.key_of_value(&value) else {
            return Ok(None);
        };
        if self.operator_heads(&key, names, 2).is_empty() {
            return Ok(None);
        }
        let base = self.open(base.clone())?;
        let position = self.eval(&index.index)?;
        let values = vec![Value::Reference(base), position];
        match self.run_operator(&key, names, values, index)? {
            Some(Value::Reference(place)) => Ok(Some(self.follow(place))),
            _ => self.writer.refuse(index, messages::CANNOT_ASSIGN),
        }
    }

    /// The value that the user's `Deref` of a struct gives.
    pub(crate) fn own_deref(&mut self, base: &Value, at: &impl ToTokens) -> Found<Option<Value>> {
        let key = self.key_of_value(base);
        let is_struct = matches!(base, Value::Struct(..));
        let Some(key) = key.filter(|_| is_struct && self.is_own_value(base)) else {
            return Ok(None);
        };
        let names = ("deref", "Deref");
        if self.operator_heads(&key, names, 1).is_empty() {
            return Ok(None);
        }
        let found = self.run_operator(&key, names, vec![base.clone()], at)?;
        let found = found.map(|value| self.behind(value, at)).transpose()?;
        // What gives itself has nothing behind it.
        Ok(found.filter(|value| self.key_of_value(value).as_ref() != Some(&key)))
    }

    /// The place that the user's `DerefMut` of a struct gives, or else the place itself.
    pub(crate) fn place_behind_deref(&mut self, place: Place, at: &impl ToTokens) -> Found<Place> {
        let value = self.load(&place);
        let is_struct = matches!(&value, Some(Value::Struct(..)));
        let value = value.filter(|value| is_struct && self.is_own_value(value));
        let Some(key) = value.and_then(|value| self.key_of_value(&value)) else {
            return Ok(place);
        };
        let names = ("deref_mut", "DerefMut");
        if self.operator_heads(&key, names, 1).is_empty() {
            return Ok(place);
        }
        match self.run_operator(&key, names, vec![Value::Reference(place)], at)? {
            Some(Value::Reference(inner)) => Ok(self.follow(inner)),
            _ => self.writer.refuse(at, messages::CANNOT_ASSIGN),
        }
    }

    /// Whether the type of a value is one of the user's.
    pub(crate) fn is_own_value(&self, value: &Value) -> bool {
        let key = match value {
            Value::Struct(..) | Value::Fields(_) | Value::Inactive(_) | Value::Reference(_) => {
                self.key_of_value(value)
            }
            _ => None,
        };
        key.is_some_and(|key| key.contains("::"))
    }

    /// Whether a value of this type runs code when it is dropped.
    pub(crate) fn has_drop(&self, key: &Key) -> bool {
        !self.operator_heads(key, ("drop", "Drop"), 1).is_empty()
    }

    pub(crate) fn operator_heads(
        &self,
        key: &Key,
        (name, of_trait): (&str, &str),
        count: usize,
    ) -> Vec<Rc<Head>> {
        let heads = self.given.types.methods(key, name, count);
        let is_of_trait = |head: &Rc<Head>| {
            let path = head.of_trait.as_ref();
            let last = path.and_then(|path| path.segments.last());
            last.is_some_and(|last| last.ident == of_trait)
        };
        heads.into_iter().filter(is_of_trait).collect()
    }

    fn run_operator(
        &mut self,
        key: &Key,
        names: (&str, &str),
        values: Vec<Value>,
        at: &impl ToTokens,
    ) -> Found<Option<Value>> {
        let heads = self.operator_heads(key, names, values.len());
        if !self.may_fit(&heads, &values) {
            return Ok(None);
        }
        let head = self.chosen(&heads, &values, at)?;
        let function = self.function_of(&head).ok_or(Stop)?;
        self.call_function(&function, values, at).map(Some)
    }

    /// Whether an operand keeps its type, which is one of the user's.
    pub(crate) fn is_own_operand(&self, value: &Value, at: &Expr) -> bool {
        // An active number needs no look at its expression, which may be thousands of terms.
        if matches!(value, Value::Scalar(_)) {
            return false;
        }
        self.is_own_value(value) || self.has_own_type(at)
    }

    /// Whether the type of an expression is one of the user's, as far as that is known without
    /// evaluating it.
    pub(crate) fn has_own_type(&self, at: &Expr) -> bool {
        let written = self.type_of_expression(at);
        let key = written.and_then(|written| self.key_of_written(&written));
        key.is_some_and(|key| key.contains("::"))
    }
}
