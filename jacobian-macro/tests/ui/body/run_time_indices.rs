#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian]
mod references {
    pub struct P {
        x: f64,
    }

    #[jacobian(wrt(a))]
    pub fn through(list: &mut [P], i: usize, a: f64) -> f64 {
        let p = &mut list[i];
        p.x = a;
        a
    }
}

#[jacobian]
fn functions(x: f64, i: usize) -> f64 {
    let both: [fn(f64) -> f64; 2] = [f64::sin, f64::cos];
    let chosen = both[i];
    chosen(x)
}

#[jacobian(wrt(x))]
fn nothing(x: f64, i: usize) -> f64 {
    let mut none: [f64; 0] = [];
    none[i] = x;
    x
}

#[jacobian]
fn lists(x: f64, i: usize) -> f64 {
    let rows = [vec![x], vec![x, 2.0]];
    rows[i][0]
}

#[jacobian(wrt(x))]
fn opaque(x: f64, table: &mut [f64], i: usize) -> f64 {
    table[i] = x;
    x
}

#[jacobian]
fn long(x: f64, i: usize) -> f64 {
    let mut line = [0.0; 48000];
    line[i] = x;
    line[i / 2]
}

struct Delay {
    taps: Box<[f64; TAPS]>,
}

const TAPS: usize = 4;

elsewhere! {
    impl Delay {
        #[jacobian(wrt(x), of(self.taps))]
        fn unknown(&mut self, x: f64, i: usize) {
            self.taps[i] = x;
        }
    }
}

#[jacobian(wrt(x))]
fn many(x: f64, n: usize) -> f64 {
    let mut table = [0.0; 300];
    table[0] = x;
    for j in 1..n {
        for i in 0..n - j {
            table[i] = table[i + 1] * x + table[i];
            table[n - i] = table[i] + table[2 * i];
        }
    }
    table[0]
}

#[jacobian(wrt(theta), unroll = 2000)]
fn network(theta: &[f64; 8], from: &[usize; 12], to: &[usize; 12]) -> [f64; 8] {
    let mut flow = [0.0; 8];
    for (&i, &j) in from.iter().zip(to) {
        let across = (theta[i] - theta[j]).sin();
        flow[i] += across;
        flow[j] -= across;
    }
    flow
}

fn main() {}
