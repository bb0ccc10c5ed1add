//! Type parameters with traits of the crate: points, vectors, states and matrices.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
mod spaces {
    use std::ops::{Add, AddAssign, Mul, Neg, Sub};

    pub(super) trait Number:
        Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + PartialOrd
    {
        const HALF: Self;
        fn sqrt(self) -> Self;
        fn lit(x: f64) -> Self;
        /// `f64` has a method of this name, which comes first where the type is known.
        fn max(self, o: Self) -> Self {
            if self > o { self } else { o }
        }
    }
    macro_rules! number { ($($t:ident),+) => { $(
        impl Number for $t {
            const HALF: Self = 0.5;
            fn sqrt(self) -> Self { <$t>::sqrt(self) }
            fn lit(x: f64) -> Self { x as $t }
        }
    )+ } }
    number!(f32, f64);

    pub(super) trait Vector:
        Copy + Add<Output = Self> + Mul<Self::Scalar, Output = Self> + Neg<Output = Self>
    {
        type Scalar: Number;
        fn dot(self, o: Self) -> Self::Scalar;
        fn length(self) -> Self::Scalar {
            Self::dot(self, self).sqrt()
        }
    }
    pub(super) trait Point:
        Copy + Add<Self::Vector, Output = Self> + Sub<Self, Output = Self::Vector>
    {
        type Vector: Vector<Scalar = Self::Scalar>;
        type Scalar: Number;
        fn origin() -> Self;
    }
    #[derive(Clone, Copy)]
    pub(super) struct P2(f64, f64);
    #[derive(Clone, Copy)]
    pub(super) struct V2(f64, f64);
    impl Add<V2> for P2 {
        type Output = P2;
        fn add(self, v: V2) -> P2 {
            P2(self.0 + v.0, self.1 + v.1)
        }
    }
    impl Sub for P2 {
        type Output = V2;
        fn sub(self, o: P2) -> V2 {
            V2(self.0 - o.0, self.1 - o.1)
        }
    }
    impl Add for V2 {
        type Output = V2;
        fn add(self, v: V2) -> V2 {
            V2(self.0 + v.0, self.1 + v.1)
        }
    }
    impl Mul<f64> for V2 {
        type Output = V2;
        fn mul(self, k: f64) -> V2 {
            V2(self.0 * k, self.1 * k)
        }
    }
    impl Neg for V2 {
        type Output = V2;
        fn neg(self) -> V2 {
            V2(-self.0, -self.1)
        }
    }
    impl Vector for V2 {
        type Scalar = f64;
        fn dot(self, o: V2) -> f64 {
            self.0 * o.0 + self.1 * o.1
        }
    }
    impl Point for P2 {
        type Vector = V2;
        type Scalar = f64;
        fn origin() -> P2 {
            P2(0.5, -0.5)
        }
    }
    struct Segment<P: Point> {
        start: P,
        end: P,
    }
    impl<P: Point> Segment<P> {
        fn direction(&self) -> P::Vector {
            self.end - self.start
        }
        fn middle(&self) -> P {
            self.start + self.direction() * P::Scalar::HALF
        }
        fn side(&self, p: P) -> P::Scalar {
            let away = -(p - self.middle());
            self.direction().dot(away) * away.length() + (p - P::origin()).length()
        }
    }
    #[jacobian]
    pub(super) fn sides(x: &[f64; 6]) -> [f64; 2] {
        let s = Segment {
            start: P2(x[0], x[1]),
            end: P2(x[2], x[3]),
        };
        [
            s.side(P2(x[4], x[5])),
            s.direction().length().max(s.side(P2(x[0], x[5]))),
        ]
    }

    #[jacobian(scalar(V = V2))]
    fn scaled<V: Vector>(a: V, b: V) -> V::Scalar {
        let twice: V::Scalar = V::Scalar::lit(2.0);
        (a + b * twice).length() * V::Scalar::HALF
    }
    pub(super) fn chosen(x: &[f64; 4]) -> f64 {
        scaled(V2(x[0], x[1]), V2(x[2], x[3]))
    }
    pub(super) fn chosen_with_jacobian(x: &[f64; 4]) -> (f64, ScaledJacobian) {
        scaled_with_jacobian(V2(x[0], x[1]), V2(x[2], x[3]))
    }

    /// States of any type, with a method that has the name of an operator.
    trait Linear<T>: Copy {
        fn times(self, t: T) -> Self;
        fn add(self, o: Self) -> Self;
    }
    macro_rules! linear {
        ($t:ty) => {
            impl Linear<$t> for $t {
                fn times(self, t: $t) -> Self {
                    self * t
                }
                fn add(self, o: Self) -> Self {
                    o + self
                }
            }
        };
    }
    linear!(f64);
    linear!(f32);
    struct Euler<R> {
        h: R,
    }
    impl<R: Number> Euler<R> {
        fn step<Y, F>(&self, f: &F, t: R, y: &Y) -> Y
        where
            Y: Linear<R>,
            F: Fn(R, &Y) -> Y,
        {
            y.add(f(t, y).times(self.h))
        }
        fn solve<Y: Linear<R>>(&self, f: impl Fn(R, &Y) -> Y, start: Y, n: usize) -> Y {
            let (mut y, mut t) = (start, R::lit(0.0));
            for _ in 0..n {
                y = self.step(&f, t, &y);
                t = t + self.h;
            }
            y
        }
    }
    #[jacobian]
    pub(super) fn decay(x: &[f64; 3]) -> f64 {
        Euler { h: x[2] }.solve(|t, y: &f64| -x[1] * y * (t + 1.0), x[0], 3)
    }

    #[derive(Clone, Copy)]
    struct Matrix<T, const R: usize, const C: usize>([[T; C]; R]);
    impl<T: Copy + Default, const R: usize, const C: usize> Matrix<T, R, C> {
        fn zeros() -> Self {
            Matrix([[T::default(); C]; R])
        }
        fn t(&self) -> Matrix<T, C, R> {
            let mut m = Matrix::zeros();
            for i in 0..R {
                for j in 0..C {
                    m.0[j][i] = self.0[i][j];
                }
            }
            m
        }
    }
    impl<T, const R: usize, const K: usize, const C: usize> Mul<Matrix<T, K, C>> for Matrix<T, R, K>
    where
        T: Copy + Default + AddAssign + Mul<Output = T>,
    {
        type Output = Matrix<T, R, C>;
        fn mul(self, o: Matrix<T, K, C>) -> Self::Output {
            // The result says what this is.
            let mut m = Matrix::zeros();
            for i in 0..R {
                for j in 0..C {
                    for k in 0..K {
                        m.0[i][j] += self.0[i][k] * o.0[k][j];
                    }
                }
            }
            m
        }
    }
    #[jacobian]
    pub(super) fn gram(x: &[f64; 6]) -> [f64; 3] {
        let a = Matrix([[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]]);
        let g = a.t() * a;
        [g.0[0][0], g.0[0][1], g.0[1][1]]
    }
}

#[test]
fn type_parameters_have_what_their_traits_say() {
    use spaces::{chosen, chosen_with_jacobian, decay, decay_with_jacobian};
    use spaces::{gram, gram_with_jacobian, sides, sides_with_jacobian};

    let x = [0.3, -0.4, 1.1, 0.7, 0.25, 0.9];
    check!(sides with sides_with_jacobian at x);
    check!(gram with gram_with_jacobian at x);
    check!(chosen with chosen_with_jacobian at [0.3, -0.4, 1.1, 0.7]);
    check!(decay with decay_with_jacobian at [0.3, 1.1, 0.2]);
}
