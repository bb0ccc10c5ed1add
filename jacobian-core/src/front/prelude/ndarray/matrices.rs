//! Matrices of ndarray 0.17 in the standard layout: what makes, reads and changes them.
//!
//! The order of additions follows from the layout. `t()` of such a matrix has the other layout, so
//! that is another type, `Transposed2`. A block of a matrix is neither: `Block2`.
//!
//! The crate matrixmultiply, which ndarray asks for the product of two matrices, uses what the
//! machine has. So the generated code calls it for the values: `product_of_ndarray`.
//!
//! Source: `src/linalg/impl_linalg.rs`, `src/numeric/impl_numeric.rs` of ndarray 0.17.

/// Methods that make and read matrices.
pub(super) const METHODS: &[&str] = &[
    "fn zeros(shape: (usize, usize)) -> $V { $V { d: vec![vec![0.0; shape.1]; shape.0] } }",
    "fn ones(shape: (usize, usize)) -> $V { $V { d: vec![vec![1.0; shape.1]; shape.0] } }",
    "fn from_elem(shape: (usize, usize), v: $S) -> $V { $V { d: vec![vec![v; shape.1]; shape.0] } }",
    "fn from(d: Vec<Vec<$S>>) -> $V { $V { d } }",
    "fn eye(n: usize) -> $V {
        let mut d = vec![vec![0.0; n]; n];
        for i in 0..n { d[i][i] = 1.0; }
        $V { d } }",
    "fn from_diag(v: &Array1) -> $V {
        let n = v.len();
        let mut d = vec![vec![0.0; n]; n];
        for i in 0..n { d[i][i] = v[i]; }
        $V { d } }",
    "fn from_shape_fn(shape: (usize, usize), f: impl Fn((usize, usize)) -> $S) -> $V {
        let mut d = vec![vec![0.0; shape.1]; shape.0];
        for i in 0..shape.0 { for j in 0..shape.1 { d[i][j] = f((i, j)); } }
        $V { d } }",
    "fn from_shape_vec(shape: (usize, usize), v: Vec<$S>) -> Result<$V, ()> {
        if v.len() != shape.0 * shape.1 { return Err(()); }
        let mut d = vec![];
        for i in 0..shape.0 { d.push(v[i * shape.1..(i + 1) * shape.1].to_vec()); }
        Ok($V { d }) }",
    "fn from_shape(shape: (usize, usize), v: &[$S]) -> Result<$V, ()> { $V::from_shape_vec(shape, v.to_vec()) }",
    "pub fn arr2(rows: &[[$S]]) -> $V { $V { d: rows } }",
    "pub fn aview2(rows: &[[$S]]) -> $V { $V { d: rows } }",
    "fn view(&self) -> $V { $V { d: self.d } }",
    "fn to_owned(&self) -> $V { $V { d: self.d } }",
    "fn into_owned(self) -> $V { $V { d: self.d } }",
    "fn nrows(&self) -> usize { self.d.len() }",
    "fn ncols(&self) -> usize { self.d[0].len() }",
    "fn dim(&self) -> (usize, usize) { (self.d.len(), self.d[0].len()) }",
    "fn raw_dim(&self) -> (usize, usize) { (self.d.len(), self.d[0].len()) }",
    "fn shape(&self) -> [usize; 2] { [self.d.len(), self.d[0].len()] }",
    "fn len_of(&self, axis: usize) -> usize { if axis == 0 { self.d.len() } else { self.d[0].len() } }",
    "fn ndim(&self) -> usize { 2 }",
    "fn len(&self) -> usize { self.d.len() * self.d[0].len() }",
    "fn is_square(&self) -> bool { self.d.len() == self.d[0].len() }",
    "fn row(&self, i: usize) -> Array1 { Array1 { d: self.d[i] } }",
    "fn column(&self, j: usize) -> StridedView1 {
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(self.d[i][j]); }
        StridedView1 { d, step: self.d[0].len() } }",
    "fn rows(&self) -> Vec<Array1> { let mut all = vec![]; for i in 0..self.d.len() { all.push(self.row(i)); } all }",
    "fn genrows(&self) -> Vec<Array1> { self.rows() }",
    "fn outer_iter(&self) -> Vec<Array1> { self.rows() }",
    "fn columns(&self) -> Vec<StridedView1> {
        let mut all = vec![];
        for j in 0..self.d[0].len() { all.push(self.column(j)); }
        all }",
    "fn gencolumns(&self) -> Vec<StridedView1> { self.columns() }",
    "fn axis_iter<R>(&self, axis: usize) -> R { if axis == 0 { self.rows() } else { self.columns() } }",
    "fn lanes<R>(&self, axis: usize) -> R { if axis == 0 { self.columns() } else { self.rows() } }",
    "fn index_axis<R>(&self, axis: usize, i: usize) -> R { if axis == 0 { self.row(i) } else { self.column(i) } }",
    "fn diag(&self) -> StridedView1 {
        let mut d = vec![];
        for i in 0..self.d.len().min(self.d[0].len()) { d.push(self.d[i][i]); }
        StridedView1 { d, step: self.d[0].len() + 1 } }",
    "fn iter(&self) -> Vec<$S> { self.listed() }",
    "fn listed(&self) -> Vec<$S> {
        let mut all = vec![];
        for row in self.d.iter() { for v in row.iter() { all.push(*v); } }
        all }",
    "fn indexed_iter(&self) -> Vec<((usize, usize), $S)> {
        let mut all = vec![];
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { all.push(((i, j), self.d[i][j])); } }
        all }",
    "fn get(&self, at: [usize; 2]) -> Option<$S> { self.get((at[0], at[1])) }",
    "fn get(&self, at: (usize, usize)) -> Option<$S> {
        if at.0 < self.d.len() && at.1 < self.d[0].len() { Some(self.d[at.0][at.1]) } else { None } }",
    "fn flat(&self) -> Array1 { Array1 { d: self.listed() } }",
    "fn flatten(&self) -> Array1 { Array1 { d: self.listed() } }",
    "fn into_raw_vec(self) -> Vec<$S> { self.listed() }",
    "fn into_raw_vec_and_offset(self) -> (Vec<$S>, Option<usize>) { (self.listed(), Some(0)) }",
    "fn as_slice(&self) -> Option<Vec<$S>> { Some(self.listed()) }",
    "fn sum(&self) -> $S { self.flat().sum() }",
    "fn product(&self) -> $S { self.flat().product() }",
    "fn mean(&self) -> Option<$S> { self.flat().mean() }",
    "fn var(&self, ddof: $S) -> $S { self.flat().var(ddof) }",
    "fn std(&self, ddof: $S) -> $S { self.flat().var(ddof).sqrt() }",
    "fn fold<B, F>(&self, init: B, f: F) -> B { self.listed().into_iter().fold(init, |all, v| f(all, &v)) }",
    "fn sum_axis(&self, axis: usize) -> Array1 {
        if axis == 0 {
            let mut sum = Array1 { d: vec![0.0; self.d[0].len()] };
            for i in 0..self.d.len() { sum = sum.add(self.row(i)); }
            return sum;
        }
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(self.row(i).sum()); }
        Array1 { d } }",
    "fn product_axis(&self, axis: usize) -> Array1 {
        if axis == 0 {
            let mut product = Array1 { d: vec![1.0; self.d[0].len()] };
            for i in 0..self.d.len() { product = product.mul(self.row(i)); }
            return product;
        }
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(self.row(i).product()); }
        Array1 { d } }",
    "fn mean_axis(&self, axis: usize) -> Option<Array1> {
        let n = self.len_of(axis);
        if n == 0 { None } else { Some(self.sum_axis(axis).div(n as $S)) } }",
    "fn var_axis(&self, axis: usize, ddof: $S) -> Array1 {
        let mut d = vec![];
        for lane in self.lanes(axis).iter() { d.push(lane.var(ddof)); }
        Array1 { d } }",
    "fn std_axis(&self, axis: usize, ddof: $S) -> Array1 { self.var_axis(axis, ddof).mapv(|v| v.sqrt()) }",
    "fn map_axis<F>(&self, axis: usize, f: F) -> Array1 {
        let mut d = vec![];
        for lane in self.lanes(axis).iter() { d.push(f(lane)); }
        Array1 { d } }",
    "fn fold_axis<F>(&self, axis: usize, init: $S, f: F) -> Array1 {
        let mut d = vec![];
        for lane in self.lanes(axis).iter() {
            let mut all = init;
            for k in 0..lane.len() { all = f(&all, &lane[k]); }
            d.push(all);
        }
        Array1 { d } }",
    "fn t(&self) -> Transposed2 { Transposed2 { d: self.d } }",
    "fn reversed_axes(self) -> Transposed2 { Transposed2 { d: self.d } }",
    "fn permuted_axes<R>(self, axes: [usize; 2]) -> R { if axes[0] == 0 { $V { d: self.d } } else { Transposed2 { d: self.d } } }",
    "fn remove_axis<R>(self, axis: usize) -> R { self.index_axis(axis, 0) }",
    "fn index_axis_move<R>(self, axis: usize, i: usize) -> R { self.index_axis(axis, i) }",
    "pub fn general_mat_mul<A, B>(k: $S, a: A, b: B, l: $S, c: &mut $V) {
        if k == 1.0 && l == 0.0 {
            let product = a.dot(b);
            c.assign(&product);
        } else {
            a.general_mat_mul_with_factors(k, l);
        } }",
    "pub fn general_mat_vec_mul(k: $S, a: &$V, x: &Array1, l: $S, y: &mut Array1) {
        if a.ncols() != x.len() || a.nrows() != y.len() { panic!(\"matrices of different shapes\") }
        for i in 0..a.nrows() {
            let product = a.row(i).dot(x) * k;
            y.d[i] = if l == 0.0 { product } else { y.d[i] * l + product };
        } }",
    "fn dot(&self, o: Array1) -> Array1 {
        let mut d = vec![];
        for i in 0..self.d.len() {
            let row = Array1 { d: self.d[i] };
            d.push(row.dot(&o));
        }
        Array1 { d } }",
    "fn dot(&self, o: &StridedView1) -> Array1 { o.of_rows(self) }",
    "fn dot(&self, o: &Array2) -> Array2 {
        if self.ncols() != o.nrows() { panic!(\"matrices of different shapes\") }
        Array2 { d: self.d.product_of_ndarray(o.d) } }",
    "fn dot<R>(&self, o: &Transposed2) -> R {
        if self.ncols() != o.nrows() { panic!(\"matrices of different shapes\") }
        let product = Array2 { d: self.d.product_of_ndarray(o.standard().d) };
        if self.d[0].len() == 1 { Transposed2 { d: product.columns_listed() } } else { product } }",
    "fn columns_listed(&self) -> Vec<Vec<$S>> {
        let mut all = vec![];
        for j in 0..self.d[0].len() { all.push(self.column(j).d); }
        all }",
    "fn mapv(&self, f: impl Fn($S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = f(d[i][j]); } }
        $V { d } }",
    "fn mapv_into(self, f: impl Fn($S) -> $S) -> $V { self.mapv(f) }",
    "fn map(&self, f: impl Fn(&$S) -> $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = f(&d[i][j]); } }
        $V { d } }",
    "fn powi(&self, n: i32) -> $V { self.mapv(|v| v.powi(n)) }",
    "fn powf(&self, e: $S) -> $V { self.mapv(|v| v.powf(e)) }",
    "fn pow2(&self) -> $V { self.mapv(|v| v * v) }",
    "fn clamp(&self, low: $S, high: $S) -> $V { self.mapv(|v| v.clamp(low, high)) }",
    "fn slice<R>(&self, at: SliceRR) -> R {
        let (rows, columns) = (at.rows.places(self.d.len()), at.columns.places(self.d[0].len()));
        let mut d = vec![];
        for k in 0..rows.len() {
            let mut row = vec![];
            for l in 0..columns.len() { row.push(self.d[rows[k]][columns[l]]); }
            d.push(row);
        }
        // Part of each row is not contiguous, and neither are some of the rows.
        if (columns.len() < self.d[0].len() && rows.len() > 1) || at.rows.step > 1 || at.columns.step > 1 {
            return Block2 { d, step: at.columns.step as usize };
        }
        $V { d } }",
    "fn slice_axis<R>(&self, axis: usize, at: SliceR) -> R {
        let all = SliceR { start: 0, end: 9223372036854775807, step: 1 };
        if at.step < 0 { return self.slice_axis_backwards(at); }
        let (rows, columns) = if axis == 0 { (at, all) } else { (all, at) };
        self.slice(SliceRR { rows, columns }) }",
    "fn slice(&self, at: SliceIR) -> StridedView1 { self.row(at.row as usize).slice(at.columns) }",
    "fn slice(&self, at: SliceRI) -> StridedView1 { self.column(at.column as usize).slice(at.rows) }",
    "fn select(&self, axis: usize, at: &[usize]) -> $V {
        let mut d = vec![];
        if axis == 0 { for k in 0..at.len() { d.push(self.d[at[k]]); } return $V { d }; }
        for i in 0..self.d.len() {
            let mut row = vec![];
            for k in 0..at.len() { row.push(self.d[i][at[k]]); }
            d.push(row);
        }
        $V { d } }",
    "fn concatenated<P>(&self, axis: usize, parts: &[P]) -> $V {
        let mut d = vec![];
        if axis == 0 {
            for k in 0..parts.len() { for i in 0..parts[k].d.len() { d.push(parts[k].d[i]); } }
            return $V { d };
        }
        for i in 0..self.d.len() {
            let mut row = vec![];
            for k in 0..parts.len() { for j in 0..parts[k].d[i].len() { row.push(parts[k].d[i][j]); } }
            d.push(row);
        }
        $V { d } }",
    "fn into_shape_with_order<R, Q>(self, shape: Q) -> R { self.flat().reshaped(shape) }",
    "fn into_shape<R, Q>(self, shape: Q) -> R { self.flat().reshaped(shape) }",
    "fn to_shape<R, Q>(&self, shape: Q) -> R { self.flat().reshaped(shape) }",
    "impl Array1 { fn reshaped(&self, shape: (usize, usize)) -> Result<Array2, ()> { Array2::from_shape_vec(shape, self.d) } }",
    "impl Array1 { fn reshaped(&self, n: usize) -> Result<Array1, ()> { Array1::from_shape_vec(n, self.d) } }",
    "impl Index<[usize; 2]> for $V { fn index(&self, at: [usize; 2]) -> &$S { &self.d[at[0]][at[1]] } }",
    "impl Index<(usize, usize)> for $V { fn index(&self, at: (usize, usize)) -> &$S { &self.d[at.0][at.1] } }",
    "impl Neg for $V { fn neg(self) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = -d[i][j]; } }
        $V { d } } }",
];

/// Methods that change matrices.
pub(super) const CHANGING: &[&str] = &[
    "fn mapv_inplace(&mut self, f: impl Fn($S) -> $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = f(self.d[i][j]); }
        } }",
    "fn map_inplace<F>(&mut self, f: F) {
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { f(&mut self.d[i][j]); } } }",
    "fn fill(&mut self, v: $S) {
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { self.d[i][j] = v; } } }",
    "fn assign(&mut self, o: &$V) {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { self.d[i][j] = o.d[i][j]; } } }",
    "fn assign(&mut self, o: &Transposed2) { self.assign(o.standard()); }",
    "fn scaled_add(&mut self, k: $S, o: &$V) {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] + k * o.d[i][j]; } } }",
    "fn zip_mut_with<F>(&mut self, o: &$V, f: F) {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        for i in 0..self.d.len() { for j in 0..self.d[0].len() { f(&mut self.d[i][j], &o.d[i][j]); } } }",
    "fn row_mut(&mut self, i: usize) -> ViewMut1 { ViewMut1 { d: self.d[i].iter_mut().collect(), step: 1 } }",
    "fn column_mut(&mut self, j: usize) -> ViewMut1 {
        let mut d = vec![];
        for i in 0..self.d.len() { d.push(&mut self.d[i][j]); }
        ViewMut1 { d, step: self.d[0].len() } }",
    "fn rows_mut(&mut self) -> Vec<ViewMut1> { let mut all = vec![]; for i in 0..self.d.len() { all.push(self.row_mut(i)); } all }",
    "fn outer_iter_mut(&mut self) -> Vec<ViewMut1> { self.rows_mut() }",
    "fn columns_mut(&mut self) -> Vec<ViewMut1> {
        let mut all = vec![];
        for j in 0..self.d[0].len() { all.push(self.column_mut(j)); }
        all }",
    "fn axis_iter_mut(&mut self, axis: usize) -> Vec<ViewMut1> { if axis == 0 { self.rows_mut() } else { self.columns_mut() } }",
    "fn index_axis_mut(&mut self, axis: usize, i: usize) -> ViewMut1 { if axis == 0 { self.row_mut(i) } else { self.column_mut(i) } }",
    "fn diag_mut(&mut self) -> ViewMut1 {
        let mut d = vec![];
        for i in 0..self.d.len().min(self.d[0].len()) { d.push(&mut self.d[i][i]); }
        ViewMut1 { d, step: self.d[0].len() + 1 } }",
    "fn iter_mut(&mut self) -> Vec<&mut $S> {
        let mut all = vec![];
        for i in 0..self.d.len() { for j in 0..self.d[i].len() { all.push(&mut self.d[i][j]); } }
        all }",
    "fn indexed_iter_mut(&mut self) -> Vec<((usize, usize), &mut $S)> {
        let mut all = vec![];
        for i in 0..self.d.len() { for j in 0..self.d[i].len() { all.push(((i, j), &mut self.d[i][j])); } }
        all }",
    "fn slice_mut(&mut self, at: SliceRR) -> ViewMut2 {
        let (rows, columns) = (at.rows.places(self.d.len()), at.columns.places(self.d[0].len()));
        let mut d = vec![];
        for k in 0..rows.len() {
            let mut row = vec![];
            for l in 0..columns.len() { row.push(&mut self.d[rows[k]][columns[l]]); }
            d.push(row);
        }
        ViewMut2 { d } }",
    "fn slice_mut(&mut self, at: SliceIR) -> ViewMut1 {
        let columns = at.columns.places(self.d[0].len());
        let mut d = vec![];
        for l in 0..columns.len() { d.push(&mut self.d[at.row as usize][columns[l]]); }
        ViewMut1 { d, step: at.columns.step as usize } }",
    "fn slice_mut(&mut self, at: SliceRI) -> ViewMut1 {
        let rows = at.rows.places(self.d.len());
        let mut d = vec![];
        for k in 0..rows.len() { d.push(&mut self.d[rows[k]][at.column as usize]); }
        ViewMut1 { d, step: at.rows.step as usize * self.d[0].len() } }",
    "fn push_row(&mut self, row: Array1) -> Result<(), ()> { self.d.push(row.d); Ok(()) }",
    "fn swap(&mut self, a: (usize, usize), b: (usize, usize)) { let v = self.d[a.0][a.1]; self.d[a.0][a.1] = self.d[b.0][b.1]; self.d[b.0][b.1] = v; }",
    "impl IndexMut<[usize; 2]> for $V { fn index_mut(&mut self, at: [usize; 2]) -> &mut $S {
        &mut self.d[at[0]][at[1]] } }",
    "impl IndexMut<(usize, usize)> for $V { fn index_mut(&mut self, at: (usize, usize)) -> &mut $S {
        &mut self.d[at.0][at.1] } }",
];
