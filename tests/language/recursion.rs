//! Functions that call themselves until a known number ends them, also under conditions of run
//! time.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
fn powers(x: &[f64; 2]) -> [f64; 2] {
    fn power(x: f64, n: u32) -> f64 {
        if n == 0 {
            1.0
        } else if n % 2 == 1 {
            x * power(x, n - 1)
        } else {
            let half = power(x, n / 2);
            half * half
        }
    }
    [power(x[0], 5) * x[1], power(x[1], 0)]
}

mod recursive {
    use jacobian_runtime::jacobian;

    #[jacobian]
    pub(super) mod polynomials {
        use jacobian_runtime::jacobian;

        fn horner(c: &[f64], x: f64) -> f64 {
            if c.is_empty() {
                0.0
            } else {
                c[0] + x * horner(&c[1..], x)
            }
        }

        fn chebyshev(n: usize, x: f64) -> f64 {
            match n {
                0 => 1.0,
                1 => x,
                _ => 2.0 * x * chebyshev(n - 1, x) - chebyshev(n - 2, x),
            }
        }

        /// A continued fraction that ends early where the rest is small, which run time decides.
        fn continued(x: f64, k: usize, last: usize) -> f64 {
            if k == last || x.abs() < 0.1 {
                return 1.0;
            }
            1.0 + x / (k as f64 * continued(0.7 * x, k + 1, last))
        }

        #[jacobian]
        pub(in super::super) fn values(x: &[f64; 2]) -> [f64; 3] {
            let c = [x[1], 2.0, x[0], -1.0];
            [horner(&c, x[0]), chebyshev(6, x[1]), continued(x[0], 1, 5)]
        }
    }
}
use recursive::polynomials;

#[test]
fn recursion_is_unrolled() {
    for at in [[0.7, 1.3], [-0.2, 0.4], [2.5, -1.5]] {
        check!(powers with powers_with_jacobian at at);
        crate::support::compare(
            "polynomials",
            at,
            |x| polynomials::values(x),
            |x| {
                let (value, jacobian) = polynomials::values_with_jacobian(x);
                (value, jacobian.to_dense())
            },
        );
    }
}

#[jacobian]
mod decided_at_run_time {
    use jacobian_runtime::jacobian;

    /// The arithmetic-geometric mean.
    fn agm(a: f64, b: f64) -> f64 {
        if (a - b).abs() < 1e-13 * a {
            a
        } else {
            agm(0.5 * (a + b), (a * b).sqrt())
        }
    }

    #[jacobian(recursion = 8)]
    pub(super) fn means(x: &[f64; 2]) -> [f64; 2] {
        [agm(x[0], x[1]) * x[0], x[1]]
    }

    /// Adaptive quadrature by Simpson's rule.
    fn simpson(f: &dyn Fn(f64) -> f64, a: f64, b: f64, tolerance: f64) -> f64 {
        let middle = 0.5 * (a + b);
        let rule = |a: f64, b: f64| (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b));
        let (whole, halves) = (rule(a, b), rule(a, middle) + rule(middle, b));
        if (whole - halves).abs() < tolerance {
            return halves;
        }
        simpson(f, a, middle, 0.5 * tolerance) + simpson(f, middle, b, 0.5 * tolerance)
    }

    #[jacobian(recursion = 3)]
    pub(super) fn integrals(x: &[f64; 2]) -> [f64; 2] {
        [
            simpson(&|t| (x[0] * t).sin() / (1.0 + t * t), 0.0, x[1], 1e-3),
            x[0],
        ]
    }

    /// A limit does not cut off what a known number ends.
    fn power(x: f64, n: u32) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }

    fn reflected(z: f64, negate: bool) -> f64 {
        if z < 0.0 {
            return if negate {
                -reflected(-z, false)
            } else {
                reflected(-z, true)
            };
        }
        if negate { power(z, 5) } else { z.sqrt() }
    }

    #[jacobian(recursion = 1)]
    pub(super) fn at_most_once(x: &[f64; 2]) -> [f64; 2] {
        [reflected(x[0], false) * x[1], reflected(x[1], true)]
    }
}

#[jacobian(recursion = 6)]
fn itself(x: f64, n: f64) -> f64 {
    if n < 1.0 {
        x
    } else {
        x.sin() * itself(x * 0.9, n - 1.0)
    }
}

#[test]
fn recursion_that_run_time_ends_is_followed_to_the_limit() {
    use decided_at_run_time::{
        at_most_once, at_most_once_with_jacobian, integrals, integrals_with_jacobian, means,
        means_with_jacobian,
    };
    for at in [[0.7, 1.3], [1.9, 0.4], [1.0, 1.1]] {
        check!(means with means_with_jacobian at at);
    }
    for at in [[0.7, 1.3], [1.9, 0.4]] {
        check!(integrals with integrals_with_jacobian at at);
    }
    for at in [[0.7, 1.3], [-1.9, 0.4], [0.6, -0.8], [-0.5, -0.9]] {
        check!(at_most_once with at_most_once_with_jacobian at at);
    }
    let (value, jacobian) = itself_with_jacobian(0.7, 3.5);
    assert_eq!(value.to_bits(), itself(0.7, 3.5).to_bits());
    let slope = (itself(0.7 + 1e-6, 3.5) - itself(0.7 - 1e-6, 3.5)) / 2e-6;
    assert!((jacobian.to_dense()[0][0] - slope).abs() < 1e-8);
}

#[test]
fn a_deeper_call_panics() {
    let deep = std::panic::catch_unwind(|| itself_with_jacobian(0.7, 20.5));
    let text = deep.map(drop).unwrap_err();
    let text = text.downcast_ref::<&str>().copied().unwrap_or_default();
    assert!(text.contains("more than 6 times"), "{text}");
}

/// Trees that are walked: the tree is not active, and only run time knows how deep it is.
#[jacobian_runtime::jacobian]
mod trees {
    use jacobian_runtime::jacobian;

    pub(super) enum Tree {
        Number(f64),
        Variable,
        Sum(Box<Tree>, Box<Tree>),
        Product { left: Box<Tree>, right: Box<Tree> },
        Sine(Box<Tree>),
    }

    impl Tree {
        fn at(&self, x: f64) -> f64 {
            match self {
                Tree::Number(k) => *k,
                Tree::Variable => x,
                Tree::Sum(left, right) => left.at(x) + right.at(x),
                Tree::Product { left, right } => left.at(x) * right.at(x),
                Tree::Sine(of) => of.at(x).sin(),
            }
        }
    }

    fn walked(tree: &Tree, x: f64) -> f64 {
        match tree {
            Tree::Number(k) => *k,
            Tree::Variable => x,
            Tree::Sum(left, right) => walked(left, x) + walked(right, x),
            Tree::Product { left, right } => walked(left, x) * walked(right, x),
            Tree::Sine(of) => walked(of, x).sin(),
        }
    }

    #[jacobian(wrt(x), recursion = 2)]
    pub(super) fn by_method(tree: &Tree, x: f64) -> f64 {
        tree.at(x) * x
    }

    #[jacobian(wrt(x), recursion = 2)]
    pub(super) fn by_function(tree: &Tree, x: f64) -> f64 {
        walked(tree, x)
    }
}

#[test]
fn a_tree_is_walked() {
    use crate::support::compare;
    use trees::Tree;
    let sum = || Tree::Sum(Box::new(Tree::Variable), Box::new(Tree::Number(0.4)));
    let product = Tree::Product {
        left: Box::new(sum()),
        right: Box::new(Tree::Variable),
    };
    for tree in [Tree::Variable, sum(), Tree::Sine(Box::new(sum())), product] {
        compare(
            "by_method",
            [0.7],
            |x| [trees::by_method(&tree, x[0])],
            |x| {
                let (value, jacobian) = trees::by_method_with_jacobian(&tree, x[0]);
                ([value], jacobian.to_dense())
            },
        );
        compare(
            "by_function",
            [0.7],
            |x| [trees::by_function(&tree, x[0])],
            |x| {
                let (value, jacobian) = trees::by_function_with_jacobian(&tree, x[0]);
                ([value], jacobian.to_dense())
            },
        );
    }
}
