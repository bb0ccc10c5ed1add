//! Early failures pass through every generated function.

#[jacobian(wrt(x))]
pub fn fallible(x: &[f64; 2], t: f64) -> Result<f64, RangeError> {
    let k = lookup(t)?;
    if k < 0.0 {
        return Err(RangeError);
    }
    Ok(x[0].powf(x[1]) * k)
}
