//! Operators of matrices of ndarray, with broadcasting: element by element.
//!
//! A result with a matrix in the standard layout on the left has that layout too.
//!
//! Source: `src/impl_ops.rs` and `src/zip` of ndarray 0.17.

/// Operators of matrices in the standard layout.
pub(super) const ALL: &[&str] = &[
    "impl Neg for $V { fn neg(self) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = -d[i][j]; } }
        $V { d } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V {
        let (d, e) = (self.d, o.d);
        let (n, k) = (d.len().max(e.len()), d[0].len().max(e[0].len()));
        let fits = |all: usize, one: usize| one == all || one == 1;
        if !fits(n, d.len()) || !fits(n, e.len()) || !fits(k, d[0].len()) || !fits(k, e[0].len()) {
            panic!(\"matrices of different shapes\")
        }
        let mut r = vec![vec![0.0; k]; n];
        for i in 0..n {
            for j in 0..k { r[i][j] = d[i.min(d.len() - 1)][j.min(d[0].len() - 1)] + e[i.min(e.len() - 1)][j.min(e[0].len() - 1)]; }
        }
        $V { d: r } } }",
    "impl Add<Array1> for $V { fn add(self, o: Array1) -> $V { self.add($V { d: vec![o.d] }) } }",
    "impl Add<StridedView1> for $V { fn add(self, o: StridedView1) -> $V { self.add($V { d: vec![o.d] }) } }",
    "impl Add<Transposed2> for $V { fn add(self, o: Transposed2) -> $V { self.add(o.standard()) } }",
    "impl Add<Block2> for $V { fn add(self, o: Block2) -> $V { self.add($V { d: o.d }) } }",
    "impl Add<$S> for $V { fn add(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] + o; } }
        $V { d } } }",
    "impl Add<$V> for $S { fn add(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = self + d[i][j]; } }
        $V { d } } }",
    "impl AddAssign<$V> for $V { fn add_assign(&mut self, o: $V) {
        let result = self.add(o);
        if result.d.len() != self.d.len() || result.d[0].len() != self.d[0].len() { panic!(\"matrices of different shapes\") }
        self.d = result.d; } }",
    "impl AddAssign<Array1> for $V { fn add_assign(&mut self, o: Array1) { self.add_assign($V { d: vec![o.d] }); } }",
    "impl AddAssign<Transposed2> for $V { fn add_assign(&mut self, o: Transposed2) { self.add_assign(o.standard()); } }",
    "impl AddAssign<$S> for $V { fn add_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] + o; }
        } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V {
        let (d, e) = (self.d, o.d);
        let (n, k) = (d.len().max(e.len()), d[0].len().max(e[0].len()));
        let fits = |all: usize, one: usize| one == all || one == 1;
        if !fits(n, d.len()) || !fits(n, e.len()) || !fits(k, d[0].len()) || !fits(k, e[0].len()) {
            panic!(\"matrices of different shapes\")
        }
        let mut r = vec![vec![0.0; k]; n];
        for i in 0..n {
            for j in 0..k { r[i][j] = d[i.min(d.len() - 1)][j.min(d[0].len() - 1)] - e[i.min(e.len() - 1)][j.min(e[0].len() - 1)]; }
        }
        $V { d: r } } }",
    "impl Sub<Array1> for $V { fn sub(self, o: Array1) -> $V { self.sub($V { d: vec![o.d] }) } }",
    "impl Sub<StridedView1> for $V { fn sub(self, o: StridedView1) -> $V { self.sub($V { d: vec![o.d] }) } }",
    "impl Sub<Transposed2> for $V { fn sub(self, o: Transposed2) -> $V { self.sub(o.standard()) } }",
    "impl Sub<Block2> for $V { fn sub(self, o: Block2) -> $V { self.sub($V { d: o.d }) } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] - o; } }
        $V { d } } }",
    "impl Sub<$V> for $S { fn sub(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = self - d[i][j]; } }
        $V { d } } }",
    "impl SubAssign<$V> for $V { fn sub_assign(&mut self, o: $V) {
        let result = self.sub(o);
        if result.d.len() != self.d.len() || result.d[0].len() != self.d[0].len() { panic!(\"matrices of different shapes\") }
        self.d = result.d; } }",
    "impl SubAssign<Array1> for $V { fn sub_assign(&mut self, o: Array1) { self.sub_assign($V { d: vec![o.d] }); } }",
    "impl SubAssign<Transposed2> for $V { fn sub_assign(&mut self, o: Transposed2) { self.sub_assign(o.standard()); } }",
    "impl SubAssign<$S> for $V { fn sub_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] - o; }
        } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        let (d, e) = (self.d, o.d);
        let (n, k) = (d.len().max(e.len()), d[0].len().max(e[0].len()));
        let fits = |all: usize, one: usize| one == all || one == 1;
        if !fits(n, d.len()) || !fits(n, e.len()) || !fits(k, d[0].len()) || !fits(k, e[0].len()) {
            panic!(\"matrices of different shapes\")
        }
        let mut r = vec![vec![0.0; k]; n];
        for i in 0..n {
            for j in 0..k { r[i][j] = d[i.min(d.len() - 1)][j.min(d[0].len() - 1)] * e[i.min(e.len() - 1)][j.min(e[0].len() - 1)]; }
        }
        $V { d: r } } }",
    "impl Mul<Array1> for $V { fn mul(self, o: Array1) -> $V { self.mul($V { d: vec![o.d] }) } }",
    "impl Mul<StridedView1> for $V { fn mul(self, o: StridedView1) -> $V { self.mul($V { d: vec![o.d] }) } }",
    "impl Mul<Transposed2> for $V { fn mul(self, o: Transposed2) -> $V { self.mul(o.standard()) } }",
    "impl Mul<Block2> for $V { fn mul(self, o: Block2) -> $V { self.mul($V { d: o.d }) } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] * o; } }
        $V { d } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = self * d[i][j]; } }
        $V { d } } }",
    "impl MulAssign<$V> for $V { fn mul_assign(&mut self, o: $V) {
        let result = self.mul(o);
        if result.d.len() != self.d.len() || result.d[0].len() != self.d[0].len() { panic!(\"matrices of different shapes\") }
        self.d = result.d; } }",
    "impl MulAssign<Array1> for $V { fn mul_assign(&mut self, o: Array1) { self.mul_assign($V { d: vec![o.d] }); } }",
    "impl MulAssign<Transposed2> for $V { fn mul_assign(&mut self, o: Transposed2) { self.mul_assign(o.standard()); } }",
    "impl MulAssign<$S> for $V { fn mul_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] * o; }
        } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V {
        let (d, e) = (self.d, o.d);
        let (n, k) = (d.len().max(e.len()), d[0].len().max(e[0].len()));
        let fits = |all: usize, one: usize| one == all || one == 1;
        if !fits(n, d.len()) || !fits(n, e.len()) || !fits(k, d[0].len()) || !fits(k, e[0].len()) {
            panic!(\"matrices of different shapes\")
        }
        let mut r = vec![vec![0.0; k]; n];
        for i in 0..n {
            for j in 0..k { r[i][j] = d[i.min(d.len() - 1)][j.min(d[0].len() - 1)] / e[i.min(e.len() - 1)][j.min(e[0].len() - 1)]; }
        }
        $V { d: r } } }",
    "impl Div<Array1> for $V { fn div(self, o: Array1) -> $V { self.div($V { d: vec![o.d] }) } }",
    "impl Div<StridedView1> for $V { fn div(self, o: StridedView1) -> $V { self.div($V { d: vec![o.d] }) } }",
    "impl Div<Transposed2> for $V { fn div(self, o: Transposed2) -> $V { self.div(o.standard()) } }",
    "impl Div<Block2> for $V { fn div(self, o: Block2) -> $V { self.div($V { d: o.d }) } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V {
        let mut d = self.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = d[i][j] / o; } }
        $V { d } } }",
    "impl Div<$V> for $S { fn div(self, o: $V) -> $V {
        let mut d = o.d;
        for i in 0..d.len() { for j in 0..d[0].len() { d[i][j] = self / d[i][j]; } }
        $V { d } } }",
    "impl DivAssign<$V> for $V { fn div_assign(&mut self, o: $V) {
        let result = self.div(o);
        if result.d.len() != self.d.len() || result.d[0].len() != self.d[0].len() { panic!(\"matrices of different shapes\") }
        self.d = result.d; } }",
    "impl DivAssign<Array1> for $V { fn div_assign(&mut self, o: Array1) { self.div_assign($V { d: vec![o.d] }); } }",
    "impl DivAssign<Transposed2> for $V { fn div_assign(&mut self, o: Transposed2) { self.div_assign(o.standard()); } }",
    "impl DivAssign<$S> for $V { fn div_assign(&mut self, o: $S) {
        for i in 0..self.d.len() {
            for j in 0..self.d[0].len() { self.d[i][j] = self.d[i][j] / o; }
        } } }",
];

/// Operators of transposed matrices.
pub(super) const TRANSPOSED: &[&str] = &[
    "impl Add<$S> for $V { fn add(self, o: $S) -> $V { $V { d: Array2 { d: self.d }.add(o).d } } }",
    "impl Add<$V> for $S { fn add(self, o: $V) -> $V { $V { d: self.add(Array2 { d: o.d }).d } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        $V { d: Array2 { d: self.d }.add(Array2 { d: o.d }).d } } }",
    "impl Sub<$S> for $V { fn sub(self, o: $S) -> $V { $V { d: Array2 { d: self.d }.sub(o).d } } }",
    "impl Sub<$V> for $S { fn sub(self, o: $V) -> $V { $V { d: self.sub(Array2 { d: o.d }).d } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        $V { d: Array2 { d: self.d }.sub(Array2 { d: o.d }).d } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V { $V { d: Array2 { d: self.d }.mul(o).d } } }",
    "impl Mul<$V> for $S { fn mul(self, o: $V) -> $V { $V { d: self.mul(Array2 { d: o.d }).d } } }",
    "impl Mul<$V> for $V { fn mul(self, o: $V) -> $V {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        $V { d: Array2 { d: self.d }.mul(Array2 { d: o.d }).d } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V { $V { d: Array2 { d: self.d }.div(o).d } } }",
    "impl Div<$V> for $S { fn div(self, o: $V) -> $V { $V { d: self.div(Array2 { d: o.d }).d } } }",
    "impl Div<$V> for $V { fn div(self, o: $V) -> $V {
        if self.d.len() != o.d.len() || self.d[0].len() != o.d[0].len() { panic!(\"matrices of different shapes\") }
        $V { d: Array2 { d: self.d }.div(Array2 { d: o.d }).d } } }",
];
