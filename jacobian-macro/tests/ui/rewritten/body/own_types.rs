use jacobian_runtime::jacobian;

fn unseen(k: f64) -> f64 {
    2.0 * k
}

#[jacobian]
mod vectors {
    use std::ops::Mul;

    #[derive(Clone, Copy)]
    pub struct Pair {
        pub x: f64,
        pub y: f64,
    }

    impl Mul<f64> for Pair {
        type Output = Pair;
        fn mul(self, k: f64) -> Pair {
            Pair {
                x: self.x * k,
                y: self.y * k,
            }
        }
    }

    impl Mul<Pair> for Pair {
        type Output = f64;
        fn mul(self, other: Pair) -> f64 {
            self.x * other.x + self.y * other.y
        }
    }

    #[jacobian(wrt(x))]
    pub fn product(x: f64, k: f64) -> f64 {
        let factor: f64 = super::unseen(k);
        let pair = Pair { x, y: x } * factor;
        pair.x
    }

    #[jacobian]
    pub fn literal(x: f64) -> f64 {
        let pair = Pair { x, y: x };
        pair.x
    }
}

#[jacobian]
mod references_that_do_other_things {
    use std::ops::Mul;

    #[derive(Clone, Copy)]
    struct V(f64);

    impl Mul<V> for V {
        type Output = f64;
        fn mul(self, o: V) -> f64 {
            self.0 * o.0
        }
    }

    impl Mul<&V> for &V {
        type Output = f64;
        fn mul(self, o: &V) -> f64 {
            (*self).mul(*o)
        }
    }

    #[jacobian]
    fn ambiguous(x: f64) -> f64 {
        let v = V(x);
        v * v
    }
}

/// `*outer` is the inner value here, and would be the outer one if `outer` were a reference.
#[jacobian]
mod methods_of_both {
    use std::ops::Deref;

    struct Inner(f64);

    impl Inner {
        fn weight(&self) -> f64 {
            self.0
        }
    }

    struct Outer(Inner);

    impl Deref for Outer {
        type Target = Inner;
        fn deref(&self) -> &Inner {
            &self.0
        }
    }

    impl Outer {
        fn weight(&self) -> f64 {
            self.0.0 * 2.0
        }
    }

    #[jacobian]
    fn ambiguous(x: f64) -> f64 {
        let outer = Outer(Inner(x));
        outer.weight()
    }
}

#[jacobian]
mod rings {
    pub struct Ring<const N: usize> {
        data: [f64; N],
    }

    impl<const N: usize> Ring<N> {
        fn count(&self) -> usize {
            N
        }

        fn last(&self) -> f64 {
            self.data[self.count() - 1]
        }
    }

    #[jacobian]
    pub fn end(x: &[f64; 3]) -> f64 {
        Ring { data: *x }.last()
    }
}

fn main() {}

#[jacobian]
mod paths {
    use std::iter::FromIterator;

    pub struct Path {
        length: f64,
    }

    impl<'a> FromIterator<&'a f64> for Path {
        fn from_iter<I: IntoIterator<Item = &'a f64>>(steps: I) -> Self {
            Path {
                length: steps.into_iter().sum(),
            }
        }
    }

    fn length(path: Path) -> f64 {
        path.length
    }

    pub fn travelled(x: &[f64; 3]) -> f64 {
        let walk = match 1 {
            1 => Path::from_iter(x),
            _ => Path { length: 0.0 },
        };
        length(walk)
    }
}

#[jacobian]
mod derefs {
    use std::ops::{Deref, Mul};

    #[derive(Clone, Copy)]
    pub struct Turn(f64);

    impl Deref for Turn {
        type Target = f64;

        fn deref(&self) -> &f64 {
            &self.0
        }
    }

    impl Mul for Turn {
        type Output = Turn;

        fn mul(self, other: Turn) -> Turn {
            Turn(self.0 + other.0)
        }
    }

    #[jacobian]
    pub fn product(x: f64) -> f64 {
        let (a, b) = (Turn(x), Turn(x * x));
        a.deref() * b.0
    }
}

#[jacobian]
mod instances {
    pub struct Grid<const R: usize, const C: usize> {
        data: [f64; 2],
    }

    impl<const R: usize, const C: usize> Grid<R, C> {
        fn turned(&self) -> Grid<C, R> {
            Grid { data: self.data }
        }

        fn scaled(&self) -> f64 {
            self.data[0] * R as f64
        }

        #[jacobian(const(R = 3, C = 2))]
        pub fn first(&self) -> f64 {
            self.turned().scaled()
        }
    }
}

#[jacobian]
mod splits {
    pub enum Split<T> {
        Pair(T, T),
        Nothing,
        All,
    }

    #[jacobian]
    pub fn chained(x: f64, k: f64) -> Split<f64> {
        if k < 0.0 {
            return Split::Nothing;
        }
        if k > 1.0 {
            return Split::All;
        }
        Split::Pair(x, x * k)
    }
}

#[jacobian]
mod methods_that_hide_others {
    pub trait Law {
        fn value(&self) -> f64;
    }

    pub struct Gas(f64);

    impl Gas {
        pub fn value(&self) -> f64 {
            self.0 * 10.0
        }
    }

    impl Law for Gas {
        fn value(&self) -> f64 {
            self.0 + 1.0
        }
    }

    fn of_any<T: Law>(law: &T) -> f64 {
        Law::value(law)
    }

    #[jacobian]
    pub fn by_bound(x: f64) -> f64 {
        let gas = Gas(x);
        of_any(&gas) + gas.value()
    }
}

#[jacobian]
mod methods_that_std_has {
    pub trait Wave {
        fn sin(&self) -> f64;
        fn sum(&self) -> f64;
    }

    impl Wave for f64 {
        fn sin(&self) -> f64 {
            self * 100.0
        }
        fn sum(&self) -> f64 {
            *self
        }
    }

    impl Wave for [f64] {
        fn sin(&self) -> f64 {
            self[0]
        }
        fn sum(&self) -> f64 {
            self[0] * 10.0
        }
    }

    fn of_any(wave: &impl Wave) -> f64 {
        Wave::sin(wave)
    }

    #[jacobian]
    pub fn of_number(x: f64) -> f64 {
        of_any(&x)
    }

    #[jacobian(dim(list = 2))]
    pub fn of_list(list: &[f64]) -> f64 {
        Wave::sum(list)
    }
}

#[jacobian]
mod methods_that_nalgebra_has {
    use nalgebra::Vector2;

    pub trait Wave {
        fn norm(&self) -> f64;
    }

    impl Wave for Vector2<f64> {
        fn norm(&self) -> f64 {
            self[0]
        }
    }

    #[jacobian]
    pub fn of_vector(v: Vector2<f64>) -> f64 {
        Wave::norm(&v)
    }
}

#[jacobian]
mod other_instances {
    mod planar {
        use super::Vector;

        pub(super) fn sum(v: Vector<2>) -> f64 {
            v.sum()
        }
    }

    #[derive(Clone, Copy)]
    pub struct Vector<const N: usize>([f64; N]);

    impl<const N: usize> Vector<N> {
        fn ones() -> Self {
            Vector([1.0; N])
        }

        fn sum(&self) -> f64 {
            self.0.iter().sum()
        }

        fn scaled(&self) -> f64 {
            self.sum() * planar::sum(Vector::<2>::ones())
        }
    }

    #[jacobian]
    pub fn of_three(x: [f64; 3]) -> f64 {
        Vector(x).scaled()
    }
}

#[jacobian]
mod numbers_only {
    use std::ops::Mul;

    pub struct Power<T>(T);

    impl Power<Dual> {
        fn times(&self, x: Dual) -> Dual {
            self.0 * x
        }
    }

    #[derive(Clone, Copy)]
    pub struct Dual(f64, f64);

    impl Mul for Dual {
        type Output = Dual;
        fn mul(self, other: Dual) -> Dual {
            Dual(self.0 * other.0, self.0 * other.1 + self.1 * other.0)
        }
    }

    #[jacobian]
    pub fn slope(x: f64) -> f64 {
        Power(Dual(x, 1.0)).times(Dual(x, 1.0)).1
    }
}
