//! Mutation fuzzing: for any input tokens the expansion returns tokens, and never panics.
//!
//! ```text
//! corpus function --delete, double, swap, replace, insert a token or group--> odd function
//! odd function --expand--> the same tokens first, then generated code or `compile_error!`
//! ```
//!
//! A mutation can make any part of the language meet any other: statements without ends, patterns
//! as types, loops over floats, huge literals. Seeds are fixed, so that a failure repeats, and
//! counts too, so that no test depends on time.
//!
//! By default each function has few mutations, in the full form (tests/campaign) a hundred.
//!
//! Checked for each mutation: no panic, caught inside or not; the tokens of the item come first and
//! unchanged; accepted code parses as Rust; refused code has a `compile_error!`; a second expansion
//! is identical.

use crate::{campaign, sources};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::random::Random;
use crate::sources::Attributed;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The message of the expansion after a panic inside the compiler.
const OWN_MISTAKE: &str = "the expansion failed by a mistake of its own";
/// Keeps mutated bounds from unrolling far.
const SMALL: &str = "unroll = 3000";

/// Pieces that bodies rarely hold, and that lowering must still survive; three spaces apart.
const ODD: &str = r#"
    0   1   99999999999999999999   170141183460469231731687303715884105728   1e308   0.0   1e-320   -1
    0x_f   2.5_f32   3_u8   usize::MAX   f64::NAN   "text"   'c'   b"b"   true   ()   []   {}   ..   ..=
    =>   ->   -   !   &   &mut   *   %   <<   >>   &&   ||   ?   @   _   :   ::   ;   ,   =   ==   +=   |=
    if   else   match   for   in   while   loop   return   break   continue   let   mut   const   fn   as
    unsafe   async   move   ref   self   Self   crate   f64   f32   usize   i32   x   y   i   powi
    sin_cos   min   clamp   rem_euclid   iter()   enumerate()   zip(x)   rev()   step_by(0)   take(2)
    len()   clone()   x[0]   x[1..]   [0.0; 3]   [1.0, 2.0]   (1.0, 2.0)   |a| a
    if true { 1.0 } else { 2.0 }   { let a = 1.0; a }   for i in 0..2 {}   assert!(x)   vec![1.0]
    let [a, ..] = x;   let (a, b) = (1.0, x);   let k;   const N: usize = 2;   use std::f64::consts::PI;
    return x;   break;   Ok(1.0)   Some(x)   None?   <'a>   <T>   <const N: usize>   where   -> f64
    #[cfg(test)]   'l:   i128::MIN   1 / 0   1 << 200   -(-1)
"#;

/// Attribute arguments, right and wrong; three spaces apart.
const ARGUMENTS: &str = r#"
       ,   wrt(x)   wrt()   wrt(x, x)   wrt(nobody)   wrt   wrt = x   wrt(x.y)   order = reverse
    order = forward   order = markowitz   order = nothing   order =   order   order = list("", [])
    order = list("f", [1, 2, 99999999999])   order = list(0)   fold = full   fold = trees   fold = none
    layout = csr   fma = never   fma = sometimes   dim(x = 3)   dim(x = [2, 2])   dim(x = 0)
    dim(x = 99999999999999999999)   dim(x = 4294967296)   dim(x = [4294967296, 4294967296, 4294967296])
    dim(nobody = 3)   const(N = 3)   const(N = -3)   const(Self::N = 3)
    const(a::b = 170141183460469231731687303715884105727)
    const(N = 170141183460469231731687303715884105728)   unroll = 5   unroll = 0
    unroll = 99999999999999999999   unroll = -1   prefix = other   prefix = _   prefix = r#fn   prefix = 3
    as = Struct   as = r#fn   jvp   vjp   jvp = 1   linearize   hvp   hessian   batch   search = 3   rule(f(x) => x)   export
    crate = ::other   crate = crate::a   crate =   value = exact   value = fused   as = A, as = B
    dim(x = [])   wrt(r#x)   wrt(self)   objective = ops
"#;

/// Items that are no functions with a body, or not of a kind that can be differentiated.
const OTHERS: &str = r#"
    struct S;   impl Trait for S { const C: u8 = 0; }   impl S {}   mod m {}
    fn f(x: f64) -> f64;   let x = 1;   x   fn   macro_rules! m { () => {} }
    trait T { fn f(x: f64) -> f64; }   const C: f64 = 1.0;   fn f(x: f64) -> f64 { x } fn g() {}
    #[jacobian]   pub   unsafe extern "C" fn f(x: f64, ...) -> f64 { x }
    async unsafe fn f<T, const N: usize>(x: impl Fn(), y: &mut f64) -> impl Copy {}   type T = f64;
    static S: f64 = 0.0;
"#;

/// Macros, types, constants and functions that go round in circles or double, one in a line.
const CIRCLES: &str = r"
    macro_rules! r { ($($t:tt)*) => { r!($($t)* $($t)*) } } #[jacobian] fn f(x: f64) -> f64 { x * r!(1.0) }
    macro_rules! r { ($e:expr) => { s!($e + 1.0) } } macro_rules! s { ($e:expr) => { r!($e * 2.0) } } #[jacobian] fn f(x: f64) -> f64 { r!(x) }
    macro_rules! r { ($n:ident) => { fn $n() {} r!($n); } } r!(q); #[jacobian] fn f(x: f64) -> f64 { x }
    type A = B; type B = A; #[jacobian] fn f(a: A) -> f64 { a * 2.0 }
    type A<T> = B<(T, T)>; type B<T> = A<[T; 2]>; #[jacobian] fn f(a: A<f64>) -> f64 { a.0 * 2.0 }
    struct A { b: Box<A>, x: f64 } fn g(a: &A) -> f64 { a.x + g(&a.b) } #[jacobian] fn f(a: &A) -> f64 { g(a) }
    struct A { b: B, x: f64 } struct B { a: A } #[jacobian] fn f(a: &A) -> f64 { a.x * a.b.a.x }
    const A: usize = B + 1; const B: usize = A + 1; #[jacobian] fn f(x: f64) -> f64 { let mut s = 0.0; for i in 0..A { s += x; } s }
    struct S { x: f64 } impl std::ops::Deref for S { type Target = S; fn deref(&self) -> &S { self } } #[jacobian] fn f(s: &S) -> f64 { s.y * s.x + s.foo() }
    trait T { fn a(&self) -> f64 { self.b() } fn b(&self) -> f64 { self.a() } } struct S { x: f64 } impl T for S {} #[jacobian] fn f(s: &S) -> f64 { s.a() * s.x }
    mod a { pub use super::b::*; } mod b { pub use super::a::*; } use a::*; #[jacobian] fn f(x: f64) -> f64 { g(x) * K }
    const A: [[f64; 100000]; 100000] = [[1.0; 100000]; 100000]; #[jacobian] fn f(x: f64) -> f64 { x * A[5][7] }
";

fn pieces(table: &'static str) -> Vec<&'static str> {
    let pieces = table.split("   ").map(str::trim);
    pieces.filter(|piece| !piece.is_empty()).collect()
}

#[test]
fn mutated_functions_expand_or_are_refused() {
    let functions = sources::corpus();
    assert!(
        functions.len() > 20,
        "the corpus has shrunk to {}",
        functions.len()
    );
    let mut random = Random::new(campaign::seed(0x005e_ed0f_f0a5));
    let mut tally = Tally::default();
    for round in 0..rounds() {
        for function in &functions {
            let mut item = function.item.clone();
            for _ in 0..=random.below(1 + round % 3) {
                item = mutate(&item, &mut random);
            }
            let arguments = with_limit(&function.arguments);
            tally.count(check(&function.name, &arguments, &item));
        }
    }
    tally.is_varied();
}

#[test]
fn mutated_arguments_are_understood_or_refused() {
    let functions: Vec<Attributed> = sources::corpus().into_iter().filter(is_short).collect();
    let known = pieces(ARGUMENTS);
    let mut random = Random::new(campaign::seed(0x00a2_6e5d));
    let mut tally = Tally::default();
    for _ in 0..rounds() {
        for function in &functions {
            let count = 1 + random.below(3);
            let chosen: Vec<&str> = (0..count).map(|_| *random.choose(&known)).collect();
            let Ok(mut arguments) = chosen.join(", ").parse::<TokenStream>() else {
                continue;
            };
            if random.below(3) == 0 {
                arguments = mutate(&arguments, &mut random);
            }
            tally.count(check(&function.name, &arguments, &function.item));
        }
    }
    tally.is_varied();
}

#[test]
fn things_that_are_no_functions_are_refused() {
    for item in pieces(OTHERS).into_iter().chain([""]) {
        let tokens = item.parse().expect("tokens");
        let answer = check(item, &TokenStream::new(), &tokens);
        assert_eq!(answer, Answer::Refused, "{item}");
    }
}

#[test]
fn circles_come_to_an_end() {
    for items in CIRCLES.lines().filter(|line| !line.trim().is_empty()) {
        let module = format!("mod m {{ {items} }}").parse().expect("tokens");
        let expanded = jacobian_core::expand(TokenStream::new(), module).to_string();
        assert!(
            !expanded.contains(OWN_MISTAKE),
            "a panic was caught inside: {items}"
        );
    }
}

/// Mutations of each function.
fn rounds() -> usize {
    campaign::size(4, 100)
}

fn is_short(function: &Attributed) -> bool {
    count(&function.item) < 400
}

fn count(tokens: &TokenStream) -> usize {
    let inside = |token: TokenTree| match token {
        TokenTree::Group(group) => 1 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(inside).sum()
}

fn with_limit(arguments: &TokenStream) -> TokenStream {
    let separator = if arguments.is_empty() { "" } else { "," };
    format!("{arguments} {separator} {SMALL}")
        .parse()
        .expect("arguments of the corpus parse")
}

/// How the expansion answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Accepted,
    Refused,
}

/// How often; a test that only ever sees one answer has lost its subject.
#[derive(Debug, Default)]
struct Tally {
    accepted: usize,
    refused: usize,
}

impl Tally {
    fn count(&mut self, answer: Answer) {
        match answer {
            Answer::Accepted => self.accepted += 1,
            Answer::Refused => self.refused += 1,
        }
    }

    fn is_varied(&self) {
        let least = campaign::size(10, 100);
        assert!(
            self.accepted > least && self.refused > least,
            "one-sided: {self:?}"
        );
    }
}

/// Expands, and checks everything that holds for any input.
fn check(name: &str, arguments: &TokenStream, item: &TokenStream) -> Answer {
    let expand = || jacobian_core::expand(arguments.clone(), item.clone());
    let context = || format!("{name}\n#[jacobian({arguments})]\n{item}");
    let expanded = catch_unwind(AssertUnwindSafe(expand))
        .unwrap_or_else(|_| panic!("a panic escaped: {}", context()));
    let text = expanded.to_string();
    assert!(
        !text.contains(OWN_MISTAKE),
        "a panic was caught inside: {}",
        context()
    );
    let before: Vec<String> = item
        .clone()
        .into_iter()
        .map(|token| token.to_string())
        .collect();
    let after: Vec<String> = expanded
        .clone()
        .into_iter()
        .take(before.len())
        .map(|token| token.to_string())
        .collect();
    assert_eq!(before, after, "the item changed: {}", context());
    if text.contains("compile_error") {
        return Answer::Refused;
    }
    if let Err(error) = syn::parse2::<syn::File>(expanded) {
        panic!(
            "the expansion is not Rust, {error}: {}\n=>\n{text}",
            context()
        );
    }
    assert_eq!(
        text,
        expand().to_string(),
        "two expansions differ: {}",
        context()
    );
    Answer::Accepted
}

/// One mutation somewhere in the tree, every level as likely as its number of tokens makes it.
fn mutate(tokens: &TokenStream, random: &mut Random) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let groups: Vec<usize> = (0..trees.len())
        .filter(|at| matches!(trees[*at], TokenTree::Group(_)))
        .collect();
    if !groups.is_empty() && random.below(8) != 0 {
        let at = *random.choose(&groups);
        if let TokenTree::Group(group) = &trees[at] {
            let delimiter = if random.below(40) == 0 {
                odd_delimiter(random)
            } else {
                group.delimiter()
            };
            trees[at] = TokenTree::Group(Group::new(delimiter, mutate(&group.stream(), random)));
        }
        return trees.into_iter().collect();
    }
    change(&mut trees, random);
    trees.into_iter().collect()
}

fn odd_delimiter(random: &mut Random) -> Delimiter {
    *random.choose(&[
        Delimiter::Brace,
        Delimiter::Bracket,
        Delimiter::Parenthesis,
        Delimiter::None,
    ])
}

fn change(trees: &mut Vec<TokenTree>, random: &mut Random) {
    if trees.is_empty() {
        trees.extend(odd(random));
        return;
    }
    let (at, other) = (random.below(trees.len()), random.below(trees.len()));
    match random.below(6) {
        0 => drop(trees.remove(at)),
        1 => trees.insert(at, trees[at].clone()),
        2 => trees.swap(at, other),
        3 => trees[at] = trees[other].clone(),
        4 => drop(trees.splice(at..=at, odd(random))),
        _ => drop(trees.splice(at..at, odd(random))),
    }
}

fn odd(random: &mut Random) -> TokenStream {
    random.choose(&pieces(ODD)).parse().unwrap_or_default()
}
