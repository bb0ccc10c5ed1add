#[jacobian]
fn kepler(mean: f64, eccentricity: f64) -> f64 {
    let mut angle = mean;
    loop {
        let step = (angle - eccentricity * angle.sin() - mean) / (1.0 - eccentricity * angle.cos());
        angle -= step;
        if step.abs() < 1e-12 {
            break;
        }
    }
    angle
}
