//! Values and statements from tables: chains of iterators, closures that are handed on, const
//! generics, objects of traits, errors, blocks with labels, lists that grow, tables of numbers.
//!
//! ```text
//! @a @b   expressions     @c   a condition     @f   a variable     @k   a constant
//! "lift(@a, |t| t * @f)"  ->  "lift((a1 * 0.5), |t| t * a0)"
//! ```

use super::{Statement, Writer, line};

/// Expressions. What occurs twice in a row is the same text.
const VALUES: &[&str] = &[
    "w[..].windows(2).map(|s| s[0] * s[1]).fold(@k, |s, t| s + t.tanh())",
    "w[..].chunks(2).map(|s| s.iter().fold(@k, |t, e| t + e.sin())).fold(@a, |s, t| s * t.tanh())",
    "r.iter().scan(@a, |s, e| { *s = (*s + *e).sin(); Some(*s) }).fold(@k, |s, t| s - t)",
    "w[..].iter().take_while(|e| **e < @b).fold(@k, |s, e| s + e.atan())",
    "w[..].iter().skip_while(|e| **e < @b).map(|e| e.sin()).fold(@k, |s, e| s + e)",
    "r.iter().chain(w[1..3].iter()).map(|e| e.tanh()).fold(@k, |s, e| s + e * @f)",
    "r.iter().flat_map(|e| [*e, *e * @k]).fold(@a, |s, e| s + e.sin())",
    "r.iter().step_by(2).rev().enumerate().fold(@k, |s, (i, e)| s + e.sin() * {of}(i {asf}))",
    "r.iter().copied().min_by(|p, q| p.partial_cmp(q).unwrap()).unwrap() * @a",
    "r.iter().copied().max_by(|p, q| p.abs().partial_cmp(&q.abs()).unwrap()).unwrap_or(@k)",
    "if r.iter().any(|e| *e > @b) { @a } else { @f * @k }",
    "if r.iter().all(|e| e.abs() < {=2.0}) { @a } else { @b }",
    "r.iter().position(|e| *e > @b).map_or(@k, |i| r[i] * @f)",
    "r.iter().find(|e| **e > @b).copied().unwrap_or(@a)",
    "r.iter().filter_map(|e| guarded(*e)).fold(@k, |s, e| s + e)",
    "(0..n).map(|i| (@f * {of}(i {asf})).sin()).fold(@k, |s, e| s + e)",
    "(0..3).map(|i| r[i] * x[2 - i]).fold(@k, |s, e| s + e)",
    "(0..n).rev().fold(@a, |s: {f64}, i| if i % 2 == 0 { s.sin() } else { s * @k })",
    "data.iter().map(|(p, q)| (*p * @f - *q).tanh()).fold(@k, |s, e| s + e)",
    "made(@f)(@a)",
    "length(&[@a, @b, @f])",
    "length(&r) * @k",
    "Shape::Line(@a).double().min(p.double())",
    "checked(@a, @b).unwrap_or(@k)",
    "match checked(@a, @b) { Ok(t) => t.sin(), Err(t) => t * @k }",
    "checked(@a, @f).and_then(|t| checked(t, @k)).unwrap_or_else(|t| t.tanh())",
    "guarded(@a).and_then(|t| guarded(t - @b)).unwrap_or(@k)",
    "guarded(@a).zip(guarded(@b)).map_or(@k, |(s, t)| s * t)",
    "guarded(@a).filter(|t| *t < @b).map(|t| t * @f).unwrap_or({=0.75})",
    "'out: { let t = @a; if @c { break 'out t.sin(); } if t > @b { break 'out @k; } t * @f }",
    "{ let Some(t) = guarded(@a) else { return [@k, @f] }; t * @b }",
    "{ let (s, (t, u)) = (@a, (@b, @k)); let [q, .., z] = [s, t, u]; q * z + t.sin() }",
    "{ let mut v = Vec::new(); v.push(@a); v.push(@b); if @c { v.push(@f); } v.iter().fold(@k, |s, e| s + e.sin()) }",
    "{ let mut v: Vec<{f64}> = Vec::new(); for i in 0..n { v.push(@f * {of}(i {asf})); } v.iter().map(|e| e.tanh()).fold(@k, |s, e| s + e) }",
    "{ let v = vec![@a; 3]; v[n % 3] * v.len() {asn} + @k }",
    "{ let m = [[@a, @f], [@b, @k]]; let mut d = m[0][0] * m[1][1] - m[0][1] * m[1][0]; if d < @k { d = m[n % 2][1]; } d }",
    "{ let mut m = [[@k; 2]; 2]; for i in 0..2 { for j in 0..2 { m[i][j] += r[i] * x[j]; } } m[n % 2][(n + 1) % 2] }",
    "{ let ps = [p, Pair::new(@a, @b), p.turned()]; ps.iter().map(|q| q.u * q.v).fold(@k, |s, e| s + e.atan()) }",
    "{ let mut ps = [p, p.turned()]; for q in &mut ps { q.damp(@k); q.u += @a; } ps[n % 2].norm() }",
    "{ let mut s = @a; let mut t = @b; if @c { std::mem::swap(&mut s, &mut t); } s * {=0.5} + t.sin() }",
    "{ let mut s = @a; let t = std::mem::replace(&mut s, @b); s * t.tanh() }",
    "match (@c, n) { (true, 0..=2) => @a, (false, k) if k > 1 => @b, _ => @f * @k }",
    "match n { 0 => @a, 1 | 3 => { let t = @b; t.sin() } _ if @c => @f, _ => @k }",
    "if let (Some(s), Some(t)) = (guarded(@a), r.get(n)) { s * *t } else { @b }",
    "chained(@a).plus(@b).scaled(@k).get()",
    "<Pair as Measure>::size(&Pair::new(@a, @f))",
    "[Pair::size, Pair::double][n % 2](&p) * @k",
    "weighted::<3>(&r, &[@a, @b, @k])",
];

/// Statements.
const CHANGES: &[&str] = &[
    "for (i, e) in r.iter_mut().enumerate() { *e = *e * @k + {of}(i {asf}) * @f; }",
    "for (e, t) in r.iter_mut().zip(w[1..4].iter()) { *e += t.sin() * @k; }",
    "for pair in w[..].chunks_exact_mut(2) { pair.swap(0, 1); pair[0] += @a; }",
    "r = r.map(|e| e.tanh() + @k * @f);",
    "r = std::array::from_fn(|i| r[(i + n) % 3] * @k);",
    "let v = @a; if let [s, t, ..] = &mut r[..] { *s += *t * @k; *t = v; }",
    "let (s, t) = w[..].split_at_mut(2); s[0] += t[n % 3] * @k; t[0] = s[1].sin();",
    "for i in (0..n).step_by(2) { if @c { continue; } @f = (@f + {of}(i {asf})).sin(); }",
    "'all: while @f < {=1.0} { for i in 0..3 { @f += {=0.3}; if r[i] > @b { break 'all; } } @f += {=0.2}; }",
    "p = [p, p.turned()].into_iter().fold(p, |s, q| s + q * @k);",
];

impl Writer {
    pub(super) fn form(&mut self) -> Vec<Statement> {
        if self.random.below(4) == 0 {
            let text = *self.random.choose(CHANGES);
            let text = self.filled(text);
            return vec![line(format!("{{ {text} }}"))];
        }
        let text = *self.random.choose(VALUES);
        let text = self.filled(text);
        vec![self.declare(&text)]
    }

    fn filled(&mut self, text: &str) -> String {
        let variable = self.float();
        let mut filled = text.replace("@f", &variable);
        for (hole, depth) in [("@a", 2), ("@b", 1)] {
            let value = self.expression(depth);
            filled = filled.replace(hole, &value);
        }
        let (condition, constant) = (self.condition(), self.factor());
        filled.replace("@c", &condition).replace("@k", &constant)
    }
}
