//! Elementals: the built-in operations of code lists, with their names, arities and costs.
//!
//! One table declares all of them, so that the front, the calculus and the printer cannot disagree.
//!
//! `calculus` has the local partials and [`evaluate`](super::evaluate) the value on literals. Users
//! never write the second block of the table. It has the locally constant factors that appear in
//! the partials of functions with kinks, each with the side that is taken at the kink.

use std::fmt;

use super::ids::{BranchId, LoopId, OpaqueId};

/// The right-hand side of a statement, without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Elemental {
    /// The independent with this index.
    Independent(u32),
    /// An element of a vector that derivatives are multiplied by. It is inactive. Seeds are
    /// numbered behind the independents.
    Seed(u32),
    /// A literal, by the bits of its double.
    Literal(u64),
    /// An inactive expression that only the user's compiler understands.
    Opaque(OpaqueId),
    /// An elemental operation with operands.
    Operation(Operation),
    /// A value whose partials the user supplies. For the number n of arguments the operands are the
    /// value, n arguments, and n partials.
    Ruled(u32),
    /// One of several values, chosen by an index that run time knows. For the number n of values
    /// the operands are the index, as a scalar, and the n values.
    Selected(u32),
    /// The value of a slot of a branch. The arm that runs assigns it.
    Join(BranchId, u32),
    /// The partial of a join. The arm that runs computes it.
    JoinPartial(BranchId, u32),
    /// The value of a slot of a loop as an iteration starts.
    State(LoopId, u32),
    /// The value of a slot behind the loop.
    Exit(LoopId, u32),
    /// A partial of a state with respect to a value that enters the loop, as an iteration starts.
    Carried(LoopId, u32),
    /// The same partial behind the loop.
    ExitPartial(LoopId, u32),
}

impl Elemental {
    /// A literal.
    pub fn literal(value: f64) -> Self {
        Self::Literal(value.to_bits())
    }
}

/// Declares the operations with their Rust names and arities.
macro_rules! operations {
    ($($(#[$doc:meta])* $variant:ident = $name:literal / $arity:literal,)*) => {
        /// The operations on floating-point operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Operation {
            $($(#[$doc])* $variant,)*
            /// `a.powi(n)` with an exponent known at expansion.
            Powi(i32),
            /// `1` if the index `a` is n, else `0`: the partial of a selected value.
            IsIndex(u32),
        }

        impl Operation {
            /// Every operation but `Powi` and `IsIndex`, which have a parameter.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name of the operation: that of the `f64` method if there is one.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Powi(_) => "powi",
                    Self::IsIndex(_) => "is_index",
                }
            }

            /// The number of operands.
            pub fn arity(self) -> usize {
                match self {
                    $(Self::$variant => $arity,)*
                    Self::Powi(_) | Self::IsIndex(_) => 1,
                }
            }
        }
    };
}

operations! {
    /// `a + b`
    Add = "add" / 2,
    /// `a - b`
    Sub = "sub" / 2,
    /// `a * b`
    Mul = "mul" / 2,
    /// `a / b`
    Div = "div" / 2,
    /// `a % b`
    Rem = "rem" / 2,
    /// `-a`
    Neg = "neg" / 1,
    /// `a * b + c`, rounded once
    MulAdd = "mul_add" / 3,
    /// `1 / a`
    Recip = "recip" / 1,
    /// square root
    Sqrt = "sqrt" / 1,
    /// cube root
    Cbrt = "cbrt" / 1,
    /// exponential
    Exp = "exp" / 1,
    /// power of two
    Exp2 = "exp2" / 1,
    /// `exp(a) - 1`
    ExpM1 = "exp_m1" / 1,
    /// natural logarithm
    Ln = "ln" / 1,
    /// binary logarithm
    Log2 = "log2" / 1,
    /// decimal logarithm
    Log10 = "log10" / 1,
    /// `ln(1 + a)`
    Ln1p = "ln_1p" / 1,
    /// logarithm of `a` to base `b`
    Log = "log" / 2,
    /// sine
    Sin = "sin" / 1,
    /// cosine
    Cos = "cos" / 1,
    /// tangent
    Tan = "tan" / 1,
    /// inverse sine
    Asin = "asin" / 1,
    /// inverse cosine
    Acos = "acos" / 1,
    /// inverse tangent
    Atan = "atan" / 1,
    /// angle of the point `(b, a)`
    Atan2 = "atan2" / 2,
    /// hyperbolic sine
    Sinh = "sinh" / 1,
    /// hyperbolic cosine
    Cosh = "cosh" / 1,
    /// hyperbolic tangent
    Tanh = "tanh" / 1,
    /// inverse hyperbolic sine
    Asinh = "asinh" / 1,
    /// inverse hyperbolic cosine
    Acosh = "acosh" / 1,
    /// inverse hyperbolic tangent
    Atanh = "atanh" / 1,
    /// `a` to the power `b`
    Powf = "powf" / 2,
    /// `sqrt(a^2 + b^2)`
    Hypot = "hypot" / 2,
    /// absolute value
    Abs = "abs" / 1,
    /// sign
    Signum = "signum" / 1,
    /// magnitude of `a`, sign of `b`
    Copysign = "copysign" / 2,
    /// the smaller
    Min = "min" / 2,
    /// the larger
    Max = "max" / 2,
    /// `a` limited to the interval from `b` to `c`
    Clamp = "clamp" / 3,
    /// remainder that is never negative
    RemEuclid = "rem_euclid" / 2,
    /// quotient of `rem_euclid`
    DivEuclid = "div_euclid" / 2,
    /// rounded down
    Floor = "floor" / 1,
    /// rounded up
    Ceil = "ceil" / 1,
    /// rounded to the nearest integer
    Round = "round" / 1,
    /// rounded to the nearest integer, halves to the even one
    RoundTiesEven = "round_ties_even" / 1,
    /// rounded towards zero
    Trunc = "trunc" / 1,
    /// fractional part
    Fract = "fract" / 1,
    /// radians to degrees
    ToDegrees = "to_degrees" / 1,
    /// degrees to radians
    ToRadians = "to_radians" / 1,
    /// `a.powi(b)` where `b` is an integer known only at run time
    PowiBy = "powi" / 2,

    /// the partial of `abs`, right-sided at zero: `-1` if `a < 0`, else `1`
    AbsPartial = "abs_partial" / 1,
    /// the partial of `copysign`: `1` if `a` and `b` have equal signs, else `-1`
    CopysignPartial = "copysign_partial" / 2,
    /// `1` if `a.min(b)` returns `a`, ties included
    MinFirst = "min_first" / 2,
    /// `1` if `a.min(b)` returns `b`
    MinSecond = "min_second" / 2,
    /// `1` if `a.max(b)` returns `a`, ties included
    MaxFirst = "max_first" / 2,
    /// `1` if `a.max(b)` returns `b`
    MaxSecond = "max_second" / 2,
    /// `1` if `a.clamp(b, c)` returns `a`, ties included
    ClampInside = "clamp_inside" / 3,
    /// `1` if `a.clamp(b, c)` returns `b`
    ClampBelow = "clamp_below" / 3,
    /// `1` if `a.clamp(b, c)` returns `c`
    ClampAbove = "clamp_above" / 3,
    /// The integer nearest to `a / b`. It is minus the partial of `c % b` by `b`, where `a` is
    /// `c - c % b`.
    RemQuotient = "rem_quotient" / 2,
    /// the partial of `b = a.powf(n)` by `n`: `b * ln(a)`, but zero if `b` is zero
    PowfExponentPartial = "powf_exponent_partial" / 2,
    /// `a as f32`, of an `f64`
    Narrow = "narrow" / 1,
    /// `a as f64`, of an `f32`
    Widen = "widen" / 1,
    /// the partial of `a.powi(b)` by `a`: `b * a.powi(b - 1)`, but zero if `b` is zero
    PowiPartial = "powi_partial" / 2,
    /// the partial of `powi_partial` by `a`: `b * (b - 1) * a.powi(b - 2)`, but zero if `b` is zero
    /// or one
    PowiCurvature = "powi_curvature" / 2,
    /// the partial of `powf_exponent_partial` by `b`: `ln(a)`, but zero if `b` is zero
    LnUnlessZero = "ln_unless_zero" / 2,
    /// `a * b`, but zero if either is zero
    Masked = "masked" / 2,
    /// the partial of `b = tanh(a)`
    TanhPartial = "tanh_partial" / 2,
    /// the partial of `b = sinh(a)`: `cosh(a)`
    SinhPartial = "sinh_partial" / 2,
    /// the partial of `b = cosh(a)`: `sinh(a)`
    CoshPartial = "cosh_partial" / 2,
    /// the partial of `b = exp_m1(a)`: `exp(a)`
    ExpM1Partial = "exp_m1_partial" / 2,
    /// `a.powf(b - 1)` beside `c = a.powf(b)`
    LowerPower = "lower_power" / 3,
}

impl Operation {
    /// Whether all scalar types compute the same result, provided that they represent operands and
    /// result exactly.
    pub fn is_exact(self) -> bool {
        matches!(
            self,
            Self::Add
                | Self::Sub
                | Self::Mul
                | Self::Div
                | Self::Neg
                | Self::Recip
                | Self::Abs
                | Self::Min
                | Self::Max
                | Self::Signum
                | Self::Floor
                | Self::Ceil
                | Self::Trunc
                | Self::IsIndex(_)
        )
    }

    /// Whether it is a partial that is computed from the value. The value is its last operand, and
    /// depends on the others alone.
    pub fn is_from_value(self) -> bool {
        matches!(
            self,
            Self::TanhPartial
                | Self::SinhPartial
                | Self::CoshPartial
                | Self::ExpM1Partial
                | Self::LowerPower
        )
    }

    /// Whether exchanging the operands gives the same bits. (`min` and `max` do not: they choose
    /// between +0 and -0.)
    pub fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Mul)
    }

    /// Whether the derivative is zero at every point where it exists.
    pub fn is_locally_constant(self) -> bool {
        matches!(
            self,
            Self::Signum
                | Self::Floor
                | Self::Ceil
                | Self::Round
                | Self::RoundTiesEven
                | Self::Trunc
                | Self::DivEuclid
                | Self::IsIndex(_)
        )
    }

    /// Whether it is the partial of an operation with a kink, which jumps there and is constant
    /// elsewhere.
    pub fn jumps(self) -> bool {
        matches!(
            self,
            Self::AbsPartial
                | Self::CopysignPartial
                | Self::MinFirst
                | Self::MinSecond
                | Self::MaxFirst
                | Self::MaxSecond
                | Self::RemQuotient
                | Self::ClampInside
                | Self::ClampBelow
                | Self::ClampAbove
        )
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Powi(exponent) => write!(formatter, "powi{exponent}"),
            Self::IsIndex(position) => write!(formatter, "is_index{position}"),
            operation => formatter.write_str(operation.name()),
        }
    }
}

impl fmt::Display for Elemental {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Independent(index) => write!(formatter, "independent {index}"),
            Self::Seed(index) => write!(formatter, "seed {index}"),
            Self::Literal(bits) => write!(formatter, "{}", f64::from_bits(*bits)),
            Self::Opaque(id) => write!(formatter, "opaque {id}"),
            Self::Operation(operation) => write!(formatter, "{operation}"),
            Self::Ruled(count) => write!(formatter, "ruled {count}"),
            Self::Selected(count) => write!(formatter, "selected {count}"),
            Self::Join(branch, slot) => write!(formatter, "join {branch}.{slot}"),
            Self::JoinPartial(branch, entry) => write!(formatter, "partial {branch}.{entry}"),
            Self::State(id, slot) => write!(formatter, "state {id}.{slot}"),
            Self::Exit(id, slot) => write!(formatter, "exit {id}.{slot}"),
            Self::Carried(id, entry) => write!(formatter, "carried {id}.{entry}"),
            Self::ExitPartial(id, entry) => write!(formatter, "exit partial {id}.{entry}"),
        }
    }
}
