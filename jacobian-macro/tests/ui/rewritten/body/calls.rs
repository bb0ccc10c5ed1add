#![allow(unused)]

use jacobian_runtime::jacobian;

macro_rules! tell {
    ($x:expr) => {
        println!("{}", $x)
    };
}

fn square_prime(x: f64) -> f64 {
    2.0 * x
}

fn squash_prime(x: f64) -> f64 {
    x
}

fn sinus_prime(x: f64) -> f64 {
    x.cos()
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

#[jacobian(rule(square(x) => square_prime(x)), rule(Squash::squash(self, _) => (squash_prime(self), 0.0)), rule(Squash::sinus(self) => sinus_prime(self)))]
fn calls(x: f64) -> f64 {
    let a = square(x);
    let b = x.squash(2.0);
    let c = Squash::sinus(x);
    let d = x.sinus();
    a + b + c + d
}

#[jacobian]
fn arity(x: f64) -> f64 {
    x.sin()
}

#[jacobian]
fn macros(x: f64) -> f64 {
    println!("{}", x);
    let list = vec![x];
    list[0]
}

fn erf(x: f64) -> f64 {
    x
}

#[jacobian(rule(erf(x) => 1.0))]
fn of_a_library(x: f64) -> f64 {
    erf(x)
}

fn main() {}
