//! Methods of other people's traits on active scalars: `x.try_sqrt()`, `x.scale(k)`.
//!
//! ```text
//! x.sinc()     fn f(x: f64) -> f64 { if x == 0.0 { 1.0 } else { x.sin() / x } }
//! ```
//!
//! A method that `f64` has under another name was renamed when the signature was read. One that is
//! more than an operation is Rust text in [`foreign_texts`], which is run like a function of the
//! user's. Such a method has a meaning only if a scalar is bound by the trait, because a trait that
//! we do not see might have one of the same name.
//!
//! Cost: a text is parsed at each call, which is 0.1 ms unoptimized.

use std::borrow::Cow;

use proc_macro2::Ident;
use quote::format_ident;

use crate::ir::elemental::Operation;
use crate::ir::{Origin, ValueId};

use crate::front::flow::machine::Machine;
use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::elementals::is_of_number;
use crate::front::syntax::foreign_texts;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::write::opaque::Behind;

impl<M: Machine> Lowering<M> {
    /// Whether a method has a meaning as one of a foreign trait.
    pub(crate) fn is_foreign_method(&self, call: &syn::ExprMethodCall) -> bool {
        self.foreign_text(call).is_some() || self.is_foreign_power(call)
    }

    /// Whether a method of a foreign trait gives an `Option`: `x.to_i64()`, `x.try_sqrt()`.
    pub(crate) fn foreign_method_may_fail(&self, call: &syn::ExprMethodCall) -> bool {
        let text = self.foreign_text(call);
        text.is_some_and(|text| text.contains("-> Option<"))
    }

    fn foreign_text(&self, call: &syn::ExprMethodCall) -> Option<Cow<'static, str>> {
        let traits = &self.names.scalar_traits;
        let name = call.method.to_string();
        // `f64` has these too, deprecated, and a method of its own comes before those of traits.
        let is_deprecated = matches!(name.as_str(), "is_positive" | "is_negative" | "abs_sub");
        let is_inherent = is_deprecated || is_of_number(&name);
        let has = |asked: &[&str]| {
            traits.iter().any(|name| asked.contains(&name.as_str()))
                || (!is_inherent && asked.iter().any(|name| self.imports_number_trait(name)))
        };
        let converts =
            call.args.is_empty() && (has(&["ToPrimitive"]) || self.imports_conversions());
        if converts && let Some(text) = foreign_texts::to_primitive(&name, &self.given.scalar_name)
        {
            return Some(Cow::Owned(text));
        }
        foreign_texts::helper(&name, &has).map(Cow::Borrowed)
    }

    fn is_foreign_power(&self, call: &syn::ExprMethodCall) -> bool {
        let is_in_scope = || !self.names.scalar_traits.is_empty() || self.has_power_trait();
        call.method == "pow" && call.args.len() == 1 && is_in_scope()
    }

    /// A method of a foreign trait on a scalar.
    pub(crate) fn foreign_method(
        &mut self,
        receiver: ValueId,
        arguments: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        if self.is_foreign_power(call) {
            return self.foreign_power(receiver, arguments, call);
        }
        let text = self.foreign_text(call).ok_or(Stop)?;
        let receiver = std::iter::once(Value::Scalar(receiver));
        self.run_text(&text, receiver.chain(arguments).collect(), call)
    }

    /// `x.pow(n)` of `num_traits::Pow`: `powi` for integers, `powf` for numbers.
    fn foreign_power(
        &mut self,
        receiver: ValueId,
        arguments: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let arguments: Vec<Value> = arguments
            .into_iter()
            .map(Value::behind_references)
            .collect();
        let name = match arguments.as_slice() {
            [Value::Integer(_)] => "powi",
            _ => "powf",
        };
        let name = format_ident!("{name}", span = call.method.span());
        self.elemental_of(&name, receiver, arguments, call)
    }

    /// `num_traits::clamp(x, a, b)`
    pub(crate) fn foreign_function(
        &mut self,
        path: (&Ident, &Ident),
        arguments: Vec<Value>,
        at: &syn::ExprCall,
    ) -> Found<Value> {
        let (library, name) = (path.0.to_string(), path.1.to_string());
        match foreign_texts::free_function(&library, &name) {
            Some(text) => self.run_text(text, arguments, at),
            None => self.repeated_product(arguments, at),
        }
    }

    /// `num_traits::pow(x, n)`, which multiplies by squaring, from the lowest bit of `n` up.
    fn repeated_product(&mut self, arguments: Vec<Value>, at: &syn::ExprCall) -> Found<Value> {
        let [base, exponent] = <[Value; 2]>::try_from(arguments).map_err(|_| Stop)?;
        let mut base = self.as_scalar(base, &at.args[0], Behind::Nothing)?;
        let mut exponent = match exponent.behind_references() {
            Value::Integer(integer) => integer.value,
            other => {
                let message = messages::integer_not_known("exponent", &other.describe());
                return self.writer.refuse(at, &message);
            }
        };
        let mut product: Option<ValueId> = None;
        while exponent > 0 {
            if exponent & 1 == 1 {
                product = Some(match product {
                    Some(product) => self.multiplied(product, base),
                    None => base,
                });
            }
            exponent >>= 1;
            if exponent > 0 {
                base = self.multiplied(base, base);
            }
        }
        Ok(match product {
            Some(product) => Value::Scalar(product),
            None => self.writer.literal_of(1),
        })
    }

    fn multiplied(&mut self, a: ValueId, b: ValueId) -> ValueId {
        let builder = &mut self.writer.builder;
        builder.apply(Operation::Mul, &[a, b], Origin::default())
    }
}
