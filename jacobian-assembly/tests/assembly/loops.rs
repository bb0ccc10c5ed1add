//! `#[jacobian(assemble)]`: residuals that are written as loops, against the loops themselves.

#![allow(
    clippy::cast_precision_loss,
    clippy::needless_range_loop,
    clippy::suboptimal_flops,
    reason = "loops as people write them"
)]

use jacobian_assembly::{AssemblyError, Builder, Jacobian};
use jacobian_runtime::{Layout, jacobian};

/// The values of the system are those of the loop, and its entries agree with differences.
pub(crate) fn agrees(
    builder: Result<Builder<Jacobian>, AssemblyError>,
    u: &[f64],
    function: impl Fn(&[f64]) -> Vec<f64>,
) {
    let builder = builder.unwrap();
    let mut system = builder.threads(1).build().unwrap();
    let pattern = system.pattern().clone();
    let wanted = function(u);
    assert_eq!((pattern.rows(), pattern.cols()), (wanted.len(), u.len()));
    let (mut value, mut entries) = (vec![0.0; wanted.len()], vec![0.0; pattern.nnz()]);
    system.jacobian_into(u, &mut value, &mut entries).unwrap();
    for (row, (value, wanted)) in value.iter().zip(&wanted).enumerate() {
        assert!(
            (value - wanted).abs() <= 1e-13 * (1.0 + wanted.abs()),
            "row {row}: {value} {wanted}"
        );
    }
    let mut dense = vec![vec![0.0; u.len()]; wanted.len()];
    for ((row, col), entry) in pattern.entries().zip(&entries) {
        dense[row][col] = *entry;
    }
    for col in 0..u.len() {
        let h = 1e-6 * (1.0 + u[col].abs());
        let at = |step: f64| {
            let mut u = u.to_vec();
            u[col] += step;
            function(&u)
        };
        let (above, below) = (at(h), at(-h));
        for row in 0..wanted.len() {
            let slope = (above[row] - below[row]) / (2.0 * h);
            let entry = dense[row][col];
            assert!(
                (entry - slope).abs() <= 1e-7 * (1.0 + slope.abs()),
                "{row}, {col}: {entry} {slope}"
            );
        }
    }
}

pub(crate) fn numbers(n: usize) -> Vec<f64> {
    (0..n)
        .map(|i| 0.3 + ((i * 7919) % 101) as f64 / 90.0)
        .collect()
}

/// The loop of the page.
#[jacobian(assemble)]
fn chain(u: &[f64], h: f64, r: &mut [f64]) {
    let n = u.len();
    r[0] = u[0] - 1.0;
    for i in 1..n - 1 {
        r[i] = u[i - 1] - 2.0 * u[i] + u[i + 1] + h * u[i].exp();
    }
    r[n - 1] = u[n - 1];
}

#[test]
fn a_chain_is_what_its_loop_is() {
    for n in [2, 3, 10] {
        let function = |u: &[f64]| {
            let mut r = vec![f64::NAN; n];
            chain(u, 0.1, &mut r);
            r
        };
        agrees(chain_system(n, 0.1, n), &numbers(n), function);
    }
    let system = chain_system(10, 0.1, 10)
        .unwrap()
        .layout(Layout::Csr)
        .build()
        .unwrap();
    // By hand: one entry on each end, three on each other row.
    assert_eq!(system.pattern().nnz(), 2 + 3 * 8);
    let row: Vec<_> = system
        .pattern()
        .entries()
        .filter(|(row, _)| *row == 4)
        .collect();
    assert_eq!(row, [(4, 3), (4, 4), (4, 5)]);
}

/// Bratu's equation in the plane, with its boundary chosen in the expression.
#[jacobian(assemble, wrt(u))]
fn bratu(u: &[f64], load: &[f64], n: usize, lambda: f64) -> Vec<f64> {
    assert_eq!(u.len(), n * n);
    let h = 1.0 / (n as f64 + 1.0);
    let at = |i: usize, j: usize| i * n + j;
    let mut r = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let north = if i > 0 { u[at(i - 1, j)] } else { 0.0 };
            let south = if i + 1 < n { u[at(i + 1, j)] } else { 0.0 };
            let west = if j > 0 { u[at(i, j - 1)] } else { load[i] };
            let east = if j + 1 < n { u[at(i, j + 1)] } else { 0.0 };
            let middle = u[at(i, j)];
            let mut sum = 4.0 * middle - north - south;
            sum -= west + east;
            r[at(i, j)] = sum - lambda * h * h * middle.exp() + load[j] * middle;
        }
    }
    r
}

#[test]
fn a_boundary_is_chosen_and_data_are_those_of_each_element() {
    let load = [0.5, -0.25, 0.75, 1.5];
    agrees(bratu_system(16, &load, 4, 5.0), &numbers(16), |u| {
        bratu(u, &load, 4, 5.0)
    });
    let system = bratu_system(16, &load, 4, 5.0).unwrap().build().unwrap();
    assert_eq!(system.pattern().nnz(), 16 + 2 * 2 * 12);
}

/// Elements that add to the rows of their ends, with counters, conditions and a closure.
#[jacobian(assemble, wrt(u, v))]
fn truss(
    u: &[[f64; 2]],
    v: &[f64],
    bars: &[(usize, usize, f64)],
    r: &mut [[f64; 2]],
    extra: &mut [f64],
) {
    r[0][0] = 0.0;
    let mut count = 0;
    for &(a, b, stiffness) in bars {
        if a == b {
            continue;
        }
        let (dx, dy) = (u[b][0] - u[a][0], u[b][1] - u[a][1]);
        let length = (dx * dx + dy * dy).sqrt();
        let force = stiffness * (length - 1.0) / length;
        r[a][0] -= force * dx;
        r[a][1] -= force * dy;
        r[b][0] += force * dx;
        r[b][1] += force * dy;
        if count % 2 == 0 {
            let k = count / 2;
            extra[k] += v[k] * length;
        } else {
            extra[0] += (v[0] - v[1]).powi(2);
        }
        count += 1;
    }
    let first = |k: usize| match k {
        0 => 2.5,
        _ => v[k - 1],
    };
    'outer: for k in 0..v.len() {
        for repeat in 0.. {
            if repeat > k {
                continue 'outer;
            }
            extra[k] += first(k) * first(repeat) + if v[k] > 0.5 { v[k].sin() } else { v[k] };
        }
    }
    extra[1] += 3.5;
}

#[test]
fn elements_add_to_rows_that_they_share() {
    let bars = [
        (0, 1, 2.0),
        (1, 2, 3.0),
        (1, 1, 9.0),
        (2, 0, 0.5),
        (2, 3, 1.5),
        (0, 3, 1.0),
    ];
    let function = |all: &[f64]| {
        let (points, v) = all.split_at(8);
        let points: Vec<[f64; 2]> = points.chunks(2).map(|point| [point[0], point[1]]).collect();
        let (mut r, mut extra) = (vec![[0.0; 2]; 4], vec![0.0; 3]);
        truss(&points, v, &bars, &mut r, &mut extra);
        let mut all = r.concat();
        all.extend(extra);
        all
    };
    agrees(truss_system(4, 3, &bars, 4, 3), &numbers(11), function);
}

/// What is lost would be silent, so it is an error: the second write drops the first.
#[jacobian(assemble)]
fn twice(u: &[f64], r: &mut [f64]) {
    for i in 0..u.len() {
        r[i / 2] = u[i];
    }
}

#[jacobian(assemble)]
fn cleared(u: &[f64], r: &mut [f64]) {
    r.fill(0.0);
    for i in 0..u.len() {
        r[0] += u[i] * u[i];
    }
}

#[test]
fn a_row_that_is_assigned_twice_is_an_error() {
    assert_eq!(
        twice_system(3, 2).unwrap_err(),
        AssemblyError::Reassigned { row: 0 }
    );
    assert!(twice_system(1, 1).is_ok());
    agrees(cleared_system(5, 1), &numbers(5), |u| {
        let mut r = [7.0];
        cleared(u, &mut r);
        r.to_vec()
    });
    // Where the loop panics, recording does.
    assert!(std::panic::catch_unwind(|| twice_system(5, 2)).is_err());
}

const REACTION: f64 = 0.75;

/// What flows between two cells.
#[jacobian(export)]
fn flux(a: f64, b: f64) -> f64 {
    (a - b) / (1.0 + a * b)
}

struct Mesh {
    width: f64,
    widths: Vec<f64>,
}

/// Calls of functions, constants, and data that change while the loop runs.
#[jacobian(assemble, use(flux), order = reverse)]
fn cells(u: &[f64], mesh: &Mesh, walker: &mut Mesh, r: &mut [f64]) {
    fn source(x: f64) -> f64 {
        x * x - 1.0
    }
    let area = mesh.width * mesh.width;
    let first = walker.width * u[0];
    for i in 0..u.len() {
        r[i] += walker.width * source(u[i]) * area + mesh.width.sqrt() * REACTION;
        walker.width += 0.25;
        r[i] -= walker.width * u[i] + first;
        if i + 1 < u.len() {
            let flow = mesh.widths[i] * flux(u[i], u[i + 1]);
            r[i] -= flow;
            r[i + 1] += flow;
        }
        while walker.widths.len() > 2 * i {
            walker.widths.pop();
            r[i] += walker.widths.len() as f64 * u[i].max(0.9);
        }
    }
}

#[test]
fn data_are_those_of_the_moment() {
    let mesh = |n: usize| Mesh {
        width: 0.5,
        widths: numbers(n),
    };
    let function = |u: &[f64]| {
        let mut r = vec![0.0; u.len()];
        cells(u, &mesh(6), &mut mesh(9), &mut r);
        r
    };
    agrees(
        cells_system(6, &mesh(6), &mut mesh(9), 6),
        &numbers(6),
        function,
    );
}
