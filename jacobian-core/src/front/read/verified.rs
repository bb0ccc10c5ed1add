//! What the option `verify` can compare: functions that can be called again with other variables.

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::impl_parameters::has_impl_trait;
use crate::front::read::impossible::not_flat;
use crate::front::read::outputs::FieldOutput;
use crate::front::read::reader::{Reader, Scalars};
use crate::front::syntax::types::is_mutable_borrow;
use crate::interface::{Extras, Parameter, Returned, Wrapper};
use crate::options::ValuePath;

/// The options whose code is not compared.
fn beside(extras: &Extras) -> impl Iterator<Item = &'static str> {
    let asked = [
        ("jvp", extras.jvp),
        ("vjp", extras.vjp),
        ("linearize", extras.linearize.is_some()),
        ("hessian", extras.hessian.is_some()),
        ("hvp", extras.hvp.is_some()),
        ("normal", extras.normal.is_some()),
        ("batch", extras.batch),
        ("dispatch", extras.dispatch.is_some()),
    ];
    asked
        .into_iter()
        .filter(|(_, is)| *is)
        .map(|(name, _)| name)
}

impl Reader<'_> {
    /// Refuses `verify` for a function that cannot be called again, and beside options whose code
    /// it does not compare.
    pub(crate) fn refuse_verify(
        &mut self,
        function: &syn::ItemFn,
        parameters: &[Parameter],
        (returned, columns, outputs): (&Returned, &[Column], &[FieldOutput]),
    ) {
        let Some(option) = self.arguments.extras.verify else {
            return;
        };
        for other in beside(&self.arguments.extras) {
            self.diagnostics
                .error(option, &messages::verify_beside(other));
        }
        if self.arguments.options.value == ValuePath::Fused {
            self.diagnostics.error(option, messages::VERIFY_FUSED);
        }
        let signature = &function.sig;
        let receiver = signature.receiver();
        let Arguments {
            scalars, instances, ..
        } = self.arguments;
        let is_chosen = |parameter: &syn::TypeParam| {
            let own = &parameter.ident;
            let is_type = instances.iter().any(|(name, _)| name == own);
            is_type || scalars.iter().any(|(name, _)| name == own)
        };
        let is_kept_mutable =
            |parameter: &Parameter| parameter.output.is_none() && is_mutable_borrow(&parameter.ty);
        let is_opaque_error = returned.wrapper != Wrapper::Plain
            && matches!(&signature.output, syn::ReturnType::Type(_, ty) if names_impl(ty));
        let reason = if let Some(reason) = not_flat(parameters, columns, outputs) {
            reason
        } else if receiver.is_some_and(|this| !is_shared(this)) {
            "it takes or changes `self`"
        } else if self.arguments.is_of_trait {
            "it is a method of a trait"
        } else if self.reading.scalars == Scalars::Two {
            "it mixes `f32` and `f64`"
        } else if !self.arguments.requests.is_empty() {
            "the caller gives the derivative of a parameter"
        } else if !signature.generics.type_params().all(is_chosen) {
            "it has a type parameter, which `scalar(T = f64)` can choose"
        } else if has_impl_trait(function) || is_opaque_error {
            "it has a type that only rustc knows, `impl Trait`"
        } else if parameters.iter().any(is_kept_mutable) {
            "it changes a parameter that is neither a variable nor an output"
        } else {
            return;
        };
        self.diagnostics
            .error(option, &messages::verify_impossible(reason));
    }
}

/// `&self`
fn is_shared(receiver: &syn::Receiver) -> bool {
    matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None))
}

/// Whether a type says `impl` somewhere.
fn names_impl(ty: &syn::Type) -> bool {
    let tokens = quote::ToTokens::to_token_stream(ty);
    crate::front::syntax::tokens::names_any(&tokens, &["impl"])
}
