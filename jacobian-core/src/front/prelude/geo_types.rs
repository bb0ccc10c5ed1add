//! Coordinates, points and lines of geo-types 0.7, as Rust code.
//!
//! Source of each text: `src/geometry/coord.rs`, `point.rs`, `line.rs` of geo-types 0.7.20.

use super::definition::Type;

pub(super) const TYPES: &[Type] = &[
    plain("Coord", &[("x", "$S"), ("y", "$S")], COORD),
    plain("Point", &[("0", "Coord")], POINT),
    plain("Line", &[("start", "Coord"), ("end", "Coord")], LINE),
];

const fn plain(
    name: &'static str,
    fields: &'static [(&'static str, &'static str)],
    texts: &'static [&'static [&'static str]],
) -> Type {
    Type {
        name,
        fields,
        texts,
        ..Type::PLAIN
    }
}

const COORD: &[&[&str]] = &[&[
    "fn x_y(self) -> ($S, $S) { (self.x, self.y) }",
    "fn zero() -> Coord { Coord { x: 0.0, y: 0.0 } }",
    "impl From<($S, $S)> for Coord { fn from(c: ($S, $S)) -> Coord { Coord { x: c.0, y: c.1 } } }",
    "impl From<[$S; 2]> for Coord { fn from(c: [$S; 2]) -> Coord { Coord { x: c[0], y: c[1] } } }",
    "impl From<Point> for Coord { fn from(p: Point) -> Coord { p.0 } }",
    "impl From<Coord> for ($S, $S) { fn from(c: Coord) -> ($S, $S) { (c.x, c.y) } }",
    "impl From<Coord> for [$S; 2] { fn from(c: Coord) -> [$S; 2] { [c.x, c.y] } }",
    "impl Neg for Coord { fn neg(self) -> Coord { Coord { x: -self.x, y: -self.y } } }",
    "impl Add<Coord> for Coord { fn add(self, o: Coord) -> Coord {
        Coord { x: self.x + o.x, y: self.y + o.y } } }",
    "impl Sub<Coord> for Coord { fn sub(self, o: Coord) -> Coord {
        Coord { x: self.x - o.x, y: self.y - o.y } } }",
    "impl Mul<$S> for Coord { fn mul(self, o: $S) -> Coord { Coord { x: self.x * o, y: self.y * o } } }",
    "impl Div<$S> for Coord { fn div(self, o: $S) -> Coord { Coord { x: self.x / o, y: self.y / o } } }",
]];

const POINT: &[&[&str]] = &[&[
    "fn new(x: $S, y: $S) -> Point { Point(Coord { x, y }) }",
    "fn x(self) -> $S { self.0.x }",
    "fn y(self) -> $S { self.0.y }",
    "fn lng(self) -> $S { self.0.x }",
    "fn lat(self) -> $S { self.0.y }",
    "fn x_y(self) -> ($S, $S) { (self.0.x, self.0.y) }",
    "fn set_x(&mut self, x: $S) { self.0.x = x; }",
    "fn set_y(&mut self, y: $S) { self.0.y = y; }",
    "fn dot(self, o: Point) -> $S { self.0.x * o.0.x + self.0.y * o.0.y }",
    "fn cross_prod(self, b: Point, c: Point) -> $S {
        (b.0.x - self.0.x) * (c.0.y - self.0.y) - (b.0.y - self.0.y) * (c.0.x - self.0.x) }",
    "fn to_degrees(self) -> Point { Point(Coord { x: self.0.x.to_degrees(), y: self.0.y.to_degrees() }) }",
    "fn to_radians(self) -> Point { Point(Coord { x: self.0.x.to_radians(), y: self.0.y.to_radians() }) }",
    "impl From<Coord> for Point { fn from(c: Coord) -> Point { Point(c) } }",
    "impl From<($S, $S)> for Point { fn from(c: ($S, $S)) -> Point { Point(Coord { x: c.0, y: c.1 }) } }",
    "impl From<[$S; 2]> for Point { fn from(c: [$S; 2]) -> Point { Point(Coord { x: c[0], y: c[1] }) } }",
    "impl From<Point> for ($S, $S) { fn from(p: Point) -> ($S, $S) { (p.0.x, p.0.y) } }",
    "impl From<Point> for [$S; 2] { fn from(p: Point) -> [$S; 2] { [p.0.x, p.0.y] } }",
    "impl Neg for Point { fn neg(self) -> Point { Point(Coord { x: -self.0.x, y: -self.0.y }) } }",
    "impl Add<Point> for Point { fn add(self, o: Point) -> Point {
        Point(Coord { x: self.0.x + o.0.x, y: self.0.y + o.0.y }) } }",
    "impl Sub<Point> for Point { fn sub(self, o: Point) -> Point {
        Point(Coord { x: self.0.x - o.0.x, y: self.0.y - o.0.y }) } }",
    "impl Mul<$S> for Point { fn mul(self, o: $S) -> Point {
        Point(Coord { x: self.0.x * o, y: self.0.y * o }) } }",
    "impl Div<$S> for Point { fn div(self, o: $S) -> Point {
        Point(Coord { x: self.0.x / o, y: self.0.y / o }) } }",
    "impl AddAssign<Point> for Point { fn add_assign(&mut self, o: Point) {
        self.0.x = self.0.x + o.0.x; self.0.y = self.0.y + o.0.y; } }",
    "impl SubAssign<Point> for Point { fn sub_assign(&mut self, o: Point) {
        self.0.x = self.0.x - o.0.x; self.0.y = self.0.y - o.0.y; } }",
    "impl MulAssign<$S> for Point { fn mul_assign(&mut self, o: $S) {
        self.0.x = self.0.x * o; self.0.y = self.0.y * o; } }",
    "impl DivAssign<$S> for Point { fn div_assign(&mut self, o: $S) {
        self.0.x = self.0.x / o; self.0.y = self.0.y / o; } }",
]];

const LINE: &[&[&str]] = &[&[
    "fn new(start: Coord, end: Coord) -> Line { Line { start, end } }",
    "fn delta(&self) -> Coord { Coord { x: self.end.x - self.start.x, y: self.end.y - self.start.y } }",
    "fn dx(&self) -> $S { self.end.x - self.start.x }",
    "fn dy(&self) -> $S { self.end.y - self.start.y }",
    "fn slope(&self) -> $S { (self.end.y - self.start.y) / (self.end.x - self.start.x) }",
    "fn determinant(&self) -> $S { self.start.x * self.end.y - self.start.y * self.end.x }",
    "fn start_point(&self) -> Point { Point(self.start) }",
    "fn end_point(&self) -> Point { Point(self.end) }",
    "fn points(&self) -> (Point, Point) { (Point(self.start), Point(self.end)) }",
]];
