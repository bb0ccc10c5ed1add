//! The arena of syntax trees that are made up while a function is run.
//!
//! ```text
//! vec![a; 3]                the tokens, parsed as `[a; 3]`
//! if let Some(v) = e ..     the `match` that says the same
//! ```
//!
//! Answers about expressions are kept by address. A tree that were freed could leave its address to
//! another one, which would then have the answers of the first; so nothing is freed before the
//! function has been run.

use std::any::Any;
use std::rc::Rc;

/// Keeps trees where they are.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    pub(crate) kept: Vec<Rc<dyn Any>>,
}

impl Trees {
    /// The tree, which from now on lives as long as the arena.
    pub(crate) fn keep<T: Any>(&mut self, tree: T) -> Rc<T> {
        let tree = Rc::new(tree);
        self.kept.push(Rc::clone(&tree) as Rc<dyn Any>);
        tree
    }
}
