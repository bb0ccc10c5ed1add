//! The way through branches and loops at a point: chosen once, then repeated.
//!
//! ```text
//! if v3 < 1.0 { .. }     the arm that v3 asks for, and at every second point any arm
//! if k < limit { .. }    any arm, because only the user's program knows the answer
//! for _ in 0..n { .. }   0 to 4 iterations
//! ```
//!
//! A difference compares two points, and the derivative is that of one way, so both go the same
//! way.

/// Numbers from 0.3 to 1.7, the same in each run (xorshift, Marsaglia 2003).
#[derive(Clone)]
pub(super) struct Random(u64);

impl Random {
    /// The numbers of a point.
    pub(super) fn of_point(point: u64) -> Self {
        let mut random = Self(0x9e37_79b9_7f4a_7c15 ^ point.wrapping_mul(0x2545_f491_4f6c_dd1d));
        // Points that follow each other have seeds that are alike.
        for _ in 0..8 {
            random.bits();
        }
        random
    }

    fn bits(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 32).expect("32 bits")
    }

    pub(super) fn next(&mut self) -> f64 {
        0.3 + 1.4 * f64::from(self.bits()) / f64::from(u32::MAX)
    }

    fn below(&mut self, count: usize) -> usize {
        self.bits() as usize % count.max(1)
    }
}

/// The most iterations of a loop.
pub(super) const MAX_ITERATIONS: usize = 4;

/// Choices in the order in which they are made.
#[derive(Clone)]
pub(super) struct Path {
    choices: Vec<usize>,
    /// How many of them were repeated.
    next: usize,
    random: Random,
    /// Whether no loop is entered.
    skips_loops: bool,
    /// Whether conditions decide.
    is_asked: bool,
}

impl Path {
    /// A new path. That of the first point enters no loop. Every second one takes any arms, so
    /// that those are evaluated too whose conditions seldom hold.
    pub(super) fn of_point(point: u64) -> Self {
        Self {
            choices: Vec::new(),
            next: 0,
            random: Random::of_point(!point),
            skips_loops: point == 0,
            is_asked: point.is_multiple_of(2),
        }
    }

    /// The same path from its beginning.
    pub(super) fn again(&self) -> Self {
        Self {
            next: 0,
            ..self.clone()
        }
    }

    fn choose(&mut self, new: impl FnOnce(&mut Random) -> usize) -> usize {
        let known = self.choices.get(self.next).copied();
        self.next += 1;
        known.unwrap_or_else(|| {
            let chosen = new(&mut self.random);
            self.choices.push(chosen);
            chosen
        })
    }

    /// One of these arms: the one that is asked for, if it is among them.
    pub(super) fn arm(&mut self, open: &[usize], asked: impl FnOnce() -> Option<usize>) -> usize {
        let asked = if self.is_asked { asked() } else { None };
        self.choose(|random| {
            let asked = asked.filter(|arm| open.contains(arm));
            let any = random.below(open.len());
            asked.or_else(|| open.get(any).copied()).unwrap_or_default()
        })
    }

    pub(super) fn iterations(&mut self) -> usize {
        let most = if self.skips_loops { 0 } else { MAX_ITERATIONS };
        self.choose(|random| random.below(most + 1))
    }
}
