use jacobian_runtime::jacobian;

#[jacobian]
fn through_text(x: f64, y: f64) -> f64 {
    let thousands = (x * 1e3).round() as i64;
    let rounded = thousands as f64 / 1e3;
    rounded * y
}

#[jacobian]
fn changed_for_text(x: f64) -> f64 {
    let mut y = x;
    y *= 2.0;
    let text = y.to_string();
    println!("{text}");
    y * y
}

struct Stats {
    sum: f64,
}

#[jacobian(wrt(x), of(stats.sum))]
fn changed_in_a_condition(x: f64, stats: &mut Stats) -> f64 {
    stats.sum += x;
    if stats.sum > 1.0 {
        return x;
    }
    stats.sum * x
}

fn main() {}
