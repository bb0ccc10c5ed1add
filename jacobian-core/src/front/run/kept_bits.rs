//! `f64::from_bits(x.to_bits() & MASK)`: a number without its low bits, which is locally constant.

use proc_macro2::{Ident, Literal};
use quote::quote;
use syn::Expr;

use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::bit_masks::KeptBits;
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    /// The number, as opaque code without a derivative. `None` if other bits are meant.
    pub(crate) fn eval_kept_bits(
        &mut self,
        (ty, name): (&Ident, &Ident),
        bits: &Expr,
    ) -> Found<Option<Value>> {
        let width = if ty == "f64" { 64 } else { 32 };
        if name != "from_bits" || !(ty == "f64" || ty == "f32") || !self.names_scalar(ty) {
            return Ok(None);
        }
        let mut known = |mask: &Expr| match self.try_known(mask)? {
            Value::Integer(mask) => u64::try_from(mask.value).ok(),
            _ => None,
        };
        let kept = KeptBits::of(bits, width, &mut known);
        let Some(kept) = kept.filter(KeptBits::is_locally_constant) else {
            return Ok(None);
        };
        let number = self.eval_scalar(kept.of, Behind::Reference)?;
        self.writer.at_run_time()?;
        let mut mentions = Vec::new();
        let number = Value::Scalar(number);
        let number = self.spell(&number, &mut mentions).ok_or(Stop)?;
        let [mask, set] = [kept.kept, kept.set].map(Literal::u64_unsuffixed);
        let ty = quote!(::core::primitive::#ty);
        let set = (kept.set != 0).then(|| quote!(| #set));
        let tokens = quote!(#ty::from_bits(#ty::to_bits(#number) & #mask #set));
        let number = Inactive { tokens, mentions };
        let number = self.writer.materialize(number, Behind::Nothing)?;
        Ok(Some(Value::Scalar(number)))
    }
}
