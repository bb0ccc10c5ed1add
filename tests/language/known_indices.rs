//! Indices that a condition, a block or a function of one's own computes from known integers. The
//! patterns are exact, because these indices are known at expansion.

use jacobian_runtime::jacobian;

use crate::support::compare;

const AT: [f64; 4] = [0.7, 1.3, -0.4, 2.1];

/// Neighbours in a ring of four cells, found in each way.
#[jacobian]
mod ring {
    fn wrapped(i: usize, n: usize) -> usize {
        let mut k = i + 1;
        if k == n {
            k = 0;
        }
        k
    }

    fn returned(i: usize, n: usize) -> usize {
        if i + 1 == n {
            return 0;
        }
        i + 1
    }

    /// As many as there are even numbers below.
    fn counted(i: usize) -> usize {
        let mut even = 0;
        for k in 0..i {
            if k % 2 == 0 {
                even += 1;
            }
        }
        even
    }

    #[jacobian]
    pub fn by_conditions(u: &[f64; 4]) -> [f64; 4] {
        let mut r = [0.0; 4];
        let n = u.len();
        for i in 0..n {
            let after = if i == n - 1 { 0 } else { i + 1 };
            let before = match i {
                0 => 3,
                1 => 0,
                _ => {
                    let k = i;
                    k - 1
                }
            };
            let is_last = after == 0;
            let sign = if is_last { -1.0 } else { 2.0 };
            r[i] = sign * u[after] * u[if i > 0 { i - 1 } else { n - 1 }] - u[before];
        }
        r
    }

    #[jacobian]
    pub fn by_blocks(u: &[f64; 4]) -> [f64; 4] {
        let mut r = [0.0; 4];
        let k = 2;
        for i in 0..4 {
            // The inner `k` ends with its block.
            let after = {
                let k = i + 1;
                if k < 4 { k } else { 0 }
            } + k
                - 2;
            let (first, second) = if i % 2 == 0 {
                let half = i / 2;
                (half, half + 1)
            } else {
                (i, 0)
            };
            r[i] = u[after].sin() * u[first] + u[second];
        }
        r
    }

    #[jacobian]
    pub fn by_functions(u: &[f64; 4]) -> [f64; 4] {
        let mut r = [0.0; 4];
        let below = |i: i32| -> usize {
            let mut k = i;
            if k < 0 {
                k += 4;
            }
            k as usize
        };
        for i in 0..4 {
            let after = wrapped(i, 4);
            r[i] = u[after] * u[returned(i, 4)].cos() + u[counted(i)];
        }
        for i in 0..4 {
            r[i as usize] += u[below(i - 1)].exp();
        }
        r
    }
}

/// Blocks that change variables on the way: a counter, and the inverse of a permutation.
#[jacobian]
fn by_counters(u: &[f64; 4]) -> [f64; 4] {
    let mut r = [0.0; 4];
    let mut count = 0;
    for i in 0..4 {
        let k = {
            count += 1;
            count - 1
        };
        r[k] = u[i] * u[i.checked_add_signed(-1).unwrap_or(3)];
    }
    let order = [2, 0, 3, 1];
    let inverse = {
        let mut inverse = [0; 4];
        for (i, k) in order.iter().enumerate() {
            inverse[*k] = i;
        }
        inverse
    };
    [r[inverse[0]], r[inverse[1]], r[inverse[2]], r[inverse[3]]]
}

/// The last cell has no neighbour. That it is asked for one only run time can tell.
#[jacobian(wrt(u))]
fn with_neighbours(u: &[f64; 3], has: &[bool; 3]) -> [f64; 3] {
    let mut r = *u;
    for i in 0..3 {
        if has[i] {
            r[i] = u[i + 1] * u[i];
        }
    }
    r
}

#[test]
fn variables_that_a_block_changes_are_known() {
    compare("counters", AT, by_counters, |x| {
        let (value, jacobian) = by_counters_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    assert_eq!(BY_COUNTERS_NNZ, 8);
}

#[test]
fn an_element_that_is_not_there_panics_only_if_it_is_asked_for() {
    let at = [0.7, 1.3, -0.4];
    for has in [[false; 3], [true, true, false], [false, true, false]] {
        compare(
            "neighbours",
            at,
            |u| with_neighbours(u, &has),
            |u| {
                let (value, jacobian) = with_neighbours_with_jacobian(u, &has);
                (value, jacobian.to_dense())
            },
        );
    }
    assert_eq!(WITH_NEIGHBOURS_NNZ, 5);
    let asked = std::panic::catch_unwind(|| with_neighbours_jacobian(&at, &[true; 3]));
    let payload = asked.expect_err("there is no fourth cell");
    let message = payload.downcast_ref::<&str>().copied().unwrap_or_default();
    assert_eq!(
        message,
        "index out of bounds: the len is 3 but the index is 3"
    );
}

#[test]
fn rings_have_the_pattern_of_rings() {
    macro_rules! check {
        ($name:literal, $function:path, $generated:path) => {
            compare($name, AT, $function, |x| {
                let (value, jacobian) = $generated(x);
                (value, jacobian.to_dense())
            });
        };
    }
    check!(
        "conditions",
        ring::by_conditions,
        ring::by_conditions_with_jacobian
    );
    check!("blocks", ring::by_blocks, ring::by_blocks_with_jacobian);
    check!(
        "functions",
        ring::by_functions,
        ring::by_functions_with_jacobian
    );
    assert_eq!(ring::BY_CONDITIONS_NNZ, 8);
    // Rows: u1, u0; u2, u1, u0; u3, u1, u2; u0, u3.
    assert_eq!(ring::BY_BLOCKS_NNZ, 10);
    // Rows: u1, u0, u3; u2, u1, u0; u3, u1; u0, u2.
    assert_eq!(ring::BY_FUNCTIONS_NNZ, 10);
}

/// Loops with a value, functions with loops beside other operands, and sorted integers.
#[allow(clippy::stable_sort_primitive, reason = "this is what people write")]
#[jacobian]
fn by_searches(u: &[f64; 4]) -> [f64; 4] {
    fn gcd(a: usize, b: usize) -> usize {
        let (mut a, mut b) = (a, b);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    }
    let mut k = 0;
    let root = loop {
        if k * k >= 5 {
            break k;
        }
        k += 1;
    };
    let mut up = [3, 0, 2, 1];
    up.sort();
    let mut down = vec![1, 3, 2];
    down.sort_unstable_by(|a, b| b.cmp(a));
    let mut by_key = [0usize, 1, 2, 3];
    by_key.sort_by_key(|&i| (i + 2) % 4);
    let mut last_first = [0usize, 1, 2];
    last_first.sort_by_key(|&i| std::cmp::Reverse(i));
    [
        u[root] * u[up[0]],
        u[gcd(12, 18) - 4].sin(),
        u[down[0]] - u[by_key[0]],
        u[last_first[0]] + u[up[1]],
    ]
}

/// Assignments to a neighbour that is not there.
#[jacobian(wrt(u))]
fn to_neighbours(u: &[f64; 3], has: &[bool; 3]) -> [f64; 3] {
    let mut r = [0.0; 3];
    for i in 0..3 {
        if has[i] {
            r[i + 1] = u[i] * u[i];
        }
    }
    r
}

#[test]
fn values_of_loops_and_sorted_integers_are_known() {
    compare("searches", AT, by_searches, |x| {
        let (value, jacobian) = by_searches_with_jacobian(x);
        (value, jacobian.to_dense())
    });
    // Rows: u3, u0; u2; u3, u2; u2, u1.
    assert_eq!(BY_SEARCHES_NNZ, 7);
}

#[test]
fn an_assignment_to_an_element_that_is_not_there_panics_only_if_it_is_made() {
    let at = [0.7, 1.3, -0.4];
    for has in [[false; 3], [true, true, false]] {
        compare(
            "to neighbours",
            at,
            |u| to_neighbours(u, &has),
            |u| {
                let (value, jacobian) = to_neighbours_with_jacobian(u, &has);
                (value, jacobian.to_dense())
            },
        );
    }
    assert_eq!(TO_NEIGHBOURS_NNZ, 2);
    assert!(std::panic::catch_unwind(|| to_neighbours_jacobian(&at, &[true; 3])).is_err());
}
