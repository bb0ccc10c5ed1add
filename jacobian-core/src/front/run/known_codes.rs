//! Constant folding of code that stays code: variants without fields, and texts.
//!
//! ```text
//! const JOINTS: [Joint; 2] = [Joint { kind: Kind::Prismatic, .. }, ..];
//! if JOINTS[i].kind == Kind::Prismatic { .. }      `i` from a loop: only one arm is run
//! match JOINTS[i].kind { .. }                      the same
//! match name { "up" => a, _ => b }                 the same, where `name` is a literal
//! ```
//!
//! Such code has no value of its own kind. Its tokens are the value, spelled as the generated
//! function names them, so a variant can be joined, assigned and passed on as all opaque code is.
//!
//! Invariant: `==` is answered only for types whose definition is in view and derives `PartialEq`; an
//! `eq` of the user's own stays a question for run time. Cost: linear in the parts that are compared.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Expr, ExprMethodCall, Pat};

use crate::front::names::known_codes::written_text;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::own_variants::path_of;
use crate::front::syntax::strip::strip;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::{Maybe, Presence};
use crate::front::value::{Inactive, Value};
use crate::interface::Wrapper;

impl Lowering<Run> {
    /// The variant without fields that a path names, as the generated function spells it.
    pub(crate) fn variant_of_path(&self, path: &syn::ExprPath) -> Option<Value> {
        if path.qself.is_some() {
            return None;
        }
        let key = self.enum_of(&path.path)?;
        let name = &path.path.segments.last()?.ident;
        self.variant_named(&key, name)
            .filter(|variant| variant.fields.is_empty())?;
        let types = &self.given.types;
        let mut spelled = types.path_to(&key, self.given.home.module);
        spelled.segments.push(name.clone().into());
        Some(Value::Inactive(Inactive {
            tokens: spelled.into_token_stream(),
            mentions: Vec::new(),
        }))
    }

    /// The integer that `as` makes of a variant without fields.
    pub(crate) fn number_of_variant(&self, code: &Inactive) -> Option<Value> {
        let (key, name) = self.written_unit(&code.tokens)?;
        Some(Value::integer(self.variant_named(&key, &name)?.number?))
    }

    /// Whether code is known in a trial, where no variables are made.
    pub(crate) fn is_tried_code(&self, code: &Inactive) -> bool {
        self.writer.is_trial() && self.is_known_code(&code.tokens)
    }

    /// A part of an aggregate, evaluated now. In a trial only known code is a part.
    pub(crate) fn settle_known(&mut self, value: Value) -> Found<Value> {
        match &value {
            Value::Inactive(code) if self.is_tried_code(code) => Ok(value),
            _ => self.writer.settle_part(value),
        }
    }

    /// Whether opaque code fits a pattern, `Kind::Prismatic` or `"up"`. `None` if only rustc knows.
    pub(crate) fn known_code_fits(&self, pattern: &Pat, code: &TokenStream) -> Option<bool> {
        if let Pat::Lit(literal) = pattern {
            return is_same_text(&written_text(code)?, &literal.lit);
        }
        let (key, name) = self.written_unit(code)?;
        let path = path_of(pattern)?;
        let asked = &path.segments.last()?.ident;
        // A name that is no variant may be a constant of the type.
        self.variant_named(&key, asked)?;
        (self.enum_of(&path)? == key).then_some(*asked == name)
    }

    /// `left == right` and `left != right` in a trial, where both sides are known. `None` if the
    /// left side is none that is compared by its parts.
    pub(crate) fn known_equality(
        &mut self,
        binary: &syn::ExprBinary,
        left: &Value,
    ) -> Found<Option<Value>> {
        let is_equality = matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_));
        let is_number = |value: &Value| {
            matches!(
                value,
                Value::Scalar(_) | Value::Integer(_) | Value::Matrix(_)
            )
        };
        if !is_equality || !self.writer.is_trial() || is_number(left) || !self.is_whole_code(left) {
            return Ok(None);
        }
        let right = self.eval(&binary.right)?;
        let right = self.behind(right, &binary.right)?;
        match self.equal_parts(left, &right) {
            Some(equal) => {
                let answer = equal == matches!(binary.op, BinOp::Eq(_));
                Ok(Some(Value::Boolean(answer)))
            }
            None => {
                self.writer.at_run_time()?;
                Err(Stop)
            }
        }
    }

    /// `list.contains(&value)` and `(a..b).contains(&value)` in a trial. `None` for other calls, and
    /// for a list of floating-point numbers, which may be active.
    pub(crate) fn known_contains(&mut self, call: &ExprMethodCall) -> Found<Option<Value>> {
        let is_asked = call.method == "contains" && call.args.len() == 1;
        if !is_asked || !self.writer.is_trial() {
            return Ok(None);
        }
        let wanted = &call.args[0];
        if let Expr::Range(range) = strip(&call.receiver) {
            let wanted = self.eval_base(wanted)?;
            let wanted = self.known_integer(wanted, &call.args[0], "value")?;
            let start = match &range.start {
                Some(start) => self.eval_integer(start, "bound")?,
                None => i128::MIN,
            };
            let is_before = match (&range.end, range.limits) {
                (Some(end), syn::RangeLimits::HalfOpen(_)) => {
                    wanted < self.eval_integer(end, "bound")?
                }
                (Some(end), syn::RangeLimits::Closed(_)) => {
                    wanted <= self.eval_integer(end, "bound")?
                }
                (None, _) => true,
            };
            return Ok(Some(Value::Boolean(start <= wanted && is_before)));
        }
        let Value::Array(elements) = self.eval_base(&call.receiver)? else {
            return self.writer.refuse(call, "");
        };
        let wanted = self.eval_base(wanted)?;
        let (mut is_there, mut is_known) = (false, true);
        for element in elements.iter() {
            match self.equal_parts(element, &wanted) {
                Some(equal) => is_there |= equal,
                None => is_known = false,
            }
        }
        if !is_known {
            return self.writer.refuse(call, "");
        }
        Ok(Some(Value::Boolean(is_there)))
    }

    /// Whether all leaves of a value are known, codes included.
    fn is_whole_code(&self, value: &Value) -> bool {
        let mut is_whole = true;
        value.for_each_leaf(&mut |leaf| {
            is_whole &= match leaf {
                Value::Inactive(code) => self.is_known_code(&code.tokens),
                Value::Integer(_) | Value::Boolean(_) | Value::Scalar(_) => true,
                Value::Maybe(maybe) => is_answered(maybe),
                Value::Tuple(parts) | Value::Array(parts) => parts.is_empty(),
                Value::Struct(_, parts) => parts.is_empty(),
                Value::Unassigned => true,
                _ => false,
            }
        });
        is_whole
    }

    /// Whether two known values are equal, as `derive(PartialEq)` defines it.
    fn equal_parts(&self, left: &Value, right: &Value) -> Option<bool> {
        let constant = |id: &crate::ir::ValueId| {
            let code = self.writer.builder.code();
            Some(code.statement(*id).constant()?.value())
        };
        match (left, right) {
            (Value::Integer(a), Value::Integer(b)) => Some(a.value == b.value),
            (Value::Boolean(a), Value::Boolean(b)) => Some(a == b),
            #[expect(clippy::float_cmp, reason = "the comparison that the user wrote")]
            (Value::Scalar(a), Value::Scalar(b)) => Some(constant(a)? == constant(b)?),
            (Value::Inactive(a), Value::Inactive(b)) => {
                if let (Some(a), Some(b)) = (written_text(&a.tokens), written_text(&b.tokens)) {
                    return is_same_text(&a, &b);
                }
                let (a, b) = (self.written_unit(&a.tokens)?, self.written_unit(&b.tokens)?);
                (a.0 == b.0 && self.derives_equality(&a.0)).then_some(a.1 == b.1)
            }
            // A variant with fields and one without are different.
            (Value::Inactive(unit), Value::Struct(layout, _))
            | (Value::Struct(layout, _), Value::Inactive(unit)) => {
                let (key, _) = self.written_unit(&unit.tokens)?;
                let is_same = layout.own.as_ref() == Some(&key) && layout.is_variant;
                (is_same && self.derives_equality(&key)).then_some(false)
            }
            (Value::Struct(a, own), Value::Struct(b, other)) => {
                let key = a.own.as_ref().filter(|key| b.own.as_ref() == Some(key))?;
                if !self.derives_equality(key) || a.is_variant != b.is_variant {
                    return None;
                }
                if a.is_variant && a.path.segments.last() != b.path.segments.last() {
                    return Some(false);
                }
                let members = a.members.iter().zip(own.iter());
                let mut equal = true;
                for (member, part) in members {
                    equal &= self.equal_parts(part, other.get(b.position(member)?)?)?;
                }
                Some(equal)
            }
            (Value::Tuple(own), Value::Tuple(other)) | (Value::Array(own), Value::Array(other)) => {
                if own.len() != other.len() {
                    return None;
                }
                let mut equal = true;
                for (a, b) in own.iter().zip(other.iter()) {
                    equal &= self.equal_parts(a, b)?;
                }
                Some(equal)
            }
            (Value::Maybe(a), Value::Maybe(b)) => {
                let is_option = a.wrapper == Wrapper::Option && b.wrapper == Wrapper::Option;
                match (&a.presence, &b.presence) {
                    (Presence::Always, Presence::Always) if is_option => {
                        self.equal_parts(&a.inside, &b.inside)
                    }
                    (Presence::Never(..), Presence::Never(..)) if is_option => Some(true),
                    (Presence::Always, Presence::Never(..))
                    | (Presence::Never(..), Presence::Always)
                        if is_option =>
                    {
                        Some(false)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn is_answered(maybe: &Maybe) -> bool {
    maybe.wrapper == Wrapper::Option && !matches!(maybe.presence, Presence::Asked(_))
}

/// Whether two literals are one text or one character.
fn is_same_text(a: &syn::Lit, b: &syn::Lit) -> Option<bool> {
    match (a, b) {
        (syn::Lit::Str(a), syn::Lit::Str(b)) => Some(a.value() == b.value()),
        (syn::Lit::Char(a), syn::Lit::Char(b)) => Some(a.value() == b.value()),
        _ => None,
    }
}
