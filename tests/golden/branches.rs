#[jacobian(wrt(x))]
fn friction(x: &[f64; 2], limit: f64) -> [f64; 2] {
    let [v, load] = *x;
    if load <= 0.0 {
        return [0.0, 0.0];
    }
    let slip = if v.abs() < limit {
        v / limit
    } else {
        v.signum() * (1.0 + (v.abs() / limit).ln())
    };
    [slip * load, slip * slip * load]
}
