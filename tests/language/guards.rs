//! Guards, values inside of `Result` without a default, and opaque values that leave a loop early.
//! The generated function must not lock what the source has released.

use std::cell::RefCell;
use std::sync::Mutex;

use crate::support::compare;
use jacobian_runtime::jacobian;

#[jacobian]
mod held {
    use std::cell::RefCell;
    use std::sync::Mutex;

    fn line(a: &[f64], x: f64) -> f64 {
        a[0] * x + a[1]
    }

    /// Leaves while it holds the guard, in two places.
    fn early(x: f64, m: &Mutex<Vec<f64>>) -> f64 {
        let w = m.lock().unwrap();
        if x > 1.0 {
            return w[0] * x;
        }
        for k in 0..2 {
            if x < w[k] {
                return x * x;
            }
        }
        let mut y = w[1];
        y *= x;
        y + w[0]
    }

    #[jacobian(wrt(x))]
    pub(super) fn locked(x: f64, m: &Mutex<Vec<f64>>) -> f64 {
        let a = line(&m.lock().unwrap(), x);
        let b = line(m.lock().unwrap().as_slice(), a);
        let mut c = 0.0;
        {
            let w = m.lock().unwrap();
            c = w[0] + w[1];
        }
        let d = {
            let w = &*m.lock().unwrap();
            w[0] * x
        };
        let v = m.lock().unwrap();
        let e = line(&v, b);
        drop(v);
        e + early(x, m) + early(a, m) * c + d + early(0.3 * x, m)
    }

    #[jacobian(wrt(x))]
    pub(super) fn borrowed(x: f64, n: usize, m: &RefCell<Vec<f64>>) -> f64 {
        let (mut s, mut last) = (x, 0.0);
        for i in 0..n {
            let w = m.borrow();
            if s > 5.0 {
                break;
            }
            if i % 2 == 1 {
                s += x;
                continue;
            }
            last = w[0];
            s += line(w.as_slice(), s);
            drop(w);
            let u = m.borrow();
            s *= u[1];
        }
        m.borrow_mut().push(4.0);
        s + last + line(m.borrow().as_slice(), x)
    }
}

#[test]
fn a_guard_is_dropped_where_the_source_drops_it() {
    let w = vec![0.5, 1.1];
    let m = Mutex::new(w.clone());
    for x in [0.2, 0.7, 1.5] {
        compare(
            "locked",
            [x],
            |&[x]| [held::locked(x, &m)],
            |&[x]| {
                let (value, jacobian) = held::locked_with_jacobian(x, &m);
                ([value], jacobian.to_dense())
            },
        );
        for n in 0..5 {
            let m = RefCell::new(w.clone());
            compare(
                "borrowed",
                [x],
                |&[x]| [held::borrowed(x, n, &m)],
                |&[x]| {
                    let (value, jacobian) = held::borrowed_with_jacobian(x, n, &m);
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

mod elsewhere {
    #[derive(Clone, Debug)]
    pub(super) enum Kind {
        Fixed,
        By(f64),
    }

    impl Kind {
        pub(super) fn factor(&self) -> f64 {
            match self {
                Self::Fixed => 2.0,
                Self::By(by) => *by,
            }
        }
    }

    #[derive(Debug, PartialEq)]
    pub(super) struct Bad(pub(super) String);

    pub(super) fn parse(text: &str) -> Result<Kind, Bad> {
        match text {
            "fixed" => Ok(Kind::Fixed),
            text => text.parse().map(Kind::By).map_err(|_| Bad(text.into())),
        }
    }
}

/// `Kind` has no default, and its definition is not in view.
#[jacobian]
mod failing {
    use super::elsewhere::{Bad, Kind, parse};

    fn kind(text: &str) -> Result<Kind, Bad> {
        let kind = parse(text)?;
        Ok(kind)
    }

    fn scaled(x: f64, text: &str) -> Result<f64, Bad> {
        let kind = kind(text)?;
        let y = if x > 1.0 {
            let other = parse(text)?;
            x * other.factor()
        } else {
            2.0 * x
        };
        Ok(x * kind.factor() * y)
    }

    fn summed(x: f64, texts: &[&str]) -> Option<f64> {
        let mut sum = 0.0;
        for text in texts {
            let kind = parse(text).ok()?;
            sum += x * kind.factor();
            if sum > 3.0 {
                break;
            }
        }
        Some(sum)
    }

    #[jacobian(wrt(x))]
    pub(super) fn f(x: f64, texts: &[&str]) -> Result<f64, Bad> {
        let sum = summed(x, texts).unwrap_or(0.5 * x);
        let y = scaled(x, texts[0])?;
        Ok(sum * y)
    }
}

#[test]
fn a_value_without_a_default_is_taken_out_where_it_is_there() {
    for texts in [
        &["fixed", "0.5"][..],
        &["0.25"],
        &["2.5", "fixed", "none"],
        &["-1", "none"],
    ] {
        for x in [0.4, 1.4] {
            compare(
                "f",
                [x],
                |&[x]| [failing::f(x, texts).unwrap()],
                |&[x]| {
                    let (value, jacobian) = failing::f_with_jacobian(x, texts).unwrap();
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
    let failed = failing::f_with_jacobian(0.4, &["none"]).err();
    assert_eq!(failed, Some(elsewhere::Bad("none".into())));
}

#[jacobian]
mod events {
    use std::ops::ControlFlow;

    pub(super) enum Outcome<B> {
        Reached(f64),
        Event { reason: B },
    }

    #[derive(Debug, PartialEq)]
    pub(super) enum Why {
        Far(String),
        Never,
    }

    /// What is carried out of the loop is no number, though only the caller knows what it is.
    #[jacobian(wrt(x), scalar(B = Why))]
    pub(super) fn advance<B>(
        x: f64,
        n: usize,
        check: impl Fn(f64) -> ControlFlow<B>,
    ) -> Result<Outcome<B>, usize> {
        let mut y = x;
        for i in 0..n {
            y = y * 1.5;
            if y < 0.0 {
                return Err(i);
            }
            if let ControlFlow::Break(reason) = check(y) {
                return Ok(Outcome::Event { reason });
            }
        }
        Ok(Outcome::Reached(x * y))
    }
}

#[test]
fn an_opaque_value_leaves_a_loop_inside_of_an_enum() {
    use events::{Outcome, Why, advance, advance_with_jacobian};
    use std::ops::ControlFlow;
    let check = |y: f64| match y {
        y if y > 9.0 => ControlFlow::Break(Why::Far(format!("{y}"))),
        _ => ControlFlow::Continue(()),
    };
    for n in 0..4 {
        compare(
            "advance",
            [1.2],
            |&[x]| match advance(x, n, check) {
                Ok(Outcome::Reached(value)) => [value],
                _ => panic!("it is reached"),
            },
            |&[x]| match advance_with_jacobian(x, n, check) {
                Ok((Outcome::Reached(value), jacobian)) => {
                    let rows = jacobian.to_dense();
                    ([value], [rows[0]])
                }
                _ => panic!("it is reached"),
            },
        );
    }
    let Ok((Outcome::Event { reason }, jacobian)) = advance_with_jacobian(4.0, 3, check) else {
        panic!("it ends early");
    };
    assert_eq!(reason, Why::Far("13.5".into()));
    assert_eq!(jacobian.to_dense()[0], [0.0]);
    assert!(matches!(advance_with_jacobian(-1.0, 2, check), Err(0)));
}
