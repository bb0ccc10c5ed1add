//! Structs of the user's own: methods, operators, associated functions and constants.

use jacobian_runtime::jacobian;

use crate::support::compare;

#[jacobian]
mod vectors {
    use jacobian_runtime::jacobian;
    use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};
    #[derive(Clone, Copy, Debug, PartialEq, Default)]
    pub struct Vec3 {
        pub x: f64,
        pub y: f64,
        pub z: f64,
    }
    impl Vec3 {
        pub const ZERO: Self = Self {
            x: 0.0,
            y: 0.0,
            z: 0.0,
        };
        pub fn new(x: f64, y: f64, z: f64) -> Self {
            Self { x, y, z }
        }
        pub fn dot(self, o: Self) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
        pub fn cross(&self, o: &Vec3) -> Vec3 {
            Vec3::new(
                self.y * o.z - self.z * o.y,
                self.z * o.x - self.x * o.z,
                self.x * o.y - self.y * o.x,
            )
        }
        pub fn norm(&self) -> f64 {
            self.dot(*self).sqrt()
        }
        pub fn scale(self, k: f64) -> Self {
            self * k
        }
        pub fn push(&mut self, d: Vec3, dt: f64) {
            *self += d * dt;
        }
    }
    impl Add for Vec3 {
        type Output = Vec3;
        fn add(self, o: Vec3) -> Vec3 {
            Vec3 {
                x: self.x + o.x,
                y: self.y + o.y,
                z: self.z + o.z,
            }
        }
    }
    impl Sub for Vec3 {
        type Output = Self;
        fn sub(self, o: Self) -> Self {
            Self::new(self.x - o.x, self.y - o.y, self.z - o.z)
        }
    }
    impl Mul<f64> for Vec3 {
        type Output = Vec3;
        fn mul(self, k: f64) -> Vec3 {
            Vec3::new(self.x * k, self.y * k, self.z * k)
        }
    }
    impl Mul<Vec3> for f64 {
        type Output = Vec3;
        fn mul(self, v: Vec3) -> Vec3 {
            v * self
        }
    }
    impl Neg for Vec3 {
        type Output = Vec3;
        fn neg(self) -> Vec3 {
            Vec3::new(-self.x, -self.y, -self.z)
        }
    }
    impl AddAssign for Vec3 {
        fn add_assign(&mut self, o: Vec3) {
            self.x += o.x;
            self.y += o.y;
            self.z += o.z;
        }
    }
    impl Index<usize> for Vec3 {
        type Output = f64;
        fn index(&self, i: usize) -> &f64 {
            match i {
                0 => &self.z,
                1 => &self.y,
                _ => &self.x,
            }
        }
    }
    impl IndexMut<usize> for Vec3 {
        fn index_mut(&mut self, i: usize) -> &mut f64 {
            match i {
                0 => &mut self.z,
                1 => &mut self.y,
                _ => &mut self.x,
            }
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn f(x: &[f64; 3], k: Vec3) -> [f64; 4] {
        let a = Vec3::new(x[0], x[1], x[2]);
        let b = Vec3 {
            z: x[0] * x[1],
            ..k
        };
        let mut c = a.cross(&b) + 2.0 * a - k;
        c.push(-b, 0.5);
        c[0] = a[2] * c[2];
        c += Vec3::ZERO;
        let mut acc = k;
        acc += a;
        acc.y = Vec3::dot(acc, k);
        let d = Vec3::default();
        [
            c.norm(),
            (a - b).scale(3.0).dot(k),
            acc.dot(c) + d.x,
            acc[1],
        ]
    }
}

#[test]
fn methods_and_operators_are_those_of_the_type() {
    let k = vectors::Vec3::new(0.3, -1.1, 0.8);
    compare(
        "vectors",
        [0.7, 1.3, -0.4],
        |x| vectors::f(x, k),
        |x| {
            let (value, jacobian) = vectors::f_with_jacobian(x, k);
            (value, jacobian.to_dense())
        },
    );
}

#[jacobian]
mod changes {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct V {
        pub(super) x: f64,
        pub(super) y: f64,
    }

    impl std::ops::Mul<f64> for V {
        type Output = V;
        fn mul(self, k: f64) -> V {
            V {
                x: self.x * k,
                y: self.y * k,
            }
        }
    }

    impl V {
        fn bump(&mut self) {
            self.x += 1.0;
        }

        fn len(&self) -> f64 {
            self.x.hypot(self.y)
        }
    }

    /// Opaque structs that are changed in place, by references and in arrays.
    #[jacobian(wrt(x))]
    pub(super) fn opaque(x: f64, k: &V, mut j: V) -> [f64; 4] {
        let mut a = *k;
        a.bump();
        let mut b = a * x;
        b.bump();
        j.bump();
        let c = &mut b;
        c.bump();
        c.y *= 2.0;
        let list = [b, *k];
        let mut total = 0.0;
        for v in &list {
            total += v.len();
        }
        let mut many = [a; 2];
        many[1].x = x;
        many[0].bump();
        for v in many.iter_mut() {
            v.bump();
        }
        [
            a.x * x,
            b.len(),
            j.x * x + total,
            many[0].len() + many[1].len(),
        ]
    }

    /// A loop that only run time ends: its state is a struct.
    #[jacobian(wrt(v))]
    pub(super) fn repeated(v: V, n: usize) -> f64 {
        let mut w = v;
        for _ in 0..n {
            w = w * 0.5;
            w.bump();
        }
        w.len()
    }

    #[jacobian(wrt(v))]
    pub(super) fn chosen(v: V, up: bool) -> V {
        let mut w = v;
        if up {
            w.bump();
        } else {
            w = w * v.x;
        }
        if w.x > 1.0 {
            w
        } else {
            V { y: w.len(), x: 0.5 }
        }
    }
}

#[test]
fn methods_change_what_they_are_called_on() {
    use changes::V;
    let (k, j) = (V { x: 0.3, y: 0.8 }, V { x: -0.6, y: 1.9 });
    compare(
        "opaque",
        [0.7],
        |x| changes::opaque(x[0], &k, j),
        |x| {
            let (value, jacobian) = changes::opaque_with_jacobian(x[0], &k, j);
            (value, jacobian.to_dense())
        },
    );
    for n in 0..4 {
        compare(
            "repeated",
            [0.7, 1.3],
            |v| [changes::repeated(V { x: v[0], y: v[1] }, n)],
            |v| {
                let v = V { x: v[0], y: v[1] };
                let (value, jacobian) = changes::repeated_with_jacobian(v, n);
                ([value], jacobian.to_dense())
            },
        );
    }
    for (at, up) in [([0.7, 1.3], true), ([0.7, 1.3], false), ([-0.7, 1.3], true)] {
        compare(
            "chosen",
            at,
            |v| {
                let w = changes::chosen(V { x: v[0], y: v[1] }, up);
                [w.x, w.y]
            },
            |v| {
                let v = V { x: v[0], y: v[1] };
                let (w, jacobian) = changes::chosen_with_jacobian(v, up);
                ([w.x, w.y], jacobian.to_dense())
            },
        );
    }
}

const SCALE: f64 = 0.7;

/// Types that the body itself defines.
#[jacobian]
fn inside(x: f64, y: f64) -> f64 {
    const TWO: f64 = 2.0;
    #[derive(Clone, Copy)]
    struct P {
        a: f64,
        b: f64,
    }
    impl P {
        fn new(a: f64, b: f64) -> Self {
            Self { a, b }
        }
        fn dot(&self, o: &P) -> f64 {
            (self.a * o.a + self.b * o.b) * TWO
        }
    }
    impl std::ops::Add for P {
        type Output = P;
        fn add(self, o: P) -> P {
            P::new(self.a + o.a, self.b + o.b)
        }
    }
    let p = P::new(x, y);
    let q = P { b: 1.0, a: y } + p;
    p.dot(&q) * SCALE
}

#[test]
fn types_of_the_body_are_known() {
    compare(
        "inside",
        [0.7, 1.3],
        |x| [inside(x[0], x[1])],
        |x| {
            let (value, jacobian) = inside_with_jacobian(x[0], x[1]);
            ([value], jacobian.to_dense())
        },
    );
}

/// Types of the user's own that have the names of those of nalgebra.
#[jacobian]
mod named_as_in_nalgebra {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) struct Vector3<S> {
        pub(super) x: S,
        pub(super) y: S,
        pub(super) z: S,
    }

    impl<S> Vector3<S> {
        pub(super) const fn new(x: S, y: S, z: S) -> Vector3<S> {
            Vector3 { x, y, z }
        }
    }

    pub(super) struct Matrix2 {
        columns: [[f64; 2]; 2],
    }

    impl Matrix2 {
        fn new(a: f64, b: f64, c: f64, d: f64) -> Self {
            Self {
                columns: [[a, c], [b, d]],
            }
        }

        /// Not the determinant.
        fn determinant(&self) -> f64 {
            let [[a, c], [b, d]] = self.columns;
            a * d + b * c
        }
    }

    #[jacobian(wrt(a, v))]
    pub(super) fn turned(a: f64, v: Vector3<f64>) -> Vector3<f64> {
        let m = Matrix2::new(a, v.x, v.y, v.z);
        let w: Vector3<f64> = Vector3::new(m.determinant(), a, v.x * v.z);
        w
    }
}

#[test]
fn a_type_in_sight_is_not_the_one_of_nalgebra() {
    use named_as_in_nalgebra::{Vector3, turned, turned_with_jacobian};
    let rows = |v: Vector3<f64>| [v.x, v.y, v.z];
    let at = |x: &[f64; 4]| (x[0], Vector3::new(x[1], x[2], x[3]));
    compare(
        "turned",
        [0.7, 1.3, -0.4, 2.0],
        |x| rows(turned(at(x).0, at(x).1)),
        |x| {
            let (value, jacobian) = turned_with_jacobian(at(x).0, at(x).1);
            (rows(value), jacobian.to_dense())
        },
    );
}

#[jacobian]
mod named_as_of_bool {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub(super) struct Switch(pub(super) bool);

    impl Switch {
        fn then(self, x: f64) -> f64 {
            if self.0 { x * 2.0 } else { x * x }
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn switched(x: f64, y: f64, switch: Switch) -> f64 {
        let above = (x > 1.0 && y > 0.0).then(|| x * x).unwrap_or(x);
        switch.then(x) * above
    }
}

#[test]
fn the_then_of_a_comparison_is_that_of_bool() {
    use named_as_of_bool::{Switch, switched, switched_with_jacobian};
    for (at, is_on) in [(0.7, true), (1.3, true), (1.3, false)] {
        let switch = Switch(is_on);
        compare(
            "switched",
            [at],
            |x| [switched(x[0], 2.0, switch)],
            |x| {
                let (value, jacobian) = switched_with_jacobian(x[0], 2.0, switch);
                ([value], jacobian.to_dense())
            },
        );
    }
}
