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
