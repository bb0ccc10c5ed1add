//! Comparison of a generated function with the user's own: values by bits, entries by differences.
//!
//! These tests look for misunderstandings of the language, for example a lost term or a stale
//! variable. Such a mistake is as large as the function, so differences with one step of
//! extrapolation find it.

/// Checks the value bit for bit and every entry, zeros included.
pub(crate) fn compare<const N: usize, const M: usize>(
    name: &str,
    at: [f64; N],
    function: impl Fn(&[f64; N]) -> [f64; M],
    generated: impl Fn(&[f64; N]) -> ([f64; M], [[f64; N]; M]),
) {
    let (value, jacobian) = generated(&at);
    assert_eq!(
        value.map(f64::to_bits),
        function(&at).map(f64::to_bits),
        "{name}: {value:?} is not {:?}",
        function(&at)
    );
    for col in 0..N {
        let along = |step: f64| {
            let mut x = at;
            x[col] += step;
            function(&x)
        };
        let (step, half) = (1e-3, 5e-4);
        let [far, near] = [step, half].map(|step| (along(step), along(-step), 2.0 * step));
        for row in 0..M {
            let [far, near] = [&far, &near].map(|(up, down, width)| (up[row] - down[row]) / width);
            let expected = (4.0 * near - far) / 3.0;
            let found = jacobian[row][col];
            assert!(
                (found - expected).abs() <= 1e-7 * (1.0 + expected.abs()),
                "{name}: entry ({row}, {col}) is {found}, differences say {expected}"
            );
        }
    }
}

/// The rows of a result.
pub(crate) trait Rows<const M: usize> {
    fn rows(self) -> [f64; M];
}

impl Rows<1> for f64 {
    fn rows(self) -> [f64; 1] {
        [self]
    }
}

impl<const M: usize> Rows<M> for [f64; M] {
    fn rows(self) -> [f64; M] {
        self
    }
}

/// `check!(function with function_with_jacobian at [x..]; other arguments)`
macro_rules! check {
    ($function:ident with $generated:ident at $x:expr $(; $($argument:expr),+)?) => {
        $crate::support::compare(
            stringify!($function),
            $x,
            |x| $crate::support::Rows::rows($function(x $(, $($argument),+)?)),
            |x| {
                let (value, jacobian) = $generated(x $(, $($argument),+)?);
                ($crate::support::Rows::rows(value), jacobian.to_dense())
            },
        )
    };
}
pub(crate) use check;
