use jacobian_runtime::jacobian;

struct Model;

impl Model {
    #[jacobian(as = Residual)]
    fn method(&self, x: f64) -> f64 {
        x
    }
}

#[jacobian(as = Fallible)]
fn fallible(x: f64) -> Option<f64> {
    Some(x)
}

#[jacobian(as = Borrowed)]
fn borrowed<'a>(x: &'a [f64; 2]) -> f64 {
    x[0]
}

#[jacobian(as = Long, dim(x = 3))]
fn dynamic_vector(x: &nalgebra::DVector<f64>) -> f64 {
    x.norm()
}

fn main() {}
