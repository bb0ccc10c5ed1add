//! Outputs are read before they are written; slices get their lengths asserted.

#[jacobian(wrt(x), dim(x = 2, y = 2))]
fn accumulate(x: &[f64], y: &mut [f64], scale: &mut f64) -> f64 {
    for i in 0..x.len() {
        y[i] += x[i] * *scale;
    }
    *scale *= x[0];
    y[0] * y[1]
}
