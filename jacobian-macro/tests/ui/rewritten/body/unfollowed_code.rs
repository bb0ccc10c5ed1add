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

#[jacobian]
fn changed_by_an_observer(x: f64, log: &dyn Fn(f64), seen: &std::cell::Cell<f64>) -> f64 {
    let last = seen.get();
    log(x * x);
    last + x
}

#[jacobian]
fn changed_by_a_test(x: f64, test: &dyn Fn(f64) -> bool, best: &std::cell::Cell<f64>) -> f64 {
    let best = best.get();
    if test(x) { best * x } else { x }
}

fn main() {}
