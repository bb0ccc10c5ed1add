//! Types that calls give: `smooth::<Gaussian>(x)`, markers in type parameters, associated items.

use std::marker::PhantomData;

use crate::support::{check, compare};

#[jacobian_runtime::jacobian]
mod kernels {
    use std::marker::PhantomData;

    use jacobian_runtime::jacobian;

    pub(super) trait Kernel {
        const ORDER: usize;
        fn k(x: f64) -> f64;
        fn support() -> f64 {
            1.0
        }
    }

    pub(super) struct Gaussian;

    pub(super) struct Parabolic;

    impl Kernel for Gaussian {
        const ORDER: usize = 2;
        fn k(x: f64) -> f64 {
            (-0.5 * x * x).exp()
        }
    }

    impl Kernel for Parabolic {
        const ORDER: usize = 3;
        fn k(x: f64) -> f64 {
            if x.abs() < Self::support() {
                0.75 * (1.0 - x * x)
            } else {
                0.0
            }
        }
        fn support() -> f64 {
            2.0
        }
    }

    pub(super) struct Density<K> {
        pub(super) width: f64,
        pub(super) data: Vec<f64>,
        pub(super) kernel: PhantomData<K>,
    }

    impl<K: Kernel> Density<K> {
        fn at(&self, x: f64) -> f64 {
            let sum = self
                .data
                .iter()
                .map(|d| K::k((x - d) / self.width))
                .sum::<f64>();
            sum * Self::weight(x) / self.width.powi(K::ORDER as i32)
        }

        fn weight(x: f64) -> f64 {
            <K as Kernel>::k(0.5 * x) + K::support()
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn densities(x: f64, a: &Density<Gaussian>, b: &Density<Parabolic>) -> f64 {
        a.at(x) * b.at(x)
    }

    fn smooth<K: Kernel>(x: f64, h: f64) -> f64 {
        // The closure keeps its `K` inside of `twice`, which has another one.
        twice::<Parabolic>(|v| K::k(v) / h, x) * (K::ORDER as f64)
    }

    fn twice<K: Kernel>(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) + K::k(f(2.0 * x))
    }

    #[jacobian]
    pub(super) fn smoothed(x: &[f64; 2]) -> f64 {
        smooth::<Gaussian>(x[0], x[1]) - smooth::<Parabolic>(x[0] * 0.3, x[1])
    }
}

#[jacobian_runtime::jacobian]
mod systems {
    use jacobian_runtime::jacobian;

    pub(super) trait System {
        type State;
        type Parameters;
        const SIZE: usize;
        fn rates(p: &Self::Parameters, t: f64, y: &Self::State) -> Self::State;
    }

    pub(super) struct Oscillator;

    impl System for Oscillator {
        type State = [f64; 2];
        type Parameters = f64;
        const SIZE: usize = 2;
        fn rates(p: &f64, t: f64, y: &[f64; 2]) -> [f64; 2] {
            [y[1], -p * y[0].sin() + t]
        }
    }

    trait Stepper {
        fn step<S: System<State = [f64; 2]>>(p: &S::Parameters, y: [f64; 2], h: f64) -> [f64; 2];
    }

    struct Midpoint;

    impl Stepper for Midpoint {
        fn step<S: System<State = [f64; 2]>>(p: &S::Parameters, y: [f64; 2], h: f64) -> [f64; 2] {
            let k = S::rates(p, 0.0, &y);
            let mut middle = y;
            for i in 0..S::SIZE {
                middle[i] += 0.5 * h * k[i];
            }
            let k = S::rates(p, 0.5 * h, &middle);
            std::array::from_fn(|i| y[i] + h * k[i])
        }
    }

    #[jacobian(wrt(y))]
    pub(super) fn advanced(y: &[f64; 2], p: f64) -> [f64; 2] {
        let once = Midpoint::step::<Oscillator>(&p, *y, 0.1);
        <Midpoint as Stepper>::step::<Oscillator>(&p, once, 0.2)
    }
}

#[test]
fn type_arguments_of_calls_choose_what_is_called() {
    use kernels::{Density, densities, densities_with_jacobian, smoothed, smoothed_with_jacobian};
    use systems::{advanced, advanced_with_jacobian};
    let a = Density {
        width: 0.4,
        data: vec![0.1, 0.7],
        kernel: PhantomData,
    };
    let b = Density {
        width: 0.7,
        data: vec![0.3, 0.9, 1.1],
        kernel: PhantomData,
    };
    for x in [0.4, 1.3] {
        compare(
            "densities",
            [x],
            |x| [densities(x[0], &a, &b)],
            |x| {
                let (value, jacobian) = densities_with_jacobian(x[0], &a, &b);
                ([value], jacobian.to_dense())
            },
        );
        check!(smoothed with smoothed_with_jacobian at [x, 0.8]);
        check!(advanced with advanced_with_jacobian at [x, -0.2]; 2.5);
    }
}

#[jacobian_runtime::jacobian]
mod markers {
    use std::marker::PhantomData;
    use std::ops::{Add, Mul};

    use jacobian_runtime::jacobian;
    use num_traits::{Float, One};

    pub(super) struct World;
    pub(super) struct Screen;

    pub(super) struct Vector<U> {
        pub(super) x: f64,
        pub(super) y: f64,
        pub(super) unit: PhantomData<U>,
    }

    impl<U> Vector<U> {
        fn new(x: f64, y: f64) -> Self {
            Self {
                x,
                y,
                unit: PhantomData,
            }
        }

        fn scaled<V>(&self, k: f64) -> Vector<V> {
            Vector::new(k * self.x, k * self.y)
        }
    }

    impl<U> Add for Vector<U> {
        type Output = Self;
        fn add(self, o: Self) -> Self {
            Self::new(self.x + o.x, self.y + o.y)
        }
    }

    // A vector with a marker is an independent beside `k`.
    #[jacobian]
    pub(super) fn marked(a: Vector<World>, k: f64) -> f64 {
        let b: Vector<Screen> = a.scaled(k);
        let c = b.scaled::<World>(2.0) + a;
        b.x * c.y
    }

    #[derive(Clone, Copy)]
    struct Complex<T> {
        re: T,
        im: T,
    }

    impl<T: Float> Mul for Complex<T> {
        type Output = Self;
        fn mul(self, o: Self) -> Self {
            Self {
                re: self.re * o.re - self.im * o.im,
                im: self.re * o.im + self.im * o.re,
            }
        }
    }

    impl<T: Float> One for Complex<T> {
        fn one() -> Self {
            Self {
                re: T::one(),
                im: T::zero(),
            }
        }
    }

    trait Law {
        fn mean(&self) -> Option<f64> {
            None
        }
    }

    struct Cauchy(f64);

    impl Law for Cauchy {}

    #[jacobian]
    pub(super) fn alone(x: &[f64; 2]) -> f64 {
        let z = Complex { re: x[0], im: x[1] };
        let w = Complex::one() * z * z;
        w.re * w.im + x[0] * Cauchy(x[1]).mean().unwrap_or_default()
    }
}

#[jacobian_runtime::jacobian]
mod parts {
    use jacobian_runtime::jacobian;

    pub(super) struct Thermo {
        pub(super) split: f64,
        pub(super) low: Vec<f64>,
    }

    impl Thermo {
        fn at(&self, t: f64) -> f64 {
            let k = if t < self.split { 2.0 } else { 3.0 };
            self.low.iter().rev().fold(0.0, |s, c| s * t + c) * k
        }
    }

    pub(super) struct Species {
        pub(super) thermo: Thermo,
        pub(super) w: f64,
    }

    struct Table {
        at: Vec<f64>,
        of: Vec<f64>,
    }

    impl Table {
        fn new(at: impl IntoIterator<Item = f64>, of: Vec<f64>) -> Self {
            let at: Vec<f64> = at.into_iter().collect();
            Self { at, of }
        }

        fn value(&self, x: f64) -> Option<f64> {
            let i = match self.at.binary_search_by(|v| v.partial_cmp(&x).unwrap()) {
                Ok(i) => return Some(self.of[i]),
                Err(0) => return None,
                Err(i) if i == self.at.len() => return None,
                Err(i) => i - 1,
            };
            let t = (x - self.at[i]) / (self.at[i + 1] - self.at[i]);
            Some(self.of[i] + t * (self.of[i + 1] - self.of[i]))
        }
    }

    #[jacobian(wrt(y, t))]
    pub(super) fn mixed(y: &[f64; 2], t: f64, list: &[Species]) -> f64 {
        let table = Table::new([0.0, 1.0, 2.0], vec![y[0], 2.0 * y[1], y[0] * y[1]]);
        let sum: f64 = list
            .iter()
            .zip(y)
            .map(|(s, y)| s.thermo.at(t) * y / s.w + s.thermo.at(2.0 * t))
            .sum();
        sum + table.value(t).unwrap_or(t)
    }
}

#[test]
fn markers_and_parts_of_items_are_followed() {
    use markers::{Vector, alone, alone_with_jacobian, marked, marked_with_jacobian};
    use parts::{Species, Thermo, mixed, mixed_with_jacobian};
    let vector = |x: &[f64; 3]| Vector {
        x: x[0],
        y: x[1],
        unit: PhantomData,
    };
    compare(
        "marked",
        [0.4, -0.7, 1.3],
        |x| [marked(vector(x), x[2])],
        |x| {
            let (value, jacobian) = marked_with_jacobian(vector(x), x[2]);
            ([value], jacobian.to_dense())
        },
    );
    check!(alone with alone_with_jacobian at [0.4, 1.2]);
    let species = |split, w| Species {
        thermo: Thermo {
            split,
            low: vec![0.3, 0.2, 0.5],
        },
        w,
    };
    let list = [species(1.0, 2.0), species(0.5, 3.0)];
    for t in [0.3, 1.4, 2.6] {
        compare(
            "mixed",
            [0.4, 0.7, t],
            |x| [mixed(&[x[0], x[1]], x[2], &list)],
            |x| {
                let (value, jacobian) = mixed_with_jacobian(&[x[0], x[1]], x[2], &list);
                ([value], jacobian.to_dense())
            },
        );
    }
}
