//! The smallest case: shared elementals, one constant entry, an inactive scalar.

#[jacobian(wrt(state))]
pub fn pendulum(state: [f64; 2], damping: f64) -> [f64; 2] {
    let [angle, rate] = state;
    [rate, -angle.sin() - damping * rate]
}
