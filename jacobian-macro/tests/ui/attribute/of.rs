use jacobian_runtime::jacobian;

struct Filter {
    state: f64,
    gain: f64,
}

elsewhere! {
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

        #[jacobian(wrt(x))]
        fn replaced(&mut self, x: f64) -> f64 {
            self.largest = Largest {
                at: 0,
                kept: vec![x],
            };
            x * x
        }
    }
}

#[jacobian]
mod networks {
    pub enum Part {
        Weight(f64),
        Bias(f64),
    }

    pub struct Layer {
        w: Vec<f64>,
        name: String,
    }

    pub struct Network {
        layers: Vec<Layer>,
        part: Part,
    }

    impl Network {
        #[jacobian(of(self.part))]
        pub fn variant(&mut self, x: f64) {
            self.part = Part::Weight(x);
        }

        #[jacobian]
        pub fn list_of_structs(&mut self, x: f64) {
            self.layers[0].w[0] = x;
        }

        #[jacobian(dim(self.layers = [2, { w: 3 }]))]
        pub fn rearranged(&mut self, x: f64) {
            self.layers[0].w[0] = x;
            self.layers.swap(0, 1);
        }
    }
}

#[jacobian]
mod delays {
    pub struct Delay {
        line: [f64; 48000],
    }

    impl Delay {
        #[jacobian(wrt(x), of(self.line))]
        pub fn too_long(&mut self, x: f64, i: usize) {
            self.line[i] = x * x;
        }
    }
}

fn main() {}
