//! Traits in `dyn Model` and `impl Model`: those by which code knows a value of any type.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::ordered::Set;

use crate::front::syntax::foreign_traits::name_of_bound;

/// The last names of such traits.
#[derive(Default)]
pub(crate) struct BehindTypes(pub(crate) Set<String>);

impl<'ast> Visit<'ast> for BehindTypes {
    fn visit_type_trait_object(&mut self, found: &'ast syn::TypeTraitObject) {
        self.0.extend(found.bounds.iter().filter_map(name_of_bound));
        visit::visit_type_trait_object(self, found);
    }

    fn visit_type_impl_trait(&mut self, found: &'ast syn::TypeImplTrait) {
        self.0.extend(found.bounds.iter().filter_map(name_of_bound));
        visit::visit_type_impl_trait(self, found);
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        let is_block = matches!(found.delimiter, syn::MacroDelimiter::Brace(_));
        self.tokens(found.tokens.clone(), !is_block);
    }
}

impl BehindTypes {
    /// All names behind `dyn`, and behind an `impl` that does not begin an item. Blocks and
    /// repetitions, `$( impl Float for $t { .. } )*`, begin with items, lists of types do not.
    fn tokens(&mut self, tokens: TokenStream, begins_with_type: bool) {
        let (mut is_behind, mut after_sign) = (false, begins_with_type);
        let mut repeats = false;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => {
                    let is_block = group.delimiter() == Delimiter::Brace;
                    self.tokens(group.stream(), !is_block && !repeats);
                }
                TokenTree::Ident(name) if name == "dyn" => is_behind = true,
                TokenTree::Ident(name) if name == "impl" => is_behind = after_sign,
                TokenTree::Ident(name) if is_behind => {
                    self.0.insert(name.to_string());
                }
                TokenTree::Punct(sign) => is_behind &= matches!(sign.as_char(), ':' | '+' | '\''),
                _ => is_behind = false,
            }
            repeats = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '$');
            after_sign = matches!(&token, TokenTree::Punct(sign) if matches!(sign.as_char(), ':' | '&' | '>' | '<' | ','));
        }
    }
}
