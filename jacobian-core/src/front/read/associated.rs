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

    /// The type that `Self::Name` means.
    fn meant(&self, name: &syn::Ident) -> Option<syn::Type> {
        let (_, meant) = self.types.iter().find(|(known, _)| known == name)?;
        let mut meant = meant.clone();
        self.without(name).visit_type_mut(&mut meant);
        Some(meant)
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
        let name = match ty {
            syn::Type::Path(path) if path.qself.is_none() => of_self(&path.path),
            _ => None,
        };
        match name.and_then(|name| self.meant(&name)) {
            Some(meant) => *ty = meant,
            None => syn::visit_mut::visit_type_mut(self, ty),
        }
    }

    /// `Self::Output { re, im }`, `Self::Output::new(re, im)`
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        syn::visit_mut::visit_path_mut(self, path);
        let mut segments = path.segments.iter();
        let name = match (segments.next(), segments.next()) {
            (Some(of), Some(name)) if of.ident == "Self" => name.ident.clone(),
            _ => return,
        };
        if let Some(mut meant) = self.meant(&name).as_ref().and_then(path_of) {
            meant.segments.extend(segments.cloned());
            *path = meant;
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

/// The path of a type, as it is written in an expression: `Pair::<f64>`.
fn path_of(ty: &syn::Type) -> Option<syn::Path> {
    let mut path = match ty {
        syn::Type::Path(path) if path.qself.is_none() => path.path.clone(),
        syn::Type::Group(inner) => return path_of(&inner.elem),
        _ => return None,
    };
    for segment in &mut path.segments {
        if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    Some(path)
}

/// The name in `Self::Name`.
fn of_self(path: &syn::Path) -> Option<syn::Ident> {
    let mut segments = path.segments.iter();
    match (segments.next(), segments.next(), segments.next()) {
        (Some(of), Some(name), None) if of.ident == "Self" => Some(name.ident.clone()),
        _ => None,
    }
}
