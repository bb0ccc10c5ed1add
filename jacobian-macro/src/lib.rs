//! The `#[jacobian]` attribute: a shell around [`jacobian_core::expand`], which has the ideas.
//!
//! Users depend on `jacobian-runtime`, which re-exports the attribute with the documentation below; the
//! examples run as doctests against it.

use proc_macro::TokenStream;

/// Adds functions that compute the value and the sparse Jacobian of a numeric function.
///
/// ```
/// use jacobian_runtime::jacobian;
///
/// /// Two equations in three unknowns.
/// #[jacobian(wrt(x))]
/// pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] {
///     let r = x[0] * x[1].sin();
///     [r - k * x[2], x[0] * x[0]]
/// }
///
/// let (value, jacobian) = residual_with_jacobian(&[2.0, 0.0, 1.0], 3.0);
/// assert_eq!(value, residual(&[2.0, 0.0, 1.0], 3.0));
/// assert_eq!(jacobian.to_dense(), [[0.0, 2.0, -3.0], [4.0, 0.0, 0.0]]);
/// assert_eq!(jacobian.get(1, 2), None); // structurally zero
/// ```
///
/// The function is emitted first and unchanged. Beside it appear, here for `residual` with `ROWS`
/// dependents and `COLS` independents:
///
/// | item | what it is |
/// |---|---|
/// | `RESIDUAL_NNZ` | the number of structural entries |
/// | `RESIDUAL_PATTERN` | where they stand: a constant `SparsityPattern`, by columns and by rows |
/// | `RESIDUAL_COST` | what one call executes beyond the value: a constant `Cost` |
/// | `RESIDUAL_TEMPLATE` | the entries known at expansion, zero where an entry varies |
/// | `ResidualJacobian` | `SparseJacobian<f64, ROWS, COLS, RESIDUAL_NNZ>`; not for methods |
/// | `residual_jacobian(..)` | the Jacobian |
/// | `residual_with_jacobian(..)` | value and Jacobian |
/// | `residual_with_jacobian_into(.., &mut value, &mut entries)` | the same into memory of yours, every entry |
/// | `residual_update_into(.., &mut value, &mut entries)` | the same, only the entries that vary |
/// | `residual_jvp(.., dx)`, `residual_vjp(.., w)` | products with a vector, under the options `jvp` and `vjp` |
/// | `residual_with_jacobian_batch(points, .., &mut values, &mut entries)`, `residual_with_jacobian_points(..)` | the same for many points at once, under the option `batch` |
/// | the struct named by `as` | implements `Function`, for generic solvers |
///
/// The parameters are those of the function, in its order. `value` has the type that the function
/// returns, `entries` is `&mut [f64; RESIDUAL_NNZ]` in the order of the pattern. In a solver, fill
/// `entries` from the template once and call `_update_into` in the loop:
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[jacobian]
/// fn circle_and_line(x: &[f64; 2]) -> [f64; 2] {
///     [x[0] * x[0] + x[1] * x[1] - 4.0, x[0] + 2.0 * x[1]]
/// }
///
/// // The second row is constant: it stands in the template and is never written again.
/// assert_eq!(CIRCLE_AND_LINE_TEMPLATE, [0.0, 1.0, 0.0, 2.0]);
/// let (mut value, mut entries) = ([0.0; 2], CIRCLE_AND_LINE_TEMPLATE);
/// circle_and_line_update_into(&[3.0, 5.0], &mut value, &mut entries);
/// assert_eq!((value, entries), ([30.0, 13.0], [6.0, 1.0, 10.0, 2.0]));
/// ```
///
/// A `&mut` output stays a parameter, the value is written there; where the function returns nothing else,
/// `_with_jacobian` returns the Jacobian alone and the `_into` functions take no `value`. A function that
/// returns `Result` or `Option` has generated functions that do too; after an early exit `value` and
/// `entries` are unspecified.
///
/// Generated items have the visibility of the function. The attributes `cfg`, `deprecated`, `allow`, `warn`
/// and `inline` carry over, `expect` as `allow`; `const`, `extern` and other attributes do not.
///
/// # Options
///
/// | option | meaning | default |
/// |---|---|---|
/// | `wrt(x, y, self.a, b.p)` | the independents, in this order; fields of `self` and of struct parameters too | every parameter of floating-point numbers, in order of declaration |
/// | `order = name` | the order of elimination, see below | `enhanced_markowitz` |
/// | `search = 5000` | the moves that improve the orders `search` and `enhanced_markowitz`, from a fixed seed | 5,000 |
/// | `objective = ops`, `all`, `multiplications` | what these moves minimize: instructions (the time, of the default order), products, products not by plus or minus one | `ops` |
/// | `level = code_list`, `statement` | what is differentiated as a unit before the order applies: each operation, or each statement | `code_list` |
/// | `schedule = depth_first`, `elimination` | the sequence of the generated statements: by rows or by columns and stored at once, or as they were derived | `depth_first` |
/// | `fold = none`, `trees`, `full` | constant folding before the order is chosen; products of constants always fold as they arise | `trees` |
/// | `layout = csc`, `csr` | the order of the entries: by columns or by rows | `csc` |
/// | `fma = auto`, `always`, `never` | how `a * b + c` is emitted: `auto` is `mul_add` where the target has the instruction | `auto` |
/// | `value = exact`, `fused` | `exact`: the value path repeats the operations as written; `fused`: it shares reciprocals with the derivatives, fuses products into sums and computes several sines (exponentials, ..) at once in vectors, a few ulp from the user's | `exact` |
/// | `dim(x = 6, y = [2, 3], b.p = 3)` | lengths that the signature does not spell, outermost first; `dim(b = { p: 3, q })` for the fields of a struct | none |
/// | `const(N = 6)` | the value of a named constant, checked when the crate compiles, or of a const parameter | none |
/// | `unroll = 1000` | the most operations that the function may unroll to | 200,000 |
/// | `prefix = name` | what the names of the generated items start with | the name of the function |
/// | `export` | functions elsewhere can call this one with active arguments | off |
/// | `use(sq, geom::dot)` | exported functions that this one calls, by the paths it calls them by | none |
/// | `rule(f(x, y) => (by_x, by_y))` | the partials of a function that is not looked into, see below | none |
/// | `as = Residual` | also a struct that implements `Function`; it holds the inactive parameters | off |
/// | `jvp`, `vjp` | also the products with a vector | off |
/// | `batch` | also many points at once in SIMD lanes, see below; for functions of `f64` | off |
/// | `crate = path` | where the runtime lives | `::jacobian_runtime` |
///
/// `enhanced_markowitz`, named or by default, is improved up to 300 intermediates: with twenty moves for each, from there and from
/// the better of `lowest_fill_in` and `forward`, for the operations and for how much of them waits for what is known last, if
/// that saves the time of one operation of forty and executes no more. Beyond 300, `forward` or `reverse` is taken if it takes half
/// the products. With `search = 0` it is the rule alone; the others always are. The orders differ in cost and rounding, never in
/// pattern. None is best for every function; compare their `Cost`, as the example `newton` of the repository does.
///
/// | order | what goes next |
/// |---|---|
/// | `forward`, `reverse` | the first intermediate, the last one |
/// | `markowitz`, `markowitz_first` | the vertex with the lowest Markowitz degree, at a tie the last or the first |
/// | `enhanced_markowitz` | the lowest degree less what the vertex would cost at the end, after hoisting; improved, see above |
/// | `relative_markowitz` | the same without hoisting |
/// | `pre_elimination`, `pre_elimination_forward`, `pre_elimination_markowitz`, `pre_elimination_enhanced` | vertices with one successor, then reverse or the order named |
/// | `lowest_fill_in`, `minimal_damage`, `overall_markowitz` | the least change of edges, of the neighbours' degrees, of all degrees |
/// | `sibling`, `successor_predecessor` | a vertex close to the last one eliminated, for locality of data |
/// | `edge_markowitz`, `edge_fill_in`, `edge_sibling` | edges instead of vertices, by the same rules |
/// | `face_markowitz`, `face_absorb` | faces of the dual graph, one multiplication at a time: fewest first, or those that absorb |
/// | `bfft`, `bffa`, `bfrt`, `bfra` | products of local Jacobians, parenthesized by dynamic programming: breadth-first forward or reverse, tangent or adjoint |
/// | `single_use` | what lies behind the smallest separating sets; optimal where every intermediate is used once |
/// | `annealing`, `edge_annealing` | the reverse order, or edges by lowest degree, improved by simulated annealing |
/// | `exact` | the best of all vertex orders, for a few intermediates only |
/// | `search` | the cheapest of many vertex orders, improved by annealing within a budget of moves; divisions may be factored |
/// | `list("fingerprint", [..])` | as listed, for the graph with this fingerprint |
///
/// # Many points at once
///
/// Under the option `batch`, and with the feature `batch` of the runtime, `_with_jacobian_points` takes slices of points, and
/// `_with_jacobian_batch` blocks of eight points interleaved by lane, which need no shuffling. The documentation of
/// `jacobian_runtime::batch` has an example, and says what agrees with the scalar code to which digit and what is
/// evaluated point by point.
///
/// # Several Jacobians
///
/// A function may carry the attribute several times with different prefixes:
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[jacobian(wrt(x))]
/// #[jacobian(wrt(k), prefix = rate_by_k, order = reverse)]
/// fn rate(x: f64, k: f64) -> f64 {
///     k * x * x
/// }
///
/// assert_eq!(rate_jacobian(3.0, 2.0).to_dense(), [[12.0]]);
/// assert_eq!(rate_by_k_jacobian(3.0, 2.0).to_dense(), [[9.0]]);
/// ```
///
/// # Rows and columns
///
/// Columns are the independents, flattened in order; arrays by index, nested arrays row by row, tuples
/// part by part. Rows are the dependents, flattened the same way: of the returned value, then of each
/// `&mut` output. Independents can be `f64` (or all `f32`), arrays, nested arrays and tuples of them, by value
/// or by shared reference; a slice or an alias needs `dim`. Integers and everything else is inactive, and a
/// parameter of unrecognized type that is indexed or used in arithmetic is never taken for inactive: the
/// error asks for `wrt` or `dim`.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// struct Spring {
///     stiffness: f64,
/// }
///
/// impl Spring {
///     /// Forces between three masses on a line.
///     #[jacobian(dim(x = 3, force = 2))]
///     fn forces(&self, x: &[f64], force: &mut [f64]) {
///         for i in 0..2 {
///             force[i] = self.stiffness * (x[i + 1] - x[i]).powi(3);
///         }
///     }
/// }
///
/// let (spring, mut force) = (Spring { stiffness: 2.0 }, [0.0; 2]);
/// let jacobian = spring.forces_jacobian(&[0.0, 1.0, 1.0], &mut force);
/// assert_eq!(force, [2.0, 0.0]);
/// assert_eq!(jacobian.to_dense(), [[-6.0, 6.0, 0.0], [0.0, 0.0, 0.0]]);
/// assert_eq!(Spring::FORCES_NNZ, 4);
/// ```
///
/// Fields of `self` and of struct parameters are independents where `wrt` names them, or where `dim` spells
/// them: `dim(b = { p: 3, q })` stands for the array `b.p` and the scalar `b.q`. A field without a length is a
/// scalar; rustc checks that it is. The other fields are inactive, and methods that would see the named ones
/// are refused, unless an attributed module inlines them. A vector or matrix of nalgebra is said by its type,
/// `dim(b.r = Vector3<f64>)`.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// struct Camera {
///     focal: f64,
///     center: [f64; 2],
///     width: usize,
/// }
///
/// impl Camera {
///     #[jacobian(wrt(point, self.focal, self.center), dim(self.center = 2))]
///     fn project(&self, point: &[f64; 3]) -> [f64; 2] {
///         let scale = self.focal * self.width as f64 / point[2];
///         [scale * point[0] + self.center[0], scale * point[1] + self.center[1]]
///     }
/// }
///
/// let camera = Camera { focal: 2.0, center: [0.5, 0.25], width: 3 };
/// let jacobian = camera.project_jacobian(&[1.0, 2.0, 4.0]);
/// assert_eq!(jacobian.get(0, 3), Some(0.75)); // by `self.focal`
/// assert_eq!(jacobian.get(0, 4), Some(1.0)); // by `self.center[0]`
/// assert_eq!(jacobian.get(1, 4), None);
/// ```
///
/// A struct is a result by its literal, `State { x, v }` or `Pair(a, b)`, also inside arrays, tuples, `Ok(..)` and
/// other structs. Its fields are rows in the order in which the literal lists them, for the declaration is out
/// of sight; each is a number, or an aggregate of numbers that is spelled out.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[derive(Debug, PartialEq)]
/// struct Motion {
///     position: [f64; 2],
///     speed: f64,
/// }
///
/// #[jacobian(wrt(t))]
/// fn thrown(t: f64, v: f64) -> Motion {
///     Motion { speed: v - 9.81 * t, position: [v * t, v * t - 4.905 * t * t] }
/// }
///
/// let (motion, jacobian) = thrown_with_jacobian(0.0, 2.0);
/// assert_eq!(motion, Motion { position: [0.0, 0.0], speed: 2.0 });
/// assert_eq!(jacobian.to_dense(), [[-9.81], [2.0], [2.0]]);
/// ```
///
/// # Generic functions
///
/// A type parameter with the bound [`Real`](trait.Real.html) is a scalar, and the generated functions are generic over it too; numbers
/// are written `T::from_f64(0.5)`. A constant cannot be generic, so the template is a function,
/// `residual_template::<T>()`, and the alias is `ResidualJacobian<T>`. A const parameter takes the value that
/// `const(N = 3)` gives it: the generated functions are for that value alone. Other type parameters pass through. The scalar
/// may be that of the `impl` around a method: `#[jacobian] impl<T: Real> ..` shows it, and so does a method that says
/// `where T: Real` itself; the template is then `Self::residual_template()`.
/// The cost of a call is that of `f64`.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// use jacobian_runtime::Real;
///
/// #[jacobian(wrt(x), const(N = 2))]
/// fn energy<T: Real, const N: usize>(x: &[T; N], k: T) -> T {
///     let mut sum = T::from_f64(0.0);
///     for i in 0..N {
///         sum += T::from_f64(0.5) * k * x[i].powi(2);
///     }
///     sum
/// }
///
/// assert_eq!(energy_jacobian(&[1.0_f64, 2.0], 3.0).to_dense(), [[3.0, 6.0]]);
/// let single: EnergyJacobian<f32> = energy_jacobian(&[1.0, 2.0], 3.0);
/// assert_eq!(single.values(), &[3.0, 6.0]);
/// assert_eq!(energy_template::<f64>(), [0.0, 0.0]);
/// ```
///
/// # Vectors and matrices of nalgebra
///
/// With the feature `nalgebra` of the runtime, `Vector2..6<f64>`, `Matrix2..6<f64>`, `Matrix2x3<f64>`,
/// `SVector<f64, N>`, `SMatrix<f64, R, C>` and the row vectors are parameters, outputs, locals and results. Their
/// elements are columns and rows in nalgebra's storage order, column by column. Operators, elements (`v[2]`,
/// `m[(0, 1)]`, `v.x`, `m.m12`), `new`, `zeros`, `identity`, `from_..`, `dot`, `cross`, `norm`, `normalize`,
/// `transpose`, `component_mul`, `map`, `sum`, `trace`, `determinant` up to 3 x 3, `row`, `fixed_rows`, `fixed_view`,
/// `fixed_rows_mut::<3>(0).copy_from(&v)`, `vector![..]` and their like expand to scalars, by nalgebra's operations in its order, so that values agree bit by bit with version 0.35.
///
/// An inactive matrix may come from any code. A factor of unknown type, `self.k * v`, is taken for a scalar, which rustc
/// checks; bind a matrix before with its type, `let m: Matrix3<f64> = self.m`. Types are recognized by name,
/// and rustc checks that they are nalgebra's.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// use nalgebra::{Matrix3, Vector3};
///
/// #[jacobian(wrt(w))]
/// fn gyration(w: &Vector3<f64>, inertia: &Matrix3<f64>) -> Vector3<f64> {
///     w.cross(&(inertia * w))
/// }
///
/// let inertia = Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 4.0));
/// let (value, jacobian) = gyration_with_jacobian(&Vector3::new(1.0, 1.0, 1.0), &inertia);
/// assert_eq!(value, Vector3::new(2.0, -3.0, 1.0));
/// assert_eq!(jacobian.to_dense()[0], [0.0, 2.0, 2.0]);
/// ```
///
/// # The language
///
/// What names no active value, one that depends on an independent, is kept as it stands and may be any
/// Rust: calls, branches, loops with run-time bounds, `?`. What names one is understood part by part:
///
/// * arithmetic, comparisons of known values, and the methods of `f64` in both call forms (`x.sin()`,
///   `f64::sin(x)`): roots, powers, exponentials, logarithms, trigonometric and hyperbolic functions and
///   their inverses, `mul_add`, `recip`, `hypot`, `atan2`, `sin_cos`; `abs`, `signum`, `copysign`, `min`, `max`,
///   `clamp`, `rem_euclid`, `%`; `floor` and its kin, which are locally constant;
/// * `let` with patterns, shadowing, `let mut`, deferred `let`, assignment and compound assignment, also to elements;
///   blocks, arrays, tuples, structs by their literals, slices of arrays; `fill`, `swap`, `reverse` and `copy_from_slice`;
/// * `for` over ranges with known bounds, over arrays and iterators of known length, unrolled; `break` and `continue`;
/// * iterator chains over ranges, arrays and slices of known length: `iter`, `iter_mut`, `into_iter`, `copied`, `cloned`,
///   `rev`, `enumerate`, `zip`, `chain`, `take`, `skip`, `step_by`, `map`, `flat_map`, `flatten`, `windows`, `chunks`,
///   `chunks_exact`, `filter`, `take_while` and their kin; ended by `sum`, `product`, `fold`, `for_each`, `collect`, `count`, `any`, `all`,
///   or `reduce`, `nth`, `first`, `last` behind `unwrap`; `array::from_fn` and `map` of arrays where the source says the
///   length; `vec![..]`;
/// * calls of local closures and of functions nested inside, run where they are called; `&mut` references to variables,
///   to outputs and to their parts;
/// * `if`, `else if`, `if let`, `let ... else` and `match`, as statements and as values, on active and inactive conditions;
///   early `return`, `break` and `continue`. What is known at expansion is decided there; any other branch stays a
///   branch, see below;
/// * `Ok(..)` or `Some(..)` as the result, `Err(..)`, `None` and panics to leave without one; `assert!`, `debug_assert!` and their `_eq` and `_ne` forms.
///
/// Everything else is an error at the expression, which says what to write instead:
/// `while` and `loop`, calls of functions outside with active arguments, recursion.
/// All errors of a function are reported at once, and the function itself stays usable.
///
/// Names are compared by their text. In a function that a `macro_rules!` macro writes, a name of the macro's and a
/// name of its caller's are therefore one where they are spelled alike; spell them differently.
///
/// # Branches
///
/// Each arm is differentiated by itself, with respect to the values that are alive at its entry; the arm taken
/// computes its value and these partials, the other one does not run. The pattern is the union of the arms'
/// patterns; an entry that only another arm has is zero.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[jacobian]
/// fn pressure(x: &[f64; 2]) -> f64 {
///     let [density, speed] = *x;
///     if density <= 0.0 {
///         return 0.0;
///     }
///     let base = density.ln();
///     if speed > 1.0 { base * speed } else { base }
/// }
///
/// assert_eq!(pressure_jacobian(&[2.0, 3.0]).to_dense(), [[1.5, 2.0_f64.ln()]]);
/// assert_eq!(pressure_jacobian(&[0.0, 3.0]).to_dense(), [[0.0, 0.0]]);
/// ```
///
#[doc = include_str!("elsewhere.md")]
///
/// # Guarantees
///
/// * The value is that of the function, bit by bit: the same operations on the same operands in source order.
///   Library calls whose arguments become constants by unrolling may differ by what LLVM computes for them at
///   compile time. Sign and payload of NaN are unspecified.
/// * With `value = fused` it differs, to first order, by the sum over the rewritten operations of `3 u |a / b|` for a quotient
///   that became a product with a reciprocal, and of `u |a b|` and one rounding of the sum for a product that was fused,
///   each times the absolute derivative of the result by it; `u` is `2^-53`, or `2^-24` of `f32`. Terms that cancel may thus
///   leave any number of wrong digits, as they do in the function itself. A divisor whose reciprocal overflows or is
///   subnormal is outside of this bound. To these come 1 to 4 ulp of `sin`, `cos`, `tan`, `exp`, `sinh`, `cosh`, `tanh` and
///   `atan2` in `f64`, where several that do not wait for each other are computed by vectors, and an ulp of the angle where
///   `sin` and `cos` of `atan2(y, x)`, or of twice that, are taken from `y` and `x`.
/// * The pattern depends on the function alone, on no option. An entry is left out where no path
///   leads from its column to its row, or all its paths are constant and sum to zero exactly.
/// * At a kink one side is taken, the same under every order: `abs` goes to the right; `min`, `max` and `clamp`
///   follow the operand that they return, the first one at a tie. The other operand contributes zero,
///   also where its own derivative is infinite or NaN. Singular partials are the infinities of IEEE arithmetic.
/// * Expansion is deterministic, reads and writes nothing, and is refused by a message where the input is nested
///   or long beyond its limits.
/// * Generated code is safe, does not allocate, and calls the runtime for derivative code only.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[jacobian]
/// fn kinks(x: f64, y: f64) -> [f64; 2] {
///     [x.abs(), x.max(y)]
/// }
///
/// assert_eq!(kinks_jacobian(0.0, 0.0).to_dense(), [[1.0, 0.0], [1.0, 0.0]]);
/// ```
///
/// # Panics
///
/// The generated functions panic where the function itself does, and where a slice does not have the length that `dim`
/// gave it. Nothing else in them panics.
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[jacobian(dim(x = 2))]
/// fn product(x: &[f64]) -> f64 {
///     x[0] * x[1]
/// }
///
/// assert_eq!(product_jacobian(&[3.0, 5.0]).to_dense(), [[5.0, 3.0]]);
/// assert!(std::panic::catch_unwind(|| product_jacobian(&[3.0, 5.0, 7.0])).is_err());
/// ```
///
/// # Size
///
/// A Jacobian by value takes `NNZ` scalars of stack, several times that in unoptimized builds. From about 10,000
/// entries on call the `_into` functions on memory of your own.
#[proc_macro_attribute]
pub fn jacobian(arguments: TokenStream, item: TokenStream) -> TokenStream {
    jacobian_core::expand(arguments.into(), item.into()).into()
}

/// What the macros of exported functions call back: the later steps of `use(..)`.
#[doc(hidden)]
#[proc_macro]
pub fn __with(input: TokenStream) -> TokenStream {
    jacobian_core::expand_with(input.into()).into()
}
