use jacobian_runtime::jacobian;

// The type does not list this `impl`.
#[jacobian(export)]
struct Length(f64);

#[jacobian(export)]
impl std::ops::Neg for Length {
    type Output = Length;
    fn neg(self) -> Length {
        Length(-self.0)
    }
}

// The type itself is not exported.
struct Angle(f64);

#[jacobian(export)]
impl Angle {
    fn turned(&self) -> f64 {
        self.0 + 1.0
    }
}

fn main() {}
