//! Structs with lists that the user's own code makes without active values, beside active ones.

use jacobian_runtime::jacobian;

use crate::support::check;

const X: [f64; 6] = [0.7, -0.3, 1.2, 0.4, 0.9, 0.5];

/// Code outside of the module, which wants lists and structs as they are.
pub mod outside {
    pub fn total(list: &Vec<f64>) -> f64 {
        list.iter().sum::<f64>() + list.capacity() as f64 * 0.0
    }
    pub fn taken(list: Vec<f64>) -> f64 {
        list.into_iter().map(|v| v * v).sum()
    }
    pub fn norm(m: &super::kalman::Mat) -> f64 {
        m.data.iter().map(|v| v * v).sum::<f64>() * m.rows as f64
    }
}

#[jacobian]
pub mod kalman {
    use super::outside;
    use std::cell::Cell;
    use std::ops::{Add, Mul, Sub};

    #[derive(Clone, Debug, PartialEq)]
    pub struct Mat {
        pub data: Vec<f64>,
        pub rows: usize,
        pub cols: usize,
    }

    impl Mat {
        pub fn zeros(rows: usize, cols: usize) -> Self {
            let data = vec![0.0; rows * cols];
            Mat { data, rows, cols }
        }
        pub fn identity(n: usize) -> Self {
            let mut m = Self::zeros(n, n);
            for i in 0..n {
                m.data[i * n + i] = 1.0;
            }
            m
        }
        pub fn from_rows<const R: usize, const C: usize>(rows: [[f64; C]; R]) -> Self {
            let mut m = Self::zeros(R, C);
            for i in 0..R {
                for j in 0..C {
                    m.data[i * C + j] = rows[i][j];
                }
            }
            m
        }
        pub fn get(&self, i: usize, j: usize) -> f64 {
            self.data[i * self.cols + j]
        }
        pub fn set(&mut self, i: usize, j: usize, v: f64) {
            self.data[i * self.cols + j] = v;
        }
        pub fn t(&self) -> Mat {
            let mut m = Mat::zeros(self.cols, self.rows);
            for i in 0..self.rows {
                for j in 0..self.cols {
                    m.set(j, i, self.get(i, j));
                }
            }
            m
        }
        /// Changes its own copy.
        pub fn with_row(mut self, v: f64) -> Self {
            for _ in 0..self.cols {
                self.data.push(v);
            }
            self.rows += 1;
            self
        }
        pub fn grow(&mut self) {
            self.data.extend(vec![2.0; self.cols]);
            self.rows += 1;
        }
        pub fn scaled(&self, k: f64) -> Mat {
            let mut m = Mat::zeros(self.rows, self.cols);
            for i in 0..self.rows * self.cols {
                m.data[i] = self.data[i] * k;
            }
            m
        }
        pub fn sum(&self) -> f64 {
            self.data.iter().sum()
        }
    }

    impl Mul<&Mat> for &Mat {
        type Output = Mat;
        fn mul(self, o: &Mat) -> Mat {
            assert_eq!(self.cols, o.rows);
            let mut m = Mat::zeros(self.rows, o.cols);
            for i in 0..self.rows {
                for j in 0..o.cols {
                    let mut s = 0.0;
                    for k in 0..self.cols {
                        s += self.get(i, k) * o.get(k, j);
                    }
                    m.set(i, j, s);
                }
            }
            m
        }
    }
    impl Add<&Mat> for &Mat {
        type Output = Mat;
        fn add(self, o: &Mat) -> Mat {
            let data = self.data.iter().zip(&o.data).map(|(a, b)| a + b).collect();
            Mat { data, ..*self }
        }
    }
    impl Sub<&Mat> for &Mat {
        type Output = Mat;
        fn sub(self, o: &Mat) -> Mat {
            let data = self.data.iter().zip(&o.data).map(|(a, b)| a - b).collect();
            Mat {
                data,
                rows: self.rows,
                cols: self.cols,
            }
        }
    }
    impl Mul<f64> for &Mat {
        type Output = Mat;
        fn mul(self, k: f64) -> Mat {
            let data = self.data.iter().map(|a| a * k).collect();
            Mat {
                data,
                rows: self.rows,
                cols: self.cols,
            }
        }
    }

    /// One step of a filter of position and velocity.
    #[jacobian(wrt(v))]
    pub(super) fn step(v: &[f64; 6], dt: f64, z: f64, r: f64) -> [f64; 3] {
        let f = Mat::from_rows([[1.0, dt], [0.0, 1.0]]);
        let h = Mat::from_rows([[1.0, 0.0]]);
        let x = Mat::from_rows([[v[0]], [v[1]]]);
        let p = Mat::from_rows([[v[2], v[3]], [v[3], v[4]]]);
        let qm = &Mat::identity(2) * v[5];
        let x = &f * &x;
        let p = &(&(&f * &p) * &f.t()) + &qm;
        let s = (&h * &(&p * &h.t())).get(0, 0) + r;
        let k = &(&p * &h.t()) * (1.0 / s);
        let y = z - (&h * &x).get(0, 0);
        let x = &x + &(&k * y);
        let p = &(&Mat::identity(2) - &(&k * &h)) * &p;
        [x.data[0], x.data[1], p.get(0, 0) + p.get(1, 1)]
    }

    /// What code outside sees is the variable itself.
    #[jacobian(wrt(v))]
    pub(super) fn shown(v: &[f64; 6], dt: f64) -> [f64; 2] {
        let f = Mat::from_rows([[1.0, dt], [0.5, 2.0]]);
        let seen = outside::total(&f.data) + outside::norm(&f) + f.data.capacity() as f64 * 0.0;
        let copy = f.clone();
        let x = &copy * &Mat::from_rows([[v[0]], [v[1]]]);
        let Mat { data, rows, cols } = &copy;
        let all = outside::taken(copy.data.clone()) + data[1] * (*rows + *cols) as f64;
        let moved = f;
        let y = moved.scaled(v[2]);
        [
            x.sum() * seen,
            y.get(1, 0) * all + outside::taken(moved.data),
        ]
    }

    /// A variable that the user's own code changes is not known any more.
    #[jacobian(wrt(v))]
    pub(super) fn changed(v: &[f64; 6], n: usize) -> [f64; 3] {
        let mut m = Mat::identity(2);
        m.grow();
        let a = m.data.len() as f64 * v[0] + m.rows as f64 * v[1];
        let mut w = Mat::zeros(1, 2);
        for k in 0..n {
            w.data.push(k as f64);
        }
        let b = w.data.len() as f64 * v[2] * w.data[w.data.len() - 1];
        let c = Mat::zeros(2, 2).with_row(1.5);
        let mut d = Mat::zeros(1, 1);
        if n > 2 {
            d = Mat::identity(3);
        }
        [
            a,
            b + c.rows as f64 * v[3] + c.sum() * v[4],
            d.rows as f64 * v[5],
        ]
    }

    /// A variable that becomes active, by its parts.
    #[jacobian(wrt(v))]
    pub(super) fn filled(v: &[f64; 6]) -> Mat {
        let mut m = Mat::zeros(2, 3);
        for i in 0..m.rows {
            for j in 0..m.cols {
                m.set(i, j, v[i * 3 + j] * v[j]);
            }
        }
        m
    }

    #[derive(Clone)]
    pub struct Model {
        pub f: Mat,
        pub h: Mat,
        pub rows: Vec<Vec<f64>>,
        pub extra: Option<Mat>,
        pub exact: bool,
    }

    impl Model {
        fn new(dt: f64) -> Model {
            Model {
                f: Mat::from_rows([[1.0, dt], [0.0, 1.0]]),
                h: Mat::from_rows([[1.0, 0.0]]),
                rows: vec![vec![dt, 2.0], vec![1.0]],
                extra: Some(Mat::identity(2)),
                exact: true,
            }
        }
        fn seen(&self, x: &Mat) -> f64 {
            let y = &self.h * &(&self.f * x);
            let mut sum = y.sum();
            for row in &self.rows {
                for (k, w) in row.iter().enumerate() {
                    sum += w * x.data[k];
                }
            }
            if self.exact {
                sum *= 2.0;
            }
            match &self.extra {
                Some(m) => sum + m.get(1, 1) * x.data[1],
                None => sum,
            }
        }
    }

    /// Structs in structs, lists of lists, an optional matrix.
    #[jacobian(wrt(v))]
    pub(super) fn nested(v: &[f64; 6], dt: f64) -> f64 {
        let model = Model::new(dt);
        let x = Mat::from_rows([[v[0]], [v[1] * v[2]]]);
        model.seen(&x) + outside::total(&model.rows[0]) * v[3] + model.clone().seen(&x)
    }

    struct Counted {
        data: Vec<f64>,
        uses: Cell<usize>,
    }

    impl Counted {
        fn new(n: usize) -> Counted {
            Counted {
                data: vec![1.5; n],
                uses: Cell::new(n),
            }
        }
        fn uses(&self) -> f64 {
            self.uses.set(self.uses.get() + 1);
            self.uses.get() as f64
        }
    }

    /// A count that changes behind a shared reference.
    #[jacobian(wrt(v))]
    pub(super) fn counted(v: &[f64; 6]) -> f64 {
        let list = Counted::new(2);
        let mut sum = 0.0;
        for (w, x) in list.data.iter().zip(v) {
            sum += w * x * list.uses();
        }
        sum * list.uses.get() as f64
    }

    /// In a loop that run time ends.
    #[jacobian(wrt(v))]
    pub(super) fn repeated(v: &[f64; 6], n: usize) -> [f64; 2] {
        let f = Mat::from_rows([[0.9, 0.1], [-0.1, 0.8]]);
        let (mut a, mut b) = (v[0], v[1]);
        for k in 0..n {
            let g = Mat::identity(2).scaled(k as f64 + 1.0);
            a += f.get(0, 1) * b * g.get(0, 0);
            b -= f.get(1, 0) * a * g.get(1, 1);
        }
        [a, b]
    }
}

#[test]
fn matrices_that_are_not_active_multiply_active_ones() {
    use kalman::{changed, changed_with_jacobian, counted, counted_with_jacobian};
    use kalman::{filled, filled_with_jacobian};
    use kalman::{nested, nested_with_jacobian, repeated, repeated_with_jacobian};
    use kalman::{shown, shown_with_jacobian, step, step_with_jacobian};

    check!(step with step_with_jacobian at X; 0.1, 0.3, 0.2);
    check!(shown with shown_with_jacobian at X; 0.1);
    for n in 0..5 {
        check!(changed with changed_with_jacobian at X; n + 1);
        check!(repeated with repeated_with_jacobian at X; n);
    }
    check!(counted with counted_with_jacobian at X);
    check!(nested with nested_with_jacobian at X; 0.1);
    let (value, jacobian) = filled_with_jacobian(&X);
    assert_eq!(value, filled(&X));
    assert_eq!(jacobian.get(4, 4), Some(X[1]));
    assert_eq!(jacobian.get(4, 1), Some(X[4]));
}

#[jacobian]
mod builders {
    #[derive(Clone)]
    pub(super) struct Report {
        pub(super) name: String,
        pub(super) tags: Vec<(String, f64)>,
        pub(super) total: f64,
    }

    impl Report {
        fn new(name: &str) -> Self {
            Report {
                name: name.to_string(),
                tags: Vec::new(),
                total: 0.5,
            }
        }
        fn with(mut self, key: String, v: f64) -> Self {
            self.tags.push((key, v));
            self.total += v;
            self
        }
    }

    /// A list of a builder, beside texts.
    #[jacobian(wrt(x))]
    pub(super) fn built(x: &[f64; 2], key: &str) -> f64 {
        let r = Report::new("a")
            .with(key.to_string(), x[0] * x[1])
            .with("b".to_string(), x[1]);
        let s = Report {
            name: key.to_string(),
            tags: vec![],
            total: 1.0,
        }
        .with(r.name.clone(), r.total);
        r.total * r.tags[0].1 + s.tags.iter().map(|(_, v)| v * v).sum::<f64>() * s.total
    }
}

#[test]
fn lists_of_builders_grow() {
    use builders::{built, built_with_jacobian};
    check!(built with built_with_jacobian at [0.7, -0.4]; "key");
}
