//! Other names of types: `type State = Vector6<f64>` of the attributed module or of the function.
//!
//! ```text
//! type State = Vector6<f64>;           type Square<const N: usize> = SMatrix<f64, N, N>;
//! fn f(x: &State) -> State { .. }      fn f(x: &Vector6<f64>) -> Vector6<f64> { .. }
//! State::zeros()                       Vector6::<f64>::zeros()
//! ```
//!
//! Numbers, lists, tuples and matrices are known by the form of their type, so their aliases are
//! replaced before anything else is read. Aliases of structs stay, because the definition of the
//! struct is found through them. An alias is replaced in its own module only: in another, the names
//! in its type may mean something else.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Item, PathArguments, Type};

use crate::front::read::imports::full_paths;
use crate::front::read::resolve::is_path_of_nalgebra;
use crate::front::syntax::types::name_of_parameter;
use crate::front::syntax::{integers, matrix_types};
use crate::ordered::Map;

/// Aliases of aliases are followed so far, so that a circle comes to an end.
const MOST_ALIASES: usize = 16;

/// The aliases that are replaced, by their names.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeAliases(Map<String, Alias>);

#[derive(Clone, Debug)]
struct Alias {
    /// `None` for the other name of an import, which takes the arguments of the type itself.
    parameters: Option<Vec<String>>,
    /// Whether one of them is a const parameter.
    has_lengths: bool,
    ty: Type,
}

impl Alias {
    /// The arguments where none are written: types that rustc infers, and no lengths.
    fn unnamed(&self) -> Vec<TokenStream> {
        match &self.parameters {
            Some(parameters) if !self.has_lengths => vec![quote!(_); parameters.len()],
            _ => Vec::new(),
        }
    }
}

impl TypeAliases {
    /// The aliases among the items of one module.
    pub(crate) fn of<'a>(items: impl IntoIterator<Item = &'a Item>) -> Self {
        let mut aliases = Self::default();
        for item in items {
            if let Item::Use(item) = item {
                aliases.add_renamed(&item.tree);
            }
            let Item::Type(item) = item else {
                continue;
            };
            // One under `cfg` may be missing.
            if item.attrs.iter().all(|attribute| {
                attribute.path().is_ident("doc") || attribute.path().is_ident("allow")
            }) {
                aliases.add(item);
            }
        }
        // What an alias of an alias is shows only when all are known.
        let known = aliases.clone();
        aliases.0.retain(|name, alias| {
            let is_renamed = alias.parameters.is_none();
            is_renamed || (name != "Result" && is_replaced(&known.seen_through(&alias.ty)))
        });
        aliases
    }

    fn add(&mut self, item: &syn::ItemType) {
        let parameters = item.generics.params.iter().map(name_of_parameter);
        let alias = Alias {
            parameters: Some(parameters.collect()),
            has_lengths: item.generics.const_params().next().is_some(),
            ty: (*item.ty).clone(),
        };
        self.0.insert(item.ident.to_string(), alias);
    }

    /// `use nalgebra::Vector3 as V3`, so that `V3<f64>` is `nalgebra::Vector3<f64>`.
    fn add_renamed(&mut self, tree: &syn::UseTree) {
        full_paths(tree, "", &mut |alias, path| {
            let last = path.rsplit("::").next().unwrap_or_default();
            let Ok(named) = syn::parse_str::<syn::Ident>(last) else {
                return;
            };
            let is_matrix =
                is_path_of_nalgebra(&path) && matrix_types::mentions(named.into_token_stream());
            if alias == last || !is_matrix || last.starts_with(char::is_lowercase) {
                return;
            }
            if let Ok(ty) = syn::parse_str(&path) {
                let renamed = Alias {
                    parameters: None,
                    has_lengths: false,
                    ty,
                };
                self.0.insert(alias, renamed);
            }
        });
    }

    /// The function with aliases replaced, also those that its body defines.
    pub(crate) fn in_function(&self, function: syn::ItemFn) -> syn::ItemFn {
        let inner = function
            .block
            .stmts
            .iter()
            .filter_map(|statement| match statement {
                syn::Stmt::Item(item) => Some(item),
                _ => None,
            });
        let inner: Vec<&Item> = inner.collect();
        let mut aliases = self.clone();
        for item in &inner {
            match item {
                Item::Struct(item) => aliases.forget(&item.ident),
                Item::Enum(item) => aliases.forget(&item.ident),
                Item::Type(item) => aliases.forget(&item.ident),
                _ => {}
            }
        }
        aliases.0.extend(Self::of(inner).0);
        for parameter in function.sig.generics.type_params() {
            aliases.forget(&parameter.ident);
        }
        let mut function = function;
        if !aliases.0.is_empty() {
            aliases.walk().visit_item_fn_mut(&mut function);
        }
        function
    }

    /// The items of the module with aliases replaced.
    pub(crate) fn in_items(&self, items: Vec<Item>) -> Vec<Item> {
        if self.0.is_empty() {
            return items;
        }
        let replaced = |mut item: Item| {
            match &mut item {
                // A function is replaced when it is read, with the aliases that it defines.
                Item::Mod(_) | Item::Fn(_) | Item::Type(_) => {}
                // The type itself and the trait say whose methods these are.
                Item::Impl(block) => {
                    for inner in &mut block.items {
                        self.walk().visit_impl_item_mut(inner);
                    }
                }
                item => self.walk().visit_item_mut(item),
            }
            item
        };
        items.into_iter().map(replaced).collect()
    }

    /// Whether a name is an alias that is replaced.
    pub(crate) fn has(&self, name: &syn::Ident) -> bool {
        self.0.contains_key(&name.to_string())
    }

    fn forget(&mut self, name: &syn::Ident) {
        self.0.remove(&name.to_string());
    }

    fn walk(&self) -> Walk<'_> {
        Walk {
            aliases: self,
            n_inside: 0,
        }
    }

    pub(crate) fn seen_through(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        self.walk().visit_type_mut(&mut ty);
        ty
    }

    /// The type that a path is another name of, with the arguments in place.
    fn target(&self, path: &syn::Path) -> Option<Type> {
        let mut segments = path.segments.iter();
        let mut name = segments.next()?;
        if name.ident == "self" {
            name = segments.next()?;
        }
        let alias = self.0.get(&name.ident.to_string())?;
        if path.leading_colon.is_some() || segments.next().is_some() {
            return None;
        }
        let given: Vec<TokenStream> = match &name.arguments {
            PathArguments::AngleBracketed(given) => {
                given.args.iter().map(ToTokens::to_token_stream).collect()
            }
            // `State::zeros()` leaves the scalar to the place.
            _ => alias.unnamed(),
        };
        let Some(parameters) = &alias.parameters else {
            let Type::Path(mut target) = alias.ty.clone() else {
                return None;
            };
            target.path.segments.last_mut()?.arguments = name.arguments.clone();
            return Some(Type::Path(target));
        };
        if given.len() != parameters.len() {
            return None;
        }
        if given.is_empty() {
            return Some(alias.ty.clone());
        }
        let names = parameters.iter().cloned();
        let meanings: Vec<_> = names.zip(given).collect();
        syn::parse2(crate::spelling::replaced(
            alias.ty.to_token_stream(),
            &meanings,
        ))
        .ok()
    }
}

/// Whether a type is known by its form.
fn is_replaced(ty: &Type) -> bool {
    match ty {
        Type::Array(_) | Type::Slice(_) | Type::Tuple(_) => true,
        Type::Reference(inner) => is_replaced(&inner.elem),
        Type::Paren(inner) => is_replaced(&inner.elem),
        Type::Group(inner) => is_replaced(&inner.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            let is_scalar = matches!(name.as_str(), "f64" | "f32") || integers::fits(0, &name);
            let is_matrix = matrix_types::element(last).is_some()
                && matrix_types::mentions(last.ident.to_token_stream());
            let is_wrapper = matches!(name.as_str(), "Box" | "Option" | "Result" | "Vec");
            is_scalar || is_matrix || is_wrapper
        }),
        _ => false,
    }
}

struct Walk<'a> {
    aliases: &'a TypeAliases,
    /// How many aliases are being replaced around.
    n_inside: usize,
}

impl VisitMut for Walk<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && path.qself.is_none()
            && let Some(target) = self.aliases.target(&path.path)
            && self.n_inside < MOST_ALIASES
        {
            *ty = target;
            self.n_inside += 1;
            self.visit_type_mut(ty);
            self.n_inside -= 1;
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    /// `State::zeros()`
    fn visit_expr_path_mut(&mut self, expression: &mut syn::ExprPath) {
        let n_segments = expression.path.segments.len();
        if expression.qself.is_none() && n_segments > 1 {
            let last = expression.path.segments.last().cloned();
            let mut owner = expression.path.clone();
            owner.segments.pop();
            owner.segments.pop_punct();
            if let (Some(last), Some(target)) = (last, self.aliases.target(&owner)) {
                let target = self.aliases.seen_through(&target);
                if let Some(path) = of_type(&target, &last) {
                    *expression = path;
                    return;
                }
            }
        }
        visit_mut::visit_expr_path_mut(self, expression);
    }

    /// Items inside a function see no names of it.
    fn visit_item_mut(&mut self, item: &mut Item) {
        if !matches!(item, Item::Type(_)) {
            visit_mut::visit_item_mut(self, item);
        }
    }
}

/// The path of a function of a type: `Vector6::<f64>::zeros`, `<[f64; 3]>::default`.
fn of_type(ty: &Type, last: &syn::PathSegment) -> Option<syn::ExprPath> {
    let Type::Path(path) = ty else {
        return syn::parse2(quote!(<#ty>::#last)).ok();
    };
    let mut path = path.path.clone();
    if let Some(owner) = path.segments.last_mut()
        && let PathArguments::AngleBracketed(arguments) = &mut owner.arguments
    {
        arguments.colon2_token = Some(syn::parse_quote!(::));
    }
    path.segments.push(last.clone());
    match syn::parse2(path.to_token_stream()).ok()? {
        Expr::Path(path) => Some(path),
        _ => None,
    }
}
