//! Opaque arrays, structs and tuples that become active part by part.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const ONE: [f64; 1] = [0.7];
const B: [f64; 3] = [1.3, -0.4, 2.1];

/// Elimination with a right side that is not active before.
#[jacobian(wrt(a))]
fn right_side(a: &[f64; 1], b: &[f64; 3], i: usize, p: usize) -> [f64; 3] {
    let mut b = *b;
    b.swap(i, p);
    b[0] += 1.0;
    b[1] -= a[0] * b[0];
    b[2] -= a[0] * b[1];
    b.swap(0, i);
    b[i] /= a[0];
    b
}

#[jacobian(wrt(a), dim(b = 3))]
fn of_a_vec(a: &[f64; 1], b: &[f64], i: usize) -> f64 {
    let mut b = b.to_vec();
    b.swap(i, 1);
    b[i] -= a[0] * b[0];
    let mut c = b.clone();
    c[2] *= a[0];
    b.iter().sum::<f64>() * c.iter().map(|v| v * v).sum::<f64>()
}

#[jacobian(wrt(a))]
fn of_literals(a: &[f64; 1], k: f64, c: [f64; 3], n: usize) -> f64 {
    let mut y = [k, c[0], 2.0];
    y[1] = a[0] * a[0];
    let mut w = vec![k; 3];
    w[0] += a[0];
    let mut t = (k, [c[1], 3.0]);
    t.0 *= a[0];
    t.1[0] -= a[0];
    let mut rows = [[k, 1.0], [c[2], 2.0]];
    for i in 0..n {
        rows[i % 2][1] += a[0] * y[i % 3];
        w[i % 3] *= rows[1][0];
    }
    let mut z = c;
    z[n % 3] = y[0] * w[1] + t.0 * t.1[0] * t.1[1];
    let mut s = k;
    if a[0] > 0.0 {
        z[0] += a[0];
        s = s * a[0];
    }
    y[0] * y[1] * w[0] * z[0] + z[1] * rows[0][1] + rows[1][1] * s
}

#[test]
fn arrays_are_taken_apart() {
    for (i, p) in [(0, 0), (0, 2), (2, 1), (1, 0)] {
        check!(right_side with right_side_with_jacobian at ONE; &B, i, p);
        check!(of_a_vec with of_a_vec_with_jacobian at ONE; &B, i);
        check!(of_literals with of_literals_with_jacobian at ONE; 0.3, B, i + p);
    }
}

#[jacobian]
mod borrowed {
    #[derive(Clone, Copy)]
    pub(super) struct P {
        pub(super) x: f64,
        pub(super) q: [f64; 2],
    }

    fn set(p: &mut P, a: f64) {
        p.x += a;
        p.q[1] *= a;
    }

    fn put(q: &mut [f64; 2], a: f64) {
        q[0] += a;
    }

    fn add(v: &mut f64, a: f64) {
        *v += a;
    }

    /// Before, an assignment through `&mut p` of an opaque struct was lost.
    #[jacobian(wrt(a))]
    pub(super) fn locals(a: &[f64; 1], p: &P, k: f64) -> f64 {
        let a = a[0];
        let mut p = *p;
        set(&mut p, a);
        put(&mut p.q, a);
        add(&mut p.x, a);
        let mut b = [k, 1.0];
        put(&mut b, a);
        let r = &mut b;
        r[1] *= a;
        let mut c = [k, 2.0];
        let r = &mut c;
        r[1] += 1.0;
        r[1] *= a;
        let (mut s, mut t) = (k, 2.0 * k);
        add(&mut s, a);
        let mut u = k;
        {
            let r = &mut u;
            *r += 1.0;
            *r *= a;
        }
        t += u;
        p.x * p.q[0] * p.q[1] + b[0] * b[1] + s * t * c[1] * c[0]
    }

    pub(super) struct T {
        pub(super) p: P,
        pub(super) l: [P; 2],
        pub(super) k: f64,
    }

    impl T {
        fn of_p(&mut self) -> &mut P {
            &mut self.p
        }

        /// Before, assignments through `s` were lost.
        #[jacobian(wrt(a))]
        pub(super) fn change(&mut self, a: f64, n: u8) -> f64 {
            match n {
                0 => {
                    let s = &mut self.p;
                    s.x = a;
                }
                1 => set(&mut self.p, a),
                2 => {
                    let s = self.of_p();
                    s.q[0] = a;
                }
                3 => {
                    let s = &mut self.l[1];
                    let t = s;
                    t.x *= a;
                }
                4 => {
                    let g = |s: &mut P| s.x = a;
                    g(&mut self.l[0]);
                }
                _ => {
                    let s = if a > 1.0 { &mut self.p } else { &mut self.l[0] };
                    s.q[1] -= a;
                }
            }
            a * self.k + self.p.x
        }
    }
}
use borrowed::{P, T, locals, locals_with_jacobian};

#[test]
fn structs_are_borrowed_and_changed() {
    let p = P {
        x: 0.4,
        q: [1.2, -0.8],
    };
    check!(locals with locals_with_jacobian at ONE; &p, 1.7);
}

fn state() -> T {
    let p = P {
        x: 0.4,
        q: [1.2, -0.8],
    };
    let l = [
        P {
            x: 0.1,
            q: [0.9, 0.3],
        },
        P { x: -1.1, ..p },
    ];
    T { p, l, k: 0.6 }
}

fn rows_of(value: f64, t: &T) -> [f64; 10] {
    let mut rows = vec![value];
    for p in [&t.p, &t.l[0], &t.l[1]] {
        rows.extend([p.x, p.q[0], p.q[1]]);
    }
    rows.try_into().expect("ten")
}

#[test]
fn fields_behind_references_are_outputs() {
    for n in 0..6 {
        for at in [[0.7], [1.6]] {
            compare(
                "change",
                at,
                |[a]| {
                    let mut t = state();
                    let value = t.change(*a, n);
                    rows_of(value, &t)
                },
                |[a]| {
                    let mut t = state();
                    let (value, jacobian) = t.change_with_jacobian(*a, n);
                    (rows_of(value, &t), jacobian.to_dense())
                },
            );
        }
    }
}

/// Matrices of the user's own, which a function without active arguments makes.
#[jacobian]
mod matrices {
    #[derive(Clone, Debug)]
    pub(super) struct Square {
        n: usize,
        data: Vec<f64>,
    }

    impl Square {
        fn zeros(n: usize) -> Self {
            Square {
                n,
                data: vec![0.0; n * n],
            }
        }

        fn identity(n: usize) -> Self {
            let mut unit = Self::zeros(n);
            for i in 0..n {
                unit.set(i, i, 1.0);
            }
            unit
        }

        fn get(&self, i: usize, j: usize) -> f64 {
            self.data[i * self.n + j]
        }

        fn set(&mut self, i: usize, j: usize, value: f64) {
            self.data[i * self.n + j] = value;
        }

        fn swap_rows(&mut self, a: usize, b: usize) {
            if a != b {
                for j in 0..self.n {
                    self.data.swap(a * self.n + j, b * self.n + j);
                }
            }
        }

        /// The inverse by elimination with pivoting, and the determinant.
        fn inverse(&self) -> Option<(Square, f64)> {
            let mut left = self.clone();
            let mut right = Square::identity(self.n);
            let mut determinant = 1.0;
            for c in 0..self.n {
                let mut p = c;
                for r in c + 1..self.n {
                    if left.get(r, c).abs() > left.get(p, c).abs() {
                        p = r;
                    }
                }
                if left.get(p, c).abs() < 1e-14 {
                    return None;
                }
                if p != c {
                    left.swap_rows(p, c);
                    right.swap_rows(p, c);
                    determinant = -determinant;
                }
                let pivot = left.get(c, c);
                determinant *= pivot;
                for j in 0..self.n {
                    left.set(c, j, left.get(c, j) / pivot);
                    right.set(c, j, right.get(c, j) / pivot);
                }
                for r in (0..self.n).filter(|r| *r != c) {
                    let factor = left.get(r, c);
                    for j in 0..self.n {
                        left.set(r, j, left.get(r, j) - factor * left.get(c, j));
                        right.set(r, j, right.get(r, j) - factor * right.get(c, j));
                    }
                }
            }
            Some((right, determinant))
        }
    }

    pub(super) fn inverted(x: &[f64; 4]) -> [f64; 6] {
        let matrix = Square {
            n: 2,
            data: x.to_vec(),
        };
        let (inverse, determinant) = matrix.inverse().unwrap_or((Square::identity(2), 0.0));
        let sum: f64 = inverse.data.iter().sum();
        let [a, b] = [inverse.get(0, 1), inverse.get(1, 0)];
        [inverse.get(0, 0), a, b, inverse.get(1, 1), determinant, sum]
    }

    #[derive(Clone, Debug)]
    struct Rows {
        rows: Vec<Vec<f64>>,
    }

    /// Lists of several lengths in a struct that code outside reads as a whole.
    pub(super) fn read_outside(x: &[f64; 4]) -> f64 {
        let all = Rows {
            rows: vec![vec![x[0]], vec![x[1] * x[2], x[3]]],
        };
        let n = std::hint::black_box(&all).rows[1].len();
        all.rows
            .iter()
            .map(|row| row.iter().sum::<f64>())
            .product::<f64>()
            * n as f64
    }

    fn unit() -> [[f64; 2]; 2] {
        let mut unit = [[0.0; 2]; 2];
        (0..2).for_each(|i| unit[i][i] = 1.0);
        unit
    }

    fn add(k: f64, x: &[[f64; 2]; 2], to: &mut [[f64; 2]; 2]) {
        for (from, row) in x.iter().zip(to) {
            for (from, to) in from.iter().zip(row.iter_mut()) {
                *to += k * from;
            }
        }
    }

    /// An array by the result of a function, changed through references.
    pub(super) fn sum_of_powers(x: &[f64; 4]) -> [f64; 4] {
        let a = [[x[0], x[1]], [x[2], x[3]]];
        let mut sum = unit();
        add(x[0], &a, &mut sum);
        for (to, from) in sum[1].iter_mut().zip(&a[0]) {
            *to *= from;
        }
        [sum[0][0], sum[0][1], sum[1][0], sum[1][1]]
    }
}

#[test]
fn what_functions_without_active_arguments_give_is_taken_apart() {
    use matrices::{inverted, inverted_with_jacobian};
    use matrices::{read_outside, read_outside_with_jacobian};
    use matrices::{sum_of_powers, sum_of_powers_with_jacobian};
    for at in [
        [2.0, 0.4, -0.3, 1.5],
        [0.3, -1.5, 2.5, 0.7],
        [1.0, 2.0, 2.0, 4.0],
    ] {
        if at[2] < 2.0 || at[0] < 1.0 {
            check!(inverted with inverted_with_jacobian at at);
        }
        check!(sum_of_powers with sum_of_powers_with_jacobian at at);
        check!(read_outside with read_outside_with_jacobian at at);
    }
    // A singular matrix: the other arm, where everything is constant.
    let (value, jacobian) = inverted_with_jacobian(&[1.0, 2.0, 2.0, 4.0]);
    assert_eq!(value, [1.0, 0.0, 0.0, 1.0, 0.0, 2.0]);
    assert_eq!(jacobian.to_dense(), [[0.0; 4]; 6]);
}
