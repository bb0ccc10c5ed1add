//! Lists in fields that have another length after the call: `push`, `clear`, a buffer that drops
//! its oldest number. The rows are the numbers that the call leaves.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod buffers {
    use std::collections::VecDeque;

    #[derive(Clone)]
    pub(super) struct Body {
        pub(super) at: [f64; 2],
        pub(super) mass: f64,
    }

    #[derive(Clone)]
    pub(super) struct Buffers {
        pub(super) history: Vec<f64>,
        pub(super) recent: VecDeque<f64>,
        pub(super) pairs: Vec<[f64; 2]>,
        pub(super) bodies: Vec<Body>,
        pub(super) slopes: Vec<f64>,
        pub(super) total: f64,
        pub(super) size: usize,
    }

    impl Buffers {
        #[jacobian(wrt(self.history, self.total, x), dim(self.history = 2))]
        pub(super) fn record(&mut self, x: f64) -> f64 {
            self.history.push(x * self.history[1]);
            self.total += x * x;
            self.total / self.history.len() as f64
        }

        #[jacobian(wrt(self.recent, self.total, x), dim(self.recent = 2), const(self.size = 2))]
        pub(super) fn slide(&mut self, x: f64) -> f64 {
            if self.recent.len() == self.size {
                let old = self.recent.pop_front().unwrap();
                self.total -= old;
            }
            self.recent.push_back(x.sin());
            self.recent.push_back(x * self.recent[0]);
            self.total += x;
            self.total * self.recent.iter().sum::<f64>()
        }

        #[jacobian(wrt(self.history, x), of(self.slopes), dim(self.history = 3, self.slopes = 3))]
        pub(super) fn differentiate(&mut self, x: f64) {
            let n = self.history.len();
            self.slopes.clear();
            for i in 0..n - 1 {
                self.slopes
                    .push((self.history[i + 1] - self.history[i]) / x);
            }
        }

        #[jacobian(dim(self.bodies = 1, self.pairs = 1))]
        pub(super) fn add(&mut self, x: f64) {
            for body in &mut self.bodies {
                body.at[0] += x * body.mass;
            }
            let mass = self.bodies[0].mass + x;
            self.bodies.push(Body {
                at: [x, 2.0 * x],
                mass,
            });
            self.pairs.insert(0, [x, x * x]);
        }
    }
}

use buffers::{Body, Buffers};

fn buffers(x: &[f64]) -> Buffers {
    Buffers {
        history: x[..x.len().min(3)].to_vec(),
        recent: x[..2].iter().copied().collect(),
        pairs: vec![[x[0], x[1]]],
        bodies: vec![Body {
            at: [x[0], x[1]],
            mass: x[2],
        }],
        slopes: vec![7.0; 3],
        total: x[2],
        size: 2,
    }
}

#[test]
fn a_list_is_longer_or_shorter_after_the_call() {
    let with = |x: &[f64; 4]| Buffers {
        history: x[..2].to_vec(),
        ..buffers(x)
    };
    let recorded = |value: f64, after: &Buffers| {
        let [a, b, c] = after.history[..] else {
            panic!()
        };
        [value, a, b, c, after.total]
    };
    compare(
        "record",
        [0.7, 1.3, 0.4, 0.9],
        |x| {
            let mut after = with(x);
            recorded(after.record(x[3]), &after)
        },
        |x| {
            let mut after = with(x);
            let (value, jacobian) = after.record_with_jacobian(x[3]);
            (recorded(value, &after), jacobian.to_dense())
        },
    );
    let slid = |value: f64, after: &Buffers| {
        assert_eq!(after.recent.len(), 3);
        let recent = &after.recent;
        [value, recent[0], recent[1], recent[2], after.total]
    };
    compare(
        "slide",
        [0.7, 1.3, 0.4, 0.9],
        |x| {
            let mut after = buffers(x);
            slid(after.slide(x[3]), &after)
        },
        |x| {
            let mut after = buffers(x);
            let (value, jacobian) = after.slide_with_jacobian(x[3]);
            (slid(value, &after), jacobian.to_dense())
        },
    );
    compare(
        "differentiate",
        [0.7, 1.3, 0.4, 0.9],
        |x| {
            let mut after = buffers(x);
            after.differentiate(x[3]);
            [after.slopes[0], after.slopes[1]]
        },
        |x| {
            let mut after = buffers(x);
            let jacobian = after.differentiate_jacobian(x[3]);
            assert_eq!(after.slopes.len(), 2);
            ([after.slopes[0], after.slopes[1]], jacobian.to_dense())
        },
    );
}

#[test]
fn structs_and_pairs_are_added() {
    let all = |after: &Buffers| {
        let pairs = after.pairs.iter().flatten().copied();
        let bodies = after.bodies.iter();
        let bodies = bodies.flat_map(|body| [body.at[0], body.at[1], body.mass]);
        let mut each = pairs.chain(bodies);
        let all = [(); 10].map(|()| each.next().unwrap());
        assert!(each.next().is_none());
        all
    };
    let with = |x: &[f64; 6]| Buffers {
        pairs: vec![[x[3], x[4]]],
        ..buffers(x)
    };
    compare(
        "add",
        [0.7, 1.3, 0.4, 0.9, -0.3, 0.6],
        |x| {
            let mut after = with(x);
            after.add(x[5]);
            all(&after)
        },
        |x| {
            let mut after = with(x);
            let jacobian = after.add_jacobian(x[5]);
            (all(&after), jacobian.to_dense())
        },
    );
}
