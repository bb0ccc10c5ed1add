//! Functions for cases that the corpus lacks: the user's own code among active operations, singles,
//! long functions.

fn opaque(x: &[f64; 3], k: f64, rates: &[f64; 3], n: i32) -> [f64; 3] {
    let twice = k * 2.0;
    let shifted = twice + rates[0];
    [
        x[0] * shifted / rates[1],
        x[1].powi(n) * (k + 1.0),
        (x[2] - rates[2]).max(k).sqrt(),
    ]
}

fn single(x: &[f32; 2], t: f32) -> [f32; 2] {
    [x[0] * t.exp() + x[1].powf(1.5), (x[0] * x[1]).sin() / t]
}

fn written(x: &[f64; 2], y: &mut [f64; 2]) -> f64 {
    y[0] = y[0] * x[0];
    y[1] += x[1] / x[0];
    y[0] - y[1]
}

fn fallible(x: &[f64; 2], k: f64) -> Result<f64, ()> {
    if k < 0.0 {
        return Err(());
    }
    Ok(x[0] * x[1] * k)
}

fn kinked(x: &[f64; 3], k: f64) -> [f64; 7] {
    [
        x[0].min(x[1]) * x[2],
        x[0].max(0.5) * x[1],
        x[2].clamp(-1.0, k),
        x[0].abs() % x[1],
        x[1].rem_euclid(k) + x[2].copysign(x[0]),
        x[0].hypot(x[1]).atan2(x[2]),
        k.powf(x[0]) - x[1].powf(x[2]) + x[0].powi(-2),
    ]
}

fn long(x: &[f64; 6], k: f64) -> [f64; 6] {
    let mut y = *x;
    for step in 0..80 {
        for i in 0..6 {
            y[i] = y[i] * 0.5 + (y[(i + 1) % 6] * k).sin() * y[(i + step) % 6];
        }
    }
    y
}
