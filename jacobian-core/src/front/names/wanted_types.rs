//! Types of the parameters of a method, by which its arguments are evaluated: `a.cross(b.into())`.

use std::rc::Rc;

use quote::ToTokens;
use syn::Type;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Head;
use crate::front::syntax::tokens::names_any;
use crate::spelling::replaced;

impl<M> Lowering<M> {
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
