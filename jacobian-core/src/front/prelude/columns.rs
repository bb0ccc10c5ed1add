//! What matrices with named columns have in common, in glam and in cgmath: the operators that work
//! number by number.

pub(super) const ALL: &[&str] = &[
    "fn from_cols($($x: $C),*) -> $V { $V { $($x),* } }",
    "impl Neg for $V { fn neg(self) -> $V { $V { $($x: $C { $[$y: -self.$x.$y],* }),* } } }",
    "impl Add<$V> for $V { fn add(self, o: $V) -> $V {
        $V { $($x: $C { $[$y: self.$x.$y + o.$x.$y],* }),* } } }",
    "impl Sub<$V> for $V { fn sub(self, o: $V) -> $V {
        $V { $($x: $C { $[$y: self.$x.$y - o.$x.$y],* }),* } } }",
    "impl Mul<$S> for $V { fn mul(self, o: $S) -> $V {
        $V { $($x: $C { $[$y: self.$x.$y * o],* }),* } } }",
    "impl Div<$S> for $V { fn div(self, o: $S) -> $V {
        $V { $($x: $C { $[$y: self.$x.$y / o],* }),* } } }",
];
