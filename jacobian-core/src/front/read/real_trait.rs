//! The trait `Real`: that of the runtime, which keeps a function generic, that of num-traits, or
//! one of the user's that is not in sight.
//!
//! ```text
//! use num_traits::real::Real;      `T: Real` is a number, in our words `RealNum`
//! use jacobian_runtime::Real;      `T: Real` is the scalar of a generic function
//! use super::Real;                 the same, because it may be exported there again
//! use crate::math::Real;           `T: Real` is a number, in our words `RealElsewhere`
//! ```

use syn::Ident;

use crate::ordered::Set;

/// Which crates `Real` is imported from.
#[derive(Clone, Debug, Default)]
pub(crate) struct RealTrait {
    is_of_num: bool,
    is_of_others: bool,
    is_elsewhere: bool,
}

impl RealTrait {
    /// Notes an import of a name, and whether it has another one elsewhere. `crates` are other
    /// names of the crates that we know.
    pub(crate) fn note(
        &mut self,
        (name, is_renamed): (&str, bool),
        from: Option<(&Ident, &Ident)>,
        crates: &Set<String>,
    ) {
        if name != "Real" {
            return;
        }
        let root = from.map(|(root, _)| root);
        let may_be_of_runtime = |(root, parent): (&Ident, &Ident)| {
            root == "jacobian_runtime" || ["super", "self", "crate"].iter().any(|at| parent == at)
        };
        let is_known = |root: &Ident| {
            root == "num_traits" || root == "num" || crates.contains(&root.to_string())
        };
        let is_of_num = !is_renamed && root.is_some_and(is_known);
        let is_elsewhere = !is_of_num && !from.is_none_or(may_be_of_runtime);
        self.is_of_num |= is_of_num;
        self.is_elsewhere |= is_elsewhere;
        self.is_of_others |= !is_of_num && !is_elsewhere;
    }

    /// The names of traits in bounds. If different modules import both, it is that of the runtime.
    pub(crate) fn seen(&self, traits: Vec<String>) -> Vec<String> {
        let is_of_num = self.is_of_num && !self.is_of_others;
        let is_elsewhere = self.is_elsewhere && !self.is_of_others;
        let seen = traits.into_iter().map(|name| match name.as_str() {
            "Real" if is_elsewhere => "RealElsewhere".to_owned(),
            "Real" if is_of_num => "RealNum".to_owned(),
            _ => name,
        });
        seen.collect()
    }
}
