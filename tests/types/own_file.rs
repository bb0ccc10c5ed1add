//! Functions that have the attribute alone, and name what stands around them in their file.

use jacobian_runtime::jacobian;

use crate::support::compare;

const STIFFNESS: f64 = 2.5;

macro_rules! slope {
    ($x:expr) => {
        0.5 * ($x).sin()
    };
}

fn bent(x: f64) -> f64 {
    STIFFNESS * x.powi(3) + slope!(x)
}

#[jacobian]
fn by_a_function(x: f64, y: f64) -> f64 {
    bent(x) * slope!(y)
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair {
    x: f64,
    y: f64,
}

impl std::ops::Mul<f64> for Pair {
    type Output = Self;
    fn mul(self, k: f64) -> Self {
        Self {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

impl Pair {
    const UNIT: Self = Self { x: 1.0, y: 0.5 };

    fn norm(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// Names nothing by which it differs from a free function.
    #[jacobian]
    fn spread(x: f64, y: f64) -> f64 {
        x.hypot(y) * bent(y)
    }

    #[jacobian]
    fn narrow(x: f64, y: f64) -> f64 {
        x * y.cos()
    }

    /// Sees the block that it is in, and the file around.
    #[jacobian(wrt(self.x, self.y, t))]
    fn turned(&self, t: f64) -> [f64; 2] {
        let turned = Self {
            x: self.x * t.cos() - self.y * t.sin(),
            y: bent(self.x),
        };
        [turned.norm(), (turned * t).y]
    }
}

#[jacobian]
fn by_a_type(x: f64, y: f64) -> f64 {
    (Pair { x, y } * bent(y)).norm() + Pair::UNIT.norm() * x
}

trait Energy {
    fn energy(&self, v: f64) -> f64;
    fn twice(&self, v: f64) -> f64 {
        2.0 * self.energy(v)
    }
}

impl Energy for Pair {
    fn energy(&self, v: f64) -> f64 {
        self.x * v * v + bent(v)
    }
}

struct Spring {
    rest: Pair,
}

/// The functions go into a block of their own beside this one.
#[jacobian]
impl Energy for Spring {
    fn energy(&self, v: f64) -> f64 {
        bent(v) * (self.rest * v).norm()
    }
}

#[jacobian(wrt(v))]
fn by_a_trait(body: &Pair, v: f64) -> f64 {
    body.twice(v)
}

fn at_least<T: Copy + PartialOrd + std::ops::Mul<Output = T>>(a: T, b: T) -> T {
    if a < b { b * b } else { a }
}

#[jacobian]
fn by_a_generic_function(x: f64, y: f64) -> f64 {
    at_least(x, y) * y
}

#[cfg(target_pointer_width = "16")]
fn chosen(x: f64) -> f64 {
    x
}
#[cfg(not(target_pointer_width = "16"))]
fn chosen(x: f64) -> f64 {
    x * x * x
}

#[jacobian]
fn by_a_configuration(x: f64) -> f64 {
    chosen(x)
}

/// Neither condition is the opposite of the other. Where none holds, or both do, rustc refuses all.
#[cfg(any(target_pointer_width = "64", target_pointer_width = "32"))]
mod bends {
    pub(crate) fn bend(x: f64) -> f64 {
        x.cosh()
    }
}
#[cfg(target_pointer_width = "16")]
mod bends {
    pub(crate) fn bend(x: f64) -> f64 {
        x
    }
}

#[jacobian]
fn by_one_of_several(x: f64) -> f64 {
    bends::bend(x) * x
}

mod inner {
    use jacobian_runtime::jacobian;

    use super::bent;

    /// Another function than that of the module around.
    fn chosen(x: f64) -> f64 {
        bent(x) - 2.0 * x
    }

    pub(super) mod deeper {
        pub(crate) fn cubed(x: f64) -> f64 {
            x * x * x
        }
    }

    #[jacobian]
    pub(super) fn by_the_module(x: f64) -> f64 {
        chosen(x) + deeper::cubed(x)
    }
}

/// A function of one variable, and what was generated for it.
fn check(name: &str, f: impl Fn(f64) -> f64, jacobian: impl Fn(f64) -> (f64, [[f64; 1]; 1])) {
    for x in [0.7, -1.2] {
        compare(
            name,
            [x],
            |x| [f(x[0])],
            |x| {
                let (value, entries) = jacobian(x[0]);
                ([value], entries)
            },
        );
    }
}

#[test]
fn functions_alone_see_the_functions_and_macros_of_their_file() {
    compare(
        "by_a_function",
        [0.7, 1.3],
        |x| [by_a_function(x[0], x[1])],
        |x| {
            let (value, jacobian) = by_a_function_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    for at in [[0.7, 1.3], [1.3, 0.7]] {
        compare(
            "by_a_generic_function",
            at,
            |x| [by_a_generic_function(x[0], x[1])],
            |x| {
                let (value, jacobian) = by_a_generic_function_with_jacobian(x[0], x[1]);
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[test]
fn functions_alone_see_the_types_and_traits_of_their_file() {
    compare(
        "by_a_type",
        [0.7, 1.3],
        |x| [by_a_type(x[0], x[1])],
        |x| {
            let (value, jacobian) = by_a_type_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    let body = Pair { x: 0.3, y: 1.0 };
    check(
        "by_a_trait",
        |v| by_a_trait(&body, v),
        |v| {
            let (value, jacobian) = by_a_trait_with_jacobian(&body, v);
            (value, jacobian.to_dense())
        },
    );
    let spring = Spring { rest: body };
    check(
        "energy",
        |v| spring.energy(v),
        |v| {
            let (value, jacobian) = spring.energy_with_jacobian(v);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "turned",
        [0.7, 1.3, 0.4],
        |v| Pair { x: v[0], y: v[1] }.turned(v[2]),
        |v| {
            let (value, jacobian) = Pair { x: v[0], y: v[1] }.turned_with_jacobian(v[2]);
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn a_function_of_a_block_need_not_name_its_type() {
    compare(
        "spread",
        [0.7, 1.3],
        |x| [Pair::spread(x[0], x[1])],
        |x| {
            let (value, jacobian) = Pair::spread_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "narrow",
        [0.7, 1.3],
        |x| [Pair::narrow(x[0], x[1])],
        |x| {
            let (value, jacobian) = Pair::narrow_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn the_configuration_and_the_module_decide_which_function_is_meant() {
    check("by_a_configuration", by_a_configuration, |x| {
        let (value, jacobian) = by_a_configuration_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    check("by_one_of_several", by_one_of_several, |x| {
        let (value, jacobian) = by_one_of_several_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    check("by_the_module", inner::by_the_module, |x| {
        let (value, jacobian) = inner::by_the_module_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}
