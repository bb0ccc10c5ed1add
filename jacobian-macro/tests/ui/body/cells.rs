//! Cells: one that nothing changes is its value, and a change may be seen by others.

use jacobian_runtime::jacobian;

#[jacobian]
mod cells {
    use std::cell::{Cell, RefCell};
    use std::collections::HashMap;
    use std::rc::Rc;

    #[jacobian]
    pub fn changed(x: f64) -> f64 {
        let cell = Cell::new(x);
        cell.set(2.0 * x);
        cell.get()
    }

    #[jacobian]
    pub fn shared(x: f64) -> f64 {
        let first = Rc::new(RefCell::new(x));
        let second = Rc::clone(&first);
        *second.borrow_mut() += 1.0;
        let value = *first.borrow();
        value
    }

    #[jacobian]
    pub fn optional(x: f64) -> f64 {
        let cell = RefCell::new(Some(x));
        let found = cell.take();
        found.unwrap_or(x)
    }

    #[jacobian]
    pub fn by_key(x: f64) -> f64 {
        let map = HashMap::from([(1, x), (2, x * x)]);
        map[&1] * map[&2]
    }
}

#[jacobian]
fn boxed(x: f64) -> Box<[f64; 2]> {
    Box::new([x, x * x])
}

fn main() {}
