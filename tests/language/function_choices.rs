//! Functions as values: in tables, chosen at run time, and as parameters.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

#[jacobian]
fn table(x: &[f64; 2]) -> f64 {
    let functions: [fn(f64) -> f64; 3] = [f64::sin, f64::cos, |v| v * v];
    let mut sum = 0.0;
    for f in functions {
        sum += f(x[0]);
    }
    let pair = (functions[2], |v: f64| v.exp());
    sum * functions[1](x[1]) + (pair.0)(x[1]) * (pair.1)(x[0])
}

#[jacobian(wrt(x))]
fn at_run_time(x: &[f64; 2], k: usize) -> f64 {
    let functions: [fn(f64) -> f64; 3] = [f64::sin, |v| v * v * v, f64::exp];
    let inner = functions[k](x[0]);
    functions[(k + 1) % 3](inner * x[1])
}

/// The conditions are evaluated where the function is chosen, and not one more than there.
#[jacobian]
fn by_values(x: &[f64; 2]) -> f64 {
    let mut limit = x[0];
    let f = if x[1] > limit {
        f64::sin
    } else if x[0] > 0.0 {
        f64::cos
    } else {
        f64::tanh
    };
    limit += 100.0;
    f(x[0]) * f(x[1]) + limit
}

#[derive(Clone, Copy)]
enum Kind {
    Sine,
    Power(f64),
    Other,
}

#[jacobian(wrt(x))]
fn by_kind(x: &[f64; 2], kind: Kind, table: &[usize]) -> f64 {
    fn square(v: f64) -> f64 {
        v * v
    }
    let two: fn(f64, f64) -> f64 = match kind {
        Kind::Sine if table.is_empty() => f64::atan2,
        Kind::Power(_) => |a, b| a * square(b),
        _ => f64::hypot,
    };
    let one = match table.first() {
        Some(0) => square as fn(f64) -> f64,
        Some(n) if table[*n] > 1 => f64::cosh,
        _ => f64::tanh,
    };
    let _ = Kind::Other;
    one(two(x[0], x[1]))
}

#[test]
fn functions_of_a_table_are_called_by_their_index() {
    let at = [0.7, 1.3];
    check!(table with table_with_jacobian at at);
    for k in 0..3 {
        check!(at_run_time with at_run_time_with_jacobian at at; k);
    }
    let panics = std::panic::catch_unwind(|| at_run_time_with_jacobian(&[0.7, 1.3], 3));
    assert!(panics.is_err());
}

#[test]
fn run_time_chooses_a_function() {
    for at in [[0.7, 1.3], [1.7, 1.3], [-0.4, -1.3]] {
        check!(by_values with by_values_with_jacobian at at);
    }
    for kind in [Kind::Sine, Kind::Power(2.0), Kind::Other] {
        for list in [&[][..], &[0][..], &[1, 5][..], &[1, 0][..]] {
            check!(by_kind with by_kind_with_jacobian at [0.7, 1.3]; kind, list);
        }
    }
}

#[jacobian(wrt(x), rule(f(x) => _df(x)))]
fn of_closure(x: f64, f: impl Fn(f64) -> f64, _df: impl Fn(f64) -> f64) -> f64 {
    f(x) * x + f(2.0 * x)
}

#[jacobian(wrt(x), rule(f(x, y) => (_by_x(x, y), _by_y(x, y))))]
fn of_pointers(
    x: &[f64; 2],
    f: fn(f64, f64) -> f64,
    _by_x: &dyn Fn(f64, f64) -> f64,
    _by_y: &dyn Fn(f64, f64) -> f64,
) -> f64 {
    f(x[0], x[1] * x[1])
}

#[test]
fn a_function_as_a_parameter_has_a_rule() {
    compare(
        "of_closure",
        [0.6],
        |x| [of_closure(x[0], f64::sin, f64::cos)],
        |x| {
            let (value, jacobian) = of_closure_with_jacobian(x[0], f64::sin, f64::cos);
            ([value], jacobian.to_dense())
        },
    );
    let (by_x, by_y) = (|_: f64, y: f64| y, |x: f64, _: f64| x);
    let product = |a: f64, b: f64| a * b;
    check!(of_pointers with of_pointers_with_jacobian at [0.6, -0.8]; product, &by_x, &by_y);
}

/// Callees that are no names: in parentheses, from a macro, cast, and chosen where they are called.
#[jacobian]
fn without_names(x: &[f64; 2], up: bool) -> f64 {
    macro_rules! second {
        ($a:expr, $b:expr) => {
            $b
        };
    }
    fn square(v: f64) -> f64 {
        v * v
    }
    let chosen = (if up { f64::sin } else { square })(x[0] * x[1]);
    let matched = (match (up, x[0] > x[1]) {
        (true, _) => f64::exp,
        (_, true) => |v| 3.0 * v,
        _ => square,
    })(x[0]);
    let parted = (f64::cosh)(x[0]) * (square)(x[1]);
    let pointer = f64::sin as fn(f64) -> f64;
    let parted = parted + (square as fn(f64) -> f64)(x[0] * x[1]) * pointer(x[1]);
    chosen * matched + parted * second!(f64::cos, f64::tanh)(x[1]) + { square }(x[0])
}

#[test]
fn a_callee_may_be_an_expression() {
    for at in [[0.7, 1.3], [1.3, -0.4]] {
        for up in [true, false] {
            check!(without_names with without_names_with_jacobian at at; up);
        }
    }
}
