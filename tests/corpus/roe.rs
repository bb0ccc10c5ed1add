//! Roe's approximate Riemann solver in three dimensions: the flux between two gas states.
//!
//! ```text
//! left (r, ru, rv, rw, E) ──┐
//!                           ├── averages u, v, w, h, c ── waves w1..w4 ── flux through the face
//! right (r, ru, rv, rw, E) ─┘
//! ```
//!
//! The flux is the mean of both sides' fluxes minus half the jump split into waves that travel at
//! `q - c`, `q` and `q + c`. Every output depends on every input. No entropy fix; the kinks of
//! `abs` are far from the base point, which is subsonic.
//!
//! Source: P. L. Roe, Approximate Riemann solvers, parameter vectors, and difference schemes,
//! J. Comput. Phys. 43 (1981).

use jacobian_runtime::jacobian;

use super::problem::{Expansion, Problem, expansions, fast, twin, value};
use super::scalar::Scalar;

/// The Roe flux through a face with unit normal `(0.36, 0.48, 0.8)`.
#[jacobian]
#[jacobian(value = fused, prefix = fused)]
#[cfg_attr(feature = "searched", jacobian(value = fused, order = search, prefix = searched))]
#[cfg_attr(test, jacobian(value = fused, fma = always, prefix = contracted))]
#[cfg_attr(test, jacobian(fma = never, prefix = unfused))]
#[cfg_attr(feature = "lanes", jacobian(value = fused, batch, prefix = lanes))]
#[cfg_attr(test, jacobian(order = reverse, layout = csr, prefix = by_reverse))]
#[cfg_attr(test, jacobian(order = forward, fold = none, prefix = by_forward))]
#[cfg_attr(test, jacobian(order = markowitz, fold = full, prefix = by_markowitz))]
pub fn roe(x: &[f64; 10]) -> [f64; 5] {
    const NX: f64 = 0.36;
    const NY: f64 = 0.48;
    const NZ: f64 = 0.8;
    const GAMMA: f64 = 1.4;
    let [rl, rul, rvl, rwl, el, rr, rur, rvr, rwr, er] = *x;

    let irl = 1.0 / rl;
    let ul = rul * irl;
    let vl = rvl * irl;
    let wl = rwl * irl;
    let pl = (GAMMA - 1.0) * (el - 0.5 * (rul * ul + rvl * vl + rwl * wl));
    let hl = (el + pl) * irl;
    let ql = ul * NX + vl * NY + wl * NZ;

    let irr = 1.0 / rr;
    let ur = rur * irr;
    let vr = rvr * irr;
    let wr = rwr * irr;
    let pr = (GAMMA - 1.0) * (er - 0.5 * (rur * ur + rvr * vr + rwr * wr));
    let hr = (er + pr) * irr;
    let qr = ur * NX + vr * NY + wr * NZ;

    // Averages weighted by the roots of the densities.
    let sl = rl.sqrt();
    let sr = rr.sqrt();
    let is = 1.0 / (sl + sr);
    let u = (sl * ul + sr * ur) * is;
    let v = (sl * vl + sr * vr) * is;
    let w = (sl * wl + sr * wr) * is;
    let h = (sl * hl + sr * hr) * is;
    let r = sl * sr;
    let q = u * NX + v * NY + w * NZ;
    let k = 0.5 * (u * u + v * v + w * w);
    let c2 = (GAMMA - 1.0) * (h - k);
    let c = c2.sqrt();

    // The jump, split into waves.
    let dr = rr - rl;
    let du = ur - ul;
    let dv = vr - vl;
    let dw = wr - wl;
    let dp = pr - pl;
    let dq = qr - ql;
    let ic2 = 1.0 / c2;
    let half_ic2 = 0.5 * ic2;
    let rcdq = r * c * dq;
    let w1 = (q - c).abs() * (dp - rcdq) * half_ic2;
    let w2 = q.abs() * (dr - dp * ic2);
    let w3 = q.abs() * r;
    let w4 = (q + c).abs() * (dp + rcdq) * half_ic2;

    let d1 = w1 + w2 + w4;
    let cw = c * (w4 - w1);
    let along = cw - w3 * dq;
    let d2 = d1 * u + NX * along + w3 * du;
    let d3 = d1 * v + NY * along + w3 * dv;
    let d4 = d1 * w + NZ * along + w3 * dw;
    let d5 = (w1 + w4) * h + w2 * k + q * cw + w3 * (u * du + v * dv + w * dw - q * dq);

    let ml = rl * ql;
    let mr = rr * qr;
    [
        0.5 * (ml + mr - d1),
        0.5 * (ml * ul + pl * NX + mr * ur + pr * NX - d2),
        0.5 * (ml * vl + pl * NY + mr * vr + pr * NY - d3),
        0.5 * (ml * wl + pl * NZ + mr * wr + pr * NZ - d4),
        0.5 * (ml * hl + mr * hr - d5),
    ]
}

/// Velocity, pressure, enthalpy and normal velocity of one side.
struct Side<S> {
    velocity: [S; 3],
    pressure: S,
    enthalpy: S,
    normal: S,
}

const NORMAL: [f64; 3] = [0.36, 0.48, 0.8];

fn dot<S: Scalar>(a: [S; 3], b: [S; 3]) -> S {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn along_normal<S: Scalar>(a: [S; 3]) -> S {
    a[0] * NORMAL[0] + a[1] * NORMAL[1] + a[2] * NORMAL[2]
}

fn side<S: Scalar>(state: &[S]) -> Side<S> {
    let inverse = state[0].recip();
    let momentum = [state[1], state[2], state[3]];
    let velocity = momentum.map(|m| m * inverse);
    let pressure = (state[4] - dot(momentum, velocity) * 0.5) * (1.4 - 1.0);
    let enthalpy = (state[4] + pressure) * inverse;
    Side {
        velocity,
        pressure,
        enthalpy,
        normal: along_normal(velocity),
    }
}

/// The same flux over any scalar.
pub fn roe_twin<S: Scalar>(x: &[S; 10]) -> [S; 5] {
    let (left, right) = (side(&x[..5]), side(&x[5..]));
    let (sl, sr) = (x[0].sqrt(), x[5].sqrt());
    let weight = (sl + sr).recip();
    let mean = |l: S, r: S| (sl * l + sr * r) * weight;
    let velocity = [0, 1, 2].map(|k| mean(left.velocity[k], right.velocity[k]));
    let h = mean(left.enthalpy, right.enthalpy);
    let r = sl * sr;
    let q = along_normal(velocity);
    let k = dot(velocity, velocity) * 0.5;
    let c2 = (h - k) * (1.4 - 1.0);
    let c = c2.sqrt();

    let jump = [0, 1, 2].map(|k| right.velocity[k] - left.velocity[k]);
    let dp = right.pressure - left.pressure;
    let dq = right.normal - left.normal;
    let inverse = c2.recip();
    let (half, rcdq) = (inverse * 0.5, r * c * dq);
    let w1 = (q - c).abs() * (dp - rcdq) * half;
    let w2 = q.abs() * (x[5] - x[0] - dp * inverse);
    let w3 = q.abs() * r;
    let w4 = (q + c).abs() * (dp + rcdq) * half;
    let d1 = w1 + w2 + w4;
    let cw = c * (w4 - w1);
    let d5 = (w1 + w4) * h + w2 * k + q * cw + w3 * (dot(velocity, jump) - q * dq);

    let (ml, mr) = (x[0] * left.normal, x[5] * right.normal);
    let momentum = [0, 1, 2].map(|k| {
        let d = d1 * velocity[k] + (cw - w3 * dq) * NORMAL[k] + w3 * jump[k];
        let pressure = (left.pressure + right.pressure) * NORMAL[k];
        (ml * left.velocity[k] + mr * right.velocity[k] + pressure - d) * 0.5
    });
    let energy = (ml * left.enthalpy + mr * right.enthalpy - d5) * 0.5;
    [
        (ml + mr - d1) * 0.5,
        momentum[0],
        momentum[1],
        momentum[2],
        energy,
    ]
}

/// The expansions that are made to be fast.
pub const FAST: &[Expansion] = fast!();

/// The row of the corpus.
pub const PROBLEM: Problem = Problem {
    name: "roe",
    from: "",
    n: 10,
    m: 5,
    nnz: 50,
    colours: 10,
    base: || vec![1.0, 0.5, 0.2, 0.3, 2.8, 0.8, 0.45, 0.1, 0.25, 2.3],
    further: Vec::new,
    checksums: Some([1.808_342_654_691e1, 3.646_536_589_216e1]),
    known: &[],
    value: value!(roe),
    twin: twin!(roe_twin, 10),
    expansions: expansions!(
        ROE_PATTERN,
        ROE_TEMPLATE,
        ROE_COST,
        roe_with_jacobian_into,
        roe_update_into
    ),
};
