//! The items of one module of the library.

use quote::ToTokens;
use syn::Expr;

use crate::ordered::{Map, Set};

use crate::front::read::attributes;
use crate::front::read::definitions::{Definition, is_primitive};
use crate::front::read::hidden;
use crate::front::read::imports::{import_of_crate, standard_constants};
use crate::front::read::matrix_keys::is_matrix;
use crate::front::read::places::is_private;
use crate::front::read::type_aliases::TypeAliases;
use crate::front::read::variant_imports::VariantImports;
use crate::front::syntax::captures::mentioned;
use crate::front::syntax::form::type_name;
use crate::front::syntax::integers;
use crate::front::syntax::strip::strip;

/// The items of a module, without those of the modules inside.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    pub(crate) parent: Option<usize>,
    /// The modules inside, in the order of the text. Modules under `cfg` have no name here.
    pub(crate) children: Vec<(Option<String>, usize)>,
    pub(crate) consts: Vec<syn::ItemConst>,
    pub(crate) functions: Vec<Known>,
    /// The `impl` blocks, with macros expanded.
    pub(crate) blocks: Vec<syn::ItemImpl>,
    pub(crate) traits: Vec<syn::ItemTrait>,
    /// Definitions of types, by name.
    pub(crate) types: Vec<(String, Definition)>,
    /// Names of types that have an `impl` here, but a definition elsewhere.
    pub(crate) implied: Vec<String>,
    /// Whether it is the body of a function, which sees the names of the module around it.
    pub(crate) is_body: bool,
    /// Associated constants, with the name of the type.
    pub(crate) associated: Vec<(String, syn::ItemConst)>,
    pub(crate) imports: Vec<syn::UseTree>,
    /// Those of them that other modules see as well, `pub use`.
    pub(crate) passed_on: Vec<syn::UseTree>,
    /// Names that glob imports do not bring, because they have another meaning here.
    pub(crate) hidden: Set<String>,
    /// Names of items that only this module sees, and the modules inside.
    pub(crate) private: Set<String>,
    /// Names of items that the outermost module does not see, those included.
    pub(crate) narrow: Set<String>,
    /// Other names of numbers, lists, tuples and matrices.
    pub(crate) type_aliases: TypeAliases,
    pub(crate) variants: VariantImports,
    /// Other names of items, with their own names.
    pub(crate) aliases: Vec<(String, String)>,
    /// The paths in its code that name modules, with their numbers.
    pub(crate) paths: Vec<(String, usize)>,
}

/// A function, with every name that it mentions.
#[derive(Clone, Debug)]
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

impl Module {
    /// Notes an item that modules around do not see, `steps` of them.
    pub(crate) fn note_visibility(&mut self, item: &syn::Item, steps: usize) {
        let names = hidden::names(item);
        if is_private(item, steps) {
            self.narrow.extend(names.iter().cloned());
        }
        if is_private(item, steps.min(1)) {
            self.private.extend(names);
        }
    }

    pub(crate) fn read_crate(&mut self, item: &syn::ItemExternCrate) {
        self.imports.extend(import_of_crate(item));
    }

    pub(crate) fn read_use(&mut self, item: &syn::ItemUse) {
        self.consts.extend(standard_constants(&item.tree, ""));
        self.imports.push(item.tree.clone());
        if !matches!(item.vis, syn::Visibility::Inherited) {
            self.passed_on.push(item.tree.clone());
        }
    }

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

    /// Gives types without a definition in view, but with an `impl`, a name of their own.
    pub(crate) fn imply_types(&mut self, view: &Map<String, String>) {
        // The key of a matrix of nalgebra is its shape. A trait of the user's for `Vector3<f64>`
        // must not give the type another key.
        let blocks = self
            .blocks
            .iter()
            .filter(|block| !is_matrix(&block.self_ty));
        let named = blocks.map(|block| type_name(&block.self_ty));
        let is_new =
            |name: &String| !name.is_empty() && !is_primitive(name) && !view.contains_key(name);
        self.implied = named.filter(is_new).collect();
    }

    /// Leaves out constants that a type has twice, for different type arguments, because only rustc
    /// knows which one is meant.
    pub(crate) fn forget_doubles(&mut self) {
        let mut seen: Map<(String, String), usize> = Map::new();
        for (ty, item) in &self.associated {
            let key = (ty.clone(), item.ident.to_string());
            *seen.entry(key).or_default() += 1;
        }
        let is_single =
            |ty: &String, name: &syn::Ident| seen.get(&(ty.clone(), name.to_string())) == Some(&1);
        self.associated
            .retain(|(ty, item)| is_single(ty, &item.ident));
    }

    /// Whether it has a type of this name.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.types.iter().any(|(known, _)| known == name)
            || self.implied.iter().any(|known| known == name)
    }

    /// The names of its items, without methods.
    pub(crate) fn names(&self) -> Vec<String> {
        let consts = self.consts.iter().map(|item| item.ident.to_string());
        let functions = self.functions.iter();
        let traits = self.traits.iter().map(|item| item.ident.to_string());
        consts
            .chain(functions.map(|known| known.item.sig.ident.to_string()))
            .chain(self.types.iter().map(|(name, _)| name.clone()))
            .chain(self.implied.iter().cloned())
            .chain(traits)
            .collect()
    }
}

/// A method that exists in every configuration.
pub(crate) fn clear_method_of(item: &syn::ImplItem) -> Option<syn::ItemFn> {
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
