//! Pseudorandom numbers (xorshift) that are the same on every machine.
//!
//! A search must not depend on the host, neither on its clock nor on the last bit of its libm. So
//! the logarithm that annealing needs is a short series of IEEE operations. Source: Marsaglia,
//! "Xorshift RNGs".

/// A generator with a fixed seed.
#[derive(Clone, Debug)]
pub(in crate::order) struct Random(u64);

impl Random {
    pub(in crate::order) fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below the bound, which must not be zero.
    pub(in crate::order) fn below(&mut self, bound: usize) -> usize {
        // The high half of a product instead of a remainder, so that all bits of the number count.
        let product = u128::from(self.next()) * (bound as u128);
        usize::try_from(product >> 64).expect("invariant: below a usize")
    }

    /// A number with exponential distribution and mean one: minus the logarithm of a uniform one.
    pub(in crate::order) fn exponential(&mut self) -> f64 {
        let bits = self.next() | 1;
        let n_halvings = bits.leading_zeros();
        let high = u32::try_from((bits << n_halvings) >> 32).expect("invariant: 32 bits are left");
        let fraction = f64::from(high) / 4_294_967_296.0;
        // ln f = 2 atanh z with z = (f - 1) / (f + 1), and |z| <= 1/3 for f from 1/2 to 1.
        let z = (fraction - 1.0) / (fraction + 1.0);
        let square = z * z;
        let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0)));
        f64::from(n_halvings) * std::f64::consts::LN_2 - 2.0 * z * series
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn numbers_are_spread_and_repeatable() {
        let mut random = Random::new(7);
        let mut counts = [0; 10];
        for _ in 0..10_000 {
            counts[random.below(10)] += 1;
        }
        assert!(
            counts.iter().all(|count| (900..1100).contains(count)),
            "{counts:?}"
        );
        let (mut first, mut second) = (Random::new(1), Random::new(1));
        assert_eq!(first.below(1000), second.below(1000));
    }

    #[test]
    fn exponential_numbers_have_mean_and_variance_one() {
        let mut random = Random::new(3);
        let numbers: Vec<f64> = (0..20_000).map(|_| random.exponential()).collect();
        let n = 20_000.0;
        let mean = numbers.iter().sum::<f64>() / n;
        let variance = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        assert!(
            (mean - 1.0).abs() < 0.03 && (variance - 1.0).abs() < 0.08,
            "{mean} {variance}"
        );
    }
}
