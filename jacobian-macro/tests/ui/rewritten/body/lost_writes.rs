//! Writes of active values through references of the user's own code, which would be lost.

use jacobian_runtime::jacobian;

fn main() {}

#[jacobian]
mod springs {
    #[derive(Clone, Copy)]
    pub struct Spring {
        k: f64,
    }

    impl Spring {
        fn soften(&mut self, x: f64) {
            self.k *= x;
        }
    }

    pub struct Chain {
        all: Vec<Spring>,
        last: Option<Spring>,
    }

    impl Chain {
        #[jacobian(wrt(x), of(self.all), dim(self.all = 3))]
        pub fn items(&mut self, x: f64) -> f64 {
            for item in self.all.iter_mut() {
                item.k *= x;
            }
            self.all[0].k
        }

        #[jacobian(wrt(x), of(self.all), dim(self.all = 3))]
        pub fn closures(&mut self, x: f64) -> f64 {
            self.all.iter_mut().for_each(|each| each.k *= x);
            self.all[0].k
        }

        #[jacobian(wrt(x), of(self.all), dim(self.all = 3))]
        pub fn methods(&mut self, x: f64) -> f64 {
            if let Some(first) = self.all.first_mut() {
                first.soften(x);
            }
            self.all[0].k
        }

        #[jacobian(wrt(x), of(self.last))]
        pub fn options(&mut self, x: f64) -> f64 {
            match &mut self.last {
                Some(last) => last.k = x,
                None => {}
            }
            x
        }

        #[jacobian(wrt(x), of(self.all), dim(self.all = 3))]
        pub fn pairs(&mut self, x: &[f64; 2]) -> f64 {
            for (paired, x) in self.all.iter_mut().zip(x) {
                paired.k = *x;
            }
            self.all[0].k
        }
    }
}

#[jacobian]
mod tanks {
    pub struct Tank {
        level: f64,
    }

    impl Tank {
        fn add(&mut self, v: f64) -> f64 {
            self.level += v;
            self.level
        }
    }

    #[jacobian]
    pub fn printed(x: f64) -> f64 {
        let mut tank = Tank { level: x };
        let v = tank.add(x);
        println!("{}", v);
        tank.level
    }

    #[jacobian]
    pub fn measured(x: f64) -> f64 {
        let mut tank = Tank { level: x };
        let v = tank.add(2.0);
        let text = v.to_string();
        tank.level * text.len() as f64
    }
}

#[jacobian]
mod dropped {
    struct Doubled<'a>(&'a mut f64);

    impl Doubled<'_> {
        fn end(&mut self) {
            *self.0 *= 2.0;
        }
    }

    #[jacobian]
    pub fn doubled(x: f64) -> f64 {
        let mut y = x;
        {
            let mut inside = Doubled(&mut y);
            *inside.0 += 1.0;
            inside.end();
        }
        y
    }
}
