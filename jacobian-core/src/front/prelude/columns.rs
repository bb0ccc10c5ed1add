//! Operators of matrices with named columns (`x_axis`, `y_axis`) that work number by number. The
//! matrices of glam and those of cgmath share them.

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
