//! Casts in the text of a module, where either side may be a number of the twin.
//!
//! ```text
//! x as usize      As::<usize>::cast(x)           saturating, as rustc casts
//! i as f64        As::<Forward<D>>::cast(i)
//! ```
//!
//! Keeps: what rustc computes for `f64`; an integer of a number is locally constant.

use super::number::Forward;
use crate::corpus::scalar::Scalar;

/// What `as` does.
pub trait As<T> {
    /// `self as T`.
    fn cast(self) -> T;
}

macro_rules! casts {
    ($($from:ident to [$($to:ident)*];)*) => {$(
        $(impl As<$to> for $from {
            #[allow(clippy::cast_lossless, clippy::cast_possible_truncation, reason = "as written")]
            fn cast(self) -> $to {
                self as $to
            }
        })*

        impl<D: Scalar> As<Forward<D>> for $from {
            fn cast(self) -> Forward<D> {
                Forward::from(self as f64)
            }
        }

        impl<D: Scalar> As<$from> for Forward<D> {
            fn cast(self) -> $from {
                self.0.value() as $from
            }
        }
    )*};
}

casts! {
    u8 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    u16 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    u32 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    u64 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    usize to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    i8 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    i16 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    i32 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    i64 to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
    isize to [u8 u16 u32 u64 usize i8 i16 i32 i64 isize];
}

macro_rules! of_bool {
    ($($to:ident)*) => {
        $(impl As<$to> for bool {
            fn cast(self) -> $to {
                self as $to
            }
        })*
    };
}

of_bool! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

impl<D: Scalar> As<Self> for Forward<D> {
    fn cast(self) -> Self {
        self
    }
}
