//! Structs of a generic scalar, with methods, operators and conversions.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
mod vectors {
    use std::marker::PhantomData;
    use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub};

    use num_traits::Float;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Vec3<T> {
        pub(super) x: T,
        pub(super) y: T,
        pub(super) z: T,
    }

    impl<T> Vec3<T> {
        pub(super) fn new(x: T, y: T, z: T) -> Self {
            Self { x, y, z }
        }
    }

    impl<T: Float> Vec3<T> {
        fn zero() -> Self {
            Self::new(T::zero(), T::zero(), T::zero())
        }

        fn dot(&self, other: &Self) -> T {
            self.x * other.x + self.y * other.y + self.z * other.z
        }

        fn cross(self, other: Vec3<T>) -> Vec3<T> {
            Vec3 {
                x: self.y * other.z - self.z * other.y,
                y: self.z * other.x - self.x * other.z,
                z: self.x * other.y - self.y * other.x,
            }
        }

        fn norm(&self) -> T {
            self.dot(self).sqrt()
        }

        fn map<F: Fn(T) -> T>(self, f: F) -> Self {
            Self::new(f(self.x), f(self.y), f(self.z))
        }
    }

    impl<T: Copy + Mul<Output = T>> Mul<T> for Vec3<T> {
        type Output = Vec3<T>;
        fn mul(self, k: T) -> Vec3<T> {
            Vec3::new(self.x * k, self.y * k, self.z * k)
        }
    }

    impl<T: Add<Output = T>> Add for Vec3<T> {
        type Output = Self;
        fn add(self, other: Self) -> Self::Output {
            Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
        }
    }

    impl<T> Sub<&Vec3<T>> for &Vec3<T>
    where
        T: Copy + Sub<Output = T>,
    {
        type Output = Vec3<T>;
        fn sub(self, other: &Vec3<T>) -> Vec3<T> {
            Vec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
        }
    }

    impl<T: Neg<Output = T>> Neg for Vec3<T> {
        type Output = Vec3<T>;
        fn neg(self) -> Vec3<T> {
            Vec3::new(-self.x, -self.y, -self.z)
        }
    }

    impl<T: Float + AddAssign> AddAssign for Vec3<T> {
        fn add_assign(&mut self, other: Self) {
            self.x += other.x;
            self.y += other.y;
            self.z += other.z;
        }
    }

    impl<T> Index<usize> for Vec3<T> {
        type Output = T;
        fn index(&self, at: usize) -> &T {
            match at {
                0 => &self.x,
                1 => &self.y,
                _ => &self.z,
            }
        }
    }

    impl<T> From<[T; 3]> for Vec3<T> {
        fn from([x, y, z]: [T; 3]) -> Self {
            Self { x, y, z }
        }
    }

    fn reflected<T: Float>(v: Vec3<T>, n: &Vec3<T>) -> Vec3<T> {
        let two = T::one() + T::one();
        v + -(*n * (two * v.dot(n)))
    }

    #[jacobian(wrt(x))]
    pub(super) fn plain(x: &[f64; 3], k: f64) -> [f64; 3] {
        let v = Vec3::new(x[0], x[1], x[2]);
        let axis = Vec3::new(1.0, k, 0.5);
        let mut w = v.cross(axis) + axis * v.norm();
        w += reflected(&v - &axis, &axis).map(|t| t.sin());
        [w.x, w[1], w[2]]
    }

    #[jacobian(wrt(v.x, v.y, v.z, k))]
    pub(super) fn generic<T: Float + AddAssign>(v: &Vec3<T>, k: T) -> T {
        let mut sum = Vec3::<T>::zero();
        for i in 0..3 {
            sum += *v * v[i];
        }
        sum += Vec3::from([k, T::one(), k * k]);
        sum.norm()
    }

    /// A length and a scalar, and a unit that is only a name.
    #[derive(Clone, Copy)]
    pub(super) struct Poly<T, const N: usize, U = ()> {
        pub(super) coefficients: [T; N],
        pub(super) unit: PhantomData<U>,
    }

    impl<T: Float, const N: usize, U> Poly<T, N, U> {
        fn at(&self, x: T) -> T {
            let mut y = T::zero();
            for c in self.coefficients.iter().rev() {
                y = y * x + *c;
            }
            y
        }
    }

    #[jacobian]
    pub(super) fn of_polynomial<T: Float>(c: [T; 4], x: T) -> T {
        let poly = Poly::<T, 4> {
            coefficients: c,
            unit: PhantomData,
        };
        poly.at(x) * poly.at(T::one())
    }

    impl<T: Float> Vec3<T> {
        #[jacobian(wrt(self.x, self.y, self.z, k))]
        pub(super) fn scaled_sum<S>(&self, k: T, weights: &[S; 3]) -> T
        where
            S: Copy + Into<T>,
        {
            let w: T = weights[0].into();
            (self.x * w + self.y + self.z) * k
        }

        /// The result is a struct of the scalar.
        #[jacobian]
        pub(super) fn turned(&self, angle: T) -> Vec3<T> {
            let (s, c) = angle.sin_cos();
            Vec3::new(self.x * c - self.y * s, self.x * s + self.y * c, self.z)
        }
    }
}

use vectors::{Vec3, generic, of_polynomial, plain};

#[test]
fn structs_of_a_scalar_are_followed() {
    for at in [[0.7, 1.3, -0.4], [-0.3, 0.2, 2.0]] {
        compare(
            "plain",
            at,
            |x| plain(x, 0.3),
            |x| {
                let (value, jacobian) = vectors::plain_with_jacobian(x, 0.3);
                (value, jacobian.to_dense())
            },
        );
        compare(
            "generic",
            [at[0], at[1], at[2], 1.1],
            |x| [generic(&Vec3::new(x[0], x[1], x[2]), x[3])],
            |x| {
                let v = Vec3::new(x[0], x[1], x[2]);
                let (value, jacobian) = vectors::generic_with_jacobian(&v, x[3]);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "scaled_sum",
            [at[0], at[1], at[2], 1.1],
            |x| [Vec3::new(x[0], x[1], x[2]).scaled_sum(x[3], &[0.5_f32; 3])],
            |x| {
                let v = Vec3::new(x[0], x[1], x[2]);
                let (value, jacobian) = v.scaled_sum_with_jacobian(x[3], &[0.5_f32; 3]);
                ([value], jacobian.to_dense())
            },
        );
    }
    compare(
        "of_polynomial",
        [0.7, 1.3, -0.4, 0.25, 0.9],
        |x| [of_polynomial([x[0], x[1], x[2], x[3]], x[4])],
        |x| {
            let c = [x[0], x[1], x[2], x[3]];
            let (value, jacobian) = vectors::of_polynomial_with_jacobian(c, x[4]);
            ([value], jacobian.to_dense())
        },
    );
    let v = Vec3::new(0.7, 1.3, -0.4);
    let flat = |v: Vec3<f64>| [v.x, v.y, v.z];
    compare(
        "turned",
        [0.9],
        |x| flat(v.turned(x[0])),
        |x| {
            let (value, jacobian) = v.turned_with_jacobian(x[0]);
            (flat(value), jacobian.to_dense())
        },
    );
}

/// Parameters that are whatever becomes numbers.
#[jacobian]
fn converted<P: std::borrow::Borrow<f64>>(x: impl Into<f64>, p: P, v: impl Into<[f64; 2]>) -> f64 {
    let x: f64 = x.into();
    let [a, b] = v.into();
    x * p.borrow() + a * b * x
}

/// Of a scalar that is a type parameter. `B` may be a reference as well.
#[jacobian]
fn of_scalar<F, B>(x: impl std::borrow::Borrow<F>, y: B, z: F) -> F
where
    F: num_traits::Float,
    B: std::borrow::Borrow<F>,
{
    *x.borrow() * *y.borrow() * z.sin() + F::from(2.0).unwrap() * *x.borrow()
}

#[jacobian(dim(v = 3))]
fn of_slice(v: &impl AsRef<[f64]>, k: impl Into<f64> + Copy) -> f64 {
    let v = v.as_ref();
    v.iter().sum::<f64>() * v[0] * k.into()
}

/// An inactive one stays what it is, as a function does.
#[jacobian(wrt(x))]
fn with_function(x: &[f64; 2], k: impl Into<f64>, law: impl Fn(f64) -> f64) -> f64 {
    let k: f64 = k.into();
    x[0] * law(k) + x[1] * x[0]
}

#[jacobian(wrt(x))]
fn with_bounds<T, F>(x: &[T; 2], law: &F, k: T) -> T
where
    T: num_traits::Float,
    F: Fn(T) -> T,
{
    x[0] * law(k) + x[1] * law(k + T::one())
}

#[test]
fn parameters_may_be_whatever_becomes_numbers() {
    compare(
        "converted",
        [0.7, 1.3, -0.4, 0.9],
        |x| [converted(x[0], x[1], [x[2], x[3]])],
        |x| {
            let (value, jacobian) = converted_with_jacobian(x[0], x[1], [x[2], x[3]]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "of_scalar",
        [0.7, 1.3, -0.4],
        |x| [of_scalar(x[0], &x[1], x[2])],
        |x| {
            let (value, jacobian) = of_scalar_with_jacobian(x[0], x[1], x[2]);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "of_slice",
        [0.7, 1.3, -0.4, 0.9],
        |x| [of_slice(&[x[0], x[1], x[2]], x[3])],
        |x| {
            let (value, jacobian) = of_slice_with_jacobian(&x[..3], x[3]);
            ([value], jacobian.to_dense())
        },
    );
    let at = [0.7, 1.3];
    compare(
        "with_function",
        at,
        |x| [with_function(x, 2_i32, f64::sin)],
        |x| {
            let (value, jacobian) = with_function_with_jacobian(x, 2_i32, f64::sin);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "with_bounds",
        at,
        |x| [with_bounds(x, &f64::exp, 0.3)],
        |x| {
            let (value, jacobian) = with_bounds_with_jacobian(x, &f64::exp, 0.3);
            ([value], jacobian.to_dense())
        },
    );
}

#[jacobian]
mod sized {
    use jacobian_runtime::jacobian;

    trait Rates {
        const COUNT: usize;
        const SCALE: f64;
        fn rates(&self, y: &[f64; 2], out: &mut [f64; 2]);
    }

    struct Oscillator {
        k: f64,
    }

    impl Rates for Oscillator {
        const COUNT: usize = 2;
        const SCALE: f64 = 0.5;
        fn rates(&self, y: &[f64; 2], out: &mut [f64; 2]) {
            out[0] = y[1];
            out[1] = -self.k * y[0];
        }
    }

    fn step<S: Rates>(system: &S, y: &mut [f64; 2], h: f64) {
        let mut rates = [0.0; 2];
        system.rates(y, &mut rates);
        for i in 0..S::COUNT {
            y[i] += h * S::SCALE * rates[i];
        }
    }

    /// The constants of a type parameter are those of the type of the argument.
    #[jacobian]
    pub(super) fn constants_of_parameters(x: &[f64; 3]) -> [f64; 2] {
        let system = Oscillator { k: x[2] };
        let mut y = [x[0], x[1]];
        for _ in 0..3 {
            step(&system, &mut y, 0.1);
        }
        y
    }
}
use sized::{constants_of_parameters, constants_of_parameters_with_jacobian};

#[test]
fn constants_of_type_parameters_are_known() {
    check!(constants_of_parameters with constants_of_parameters_with_jacobian at [0.7, -0.4, 1.3]);
}

/// A matrix type of the user's: a list, and how many rows and columns it has.
#[jacobian_runtime::jacobian]
mod listed {
    use num_traits::Float;
    use std::ops::{Index, IndexMut, Mul};

    #[derive(Clone, Debug)]
    pub struct Matrix<T> {
        pub rows: usize,
        pub cols: usize,
        pub data: Vec<T>,
    }

    impl<T> Index<[usize; 2]> for Matrix<T> {
        type Output = T;
        fn index(&self, at: [usize; 2]) -> &T {
            assert!(at[0] < self.rows, "no such row");
            &self.data[at[0] * self.cols + at[1]]
        }
    }

    impl<T> IndexMut<[usize; 2]> for Matrix<T> {
        fn index_mut(&mut self, at: [usize; 2]) -> &mut T {
            &mut self.data[at[0] * self.cols + at[1]]
        }
    }

    impl<T: Float> Matrix<T> {
        fn zeros(rows: usize, cols: usize) -> Matrix<T> {
            let data = vec![T::zero(); rows * cols];
            Matrix { rows, cols, data }
        }

        fn transpose(&self) -> Matrix<T> {
            let mut data = Vec::with_capacity(self.rows * self.cols);
            for i in 0..self.cols {
                for j in 0..self.rows {
                    data.push(self[[j, i]]);
                }
            }
            Matrix {
                rows: self.cols,
                cols: self.rows,
                data,
            }
        }

        fn iter(&self) -> std::slice::Iter<'_, T> {
            self.data.iter()
        }
    }

    impl<'a, T: Float> Mul<&'a Matrix<T>> for &'a Matrix<T> {
        type Output = Matrix<T>;
        fn mul(self, other: &Matrix<T>) -> Matrix<T> {
            let mut product = Matrix::zeros(self.rows, other.cols);
            assert!(self.data[0] >= T::zero() || !self.data.is_empty());
            for i in 0..self.rows {
                for j in 0..other.cols {
                    for k in 0..self.cols {
                        product[[i, j]] = product[[i, j]] + self[[i, k]] * other[[k, j]];
                    }
                }
            }
            product
        }
    }

    #[jacobian(dim(a.data = 6, b.data = 4), const(a.rows = 2, a.cols = 3, b.rows = 2, b.cols = 2))]
    pub fn mixed(a: &Matrix<f64>, b: &Matrix<f64>) -> [f64; 2] {
        let product = &a.transpose() * b;
        let sum: f64 = product.iter().map(|v| v * v).sum();
        [sum, product[[2, 1]] * b[[0, 1]]]
    }
}

#[test]
fn matrices_of_the_users_own_hold_their_numbers_in_a_list() {
    use listed::{Matrix, mixed, mixed_with_jacobian};
    let made = |rows, cols, data: &[f64]| Matrix {
        rows,
        cols,
        data: data.to_vec(),
    };
    let both = |x: &[f64; 10]| (made(2, 3, &x[..6]), made(2, 2, &x[6..]));
    compare(
        "mixed",
        [0.5, -1.2, 0.3, 2.0, 0.7, -0.4, 1.1, 0.9, -0.6, 0.2],
        |x| {
            let (a, b) = both(x);
            mixed(&a, &b)
        },
        |x| {
            let (a, b) = both(x);
            let (value, jacobian) = mixed_with_jacobian(&a, &b);
            (value, jacobian.to_dense())
        },
    );
}

#[jacobian]
mod spaces {
    pub(super) trait Space: Copy {
        type Diff: Vector;
        fn minus(self, other: Self) -> Self::Diff;
        fn plus(self, by: Self::Diff) -> Self;
    }

    pub(super) trait Vector: Copy {
        type Scalar: Copy;
        fn zero() -> Self;
        fn scaled(self, k: Self::Scalar) -> Self;
        fn dot(self, other: Self) -> Self::Scalar;
    }

    #[derive(Clone, Copy)]
    pub(super) struct Point(pub(super) f64, pub(super) f64);

    #[derive(Clone, Copy)]
    pub(super) struct Shift {
        x: f64,
        y: f64,
        _unit: std::marker::PhantomData<u8>,
    }

    impl Space for Point {
        type Diff = Shift;
        fn minus(self, other: Self) -> Shift {
            let unit = std::marker::PhantomData;
            Shift {
                x: self.0 - other.0,
                y: self.1 - other.1,
                _unit: unit,
            }
        }
        fn plus(self, by: Shift) -> Self {
            Self(self.0 + by.x, self.1 + by.y)
        }
    }

    impl Vector for Shift {
        type Scalar = f64;
        fn zero() -> Self {
            Self {
                x: 0.0,
                y: 0.0,
                _unit: std::marker::PhantomData,
            }
        }
        fn scaled(self, k: f64) -> Self {
            Self {
                x: self.x * k,
                y: self.y * k,
                ..self
            }
        }
        fn dot(self, other: Self) -> f64 {
            self.x * other.x + self.y * other.y
        }
    }

    #[allow(
        clippy::vec_init_then_push,
        reason = "the list of a declared type is what is tested"
    )]
    fn lerp<P: Space>(a: P, b: P, t: <P::Diff as Vector>::Scalar) -> P {
        let by: P::Diff = b.minus(a);
        let mut steps: Vec<P::Diff> = Vec::new();
        steps.push(by.scaled(t));
        let nothing = P::Diff::zero();
        a.plus(steps[0]).plus(nothing)
    }

    // Only `t` is a variable, so the points are copied code, which names `P::Diff`.
    #[jacobian(wrt(t))]
    pub(super) fn along(a: Point, b: Point, t: f64) -> f64 {
        let p = lerp(a, b, t);
        let d: <Point as Space>::Diff = p.minus(a);
        d.dot(d)
    }

    #[jacobian]
    pub(super) fn between(a: [f64; 2], b: [f64; 2], t: f64) -> [f64; 2] {
        let p = lerp(Point(a[0], a[1]), Point(b[0], b[1]), t);
        [p.0, p.1]
    }
}

#[test]
fn associated_types_of_type_parameters_are_those_of_the_arguments() {
    use spaces::{Point, along, along_with_jacobian, between, between_with_jacobian};
    let (a, b) = (Point(0.5, -1.0), Point(2.0, 0.25));
    compare(
        "along",
        [0.3],
        |&[t]| [along(a, b, t)],
        |&[t]| {
            let (value, jacobian) = along_with_jacobian(a, b, t);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "between",
        [0.5, -1.0, 2.0, 0.25, 0.3],
        |&[a, b, c, d, t]| between([a, b], [c, d], t),
        |&[a, b, c, d, t]| {
            let (value, jacobian) = between_with_jacobian([a, b], [c, d], t);
            (value, jacobian.to_dense())
        },
    );
}
