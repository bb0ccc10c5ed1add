//! The trait `Real`: that of the runtime, which keeps a function generic, or that of num-traits.
//!
//! ```text
//! use num_traits::real::Real;      `T: Real` is a number, in our words `RealNum`
//! use jacobian_runtime::Real;      `T: Real` is the scalar of a generic function
//! ```

use syn::Ident;

use crate::ordered::Set;

/// Which crates `Real` is imported from.
#[derive(Clone, Debug, Default)]
pub(crate) struct RealTrait {
    is_of_num: bool,
    is_of_others: bool,
}

impl RealTrait {
    /// Notes an import of a name, and whether it has another one elsewhere. `crates` are other
    /// names of the crates that we know.
    pub(crate) fn note(
        &mut self,
        (name, is_renamed): (&str, bool),
        root: Option<&Ident>,
        crates: &Set<String>,
    ) {
        if name != "Real" {
            return;
        }
        let is_known = |root: &Ident| {
            root == "num_traits" || root == "num" || crates.contains(&root.to_string())
        };
        let is_of_num = !is_renamed && root.is_some_and(is_known);
        self.is_of_num |= is_of_num;
        self.is_of_others |= !is_of_num;
    }

    /// The names of traits in bounds. If different modules import both, it is that of the runtime.
    pub(crate) fn seen(&self, traits: Vec<String>) -> Vec<String> {
        let is_of_num = self.is_of_num && !self.is_of_others;
        let seen = traits.into_iter().map(|name| match name.as_str() {
            "Real" if is_of_num => "RealNum".to_owned(),
            _ => name,
        });
        seen.collect()
    }
}
