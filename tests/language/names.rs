//! Scopes, shadowing, patterns, and names that generated code uses too.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 2] = [0.7, 1.3];
const G: f64 = 1.5;

#[jacobian]
fn items_of_inner_blocks(x: &[f64; 2]) -> [f64; 2] {
    let a = {
        const G: f64 = 2.0;
        G * x[0]
    };
    const A: f64 = 3.0;
    let b = {
        const A: f64 = 4.0;
        const B: f64 = A * 2.0;
        A * B * x[1]
    };
    [a + A * x[1], b * G]
}

#[jacobian]
fn shadowing(x: &[f64; 2]) -> [f64; 2] {
    let y = {
        let x = x[1];
        let z = x * 2.0;
        {
            let z = z + 1.0;
            z * x
        }
    };
    let x = [x[1] * y, x[0]];
    let first = x;
    let x = x[0] * first[1];
    for x in first {
        let _ = x * 2.0;
    }
    [x, {
        let x = x + 1.0;
        x * x
    }]
}

#[jacobian]
fn deferred(x: &[f64; 2]) -> [f64; 2] {
    let a;
    let b: f64;
    a = x[0];
    b = {
        let a = a * 2.0;
        a + 1.0
    };
    let (c, mut d);
    (c, d) = (a, b);
    d += c;
    let c = c * d;
    [c, d]
}

#[jacobian]
fn patterns(x: &[f64; 5]) -> [f64; 3] {
    let [a, rest @ .., z] = *x;
    let [p, .., q] = rest;
    let (u, _, w) = (p, q, a);
    let ((m, n), [k, _]) = ((u, w), [z, q]);
    [m * n, k * q, rest[1] * rest[2] + f64::from(3)]
}

#[jacobian]
fn pattern_parameters([a, b]: [f64; 2], &(c, d): &(f64, f64), mut e: f64) -> f64 {
    e *= a;
    a * b + c * d + e
}

#[jacobian]
fn exchange(x: &[f64; 2]) -> [f64; 2] {
    let mut y = [x[0], x[1], x[0] * x[1]];
    let held = y[0];
    y[0] = y[2];
    y[2] = held;
    (y[0], y[1]) = (y[1], y[0]);
    let mut pair = (y[0], [y[1], 0.0]);
    pair.1[1] = pair.0;
    pair.0 *= y[2];
    [pair.0, pair.1[1] + pair.1[0]]
}

#[jacobian(wrt(value, entries))]
fn generated_names(value: f64, entries: f64, v0: f64, a0: f64, live: f64) -> [f64; 3] {
    let v1 = value * entries;
    let a1 = v1.sin();
    let live_0 = a1 * v0;
    let sum = live_0 * a0;
    [sum, v1 * live, a1]
}

#[jacobian]
fn raw_names(r#type: &[f64; 2]) -> [f64; 2] {
    let r#fn = r#type[0] * r#type[1];
    [r#fn, r#fn.sin()]
}

#[jacobian]
fn größe(länge: &[f64; 2]) -> [f64; 2] {
    let λ = länge[0];
    [λ * λ, länge[1] / λ]
}

macro_rules! powers {
    ($name:ident, $x:ident, $value:expr) => {
        #[jacobian]
        fn $name($x: &[f64; 2]) -> [f64; 2] {
            let factor = 2.0;
            [$value * factor, $x[1]]
        }
    };
}
powers!(made_by_a_macro, z, z[0] * z[1] + 1.0);

#[test]
fn names_mean_what_they_mean_in_rust() {
    check!(items_of_inner_blocks with items_of_inner_blocks_with_jacobian at AT);
    check!(shadowing with shadowing_with_jacobian at AT);
    check!(deferred with deferred_with_jacobian at AT);
    check!(patterns with patterns_with_jacobian at [1.0, 2.0, 3.0, 4.0, 5.0]);
    check!(exchange with exchange_with_jacobian at AT);
    check!(raw_names with raw_names_with_jacobian at AT);
    check!(größe with größe_with_jacobian at AT);
    check!(made_by_a_macro with made_by_a_macro_with_jacobian at AT);
}

#[test]
fn parameters_may_be_patterns() {
    compare(
        "pattern_parameters",
        [1.0, 2.0, 3.0, 4.0, 5.0],
        |x| [pattern_parameters([x[0], x[1]], &(x[2], x[3]), x[4])],
        |x| {
            let (value, jacobian) =
                pattern_parameters_with_jacobian([x[0], x[1]], &(x[2], x[3]), x[4]);
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn generated_names_do_not_meet_those_of_the_user() {
    compare(
        "generated_names",
        AT,
        |x| generated_names(x[0], x[1], 2.0, 3.0, 4.0),
        |x| {
            let (value, jacobian) = generated_names_with_jacobian(x[0], x[1], 2.0, 3.0, 4.0);
            (value, jacobian.to_dense())
        },
    );
}

/// Destructuring assignments inside of each other, with `..`, and into fields of a struct.
#[jacobian]
fn taken_apart_again(x: &[f64; 3]) -> [f64; 2] {
    struct Pair {
        u: f64,
        w: f64,
    }
    let (mut a, mut b, mut last) = (0.0, 1.0, [0.0; 2]);
    ((a, last[0]), [b, .., last[1]]) = ((x[0], x[1]), [x[2], x[0], x[1] * x[0]]);
    (a, ..) = (a * b, 0, "");
    Pair { w: b, .. } = Pair {
        u: a,
        w: b * last[1],
    };
    Pair { u: last[0], w: a } = Pair { u: a, w: last[0] };
    let mut kept = Some(a * x[2]);
    let taken = std::mem::take(&mut kept);
    [
        taken.unwrap_or(1.0) * b + kept.unwrap_or(2.0),
        last[0] * last[1],
    ]
}

#[test]
fn destructuring_assignments_reach_every_place() {
    crate::support::check!(taken_apart_again with taken_apart_again_with_jacobian at [0.7, 1.3, -0.4]);
}

/// A trait of the module's own has a method with the name of an operator.
#[jacobian]
mod own_operators {
    trait Operators {
        fn mul(self, other: f64) -> f64;
        fn neg(self) -> f64;
    }

    impl Operators for f64 {
        fn mul(self, other: f64) -> f64 {
            self * self + other
        }

        fn neg(self) -> f64 {
            self.sin()
        }
    }

    #[jacobian]
    pub(crate) fn named_like_operators(x: &[f64; 2]) -> f64 {
        x[0].mul(x[1]) * x[1].neg()
    }
}

#[test]
fn methods_named_like_operators_are_those_of_the_trait_in_view() {
    use own_operators::{named_like_operators, named_like_operators_with_jacobian};
    check!(named_like_operators with named_like_operators_with_jacobian at AT);
}
