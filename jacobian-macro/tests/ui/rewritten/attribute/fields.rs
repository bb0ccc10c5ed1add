use jacobian_runtime::jacobian;

struct Model {
    k: f64,
    mass: [f64; 3],
}

impl Model {
    fn rate(&self) -> f64 {
        self.k
    }

    #[jacobian(wrt(self.k, self.mass, x), dim(self.mass = 3))]
    fn whole(&self, x: f64) -> f64 {
        x * self.k
    }

    #[jacobian(wrt(self.mass, x), dim(self.mass = 3))]
    fn without_dim(&self, x: f64) -> f64 {
        let mut sum = x * self.mass[1];
        for mass in self.mass {
            sum += mass;
        }
        sum
    }

    #[jacobian(wrt(self.k, x))]
    fn through_a_method(&self, x: f64) -> f64 {
        x * self.k
    }

    #[jacobian(wrt(self.k, x))]
    fn as_a_struct(&self, x: f64) -> f64 {
        x * self.k
    }
}

#[jacobian(wrt(x))]
fn part(x: (f64, f64)) -> f64 {
    x.0 * x.1
}

/// The type is seen not to be nalgebra's.
#[jacobian]
mod part_of_vector {
    struct Vector3<T> {
        x: T,
    }

    #[jacobian(wrt(v.x))]
    fn part(v: &Vector3<f64>) -> f64 {
        v.x
    }
}

#[jacobian(wrt(model.mass), dim(model.mass = 3))]
fn twice(model: &Model) -> f64 {
    model.mass[0]
}

#[jacobian(wrt(model.k))]
fn assigned(model: Model) -> f64 {
    let k = 2.0 * model.k;
    k
}

#[jacobian(wrt(model.k))]
fn output(model: &mut Model) -> f64 {
    model.k
}

#[jacobian(wrt(model.mass), dim(model.mass = 3))]
fn another_length(model: &Model) -> f64 {
    model.mass[0]
}

#[jacobian(wrt(model.mass), dim(model.mass = 3))]
fn dim_by_another_type(model: &Model) -> f64 {
    model.mass[0]
}

fn main() {}
