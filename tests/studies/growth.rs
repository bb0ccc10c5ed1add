//! Growth with size: operations and times of four families of functions as a function of the size.
//!
//! ```text
//! speelpenning   y = x0 x1 .. x(n-1)         one row, n entries: dense, and deep
//! brusselator    n / 2 cells in a line       5 to 6 entries a row: sparse
//! cavity         a grid of sqrt n by sqrt n  up to 13 entries a row: sparse, constants
//! collocation    n / 8 intervals             8 to 9 entries a row: sparse, constants, wide sums
//! ```
//!
//! The sources are the functions of the corpus with the size left open. Counts are deterministic
//! and drawn in `docs/book/src/growth_operations.svg`, which the test compares; times are drawn in
//! `docs/book/src/growth_times.svg` with date and machine by `examples/growth.rs`.

use std::path::PathBuf;

use proc_macro2::TokenStream;

use super::eliad::value_flops;
use super::plot::{Line, Panel, svg};
use super::sources::Attributed;
use super::subject::compiled;
use super::table::Table;

/// A function for each size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    /// Its name.
    pub(crate) name: &'static str,
    /// The meaning of the size: factors, cells, nodes along a side, intervals.
    pub(crate) sizes: &'static [usize],
    /// The number of independents at a size.
    pub(crate) independents: fn(usize) -> usize,
    source: fn(usize) -> String,
}

/// The scalable problems.
pub(crate) const FAMILIES: [Family; 4] = [
    Family {
        name: "speelpenning",
        sizes: &[8, 16, 32, 64, 128, 256],
        independents: |size| size,
        source: speelpenning,
    },
    Family {
        name: "brusselator",
        sizes: &[4, 8, 16, 32, 64, 128],
        independents: |size| 2 * size,
        source: brusselator,
    },
    Family {
        name: "cavity",
        sizes: &[3, 4, 6, 8, 12, 16],
        independents: |size| size * size,
        source: cavity,
    },
    Family {
        name: "collocation",
        sizes: &[2, 4, 8, 16, 32],
        independents: |size| 8 * size,
        source: collocation,
    },
];

impl Family {
    /// The function of a size.
    pub(crate) fn function(&self, size: usize) -> Attributed {
        let source = (self.source)(size);
        Attributed {
            name: self.name.to_owned(),
            arguments: TokenStream::new(),
            item: source.parse().expect("the source is Rust"),
            from: None,
        }
    }
}

fn speelpenning(n: usize) -> String {
    format!(
        "pub fn speelpenning(x: &[f64; {n}]) -> [f64; 1] {{
            let mut y = x[0];
            for i in 1..{n} {{ y *= x[i]; }}
            [y]
        }}"
    )
}

fn brusselator(cells: usize) -> String {
    let (n, last, intervals) = (2 * cells, cells - 1, cells + 1);
    format!(
        "pub fn brusselator(x: &[f64; {n}]) -> [f64; {n}] {{
            const D: f64 = 0.02 * {intervals}.0 * {intervals}.0;
            let mut f = [0.0; {n}];
            for i in 0..{cells} {{
                let u = x[2 * i];
                let v = x[2 * i + 1];
                let left_u = if i == 0 {{ 1.0 }} else {{ x[2 * i - 2] }};
                let left_v = if i == 0 {{ 3.0 }} else {{ x[2 * i - 1] }};
                let right_u = if i == {last} {{ 1.0 }} else {{ x[2 * i + 2] }};
                let right_v = if i == {last} {{ 3.0 }} else {{ x[2 * i + 3] }};
                let uuv = u * u * v;
                f[2 * i] = 1.0 + uuv - 4.0 * u + D * (left_u + right_u - 2.0 * u);
                f[2 * i + 1] = 3.0 * u - uuv + D * (left_v + right_v - 2.0 * v);
            }}
            f
        }}"
    )
}

fn cavity(side: usize) -> String {
    let (n, width, end, intervals) = (side * side, side + 4, side + 2, side + 1);
    let (inner, ghost) = (side + 1, side + 3);
    format!(
        "pub fn cavity(x: &[f64; {n}]) -> [f64; {n}] {{
            const H: f64 = 1.0 / {intervals}.0;
            const IH2: f64 = 1.0 / (H * H);
            const I2H: f64 = 0.5 / H;
            let mut psi = [[0.0; {width}]; {width}];
            for i in 0..{side} {{
                for j in 0..{side} {{ psi[i + 2][j + 2] = x[{side} * i + j]; }}
            }}
            for k in 2..{end} {{
                psi[0][k] = psi[2][k];
                psi[k][0] = psi[k][2];
                psi[k][{ghost}] = psi[k][{inner}];
                psi[{ghost}][k] = psi[{inner}][k] + 2.0 * H;
            }}
            let mut f = [0.0; {n}];
            for i in 2..{end} {{
                for j in 2..{end} {{
                    let here = (psi[i][j - 1] + psi[i][j + 1] + psi[i - 1][j] + psi[i + 1][j]
                        - 4.0 * psi[i][j]) * IH2;
                    let east = (psi[i][j] + psi[i][j + 2] + psi[i - 1][j + 1] + psi[i + 1][j + 1]
                        - 4.0 * psi[i][j + 1]) * IH2;
                    let west = (psi[i][j - 2] + psi[i][j] + psi[i - 1][j - 1] + psi[i + 1][j - 1]
                        - 4.0 * psi[i][j - 1]) * IH2;
                    let north = (psi[i + 1][j - 1] + psi[i + 1][j + 1] + psi[i][j] + psi[i + 2][j]
                        - 4.0 * psi[i + 1][j]) * IH2;
                    let south = (psi[i - 1][j - 1] + psi[i - 1][j + 1] + psi[i - 2][j] + psi[i][j]
                        - 4.0 * psi[i - 1][j]) * IH2;
                    let diffusion =
                        (east - 2.0 * here + west) * IH2 + (north - 2.0 * here + south) * IH2;
                    let du = (psi[i + 1][j] - psi[i - 1][j]) * I2H;
                    let dv = (psi[i][j + 1] - psi[i][j - 1]) * I2H;
                    let transport = du * ((east - west) * I2H) - dv * ((north - south) * I2H);
                    f[{side} * (i - 2) + (j - 2)] = H * H * H * H * (diffusion - 100.0 * transport);
                }}
            }}
            f
        }}"
    )
}

fn collocation(intervals: usize) -> String {
    let (n, last) = (8 * intervals, intervals - 1);
    let (first, second) = (n - 2, n - 1);
    let weights = weights(1.0 / f64::from(u32::try_from(intervals).expect("few intervals")));
    format!(
        "pub fn collocation(x: &[f64; {n}]) -> [f64; {n}] {{
            const W: [[[f64; 8]; 5]; 5] = {weights};
            let mut f = [0.0; {n}];
            f[0] = x[0];
            f[1] = x[1];
            for i in 0..{intervals} {{
                for s in 0..5 {{
                    let mut w = [0.0; 5];
                    for m in 0..5 {{
                        w[m] = x[8 * i + m];
                        for k in m + 1..8 {{ w[m] += W[s][m][k] * x[8 * i + k]; }}
                    }}
                    if s < 4 {{
                        f[2 + 8 * i + s] = w[4] - 10.0 * (w[1] * w[2] - w[0] * w[3]);
                    }} else if i < {last} {{
                        for m in 0..4 {{ f[6 + 8 * i + m] = x[8 * (i + 1) + m] - w[m]; }}
                    }} else {{
                        f[{first}] = w[0] - 1.0;
                        f[{second}] = w[1];
                    }}
                }}
            }}
            f
        }}"
    )
}

/// The weight of each unknown in each derivative, at four Gauss points and at the right end.
fn weights(h: f64) -> String {
    const POINTS: [f64; 5] = [
        0.069_431_841_373_443_6,
        0.330_009_490_251_541_14,
        0.669_990_539_550_781_2,
        0.930_568_158_626_556_4,
        1.0,
    ];
    let weight = |s: f64, m: usize, k: usize| {
        let mut weight = if k < m { 0.0 } else { 1.0 };
        let mut divisor = 1.0;
        for order in m..k {
            weight *= if order < 4 { h * s } else { s } / divisor;
            divisor += 1.0;
        }
        weight
    };
    let table =
        POINTS.map(|s| [0, 1, 2, 3, 4].map(|m| [0, 1, 2, 3, 4, 5, 6, 7].map(|k| weight(s, m, k))));
    format!("{table:?}")
}

/// The orders whose counts are drawn.
pub(crate) const ORDERS: [&str; 4] = ["forward", "reverse", "markowitz", "enhanced_markowitz"];

/// The counts at one size.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    /// Independents.
    pub(crate) n: usize,
    /// Flops of the function.
    pub(crate) value: usize,
    /// Structural entries.
    pub(crate) entries: usize,
    /// Executed by the Jacobian, by order.
    pub(crate) operations: [usize; 4],
}

/// The counts of a family, size by size.
pub(crate) fn counts(family: &Family) -> Vec<Count> {
    let count = |size: &usize| {
        let function = family.function(*size);
        let all = ORDERS.map(|order| compiled(&function, &format!("order = {order}, search = 0")));
        let work = |compiled: &jacobian_core::pipeline::Compiled| {
            let work = compiled.cost.work;
            work.multiplications + work.additions + work.divisions
        };
        Count {
            n: (family.independents)(*size),
            value: value_flops(&all[0].code),
            entries: all[0].plan.entries().len(),
            operations: [0, 1, 2, 3].map(|order| work(&all[order])),
        }
    };
    family.sizes.iter().map(count).collect()
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("counts are small"))
}

/// Operations over independents, a line for each order.
pub(crate) fn panel(family: &Family, counts: &[Count]) -> Panel {
    let line = |name: &str, of: &dyn Fn(&Count) -> usize| Line {
        name: name.to_owned(),
        points: counts
            .iter()
            .map(|count| (float(count.n), float(of(count).max(1))))
            .collect(),
    };
    let mut lines = vec![line("function", &|count| count.value)];
    lines.push(line("entries", &|count| count.entries));
    for (index, order) in ORDERS.iter().enumerate() {
        lines.push(line(order, &|count| count.operations[index]));
    }
    Panel {
        title: format!("{}: flops over n", family.name),
        lines,
    }
}

/// Where the plots are.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("docs/book/src")
        .join(name)
}

/// All counts.
pub(crate) fn all_counts() -> Vec<Vec<Count>> {
    FAMILIES.iter().map(counts).collect()
}

/// The plot of the operations.
pub(crate) fn operations_plot(all: &[Vec<Count>]) -> String {
    let panels: Vec<Panel> = FAMILIES
        .iter()
        .zip(all)
        .map(|(family, counts)| panel(family, counts))
        .collect();
    svg("Operations over the number of independents", &panels)
}

/// The same as a table, with exponents.
pub(crate) fn table(family: &Family, counts: &[Count]) -> Table {
    let head = [family.name, "n", "entries", "function"];
    let mut table = Table::new(head.into_iter().chain(ORDERS));
    for (size, count) in family.sizes.iter().zip(counts) {
        let numbers = [*size, count.n, count.entries, count.value];
        let cells = numbers.into_iter().chain(count.operations);
        table.row(cells.map(|number| number.to_string()));
    }
    let lines = panel(family, counts).lines;
    let exponent = |index: usize| format!("{:.2}", lines[index].exponent());
    let order = [1, 0, 2, 3, 4, 5].map(exponent);
    table.row(
        ["exponent".to_owned(), String::new()]
            .into_iter()
            .chain(order),
    );
    table
}

/// The tables of the page, from counts that are there already.
pub(crate) fn tables_of(all: &[Vec<Count>]) -> String {
    let tables = FAMILIES.iter().zip(all);
    tables
        .map(|(family, counts)| table(family, counts).markdown())
        .collect()
}
