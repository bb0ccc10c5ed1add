//! Types that only the place of an expression says: `f32` by a declaration, `into` by a field,
//! references by a pattern, variants by an import.

use crate::support::{check, compare};

/// Types whose definitions the attribute does not see.
mod elsewhere {
    #[derive(Clone, Debug)]
    pub(super) struct Plant {
        pub(super) name: String,
        pub(super) gain: f64,
        pub(super) n: u8,
    }

    pub(super) struct Tagged(pub(super) String, pub(super) f64);

    pub(super) enum Part {
        Named { text: String, value: f64 },
        Empty,
    }
}

#[jacobian_runtime::jacobian]
mod widths {
    pub(super) type Single = f32;

    #[derive(Clone, Debug)]
    pub(super) struct Filter {
        pub(super) gain: f32,
        pub(super) gains: [f32; 2],
        pub(super) rest: Option<f32>,
        pub(super) list: Vec<f32>,
        pub(super) single: Single,
        pub(super) y: f64,
    }

    struct Pair<T> {
        k: T,
        y: f64,
    }

    fn scaled(k: f32, x: f64) -> f64 {
        x * k as f64
    }

    fn scaled_too(k: Single, x: f64) -> f64 {
        x * k as f64 * (k * k) as f64
    }

    fn filter(x: f64) -> Filter {
        Filter {
            gain: 0.3,
            gains: [0.1, 0.2],
            rest: Some(0.7),
            list: vec![0.6, 0.9],
            single: 0.4,
            y: x,
        }
    }

    #[jacobian]
    pub(super) fn fields(x: &[f64; 2]) -> [f64; 2] {
        let mut s = filter(x[0]);
        s.gain += 0.2;
        s.gains[1] *= 1.1;
        if x[1] > 1.0 {
            s.single = 0.7;
            s.gain -= 0.1 * s.single;
        }
        let rest = f64::from(s.rest.unwrap_or(0.1)) * f64::from(s.list[1]);
        let sum = s.gain + s.gains[1] + s.single;
        [s.y * sum as f64, x[1] * rest * s.y]
    }

    #[jacobian]
    pub(super) fn declared(x: &[f64; 2]) -> [f64; 2] {
        let list = [0.1f32, 0.2];
        let pair: Pair<f32> = Pair { k: 0.1, y: x[0] };
        let by_closure = |k: f32| x[1] * k as f64;
        let literal = 0.3;
        let own: Single = 0.7;
        let computed = 0.1 + 0.2;
        [
            x[0] * list[1] as f64 + by_closure(0.6) + x[1] * own as f64,
            scaled(0.3, x[0])
                + scaled_too(0.9, x[1])
                + scaled(literal, x[0])
                + scaled(computed, x[1])
                + pair.y * pair.k as f64,
        ]
    }
}

#[jacobian_runtime::jacobian]
fn open_fields(x: &[f64; 2]) -> [f64; 2] {
    use elsewhere::{Part, Plant, Tagged};
    let mut plant = Plant {
        name: "plant".into(),
        gain: x[0],
        n: 2,
    };
    let Tagged(tag, value) = Tagged(Default::default(), x[1]);
    let part = Part::Named {
        text: "long".into(),
        value: x[0] * value,
    };
    if x[1] > 1.0 {
        plant.name = "other plant".into();
    }
    let [text, value] = match part {
        Part::Named { text, value } => [text.len() as f64, value],
        Part::Empty => [0.0, 0.0],
    };
    let n = (plant.name.len() + tag.len()) as f64;
    [plant.gain * n * plant.n as f64, text * value]
}

#[jacobian_runtime::jacobian]
mod references {
    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct LowPass {
        pub(super) y: f64,
        pub(super) a: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    pub(super) struct Device {
        pub(super) filter: LowPass,
        pub(super) k: f64,
        pub(super) names: Vec<String>,
    }

    impl Device {
        #[jacobian(wrt(x), of(self.filter.y))]
        pub(super) fn step(&mut self, x: f64) -> f64 {
            let LowPass { y, a } = &mut self.filter;
            *y += *a * (x - *y);
            let Device { filter, names, k } = self;
            names.push("step".to_string());
            let LowPass { y, .. } = filter;
            *y *= 2.0;
            *k * *y * names.len() as f64
        }

        #[jacobian(wrt(self.filter.a, self.k))]
        pub(super) fn read(&self) -> f64 {
            let Device {
                k,
                names,
                filter: LowPass { y, .. },
            } = &self;
            let LowPass { a, y: same } = &self.filter;
            *k * *a * *y * names.len() as f64 + *same
        }
    }
}

#[jacobian_runtime::jacobian]
mod imported {
    use Speed::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(super) enum Shape {
        Flat,
        Round,
        Bent(f64),
    }

    #[derive(Clone, Copy, Debug)]
    pub(super) enum Speed {
        Fast,
        Slow,
    }

    fn size(shape: Shape, x: f64) -> f64 {
        use Shape::{Bent, Flat, Round as Ball};
        match shape {
            Flat => x,
            Ball => x * x,
            Bent(k) => k * x,
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn sizes(x: &[f64; 2], speed: Speed) -> [f64; 2] {
        use self::Shape::*;
        let shape = if x[0] > 1.0 {
            Flat
        } else if matches!(speed, Fast) {
            Round
        } else {
            Bent(x[1])
        };
        let factor = match speed {
            Fast => 2.0,
            Slow => x[1],
        };
        let other = if shape == Round { Flat } else { shape };
        [size(shape, x[1]) * factor, size(other, x[0])]
    }
}

#[jacobian_runtime::jacobian]
fn compared(x: &[f64; 2], y: &[f64; 2]) -> [f64; 2] {
    let s = x[0] * y[1];
    let first = if x.iter().eq(y.iter()) {
        x[0] * y[0]
    } else if x.iter().map(|v| v * 2.0).lt(y.iter().copied()) {
        x[1] * x[1]
    } else {
        s
    };
    let second = match x.iter().map(|v| v * s).partial_cmp(y.iter().map(|v| v * v)) {
        Some(std::cmp::Ordering::Less) => s * s,
        Some(_) => x[1],
        None => 0.0,
    };
    [first, second + if x.iter().ge(y) { s } else { 1.0 }]
}

#[jacobian_runtime::jacobian]
mod arguments {
    #[derive(Clone, Copy)]
    struct Pair {
        a: f64,
        b: f64,
    }

    impl From<[f64; 2]> for Pair {
        fn from([a, b]: [f64; 2]) -> Self {
            Self { a, b }
        }
    }

    impl Pair {
        fn cross(self, other: Self) -> f64 {
            self.a * other.b - self.b * other.a
        }

        fn sum(first: Self, count: u8) -> f64 {
            (first.a + first.b) * count as f64
        }
    }

    #[jacobian]
    pub(super) fn converted(x: &[f64; 2]) -> [f64; 2] {
        let (mut count, mut other) = (250u8, -100i8);
        for _ in 0..3 {
            count = count.wrapping_add(3);
            other = other.wrapping_mul(3).saturating_sub(20);
        }
        let third = count.checked_div(2).unwrap_or(1).saturating_mul(100);
        let own = Pair::from([x[1], 2.0]);
        [
            own.cross((*x).into()) * count as f64,
            Pair::sum((*x).into(), third) * x[0] * other as f64,
        ]
    }
}

#[jacobian_runtime::jacobian(wrt(x))]
fn chosen_indices(x: &[f64; 3]) -> [f64; 2] {
    let mut chosen = Vec::new();
    for i in 0..3 {
        if x[i] > 0.5 {
            chosen.push(i);
        }
    }
    let (mut sum, mut other) = (0.0, 0.0);
    for i in &chosen {
        sum += x[*i] * x[2];
    }
    for i in chosen.iter() {
        other += x[*i] * *i as f64;
    }
    [sum, other + chosen.iter().map(|&i| x[i]).sum::<f64>()]
}

#[test]
fn numbers_have_the_width_that_their_place_says() {
    use arguments::{converted, converted_with_jacobian};
    use widths::{declared, declared_with_jacobian, fields, fields_with_jacobian};
    for at in [[0.7, 1.3], [1.4, 0.6]] {
        check!(converted with converted_with_jacobian at at);
        check!(fields with fields_with_jacobian at at);
        check!(declared with declared_with_jacobian at at);
        check!(open_fields with open_fields_with_jacobian at at);
    }
}

#[test]
fn patterns_on_references_bind_references() {
    use references::{Device, LowPass};
    let device = |y: f64, a: f64, k: f64| Device {
        filter: LowPass { y, a },
        k,
        names: vec!["first".to_string()],
    };
    compare(
        "step",
        [0.8],
        |x| {
            let mut device = device(0.4, 0.3, 1.7);
            let value = device.step(x[0]);
            [value, device.filter.y]
        },
        |x| {
            let mut device = device(0.4, 0.3, 1.7);
            let (value, jacobian) = device.step_with_jacobian(x[0]);
            assert_eq!(device.names.len(), 2);
            ([value, device.filter.y], jacobian.to_dense())
        },
    );
    compare(
        "read",
        [0.3, 1.7],
        |x| [device(0.4, x[0], x[1]).read()],
        |x| {
            let (value, jacobian) = device(0.4, x[0], x[1]).read_with_jacobian();
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn variants_are_known_by_their_imports() {
    use imported::{Speed, sizes, sizes_with_jacobian};
    for at in [[0.7, 1.3], [1.4, 0.6]] {
        for speed in [Speed::Fast, Speed::Slow] {
            check!(sizes with sizes_with_jacobian at at; speed);
        }
    }
}

#[test]
fn iterators_are_compared_and_items_are_references() {
    for at in [
        [0.7, 1.3, 0.8, 0.9],
        [1.4, 0.6, 0.3, 0.4],
        [0.2, 0.1, 0.9, 0.7],
    ] {
        compare(
            "compared",
            at,
            |x| compared(&[x[0], x[1]], &[x[2], x[3]]),
            |x| {
                let (value, jacobian) = compared_with_jacobian(&[x[0], x[1]], &[x[2], x[3]]);
                (value, jacobian.to_dense())
            },
        );
    }
    for at in [[0.7, 1.3, 0.2], [0.4, 0.6, 0.9], [0.1, 0.2, 0.3]] {
        check!(chosen_indices with chosen_indices_with_jacobian at at);
    }
}

/// Arrays whose length the end of a branch or of a block, or a parameter behind a reference, says.
#[jacobian_runtime::jacobian]
mod lengths_of_ends {
    use std::array;

    fn dot(a: &[f64; 3], b: [f64; 3]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    fn scaled(x: &[f64; 3], n: usize) -> [f64; 3] {
        if n == 0 {
            *x
        } else if x[0] > 1.0 {
            let k = x[1] * x[2];
            array::from_fn(|i| k * x[i])
        } else {
            match n {
                1 => array::from_fn(|i| x[i].sin()),
                2 => *x,
                _ => {
                    let k = x[0];
                    array::from_fn(|i| k / x[i])
                }
            }
        }
    }

    #[jacobian(wrt(x))]
    pub(super) fn ends(x: &[f64; 3], n: usize) -> [f64; 2] {
        let scaled = scaled(x, n);
        let product = dot(&array::from_fn(|i| x[i] * x[0]), scaled);
        let block = dot(x, {
            let k = x[1];
            array::from_fn(|i| k - scaled[i])
        });
        [product, block]
    }
}

#[test]
fn the_ends_of_branches_say_how_long_arrays_are() {
    use lengths_of_ends::{ends, ends_with_jacobian};
    for at in [[0.7, 1.3, 0.2], [1.4, 0.6, 0.9]] {
        for n in 0..4 {
            check!(ends with ends_with_jacobian at at; n);
        }
    }
}
