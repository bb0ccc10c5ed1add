//! Inherent methods with the names of operators, beside the traits.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
#[allow(
    clippy::should_implement_trait,
    reason = "the trait does something else"
)]
mod vectors {
    use std::ops::{Add, Mul, SubAssign};

    #[derive(Clone, Copy)]
    struct V {
        x: f64,
        y: f64,
    }

    impl V {
        /// Not the sum.
        fn add(self, other: V) -> V {
            V {
                x: self.x * other.y,
                y: self.y,
            }
        }

        /// Another result than the operator's.
        fn mul(self, other: V) -> f64 {
            self.x * other.x - self.y * other.y
        }

        fn sub_assign(&mut self, other: V) {
            self.x *= other.x;
        }

        fn twice(self, other: V) -> V {
            self.add(other).add(other) + other
        }
    }

    impl Add for V {
        type Output = V;

        fn add(self, other: V) -> V {
            V {
                x: self.x + other.x,
                y: self.y + 3.0 * other.y,
            }
        }
    }

    impl Mul for V {
        type Output = V;

        fn mul(self, other: V) -> V {
            V {
                x: self.x * other.x,
                y: self.y * other.y,
            }
        }
    }

    impl SubAssign for V {
        fn sub_assign(&mut self, other: V) {
            self.x -= other.x;
            self.y -= other.y;
        }
    }

    #[jacobian]
    pub(super) fn mixed(x: &[f64; 3]) -> [f64; 6] {
        let v = V { x: x[0], y: x[1] };
        let w = V { x: x[2], y: x[0] };
        let (sum, called) = (v + w, v.add(w));
        let by_path = V::add(w, v) + Add::add(v, w) + <V as Add>::add(w, w);
        let folded = [v, w, v].iter().copied().fold(w, V::add);
        let mut assigned = v;
        assigned -= w;
        let mut changed = v;
        changed.sub_assign(w);
        [
            sum.x * called.x + sum.y * called.y,
            by_path.x * by_path.y,
            folded.x + (v * w).y * v.mul(w),
            assigned.x * assigned.y,
            changed.x * changed.y,
            v.twice(w).x * w.twice(v).y,
        ]
    }
}

#[test]
fn a_call_means_the_inherent_method_and_an_operator_that_of_the_trait() {
    use vectors::{mixed, mixed_with_jacobian};
    check!(mixed with mixed_with_jacobian at [0.7, 1.3, 2.1]);
    check!(mixed with mixed_with_jacobian at [-0.4, 0.3, 1.7]);
}
