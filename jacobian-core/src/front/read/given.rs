//! The facts from the attribute and the signature that hold for the whole run: the scalar, named
//! constants, rules, limits.

use std::rc::Rc;

use crate::ir::Precision;

use crate::front::read::definitions::{Types, Within};
use crate::front::read::rules::Rule;
use crate::front::read::supplied::Supplied;

/// The facts that do not change while the function is run.
pub(crate) struct Given {
    pub(crate) precision: Precision,
    /// The name of the floating-point type.
    pub(crate) scalar_name: String,
    /// The most operations that the function may unroll to.
    pub(crate) unroll: usize,
    /// How often a function may call itself inside of itself, if run time decides.
    pub(crate) recursion: Option<usize>,
    /// Whether second derivatives are asked for.
    pub(crate) is_second_order: bool,
    /// The variables, as `wrt(..)` names them.
    pub(crate) variables: Vec<String>,
    /// The name of the function.
    pub(crate) function: String,
    /// Values of named constants: those of the attribute, then those of the module around.
    pub(crate) constants: Vec<(syn::Path, i128)>,
    /// The partials of opaque functions.
    pub(crate) rules: Vec<Rc<Rule>>,
    /// The functions whose partials the caller supplies.
    pub(crate) supplied: Vec<Rc<Supplied>>,
    /// The types in rules, by the numbers of the rules.
    pub(crate) typed_rules: Vec<(usize, Rc<Supplied>)>,
    /// The path of the runtime crate.
    pub(crate) runtime: syn::Path,
    /// The types of the items around.
    pub(crate) types: Rc<Types>,
    /// Where the attributed function is.
    pub(crate) home: Within,
    /// The number of the module around it, also if its body is a module of its own.
    pub(crate) module_around: usize,
    /// Where a constant that is being evaluated is defined.
    pub(crate) constant_at: Option<Within>,
    /// The type that `self` has, with its arguments.
    pub(crate) self_type: Option<syn::Type>,
    /// Its type parameters, and those of the `impl` around it.
    pub(crate) generics: Vec<syn::Generics>,
}

impl Given {
    /// The value of a named constant.
    pub(crate) fn constant(&self, path: &syn::Path) -> Option<i128> {
        let mut constants = self.constants.iter();
        let found = constants.find(|(named, _)| named == path);
        found.map(|(_, value)| *value)
    }
}
