use jacobian_runtime::jacobian;

type State = [f64; 2];
type Real = f64;
const N: usize = 2;

#[jacobian]
fn nothing_active(n: usize) -> f64 {
    n as f64
}

struct Plate {
    width: f64,
    sides: [f64; 2],
}

impl Plate {
    #[jacobian]
    fn fields_not_in_view(&self) -> f64 {
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

fn main() {}
