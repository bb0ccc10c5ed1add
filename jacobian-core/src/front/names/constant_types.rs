//! Types of constants and of variants, which a path names.
//!
//! ```text
//! const WGS84: Ellipsoid = Ellipsoid::new(6378.137, 298.257);     `WGS84.radius(x)`, `WGS84.a`
//! Mode::Fast.gain()                                               an enum
//! ```

use proc_macro2::{TokenStream, TokenTree};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::interface::Layout;

impl<M> Lowering<M> {
    /// The type of the constant that a place begins with, `Ellipsoid::WGS84.a`, and the rest.
    pub(crate) fn type_of_constant(&self, place: &TokenStream) -> (Option<Written>, TokenStream) {
        let mut path = String::new();
        let mut tokens = place.clone().into_iter().peekable();
        let is_of_path = |token: &TokenTree| match token {
            TokenTree::Ident(_) => true,
            TokenTree::Punct(sign) => sign.as_char() == ':',
            _ => false,
        };
        while let Some(token) = tokens.next_if(is_of_path) {
            path += &token.to_string();
        }
        let found = self.names.constant_types.get(&path).cloned();
        let rest = if found.is_some() {
            tokens.collect()
        } else {
            place.clone()
        };
        (found, rest)
    }

    /// The enum of `Mode::Fast`.
    pub(crate) fn type_of_unit_variant(&self, path: &syn::Path) -> Option<Written> {
        let mut owner = path.clone();
        let name = owner.segments.pop()?.ident;
        owner.segments.pop_punct();
        let key = self.given.types.key(&owner, &self.within())?;
        let variants = self.given.types.variants(&key, self.given.home.module)?;
        let is_named = |layout: &Layout| {
            layout
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == name)
        };
        variants.iter().any(is_named).then(|| Written::of(&key))
    }
}
