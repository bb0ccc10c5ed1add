//! Integers and lengths that the attribute gives: fields, references to integers, lists in fields.

use jacobian_runtime::jacobian;

use crate::support::compare;

struct Bond {
    coupon: f64,
    maturity: u32,
    discounts: Vec<f64>,
    quotes: Vec<(f64, f64)>,
}

impl Bond {
    /// As many payments as the fields say.
    #[jacobian(wrt(rate), const(self.maturity = 2, per_year = 2))]
    fn payments(&self, rate: f64, per_year: &u32) -> Vec<f64> {
        let n = self.maturity * *per_year;
        let mut payments = Vec::with_capacity(n as usize + 1);
        for k in 1..=n {
            payments.push(self.coupon / (1.0 + rate).powi(k as i32));
        }
        payments
    }

    /// The bound is a field beside one that is a variable, and only run time knows it.
    #[jacobian(wrt(self.coupon, rate))]
    fn price(&self, rate: f64) -> f64 {
        let mut price = 0.0;
        for t in 1..=2 * self.maturity {
            price += self.coupon / f64::powf(1.0 + rate, t.into());
        }
        price
    }

    /// The same for each element of a list in a field.
    #[jacobian(wrt(rate, shift), dim(self.discounts = 3))]
    fn discounted(&self, rate: f64, shift: f64) -> Vec<f64> {
        let mut found = vec![];
        for discount in &self.discounts {
            found.push(rate * discount + shift * rate);
        }
        found
    }
}

#[jacobian(wrt(x), dim(bond.quotes = 2))]
fn residuals(bond: &Bond, x: &[f64; 2]) -> Vec<f64> {
    let model = |at: f64| x[0] * (x[1] * at).exp();
    bond.quotes
        .iter()
        .map(|&(at, seen)| model(at) - seen)
        .collect()
}

fn bond() -> Bond {
    Bond {
        coupon: 2.5,
        maturity: 2,
        discounts: vec![0.9, 0.8, 0.7],
        quotes: vec![(0.5, 1.1), (1.5, 2.3)],
    }
}

fn rows<const M: usize>(list: Vec<f64>) -> [f64; M] {
    list.try_into().expect("M rows")
}

fn message<R>(run: impl FnOnce() -> R + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(run).err().expect("another value");
    let text = payload.downcast_ref::<&str>().expect("a message");
    (*text).to_owned()
}

#[test]
fn an_integer_field_has_the_value_that_const_gives() {
    compare(
        "payments",
        [0.05],
        |x| rows::<4>(bond().payments(x[0], &2)),
        |x| {
            let (value, jacobian) = bond().payments_with_jacobian(x[0], &2);
            (rows(value), jacobian.to_dense())
        },
    );
    let other = Bond {
        maturity: 3,
        ..bond()
    };
    let text = message(move || other.payments_jacobian(0.05, &2));
    assert_eq!(text, "`self.maturity` must be 2");
    let text = message(|| bond().payments_jacobian(0.05, &4));
    assert_eq!(text, "`per_year` must be 2");
}

#[test]
fn a_field_beside_variables_is_a_bound_at_run_time() {
    let with = |maturity: u32, coupon: f64| Bond {
        coupon,
        maturity,
        ..bond()
    };
    for maturity in [0, 1, 3] {
        compare(
            "price",
            [2.5, 0.05],
            |x| [with(maturity, x[0]).price(x[1])],
            |x| {
                let (value, jacobian) = with(maturity, x[0]).price_with_jacobian(x[1]);
                ([value], jacobian.to_dense())
            },
        );
    }
}

#[test]
fn a_list_in_a_field_has_the_length_that_dim_gives() {
    compare(
        "discounted",
        [0.05, 0.4],
        |x| rows::<3>(bond().discounted(x[0], x[1])),
        |x| {
            let (value, jacobian) = bond().discounted_with_jacobian(x[0], x[1]);
            (rows(value), jacobian.to_dense())
        },
    );
    compare(
        "residuals",
        [1.1, 0.3],
        |x| rows::<2>(residuals(&bond(), x)),
        |x| {
            let (value, jacobian) = residuals_with_jacobian(&bond(), x);
            (rows(value), jacobian.to_dense())
        },
    );
    let longer = Bond {
        discounts: vec![0.9; 4],
        ..bond()
    };
    let text = message(move || longer.discounted_jacobian(0.05, 0.1));
    assert_eq!(text, "`self.discounts` must have length 3");
}

/// A method of an object of which nothing is known may give an integer that is known.
#[jacobian]
mod systems {
    pub(super) trait System {
        fn dim(&self) -> usize;
        fn rates(&self, y: &[f64], dy: &mut [f64]);
    }

    pub(super) struct Spring {
        pub(super) stiffness: f64,
    }

    impl System for Spring {
        fn dim(&self) -> usize {
            2
        }

        fn rates(&self, y: &[f64], dy: &mut [f64]) {
            dy[0] = y[1];
            dy[1] = -self.stiffness * y[0].sin();
        }
    }

    #[jacobian(dim(y = 2), scalar(S = Spring))]
    pub(super) fn euler<S: System>(system: &S, y: &[f64], h: f64) -> Vec<f64> {
        let n = system.dim();
        let mut dy = vec![0.0; n];
        system.rates(y, &mut dy);
        (0..n).map(|i| y[i] + h * dy[i]).collect()
    }
}

#[test]
fn integers_that_methods_give_are_known() {
    let spring = systems::Spring { stiffness: 1.7 };
    let pair = |v: Vec<f64>| [v[0], v[1]];
    compare(
        "euler",
        [0.4, -0.7, 0.1],
        |x| pair(systems::euler(&spring, &x[..2], x[2])),
        |x| {
            let (value, jacobian) = systems::euler_with_jacobian(&spring, &x[..2], x[2]);
            (pair(value), jacobian.to_dense())
        },
    );
}
