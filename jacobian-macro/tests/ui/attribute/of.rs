use jacobian_runtime::jacobian;

struct Filter {
    state: f64,
    gain: f64,
}

impl Filter {
    #[jacobian(of(self))]
    fn whole(&mut self, x: f64) {
        self.state = x;
    }

    #[jacobian(of(self.state))]
    fn not_changed(&self, x: f64) -> f64 {
        x * self.state
    }

    #[jacobian(of(self.state))]
    fn not_listed(&mut self, x: f64) {
        self.state = x;
        self.gain = 2.0 * x;
    }

    #[jacobian]
    fn none_listed(&mut self, x: f64) -> f64 {
        self.gain *= x;
        x
    }
}

fn main() {}
