//! Cells: one that nothing changes is its value, and a change may be seen by others.

use jacobian_runtime::jacobian;

#[jacobian]
mod cells {
    #[jacobian]
    pub fn changed(x: f64) -> f64 {
        let mut state = x;
        state = 2.0 * x + 0.0 * state;
        state
    }

    #[jacobian]
    pub fn shared(x: f64) -> f64 {
        let mut state = x;
        state += 1.0;
        state
    }

    #[jacobian]
    pub fn optional(x: f64) -> f64 {
        let mut state = Some(x);
        let found = state.take();
        found.unwrap_or(x)
    }

    #[jacobian]
    pub fn by_key(x: f64) -> f64 {
        let values = [x, x * x];
        values[0] * values[1]
    }
}

#[jacobian]
fn boxed(x: f64) -> [f64; 2] {
    [x, x * x]
}

fn main() {}
