//! Loops at run time whose costs are counted. Each loop runs three times, because the sample of an
//! `i32` is three.

fn sum(x: &[f64; 2], n: i32) -> f64 {
    let mut sum = 0.0;
    for _ in 0..n {
        sum += x[0] * sum + x[1].sin();
    }
    sum * x[0]
}

fn decay(x: &[f64; 3], n: i32) -> [f64; 3] {
    let mut y = *x;
    let mut k = 0;
    while k < n {
        let r = (y[0] * y[0] + y[1] * y[1]).sqrt();
        y = [y[0] - 0.1 * y[1] / r, y[1] + 0.1 * y[0] / r, y[2] * r];
        k += 1;
    }
    y
}

fn tested_at_the_end(x: &[f64; 2], n: i32) -> f64 {
    let mut y = x[0];
    let mut k = 0;
    loop {
        y = (y * x[1]).exp() / (1.0 + y);
        k += 1;
        if k >= n {
            break;
        }
    }
    y
}

fn nested(x: &[f64; 2], n: i32) -> f64 {
    let mut y = x[0];
    for i in 0..n {
        y = y * x[1];
        let mut k = i;
        while k <= i {
            y = y.sin() + x[0] * y;
            k += 1;
        }
    }
    y
}

fn seeded(x: &[f64; 2], n: i32) -> [f64; 2] {
    let (a, b, c) = (x[0].sin(), x[0].cos(), (x[0] * x[1]).exp());
    let (mut y, mut z) = (a * b, x[1] * c);
    for _ in 0..n {
        (y, z) = (a * y + b * z, c / (1.0 + y * z));
    }
    [y, z]
}
