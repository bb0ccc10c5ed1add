//! Lists that become arrays of the length that a type says, and names that are references by
//! `ref mut`.

use std::array::TryFromSliceError;

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 4] = [0.7, -1.3, 0.4, 2.1];

/// Each way to write the conversion.
#[jacobian]
fn converted(x: &[f64; 4]) -> [f64; 6] {
    let a: [f64; 2] = x[..2].try_into().unwrap();
    let b: &[f64; 2] = x[2..].try_into().expect("two");
    let c = <[f64; 3]>::try_from(&x[1..]).unwrap();
    let squares: [f64; 4] = x
        .iter()
        .map(|v| v * v)
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_else(|_| panic!("four"));
    let Ok(d) = <[f64; 4] as TryFrom<Vec<f64>>>::try_from(x.to_vec()) else {
        return [0.0; 6];
    };
    let e = Vec::from_iter(x.iter().map(|v| v.sin()));
    let f = x.first_chunk::<2>().unwrap();
    let [.., last] = x.last_chunk::<3>().unwrap();
    [
        a[0] * a[1],
        b[0] * b[1],
        c.iter().sum::<f64>() * c[2],
        squares[3] * d[0],
        e[1] * e.len() as f64,
        f[1] * last,
    ]
}

#[jacobian]
fn failing(x: &[f64; 4]) -> Result<[f64; 2], TryFromSliceError> {
    let a: [f64; 3] = x[..3].try_into()?;
    let b = <[f64; 2]>::try_from(&a[1..])?;
    Ok([a[0] * b[1], b[0].exp()])
}

#[jacobian]
fn missing(x: &[f64; 4]) -> Option<f64> {
    let a: [f64; 2] = x[1..3].try_into().ok()?;
    Some(a[0] * a[1])
}

/// References to parts of arrays, tuples and structs; the other names are copies.
#[jacobian]
fn referred(x: &[f64; 4]) -> [f64; 6] {
    struct State {
        place: f64,
        speed: [f64; 2],
    }
    let mut y = *x;
    let [ref mut first, second, ref rest @ ..] = y;
    *first *= second;
    *first += rest[0] * rest[1];
    let mut pair = (x[0], [x[1], x[2]]);
    let (a, [ref mut b, _]) = pair;
    *b += a;
    *b *= a;
    let mut state = State {
        place: x[3],
        speed: [x[0], x[1]],
    };
    let State {
        ref mut place,
        speed: [ref mut u, v],
    } = state;
    *place += v;
    std::mem::swap(place, u);
    let ref mut whole = y;
    whole[3] = x[0].cos();
    let (ref mut c, d) = (x[2], x[3]);
    *c -= d;
    let c = *c;
    pair.0 *= 2.0;
    [
        y[0] * y[3],
        second * pair.0,
        pair.1[0],
        state.place * state.speed[0],
        c * d,
        a + v,
    ]
}

/// Numbers of any type that becomes `f64`, inside of a struct and of arrays.
#[jacobian]
mod into_numbers {
    pub(super) struct Corner<T: Into<f64>> {
        pub(super) x: T,
        pub(super) y: T,
    }

    #[jacobian]
    pub(super) fn turned<T: Into<f64>>(a: Corner<T>, b: Corner<T>) -> f64 {
        let a = Corner {
            x: a.x.into(),
            y: a.y.into(),
        };
        let (x, y): (f64, f64) = (b.x.into(), b.y.into());
        a.x * y - a.y * x.sin()
    }

    #[jacobian]
    pub(super) fn listed<T: Copy + Into<f64>>(v: [T; 2], pairs: &[(T, T); 1]) -> f64 {
        let x: f64 = v[0].into();
        x * v[1].into() + pairs[0].0.into().powi(2) * pairs[0].1.into()
    }
}

#[test]
fn types_that_become_numbers_are_numbers_inside_of_others() {
    use into_numbers::{Corner, listed, listed_with_jacobian, turned, turned_with_jacobian};
    let corners = |x: &[f64; 4]| {
        let [x, y, z, w] = *x;
        (Corner { x, y }, Corner { x: z, y: w })
    };
    compare(
        "turned",
        AT,
        |x| {
            let (a, b) = corners(x);
            [turned(a, b)]
        },
        |x| {
            let (a, b) = corners(x);
            let (value, jacobian) = turned_with_jacobian(a, b);
            ([value], jacobian.to_dense())
        },
    );
    compare(
        "listed",
        AT,
        |x| [listed([x[0], x[1]], &[(x[2], x[3])])],
        |x| {
            let (value, jacobian) = listed_with_jacobian([x[0], x[1]], &[(x[2], x[3])]);
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn lists_become_arrays_and_names_are_references() {
    check!(converted with converted_with_jacobian at AT);
    check!(referred with referred_with_jacobian at AT);
    compare(
        "failing",
        AT,
        |x| failing(x).unwrap(),
        |x| {
            let (value, jacobian) = failing_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    compare(
        "missing",
        AT,
        |x| [missing(x).unwrap()],
        |x| {
            let (value, jacobian) = missing_with_jacobian(x).unwrap();
            ([value], jacobian.to_dense())
        },
    );
}
