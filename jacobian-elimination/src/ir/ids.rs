//! Indices: the numbers by which statements, opaque pieces, regions, branches and loops name each
//! other.
//!
//! Each is a type of its own, so that the compiler tells a statement from a region.

use std::fmt;

/// The number of a statement of a code list, and of the value it computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

impl ValueId {
    /// The position in the code list.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of an inactive expression. The front keeps its tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OpaqueId(pub u32);

/// The number of a region. The first is the function itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct RegionId(pub u32);

impl RegionId {
    /// The straight line of the function.
    pub const FUNCTION: Self = Self(0);

    /// The position among the regions.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BranchId(pub u32);

impl BranchId {
    /// The position among the branches.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The number of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub u32);

impl LoopId {
    /// The position among the loops.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for LoopId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl fmt::Display for BranchId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl fmt::Display for ValueId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "v{}", self.0)
    }
}

impl fmt::Display for OpaqueId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}

/// The type of a value in a function that mixes two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// Either: nothing but literals, and code that only rustc understands.
    #[default]
    Unknown,
    /// `f32`
    Single,
    /// `f64`
    Double,
}
