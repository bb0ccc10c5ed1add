use jacobian_runtime::jacobian;

struct Model;

impl Model {
    #[jacobian]
    fn method(&self, x: f64) -> f64 {
        x
    }
}

#[jacobian]
fn fallible(x: f64) -> Option<f64> {
    Some(x)
}

#[jacobian]
fn borrowed<'a>(x: &'a [f64; 2]) -> f64 {
    x[0]
}

#[jacobian(dim(x = 3))]
fn dynamic_vector(x: &nalgebra::DVector<f64>) -> f64 {
    x.norm()
}

fn main() {}
