//! Sample points: the base point of a problem and 255 neighbours, the same in every language.
//!
//! Each coordinate is scaled by `1 + 0.02 r`, a coordinate that is zero moves by `0.02 r`, and `r`
//! comes from a linear congruential generator whose high bits become a double:
//!
//! ```text
//! state <- 6364136223846793005 state + 1442695040888963407  (mod 2^64)
//! r = 2 (state >> 11) / 2^53 - 1
//! ```
//!
//! The multiplier is Knuth's (MMIX). Nothing here depends on platform or time.

/// How many points each problem is sampled at, the base point included.
pub const SAMPLES: usize = 256;

/// The generator behind the sample points.
#[derive(Clone, Debug)]
pub struct Lcg(u64);

impl Default for Lcg {
    /// The generator at the seed that the sample points start from.
    fn default() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }
}

impl Lcg {
    /// The next number, uniform in `[-1, 1)`.
    pub fn next_symmetric(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // 53 bits: every such integer is a double.
        let high = u32::try_from(self.0 >> 43).expect("21 bits");
        let low = u32::try_from((self.0 >> 11) & 0xffff_ffff).expect("32 bits");
        let integer = f64::from(high) * 4_294_967_296.0 + f64::from(low);
        2.0 * (integer / 9_007_199_254_740_992.0) - 1.0
    }
}

/// The base point, then its 255 neighbours.
pub fn sample_points(base: &[f64]) -> Vec<Vec<f64>> {
    let mut generator = Lcg::default();
    let mut points = vec![base.to_vec()];
    while points.len() < SAMPLES {
        let moved = |x: &f64| {
            let step = 0.02 * generator.next_symmetric();
            if *x == 0.0 { step } else { x * (1.0 + step) }
        };
        points.push(base.iter().map(moved).collect());
    }
    points
}
