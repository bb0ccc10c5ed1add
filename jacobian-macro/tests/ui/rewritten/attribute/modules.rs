use jacobian_runtime::jacobian;

#[jacobian(order = reverse)]
mod options {
    #[jacobian(wrt(x))]
    pub fn f(x: f64) -> f64 {
        x
    }
}

#[jacobian]
mod empty {
    pub fn count(n: usize) -> usize {
        n
    }

    #[jacobian]
    pub fn square(x: f64) -> f64 {
        x * x
    }
}

struct Scale(f64);

#[jacobian]
impl Scale {
    fn times(&self, n: usize) -> usize {
        n * self.0 as usize
    }

    #[jacobian]
    fn scaled(&self, x: f64) -> f64 {
        x * self.0
    }
}

#[jacobian]
mod handed_down {
    pub struct Gain(f64);

    impl Gain {
        #[jacobian(wrt(x))]
        pub fn times(&self, x: f64) -> f64 {
            self.0 * x
        }
    }
}

#[jacobian]
mod of_a_trait {
    pub trait Law {
        fn force(&self, x: f64) -> f64;
        fn name(&self) -> String;
    }

    pub struct Spring {
        k: f64,
    }

    impl Law for Spring {
        #[jacobian(wrt(x))]
        fn force(&self, x: f64) -> f64 {
            self.k * x
        }
        fn name(&self) -> String {
            String::new()
        }
    }
}

#[jacobian]
mod names {
    use std::cell::Cell;
    use std::sync::Mutex;

    static RATE: Mutex<f64> = Mutex::new(2.0);

    fn scaled(x: f64) -> f64 {
        x * *self::RATE.lock().unwrap()
    }

    fn moved(x: f64) -> f64 {
        x + Cell::new(1.0).get()
    }

    #[jacobian(wrt(x))]
    #[allow(non_snake_case)]
    pub fn taken(x: f64, rate: f64) -> f64 {
        scaled(x) + rate
    }

    #[jacobian]
    pub fn foreign(x: f64) -> f64 {
        moved(x) * x
    }

    fn even(x: f64, n: usize) -> f64 {
        if n == 0 { x } else { odd(x, n - 1) }
    }

    fn odd(x: f64, n: usize) -> f64 {
        if n == 0 { -x } else { even(x, n - 1) }
    }

    #[jacobian]
    pub fn recursive(x: f64) -> f64 {
        even(x, 3)
    }
}

fn main() {}
