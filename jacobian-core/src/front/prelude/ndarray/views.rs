//! Views of ndarray: `x.slice(s![1..4])`, `a.column(j)`, `a.row_mut(i)`.
//!
//! ```text
//! StridedView1     the elements, and how far apart they lie: only those side by side are added
//!                  in eight lanes
//! ViewMut1         a reference to each element, and how far apart they lie
//! SliceR           what `s![start..end;step]` is; an open end is the largest number
//! ```
//!
//! Users do not see these names, because the types of ndarray are others.

/// Methods of slices of a vector.
pub(super) const SLICES: &[&str] = &[
    "fn places(&self, n: usize) -> Vec<usize> {
        let (n, size) = (n as isize, self.step);
        let start = if self.start < 0 { n + self.start } else { self.start };
        let end = if self.end < 0 { n + self.end } else { self.end };
        let end = if self.end == 9223372036854775807 { n } else { end };
        if start < 0 || end > n { panic!(\"a slice beyond the end\") }
        let mut places = vec![];
        if size < 0 {
            for k in 0..n {
                let at = n - 1 - k;
                if at >= start && at < end && (end - 1 - at) % -size == 0 { places.push(at as usize); }
            }
            return places;
        }
        for k in 0..n { if k >= start && k < end && (k - start) % size == 0 { places.push(k as usize); } }
        places }",
];

/// Methods of vectors whose elements lie in memory from the last one to the first. Sums are those
/// of the memory.
pub(super) const REVERSED: &[&str] = &[
    "fn in_memory(&self) -> Array1 {
        let (mut d, n) = (vec![], self.d.len());
        for i in 0..n { d.push(self.d[n - 1 - i]); }
        Array1 { d } }",
    "fn sum(&self) -> $S { self.in_memory().sum() }",
    "fn product(&self) -> $S { self.in_memory().product() }",
    "fn mean(&self) -> Option<$S> { self.in_memory().mean() }",
    "fn dot(&self, o: &Array1) -> $S { StridedView1 { d: self.d, step: 2 }.dot(o) }",
    "fn dot(&self, o: &StridedView1) -> $S { StridedView1 { d: self.d, step: 2 }.dot(Array1 { d: o.d }) }",
    "fn dot(&self, o: &Reversed1) -> $S { StridedView1 { d: self.d, step: 2 }.dot(Array1 { d: o.d }) }",
    "impl Array1 { fn dot(&self, o: &$V) -> $S { o.dot(self) } }",
    "impl Array1 { fn assign(&mut self, o: &$V) { self.assign(Array1 { d: o.d }); } }",
    "impl Array2 { fn dot(&self, o: &$V) -> Array1 { StridedView1 { d: o.d, step: 2 }.of_rows(self) } }",
    "fn view(&self) -> $V { $V { d: self.d } }",
    "fn t(&self) -> $V { $V { d: self.d } }",
    "fn to_owned(&self) -> $V { $V { d: self.d } }",
    "fn into_owned(self) -> $V { $V { d: self.d } }",
    "fn shape(&self) -> [usize; 1] { [self.d.len()] }",
    "fn dim(&self) -> usize { self.d.len() }",
    "fn raw_dim(&self) -> usize { self.d.len() }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> $V { $V { d: Array1 { d: self.d }.mapv(f).d } }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> $V { $V { d: Array1 { d: self.d }.map(f).d } }",
    "fn indexed_iter(&self) -> Vec<(usize, $S)> { Array1 { d: self.d }.indexed_iter() }",
    "impl Neg for $V { fn neg(self) -> $V { $V { d: Array1 { d: self.d }.neg().d } } }",
];

/// Methods of views that read.
pub(super) const STRIDED: &[&str] = &[
    "fn sum(&self) -> $S {
        if self.step == 1 { return Array1 { d: self.d }.sum(); }
        let mut sum = 0.0;
        for i in 0..self.d.len() { sum = sum + self.d[i]; }
        sum }",
    "fn product(&self) -> $S {
        if self.step == 1 { return Array1 { d: self.d }.product(); }
        let mut product = 1.0;
        for i in 0..self.d.len() { product = product * self.d[i]; }
        product }",
    "fn mean(&self) -> Option<$S> {
        let n = self.d.len();
        if n == 0 { None } else { Some(self.sum() / n as $S) } }",
    "fn var(&self, ddof: $S) -> $S { Array1 { d: self.d }.var(ddof) }",
    "fn std(&self, ddof: $S) -> $S { Array1 { d: self.d }.var(ddof).sqrt() }",
    "fn dot(&self, o: &Array1) -> $S {
        if self.step == 1 { return Array1 { d: self.d }.dot(o); }
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        let mut sum = 0.0;
        for i in 0..self.d.len() { sum = sum + self.d[i] * o.d[i]; }
        sum }",
    "fn dot(&self, o: &StridedView1) -> $S {
        if o.step == 1 { return self.dot(Array1 { d: o.d }); }
        StridedView1 { d: self.d, step: 2 }.dot(Array1 { d: o.d }) }",
    "fn dot(&self, o: &Array2) -> Array1 { self.of_rows(o.t()) }",
    "fn dot(&self, o: &Transposed2) -> Array1 { self.of_rows(o.t()) }",
    "fn of_rows<M>(&self, o: M) -> Array1 {
        let mut d = vec![];
        for j in 0..o.nrows() { d.push(o.row(j).dot(self)); }
        Array1 { d } }",
    "fn view(&self) -> $V { $V { d: self.d, step: self.step } }",
    "fn t(&self) -> $V { $V { d: self.d, step: self.step } }",
    "fn to_owned(&self) -> Array1 { Array1 { d: self.d } }",
    "fn into_owned(self) -> Array1 { Array1 { d: self.d } }",
    "fn shape(&self) -> [usize; 1] { [self.d.len()] }",
    "fn dim(&self) -> usize { self.d.len() }",
    "fn raw_dim(&self) -> usize { self.d.len() }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> Array1 { Array1 { d: self.d }.mapv(f) }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> Array1 { Array1 { d: self.d }.map(f) }",
    "fn indexed_iter(&self) -> Vec<(usize, $S)> { Array1 { d: self.d }.indexed_iter() }",
    "fn slice<R>(&self, at: SliceR) -> R {
        let part = Array1 { d: self.d }.slice(at);
        if at.step == -1 && self.step == 1 { return part; }
        if at.step < 0 { return $V { d: part.d, step: 2 }; }
        $V { d: part.d, step: part.step * self.step } }",
    "fn slice_axis<R>(&self, axis: usize, at: SliceR) -> R { self.slice(at) }",
    "fn insert_axis(self, axis: usize) -> Array2 { Array1 { d: self.d }.insert_axis(axis) }",
    "fn concatenated<P>(&self, axis: usize, parts: &[P]) -> Array1 {
        Array1 { d: self.d }.concatenated(axis, parts) }",
    "impl Neg for $V { fn neg(self) -> Array1 { Array1 { d: self.d }.neg() } }",
];

/// Methods of views that change a vector.
pub(super) const CHANGED: &[&str] = &[
    "fn view(&self) -> StridedView1 {
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(*self.d[i]); }
        StridedView1 { d, step: self.step } }",
    "fn to_owned(&self) -> Array1 { self.view().to_owned() }",
    "fn sum(&self) -> $S { self.view().sum() }",
    "fn product(&self) -> $S { self.view().product() }",
    "fn mean(&self) -> Option<$S> { self.view().mean() }",
    "fn dot<O>(&self, o: O) -> $S { self.view().dot(o) }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> Array1 { self.view().mapv(f) }",
    "fn iter(&self) -> Vec<$S> { self.view().d }",
    "fn to_vec(&self) -> Vec<$S> { self.view().d }",
    "fn fill(&mut self, v: $S) { for i in 0..self.d.len() { *self.d[i] = v; } }",
    "fn assign(&mut self, o: &Array1) {
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { *self.d[i] = o.d[i]; } }",
    "fn assign(&mut self, o: &StridedView1) { self.assign(o.to_owned()); }",
    "fn scaled_add(&mut self, k: $S, o: &Array1) {
        if self.d.len() != o.d.len() { panic!(\"vectors of different lengths\") }
        for i in 0..self.d.len() { *self.d[i] = *self.d[i] + k * o.d[i]; } }",
    "fn scaled_add(&mut self, k: $S, o: &StridedView1) { self.scaled_add(k, o.to_owned()); }",
    "fn mapv_inplace(&mut self, f: impl Fn($S) -> $S) { for i in 0..self.d.len() { *self.d[i] = f(*self.d[i]); } }",
    "fn map_inplace<F>(&mut self, f: F) { for i in 0..self.d.len() { f(self.d[i]); } }",
    "fn len(&self) -> usize { self.d.len() }",
    "impl Index<usize> for $V { fn index(&self, i: usize) -> &$S { self.d[i] } }",
    "impl IndexMut<usize> for $V { fn index_mut(&mut self, i: usize) -> &mut $S { self.d[i] } }",
    "fn iter_mut(&mut self) -> Vec<&mut $S> { self.d }",
];

/// Methods of views that change a matrix.
pub(super) const BLOCKS: &[&str] = &[
    "fn fill(&mut self, v: $S) { for i in 0..self.d.len() { for j in 0..self.d[i].len() { *self.d[i][j] = v; } } }",
    "fn assign(&mut self, o: &Array2) {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..self.d.len() { for j in 0..self.d[i].len() { *self.d[i][j] = o.d[i][j]; } } }",
    "fn assign(&mut self, o: &Transposed2) { self.assign(o.standard()); }",
    "fn mapv_inplace(&mut self, f: impl Fn($S) -> $S) { for i in 0..self.d.len() { for j in 0..self.d[i].len() { *self.d[i][j] = f(*self.d[i][j]); } } }",
];
