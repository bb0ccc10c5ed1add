//! Superword-level parallelism: sums computed in packs equal the scalar sums, bit by bit.
//!
//! ```text
//! #[cfg(.. avx, fma)]      { let p0 = __fma_two(..); entries[0] = p0.first(); .. }     interpreted
//! #[cfg(not(..))]          { let a0 = __fma(..);     entries[0] = a0;         .. }     interpreted
//! ```
//!
//! The target decides which of the two bodies is compiled, so no build has both. This test
//! interprets both bodies of every function of the corpus on the same numbers. An expression that
//! is not arithmetic on known names, such as `x[3]`, is a number that depends on its text only.

use crate::sources::Attributed;
use crate::{campaign, sources};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Block, Expr, Lit, Member, Pat, Stmt, UnOp};

/// The value of a name.
#[derive(Clone, Debug)]
enum Value {
    Number(f64),
    Two([f64; 2]),
    List(Vec<Value>),
}

use Value::{List, Number, Two};

/// The two bodies of a computation, of which the target selects one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Packed,
    Scalar,
}

/// The interpreter: values by name, and the numbers that were stored, by position.
#[derive(Clone, Default)]
struct Machine {
    names: BTreeMap<String, Value>,
    written: BTreeMap<String, u64>,
}

impl Machine {
    /// Runs the statements, and one of the two bodies.
    fn run(&mut self, block: &Block, body: Body) {
        for statement in &block.stmts {
            match statement {
                Stmt::Local(local) => {
                    let init = local.init.as_ref().expect("names have values");
                    let value = self
                        .value(&init.expr)
                        .unwrap_or_else(|| any_number(&text(&init.expr)));
                    self.bind(&local.pat, value);
                }
                Stmt::Expr(Expr::Block(inner), _) => {
                    let condition: String = inner.attrs.iter().map(text).collect();
                    let inner_body = if condition.contains("not") {
                        Body::Scalar
                    } else {
                        Body::Packed
                    };
                    if condition.is_empty() || inner_body == body {
                        self.run(&inner.block, body);
                    }
                }
                Stmt::Expr(Expr::Assign(assign), _) => {
                    let value = self.value(&assign.right);
                    self.write(&text(&assign.left), value.as_ref());
                }
                Stmt::Expr(Expr::Call(call), _) if text(&call.func).ends_with("store") => {
                    let first: usize = text(&call.args[1]).parse().expect("a place");
                    let Some(List(pair)) = self.value(&call.args[2]) else {
                        panic!("{} is no pair", text(call))
                    };
                    for (place, value) in (first..).zip(pair) {
                        self.write(&format!("entries_out[{place}]"), Some(&value));
                    }
                }
                Stmt::Expr(Expr::Call(call), _) if text(&call.func).ends_with("store_across") => {
                    self.store_across(&call.args[1], &call.args[2]);
                }
                Stmt::Expr(..) | Stmt::Macro(_) | Stmt::Item(_) => {}
            }
        }
    }

    /// The first numbers of two pairs from one place on, and the second ones from another.
    fn store_across(&mut self, places: &Expr, pairs: &Expr) {
        let Expr::Array(places) = places else {
            panic!("{} are no places", text(places))
        };
        let Some(List(pairs)) = self.value(pairs) else {
            panic!("{} are no pairs", text(pairs))
        };
        for (lane, place) in places.elems.iter().enumerate() {
            let place: usize = text(place).parse().expect("a place");
            for (place, pair) in (place..).zip(&pairs) {
                let Two(pair) = pair else {
                    panic!("{pair:?} is no pair")
                };
                self.write(&format!("entries_out[{place}]"), Some(&Number(pair[lane])));
            }
        }
    }

    fn write(&mut self, place: &str, value: Option<&Value>) {
        let Some(Number(number)) = value else {
            panic!("{place} is written something unknown")
        };
        let before = self
            .written
            .insert(place.replace(' ', ""), number.to_bits());
        assert_eq!(before, None, "{place} is written twice");
    }

    fn bind(&mut self, pattern: &Pat, value: Value) {
        match (pattern, value) {
            (Pat::Ident(name), value) => {
                self.names.insert(name.ident.to_string(), value);
            }
            (Pat::Type(typed), value) => self.bind(&typed.pat, value),
            (Pat::Slice(list), List(values)) => {
                list.elems
                    .iter()
                    .zip(values)
                    .for_each(|(p, v)| self.bind(p, v));
            }
            (Pat::Tuple(list), List(values)) => {
                list.elems
                    .iter()
                    .zip(values)
                    .for_each(|(p, v)| self.bind(p, v));
            }
            _ => {}
        }
    }

    fn values<'a>(&mut self, all: impl IntoIterator<Item = &'a Expr>) -> Option<Vec<Value>> {
        all.into_iter().map(|one| self.value(one)).collect()
    }

    fn value(&mut self, expression: &Expr) -> Option<Value> {
        match expression {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Float(digits) => Some(Number(digits.base10_parse().ok()?)),
                _ => None,
            },
            Expr::Path(path) => self.names.get(&text(path)).cloned(),
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                Some(map(&self.value(&unary.expr)?, |a| -a))
            }
            Expr::Binary(binary) => {
                let (a, b) = (self.value(&binary.left)?, self.value(&binary.right)?);
                match binary.op {
                    BinOp::Add(_) => Some(zip(&a, &b, |a, b| a + b)),
                    BinOp::Sub(_) => Some(zip(&a, &b, |a, b| a - b)),
                    BinOp::Mul(_) => Some(zip(&a, &b, |a, b| a * b)),
                    BinOp::Div(_) => Some(zip(&a, &b, |a, b| a / b)),
                    _ => None,
                }
            }
            Expr::Array(list) => Some(List(self.values(&list.elems)?)),
            Expr::Block(inner) => {
                let [names @ .., Stmt::Expr(last, None)] = inner.block.stmts.as_slice() else {
                    return None;
                };
                let mut machine = self.clone();
                let stmts = names.to_vec();
                machine.run(
                    &Block {
                        stmts,
                        ..inner.block.clone()
                    },
                    Body::Scalar,
                );
                machine.value(last)
            }
            Expr::Field(field) => match (self.value(&field.base)?, &field.member) {
                (List(values), Member::Unnamed(at)) => values.into_iter().nth(at.index as usize),
                _ => None,
            },
            Expr::Call(call) => {
                let arguments = self.values(&call.args)?;
                let name = text(&call.func).replace(' ', "");
                Some(called(name.rsplit("::").next()?, &arguments))
            }
            Expr::MethodCall(call) => {
                let mut arguments = vec![self.value(&call.receiver)?];
                arguments.extend(self.values(&call.args)?);
                Some(called(&call.method.to_string(), &arguments))
            }
            _ => None,
        }
    }
}

fn text(tokens: &impl ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

fn map(value: &Value, of: impl Fn(f64) -> f64) -> Value {
    match value {
        Number(a) => Number(of(*a)),
        Two(pair) => Two(pair.map(of)),
        List(_) => panic!("no arithmetic of lists"),
    }
}

fn zip(a: &Value, b: &Value, of: impl Fn(f64, f64) -> f64) -> Value {
    match (a, b) {
        (Number(a), Number(b)) => Number(of(*a, *b)),
        (Two(a), Two(b)) => Two([of(a[0], b[0]), of(a[1], b[1])]),
        _ => panic!("a number and a pair"),
    }
}

/// The result of a call on numbers and pairs. A function that does not concern pairs gives a number
/// that depends on its arguments.
fn called(name: &str, arguments: &[Value]) -> Value {
    match (name, arguments) {
        ("__fma", [Number(a), Number(b), Number(c)]) => Number(a.mul_add(*b, *c)),
        ("__fma_two", [Two(a), Two(b), Two(c)]) => {
            Two([0, 1].map(|lane| a[lane].mul_add(b[lane], c[lane])))
        }
        ("two", [Number(a), Number(b)]) => Two([*a, *b]),
        ("both", [Number(a)]) => Two([*a, *a]),
        ("first", [Two([a, _])]) | ("second", [Two([_, a])]) => Number(*a),
        ("swapped", [Two([a, b])]) => Two([*b, *a]),
        ("numbers", [Two(pair)]) => List(pair.map(Number).to_vec()),
        (_, [List(firsts), ..]) => {
            let lanes = (0..firsts.len()).map(|lane| {
                let of = arguments.iter().map(|list| match list {
                    List(values) => values[lane].clone(),
                    _ => panic!("{name} takes lists"),
                });
                let of: Vec<Value> = of.collect();
                if name.starts_with("sin_cos") {
                    List(vec![number("sin", &of), number("cos", &of)])
                } else {
                    number(name, &of)
                }
            });
            List(lanes.collect())
        }
        _ => number(name, arguments),
    }
}

fn number(name: &str, arguments: &[Value]) -> Value {
    let bits = arguments.iter().map(|argument| match argument {
        Number(a) => a.to_bits(),
        Two(_) | List(_) => panic!("{name} of pairs"),
    });
    any_number(&(name, bits.collect::<Vec<u64>>()))
}

/// A number between one half and three halves that depends on the hash only.
fn any_number(of: &impl Hash) -> Value {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    let part = u32::try_from(hasher.finish() >> 32).expect("the upper half");
    Number(0.5 + f64::from(part) / 4_294_967_296.0)
}

/// The body that computes, of a function without branches.
fn update(expansion: TokenStream) -> Option<Block> {
    let file: syn::File = syn::parse2(expansion).ok()?;
    file.items.into_iter().find_map(|item| match item {
        syn::Item::Fn(function) if function.sig.ident.to_string().ends_with("_update_into") => {
            Some(*function.block)
        }
        _ => None,
    })
}

/// The numbers that one of the two bodies stores.
fn written(block: &Block, body: Body) -> BTreeMap<String, u64> {
    let mut machine = Machine::default();
    machine.run(block, body);
    machine.written
}

/// The computation of a function that has packs. It asserts that the packs are right.
fn packed(arguments: &TokenStream, item: TokenStream) -> Option<String> {
    let expansion = jacobian_core::expand(arguments.clone(), item);
    if !expansion.to_string().contains("__fma_two !") {
        return None;
    }
    let block = update(expansion).expect("the computation");
    let [scalar, packed] = [Body::Scalar, Body::Packed].map(|body| written(&block, body));
    assert!(!scalar.is_empty());
    let text = text(&block);
    assert_eq!(scalar, packed, "{text}");
    Some(text)
}

/// The functions that have packs, each of which was found to be right.
fn checked(arguments: &TokenStream, functions: impl Iterator<Item = Attributed>) -> Vec<String> {
    let packed = functions.filter(|function| packed(arguments, function.item.clone()).is_some());
    packed.map(|function| function.name).collect()
}

/// A function of two isomorphic parts, except for a few statements: some use values of the other
/// part, or have another sign. Each row is a sum of statements of both parts.
fn of_alike_parts(seed: u64) -> TokenStream {
    let mut state = seed;
    let mut below = |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits") % n
    };
    let mut names: [Vec<String>; 2] =
        [0, 1].map(|part| (0..3).map(|k| format!("x[{}]", 2 * k + part)).collect());
    if below(2) == 0 {
        names = [0, 1].map(|part| (0..3).map(|k| format!("x[{}]", k + 3 * part)).collect());
    }
    let mut body: Vec<String> = Vec::new();
    for index in 0..3 + below(12) {
        let (a, b, c) = (
            below(names[0].len()),
            below(names[0].len()),
            below(names[0].len()),
        );
        let (kind, odd) = (below(5), below(8));
        for part in 0..2 {
            let other = if odd == 0 { 1 - part } else { part };
            let sign = if odd == 1 && part == 1 { "-" } else { "" };
            let (a, b, c) = (&names[part][a], &names[other][b], &names[part][c]);
            let term = match kind {
                0 => format!("{sign}{a} * {b}"),
                1 => format!("{a} + {sign}{b}"),
                2 => format!("2.0 * {a} - {sign}{b} * {c}"),
                3 => format!("{a} * {b} + {sign}{c} * {c}"),
                _ => format!("{a} * {a} - {sign}3.0 * {b}"),
            };
            body.push(format!("let v{index}_{part} = {term};"));
        }
        for (part, names) in names.iter_mut().enumerate() {
            names.push(format!("v{index}_{part}"));
        }
    }
    let rows: Vec<String> = (0..=below(4))
        .map(|_| {
            let (a, b) = (3 + below(names[0].len() - 3), below(names[0].len()));
            let [first, second] = &names;
            let sign = ["+", "-"][below(2)];
            format!(
                "{} {sign} {} * {} + {}",
                first[a], first[b], first[a], second[a]
            ) + &format!(" {sign} {} * {}", second[b], second[a])
        })
        .collect();
    let function = format!(
        "fn f(x: &[f64; 6]) -> [f64; {}] {{ {} [{}] }}",
        rows.len(),
        body.concat(),
        rows.join(", "),
    );
    function.parse().expect("a function")
}

#[test]
fn packs_are_what_sums_are_by_themselves() {
    let arguments = [
        quote::quote!(value = fused, order = reverse, layout = csr),
        quote::quote!(),
        quote::quote!(value = fused),
        quote::quote!(order = forward, fma = never),
    ];
    for arguments in arguments.iter().take(campaign::size(1, 4)) {
        let names = checked(
            arguments,
            sources::corpus().into_iter().chain(sources::domains()),
        );
        assert!(names.len() >= 5, "{arguments}: only {names:?}");
    }
}

/// Random functions of isomorphic parts.
fn seeds() -> u64 {
    campaign::size(12, 300) as u64
}

#[test]
fn packs_of_alike_parts_are_what_sums_are_by_themselves() {
    let options = [
        quote::quote!(),
        quote::quote!(value = fused),
        quote::quote!(value = fused, layout = csr),
        quote::quote!(order = reverse),
    ];
    let packed = (0..seeds()).flat_map(|seed| {
        let function = of_alike_parts(seed);
        options
            .each_ref()
            .map(|arguments| packed(arguments, function.clone()))
    });
    let packed: Vec<String> = packed.flatten().collect();
    let n_across = packed
        .iter()
        .filter(|text| text.contains("store_across"))
        .count();
    assert!(
        packed.len() > campaign::size(12, 400) && n_across > campaign::size(6, 200),
        "{} with packs, {n_across} of them across",
        packed.len()
    );
}

/// A value that replaces sums of isomorphic parts equals them. The reference is another order
/// without folding, which forms no such value.
#[test]
fn entries_of_alike_parts_do_not_depend_on_the_order() {
    for seed in 0..seeds() {
        let function = of_alike_parts(seed);
        let [plain, first, second] = [
            quote::quote!(order = forward, fold = none),
            quote::quote!(),
            quote::quote!(value = fused, order = reverse),
        ]
        .map(|arguments| {
            let block = update(jacobian_core::expand(arguments, function.clone()));
            written(&block.expect("the computation"), Body::Scalar)
        });
        let number = |bits: &u64| f64::from_bits(*bits);
        let largest = plain
            .values()
            .map(|bits| number(bits).abs())
            .fold(1.0, f64::max);
        for (place, bits) in &plain {
            // Entries that never vary are in the template, and not written.
            for other in [&first, &second].map(|other| other.get(place)) {
                let difference = other.map_or(0.0, |other| number(other) - number(bits));
                assert!(
                    difference.abs() <= 1e-11 * largest,
                    "{seed}, {place}: {difference:e} of {largest:e}"
                );
            }
        }
    }
}

/// Two isomorphic parts share registers from the load to the store: all of the forty-eight varying
/// entries of the dipoles are stored across packs.
#[test]
fn alike_parts_are_stored_across_packs() {
    let corpus = sources::corpus();
    let dipoles = corpus.into_iter().find(|function| function.name == "hhd");
    let dipoles = dipoles
        .expect("the human heart dipole is in the corpus")
        .item;
    for arguments in [quote::quote!(), quote::quote!(value = fused)] {
        let block = update(jacobian_core::expand(arguments, dipoles.clone()));
        let block = text(&block.expect("the computation"));
        let (packed, alone) = block.split_once("cfg (not").expect("two bodies");
        assert_eq!(packed.matches("store_across (").count(), 12);
        assert!(
            !packed.contains(":: store (") && !packed.contains("entries_out ["),
            "{packed}"
        );
        assert!(!alone.contains("store_across"), "{alone}");
    }
}

/// There are packs in functions of up to some hundred statements, but where they save next to
/// nothing (`cpf`, `pollu`); where LLVM packs repeated rows there are none.
#[test]
fn packs_are_where_they_pay() {
    let (with, without) = (
        ["hhd", "roe", "snavely", "arm6", "se3b"],
        ["cpf", "fic", "fdc", "pollu", "bruss"],
    );
    let mut functions = sources::corpus();
    functions.retain(|function| {
        with.iter()
            .chain(&without)
            .any(|name| function.name == *name)
    });
    assert_eq!(functions.len(), 10, "each is there once");
    let names = checked(&quote::quote!(value = fused), functions.into_iter());
    assert_eq!(names.len(), with.len(), "{names:?}");
    assert!(
        with.iter()
            .all(|name| names.iter().any(|found| found == name)),
        "{names:?}"
    );
}
