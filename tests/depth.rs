//! Stack overflow: very deep and very long input is expanded or refused.
//!
//! ```text
//! this test --starts--> itself, once for each case --8 MiB thread--> expand(..)
//!      ^                                                                |
//!      +--- exit status: an overflow kills the process, not the test ---+
//! ```
//!
//! A parser and every walk over a tree recurse. A hundred thousand parentheses overflow the stack,
//! which no `catch_unwind` can catch. We use the stack size that rustc gives a macro. Inputs are
//! built as tokens without recursion, and of the results only the top level is examined.
//!
//! By default every eighth case runs and each that expands a deep expression, because a walk that
//! visits a part twice is exponential there. In the full form (tests/campaign) each case runs.
//!
//! Checked for each case: the result begins with the tokens of the item, and a refusal has a
//! message.

mod campaign;

use std::process::Command;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Which case a child of this test runs.
const CASE: &str = "JACOBIAN_DEPTH_CASE";
/// The stack of the thread in which rustc runs macros.
const STACK: usize = 8 << 20;

/// Name, place of the repetition, answer, count, then a row or a nest; two spaces between columns.
///
/// A row is `head piece piece .. tail`. A nest has the tokens before each group, `( [` or `{`, the
/// tokens after it, and the innermost tokens. `~` means no tokens.
const CASES: &str = "
    parentheses             value      refused   100000  ~  (  ~  x[0]
    arrays                  value      refused   100000  ~  [  ~  x[0]
    blocks                  value      refused   100000  ~  {  ~  x[0]
    calls                   value      refused   100000  f64::sin  (  ~  x[0]
    products of sums        value      refused   100000  x[0] *  (  + x[1]  x[0]
    indices                 value      refused   100000  x  [  ~  0
    arms                    value      refused   100000  if true { x[0] } else  {  ~  x[0]
    matches                 value      refused   100000  match 0  {  ~  _ => x[0]
    assertions              statement  refused   100000  assert!  (  ~  true
    loops                   statement  refused   100000  for i in 0..1  {  ~  ~
    doubling loops          statement  refused   60      for i in 0..2  {  ~  let _ = x[0];
    functions               statement  refused   100000  fn f()  {  ~  ~
    nested types            parameter  refused   100000  ~  (  ~  f64
    nested arrays           parameter  refused   100000  ~  [  ~  f64
    nested patterns         pattern    refused   100000  ~  (  ~  a
    nested results          result     refused   100000  ~  (  ~  f64
    nested attribute        attribute  refused   100000  #  [  ~  ~
    nested argument         argument   refused   100000  ~  (  ~  x
    nested independent      argument   refused   100000  wrt  (  ~  x
    nested dimension        argument   refused   100000  dim  (  ~  x = 1
    some parentheses        value      expanded  200     ~  (  ~  x[0]
    some products of sums   value      expanded  200     x[0] *  (  + x[1]  x[0]
    some blocks             value      expanded  200     ~  {  ~  x[0]

    minus                   value      refused   100000  ~  -  x[0]
    not                     value      refused   100000  ~  !  x[0]
    references              value      refused   100000  ~  &  x[0]
    mutable references      value      refused   100000  ~  & mut  x[0]
    dereferences            value      refused   100000  ~  *  x[0]
    closures                value      refused   100000  ~  |a|  x[0]
    moving closures         value      refused   100000  ~  move ||  x[0]
    returns                 value      refused   100000  ~  return  x[0]
    ranges                  value      refused   100000  ~  ..  x[0]
    else ifs                value      refused   100000  ~  if false { x[1] } else  { x[0] }
    methods                 value      refused   100000  x[0]  .sin()  ~
    fields                  value      refused   100000  x  .a  ~
    elements                value      refused   100000  x  [0]  ~
    calls of calls          value      refused   100000  x  ()  ~
    questions               value      refused   100000  x[0]  ?  ~
    casts                   value      refused   100000  x[0]  as f64  ~
    path                    value      refused   100000  x[0] * a  ::a  ~
    sum                     value      refused   100000  x[0]  + x[1]  ~
    product                 value      refused   100000  x[0]  * x[1]  ~
    sum of constants        value      refused   100000  x[0] * (1.0  - 1.0  )
    conjunction             statement  refused   100000  assert!(true  && true  );
    assignments             statement  refused   100000  ~  a =  0.0;
    compound assignments    statement  refused   100000  ~  a +=  0.0;
    some minus              value      expanded  100     ~  -  x[0]
    some else ifs           value      expanded  1000    ~  if false { x[1] } else  { x[0] }
    some methods            value      expanded  1000    x[0]  .sin()  ~
    some terms              value      expanded  5000    x[0]  + x[1]  ~
    some inactive terms     value      expanded  2000    x[0] * (b  + b  )
    some inactive methods   value      expanded  1000    x[0] * (b  .max(1.0)  + b)

    statements              statement  expanded  50000   let mut a = x[0];  a = a * x[1] + 1.0;  ~
    shadowing               statement  expanded  50000   let a = x[0];  let a = a + x[1];  ~
    inactive statements     statement  expanded  20000   let t = k();  let t = t + k();  ~
    empty statements        statement  expanded  100000  ~  ;  ~
    items                   statement  either    3000    ~  const A: f64 = 1.0;  ~
    long array              statement  expanded  15000   let a = [x[0]  , x[1]  ];
    long tuple              statement  expanded  15000   let a = (x[0]  , x[1]  );
    doubling arrays         statement  either    64      let a = x[0];  let a = [a, a];  ~
    doubling tuples         statement  either    64      let a = (x[0], k());  let a = (a, a);  ~
    huge array              statement  refused   1       let a =  [x[0]; 4_000_000_000]  ;
    huge inactive array     statement  either    1       let a =  [0.0; 4_000_000_000]  ;
    long loop               statement  expanded  1       let mut a = 0.0;  for i in 0..60_000 { a += x[0]; }  ~
    longer loop             statement  expanded  1       let mut a = 0.0;  for i in 0..1_000_000 { a += x[0]; }  ~
    huge loop               statement  either    1       let mut a = x[0];  for i in 0..9_000_000_000_000_000_000 { a += 1.0; }  ~
    endless loop            statement  either    1       let mut a = 0.0;  for i in 0..u64::MAX { a += x[0]; }  ~
    empty loops             statement  either    3000    let a = x[0];  for i in 0..1000 { for j in 0..1000 { let _ = a; } }  ~

    reference types         parameter  refused   100000  ~  &  f64
    generic types           parameter  refused   100000  ~  V<  f64
    pointer types           parameter  refused   100000  ~  *const  f64
    function types          parameter  refused   100000  ~  fn() ->  f64
    path type               parameter  either    100000  a  ::a  ~
    bounds                  parameter  either    100000  &(dyn A  + A  )
    huge parameter          parameter  refused   1       ~  [f64; 4_000_000_000]  ~
    huger parameter         parameter  refused   1       ~  [[[f64; 4_000_000_000]; 4_000_000_000]; 4_000_000_000]  ~
    huge vector             parameter  refused   1       ~  SVector<f64, 4_000_000_000>  ~
    huge zeros              statement  either    1       let a =  SVector::<f64, 4_000_000_000>::zeros()  ;
    huge annotation         statement  either    1       let a  : SMatrix<f64, 4_000_000, 4_000_000> = k()  ;
    huge result             result     refused   1       ~  [f64; 4_000_000_000]  ~
    reference result        result     refused   100000  ~  &  f64
    reference patterns      pattern    refused   100000  ~  &  a
    alternatives            pattern    refused   100000  a  | a  ~
    bindings                pattern    refused   100000  ~  a @  a
    attributes              attribute  either    100000  ~  #[allow(dead_code)]  ~
    docs                    attribute  expanded  2000    ~  #[doc = \"text\"]  ~
    lifetimes               generics   either    2000    'a  , 'b  ~
    generics                generics   expanded  2000    T  , T  ~

    arguments               argument   refused   100000  ~  fma = auto,  ~
    independents            argument   refused   100000  wrt(x  , x  )
    argument value          argument   refused   100000  order =  -  reverse
    argument path           argument   either    100000  crate = a  ::a  ~
    dimensions              argument   refused   100000  dim(x = [1  , 1  ])
    huge dimension          argument   refused   1       ~  dim(x = 4_000_000_000)  ~
    huge dimensions         argument   refused   1       ~  dim(x = [4_000_000_000, 4_000_000_000, 4_000_000_000])  ~
    long order              argument   refused   100000  order = list(\"\", [1  , 1  ])

    nested crate            argument   refused   100000  see  (  ~  x
";

struct Case {
    name: &'static str,
    slot: &'static str,
    answer: &'static str,
    count: usize,
    pieces: Vec<&'static str>,
}

fn cases() -> Vec<Case> {
    let lines = CASES.lines().filter(|line| !line.trim().is_empty());
    lines.map(case).collect()
}

fn case(line: &'static str) -> Case {
    let columns = line.split("  ").map(str::trim);
    let columns: Vec<&str> = columns.filter(|column| !column.is_empty()).collect();
    let [name, slot, answer, count, pieces @ ..] = columns.as_slice() else {
        panic!("too few columns: {line}")
    };
    let nothing = |piece: &&'static str| if *piece == "~" { "" } else { piece };
    Case {
        name,
        slot,
        answer,
        count: count.parse().expect("a count"),
        pieces: pieces.iter().map(nothing).collect(),
    }
}

#[test]
fn deep_and_long_input_ends_with_tokens() {
    let executable = std::env::current_exe().expect("the path of this test");
    let cases = cases();
    assert!(cases.len() > 90, "the table has shrunk");
    let each = campaign::size(8, 1);
    let runs = |(at, case): &(usize, Case)| at % each == 0 || case.name.starts_with("some ");
    let cases = cases.into_iter().enumerate().filter(runs);
    let cases: Vec<Case> = cases.map(|(_, case)| case).collect();
    let failure = |case: &Case| {
        let mut child = Command::new(&executable);
        child.args(["--exact", "child", "--nocapture"]);
        let output = child.env(CASE, case.name).output();
        let output = output.expect("the test runs itself");
        let error = String::from_utf8_lossy(&output.stderr);
        let ended_badly = !output.status.success();
        ended_badly.then(|| format!("{}: {}\n{error}", case.name, output.status))
    };
    // Two at a time: nothing else runs beside this test.
    let failures = |first: usize| cases.iter().skip(first).step_by(2).filter_map(failure);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let even = scope.spawn(|| failures(0).collect::<Vec<_>>());
        let odd = failures(1).collect();
        [even.join().expect("the test runs itself"), odd].concat()
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// One case, run in a separate process. It does nothing unless this file started it.
#[test]
fn child() {
    let Ok(wanted) = std::env::var(CASE) else {
        return;
    };
    let case = cases().into_iter().find(|case| case.name == wanted);
    let case = case.expect("a case of this name");
    let thread = std::thread::Builder::new().stack_size(STACK);
    let run = thread.spawn(move || run(&case)).expect("a thread");
    run.join().expect("the case ends well");
}

fn run(case: &Case) {
    let (arguments, item) = place(case.slot, &build(case));
    let length = item.clone().into_iter().count();
    let expanded = jacobian_core::expand(arguments, item.clone());
    for (before, after) in item.into_iter().zip(expanded.clone()) {
        assert!(is_same(&before, &after), "the item changed");
    }
    let is_error =
        |token: TokenTree| matches!(token, TokenTree::Ident(word) if word == "compile_error");
    let refused = expanded.into_iter().skip(length).any(is_error);
    let answer = if refused { "refused" } else { "expanded" };
    assert!(
        case.answer == "either" || case.answer == answer,
        "the input was {answer}"
    );
}

/// Whether two tokens are the same, as far as that shows without descending.
fn is_same(before: &TokenTree, after: &TokenTree) -> bool {
    match (before, after) {
        (TokenTree::Group(before), TokenTree::Group(after)) => {
            before.delimiter() == after.delimiter()
        }
        (TokenTree::Group(_), _) | (_, TokenTree::Group(_)) => false,
        (before, after) => before.to_string() == after.to_string(),
    }
}

fn build(case: &Case) -> TokenStream {
    match case.pieces.as_slice() {
        [head, piece, tail] => {
            let pieces = format!("{piece} ").repeat(case.count);
            parse(&format!("{head} {pieces} {tail}"))
        }
        [before, delimiter, after, innermost] => {
            let (before, after) = (parse(before), parse(after));
            let nest = |inner: TokenStream, _| {
                let group = TokenTree::Group(Group::new(opening(delimiter), inner));
                let before = before.clone().into_iter();
                before.chain([group]).chain(after.clone()).collect()
            };
            (0..case.count).fold(parse(innermost), nest)
        }
        other => panic!("{}: {} pieces", case.name, other.len()),
    }
}

fn opening(delimiter: &str) -> Delimiter {
    match delimiter {
        "(" => Delimiter::Parenthesis,
        "[" => Delimiter::Bracket,
        "{" => Delimiter::Brace,
        other => panic!("no delimiter: {other}"),
    }
}

fn parse(text: &str) -> TokenStream {
    text.parse().expect("balanced tokens")
}

/// The arguments of the attribute and the function, with the piece in its place.
fn place(slot: &str, piece: &TokenStream) -> (TokenStream, TokenStream) {
    let at = |name: &str, otherwise: &str| {
        if name == slot {
            piece.clone()
        } else {
            parse(otherwise)
        }
    };
    let [attribute, generics, argument, statement] =
        ["attribute", "generics", "argument", "statement"].map(|name| at(name, ""));
    let [parameter, result] = ["parameter", "result"].map(|name| at(name, "f64"));
    let (pattern, value) = (at("pattern", "b"), at("value", "x[0]"));
    let item = quote::quote! {
        #attribute
        fn f<#generics>(x: &[f64; 2], #pattern: #parameter) -> #result { #statement #value }
    };
    (argument, item)
}

/// A large module costs little more than parsing it. A step that looks at each name of the module
/// for each of its items would not finish.
#[test]
fn a_large_module_around_a_small_function_is_expanded() {
    let modules = (0..40).map(|number| {
        let items = (0..50).map(|item| {
            format!(
                "pub const K{item}: f64 = {item}.5 * super::BASE;
                pub fn g{item}(x: f64) -> f64 {{ K{item} * x + super::BASE }}"
            )
        });
        let items: String = items.collect();
        format!("pub mod m{number} {{ use super::*; {items} }}")
    });
    let modules: String = modules.collect();
    let module = format!(
        "mod all {{
            pub const BASE: f64 = 2.0;
            {modules}
            #[jacobian] pub fn f(x: f64) -> f64 {{ m3::g7(x) * x }}
        }}"
    );
    let expanded = jacobian_core::expand(TokenStream::new(), module.parse().unwrap());
    let expanded = expanded.to_string();
    assert!(expanded.contains("f_jacobian") && !expanded.contains("compile_error"));
}

/// Globs that lead back to the module itself bring nothing new.
#[test]
fn a_module_that_imports_its_own_items_is_expanded() {
    let imports = "pub use self::*; ".repeat(20);
    let module = format!(
        "mod all {{
            {imports}
            fn g(x: f64) -> f64 {{ x * x }}
            #[jacobian] pub fn f(x: f64) -> f64 {{ crate::all::g(x) }}
        }}"
    );
    let expanded = jacobian_core::expand(TokenStream::new(), module.parse().unwrap());
    let expanded = expanded.to_string();
    assert!(expanded.contains("f_jacobian") && !expanded.contains("compile_error"));
}
