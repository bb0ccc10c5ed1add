//! Constants with lower-case names in patterns, of which only rustc knows.

#![allow(non_upper_case_globals)]

use jacobian_runtime::jacobian;

const limit: i32 = 3;
mod named {
    pub const two: i32 = 2;
}
use named::two;

#[jacobian]
fn at_run_time(x: f64, n: i32) -> f64 {
    match n {
        limit => x * x,
        _ => x,
    }
}

#[jacobian]
fn if_let(x: f64, k: Option<i32>) -> f64 {
    if let Some(two) = k { x * x } else { x }
}

#[jacobian]
fn at_expansion(x: f64) -> f64 {
    let mut y = x;
    for i in 0..3 {
        y *= match i {
            two => x,
            _ => 2.0,
        };
    }
    y
}

#[jacobian]
mod attributed {
    #[jacobian]
    pub fn of_a_helper(x: f64, n: i32) -> f64 {
        helpers::imported(x, n) + helpers::unknown(x, n) + helpers::opaque(x, n) + Unit::of(x, n)
    }

    mod helpers {
        use super::super::named::*;

        const three: i32 = i32::MAX.count_ones() as i32;
        const four: i32 = i32::MAX.count_ones() as i32;

        pub(super) fn imported(x: f64, n: i32) -> f64 {
            match n {
                two => x * x,
                _ => x,
            }
        }

        pub(super) fn unknown(x: f64, n: i32) -> f64 {
            match n {
                three => x * x,
                _ => x,
            }
        }

        pub(super) fn opaque(x: f64, n: i32) -> f64 {
            let factor = match n {
                four => 2.0,
                _ => 3.0,
            };
            x * factor
        }

        /// Nobody calls it, so that its patterns mean what they mean.
        #[allow(dead_code)]
        fn not_called(x: f64, n: i32) -> f64 {
            match n {
                two => x,
                _ => 1.0,
            }
        }
    }

    struct Unit;

    const here: i32 = i32::MAX.count_ones() as i32;

    impl Unit {
        fn of(x: f64, n: i32) -> f64 {
            if let Some(here) = Some(n) { x * x } else { x }
        }
    }
}

fn main() {}
