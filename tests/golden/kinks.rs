//! One side at every kink; locally constant parts leave no entry.

#[jacobian]
fn kinks(a: f32, b: f32) -> [f32; 4] {
    [a.min(b), (a * b).abs(), a.clamp(-1.0, 1.0) + b.floor(), b.rem_euclid(2.0)]
}
