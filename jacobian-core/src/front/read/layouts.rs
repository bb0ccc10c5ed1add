//! Layouts of types, and the paths by which a place names them.

use crate::front::read::definitions::{Body, Key, Types, Within};
use crate::interface::{ConstArguments, Layout};

impl Types {
    /// The path by which a place names a type: the shortest in view there.
    pub(crate) fn path_to(&self, key: &Key, module: usize) -> syn::Path {
        let name = || syn::parse_str(key.rsplit("::").next()?).ok();
        let found = self.path_in_view(key, module).or_else(name);
        found.unwrap_or_else(|| syn::parse_quote!(Self))
    }

    /// The same, if there is one in view.
    pub(crate) fn path_in_view(&self, key: &Key, module: usize) -> Option<syn::Path> {
        let seen = self.seen.get(module).into_iter().flatten();
        let names = seen.filter(|(_, own)| self.is_named(own, key));
        let names = names.map(|(path, _)| path);
        // A name alone, which an import or a definition brings, is surely in scope.
        let shortest = names.min_by_key(|path| (path.contains("::"), path.len(), (*path).clone()));
        let in_view = shortest.and_then(|path| syn::parse_str(path).ok());
        in_view.or_else(|| self.places.public_path(key))
    }

    /// Whether a name is that of a type, or of an alias without parameters of it.
    fn is_named(&self, own: &Key, key: &Key) -> bool {
        own == key
            || self.definitions.get(own).is_some_and(|found| {
                let at = Within {
                    module: found.module,
                    this: None,
                };
                found.generics.params.is_empty()
                    && matches!(&found.body, Body::Alias(ty) if self.key_of(ty, &at).as_ref() == Some(key))
            })
    }

    /// The layout of a struct with a definition in view, as a module names it.
    pub(crate) fn layout(&self, key: &Key, module: usize) -> Option<Layout> {
        match &self.definitions.get(key)?.body {
            Body::Struct(fields) => Some(Layout {
                path: self.path_to(key, module),
                members: fields.iter().map(|field| field.member.clone()).collect(),
                own: Some(key.clone()),
                is_variant: false,
                made: self.definitions.get(key)?.made,
                access: self.definitions.get(key)?.access,
                lengths: ConstArguments::default(),
            }),
            _ => None,
        }
    }
}
