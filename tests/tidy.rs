//! The house rules that no lint checks: headers, file lengths, who may import whom, a case for each
//! message.

#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/house.rs"]
mod house;
#[path = "tidy/links.rs"]
mod links;
#[path = "tidy/rooms.rs"]
mod rooms;
#[path = "tidy/structure.rs"]
mod structure;

use std::fs;
use std::path::PathBuf;

use quote::ToTokens;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &str) -> Vec<PathBuf> {
    files(folder, "rs")
}

/// The files below a folder whose names end so.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let root = root().join(folder);
    let mut pending: Vec<PathBuf> = Some(root)
        .filter(|root| root.is_dir())
        .into_iter()
        .collect();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(
                fs::read_dir(&path)
                    .expect("readable folder")
                    .map(|entry| entry.expect("entry").path()),
            );
        } else if path
            .extension()
            .is_some_and(|extension| extension == ending)
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn crates() -> Vec<PathBuf> {
    [
        "jacobian-assembly/src",
        "jacobian-core/src",
        "jacobian-elimination/src",
        "jacobian-macro/src",
        "jacobian-petsc/src",
        "jacobian-runtime/src",
        "cargo-jacobian/src",
    ]
    .into_iter()
    .flat_map(sources)
    .collect()
}

#[test]
fn every_file_opens_with_a_header() {
    let found = crates();
    assert!(found.len() > 5, "the walk found too little: {found:?}");
    for path in found {
        let text = fs::read_to_string(&path).expect("readable file");
        assert!(
            text.starts_with("//!"),
            "{} does not open with `//!`",
            path.display()
        );
    }
}

#[test]
fn no_file_has_outgrown_its_job() {
    for path in crates() {
        let text = fs::read_to_string(&path).expect("readable file");
        let code = text
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default();
        let lines = code.lines().count();
        assert!(
            lines <= 400,
            "{} has {lines} lines without its tests",
            path.display()
        );
    }
}

#[test]
fn no_comment_is_wider_than_a_hundred_columns() {
    let folders = [
        "jacobian-assembly",
        "jacobian-core",
        "jacobian-elimination",
        "jacobian-macro",
        "jacobian-runtime",
        "cargo-jacobian",
    ];
    let of_crates = folders
        .iter()
        .flat_map(|name| [format!("{name}/src"), format!("{name}/tests")]);
    let others = ["benches", "examples", "tests"].map(str::to_owned);
    let shown_as_they_are = ["/golden/", "/ui/"];
    let files = of_crates.chain(others).flat_map(|folder| sources(&folder));
    for path in files {
        let shown = path.display().to_string();
        if shown_as_they_are
            .iter()
            .any(|folder| shown.contains(folder))
        {
            continue;
        }
        let text = fs::read_to_string(&path).expect("readable file");
        let wide: Vec<&str> = wide_comments(&text).collect();
        assert!(wide.is_empty(), "{shown}: {wide:?}");
    }
}

/// Comments of more than a hundred columns. A row of a table cannot be broken, and a line of code
/// in a comment may be as wide as code.
fn wide_comments(text: &str) -> impl Iterator<Item = &str> {
    let comments = text
        .lines()
        .filter(|line| line.trim_start().starts_with("//"));
    // Inside a fence, whether it is one of code.
    let mut fence = None;
    comments.filter(move |line| {
        let said = line.trim_start().trim_start_matches(['/', '!']);
        let said = said.trim_start();
        if let Some(language) = said.strip_prefix("```") {
            fence = fence.is_none().then_some(language != "text");
        }
        fence != Some(true) && !said.starts_with('|') && line.chars().count() > 100
    })
}

#[test]
fn a_wide_comment_is_found() {
    let words = "words ".repeat(20);
    let text = format!(
        "// {words}\n/// | {words} |\n/// ```\n/// {words}\n/// ```\n/// ```text\n/// {words}\n/// ```\n// a\n"
    );
    assert_eq!(wide_comments(&text).count(), 2);
}

fn architecture() -> String {
    let path = root().join("ARCHITECTURE.md");
    fs::read_to_string(path).expect("the page of the architecture")
}

/// The words between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Folders whose files the map of the code names as a whole.
const NAMED_AS_A_WHOLE: [&str; 2] = ["/order/", "/messages/"];

#[test]
fn the_map_of_the_code_names_every_file() {
    let page = architecture();
    let named = quoted(&page);
    for path in structure::COMPILER
        .into_iter()
        .flat_map(|name| sources(&format!("{name}/src")))
    {
        let shown = path.to_string_lossy();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.expect("a name");
        if ["mod", "lib", "testing"].contains(&stem)
            || NAMED_AS_A_WHOLE.iter().any(|folder| shown.contains(folder))
        {
            continue;
        }
        let is_it = |name: &&str| {
            let name = name.strip_suffix(".rs").unwrap_or(name);
            name == stem || name.ends_with(&format!("/{stem}"))
        };
        assert!(
            named.iter().any(is_it),
            "ARCHITECTURE.md does not say what {shown} is for"
        );
    }
}

/// Sentences without a case: two are for our own mistakes, one for programs that rustc refuses as
/// well.
const WITHOUT_CASE: &[&str] = &["INTERNAL", "unproved", "UNASSIGNED", "matrix_expected"];

#[test]
fn every_message_has_a_ui_case() {
    let files = sources("jacobian-core/src/front/messages");
    let said = said_in_ui_cases();
    let mut sentences: Vec<(String, String)> = Vec::new();
    for file in files {
        let messages = fs::read_to_string(file).expect("readable file");
        let messages = syn::parse_file(&messages).expect("messages are Rust");
        sentences.extend(messages.items.iter().filter_map(sentence));
    }
    assert!(sentences.len() > 60, "found {} sentences", sentences.len());
    let missing: Vec<&str> = sentences
        .iter()
        .filter(|(name, _)| !WITHOUT_CASE.contains(&name.as_str()))
        .filter(|(_, sentence)| !said.iter().any(|line| says(line, sentence)))
        .map(|(name, _)| name.as_str())
        .collect();
    assert!(
        missing.is_empty(),
        "no case under jacobian-macro/tests/ui says {missing:?}"
    );
}

/// The error lines of every case.
fn said_in_ui_cases() -> Vec<String> {
    let mut said = Vec::new();
    for path in files("jacobian-macro/tests/ui", "stderr") {
        let text = fs::read_to_string(path).expect("readable file");
        let errors = text.lines().filter(|line| line.starts_with("error"));
        said.extend(errors.map(str::to_owned));
    }
    said
}

/// The name of a message and its first line.
fn sentence(item: &syn::Item) -> Option<(String, String)> {
    let (name, tokens) = match item {
        syn::Item::Const(item) => (&item.ident, item.expr.to_token_stream()),
        syn::Item::Fn(item) => (&item.sig.ident, item.block.to_token_stream()),
        _ => return None,
    };
    // Other texts in a function are pieces of the message.
    let text = texts(tokens)
        .into_iter()
        .find(|text| text.contains("help: "))?;
    let first_line = text.lines().next()?.to_owned();
    Some((name.to_string(), first_line))
}

fn texts(tokens: proc_macro2::TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Literal(literal) => {
                if let syn::Lit::Str(text) = syn::Lit::new(literal) {
                    found.push(text.value());
                }
            }
            proc_macro2::TokenTree::Group(group) => found.extend(texts(group.stream())),
            _ => {}
        }
    }
    found
}

/// Whether a line has the words of a sentence in order, with any text in place of `{..}`.
fn says(line: &str, sentence: &str) -> bool {
    let words = sentence
        .split('{')
        .map(|part| part.split('}').next_back().unwrap_or_default());
    let mut rest = line;
    for part in words {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    true
}
