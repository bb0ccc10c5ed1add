//! All errors at once, and stubs that callers resolve against.

#[jacobian]
fn refused(x: &[f64; 2]) -> f64 {
    let a = if x[0] > 0.0 { x[0] } else { 0.0 };
    let b = x[1].gamma();
    while a < b {}
    a + b
}
