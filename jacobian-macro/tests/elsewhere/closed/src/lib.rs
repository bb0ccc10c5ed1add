//! A crate of other people's.

/// An angle.
#[derive(Clone, Copy, Debug)]
pub struct Angle {
    radians: f64,
}

impl Angle {
    /// An angle, given in radians.
    #[must_use]
    pub fn new(radians: f64) -> Self {
        Self { radians }
    }

    /// The length of the arc.
    #[must_use]
    pub fn arc(&self, radius: f64) -> f64 {
        self.radians * radius
    }
}
