//! Operators of vectors and matrices of ndarray, element by element.
//!
//! ```text
//! concat!("impl ", $Op, "<$S> for $V ..")      impl Add<$S> for $V .., impl Sub<$S> for $V .., ..
//! ```
//!
//! Each text is written once. A macro makes of it those of the four operators.
//!
//! Source: `src/impl_ops.rs` and `src/zip` of ndarray 0.17.

/// The texts that a macro gives for the trait, the method and the sign of each operator.
macro_rules! of_each_operator {
    ($texts:ident) => {
        $texts!("Add" "add" "+", "Sub" "sub" "-", "Mul" "mul" "*", "Div" "div" "/")
    };
}

macro_rules! matrices {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl ", $Op, "<$V> for $V { fn ", $op, "(self, o: $V) -> $V {
        let (d, e) = (self.d, o.d);
        let (n, k) = (d.len().max(e.len()), d[0].len().max(e[0].len()));
        let fits = |all: usize, one: usize| one == all || one == 1;
        if !fits(n, d.len()) || !fits(n, e.len()) || !fits(k, d[0].len()) || !fits(k, e[0].len()) {
            panic!(\"matrices of different shapes\")
        }
        let mut r = vec![vec![0.0; k]; n];
        for i in 0..n {
            for j in 0..k { r[i][j] = d[i.min(d.len() - 1)][j.min(d[0].len() - 1)] ", $sign, " e[i.min(e.len() - 1)][j.min(e[0].len() - 1)]; }
        }
        $V { d: r } } }"),
            concat!("impl ", $Op, "<Array1> for $V { fn ", $op, "(self, o: Array1) -> $V { self.", $op, "($V { d: vec![o.d] }) } }"),
            concat!("impl ", $Op, "<StridedView1> for $V { fn ", $op, "(self, o: StridedView1) -> $V { self.", $op, "($V { d: vec![o.d] }) } }"),
            concat!("impl ", $Op, "<Transposed2> for $V { fn ", $op, "(self, o: Transposed2) -> $V { self.", $op, "(o.standard()) } }"),
            concat!("impl ", $Op, "<Block2> for $V { fn ", $op, "(self, o: Block2) -> $V { self.", $op, "($V { d: o.d }) } }"),
            concat!("impl ", $Op, "<$S> for $V { fn ", $op, "(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] ", $sign, " o; } }
        $V { d } } }"),
            concat!("impl ", $Op, "<$V> for $S { fn ", $op, "(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = self ", $sign, " d[i][j]; } }
        $V { d } } }"),
            concat!("impl ", $Op, "Assign<$V> for $V { fn ", $op, "_assign(&mut self, o: $V) {
        let result = self.", $op, "(o);
        if result.d.len() != self.d.len() || result.d[0].len() != self.d[0].len() { panic!(\"matrices of different shapes\") }
        self.d = result.d; } }"),
            concat!("impl ", $Op, "Assign<Array1> for $V { fn ", $op, "_assign(&mut self, o: Array1) { self.", $op, "_assign($V { d: vec![o.d] }); } }"),
            concat!("impl ", $Op, "Assign<Transposed2> for $V { fn ", $op, "_assign(&mut self, o: Transposed2) { self.", $op, "_assign(o.standard()); } }"),
            concat!("impl ", $Op, "Assign<$S> for $V { fn ", $op, "_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] ", $sign, " o; }
        } } }"),
        )*]
    };
}

/// Operators of matrices in the standard layout, with broadcasting.
pub(super) const MATRICES: &[&str] = of_each_operator!(matrices);

macro_rules! transposed {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl ", $Op, "<$S> for $V { fn ", $op, "(self, o: $S) -> $V { $V { d: Array2 { d: self.d }.", $op, "(o).d } } }"),
            concat!("impl ", $Op, "<$V> for $S { fn ", $op, "(self, o: $V) -> $V { $V { d: self.", $op, "(Array2 { d: o.d }).d } } }"),
            concat!("impl ", $Op, "<$V> for $V { fn ", $op, "(self, o: $V) -> $V {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        $V { d: Array2 { d: self.d }.", $op, "(Array2 { d: o.d }).d } } }"),
        )*]
    };
}

/// Operators of transposed matrices.
pub(super) const TRANSPOSED: &[&str] = of_each_operator!(transposed);

macro_rules! blocks {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl<O> ", $Op, "<O> for $V { fn ", $op, "(self, o: O) -> Array2 { Array2 { d: self.d }.", $op, "(o) } }"),
        )*]
    };
}

/// Operators of blocks of matrices.
pub(super) const BLOCKS: &[&str] = of_each_operator!(blocks);

macro_rules! vectors {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl ", $Op, "<$V> for $V { fn ", $op, "(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..d.len() { d[i] = d[i] ", $sign, " e[i]; }
        $V { d } } }"),
            concat!("impl ", $Op, "<$S> for $V { fn ", $op, "(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = d[i] ", $sign, " o; }
        $V { d } } }"),
            concat!("impl ", $Op, "<$V> for $S { fn ", $op, "(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { d[i] = self ", $sign, " d[i]; }
        $V { d } } }"),
            concat!("impl ", $Op, "<StridedView1> for $V { fn ", $op, "(self, o: StridedView1) -> $V { self.", $op, "(o.to_owned()) } }"),
            concat!("impl ", $Op, "<Array2> for $V { fn ", $op, "(self, o: Array2) -> Array2 {
        Array2 { d: vec![self.d] }.", $op, "(o) } }"),
            concat!("impl ", $Op, "Assign<$V> for $V { fn ", $op, "_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] ", $sign, "= e[i]; } } }"),
            concat!("impl ", $Op, "Assign<StridedView1> for $V { fn ", $op, "_assign(&mut self, o: StridedView1) { self.", $op, "_assign(o.to_owned()); } }"),
            concat!("impl ", $Op, "Assign<$S> for $V { fn ", $op, "_assign(&mut self, o: $S) {
        for i in 0..self.d.len() { self.d[i] ", $sign, "= o; } } }"),
        )*]
    };
}

/// Operators of vectors, also with one on the right.
pub(super) const VECTORS: &[&str] = of_each_operator!(vectors);

macro_rules! strided {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl<O> ", $Op, "<O> for $V { fn ", $op, "(self, o: O) -> Array1 { Array1 { d: self.d }.", $op, "(o) } }"),
            concat!("impl ", $Op, "<$V> for $S { fn ", $op, "(self, o: $V) -> Array1 { self.", $op, "(Array1 { d: o.d }) } }"),
        )*]
    };
}

/// Operators of views whose elements are not side by side.
pub(super) const STRIDED: &[&str] = of_each_operator!(strided);

macro_rules! reversed {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl ", $Op, "<Array1> for $V { fn ", $op, "(self, o: Array1) -> Array1 { Array1 { d: self.d }.", $op, "(o) } }"),
            concat!("impl ", $Op, "<StridedView1> for $V { fn ", $op, "(self, o: StridedView1) -> Array1 { Array1 { d: self.d }.", $op, "(Array1 { d: o.d }) } }"),
            concat!("impl ", $Op, "<$V> for $V { fn ", $op, "(self, o: $V) -> Array1 { Array1 { d: self.d }.", $op, "(Array1 { d: o.d }) } }"),
            concat!("impl ", $Op, "<$V> for Array1 { fn ", $op, "(self, o: $V) -> Array1 { self.", $op, "(Array1 { d: o.d }) } }"),
            concat!("impl ", $Op, "<$S> for $V { fn ", $op, "(self, o: $S) -> $V { $V { d: Array1 { d: self.d }.", $op, "(o).d } } }"),
            concat!("impl ", $Op, "<$V> for $S { fn ", $op, "(self, o: $V) -> $V { $V { d: self.", $op, "(Array1 { d: o.d }).d } } }"),
            concat!("impl ", $Op, "Assign<$V> for Array1 { fn ", $op, "_assign(&mut self, o: $V) { self.", $op, "_assign(Array1 { d: o.d }); } }"),
        )*]
    };
}

/// Operators of vectors that run backwards in memory. The result with another vector does not.
pub(super) const REVERSED: &[&str] = of_each_operator!(reversed);

macro_rules! changed_vectors {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl ", $Op, "Assign<Array1> for $V { fn ", $op, "_assign(&mut self, o: Array1) {
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { *self.d[i] = *self.d[i] ", $sign, " o.d[i]; } } }"),
            concat!("impl ", $Op, "Assign<StridedView1> for $V { fn ", $op, "_assign(&mut self, o: StridedView1) { self.", $op, "_assign(o.to_owned()); } }"),
            concat!("impl ", $Op, "Assign<$S> for $V { fn ", $op, "_assign(&mut self, o: $S) { for i in 0..self.d.len() { *self.d[i] = *self.d[i] ", $sign, " o; } } }"),
        )*]
    };
}

/// Operators that change a vector through a view.
pub(super) const CHANGED_VECTORS: &[&str] = of_each_operator!(changed_vectors);

macro_rules! changed_blocks {
    ($($Op:literal $op:literal $sign:literal),*) => {
        &[$(
            concat!("impl ", $Op, "Assign<Array2> for $V { fn ", $op, "_assign(&mut self, o: Array2) {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..self.d.len() { for j in 0..self.d[i].len() { *self.d[i][j] = *self.d[i][j] ", $sign, " o.d[i][j]; } } } }"),
            concat!("impl ", $Op, "Assign<$S> for $V { fn ", $op, "_assign(&mut self, o: $S) { for i in 0..self.d.len() { for j in 0..self.d[i].len() { *self.d[i][j] = *self.d[i][j] ", $sign, " o; } } } }"),
        )*]
    };
}

/// Operators that change a block of a matrix through a view.
pub(super) const CHANGED_BLOCKS: &[&str] = of_each_operator!(changed_blocks);
