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

#[jacobian]
#[allow(redundant_semicolons)]
mod of_many_fragments {
    use jacobian_runtime::jacobian;

    macro_rules! run {
        ($first:stmt; $second:stmt) => {
            $first;
            $second
        };
    }

    // Items: functions and constants by a list, with their attributes and visibility.
    macro_rules! monomials {
        ($($(#[$meta:meta])* $vis:vis $name:ident = $k:literal, $power:tt;)*) => {
            $($(#[$meta])* $vis fn $name(x: f64) -> f64 { let t = x.powi($power); $k * t })*
        };
    }
    monomials! {
        /// Twice the square.
        #[must_use]
        pub(super) square = 2.0, 2;
        cube = -0.5, 3;
    }

    macro_rules! constants {
        ($($name:ident $value:expr),*) => { $(const $name: f64 = $value;)* };
    }
    constants!(SCALE 1.5, SHIFT SCALE * 2.0);

    // A separator of two signs, and repetitions in each other.
    macro_rules! weighted {
        ($([$($x:expr => $w:expr),*])=>*) => { 0.0 $(+ (1.0 $(+ $x * $w)*))* };
    }

    // The format string captures a variable of the macro's own, and its width one of the call.
    macro_rules! checked {
        ($e:expr, $width:ident) => {{
            let (value, wide) = ($e, $width);
            assert!(value.is_finite(), "bad {value:>wide$} {value:?}");
            value
        }};
    }

    macro_rules! first_of {
        ($out:lifetime, $x:expr, $($case:expr),*) => {
            $out: {
                $(if $x > $case { break $out $x * $case; })*
                $x
            }
        };
    }

    macro_rules! leave_if {
        ($e:expr) => {
            if $e > 4.0 {
                return [$e; 3];
            }
        };
    }

    #[jacobian]
    pub(super) fn values(x: &[f64; 2]) -> [f64; 3] {
        let k = 1.0 + x[1];
        // It sees the `k` above.
        macro_rules! scale {
            ($e:expr) => {
                k * $e
            };
        }
        macro_rules! local_item {
            ($item:item) => {
                $item
            };
        }
        macro_rules! define {
            ($name:ident, $body:expr) => {
                fn $name(t: f64) -> f64 {
                    $body * t * t
                }
            };
        }
        macro_rules! bind {
            ($name:pat = $value:expr) => {
                let $name = $value;
            };
        }
        local_item!(
            const HALF: f64 = 0.5;
        );
        define!(bent, 3.0);
        bind!((p, q) = (x[0] * x[1], x[1].sin()));
        run!(let mut sum = square(p) + cube(q); sum += SHIFT * SCALE * x[0]);
        leave_if!(x[0]);
        let width = 8;
        [
            checked!(sum, width) + scale!(scale!(x[0])),
            weighted!([x[0] => 2.0, x[1] => p] => [q => x[0]]) + bent(x[0]),
            first_of!('out, x[0], 1.0, 0.5) * HALF,
        ]
    }
}

#[test]
fn fragments_of_every_kind_are_followed() {
    for at in [[0.3, 1.2], [0.7, -0.4], [1.5, 0.8], [4.5, 0.2]] {
        compare(
            "of many fragments",
            at,
            |x| of_many_fragments::values(x),
            |x| {
                let (value, jacobian) = of_many_fragments::values_with_jacobian(x);
                (value, jacobian.to_dense())
            },
        );
    }
}

#[jacobian]
#[allow(clippy::dbg_macro)]
fn debugged(x: &[f64; 2]) -> [f64; 2] {
    let scale = dbg!(2.0);
    let y = dbg!(x[0] * scale) + 1.0;
    let (a, b) = dbg!(y, x[1].sin());
    dbg!(a, [a, b]);
    [a * b, dbg!([a, y])[1] * x[1]]
}

#[test]
fn values_pass_through_dbg() {
    check!(debugged with debugged_with_jacobian at [0.7, 1.3]);
}

#[jacobian]
mod of_impls {
    use std::ops;

    #[derive(Clone, Copy)]
    struct Pair {
        a: f64,
        b: f64,
    }

    // Among methods, in an operator whose path begins like a variable.
    macro_rules! by_parts {
        ($name:ident, $sign:tt) => {
            fn $name(self, other: Self) -> Self {
                let ops = 1.0;
                Self { a: (self.a $sign other.a) * ops, b: self.b $sign other.b }
            }
        };
    }
    macro_rules! operator {
        ($of:ident, $name:ident, $sign:tt) => {
            impl ops::$of for Pair {
                type Output = Self;
                by_parts!($name, $sign);
            }
        };
    }
    operator!(Mul, mul, *);
    operator!(Div, div, /);

    trait Space: Copy {
        type Scalar: num_traits::Float;
        fn scaled(self, by: Self::Scalar) -> Self;
        fn halved(self) -> Self {
            self.scaled(Self::Scalar::one() / (Self::Scalar::one() + Self::Scalar::one()))
        }
    }

    use num_traits::One;

    impl Space for Pair {
        type Scalar = f64;
        fn scaled(self, by: f64) -> Self {
            Self {
                a: self.a * by,
                b: self.b * by,
            }
        }
    }

    #[jacobian]
    pub(super) fn values(x: &[f64; 2]) -> [f64; 2] {
        let (p, q) = (Pair { a: x[0], b: x[1] }, Pair { a: x[1], b: 2.0 });
        let r = (p * q / p.halved()).halved();
        [r.a * x[0], r.b * r.a]
    }
}

#[test]
fn macros_make_methods() {
    let generated = |x: &[f64; 2]| {
        let (value, jacobian) = of_impls::values_with_jacobian(x);
        (value, jacobian.to_dense())
    };
    compare("of impls", [0.7, 1.3], of_impls::values, generated);
}

/// Macros that make whole functions: a type or an expression that is given to them is in a group
/// that nobody sees.
mod made_by_macros {
    use jacobian_runtime::jacobian;

    pub(super) struct Spring<T> {
        pub(super) k: T,
    }

    macro_rules! function {
        ($name:ident, $t:ty, $factor:expr, $exponent:literal) => {
            #[jacobian]
            pub(super) fn $name(x: &[$t; 2]) -> [$t; 2] {
                let list: Vec<$t> = vec![x[0] * $factor, x[1].powi($exponent)];
                let stretched: [$t; 2] = [list[0] * list[1], <$t>::exp(x[1]) - $factor];
                let one = 1 as $t;
                [stretched[0] + one, stretched[1] * x[0]]
            }
        };
    }
    function!(doubled, f64, 1.0 + 1.0, 3);

    macro_rules! difference {
        ($name:ident, $x:ident, $of:expr) => {
            #[jacobian]
            pub(super) fn $name($x: f64) -> f64 {
                let of = $of - $x * $x;
                of * $x
            }
        };
    }
    difference!(of_a_block, x, { x.exp() });

    macro_rules! method {
        ($of:ty, $t:ty) => {
            #[jacobian]
            impl $of {
                pub(super) fn energy(&self, x: $t, y: $t) -> $t {
                    let l: $t = x * x + y * y;
                    self.k * l.sqrt()
                }
            }
        };
    }
    method!(Spring<f64>, f64);
}

#[test]
fn macros_make_functions_for_types() {
    use made_by_macros::Spring;

    let generated = |x: &[f64; 2]| {
        let (value, jacobian) = made_by_macros::doubled_with_jacobian(x);
        (value, jacobian.to_dense())
    };
    compare("function", [0.7, 1.3], made_by_macros::doubled, generated);
    let generated = |x: &[f64; 1]| {
        let (value, jacobian) = made_by_macros::of_a_block_with_jacobian(x[0]);
        ([value], jacobian.to_dense())
    };
    let of_a_block = |x: &[f64; 1]| [made_by_macros::of_a_block(x[0])];
    compare("block", [0.7], of_a_block, generated);
    let spring = Spring { k: 2.5 };
    let generated = |x: &[f64; 2]| {
        let (value, jacobian) = spring.energy_with_jacobian(x[0], x[1]);
        ([value], jacobian.to_dense())
    };
    let energy = |x: &[f64; 2]| [spring.energy(x[0], x[1])];
    compare("method", [0.7, 1.3], energy, generated);
}
