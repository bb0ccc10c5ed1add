//! Other instances of a generic type that a method of it names: `Vector<2>` in a method of
//! `Vector<N>`.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::Type;

use crate::front::names::state::Lowering;
use crate::front::syntax::types::behind_reference;
use crate::front::value::function::FunctionId;

impl<M> Lowering<M> {
    /// Whether a method of `V<N>` names a `V` with other arguments, for example `V<2>`. Then a `V`
    /// without arguments may be that one.
    pub(crate) fn names_other_instance(&self, method: &FunctionId) -> bool {
        let method = self.names.functions.get(method);
        let Some(Type::Path(this)) = method.this.as_ref().map(behind_reference) else {
            return false;
        };
        let Some(last) = this.path.segments.last() else {
            return false;
        };
        let mut others = Others {
            name: &last.ident,
            arguments: last.arguments.to_token_stream().to_string(),
            found: false,
        };
        syn::visit::Visit::visit_expr(&mut others, &method.body);
        let result = method.result.iter();
        result.for_each(|ty| syn::visit::Visit::visit_type(&mut others, ty));
        others.found
    }
}

/// A search for a type with other arguments than these.
struct Others<'a> {
    name: &'a Ident,
    arguments: String,
    found: bool,
}

impl<'ast> syn::visit::Visit<'ast> for Others<'_> {
    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        let given = segment.arguments.to_token_stream().to_string();
        let given = given.trim_start_matches(":: ");
        self.found |= segment.ident == *self.name
            && !given.is_empty()
            && given != self.arguments.trim_start_matches(":: ");
        syn::visit::visit_path_segment(self, segment);
    }
}
