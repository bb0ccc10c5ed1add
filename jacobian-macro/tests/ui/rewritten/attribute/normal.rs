use jacobian_runtime::jacobian;

#[jacobian(normal)]
fn number(x: f64) -> [f64; 1] {
    [x * x]
}

#[jacobian(normal)]
fn two_widths(x: f64, y: f64) -> [f64; 2] {
    [x * x * y, x]
}

#[jacobian(normal, unroll = 40)]
fn many(x: &[f64; 5]) -> [f64; 2] {
    let all = x[0] * x[1] * x[2] * x[3] * x[4];
    [all, all + 1.0]
}

fn bounded(s: f64, scale: f64) -> (f64, f64) {
    (s.min(scale), if s < scale { 1.0 } else { 0.0 })
}

#[jacobian(normal(loss = bounded(scale)), wrt(x))]
fn scaled(x: &[f64; 2], scale: f64) -> [f64; 2] {
    [x[0] * x[1], x[1] * scale]
}

struct Camera {
    focal: f64,
}

impl Camera {
    #[jacobian(normal(loss = bounded(scale)), wrt(x, self.focal))]
    fn seen(&self, x: &[f64; 2], scale: f64) -> [f64; 2] {
        [x[0] * self.focal, x[1] * self.focal]
    }
}

#[jacobian(normal(loss = bounded(1.5)))]
fn no_loss(x: f64) -> [f64; 1] {
    [x]
}

#[jacobian(normal(sqrt_information))]
fn two_weights(x: f64) -> [f64; 1] {
    [x]
}

#[jacobian(normal(diagonal))]
fn unknown_weights(x: f64) -> [f64; 1] {
    [x]
}

#[jacobian(normal(diagonal))]
fn value(x: f64) -> [f64; 1] {
    [x]
}

fn my_loss(s: f64) -> (f64, f64) {
    (s.ln_1p(), 1.0 / (1.0 + s))
}

#[jacobian(normal(loss = my_loss))]
fn unnamed_loss(x: f64) -> [f64; 1] {
    [x]
}

#[jacobian(normal(diagonal))]
fn given_weights(x: f64) -> [f64; 1] {
    [x]
}

fn main() {}
