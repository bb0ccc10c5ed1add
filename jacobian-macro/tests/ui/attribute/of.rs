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

#[jacobian]
mod inner {
    struct Largest {
        at: usize,
        kept: Vec<f64>,
    }

    impl Largest {
        fn add(&mut self, x: f64) -> f64 {
            self.kept[self.at] = x;
            self.at += 1;
            x * x
        }
    }

    struct Both {
        largest: Largest,
    }

    impl Both {
        #[jacobian(wrt(x))]
        fn inside(&mut self, x: f64) -> f64 {
            self.largest.add(x)
        }
    }
}

fn main() {}
