//! The attribute on the `impl` of a trait: the generated items go into an inherent `impl` of the
//! type.

use jacobian_runtime::{Real, jacobian};

use crate::support::compare;

const AT: [f64; 2] = [0.7, 1.3];

/// A crate of somebody else's, whose traits are not in scope here.
mod library {
    pub(super) trait Model {
        const N_ROWS: usize;
        type State;

        fn rate(&self, y: &Self::State) -> [f64; 2];
        fn gain(&self, v: f64) -> f64;
        fn name(&self) -> &'static str;
    }

    pub(super) trait Ode<T> {
        fn flow(&self, y: &[T; 2], k: T) -> [T; 2];
        fn energy(y: &[f64; 2]) -> f64 {
            y[1] * y[1]
        }
    }

    pub(super) trait Field {
        type Vector;
        fn force(at: &Self::Vector) -> Self::Vector;
    }
}

struct Body {
    mass: f64,
}

#[jacobian]
impl library::Model for Body {
    const N_ROWS: usize = 2;
    type State = [f64; Self::N_ROWS];

    fn rate(&self, y: &Self::State) -> [f64; 2] {
        let mut sum = 0.0;
        for v in y {
            sum += v * v;
        }
        [y[0] / self.mass, sum.sqrt() * y[1]]
    }

    fn gain(&self, v: f64) -> f64 {
        v.exp() * self.mass
    }

    fn name(&self) -> &'static str {
        "body"
    }
}

#[test]
fn methods_of_a_trait_have_jacobians_beside_it() {
    use library::Model as _;
    let body = Body { mass: 2.5 };
    assert_eq!(body.name(), "body");
    compare(
        "rate",
        AT,
        |y| body.rate(y),
        |y| {
            let (value, jacobian) = body.rate_with_jacobian(y);
            (value, jacobian.to_dense())
        },
    );
    let (value, jacobian) = body.gain_with_jacobian(0.3);
    assert_eq!(value, body.gain(0.3));
    assert_eq!(jacobian.to_dense(), [[body.gain(0.3)]]);
    assert_eq!(Body::RATE_NNZ, 3);
}

struct Spring<T> {
    stiffness: T,
}

#[jacobian]
impl<T: Real> library::Ode<T> for Spring<T> {
    #[jacobian(wrt(y), layout = csr)]
    fn flow(&self, y: &[T; 2], k: T) -> [T; 2] {
        [y[1] * k, -(self.stiffness * y[0].sin())]
    }
}

/// The scalar is a parameter of the trait only.
struct Pendulum;

#[jacobian]
impl<T> library::Ode<T> for Pendulum
where
    T: Real,
{
    #[jacobian(wrt(y))]
    fn flow(&self, y: &[T; 2], k: T) -> [T; 2] {
        [y[1], -(k * y[0].sin())]
    }

    #[jacobian]
    fn energy(y: &[f64; 2]) -> f64 {
        0.5 * y[1] * y[1] - y[0].cos()
    }
}

#[test]
fn traits_may_be_generic_over_the_scalar() {
    use library::Ode as _;
    let spring = Spring { stiffness: 4.0 };
    compare(
        "flow of a spring",
        AT,
        |y| spring.flow(y, 0.5),
        |y| {
            let (value, jacobian) = spring.flow_with_jacobian(y, 0.5);
            (value, jacobian.to_dense())
        },
    );
    compare(
        "flow of a pendulum",
        AT,
        |y| Pendulum.flow(y, 9.81),
        |y| {
            let (value, jacobian) = Pendulum.flow_with_jacobian(y, 9.81);
            (value, jacobian.to_dense())
        },
    );
    let (value, energy) = Pendulum::energy_with_jacobian(&AT);
    assert_eq!(value, <Pendulum as library::Ode<f64>>::energy(&AT));
    assert_eq!(energy.to_dense(), [[AT[0].sin(), AT[1]]]);
    let single = Pendulum.flow_jacobian(&[0.0_f32, 1.0], 2.0);
    assert_eq!(single.to_dense(), [[0.0, 1.0], [-2.0, 0.0]]);
}

#[jacobian]
mod planets {
    use jacobian_runtime::jacobian;

    use super::library::Field;

    const MU: f64 = 3.5;

    pub(super) struct Sun;

    fn cubed(at: &[f64; 2]) -> f64 {
        (at[0] * at[0] + at[1] * at[1]).powf(1.5)
    }

    impl Sun {
        fn pull(at: &[f64; 2]) -> f64 {
            -MU / cubed(at)
        }
    }

    impl Field for Sun {
        type Vector = [f64; 2];

        #[jacobian]
        fn force(at: &Self::Vector) -> Self::Vector {
            let pull = Self::pull(at);
            [pull * at[0], pull * at[1]]
        }
    }
}

#[test]
fn methods_of_a_trait_use_what_is_around() {
    use library::Field as _;
    compare("force", AT, planets::Sun::force, |at| {
        let (value, jacobian) = planets::Sun::force_with_jacobian(at);
        (value, jacobian.to_dense())
    });
}
