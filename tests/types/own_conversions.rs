//! Traits of std on types of one's own, where the wanted type decides what is called: `into`,
//! `sum`, `collect`, `default`; and `Deref`.

use std::ops::{Add, AddAssign, Deref, DerefMut, Mul, Neg};

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
mod vectors {
    use std::iter::{Product, Sum};

    use jacobian_runtime::jacobian;

    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
    pub(super) struct V {
        x: f64,
        y: f64,
        z: f64,
    }

    impl V {
        const ONES: V = V {
            x: 1.0,
            y: 1.0,
            z: 1.0,
        };

        fn new(x: f64, y: f64, z: f64) -> Self {
            Self { x, y, z }
        }

        fn dot(self, o: V) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }

        fn turned(self) -> Self {
            Self {
                x: -self.y,
                y: self.x,
                ..self
            }
        }
    }

    impl Add for V {
        type Output = V;
        fn add(self, o: V) -> V {
            V::new(self.x + o.x, self.y + o.y, self.z + o.z)
        }
    }

    impl<'a> Add<&'a V> for &V {
        type Output = V;
        fn add(self, o: &V) -> V {
            *self + *o
        }
    }

    impl AddAssign<&V> for V {
        fn add_assign(&mut self, o: &V) {
            *self = *self + *o;
        }
    }

    impl Mul<f64> for V {
        type Output = V;
        fn mul(self, k: f64) -> V {
            V::new(self.x * k, self.y * k, self.z * k)
        }
    }

    impl Mul<V> for f64 {
        type Output = V;
        fn mul(self, v: V) -> V {
            v * self
        }
    }

    impl Neg for V {
        type Output = V;
        fn neg(self) -> V {
            V {
                x: -self.x,
                y: -self.y,
                z: -self.z,
            }
        }
    }

    impl From<[f64; 3]> for V {
        fn from(a: [f64; 3]) -> V {
            V::new(a[0], a[1], a[2])
        }
    }

    impl From<(f64, f64)> for V {
        fn from((x, y): (f64, f64)) -> V {
            V {
                x,
                y,
                ..Default::default()
            }
        }
    }

    impl From<V> for [f64; 3] {
        fn from(v: V) -> [f64; 3] {
            [v.x, v.y, 2.0 * v.z]
        }
    }

    impl Sum for V {
        fn sum<I: Iterator<Item = V>>(iter: I) -> V {
            iter.fold(V::default(), |a, b| a + b)
        }
    }

    impl<'a> Sum<&'a V> for V {
        fn sum<I: Iterator<Item = &'a V>>(iter: I) -> V {
            let mut sum = V::ONES;
            for v in iter {
                sum += v;
            }
            sum
        }
    }

    impl Product for V {
        fn product<I: Iterator<Item = V>>(iter: I) -> V {
            let mut all = V::ONES;
            for v in iter {
                all = V::new(all.x * v.x, all.y * v.y, all.z * v.z);
            }
            all
        }
    }

    fn first(v: V) -> f64 {
        v.x - 0.5 * v.z
    }

    fn anything(v: impl Into<V>, k: f64) -> f64 {
        let v: V = v.into();
        v.y * k
    }

    struct Segment {
        from: V,
        to: V,
    }

    fn made(a: [f64; 3], k: f64) -> Segment {
        Segment {
            from: a.into(),
            to: (k, a[0]).into(),
        }
    }

    fn back(v: V) -> [f64; 3] {
        v.into()
    }

    #[jacobian]
    pub(super) fn into(p: [f64; 3], k: f64) -> [f64; 5] {
        let v: V = p.into();
        let w: V = (k, p[2]).into();
        let u: [f64; 3] = (v + w).into();
        let s = made(p, k);
        let b = back(v);
        [
            u[0] * u[2] + u[1],
            first(p.into()) + first((k, 1.0).into()),
            anything(p, k) + anything(v, 2.0),
            s.from.dot(s.to),
            b[2] * V::from(p).y,
        ]
    }

    #[jacobian]
    pub(super) fn sums(p: [f64; 3], k: f64) -> [f64; 4] {
        let all = [V::from(p), V::new(p[1], 1.0, k), V::ONES * k];
        let scaled: V = all.iter().map(|v| *v * 2.0).sum();
        let by_reference: V = all.iter().sum();
        let by_value = all.iter().copied().sum::<V>();
        let product: V = all.into_iter().map(|v| k * v).product();
        [
            scaled.dot(by_value),
            by_reference.dot(by_reference),
            (-by_value).x,
            product.y * product.x,
        ]
    }

    #[jacobian]
    pub(super) fn rests(p: [f64; 3], k: f64) -> [f64; 4] {
        let a = V {
            x: p[0],
            ..Default::default()
        };
        let b = V {
            y: p[1] * k,
            ..V::ONES
        };
        let c = V {
            z: k,
            ..V::default()
        };
        let d = V {
            x: k * k,
            ..V::from(p)
        }
        .turned();
        [a.dot(b), b.dot(c), d.dot(b), (a + c).z]
    }

    struct Poly {
        c: [f64; 3],
        n: f64,
    }

    impl Deref for Poly {
        type Target = [f64; 3];
        fn deref(&self) -> &[f64; 3] {
            &self.c
        }
    }

    impl DerefMut for Poly {
        fn deref_mut(&mut self) -> &mut [f64; 3] {
            &mut self.c
        }
    }

    #[jacobian]
    pub(super) fn behind(p: [f64; 3], k: f64) -> [f64; 2] {
        let mut q = Poly { c: p, n: k };
        q[0] *= k;
        q[2] = q[1] * q.n;
        let sum: f64 = q.iter().sum();
        let most = q.iter().fold(k, |a, b| a.max(*b));
        [sum * q.len() as f64, most + q.c[2]]
    }
}

#[test]
fn the_wanted_type_decides_what_is_called() {
    use vectors::{into, into_with_jacobian, rests, rests_with_jacobian, sums, sums_with_jacobian};

    for x in [[0.7, -1.3, 0.4, 1.1], [2.0, 0.5, -0.6, 0.3]] {
        let apart = |x: &[f64; 4]| ([x[0], x[1], x[2]], x[3]);
        let into = |x: &[f64; 4]| into(apart(x).0, apart(x).1);
        let into_with_jacobian = |x: &[f64; 4]| into_with_jacobian(apart(x).0, apart(x).1);
        check!(into with into_with_jacobian at x);
        let sums = |x: &[f64; 4]| sums(apart(x).0, apart(x).1);
        let sums_with_jacobian = |x: &[f64; 4]| sums_with_jacobian(apart(x).0, apart(x).1);
        check!(sums with sums_with_jacobian at x);
        let rests = |x: &[f64; 4]| rests(apart(x).0, apart(x).1);
        let rests_with_jacobian = |x: &[f64; 4]| rests_with_jacobian(apart(x).0, apart(x).1);
        check!(rests with rests_with_jacobian at x);
    }
}

#[test]
fn a_struct_gives_what_is_behind_it() {
    use vectors::{behind, behind_with_jacobian};

    for x in [[0.7, -1.3, 0.4, 1.1], [2.0, 0.5, -0.6, 0.3]] {
        let behind = |x: &[f64; 4]| behind([x[0], x[1], x[2]], x[3]);
        let behind_with_jacobian = |x: &[f64; 4]| behind_with_jacobian([x[0], x[1], x[2]], x[3]);
        check!(behind with behind_with_jacobian at x);
    }
}

#[jacobian]
mod paths {
    /// Its `from_iter` doubles what it is given.
    pub(super) struct Path {
        points: Vec<f64>,
    }

    impl FromIterator<f64> for Path {
        fn from_iter<I: IntoIterator<Item = f64>>(items: I) -> Self {
            Self {
                points: items.into_iter().map(|v| 2.0 * v).collect(),
            }
        }
    }

    impl Path {
        fn length(&self) -> f64 {
            self.points.iter().map(|v| v * v).sum()
        }
    }

    #[jacobian]
    pub(super) fn measured(x: &[f64; 3]) -> f64 {
        let path = x.iter().map(|v| v.sin()).collect::<Path>();
        let other: Path = x.iter().copied().collect();
        path.length() * other.points[0] + path.points[2]
    }
}

#[test]
fn collect_calls_the_from_iter_of_a_type() {
    use paths::{measured, measured_with_jacobian};
    check!(measured with measured_with_jacobian at [0.7, 1.3, 0.4]);
}

#[jacobian]
mod holders {
    use std::borrow::Cow;
    use std::cell::{Cell, RefCell};
    use std::iter::Sum;
    use std::ops::Add;
    use std::rc::Rc;

    #[derive(Clone, Copy, Default)]
    struct Metres(f64);

    impl<'a> Add<&'a Metres> for Metres {
        type Output = Metres;
        fn add(self, other: &Metres) -> Metres {
            Metres(self.0 + other.0)
        }
    }

    impl<'a> Sum<&'a Metres> for Metres {
        fn sum<I: Iterator<Item = &'a Metres>>(all: I) -> Metres {
            all.fold(Metres(0.0), |sum, one| sum + one)
        }
    }

    impl From<Metres> for f64 {
        fn from(of: Metres) -> f64 {
            of.0
        }
    }

    struct Decay {
        y: f64,
        h: f64,
        n: usize,
    }

    impl Iterator for Decay {
        type Item = f64;
        fn next(&mut self) -> Option<f64> {
            if self.n == 0 {
                return None;
            }
            self.n -= 1;
            self.y -= self.h * self.y;
            Some(self.y)
        }
    }

    fn norm(v: Cow<'_, [f64]>) -> f64 {
        v.iter().map(|v| v * v).sum::<f64>().sqrt()
    }

    #[derive(Clone, Copy)]
    pub(super) struct P<T = f64, const N: usize = 2> {
        pub(super) c: [T; N],
    }

    // `sum` of numbers is that of std, although a type has one of its own.
    #[jacobian]
    pub(super) fn held(p: &P) -> [f64; 3] {
        let [x, y] = p.c;
        let kept = Rc::new(RefCell::new(x * y));
        let cell = Cell::new(x.sin());
        let list = RefCell::new(vec![x, y]);
        let read = *kept.borrow() * cell.get() + list.borrow().iter().sum::<f64>();
        let lent = [x, y];
        let both = norm(Cow::Borrowed(&lent)) * norm(Cow::Owned(vec![y, 2.0]));
        let all = [Metres(x), Metres(x * y)];
        let total = f64::from(all.iter().sum::<Metres>());
        let steps: f64 = Decay {
            y,
            h: 0.1 * x,
            n: 3,
        }
        .map(|y| y * y)
        .sum();
        [read, both, total * steps]
    }

    trait Unit {
        const K: f64;
        fn get(&self) -> f64;
    }

    trait Holder {
        type Inner: Unit;
        fn inner(&self) -> Self::Inner;
    }

    pub(super) struct Outer(pub(super) f64);

    impl Unit for Metres {
        const K: f64 = 2.5;
        fn get(&self) -> f64 {
            self.0
        }
    }

    impl Holder for Outer {
        type Inner = Metres;
        fn inner(&self) -> Metres {
            Metres(self.0)
        }
    }

    fn scaled<H: Holder>(of: &H) -> f64 {
        let inner: H::Inner = of.inner();
        inner.get() * <H::Inner as Unit>::K + H::Inner::K
    }

    #[jacobian(wrt(x))]
    pub(super) fn through(of: &Outer, x: f64) -> f64 {
        scaled(of) * x
    }
}

#[test]
fn holders_that_nothing_changes_are_what_they_hold() {
    use holders::{Outer, P, held, held_with_jacobian, through, through_with_jacobian};
    crate::support::compare(
        "held",
        [0.7, -1.3],
        |&c| held(&P { c }),
        |&c| {
            let (value, jacobian) = held_with_jacobian(&P { c });
            (value, jacobian.to_dense())
        },
    );
    let (value, jacobian) = through_with_jacobian(&Outer(2.0), 3.0);
    assert_eq!(
        (value, jacobian.to_dense()),
        (through(&Outer(2.0), 3.0), [[7.5]])
    );
}

/// Parts that only their places name: the result of an operator by its associated type, `into` of
/// which a pattern says what it gives, and an opaque pair that is assigned to two places.
#[jacobian]
mod by_places {
    use std::ops::{Mul, Neg, Sub};

    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    struct Two {
        high: f64,
        low: f64,
    }

    struct Turned<T> {
        by: T,
    }

    macro_rules! operator {
        ($name:ident::$method:ident($this:ident, $other:ident: $ty:ty) -> $out:ty $body:block) => {
            impl $name<$ty> for Two {
                type Output = $out;
                fn $method($this, $other: $ty) -> Self::Output $body
            }
        };
    }
    operator! { Mul::mul(self, o: Two) -> Two {
        let (high, low) = self.into();
        Self::Output { high: high * o.high, low: high * o.low + low * o.high }
    } }
    operator! { Sub::sub(self, o: f64) -> Two {
        let [high, low] = self.into();
        Two { high: high - o, low }
    } }
    operator! { Mul::mul(self, o: f64) -> Turned<f64> {
        Self::Output { by: self.high * o - self.low }
    } }

    impl Neg for Two {
        type Output = Self;
        fn neg(self) -> Self::Output {
            Self::Output {
                high: -self.high,
                low: -self.low,
            }
        }
    }

    impl Neg for &Two {
        type Output = Two;
        fn neg(self) -> Self::Output {
            -*self
        }
    }

    impl From<Two> for (f64, f64) {
        fn from(two: Two) -> (f64, f64) {
            (two.high, two.low)
        }
    }

    impl From<Two> for [f64; 2] {
        fn from(two: Two) -> Self {
            [two.high, two.low]
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Side {
        Left,
        Right,
    }

    fn cell(grid: &[f64], x: f64) -> Result<(usize, Side), String> {
        let at = grid.partition_point(|g| *g < x);
        if at >= grid.len() {
            return Err("outside".to_owned());
        }
        Ok((at, if at == 0 { Side::Left } else { Side::Right }))
    }

    #[jacobian]
    pub(super) fn with_operators(x: &[f64; 3]) -> [f64; 3] {
        let two = Two {
            high: x[0],
            low: x[1],
        };
        let product = two * -(-&two) - x[2];
        let (a, b) = product.into();
        [a, b, (-two * x[2]).by * a]
    }

    #[jacobian(wrt(x))]
    pub(super) fn in_cells(x: &[f64; 2], grid: &[f64]) -> Result<f64, String> {
        let (mut at, mut sides) = ([0; 2], [Side::Left; 2]);
        for i in 0..2 {
            (at[i], sides[i]) = cell(grid, x[i])?;
        }
        let last;
        (_, last) = cell(grid, x[1])?;
        let scale = if last == sides[0] { 2.0 } else { 3.0 };
        Ok(scale * grid[at[0]] * x[0] * x[1] + grid[at[1]] * x[1])
    }
}

#[test]
fn places_say_what_conversions_give() {
    use by_places::{
        in_cells, in_cells_with_jacobian, with_operators, with_operators_with_jacobian,
    };
    check!(with_operators with with_operators_with_jacobian at [0.7, -1.3, 2.1]);
    let grid = [0.5, 2.0, 5.0];
    for (x, dense) in [
        ([1.0, 4.0], [2.0 * 2.0 * 4.0, 2.0 * 2.0 + 5.0]),
        ([1.0, 0.25], [3.0 * 2.0 * 0.25, 3.0 * 2.0 + 0.5]),
    ] {
        let (value, jacobian) = in_cells_with_jacobian(&x, &grid).unwrap();
        assert_eq!(value, in_cells(&x, &grid).unwrap());
        assert_eq!(jacobian.to_dense(), [dense]);
    }
    assert!(in_cells_with_jacobian(&[1.0, 9.0], &grid).is_err());
}
