use jacobian_runtime::jacobian;

#[jacobian]
fn renamed(x: &[f64; 2], y: &mut [f64; 2]) {
    let out = y;
    out[0] = x[0] * 2.0;
}

#[jacobian]
fn mutable_items(x: &[f64; 2], y: &mut [f64; 2]) {
    for (to, from) in y.iter_mut().zip(x) {
        *to = *from;
    }
}

fn main() {}
