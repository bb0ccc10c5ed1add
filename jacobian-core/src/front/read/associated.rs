//! Associated types and constants of an `impl`, put in place of their names.
//!
//! ```text
//! type State = [f64; Self::N];  const N: usize = 2;
//! fn rate(&self, y: &Self::State) -> Self::State      y: &[f64; 2], the result [f64; 2]
//! ```

use syn::ImplItem;
use syn::visit_mut::VisitMut;

/// Replaces `Self::State` by the type in the `impl`, and `Self::N` as a length by the constant,
/// because both mean nothing if the trait is not in scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Associated {
    types: Vec<(syn::Ident, syn::Type)>,
    lengths: Vec<(syn::Ident, syn::Expr)>,
}

impl Associated {
    /// The types and constants of an `impl`.
    pub(crate) fn of(block: &syn::ItemImpl) -> Self {
        let mut associated = Self::default();
        for item in &block.items {
            match item {
                ImplItem::Type(found) => {
                    let meant = (found.ident.clone(), found.ty.clone());
                    associated.types.push(meant);
                }
                ImplItem::Const(found) => {
                    let meant = (found.ident.clone(), found.expr.clone());
                    associated.lengths.push(meant);
                }
                _ => {}
            }
        }
        associated
    }

    /// The definitions with other names. A type may contain another one, but not itself.
    fn without(&self, name: &syn::Ident) -> Self {
        let mut others = self.clone();
        others.types.retain(|(known, _)| known != name);
        others.lengths.retain(|(known, _)| known != name);
        others
    }
}

impl VisitMut for Associated {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        syn::visit_mut::visit_type_mut(self, ty);
        let syn::Type::Path(path) = ty else { return };
        let Some(name) = of_self(&path.path) else {
            return;
        };
        let found = self.types.iter().find(|(known, _)| *known == name);
        if let Some((_, meant)) = found {
            let mut meant = meant.clone();
            self.without(&name).visit_type_mut(&mut meant);
            *ty = meant;
        }
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        syn::visit_mut::visit_type_array_mut(self, array);
        let syn::Expr::Path(path) = &array.len else {
            return;
        };
        let Some(name) = of_self(&path.path) else {
            return;
        };
        let found = self.lengths.iter().find(|(known, _)| *known == name);
        if let Some((_, meant)) = found {
            array.len = meant.clone();
        }
    }
}

/// The name in `Self::Name`.
fn of_self(path: &syn::Path) -> Option<syn::Ident> {
    let mut segments = path.segments.iter();
    match (segments.next(), segments.next(), segments.next()) {
        (Some(of), Some(name), None) if of.ident == "Self" => Some(name.ident.clone()),
        _ => None,
    }
}
