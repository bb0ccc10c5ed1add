//! Everything that can be asked for beside the Jacobian.

#[jacobian(wrt(y, x), as = Solver, jvp, vjp, fma = never, fold = trees)]
fn solver(x: f64, y: &[f64; 2], k: f64) -> [f64; 2] {
    let s = (x * y[0]).exp();
    [s + k * y[1], s - y[1]]
}
