//! Lists of structs with lists, and lists of different lengths, with the lengths that `dim` gives.
//! They are independents, or constants of known length.

use crate::support::compare;

#[jacobian_runtime::jacobian]
mod networks {
    use jacobian_runtime::jacobian;

    #[derive(Clone, Copy)]
    pub(super) enum Activation {
        Tanh,
        Leaky(f64),
    }

    impl Activation {
        fn at(self, x: f64) -> f64 {
            match self {
                Activation::Tanh => x.tanh(),
                Activation::Leaky(k) => {
                    if x > 0.0 {
                        x
                    } else {
                        k * x
                    }
                }
            }
        }
    }

    pub(super) struct Layer {
        pub(super) name: String,
        pub(super) w: Vec<Vec<f64>>,
        pub(super) b: Vec<f64>,
        pub(super) used: Vec<usize>,
        pub(super) activation: Activation,
    }

    pub(super) struct Network {
        pub(super) layers: Vec<Layer>,
    }

    impl Layer {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            self.w
                .iter()
                .zip(self.b.iter())
                .map(|(row, b)| {
                    let z = row.iter().zip(x.iter()).map(|(w, x)| w * x).sum::<f64>() + b;
                    self.activation.at(z)
                })
                .collect()
        }
    }

    impl Network {
        #[jacobian(
            wrt(self.layers),
            dim(self.layers = [{ w: [2, 2], b: 2, used: 1 }, { w: [1, 2], b: 1, used: 2 }], x = 2),
            prefix = by_weights
        )]
        pub(super) fn forward(&self, x: &[f64]) -> f64 {
            let mut a = x.to_vec();
            let mut sum = 0.0;
            for layer in &self.layers {
                a = layer.forward(&a);
                sum += layer.name.len() as f64 * a[layer.used[0]];
            }
            sum
        }

        #[jacobian(wrt(x), dim(self.layers = [2, { w: [2, 2], b: 2 }], x = 2))]
        pub(super) fn by_input(&self, x: &[f64]) -> Vec<f64> {
            let mut a = x.to_vec();
            for k in 0..self.layers.len() {
                let layer = &self.layers[k];
                let mut next = vec![0.0; layer.b.len()];
                for i in 0..layer.b.len() {
                    let mut z = layer.b[i];
                    for j in 0..a.len() {
                        z += layer.w[i][j] * a[j];
                    }
                    next[i] = layer.activation.at(z);
                }
                a = next;
            }
            a
        }
    }

    #[jacobian(wrt(x), dim(layers = [2, { w: [2, 2], b: 2 }], x = 2))]
    pub(super) fn free(layers: &[Layer], x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for layer in layers {
            a = layer.forward(&a);
        }
        a.iter().product()
    }

    #[jacobian(dim(rows = [[1], [3], [2]]))]
    pub(super) fn triangle(rows: &[Vec<f64>], k: f64) -> f64 {
        let mut sum = 0.0;
        for (i, row) in rows.iter().enumerate() {
            for v in row {
                sum += v * v * k * i as f64;
            }
        }
        sum * rows[2].len() as f64
    }
}

use networks::{Activation, Layer, Network};

fn layer(activation: Activation, rows: usize, x: &[f64]) -> Layer {
    let (w, b) = x.split_at(2 * rows);
    Layer {
        name: "layer".to_owned(),
        w: w.chunks(2).map(<[f64]>::to_vec).collect(),
        b: b.to_vec(),
        used: vec![0; 3 - rows],
        activation,
    }
}

fn network(x: &[f64]) -> Network {
    let second = if x.len() == 12 { 2 } else { 1 };
    Network {
        layers: vec![
            layer(Activation::Leaky(0.1), 2, &x[..6]),
            layer(Activation::Tanh, second, &x[6..]),
        ],
    }
}

const WEIGHTS: [f64; 12] = [
    0.3, -0.2, 0.5, 0.9, -0.7, 0.1, 0.05, 0.02, -0.3, 0.8, -0.6, 0.4,
];

#[test]
fn lists_of_structs_with_lists_are_variables() {
    let x = std::array::from_fn::<f64, 9, _>(|i| WEIGHTS[i]);
    compare(
        "by_weights",
        x,
        |x| [network(x).forward(&[0.4, -1.1])],
        |x| {
            let found = network(x).by_weights_with_jacobian(&[0.4, -1.1]);
            ([found.0], found.1.to_dense())
        },
    );
    compare(
        "triangle",
        [0.4, -0.3, 0.2, 0.7, 0.8, 0.9, 1.1],
        |x| {
            let rows = [x[..1].to_vec(), x[1..4].to_vec(), x[4..6].to_vec()];
            [networks::triangle(&rows, x[6])]
        },
        |x| {
            let rows = [x[..1].to_vec(), x[1..4].to_vec(), x[4..6].to_vec()];
            let (value, jacobian) = networks::triangle_with_jacobian(&rows, x[6]);
            ([value], jacobian.to_dense())
        },
    );
}

#[test]
fn lists_of_structs_with_lists_have_known_lengths() {
    let network = network(&WEIGHTS);
    let two = |found: Vec<f64>| [found[0], found[1]];
    compare(
        "by_input",
        [0.4, -0.3],
        |x| two(network.by_input(x)),
        |x| {
            let found = network.by_input_with_jacobian(x);
            (two(found.0), found.1.to_dense())
        },
    );
    compare(
        "free",
        [0.4, -0.3],
        |x| [networks::free(&network.layers, x)],
        |x| {
            let found = networks::free_with_jacobian(&network.layers, x);
            ([found.0], found.1.to_dense())
        },
    );
}

#[test]
#[should_panic(expected = "the lists in `self.layers` must have the lengths of `dim`")]
fn a_longer_list_in_a_struct_panics() {
    let _ = network(&WEIGHTS).by_weights_with_jacobian(&[0.4, -1.1]);
}

/// The array that is at the place says the length of the new one.
#[jacobian_runtime::jacobian(const(D = 2), const(N = 3))]
fn halved<const D: usize, const N: usize>(mut points: [[f64; D]; N], t: f64) -> [[f64; D]; N] {
    let mut left = points;
    for level in 1..N {
        for i in 0..N - level {
            points[i] = std::array::from_fn(|d| (1.0 - t) * points[i][d] + t * points[i + 1][d]);
        }
        left[level] = points[0];
    }
    left
}

#[test]
fn an_assigned_array_has_the_length_of_the_one_before() {
    let points = |x: &[f64; 7]| [[x[0], x[1]], [x[2], x[3]], [x[4], x[5]]];
    let flat = |y: [[f64; 2]; 3]| [y[0][0], y[0][1], y[1][0], y[1][1], y[2][0], y[2][1]];
    crate::support::compare(
        "halved",
        [0.3, 1.0, -0.4, 0.8, 0.9, 0.1, 0.35],
        |x| flat(halved(points(x), x[6])),
        |x| {
            let (value, jacobian) = halved_with_jacobian(points(x), x[6]);
            (flat(value), jacobian.to_dense())
        },
    );
}
