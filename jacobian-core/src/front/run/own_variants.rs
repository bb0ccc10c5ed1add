//! Variants of enums with active values: `Shape::Circle(r)` is its parts and the variant.
//!
//! ```text
//! let s = Shape::Circle(x);               Struct Shape::Circle [0]: v0
//! match s {
//!     Shape::Square(a) => a * a,          another variant: left out
//!     Shape::Circle(r) if r > k => ..,    a branch on the guard alone
//!     Shape::Circle(r) => 3.0 * r,
//! }
//! ```
//!
//! Which variant it is, is known at expansion. Variants that arms of a branch make are not joined.
//! Invariant: a pattern of another variant never fits.

use syn::punctuated::Punctuated;
use syn::{ExprMatch, Pat};

use crate::interface::Layout;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Key;
use crate::front::run::Run;
use crate::front::run::arms::{ArmCode, Goes};
use crate::front::run::matched::Matched;
use crate::front::syntax::patterns::{guard_of, is_irrefutable, pattern_mut, pattern_of};
use crate::front::syntax::variants::is_in_type;
use crate::front::value::Value;
use crate::front::value::found::Found;

impl Lowering<Run> {
    /// The enum of which a path names a variant, if its definition is in view.
    pub(crate) fn enum_of(&self, path: &syn::Path) -> Option<Key> {
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let key = self.given.types.key(&owner, &self.within())?;
        self.given.types.is_enum(&key).then_some(key)
    }

    /// `match` on a struct or a variant with active values.
    pub(crate) fn match_struct(
        &mut self,
        found: &ExprMatch,
        matched: &Matched,
        layout: &Layout,
        goes: Goes,
    ) -> Found<Value> {
        let mut fitting = found.clone();
        fitting.arms.clear();
        for arm in &found.arms {
            let mut cases = Punctuated::new();
            let alternatives = match pattern_of(arm) {
                Pat::Or(alternatives) => alternatives.cases.iter().collect(),
                single => vec![single],
            };
            for case in alternatives {
                match fits_variant(case, layout) {
                    Some(true) => cases.push(case.clone()),
                    Some(false) => {}
                    None => return self.writer.refuse(case, messages::PATTERN_ON_ACTIVE),
                }
            }
            if cases.is_empty() {
                continue;
            }
            let mut arm = arm.clone();
            set_pattern(&mut arm, cases);
            fitting.arms.push(arm);
        }
        let fitting = self.trees.keep(fitting);
        match fitting.arms.first() {
            None => self.writer.refuse(found, messages::NO_ARM_FITS),
            Some(first) if guard_of(first).is_none() && binds_all(pattern_of(first)) => {
                let scope = self.names.scopes.enter();
                let parts = matched.parts_for(pattern_of(first)).clone();
                self.bind_pattern(pattern_of(first), parts);
                let value = self.run_arm_code(&ArmCode::Expression(&first.body), goes);
                self.names.scopes.leave(scope);
                value
            }
            Some(_) => self.match_parts(&fitting, matched, goes),
        }
    }
}

/// Whether a struct or variant is what the path of a pattern names. `None` if only rustc knows.
pub(crate) fn fits_path(path: &syn::Path, layout: &Layout) -> Option<bool> {
    let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.clone());
    if last(path) == last(&layout.path) {
        return Some(true);
    }
    if layout.is_variant {
        return Some(false);
    }
    // A struct may have another name: an alias, or `Self`.
    let is_own = layout.own.is_some();
    let is_struct = is_own || path.is_ident("Self") || layout.path.is_ident("Self");
    match (is_struct, is_in_type(path)) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

/// The same for a whole pattern, without what is inside of its parentheses.
fn fits_variant(pattern: &Pat, layout: &Layout) -> Option<bool> {
    match pattern {
        Pat::TupleStruct(found) => fits_path(&found.path, layout),
        Pat::Struct(found) => fits_path(&found.path, layout),
        Pat::Path(found) => fits_path(&found.path, layout),
        Pat::Paren(inner) => fits_variant(&inner.pat, layout),
        Pat::Reference(inner) => fits_variant(&inner.pat, layout),
        Pat::Ident(name) if name.ident.to_string().starts_with(char::is_uppercase) => {
            fits_path(&name.ident.clone().into(), layout)
        }
        _ => Some(true),
    }
}

/// Puts a pattern made of these cases into an arm, before its guard.
fn set_pattern(arm: &mut syn::Arm, cases: Punctuated<Pat, syn::Token![|]>) {
    let single = (cases.len() == 1).then(|| cases.first().cloned()).flatten();
    let pattern = single.unwrap_or(Pat::Or(syn::PatOr {
        attrs: Vec::new(),
        leading_vert: None,
        cases,
    }));
    *pattern_mut(arm) = pattern;
}

/// Whether a pattern fits each value of its variant.
pub(crate) fn binds_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::TupleStruct(found) => found.elems.iter().all(is_irrefutable),
        Pat::Paren(inner) => binds_all(&inner.pat),
        Pat::Reference(inner) => binds_all(&inner.pat),
        Pat::Path(_) => true,
        other => is_irrefutable(other),
    }
}
