//! Names of the standard library that mean something else where the function stands.

mod own_std {
    mod std {
        pub(super) mod f64 {
            pub(crate) mod consts {
                pub(crate) const PI: f64 = 3.0;
            }
        }
    }

    #[jacobian_runtime::jacobian]
    fn circle(x: f64) -> f64 {
        x * std::f64::consts::PI
    }
}

mod own_f64 {
    mod f64 {
        pub(super) const EPSILON: ::core::primitive::f64 = 3.0;
        pub(super) fn sin(x: ::core::primitive::f64) -> ::core::primitive::f64 {
            x
        }
    }

    #[jacobian_runtime::jacobian]
    fn wave(x: f64) -> f64 {
        f64::sin(x)
    }

    #[jacobian_runtime::jacobian]
    fn small(x: f64) -> f64 {
        f64::EPSILON * x
    }
}

mod own_operators {
    trait Operators {
        fn mul(self, other: f64) -> f64;
    }

    impl Operators for f64 {
        fn mul(self, other: f64) -> f64 {
            self - other
        }
    }

    #[jacobian_runtime::jacobian]
    fn product(x: f64) -> f64 {
        x.mul(2.0)
    }
}

fn main() {}
