//! Macros of the user's own, which are expanded as rustc does it.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
fn of_the_function(x: &[f64; 2]) -> [f64; 2] {
    macro_rules! twice {
        ($e:expr) => {
            2.0 * $e
        };
    }
    macro_rules! store {
        ($into:ident, $value:expr) => {
            $into = $into * 1.5 + $value;
        };
    }
    // Its calls are arguments of other macros.
    macro_rules! cube {
        ($e:expr) => {
            $e * $e * $e
        };
    }
    let cubes = vec![cube!(x[0]), cube!(x[1])];
    let many = [cube!(x[1]); 2];
    assert!(cube!(x[0]) < 1e3, "{}", cube!(1.0));
    let mut sum = x[0] + cubes[0] * cubes[1] + many[1];
    store!(sum, twice!(x[0] + x[1]));
    store!(sum, sum * x[1]);
    [sum, twice!(x[0]) * twice!(sum.sin())]
}

#[jacobian]
mod of_the_module {
    use jacobian_runtime::jacobian;

    /// Its `t` is another variable than one at the call.
    macro_rules! sq {
        ($e:expr) => {{
            let t = $e;
            t * t
        }};
    }

    macro_rules! horner {
        ($x:expr; $c:expr) => { $c };
        ($x:expr; $c:expr, $($rest:expr),+) => { $c + $x * horner!($x; $($rest),+) };
    }

    macro_rules! add_to {
        ($sum:ident, $($value:expr),* $(,)?) => { $($sum += $value;)* };
    }

    macro_rules! largest {
        ($first:expr $(, $other:expr)*) => {{
            let mut best: f64 = $first;
            $(if $other > best { best = $other; })*
            best
        }};
    }

    macro_rules! field {
        ($of:ident . $name:tt) => {
            $of.$name
        };
        (neg $e:expr) => {
            -($e)
        };
        ($k:literal of $e:expr) => {
            $k * $e
        };
    }

    fn helper(t: f64) -> f64 {
        sq!(t + 1.0) * t
    }

    #[jacobian]
    pub(super) fn values(x: &[f64; 2]) -> [f64; 4] {
        let t = 2.0 * x[0];
        let mut sum = sq!(t + x[1]);
        add_to!(sum, x[0] * x[1], t,);
        let pair = (x[0], helper(x[1]));
        [
            sum * horner!(x[0]; 1.0, x[1], 3.0, t - 1.0),
            largest!(x[0], x[1] * x[1], t - 0.5),
            field!(pair.1) + field!(neg t + 1.0) + field!(-0.5 of x[1]),
            sq!(sq!(t)),
        ]
    }
}

#[test]
fn own_macros_are_expanded() {
    for at in [[0.7, 1.3], [-0.4, 0.2], [2.0, -1.5]] {
        check!(of_the_function with of_the_function_with_jacobian at at);
        compare(
            "of the module",
            at,
            |x| of_the_module::values(x),
            |x| {
                let (value, jacobian) = of_the_module::values_with_jacobian(x);
                (value, jacobian.to_dense())
            },
        );
    }
}

#[jacobian(export)]
fn exported(v: f64) -> f64 {
    macro_rules! cube {
        ($e:expr) => {
            $e * $e * $e
        };
    }
    cube!(v + 1.0)
}

#[jacobian(use(exported))]
fn uses_exported(x: &[f64; 1]) -> [f64; 1] {
    [exported(x[0]) * x[0]]
}

#[jacobian(use(exported), prefix = other)]
fn uses_it_too(x: &[f64; 1]) -> [f64; 1] {
    [exported(2.0 * x[0])]
}

#[test]
fn macros_of_exported_functions_are_expanded() {
    check!(uses_exported with uses_exported_with_jacobian at [0.7]);
    check!(uses_it_too with other_with_jacobian at [0.7]);
}
