use jacobian_runtime::jacobian;

elsewhere! {
    fn erf(x: f64) -> f64 {
        x
    }

    fn flow(x: f64, k: f64) -> f64 {
        x * k
    }

    fn norm(x: &[f64; 2]) -> f64 {
        x[0]
    }
}

#[jacobian(rule(erf => 1.0))]
fn no_call(x: f64) -> f64 {
    erf(x)
}

#[jacobian(rule(flow(x, k) => k))]
fn too_few(x: f64) -> f64 {
    flow(x, 2.0)
}

#[jacobian(rule(flow(x, _) => (2.0, 0.0)), rule(norm(v) => 1.0))]
fn no_partial(x: f64, y: f64) -> f64 {
    flow(x, y) + norm(&[x, y])
}

elsewhere! {
    struct Normal(f64);
    struct Gamma(f64);

    impl Normal {
        fn cdf(&self, x: f64) -> f64 {
            x * self.0
        }

        fn weighted(&self, x: &[f64; 2], n: usize) -> f64 {
            x[0] * n as f64
        }
    }

    impl Normal {
        fn shift(&self, x: &mut f64) -> bool {
            *x -= self.0;
            *x > 0.0
        }
    }

    impl Gamma {
        fn cdf(&self, x: f64) -> f64 {
            x + self.0
        }
    }
}

#[jacobian(rule(Normal::cdf(self, x) => self.0))]
fn of_another_type(x: f64, gamma: &Gamma) -> f64 {
    gamma.cdf(x)
}

elsewhere! {
    fn first(both: &(Normal, Gamma)) -> &Normal {
        &both.0
    }
}

#[jacobian(rule(Normal::cdf(self, x) => self.0), rule(Gamma::cdf(self, x) => 1.0))]
fn of_two_types(x: f64, both: &(Normal, Gamma)) -> f64 {
    let normal = first(both);
    normal.cdf(x)
}

#[jacobian(wrt(normal.0), rule(Normal::cdf(self, x) => self.0))]
fn of_an_active_object(normal: &Normal) -> f64 {
    Normal::cdf(normal, normal.0)
}

#[jacobian(rule(Normal::new(1.0).cdf(x) => 1.0))]
fn of_no_place(x: f64) -> f64 {
    x
}

elsewhere! {
    fn halves(x: &[f64]) -> Vec<f64> {
        x.to_vec()
    }

    fn weighted(x: &[f64], k: f64) -> f64 {
        x[0] * k
    }
}

#[jacobian(rule(halves(x: &[f64; 2]) -> Vec<f64> => [[0.5, 0.0], [0.0, 0.5]]))]
fn of_unknown_length(x: &[f64; 2]) -> f64 {
    halves(x)[0]
}

#[jacobian(wrt(k), rule(weighted(x: &[f64], k: f64) -> f64 => [x[0]]))]
fn of_unknown_columns(x: &[f64], k: f64) -> f64 {
    weighted(x, k)
}

#[jacobian(wrt(x))]
fn of_lists(x: &[f64; 2], n: usize) -> f64 {
    weighted(&x[..], n as f64)
}

elsewhere! {
    struct Curve {
        at: Box<dyn Fn(f64) -> f64>,
    }
}

impl Curve {
    #[jacobian(wrt(x))]
    fn of_a_field(&self, x: f64) -> f64 {
        (self.at)(x)
    }
}

#[jacobian(wrt(x))]
fn of_elements(all: &[fn(f64) -> f64], x: f64) -> f64 {
    all.iter().map(|one| one(x)).sum()
}

#[jacobian]
fn of_a_method(x: &[f64; 2], normal: &Normal) -> f64 {
    normal.cdf(x[0]) + normal.weighted(x, 2)
}

elsewhere! {
    trait Squash {
        fn squash(self, scale: f64) -> f64;
    }

    impl Squash for f64 {
        fn squash(self, scale: f64) -> f64 {
            self * scale
        }
    }
}

#[jacobian(rule(Squash::squash(self, k) => (k, _)))]
fn of_a_number(x: f64) -> f64 {
    x.squash(2.0)
}

elsewhere! {
    fn chosen() -> fn(f64) -> f64 {
        f64::sin
    }
}

#[jacobian]
fn of_no_name(x: f64) -> f64 {
    chosen()(x)
}

#[jacobian(wrt(x))]
fn changed_in_condition(mut x: f64, normal: &Normal) -> f64 {
    if normal.shift(&mut x) { x } else { 2.0 * x }
}

fn main() {}
