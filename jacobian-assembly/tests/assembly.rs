//! Assembled systems agree with dense sums over the elements, which are computed one by one with
//! the scalar functions.
//!
//! Meshes are random: unknowns in any order, fixed values, dropped rows, elements that meet, and
//! numbers of elements that do not fill the last block.

#![allow(
    clippy::float_cmp,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_complexity,
    clippy::unwrap_used,
    reason = "some results are equal to the last bit; parameters are as users write them; tests"
)]

#[path = "assembly/faults.rs"]
mod faults;
#[path = "assembly/hostile.rs"]
mod hostile;
#[path = "assembly/loops.rs"]
mod loops;

use jacobian_assembly::{
    AssemblyError, Elements, EvaluationError, OneByOne, Part, Row, System, Variable,
};
use jacobian_runtime::{Function, Layout, SparsityPattern, jacobian};

/// The function of all elements, with a field that they share.
fn reacting(scale: f64) -> Reaction<'static> {
    Reaction {
        rate: 0.0,
        scale,
        source: &[0.0; 2],
    }
}

/// Two rows, three variables, an entry that never varies, data, and a branch.
#[jacobian(as = Reaction, batch(per_point(rate, source)), normal, wrt(u))]
fn reaction(u: &[f64; 3], rate: f64, scale: f64, source: &[f64; 2]) -> [f64; 2] {
    let flux = if u[0] > 0.0 { u[0] * u[1] } else { u[1].sin() };
    [
        scale * flux - 3.0 * u[2] + source[0],
        (rate * u[2]).exp() - source[1],
    ]
}

#[jacobian(as = Bond, batch(per_point(length)), hessian, wrt(x))]
fn bond(x: &[f64; 4], length: f64) -> f64 {
    let (dx, dy) = (x[2] - x[0], x[3] - x[1]);
    let stretch = (dx * dx + dy * dy).sqrt() - length;
    stretch * stretch
}

#[allow(unused_variables, reason = "the loss alone reads the scale")]
/// With weights, and a loss whose scale each element has of its own.
#[jacobian(as = Fit, batch(per_point(t, scale)), normal(diagonal, loss = saturated(*scale)), wrt(p))]
fn fit(p: &[f64; 2], scale: &f64, rate: f64, t: f64) -> [f64; 2] {
    [p[0] * (-rate * t).exp() - 1.0, p[1] - t]
}

/// A loss of the squared norm with its derivative.
fn saturated(norm: f64, scale: f64) -> (f64, f64) {
    let root = (1.0 + norm / scale).sqrt();
    (2.0 * scale * (root - 1.0), 1.0 / root)
}

#[jacobian(as = Pin, batch, hessian)]
fn pin(x: f64) -> f64 {
    0.25 * x * x * x * x
}

/// Only constant entries.
#[jacobian(as = Difference, batch, wrt(u))]
fn difference(u: &[f64; 2]) -> f64 {
    u[1] - u[0]
}

/// Numbers that look random and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(count).unwrap()).unwrap()
    }

    /// From -1 to 1.
    fn unit(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap()) / f64::from(u32::MAX) * 2.0 - 1.0
    }
}

/// An element as the oracle reads it.
#[derive(Clone)]
struct Plain {
    variables: Vec<Variable>,
    rows: Vec<Row>,
    data: Vec<f64>,
}

/// Elements in order, or in any order, with fixed values and dropped rows.
fn mesh(
    numbers: &mut Numbers,
    (count, n_rows, size): (usize, usize, usize),
    [columns, rows, data]: [usize; 3],
    is_ordered: bool,
) -> Vec<Plain> {
    let each = (0..count).map(|element| {
        let mut free: Vec<usize> = (0..size).collect();
        let variables = (0..columns).map(|number| {
            if numbers.below(8) == 0 {
                return Variable::Fixed(numbers.unit());
            }
            if is_ordered {
                return Variable::Column((element + number) % size);
            }
            Variable::Column(free.swap_remove(numbers.below(free.len())))
        });
        let variables = variables.collect();
        let rows = (0..rows).map(|number| match numbers.below(9) {
            0 => Row::Dropped,
            _ if is_ordered => Row::Row((element + number) % n_rows),
            _ => Row::Row(numbers.below(n_rows)),
        });
        let rows = rows.collect();
        let data = (0..data).map(|_| numbers.unit()).collect();
        Plain {
            variables,
            rows,
            data,
        }
    });
    each.collect()
}

/// Gives each residual a row of its own, except where it is dropped, and returns their number.
fn own_rows(plain: &mut [Plain]) -> usize {
    let mut count = 0;
    for row in plain.iter_mut().flat_map(|element| &mut element.rows) {
        if let Row::Row(row) = row {
            *row = count;
            count += 1;
        }
    }
    count
}

fn elements(plain: &[Plain]) -> Elements {
    let mut elements = Elements::new();
    for element in plain {
        let Plain {
            variables,
            rows,
            data,
        } = element.clone();
        elements.push(variables, rows, data);
    }
    elements
}

/// A dense matrix with its vectors.
#[derive(Debug, Default)]
struct Dense {
    value: Vec<f64>,
    gradient: Vec<f64>,
    matrix: Vec<Vec<f64>>,
    energy: f64,
}

impl Dense {
    fn of(rows: usize, columns: usize) -> Self {
        Self {
            value: vec![0.0; rows],
            gradient: vec![0.0; columns],
            matrix: vec![vec![0.0; columns]; rows],
            energy: 0.0,
        }
    }

    /// Adds an element, whose value and rows of derivatives `at` computes.
    fn add<const R: usize, const C: usize>(
        &mut self,
        element: &Plain,
        x: &[f64],
        at: impl Fn(&[f64; C], &[f64]) -> ([f64; R], [[f64; C]; R]),
    ) {
        let point = core::array::from_fn(|number| match element.variables[number] {
            Variable::Column(column) => x[column],
            Variable::Fixed(value) => value,
        });
        let (value, derivatives) = at(&point, &element.data);
        for ((row, value), derivatives) in element.rows.iter().zip(value).zip(derivatives) {
            let Row::Row(row) = *row else { continue };
            self.value[row] += value;
            for (variable, derivative) in element.variables.iter().zip(derivatives) {
                if let Variable::Column(column) = *variable {
                    self.matrix[row][column] += derivative;
                }
            }
        }
        // Dropped rows count in normal equations, where only their place is not wanted.
    }

    /// Adds a gradient and a full symmetric matrix of an element.
    fn add_symmetric<const C: usize>(
        &mut self,
        element: &Plain,
        gradient: [f64; C],
        matrix: [[f64; C]; C],
    ) {
        let column = |number: usize| match element.variables[number] {
            Variable::Column(column) => Some(column),
            Variable::Fixed(_) => None,
        };
        for i in 0..C {
            let Some(row) = column(i) else { continue };
            self.gradient[row] += gradient[i];
            for (j, entry) in matrix[i].iter().enumerate() {
                if let Some(column) = column(j) {
                    self.matrix[row][column] += entry;
                }
            }
        }
    }
}

fn close(what: &str, found: f64, expected: f64) {
    let scale = expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= 1e-12 * scale,
        "{what}: {found:e} is not {expected:e}"
    );
}

fn agree(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        close("vector", *found, *expected);
    }
}

/// The entries are those of the dense matrix, or of its lower triangle, and there are no others.
fn agree_with_matrix(
    system: &jacobian_assembly::Pattern,
    entries: &[f64],
    dense: &[Vec<f64>],
    is_lower: bool,
) {
    let mut found = dense.to_vec();
    for row in &mut found {
        row.fill(0.0);
    }
    for ((row, column), entry) in system.entries().zip(entries) {
        assert!(!is_lower || row >= column);
        found[row][column] = *entry;
    }
    for (i, row) in dense.iter().enumerate() {
        for (j, expected) in row.iter().enumerate() {
            if !is_lower || i >= j {
                close("entry", found[i][j], *expected);
            }
        }
    }
}

fn reaction_at(scale: f64) -> impl Fn(&[f64; 3], &[f64]) -> ([f64; 2], [[f64; 3]; 2]) {
    move |u, own| {
        let (value, found) = reaction_with_jacobian(u, own[0], scale, &[own[1], own[2]]);
        (value, found.to_dense())
    }
}

/// A vector, and the product of a dense matrix with it.
fn multiplied(numbers: &mut Numbers, matrix: &[Vec<f64>]) -> (Vec<f64>, Vec<f64>) {
    let vector: Vec<f64> = matrix.iter().map(|_| numbers.unit()).collect();
    let dot = |row: &Vec<f64>| row.iter().zip(&vector).map(|(a, b)| a * b).sum();
    let product = matrix.iter().map(dot).collect();
    (vector, product)
}

/// Both layouts, in turn.
fn layout_of(count: usize) -> Layout {
    if count.is_multiple_of(2) {
        Layout::Csc
    } else {
        Layout::Csr
    }
}

/// Sizes around those of a block, ordered and not.
fn cases() -> impl Iterator<Item = (usize, usize, bool)> {
    [
        (0, 5),
        (1, 5),
        (7, 9),
        (8, 8),
        (23, 11),
        (64, 40),
        (300, 77),
    ]
    .into_iter()
    .flat_map(|(count, size)| [(count, size, false), (count, size, true)])
}

#[test]
fn jacobians_are_the_sums_of_those_of_the_elements() {
    let mut numbers = Numbers(1);
    for (count, size, is_ordered) in cases() {
        for (layout, rows) in [
            (Layout::Csc, size),
            (Layout::Csr, 2 * size + 1),
            (Layout::Csc, 4),
            (Layout::Csr, size),
        ] {
            let first = mesh(&mut numbers, (count, rows, size), [3, 2, 3], is_ordered);
            let second = mesh(&mut numbers, (count / 2, rows, size), [2, 1, 0], is_ordered);
            let x: Vec<f64> = (0..size).map(|_| numbers.unit()).collect();
            let mut dense = Dense::of(rows, size);
            for element in &first {
                dense.add(element, &x, reaction_at(2.0));
            }
            for element in &second {
                dense.add(element, &x, |u: &[f64; 2], _| {
                    ([u[1] - u[0]], [[-1.0, 1.0]])
                });
            }
            let mut builder = System::jacobian(rows, size).layout(layout).threads(3);
            let handle = builder.term(reacting(1.0), elements(&first)).unwrap();
            builder.term(Difference, elements(&second)).unwrap();
            let mut system = builder.build().unwrap();
            system.function_mut(handle).scale = 2.0;

            let mut value = vec![7.0; rows];
            let mut entries = vec![7.0; system.pattern().nnz()];
            system.jacobian_into(&x, &mut value, &mut entries).unwrap();
            agree(&value, &dense.value);
            agree_with_matrix(system.pattern(), &entries, &dense.matrix, false);

            let mut again = vec![7.0; rows];
            system.value_into(&x, &mut again).unwrap();
            assert_eq!(again, value);

            let vector: Vec<f64> = (0..size).map(|_| numbers.unit()).collect();
            let mut product = vec![7.0; rows];
            system.jvp_into(&x, &vector, &mut product).unwrap();
            let dot = |row: &Vec<f64>| row.iter().zip(&vector).map(|(a, b)| a * b).sum();
            let expected: Vec<f64> = dense.matrix.iter().map(dot).collect();
            agree(&product, &expected);
            system.pattern().mul_into(&entries, &vector, &mut product);
            agree(&product, &expected);
            let vector: Vec<f64> = (0..rows).map(|_| numbers.unit()).collect();
            let mut product = vec![7.0; size];
            system.vjp_into(&x, &vector, &mut product).unwrap();
            let column = |j: usize| (0..rows).map(|i| dense.matrix[i][j] * vector[i]).sum();
            let expected: Vec<f64> = (0..size).map(column).collect();
            agree(&product, &expected);
            system
                .pattern()
                .tr_mul_into(&entries, &vector, &mut product);
            agree(&product, &expected);
        }
    }
}

#[test]
fn normal_equations_are_the_sums_of_those_of_the_elements() {
    let mut numbers = Numbers(2);
    for (count, size, is_ordered) in cases() {
        let mut plain = mesh(&mut numbers, (count, size, size), [3, 2, 3], is_ordered);
        let rows = own_rows(&mut plain);
        let x: Vec<f64> = (0..size).map(|_| numbers.unit()).collect();
        let (mut dense, mut residuals) = (Dense::of(size, size), Dense::of(rows, size));
        for element in &plain {
            residuals.add(element, &x, reaction_at(0.5));
            let point = core::array::from_fn(|number| match element.variables[number] {
                Variable::Column(column) => x[column],
                Variable::Fixed(value) => value,
            });
            let (r, j) = reaction_at(0.5)(&point, &element.data);
            dense.energy += 0.5 * (r[0] * r[0] + r[1] * r[1]);
            let gradient = core::array::from_fn(|i| (0..2).map(|k| j[k][i] * r[k]).sum());
            let matrix = core::array::from_fn(|i| {
                core::array::from_fn(|l| (0..2).map(|k| j[k][i] * j[k][l]).sum())
            });
            dense.add_symmetric::<3>(element, gradient, matrix);
        }
        let mut builder = System::normal(rows, size)
            .threads(2)
            .layout(layout_of(count));
        builder.term(reacting(0.5), elements(&plain)).unwrap();
        let mut system = builder.build().unwrap();
        let (mut value, mut gradient) = (vec![7.0; rows], vec![7.0; size]);
        let mut entries = vec![7.0; system.pattern().nnz()];
        let cost = system
            .normal_into(&x, &mut value, &mut gradient, &mut entries)
            .unwrap();
        close("cost", cost, dense.energy);
        agree(&value, &residuals.value);
        agree(&gradient, &dense.gradient);
        agree_with_matrix(system.pattern(), &entries, &dense.matrix, true);

        let (dx, expected) = multiplied(&mut numbers, &dense.matrix);
        let mut product = vec![7.0; size];
        system.normal_product_into(&x, &dx, &mut product).unwrap();
        agree(&product, &expected);
        system
            .pattern()
            .symmetric_mul_into(&entries, &dx, &mut product);
        agree(&product, &expected);
    }
}

#[test]
fn costs_have_the_weights_and_the_loss_of_each_element() {
    let mut numbers = Numbers(6);
    let mut elements = Elements::new();
    let (x, mut expected) = ([0.5, 0.75], [0.0; 3]);
    for _ in 0..21 {
        let [scale, t, a, b] = [(); 4].map(|()| 1.5 + numbers.unit());
        // By the order of the declaration: scale, t; and then the weights.
        elements.push([0, 1], [None, None], [scale, t, a, b]);
        let (mut r, mut gradient) = ([0.0; 2], [0.0; 2]);
        let mut normal = [0.0; FIT_NORMAL_NNZ];
        let weights = [a, b];
        fit_normal_into(
            &x,
            &scale,
            0.5,
            t,
            &weights,
            &mut r,
            &mut gradient,
            &mut normal,
        );
        let norm = a * r[0] * r[0] + b * r[1] * r[1];
        expected[0] += 0.5 * saturated(norm, scale).0;
        expected[1] += gradient[0];
        expected[2] += gradient[1];
    }
    let mut builder = System::normal(0, 2).threads(2);
    let fit = Fit {
        scale: &0.0,
        rate: 0.5,
        t: 0.0,
    };
    builder.term(fit, elements).unwrap();
    let mut system = builder.build().unwrap();
    let (mut gradient, mut entries) = ([0.0; 2], vec![0.0; system.pattern().nnz()]);
    let cost = system
        .normal_into(&x, &mut [], &mut gradient, &mut entries)
        .unwrap();
    agree(&[cost, gradient[0], gradient[1]], &expected);
}

#[test]
fn hessians_are_the_sums_of_those_of_the_elements() {
    let mut numbers = Numbers(3);
    for (count, size, is_ordered) in cases() {
        let plain = mesh(&mut numbers, (count, size, size), [4, 0, 1], is_ordered);
        let x: Vec<f64> = (0..size).map(|_| numbers.unit()).collect();
        let mut dense = Dense::of(size, size);
        for element in &plain {
            let point = core::array::from_fn(|number| match element.variables[number] {
                Variable::Column(column) => x[column],
                Variable::Fixed(value) => value,
            });
            let (mut energy, mut gradient) = (0.0, [0.0; 4]);
            let mut lower = [0.0; BOND_HESSIAN_NNZ];
            bond_with_hessian_into(
                &point,
                element.data[0],
                &mut energy,
                &mut gradient,
                &mut lower,
            );
            dense.energy += energy;
            let matrix = BOND_HESSIAN_PATTERN.to_dense::<f64, 4>(&lower);
            dense.add_symmetric(element, gradient, matrix);
        }
        for (column, x) in x.iter().enumerate() {
            dense.energy += pin(*x);
            dense.gradient[column] += x.powi(3);
            dense.matrix[column][column] += 3.0 * x * x;
        }
        let mut builder = System::hessian(size).threads(3).layout(layout_of(count));
        builder
            .term(Bond { length: 0.0 }, elements(&plain))
            .unwrap();
        let mut pins = Elements::new();
        (0..size).for_each(|column| pins.push([column], [0; 0], []));
        builder.term(Pin, pins).unwrap();
        let mut system = builder.build().unwrap();
        let mut gradient = vec![7.0; size];
        let mut entries = vec![7.0; system.pattern().nnz()];
        let energy = system
            .hessian_into(&x, &mut gradient, &mut entries)
            .unwrap();
        close("energy", energy, dense.energy);
        agree(&gradient, &dense.gradient);
        agree_with_matrix(system.pattern(), &entries, &dense.matrix, true);

        let (dx, expected) = multiplied(&mut numbers, &dense.matrix);
        let mut product = vec![7.0; size];
        system.hvp_into(&x, &dx, &mut product).unwrap();
        agree(&product, &expected);
        system
            .pattern()
            .symmetric_mul_into(&entries, &dx, &mut product);
        agree(&product, &expected);
        let short = system.hvp_into(&x, &[0.0], &mut product);
        assert!(size == 1 || short.is_err());
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let mut numbers = Numbers(4);
    let mut plain = mesh(&mut numbers, (500, 200, 200), [3, 2, 3], false);
    let rows = own_rows(&mut plain);
    let x: Vec<f64> = (0..200).map(|_| numbers.unit()).collect();
    let run = |threads: usize| {
        let mut builder = System::normal(rows, 200).threads(threads);
        builder.term(reacting(0.5), elements(&plain)).unwrap();
        let mut system = builder.build().unwrap();
        let (mut value, mut gradient) = (vec![0.0; rows], vec![0.0; 200]);
        let mut entries = vec![0.0; system.pattern().nnz()];
        let cost = system
            .normal_into(&x, &mut value, &mut gradient, &mut entries)
            .unwrap();
        let mut product = vec![0.0; 200];
        system.normal_product_into(&x, &x, &mut product).unwrap();
        (cost, value, gradient, entries, product)
    };
    let alone = run(1);
    for threads in [2, 3, 7, 64, usize::MAX] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}

#[test]
fn a_function_without_lanes_goes_in_one_by_one() {
    /// `x0 x1`, written by hand.
    #[derive(Debug)]
    struct Product;

    impl Function for Product {
        type Scalar = f64;
        const PATTERN: &'static SparsityPattern =
            &SparsityPattern::new(1, 2, Layout::Csc, &[0, 1, 2], &[0, 0], &[0, 2], &[0, 1]);
        const TEMPLATE: &'static [f64] = &[0.0; 2];

        fn value_into(&self, x: &[f64], value: &mut [f64]) {
            value[0] = x[0] * x[1];
        }

        fn with_jacobian_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
            self.update_into(x, value, entries);
        }

        fn update_into(&self, x: &[f64], value: &mut [f64], entries: &mut [f64]) {
            self.value_into(x, value);
            entries.copy_from_slice(&[x[1], x[0]]);
        }
    }

    let mut elements = Elements::new();
    (0..11_usize).for_each(|i| elements.push([i, (i + 1) % 11], [i], []));
    let mut builder = System::jacobian(11, 11);
    builder.term(OneByOne(Product), elements).unwrap();
    let mut system = builder.build().unwrap();
    let x: Vec<f64> = (0..11).map(|i| f64::from(i) + 1.0).collect();
    let (mut value, mut entries) = (vec![0.0; 11], vec![0.0; system.pattern().nnz()]);
    system.jacobian_into(&x, &mut value, &mut entries).unwrap();
    assert_eq!((value[3], value[10]), (20.0, 11.0));
    let at = |row, col| entries[system.pattern().position(row, col).unwrap()];
    assert_eq!((at(3, 3), at(3, 4), at(10, 0)), (5.0, 4.0, 11.0));
    assert_eq!(system.pattern().position(0, 5), None);
}

/// faer reads the same matrix, without a copy.
#[cfg(feature = "faer")]
#[test]
fn the_pattern_is_a_symbolic_matrix_of_faer() {
    let system = |layout: Layout| {
        let mut elements = Elements::new();
        (0..4_usize).for_each(|i| elements.push([i, i + 1], [i], []));
        let mut builder = System::jacobian(4, 5).layout(layout);
        builder.term(Difference, elements).unwrap();
        builder.build().unwrap()
    };
    let by_columns = system(Layout::Csc);
    let symbolic = by_columns.pattern().faer().unwrap();
    assert_eq!((symbolic.nrows(), symbolic.ncols()), (4, 5));
    for column in 0..5 {
        let rows: Vec<usize> = symbolic.row_idx_of_col(column).collect();
        let entries = by_columns.pattern().entries();
        let expected: Vec<usize> = entries
            .filter_map(|(row, col)| (col == column).then_some(row))
            .collect();
        assert_eq!(rows, expected);
    }
    assert!(system(Layout::Csr).pattern().faer().is_none());
}

#[test]
fn bad_connectivity_names_the_element() {
    let add = |elements: Elements| {
        System::jacobian(4, 4)
            .term(Difference, elements)
            .map(|_| ())
    };
    let pair = |variables: Vec<usize>, row: usize| {
        let mut elements = Elements::new();
        elements.push([0, 1], [0], []);
        elements.push(variables, [row], []);
        elements
    };
    assert_eq!(
        add(pair(vec![1, 4], 1)),
        Err(AssemblyError::OutOfRange {
            element: 1,
            part: Part::Column,
            index: 4,
            size: 4
        })
    );
    let error = add(pair(vec![1, 2], 9)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "element 1 names number 9 of the rows, and the system has 4"
    );
    let error = add(pair(vec![1], 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "element 1 has 1 variables, and the function has 2"
    );
    let error = add(pair(vec![usize::MAX, 1], 1)).unwrap_err();
    assert!(matches!(error, AssemblyError::TooLarge { element: 1, .. }));
    let mut elements = Elements::new();
    elements.push([0, 1], [0], [2.5]);
    let error = add(elements).unwrap_err();
    assert_eq!(
        error.to_string(),
        "element 0 has 1 data, and the function has 0"
    );
    let mut elements = Elements::new();
    elements.push([0, 1, 2, 1], [0; 0], [1.0]);
    let error = System::hessian(3).term(Bond { length: 0.0 }, elements);
    assert_eq!(
        error.unwrap_err(),
        AssemblyError::Repeated {
            element: 0,
            column: 1
        }
    );
}

#[test]
fn what_is_wrong_with_the_first_element_or_with_the_system_comes_first() {
    let mut elements = Elements::new();
    elements.push([0], [0], []);
    elements.push([0, 1], [0], []);
    let error = System::jacobian(4, 4)
        .term(Difference, elements)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "element 0 has 1 variables, and the function has 2"
    );
    let error = System::jacobian(1, 1 << 31).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the system has 2147483648 variables, and no more than 2147483647 can be counted"
    );
    let mut elements = Elements::new();
    elements.push([0, 1], [0, 1], [1.0, 1.0, 1.0, 1.0]);
    elements.push([1, 0], [2, 1], [1.0, 1.0, 1.0, 1.0]);
    let fit = Fit {
        scale: &0.0,
        rate: 0.5,
        t: 0.0,
    };
    let mut builder = System::normal(3, 2);
    assert_eq!(
        builder.term(fit, elements).unwrap_err(),
        AssemblyError::SharedRow { element: 1, row: 1 }
    );
    // What was refused has left no trace.
    let mut elements = Elements::new();
    elements.push([0, 1], [0, 1], [1.0, 1.0, 1.0, 1.0]);
    builder.term(fit, elements).unwrap();
}

#[test]
fn blocks_at_the_border_of_two_threads_are_evaluated_by_both() {
    let redundancy = |threads: usize| {
        let mut elements = Elements::new();
        (0..64_usize).for_each(|i| elements.push([i, i + 1], [i], []));
        let mut builder = System::jacobian(64, 65).threads(threads);
        builder.term(Difference, elements).unwrap();
        builder.build().unwrap().redundancy()
    };
    // Of eight blocks, the one in front of the border has a column behind it.
    assert_eq!((redundancy(1), redundancy(2)), (1.0, 1.125));
}

#[test]
fn elements_that_touch_nothing_are_checked_by_any_number_of_threads() {
    for threads in [1, 2, 4] {
        let mut elements = Elements::new();
        (0..16_usize).for_each(|i| elements.push([i, (i + 1) % 16, i], [i, i], [1.0, 0.0, 0.0]));
        let fixed = [0.5, 0.5, 1e4].map(Variable::Fixed);
        (0..8).for_each(|_| elements.push(fixed, [Row::Dropped; 2], [1.0, 0.0, 0.0]));
        let mut builder = System::jacobian(16, 16).threads(threads);
        builder.term(reacting(1.0), elements).unwrap();
        let mut system = builder.build().unwrap();
        assert_eq!(
            system.value_into(&[0.5; 16], &mut [0.0; 16]),
            Err(EvaluationError::NotFinite {
                term: 0,
                element: 16
            })
        );
    }
}

#[test]
fn lanes_without_an_element_add_nothing_to_products() {
    let mut elements = Elements::new();
    elements.push([0, 1], [0], []);
    let mut builder = System::jacobian(1, 2);
    builder.term(OneByOne(Difference), elements).unwrap();
    let mut system = builder.build().unwrap();
    let mut product = [0.0];
    system
        .jvp_into(&[0.0; 2], &[1.0, f64::INFINITY], &mut product)
        .unwrap();
    assert_eq!(product, [f64::INFINITY]);
}

#[test]
fn a_result_that_is_no_number_names_its_element() {
    for (threads, wrong) in [(1, 17), (3, 17), (1, 41), (5, 41)] {
        let mut elements = Elements::new();
        (0..42_usize).for_each(|i| elements.push([i, (i + 1) % 42, i], [i, i], [1.0, 0.0, 0.0]));
        let mut builder = System::jacobian(42, 42).threads(threads);
        builder.term(reacting(1.0), elements).unwrap();
        let mut system = builder.build().unwrap();
        let mut x = vec![0.5; 42];
        // It enters an exponential of its own element alone.
        x[wrong] = 1e4;
        let (mut value, mut entries) = (vec![0.0; 42], vec![0.0; system.pattern().nnz()]);
        assert_eq!(
            system.jacobian_into(&x, &mut value, &mut entries),
            Err(EvaluationError::NotFinite {
                term: 0,
                element: wrong
            })
        );
        assert!(value[3].is_finite() && value[wrong].is_infinite());
    }
}

#[test]
fn slices_of_another_length_are_refused_before_anything_is_written() {
    let mut elements = Elements::new();
    elements.push([0, 1], [0], []);
    let mut builder = System::jacobian(1, 2);
    builder.term(Difference, elements).unwrap();
    let mut system = builder.build().unwrap();
    let (mut value, mut entries) = ([7.0], [7.0; 3]);
    let error = system.jacobian_into(&[0.0; 2], &mut value, &mut entries);
    assert_eq!(
        error.unwrap_err().to_string(),
        "`entries` holds 3 numbers, and the system has 2"
    );
    assert_eq!(value, [7.0]);
    let error = system.jacobian_into(&[0.0; 3], &mut value, &mut entries[..2]);
    assert!(matches!(
        error,
        Err(EvaluationError::WrongLength { slice: "x", .. })
    ));
}

#[test]
fn an_evaluation_allocates_nothing() {
    let mut numbers = Numbers(5);
    let plain = mesh(&mut numbers, (100, 60, 60), [3, 2, 3], false);
    let mut builder = System::jacobian(60, 60).threads(1);
    builder.term(reacting(1.0), elements(&plain)).unwrap();
    let mut system = builder.build().unwrap();
    let (mut value, mut entries) = (vec![0.0; 60], vec![0.0; system.pattern().nnz()]);
    let x = vec![0.5; 60];
    let counted = allocation_counter::measure(|| {
        system.jacobian_into(&x, &mut value, &mut entries).unwrap();
    });
    assert_eq!(counted.count_total, 0);
}
