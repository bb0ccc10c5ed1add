//! Notes of the arms that the twins enter, kept while a test asks for them.
//!
//! ```text
//! during(|| run twins at points)   <──   enter("f", 3)   at the start of each arm, by `#[row]`
//!        = {("f", 0), ("f", 3)}
//! ```
//!
//! Keeps: notes are the thread's own, so that tests beside each other do not see them; nothing is
//! kept while nobody asks, since twins run in every test.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// An arm: its function, and its place among those of the function's twin.
pub type Arm = (&'static str, usize);

thread_local! {
    static ENTERED: RefCell<Option<BTreeSet<Arm>>> = const { RefCell::new(None) };
}

/// Notes that a twin has entered an arm.
pub fn enter(function: &'static str, arm: usize) {
    ENTERED.with_borrow_mut(|entered| {
        if let Some(entered) = entered {
            entered.insert((function, arm));
        }
    });
}

/// The arms that are entered during a run.
pub fn during(run: impl FnOnce()) -> BTreeSet<Arm> {
    ENTERED.set(Some(BTreeSet::new()));
    run();
    ENTERED.take().unwrap_or_default()
}
