//! Paths of an inlined function, as the attributed function can write them.
//!
//! ```text
//! mod steam {
//!     enum Region { Hot, Cold }
//!     pub fn at(x: f64) -> f64 { match region(x) { Region::Hot => .. } }
//! }                            in another module: `super::steam::Region::Hot => ..`
//! ```

use syn::visit_mut::{self, VisitMut};

use crate::front::names::state::Lowering;

/// Names that mean the same in every module, unless someone redefines them.
pub(crate) const MEANS_THE_SAME: &[&str] = &[
    "std", "core", "f64", "f32", "usize", "isize", "u8", "u16", "u32", "u64", "u128", "i8", "i16",
    "i32", "i64", "i128", "bool", "Some", "None", "Ok", "Err", "Option", "Result", "Vec",
];

impl<M> Lowering<M> {
    /// A pattern with the paths in it, of items and of types, spelled for the attributed function.
    pub(crate) fn pattern_here(&self, pattern: &syn::Pat) -> syn::Pat {
        let mut here = pattern.clone();
        if self.frames.foreign > 0 {
            Respelled::of(self).visit_pat_mut(&mut here);
        }
        here
    }

    /// The same for a constant in the body. `None` if a name in it has no spelling there.
    pub(crate) fn constant_here(&self, item: &syn::Item) -> Option<syn::Item> {
        let syn::Item::Const(constant) = item else {
            return None;
        };
        let mut here = constant.clone();
        let mut respelled = Respelled::of(self);
        respelled.visit_type_mut(&mut here.ty);
        respelled.visit_expr_mut(&mut here.expr);
        respelled.is_clear.then_some(syn::Item::Const(here))
    }

    /// Whether a path means the same in both functions, or is spelled for the attributed one now.
    pub(crate) fn respell(&self, path: &mut syn::Path) -> bool {
        let means_the_same = |path: &syn::Path| {
            let first = path.segments.first();
            first.is_none_or(|first| MEANS_THE_SAME.iter().any(|name| first.ident == name))
        };
        self.frames.foreign == 0
            || path.leading_colon.is_some()
            // If no call has bound `self`, all methods so far are called on that of the caller.
            || path.is_ident("self")
            || means_the_same(path)
            || self.spell_type_here(path)
            || self.spell_item_here(path)
    }

    /// `N` among the arguments of a path looks like a type. If it is a constant, its path is in
    /// braces.
    pub(crate) fn respell_const_argument(&self, argument: &mut syn::GenericArgument) {
        if self.frames.foreign > 0
            && let syn::GenericArgument::Type(syn::Type::Path(named)) = argument
            && let Some(name) = named.path.get_ident()
            && self
                .given
                .types
                .places
                .is_constant(name, self.within().module)
        {
            let path = &named.path;
            *argument = syn::GenericArgument::Const(syn::parse_quote!({ #path }));
        }
    }

    /// Spells a path to an item of the modules in view as the attributed function can write it, and
    /// one that an import brings from another crate. `false` if it is neither.
    fn spell_item_here(&self, path: &mut syn::Path) -> bool {
        let types = &self.given.types;
        let (module, home) = (self.within().module, self.given.home.module);
        let here = types.places.path_from(home, path, module);
        // What is private in a crate that is seen has no path outside, whatever imports it there.
        let is_public = |whole: &syn::Path| !types.places.is_of_seen(whole);
        let imported = || types.imports.whole_import(path, module).filter(is_public);
        let here = here.or_else(imported);
        let in_body = || self.names.imports.whole_import_of_body(path, module);
        let here = here.or_else(|| in_body().filter(is_public));
        here.map(|here| *path = here).is_some()
    }
}

/// Visits `<P as Unit>::K`: the type, the path of the trait alone, and the name behind it.
pub(crate) fn visit_qualified<V: VisitMut>(
    visitor: &mut V,
    of: &mut Option<syn::QSelf>,
    path: &mut syn::Path,
) {
    let Some(of) = of else {
        return visitor.visit_path_mut(path);
    };
    visitor.visit_type_mut(&mut of.ty);
    let mut segments = std::mem::take(&mut path.segments).into_iter();
    path.segments = segments.by_ref().take(of.position).collect();
    if of.position > 0 {
        visitor.visit_path_mut(path);
    }
    of.position = path.segments.len();
    for mut segment in segments {
        visitor.visit_path_segment_mut(&mut segment);
        path.segments.push(segment);
    }
}

struct Respelled<'a, M> {
    lowering: &'a Lowering<M>,
    /// Whether all paths have a spelling.
    is_clear: bool,
}

impl<'a, M> Respelled<'a, M> {
    fn of(lowering: &'a Lowering<M>) -> Self {
        let is_clear = true;
        Self { lowering, is_clear }
    }
}

impl<M> VisitMut for Respelled<'_, M> {
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        visit_qualified(self, &mut path.qself, &mut path.path);
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        self.is_clear &= self.lowering.respell(path);
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_generic_argument_mut(&mut self, argument: &mut syn::GenericArgument) {
        self.lowering.respell_const_argument(argument);
        visit_mut::visit_generic_argument_mut(self, argument);
    }

    fn visit_pat_mut(&mut self, pattern: &mut syn::Pat) {
        // A constant without a path looks like a variable.
        if let syn::Pat::Ident(name) = pattern
            && name.subpat.is_none()
            && name.by_ref.is_none()
            && name.mutability.is_none()
            && name.ident.to_string().starts_with(char::is_uppercase)
        {
            let mut path = syn::Path::from(name.ident.clone());
            if self.lowering.spell_item_here(&mut path) {
                *pattern = syn::Pat::Path(syn::parse_quote!(#path));
            }
        }
        visit_mut::visit_pat_mut(self, pattern);
    }
}
