//! `Option` and `Result` with active values inside: helpers that may fail, and the uses of their
//! results.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const POINTS: [[f64; 2]; 5] = [
    [0.7, 1.3],
    [1.7, -0.4],
    [-0.6, 2.2],
    [-1.2, -0.3],
    [2.6, 0.2],
];

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Bad {
    Negative(f64),
    Named(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Worse(Bad);

impl From<Bad> for Worse {
    fn from(bad: Bad) -> Self {
        Self(bad)
    }
}

#[jacobian]
fn methods(x: &[f64; 2]) -> [f64; 8] {
    fn root(v: f64) -> Option<f64> {
        if v < 0.0 {
            return None;
        }
        Some(v.sqrt())
    }
    let log = |v: f64| if v > 0.0 { Some(v.ln()) } else { None };
    let y = if x[0] > 1.0 { Some(x[0] * x[1]) } else { None };
    [
        root(x[0]).unwrap_or(0.0) * x[1],
        root(x[1]).map(|r| r * x[0]).unwrap_or_else(|| x[0] * x[0]),
        log(x[0]).map_or(x[1], |v| v * v),
        log(x[1]).and_then(root).unwrap_or_default(),
        y.unwrap_or(0.5) + y.map_or_else(|| x[1], |v| v * x[1]),
        root(x[0]).filter(|r| *r > 1.0).unwrap_or(x[1]),
        root(x[0]).or_else(|| log(x[1])).or(Some(x[0])).unwrap(),
        (x[0] > 0.5).then(|| (x[0] - 0.5).ln()).unwrap_or(x[1])
            + (x[1] > 0.0).then_some(x[1] * x[1]).unwrap_or(0.0),
    ]
}

#[jacobian]
fn patterns(x: &[f64; 2]) -> [f64; 6] {
    let root = |v: f64| -> Option<f64> { if v < 0.0 { None } else { Some(v.sqrt()) } };
    let ratio = |a: f64, b: f64| -> Result<f64, Bad> {
        if b < 0.0 {
            return Err(Bad::Negative(b));
        }
        if b < 0.25 {
            Err(Bad::Named("small".to_string()))
        } else {
            Ok(a / b)
        }
    };
    let mut y = [0.0; 6];
    if let Some(r) = root(x[0]) {
        y[0] = r * x[1];
    } else {
        y[0] = x[1] * x[1];
    }
    y[1] = match root(x[1]) {
        Some(r) if r > 1.0 => r * r * r,
        Some(r) => r + x[0],
        None => x[0] * x[0],
    };
    y[2] = match ratio(x[0], x[1]) {
        Ok(v) => v * v,
        Err(Bad::Negative(_)) => x[1] * x[0],
        Err(Bad::Named(_)) => x[0] * 3.0,
    };
    let found = ratio(x[1], x[0]);
    if found.is_err() {
        y[3] = x[1];
    }
    if let Ok(v) = found
        && v > 1.0
    {
        y[4] = v * x[0];
    }
    let Some(r) = root(x[0] * x[1]) else {
        return y;
    };
    y[5] = r * x[0];
    y
}

/// The whole has a name beside what is inside; an outer variable has the same name.
#[jacobian]
fn wholes(x: &[f64; 2]) -> [f64; 3] {
    let root = |v: f64| -> Option<f64> { if v < 0.0 { None } else { Some(v.sqrt()) } };
    let whole = 7.0;
    let a = match root(x[0]) {
        Some(r) if r < 0.5 => r,
        whole @ Some(r) if whole.unwrap() > 1.0 => whole.unwrap() * r * x[1],
        whole @ Some(_) => whole.map_or(0.0, |r| r * 3.0),
        whole @ None => whole.unwrap_or(x[1]),
    };
    let b = if let whole @ Some(r) = root(x[1]) {
        r + whole.unwrap().sin()
    } else {
        x[0]
    };
    [a, b, whole * x[0]]
}

#[jacobian]
fn passes(x: &[f64; 2]) -> Result<[f64; 2], Worse> {
    fn root(v: f64) -> Result<f64, Bad> {
        if v < 0.0 {
            return Err(Bad::Negative(v));
        }
        Ok(v.sqrt())
    }
    fn both(a: f64, b: f64) -> Result<f64, Worse> {
        let r = root(a)?;
        let s = if b > 0.0 { root(b)? } else { b };
        Ok(r * s)
    }
    fn last(a: f64) -> Option<f64> {
        let r = root(a + 1.0).ok()?;
        (r > 0.5).then_some(r * r)
    }
    let a = both(x[0], x[1])?;
    let b = last(x[1]).ok_or(Bad::Named("last".into()))?;
    let c = last(x[1]).ok_or_else(|| Bad::Named(format!("{}", x[1])))?;
    if x[0] > 2.5 {
        return root(x[0] - 3.0).map(|v| [v, a]).map_err(|bad| Worse(bad));
    }
    let d = root(x[0]).map_err(Worse)?;
    Ok([a * b, c + d])
}

#[jacobian]
fn tail(x: &[f64; 2]) -> Option<f64> {
    fn root(v: f64) -> Option<f64> {
        if v < 0.0 { None } else { Some(v.sqrt()) }
    }
    if x[1] > 2.0 {
        return root(x[0]);
    }
    root(x[0] - x[1])
}

#[jacobian]
fn best(x: &[f64; 2]) -> [f64; 3] {
    let candidates = [x[0] * x[1], x[0] - x[1], x[1].sin(), x[0]];
    let mut best: Option<f64> = None;
    let mut nearest = None;
    for (i, c) in candidates.iter().enumerate() {
        match best {
            Some(b) if b >= *c => {}
            _ => best = Some(*c),
        }
        if *c > 0.2 && nearest.is_none() {
            nearest = Some((i, c * c));
        }
    }
    if let Some(b) = &mut best {
        *b *= x[0];
    }
    let (at, near) = nearest.unwrap_or((9, x[1]));
    [best.unwrap(), near * 2.0, x[0] * at as f64]
}

#[jacobian(wrt(x))]
fn given(x: &[f64; 2], limit: Option<f64>, text: &str) -> [f64; 4] {
    fn parsed(text: &str, v: f64) -> Option<f64> {
        let k: f64 = text.parse().ok()?;
        Some(k * v)
    }
    let capped = limit.map_or(x[0], |l| x[0].min(l));
    let scaled = limit.map(|l| l * x[1]).unwrap_or(x[1]);
    let either = if x[0] > 1.0 { Some(x[0]) } else { limit };
    [
        capped,
        scaled,
        parsed(text, x[1]).unwrap_or(x[0]),
        either.unwrap_or(x[1]),
    ]
}

#[jacobian]
fn known(x: &[f64; 2]) -> [f64; 5] {
    let at = |i: usize| x.get(i).copied().unwrap_or(0.0);
    let before = |i: usize| i.checked_sub(1).map(|j| x[j]).unwrap_or(1.0);
    let first = x.first().map(|v| v * v).unwrap();
    let largest = x.iter().copied().reduce(f64::max).unwrap_or(0.0);
    [
        at(0) + at(1) * at(2),
        before(0) * before(1),
        first,
        largest,
        *x.last().unwrap_or(&0.0),
    ]
}

#[test]
fn what_may_be_missing_is_followed() {
    for at in POINTS {
        check!(methods with methods_with_jacobian at at);
        check!(patterns with patterns_with_jacobian at at);
        check!(wholes with wholes_with_jacobian at at);
        check!(best with best_with_jacobian at at);
        check!(known with known_with_jacobian at at);
        for limit in [None, Some(0.9)] {
            for text in ["1.5", "no"] {
                check!(given with given_with_jacobian at at; limit, text);
            }
        }
    }
}

#[test]
fn failures_come_out_as_they_are() {
    for at in [
        [0.7, 1.3],
        [1.7, -0.4],
        [2.6, 0.2],
        [3.6, 0.2],
        [-1.0, 0.1],
        [0.5, -0.9],
        [0.5, -1.5],
    ] {
        let (value, generated) = (passes(&at), passes_with_jacobian(&at));
        assert_eq!(value, generated.clone().map(|(value, _)| value));
        if value.is_ok() {
            compare(
                "passes",
                at,
                |x| passes(x).unwrap(),
                |x| {
                    let (value, jacobian) = passes_with_jacobian(x).unwrap();
                    (value, jacobian.to_dense())
                },
            );
        }
    }
    for at in [[0.7, 1.3], [1.7, -0.4], [2.6, 2.2], [-2.6, 2.2], [2.6, 0.2]] {
        assert_eq!(tail(&at), tail_with_jacobian(&at).map(|(value, _)| value));
        if tail(&at).is_some() {
            compare(
                "tail",
                at,
                |x| [tail(x).unwrap()],
                |x| {
                    let (value, jacobian) = tail_with_jacobian(x).unwrap();
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

struct Hit {
    t: f64,
    at: [f64; 2],
}

#[jacobian]
fn nested(x: &[f64; 2]) -> [f64; 7] {
    fn sphere(o: f64, d: f64, r: f64) -> Option<Hit> {
        let disc = o * o - d * r;
        if disc < 0.0 {
            return None;
        }
        let t = disc.sqrt() - o;
        (t > 0.1).then(|| Hit {
            t,
            at: [o + t * d, t * r],
        })
    }
    fn both(a: f64, b: f64) -> Option<(f64, f64)> {
        let first = sphere(a, b, 0.5)?;
        let second = sphere(b, a, 0.3).unwrap_or(Hit { t: 1.0, at: [a, b] });
        Some((first.t * second.at[0], second.t))
    }
    let mut y = [0.0; 7];
    let mut nearest: Option<Hit> = None;
    for (i, r) in [0.2, -0.7, 1.1].iter().enumerate() {
        let Some(hit) = sphere(x[0], x[1], *r) else {
            y[0] += x[0] * i as f64;
            continue;
        };
        if nearest.as_ref().is_some_and(|n| n.t < hit.t) {
            continue;
        }
        nearest = Some(hit);
        if y[0] > 3.0 {
            break;
        }
    }
    if let Some(Hit { t, at }) = nearest {
        y[1] = t * at[0];
        y[2] = at[1];
    }
    match both(x[0], x[1]) {
        Some((a, b)) if a > b => {
            y[3] = a * a;
        }
        Some((a, _)) => y[3] = a * x[0],
        None => y[4] = x[1].sin(),
    }
    let limits = [x[0], x[1], x[0] * x[1]].map(|v| (v > 0.0).then_some(v.abs().sqrt()));
    y[5] = limits.iter().map(|l| l.unwrap_or(0.25)).sum::<f64>();
    let product: Option<f64> = limits[0].and_then(|a| limits[1].map(|b| a * b));
    y[6] = match (product, limits[2]) {
        (Some(p), Some(l)) => p - l * l,
        (Some(p), None) => p,
        (None, Some(p)) => p * 2.0,
        (None, None) => x[0],
    };
    y
}

#[test]
fn what_is_missing_may_be_deep_inside() {
    for at in [
        [0.7, 1.3],
        [1.7, -0.4],
        [-0.6, 2.2],
        [-1.2, -0.3],
        [2.6, 0.2],
        [-2.0, 0.9],
    ] {
        check!(nested with nested_with_jacobian at at);
    }
}

macro_rules! ensure {
    ($condition:expr, $error:expr) => {
        if $condition {
        } else {
            return Err($error);
        }
    };
}

macro_rules! bail {
    ($error:expr) => {
        return Err($error)
    };
}

#[jacobian]
fn ensured(x: &[f64; 2]) -> Result<f64, String> {
    ensure!(x[0] > -0.65, format!("{} is too small", x[0]));
    if x[1] < -0.35 {
        bail!("negative".to_string());
    }
    Ok(x[0] * x[1])
}

#[test]
fn macros_that_return_errors_do() {
    for at in POINTS {
        let generated = ensured_with_jacobian(&at);
        assert_eq!(ensured(&at), generated.clone().map(|(value, _)| value));
        if let Ok((_, jacobian)) = generated {
            assert_eq!(jacobian.to_dense(), [[at[1], at[0]]]);
        }
    }
}

/// As in anyhow.
trait Context<T> {
    fn context(self, text: &str) -> Result<T, String>;
}

impl<T> Context<T> for Result<T, String> {
    fn context(self, text: &str) -> Result<T, String> {
        self.map_err(|error| format!("{text}: {error}"))
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, text: &str) -> Result<T, String> {
        self.ok_or_else(|| text.to_owned())
    }
}

#[jacobian]
mod with_context {
    use super::Context;

    fn root(v: f64) -> Result<f64, String> {
        ensure!(v > -0.65, format!("{v} is too small"));
        if v > 9.0 {
            bail!("large".to_owned());
        }
        Ok((v + 1.0).sqrt())
    }

    fn first(v: f64) -> Option<f64> {
        if v < 0.0 { None } else { Some(v * v) }
    }

    #[jacobian]
    pub(super) fn all(x: &[f64; 2]) -> Result<f64, String> {
        let a = root(x[0]).context("the first")?;
        let b = first(x[1]).context("the second")?;
        if a > 8.0 {
            return root(a * 8.0).context("never");
        }
        Ok(a * b)
    }
}

#[test]
fn errors_of_helpers_get_their_context() {
    for at in POINTS
        .into_iter()
        .chain([[-0.9, 1.0], [12.0, 0.5], [9.5, 0.1], [1.0, -2.0]])
    {
        let generated = with_context::all_with_jacobian(&at);
        assert_eq!(
            with_context::all(&at),
            generated.clone().map(|(value, _)| value)
        );
        if let Ok((_, jacobian)) = generated {
            let root = (at[0] + 1.0).sqrt();
            let expected = [at[1] * at[1] / (2.0 * root), 2.0 * at[1] * root];
            for (found, expected) in jacobian.to_dense()[0].iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12);
            }
        }
    }
}

#[jacobian]
fn all_or_nothing(x: &[f64; 3]) -> Option<f64> {
    let root = |v: &f64| if *v > 0.0 { Some(v.sqrt()) } else { None };
    let roots = x.iter().map(root).collect::<Option<Vec<_>>>()?;
    let shifted: Option<Vec<f64>> = roots.iter().map(|v| root(&(v - 0.9))).collect();
    Some(match shifted {
        Some(s) if s[0] > 0.2 => s[0] * s[1] + roots[2],
        Some(s) => s[2],
        None => roots[0] * roots[1],
    })
}

#[jacobian]
fn all_or_the_error(x: &[f64; 3]) -> Result<f64, String> {
    fn root(v: &f64) -> Result<f64, String> {
        if *v < 0.0 {
            Err(format!("{v}"))
        } else {
            Ok(v.sqrt())
        }
    }
    let roots = x.iter().map(root).collect::<Result<Vec<f64>, _>>()?;
    let shifted: Result<Vec<_>, String> = roots.iter().map(|v| root(&(v - 0.3))).collect();
    Ok(roots[0] + shifted.map_or(roots[1], |s| s[0] * s[2]))
}

#[test]
fn lists_are_collected_if_everything_is_there() {
    for x in [
        [1.5, 1.2, 0.9],
        [0.9, 1.2, 0.3],
        [1.0, 0.9, 1.6],
        [0.05, 0.4, 0.6],
    ] {
        let value = |x: &[f64; 3]| [all_or_nothing(x).expect("positive")];
        compare("all or nothing", x, value, |x| {
            let (value, jacobian) = all_or_nothing_with_jacobian(x).expect("positive");
            ([value], jacobian.to_dense())
        });
        let value = |x: &[f64; 3]| [all_or_the_error(x).expect("positive")];
        compare("all or the error", x, value, |x| {
            let (value, jacobian) = all_or_the_error_with_jacobian(x).expect("positive");
            ([value], jacobian.to_dense())
        });
    }
    assert!(all_or_nothing_with_jacobian(&[1.0, -1.0, 1.0]).is_none());
    let error = all_or_the_error_with_jacobian(&[1.0, -2.0, -1.0]).err();
    assert_eq!(error.as_deref(), Some("-2"), "the first one");
}

#[jacobian]
fn root_of_an_array(x: &[f64; 2]) -> Option<f64> {
    fn scaled(x: &[f64; 2]) -> Option<[f64; 2]> {
        let norm = x[0].hypot(x[1]);
        if norm > 1.0 {
            Some([x[0] / norm, x[1] * norm])
        } else {
            None
        }
    }
    let [a, b] = scaled(x)?;
    Some(a * b)
}

#[test]
fn an_arm_that_is_none_needs_no_type() {
    let value = |x: &[f64; 2]| [root_of_an_array(x).expect("long enough")];
    compare("an array or none", [1.5, -0.8], value, |x| {
        let (value, jacobian) = root_of_an_array_with_jacobian(x).expect("long enough");
        ([value], jacobian.to_dense())
    });
    assert!(root_of_an_array_with_jacobian(&[0.1, 0.2]).is_none());
}

/// The data of an optional parameter is a struct without a default.
#[jacobian_runtime::jacobian]
mod air {
    pub(super) struct Layer {
        pub(super) bounds: (f64, f64),
        pub(super) kind: Kind,
    }

    pub(super) struct Kind(pub(super) u8, pub(super) f64);

    impl Layer {
        fn bend(&self, angle: f64) -> f64 {
            self.kind.1 / (angle + self.bounds.0) + self.bounds.1
        }
    }

    fn bent(layer: &Layer, angle: f64) -> f64 {
        layer.bend(angle) * angle
    }

    #[jacobian(wrt(angle))]
    pub(super) fn seen(angle: f64, layer: Option<Layer>) -> f64 {
        let shift = layer.map_or(0.0, |layer| {
            if angle > 0.5 {
                bent(&layer, angle) * f64::from(layer.kind.0)
            } else {
                angle
            }
        });
        angle - shift
    }
}

#[test]
fn a_struct_without_a_default_may_be_missing() {
    let layer = || air::Layer {
        bounds: (0.4, 0.1),
        kind: air::Kind(2, 0.3),
    };
    for at in [0.2, 0.9] {
        for is_there in [true, false] {
            let given = || is_there.then(layer);
            compare(
                "a struct without a default",
                [at],
                |[x]| [air::seen(*x, given())],
                |[x]| {
                    let (value, jacobian) = air::seen_with_jacobian(*x, given());
                    ([value], jacobian.to_dense())
                },
            );
        }
    }
}

/// A loop over an `Option` runs once or not at all.
#[jacobian]
fn loops_over_options(x: &[f64; 2]) -> [f64; 1] {
    let root = if x[0] > 0.0 { Some(x[0].sqrt()) } else { None };
    let mut sum = x[1];
    for r in root {
        sum *= r + x[1];
        if sum > 2.0 {
            break;
        }
        sum += 1.0;
    }
    for v in Some(x[1] * x[0]) {
        sum += v;
    }
    [sum]
}

#[test]
fn loops_over_options_run_once_at_most() {
    for at in [[0.5, 0.7], [-0.5, 0.7], [4.0, 1.5]] {
        check!(loops_over_options with loops_over_options_with_jacobian at at);
    }
}

#[jacobian]
mod errors {
    pub(super) enum Bad {
        Low(f64),
        Far { by: f64, steps: usize },
        Other,
        Third,
    }

    fn root(v: f64) -> Result<f64, f64> {
        if v > 0.0 { Ok(v.sqrt()) } else { Err(v * v) }
    }

    fn range(v: f64, n: usize) -> Result<f64, Bad> {
        if v > 2.5 {
            return Err(Bad::Third);
        }
        if v < -1.0 {
            return Err(Bad::Low(v * v));
        }
        if v > 2.0 {
            return Err(Bad::Far {
                by: v.exp(),
                steps: n,
            });
        }
        if v > 1.5 {
            Err(Bad::Other)
        } else {
            Ok(v * 2.0)
        }
    }

    fn both(v: f64, n: usize) -> Result<f64, Bad> {
        Ok(range(v, n)? * range(v * 1.9, n + 1)?)
    }

    #[jacobian]
    pub(super) fn read(x: &[f64; 2]) -> [f64; 6] {
        let matched = match root(x[0]) {
            Ok(v) => v,
            Err(mut e) => {
                e += x[1];
                e * e
            }
        };
        let called = root(x[1]).or_else(|e| if e > 0.1 { Ok(e * x[0]) } else { Err(e.sin()) });
        let variants = match both(x[0], 3) {
            Ok(v) => v,
            Err(Bad::Low(v)) => v * x[1],
            Err(Bad::Far { by, steps }) => by * steps as f64,
            Err(Bad::Other | Bad::Third) => x[0] * x[1],
        };
        let some = (x[0] > 0.0).then_some(x[1]);
        let made = match some.ok_or(x[0] * x[1]) {
            Err(e) if e > 0.0 => e.ln(),
            Ok(v) | Err(v) => v * v,
        };
        let changed = root(x[0]).map_err(Bad::Low).map_err(|b| match b {
            Bad::Low(v) => v * x[1],
            _ => 0.0,
        });
        let all: Result<Vec<f64>, f64> = x.iter().map(|v| root(*v)).collect();
        [
            matched,
            called.unwrap_or_else(|e| -e),
            variants,
            made,
            changed.map_or_else(|e| e * e, |v| v) + root(x[1]).err().unwrap_or(x[0]),
            all.map_or_else(|e| e * x[0], |v| v[0] * v[1]),
        ]
    }

    fn powers(x: f64, n: usize) -> Result<f64, f64> {
        let mut product = x;
        for i in 0..n {
            product *= x;
            if product > 2.0 {
                return Err(product * i as f64);
            }
            if product < -2.0 {
                return Err(7.0);
            }
        }
        Ok(product)
    }

    #[jacobian]
    pub(super) fn repeated(x: &[f64; 2], n: usize) -> [f64; 3] {
        let mut last: Result<f64, (f64, f64)> = Err((1.0, 2.0));
        let mut worst = Ok(x[0]);
        let mut sum = 0.0;
        for i in 0..n {
            let at = x[1] + i as f64 * 0.31;
            if let Err((a, b)) = last {
                sum += a * b;
            }
            last = if at.sin() > 0.0 {
                Err((at, at * at))
            } else {
                Ok(at * x[0])
            };
            worst = match worst {
                Ok(v) => range(v + 0.43, i),
                Err(Bad::Far { by, steps }) if steps > i => Ok(by),
                Err(e) => Err(e),
            };
        }
        let size = match worst {
            Ok(v) => v,
            Err(Bad::Low(v)) => v * v,
            Err(Bad::Far { by, steps }) => by * (steps + 1) as f64,
            Err(_) => x[1],
        };
        [
            sum + last.map_or_else(|(a, b)| a - b, |v| v),
            powers(x[0], n).unwrap_or_else(|e| e * x[1]),
            size,
        ]
    }
}

#[test]
fn errors_carry_active_values() {
    let more = [[-1.6, 0.9], [1.1, 0.6], [1.6, -0.2], [0.3, 2.9]];
    for at in POINTS.into_iter().chain(more) {
        compare("read", at, errors::read, |x| {
            let (value, jacobian) = errors::read_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        for n in [0, 1, 2, 5, 9] {
            compare(
                "repeated",
                at,
                |x| errors::repeated(x, n),
                |x| {
                    let (value, jacobian) = errors::repeated_with_jacobian(x, n);
                    (value, jacobian.to_dense())
                },
            );
        }
    }
}

/// The error is the number that a place had before it became active.
#[jacobian(wrt(x))]
fn held(x: &[f64; 1], start: f64, n: usize) -> f64 {
    let x = x[0];
    fn add(y: &mut f64, n: usize, x: f64) -> Result<f64, f64> {
        if n > 3 {
            return Err(*y);
        }
        *y += x * x;
        Ok(*y)
    }
    let mut y = start;
    let sum = match add(&mut y, n, x) {
        Ok(sum) => sum,
        Err(before) => before * 3.0 + x,
    };
    sum * add(&mut y, 2, x).unwrap_or(1.0) + add(&mut y, n + 1, x).unwrap_or_else(|e| e * x)
}

#[test]
fn errors_hold_numbers_that_are_not_active_yet() {
    for n in [2, 3, 4] {
        check!(held with held_with_jacobian at [0.7]; 1.3, n);
    }
}
