//! Macros of other crates that are called like those of nalgebra.

use jacobian_runtime::jacobian;

elsewhere! {
    mod other {
        macro_rules! twice {
            ($($element:expr),*) => { [$(2.0 * $element),*] };
        }
        pub(crate) use twice as vector;
    }
}
use other::vector;

#[jacobian]
fn active(x: [f64; 2]) -> f64 {
    let v = vector![x[0], x[1]];
    v[0] * v[1]
}

#[jacobian]
fn inactive(x: f64) -> f64 {
    let v = vector![1.0, 2.0];
    v[0] * x
}

elsewhere! {
    macro_rules! first {
        ($list:expr, $name:ident => $($rest:tt)*) => { $list.iter().map(|$name| $($rest)*).next().unwrap() };
    }
}

#[jacobian(wrt(x))]
fn names_bound_by_a_macro(x: f64, list: &[i32]) -> f64 {
    let n = 2;
    let found = first!(list, n => n * 3);
    x * f64::from(found + n)
}

#[jacobian]
fn a_macro_sees_variables_of_its_place(x: f64) -> f64 {
    let a = 2.0;
    macro_rules! hidden {
        () => {
            x * a
        };
    }
    let a = x * x;
    hidden!() + a
}

#[jacobian]
fn hidden_among_arguments(x: f64) -> f64 {
    macro_rules! hidden {
        () => {
            x * 2.0
        };
    }
    let x = x * x;
    let both = vec![hidden!(); 2];
    both[0] + both[1] + x
}

fn main() {}
