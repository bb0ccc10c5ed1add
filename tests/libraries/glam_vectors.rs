//! Vectors of glam: bit for bit, with derivatives by their components.

use glam::{DVec2, DVec3, DVec4, Vec2Swizzles, Vec3Swizzles, Vec4Swizzles, dvec3};
use jacobian_runtime::jacobian;

use crate::support::{check, compare};

/// Two vectors, for functions that take them.
fn vectors(x: &[f64; 6]) -> (DVec3, DVec3) {
    (DVec3::new(x[0], x[1], x[2]), DVec3::new(x[3], x[4], x[5]))
}

const AT: [f64; 6] = [0.7, -1.3, 0.4, 2.1, 0.9, -0.6];

/// Nothing but the names says what the types are.
#[jacobian]
fn products(a: DVec3, b: &DVec3) -> [f64; 8] {
    let c = a.cross(*b);
    let mut sum = a + b * 2.0 - 0.5 * c;
    sum += *b;
    sum *= 1.5;
    sum -= DVec3::Y * a.x;
    sum /= DVec3::new(2.0, b.y, 3.0);
    sum = -sum % 5.0 + 1.0 / b;
    [
        a.dot(*b),
        c.length() + a.length_squared() * b.length_recip(),
        a.distance(*b) - a.distance_squared(c),
        sum.x,
        sum[1],
        sum.z,
        (a * *b).element_sum() * c.element_product(),
        (3.0 - a).dot(b - 1.0) + (a + 2.0).dot(2.0 + *b),
    ]
}

#[jacobian]
fn directions(a: DVec3, b: DVec3, s: f64) -> [DVec3; 12] {
    [
        a.normalize(),
        a.normalize_or_zero() + DVec3::ZERO.normalize_or_zero(),
        b.try_normalize().unwrap_or(a),
        a.lerp(b, s),
        a.project_onto(b),
        a.reject_from(b),
        a.reflect(b.normalize()) + a.refract(b.normalize(), 0.7),
        a.rotate_x(s).rotate_y(2.0 * s).rotate_z(-s),
        a.midpoint(b).move_towards(b, 0.3),
        a.any_orthogonal_vector() + b.any_orthonormal_vector(),
        a.clamp_length_max(1.0) + b.clamp_length_min(3.0) + a.clamp_length(0.1, 9.0),
        a.project_onto_normalized(b.normalize()) - a.reject_from_normalized(DVec3::Z),
    ]
}

#[jacobian]
fn by_components(a: DVec3, b: DVec3) -> Vec<f64> {
    let both = [
        a.min(b),
        a.max(b),
        a.clamp(DVec3::splat(-0.5), DVec3::ONE),
        a.abs() + b.signum() * a.copysign(b),
        b.exp() + a.exp2(),
        a.abs().ln() + b.abs().log2(),
        a.abs().powf(1.7).sqrt(),
        b.recip() * a.sin() + a.cos(),
        a.mul_add(b, b),
        a.floor() + a.fract() + b.ceil() * b.fract_gl() + a.round() * b.trunc(),
        a.saturate() + a.rem_euclid(b) + a.div_euclid(b) * b,
        a.smoothstep(DVec3::splat(-2.0), DVec3::splat(3.0)),
        a.map(|v| v * v),
        a.zyx() + a.yzx() * b.zxy() + a.xzy() + a.yxz(),
        a.with_x(b.y).with_z(1.0).with_y(b.x * b.x),
        DVec3::from_array([a.x, b.y, 1.0])
            + DVec3::from(a.to_array())
            + DVec3::from((a.x, 2.0, b.z)),
        dvec3(a.x, 2.0, b.y),
    ];
    let mut all = Vec::new();
    for v in &both {
        all.extend_from_slice(&[v.x, v.y, v.z]);
    }
    all.push(a.min_element() * b.max_element());
    all.push(a.angle_between(b) + a.angle_to(b, DVec3::new(0.0, 0.6, 0.8)));
    all
}

#[jacobian]
fn of_two(a: DVec2, b: DVec2) -> [DVec2; 9] {
    let rotated = DVec2::from_angle(b.x).rotate(a);
    [
        rotated,
        a.perp() * a.perp_dot(b),
        a.yx() + a.extend(b.x).truncate(),
        b.rotate_angle(a.y),
        DVec2::new(a.to_angle(), a.angle_to(b)),
        a.min(b) + a.max(b) * a.min_element() - b * b.max_element(),
        DVec2::X * a.dot(b) + DVec2::Y * a.length(),
        a.lerp(b, 0.25).normalize(),
        DVec2::from([a.x, 1.0]) + DVec2::from((2.0, b.y)),
    ]
}

#[jacobian]
fn of_four(a: DVec4, b: DVec4) -> (DVec4, DVec3, DVec2, [f64; 4]) {
    let c = a.normalize() + b * a.dot(b) - DVec4::W * a.length();
    (
        c.lerp(a.xyz().extend(b.w), 0.3),
        a.truncate().cross(b.xyz()) + a.project() + DVec3::from_homogeneous(b),
        a.xy() * b.zw(),
        [
            a.element_sum(),
            b.element_product(),
            a.min_element(),
            b.max_element(),
        ],
    )
}

#[test]
fn vectors_are_their_components() {
    fn flat<const N: usize>(list: &[DVec3]) -> [f64; N] {
        let flat: Vec<f64> = list.iter().flat_map(DVec3::to_array).collect();
        flat.try_into().unwrap()
    }
    let value = |x: &[f64; 6]| products(vectors(x).0, &vectors(x).1);
    compare("products", AT, value, |x| {
        let (value, jacobian) = products_with_jacobian(vectors(x).0, &vectors(x).1);
        (value, jacobian.to_dense())
    });
    let at = [0.7, -1.3, 0.4, 2.1, 0.9, -0.6, 0.3];
    let arguments = |x: &[f64; 7]| {
        (
            DVec3::new(x[0], x[1], x[2]),
            DVec3::new(x[3], x[4], x[5]),
            x[6],
        )
    };
    let value = |x: &[f64; 7]| {
        let (a, b, s) = arguments(x);
        flat::<36>(&directions(a, b, s))
    };
    compare("directions", at, value, |x| {
        let (a, b, s) = arguments(x);
        let (value, jacobian) = directions_with_jacobian(a, b, s);
        (flat::<36>(&value), jacobian.to_dense())
    });
    let value = |x: &[f64; 6]| {
        let value = by_components(vectors(x).0, vectors(x).1);
        <[f64; 53]>::try_from(value).unwrap()
    };
    compare("by_components", AT, value, |x| {
        let (value, jacobian) = by_components_with_jacobian(vectors(x).0, vectors(x).1);
        (value.try_into().unwrap(), jacobian.to_dense())
    });
}

#[test]
fn vectors_of_two_and_of_four() {
    let arguments = |x: &[f64; 4]| (DVec2::new(x[0], x[1]), DVec2::new(x[2], x[3]));
    let flat = |list: [DVec2; 9]| {
        let flat: Vec<f64> = list.iter().flat_map(DVec2::to_array).collect();
        <[f64; 18]>::try_from(flat).unwrap()
    };
    let value = |x: &[f64; 4]| flat(of_two(arguments(x).0, arguments(x).1));
    compare("of_two", [0.7, -1.3, 0.4, 2.1], value, |x| {
        let (value, jacobian) = of_two_with_jacobian(arguments(x).0, arguments(x).1);
        (flat(value), jacobian.to_dense())
    });
    let arguments = |x: &[f64; 8]| (DVec4::from_slice(&x[..4]), DVec4::from_slice(&x[4..]));
    let flat = |(a, b, c, d): (DVec4, DVec3, DVec2, [f64; 4])| {
        let parts = [&a.to_array()[..], &b.to_array(), &c.to_array(), &d];
        <[f64; 13]>::try_from(parts.concat()).unwrap()
    };
    let at = [0.7, -1.3, 0.4, 2.1, 0.9, -0.6, 0.3, 1.8];
    let value = |x: &[f64; 8]| flat(of_four(arguments(x).0, arguments(x).1));
    compare("of_four", at, value, |x| {
        let (value, jacobian) = of_four_with_jacobian(arguments(x).0, arguments(x).1);
        (flat(value), jacobian.to_dense())
    });
}

/// A parameter that is not active is copied, and its methods are glam's own.
#[jacobian(wrt(x))]
fn with_inactive(x: &[f64; 3], frame: &[DVec3; 2], k: DVec3) -> [f64; 3] {
    let v = DVec3::from_array(*x);
    let axis = frame[0].cross(frame[1]).normalize();
    (v.cross(axis) + k * v.dot(frame[1]) + v.lerp(k, 0.5)).to_array()
}

#[jacobian]
fn summed(list: &[DVec3; 3], z: &[num_complex::Complex64; 2]) -> [f64; 6] {
    let a: DVec3 = list.iter().sum();
    let b = list.iter().map(|v| *v * v.x).sum::<DVec3>();
    let c: num_complex::Complex64 = z.iter().map(|w| w * w).sum();
    [a.x, a.y, a.z, b.dot(a), c.re, c.im]
}

#[test]
fn vectors_are_summed() {
    let arguments = |x: &[f64; 13]| {
        let list = [0, 3, 6].map(|i| DVec3::from_slice(&x[i..]));
        let z = [9, 11].map(|i| num_complex::Complex64::new(x[i], x[i + 1]));
        (list, z)
    };
    let at: [f64; 13] = std::array::from_fn(|i| (1.3 * i as f64).cos());
    let value = |x: &[f64; 13]| summed(&arguments(x).0, &arguments(x).1);
    compare("summed", at, value, |x| {
        let (value, jacobian) = summed_with_jacobian(&arguments(x).0, &arguments(x).1);
        (value, jacobian.to_dense())
    });
}

#[test]
fn inactive_vectors_stay_the_users() {
    let frame = [DVec3::new(1.0, 0.2, 0.0), DVec3::new(0.1, 0.9, -0.3)];
    check!(with_inactive with with_inactive_with_jacobian at [0.7, 1.3, -0.4]; &frame, DVec3::X);
}

/// The type of the factor is that of its arms.
#[jacobian(wrt(v))]
fn flipped(v: DVec3, flip: bool, k: usize) -> DVec3 {
    let sign = if flip { -1.0 } else { 1.0 };
    let scale = match k {
        0 => 0.5,
        1 => -(2.0),
        _ => 3.0,
    };
    v * sign / scale
}

#[test]
fn a_literal_in_each_arm_is_a_number() {
    for (flip, k) in [(true, 0), (false, 1), (true, 7)] {
        let of = |x: &[f64; 3]| DVec3::new(x[0], x[1], x[2]);
        compare(
            "flipped",
            [0.7, -1.3, 0.4],
            |x| flipped(of(x), flip, k).to_array(),
            |x| {
                let (value, jacobian) = flipped_with_jacobian(of(x), flip, k);
                (value.to_array(), jacobian.to_dense())
            },
        );
    }
}
