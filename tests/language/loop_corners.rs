//! Corners of loops at run time: other scalars, matrices, outputs, sweeps, functions around them.

use jacobian_runtime::{Real, jacobian};
use nalgebra::{Matrix3, Vector3};

use crate::support::check;

#[jacobian(wrt(x), jvp, vjp)]
fn swept(x: &[f64; 2], n: usize) -> [f64; 2] {
    let mut y = *x;
    for _ in 0..n {
        y = [y[1].sin(), y[0] * x[0]];
    }
    y
}

#[jacobian(wrt(x))]
fn generic<T: Real>(x: &[T; 2], n: usize) -> [T; 1] {
    let mut y = x[0];
    let mut t = T::from_f64(0.0);
    for _ in 0..n {
        y = y * x[1] + t;
        t = t + T::from_f64(0.5);
    }
    [y]
}

#[jacobian(wrt(x))]
fn single(x: f32, n: u8) -> f32 {
    let mut y = x;
    let mut k = 0_u8;
    while k < n {
        y = y * y;
        k += 1;
    }
    y
}

#[jacobian(wrt(x))]
fn matrix(x: &Vector3<f64>, a: &Matrix3<f64>, n: usize) -> Vector3<f64> {
    let mut y = *x;
    for _ in 0..n {
        y = a * y + x * 0.5;
    }
    y
}

#[jacobian(wrt(x))]
fn outputs(x: &[f64; 2], n: usize, y: &mut [f64; 2]) {
    y[0] = x[0];
    y[1] = 0.0;
    for _ in 0..n {
        y[0] *= x[1];
        y[1] += y[0];
    }
}

/// The user's own array, changed in place and as a whole.
#[jacobian(wrt(x))]
fn own_array(x: &[f64; 1], w: [f64; 3], n: usize) -> [f64; 1] {
    let mut k = w;
    let mut s = 0.0;
    for i in 0..n {
        k[i % 3] += 1.0;
        s += x[0] * k[0];
        if s > 3.0 {
            k = [0.0; 3];
        }
    }
    [s]
}

/// Parameters that become active.
#[jacobian(wrt(x))]
fn becomes(x: &[f64; 1], p: f64, n: usize) -> [f64; 2] {
    let mut q = p;
    let mut r = [p, p];
    for _ in 0..n {
        q = q * x[0];
        r[0] = r[1] * q;
    }
    [q + r[0], r[1]]
}

#[jacobian(wrt(x))]
fn closure_state(x: &[f64; 1], data: &[f64]) -> [f64; 1] {
    let mut acc = x[0];
    let mut push = |v: f64| {
        acc = acc * v + x[0];
        acc
    };
    let mut t = 0.0;
    for d in data {
        t += push(*d);
    }
    [t + acc]
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Add(f64),
    Mul(f64),
    Stop,
    Fail,
}

#[jacobian(wrt(x))]
fn interpreted(x: f64, ops: &[Op]) -> Option<f64> {
    let mut y = x;
    for op in ops {
        match op {
            Op::Add(v) => y += v,
            Op::Mul(v) => {
                y *= v;
            }
            Op::Stop => break,
            Op::Fail => return None,
        }
    }
    Some(y * y)
}

/// An arm of a `match` that is `return None` alone was taken for a value and dropped.
#[jacobian(wrt(x))]
fn one_step(x: f64, op: Op) -> Option<f64> {
    let mut y = x;
    match op {
        Op::Add(v) => y += v,
        Op::Mul(v) => y *= v,
        Op::Stop => {}
        Op::Fail => return None,
    }
    Some(y * x)
}

/// The limit decides that this is not unrolled.
#[jacobian(wrt(x), unroll = 50)]
fn limited(x: &[f64; 1]) -> [f64; 1] {
    let mut y = x[0];
    for i in 0..100 {
        y = y.sin() + 0.001 * i as f64 * x[0];
    }
    [y]
}

#[jacobian(wrt(x))]
fn halved(x: &[f64; 1]) -> [f64; 1] {
    fn next(v: f64) -> Option<f64> {
        if v > 1.0 { Some(v * 0.5) } else { None }
    }
    let mut y = x[0];
    while let Some(v) = next(y) {
        y = v;
    }
    [y * y]
}

#[jacobian(wrt(x))]
fn told(x: &[f64; 1], n: usize) -> [f64; 1] {
    let mut y = x[0];
    for i in 0..n {
        assert!(y < 10.0, "{y} at {i}");
        y = y * 0.5 + 0.25;
    }
    [y]
}

#[test]
fn corners_of_loops_are_followed() {
    const DATA: [f64; 4] = [0.3, -0.2, 1.5, 0.7];
    for n in [0, 1, 6] {
        check!(swept with swept_with_jacobian at [0.7, 1.3]; n);
        check!(generic with generic_with_jacobian at [0.7, 1.3]; n);
        check!(own_array with own_array_with_jacobian at [0.7]; [0.1, 0.2, 0.3], n);
        check!(becomes with becomes_with_jacobian at [0.7]; 1.5, n);
        check!(told with told_with_jacobian at [0.7]; n);
        check!(closure_state with closure_state_with_jacobian at [0.7]; &DATA[..n.min(4)]);
    }
    check!(limited with limited_with_jacobian at [0.7]);
    for x in [0.3, 1.5, 9.0] {
        check!(halved with halved_with_jacobian at [x]);
    }
}

#[test]
fn other_scalars_matrices_and_outputs() {
    let (value, jacobian) = single_with_jacobian(0.9, 3);
    assert_eq!(value.to_bits(), single(0.9, 3).to_bits());
    assert!((jacobian.values()[0] - 8.0 * 0.9_f32.powi(7)).abs() < 1e-5);
    let a = Matrix3::new(0.1, 0.2, 0.0, -0.3, 0.4, 0.1, 0.0, 0.2, 0.5);
    let x = Vector3::new(0.7, 1.3, -0.4);
    let (value, jacobian) = matrix_with_jacobian(&x, &a, 2);
    assert_eq!(value, matrix(&x, &a, 2));
    let expected = a * a + (a + Matrix3::identity()) * 0.5;
    for (row, entries) in jacobian.to_dense().iter().enumerate() {
        for (col, entry) in entries.iter().enumerate() {
            assert!((entry - expected[(row, col)]).abs() < 1e-14);
        }
    }
    let mut y = [0.0; 2];
    let jacobian = outputs_with_jacobian(&[2.0, 3.0], 2, &mut y);
    assert_eq!(y, [18.0, 24.0]);
    assert_eq!(jacobian.to_dense(), [[9.0, 12.0], [12.0, 14.0]]);
    let (dx, w) = ([0.3, -0.7], [1.1, 0.4]);
    let (jacobian, at) = (swept_jacobian(&[0.7, 1.3], 5), [0.7, 1.3]);
    for (found, expected) in swept_jvp(&at, 5, &dx).iter().zip(jacobian.mul_vec(&dx)) {
        assert!((found - expected).abs() < 1e-14);
    }
    for (found, expected) in swept_vjp(&at, 5, &w).iter().zip(jacobian.tr_mul_vec(&w)) {
        assert!((found - expected).abs() < 1e-14);
    }
}

#[test]
fn loops_over_the_users_own_types() {
    let ops = [Op::Add(1.0), Op::Mul(3.0), Op::Stop, Op::Fail];
    let (value, jacobian) = interpreted_with_jacobian(0.5, &ops).unwrap();
    assert_eq!(Some(value), interpreted(0.5, &ops));
    assert_eq!(jacobian.values(), &[2.0 * 4.5 * 3.0]);
    assert!(interpreted_with_jacobian(0.5, &[Op::Add(1.0), Op::Fail]).is_none());
    assert!(one_step_with_jacobian(0.5, Op::Fail).is_none());
    let (value, jacobian) = one_step_with_jacobian(0.5, Op::Mul(3.0)).unwrap();
    assert_eq!((value, jacobian.values()), (0.75, &[3.0]));
}
