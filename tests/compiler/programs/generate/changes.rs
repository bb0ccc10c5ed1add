//! Statements that change state in place: the variant of an enum, an `Option`, elements and slices
//! that run time chooses, sorted arrays, captured variables.
//!
//! ```text
//! shape   an enum whose variant run time chooses        maybe   an `Option`
//! w       five numbers, of which slices are taken       'k7     a loop that an inner one leaves
//! ```
//!
//! The state is declared where a program names it. So a loop carries it from one iteration to the
//! next, and a branch joins it.

use super::{Statement, Writer, line};

/// The state by its name in the text, and its declaration.
pub(super) const STATE: [(&str, &str); 3] = [
    ("shape", "let mut shape = Shape::Line(a1);\n"),
    ("maybe", "let mut maybe: Option<{f64}> = None;\n"),
    (
        "w[",
        "let mut w = [a2, a0, a1 * {=0.5}, a0 - a1, a2 * a2];\n",
    ),
];

impl Writer {
    pub(super) fn change(&mut self) -> Vec<Statement> {
        let kinds = if self.depth < 3 { 9 } else { 7 };
        match self.random.below(kinds) {
            0 => self.variant(),
            1 => self.option(),
            2 => self.reference(),
            3 => self.slice(),
            4 => self.in_place(),
            5 => self.captured(),
            6 => self.loop_value(),
            7 => self.while_some(),
            _ => self.labelled_loops(),
        }
    }

    fn variant(&mut self) -> Vec<Statement> {
        let (condition, a, b) = (self.condition(), self.expression(1), self.expression(1));
        match self.random.below(8) {
            0 => vec![line(format!("shape = Shape::Frame {{ w: {a}, h: {b} }};"))],
            1 => vec![line(format!(
                "if {condition} {{ shape = Shape::Line({a}); }}"
            ))],
            2 => vec![line(format!("shape.grow({a});"))],
            3 => vec![line(format!("shape.stretch({a});"))],
            4 => vec![line(format!(
                "if let Shape::Line(l) = &mut shape {{ *l += {a}; }}"
            ))],
            5 => vec![self.declare(&format!("shape.size() * {a}"))],
            6 => vec![self.declare(&format!("total(&shape, &p) + {a}"))],
            _ => vec![self.declare(&format!(
                "match shape {{ Shape::Frame {{ w, .. }} if w > {b} => w.tanh(), \
                 Shape::Line(l) => l.sin(), _ => {a} }}"
            ))],
        }
    }

    fn option(&mut self) -> Vec<Statement> {
        let (a, b) = (self.expression(1), self.expression(1));
        let (name, factor) = (self.float(), self.factor());
        match self.random.below(9) {
            0 => vec![line(format!("maybe = Some({a});"))],
            1 => vec![line(format!("maybe = guarded(({a}).sin());"))],
            2 => vec![line(format!(
                "if let Some(t) = maybe {{ {name} += t.tanh(); }}"
            ))],
            3 => vec![line(format!(
                "if let Some(t) = &mut maybe {{ *t -= {a}; }}"
            ))],
            4 => vec![line(format!("maybe = maybe.filter(|t| *t < {b});"))],
            5 => vec![line(format!("maybe = maybe.or(Some({a}));"))],
            6 => vec![self.declare(&format!("maybe.map(|t| t * {factor}).unwrap_or({a})"))],
            7 => vec![self.declare(&format!(
                "match maybe.take() {{ Some(t) if t > {b} => t.sin(), Some(t) => t, None => {a} }}"
            ))],
            _ => vec![self.declare(&format!(
                "if let Some(t) = maybe {{ t.atan() }} else {{ {a} }}"
            ))],
        }
    }

    /// References to elements that run time chooses.
    fn reference(&mut self) -> Vec<Statement> {
        let (shift, value) = (self.random.below(3), self.expression(1));
        let (name, factor) = (self.float(), self.factor());
        match self.random.below(5) {
            0 => vec![line(format!(
                "{{ let t = {value}; let e = &mut r[(n + {shift}) % 3]; *e += t; *e = e.sin(); }}"
            ))],
            1 => vec![self.declare(&format!(
                "{{ let e = &r[(n + {shift}) % 3]; *e * {factor} }}"
            ))],
            2 => vec![line(format!(
                "if let Some(e) = r.get_mut(n + {shift}) {{ *e -= {name}; }}"
            ))],
            3 => vec![line(format!("r.swap((n + {shift}) % 3, n % 2);"))],
            _ => vec![self.declare(&format!("r.get(n + {shift}).copied().unwrap_or({name})"))],
        }
    }

    /// Slices that begin where run time says.
    fn slice(&mut self) -> Vec<Statement> {
        let (name, factor, value) = (self.float(), self.factor(), self.expression(1));
        match self.random.below(7) {
            0 => vec![self.declare(&format!(
                "w[n % 3..n % 3 + 2].iter().map(|e| *e * {factor}).sum::<{{f64}}>()"
            ))],
            1 => vec![self.declare(&format!(
                "w[n % 2..n % 2 + 3].iter().zip(&r).fold({factor}, |s, (a, b)| s + a.sin() * *b)"
            ))],
            2 => vec![line(format!(
                "for e in &mut w[n % 3..n % 3 + 2] {{ *e += {name}; }}"
            ))],
            3 => vec![line(format!("w[(n + 3) % 5] = {value};"))],
            4 => vec![line("w[1..4].copy_from_slice(&r);".to_owned())],
            5 => vec![line("w[n % 2..n % 2 + 3].reverse();".to_owned())],
            _ => vec![line(format!(
                "{{ let s = &mut w[n % 3..]; s[0] = s[1] * {factor}; s[1] += {name}; }}"
            ))],
        }
    }

    /// Whole arrays in place.
    fn in_place(&mut self) -> Vec<Statement> {
        let (name, factor) = (self.float(), self.factor());
        vec![line(match self.random.below(7) {
            0 => "r.sort_by(|a, b| a.partial_cmp(b).unwrap());".to_owned(),
            1 => "r.sort_by(|a, b| b.partial_cmp(a).unwrap());".to_owned(),
            2 => "w[..].sort_by(|a, b| a.abs().partial_cmp(&b.abs()).unwrap());".to_owned(),
            3 => format!("for e in r.iter_mut() {{ *e = *e * {factor} + {name}; }}"),
            4 => format!("r.iter_mut().for_each(|e| *e *= {factor});"),
            5 => "r.rotate_left(1);".to_owned(),
            _ => "r.reverse();".to_owned(),
        })]
    }

    /// A closure that changes what it captures.
    fn captured(&mut self) -> Vec<Statement> {
        let (name, a, b) = (self.float(), self.expression(1), self.expression(1));
        vec![line(match self.random.below(2) {
            0 => format!(
                "{{ let (s, t) = ({a}, {b}); let mut g = |v: {{f64}}| {name} += v.tanh(); g(s); g(t); }}"
            ),
            _ => format!(
                "{{ let t = {a}; let mut g = |v: {{f64}}| {{ r[0] -= v; r[1] * v }}; {name} = g(t) + g(t.sin()); }}"
            ),
        })]
    }

    fn loop_value(&mut self) -> Vec<Statement> {
        let (condition, a, name) = (self.condition(), self.expression(1), self.float());
        let limit = 1 + self.random.below(4);
        vec![self.declare(&format!(
            "{{ let mut j = 0; loop {{ j += 1; {name} = {name} * {{=0.5}} + p.u.sin(); \
             if j > {limit} || {condition} {{ break {a}; }} }} }}"
        ))]
    }

    fn while_some(&mut self) -> Vec<Statement> {
        let (a, name) = (self.expression(1), self.float());
        vec![line(format!(
            "maybe = Some({a}); while let Some(t) = maybe {{ {name} -= t * {{=0.25}}; \
             maybe = if t > {{=0.4}} {{ Some(t.min({{=9.0}}) * {{=0.5}}) }} else {{ None }}; }}"
        ))]
    }

    /// Two loops, of which the inner one may leave or go on with the outer one.
    fn labelled_loops(&mut self) -> Vec<Statement> {
        let [outer, inner] = [0, 1].map(|k| format!("k{}", self.n_names + k));
        self.n_names += 2;
        let (condition, outside) = (self.condition(), self.floats.len());
        let exit = *self.random.choose(&["break", "continue"]);
        let last = line(format!("if {condition} {{ {exit} '{outer}; }}"));
        let range = *self.random.choose(&["0..n % 4", "0..3", "0..=n"]);
        let nested = self.a_loop(format!("for {inner} in 0..3 {{"), Vec::new(), vec![last]);
        self.floats.truncate(outside);
        let body = vec![nested];
        vec![self.a_loop(
            format!("'{outer}: for {outer} in {range} {{"),
            body,
            Vec::new(),
        )]
    }
}
