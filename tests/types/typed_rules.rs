//! Rules with types: one Jacobian for functions of lists, of structs and of several results.

use jacobian_runtime::jacobian;
use nalgebra::{Matrix2, Vector2};

use crate::support::check;

const AT: [f64; 3] = [0.7, 1.3, 2.1];

/// Functions of another crate, one of them with a generated Jacobian.
mod geometry {
    use jacobian_runtime::jacobian;

    #[jacobian(wrt(p, k))]
    pub(super) fn rotated(p: &[f64; 2], n: usize, k: f64) -> [f64; 2] {
        let angle = k * n as f64;
        [
            p[0] * angle.cos() - p[1] * angle.sin(),
            p[0] * angle.sin() + p[1] * angle.cos(),
        ]
    }

    pub(super) fn distance(p: &[f64], q: Vec<f64>) -> f64 {
        let squares = p.iter().zip(&q).map(|(p, q)| (p - q) * (p - q));
        squares.sum::<f64>().sqrt()
    }

    pub(super) fn towards(p: &[f64], q: &[f64]) -> [f64; 4] {
        let length = distance(p, q.to_vec());
        let (x, y) = ((p[0] - q[0]) / length, (p[1] - q[1]) / length);
        [x, y, -x, -y]
    }
}

trait Flow {
    fn rates(&self, t: f64, y: &[f64; 2], name: &str, out: &mut [f64; 2]) -> f64;
    fn jacobian(&self, t: f64, y: &[f64; 2]) -> [[f64; 3]; 3];
}

struct Swing(f64);

impl Flow for Swing {
    fn rates(&self, t: f64, y: &[f64; 2], name: &str, out: &mut [f64; 2]) -> f64 {
        assert_eq!(name, "swing");
        *out = [y[1] * t, -self.0 * y[0].sin()];
        y[0] * y[0] * t
    }

    fn jacobian(&self, t: f64, y: &[f64; 2]) -> [[f64; 3]; 3] {
        [
            [y[0] * y[0], 2.0 * y[0] * t, 0.0],
            [y[1], 0.0, t],
            [0.0, -self.0 * y[0].cos(), 0.0],
        ]
    }
}

fn linear(m: &Matrix2<f64>, v: Vector2<f64>) -> Vector2<f64> {
    m * v
}

#[jacobian(
    wrt(x),
    rule(
        geometry::rotated(p: &[f64; 2], n: usize, k: f64) -> [f64; 2] => geometry::rotated_jacobian(p, n, k),
        geometry::distance(p: &[f64], q: Vec<f64>) -> f64 => geometry::towards(p, &q),
        linear(_, v: Vector2<f64>) -> Vector2<f64> => *m,
    )
)]
fn of_functions(x: &[f64; 3], m: &Matrix2<f64>, n: usize) -> [f64; 4] {
    let p = geometry::rotated(&[x[0] * x[1], x[2]], n, x[0]);
    let mut q = [x[2], 1.0];
    for k in 0..n {
        q = geometry::rotated(&q, k, 0.3);
    }
    let v = linear(m, Vector2::new(p[0], x[1].sin()));
    let fixed = geometry::rotated(&[1.0, 2.0], n, 0.5);
    [
        geometry::distance(&p, q.to_vec()),
        v[0] * fixed[0],
        v[1],
        geometry::distance(&[x[0], x[1]], vec![1.0, 2.0]),
    ]
}

struct Solver<F> {
    flow: F,
    curve: fn(&[f64; 2]) -> [f64; 2],
    slope: fn(&[f64; 2]) -> [[f64; 2]; 2],
}

impl<F: Flow> Solver<F> {
    #[jacobian(
        wrt(y),
        rule(Flow::rates(self, t: f64, y: &[f64; 2], _, out: &mut [f64; 2]) -> f64 => self.jacobian(t, y)),
        rule((self.curve)(y: &[f64; 2]) -> [f64; 2] => (self.slope)(y)),
    )]
    fn steps(&self, y: &[f64; 3], n: usize, other: &dyn Flow) -> [f64; 3] {
        let (mut p, mut t, mut sum) = ([y[0], y[1]], y[2], 0.0);
        let mut k = [0.0; 2];
        for _ in 0..n {
            sum += self.flow.rates(t, &p, "swing", &mut k);
            p = [p[0] + 0.1 * k[0], p[1] + 0.1 * k[1]];
            t += 0.1;
        }
        sum += Flow::rates(&self.flow, 1.0, &p, "swing", &mut k) * k[1];
        sum += other.rates(y[0], &[1.0, y[1]], "swing", &mut k) + k[0];
        let [a, b] = (self.curve)(&p);
        [sum, a * b, b]
    }
}

#[test]
fn a_rule_may_give_one_jacobian() {
    let m = Matrix2::new(0.5, -1.0, 2.0, 0.25);
    for n in [0, 3] {
        check!(of_functions with of_functions_with_jacobian at AT; &m, n);
    }
    let solver = Solver {
        flow: Swing(1.5),
        curve: |y| [y[0] * y[1], y[1].exp()],
        slope: |y| [[y[1], y[0]], [0.0, y[1].exp()]],
    };
    for n in [0, 1, 4] {
        crate::support::compare(
            "steps",
            [0.4, 1.1, 0.2],
            |y| solver.steps(y, n, &Swing(0.5)),
            |y| {
                let (value, jacobian) = solver.steps_with_jacobian(y, n, &Swing(0.5));
                (value, jacobian.to_dense())
            },
        );
    }
}
