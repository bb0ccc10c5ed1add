//! Types and values for the parameters of an `impl`: `scalar(M = Body)`, `const(N = 4)`.

use jacobian_runtime::jacobian;

use crate::support::compare;

/// After shapes of signed distance, as crates of them write.
#[jacobian]
mod distances {
    pub(super) trait Sdf {
        fn distance(&self, p: [f64; 3]) -> f64;
        fn inflated(&self, p: [f64; 3], by: f64) -> f64 {
            self.distance(p) - by * by
        }
    }

    pub(super) struct Sphere {
        pub(super) radius: f64,
        pub(super) center: [f64; 3],
    }

    pub(super) struct Plane {
        pub(super) height: f64,
    }

    impl Sdf for Sphere {
        fn distance(&self, p: [f64; 3]) -> f64 {
            let [x, y, z] = self.center;
            let square = (p[0] - x).powi(2) + (p[1] - y).powi(2) + (p[2] - z).powi(2);
            square.sqrt() - self.radius
        }
    }

    impl Sdf for Plane {
        fn distance(&self, p: [f64; 3]) -> f64 {
            p[2] - self.height
        }
    }

    pub(super) struct Union<A, B> {
        pub(super) a: A,
        pub(super) b: B,
        pub(super) k: f64,
    }

    impl<A: Sdf, B: Sdf> Union<A, B> {
        fn weight(&self, p: [f64; 3]) -> f64 {
            1.0 / (1.0 + (self.k * (self.a.distance(p) - self.b.distance(p))).exp())
        }

        #[jacobian(wrt(p, self.a, self.b.height, self.k), scalar(A = Sphere, B = Plane))]
        #[jacobian(prefix = swapped, wrt(p), scalar(A = Plane, B = Union<Sphere, Sphere>))]
        pub(super) fn blend(&self, p: [f64; 3]) -> f64 {
            let w = self.weight(p);
            w * self.a.distance(p) + (1.0 - w) * self.b.inflated(p, self.k)
        }

        #[jacobian(wrt(p), scalar(A = Sphere, B = Plane))]
        pub(super) fn between(&self, other: &Self, p: [f64; 3]) -> f64 {
            self.weight(p) * other.a.distance(p)
        }
    }

    impl<A: Sdf, B: Sdf> Sdf for Union<A, B> {
        #[jacobian(wrt(p), scalar(A = Sphere, B = Plane))]
        fn distance(&self, p: [f64; 3]) -> f64 {
            self.a.distance(p).min(self.b.distance(p))
        }
    }
}

#[test]
fn fields_of_a_parameter_have_the_type_that_is_given() {
    use distances::{Plane, Sdf, Sphere, Union};
    let shape = |x: &[f64; 9]| Union {
        a: Sphere {
            radius: x[3],
            center: [x[4], x[5], x[6]],
        },
        b: Plane { height: x[7] },
        k: x[8],
    };
    let at = [0.4, -0.3, 0.2, 0.5, 0.1, 1.2, -0.7, -0.4, 0.8];
    let p = |x: &[f64; 9]| [x[0], x[1], x[2]];
    compare(
        "blend",
        at,
        |x| [shape(x).blend(p(x))],
        |x| {
            let (value, jacobian) = shape(x).blend_with_jacobian(p(x));
            ([value], jacobian.to_dense())
        },
    );
    let (one, other) = (shape(&at), shape(&[0.3; 9]));
    compare(
        "between",
        [0.4, -0.3, 0.2],
        |x| [one.between(&other, *x)],
        |x| {
            let (value, jacobian) = one.between_with_jacobian(&other, *x);
            ([value], jacobian.to_dense())
        },
    );
    for at in [[0.4, -0.3, 0.2], [0.1, 1.1, -0.2]] {
        compare(
            "distance",
            at,
            |x| [one.distance(*x)],
            |x| {
                let (value, jacobian) = one.distance_with_jacobian(*x);
                ([value], jacobian.to_dense())
            },
        );
    }
    let inner = Union {
        a: shape(&at).a,
        b: shape(&[0.3; 9]).a,
        k: 0.2,
    };
    let swapped = Union {
        a: Plane { height: 0.3 },
        b: inner,
        k: 0.9,
    };
    compare(
        "swapped",
        [0.4, -0.3, 0.25],
        |x| [swapped.blend(*x)],
        |x| {
            let (value, jacobian) = swapped.swapped_with_jacobian(*x);
            ([value], jacobian.to_dense())
        },
    );
}

/// After filters with a ring buffer in `self`.
#[jacobian]
mod rings {
    pub(super) struct Ring<T, const N: usize> {
        pub(super) buffer: [T; N],
        pub(super) at: usize,
        pub(super) sum: T,
    }

    impl<T: num_traits::Float, const N: usize> Ring<T, N> {
        fn count() -> usize {
            N
        }

        #[jacobian(const(N = 4), wrt(x, self.buffer, self.sum), of(self.buffer, self.sum))]
        pub(super) fn push(&mut self, x: T) -> T {
            self.sum = self.sum - self.buffer[self.at] + x;
            self.buffer[self.at] = x * x;
            self.at = (self.at + 1) % N;
            self.sum / T::from(Self::count()).unwrap()
        }

        #[jacobian(const(N = 3), wrt(self.buffer), dim(self.buffer = 3))]
        pub(super) fn power(&self) -> T {
            let mut total = T::zero();
            for i in 0..N {
                total = total + self.buffer[i] * self.buffer[(i + 1) % N];
            }
            total
        }
    }
}

#[test]
fn a_length_of_the_impl_is_given() {
    use rings::Ring;
    let ring = |x: &[f64; 6], at| Ring {
        buffer: [x[1], x[2], x[3], x[4]],
        at,
        sum: x[5],
    };
    for start in [0, 3] {
        compare(
            "push",
            [0.3, 0.5, -0.2, 0.7, 1.1, 2.0],
            |x| {
                let mut ring = ring(x, start);
                let y = ring.push(x[0]);
                let [a, b, c, d] = ring.buffer;
                [y, a, b, c, d, ring.sum]
            },
            |x| {
                let mut ring = ring(x, start);
                let (y, jacobian) = ring.push_with_jacobian(x[0]);
                let [a, b, c, d] = ring.buffer;
                assert_eq!(ring.at, (start + 1) % 4);
                ([y, a, b, c, d, ring.sum], jacobian.to_dense())
            },
        );
    }
    let ring = |x: &[f64; 3]| Ring {
        buffer: *x,
        at: 0,
        sum: 0.0,
    };
    compare(
        "power",
        [0.3, 0.5, -0.2],
        |x| [ring(x).power()],
        |x| {
            let (value, jacobian) = ring(x).power_with_jacobian();
            ([value], jacobian.to_dense())
        },
    );
}

#[jacobian]
mod augmented {
    pub(super) struct Augmented<const N: usize, const W: usize> {
        pub(super) state: [f64; N],
        pub(super) slopes: [[f64; W]; N],
    }

    impl<const N: usize, const W: usize> Augmented<N, W> {
        fn each(&self, mut visit: impl FnMut(usize, f64)) {
            for (i, &value) in self.state.iter().enumerate() {
                visit(i, value);
            }
            let mut at = N;
            for row in &self.slopes {
                for &value in row {
                    visit(at, value);
                    at += 1;
                }
            }
        }

        fn get(&self, i: usize) -> f64 {
            if i < N {
                self.state[i]
            } else {
                let i = i - N;
                self.slopes[i / W][i % W]
            }
        }

        /// The parameters of the `impl` are known in the methods that it calls.
        #[jacobian(const(N = 2, W = 1), wrt(self.state, self.slopes))]
        pub(super) fn weighted(&self, k: f64) -> f64 {
            let mut sum = 0.0;
            self.each(|i, value| sum += value * value * k * i as f64);
            sum * self.get(3) + self.get(1)
        }
    }
}

#[test]
fn methods_of_a_generic_impl_know_its_lengths() {
    let augmented = |x: &[f64; 4]| augmented::Augmented {
        state: [x[0], x[1]],
        slopes: [[x[2]], [x[3]]],
    };
    compare(
        "weighted",
        [0.3, 0.5, -0.2, 0.7],
        |x| [augmented(x).weighted(1.5)],
        |x| {
            let (value, jacobian) = augmented(x).weighted_with_jacobian(1.5);
            ([value], jacobian.to_dense())
        },
    );
}
