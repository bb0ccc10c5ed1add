//! The arena of syntax trees that are constructed while a function is run.
//!
//! ```text
//! vec![a; 3]                the tokens, parsed as `[a; 3]`
//! if let Some(v) = e ..     rewritten as a `match`
//! ```
//!
//! Answers about expressions are cached by address. If a tree were freed, another tree could get
//! its address and with it the wrong answers. So no tree is freed before the function has been run.

use std::any::Any;
use std::rc::Rc;

/// Keeps trees at their addresses.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    pub(crate) kept: Vec<Rc<dyn Any>>,
}

impl Trees {
    /// Keeps a tree as long as the arena lives.
    pub(crate) fn keep<T: Any>(&mut self, tree: T) -> Rc<T> {
        let tree = Rc::new(tree);
        self.kept.push(Rc::clone(&tree) as Rc<dyn Any>);
        tree
    }
}
