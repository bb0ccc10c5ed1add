//! Random programs: a tree of statements whose texts have holes for the number.
//!
//! ```text
//! Block { open: "for i in 0..n {", body: [..], close: "}" }
//! Line  { text: "let mut a3 = a1 * {=0.5};", declares: Some("a3") }
//! ```
//!
//! The programs are kept tame: factors are bounded by `sin`, `tanh` and `atan`, denominators are
//! positive, loops run at run time but not long. What they combine is not: loops with breaks and
//! counters, shadowing, structs, enums, closures, recursion, run-time indices, early returns.
//! `changes` adds what changes in place: variants, `Option`s, elements and slices; `forms` has
//! tables of chains, closures, errors and lists.
//!
//! Keeps: the same seed makes the same program; a reduction loses no declaration whose name it
//! uses.

mod changes;
mod forms;

use super::library::ITEMS;
use crate::random::Random;

/// A program, before the number is chosen.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    seed: u64,
    body: Vec<Statement>,
}

#[derive(Clone, Debug)]
enum Statement {
    Line {
        text: String,
        declares: Option<String>,
    },
    Block {
        open: String,
        body: Vec<Statement>,
        close: String,
    },
}

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Program {
    let mut writer = Writer {
        random: Random::new(seed.wrapping_mul(0x9e37_79b9) ^ 0x70a3_55ed),
        floats: ["a0", "a1", "a2"].map(str::to_owned).to_vec(),
        n_names: 3,
        depth: 0,
        loops: 0,
    };
    let length = 4 + writer.random.below(6);
    let body = writer.statements(length);
    Program { seed, body }
}

impl Program {
    /// Over `f64`, as a module for the attribute.
    pub(crate) fn plain(&self) -> String {
        let text = self.text("#[jacobian(wrt(x))]", "");
        let text = text
            .replace("{of}", "")
            .replace("{as}", " as usize")
            .replace("{asn}", "as f64");
        fill(&text, "f64", |number| {
            if number.starts_with('-') {
                format!("({number}_f64)")
            } else {
                format!("{number}_f64")
            }
        })
    }

    /// Over dual numbers.
    pub(crate) fn dual(&self) -> String {
        let text = self.text("", "use crate::Dual;");
        let text = text
            .replace("{of}", "Dual::of")
            .replace("{as}", ".x as usize")
            .replace("* v.len() {asn}", "* Dual::of(v.len() as f64)");
        fill(&text, "Dual", |number| format!("Dual::of({number})"))
    }

    /// All programs with one statement less, or with a block's statements in place of the block.
    pub(crate) fn reductions(&self) -> Vec<Self> {
        let mut found = Vec::new();
        reductions(&self.body, &mut |body| {
            found.push(Self {
                seed: self.seed,
                body,
            });
        });
        let text = |program: &Self| program.text("", "");
        found.retain(|program| program.declares_what_it_uses(&text(program)));
        found
    }

    /// Every name of the generator that occurs is declared somewhere: reductions that lose a
    /// declaration lose its uses too.
    fn declares_what_it_uses(&self, text: &str) -> bool {
        let declared = names(&self.body);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let mut used = words.filter(|word| is_generated(word));
        used.all(|word| declared.iter().any(|name| name == word))
    }

    fn text(&self, attribute: &str, import: &str) -> String {
        let mut text = String::new();
        write(&self.body, &mut text);
        let state: String = changes::STATE
            .iter()
            .filter(|(name, _)| text.contains(name))
            .map(|(_, declaration)| *declaration)
            .collect();
        format!(
            "pub mod m {{ {import} {ITEMS} {attribute} \
             pub fn program(x: &[{{f64}}; 3], n: usize, data: &[({{f64}}, {{f64}})]) -> [{{f64}}; 2] {{\n\
             let [mut a0, mut a1, mut a2] = *x;\n\
             let mut r = [a1, a2, a0 * {{=0.5}}];\n\
             let mut p = Pair::new(a0, {{=0.3}});\n\
             {state}{text}\
             [a0 + r[0] * p.u - r[2], a1 * r[1] + p.v + a2.sin()]\n}} }}"
        )
    }
}

fn write(body: &[Statement], text: &mut String) {
    for statement in body {
        match statement {
            Statement::Line { text: line, .. } => text.push_str(line),
            Statement::Block { open, body, close } => {
                text.push_str(open);
                text.push('\n');
                write(body, text);
                text.push_str(close);
            }
        }
        text.push('\n');
    }
}

fn names(body: &[Statement]) -> Vec<String> {
    let mut found = ["a0", "a1", "a2"].map(str::to_owned).to_vec();
    for statement in body {
        match statement {
            Statement::Line { declares, .. } => found.extend(declares.clone()),
            Statement::Block { open, body, .. } => {
                let words = open.split(|c: char| !c.is_alphanumeric());
                found.extend(words.filter(|word| is_generated(word)).map(str::to_owned));
                found.extend(names(body));
            }
        }
    }
    found
}

/// `a17`, as the generator names what it declares.
fn is_generated(word: &str) -> bool {
    let number = word.strip_prefix(['a', 'k']);
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

fn reductions(body: &[Statement], keep: &mut dyn FnMut(Vec<Statement>)) {
    for index in 0..body.len() {
        let mut without = body.to_vec();
        without.remove(index);
        keep(without);
        if let Statement::Block {
            open,
            body: inner,
            close,
        } = &body[index]
        {
            reductions(inner, &mut |smaller| {
                let mut changed = body.to_vec();
                changed[index] = Statement::Block {
                    open: open.clone(),
                    body: smaller,
                    close: close.clone(),
                };
                keep(changed);
            });
        }
    }
}

/// Fills the holes `{f64}` and `{=1.5}`.
fn fill(text: &str, number: &str, constant: impl Fn(&str) -> String) -> String {
    let text = text.replace("{f64}", number).replace("{asf}", "as f64");
    let mut parts = text.split("{=");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (value, rest) = part.split_once('}').expect("a hole is closed");
        filled.push_str(&constant(value));
        filled.push_str(rest);
    }
    filled
}

struct Writer {
    random: Random,
    /// The numbers that are visible.
    floats: Vec<String>,
    n_names: usize,
    depth: usize,
    loops: usize,
}

impl Writer {
    fn statements(&mut self, count: usize) -> Vec<Statement> {
        (0..count).flat_map(|_| self.statement()).collect()
    }

    /// The statements of a block: its names end with it.
    fn scope(&mut self) -> Vec<Statement> {
        let outside = self.floats.len();
        self.depth += 1;
        let count = 1 + self.random.below(3);
        let body = self.statements(count);
        self.depth -= 1;
        self.floats.truncate(outside);
        body
    }

    fn statement(&mut self) -> Vec<Statement> {
        match self.random.below(9) {
            0..=2 => return self.change(),
            3 | 4 => return self.form(),
            _ => {}
        }
        let kinds = if self.depth < 3 { 22 } else { 13 };
        match self.random.below(kinds) {
            0..=2 => self.declaration(),
            3 | 4 => self.assignment(),
            5 => self.array(),
            6 => self.pair(),
            7 => self.shape(),
            8 => self.iterator(),
            9 => self.closure(),
            10 => self.call(),
            11 => self.shadow(),
            12 => self.run_time_index(),
            13 | 14 => self.branch(),
            15 | 16 => self.for_loop(),
            17 => self.while_loop(),
            18 => self.endless_loop(),
            19 => self.data_loop(),
            20 => self.block_value(),
            _ => self.leave(),
        }
    }

    fn declare(&mut self, value: &str) -> Statement {
        let name = format!("a{}", self.n_names);
        self.n_names += 1;
        self.floats.push(name.clone());
        Statement::Line {
            text: format!("let mut {name} = {value};"),
            declares: Some(name),
        }
    }

    fn declaration(&mut self) -> Vec<Statement> {
        let value = self.expression(2);
        vec![self.declare(&value)]
    }

    fn assignment(&mut self) -> Vec<Statement> {
        let (name, value) = (self.float(), self.expression(2));
        let text = match self.random.below(4) {
            0 => format!("{name} += {value};"),
            1 => format!("{name} -= {value};"),
            2 => format!("{name} *= ({value}).sin();"),
            _ => format!("{name} = {value};"),
        };
        vec![line(text)]
    }

    fn array(&mut self) -> Vec<Statement> {
        let (at, value) = (self.random.below(3), self.expression(2));
        vec![line(match self.random.below(4) {
            0 => format!("r = [{value}, r[0], r[1]];"),
            1 => format!("r[{at}] += {value};"),
            2 => format!("r.swap({at}, 2);"),
            _ => format!("r[{at}] = {value};"),
        })]
    }

    fn pair(&mut self) -> Vec<Statement> {
        let (a, b) = (self.expression(1), self.expression(1));
        let factor = self.factor();
        vec![line(match self.random.below(7) {
            0 => format!("p = Pair::new({a}, {b});"),
            1 => format!("p += Pair {{ u: {a}, v: {b} }} * {factor};"),
            2 => format!("p = (p - Pair::new({b}, {a})) * {factor};"),
            3 => "p = -p.turned();".to_owned(),
            4 => format!("p.damp({a});"),
            5 => format!("p.u = {a};"),
            _ => format!("p = Pair {{ v: {a}, ..p }};"),
        })]
    }

    fn shape(&mut self) -> Vec<Statement> {
        let (condition, a, b) = (self.condition(), self.expression(1), self.expression(1));
        let method = *self.random.choose(&["size", "double"]);
        let value = match self.random.below(6) {
            0 => format!("Shape::Line({a}).{method}() - Shape::Dot.size()"),
            1 => format!("Shape::Frame {{ w: {a}, h: {b} }}.{method}()"),
            2 => format!("p.{method}() * {a}"),
            3 => format!(
                "{{ let s = Shape::Frame {{ w: {a}, h: {b} }}; match s \
                 {{ Shape::Frame {{ h, .. }} => h.tanh(), Shape::Line(l) => l, Shape::Dot => {b} }} }}"
            ),
            4 => format!(
                "(if {condition} {{ Shape::Line({a}) }} else {{ Shape::Line({b}) }}).{method}()"
            ),
            _ => format!(
                "match (if {condition} {{ Shape::Frame {{ w: {a}, h: {b} }} }} else {{ Shape::Dot }}) \
                 {{ Shape::Frame {{ w, .. }} => w.tanh(), Shape::Line(l) => l, Shape::Dot => p.{method}() }}"
            ),
        };
        vec![self.declare(&value)]
    }

    fn iterator(&mut self) -> Vec<Statement> {
        let factor = self.factor();
        let value = match self.random.below(4) {
            0 => format!("r.iter().map(|e| *e * {factor}).sum::<{{f64}}>()"),
            1 => format!("r.iter().zip(x.iter()).fold({factor}, |s, (a, b)| s + a.sin() * b)"),
            2 => "r.iter().enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, e)| *e).sum::<{f64}>()"
                .to_owned(),
            _ => {
                format!("r.iter().rev().take(2).map(|e| e.atan()).fold({factor}, |a, b| a.max(b))")
            }
        };
        vec![self.declare(&value)]
    }

    fn closure(&mut self) -> Vec<Statement> {
        let (inside, first, second) = (self.expression(1), self.expression(1), self.float());
        let value = format!(
            "{{ let g = |t: {{f64}}| (t * ({inside})).sin() + t; g({first}) - g({second}) }}"
        );
        vec![self.declare(&value)]
    }

    fn call(&mut self) -> Vec<Statement> {
        let (a, b) = (self.expression(1), self.expression(1));
        let value = match self.random.below(4) {
            0 => format!("power(({a}).tanh(), {})", self.random.below(4)),
            1 => format!("mix({a}, ({b}).sin())"),
            2 => format!("guarded(({a}).sin()).unwrap_or({b})"),
            _ => format!(
                "match guarded({a}.atan()) {{ Some(t) if t > {b} => t - {b}, Some(t) => t, None => {b} }}"
            ),
        };
        vec![self.declare(&value)]
    }

    /// A name that hides itself, in this block only.
    fn shadow(&mut self) -> Vec<Statement> {
        let (name, value) = (self.float(), self.expression(2));
        vec![Statement::Line {
            text: format!("let mut {name} = {value};"),
            declares: Some(name),
        }]
    }

    fn run_time_index(&mut self) -> Vec<Statement> {
        let (shift, value) = (self.random.below(3), self.expression(1));
        match self.random.below(3) {
            0 => vec![line(format!("r[(n + {shift}) % 3] = {value};"))],
            1 => vec![self.declare(&format!("r[(n * 2 + {shift}) % 3] * {value}"))],
            _ => vec![self.declare(&format!(
                "x[(({value}).abs().floor().min({{=7.0}}){{as}} + {shift}) % 3]"
            ))],
        }
    }

    fn branch(&mut self) -> Vec<Statement> {
        let condition = self.condition();
        let mut all = vec![Statement::Block {
            open: format!("if {condition} {{"),
            body: self.scope(),
            close: "}".to_owned(),
        }];
        if self.random.below(2) == 0 {
            let other = Statement::Block {
                open: "{".to_owned(),
                body: self.scope(),
                close: "}".to_owned(),
            };
            let Some(Statement::Block { close, .. }) = all.last_mut() else {
                return all;
            };
            close.push_str(" else ");
            // The two are one statement: a block whose text goes on in the next.
            all = vec![Statement::Block {
                open: String::new(),
                body: vec![all.remove(0), other],
                close: String::new(),
            }];
        }
        all
    }

    fn a_loop(&mut self, open: String, first: Vec<Statement>, last: Vec<Statement>) -> Statement {
        self.loops += 1;
        let mut body = first;
        body.extend(self.scope());
        body.extend(last);
        self.loops -= 1;
        Statement::Block {
            open,
            body,
            close: "}".to_owned(),
        }
    }

    fn exit(&mut self) -> Vec<Statement> {
        let condition = self.condition();
        let exit = *self.random.choose(&["break", "continue"]);
        match self.random.below(2) {
            0 => vec![line(format!("if {condition} {{ {exit}; }}"))],
            _ => Vec::new(),
        }
    }

    fn for_loop(&mut self) -> Vec<Statement> {
        let counter = format!("k{}", self.n_names);
        self.n_names += 1;
        let range = *self
            .random
            .choose(&["0..n", "0..3", "1..n + 2", "0..n % 3", "(0..n).rev()"]);
        let factor = self.factor();
        let used = self.declare(&format!("{{of}}({counter} {{asf}}) * {factor}"));
        let last = self.exit();
        let open = format!("for {counter} in {range} {{");
        let all = vec![self.a_loop(open, vec![used], last)];
        self.floats.pop();
        all
    }

    fn while_loop(&mut self) -> Vec<Statement> {
        let counter = format!("k{}", self.n_names);
        self.n_names += 1;
        let (name, limit) = (self.float(), 2 + self.random.below(5));
        let start = Statement::Line {
            text: format!("let mut {counter} = 0;"),
            declares: Some(counter.clone()),
        };
        let open = format!("while {name} < {{=1.5}} && {counter} < {limit} {{");
        let step = line(format!("{counter} += 1;"));
        vec![Statement::Block {
            open: "{".to_owned(),
            body: vec![start, self.a_loop(open, vec![step], Vec::new())],
            close: "}".to_owned(),
        }]
    }

    fn endless_loop(&mut self) -> Vec<Statement> {
        let counter = format!("k{}", self.n_names);
        self.n_names += 1;
        let (condition, limit) = (self.condition(), 1 + self.random.below(5));
        let start = Statement::Line {
            text: format!("let mut {counter} = 0;"),
            declares: Some(counter.clone()),
        };
        let step = line(format!(
            "{counter} += 1; if {counter} > {limit} || {condition} {{ break; }}"
        ));
        vec![Statement::Block {
            open: "{".to_owned(),
            body: vec![
                start,
                self.a_loop("loop {".to_owned(), vec![step], Vec::new()),
            ],
            close: "}".to_owned(),
        }]
    }

    fn data_loop(&mut self) -> Vec<Statement> {
        let outside = self.floats.len();
        let [a, b] = [0, 1].map(|k| format!("a{}", self.n_names + k));
        self.n_names += 2;
        self.floats.extend([a.clone(), b.clone()]);
        let last = self.exit();
        let open = format!("for &(mut {a}, mut {b}) in data {{");
        let all = vec![self.a_loop(open, Vec::new(), last)];
        self.floats.truncate(outside);
        all
    }

    fn block_value(&mut self) -> Vec<Statement> {
        let (condition, a, b) = (self.condition(), self.expression(2), self.expression(2));
        vec![self.declare(&format!("if {condition} {{ {a} }} else {{ {b} }}"))]
    }

    /// Leaves the function, rarely: what follows counts too.
    fn leave(&mut self) -> Vec<Statement> {
        let (name, value) = (self.float(), self.expression(1));
        vec![line(format!(
            "if {name} > {{=2.5}} {{ return [{value}, {name} * {{=0.5}}]; }}"
        ))]
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.float(), self.expression(1));
        match self.random.below(6) {
            0 => format!("{a} < {b}"),
            1 => format!("{a} > {{=0.2}}"),
            2 => format!("({a} > {b} || n > 2)"),
            3 => format!("!({a} < {{=0.6}}) && {b} > {{=-1.0}}"),
            4 => "n % 2 == 0".to_owned(),
            _ => format!("{a}.abs() < ({b}).abs()"),
        }
    }

    fn float(&mut self) -> String {
        self.random.choose(&self.floats.clone()).clone()
    }

    fn factor(&mut self) -> String {
        let choices = ["{=0.5}", "{=-0.75}", "{=1.25}", "{=0.1}"];
        (*self.random.choose(&choices)).to_owned()
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.random.below(8) {
                0 => "r[1]".to_owned(),
                1 => "p.v".to_owned(),
                2 => self.factor(),
                _ => self.float(),
            };
        }
        let a = self.expression(depth - 1);
        let b = self.expression(depth - 1);
        match self.random.below(18) {
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("({a} * {})", self.factor()),
            3 => format!("({a}).sin()"),
            4 => format!("({a}).tanh() * {b}"),
            5 => format!("({a} / ({{=1.0}} + {b} * {b}))"),
            6 => format!("({a}).max({b})"),
            7 => format!("({a}).min({b})"),
            8 => format!("({a}).abs()"),
            9 => "p.norm()".to_owned(),
            10 => format!("({a} * {a} + {{=0.2}}).sqrt()"),
            11 => format!("({a}).tanh().powi({})", self.random.below(6)),
            12 => format!("({a} * {a} + {{=0.2}}).hypot({b})"),
            13 => format!("({a}).atan2({b} * {b} + {{=0.5}})"),
            14 => format!("({a}).tanh().mul_add({b}, {})", self.factor()),
            15 => format!("(({a} * {a}).ln_1p() + ({b}).tanh().exp_m1())"),
            16 => format!("((({a}).sin().cosh() + {{=0.5}}).recip().cbrt() - ({b}).tanh().sinh())"),
            _ => a,
        }
    }
}

fn line(text: String) -> Statement {
    Statement::Line {
        text,
        declares: None,
    }
}
