//! Constants with lower-case names in patterns, where the attribute sees the constant.

#![allow(non_upper_case_globals)]

use jacobian_runtime::jacobian;

#[jacobian]
fn of_a_body(x: f64, n: i32) -> f64 {
    const limit: i32 = 3;
    match n {
        n if n == limit => x * x,
        _ => x,
    }
}

#[jacobian]
mod attributed {
    const two: i32 = 2;

    pub fn of_a_module(x: f64) -> f64 {
        let mut y = x;
        for i in 0..3 {
            y *= match i {
                i if i == two => x,
                _ => 2.0,
            };
        }
        y
    }
}

#[jacobian]
mod nested {
    #[jacobian]
    pub fn of_a_helper(x: f64, n: i32) -> f64 {
        helpers::own(x, n) + helpers::imported(x, n)
    }

    const outer: i32 = 4;

    mod helpers {
        use super::outer as four;

        const three: i32 = 3;

        pub(super) fn own(x: f64, n: i32) -> f64 {
            match n {
                n if n == three => x * x,
                _ => x,
            }
        }

        pub(super) fn imported(x: f64, n: i32) -> f64 {
            let apply = |v: f64| match n {
                n if n == four => v * v,
                _ => v,
            };
            apply(x)
        }
    }
}

fn main() {}
