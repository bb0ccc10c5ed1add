use jacobian_runtime::jacobian;

elsewhere! {
    type State = [f64; 2];
    type Real = f64;
    const N: usize = 2;
}

#[jacobian]
fn nothing_active(n: usize) -> f64 {
    n as f64
}

elsewhere! {
    struct Plate {
        width: f64,
        sides: [f64; 2],
    }
}

impl Plate {
    #[jacobian]
    fn fields_not_in_view(&self) -> f64 {
        self.width * self.sides[0]
    }
}

impl Plate {
    #[jacobian]
    fn unused(&self, _: f64) -> f64 {
        self.width * self.sides[0]
    }
}

#[jacobian]
fn mixed<T: jacobian_runtime::Real>(x: T, y: f32) -> T {
    x * T::from_f64(f64::from(y))
}

#[jacobian]
fn alias_indexed(x: f64, state: &State) -> f64 {
    x * state[0]
}

#[jacobian]
fn alias_in_arithmetic(x: f64, rate: Real) -> f64 {
    x * rate
}

#[jacobian]
fn alias_taken_apart(x: f64, state: State) -> f64 {
    let [a, b] = state;
    x * a + b
}

#[jacobian]
fn vector_of_run_time(x: &nalgebra::DVector<f64>) -> f64 {
    x[0] * x[1]
}

#[jacobian]
fn length_beside_number(x: f64, axis: &nalgebra::DVector<f64>) -> f64 {
    x * axis.norm()
}

#[jacobian]
fn slice(x: &[f64]) -> f64 {
    x[0]
}

#[jacobian]
fn heat(u: &[f64; N], dt: f64, k: &[f64]) -> f64 {
    u[0] + dt * k[0]
}

#[jacobian]
fn unknown_length(x: &[f64; N]) -> f64 {
    x[0]
}

#[jacobian]
fn too_large(x: &[[f64; 1_000_000]; 1_000_000]) -> f64 {
    x[0][0]
}

#[jacobian]
fn unseen_alias(n: usize, dewpoint: Float) -> Float {
    dewpoint * dewpoint
}

elsewhere! {
    mod elsewhere {
        pub struct Temperature(pub f64);
        impl Temperature {
            pub fn as_celsius(&self) -> f64 {
                self.0 - 273.15
            }
        }
        pub struct Branch {
            pub x: f64,
        }
        pub struct Quantity<T>(pub T);
        impl std::ops::Mul<f64> for Quantity<f64> {
            type Output = f64;
            fn mul(self, factor: f64) -> f64 {
                self.0 * factor
            }
        }
        impl Copy for Quantity<f64> {}
        impl Clone for Quantity<f64> {
            fn clone(&self) -> Self {
                *self
            }
        }
    }
}

#[jacobian]
mod of_other_crates {
    use super::elsewhere::{Branch, Temperature};

    pub struct Inputs {
        wet: Temperature,
    }

    type Length = super::elsewhere::Quantity<f64>;
    pub struct Bar {
        length: Length,
    }

    #[jacobian(wrt(bar.length))]
    fn quantity_by_name(bar: &Bar) -> f64 {
        bar.length * 2.0
    }

    #[jacobian]
    fn quantity(bar: &Bar) -> f64 {
        bar.length * 2.0
    }

    #[jacobian(wrt(inputs.wet))]
    fn method_of_unseen_type(inputs: &Inputs) -> f64 {
        inputs.wet.as_celsius()
    }

    #[jacobian(dim(branches = 2))]
    fn field_of_unseen_type(branches: &[Branch]) -> f64 {
        branches[0].x
    }

    #[jacobian(wrt(branches.x), dim(branches = 2))]
    fn part_of_unseen_type(branches: &[Branch]) -> f64 {
        branches[0].x
    }
}

elsewhere! {
    struct Array2<T>(Vec<T>);
    struct ArrayD<T>(Vec<T>);
}

#[jacobian]
fn lengths(a: &Array2<f64>, n: usize) -> f64 {
    a.0[n]
}

#[jacobian]
fn lengths_beside(a: &Array2<f64>, t: f64) -> f64 {
    a[0] * t
}

elsewhere! {
    impl<T> std::ops::Index<usize> for Array2<T> {
        type Output = T;
        fn index(&self, at: usize) -> &T {
            &self.0[at]
        }
    }
}

#[jacobian(dim(a = 3))]
fn dimensions(a: &ArrayD<f64>) -> f64 {
    a.0[0]
}

fn main() {}

#[jacobian]
mod with_lists {
    pub struct Matrix {
        rows: usize,
        name: String,
        data: Vec<f64>,
    }

    pub struct Config {
        weights: Matrix,
        alpha: Vec<Vec<f64>>,
    }

    #[jacobian]
    pub fn first(m: &Matrix, config: &Config) -> f64 {
        m.data[m.rows] * config.alpha[0][1] + config.weights.data[0]
    }

    pub struct Filter {
        state: Vec<f64>,
    }

    impl Filter {
        #[jacobian]
        pub fn update(&mut self, x: &[f64; 3]) -> f64 {
            self.state.copy_from_slice(x);
            x[0] * x[1]
        }
    }
}

#[jacobian]
mod any_shapes {
    pub trait Shape {
        fn area(&self) -> f64;
    }

    pub struct Body {
        side: f64,
    }

    impl Shape for Body {
        fn area(&self) -> f64 {
            self.side * self.side
        }
    }

    impl Shape for [f64; 2] {
        fn area(&self) -> f64 {
            self[0] * self[1]
        }
    }

    #[jacobian]
    pub fn of_argument(a: &impl Shape) -> f64 {
        a.area()
    }

    #[jacobian]
    pub fn of_parameter<S: Shape>(a: &S, b: &S) -> f64 {
        a.area() * b.area()
    }
}

#[jacobian]
mod lists_of_structs {
    pub struct Point {
        x: f64,
        y: f64,
        name: String,
    }

    #[jacobian]
    pub fn moment(points: &[Point], scale: f64) -> f64 {
        points.iter().map(|p| p.x * p.y * scale).sum()
    }

    #[jacobian]
    pub fn of_rows(rows: &[Vec<f64>]) -> f64 {
        rows.iter().flatten().sum()
    }

    #[jacobian]
    pub fn moved(points: &mut [Point], dx: f64) {
        points[0].x += dx * points[0].y;
    }
}
