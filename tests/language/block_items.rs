//! Types, traits and constants inside of inlined functions and of blocks; variants by `use`;
//! alternatives inside of patterns.

use jacobian_runtime::jacobian;

use crate::support::check;

#[jacobian]
mod blocks {
    use jacobian_runtime::jacobian;

    /// Helpers below have others of these names.
    #[derive(Clone, Copy)]
    struct Coef {
        q: f64,
    }
    const SCALE: f64 = 7.0;

    fn outer(a: f64) -> f64 {
        let k = Coef { q: a };
        k.q * SCALE
    }

    fn series(a: f64) -> f64 {
        struct Coef {
            c: f64,
            n: i32,
        }
        impl Coef {
            const UNIT: f64 = 0.5;
            fn at(&self, v: f64) -> f64 {
                self.c * v.powi(self.n) * Self::UNIT
            }
        }
        const ALL: [Coef; 2] = [Coef { c: 1.0, n: 2 }, Coef { c: -0.25, n: 3 }];
        const SCALE: f64 = 2.0;
        static SHIFT: [(f64, i32); 2] = [(0.1, 1), (0.2, 3)];
        let shifted: f64 = SHIFT.iter().map(|&(c, n)| c * a.powi(n)).sum();
        ALL.iter().map(|k| k.at(a)).sum::<f64>() * SCALE + shifted
    }

    struct Planet {
        mass: f64,
    }
    impl Planet {
        fn pull(&self, h: f64) -> f64 {
            struct Layer {
                top: f64,
                k: f64,
            }
            const LAYERS: [Layer; 2] = [Layer { top: 0.5, k: 1.0 }, Layer { top: 9.0, k: 2.0 }];
            let layer = LAYERS
                .iter()
                .find(|layer| h < layer.top)
                .unwrap_or(&LAYERS[1]);
            self.mass * layer.k / (1.0 + h * h)
        }
    }

    #[jacobian]
    pub(super) fn helpers(x: &[f64; 2]) -> [f64; 2] {
        let planet = Planet { mass: x[0] };
        let sum = {
            trait Shape {
                fn area(&self) -> f64;
            }
            struct Coef(f64);
            impl Shape for Coef {
                fn area(&self) -> f64 {
                    self.0 * self.0
                }
            }
            type Pair = (f64, f64);
            let pair: Pair = (x[0], x[1]);
            Coef(x[1]).area() + pair.0 * pair.1
        };
        [outer(x[0]) + series(x[1]), planet.pull(x[1]) * sum]
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Kind {
        Low,
        Mid(f64),
        High { v: f64, n: u32 },
    }
    use Kind::*;

    fn kind(a: f64, b: f64) -> Kind {
        if a > 1.0 {
            Low
        } else if b > 0.5 {
            Mid(a * b)
        } else {
            High { v: b - a, n: 2 }
        }
    }

    fn signed(a: f64) -> f64 {
        use Side::{Left, Right};
        enum Side {
            Left,
            Right(f64),
        }
        let side = if a > 0.7 { Left } else { Right(a * a) };
        match side {
            Left => a,
            Right(v) => -v,
        }
    }

    /// In each alternative a name is another part.
    #[jacobian]
    pub(super) fn alternatives(x: &[f64; 2]) -> [f64; 4] {
        let (mut k, l) = (kind(x[0], x[1]), kind(x[1], x[0]));
        let both = match (k, l) {
            (Mid(v) | High { v, n: 1 | 2 }, Mid(w) | High { v: w, .. }) if v > w => v * w,
            (Low, Mid(v)) | (Mid(v) | High { v, .. }, Low) => v,
            (Mid(v), _) | (_, Mid(v)) => v * x[0],
            _ => x[1],
        };
        let maybe = if x[0] > 0.0 { Some(l) } else { None };
        let inside = match maybe {
            Some(Mid(v) | High { v, .. }) => v * v,
            Some(Low) | None => x[0],
        };
        if let Mid(v) | High { v, .. } = &mut k {
            *v += x[1];
        }
        let (Mid(v) | High { v, .. }) = k else {
            return [both, inside, x[0] * x[1], signed(x[0])];
        };
        let asked = matches!((k, l), (Mid(p) | High { v: p, .. }, Mid(q)) if p > q);
        [
            both,
            inside,
            v * if asked { x[0] } else { 2.0 },
            signed(x[1]),
        ]
    }

    /// References to two enums.
    #[jacobian]
    pub(super) fn changed(x: &[f64; 2]) -> [f64; 2] {
        let (mut k, mut l) = (kind(x[0], x[1]), kind(x[1], x[0]));
        match (&mut k, &mut l) {
            (Mid(v) | High { v, .. }, Mid(w) | High { v: w, .. }) => {
                *v += *w;
                *w *= 2.0;
            }
            (Low, Mid(v)) | (Mid(v), Low) => *v *= x[0],
            _ => {}
        }
        [k, l].map(|kind| match kind {
            Low => x[0],
            Mid(v) | High { v, .. } => v * x[1],
        })
    }
}

/// The same without a module.
#[jacobian]
fn alone(x: &[f64; 2]) -> [f64; 1] {
    fn helper(a: f64) -> f64 {
        #[derive(Clone, Copy)]
        struct State {
            p: f64,
            v: f64,
        }
        impl State {
            fn step(self, h: f64) -> State {
                State {
                    p: self.p + h * self.v,
                    v: self.v - h * self.p,
                }
            }
        }
        let mut s = State { p: a, v: 1.0 };
        for _ in 0..3 {
            s = s.step(0.1);
        }
        s.p * s.v
    }
    let mut sum = helper(x[0]);
    for i in 0..2 {
        struct State(f64);
        const WEIGHTS: [f64; 2] = [0.5, 2.0];
        let s = State(x[i] * WEIGHTS[i]);
        sum *= s.0;
    }
    [sum]
}

#[test]
fn items_of_blocks_and_imported_variants() {
    use blocks::{
        alternatives, alternatives_with_jacobian, changed, changed_with_jacobian, helpers,
        helpers_with_jacobian,
    };
    for at in [
        [0.3, 0.9],
        [0.8, 0.2],
        [1.5, 0.4],
        [0.4, 1.5],
        [1.2, 1.4],
        [0.6, 0.65],
        [-0.4, 0.8],
        [0.75, -0.3],
    ] {
        check!(helpers with helpers_with_jacobian at at);
        check!(alternatives with alternatives_with_jacobian at at);
        check!(changed with changed_with_jacobian at at);
        check!(alone with alone_with_jacobian at at);
    }
}
