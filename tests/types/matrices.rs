//! Fixed vectors and matrices of nalgebra: values bit by bit, entries by differences.

use jacobian_runtime::jacobian;

use nalgebra::{
    Matrix2, Matrix2x3, Matrix3, Matrix4, RowVector3, SMatrix, SVector, Vector2, Vector3, Vector4,
};

use crate::support::compare;

const AT: [f64; 6] = [0.7, 1.3, -0.4, 0.9, 0.2, -1.1];

fn halves(x: &[f64; 6]) -> (Vector3<f64>, Vector3<f64>) {
    (
        Vector3::new(x[0], x[1], x[2]),
        Vector3::new(x[3], x[4], x[5]),
    )
}

#[jacobian]
fn vectors(a: &Vector3<f64>, b: Vector3<f64>) -> ([f64; 6], Vector3<f64>, Vector3<f64>) {
    let c = a.cross(&b);
    let unit = c.normalize();
    let mut sum = 2.0 * a - b / 3.0 + c.component_mul(a);
    sum += unit;
    sum *= b.x;
    sum[1] -= a.y;
    sum.z = -sum.z;
    let squares = b.map(|e| e * e);
    (
        [
            a.dot(&b),
            a.norm(),
            b.norm_squared(),
            squares.sum() + a.xy().dot(&b.xy()),
            a.iter().map(|e| e.sin()).sum(),
            (a - b).magnitude() * a.len() as f64,
        ],
        -unit,
        sum.component_div(&b).abs(),
    )
}

fn flat((a, b, c): ([f64; 6], Vector3<f64>, Vector3<f64>)) -> [f64; 12] {
    let mut all = [0.0; 12];
    all[..6].copy_from_slice(&a);
    all[6..9].copy_from_slice(b.as_slice());
    all[9..].copy_from_slice(c.as_slice());
    all
}

#[test]
fn vectors_are_expanded() {
    compare(
        "vectors",
        AT,
        |x| {
            let (a, b) = halves(x);
            flat(vectors(&a, b))
        },
        |x| {
            let (a, b) = halves(x);
            let (value, jacobian) = vectors_with_jacobian(&a, b);
            (flat(value), jacobian.to_dense())
        },
    );
}

#[jacobian]
fn matrices(m: &Matrix2x3<f64>) -> Matrix2<f64> {
    let weights = Matrix3::new(1.0, 2.0, 0.5, -0.3, 0.1, 4.0, 2.0, 0.0, 1.5);
    let identity = SMatrix::<f64, 2, 2>::identity();
    let mut squared = m * weights * m.transpose();
    squared[(0, 1)] += m.m23 * squared.trace();
    squared.m21 *= squared.determinant();
    let columns = Matrix2::from_columns(&[m.column(0), m.column(2)]);
    squared - columns * 0.5 + identity * m[(1, 2)] + m[2] * Matrix2::from_element(2.0)
}

#[test]
fn rows_and_columns_are_in_storage_order() {
    let matrix = |x: &[f64; 6]| Matrix2x3::from_column_slice(x);
    let value = |m: Matrix2<f64>| -> [f64; 4] { [m[0], m[1], m[2], m[3]] };
    compare(
        "matrices",
        AT,
        |x| value(matrices(&matrix(x))),
        |x| {
            let (found, jacobian) = matrices_with_jacobian(&matrix(x));
            (value(found), jacobian.to_dense())
        },
    );
    let jacobian = first_column_jacobian(&matrix(&AT));
    assert_eq!(
        jacobian.get(1, 1),
        Some(1.0),
        "the second of the first column"
    );
    assert_eq!(jacobian.get(1, 2), None);
}

#[jacobian]
fn first_column(m: &Matrix2x3<f64>) -> Vector2<f64> {
    m.column(0).clone_owned()
}

struct Body {
    inertia: Matrix3<f64>,
    offset: Vector3<f64>,
    gain: f64,
}

impl Body {
    #[jacobian(wrt(w))]
    fn torque(
        &self,
        w: &Vector3<f64>,
        load: Vector3<f64>,
        frame: &Matrix3<f64>,
        t: f64,
    ) -> Result<Vector3<f64>, String> {
        let inertia: Matrix3<f64> = self.inertia;
        let gain: f64 = self.gain;
        let inverse = frame.try_inverse().ok_or("singular")?;
        let turned = frame.transpose() * load;
        assert!(w.norm() > 0.0 && turned.norm() > 0.0, "{t}");
        let inverse: Matrix3<f64> = inverse;
        let spin = inertia * w + self.offset;
        Ok(w.cross(&spin) * t + gain * turned - inverse * w / self.gain
            + Vector3::new(self.gain, 0.0, t).component_mul(w))
    }
}

#[test]
fn inactive_matrices_stay_the_users() {
    let body = Body {
        inertia: Matrix3::new(2.0, 0.1, 0.0, 0.1, 3.0, 0.2, 0.0, 0.2, 1.0),
        offset: Vector3::new(0.1, 0.2, 0.3),
        gain: 0.7,
    };
    let frame = Matrix3::new(1.0, 0.5, 0.0, -0.5, 1.0, 0.1, 0.3, 0.0, 1.0);
    let load = Vector3::new(0.4, 0.5, 0.6);
    compare(
        "torque",
        [0.7, 1.3, -0.4],
        |x| {
            body.torque(&Vector3::from(*x), load, &frame, 0.3)
                .expect("regular")
                .into()
        },
        |x| {
            let found = body.torque_with_jacobian(&Vector3::from(*x), load, &frame, 0.3);
            let (value, jacobian) = found.expect("regular");
            (value.into(), jacobian.to_dense())
        },
    );
    let singular = Matrix3::zeros();
    let found = body.torque_jacobian(&load, load, &singular, 0.3);
    assert_eq!(found.err(), Some("singular".to_owned()));
}

#[jacobian(wrt(x), const(N = 9))]
fn long<const N: usize>(x: &SVector<f64, N>, y: &mut Vector4<f64>) -> [f64; 4] {
    let four = Vector4::new(x[0], x[1], x[2], x[3]);
    let five = SVector::<f64, 5>::from([x[4], x[5], x[6], x[7], x[8]]);
    *y += four * five.dot(&five);
    y.w *= x[8];
    let skew = Vector3::new(x[0], x[1], x[2]).cross_matrix();
    let row = RowVector3::new(x[3], x[4], x[5]) * skew;
    [x.dot(x), four.norm(), row.norm(), skew.norm_squared()]
}

#[test]
fn sums_are_formed_in_the_order_of_nalgebra() {
    let at = [0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.35, 0.8, -0.6];
    compare(
        "long",
        at,
        |x| {
            let mut y = Vector4::repeat(2.0);
            let [a, b, c, d] = long(&SVector::from(*x), &mut y);
            [a, b, c, d, y.x, y.y, y.z, y.w]
        },
        |x| {
            let mut y = Vector4::repeat(2.0);
            let ([a, b, c, d], jacobian) = long_with_jacobian(&SVector::from(*x), &mut y);
            ([a, b, c, d, y.x, y.y, y.z, y.w], jacobian.to_dense())
        },
    );
    // Signed zeros and cancellation show another order, or a sum that does not start from zero.
    for x in [
        [-0.0; 9],
        [1e16, 1.0, -1e16, 1.0, 1e16, 1.0, -1e16, 1.0, 3.0],
    ] {
        let (mut y, mut z) = (Vector4::repeat(-0.0), Vector4::repeat(-0.0));
        let value = long(&SVector::from(x), &mut y);
        let (found, _) = long_with_jacobian(&SVector::from(x), &mut z);
        assert_eq!(found.map(f64::to_bits), value.map(f64::to_bits));
        assert_eq!(y.map(f64::to_bits), z.map(f64::to_bits));
    }
}

struct Pose {
    position: Vector2<f64>,
    heading: f64,
}

#[jacobian]
fn advanced(x: &[f64; 3], speed: f64) -> Pose {
    let rotation = Matrix2::new(x[2].cos(), -x[2].sin(), x[2].sin(), x[2].cos());
    let start = Vector2::from([x[0], x[1]]);
    let steps = [Vector2::x() * speed, Vector2::new(0.0, 1.0)];
    let mut position = start;
    for step in &steps {
        position += rotation * step;
    }
    Pose {
        position,
        heading: x[2],
    }
}

#[test]
fn matrices_stand_in_other_aggregates() {
    compare(
        "advanced",
        [0.7, 1.3, -0.4, 0.9],
        |x| {
            let pose = advanced(&[x[0], x[1], x[2]], x[3]);
            [pose.position.x, pose.position.y, pose.heading]
        },
        |x| {
            let (pose, jacobian) = advanced_with_jacobian(&[x[0], x[1], x[2]], x[3]);
            (
                [pose.position.x, pose.position.y, pose.heading],
                jacobian.to_dense(),
            )
        },
    );
}

#[jacobian(wrt(x))]
fn bounced(x: &Vector2<f64>, walls: &[Vector2<f64>; 2]) -> Vector2<f64> {
    let mut y = *x;
    for wall in walls {
        if y.dot(wall) < 0.0 {
            y -= wall * (2.0 * y.dot(wall));
        }
    }
    if y.x > 1.0 {
        Vector2::new(y.x.sqrt(), y.y)
    } else {
        y.normalize()
    }
}

#[test]
fn matrices_meet_after_branches() {
    let walls = [Vector2::new(0.6, 0.8), Vector2::new(-0.8, 0.6)];
    for at in [[0.7, 0.3], [-0.7, 1.3], [-1.7, -0.2], [2.5, 0.4]] {
        compare(
            "bounced",
            at,
            |x| bounced(&Vector2::from(*x), &walls).into(),
            |x| {
                let (value, jacobian) = bounced_with_jacobian(&Vector2::from(*x), &walls);
                (value.into(), jacobian.to_dense())
            },
        );
    }
}

#[jacobian(as = Quadratic)]
fn quadratic(x: &Vector4<f32>) -> f32 {
    let m = Matrix4::from_diagonal(&Vector4::new(1.0, 2.0, 3.0, 4.0));
    0.5 * x.dot(&(m * x))
}

#[test]
fn singles_and_function_structs() {
    let at = Vector4::new(0.3_f32, -0.7, 1.1, 0.2);
    let (value, jacobian) = quadratic_with_jacobian(&at);
    assert_eq!(value.to_bits(), quadratic(&at).to_bits());
    for (k, entry) in jacobian.values().iter().enumerate() {
        assert!((entry - (k + 1) as f32 * at[k]).abs() <= 1e-6);
    }
    let mut found = [0.0_f32];
    jacobian_runtime::Function::value_into(&Quadratic, at.as_slice(), &mut found);
    assert_eq!(found[0].to_bits(), value.to_bits());
}

mod elsewhere {
    //! A type with the name of one of nalgebra's: it is inactive and not changed.

    use jacobian_runtime::jacobian;

    pub(super) struct Vector3<T>(pub(super) T);

    impl Vector3<f64> {
        fn norm(&self) -> f64 {
            self.0
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn scaled(x: f64, k: &Vector3<f64>) -> f64 {
        x * k.norm()
    }
}

#[test]
fn types_of_other_crates_are_left_alone() {
    let k = elsewhere::Vector3(3.0);
    assert_eq!(elsewhere::scaled_jacobian(2.0, &k).values(), &[3.0]);
    assert_eq!(elsewhere::scaled(2.0, &k), 6.0);
}

struct Orbit {
    mu: f64,
    drag: f64,
    tilt: Matrix3<f64>,
}

#[jacobian]
fn orbit(state: &SVector<f64, 6>, orbit: &Orbit, dt: f64) -> SVector<f64, 6> {
    let position = state.fixed_rows::<3>(0);
    let velocity = state.fixed_rows::<3>(3).into_owned();
    let wind = nalgebra::vector![0.1, orbit.drag, state[0]];
    let tilt: Matrix3<f64> = orbit.tilt;
    let r = position.norm();
    let pull = -orbit.mu * position / r.powi(3) - orbit.drag * (velocity - wind);
    let turned = tilt.fixed_view::<3, 3>(0, 0) * pull;
    let mut out = SVector::<f64, 6>::zeros();
    out.fixed_rows_mut::<3>(0).copy_from(&velocity);
    out.fixed_rows_mut::<3>(3).copy_from(&(turned * dt));
    let square = nalgebra::matrix![r, state[1]; 2.0, orbit.mu];
    let skewed = Matrix2::from_fn(|i, j| state[i] * state[j + 1]) * square;
    out[5] += skewed.determinant() + skewed.row(0).sum();
    out + state.zip_map(&state.map(f64::sin), |a, b| a * b)
}

#[test]
fn blocks_and_listed_elements_are_followed() {
    let parameters = Orbit {
        mu: 1.3,
        drag: 0.1,
        tilt: Matrix3::new(1.0, 0.2, 0.0, -0.2, 1.0, 0.1, 0.0, -0.1, 1.0),
    };
    compare(
        "orbit",
        [0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.3],
        |x| {
            let [a, b, c, d, e, f, dt] = *x;
            let found: [f64; 6] = orbit(&SVector::from([a, b, c, d, e, f]), &parameters, dt).into();
            found
        },
        |x| {
            let [a, b, c, d, e, f, dt] = *x;
            let state = SVector::from([a, b, c, d, e, f]);
            let (value, jacobian) = orbit_with_jacobian(&state, &parameters, dt);
            (value.into(), jacobian.to_dense())
        },
    );
}

#[derive(Clone, Copy)]
struct Node {
    place: Vector2<f64>,
    load: f64,
}

struct Pair(Vector2<f64>, f64);

#[jacobian(wrt(x))]
fn copied(x: &Vector2<f64>, mut k: Matrix2<f64>, n: usize, weights: &[f64; 2]) -> Pair {
    let first = k;
    for i in 0..n {
        k[(i, i)] += 1.0;
        k.fill_upper_triangle(0.25, 1);
    }
    let second = k;
    if n > 1 {
        k *= 2.0;
    }
    k[(0, 1)] = x[0];
    let third = k;
    k[(0, 1)] = 3.0;
    let mut nodes = [Node {
        place: *x,
        load: 1.0,
    }; 2];
    for (node, weight) in nodes.iter_mut().zip(weights) {
        node.place.x *= *weight;
        node.load += node.place.y;
        node.place[1] -= 0.5;
    }
    let Node { place, load } = nodes[1];
    let r = &mut nodes[0];
    r.place += third * place;
    let spread = |a: &Vector2<f64>| a.norm_squared() * load;
    let sum: f64 = nodes.iter().map(|node| spread(&node.place)).sum();
    Pair(first * second * (k * nodes[0].place), sum)
}

#[test]
fn copies_of_matrices_are_copies() {
    let k = Matrix2::new(0.3, 0.7, -0.2, 1.1);
    let flat = |Pair(v, s): Pair| [v.x, v.y, s];
    for n in [0, 1, 2] {
        compare(
            "copied",
            [0.7, 1.3],
            |x| flat(copied(&Vector2::from(*x), k, n, &[0.5, 1.5])),
            |x| {
                let found = copied_with_jacobian(&Vector2::from(*x), k, n, &[0.5, 1.5]);
                (flat(found.0), found.1.to_dense())
            },
        );
    }
}

#[jacobian]
fn generic<T: jacobian_runtime::Real + nalgebra::RealField>(x: &Vector3<T>, k: T) -> Vector3<T> {
    let scaled = x * k;
    scaled.cross(x) + scaled * x.dot(&scaled)
}

#[test]
fn elements_may_be_of_a_generic_scalar() {
    compare(
        "generic",
        [0.7, 1.3, -0.4, 0.9],
        |x| generic(&Vector3::new(x[0], x[1], x[2]), x[3]).into(),
        |x| {
            let (value, jacobian) = generic_with_jacobian(&Vector3::new(x[0], x[1], x[2]), x[3]);
            (value.into(), jacobian.to_dense())
        },
    );
}

struct Particle {
    position: Vector3<f64>,
    velocity: Vector3<f64>,
    field: Matrix3<f64>,
}

impl Particle {
    #[jacobian(wrt(self.position, self.velocity), dim(self = { position: Vector3<f64>, velocity: Vector3<f64> }))]
    fn moved(&self, dt: f64, out: &mut Vector3<f64>) -> Vector3<f64> {
        let field: Matrix3<f64> = self.field;
        let mut force = Vector3::zeros();
        force.copy_from(&(field * self.position));
        out.fill(dt);
        *out += self.velocity.cross(&force);
        self.position + self.velocity * dt + force * (0.5 * dt * dt)
    }
}

#[test]
fn fields_may_be_matrices() {
    let particle = |x: &[f64; 6]| {
        let (position, velocity) = halves(x);
        let field = Matrix3::new(2.0, 0.1, 0.0, 0.3, 3.0, 0.2, 0.0, 0.4, 1.0);
        Particle {
            position,
            velocity,
            field,
        }
    };
    let flat = |a: Vector3<f64>, b: Vector3<f64>| [a.x, a.y, a.z, b.x, b.y, b.z];
    compare(
        "moved",
        AT,
        |x| {
            let mut out = Vector3::zeros();
            let moved = particle(x).moved(0.3, &mut out);
            flat(moved, out)
        },
        |x| {
            let mut out = Vector3::zeros();
            let (moved, jacobian) = particle(x).moved_with_jacobian(0.3, &mut out);
            (flat(moved, out), jacobian.to_dense())
        },
    );
}

#[jacobian]
fn inverses(x: &[f64; 9]) -> Option<[f64; 14]> {
    let m = Matrix3::new(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]);
    let small = Matrix2::new(x[0], x[1], x[3], x[4]);
    let inverse = m.try_inverse()?;
    let small = small.try_inverse().unwrap_or_else(Matrix2::identity);
    let solved = inverse * Vector3::new(x[0], 1.0, x[8]);
    let mut out = [0.0; 14];
    for i in 0..9 {
        out[i] = inverse[i];
    }
    for i in 0..4 {
        out[9 + i] = small[(i / 2, i % 2)];
    }
    out[13] = solved.norm();
    Some(out)
}

#[test]
fn small_matrices_are_inverted() {
    let regular = [2.0, 0.3, 0.1, -0.2, 1.5, 0.4, 0.7, -0.1, 3.0];
    compare(
        "inverses",
        regular,
        |x| inverses(x).unwrap(),
        |x| {
            let (value, jacobian) = inverses_with_jacobian(x).unwrap();
            (value, jacobian.to_dense())
        },
    );
    let singular = [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 0.0, 1.0];
    assert!(inverses(&singular).is_none());
    assert!(inverses_with_jacobian(&singular).is_none());
}

#[jacobian]
fn changed_in_place(x: &Vector3<f64>, y: &mut Vector3<f64>) {
    let mut twice = x * 2.0;
    twice.iter_mut().for_each(|v| {
        if *v > 1.0 {
            *v = v.ln() + 1.0;
        }
    });
    y.copy_from(&twice);
    for (i, v) in y.iter_mut().enumerate() {
        *v *= x[i];
    }
}

#[test]
fn elements_of_matrices_are_changed_in_place() {
    let value = |x: &[f64; 3]| {
        let mut y = Vector3::zeros();
        changed_in_place(&Vector3::from(*x), &mut y);
        [y.x, y.y, y.z]
    };
    compare("changed in place", [0.7, 0.3, -1.1], value, |x| {
        let mut y = Vector3::zeros();
        let jacobian = changed_in_place_jacobian(&Vector3::from(*x), &mut y);
        ([y.x, y.y, y.z], jacobian.to_dense())
    });
}

#[jacobian(wrt(x))]
fn blocks_at_run_time(x: &SVector<f64, 6>, i: usize, j: usize) -> [f64; 3] {
    let part = x.rows(i + 1, 3);
    let m = Matrix2x3::from_column_slice(x.as_slice());
    let column = m.column(j) * part[0];
    [
        part.norm(),
        column.dot(&m.fixed_columns::<1>(j % 2)),
        Vector2::from_column_slice(x.rows(j, 2).as_slice()).x * m.row(i % 2).sum(),
    ]
}

#[test]
fn blocks_begin_where_only_run_time_knows() {
    for (i, j) in [(0, 0), (1, 2), (2, 1)] {
        compare(
            "blocks_at_run_time",
            AT,
            |x| blocks_at_run_time(&SVector::from(*x), i, j),
            |x| {
                let x = SVector::from(*x);
                let (value, jacobian) = blocks_at_run_time_with_jacobian(&x, i, j);
                (value, jacobian.to_dense())
            },
        );
    }
    let beyond = || blocks_at_run_time_jacobian(&SVector::from(AT), 3, 0);
    assert!(std::panic::catch_unwind(beyond).is_err());
}

#[jacobian]
mod estimates {
    use nalgebra::{Matrix2, Vector2};

    pub(super) struct Estimate {
        pub(super) state: Vector2<f64>,
        pub(super) covariance: Matrix2<f64>,
        pub(super) gain: Matrix2<f64>,
    }

    impl Estimate {
        fn covariance(&self) -> &Matrix2<f64> {
            &self.covariance
        }
    }

    // Two of the three fields do not depend on `z`, and their rows are empty.
    #[jacobian(wrt(z))]
    pub(super) fn corrected(prior: &Estimate, z: &Vector2<f64>) -> Estimate {
        let p = prior.covariance();
        let gain = prior.gain.transpose();
        Estimate {
            gain,
            state: prior.state + p * z,
            covariance: *p,
        }
    }
}

#[test]
fn matrices_that_are_not_active_are_fields_of_a_result() {
    let prior = estimates::Estimate {
        state: Vector2::new(0.3, -0.2),
        covariance: nalgebra::Matrix2::new(1.0, 0.4, 0.5, 2.0),
        gain: nalgebra::Matrix2::new(0.1, 0.2, 0.3, 0.4),
    };
    let rows = |found: estimates::Estimate| {
        let [state, covariance] = [found.state.as_slice(), found.covariance.as_slice()];
        let all = [state, covariance, found.gain.as_slice()].concat();
        <[f64; 10]>::try_from(all).unwrap()
    };
    compare(
        "corrected",
        [0.7, -1.1],
        |z| rows(estimates::corrected(&prior, &Vector2::from(*z))),
        |z| {
            let (value, jacobian) = estimates::corrected_with_jacobian(&prior, &Vector2::from(*z));
            (rows(value), jacobian.to_dense())
        },
    );
}

/// Sums of vectors over data of any length start from a zero of their dimensions.
#[jacobian(wrt(a))]
fn sums(a: &Vector3<f64>, ws: &[f64]) -> (Vector3<f64>, f64) {
    let all: Vector3<f64> = ws.iter().map(|w| a * *w).sum();
    let mut squares = Matrix3::zeros();
    for w in ws {
        squares += *w * a * a.transpose();
    }
    (
        all,
        squares.trace() + ws.iter().map(|w| w * a.x).sum::<f64>(),
    )
}

#[test]
fn vectors_are_summed_at_run_time() {
    let rows = |(sum, trace): (Vector3<f64>, f64)| [sum.x, sum.y, sum.z, trace];
    for ws in [vec![], vec![2.0], vec![0.3, -1.5, 0.7]] {
        compare(
            "sums",
            [0.7, -0.4, 1.2],
            |x| rows(sums(&Vector3::from(*x), &ws)),
            |x| {
                let (value, jacobian) = sums_with_jacobian(&Vector3::from(*x), &ws);
                (rows(value), jacobian.to_dense())
            },
        );
    }
}

/// Vectors and matrices that are not active, out of an `Option`, with active arguments.
#[jacobian(wrt(v))]
fn out_of_options(v: &Vector3<f64>, a: &Vector3<f64>, m: &Matrix3<f64>) -> Option<Vector3<f64>> {
    let up = a.try_normalize(1e-9)?;
    let Some(inverse) = m.try_inverse() else {
        return None;
    };
    let turned = inverse * up.cross(v);
    if let Some(side) = a.try_normalize(0.5) {
        return Some(side.cross(&turned) * v.x);
    }
    Some(turned.component_mul(v))
}

#[test]
fn inactive_matrices_come_out_of_options() {
    let m = Matrix3::new(2.0, 0.1, 0.3, -0.2, 1.5, 0.4, 0.5, -0.6, 1.1);
    for a in [Vector3::new(0.5, -0.2, 0.8), Vector3::new(0.1, 0.2, -0.1)] {
        compare(
            "out_of_options",
            [0.7, -0.4, 1.2],
            |x| out_of_options(&Vector3::from(*x), &a, &m).unwrap().into(),
            |x| {
                let found = out_of_options_with_jacobian(&Vector3::from(*x), &a, &m);
                let (value, jacobian) = found.unwrap();
                (value.into(), jacobian.to_dense())
            },
        );
    }
    let nothing = Vector3::zeros();
    assert!(out_of_options_with_jacobian(&Vector3::zeros(), &nothing, &m).is_none());
}
