//! Numbers of ordered-float as items, as keys and in arithmetic.

use jacobian_runtime::jacobian;
use ordered_float::{NotNan, OrderedFloat};

use crate::support::compare;

#[jacobian]
fn chosen(x: &[f64; 4]) -> [f64; 6] {
    let largest = x.iter().copied().map(OrderedFloat).max().unwrap();
    let least = x.iter().map(|v| OrderedFloat(v.abs())).min();
    let mut sorted: Vec<OrderedFloat<f64>> = x.iter().map(|v| OrderedFloat(v * v)).collect();
    sorted.sort();
    let mut near: Vec<&f64> = x.iter().collect();
    near.sort_by_key(|v| OrderedFloat((**v - 1.0).abs()));
    let key = x.iter().max_by_key(|v| OrderedFloat(v.sin())).unwrap();
    let product = (largest + x[0]) * OrderedFloat::from(x[1]) - 2.0;
    [
        largest.0 * x[2],
        least.map_or(0.0, |v| v.into_inner()),
        sorted[1].0 - sorted[3].0 * 2.0,
        near[0] * near[2],
        key * 3.0,
        if product > largest {
            product.0
        } else {
            product.max(largest).into_inner()
        },
    ]
}

#[jacobian]
fn checked(x: &[f64; 2]) -> Option<f64> {
    let (a, b) = (NotNan::new(x[0]).ok()?, NotNan::new(x[1]).ok()?);
    let sum = a.max(b) * a + b;
    Some(sum.into_inner() * *b + (a * 2.0))
}

#[test]
fn ordered_numbers_are_numbers() {
    for at in [
        [0.7, -1.3, 0.4, 2.1],
        [-0.7, 1.1, -2.4, 0.3],
        [1.6, 1.5, 1.2, 1.9],
    ] {
        compare("chosen", at, chosen, |x| {
            let (value, jacobian) = chosen_with_jacobian(x);
            (value, jacobian.to_dense())
        });
        let pair = [at[0], at[1]];
        compare(
            "checked",
            pair,
            |x| [checked(x).unwrap()],
            |x| {
                let (value, jacobian) = checked_with_jacobian(x).unwrap();
                ([value], jacobian.to_dense())
            },
        );
    }
    // NaN is the greatest, as in the crate.
    let at = [0.3, f64::NAN, 1.0, 2.0];
    let (value, _) = chosen_with_jacobian(&at);
    assert!(chosen(&at)[0].is_nan() && value[0].is_nan());
    assert_eq!(chosen(&at)[1].to_bits(), value[1].to_bits());
    assert!(checked_with_jacobian(&[f64::NAN, 1.0]).is_none());
}
