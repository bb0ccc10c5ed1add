//! Matrices of ndarray whose columns are contiguous, as `a.t()` is, and blocks of matrices.
//!
//! The field `d` of a transposed matrix has its columns. The rows of a block are apart in memory,
//! and so may be the elements of a row.

/// Methods of transposed matrices.
pub(super) const METHODS: &[&str] = &[
    "fn standard(&self) -> Array2 { Array2 { d: Array2 { d: self.d }.columns_listed() } }",
    "fn t(&self) -> Array2 { Array2 { d: self.d } }",
    "fn reversed_axes(self) -> Array2 { Array2 { d: self.d } }",
    "fn view(&self) -> $V { $V { d: self.d } }",
    "fn to_owned(&self) -> $V { $V { d: self.d } }",
    "fn into_owned(self) -> $V { $V { d: self.d } }",
    "fn nrows(&self) -> usize { self.d[0].len() }",
    "fn ncols(&self) -> usize { self.d.len() }",
    "fn dim(&self) -> (usize, usize) { (self.d[0].len(), self.d.len()) }",
    "fn raw_dim(&self) -> (usize, usize) { (self.d[0].len(), self.d.len()) }",
    "fn shape(&self) -> [usize; 2] { [self.d[0].len(), self.d.len()] }",
    "fn len_of(&self, axis: usize) -> usize { if axis == 0 { self.d[0].len() } else { self.d.len() } }",
    "fn len(&self) -> usize { self.d.len() * self.d[0].len() }",
    "fn row(&self, i: usize) -> StridedView1 { Array2 { d: self.d }.column(i) }",
    "fn column(&self, j: usize) -> Array1 { Array1 { d: self.d[j] } }",
    "fn rows(&self) -> Vec<StridedView1> { Array2 { d: self.d }.columns() }",
    "fn outer_iter(&self) -> Vec<StridedView1> { Array2 { d: self.d }.columns() }",
    "fn columns(&self) -> Vec<Array1> { Array2 { d: self.d }.rows() }",
    "fn axis_iter<R>(&self, axis: usize) -> R { if axis == 0 { self.rows() } else { self.columns() } }",
    "fn index_axis<R>(&self, axis: usize, i: usize) -> R { if axis == 0 { self.row(i) } else { self.column(i) } }",
    "fn remove_axis<R>(self, axis: usize) -> R { self.index_axis(axis, 0) }",
    "fn index_axis_move<R>(self, axis: usize, i: usize) -> R { self.index_axis(axis, i) }",
    "fn diag(&self) -> StridedView1 { Array2 { d: self.d }.diag() }",
    "fn ndim(&self) -> usize { 2 }",
    "fn is_square(&self) -> bool { self.d.len() == self.d[0].len() }",
    "fn iter(&self) -> Vec<$S> { self.standard().listed() }",
    "fn sum(&self) -> $S { Array2 { d: self.d }.sum() }",
    "fn product(&self) -> $S { Array2 { d: self.d }.product() }",
    "fn mean(&self) -> Option<$S> { Array2 { d: self.d }.mean() }",
    "fn sum_axis(&self, axis: usize) -> Array1 {
        if self.d[0].len() == 1 { return self.standard().sum_axis(axis); }
        Array2 { d: self.d }.sum_axis(1 - axis) }",
    "fn mean_axis(&self, axis: usize) -> Option<Array1> {
        let n = self.len_of(axis);
        if n == 0 { None } else { Some(self.sum_axis(axis).div(n as $S)) } }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> $V { $V { d: Array2 { d: self.d }.mapv(f).d } }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> $V { $V { d: Array2 { d: self.d }.map(f).d } }",
    "fn dot(&self, o: &Array1) -> Array1 {
        let mut d = vec![];
        for i in 0..self.nrows() { d.push(self.row(i).dot(o)); }
        Array1 { d } }",
    "fn dot(&self, o: &StridedView1) -> Array1 { o.of_rows(self) }",
    "fn dot<R>(&self, o: &Array2) -> R {
        if self.ncols() != o.nrows() { panic!(\"matrices of different shapes\") }
        let product = Array2 { d: self.standard().d.product_of_ndarray(o.d) };
        if o.d[0].len() == 1 { Transposed2 { d: product.columns_listed() } } else { product } }",
    "fn dot(&self, o: &Transposed2) -> Transposed2 {
        if self.ncols() != o.nrows() { panic!(\"matrices of different shapes\") }
        let product = Array2 { d: self.standard().d.product_of_ndarray(o.standard().d) };
        $V { d: product.columns_listed() } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { d: Array2 { d: self.d }.neg().d } } }",
    "impl Index<[usize; 2]> for $V { fn index(&self, at: [usize; 2]) -> &$S { &self.d[at[1]][at[0]] } }",
    "impl Index<(usize, usize)> for $V { fn index(&self, at: (usize, usize)) -> &$S { &self.d[at.1][at.0] } }",
];

/// Methods of blocks.
pub(super) const BLOCKS: &[&str] = &[
    "fn to_owned(&self) -> Array2 { Array2 { d: self.d } }",
    "fn nrows(&self) -> usize { self.d.len() }",
    "fn ncols(&self) -> usize { self.d[0].len() }",
    "fn dim(&self) -> (usize, usize) { (self.d.len(), self.d[0].len()) }",
    "fn shape(&self) -> [usize; 2] { [self.d.len(), self.d[0].len()] }",
    "fn iter(&self) -> Vec<$S> { Array2 { d: self.d }.listed() }",
    "fn sum(&self) -> $S {
        let mut sum = 0.0;
        for i in 0..self.d.len() { sum = sum + self.row(i).sum(); }
        sum }",
    "fn mean(&self) -> Option<$S> { Some(self.sum() / ((self.d.len() * self.d[0].len()) as $S)) }",
    "fn row(&self, i: usize) -> StridedView1 { StridedView1 { d: self.d[i], step: self.step } }",
    "fn column(&self, j: usize) -> StridedView1 {
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(self.d[i][j]); }
        StridedView1 { d, step: 2 } }",
    "fn dot(&self, o: &Array1) -> Array1 { o.to_owned().of_block(self) }",
    "impl Array1 { fn of_block(&self, o: &Block2) -> Array1 {
        let mut d = vec![];
        for i in 0..o.nrows() { d.push(o.row(i).dot(self)); }
        Array1 { d } } }",
    "fn sum_axis(&self, axis: usize) -> Array1 {
        if axis == 0 { return Array2 { d: self.d }.sum_axis(0); }
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(self.row(i).sum()); }
        Array1 { d } }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> Array2 { Array2 { d: self.d }.mapv(f) }",
    "fn dot(&self, o: &StridedView1) -> Array1 { o.of_rows(self) }",
    "fn dot(&self, o: &Array2) -> Array2 { Array2 { d: self.d }.dot(o) }",
    "impl Index<[usize; 2]> for $V { fn index(&self, at: [usize; 2]) -> &$S { &self.d[at[0]][at[1]] } }",
    "impl Index<(usize, usize)> for $V { fn index(&self, at: (usize, usize)) -> &$S { &self.d[at.0][at.1] } }",
];
