//! Elementals that share a call, and statements that wait for them.

#[jacobian(value = fused)]
fn arm(q: &[f64; 3], load: f64) -> [f64; 3] {
    let sag = load * (q[0].sin() - q[1].cos());
    let first = [q[0] + sag, q[1] + sag, q[2]];
    let x = first[0].cos() + first[1].cos() * first[2].cos();
    let y = first[0].sin() + first[1].sin() * first[2].sin();
    [x, y, y.atan2(x) + q[2].sin().atan2(load)]
}
