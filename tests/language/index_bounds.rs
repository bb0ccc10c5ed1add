//! Indices that only run time knows, but whose form bounds them, and lists without active values
//! that conditions of run time change before they become active.

use jacobian_runtime::jacobian;

use crate::support::{Rows, compare};

const AT: [f64; 5] = [0.7, 1.3, -0.4, 2.1, 0.9];

#[jacobian]
mod cells {
    pub struct Grid {
        pub periodic: bool,
    }

    impl Grid {
        fn left(&self, i: usize) -> usize {
            if i > 0 {
                i - 1
            } else if self.periodic {
                4
            } else {
                0
            }
        }
    }

    fn donor(v: f64, i: usize) -> usize {
        if v > 0.0 { i } else { i + 1 }
    }

    fn sides(v: f64, i: usize) -> (usize, usize) {
        match v.partial_cmp(&0.0) {
            Some(std::cmp::Ordering::Greater) => (i, i + 1),
            _ => (i + 1, i),
        }
    }

    /// Upwind fluxes: each row has the two cells beside a face.
    #[jacobian(wrt(u))]
    pub fn upwind(u: &[f64; 5], v: &[f64; 4]) -> [f64; 4] {
        let mut flux = [0.0; 4];
        for i in 0..4 {
            let (left, right) = if v[i] > 0.0 { (i, i + 1) } else { (i + 1, i) };
            flux[i] = v[i] * u[left] + 0.1 * (u[left] - u[right]);
        }
        flux
    }

    #[jacobian(wrt(u))]
    pub fn by_functions(u: &[f64; 5], v: &[f64; 4]) -> [f64; 4] {
        std::array::from_fn(|i| {
            let (left, right) = sides(v[i], i);
            u[donor(v[i], i)] * v[i] + u[left].sin() * u[right]
        })
    }

    #[jacobian(wrt(u))]
    pub fn by_methods(u: &[f64; 5], grid: &Grid) -> [f64; 5] {
        std::array::from_fn(|i| u[i] - u[grid.left(i)] * 2.0)
    }

    /// Rows: u0, u1; u1 to u3; u2, u3; u3, u4; u0, u1.
    #[jacobian(wrt(u))]
    pub fn by_arithmetic(u: &[f64; 5], n: usize, k: i32, up: bool) -> [f64; 5] {
        let step: isize = if up { 1 } else { -1 };
        let second = 1 + usize::from(n > 2);
        [
            u[n % 2],
            u[(2 + step) as usize] * u[(k.rem_euclid(3) + 1) as usize],
            u[(n + 2).clamp(2, 3)],
            u[2 + second],
            u[n.min(1)] * u[(k & 1) as usize],
        ]
    }

    /// Integers that a branch of run time changes have one of two values.
    #[jacobian(wrt(u))]
    pub fn by_changes(u: &[f64; 5], up: bool, mode: u8) -> [f64; 3] {
        let mut k = 1;
        let mut pair = [3, 4];
        if up {
            k = 0;
            pair[0] = 4;
        }
        let mut j = 2;
        match mode {
            0 => j = 3,
            1 => j += 2,
            _ => {}
        }
        let chosen = match mode {
            2 => 0,
            3 => 1,
            4 => unreachable!(),
            _ => 2,
        };
        [u[k], u[pair[0]] * 2.0, u[j] + u[chosen].cos()]
    }

    /// A neighbour that may be missing. Rows: u0, u1; u0 to u2; and so on.
    #[jacobian(wrt(u))]
    pub fn by_options(u: &[f64; 5], up: bool) -> [f64; 5] {
        std::array::from_fn(|i| {
            let next = if up {
                i.checked_sub(1)
            } else if i < 4 {
                Some(i + 1)
            } else {
                None
            };
            next.map_or(u[i], |k| u[k] * u[i])
        })
    }

    /// Loops of run time.
    #[jacobian(wrt(u))]
    pub fn by_loops(u: &[f64; 5], n: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            sum += u[i % 2] * u[2 + (i + 1) % 2];
        }
        sum
    }
}

#[jacobian]
mod lists {
    #[derive(Clone, Copy)]
    pub struct Cell {
        kind: usize,
        width: f64,
    }

    /// A list that a condition fills in part is active in its other elements.
    #[jacobian(wrt(u))]
    pub fn fluxes(u: &[f64; 5], inflow: Option<f64>, walls: &[bool; 5]) -> [f64; 5] {
        let mut flux = [0.0; 5];
        if let Some(inflow) = inflow {
            flux[0] = inflow;
        } else {
            flux[0] = 2.0;
        }
        let mut open = vec![1.0; 5];
        for i in 0..5 {
            if walls[i] {
                open[i] = 0.0;
            }
        }
        for i in 1..5 {
            flux[i] = (u[i] - u[i - 1]) * open[i];
        }
        open[0] = u[3];
        flux[0] *= open[0];
        flux
    }

    #[jacobian(wrt(u))]
    pub fn cells(u: &[f64; 5], wide: bool, n: usize, given: &[f64]) -> [f64; 3] {
        let mut cells = [
            Cell {
                kind: 0,
                width: 1.0,
            },
            Cell {
                kind: 1,
                width: 2.0,
            },
        ];
        if wide {
            cells[0].kind = 2;
            cells[0].width = 3.0;
        }
        cells[1].width = u[4];
        let mut filled = [0.0; 3];
        for i in 0..n {
            filled[i] = given[i] * 2.0;
        }
        filled[1] += u[1];
        let mut pair = (0.0, 1.0);
        if n > 1 {
            pair.1 = 4.0;
        }
        pair.0 = u[2];
        let mut copied = [0.0; 2];
        copied.copy_from_slice(&given[..2]);
        copied[1] *= pair.0 * pair.1;
        [
            u[cells[0].kind] * cells[0].width + cells[1].width,
            filled[0] + filled[1],
            copied[0] * copied[1],
        ]
    }

    /// A list whose length the user's own code changes has no known elements.
    #[jacobian(wrt(u))]
    pub fn grown(u: &[f64; 5], more: bool) -> f64 {
        let mut list = vec![1.0, 2.0];
        if more {
            list[0] = 3.0;
        }
        if more {
            list.push(5.0);
        }
        u[0] * list.iter().sum::<f64>()
    }
}

macro_rules! check {
    ($name:literal, $function:path, $generated:path $(, $argument:expr)*) => {
        compare(
            $name,
            AT,
            |u| Rows::rows($function(u $(, $argument)*)),
            |u| {
                let (value, jacobian) = $generated(u $(, $argument)*);
                (Rows::rows(value), jacobian.to_dense())
            },
        );
    };
}

#[test]
fn indices_depend_on_the_elements_that_they_can_name() {
    for v in [[0.5, -0.25, 1.0, -1.0], [-0.5, 0.25, 0.0, 2.0]] {
        check!("upwind", cells::upwind, cells::upwind_with_jacobian, &v);
        check!(
            "functions",
            cells::by_functions,
            cells::by_functions_with_jacobian,
            &v
        );
    }
    for periodic in [false, true] {
        let grid = cells::Grid { periodic };
        check!(
            "methods",
            cells::by_methods,
            cells::by_methods_with_jacobian,
            &grid
        );
    }
    for (n, k, up) in [(0, -4, false), (1, 5, true), (3, 7, true)] {
        check!(
            "arithmetic",
            cells::by_arithmetic,
            cells::by_arithmetic_with_jacobian,
            n,
            k,
            up
        );
    }
    for (up, mode) in [(false, 0), (true, 1), (false, 2), (true, 3)] {
        check!(
            "changes",
            cells::by_changes,
            cells::by_changes_with_jacobian,
            up,
            mode
        );
    }
    for up in [false, true] {
        check!(
            "options",
            cells::by_options,
            cells::by_options_with_jacobian,
            up
        );
    }
    assert_eq!(cells::BY_OPTIONS_NNZ, 13);
    for n in [0, 1, 4] {
        check!("loops", cells::by_loops, cells::by_loops_with_jacobian, n);
    }
    assert_eq!(cells::UPWIND_NNZ, 8);
    assert_eq!(cells::BY_FUNCTIONS_NNZ, 8);
    // The first row has all cells between 0 and 4, the others two each.
    assert_eq!(cells::BY_METHODS_NNZ, 13);
    assert_eq!(cells::BY_ARITHMETIC_NNZ, 11);
    // Rows: u0, u1; u3, u4; u0 to u4.
    assert_eq!(cells::BY_CHANGES_NNZ, 9);
    assert_eq!(cells::BY_LOOPS_NNZ, 4);
}

#[test]
fn lists_that_a_condition_changes_become_active_in_part() {
    for inflow in [None, Some(0.5)] {
        check!(
            "fluxes",
            lists::fluxes,
            lists::fluxes_with_jacobian,
            inflow,
            &[false, true, false, false, true]
        );
    }
    for (wide, n) in [(false, 0), (true, 3)] {
        check!(
            "cells",
            lists::cells,
            lists::cells_with_jacobian,
            wide,
            n,
            &[0.5, 1.5, 2.5]
        );
    }
    for more in [false, true] {
        check!("grown", lists::grown, lists::grown_with_jacobian, more);
    }
    // Rows: u3; two each.
    assert_eq!(lists::FLUXES_NNZ, 9);
    let short = std::panic::catch_unwind(|| lists::cells_jacobian(&AT, true, 0, &[1.0]));
    assert!(short.is_err(), "two elements are copied");
}

#[jacobian]
fn by_membership(u: &[f64; 5]) -> [f64; 5] {
    let held = [0, 4];
    let free: Vec<usize> = (0..5).filter(|i| !held.contains(i)).collect();
    let mut r = [0.0; 5];
    for i in 0..5 {
        r[i] = if (1..=3).contains(&i) {
            u[i - 1] * u[i + 1]
        } else {
            u[i]
        };
    }
    for (k, &i) in free.iter().enumerate() {
        r[k] *= u[i];
    }
    r
}

#[test]
fn membership_in_known_lists_and_ranges_is_known() {
    check!("membership", by_membership, by_membership_with_jacobian);
    // Rows: u0, u1; u0, u2; u1, u3; u2, u4; u4.
    assert_eq!(BY_MEMBERSHIP_NNZ, 9);
}
