use jacobian_runtime::jacobian;

elsewhere! {
    fn number_of(text: &str) -> f64 {
        text.parse().unwrap_or(0.0)
    }
}

#[jacobian]
fn through_text(x: f64, y: f64) -> f64 {
    let text = format!("{x:.3}");
    let rounded = number_of(&text);
    rounded * y
}

elsewhere! {
    trait Twice {
        fn twice(&mut self) -> f64;
    }

    impl Twice for f64 {
        fn twice(&mut self) -> f64 {
            *self *= 2.0;
            *self
        }
    }
}

#[jacobian]
fn changed_for_text(x: f64) -> f64 {
    let mut y = x;
    let text = y.twice().to_string();
    println!("{text}");
    y * y
}

elsewhere! {
    struct Stats {
        sum: f64,
    }

    impl Stats {
        fn record(&mut self, x: f64) -> bool {
            self.sum += x;
            self.sum > 1.0
        }
    }
}

#[jacobian(wrt(x))]
fn changed_in_a_condition(x: f64, stats: &mut Stats) -> f64 {
    if stats.record(x) {
        return x;
    }
    stats.sum * x
}

#[jacobian]
fn changed_by_an_observer(x: f64, log: &dyn Fn(f64), seen: &std::cell::Cell<f64>) -> f64 {
    log(x * x);
    let last = seen.get();
    last + x
}

#[jacobian]
fn changed_by_a_test(x: f64, test: &dyn Fn(f64) -> bool, best: &std::cell::Cell<f64>) -> f64 {
    if test(x) { best.get() * x } else { x }
}

fn main() {}
