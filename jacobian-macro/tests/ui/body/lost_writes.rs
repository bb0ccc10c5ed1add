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
        #[jacobian(wrt(x))]
        pub fn items(&mut self, x: f64) -> f64 {
            for item in self.all.iter_mut() {
                item.k *= x;
            }
            self.all[0].k
        }

        #[jacobian(wrt(x))]
        pub fn closures(&mut self, x: f64) -> f64 {
            self.all.iter_mut().for_each(|each| each.k *= x);
            self.all[0].k
        }

        #[jacobian(wrt(x))]
        pub fn methods(&mut self, x: f64) -> f64 {
            if let Some(first) = self.all.first_mut() {
                first.soften(x);
            }
            self.all[0].k
        }

        #[jacobian(wrt(x))]
        pub fn options(&mut self, x: f64) -> f64 {
            match self.last {
                Some(ref mut last) => last.k = x,
                None => {}
            }
            x
        }

        #[jacobian(wrt(x))]
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
        println!("{}", tank.add(x));
        tank.level
    }

    #[jacobian]
    pub fn measured(x: f64) -> f64 {
        let mut tank = Tank { level: x };
        let text = tank.add(2.0).to_string();
        tank.level * text.len() as f64
    }
}

#[jacobian]
mod dropped {
    struct Doubled<'a>(&'a mut f64);

    impl Drop for Doubled<'_> {
        fn drop(&mut self) {
            *self.0 *= 2.0;
        }
    }

    #[jacobian]
    pub fn doubled(x: f64) -> f64 {
        let mut y = x;
        {
            let inside = Doubled(&mut y);
            *inside.0 += 1.0;
        }
        y
    }
}
