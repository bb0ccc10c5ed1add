#![allow(unused)]

use jacobian_runtime::jacobian;

elsewhere! {
    macro_rules! tell {
        ($x:expr) => {
            println!("{}", $x)
        };
    }

    fn square(x: f64) -> f64 {
        x * x
    }

    trait Squash {
        fn squash(self, scale: f64) -> f64;
        fn sinus(self) -> f64;
    }

    impl Squash for f64 {
        fn squash(self, scale: f64) -> f64 {
            self / (1.0 + self.abs() * scale)
        }

        fn sinus(self) -> f64 {
            self.sin()
        }
    }
}

#[jacobian]
fn calls(x: f64) -> f64 {
    let a = square(x);
    let b = x.squash(2.0);
    let c = Squash::sinus(x);
    let d = x.sinus();
    a + b + c + d
}

#[jacobian]
fn arity(x: f64) -> f64 {
    x.sin(2.0)
}

#[jacobian]
fn macros(x: f64) -> f64 {
    tell!(x);
    let list = vec![x];
    list[0]
}

elsewhere! {
    fn erf(x: f64) -> f64 {
        x
    }
}

#[jacobian]
fn of_a_library(x: f64) -> f64 {
    erf(x)
}

fn main() {}
