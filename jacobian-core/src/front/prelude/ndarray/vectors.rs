//! Vectors of ndarray 0.17: the same operations in the same order.
//!
//! Lengths must agree. ndarray also broadcasts vectors of one element, and other lengths panic.
//!
//! Source: `src/numeric_util.rs`, `src/numeric/impl_numeric.rs` and `src/impl_ops.rs` of ndarray
//! 0.17.

/// Methods that make and read vectors.
pub(super) const METHODS: &[&str] = &[
    "fn zeros(n: usize) -> $V { $V { d: vec![0.0; n] } }",
    "fn ones(n: usize) -> $V { $V { d: vec![1.0; n] } }",
    "fn from_elem(n: usize, v: $S) -> $V { $V { d: vec![v; n] } }",
    "fn from_vec(d: Vec<$S>) -> $V { $V { d } }",
    "fn from(d: Vec<$S>) -> $V { $V { d } }",
    "fn from_iter<I>(items: I) -> $V {
        let mut d = vec![];
        for v in items.into_iter() { d.push(v); }
        $V { d } }",
    "fn from_shape_fn(n: usize, f: impl Fn(usize) -> $S) -> $V {
        let mut d = vec![0.0; n];
        for i in 0..n { d[i] = f(i); }
        $V { d } }",
    "fn from_shape_vec(n: usize, d: Vec<$S>) -> Result<$V, ()> {
        if d.len() == n { Ok($V { d }) } else { Err(()) } }",
    "fn linspace(a: $S, b: $S, n: usize) -> $V {
        let step = if n > 1 { (b - a) / ((n - 1) as $S) } else { 0.0 };
        let mut d = vec![0.0; n];
        for i in 0..n { d[i] = a + step * (i as $S); }
        $V { d } }",
    "pub fn Axis(n: usize) -> usize { n }",
    "pub fn arr1(a: &[$S]) -> $V { $V { d: a.to_vec() } }",
    "pub fn aview1(a: &[$S]) -> $V { $V { d: a.to_vec() } }",
    "pub fn concatenate<P>(axis: usize, parts: &[P]) -> Result<P, ()> {
        Ok(parts[0].concatenated(axis, parts)) }",
    "pub fn stack<P>(axis: usize, parts: &[P]) -> Result<Array2, ()> {
        Ok(parts[0].to_owned().stacked(axis, parts)) }",
    "fn concatenated<P>(&self, axis: usize, parts: &[P]) -> $V {
        let mut d = vec![];
        for k in 0..parts.len() { for i in 0..parts[k].len() { d.push(parts[k][i]); } }
        $V { d } }",
    "fn stacked<P>(&self, axis: usize, parts: &[P]) -> Array2 {
        let (n, m) = if axis == 0 { (parts.len(), self.d.len()) } else { (self.d.len(), parts.len()) };
        let mut d = vec![vec![0.0; m]; n];
        for i in 0..n { for j in 0..m { d[i][j] = if axis == 0 { parts[i][j] } else { parts[j][i] }; } }
        Array2 { d } }",
    "fn view(&self) -> $V { $V { d: self.d } }",
    "fn to_owned(&self) -> $V { $V { d: self.d } }",
    "fn into_owned(self) -> $V { $V { d: self.d } }",
    "fn t(&self) -> $V { $V { d: self.d } }",
    "fn reversed_axes(self) -> $V { $V { d: self.d } }",
    "fn shape(&self) -> [usize; 1] { [self.d.len()] }",
    "fn dim(&self) -> usize { self.d.len() }",
    "fn raw_dim(&self) -> usize { self.d.len() }",
    "fn len_of(&self, axis: usize) -> usize { self.d.len() }",
    "fn ndim(&self) -> usize { 1 }",
    "fn into_raw_vec(self) -> Vec<$S> { self.d }",
    "fn into_raw_vec_and_offset(self) -> (Vec<$S>, Option<usize>) { (self.d, Some(0)) }",
    "fn as_slice(&self) -> Option<Vec<$S>> { Some(self.d) }",
    "fn as_slice_memory_order(&self) -> Option<Vec<$S>> { Some(self.d) }",
    "fn indexed_iter(&self) -> Vec<(usize, $S)> {
        let mut all = vec![];
        for i in 0..self.d.len() { all.push((i, self.d[i])); }
        all }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = f(d[i]); }
        $V { d } }",
    "fn mapv_into(self, f: impl Fn($S) -> $S) -> $V { self.mapv(f) }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = f(&d[i]); }
        $V { d } }",
    "fn sum(&self) -> $S {
        let x = self.d;
        let (n, mut i, mut sum) = (x.len(), 0, 0.0);
        if n >= 8 {
            let mut p = [0.0; 8];
            while i + 8 <= n {
                for j in 0..8 { p[j] = p[j] + x[i + j]; }
                i += 8;
            }
            for j in 0..4 { sum = sum + (p[j] + p[j + 4]); }
        }
        while i < n { sum = sum + x[i]; i += 1; }
        sum }",
    "fn product(&self) -> $S {
        let x = self.d;
        let (n, mut i, mut product) = (x.len(), 0, 1.0);
        if n >= 8 {
            let mut p = [1.0; 8];
            while i + 8 <= n {
                for j in 0..8 { p[j] = p[j] * x[i + j]; }
                i += 8;
            }
            for j in 0..4 { product = product * (p[j] * p[j + 4]); }
        }
        while i < n { product = product * x[i]; i += 1; }
        product }",
    "fn mean(&self) -> Option<$S> {
        let n = self.d.len();
        if n == 0 { None } else { Some(self.sum() / n as $S) } }",
    "fn var(&self, ddof: $S) -> $S {
        let n = self.d.len();
        assert!(!(ddof < 0.0 || ddof > n as $S), \"`ddof` must be between zero and the length\");
        let (mut mean, mut sum_sq) = (0.0, 0.0);
        for i in 0..n {
            let v = self.d[i];
            let delta = v - mean;
            mean = mean + delta / ((i + 1) as $S);
            sum_sq = (v - mean).mul_add(delta, sum_sq);
        }
        sum_sq / (n as $S - ddof) }",
    "fn std(&self, ddof: $S) -> $S { self.var(ddof).sqrt() }",
    "fn dot(&self, o: &$V) -> $S { self.mul(*o).sum() }",
    "fn dot(&self, o: &StridedView1) -> $S { o.dot(self) }",
    "fn dot(&self, o: &Array2) -> $V {
        let mut d = vec![];
        for j in 0..o.ncols() { d.push(o.column(j).dot(self)); }
        $V { d } }",
    "fn dot(&self, o: &Transposed2) -> $V {
        let mut d = vec![];
        for j in 0..o.ncols() { d.push(o.column(j).dot(self)); }
        $V { d } }",
    "fn select(&self, axis: usize, at: &[usize]) -> $V {
        let mut d = vec![];
        for k in 0..at.len() { d.push(self.d[at[k]]); }
        $V { d } }",
    "fn split_at(&self, axis: usize, n: usize) -> ($V, $V) {
        ($V { d: self.d[..n].to_vec() }, $V { d: self.d[n..].to_vec() }) }",
    "fn cumprod(&self, axis: usize) -> $V {
        let mut d = self.d;
        for i in 1..d.len() { d[i] = d[i] * d[i - 1]; }
        $V { d } }",
    "fn slice<R>(&self, at: SliceR) -> R {
        let places = at.places(self.d.len());
        let mut d = vec![];
        for k in 0..places.len() { d.push(self.d[places[k]]); }
        if at.step == -1 { return Reversed1 { d }; }
        StridedView1 { d, step: if at.step < 0 { 2 } else { at.step as usize } } }",
    "fn slice_axis<R>(&self, axis: usize, at: SliceR) -> R { self.slice(at) }",
    "fn insert_axis(self, axis: usize) -> Array2 {
        if axis == 0 { return Array2 { d: vec![self.d] }; }
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(vec![self.d[i]]); }
        Array2 { d } }",
    "fn into_shape_with_order(self, shape: (usize, usize)) -> Result<Array2, ()> {
        Array2::from_shape_vec(shape, self.d) }",
    "fn into_shape(self, shape: (usize, usize)) -> Result<Array2, ()> { Array2::from_shape_vec(shape, self.d) }",
    "fn to_shape(&self, shape: (usize, usize)) -> Result<Array2, ()> { Array2::from_shape_vec(shape, self.d) }",
    "fn clamp(&self, low: $S, high: $S) -> $V { self.mapv(|v| v.clamp(low, high)) }",
    "fn powi(&self, n: i32) -> $V { self.mapv(|v| v.powi(n)) }",
    "fn powf(&self, e: $S) -> $V { self.mapv(|v| v.powf(e)) }",
    "fn pow2(&self) -> $V { self.mapv(|v| v * v) }",
    "fn hypot(&self, o: $S) -> $V { self.mapv(|v| v.hypot(o)) }",
    "fn log(&self, base: $S) -> $V { self.mapv(|v| v.log(base)) }",
    "impl Neg for $V { fn neg(self) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { d[i] = -d[i]; }
        $V { d } } }",
];

/// Methods that change vectors.
pub(super) const CHANGING: &[&str] = &[
    "fn fill(&mut self, v: $S) { for i in 0..self.d.len() { self.d[i] = v; } }",
    "fn assign(&mut self, o: &$V) {
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] = o.d[i]; } }",
    "fn assign(&mut self, o: &StridedView1) { self.assign(o.to_owned()); }",
    "fn scaled_add(&mut self, k: $S, o: &$V) {
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { self.d[i] = self.d[i] + k * o.d[i]; } }",
    "fn scaled_add(&mut self, k: $S, o: &StridedView1) { self.scaled_add(k, o.to_owned()); }",
    "fn zip_mut_with<F>(&mut self, o: &$V, f: F) {
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { f(&mut self.d[i], &o.d[i]); } }",
    "fn zip_mut_with<F>(&mut self, o: &StridedView1, f: F) { self.zip_mut_with(o.to_owned(), f); }",
    "fn accumulate_axis_inplace<F>(&mut self, axis: usize, f: F) {
        for i in 1..self.d.len() { let before = self.d[i - 1]; f(&before, &mut self.d[i]); } }",
    "fn swap(&mut self, i: usize, j: usize) {
        let v = self.d[i];
        self.d[i] = self.d[j];
        self.d[j] = v; }",
    "fn mapv_inplace(&mut self, f: impl Fn($S) -> $S) {
        for i in 0..self.d.len() { self.d[i] = f(self.d[i]); } }",
    "fn map_inplace<F>(&mut self, f: F) { for i in 0..self.d.len() { f(&mut self.d[i]); } }",
    "fn view_mut(&mut self) -> ViewMut1 { ViewMut1 { d: self.d.iter_mut().collect(), step: 1 } }",
    "fn slice_mut(&mut self, at: SliceR) -> ViewMut1 {
        if at.step < 0 { return self.slice_mut_backwards(at); }
        let places = at.places(self.d.len());
        let mut d = vec![];
        for k in 0..places.len() { d.push(&mut self.d[places[k]]); }
        ViewMut1 { d, step: at.step as usize } }",
];
