//! Methods of numbers that vectors and matrices of ndarray have for each element.

/// Texts of `fn exp(&self) -> $V { self.mapv(|v| v.exp()) }` and its relatives.
macro_rules! each {
    ($($name:ident)*) => {
        &[$(concat!(
            "fn ",
            stringify!($name),
            "(&self) -> $V { self.mapv(|v| v.",
            stringify!($name),
            "()) }"
        )),*]
    };
}

pub(super) const ALL: &[&str] = each! {
    exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tan asin acos atan sinh
    cosh tanh asinh acosh atanh sqrt cbrt recip abs signum floor ceil round trunc fract to_degrees to_radians
};
