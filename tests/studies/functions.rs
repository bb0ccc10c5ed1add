//! The functions of Naumann's tables, at the sizes that the papers state, as text and as Rust.
//!
//! ```text
//! pub fn watson(x: &[f64; 7]) -> [f64; 7]  ── source("watson") ──>  tokens  ── compile ──>  graph
//! ```
//!
//! The mathematics is that of MINPACK-2 and of its predecessor; how its program was traced,
//! statement by statement, is not published. So each function is written as a programmer would, and
//! counts may differ where that matters. A function of variable size has its size written once, as
//! an integer that occurs nowhere else, so that it can be replaced.
//!
//! Source: B. M. Averick, R. G. Carter, J. J. Moré, G.-L. Xue, The MINPACK-2 test problem
//! collection, 1992; J. J. Moré, B. S. Garbow, K. E. Hillstrom, Testing unconstrained optimization
//! software, 1981; M. T. van Genuchten, 1980.

#![allow(
    clippy::pedantic,
    clippy::needless_range_loop,
    reason = "numeric code as it is found"
)]

use super::sources::{self, Attributed};

/// One of these functions, by its name.
pub(crate) fn source(name: &str) -> Attributed {
    let file = syn::parse_file(include_str!("functions.rs")).expect("this file is Rust");
    let found = file.items.into_iter().find_map(|item| match item {
        syn::Item::Fn(function) if function.sig.ident == name => Some(function),
        _ => None,
    });
    let function = found.unwrap_or_else(|| panic!("there is no function {name}"));
    Attributed {
        name: name.to_owned(),
        arguments: proc_macro2::TokenStream::new(),
        item: quote::ToTokens::into_token_stream(function),
        from: None,
    }
}

/// The same with another size in place of its own.
pub(crate) fn sized(name: &str, own: usize, size: usize) -> Attributed {
    let function = source(name);
    let item = sources::resized(function.item, own, size);
    Attributed { item, ..function }
}

/// Pressure in a journal bearing, by finite elements on triangles.
pub(crate) fn journal_bearing(v: &[[f64; 8]; 8]) -> f64 {
    const N: usize = 8;
    const E: f64 = 0.1;
    let hx = 2.0 * std::f64::consts::PI / (N as f64 + 1.0);
    let hy = 20.0 / (N as f64 + 1.0);
    let weight = |i: usize| (1.0 + E * (i as f64 * hx).cos()).powi(3);
    let mut u = [[0.0; N + 2]; N + 2];
    for i in 0..N {
        u[i + 1][1..=N].copy_from_slice(&v[i]);
    }
    let mut quadratic = 0.0;
    for i in 0..=N {
        for j in 0..=N {
            let (here, right) = (u[i][j], u[i + 1][j]);
            let (up, across) = (u[i][j + 1], u[i + 1][j + 1]);
            let lower = (2.0 * weight(i) + weight(i + 1)) / 6.0;
            let (dx, dy) = ((right - here) / hx, (up - here) / hy);
            quadratic += lower * (dx * dx + dy * dy);
            let upper = (weight(i) + 2.0 * weight(i + 1)) / 6.0;
            let (dx, dy) = ((across - up) / hx, (across - right) / hy);
            quadratic += upper * (dx * dx + dy * dy);
        }
    }
    let mut linear = 0.0;
    for i in 0..N {
        for j in 0..N {
            linear += ((i + 1) as f64 * hx).sin() * v[i][j];
        }
    }
    hx * hy * (0.5 * quadratic - E * linear)
}

/// Steady-state combustion, likewise.
pub(crate) fn steady_combustion(v: &[[f64; 4]; 4]) -> f64 {
    const N: usize = 4;
    const LAMBDA: f64 = 5.0;
    let h = 1.0 / (N as f64 + 1.0);
    let mut u = [[0.0; N + 2]; N + 2];
    for i in 0..N {
        u[i + 1][1..=N].copy_from_slice(&v[i]);
    }
    let (mut quadratic, mut heat) = (0.0, 0.0);
    for i in 0..=N {
        for j in 0..=N {
            let (here, right) = (u[i][j], u[i + 1][j]);
            let (up, across) = (u[i][j + 1], u[i + 1][j + 1]);
            let (dx, dy) = ((right - here) / h, (up - here) / h);
            quadratic += dx * dx + dy * dy;
            heat += (here.exp() + right.exp() + up.exp()) / 3.0;
            let (dx, dy) = ((across - up) / h, (across - right) / h);
            quadratic += dx * dx + dy * dy;
            heat += (across.exp() + right.exp() + up.exp()) / 3.0;
        }
    }
    0.5 * h * h * (0.5 * quadratic - LAMBDA * heat)
}

/// The equations of Watson's function: half of its gradient.
pub(crate) fn watson(x: &[f64; 7]) -> [f64; 7] {
    let mut f = [0.0; 7];
    for i in 0..29 {
        let t = (i + 1) as f64 / 29.0;
        let (mut slope, mut power) = (0.0, 1.0);
        for j in 1..7 {
            slope += j as f64 * power * x[j];
            power *= t;
        }
        let (mut sum, mut power) = (0.0, 1.0);
        for j in 0..7 {
            sum += power * x[j];
            power *= t;
        }
        let residual = slope - sum * sum - 1.0;
        let twice = 2.0 * t * sum;
        let mut power = 1.0 / t;
        for k in 0..7 {
            f[k] += power * (k as f64 - twice) * residual;
            power *= t;
        }
    }
    let last = x[1] - x[0] * x[0] - 1.0;
    f[0] += x[0] * (1.0 - 2.0 * last);
    f[1] += last;
    f
}

/// The discrete integral equation. Each row computes its sums again.
pub(crate) fn discrete_integral(x: &[f64; 20]) -> [f64; 20] {
    const N: usize = 20;
    let h = 1.0 / (N as f64 + 1.0);
    let mut f = [0.0; N];
    for k in 0..N {
        let tk = (k + 1) as f64 * h;
        let mut below = 0.0;
        for j in 0..=k {
            let tj = (j + 1) as f64 * h;
            below += tj * (x[j] + tj + 1.0).powi(3);
        }
        let mut above = 0.0;
        for j in k + 1..N {
            let tj = (j + 1) as f64 * h;
            above += (1.0 - tj) * (x[j] + tj + 1.0).powi(3);
        }
        f[k] = x[k] + h * ((1.0 - tk) * below + tk * above) / 2.0;
    }
    f
}

/// The equations of the variably dimensioned function.
pub(crate) fn variably_dimensioned(x: &[f64; 100]) -> [f64; 100] {
    let mut sum = 0.0;
    for j in 0..100 {
        sum += (j + 1) as f64 * (x[j] - 1.0);
    }
    let factor = sum * (1.0 + 2.0 * sum * sum);
    let mut f = [0.0; 100];
    for k in 0..100 {
        f[k] = x[k] - 1.0 + (k + 1) as f64 * factor;
    }
    f
}

/// The second penalty function, its sum of squares.
pub(crate) fn penalty(x: &[f64; 200]) -> f64 {
    const N: usize = 200;
    const A: f64 = 1e-5;
    let mut value = (x[0] - 0.2) * (x[0] - 0.2);
    for i in 1..N {
        let y = ((i + 1) as f64 / 10.0).exp() + (i as f64 / 10.0).exp();
        let pair = (x[i] / 10.0).exp() + (x[i - 1] / 10.0).exp() - y;
        let single = (x[i] / 10.0).exp() - (-0.1_f64).exp();
        value += A * (pair * pair + single * single);
    }
    let mut last = -1.0;
    for j in 0..N {
        last += (N - j) as f64 * x[j] * x[j];
    }
    value + last * last
}

/// Powell's singular function extended, its sum of squares.
pub(crate) fn extended_powell(x: &[f64; 96]) -> f64 {
    let mut value = 0.0;
    for i in (0..96).step_by(4) {
        let (a, b) = (x[i] + 10.0 * x[i + 1], x[i + 2] - x[i + 3]);
        let (c, d) = (x[i + 1] - 2.0 * x[i + 2], x[i] - x[i + 3]);
        value += a * a + 5.0 * b * b + c.powi(4) + 10.0 * d.powi(4);
    }
    value
}

/// Speelpenning's product.
pub(crate) fn speelpenning(x: &[f64; 50]) -> f64 {
    let mut product = x[0];
    for i in 1..50 {
        product *= x[i];
    }
    product
}

/// Gaussian data fitting, Osborne's second function; the measurements do not matter to its
/// derivatives.
pub(crate) fn gaussian_fit(x: &[f64; 11], y: &[i32; 65]) -> [f64; 65] {
    let mut f = [0.0; 65];
    for i in 0..65 {
        let t = i as f64 / 10.0;
        let first = x[0] * (-t * x[4]).exp();
        let second = x[1] * (-(t - x[8]) * (t - x[8]) * x[5]).exp();
        let third = x[2] * (-(t - x[9]) * (t - x[9]) * x[6]).exp();
        let fourth = x[3] * (-(t - x[10]) * (t - x[10]) * x[7]).exp();
        f[i] = 0.001 * f64::from(y[i]) - (first + second + third + fourth);
    }
    f
}

/// The absorption function: products of powers with an inner function each, so that every factor
/// absorbs.
pub(crate) fn absorption(x: &[f64; 5]) -> f64 {
    let mut product = 1.0;
    for i in 0..5 {
        let mut inner = x[i].sin();
        for _ in 0..=5 {
            inner *= x[i];
        }
        product = if i == 0 { inner } else { product * inner };
    }
    product
}

/// Flow in unsaturated soil, balances of cells of a grid: 31 neighbours in one row of it are
/// unknown, the cells around are given in millimetres of suction. Conductivity and moisture are
/// those of van Genuchten, the faces take means.
pub(crate) fn unsaturated_flow(head: &[f64; 31], given: &[[i32; 35]; 5]) -> [[f64; 33]; 3] {
    const COLUMNS: usize = 31;
    let moisture = |h: f64| (1.0 + (-2.0 * h).powf(1.6)).powf(-0.375);
    let conductivity = |h: f64| {
        let s = (1.0 + (-2.0 * h).powf(1.6)).powf(-0.375);
        let pores = 1.0 - (1.0 - s.powf(1.0 / 0.375)).powf(0.375);
        0.25 * s.sqrt() * pores * pores
    };
    let mut h = [[0.0; COLUMNS + 4]; 5];
    for i in 0..5 {
        for j in 0..COLUMNS + 4 {
            h[i][j] = -0.001 * f64::from(given[i][j]);
        }
    }
    h[2][2..COLUMNS + 2].copy_from_slice(head);
    let mut balance = [[0.0; COLUMNS + 2]; 3];
    for i in 1..4 {
        for j in 1..COLUMNS + 3 {
            let here = h[i][j];
            let mut rate = (moisture(here) - 0.3) / 0.01;
            for (there, gravity) in [
                (h[i - 1][j], -0.5),
                (h[i + 1][j], 0.5),
                (h[i][j - 1], 0.0),
                (h[i][j + 1], 0.0),
            ] {
                let mean = 0.5 * (conductivity(here) + conductivity(there));
                rate -= mean * ((there - here) / 0.25 + gravity) / 0.5;
            }
            balance[i - 1][j - 1] = rate;
        }
    }
    balance
}
