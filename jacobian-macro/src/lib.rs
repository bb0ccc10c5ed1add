//! The procedural macro `#[jacobian]`: one call of [`jacobian_core::expand_seeing`].
//!
//! Users depend on `jacobian-runtime`, which re-exports it; the examples below run as doctests.

use proc_macro::TokenStream;

/// Adds functions that compute the value and the sparse Jacobian of a numeric function.
///
/// Four words occur throughout this page:
///
/// * an *independent* is a number that you differentiate by. Independents are the columns of the
///   Jacobian; `wrt(..)` names them, and without it they are all floating-point parameters;
/// * a *dependent* is a number that the function computes: a component of its result, or of a
///   `&mut` output. Dependents are the rows of the Jacobian;
/// * code is *active* if it uses a value that depends on an independent. The attribute must
///   understand active code. All other code is *inactive*; it is copied unchanged, so it may be any
///   Rust;
/// * the *pattern* is the list of entries that are not structurally zero: an entry is in it if a
///   path of dependences leads from its column to its row. It is a constant of your program.
///   *Entries* are the numbers in the order of the pattern.
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
/// # What it generates
///
/// Your function is emitted first and unchanged. For a function `residual` with `ROWS` dependents
/// and `COLS` independents, these items appear beside it:
///
/// | item | what it is |
/// |---|---|
/// | `RESIDUAL_NNZ: usize` | the number of entries |
/// | `RESIDUAL_PATTERN: SparsityPattern` | rows and columns of the entries, by columns and by rows |
/// | `RESIDUAL_COST: Cost` | the operations that one call executes beyond the value |
/// | `RESIDUAL_TEMPLATE: [f64; RESIDUAL_NNZ]` | the entries known at expansion; zero where an entry varies |
/// | `ResidualJacobian` | the type `SparseJacobian<f64, ROWS, COLS, RESIDUAL_NNZ>`; not for methods |
/// | `residual_jacobian(..)` | the Jacobian |
/// | `residual_with_jacobian(..)` | value and Jacobian |
/// | `residual_with_jacobian_into(.., &mut value, &mut entries)` | the same into your memory; writes every entry |
/// | `residual_update_into(.., &mut value, &mut entries)` | the same; writes only the entries that vary |
/// | `residual_jvp(.., dx)`, `residual_jvp_into(.., dx, &mut value, &mut product)`, `RESIDUAL_JVP_COST` | `J dx: [f64; ROWS]` without the Jacobian, by the option `jvp`, see [below](#products-with-vectors) |
/// | `residual_vjp(.., w)`, `residual_vjp_into(.., w, &mut value, &mut product)`, `RESIDUAL_VJP_COST` | `w J: [f64; COLS]`, by the option `vjp` |
/// | `RESIDUAL_LABELS`, `residual_linearize_into(.., &mut value, &mut labels)`, `residual_jvp_at(&labels, dx, &mut product)`, `residual_vjp_at`, `residual_jvp_many_into`, `residual_vjp_many_into` | many products at one point, by the option `linearize` |
/// | `residual_hvp(.., w, dx)`, `residual_hvp_into(.., w, dx, &mut value, &mut gradient, &mut product)`, `RESIDUAL_HVP_COST` | the product of the Hessian with a vector, by the option `hvp` |
/// | `residual_gradient(..)`, `residual_with_gradient(..)`, `residual_with_gradient_into(.., &mut value, &mut gradient)` | the gradient `[f64; COLS]` of a function with one dependent, and the value, by the option `gradient` |
/// | `residual_hessian_into(.., w, &mut entries)`, `residual_with_hessian_into(.., w, &mut value, &mut first, &mut entries)`, `RESIDUAL_HESSIAN_PATTERN`, `_NNZ`, `_COST`, `_TEMPLATE` | second derivatives, by the option `hessian`, see [below](#second-derivatives) |
/// | `residual_normal_into(.., &mut value, &mut gradient, &mut normal)`, `residual_with_normal_into(.., &mut value, &mut entries, &mut gradient, &mut normal)`, `RESIDUAL_NORMAL_PATTERN`, `_NNZ`, `_COST`, `_TEMPLATE`, `RESIDUAL_COLUMNS_X` | the normal equations of least squares, by the option `normal`, see [below](#least-squares) |
/// | `residual_with_jacobian_batch(points, .., &mut values, &mut entries)`, `residual_with_jacobian_points(..)` | many points at once, by the option `batch`; beside `hessian` also `residual_with_hessian_batch` and `_points`, beside `normal` also `residual_normal_batch` and `_points` |
/// | `residual_normal_sum_into(.., &mut gradient, &mut normal)` | the normal equations added up over many data, and the cost, by the options `normal` and `batch(per_point(..))` |
/// | the struct named by `as` | implements `Function`, for generic solvers |
///
/// The generated functions take the parameters of your function, in its order. `value` has the type
/// that your function returns, and `entries` is `&mut [f64; RESIDUAL_NNZ]`. In a solver, fill
/// `entries` from the template once, and call `_update_into` in the loop:
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
/// A `&mut` output stays a parameter, and the value is written there. If the function returns
/// nothing else, `_with_jacobian` returns the Jacobian alone, and the `_into` functions take no
/// `value`. If your function returns `Result` or `Option`, the generated functions do too; after an
/// early exit, `value` and `entries` are unspecified, and the fields that `of` names may have the
/// values from before the call.
///
/// Generated items have the visibility of the function. The attributes `cfg`, `deprecated`,
/// `allow`, `warn` and `inline` carry over, and `expect` carries over as `allow`. `const`, `extern`
/// and other attributes do not.
///
/// # Options everyone needs
///
/// | option | meaning | default |
/// |---|---|---|
/// | `wrt(x, y, self.a, b.p)` | the independents, in this order. They may be parameters or fields. If a struct is defined in the attributed module, its name stands for all its numbers, in the order of the definition | every parameter of floating-point numbers, in order of declaration; if there is none, the numbers in structs, see [below](#rows-and-columns) |
/// | `of(self.p, b.q)` | fields of `&mut self` or of a `&mut` parameter that are outputs: their rows follow those of the result and of `&mut` parameters, and the values are written to them; an `Option` has the rows of what is inside, which say nothing while it is `None` | the numbers that the function assigns, if the definition of the struct is in the attributed module |
/// | `dim(x = 6, y = [2, 3], b.p = 3)` | lengths that the signature does not say, outermost first, for example of slices and aliases; `dim(b = { p: 3, q })` for the fields of a struct, `dim(n.layers = [2, { w: [3, 3], b: 3 }])` for structs in a list | none |
/// | `scalar(T = f32)`, `scalar(M = Body)`, `scalar(N = nalgebra::U3)` | the scalar, or another type such as a dimension of nalgebra, in place of a type parameter in what is generated; a parameter bound by traits of `num_traits`, nalgebra, simba or num-dual, or by operators, is `f64` | off |
/// | `const(N = 6)` | the value of a named constant, which is checked when the crate compiles, of a const parameter, or of an integer parameter or field, `self.n = 3`, which an assertion checks | none |
/// | `value = exact`, `fused` | `exact`: the value is computed as you wrote it, bit for bit; `fused`: faster, and the value differs by a few ulp, because it shares reciprocals with the derivatives, fuses products into sums and computes several sines (exponentials, ..) at once in vectors | `exact` |
/// | `layout = csc`, `csr` | the order of the entries: by columns or by rows | `csc` |
/// | `prefix = name` | the start of the generated names, so that one function can have two Jacobians | the name of the function |
/// | `as = Residual` | also a struct that implements `Function`; it holds the inactive parameters | off |
/// | `assemble` | instead of a Jacobian, the system of a residual that is written as a loop over elements: `residual_system(..)` gives a builder of `jacobian-assembly` | off |
/// | `gradient` | also the gradient of a function with one dependent: dense, in the order of the columns, zero where the function does not depend on a column | off |
/// | `hessian` | also the Hessian, see [below](#second-derivatives) | off |
/// | `normal`, `normal(diagonal)`, `normal(sqrt_information)`, `normal(loss = huber(1.5))` | also the normal equations of least squares, with weights and a robust loss, see [below](#least-squares) | off |
/// | `jvp`, `vjp`, `hvp` | also the products of the Jacobian, `hvp`: of the Hessian, with a vector, see [below](#products-with-vectors) | off |
/// | `linearize` | also labels for many products at one point, see [below](#products-with-vectors) | off |
///
/// # More options
///
/// | option | meaning | default |
/// |---|---|---|
/// | `export`, `export(impl, Add)` | functions elsewhere can call this one with active arguments; a type lists its exported `impl`s, see [Modules](#modules) | off |
/// | `use(sq, geom::dot, Pose)` | exported functions, types and modules that this one uses, by the paths it names them by; without `export` on `sq`, rustc cannot find a macro whose name says so, `__f_uses_sq_which_needs_the_option_export_0` | none |
/// | `see(cgmath)`, `see(sister, euclid)` | the crates whose source the attribute reads, by their names in code, see [Other crates](#other-crates) | none |
/// | `rule(f(x, y) => (by_x, by_y))` | the partials of a function or method that the attribute cannot look into, `rule(Normal::cdf(self, x) => self.pdf(x))`, or with types one Jacobian, `rule(f(x: &[f64; 3]) -> [f64; 2] => f_jacobian(x))`, see [Rules](#rules) | none |
/// | `rule(f)`, `rule(model.rate)` | the caller gives the derivative of a parameter that is a function, or of a method of an object of any type, see [below](#functions-that-the-caller-gives) | none |
/// | `implicit(solve(p) => \|y\| y * y - p)` | the residual that a solver makes zero; the partials of its result follow by the implicit function theorem | none |
/// | `batch`, `batch(per_point(t, y))` | also many points at once in SIMD lanes, where each point may have its own `t` and `y`, see [below](#many-points-at-once); for functions of `f64` | off |
/// | `dispatch` | one binary for all machines: the functions that compute in versions for AVX-512, for AVX2 with fma, and for the target of the build, of which the processor chooses one when the program runs; see `jacobian_runtime` | off |
/// | `verify` | in builds with `debug_assertions` the functions of the Jacobian compare themselves with yours and panic with a report if they disagree; see `jacobian_runtime` | off |
/// | `order = name` | the order of elimination, see [below](#orders-of-elimination) | `enhanced_markowitz` |
/// | `search = 5000` | the number of moves that improve the orders `search` and `enhanced_markowitz`; the seed is fixed | 5,000 |
/// | `objective = ops`, `all`, `multiplications` | the quantity that these moves minimize: instructions (the time, for the default order), all products, or products that are not by plus or minus one | `ops` |
/// | `fold = none`, `trees`, `full` | constant folding before the order is chosen; products of constants always fold as they arise | `trees` |
/// | `fma = auto`, `always`, `never` | how `a * b + c` is emitted: `auto` is `mul_add` where the target has the instruction | `auto` |
/// | `level = code_list`, `statement` | the unit that is differentiated before the order applies: each operation, or each statement | `code_list` |
/// | `schedule = depth_first`, `elimination` | the sequence of the generated statements: entry by entry and stored at once, or as they were derived | `depth_first` |
/// | `unroll = 1000` | the most operations that the function may unroll to | 200,000 |
/// | `recursion = 20` | the most calls of a function inside of itself, where only run time knows the end; a deeper call panics in the generated functions, and each level is code of its own | such recursion is refused |
/// | `crate = path` | the path of the runtime | `::jacobian_runtime` |
///
/// # Orders of elimination
///
/// The orders differ in cost and rounding, and never in the pattern. No order is best for every
/// function; compare their `Cost`.
///
/// The default, `enhanced_markowitz`, is a rule that a short search improves. For up to 300
/// intermediates it makes twenty moves for each, starting from the rule and from the better of
/// `lowest_fill_in` and `forward`. The result replaces the rule's order if it executes no more
/// operations and saves the time of at least one operation in forty. The estimate of the time
/// counts operations, and how many of them wait for what is known last. Beyond 300 intermediates
/// there is no search, but `forward` or `reverse` is taken if it takes at most half the products.
/// With `search = 0` you get the rule alone. The other names always mean exactly what the
/// literature describes.
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
#[doc = include_str!("second_derivatives.md")]
///
#[doc = include_str!("least_squares.md")]
///
#[doc = include_str!("products.md")]
///
/// # Many points at once
///
/// With the option `batch` of the attribute and the feature `batch` of the runtime (on by default),
/// `_with_jacobian_points` takes slices of points. `_with_jacobian_batch` takes blocks of eight
/// points that are interleaved by lane, so nothing has to be shuffled. The documentation of
/// `jacobian_runtime::batch` has an example. It also says to how many digits the lanes agree with
/// the scalar code, and which points are evaluated one by one.
///
/// Inactive parameters are the same for all points. With `batch(per_point(t, y))`, each point has
/// its own `t` and `y`, for example its time and what was measured then. They become slices:
///
/// ```
/// # use jacobian_runtime::jacobian;
/// #[jacobian(batch(per_point(t, y)), wrt(p))]
/// fn decay(p: &[f64; 2], t: f64, y: f64) -> f64 {
///     p[0] * (-p[1] * t).exp() - y
/// }
///
/// let (points, t, y) = ([[2.0, 1.0]; 3], [0.0, 1.0, 2.0], [2.0, 0.75, 0.25]);
/// let (mut values, mut entries) = ([0.0; 3], [[0.0; DECAY_NNZ]; 3]);
/// decay_with_jacobian_points(&points, &t, &y, &mut values, &mut entries)?;
/// assert_eq!((values[0], entries[0]), (0.0, [1.0, 0.0]));
/// # Ok::<(), jacobian_runtime::batch::LengthMismatch>(())
/// ```
///
/// Such a parameter is made of `f64`, of a number that its type or `dim` says. A single number is
/// `&[f64]` then, and everything else is `&[[f64; K]]`, flattened like the independents. What the
/// function computes with it is computed in lanes, and branches by it are branches like others. If
/// the compiler cannot follow a use, for example the call of a function that it does not see,
/// points are evaluated one after the other.
///
/// # Several Jacobians
///
/// A function may carry the attribute several times, with different prefixes:
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
/// Independents are flattened in order: arrays by index, nested arrays row by row, tuples part by
/// part. Dependents are flattened the same way: first the returned value, then each `&mut` output.
/// An output is an independent as well if the function computes with the numbers that it finds
/// there, `y[0] *= k`, unless it is one struct. Numbers that are only written or added to have no
/// columns; their own would be 1. `wrt(..)` says otherwise.
/// An independent can be `f64`, or an array, nested array or tuple of them, by value or by shared
/// reference; all may be `f32` instead. A slice or an alias needs `dim`. Integers and all other
/// types are inactive. If the type of a parameter is not recognized and you index it or compute
/// with it, you get an error that asks for `wrt` or `dim`, because it might be a variable.
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
/// If the definition of the struct is in an attributed module, a function without parameters of
/// numbers is a function of those in its structs: `fn f(p: &Params)`, and in a method that takes
/// nothing else, `fn area(&self)`, of those in `self`. A struct with operators, indices or a
/// `Deref` of its own is a vector. Vectors and lists of structs are variables beside numbers as
/// well. `self` is one too where another variable has its type.
///
/// The fields of `self` that a method assigns are the last rows, in the order of their declaration.
/// For example, `fn step(&mut self, e: f64, dt: f64) -> f64` that assigns `self.sum` and
/// `self.last` has the columns `e` and `dt`, and three rows: the value, `sum` and `last`.
///
/// Fields of `self` and of struct parameters are independents if `wrt` names them, or if `dim`
/// lists them: `dim(b = { p: 3, q })` means the array `b.p` and the scalar `b.q`. A field without a
/// length is a scalar, and rustc checks that it is. The other fields are inactive. A method that
/// would see the named fields is refused, unless an attributed module inlines it. You name a vector
/// or matrix of nalgebra by its type: `dim(b.r = Vector3<f64>)`.
///
/// Lists in lists have their lengths in brackets, outermost first. The last one may be the shape of
/// a struct: `dim(self.layers = [2, { w: [3, 3], b: 3 }])`. With brackets or braces alone you give
/// each element: `[{ w: 3 }, { w: 2 }]`, `dim(rows = [[1], [2]])`.
///
/// The columns of an enum, `wrt(s)`, are the fields of all variants as the definition has them.
/// Only run time knows the variant, so the entries of all others are zero.
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
/// A struct is a result if you write its literal, `State { x, v }` or `Pair(a, b)`, also inside
/// arrays, tuples, `Ok(..)` and other structs. Its fields are rows in the order of the literal,
/// because the attribute cannot see the declaration. Each field is a number, or an aggregate of
/// numbers that is spelled out.
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
#[doc = include_str!("generic_functions.md")]
///
#[doc = include_str!("traits.md")]
///
#[doc = include_str!("language.md")]
///
#[doc = include_str!("elsewhere.md")]
///
/// # Guarantees
///
/// * The value is that of your function, bit for bit, because it is computed by the same operations
///   on the same operands in source order. There is one exception: if the arguments of a library
///   call become constants by unrolling, LLVM may compute the call at compile time. Sign and
///   payload of NaN are unspecified.
/// * With `value = fused` the value may differ from that of your function. To first order, the
///   difference is at most a sum over the rewritten operations, each term times the absolute
///   derivative of the result by the operation, where `u` is `2^-53`, or `2^-24` for `f32`: `3 u |a
///   / b|` for a quotient that became a product with a reciprocal; `u |a b|` and one rounding of
///   the sum for a product that was fused; 1 to 4 ulp for `sin`, `cos`, `tan`, `exp`, `sinh`,
///   `cosh`, `tanh` and `atan2` in `f64`, if several that do not wait for each other are computed
///   in vectors; and an ulp of the angle for `sin` and `cos` of `atan2(y, x)`, or of twice that. If
///   terms cancel, any number of digits may be wrong, as in the function itself. The bound does not
///   hold for a divisor whose reciprocal overflows or is subnormal.
/// * The pattern depends on the function and on no option. An entry is left out if no path leads
///   from its column to its row, or if all its paths are constant and sum to zero exactly.
/// * At a kink one side is taken, the same under every order: `abs` goes to the right; `min`, `max`
///   and `clamp` follow the operand that they return, the first one at a tie. The other operand
///   contributes zero, also where its own derivative is infinite or NaN. Singular partials are the
///   infinities of IEEE arithmetic.
/// * Expansion is deterministic. It writes nothing. It reads what `see` names, and its own crate
///   for an item that is refused alone. Input that is nested too deeply or too long is refused.
/// * Generated code has no `unsafe` and no allocation of its own: only a function that makes lists
///   of a length that run time decides, or calls an `unsafe` function, has some. It calls the
///   runtime for derivative code only.
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
/// The generated functions panic where your function does, and if a slice does not have the length
/// that `dim` gave it, and as `verify` says. Nothing else in them panics.
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
/// A Jacobian by value takes `NNZ` scalars of stack, and several times that in unoptimized builds.
/// From about 10,000 entries on, call the `_into` functions on memory of your own.
#[proc_macro_attribute]
pub fn jacobian(arguments: TokenStream, item: TokenStream) -> TokenStream {
    jacobian_core::expand_seeing(arguments.into(), item.into(), &jacobian_core::Disk).into()
}

/// What the macros of exported functions call back: the later steps of `use(..)`.
#[doc(hidden)]
#[proc_macro]
pub fn __with(input: TokenStream) -> TokenStream {
    jacobian_core::expand_with(input.into()).into()
}
