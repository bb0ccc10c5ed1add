//! Results that hold more than numbers: flags, counts, enums, text, and vectors.

use std::fmt::Debug;

use jacobian_runtime::jacobian;

use crate::support::compare;

/// Checks that the whole value is the user's, and that the rows are these numbers of it.
fn rows_of<const N: usize, const M: usize, T: Debug>(
    name: &str,
    at: [f64; N],
    function: impl Fn(&[f64; N]) -> T,
    generated: impl Fn(&[f64; N]) -> (T, [[f64; N]; M]),
    numbers: impl Fn(&T) -> [f64; M],
) {
    let (value, _) = generated(&at);
    assert_eq!(
        format!("{value:?}"),
        format!("{:?}", function(&at)),
        "{name}"
    );
    compare(
        name,
        at,
        |x| numbers(&function(x)),
        |x| {
            let (value, jacobian) = generated(x);
            (numbers(&value), jacobian)
        },
    );
}

/// `rows!(function, generated, points, |value| [numbers])`
macro_rules! rows {
    ($function:path, $generated:path, $points:expr, $numbers:expr) => {
        for at in $points {
            rows_of(
                stringify!($function),
                at,
                |x| $function(x),
                |x| {
                    let (value, jacobian) = $generated(x);
                    (value, jacobian.to_dense())
                },
                $numbers,
            );
        }
    };
}

const POINTS: [[f64; 2]; 4] = [[0.7, 1.3], [1.9, 0.4], [-0.6, 0.8], [0.2, -1.1]];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Fine,
    Clipped,
}

#[jacobian]
fn flag_and_count(x: &[f64; 2]) -> (f64, bool, usize) {
    let mut n = 0;
    let mut y = x[0] * x[1];
    if y > 0.5 {
        y = y.sqrt();
        n += 2;
    }
    (y, x[0] > x[1], n + 1)
}

#[jacobian]
fn status_by_arm(x: &[f64; 2]) -> (Status, f64, &'static str) {
    if x[0] > 1.0 {
        return (Status::Clipped, 1.0 + x[1], "clipped");
    }
    let name = if x[1] > 0.0 { "up" } else { "down" };
    (Status::Fine, x[0] * x[1], name)
}

#[derive(Debug)]
struct Out {
    value: [f64; 2],
    n: u32,
    up: bool,
    status: Status,
    name: String,
}

#[jacobian]
fn in_a_struct(x: &[f64; 2]) -> Out {
    let up = x[0] > x[1];
    let status = if up { Status::Fine } else { Status::Clipped };
    Out {
        value: [x[0].sin() * x[1], x[0]],
        n: 3,
        up,
        status,
        name: format!("{:.3}", x[0] + 1.0),
    }
}

#[derive(Debug, PartialEq)]
enum Error {
    TooFar(f64),
    Negative { at: f64 },
    Small,
}

#[jacobian]
fn fallible(x: &[f64; 2]) -> Result<(f64, Status), Error> {
    let distance = x[0] * x[0] + x[1] * x[1];
    if distance > 3.0 {
        return Err(Error::TooFar(distance.sqrt()));
    }
    if x[0] < 0.0 {
        return Err(Error::Negative { at: x[0] });
    }
    if x[1] < -1.0 {
        Err(Error::Small)
    } else {
        Ok((distance.sqrt() * x[1], Status::Fine))
    }
}

#[jacobian]
fn maybe_inside(x: &[f64; 2]) -> (f64, Option<f64>, Result<f64, i32>) {
    let root = if x[0] > 0.0 { Some(x[0].sqrt()) } else { None };
    let ratio = if x[1] > 0.0 { Ok(x[0] / x[1]) } else { Err(7) };
    (x[0] * x[1], root, ratio)
}

#[test]
fn rows_are_the_numbers_of_a_mixed_result() {
    rows!(
        flag_and_count,
        flag_and_count_with_jacobian,
        POINTS,
        |value| [value.0]
    );
    rows!(
        status_by_arm,
        status_by_arm_with_jacobian,
        POINTS,
        |value| [value.1]
    );
    rows!(in_a_struct, in_a_struct_with_jacobian, POINTS, |value| {
        value.value
    });
    rows!(maybe_inside, maybe_inside_with_jacobian, POINTS, |value| [
        value.0,
        value.1.unwrap_or(0.0),
        *value.2.as_ref().unwrap_or(&0.0)
    ]);
    assert_eq!(FLAG_AND_COUNT_PATTERN.rows(), 1);
    assert_eq!(
        IN_A_STRUCT_PATTERN.entries().collect::<Vec<_>>(),
        [(0, 0), (1, 0), (0, 1)]
    );
    assert_eq!(vec_in_a_struct_with_jacobian(&POINTS[0]).0.count, 3);
    let out = in_a_struct_with_jacobian(&[0.7, 1.3]).0;
    assert_eq!(
        (out.n, out.up, out.status, out.name.as_str()),
        (3, false, Status::Clipped, "1.700")
    );
}

#[test]
fn errors_carry_the_values_of_the_user() {
    for at in [[0.7, 1.3], [1.9, 0.4], [-0.6, 0.8], [0.2, -1.1], [0.3, 0.2]] {
        let generated = fallible_with_jacobian(&at);
        match (fallible(&at), generated) {
            (Ok(value), Ok((found, jacobian))) => {
                assert_eq!(value, found);
                let r = at[0].hypot(at[1]);
                let expected = [at[0] * at[1] / r, r + at[1] * at[1] / r];
                for (found, expected) in jacobian.to_dense()[0].iter().zip(expected) {
                    assert!((found - expected).abs() < 1e-12, "{found} {expected}");
                }
            }
            (Err(error), Err(found)) => assert_eq!(error, found),
            other => panic!("{other:?}"),
        }
    }
}

#[jacobian(dim(x = 2, out = 3))]
fn by_vec(x: &Vec<f64>) -> Vec<f64> {
    let mut out = Vec::with_capacity(3);
    for v in x {
        out.push(v * v);
    }
    out.push(x[0] * x[1].sin());
    out
}

#[jacobian]
fn boxed(x: &[f64; 2]) -> Box<[f64]> {
    x.iter()
        .map(|v| v.exp())
        .collect::<Vec<f64>>()
        .into_boxed_slice()
}

#[jacobian]
fn rows_of_arrays(x: &[f64; 2]) -> Vec<[f64; 2]> {
    vec![[x[0] * x[1], 2.0], *x]
}

#[jacobian]
fn ragged(x: &[f64; 2]) -> Vec<Vec<f64>> {
    vec![vec![x[0] * x[1]], vec![x[0], x[1] * x[1]]]
}

#[jacobian]
fn pairs(x: &[f64; 2]) -> Vec<(f64, bool)> {
    x.iter().map(|v| (v * v, *v > 0.0)).collect()
}

#[jacobian]
fn vec_or_error(x: &[f64; 2]) -> Result<Vec<f64>, String> {
    if x[0] < 0.0 {
        return Err(format!("negative: {}", x[0]));
    }
    Ok(vec![x[0].sqrt() * x[1], x[1]])
}

#[derive(Debug)]
struct Samples {
    times: Vec<f64>,
    count: usize,
}

#[jacobian]
fn vec_in_a_struct(x: &[f64; 2]) -> Samples {
    let times: Vec<f64> = (0..3).map(|i| x[0] + x[1] * f64::from(i)).collect();
    Samples {
        count: times.len(),
        times,
    }
}

#[test]
fn vectors_can_be_results() {
    rows!(boxed, boxed_with_jacobian, POINTS, |value| [
        value[0], value[1]
    ]);
    rows!(
        rows_of_arrays,
        rows_of_arrays_with_jacobian,
        POINTS,
        |value| [value[0][0], value[0][1], value[1][0], value[1][1]]
    );
    rows!(ragged, ragged_with_jacobian, POINTS, |value| [
        value[0][0],
        value[1][0],
        value[1][1]
    ]);
    rows!(pairs, pairs_with_jacobian, POINTS, |value| [
        value[0].0, value[1].0
    ]);
    rows!(
        vec_in_a_struct,
        vec_in_a_struct_with_jacobian,
        POINTS,
        |value| [value.times[0], value.times[1], value.times[2]]
    );
    for at in POINTS {
        rows_of(
            "by vec",
            at,
            |x| by_vec(&x.to_vec()),
            |x| {
                let (value, jacobian) = by_vec_with_jacobian(&x.to_vec());
                (value, jacobian.to_dense())
            },
            |value| [value[0], value[1], value[2]],
        );
        match (vec_or_error(&at), vec_or_error_with_jacobian(&at)) {
            (Ok(value), Ok((found, _))) => assert_eq!(value, found),
            (Err(error), Err(found)) => assert_eq!(error, found),
            other => panic!("{other:?}"),
        }
    }
}

struct Model {
    gain: f64,
    label: String,
}

#[jacobian]
impl Model {
    #[jacobian(wrt(x), jvp, vjp, layout = csr)]
    fn labelled(&self, x: &[f64; 2], n: usize) -> (String, f64, f64, usize) {
        let gain = self.gain;
        (self.label.clone(), x[0] * gain, x[1] * x[0], n * 2)
    }
}

#[test]
fn methods_and_all_functions_give_the_whole_value() {
    let model = Model {
        gain: 2.5,
        label: "m".to_owned(),
    };
    let at = [0.7, 1.3];
    let expected = model.labelled(&at, 4);
    let (value, jacobian) = model.labelled_with_jacobian(&at, 4);
    assert_eq!(value, expected);
    assert_eq!(jacobian.to_dense(), [[2.5, 0.0], [1.3, 0.7]]);
    let mut value = (String::new(), 0.0, 0.0, 0);
    let mut entries = Model::LABELLED_TEMPLATE;
    model.labelled_update_into(&at, 4, &mut value, &mut entries);
    assert_eq!((&value, &entries), (&expected, jacobian.values()));
    let mut entries = [f64::NAN; Model::LABELLED_NNZ];
    model.labelled_with_jacobian_into(&at, 4, &mut value, &mut entries);
    assert_eq!(&entries, jacobian.values());
    assert_eq!(model.labelled_jvp(&at, 4, &[1.0, 2.0]), [2.5, 1.3 + 1.4]);
    assert_eq!(model.labelled_vjp(&at, 4, &[1.0, 0.5]), [2.5 + 0.65, 0.35]);
}

// Long enough to be cut into functions.
#[jacobian]
fn long(x: &[f64; 2]) -> (Vec<f64>, bool, usize) {
    let positive = x[0] > 0.0;
    let mut values = vec![];
    let mut count = 0;
    let mut sum = x[0];
    for i in 0..1500 {
        sum = sum * 0.999 + (x[1] * f64::from(i % 7)).sin() * 0.01;
        if i % 500 == 0 {
            values.push(sum);
            count += 1;
        }
    }
    if sum > 0.0 {
        count += 10;
    }
    (values, positive, count)
}

#[test]
fn a_long_body_puts_its_value_together_at_the_end() {
    rows!(
        long,
        long_with_jacobian,
        [[0.7, 0.1], [-0.4, 0.2]],
        |value| [value.0[0], value.0[1], value.0[2]]
    );
}

#[jacobian]
fn generic<T: jacobian_runtime::Real>(x: &[T; 2]) -> (T, bool) {
    (x[0] * x[1].sin(), true)
}

#[test]
fn generic_results_can_be_mixed() {
    let (value, jacobian) = generic_with_jacobian(&[0.7_f32, 1.3]);
    assert_eq!(value, generic(&[0.7_f32, 1.3]));
    assert_eq!(jacobian.to_dense()[0][0].to_bits(), 1.3_f32.sin().to_bits());
}

/// Checks of arguments in functions of their own, as public crates have them.
#[jacobian]
mod checked {
    #[derive(Debug, PartialEq)]
    pub(super) struct Invalid(String);

    type Result<T> = core::result::Result<T, Invalid>;

    fn finite(value: f64, name: &str) -> Result<()> {
        if value.is_finite() {
            Ok(())
        } else {
            Err(Invalid(format!("{name} must be finite, got {value}")))
        }
    }

    fn positive(value: f64, name: &str) -> Result<()> {
        finite(value, name)?;
        if value > 0.0 {
            Ok(())
        } else {
            Err(Invalid(format!("{name} must be positive, got {value}")))
        }
    }

    #[jacobian]
    pub(super) fn rate(x: &[f64; 2]) -> Result<f64> {
        positive(x[0], "substrate")?;
        positive(x[1], "constant")?;
        Ok(x[0] / (x[1] + x[0]))
    }
}

#[test]
fn functions_that_only_check_their_arguments_are_followed() {
    use checked::{rate, rate_jacobian, rate_with_jacobian};
    compare(
        "rate",
        [0.7, 1.3],
        |x| [rate(x).unwrap()],
        |x| {
            let (value, jacobian) = rate_with_jacobian(x).unwrap();
            ([value], jacobian.to_dense())
        },
    );
    for x in [[-1.0, 1.0], [1.0, f64::NAN], [f64::INFINITY, 0.0]] {
        assert_eq!(rate(&x).unwrap_err(), rate_jacobian(&x).unwrap_err());
    }
}

/// A part that is no number, copied from a parameter that is the variable.
#[jacobian]
mod colors {
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Lab {
        pub(super) l: f64,
        pub(super) a: f64,
        pub(super) b: f64,
        pub(super) alpha: Option<f64>,
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Lch {
        pub(super) l: f64,
        pub(super) c: f64,
        pub(super) h: f64,
        pub(super) alpha: Option<f64>,
    }

    #[jacobian(wrt(lab))]
    pub(super) fn polar(lab: Lab) -> Lch {
        Lch {
            l: lab.l,
            c: lab.a.hypot(lab.b),
            h: lab.b.atan2(lab.a).to_degrees(),
            alpha: lab.alpha,
        }
    }
}

#[test]
fn an_optional_field_that_is_not_active_is_copied() {
    use colors::{Lab, polar, polar_with_jacobian};
    for alpha in [None, Some(0.5)] {
        let lab = |x: &[f64; 3]| Lab {
            l: x[0],
            a: x[1],
            b: x[2],
            alpha,
        };
        let rows = |found: colors::Lch| [found.l, found.c, found.h];
        let generated = |x: &[f64; 3]| {
            let (value, jacobian) = polar_with_jacobian(lab(x));
            assert_eq!(value, polar(lab(x)));
            (rows(value), jacobian.to_dense())
        };
        compare(
            "polar",
            [0.7, -1.3, 0.4],
            |x| rows(polar(lab(x))),
            generated,
        );
    }
}
