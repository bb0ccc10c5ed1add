//! The user's own code stays, in order and evaluated once: calls, conditions, assertions.

#[jacobian(wrt(x))]
fn rates(x: &[f64; 2], model: &Model, t: f64) -> [f64; 2] {
    let speed = model.rate(t);
    let mut limit = 1.0;
    if speed > limit {
        limit = speed;
    }
    assert!(x[0] < limit, "out of range: {}", x[0]);
    [x[0] * speed + model.offset, x[1].powi(model.order) * limit]
}
