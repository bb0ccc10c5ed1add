use jacobian_runtime::jacobian;

elsewhere! {
    struct Vector3<T> {
        x: T,
    }

    struct Model {
        k: f64,
        mass: [f64; 3],
    }
}

impl Model {
    fn rate(&self) -> f64 {
        self.k
    }

    #[jacobian(wrt(self, x))]
    fn whole(&self, x: f64) -> f64 {
        x * self.k
    }

    #[jacobian(wrt(self.mass, x))]
    fn without_dim(&self, x: f64) -> f64 {
        let mut sum = x * self.mass[1];
        for mass in self.mass {
            sum += mass;
        }
        sum
    }

    #[jacobian(wrt(self.k, x))]
    fn through_a_method(&self, x: f64) -> f64 {
        x * self.rate()
    }

    #[jacobian(wrt(self.k, x), as = Struct)]
    fn as_a_struct(&self, x: f64) -> f64 {
        x * self.k
    }
}

#[jacobian(wrt(x.0))]
fn part(x: (f64, f64)) -> f64 {
    x.0 * x.1
}

/// The type may be nalgebra's.
#[jacobian(wrt(v.x))]
fn part_of_vector(v: &Vector3<f64>) -> f64 {
    v.x
}

#[jacobian(wrt(model.mass, model.mass), dim(model.mass = 3))]
fn twice(model: &Model) -> f64 {
    model.mass[0]
}

#[jacobian(wrt(model.k))]
fn assigned(mut model: Model) -> f64 {
    model.k = 2.0 * model.k;
    model.k
}

#[jacobian(wrt(model.k))]
fn output(model: &mut Model) -> f64 {
    model.k
}

#[jacobian(wrt(model.mass), dim(model.mass = 2))]
fn another_length(model: &Model) -> f64 {
    model.mass[0]
}

#[jacobian(wrt(model.mass), dim(model.mass = Vec<f64>))]
fn dim_by_another_type(model: &Model) -> f64 {
    model.mass[0]
}

fn main() {}
