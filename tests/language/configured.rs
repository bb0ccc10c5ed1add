//! `cfg` inside of functions, asked of this crate.

use jacobian_runtime::jacobian;

use crate::support::check;

// `test` holds here.
#[jacobian]
fn statements(x: &[f64; 2]) -> [f64; 2] {
    let mut y = x[0] * x[1];
    #[cfg(test)]
    {
        y *= 2.0;
    }
    #[cfg(not(test))]
    {
        y *= 3.0;
    }
    #[cfg(not(test))]
    return [y, y];
    #[cfg(debug_assertions)]
    assert!(y.is_finite(), "{y}");
    #[cfg(not(test))]
    {
        y += x[0].exp();
    }
    let mut parts = [y, x[0].sin()];
    #[cfg(test)]
    parts.swap(0, 1);
    y += parts[0] * 2.0;
    [y, x[1]]
}

#[jacobian]
fn variables(x: &[f64; 2]) -> [f64; 2] {
    #[cfg(not(test))]
    const SCALE: f64 = 3.0;
    #[cfg(test)]
    const SCALE: f64 = 2.0;
    #[cfg(test)]
    let y = x[0] * x[1];
    #[cfg(not(test))]
    let y = x[0] + x[1];
    #[cfg(not(test))]
    let y = y.exp();
    #[cfg(test)]
    let y = y * SCALE;
    [y * y, x[1].cos()]
}

#[jacobian]
fn at_the_end(x: &[f64; 2]) -> [f64; 2] {
    let square = |v: f64| {
        #[cfg(test)]
        {
            v * v
        }
        #[cfg(not(test))]
        {
            v
        }
    };
    #[cfg(not(test))]
    {
        return [x[0], square(x[1])];
    }
    #[cfg(test)]
    {
        [x[1] * square(x[0]), x[0]]
    }
}

#[jacobian(wrt(x))]
fn arms(x: &[f64; 2], n: u32) -> [f64; 2] {
    match n {
        #[cfg(not(test))]
        0 => [0.0, 0.0],
        #[cfg(test)]
        1 if x[0] > 1.0 => [x[0], x[1]],
        0 | 1 => [x[0] * x[0], x[0] * x[1]],
        _ => [x[1], 1.0],
    }
}

#[test]
fn code_under_cfg_is_what_this_crate_has() {
    for at in [[0.7, 1.3], [1.9, -0.4]] {
        check!(statements with statements_with_jacobian at at);
        check!(variables with variables_with_jacobian at at);
        check!(at_the_end with at_the_end_with_jacobian at at);
        for n in 0..3 {
            check!(arms with arms_with_jacobian at at; n);
        }
    }
}

/// Items that exist twice: the module is expanded once for each configuration.
#[jacobian]
mod twice {
    use jacobian_runtime::jacobian;

    #[cfg(test)]
    type Float = f32;
    #[cfg(not(test))]
    type Float = f64;

    #[cfg(not(test))]
    const SCALE: Float = 3.0;
    #[cfg(test)]
    const SCALE: Float = 2.0;

    #[cfg(not(test))]
    fn helper(x: Float) -> Float {
        x
    }
    #[cfg(test)]
    fn helper(x: Float) -> Float {
        x.sin()
    }

    #[jacobian]
    #[cfg_attr(all(feature = "no_such", not(test)), logs, cold)]
    pub(super) fn scaled(x: &[Float; 2]) -> Result<Float, Float> {
        if x[0] < 0.0 {
            return Err(x[0]);
        }
        Ok(SCALE * helper(x[0]) * x[1])
    }
}

#[test]
fn the_configuration_decides_which_module_is_there() {
    let (value, jacobian) = twice::scaled_with_jacobian(&[0.5_f32, 1.5]).unwrap();
    assert_eq!(value, twice::scaled(&[0.5, 1.5]).unwrap());
    let expected = [[3.0 * 0.5_f32.cos(), 2.0 * 0.5_f32.sin()]];
    assert_eq!(jacobian.to_dense(), expected);
}

/// Items under one condition alone: what does not hold is nowhere.
#[jacobian]
mod lone {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub(super) struct V {
        pub(super) x: f64,
        #[cfg(any(unix, windows))]
        pub(super) y: f64,
        #[cfg(feature = "no_such")]
        pub(super) z: f64,
    }

    impl V {
        #[cfg(any(unix, windows))]
        fn norm(&self) -> f64 {
            self.x.hypot(self.y)
        }
    }

    #[cfg(any(unix, windows))]
    impl std::ops::Add for V {
        type Output = V;
        fn add(self, o: V) -> V {
            V {
                x: self.x + o.x,
                #[cfg(any(unix, windows))]
                y: self.y + o.y,
                #[cfg(feature = "no_such")]
                z: self.z + o.z,
            }
        }
    }

    #[cfg(feature = "no_such")]
    const SCALE: f64 = 3.0;

    #[cfg(feature = "no_such")]
    mod inner {
        pub(super) fn bend(x: f64) -> f64 {
            x
        }
    }

    #[cfg(any(unix, windows))]
    mod smooth {
        pub(super) fn ease(t: f64) -> f64 {
            t * t * (3.0 - 2.0 * t)
        }
    }

    #[jacobian]
    pub(super) fn eased(a: V, b: V) -> f64 {
        let sum = a + b;
        smooth::ease(sum.norm()) * b.x
    }
}

#[test]
fn items_under_one_condition_are_followed() {
    let v = |x: &[f64]| lone::V { x: x[0], y: x[1] };
    crate::support::compare(
        "eased",
        [0.3, -0.2, 0.5, 0.9],
        |x| [lone::eased(v(&x[..2]), v(&x[2..]))],
        |x| {
            let (value, jacobian) = lone::eased_with_jacobian(v(&x[..2]), v(&x[2..]));
            ([value], jacobian.to_dense())
        },
    );
}

/// Blocks of which the build has one, and which name what exists only there.
#[jacobian]
mod of_the_build {
    pub(super) mod math {
        macro_rules! either {
            ($($name:ident)+) => { $(
                pub(crate) fn $name(x: f64) -> f64 {
                    #[cfg(all(not(miri), test))]
                    { f64::$name(x) }
                    #[cfg(miri)]
                    { libm::$name(x) }
                    #[cfg(not(any(miri, test)))]
                    {
                        let _ = x;
                        f64::NAN
                    }
                }
            )+ };
        }

        either!(sin exp);
    }

    use self::math::{exp, sin};

    fn root(x: f64) -> f64 {
        #[cfg(test)]
        {
            x.sqrt()
        }
        #[cfg(all(miri, not(test)))]
        {
            libm::sqrt(x)
        }
    }

    #[jacobian]
    pub(super) fn one_of_three(x: &[f64; 2]) -> f64 {
        #[cfg(miri)]
        let gain = missing_crate::gain();
        #[cfg(not(miri))]
        let gain = 1.5;
        let mut product = x[0] * x[1];
        #[cfg(miri)]
        {
            product *= missing_crate::gain();
        }
        #[cfg(not(miri))]
        {
            product *= gain;
        }
        sin(x[0]) * exp(-x[1]) + root(product * product + 1.0)
    }
}

#[test]
fn the_build_has_one_of_several_blocks() {
    use of_the_build::{one_of_three, one_of_three_with_jacobian};
    check!(one_of_three with one_of_three_with_jacobian at [0.7, 1.3]);
}

/// A block that needs an item which exists twice: the module is there in both configurations.
#[jacobian]
mod in_both {
    #[cfg(miri)]
    pub(super) use missing_crate::Table;
    #[cfg(not(miri))]
    pub(super) struct Table;

    struct Axes {
        a: f64,
        b: f64,
        #[cfg(miri)]
        c: f64,
    }

    impl Axes {
        const UNIT: Axes = Axes {
            a: 1.0,
            b: 1.0,
            #[cfg(miri)]
            c: 1.0,
        };

        fn of(a: f64) -> Axes {
            Axes { a, ..Axes::UNIT }
        }
    }

    /// Literals and patterns with a rest.
    #[jacobian]
    pub(super) fn with_rests(x: &[f64; 2]) -> f64 {
        let Axes { a, .. } = Axes::of(x[0]);
        let Axes { b, .. } = Axes {
            b: x[1],
            ..Axes::UNIT
        };
        a * b * b
    }

    #[jacobian]
    pub(super) fn looked_up(x: &[f64; 2]) -> f64 {
        #[cfg(miri)]
        {
            Table::new().inverse(x[0], x[1])
        }
        #[cfg(not(miri))]
        {
            x[0] * x[1] * x[1]
        }
    }
}

#[test]
fn a_block_is_where_its_items_are() {
    use in_both::{looked_up, looked_up_with_jacobian};
    use in_both::{with_rests, with_rests_with_jacobian};
    check!(looked_up with looked_up_with_jacobian at [0.7, 1.3]);
    check!(with_rests with with_rests_with_jacobian at [0.7, 1.3]);
}

/// No branch takes the place of these: an item, an import, an element, a variable that only one
/// side has, and a name that may not exist on the other side.
#[jacobian]
fn by_items(x: &[f64; 2]) -> f64 {
    #[cfg(miri)]
    use missing_crate::sine;
    #[cfg(miri)]
    fn power(x: f64) -> f64 {
        sine(x)
    }
    #[cfg(not(miri))]
    fn power(x: f64) -> f64 {
        x * x
    }
    #[cfg(unix)]
    let k = 3.0;
    let terms = [
        power(x[0]),
        #[cfg(miri)]
        x[1].cos(),
        x[0] * x[1],
    ];
    #[cfg(not(unix))]
    let k = missing_crate::number();
    terms[1] * k + terms.iter().sum::<f64>()
}

#[jacobian]
mod by_paths {
    #[jacobian]
    pub(super) fn named(x: &[f64; 2]) -> f64 {
        root(x[0]) * x[1]
    }

    fn root(x: f64) -> f64 {
        #[cfg(all(not(miri), unix))]
        let y = x.sqrt();
        #[cfg(all(not(miri), not(unix)))]
        let y = x.powf(0.5);
        #[cfg(miri)]
        let y = missing_crate::sqrt(x);
        y
    }
}

#[test]
fn code_that_no_branch_can_hold_is_expanded_for_each_answer() {
    use by_paths::{named, named_with_jacobian};
    check!(by_items with by_items_with_jacobian at [0.7, 1.3]);
    check!(named with named_with_jacobian at [0.7, 1.3]);
}

/// Nothing else has the name of the import, so code that uses it is under its condition as well.
#[jacobian]
mod imported_under_a_condition {
    #[cfg(not(test))]
    use num_traits::Euclid;

    #[jacobian]
    pub(super) fn turned(x: &[f64; 2]) -> f64 {
        let angle = x[0] * x[1];
        #[cfg(test)]
        {
            angle.rem_euclid(2.0)
        }
        #[cfg(not(test))]
        {
            Euclid::rem_euclid(&angle, &2.0)
        }
    }
}

#[test]
fn an_import_may_have_a_condition() {
    use imported_under_a_condition::{turned, turned_with_jacobian};
    crate::support::compare(
        "turned",
        [1.7, 2.3],
        |x| [turned(x)],
        |x| {
            let (value, jacobian) = turned_with_jacobian(x);
            ([value], jacobian.to_dense())
        },
    );
}

/// Two macros of one name: the answer decides which of them is called.
#[jacobian]
mod macros_under_conditions {
    #[cfg(windows)]
    macro_rules! pick {
        ($a:expr, $b:expr) => {
            $a
        };
    }
    #[cfg(not(windows))]
    macro_rules! pick {
        ($a:expr, $b:expr) => {
            $b
        };
    }

    #[jacobian]
    pub(super) fn picked(x: &[f64; 2]) -> f64 {
        pick!(missing_crate::sine, f64::sin)(x[0]) * pick!(f64::exp(x[0]), x[1] * x[1])
    }
}

#[test]
fn a_macro_may_have_a_condition() {
    use macros_under_conditions::{picked, picked_with_jacobian};
    check!(picked with picked_with_jacobian at [0.7, 1.3]);
}
