#![allow(unused)]

use jacobian_runtime::jacobian;

/// Both mistakes of the second loop are found, and each is said once although the body is lowered
/// several times.
#[jacobian(wrt(x))]
fn grows(x: f64, n: usize) -> f64 {
    let mut list = vec![Ok(x)];
    for _ in 0..n {
        list.push(Err(1));
    }
    let mut y = x;
    let mut k = 0;
    while y < 10.0 {
        y = y * unknown(x);
        k += 1;
        y = y * unknown(y);
    }
    y
}

#[jacobian(wrt(x))]
fn reshaped(x: f64, n: usize) -> f64 {
    let mut number = (x, 1.0);
    while number.1 < n as f64 {
        number = ([x, x], number.1 + 1.0);
    }
    number.1
}

#[jacobian(wrt(x))]
fn chosen(x: f64, n: usize) -> f64 {
    let f = |v: f64| v * x;
    let g = |v: f64| v + x;
    let mut h = f;
    let mut y = x;
    for _ in 0..n {
        y = h(y);
        h = g;
    }
    y
}

#[jacobian(wrt(x))]
fn endless(x: f64) -> f64 {
    let mut y = x;
    loop {
        y *= 2.0;
    }
}

#[jacobian(wrt(x), unroll = 20)]
fn unsettled(x: f64, n: usize) -> f64 {
    let mut y = x;
    for _ in 0..n {
        for _ in 0..n {
            for _ in 0..n {
                y = y.sin() * x + y.cos() * x + y.exp();
                y = y.sin() * x + y.cos() * x + y.exp();
                y = y.sin() * x + y.cos() * x + y.exp();
            }
        }
    }
    y
}

#[jacobian(wrt(x))]
fn told_apart(x: f64, n: usize) -> Result<f64, String> {
    let mut last: Result<f64, String> = Ok(x);
    for _ in 0..n {
        last = Err(format!("{n}"));
    }
    last
}

elsewhere! {
    fn unknown(x: f64) -> f64 {
        x
    }
}

#[jacobian]
mod nested {
    pub enum Chain {
        End(f64),
        Link(Box<Chain>),
    }

    impl Chain {
        fn length(&self) -> f64 {
            match self {
                Chain::End(x) => *x,
                Chain::Link(rest) => rest.length() * 0.5,
            }
        }
    }

    #[jacobian(wrt(x))]
    pub fn linked(x: f64, n: usize) -> f64 {
        let mut chain = Chain::End(x);
        for _ in 0..n {
            chain = Chain::Link(Box::new(chain));
        }
        chain.length()
    }
}

fn main() {}
