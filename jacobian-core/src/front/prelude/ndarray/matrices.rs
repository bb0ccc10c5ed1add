//! Matrices of ndarray 0.17: elements, rows, and what is done element by element.
//!
//! ndarray adds the elements of a matrix, and multiplies matrices, in an order that depends on how
//! they lie in memory, which the type does not say. So `sum`, `t` and the product of two matrices
//! are not known. The product with a vector adds each row as `dot` of vectors does.
//!
//! Source: `src/linalg/impl_linalg.rs` and `src/impl_ops.rs` of ndarray 0.17.

/// Methods and operators.
pub(super) const METHODS: &[&str] = &[
    "fn zeros(shape: (usize, usize)) -> $V { $V { d: vec![vec![0.0; shape.1]; shape.0] } }",
    "fn ones(shape: (usize, usize)) -> $V { $V { d: vec![vec![1.0; shape.1]; shape.0] } }",
    "fn from_elem(shape: (usize, usize), v: $S) -> $V { $V { d: vec![vec![v; shape.1]; shape.0] } }",
    "fn eye(n: usize) -> $V {
        let mut d = vec![vec![0.0; n]; n];
        for i in 0..n { d[i][i] = 1.0; }
        $V { d } }",
    "fn from_shape_fn(shape: (usize, usize), f: impl Fn((usize, usize)) -> $S) -> $V {
        let mut d = vec![vec![0.0; shape.1]; shape.0];
        for i in 0..shape.0 { for j in 0..shape.1 { d[i][j] = f((i, j)); } }
        $V { d } }",
    "pub fn arr2(rows: &[[$S]]) -> $V { $V { d: rows } }",
    "fn view(&self) -> $V { $V { d: self.d } }",
    "fn to_owned(&self) -> $V { $V { d: self.d } }",
    "fn nrows(&self) -> usize { self.d.len() }",
    "fn ncols(&self) -> usize { self.d[0].len() }",
    "fn dim(&self) -> (usize, usize) { (self.d.len(), self.d[0].len()) }",
    "fn len(&self) -> usize { self.d.len() * self.d[0].len() }",
    "fn row(&self, i: usize) -> Array1 { Array1 { d: self.d[i] } }",
    "fn diag(&self) -> Vec<$S> {
        let mut diagonal = vec![];
        for i in 0..self.d.len().min(self.d[0].len()) { diagonal.push(self.d[i][i]); }
        diagonal }",
    "fn iter(&self) -> Vec<$S> {
        let mut all = vec![];
        for row in self.d.iter() { for v in row.iter() { all.push(*v); } }
        all }",
    "fn dot(&self, o: Array1) -> Array1 {
        let mut d = vec![];
        for i in 0..self.d.len() {
            let row = Array1 { d: self.d[i] };
            d.push(row.dot(&o));
        }
        Array1 { d } }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = f(d[i][j]); } }
        $V { d } }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = f(&d[i][j]); } }
        $V { d } }",
    "fn mapv_inplace(&mut self, f: impl Fn($S) -> $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = f(self.d[i][j]); }
        } }",
    "fn fill(&mut self, v: $S) {
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { self.d[i][j] = v; } } }",
    "impl Index<[usize; 2]> for $V { fn index(&self, at: [usize; 2]) -> &$S { &self.d[at[0]][at[1]] } }",
    "impl Index<(usize, usize)> for $V { fn index(&self, at: (usize, usize)) -> &$S { &self.d[at.0][at.1] } }",
    "impl IndexMut<[usize; 2]> for $V { fn index_mut(&mut self, at: [usize; 2]) -> &mut $S {
        &mut self.d[at[0]][at[1]] } }",
    "impl IndexMut<(usize, usize)> for $V { fn index_mut(&mut self, at: (usize, usize)) -> &mut $S {
        &mut self.d[at.0][at.1] } }",
    "impl Neg for $V { fn neg(self) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = -d[i][j]; } }
        $V { d } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = self * d[i][j]; } }
        $V { d } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() || d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] + e[i][j]; } }
        $V { d } } }",
    "impl Add<$S> for $V { fn add(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] + o; } }
        $V { d } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() || d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] - e[i][j]; } }
        $V { d } } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] - o; } }
        $V { d } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() || d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] * e[i][j]; } }
        $V { d } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] * o; } }
        $V { d } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V {
        let (mut d, e) = (self.d, o.d);
        if d.len() != e.len() || d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] / e[i][j]; } }
        $V { d } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] / o; } }
        $V { d } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() || self.d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..e.len() { for j in 0..e[0].len() { self.d[i][j] = self.d[i][j] + e[i][j]; } } } }",
    "impl AddAssign<$S> for $V { fn add_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] + o; }
        } } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() || self.d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..e.len() { for j in 0..e[0].len() { self.d[i][j] = self.d[i][j] - e[i][j]; } } } }",
    "impl SubAssign<$S> for $V { fn sub_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] - o; }
        } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() || self.d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..e.len() { for j in 0..e[0].len() { self.d[i][j] = self.d[i][j] * e[i][j]; } } } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] * o; }
        } } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        let e = o.d;
        if self.d.len() != e.len() || self.d[0].len() != e[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..e.len() { for j in 0..e[0].len() { self.d[i][j] = self.d[i][j] / e[i][j]; } } } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] / o; }
        } } }",
];
