use jacobian_runtime::jacobian;

fn fill(y: &mut [f64; 2]) {
    *y = [1.0, 2.0];
}

#[jacobian]
fn passed_on(x: &[f64; 2], y: &mut [f64; 2]) {
    fill(y);
    y[0] += x[0] * 2.0;
}

#[jacobian(wrt(x))]
fn unknown_places(x: f64, list: Vec<f64>) -> f64 {
    let mut list = list;
    let first = &mut list[0];
    *first = x;
    list[0]
}

#[jacobian]
fn out_of_scope(x: f64) -> f64 {
    let r;
    {
        let mut a = x;
        r = &mut a;
    }
    *r
}

fn main() {}
