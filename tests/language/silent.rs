//! Programs that once got a wrong derivative or a wrong value without a word, found by reading the
//! compiler.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

struct Mode {
    kind: Option<i32>,
    a: i32,
    pair: (i32, i32),
}

/// The pattern's `t` is another one than the local.
#[jacobian(wrt(x))]
fn patterns_in_macros(x: &[f64; 1], k: &Mode) -> [f64; 1] {
    let t = 2;
    let y = x[0] * f64::from(t);
    if matches!(k.kind, Some(t) if t > 3) {
        [y]
    } else {
        [x[0]]
    }
}

#[jacobian(wrt(x))]
fn names_of_the_macro(x: &[f64; 1], k: &Mode) -> [f64; 1] {
    let t = 2;
    let text = format!("{}!", {
        let t = k.a;
        format!("{t}")
    });
    let longer = format!("{t}{}{u}", [1, 2].iter().map(|t| t + 1).sum::<i32>(), u = t);
    [x[0] * f64::from(t) * text.len() as f64 * longer.len() as f64]
}

#[jacobian]
fn patterns_with_references(x: &[f64; 1]) -> [f64; 1] {
    let mut y = x[0];
    for i in 0..3 {
        let v = 7;
        y *= match &i {
            &v => f64::from(v) + 1.0,
        };
        y += f64::from(v);
    }
    [y]
}

#[jacobian]
fn patterns_with_cases(x: &[f64; 1]) -> [f64; 1] {
    let mut y = x[0];
    for i in 0..3 {
        let v = 7;
        y *= match (i, i + 1) {
            (0, v) | (v, 0) => f64::from(v) + 3.0,
            (_, v) => f64::from(v) * 2.0,
        };
        y += f64::from(v);
    }
    [y]
}

/// Both names are assigned, so both are variables of the generated function too.
#[jacobian(wrt(x))]
fn assigned_by_patterns(x: &[f64; 1], k: &Mode) -> [f64; 1] {
    let (mut a, mut b) = (1, 2);
    if k.a > 0 {
        [a, b] = [k.pair.0, k.pair.1];
    }
    [x[0] * f64::from(a) + f64::from(b)]
}

#[jacobian]
mod other {
    use jacobian_runtime::jacobian;

    pub(super) struct Table;

    #[jacobian]
    impl Table {
        /// An associated function without `self`, with a function attributed elsewhere.
        #[jacobian(use(crate::silent::square))]
        pub(super) fn of_type(x: &[f64; 1]) -> [f64; 1] {
            [crate::silent::square(x[0]) * 3.0]
        }
    }
}

/// The attribute on an `impl` of a trait means the same in an attributed module.
#[jacobian]
mod served {
    use jacobian_runtime::jacobian;

    pub(super) trait Rate {
        fn rate(&self, x: &[f64; 1]) -> [f64; 1];
    }

    pub(super) struct Linear(pub(super) f64);

    fn helper(v: f64) -> f64 {
        v * v * v
    }

    #[jacobian]
    impl Rate for Linear {
        fn rate(&self, x: &[f64; 1]) -> [f64; 1] {
            [helper(x[0]) * self.0]
        }
    }

    /// Not attributed, so it gets no Jacobian.
    pub(super) fn free(v: f64) -> f64 {
        helper(v)
    }
}

#[jacobian(export)]
fn square(v: f64) -> f64 {
    v * v
}

#[test]
fn nothing_is_silently_wrong_here() {
    for (kind, a) in [(Some(2), 5), (Some(7), -3), (None, 123)] {
        let k = Mode {
            kind,
            a,
            pair: (4, a),
        };
        compare(
            "patterns in macros",
            [0.7],
            |x| patterns_in_macros(x, &k),
            |x| {
                let (value, jacobian) = patterns_in_macros_with_jacobian(x, &k);
                (value, jacobian.to_dense())
            },
        );
        compare(
            "names of the macro",
            [0.7],
            |x| names_of_the_macro(x, &k),
            |x| {
                let (value, jacobian) = names_of_the_macro_with_jacobian(x, &k);
                (value, jacobian.to_dense())
            },
        );
        compare(
            "assigned by patterns",
            [0.7],
            |x| assigned_by_patterns(x, &k),
            |x| {
                let (value, jacobian) = assigned_by_patterns_with_jacobian(x, &k);
                (value, jacobian.to_dense())
            },
        );
    }
    let with = |function: fn(&[f64; 1]) -> [f64; 1], generated: fn(&[f64; 1]) -> _| {
        compare("known patterns", [0.7], function, generated);
    };
    with(patterns_with_references, |x| {
        let (value, jacobian) = patterns_with_references_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    with(patterns_with_cases, |x| {
        let (value, jacobian) = patterns_with_cases_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    with(other::Table::of_type, |x| {
        let (value, jacobian) = other::Table::of_type_with_jacobian(x);
        (value, jacobian.to_dense())
    });
}

#[test]
fn the_attribute_on_an_impl_means_the_same_in_a_module() {
    use served::Rate as _;
    let linear = served::Linear(2.5);
    compare(
        "served",
        [0.7],
        |x| linear.rate(x),
        |x| {
            let (value, jacobian) = linear.rate_with_jacobian(x);
            (value, jacobian.to_dense())
        },
    );
    assert_eq!(served::free(2.0), 8.0);
}

/// Names that patterns bind through `&mut` or `ref mut` change what is matched.
#[jacobian]
mod changed_by_patterns {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    enum Shape {
        Square(f64),
        Rect { w: f64, h: f64 },
        Framed([f64; 2], (f64, f64)),
    }

    impl Shape {
        fn scale(&mut self, k: f64) {
            match self {
                Shape::Square(a) => *a *= k,
                Self::Rect { w, h } if k > 100.0 => (*w, *h) = (k, k),
                Self::Rect { w, h: height } => {
                    *w *= k;
                    *height += *w;
                }
                Self::Framed([a, _], (b, c)) => {
                    *a += k * *b;
                    *c = *a * k;
                }
            }
        }

        fn area(&self) -> f64 {
            match self {
                Self::Square(a) => a * a,
                Self::Rect { w, h } => w * h,
                Self::Framed(a, (b, c)) => a[0] * a[1] + b * c,
            }
        }
    }

    #[jacobian]
    pub(super) fn scaled(x: &[f64; 3]) -> [f64; 5] {
        let mut square = Shape::Square(x[0]);
        square.scale(x[1]);
        let mut rect = Shape::Rect { w: x[0], h: 2.0 };
        rect.scale(x[2]);
        let mut framed = Shape::Framed([x[0], x[1]], (x[2], 1.0));
        framed.scale(x[1]);
        let mut known = Shape::Square(3.0);
        known.scale(x[0]);
        let mut again = rect;
        again.scale(2.0);
        [
            square.area(),
            rect.area(),
            framed.area(),
            known.area(),
            again.area(),
        ]
    }

    #[jacobian]
    pub(super) fn by_names(x: &[f64; 3]) -> [f64; 4] {
        let mut rect = Shape::Rect { w: x[0], h: x[1] };
        let mut kept = 0.0;
        if let Shape::Rect { w, ref mut h } = rect {
            *h *= x[2];
            kept = w;
        }
        rect.scale(2.0);
        let mut pair = (x[0], [x[1], x[2]]);
        match &mut pair {
            (a, [b, c]) if *b < 100.0 => {
                *a *= *b;
                *c += *a;
            }
            _ => {}
        }
        match pair {
            (ref mut a, _) if x[0] > 0.0 => *a += x[1],
            (_, [ref mut b, c]) => *b += c,
        }
        let (mut p, mut q) = (x[0], x[1]);
        match (&mut p, &mut q) {
            (p, q) if x[2] > 0.0 => {
                *p *= x[2];
                *q = *p;
            }
            (p, _) => *p = 0.0,
        }
        let mut copied = Shape::Square(x[0]);
        let old = match &mut copied {
            &mut Shape::Square(a) => {
                copied = Shape::Square(a * x[1]);
                a
            }
            _ => 0.0,
        };
        [
            rect.area() + kept,
            pair.0 * pair.1[0] - pair.1[1],
            p + 2.0 * q,
            copied.area() * old,
        ]
    }
}

#[test]
fn names_of_patterns_behind_mutable_references_change_what_is_matched() {
    use changed_by_patterns::{by_names, by_names_with_jacobian, scaled, scaled_with_jacobian};

    for at in [[0.7, 1.3, 0.4], [-1.2, 0.4, -2.1], [0.3, 101.0, 102.0]] {
        check!(scaled with scaled_with_jacobian at at);
        check!(by_names with by_names_with_jacobian at at);
    }
}
