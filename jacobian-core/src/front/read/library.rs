//! The library: the items around an attributed function, which `#[jacobian] mod m { .. }` lets it
//! see.
//!
//! ```text
//! #[jacobian] mod m {                 0::N    the integer 6
//!     const N: usize = 6;             0::sq   a function
//!     fn sq(v: f64) -> f64 { v * v }
//!     impl P { fn f(&self) .. }       0::P.f  a method
//!     mod inner { fn h() .. }         1::h
//! }
//! ```
//!
//! Every item is bound once, under its own name with the number of its module. A *view* lists the
//! names of the items at one place: `N`, `self::N`, `super::N`, `inner::h`, `self.f`, `Self::f`. A
//! function captures the items that it mentions from the view of its own module.
//!
//! Items under `cfg` are left out, because we do not know whether they exist; see [`hidden`].

use quote::ToTokens;
use syn::{Expr, Item};

use crate::ordered::{Map, Set};

use crate::front::read::imports::{imports, standard_constants};
use crate::front::read::own_macros::OwnMacros;
use crate::front::read::{attributes, hidden};
use crate::front::syntax::captures::mentioned;
use crate::front::syntax::form::{path_key, type_name};
use crate::front::syntax::integers;
use crate::front::syntax::strip::strip;

/// The items of a module and of the modules inside it.
#[derive(Debug, Default)]
pub(crate) struct Library {
    pub(crate) modules: Vec<Module>,
    /// The macros that code in these modules may call.
    pub(crate) macros: OwnMacros,
}

#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) parent: Option<usize>,
    /// The modules inside, in the order of the text. Modules under `cfg` have no name here.
    pub(crate) children: Vec<(Option<String>, usize)>,
    pub(crate) consts: Vec<syn::ItemConst>,
    pub(crate) functions: Vec<Known>,
    /// Methods, with the name of the type.
    pub(crate) methods: Vec<(String, Known)>,
    /// Associated constants, with the name of the type.
    pub(crate) associated: Vec<(String, syn::ItemConst)>,
    pub(crate) imports: Vec<syn::UseTree>,
    /// Names that glob imports do not bring, because they have another meaning here.
    pub(crate) hidden: Set<String>,
    /// Other names of items, with their own names.
    pub(crate) aliases: Vec<(String, String)>,
}

/// A function, with every name that it mentions.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) item: syn::ItemFn,
    pub(crate) mentions: Set<String>,
}

impl Known {
    pub(crate) fn of(item: syn::ItemFn) -> Self {
        Self {
            mentions: mentioned(item.to_token_stream()),
            item,
        }
    }
}

/// The home of a function: the number of its module, and the type of its `impl`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Home {
    pub(crate) module: usize,
    pub(crate) of_type: Option<String>,
}

impl Library {
    pub(crate) fn of(items: &[Item]) -> Self {
        let mut library = Self {
            macros: OwnMacros::of(items),
            ..Self::default()
        };
        library.push(items, None);
        library
    }

    /// Modules are numbered in the order of the walk, so that a second walk finds the same numbers.
    pub(crate) fn push(&mut self, items: &[Item], parent: Option<usize>) {
        let number = self.modules.len();
        self.modules.push(Module {
            parent,
            ..Module::default()
        });
        for item in &self.macros.with_items(items) {
            let is_clear = hidden::is_clear(item);
            if !is_clear || !matches!(item, Item::Const(_) | Item::Fn(_)) {
                let names = hidden::names(item);
                self.modules[number].hidden.extend(names);
            }
            match item {
                Item::Mod(inner) => {
                    if let Some((_, items)) = &inner.content {
                        let child = self.modules.len();
                        let name = is_clear.then(|| inner.ident.to_string());
                        self.modules[number].children.push((name, child));
                        self.push(items, Some(number));
                    }
                }
                _ if !is_clear => {}
                Item::Const(item) => {
                    self.modules[number].consts.push(item.clone());
                }
                Item::Fn(item) => {
                    let known = Known::of(self.macros.expanded(item));
                    self.modules[number].functions.push(known);
                }
                Item::Impl(block) => {
                    let name = type_name(&block.self_ty);
                    let methods = block.items.iter().filter_map(clear_method_of);
                    let methods = methods
                        .map(|method| (name.clone(), Known::of(self.macros.expanded(&method))))
                        .collect::<Vec<_>>();
                    self.modules[number].methods.extend(methods);
                    let constants = block.items.iter().filter_map(constant_of);
                    let constants = constants.map(|constant| (name.clone(), constant));
                    self.modules[number].associated.extend(constants);
                }
                Item::Use(item) => {
                    let constants = standard_constants(&item.tree, "");
                    self.modules[number].consts.extend(constants);
                    self.modules[number].imports.push(item.tree.clone());
                }
                _ => {}
            }
        }
        self.modules[number].forget_doubles();
    }

    /// Adds a function from elsewhere, under the path that names it at a place. It gets a module of
    /// its own.
    pub(crate) fn push_elsewhere(&mut self, home: &Home, path: &syn::Path, item: &syn::ItemFn) {
        if self.modules.is_empty() {
            self.modules.push(Module::default());
        }
        let number = self.modules.len();
        let own = format!("{number}::{}", item.sig.ident);
        let alias = path_key(path).map(|key| (key, own));
        if let Some(module) = self.modules.get_mut(home.module) {
            module.aliases.extend(alias);
        }
        self.modules.push(Module {
            functions: vec![Known::of(OwnMacros::default().expanded(item))],
            ..Module::default()
        });
    }

    /// The numbers of the modules inside a module, in the order of the text. (Names would not do,
    /// because two modules under opposite `cfg` have the same.)
    pub(crate) fn children(&self, module: usize) -> Vec<usize> {
        let children = self.modules.get(module).map(|module| &module.children);
        let children = children.into_iter().flatten();
        children.map(|(_, number)| *number).collect()
    }

    /// The names of the items at a place, with the items' own names.
    pub(crate) fn view(&self, home: &Home) -> Vec<(String, String)> {
        let mut view = Vec::new();
        let Some(module) = self.modules.get(home.module) else {
            return view;
        };
        let mut add = |prefix: &str, from: usize| {
            for name in self.modules[from].names() {
                view.push((format!("{prefix}{name}"), format!("{from}::{name}")));
            }
        };
        if let Some(parent) = module.parent {
            add("super::", parent);
        }
        let named = |(name, child): &(Option<String>, usize)| Some((name.clone()?, *child));
        for (name, child) in module.children.iter().filter_map(named) {
            add(&format!("{name}::"), child);
            add(&format!("self::{name}::"), child);
        }
        add("self::", home.module);
        let imported: Vec<(String, String)> = module
            .imports
            .iter()
            .flat_map(|tree| imports(tree, "", &view, &module.hidden))
            .collect();
        view.extend(imported);
        view.extend(module.aliases.iter().cloned());
        // Later entries win, so the items of the module shadow imported ones.
        for name in module.names() {
            view.push((name.clone(), format!("{}::{name}", home.module)));
        }
        for (ty, constant) in &module.associated {
            let name = &constant.ident;
            let own = format!("{}::{ty}::{name}", home.module);
            view.push((format!("{ty}::{name}"), own.clone()));
            if home.of_type.as_ref() == Some(ty) {
                view.push((format!("Self::{name}"), own));
            }
        }
        for (ty, method) in &module.methods {
            let (name, own) = (
                &method.item.sig.ident,
                format!("{}::{ty}.{}", home.module, method.item.sig.ident),
            );
            view.push((format!("{ty}::{name}"), own.clone()));
            if home.of_type.as_ref() == Some(ty) {
                view.push((format!("Self::{name}"), own.clone()));
                view.push((format!("self.{name}"), own));
            }
        }
        view
    }

    /// The constants that are integers by literals alone, by every path that names them here.
    pub(crate) fn integers(&self, home: &Home) -> Vec<(syn::Path, i128)> {
        let mut known: Map<String, i128> = Map::new();
        loop {
            // Constants may depend on each other in any order, so we repeat until no more become
            // known.
            let before = known.len();
            for (number, module) in self.modules.iter().enumerate() {
                for (own, item, of_type) in module.constants(number) {
                    let home = Home {
                        module: number,
                        of_type,
                    };
                    let view: Map<String, String> = self.view(&home).into_iter().collect();
                    let of_path =
                        |path: &syn::Path| known.get(view.get(&path_key(path)?)?).copied();
                    if let Some(value) = integer(&item.expr, &of_path) {
                        known.insert(own, value);
                    }
                }
            }
            if known.len() == before {
                break;
            }
        }
        let view = self.view(home).into_iter();
        view.filter_map(|(path, own)| Some((syn::parse_str(&path).ok()?, *known.get(&own)?)))
            .collect()
    }
}

impl Module {
    /// The constants of the module, each under its own name, and with its type if it is in an
    /// `impl`.
    pub(crate) fn constants(
        &self,
        number: usize,
    ) -> impl Iterator<Item = (String, &syn::ItemConst, Option<String>)> {
        let free = self.consts.iter();
        let free = free.map(move |item| (format!("{number}::{}", item.ident), item, None));
        let associated = self.associated.iter().map(move |(ty, item)| {
            let own = format!("{number}::{ty}::{}", item.ident);
            (own, item, Some(ty.clone()))
        });
        free.chain(associated)
    }

    /// Leaves out methods and constants that a type has twice, for different type arguments,
    /// because only rustc knows which one a call means.
    pub(crate) fn forget_doubles(&mut self) {
        let mut seen: Map<(String, String), usize> = Map::new();
        let methods = self.methods.iter();
        let methods = methods.map(|(ty, known)| (ty.clone(), known.item.sig.ident.to_string()));
        let constants = self.associated.iter();
        let constants = constants.map(|(ty, item)| (ty.clone(), item.ident.to_string()));
        for key in methods.chain(constants) {
            *seen.entry(key).or_default() += 1;
        }
        let is_single =
            |ty: &String, name: &syn::Ident| seen.get(&(ty.clone(), name.to_string())) == Some(&1);
        self.methods
            .retain(|(ty, known)| is_single(ty, &known.item.sig.ident));
        self.associated
            .retain(|(ty, item)| is_single(ty, &item.ident));
    }

    /// The names of its items, without methods.
    pub(crate) fn names(&self) -> Vec<String> {
        let consts = self.consts.iter().map(|item| item.ident.to_string());
        let functions = self.functions.iter();
        consts
            .chain(functions.map(|known| known.item.sig.ident.to_string()))
            .collect()
    }
}

/// A method that exists in every configuration.
fn clear_method_of(item: &syn::ImplItem) -> Option<syn::ItemFn> {
    method_of(item).filter(|method| attributes::are_harmless(&method.attrs))
}

/// A method as a function.
pub(crate) fn method_of(item: &syn::ImplItem) -> Option<syn::ItemFn> {
    match item {
        syn::ImplItem::Fn(method) => Some(syn::ItemFn {
            attrs: method.attrs.clone(),
            vis: method.vis.clone(),
            modifiers: method.modifiers.clone(),
            sig: method.sig.clone(),
            block: Box::new(method.block.clone()),
        }),
        _ => None,
    }
}

/// An associated constant as a constant of the module. A constant that is generic over the `impl`
/// has no value here.
pub(crate) fn constant_of(item: &syn::ImplItem) -> Option<syn::ItemConst> {
    match item {
        syn::ImplItem::Const(constant)
            if attributes::are_harmless(&constant.attrs)
                && attributes::refused_inside(&constant.expr).is_empty() =>
        {
            let (name, ty, value) = (&constant.ident, &constant.ty, &constant.expr);
            Some(syn::parse_quote!(const #name: #ty = #value;))
        }
        _ => None,
    }
}

/// The value of an integer expression of literals and known paths.
pub(crate) fn integer(
    expression: &Expr,
    of_path: &impl Fn(&syn::Path) -> Option<i128>,
) -> Option<i128> {
    match strip(expression) {
        Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(int),
            ..
        }) if !int.suffix().starts_with('f') => int.base10_parse().ok(),
        Expr::Path(path) => of_path(&path.path),
        Expr::Binary(binary) => {
            let left = integer(&binary.left, of_path)?;
            integers::combine(&binary.op, left, integer(&binary.right, of_path)?)
        }
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
            integer(&unary.expr, of_path)?.checked_neg()
        }
        _ => None,
    }
}
