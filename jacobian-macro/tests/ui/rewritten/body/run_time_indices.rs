#![allow(unused)]

use jacobian_runtime::jacobian;

#[jacobian]
mod references {
    #[derive(Clone)]
    pub struct P {
        x: f64,
    }

    #[jacobian(wrt(a))]
    pub fn through(list: &mut [P], i: usize, a: f64) -> f64 {
        let mut p = list[i].clone();
        p.x = a;
        p.x
    }
}

#[jacobian]
fn functions(x: f64, i: usize) -> f64 {
    let chosen = match i {
        0 => f64::sin,
        _ => f64::cos,
    };
    chosen(x)
}

#[jacobian(wrt(x))]
fn nothing(x: f64, i: usize) -> f64 {
    let mut none: [f64; 2] = [0.0; 2];
    none[i] = x;
    x
}

#[jacobian]
fn lists(x: f64, i: usize) -> f64 {
    match i {
        0 => vec![x][0],
        _ => vec![x, 2.0][0],
    }
}

#[jacobian(wrt(x), dim(table = 6))]
fn opaque(x: f64, table: &mut [f64], i: usize) -> f64 {
    table[i] = x;
    x
}

#[jacobian]
fn long(x: f64, i: usize) -> f64 {
    let mut line = [0.0; 48];
    line[i] = x;
    line[i / 2]
}

struct Delay {
    taps: Box<[f64; TAPS]>,
}

const TAPS: usize = 4;


impl Delay {
    #[jacobian(wrt(x), of(self.taps), dim(self.taps = 4))]
    fn unknown(&mut self, x: f64, i: usize) {
        self.taps[i] = x;
    }
}

#[jacobian(wrt(x), const(n = 4))]
fn many(x: f64, n: usize) -> f64 {
    let mut table = [0.0; 8];
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
fn network(theta: &[f64; 8]) -> [f64; 8] {
    const ENDS: [(usize, usize); 12] = [
        (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 0), (0, 2), (1, 3), (2, 4), (3, 5),
    ];
    let mut flow = [0.0; 8];
    for (i, j) in ENDS {
        let across = (theta[i] - theta[j]).sin();
        flow[i] += across;
        flow[j] -= across;
    }
    flow
}

fn main() {}
