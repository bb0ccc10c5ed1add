//! Integers known at expansion: their types decide the results of some methods.

use jacobian_runtime::jacobian;

use crate::support::{check, compare};

const AT: [f64; 3] = [0.7, 1.3, -0.4];

#[jacobian]
fn signed(x: &[f64; 3]) -> f64 {
    const STEPS: i32 = 3;
    let many: i64 = 3;
    let mut sum = 0.0;
    for k in 0..STEPS {
        match k.checked_sub(1) {
            Some(before) => sum += x[k as usize] * f64::from(before),
            None => sum += 100.0 * x[0],
        }
    }
    for k in (0..many).rev() {
        sum += match k.checked_sub(2) {
            Some(before) => x[2] * before as f64,
            None => 50.0 * x[1],
        };
    }
    let pairs: [(i8, usize); 2] = [(0, 1), (2, 2)];
    for (k, at) in pairs {
        let below = k.saturating_sub(1);
        sum += x[at] * f64::from(below) + x[at.saturating_sub(2)] * f64::from(k.pow(2) - 1);
    }
    sum
}

#[jacobian]
fn unsigned(x: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += x[i] * x[i.saturating_sub(1)] * (1 << i) as f64;
        if let Some(before) = i.checked_sub(1) {
            sum += x[(i ^ 1) & 1] * x[before] * x[2 - i];
        }
    }
    sum
}

#[jacobian]
mod module {
    const OFFSETS: [i32; 3] = [0, 1, 2];

    #[jacobian]
    pub(super) fn offsets(x: &[f64; 3]) -> f64 {
        let mut sum = 0.0;
        for k in OFFSETS {
            if let Some(before) = k.checked_sub(1) {
                sum += x[0] * f64::from(before);
            } else {
                sum -= x[1];
            }
        }
        sum * x[2]
    }
}

struct Model {
    k: f64,
}

#[jacobian]
impl Model {
    const STEPS: usize = Self::HALF * 2;
    const HALF: usize = 2;
    const WEIGHTS: [f64; 4] = [0.1, 0.2, 0.3, 0.4];

    #[jacobian]
    fn run(&self, x: &[f64; 3]) -> f64 {
        let mut y = x[0];
        for i in 0..Self::STEPS {
            y = y * x[1] + Self::WEIGHTS[i] * x[2];
        }
        y * self.k
    }
}

#[jacobian]
mod doubled {
    pub(super) struct Of<T> {
        pub(super) k: T,
    }

    impl Of<f32> {
        fn scaled(&self, v: f64) -> f64 {
            v + f64::from(self.k)
        }
        const N: usize = 1;
        pub(super) fn plain(&self, v: f64) -> f64 {
            self.scaled(v) * Self::N as f64
        }
    }

    impl Of<f64> {
        fn scaled(&self, v: f64) -> f64 {
            2.0 * v * self.k
        }
        const N: usize = 2;

        #[jacobian(wrt(x))]
        pub(super) fn served(&self, x: &[f64; 3], y: f64) -> f64 {
            x[0] * self.scaled(y) * x[1] * Self::N as f64
        }
    }
}

/// Checks a function of one row.
macro_rules! check_row {
    ($name:literal, $value:expr, $generated:expr) => {
        compare(
            $name,
            AT,
            |x| [$value(x)],
            |x| {
                let (value, jacobian) = $generated(x);
                ([value], jacobian.to_dense())
            },
        )
    };
}

#[test]
fn methods_of_integers_follow_their_types() {
    check_row!("signed", signed, signed_with_jacobian);
    check_row!("unsigned", unsigned, unsigned_with_jacobian);
    check_row!(
        "of a module",
        module::offsets,
        module::offsets_with_jacobian
    );
}

#[test]
fn constants_of_the_impl_are_bounds() {
    let model = Model { k: 1.5 };
    check_row!("of an impl", |x| model.run(x), |x| model
        .run_with_jacobian(x));
}

#[test]
fn what_a_type_has_twice_is_left_to_rustc() {
    let of = doubled::Of { k: 1.5 };
    check_row!("doubled", |x| of.served(x, 0.5), |x| of
        .served_with_jacobian(x, 0.5));
    assert!((doubled::Of { k: 0.5_f32 }.plain(1.0) - 1.5).abs() < 1e-12);
}

/// Linear interpolation in a table, the place found by arithmetic.
#[jacobian(wrt(x))]
fn interpolated(x: &[f64; 2], t: &[f64], h: f64) -> [f64; 2] {
    const SQUARES: [f64; 5] = [0.0, 1.0, 4.0, 9.0, 16.0];
    let i = (x[0] / h).floor() as usize;
    let w = x[0] / h - i as f64;
    let j = (x[1] as usize).min(SQUARES.len() - 2);
    let steep = SQUARES[j + 1] - SQUARES[j];
    [
        t[i] * (1.0 - w) + t[i + 1] * w + t[(x[0] * x[1]) as usize] * x[1],
        SQUARES[j] + (x[1] - j as f64) * steep,
    ]
}

#[jacobian]
fn reduced(x: &[f64; 2]) -> [f64; 2] {
    let n = (x[0] / 0.75).round() as i64;
    let rest = x[0] - n as f64 * 0.75;
    let chosen = match (x[1] as i32) % 3 {
        0 => rest.sin(),
        1 | 2 => rest * x[1],
        _ => rest * rest,
    };
    [
        if n % 2 == 0 { rest } else { -rest * x[1] },
        chosen * f64::from(x[1] as u8),
    ]
}

#[test]
fn integers_of_active_values_are_inactive() {
    let table = [0.5, 1.5, -1.0, 2.0, 0.25, 3.0];
    for at in [[0.7, 1.3], [1.9, 2.2], [0.1, 0.4]] {
        check!(interpolated with interpolated_with_jacobian at at; &table, 0.5);
        check!(reduced with reduced_with_jacobian at at);
    }
}

#[jacobian]
mod counted {
    use jacobian_runtime::jacobian;

    struct Solver {
        y: f64,
        h: f64,
        steps: usize,
        rejected: usize,
    }

    impl Solver {
        fn attempt(&mut self, k: f64) -> bool {
            if self.h * k.abs() > 0.2 {
                self.h *= 0.5;
                self.rejected += 1;
                return false;
            }
            self.y += self.h * k * self.y;
            self.steps += 1;
            true
        }

        fn tries(&self) -> usize {
            self.steps + self.rejected
        }
    }

    /// Integer fields beside active ones stay integers, also when they are added.
    #[jacobian(wrt(x))]
    pub(super) fn of_fields(x: &[f64; 2], n: usize) -> [f64; 3] {
        let mut solver = Solver {
            y: x[0],
            h: 0.3,
            steps: 0,
            rejected: 0,
        };
        let mut all = 0;
        for _ in 0..n {
            solver.attempt(x[1]);
            all += solver.tries();
        }
        let cost = solver.steps + 100 * solver.rejected + solver.steps * solver.rejected;
        let mean = all as f64 / (solver.steps + 1) as f64;
        [solver.y, cost as f64, mean * x[0]]
    }
}
use counted::{of_fields, of_fields_with_jacobian};

#[test]
fn integer_fields_are_counted_with() {
    for at in [[0.7, 1.3], [-0.4, 0.3]] {
        for n in 0..5 {
            check!(of_fields with of_fields_with_jacobian at at; n);
        }
    }
}
