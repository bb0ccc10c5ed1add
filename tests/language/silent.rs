//! Programs that once got a wrong derivative or a wrong value without a word, found by reading the
//! compiler.

use jacobian_runtime::jacobian;

use crate::support::compare;

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
