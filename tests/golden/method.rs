//! A method: sibling methods and associated constants instead of items.

#[jacobian(const(Self::N = 3), wrt(x), prefix = field)]
#[inline]
pub fn gradient(&self, x: &[f64; Self::N]) -> [f64; 2] {
    let mut energy = 0.0;
    for i in 0..Self::N {
        energy += self.mass[i] * x[i] * x[i];
    }
    [energy, x[0] / 3.0 + x[0] / 3.0 + x[0] / 3.0 - x[0]]
}
