//! The area of a membrane over a mesh of triangles: three variables and six entries for each, and
//! four numbers of its own.
//!
//! `E = sum a sqrt(1 + |grad u|^2)`. The nodes are numbered in any order within neighbourhoods of
//! 64, as meshes of a program are.

use jacobian_assembly::{Elements, Hessian, Pattern, System};
use jacobian_runtime::batch::{BatchHessian, Lanes};
use jacobian_runtime::jacobian;
use nalgebra::SVector;
use num_dual::{Dual2SVec64, DualNum};
use std::hint::black_box;

use super::{Results, Row, Way, copy, moved, timed};

/// `g` are the slopes of the first two shape functions, and `a` is the area.
#[jacobian(as = Membrane, batch(per_point(g, area)), hessian, wrt(u))]
fn membrane(u: &[f64; 3], g: &[f64; 4], area: f64) -> f64 {
    let (du, dv) = (u[0] - u[2], u[1] - u[2]);
    let (sx, sy) = (g[0] * du + g[2] * dv, g[1] * du + g[3] * dv);
    area * (1.0 + sx * sx + sy * sy).sqrt()
}

/// A triangle: its nodes, and the data.
struct Triangle {
    nodes: [usize; 3],
    g: [f64; 4],
    area: f64,
}

/// Two triangles in each square of a grid, whose nodes have moved a little.
fn mesh(side: usize) -> Vec<Triangle> {
    let n = side * side;
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut number: Vec<usize> = (0..n).collect();
    for window in number.chunks_mut(64) {
        for last in (1..window.len()).rev() {
            let other = usize::try_from(random() % (last as u64 + 1)).expect("small");
            window.swap(last, other);
        }
    }
    let places: Vec<[f64; 2]> = (0..n)
        .map(|at| {
            let mut moved = || (random() % 1024) as f64 / 4096.0;
            [(at % side) as f64 + moved(), (at / side) as f64 + moved()]
        })
        .collect();
    let mut triangles = Vec::with_capacity(2 * n);
    for row in 0..side - 1 {
        for column in 0..side - 1 {
            let at = row * side + column;
            for corners in [[at, at + 1, at + side], [at + 1, at + side + 1, at + side]] {
                let [a, b, c] = corners.map(|corner| places[corner]);
                let (e, f) = ([a[0] - c[0], a[1] - c[1]], [b[0] - c[0], b[1] - c[1]]);
                let d = e[0] * f[1] - e[1] * f[0];
                triangles.push(Triangle {
                    nodes: corners.map(|corner| number[corner]),
                    g: [f[1] / d, -f[0] / d, -e[1] / d, e[0] / d],
                    area: 0.5 * d.abs(),
                });
            }
        }
    }
    triangles
}

fn system(n: usize, triangles: &[Triangle], threads: Option<usize>) -> System<Hessian> {
    let mut elements = Elements::new();
    for triangle in triangles {
        let [a, b, c, d] = triangle.g;
        elements.push(triangle.nodes, [0; 0], [a, b, c, d, triangle.area]);
    }
    let mut builder = System::hessian(n);
    if let Some(threads) = threads {
        builder = builder.threads(threads);
    }
    builder
        .term(
            Membrane {
                g: &[0.0; 4],
                area: 0.0,
            },
            elements,
        )
        .expect("the mesh is sound");
    builder.build().expect("few entries")
}

/// Where the six entries of each triangle's lower triangle are.
fn places(triangles: &[Triangle], pattern: &Pattern) -> Vec<[usize; 6]> {
    let of = |triangle: &Triangle| {
        LOWER.map(|(i, j)| {
            let (i, j) = (triangle.nodes[i], triangle.nodes[j]);
            pattern.position(i.max(j), i.min(j)).expect("it is there")
        })
    };
    triangles.iter().map(of).collect()
}

/// The mesh as code that is written for it knows it.
struct Mesh {
    triangles: Vec<Triangle>,
    places: Vec<[usize; 6]>,
    u: Vec<f64>,
}

/// Rows and columns of a lower triangle.
const LOWER: [(usize, usize); 6] = [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2)];

impl Mesh {
    fn by_hand(&self, gradient: &mut [f64], entries: &mut [f64]) {
        gradient.fill(0.0);
        entries.fill(0.0);
        for (triangle, places) in self.triangles.iter().zip(&self.places) {
            let ([i, j, k], g, area) = (triangle.nodes, triangle.g, triangle.area);
            let (du, dv) = (self.u[i] - self.u[k], self.u[j] - self.u[k]);
            let (sx, sy) = (g[0] * du + g[2] * dv, g[1] * du + g[3] * dv);
            let root = (1.0 + sx * sx + sy * sy).sqrt();
            let inverse = area / root;
            let (px, py) = (sx / root, sy / root);
            // The gradient and the second derivatives by the slopes.
            let (ex, ey) = (area * px, area * py);
            let xx = inverse * (1.0 - px * px);
            let xy = -inverse * px * py;
            let yy = inverse * (1.0 - py * py);
            let b = [[g[0], g[1]], [g[2], g[3]], [-g[0] - g[2], -g[1] - g[3]]];
            for (node, b) in [i, j, k].into_iter().zip(b) {
                gradient[node] += ex * b[0] + ey * b[1];
            }
            for (place, (i, j)) in places.iter().zip(LOWER) {
                let (b, c) = (b[i], b[j]);
                entries[*place] += b[0] * (xx * c[0] + xy * c[1]) + b[1] * (xy * c[0] + yy * c[1]);
            }
        }
    }

    fn duals(&self, gradient: &mut [f64], entries: &mut [f64]) {
        gradient.fill(0.0);
        entries.fill(0.0);
        for (triangle, places) in self.triangles.iter().zip(&self.places) {
            let (nodes, g, area) = (triangle.nodes, triangle.g, triangle.area);
            let energy = |u: SVector<Dual2SVec64<3>, 3>| {
                let (du, dv) = (u[0] - u[2], u[1] - u[2]);
                let (sx, sy) = (du * g[0] + dv * g[2], du * g[1] + dv * g[3]);
                (sx * sx + sy * sy + 1.0).sqrt() * area
            };
            let u = SVector::from(nodes.map(|node| self.u[node]));
            let (_, slopes, matrix) = num_dual::hessian(energy, &u);
            for (node, slope) in nodes.into_iter().zip(slopes.iter()) {
                gradient[node] += slope;
            }
            for (place, at) in places.iter().zip(LOWER) {
                entries[*place] += matrix[at];
            }
        }
    }
}

pub(super) fn row(side: usize) -> Row {
    let (n, triangles) = (side * side, mesh(side));
    let (mut alone, mut together) = (system(n, &triangles, Some(1)), system(n, &triangles, None));
    let nnz = alone.pattern().nnz();
    let mesh = Mesh {
        places: places(&triangles, alone.pattern()),
        u: (0..n).map(|at| (at % 97) as f64 * 0.01).collect(),
        triangles,
    };
    let u = &mesh.u;
    let mut expected = Results::of(n, nnz);
    let Results { value, entries } = &mut expected;
    alone.hessian_into(u, value, entries).expect("finite");
    expected.agree(1e-11, &mut |gradient, entries| {
        mesh.by_hand(gradient, entries);
    });
    expected.agree(1e-11, &mut |gradient, entries| {
        mesh.duals(gradient, entries);
    });
    let mut ways: Vec<Way<'_>> = vec![
        element(mesh.triangles.len()),
        expected.way("one thread", move |gradient, entries| {
            alone.hessian_into(u, gradient, entries).expect("finite");
        }),
        expected.way("assembled", move |gradient, entries| {
            together.hessian_into(u, gradient, entries).expect("finite");
        }),
        expected.way("by hand", |gradient, entries| {
            mesh.by_hand(gradient, entries);
        }),
        expected.way("duals", |gradient, entries| mesh.duals(gradient, entries)),
        copy(&expected.entries),
        moved(&expected, mesh.triangles.len()),
    ];
    timed(mesh.triangles.len(), &mut ways)
}

/// The function alone, 16 blocks at a time on numbers in the cache.
fn element<'a>(count: usize) -> Way<'a> {
    const BLOCKS: usize = 16;
    let lanes = |width: usize| vec![Lanes::splat(0.5); BLOCKS * width];
    let (points, data) = (lanes(3), lanes(5));
    let (mut value, mut first, mut entries) = (lanes(1), lanes(3), lanes(6));
    let calls = count.div_ceil(8 * BLOCKS);
    let one = Membrane {
        g: &[0.0; 4],
        area: 0.0,
    };
    let run = move || {
        for _ in 0..calls {
            one.with_hessian_batch(
                black_box(&points),
                &data,
                &mut value,
                &mut first,
                &mut entries,
            );
            black_box((&value, &first, &entries));
        }
    };
    ("element", Box::new(run))
}
