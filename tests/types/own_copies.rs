//! Copies of structs of which some fields are followed: clones, parameters that are `mut`, bases of
//! struct literals.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod copies {
    #[derive(Clone, Debug, Default)]
    pub(super) struct Limits {
        pub(super) jerk: f64,
        pub(super) most: f64,
    }

    #[derive(Clone, Debug, Default)]
    pub(super) struct Profile {
        pub(super) limits: Limits,
        pub(super) start: f64,
        pub(super) count: usize,
        pub(super) name: String,
        pub(super) weights: Vec<f64>,
    }

    impl Profile {
        fn size(&self) -> f64 {
            let first = self.weights.first().copied().unwrap_or(1.0);
            first * self.limits.jerk * self.limits.most
                + self.start * self.count as f64 * self.name.len() as f64
        }

        fn halved(mut self) -> f64 {
            self.limits.most *= 0.5;
            self.weights.push(2.0);
            self.size() * self.weights.len() as f64
        }

        #[jacobian(wrt(self.limits, self.start))]
        pub(super) fn cloned(&self) -> f64 {
            let mut next = self.clone();
            next.limits.most *= 0.5;
            next.count += 1;
            next.weights.push(3.0);
            next.size() * self.limits.most + self.size()
        }

        #[jacobian(wrt(self.limits, self.start))]
        pub(super) fn its_own(mut self) -> f64 {
            self.limits.most *= self.start;
            self.count *= 2;
            self.size()
        }

        #[jacobian(wrt(self.limits, self.start))]
        pub(super) fn parts(&self) -> [f64; 2] {
            let copy = self.clone();
            let mut limits = copy.limits;
            limits.most += copy.start;
            let literal = Limits {
                jerk: 2.0 * self.start,
                ..self.limits.clone()
            };
            [limits.most * limits.jerk, literal.most * literal.jerk]
        }

        #[jacobian(wrt(x))]
        pub(super) fn replaced(&self, x: f64) -> [f64; 3] {
            let mut next = self.clone();
            next.start = x;
            let base = Profile {
                start: x * x,
                ..self.clone()
            };
            [
                next.size(),
                base.size(),
                base.clone().halved() + base.size(),
            ]
        }

        #[jacobian(wrt(self.start), of(self.limits))]
        pub(super) fn before_and_after(&mut self) -> f64 {
            let before = self.clone();
            self.limits.most *= self.start;
            self.count += 3;
            before.size() * self.limits.most * self.count as f64
        }
    }

    #[derive(Clone, Copy, Debug)]
    pub(super) struct Point {
        pub(super) a: f64,
        pub(super) b: f64,
        pub(super) k: i32,
    }

    fn value(p: &Point) -> f64 {
        p.a * p.b + f64::from(p.k) * p.a
    }

    fn shifted(mut p: Point, by: f64) -> f64 {
        p.a += by;
        p.k += 1;
        value(&p)
    }

    #[jacobian(wrt(p.a, p.b))]
    pub(super) fn updated(p: &Point) -> f64 {
        let q = Point { a: p.a * 2.0, ..*p };
        let mut r = *p;
        r.b *= q.a;
        r.k = 5;
        value(&q) * value(&r) + value(p) + shifted(*p, p.b)
    }

    #[jacobian(wrt(p.a, p.b))]
    pub(super) fn changed(mut p: Point) -> f64 {
        let before = p;
        p.a *= p.b;
        p.k += 1;
        value(&p) + value(&before)
    }
}

use copies::{Limits, Point, Profile};

fn profile(x: &[f64; 3]) -> Profile {
    Profile {
        limits: Limits {
            jerk: x[0],
            most: x[1],
        },
        start: x[2],
        count: 2,
        name: "ab".to_owned(),
        weights: vec![1.5],
    }
}

const AT: [f64; 3] = [0.7, 1.3, 0.4];

#[test]
fn a_copy_of_a_struct_is_a_variable_of_its_own() {
    compare(
        "cloned",
        AT,
        |x| [profile(x).cloned()],
        |x| {
            let (value, jacobian) = profile(x).cloned_with_jacobian();
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "its_own",
        AT,
        |x| [profile(x).its_own()],
        |x| {
            let (value, jacobian) = profile(x).its_own_with_jacobian();
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "parts",
        AT,
        |x| profile(x).parts(),
        |x| {
            let (value, jacobian) = profile(x).parts_with_jacobian();
            (value, jacobian.to_dense())
        },
    );
}

#[test]
fn the_original_stays_as_it_is() {
    let own = profile(&AT);
    compare(
        "replaced",
        [0.9],
        |x| own.replaced(x[0]),
        |x| {
            let (value, jacobian) = own.replaced_with_jacobian(x[0]);
            (value, jacobian.to_dense())
        },
    );
    let changed = |mut own: Profile| {
        let value = own.before_and_after();
        [value, own.limits.jerk, own.limits.most]
    };
    let with = |x: &[f64; 1]| Profile {
        start: x[0],
        ..profile(&AT)
    };
    compare(
        "before_and_after",
        [0.4],
        |x| changed(with(x)),
        |x| {
            let mut own = with(x);
            let (value, jacobian) = own.before_and_after_with_jacobian();
            assert_eq!(own.count, 5);
            let rows = [value, own.limits.jerk, own.limits.most];
            (rows, jacobian.to_dense())
        },
    );
}

#[test]
fn a_base_and_a_parameter_are_copies() {
    let point = |x: &[f64; 2]| Point {
        a: x[0],
        b: x[1],
        k: 3,
    };
    compare(
        "updated",
        [0.7, 1.3],
        |x| [copies::updated(&point(x))],
        |x| {
            let (value, jacobian) = copies::updated_with_jacobian(&point(x));
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "changed",
        [0.7, 1.3],
        |x| [copies::changed(point(x))],
        |x| {
            let (value, jacobian) = copies::changed_with_jacobian(point(x));
            ([value], jacobian.to_dense())
        },
    );
}

#[jacobian_runtime::jacobian]
mod named {
    #[derive(Clone)]
    struct Named {
        a: f64,
        name: String,
    }

    /// Text in a followed struct or tuple is copied as well.
    #[jacobian]
    pub(super) fn renamed(x: &[f64; 2]) -> f64 {
        let first = Named {
            a: x[0],
            name: String::from("n"),
        };
        let mut second = first.clone();
        second.name.push('z');
        let pair = (x[1], String::from("abc"));
        let mut other = pair.clone();
        other.1.clear();
        first.a * first.name.len() as f64 + second.name.len() as f64 * pair.0 * pair.1.len() as f64
    }
}

#[test]
fn text_is_copied() {
    use named::{renamed, renamed_with_jacobian};
    crate::support::check!(renamed with renamed_with_jacobian at [0.7, 1.3]);
}

/// Whole structs assigned in an arm, with fields that are no numbers.
#[jacobian_runtime::jacobian]
mod assigned {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Moments {
        pub(super) label: String,
        pub(super) count: usize,
        pub(super) mean: f64,
        pub(super) spread: [f64; 2],
    }

    impl Moments {
        #[jacobian]
        pub(super) fn merge(&mut self, other: &Self) {
            if self.count == 0 {
                *self = other.clone();
                return;
            }
            let d = other.mean - self.mean;
            let n = (self.count + other.count) as f64;
            self.mean += d * other.count as f64 / n;
            self.spread[1] *= other.spread[0] + d * d;
            self.count += other.count;
        }

        #[jacobian]
        pub(super) fn replace(&mut self, other: Moments) {
            if other.mean > self.mean {
                *self = other;
                self.mean *= self.spread[0];
            } else {
                self.mean *= other.mean;
            }
        }
    }
}

#[test]
fn a_struct_is_assigned_by_its_fields() {
    use assigned::Moments;
    let both = |x: &[f64; 6], count: usize| {
        let one = |label: &str, count: usize, x: &[f64]| Moments {
            label: label.to_owned(),
            count,
            mean: x[0],
            spread: [x[1], x[2]],
        };
        (one("a", count, &x[..3]), one("b", 4, &x[3..]))
    };
    let rows = |all: &Moments| [all.mean, all.spread[0], all.spread[1]];
    for (at, count) in [
        ([0.3, 0.8, -0.4, 1.1, 0.6, 0.9], 0),
        ([1.3, 0.8, -0.4, 1.1, 0.6, 0.9], 3),
    ] {
        compare(
            "merge",
            at,
            |x| {
                let (mut one, other) = both(x, count);
                one.merge(&other);
                rows(&one)
            },
            |x| {
                let (mut one, other) = both(x, count);
                let jacobian = one.merge_with_jacobian(&other);
                let mut same = both(x, count).0;
                same.merge(&other);
                assert_eq!(one, same);
                (rows(&one), jacobian.to_dense())
            },
        );
        compare(
            "replace",
            at,
            |x| {
                let (mut one, other) = both(x, count);
                one.replace(other);
                rows(&one)
            },
            |x| {
                let (mut one, other) = both(x, count);
                let jacobian = one.replace_with_jacobian(other.clone());
                let mut same = both(x, count).0;
                same.replace(other);
                assert_eq!(one, same);
                (rows(&one), jacobian.to_dense())
            },
        );
    }
}

/// Each arm ends with another struct behind a reference, or with a reference to one.
#[jacobian_runtime::jacobian]
mod chosen {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Sample {
        pub(super) mean: f64,
        pub(super) spread: f64,
        pub(super) count: usize,
        pub(super) name: String,
    }

    impl Sample {
        #[jacobian]
        pub(super) fn merge(&self, other: &Self) -> Self {
            if self.count == 0 {
                return other.clone();
            } else if other.count == 0 {
                return self.clone();
            }
            let mut merged = self.clone();
            merged.mean = 0.5 * (self.mean + other.mean * other.spread);
            merged.count = self.count + other.count;
            merged
        }
    }

    #[jacobian]
    pub(super) fn larger(a: &Sample, b: &Sample) -> [f64; 2] {
        let first = if a.mean > b.mean { a } else { b };
        let mut own = if a.count > b.count {
            a.clone()
        } else {
            b.clone()
        };
        own.mean *= first.spread;
        [own.mean + a.mean, first.mean * first.count as f64]
    }
}

#[test]
fn arms_end_with_structs_behind_references() {
    use chosen::Sample;
    let both = |x: &[f64; 4], counts: [usize; 2]| {
        let sample = |mean, spread, count| Sample {
            mean,
            spread,
            count,
            name: format!("of {count}"),
        };
        (sample(x[0], x[1], counts[0]), sample(x[2], x[3], counts[1]))
    };
    for counts in [[0, 0], [0, 3], [2, 0], [2, 3]] {
        for at in [[0.7, 1.3, -0.4, 0.9], [-0.2, 1.1, 0.5, 2.0]] {
            let rows = |sample: &Sample| [sample.mean, sample.spread];
            compare(
                "merge",
                at,
                |x| {
                    let (one, other) = both(x, counts);
                    rows(&one.merge(&other))
                },
                |x| {
                    let (one, other) = both(x, counts);
                    let (value, jacobian) = one.merge_with_jacobian(&other);
                    assert_eq!(value, one.merge(&other), "with its name");
                    (rows(&value), jacobian.to_dense())
                },
            );
            compare(
                "larger",
                at,
                |x| {
                    let (a, b) = both(x, counts);
                    chosen::larger(&a, &b)
                },
                |x| {
                    let (a, b) = both(x, counts);
                    let (value, jacobian) = chosen::larger_with_jacobian(&a, &b);
                    (value, jacobian.to_dense())
                },
            );
        }
    }
}
