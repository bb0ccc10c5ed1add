//! Several divisions in one register, bit for bit as one by one.
//!
//! ```text
//! quotients([a, b, c], [d, e, f])     [a / d, b / e, c / f]
//! ```
//!
//! A core divides two numbers in the time of one, and some cores four. LLVM packs divisions only if
//! what is around them is packed too.
//!
//! Cost: one division of two or four numbers, and the shuffles around it, always inlined.

#![allow(
    clippy::inline_always,
    reason = "as in `private.rs`, from where these are called"
)]

use core::array::from_fn;

/// `numerators[i] / divisors[i]`, of two to four quotients.
#[inline(always)]
pub fn quotients<const N: usize>(numerators: [f64; N], divisors: [f64; N]) -> [f64; N] {
    const { assert!(1 < N && N <= 4, "a call takes two to four quotients") };
    if N == 2 {
        let results = two([numerators[0], numerators[1]], [divisors[0], divisors[1]]);
        return from_fn(|index| results[index]);
    }
    // One by one is one, so a number that is missing raises no flag.
    let filled = |numbers: [f64; N]| from_fn(|index| numbers.get(index).copied().unwrap_or(1.0));
    let results = four(filled(numerators), filled(divisors));
    from_fn(|index| results[index])
}

#[cfg(all(feature = "batch", target_arch = "x86_64"))]
#[inline(always)]
fn two(numerators: [f64; 2], divisors: [f64; 2]) -> [f64; 2] {
    let sse2 = pulp::core_arch::x86::Sse2::try_new();
    let sse2 = sse2.expect("invariant: every x86-64 has SSE2");
    pulp::cast(sse2._mm_div_pd(pulp::cast(numerators), pulp::cast(divisors)))
}

#[cfg(not(all(feature = "batch", target_arch = "x86_64")))]
#[inline(always)]
fn two(numerators: [f64; 2], divisors: [f64; 2]) -> [f64; 2] {
    from_fn(|index| numerators[index] / divisors[index])
}

#[cfg(all(feature = "batch", target_arch = "x86_64", target_feature = "avx"))]
#[inline(always)]
fn four(numerators: [f64; 4], divisors: [f64; 4]) -> [f64; 4] {
    let avx = pulp::core_arch::x86::Avx::try_new();
    let avx = avx.expect("invariant: the target has AVX");
    pulp::cast(avx._mm256_div_pd(pulp::cast(numerators), pulp::cast(divisors)))
}

#[cfg(not(all(feature = "batch", target_arch = "x86_64", target_feature = "avx")))]
#[inline(always)]
fn four(numerators: [f64; 4], divisors: [f64; 4]) -> [f64; 4] {
    let ([a, b, c, d], [e, f, g, h]) = (numerators, divisors);
    let ([a, b], [c, d]) = (two([a, b], [e, f]), two([c, d], [g, h]));
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::quotients;

    const NUMBERS: [f64; 9] = [
        0.1,
        -1.0 / 3.0,
        7.7e15,
        1e-310,
        -1e308,
        0.0,
        -0.0,
        f64::INFINITY,
        3.0,
    ];

    #[track_caller]
    fn check<const N: usize>(numerators: [f64; N], divisors: [f64; N]) {
        let found = quotients(numerators, divisors);
        for index in 0..N {
            let expected = numerators[index] / divisors[index];
            let is_nan = expected.is_nan() && found[index].is_nan();
            assert!(is_nan || found[index].to_bits() == expected.to_bits());
        }
    }

    #[test]
    fn every_quotient_is_that_of_the_two_numbers() {
        for a in NUMBERS {
            for b in NUMBERS {
                check([a, 1.0], [b, b]);
                check([a, b, 1.0], [b, a, 3.0]);
                check([1.0, a, 0.3, b], [b, b, a, a]);
            }
        }
    }
}
