//! `*part`, where a pattern of the user's binds a reference to a part and generated code has the
//! part itself.
//!
//! Only rustc knows whether the part is a number or a reference, so a trait tells them apart.

/// A value that `*` of the user's code means: a number, or a reference to something.
pub trait Behind {
    /// The value behind the reference.
    type Value;
    /// The value.
    fn behind(self) -> Self::Value;
}

impl<T: Copy> Behind for &T {
    type Value = T;
    #[inline]
    fn behind(self) -> T {
        *self
    }
}

macro_rules! values {
    ($($number:ident)*) => {$(
        impl Behind for $number {
            type Value = Self;
            #[inline]
            fn behind(self) -> Self {
                self
            }
        }
    )*};
}

values!(f32 f64 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char);

/// The value that `*part` is in the user's code.
#[inline]
pub fn behind<T: Behind>(part: T) -> T::Value {
    part.behind()
}
