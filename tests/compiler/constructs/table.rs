//! Table of the constructs in docs/book/src/language.md, each with minimal code that shows it.
//!
//! Keeps: one function to a row, on one line. The table does not say whether it is accepted; the
//! test finds out by expanding it.

/// A row of the page.
pub(crate) struct Construct {
    /// The name of the construct.
    pub(crate) name: &'static str,
    /// The options of the attribute.
    pub(crate) options: &'static str,
    /// An item that shows it.
    pub(crate) code: &'static str,
}

const fn plain(name: &'static str, code: &'static str) -> Construct {
    with("", name, code)
}

const fn with(options: &'static str, name: &'static str, code: &'static str) -> Construct {
    Construct {
        name,
        options,
        code,
    }
}

/// The page, section by section.
pub(crate) const SECTIONS: &[(&str, &[Construct])] = &[
    ("Signatures", SIGNATURES),
    ("Variables and patterns", VARIABLES),
    ("Arithmetic and functions", ARITHMETIC),
    ("Loops", LOOPS),
    ("Iterators and arrays", ITERATORS),
    ("Branches", BRANCHES),
    ("Closures and functions", FUNCTIONS),
    ("Structs and fields", STRUCTS),
    ("Modules and `impl`s", MODULES),
    ("Other", OTHER),
];

const SIGNATURES: &[Construct] = &[
    plain("scalars", "fn f(x: f64, y: f64) -> f64 { x * y }"),
    plain("single precision", "fn f(x: f32) -> f32 { x * x }"),
    plain(
        "arrays, by value or reference",
        "fn f(x: &[f64; 2], y: [f64; 2]) -> f64 { x[0] * y[1] }",
    ),
    plain(
        "nested arrays and tuples",
        "fn f(x: &[[f64; 2]; 2], y: (f64, f64)) -> f64 { x[0][1] * y.0 }",
    ),
    plain(
        "a slice without `dim`",
        "fn f(x: &[f64]) -> f64 { x[0] * x[1] }",
    ),
    with(
        "dim(x = 2)",
        "a slice",
        "fn f(x: &[f64]) -> f64 { x[0] * x[1] }",
    ),
    plain(
        "an alias without `dim`",
        "fn f(x: &State) -> f64 { x[0] * x[1] }",
    ),
    with(
        "dim(x = 2)",
        "an alias",
        "fn f(x: &State) -> f64 { x[0] * x[1] }",
    ),
    plain(
        "an alias that is in sight",
        "mod m { type State<const N: usize> = SVector<f64, N>; type Pair = (f64, f64); #[jacobian] fn f(x: &State<2>) -> Pair { \
         type Real = f64; let y = State::<2>::zeros() + x; (y[0] * y[1], Real::sin(y[0])) } }",
    ),
    plain(
        "`&mut` outputs",
        "fn f(x: f64, y: &mut [f64; 2]) { y[0] = x; y[1] = x * x; }",
    ),
    plain(
        "a flag, a number of steps or a name beside outputs",
        "fn f(x: f64, y: &mut f64) -> bool { *y = x * x; x > 1.0 }",
    ),
    plain(
        "numbers that are changed in place",
        "fn f(x: &mut [f64; 3]) { for v in x.iter_mut() { *v = v.sin(); } }",
    ),
    plain(
        "an output that is a variable as well, because its numbers are computed with",
        "fn f(k: f64, x: &mut [f64; 3], sum: &mut f64) { for v in x.iter_mut() { *v *= k; *sum += *v; } }",
    ),
    plain(
        "an optional parameter",
        "fn f(x: f64, w: Option<&[f64; 2]>) -> f64 { w.map_or(x, |w| w[0] * x + w[1]) }",
    ),
    plain(
        "`Result`",
        "fn f(x: f64, k: f64) -> Result<f64, Bad> { if k < 0.0 { return Err(Bad); } Ok(x * k) }",
    ),
    plain(
        "`Option`",
        "fn f(x: f64) -> Option<f64> { if x < 0.0 { None } else { Some(x.sqrt()) } }",
    ),
    plain("a generic scalar", "fn f<T: Real>(x: T) -> T { x * x }"),
    plain(
        "a generic scalar with another bound",
        "fn f<T: Float>(x: T) -> T { x * x }",
    ),
    with(
        "const(N = 3)",
        "a const parameter",
        "fn f<const N: usize>(x: &[f64; N]) -> f64 { x[0] }",
    ),
    with(
        "wrt(x), const(n = 3)",
        "an integer parameter of known value",
        "fn f(x: f64, n: usize) -> f64 { let mut y = vec![0.0; n]; y[n - 1] = x; y[0] + y[2] }",
    ),
    plain(
        "an integer field of known value",
        "mod m { struct P { n: usize } #[jacobian(wrt(x), const(p.n = 3))] fn f(x: f64, p: &P) -> Vec<f64> { let mut y = vec![]; for k in 0..p.n { y.push(x * k as f64); } y } }",
    ),
    plain(
        "a list in a field that has another length after the call",
        "mod m { struct B { last: VecDeque<f64>, sum: f64 } impl B { #[jacobian(dim(self.last = 3))] fn f(&mut self, x: f64) -> f64 { self.sum += x - self.last.pop_front().unwrap(); self.last.push_back(x); self.last.push_back(x * x); self.sum } } }",
    ),
    plain(
        "a list of known length in a field",
        "mod m { struct P { at: Vec<f64> } #[jacobian(wrt(x), dim(p.at = 3))] fn f(x: f64, p: &P) -> Vec<f64> { let mut y = vec![]; for t in &p.at { y.push(x * t); } y } }",
    ),
    plain(
        "a scalar with bounds of other crates",
        "fn f<T: Float>(x: T) -> T { x.sin() * T::from(2.0).unwrap() + T::one() }",
    ),
    plain(
        "conversions that give an `Option`, and constants by their traits",
        "fn f<T: Float + FromPrimitive>(x: T) -> Option<T> { let two: T = NumCast::from(2.0)?; Some(x * two * T::from_f64(0.5)? + Zero::zero()) }",
    ),
    plain(
        "methods by the path of their trait",
        "fn f<T: Float + Signed>(x: T, y: T) -> T { Float::max(x, y) * <T as Float>::exp(x) + Signed::abs(&y) }",
    ),
    plain(
        "methods of nalgebra's traits, and their associated types",
        "fn f<T: ComplexField>(x: T, y: T) -> T { let r: T::RealField = x.modulus(); y.sinc().scale(r) }",
    ),
    plain(
        "functions of num-traits",
        "fn f<T: Float>(x: T) -> T { num_traits::pow(x, 3) * num_traits::clamp(x, T::zero(), T::one()) }",
    ),
    plain(
        "a trait of your own that requires others",
        "mod m { trait Number: num_traits::Float {} #[jacobian] fn f<T: Number>(x: T) -> T { x.sin() * T::one() } }",
    ),
    plain(
        "a trait of your own with the name of one that it requires, a default, and its method as a function",
        "mod m { trait Float: num_traits::Float { fn sign(self) -> Self { if self == Self::zero() { Self::zero() } else { self.signum() } } } impl Float for f64 {} fn twice(g: impl Fn(f64) -> f64, x: f64) -> f64 { g(g(x)) } #[jacobian] fn f<T: Float>(x: T) -> T { twice(T::sign, x) * x } }",
    ),
    plain(
        "a trait of your own with methods",
        "mod m { trait Field: Copy { fn twice(self) -> Self; } impl Field for f64 { fn twice(self) -> f64 { self + self } } #[jacobian] fn f<T: Field>(x: T) -> T { x.twice() } }",
    ),
    plain(
        "a struct of the scalar, with operators",
        "mod m { struct V<T> { x: T, y: T } impl<T: Copy + Mul<Output = T>> Mul<T> for V<T> { type Output = V<T>; fn mul(self, k: T) -> V<T> { V { x: self.x * k, y: self.y * k } } } #[jacobian] fn f<T: Float>(x: T, k: T) -> T { (V { x, y: T::one() } * k).x } }",
    ),
    plain(
        "the scalar is a parameter of the `impl`",
        "impl<T: Float> Spring<T> { #[jacobian] fn f(&self, x: T) -> T { self.k * x - T::one() } }",
    ),
    plain(
        "a type for a parameter of the `impl`",
        "mod m { trait Model { fn rate(&self, x: f64) -> f64; } struct Body; impl Model for Body { fn rate(&self, x: f64) -> f64 { x * x } } struct Solver<M> { model: M } impl<M: Model> Solver<M> { #[jacobian(wrt(x), scalar(M = Body))] fn f(&self, x: f64) -> f64 { self.model.rate(x) } } }",
    ),
    plain(
        "a length for a parameter of the `impl`",
        "mod m { struct Ring<const N: usize> { data: [f64; N] } impl<const N: usize> Ring<N> { #[jacobian(wrt(x), const(N = 4))] fn f(&self, x: f64) -> f64 { x * self.data.iter().sum::<f64>() } } }",
    ),
    plain(
        "an `impl` for all types with a trait",
        "mod m { trait Shape { fn r(&self) -> f64; } trait Area { fn area(&self) -> f64; } impl<T: Shape> Area for T { fn area(&self) -> f64 { self.r() * self.r() } } struct Disc(f64); impl Shape for Disc { fn r(&self) -> f64 { self.0 } } #[jacobian] fn f(d: &Disc) -> f64 { d.area() } }",
    ),
    plain(
        "an associated type",
        "mod m { trait Space { type Scalar; } struct World; impl Space for World { type Scalar = f64; } struct Place<S: Space> { at: [S::Scalar; 2] } #[jacobian] fn f(p: &Place<World>) -> f64 { p.at[0] * p.at[1] } }",
    ),
    plain(
        "an attribute in a macro of the module",
        "mod m { macro_rules! squares { ($($name:ident),+) => { $(#[jacobian] fn $name(x: f64) -> f64 { x * x })+ } } squares!(f, g); }",
    ),
    plain(
        "a scalar bound by operators",
        "fn f<T: Copy + Mul<Output = T>>(x: T, y: T) -> T { x * y * x }",
    ),
    with(
        "scalar(T = f32)",
        "a scalar with a trait of your own",
        "fn f<T: Smooth>(x: T) -> T { x * x }",
    ),
    plain(
        "a const parameter without a value",
        "fn f<const N: usize>(x: &[f64; N]) -> f64 { x[0] }",
    ),
    with(
        "wrt(x)",
        "inactive parameters of any type",
        "fn f(x: f64, k: f64, table: &Table) -> f64 { x * k * table.lookup(k) }",
    ),
    plain(
        "`impl Trait`",
        "fn f(x: f64, g: impl Fn(f64) -> f64) -> f64 { x * x }",
    ),
    plain(
        "what becomes a number",
        "fn f<P: Borrow<f64>>(x: impl Into<f64>, p: P) -> f64 { let x: f64 = x.into(); x * p.borrow() }",
    ),
    plain(
        "an argument of any type with a trait, of which an option chooses one",
        "mod m { trait Shape { fn area(&self) -> f64; } struct Disk(f64); impl Shape for Disk { fn area(&self) -> f64 { self.0 * self.0 } } #[jacobian(scalar(a = Disk))] fn f(a: &impl Shape) -> f64 { a.area() } }",
    ),
    with(
        "dim(x = 3)",
        "an iterator",
        "fn f<'a>(x: impl IntoIterator<Item = &'a f64>) -> f64 { x.into_iter().map(|v| v * v).sum() }",
    ),
    with(
        "dim(v = 3)",
        "what becomes a slice",
        "fn f(v: &impl AsRef<[f64]>) -> f64 { let v = v.as_ref(); v[0] * v[2] }",
    ),
    plain(
        "a type of nalgebra",
        "fn f(x: &Vector3<f64>) -> f64 { x.norm() }",
    ),
    plain(
        "a decomposition of a matrix",
        "fn f(a: &Matrix4<f64>, b: &Vector4<f64>) -> Option<Vector4<f64>> { a.lu().solve(b) }",
    ),
    plain(
        "a decomposition by its type",
        "fn f(a: &Matrix3<f64>, b: &Vector3<f64>) -> Option<Vector3<f64>> { Some(Cholesky::new(*a)?.solve(b)) }",
    ),
    plain(
        "the exponential of a matrix",
        "fn f(w: &Vector3<f64>, t: f64) -> Matrix3<f64> { (w.cross_matrix() * t).exp() }",
    ),
    plain(
        "solving and inverting in place",
        "fn f(a: &Matrix3<f64>, b: &Vector3<f64>) -> Option<Vector3<f64>> { let mut x = *b; if !a.lu().solve_mut(&mut x) { return None; } \
         let mut i = *a; if !i.try_inverse_mut() { return None; } a.lower_triangle().solve_lower_triangular_mut(&mut x); Some(i * x) }",
    ),
    plain(
        "a method that changes a matrix through a view",
        "fn f(a: &Matrix3<f64>) -> f64 { let mut m = *a; m.column_mut(1).axpy(2.0, &a.column(0), 1.0); m.amax() }",
    ),
    plain(
        "views of a matrix that are kept",
        "fn f(a: &Matrix3<f64>) -> Matrix3<f64> { let mut m = *a; for mut c in m.column_iter_mut() { let n = c.norm(); c /= n; } \
         let mut r = m.row_mut(0); r[2] *= 2.0; m }",
    ),
    plain(
        "a matrix with more or fewer rows and columns",
        "fn f(a: &Matrix3<f64>, x: f64) -> SMatrix<f64, 3, 5> { a.insert_fixed_columns::<2>(1, x) }",
    ),
    with(
        "dim(x = 3)",
        "a dynamic vector of nalgebra",
        "fn f(x: &DVector<f64>) -> DVector<f64> { x * x.norm() + DVector::from_element(3, 1.0) }",
    ),
    with(
        "dim(a = [2, 2], b = 2)",
        "a dynamic matrix of nalgebra",
        "fn f(a: &DMatrix<f64>, b: &DVector<f64>) -> Option<DVector<f64>> { a.clone().lu().solve(b) }",
    ),
    with(
        "dim(x = 3)",
        "a vector of nalgebra of any dimension and storage",
        "fn f<N: Dim, S: Storage<f64, N>>(x: &Vector<f64, N, S>) -> f64 { x.norm() }",
    ),
    plain(
        "a dynamic vector of nalgebra without `dim`",
        "fn f(x: &DVector<f64>) -> f64 { x[0] * x[1] }",
    ),
    plain(
        "`Vec` as a parameter",
        "fn f(x: Vec<f64>) -> f64 { x[0] * x[1] }",
    ),
    plain(
        "`Vec` as the result",
        "fn f(x: f64) -> Vec<f64> { vec![x, x * x] }",
    ),
    plain(
        "a scalar with a trait that is not seen",
        "fn f<T: Number>(x: T) -> T { x.sin() * T::from(2.0).unwrap() + T::one() }",
    ),
    plain(
        "operators of references to a scalar",
        "fn f<T>(x: &T, y: &T) -> T where for<'a> &'a T: Mul<&'a T, Output = T> { &(x * y) * x }",
    ),
    plain("nothing active", "fn f(n: usize) -> f64 { n as f64 }"),
    plain("nothing returned", "fn f(x: f64) { log(x); }"),
    plain("`unsafe fn`", "unsafe fn f(x: f64) -> f64 { x }"),
    plain("`async fn`", "async fn f(x: f64) -> f64 { x }"),
    plain("`const fn`", "const fn f(x: f64) -> f64 { x * x }"),
    plain(
        "a `bool`, an integer or an enum beside the numbers of the result",
        "fn f(x: f64, n: usize) -> (f64, bool, usize, Status) { (x * x, x > 0.0, n + 1, Status::Fine) }",
    ),
    plain(
        "other parts in a struct or a `Result`",
        "fn f(x: f64) -> Result<Out, Error> { if x < 0.0 { return Err(Error::Negative(x)); } Ok(Out { root: x.sqrt(), steps: 3, name: \"root\" }) }",
    ),
    plain(
        "an `Option` beside the numbers of the result",
        "fn f(x: f64) -> (f64, Option<f64>) { (x, if x > 0.0 { Some(x.sqrt()) } else { None }) }",
    ),
    with(
        "dim(x = 2, out = 2)",
        "a `Vec` as result",
        "fn f(x: &[f64]) -> Vec<f64> { x.iter().map(|v| v * v).collect() }",
    ),
    plain(
        "lists of arrays, and `Box<[f64]>`",
        "fn f(x: f64) -> (Vec<[f64; 2]>, Box<[f64]>) { (vec![[x, 1.0]], vec![x * x].into_boxed_slice()) }",
    ),
    plain(
        "an enum with numbers in several variants",
        "fn f(x: f64) -> Root { if x > 0.0 { Root::Two([x, -x]) } else { Root::One(x) } }",
    ),
    plain(
        "an iterator as result",
        "fn f(x: [f64; 2]) -> impl Iterator<Item = f64> { x.into_iter().map(|v| v * v) }",
    ),
];

const VARIABLES: &[Construct] = &[
    plain(
        "a range of active numbers that includes its end",
        "fn f(a: f64, b: f64, t: f64) -> f64 { let r = a..=b; if r.contains(&t) { *r.start() * t } else { *r.end() } }",
    ),
    plain(
        "a range of active numbers",
        "fn f(a: f64, b: f64, t: f64) -> f64 { let r = a..b; if (0.0..1.0).contains(&t) { r.start + (r.end - r.start) * t } else { r.end } }",
    ),
    plain(
        "shadowing",
        "fn f(x: f64) -> f64 { let x = x * x; x.sin() }",
    ),
    plain(
        "assignment and compound assignment",
        "fn f(x: f64) -> f64 { let mut y = x; y *= x; y += 1.0; y }",
    ),
    plain(
        "assignment to elements",
        "fn f(x: f64) -> [f64; 2] { let mut y = [0.0; 2]; y[0] = x; y[1] -= x; y }",
    ),
    plain(
        "deferred `let`",
        "fn f(x: f64) -> f64 { let y; if x > 0.0 { y = x; } else { y = -x; } y }",
    ),
    plain(
        "destructuring",
        "fn f(x: &[f64; 3]) -> f64 { let [a, b, c] = *x; let (p, q) = (a * b, c); p + q }",
    ),
    plain(
        "rest patterns",
        "fn f(x: &[f64; 3]) -> f64 { let [a, .., c] = *x; a * c }",
    ),
    plain(
        "a name for the whole beside names for its parts",
        "fn f(x: &[f64; 3]) -> f64 { let y @ [a, ..] = *x; a * y[2] }",
    ),
    plain(
        "destructuring assignment",
        "fn f(x: &[f64; 2]) -> f64 { let (mut a, mut b) = (x[0], x[1]); (a, b) = (b, a * b); a - b }",
    ),
    plain(
        "blocks as values",
        "fn f(x: f64) -> f64 { let y = { let s = x.sin(); s * s }; y + x }",
    ),
    plain(
        "local constants",
        "fn f(x: f64) -> f64 { const K: f64 = 2.0; K * x }",
    ),
    plain(
        "types and constants of a helper or of a block",
        "mod m { fn g(v: f64) -> f64 { struct Coef { c: f64, n: i32 } const ALL: [Coef; 1] = [Coef { c: 2.0, n: 3 }]; ALL.iter().map(|k| k.c * v.powi(k.n)).sum() } #[jacobian] fn f(x: f64) -> f64 { let y = { struct Pair(f64, f64); let p = Pair(x, 2.0); p.0 * p.1 }; g(x) + y } }",
    ),
    plain(
        "a list that becomes an array",
        "fn f(x: &[f64; 4]) -> Option<f64> { let a: [f64; 2] = x[..2].try_into().ok()?; let b = <[f64; 2]>::try_from(&x[2..]).unwrap(); Some(a[0] * b[1]) }",
    ),
    plain(
        "`ref mut` in a `let`",
        "fn f(x: &[f64; 2]) -> f64 { let mut y = *x; let [ref mut a, b] = y; *a *= b; y[0] }",
    ),
    plain(
        "`VecDeque`",
        "fn f(x: &[f64; 3]) -> f64 { let mut q = VecDeque::new(); for v in x { if q.len() == 2 { q.pop_front(); } q.push_back(*v); } q[0] * q.back().unwrap() }",
    ),
    plain(
        "`swap`",
        "fn f(x: &[f64; 2]) -> f64 { let mut y = *x; y.swap(0, 1); y[0] - 2.0 * y[1] }",
    ),
    plain(
        "`std::mem::swap`",
        "fn f(x: f64, y: f64) -> f64 { let (mut a, mut b) = (x, y); std::mem::swap(&mut a, &mut b); a - 2.0 * b }",
    ),
    plain(
        "`copy_from_slice`",
        "fn f(x: &[f64; 2]) -> [f64; 2] { let mut y = [0.0; 2]; y.copy_from_slice(x); y }",
    ),
    plain(
        "`copy_from_slice` into a part",
        "fn f(x: &[f64; 2]) -> [f64; 3] { let mut y = [0.0; 3]; y[..2].copy_from_slice(&x[..]); y }",
    ),
    plain(
        "parts of arrays",
        "fn f(x: &[f64; 4]) -> f64 { let (a, b) = x.split_at(2); a[0] * b[1] + x[1..3].iter().sum::<f64>() }",
    ),
    plain(
        "references to variables",
        "fn f(x: f64) -> f64 { let mut y = x; { let r = &mut y; *r *= x; } y }",
    ),
    plain(
        "an index that is active",
        "fn f(x: &[f64; 4]) -> f64 { x[x[0] as usize] }",
    ),
    with(
        "wrt(x)",
        "an index known at run time only",
        "fn f(x: &[f64; 4], i: usize) -> f64 { x[i] * x[0] }",
    ),
    with(
        "wrt(x)",
        "an assignment at such an index",
        "fn f(x: &[f64; 4], i: usize) -> f64 { let mut y = *x; y[i] *= x[0]; y[0] - y[3] }",
    ),
    plain(
        "an index that a condition, a block or a function computes from known integers",
        "fn f(x: &[f64; 4]) -> f64 { fn next(i: usize) -> usize { let mut k = i + 1; if k == 4 { k = 0; } k } let mut n = 0; let mut s = 0.0; for i in 0..4 { let j = if i == 0 { 3 } else { i - 1 }; s += x[next(i)] * x[j] * x[{ n += 1; n - 1 }]; } s }",
    ),
    with(
        "wrt(x)",
        "an element that is not there, in an arm that is never taken",
        "fn f(x: &[f64; 4], more: &[bool; 4]) -> f64 { let mut s = 0.0; for i in 0..4 { if more[i] { s += x[i + 1]; } } s }",
    ),
    plain(
        "an index that is one of several",
        "fn f(x: &[f64; 4]) -> f64 { let mut p = 0; if x[1] > x[0] { p = 1; } x[p] * x[2] }",
    ),
    with(
        "wrt(x)",
        "an index whose form bounds it",
        "fn f(x: &[f64; 4], n: usize, v: f64) -> f64 { let j = if v > 0.0 { 1 } else { 2 }; x[n % 2] * x[j] }",
    ),
    with(
        "wrt(x)",
        "a list that a condition of run time changes before it becomes active",
        "fn f(x: &[f64; 2], shut: bool) -> f64 { let mut y = [1.0; 3]; if shut { y[0] = 0.0; } y[1] = x[1]; x[0] * y[0] + y[1] }",
    ),
    plain(
        "a condition on a known variant of a table",
        "mod m { #[derive(PartialEq)] enum Kind { Up, Down } struct Joint { kind: Kind } const ALL: [Joint; 2] = [Joint { kind: Kind::Up }, \
         Joint { kind: Kind::Down }]; #[jacobian] fn f(x: &[f64; 2]) -> f64 { let mut y = 0.0; for k in 0..2 { if ALL[k].kind == Kind::Up { y += x[k]; } } y } }",
    ),
    plain(
        "an exchange with a pivot",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = *x; let mut p = 0; for i in 1..3 { if y[i].abs() > y[p].abs() { p = i; } } \
         y.swap(0, p); y[1] / y[0] }",
    ),
    with(
        "wrt(x)",
        "a slice that starts at such an index",
        "fn f(x: &[f64; 4], i: usize) -> f64 { let w = &x[i..i + 2]; w[0] * w[1] }",
    ),
    with(
        "wrt(x)",
        "rows and columns of a matrix from such an index on",
        "fn f(x: &Vector4<f64>, i: usize) -> f64 { x.rows(i, 2).norm() }",
    ),
    with(
        "wrt(x)",
        "a reference to an element at such an index",
        "fn f(x: &[f64; 4], i: usize) -> f64 { let mut y = *x; let r = &mut y[i]; *r *= 2.0; y[0] }",
    ),
    with(
        "wrt(x)",
        "a reference to one of two variables, by a condition",
        "fn f(x: f64, c: bool) -> f64 { let (mut a, mut b) = (x, x * x); let r = if c { &mut a } else { &mut b }; *r *= 2.0; a * b }",
    ),
    with(
        "wrt(x)",
        "a list that is split at such an index",
        "fn f(x: &[f64; 4], k: usize) -> f64 { let mut y = *x; let (a, b) = y.split_at_mut(k); b[0] += a[0]; y[1] * y[2] }",
    ),
    with(
        "wrt(a)",
        "an inactive array that becomes active",
        "fn f(a: f64, b: &[f64; 3], i: usize) -> f64 { let mut b = *b; b.swap(i, 1); b[1] -= a * b[0]; b[1] }",
    ),
    with(
        "wrt(x)",
        "a search in a table of any length",
        "fn f(x: f64, t: &[f64]) -> f64 { let i = t.partition_point(|v| *v <= x); t[i] + (x - t[i]) * i as f64 }",
    ),
    with(
        "wrt(x)",
        "a search that may find nothing",
        "fn f(x: f64, t: &[f64]) -> f64 { match t.iter().position(|v| *v > x) { Some(0) => x, Some(i) => t[i] * x, None => 0.0 } }",
    ),
    with(
        "wrt(x)",
        "`binary_search_by`",
        "fn f(x: f64, t: &[f64]) -> f64 { let i = t.binary_search_by(|v| v.total_cmp(&x)).unwrap_or_else(|i| i - 1); t[i] * x }",
    ),
    plain(
        "an index out of range",
        "fn f(x: &[f64; 2]) -> f64 { x[2] }",
    ),
];

const ARITHMETIC: &[Construct] = &[
    plain(
        "operators",
        "fn f(x: f64, y: f64) -> f64 { -(x + y) * (x - y) / y % 2.0 }",
    ),
    plain(
        "methods of `f64`",
        "fn f(x: f64) -> f64 { x.sin().mul_add(x.exp(), x.ln_1p()).tanh() }",
    ),
    plain(
        "paths of methods",
        "fn f(x: f64) -> f64 { f64::sqrt(f64::max(x, 0.0)) }",
    ),
    plain(
        "integer powers, known or not",
        "fn f(x: f64, n: i32) -> f64 { x.powi(3) + x.powi(n) }",
    ),
    plain(
        "`powf`, the exponent active too",
        "fn f(x: f64, y: f64) -> f64 { x.powf(y) }",
    ),
    plain(
        "`abs`, `min`, `max`, `clamp`, `signum`",
        "fn f(x: f64) -> f64 { x.abs().min(2.0).max(x).clamp(0.0, 3.0) * x.signum() }",
    ),
    plain(
        "rounding, locally constant",
        "fn f(x: f64) -> f64 { x.floor() + x.fract() * x.rem_euclid(2.0) }",
    ),
    plain(
        "constants of the library",
        "fn f(x: f64) -> f64 { std::f64::consts::PI * x + f64::EPSILON }",
    ),
    plain(
        "integers converted",
        "fn f(x: f64, n: usize) -> f64 { x * n as f64 + f64::from(3_u8) }",
    ),
    plain(
        "`f32` and `f64` in one function",
        "fn f(x: f32, y: &[f64; 2]) -> f64 { let s = x * 0.5; f64::from(s) * y[0] + (y[1] as f32).sin() as f64 }",
    ),
    plain(
        "an active value converted to single precision",
        "fn f(x: f64) -> f64 { (x as f32) as f64 }",
    ),
    plain(
        "an active value converted to an integer",
        "fn f(x: f64) -> f64 { (x as i64) as f64 }",
    ),
    plain(
        "conditions converted",
        "fn f(x: f64) -> f64 { x * f64::from(x > 1.0) + ((x > 0.0) as i32 - (x < 0.0) as i32) as f64 }",
    ),
    plain(
        "`total_cmp`",
        "fn f(x: f64, y: f64) -> f64 { if x.total_cmp(&y).is_lt() { x } else { y } }",
    ),
    plain(
        "`is_nan`, `is_finite` in conditions",
        "fn f(x: f64) -> f64 { if x.is_nan() || !x.is_finite() { 0.0 } else { x * x } }",
    ),
    plain(
        "a number without its low bits, locally constant: 27 or more of an `f64`, 12 of an `f32`",
        "fn f(x: f64) -> f64 { let z = f64::from_bits(x.to_bits() & 0xffff_ffff_0000_0000); (-z * z).exp() * ((z - x) * (z + x)).exp() }",
    ),
    plain(
        "bits of a number",
        "fn f(x: f64) -> f64 { f64::from_bits(x.to_bits() + 1) }",
    ),
    plain(
        "methods that are not of `f64`",
        "fn f(x: f64) -> f64 { x.gamma() }",
    ),
];

const LOOPS: &[Construct] = &[
    plain(
        "`for` over a constant range",
        "fn f(x: f64) -> f64 { let mut y = 1.0; for _ in 0..4 { y *= x; } y }",
    ),
    plain(
        "`..=`, `rev`, `step_by`",
        "fn f(x: &[f64; 6]) -> f64 { let mut y = 0.0; for i in (0..=4).rev().step_by(2) { y = y * x[i] + x[i + 1]; } y }",
    ),
    plain(
        "nested, bounds of outer variables",
        "fn f(x: &[f64; 4]) -> f64 { let mut y = 0.0; for i in 0..4 { for j in 0..i { y += x[i] * x[j]; } } y }",
    ),
    plain(
        "over arrays",
        "fn f(x: &[f64; 4]) -> f64 { let mut y = 0.0; for v in x { y += v * v; } y }",
    ),
    plain(
        "over mutable elements",
        "fn f(x: &[f64; 4]) -> [f64; 4] { let mut y = *x; for v in &mut y { *v *= 2.0; } y }",
    ),
    with(
        "const(N = 6)",
        "a named constant as bound",
        "fn f(x: f64) -> f64 { let mut y = x; for _ in 0..N { y *= x; } y }",
    ),
    plain(
        "a bound known at run time only",
        "fn f(x: f64, n: usize) -> f64 { let mut y = x; for _ in 0..n { y *= x; } y }",
    ),
    plain(
        "`break` and `continue`",
        "fn f(x: &[f64; 4]) -> f64 { let mut y = 0.0; for v in x { if *v < 0.0 { continue; } if y > 9.0 { break; } y += v; } y }",
    ),
    plain(
        "labels",
        "fn f(x: &[f64; 4]) -> f64 { let mut y = 0.0; 'outer: for i in 0..4 { for j in 0..i { if x[j] > x[i] { continue 'outer; } y += x[j]; } } y }",
    ),
    plain(
        "`while` with a known end",
        "fn f(x: f64) -> f64 { let (mut y, mut n) = (x, 8); while n > 1 { y = y.sin(); n /= 2; } y }",
    ),
    plain(
        "`loop` with a known end, and its value",
        "fn f(x: f64) -> f64 { let (mut y, mut k) = (x, 0); loop { y *= 2.0; k += 1; if k == 3 { break y; } } }",
    ),
    plain(
        "`while` that only run time ends",
        "fn f(x: f64) -> f64 { let mut y = x; while y < 1.0 { y *= 2.0; } y }",
    ),
    with(
        "wrt(x)",
        "`while let` on values of run time",
        "fn f(x: f64, mut rest: Vec<f64>) -> f64 { let mut y = x; while let Some(v) = rest.pop() { y = y * v + x; } y }",
    ),
    plain(
        "`loop` that only run time ends, with `break` values",
        "fn f(x: f64) -> f64 { let mut y = x; loop { y *= 2.0; if y > 1.0 { break y.sin(); } } }",
    ),
    plain(
        "a `break` in each of many iterations",
        "fn f(x: f64, tol: f64) -> f64 { let mut y = x; for _ in 0..200 { let z = y.cos(); if (z - y).abs() < tol { break; } y = z; } y }",
    ),
    with(
        "wrt(x)",
        "over data of any length",
        "fn f(x: f64, data: &[(f64, f64)]) -> f64 { let mut s = 0.0; for (t, y) in data { s += (x * t - y).powi(2); } s }",
    ),
    with(
        "wrt(x)",
        "over any iterator of inactive items",
        "fn f(x: f64, data: &[f64]) -> f64 { let mut s = 0.0; for (i, w) in data.windows(2).enumerate() { s += x * (w[1] - w[0]) * i as f64; } s }",
    ),
    plain(
        "`return`, `continue` and labels inside of such loops",
        "fn f(x: f64, n: usize) -> f64 { let mut y = x; 'a: for i in 0..n { for _ in 0..i { y *= x; if y > 9.0 { continue 'a; } if y < 0.0 { return 0.0; } } } y }",
    ),
    plain(
        "arrays, structs and options as state of such loops",
        "fn f(x: f64, n: usize) -> f64 { let (mut y, mut last) = ([x, 1.0], None); for _ in 0..n { y = [y[1], y[0] * x]; last = Some(y[0]); } last.unwrap_or(x) + y[1] }",
    ),
    with(
        "wrt(x)",
        "an iterator chain over data of any length",
        "fn f(x: f64, c: &[f64]) -> f64 { c.iter().rev().fold(0.0, |y, c| y * x + c) + c.iter().map(|c| (x * c).sin()).sum::<f64>() }",
    ),
    with(
        "wrt(x), implicit(root(p) => |y| y * y - p)",
        "a solver, by the residual that it makes zero",
        "fn f(x: f64) -> f64 { root(x) * x }",
    ),
    with(
        "wrt(x)",
        "a list that grows in such a loop",
        "fn f(x: f64, n: usize) -> f64 { let mut y = vec![x]; for _ in 0..n { y.push(x * y[y.len() - 1]); } y[n / 2] }",
    ),
    with(
        "wrt(x)",
        "a list of a length that only run time knows",
        "fn f(x: f64, n: usize) -> f64 { let mut y = vec![0.0; n]; y[0] = x; for k in 1..n { y[k] = x * y[k - 1]; } y.iter().sum::<f64>() }",
    ),
    with(
        "wrt(x)",
        "a stack",
        "fn f(x: f64, h: f64) -> f64 { let mut parts = vec![(0.0, x)]; let mut s = 0.0; while let Some((a, b)) = parts.pop() { if b - a < h { s += (b - a) * a; } else { let m = 0.5 * (a + b); parts.push((a, m)); parts.push((m, b)); } } s }",
    ),
    plain(
        "a loop that nothing ends",
        "fn f(x: f64) -> f64 { let mut y = x; loop { y *= 2.0; } y }",
    ),
    plain(
        "more iterations than the limit has operations",
        "fn f(x: f64) -> f64 { let mut y = x; for _ in 0..1_000_000 { y *= x; } y }",
    ),
    plain(
        "more operations than the limit",
        "fn f(x: f64) -> f64 { let y = [[x; 1000]; 1000]; y[3][2] }",
    ),
];

const ITERATORS: &[Construct] = &[
    plain(
        "`map`, `zip`, `sum`",
        "fn f(x: &[f64; 3], y: &[f64; 3]) -> f64 { x.iter().zip(y).map(|(a, b)| a * b).sum() }",
    ),
    plain(
        "`enumerate`, `fold`",
        "fn f(x: &[f64; 3]) -> f64 { x.iter().enumerate().fold(0.0, |s, (i, v)| s + i as f64 * v) }",
    ),
    plain(
        "`product`",
        "fn f(x: &[f64; 3]) -> f64 { x.iter().product() }",
    ),
    plain(
        "`cycle` in a `zip`, `successors` before a `take`",
        "fn f(x: &[f64; 3]) -> f64 { let area: f64 = x.iter().zip(x.iter().cycle().skip(1)).map(|(a, b)| a * b).sum(); \
         area + std::iter::successors(Some(x[0]), |a| Some(a * 0.5)).take(4).sum::<f64>() }",
    ),
    plain(
        "an iterator without an end",
        "fn f(x: &[f64; 3]) -> f64 { let next = x.iter().cycle(); next.take(4).sum() }",
    ),
    plain(
        "`try_fold`, `partition`",
        "fn f(x: &[f64; 3]) -> f64 { let (a, b): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.5); \
         a.iter().sum::<f64>() * x.iter().try_fold(1.0, |p, v| if *v > 0.0 { Some(p * v) } else { None }).unwrap_or(b.len() as f64) }",
    ),
    plain(
        "elements taken out of a list",
        "fn f(x: &[f64; 3]) -> f64 { let mut v = x.to_vec(); let a = v.remove(1); v.retain(|v| *v > 0.1); let b: f64 = v.iter().sum(); a * b }",
    ),
    plain(
        "`get_or_insert`, `zip` of `Option`s, a list of them",
        "fn f(x: &[f64; 3]) -> f64 { let mut o = if x[0] > 1.0 { Some(x[0]) } else { None }; let p = o; *o.get_or_insert(x[1]) *= 2.0; \
         o.zip(p).map_or(x[2], |(a, b)| a * b) + [o, p].into_iter().flatten().sum::<f64>() }",
    ),
    plain(
        "`windows`",
        "fn f(x: &[f64; 3]) -> f64 { x.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum() }",
    ),
    plain(
        "`as_` of num-traits, with a target in sight",
        "fn f<T: Float + AsPrimitive<f64>>(x: T) -> f64 { let i: usize = x.as_(); let y: f64 = x.as_(); y * x.as_() + i as f64 }",
    ),
    plain(
        "the macros of approx",
        "fn f(x: f64) -> f64 { assert_relative_eq!(x, x); if abs_diff_eq!(x, 1.0, epsilon = 1e-6) { x } else { x * x } }",
    ),
    plain(
        "iterators of itertools",
        "fn f(x: &[f64; 3], w: &[f64; 3]) -> f64 { let mut s = 0.0; for (a, b, c) in izip!(x, w, x.iter().rev()) { s += a * b * c; } \
         s + x.iter().tuple_windows().map(|(a, b)| (b - a).powi(2)).sum::<f64>() + x.iter().cartesian_product(w).map(|(a, b)| a / b).sum::<f64>() }",
    ),
    plain(
        "one answer of all items by itertools",
        "fn f(x: &[f64; 3]) -> f64 { let (a, b) = x.iter().minmax().into_option().unwrap(); let (p, q, r) = x.iter().collect_tuple().unwrap(); \
         let n = x.iter().position_max_by(|a, b| a.total_cmp(b)).unwrap(); b - a + p * q + r * n as f64 }",
    ),
    plain(
        "numbers of ordered-float as items and keys",
        "fn f(x: &[f64; 3]) -> f64 { let m = x.iter().copied().map(OrderedFloat).max().unwrap(); m.0 * x.iter().min_by_key(|v| OrderedFloat(v.abs())).unwrap() }",
    ),
    plain(
        "vectors of cgmath, coordinates of geo-types",
        "mod m { use cgmath::{InnerSpace, Vector3}; use geo_types::{Point, point}; #[jacobian] fn f(v: Vector3<f64>, p: Point<f64>) -> f64 { let q = p + point! { x: 1.0, y: v.x }; v.cross(Vector3::unit_z()).magnitude() * q.dot(p) } }",
    ),
    plain(
        "lists of arrayvec and smallvec",
        "fn f(x: f64) -> ArrayVec<f64, 4> { let v: SmallVec<[f64; 2]> = smallvec![x, x * x]; let mut y = ArrayVec::new(); y.push(v[0] + v[1]); y }",
    ),
    plain(
        "parallel iterators of rayon, one item after the other",
        "fn f(x: &[f64; 3]) -> f64 { x.par_iter().map(|v| v * v).sum::<f64>().sqrt() + x.par_iter().copied().reduce(|| 1.0, |a, b| a * b) }",
    ),
    plain(
        "`chunks_exact`, mutable too",
        "fn f(x: &[f64; 4]) -> [f64; 4] { let mut y = *x; for c in y.chunks_exact_mut(2) { c[0] *= c[1]; } y }",
    ),
    plain(
        "`take`, `skip`, `rev`, `step_by`, `chain`",
        "fn f(x: &[f64; 4]) -> f64 { x.iter().skip(1).chain(x.iter().rev().take(2)).step_by(2).sum() }",
    ),
    plain(
        "`filter` by what is known",
        "fn f(x: &[f64; 4]) -> f64 { (0..4).filter(|&i| i != 2).map(|i| x[i]).sum() }",
    ),
    plain(
        "`filter` by an active value",
        "fn f(x: &[f64; 4]) -> f64 { x.iter().filter(|v| **v > 0.0).sum() }",
    ),
    plain(
        "`filter_map`",
        "fn f(x: &[f64; 4]) -> f64 { (0..4).filter_map(|i| if i > 1 { Some(x[i]) } else { None }).sum() }",
    ),
    plain(
        "`take_while` of an active value",
        "fn f(x: &[f64; 4]) -> f64 { x.iter().take_while(|v| **v > 0.0).sum() }",
    ),
    plain(
        "a loop over what a filter leaves",
        "fn f(x: &[f64; 4]) -> f64 { let mut s = 0.0; for v in x.iter().filter(|v| **v > 0.0) { s += v * v; } s }",
    ),
    plain(
        "`count` of what a filter leaves",
        "fn f(x: &[f64; 4]) -> f64 { x[0] * x.iter().filter(|v| **v > x[0]).count() as f64 }",
    ),
    plain(
        "an item counted from behind a filter",
        "fn f(x: &[f64; 4]) -> f64 { x.iter().filter(|v| **v > 0.0).take(2).sum() }",
    ),
    with(
        "wrt(x)",
        "`zip` with data of any length",
        "fn f(x: &[f64; 3], data: &[f64]) -> f64 { x.iter().zip(data).map(|(a, d)| a * d).sum() }",
    ),
    with(
        "wrt(x)",
        "`zip` with `cycle` of a list, and with data of any length",
        "fn f(x: &[f64; 2], data: &[f64], t: &[f64]) -> f64 { data.iter().zip(x.iter().cycle()).map(|(d, a)| a * d).zip(t).map(|(v, t)| v * t).sum() }",
    ),
    with(
        "wrt(x)",
        "`rotate_left` by a count of run time",
        "fn f(x: &[f64; 3], k: usize) -> f64 { let mut y = *x; y.rotate_left(k % 3); y[0] }",
    ),
    with(
        "wrt(x)",
        "`zip` of mutable elements with data of any length",
        "fn f(x: &[f64; 3], data: &[f64]) -> [f64; 3] { let mut y = *x; for (v, d) in y.iter_mut().zip(data) { *v *= d; } y }",
    ),
    with(
        "wrt(x)",
        "`take`, `skip` and `step_by` by a count of run time",
        "fn f(x: &[f64; 4], k: usize) -> f64 { x.iter().skip(k).take(2).step_by(k).sum() }",
    ),
    plain(
        "`enumerate` and `zip` behind a filter",
        "fn f(x: &[f64; 4]) -> f64 { x.iter().filter(|v| **v > 0.0).zip(x).enumerate().map(|(i, (a, b))| a * b * i as f64).sum() }",
    ),
    plain(
        "`collect` of what a filter leaves",
        "fn f(x: &[f64; 4]) -> f64 { let y: Vec<f64> = x.iter().copied().filter(|v| *v > 0.0).collect(); y[0] / y.len() as f64 }",
    ),
    with(
        "wrt(x)",
        "a slice whose length only run time knows",
        "fn f(x: &[f64; 4], k: usize) -> f64 { let (a, b) = (&x[..k], &x[k..]); a.iter().sum::<f64>() / a.len() as f64 * b[0] }",
    ),
    with(
        "wrt(x)",
        "mutable elements of such a slice",
        "fn f(x: &[f64; 4], k: usize) -> [f64; 4] { let mut y = *x; for v in &mut y[k..] { *v *= 2.0; } y }",
    ),
    plain(
        "`scan`",
        "fn f(x: &[f64; 3]) -> f64 { x.iter().scan(0.0, |s, v| { *s += v; Some(*s) }).sum() }",
    ),
    plain(
        "`fold` with `f64::max`",
        "fn f(x: &[f64; 3]) -> f64 { x.iter().copied().fold(f64::NEG_INFINITY, f64::max) }",
    ),
    plain(
        "`max_by`",
        "fn f(x: &[f64; 3]) -> f64 { *x.iter().max_by(|a, b| a.total_cmp(b)).unwrap() }",
    ),
    plain(
        "`min_by_key`, `max_by_key`",
        "fn f(x: &[f64; 3]) -> f64 { let i = (0..3).max_by_key(|i| (x[*i] * 10.0) as i64).unwrap(); x[i] * x[0] }",
    ),
    plain(
        "`find`, `position`",
        "fn f(x: &[f64; 3]) -> f64 { let at = x.iter().position(|v| *v > 1.0).unwrap_or(0); x.iter().find(|v| **v > 0.0).unwrap_or(&x[0]) * at as f64 }",
    ),
    plain(
        "`collect` into `Vec`",
        "fn f(x: &[f64; 3]) -> f64 { let y: Vec<f64> = x.iter().map(|v| v * v).collect(); y[0] + y[2] }",
    ),
    plain(
        "`Vec` that grows",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = Vec::new(); for v in x { y.push(v * v); } y[0] + y[2] }",
    ),
    plain(
        "`array::from_fn`",
        "fn f(x: &[f64; 3]) -> [f64; 3] { std::array::from_fn(|i| x[i] * x[(i + 1) % 3]) }",
    ),
    plain(
        "`map` of arrays",
        "fn f(x: [f64; 3]) -> [f64; 3] { x.map(f64::sin) }",
    ),
    plain(
        "`for_each`",
        "fn f(x: &[f64; 3]) -> [f64; 3] { let mut y = *x; y.iter_mut().for_each(|v| *v *= 2.0); y }",
    ),
    plain(
        "`sort_by`",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = *x; y.sort_by(|a, b| a.total_cmp(b)); y[1] }",
    ),
    plain(
        "`select_nth_unstable_by`",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = *x; let (_, m, _) = y.select_nth_unstable_by(1, f64::total_cmp); *m }",
    ),
    plain(
        "an order of other values",
        "fn f(x: &[f64; 3]) -> f64 { let mut o = [0, 1, 2]; o.sort_by(|a, b| x[*a].total_cmp(&x[*b])); x[o[0]] }",
    ),
    plain(
        "`rotate_left`, `reverse`, `fill`",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = *x; y.reverse(); y[0] - y[1] * y[2] }",
    ),
    plain(
        "`concat`",
        "fn f(x: &[f64; 2]) -> f64 { let y = [*x, [1.0, 2.0]].concat(); y[0] * y[1] }",
    ),
    plain(
        "`any`, `all` of active values",
        "fn f(x: &[f64; 3]) -> f64 { if x.iter().any(|v| *v < 0.0) { 0.0 } else { x[0] * x[1] } }",
    ),
    plain(
        "`any`, `all` as values",
        "fn f(x: &[f64; 3]) -> f64 { let far = x.iter().any(|v| *v > 2.0 * x[0]); if far { x[0] } else { x[1] } }",
    ),
];

const BRANCHES: &[Construct] = &[
    plain(
        "`if` as a value",
        "fn f(x: f64) -> f64 { if x > 0.0 { x.ln() } else { 0.0 } }",
    ),
    plain(
        "`if` as a statement",
        "fn f(x: f64) -> f64 { let mut y = x; if y < 0.0 { y = -y; } y.sqrt() }",
    ),
    plain(
        "`else if`, `&&`, `||`, `!`",
        "fn f(x: f64, y: f64) -> f64 { if x > 0.0 && y > 0.0 { x } else if !(x < -1.0) { y } else { x * y } }",
    ),
    plain(
        "early `return`",
        "fn f(x: f64) -> f64 { if x < 0.0 { return 0.0; } x.sqrt() }",
    ),
    plain(
        "`match` on ranges and guards",
        "fn f(x: f64) -> f64 { match x { v if v < 0.0 => -v, 0.0..=1.0 => x, _ => x * x } }",
    ),
    with(
        "wrt(x)",
        "`match` on an inactive value",
        "fn f(x: f64, law: Law) -> f64 { match law { Law::Linear => x, Law::Power(p) => x.powf(p) } }",
    ),
    with(
        "wrt(x)",
        "`if let` and `let ... else` on an inactive value",
        "fn f(x: f64, limit: Option<f64>) -> f64 { let Some(l) = limit else { return x; }; x * l }",
    ),
    plain(
        "a branch on what is known",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = 0.0; for i in 0..3 { if i % 2 == 0 { y += x[i]; } } y }",
    ),
    plain(
        "branches inside loops",
        "fn f(x: &[f64; 3]) -> f64 { let mut y = 0.0; for v in x { y += if *v > 0.0 { *v } else { v * v }; } y }",
    ),
    plain(
        "conditions with a name",
        "fn f(x: f64) -> f64 { let inside = x.abs() < 1.0; if inside { x * x } else { x } }",
    ),
    plain(
        "`matches!` of active values",
        "fn f(x: f64) -> f64 { if matches!(x, v if v > 1.0) { x * x } else { x } }",
    ),
    plain(
        "tuples and arrays out of a branch",
        "fn f(x: f64) -> f64 { let (a, b) = if x > 0.0 { (x, 1.0) } else { (1.0, x * x) }; a * b }",
    ),
    plain(
        "`partial_cmp` matched",
        "fn f(x: f64, y: f64) -> f64 { match x.partial_cmp(&y) { Some(Ordering::Less) => x, _ => y } }",
    ),
    with(
        "wrt(x)",
        "`let` chains",
        "fn f(x: f64, k: Option<f64>) -> f64 { if let Some(k) = k && x > 0.0 { x * k } else { x } }",
    ),
    plain(
        "a pattern taken apart on an active value",
        "fn f(x: (f64, f64)) -> f64 { match x { (a, b) if a > b => a, (a, b) => a * b } }",
    ),
    plain(
        "`if let` on parts of an array",
        "fn f(x: &[f64; 4]) -> f64 { let mut s = 0.0; for pair in x.chunks(2) { if let [a, b] = pair { s += a * b; } } s }",
    ),
    plain(
        "`Option` of active values",
        "fn f(x: f64) -> f64 { let y = if x > 0.0 { Some(x) } else { None }; y.unwrap_or(0.0) }",
    ),
    plain(
        "`Option` matched",
        "fn f(x: f64) -> f64 { let y = if x > 0.0 { Some(x.ln()) } else { None }; match y { Some(v) if v > 1.0 => v, Some(v) => v * v, None => x } }",
    ),
    plain(
        "`if let` and `let ... else` on active values",
        "fn f(x: f64) -> f64 { let y = (x > 0.0).then(|| x.ln()); let Some(v) = y else { return x; }; v * x }",
    ),
    plain(
        "an active value out of an error",
        "fn f(x: f64) -> f64 { let y = if x > 0.0 { Ok(x) } else { Err(x) }; match y { Ok(v) => v, Err(v) => v * v } }",
    ),
    plain(
        "a branch in a block with a label",
        "fn f(x: f64) -> f64 { 'a: { if x < 0.0 { break 'a 0.0; } x * x } }",
    ),
];

const FUNCTIONS: &[Construct] = &[
    plain(
        "closures",
        "fn f(x: &[f64; 2]) -> f64 { let sq = |v: f64| v * v; sq(x[0]) + sq(x[1]) }",
    ),
    plain(
        "closures that change variables",
        "fn f(x: f64) -> f64 { let mut s = 0.0; let mut add = |v: f64| s += v; add(x); add(x * x); s }",
    ),
    plain(
        "`move` closures that change what they have taken with them",
        "fn f(x: f64) -> f64 { let mut s = x; let mut add = move |v: f64| { s += v; s }; add(x) * add(x * x) + s }",
    ),
    plain(
        "nested functions",
        "fn f(x: f64) -> f64 { fn sq(v: f64) -> f64 { v * v } sq(x) }",
    ),
    plain(
        "nested functions with early `return`",
        "fn f(x: f64) -> f64 { fn g(v: f64) -> f64 { if v < 0.0 { return 0.0; } v * v } g(x) }",
    ),
    plain(
        "generic functions",
        "fn f(x: &[f64; 3]) -> f64 { fn norm<T: Real, const N: usize>(a: &[T; N]) -> T { let mut s = T::from_f64(0.0); for i in 0..N { s += a[i] * a[i]; } s.sqrt() } norm(x) }",
    ),
    plain(
        "functions that take `&mut`",
        "fn f(x: f64) -> f64 { fn bump(v: &mut f64) { *v *= 2.0; } let mut y = x; bump(&mut y); y }",
    ),
    plain(
        "functions as arguments",
        "fn f(x: f64) -> f64 { fn twice(g: impl Fn(f64) -> f64, v: f64) -> f64 { g(g(v)) } twice(|v| v.sin(), x) }",
    ),
    plain(
        "numbers in a `Box`, an `Rc`, a `Cow`, or a cell that nothing changes",
        "fn f(x: f64) -> f64 { let b = std::rc::Rc::new(x * x); let c = std::cell::Cell::new(x); *b.clone() * c.get() }",
    ),
    plain(
        "a closure in a `Box`",
        "fn f(x: f64) -> f64 { let g: Box<dyn Fn(f64) -> f64> = Box::new(|v| v * v); g(x) }",
    ),
    plain(
        "a macro of the function's own",
        "fn f(x: f64) -> f64 { macro_rules! sq { ($e:expr) => {{ let t = $e; t * t }}; } let t = x.sin(); sq!(t + 1.0) }",
    ),
    plain(
        "a macro that sees variables of the function, or makes items",
        "fn f(x: f64) -> f64 { let k = 2.0 * x; macro_rules! scale { ($e:expr) => { k * $e }; } macro_rules! item { ($i:item) => { $i }; } item!(const HALF: f64 = 0.5;); scale!(HALF * x) }",
    ),
    plain(
        "an integer of an active value, and a table",
        "fn f(x: f64) -> f64 { const T: [f64; 3] = [0.0, 1.0, 4.0]; let i = (x as usize).min(1); T[i] + (x - i as f64) * (T[i + 1] - T[i]) }",
    ),
    plain(
        "recursion that a known number ends",
        "fn f(x: f64) -> f64 { fn power(x: f64, n: u32) -> f64 { if n == 0 { 1.0 } else { x * power(x, n - 1) } } power(x, 4) }",
    ),
    plain(
        "recursion that only run time ends",
        "fn f(x: f64) -> f64 { fn g(x: f64) -> f64 { if x < 1.0 { x } else { g(x - 1.0) } } g(x) }",
    ),
    with(
        "recursion = 8",
        "the same to a limit",
        "fn f(x: f64) -> f64 { fn g(x: f64) -> f64 { if x < 1.0 { x } else { g(x - 1.0) } } g(x) }",
    ),
    plain(
        "a tree of boxes that is walked",
        "mod m { enum Tree { Number(f64), Variable, Sum(Box<Tree>, Box<Tree>) } impl Tree { fn at(&self, x: f64) -> f64 { match self { Tree::Number(k) => *k, Tree::Variable => x, Tree::Sum(a, b) => a.at(x) + b.at(x) } } } #[jacobian(wrt(x), recursion = 4)] fn f(tree: &Tree, x: f64) -> f64 { tree.at(x) } }",
    ),
    with(
        "recursion = 8",
        "a call of the attributed function, to a limit",
        "fn f(x: f64) -> f64 { if x < 1.0 { x } else { f(x - 1.0) } }",
    ),
    plain(
        "a call of the attributed function",
        "fn f(x: f64) -> f64 { if x < 1.0 { x } else { f(x - 1.0) } }",
    ),
    plain(
        "a function outside, active argument",
        "fn f(x: f64) -> f64 { square(x) }",
    ),
    with(
        "wrt(x)",
        "a function outside, inactive argument",
        "fn f(x: f64, k: f64) -> f64 { x * square(k) }",
    ),
    with(
        "use(square)",
        "an exported function",
        "fn f(x: f64) -> f64 { square(x) }",
    ),
    plain(
        "an exported function, used inside a module",
        "mod m { #[jacobian(use(super::square))] fn f(x: f64) -> f64 { super::square(x) } }",
    ),
    plain(
        "a path from the root of the crate to the module itself",
        "mod m { mod units { pub fn sq(x: f64) -> f64 { x * x } } #[jacobian] fn f(x: f64) -> f64 { crate::m::units::sq(x) } }",
    ),
    with(
        "export",
        "to be called from elsewhere",
        "pub fn f(x: f64) -> f64 { x * x }",
    ),
    with(
        "export(impl, Add, Mul<f64>)",
        "a type with three of its `impl`s, which say `export` as well",
        "pub struct P { x: f64, y: f64 }",
    ),
    with(
        "export",
        "an `impl` of such a type",
        "impl Mul<f64> for P { type Output = P; fn mul(self, k: f64) -> P { P { x: self.x * k, y: self.y * k } } }",
    ),
    with(
        "export",
        "a module with its types, functions and constants",
        "pub mod m { pub struct P { pub x: f64 } impl P { pub fn sq(&self) -> f64 { self.x * self.x } } }",
    ),
    with(
        "rule(erf(x) => (-x * x).exp())",
        "a rule for an opaque function",
        "fn f(x: f64) -> f64 { erf(x) }",
    ),
    with(
        "rule(find(x, k) => Ok((k, x)))",
        "a rule for a function that may fail",
        "fn f(x: f64, k: f64) -> Result<f64, Missing> { let y = find(x, k)?; Ok(y * y) }",
    ),
    with(
        "rule(Normal::cdf(self, x) => self.pdf(x))",
        "a rule for a method of opaque objects",
        "fn f(x: f64, n: &Normal) -> f64 { n.cdf(x) }",
    ),
    plain(
        "a method of an opaque object",
        "fn f(x: f64, n: &Normal) -> f64 { n.cdf(x) }",
    ),
    with(
        "wrt(x), rule((self.f)(x) => (self.slope)(x))",
        "a rule for a closure in a field",
        "fn f(&self, x: f64) -> f64 { (self.f)(x) }",
    ),
    with(
        "rule(g)",
        "a call of a parameter whose derivative the caller gives",
        "fn f(x: f64, g: impl Fn(f64) -> f64) -> f64 { g(x) + g(2.0 * x) }",
    ),
    with(
        "wrt(y), rule(g(_, y))",
        "the same with arrays",
        "fn f<F: FnMut(f64, &[f64; 2]) -> [f64; 2]>(mut g: F, y: &[f64; 2], h: f64) -> f64 { let k = g(h, y); y[0] + h * k[0] }",
    ),
    with(
        "rule(polar(r, a) => ((a.cos(), -r * a.sin()), (a.sin(), r * a.cos())))",
        "a rule for a function with several results",
        "fn f(r: f64, a: f64) -> f64 { let (x, y) = polar(r, a); x * y }",
    ),
    with(
        "wrt(x), rule(rates(x: &[f64; 2], _) -> [f64; 2] => rates_jacobian(x))",
        "a rule with types, for lists",
        "fn f(x: &[f64; 2], k: &Kind) -> f64 { let y = rates(x, k); y[0] * y[1] }",
    ),
    with(
        "rule(Squash::squash(self, k) => (1.0 / k, -self / k.powi(2)))",
        "a rule for a method of numbers",
        "fn f(x: f64) -> f64 { x.squash(2.0) }",
    ),
    plain(
        "functions of libm, special, statrs and puruspe",
        "fn f(x: f64) -> f64 { libm::erf(x) * statrs::function::gamma::ln_gamma(x) * special::Gamma::digamma(x) * puruspe::Jn(2, x) }",
    ),
    plain(
        "such functions by names whose `use` is not seen",
        "fn f(x: f64) -> f64 { erf(x) }",
    ),
    plain(
        "complex numbers of num-complex",
        "fn f(z: Complex<f64>, w: Complex64) -> Complex64 { (z * w + 2.0).sqrt() / w.conj() }",
    ),
    plain(
        "complex numbers over `f32`",
        "fn f(z: Complex32, k: f32) -> Complex<f32> { (z * k - Complex32::I).asin() / z.cbrt() }",
    ),
    with(
        "dim(x = 3)",
        "vectors of ndarray",
        "fn f(x: &Array1<f64>) -> Array1<f64> { let y = x.mapv(f64::sin); (x * 2.0 + &y) * x.dot(&y) - x[0] }",
    ),
    with(
        "dim(a = [2, 3], x = 3)",
        "matrices of ndarray",
        "fn f(a: &Array2<f64>, x: &Array1<f64>) -> Array1<f64> { let b = a.mapv(f64::sin) + a; b.dot(x) * a[[0, 1]] }",
    ),
    with(
        "dim(x = 3)",
        "slices of ndarray, also backwards",
        "fn f(x: &Array1<f64>) -> Array1<f64> { let y = x.slice(s![..;-1]).to_owned() * x.slice_axis(Axis(0), Slice::from(1..)).sum(); y }",
    ),
    with(
        "dim(x = 3)",
        "arrays of ndarray of three dimensions",
        "fn f(x: &Array1<f64>) -> f64 { let a = Array3::from_shape_fn((2, 2, 2), |(i, j, k)| x[i] * x[j + k]); a.sum() }",
    ),
    with(
        "dim(a = [2, 3])",
        "axes of ndarray that are swapped in place, and broadcasts by a method",
        "fn f(a: &Array2<f64>) -> f64 { let mut b = a.clone(); b.swap_axes(0, 1); b[[2, 1]] }",
    ),
    plain(
        "eigenvalues and the polar factors of nalgebra",
        "fn f(a: &Matrix3<f64>) -> f64 { let (p, u) = a.polar(); let e = a.complex_eigenvalues(); e[0].im * p.trace() + u.m12 * e.iter().map(|z| z.norm()).fold(0.0, f64::max) }",
    ),
    plain(
        "quaternions and rotations of nalgebra",
        "fn f(q: &UnitQuaternion<f64>, v: &Vector3<f64>, t: f64) -> Vector3<f64> { let r = UnitQuaternion::from_scaled_axis(v * t); (q * r).to_rotation_matrix() * v + q.slerp(&r, t).scaled_axis() }",
    ),
    plain(
        "poses and points of nalgebra",
        "fn f(a: &Isometry3<f64>, p: &Point3<f64>) -> Point3<f64> { a.inverse() * (p + a.translation.vector * p.x) }",
    ),
    plain(
        "matrices of nalgebra that transform points, and projections",
        "fn f(t: &Vector3<f64>, a: f64, p: &Point3<f64>) -> Point3<f64> { let m = Matrix4::from_euler_angles(a, 0.0, 0.1).append_translation(t); Perspective3::new(1.5, a, 0.1, 9.0).project_point(&m.transform_point(p)) }",
    ),
    plain(
        "the rotation that is nearest to a matrix",
        "fn f(m: &Matrix3<f64>) -> f64 { Rotation3::from_matrix(m).angle() + UnitQuaternion::from_matrix(m).angle() }",
    ),
    plain(
        "the same with limits",
        "fn f(m: &Matrix3<f64>) -> f64 { Rotation3::from_matrix_eps(m, 1e-9, 10, Rotation3::identity()).angle() }",
    ),
    plain(
        "reductions of matrices of nalgebra, Schur's factors, and blocks",
        "fn f(a: &Matrix3<f64>, v: &Vector3<f64>) -> f64 { let (q, h) = a.hessenberg().unpack(); let (_, t) = a.schur().unpack(); let b = stack![a, v; 0, Matrix1::new(2.0)]; q[(1, 2)] * h[(1, 0)] + t[(0, 0)] + b.determinant() }",
    ),
    plain(
        "parts of `lblt` and of a dirty `cholesky`",
        "fn f(a: &Matrix3<f64>) -> f64 { a.lblt().l_permuted()[(1, 0)] }",
    ),
    plain(
        "vectors of glam",
        "fn f(a: DVec3, b: &DVec3, t: f64) -> DVec3 { a.cross(*b).normalize().lerp(DVec3::X + 2.0 * a, t) }",
    ),
    plain(
        "sums of vectors of glam and of complex numbers",
        "fn f(p: &[DVec3; 4], z: &[Complex64; 2]) -> (DVec3, Complex64) { (p.iter().sum::<DVec3>() / 4.0, z.iter().map(|w| w * w).sum()) }",
    ),
    plain(
        "matrices and quaternions of glam",
        "fn f(q: DQuat, m: &DMat3, x: &[f64; 3]) -> DVec3 { let v = DVec3::from_array(*x); q * (m.inverse() * v) + DQuat::from_euler(EulerRot::ZYX, x[0], x[1], x[2]) * v }",
    ),
    plain(
        "distributions of statrs, also with active parameters",
        "mod m { use statrs::distribution::{ContinuousCDF, Normal}; #[jacobian] fn f(x: f64, n: &Normal) -> f64 { n.cdf(x) * Normal::new(x, 2.0).unwrap().sf(0.2) } }",
    ),
    with(
        "rule(erf(x) => (-x * x).exp())",
        "a rule for a module",
        "mod m { use special::erf; fn twice(v: f64) -> f64 { 2.0 * erf(v) } #[jacobian] fn f(x: f64) -> f64 { twice(x) } }",
    ),
    plain(
        "`bail!` and `ensure!`, in helpers too, and `context` of errors",
        "mod m { fn root(v: f64) -> Result<f64> { ensure!(v > 0.0, \"negative: {v}\"); Ok(v.sqrt()) } #[jacobian] fn f(x: f64) -> Result<f64> { if x > 9.0 { bail!(\"large\"); } Ok(x * root(x).context(\"no root\")?) } }",
    ),
    plain(
        "`?` in the function",
        "fn f(x: f64, k: &str) -> Result<f64, Bad> { let k: f64 = parse(k)?; Ok(x * k) }",
    ),
    plain(
        "functions that return `Option`",
        "fn f(x: f64) -> Option<f64> { fn root(v: f64) -> Option<f64> { if v < 0.0 { return None; } Some(v.sqrt()) } Some(root(x)? * root(x + 1.0).unwrap_or(0.0)) }",
    ),
    plain(
        "functions that return `Result`",
        "fn f(x: f64) -> Result<f64, Bad> { fn root(v: f64) -> Result<f64, Bad> { if v < 0.0 { return Err(Bad); } Ok(v.sqrt()) } let r = root(x)?; root(r - 1.0).map(|s| r * s) }",
    ),
    with(
        "wrt(x)",
        "a function that run time chooses",
        "fn f(x: f64, k: usize) -> f64 { let g: fn(f64) -> f64 = match k { 0 => f64::sin, _ => |v| v * v }; g(x) }",
    ),
    with(
        "wrt(x)",
        "tables of functions",
        "fn f(x: f64, k: usize) -> f64 { let t: [fn(f64) -> f64; 2] = [f64::sin, f64::cos]; t[k](x) * t[0](x) }",
    ),
    with(
        "wrt(x)",
        "a function as a parameter",
        "fn f(x: f64, g: impl Fn(f64) -> f64) -> f64 { g(x) }",
    ),
    with(
        "wrt(x), rule(g(x) => dg(x))",
        "the same with a rule",
        "fn f(x: f64, g: impl Fn(f64) -> f64, dg: impl Fn(f64) -> f64) -> f64 { g(x) }",
    ),
    plain(
        "a function pointer in a variable",
        "fn f(x: f64) -> f64 { let g: fn(f64) -> f64 = f64::sin; g(x) }",
    ),
];

const STRUCTS: &[Construct] = &[
    plain(
        "fields as inactive values",
        "fn f(x: f64, b: &Body) -> f64 { x * b.mass }",
    ),
    with(
        "wrt(b.p)",
        "fields as independents",
        "fn f(b: &Body) -> f64 { b.p * b.p }",
    ),
    with(
        "wrt(b.p), dim(b.p = 2)",
        "arrays in fields",
        "fn f(b: &Body) -> f64 { b.p[0] * b.p[1] }",
    ),
    plain(
        "structs in a list, with lists of numbers",
        "mod m { struct Layer { w: Vec<Vec<f64>>, b: Vec<f64> } struct Net { layers: Vec<Layer> } #[jacobian(wrt(n.layers), dim(n.layers = [{ w: [2, 1], b: 2 }, { w: [1, 2], b: 1 }]))] fn f(n: &Net) -> f64 { let mut s = 0.0; for l in &n.layers { for (row, b) in l.w.iter().zip(&l.b) { s += row.iter().sum::<f64>() * b; } } s } }",
    ),
    plain(
        "structs with text in a list that is changed",
        "mod m { struct Particle { x: f64, v: f64, name: String } #[jacobian(dim(all = 2))] fn f(all: &mut [Particle], dt: f64) { for p in all.iter_mut() { p.x += dt * p.v; p.name.clear(); } } }",
    ),
    plain(
        "the same as constants of known length",
        "mod m { struct Layer { w: Vec<Vec<f64>>, b: Vec<f64> } #[jacobian(wrt(x), dim(layers = [2, { w: [2, 2], b: 2 }]))] fn f(layers: &[Layer], x: &[f64; 2]) -> Vec<f64> { let mut a = x.to_vec(); for l in layers { let mut z = vec![0.0; l.b.len()]; for i in 0..l.b.len() { z[i] = l.b[i] + l.w[i][0] * a[0] + l.w[i][1] * a[1]; } a = z; } a } }",
    ),
    with(
        "dim(rows = [[1], [2]])",
        "lists of different lengths",
        "fn f(rows: &[Vec<f64>]) -> f64 { rows.iter().flatten().map(|v| v * v).sum() }",
    ),
    plain(
        "an enum as an independent: the fields of all variants",
        "mod m { enum Shape { Circle(f64), Rect { w: f64, h: f64 } } #[jacobian] fn f(s: &Shape) -> f64 { match s { Shape::Circle(r) => 3.0 * r * r, Shape::Rect { w, h } => w * h } } }",
    ),
    plain(
        "a struct literal as the result",
        "fn f(x: f64) -> State { State { x, v: x * x } }",
    ),
    plain(
        "a nested literal",
        "fn f(x: f64) -> Pair { Pair(State { x, v: x * x }, 2.0 * x) }",
    ),
    plain(
        "structs as locals",
        "fn f(x: f64) -> f64 { let s = State { x, v: x * x }; s.x + s.v }",
    ),
    plain(
        "the rest of a literal",
        "fn f(x: f64) -> State { State { x, ..REST } }",
    ),
    plain(
        "the rest of a literal, from one in the function",
        "fn f(x: f64) -> State { let base = State { x, v: 1.0 }; State { v: x * x, ..base } }",
    ),
    plain(
        "destructuring a struct",
        "fn f(x: f64) -> f64 { let State { x, v } = State { x, v: x * x }; x * v }",
    ),
    plain(
        "methods of a struct that was built here",
        "fn f(x: f64) -> f64 { let s = State { x, v: x * x }; s.energy() }",
    ),
    plain(
        "operators of a type of one's own",
        "fn f(x: f64) -> Vec3 { Vec3 { x, y: x, z: x } * 2.0 }",
    ),
    with(
        "of(self.p)",
        "a field that is an output",
        "fn f(&mut self, x: f64) { self.p += x * x; self.n += 1; }",
    ),
    plain(
        "a struct of the module, written through `&mut`",
        "mod m { struct Body { x: f64, v: [f64; 2], n: u32 } #[jacobian] fn f(a: f64, out: &mut Body) -> bool { out.v[1] = a * out.x; out.n = 3; a > 1.0 } }",
    ),
    plain(
        "a reference to the receiver as the result",
        "mod m { struct Body { x: f64, v: f64 } impl Body { #[jacobian] fn step(&mut self, dt: f64) -> &Self { self.x += self.v * dt; self } } }",
    ),
    plain(
        "a field that is assigned and not an output",
        "fn f(&mut self, x: f64) -> f64 { self.p = x; x * x }",
    ),
    plain(
        "methods and operators of a struct in the module",
        "mod m { struct V { x: f64, y: f64 } impl V { fn dot(&self, o: &V) -> f64 { self.x * o.x + self.y * o.y } } impl Mul<f64> for V { type Output = V; fn mul(self, k: f64) -> V { V { x: self.x * k, y: self.y * k } } } #[jacobian] fn f(x: f64) -> f64 { let v = V { x, y: 1.0 }; (v * x).dot(&v) } }",
    ),
    plain(
        "a struct with a list that inactive code makes, beside an active one",
        "mod m { struct Mat { data: Vec<f64>, rows: usize } impl Mat { fn new(rows: usize, k: f64) -> Mat { Mat { data: vec![k; rows], rows } } fn dot(&self, o: &Mat) -> f64 { (0..o.rows).map(|i| self.data[i] * o.data[i]).sum() } } #[jacobian] fn f(x: f64) -> f64 { let h = Mat::new(2, 0.5); Mat::new(2, x).dot(&h) } }",
    ),
    plain(
        "methods that change their receiver",
        "mod m { struct P { q: f64, v: f64 } impl P { fn step(&mut self, dt: f64) { self.q += self.v * dt; } } #[jacobian] fn f(x: f64) -> f64 { let mut p = P { q: x, v: x * x }; p.step(0.1); p.q } }",
    ),
    plain(
        "a struct of numbers as an independent and as the result",
        "mod m { struct V { x: f64, y: f64 } #[jacobian(wrt(v))] fn f(v: &V, k: f64) -> V { V { x: v.y, y: -k * v.x } } }",
    ),
    plain(
        "methods of an inactive enum",
        "mod m { enum Law { Linear, Power(f64) } impl Law { fn at(&self, x: f64) -> f64 { match self { Law::Linear => x, Law::Power(p) => x.powf(*p) } } } #[jacobian(wrt(x))] fn f(x: f64, law: &Law) -> f64 { law.at(x) } }",
    ),
    plain(
        "a variant with active data",
        "mod m { enum Shape { Square(f64), Circle(f64) } #[jacobian] fn f(x: f64) -> f64 { let s = Shape::Circle(x); match s { Shape::Square(a) => a * a, Shape::Circle(r) => 3.0 * r } } }",
    ),
    plain(
        "variants by `use`, and alternatives inside of a pattern",
        "mod m { enum Shape { Square(f64), Circle { r: f64 } } use Shape::*; #[jacobian] fn f(x: f64) -> f64 { let s = if x > 1.0 { Square(x) } else { Circle { r: x * x } }; match (s, x > 2.0) { (Square(v) | Circle { r: v }, true) => v, (Square(v) | Circle { r: v }, false) => v * v } } }",
    ),
    plain(
        "a `match` that changes what it matches",
        "mod m { enum Shape { Square(f64), Rect { w: f64, h: f64 } } impl Shape { fn scale(&mut self, k: f64) { match self { Shape::Square(a) => *a *= k, Shape::Rect { w, h } => { *w *= k; *h *= k; } } } } #[jacobian] fn f(x: f64, k: f64) -> f64 { let mut s = Shape::Rect { w: x, h: 1.0 }; s.scale(k); match s { Shape::Square(a) => a, Shape::Rect { ref mut w, h } => { *w += h; *w * h } } } }",
    ),
    plain(
        "a variant that run time chooses",
        "mod m { enum Shape { Square(f64), Circle(f64) } #[jacobian] fn f(x: f64) -> f64 { let s = if x > 1.0 { Shape::Circle(x) } else { Shape::Square(x) }; match s { Shape::Square(a) => a * a, Shape::Circle(r) => 3.0 * r } } }",
    ),
    plain(
        "a variant that a loop at run time changes",
        "mod m { enum Phase { Idle, Burn { rate: f64 }, Coast(f64) } #[jacobian(wrt(x))] fn f(x: f64, n: usize) -> f64 { let mut p = Phase::Idle; let mut s = 0.0; for _ in 0..n { p = match p { Phase::Idle => Phase::Burn { rate: x }, Phase::Burn { rate } if s > 1.0 => Phase::Coast(rate), other => other }; s += match &p { Phase::Burn { rate } => *rate, Phase::Coast(r) => 0.5 * r, Phase::Idle => 0.0 }; } s } }",
    ),
    plain(
        "an inactive enum that an arm replaces",
        "mod m { enum Law { Linear, Power(f64) } #[jacobian(wrt(x))] fn f(x: f64, law: Law) -> f64 { let mut law = law; if x > 2.0 { law = Law::Power(x); } match law { Law::Linear => x, Law::Power(p) => x.powf(p) } } }",
    ),
    plain(
        "`let .. else` with a variant",
        "mod m { enum Shape { Square(f64), Circle(f64) } #[jacobian] fn f(x: f64) -> f64 { let s = if x > 1.0 { Shape::Circle(x) } else { Shape::Square(x) }; let Shape::Circle(r) = s else { return x; }; r * r } }",
    ),
    plain(
        "`into` and `sum` of types of your own",
        "mod m { #[derive(Clone, Copy)] struct V { x: f64, y: f64 } impl From<[f64; 2]> for V { fn from(a: [f64; 2]) -> V { V { x: a[0], y: a[1] } } } impl Add for V { type Output = V; fn add(self, o: V) -> V { V { x: self.x + o.x, y: self.y + o.y } } } impl Sum for V { fn sum<I: Iterator<Item = V>>(items: I) -> V { items.fold(V { x: 0.0, y: 0.0 }, |a, b| a + b) } } #[jacobian] fn f(p: [f64; 2]) -> f64 { let v: V = p.into(); let s: V = [v, v].iter().copied().sum(); s.x * s.y } }",
    ),
    plain(
        "the rest of a literal from a constant or a default",
        "mod m { #[derive(Clone, Copy, Default)] struct V { x: f64, y: f64 } impl V { const ONE: V = V { x: 1.0, y: 1.0 }; } #[jacobian] fn f(x: f64) -> f64 { let v = V { x, ..V::ONE }; let w = V { y: x, ..Default::default() }; v.x * w.y + v.y * w.x } }",
    ),
    plain(
        "`Deref` of a struct",
        "mod m { struct P { c: [f64; 2] } impl Deref for P { type Target = [f64; 2]; fn deref(&self) -> &[f64; 2] { &self.c } } #[jacobian] fn f(c: [f64; 2]) -> f64 { let p = P { c }; p[0] * p.iter().sum::<f64>() } }",
    ),
    plain(
        "what derives of other crates write: `new`, `NumOps`, getters",
        "mod m { #[derive(Clone, Copy, new, Getters)] struct V { x: f64, y: f64 } #[derive(Clone, Copy, NumOps)] struct M(f64); #[jacobian] fn f(x: f64) -> f64 { let v = V::new(x, 2.0); (M(x) * M(*v.y()) - M(*v.x())).0 } }",
    ),
    plain(
        "operators and constructors that a derive writes",
        "mod m { #[derive(Clone, Copy, Add, Mul, Constructor, Into)] struct V { x: f64, y: f64 } #[jacobian] fn f(x: f64) -> f64 { let v = V::new(x, 2.0) * x; let (a, b): (f64, f64) = (v + v).into(); a * b } }",
    ),
    plain(
        "operators by the macros of auto_ops",
        "mod m { struct V(f64); impl_op_ex!(+ |a: &V, b: &V| -> V { V(a.0 + b.0) }); #[jacobian] fn f(x: f64) -> f64 { (V(x) + &V(2.0)).0 } }",
    ),
    plain(
        "operators that differ for references",
        "mod m { #[derive(Clone, Copy)] struct V(f64); impl Mul<V> for V { type Output = f64; fn mul(self, o: V) -> f64 { self.0 * o.0 } } impl Mul<&V> for &V { type Output = f64; fn mul(self, o: &V) -> f64 { self.0 + o.0 } } #[jacobian] fn f(x: f64) -> f64 { let v = V(x); v * v } }",
    ),
    plain(
        "a struct with const parameters, and a trait with defaults",
        "mod m { struct V<const N: usize> { d: [f64; N] } trait Norm { fn norm2(&self) -> f64; fn norm(&self) -> f64 { self.norm2().sqrt() } } impl<const N: usize> Norm for V<N> { fn norm2(&self) -> f64 { let mut s = 0.0; for i in 0..N { s += self.d[i] * self.d[i]; } s } } #[jacobian] fn f(x: [f64; 3]) -> f64 { V { d: x }.norm() } }",
    ),
    plain(
        "a length that the type of the result gives",
        "mod m { #[derive(Clone, Copy)] struct V<const N: usize>([f64; N]); impl<const N: usize> V<N> { fn filled(v: f64) -> Self { V([v; N]) } fn twice(self) -> V<N> { V(std::array::from_fn(|k| 2.0 * self.0[k])) } } #[jacobian] fn f(x: f64) -> f64 { let v: V<3> = V::filled(x); v.twice().0.iter().product() } }",
    ),
    plain(
        "a derived `Default`, with lists and options",
        "mod m { #[derive(Default)] struct S { at: [f64; 2], path: Vec<f64>, last: Option<f64>, name: String } #[jacobian] fn f(x: f64) -> f64 { let mut s = S::default(); s.at[1] = x; s.path.push(s.at[1] * x); s.last = Some(x); s.path[0] * s.last.unwrap_or(0.0) } }",
    ),
];

const MODULES: &[Construct] = &[
    plain(
        "a module",
        "mod m { fn sq(v: f64) -> f64 { v * v } #[jacobian] pub fn f(x: f64) -> f64 { sq(x) } }",
    ),
    plain(
        "constants of a module as bounds",
        "mod m { const N: usize = 3; #[jacobian] pub fn f(x: &[f64; N]) -> f64 { let mut s = 0.0; for i in 0..N { s += x[i]; } s } }",
    ),
    plain(
        "an inherent `impl`",
        "impl Body { fn sq(&self, v: f64) -> f64 { v * v } #[jacobian] fn f(&self, x: f64) -> f64 { self.sq(x) } }",
    ),
    plain(
        "a generic scalar of the `impl`",
        "impl<T: Real> Model<T> { #[jacobian] fn f(&self, x: &[T; 2]) -> T { x[0] * x[1] } }",
    ),
    plain(
        "a trait `impl`",
        "impl Model for Body { fn f(x: f64) -> f64 { x } fn name(&self) -> &str { \"body\" } }",
    ),
    plain(
        "a trait `impl` for a type of another crate: free functions, with `this` for `self`",
        "impl Model for Vec<f64> { #[jacobian(dim(self = 2))] fn f(&self, x: f64) -> f64 { self[0] * self[1] * x } fn name(&self) -> &str { \"list\" } }",
    ),
    plain(
        "all methods of an `impl`",
        "impl Body { fn f(x: f64) -> f64 { x } fn name(&self) -> &str { \"body\" } }",
    ),
    plain(
        "a method of the numbers of `self`",
        "mod m { struct Plate { w: f64, name: String } impl Plate { #[jacobian] fn area(&self) -> f64 { self.w * self.w } fn grow(&mut self) { self.w *= 2.0; } } }",
    ),
    plain(
        "a method of numbers that are not seen",
        "fn f(&self) -> f64 { self.w * self.sides[0] }",
    ),
    plain("a module in a file of its own", "mod m;"),
    plain(
        "default methods of a trait, for each type in the module",
        "mod m { #[jacobian] trait Model { fn rate(&self, x: f64) -> f64; fn step(&self, x: f64) -> f64 { x + self.rate(x) } } struct Body { k: f64 } impl Model for Body { fn rate(&self, x: f64) -> f64 { self.k * x.sin() } } }",
    ),
    plain(
        "default methods of a trait alone",
        "trait Model { const K: f64; fn gain(&self) -> f64; fn half(&self, x: f64) -> f64 { x / 2.0 } fn step(&self, x: f64) -> f64 { Self::K * self.half(x) * self.gain() } }",
    ),
    plain(
        "a required method with an active argument, without types in view",
        "trait Model { fn rate(&self, x: f64) -> f64; fn step(&self, x: f64) -> f64 { x + self.rate(x) } }",
    ),
    with(
        "rule(self.rate(x) => self.slope(x))",
        "the same with a rule",
        "trait Model { fn rate(&self, x: f64) -> f64; fn slope(&self, x: f64) -> f64; #[jacobian] fn step(&self, x: f64) -> f64 { x + self.rate(x) } }",
    ),
    plain(
        "an object of any type with a trait",
        "mod m { trait Model { fn rate(&self, x: f64) -> f64; } struct Body { k: f64 } impl Model for Body { fn rate(&self, x: f64) -> f64 { self.k * x.sin() } } #[jacobian(wrt(x))] fn f<M: Model>(m: &M, x: f64) -> f64 { m.rate(x) } }",
    ),
    plain(
        "the same for one type",
        "mod m { trait Model { fn rate(&self, x: f64) -> f64; } struct Body { k: f64 } impl Model for Body { fn rate(&self, x: f64) -> f64 { self.k * x.sin() } } #[jacobian(wrt(x), scalar(M = Body))] fn f<M: Model>(m: &M, x: f64) -> f64 { m.rate(x) } }",
    ),
    with(
        "wrt(x), rule(Model::rate(self, x) => self.slope(x))",
        "the same for all types, by a rule",
        "fn f<M: Model>(m: &M, o: &dyn Model, x: f64) -> f64 { m.rate(x) * o.rate(x) }",
    ),
    plain(
        "the same for all types, by a derivative that the caller gives",
        "mod m { trait Model { fn rate(&self, x: f64) -> f64; } #[jacobian(wrt(x), rule(m.rate))] fn f(m: &dyn Model, x: f64) -> f64 { m.rate(x) } }",
    ),
    plain(
        "a trait without default methods",
        "trait Model { fn f(x: f64) -> f64; }",
    ),
];

const OTHER: &[Construct] = &[
    plain(
        "assertions",
        "fn f(x: f64) -> f64 { assert!(x > 0.0, \"positive\"); debug_assert!(x < 9.0); x.ln() }",
    ),
    plain(
        "`panic!`, `unreachable!`",
        "fn f(x: f64) -> f64 { if x < 0.0 { panic!(\"negative\"); } x.sqrt() }",
    ),
    plain(
        "`println!` and its like",
        "fn f(x: f64) -> f64 { println!(\"{x}\"); x * x }",
    ),
    plain("`dbg!`", "fn f(x: f64) -> f64 { let y = dbg!(x * x); y }"),
    plain(
        "macros that log, and others that name no variable",
        "fn f(x: f64) -> f64 { debug!(\"x = {x}\"); profiling::scope!(\"f\"); x * x }",
    ),
    plain("macros of one's own", "fn f(x: f64) -> f64 { square!(x) }"),
    plain(
        "`vec!`",
        "fn f(x: f64) -> f64 { let y = vec![x, x * x]; y[0] + y[1] }",
    ),
    plain(
        "text of active values",
        "fn f(x: f64) -> (f64, String) { (x, format!(\"{x:.3}\")) }",
    ),
    plain(
        "a number that is made of text of active values",
        "fn f(x: f64) -> f64 { let s = x.to_string(); s.parse::<f64>().unwrap() * x }",
    ),
    plain(
        "a number in a `Cell` that a call may have changed",
        "fn f(x: f64, log: &dyn Fn(f64), seen: &Cell<f64>) -> f64 { log(x); seen.get() * x }",
    ),
    plain(
        "a struct that implements `Drop`",
        "mod m { struct P(f64); impl Drop for P { fn drop(&mut self) {} } fn f(x: f64) -> f64 { P(x).0 } }",
    ),
    plain(
        "`unsafe` blocks that read and write elements without a check",
        "fn f(x: &[f64; 2]) -> f64 { unsafe { *x.get_unchecked(0) } }",
    ),
    plain(
        "other `unsafe` blocks",
        "fn f(x: &[f64; 2]) -> f64 { unsafe { *x.as_ptr().add(1) } }",
    ),
    plain(
        "`cfg` on statements",
        "fn f(x: f64) -> f64 { #[cfg(feature = \"fast\")] let x = 2.0 * x; x }",
    ),
    plain(
        "`cfg` on both of two ends, and on an arm",
        "fn f(x: f64, n: u8) -> f64 { match n { #[cfg(windows)] 0 => x, _ => { #[cfg(unix)] { x * x } #[cfg(not(unix))] { x } } } }",
    ),
    plain(
        "`cfg` on an item, on an element, or on what only one side has",
        "fn f(x: f64) -> f64 { #[cfg(unix)] fn g(x: f64) -> f64 { x } #[cfg(not(unix))] use other::g; \
         let y = [g(x), #[cfg(windows)] other::h(x), x]; y[1] * g(x) }",
    ),
    plain(
        "`use` inside the function",
        "fn f(x: f64) -> f64 { use std::f64::consts::PI; PI * x }",
    ),
    with(
        "wrt(x)",
        "a callback that gives no numbers",
        "fn f(x: f64, mut seen: impl FnMut(f64), stop: &dyn Fn(f64) -> bool) -> f64 { let mut y = x; for _ in 0..9 { \
         y = y.sin(); seen(y); if stop(y) { break; } } y }",
    ),
    plain(
        "interior mutability on the side",
        "fn f(x: f64, calls: &Cell<u32>) -> f64 { calls.set(calls.get() + 1); x * x }",
    ),
];
