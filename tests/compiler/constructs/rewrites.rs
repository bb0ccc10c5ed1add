//! Each refusal has a rewrite: the function of a case under `jacobian-macro/tests/ui`, changed as
//! the help of its message says, expands.
//!
//! ```text
//! ui/body/loops.rs             #[jacobian] fn bounds(..)      the help says `const(n = 6)`
//! ui/rewritten/body/loops.rs   #[jacobian(const(n = 6))]      expands without a message
//! ```
//!
//! The rewrite has the name of the function, module or `impl` that is refused, and is in the file
//! of the same name under `ui/rewritten`; `/// Instead of `name`.` is above one that needs another
//! name. The full test of `ui` has rustc check that the rewrites compile. What is in `ui/limits` is
//! too deep for a test: bind inner expressions with `let`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use jacobian_core::Files;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// An attributed item of a file.
struct Attributed {
    /// `inner::Type::method`
    name: String,
    options: TokenStream,
    item: TokenStream,
}

/// The attributed items of a file by their names, those of plain modules and `impl`s too.
fn attributed(file: &Path) -> Vec<Attributed> {
    let text = fs::read_to_string(file).expect("a readable case");
    let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut found = Vec::new();
    for item in file.items {
        gather(item, "", &mut found);
    }
    found
}

fn gather(item: syn::Item, around: &str, found: &mut Vec<Attributed>) {
    let (name, mut item) = (name(&item), item);
    let name = format!("{around}{name}");
    let attributes = match &mut item {
        syn::Item::Fn(item) => &mut item.attrs,
        syn::Item::Mod(item) => &mut item.attrs,
        syn::Item::Impl(item) => &mut item.attrs,
        syn::Item::Trait(item) => &mut item.attrs,
        syn::Item::Struct(item) => &mut item.attrs,
        syn::Item::Enum(item) => &mut item.attrs,
        syn::Item::Const(item) => &mut item.attrs,
        _ => return,
    };
    let options = taken(attributes);
    let name = instead_of(attributes).unwrap_or(name);
    if let Some(options) = options {
        let item = item.into_token_stream();
        return found.push(Attributed {
            name,
            options,
            item,
        });
    }
    let around = format!("{name}::");
    match item {
        syn::Item::Mod(inner) => {
            for item in inner.content.into_iter().flat_map(|(_, items)| items) {
                gather(item, &around, found);
            }
        }
        syn::Item::Impl(inner) => {
            for method in inner.items {
                if let syn::ImplItem::Fn(mut method) = method
                    && let Some(options) = taken(&mut method.attrs)
                {
                    found.push(Attributed {
                        name: format!("{around}{}", method.sig.ident),
                        options,
                        item: method.into_token_stream(),
                    });
                }
            }
        }
        _ => {}
    }
}

fn name(item: &syn::Item) -> String {
    match item {
        syn::Item::Fn(item) => item.sig.ident.to_string(),
        syn::Item::Mod(item) => item.ident.to_string(),
        syn::Item::Trait(item) => item.ident.to_string(),
        syn::Item::Struct(item) => item.ident.to_string(),
        syn::Item::Enum(item) => item.ident.to_string(),
        syn::Item::Const(item) => item.ident.to_string(),
        syn::Item::Impl(item) => {
            let ty = item.self_ty.to_token_stream().to_string();
            match &item.trait_ {
                Some((path, _)) => format!("{} for {ty}", path.to_token_stream()),
                None => format!("impl {ty}"),
            }
        }
        _ => String::new(),
    }
}

/// The refused item, where the rewrite has another name: `/// Instead of `Point`.`
fn instead_of(attributes: &[syn::Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| {
        let syn::Meta::NameValue(text) = &attribute.meta else {
            return None;
        };
        let text = text.value.to_token_stream().to_string();
        let (_, name) = text.split_once("Instead of `")?;
        Some(name.split_once('`')?.0.to_owned())
    })
}

/// The options of the attribute, which is taken away.
fn taken(attributes: &mut Vec<syn::Attribute>) -> Option<TokenStream> {
    let place = attributes
        .iter()
        .position(|attribute| attribute.path().is_ident("jacobian"))?;
    Some(match attributes.remove(place).meta {
        syn::Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    })
}

/// The messages of an expansion.
fn messages(expanded: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut refused = false;
    for token in expanded {
        match token {
            TokenTree::Ident(name) => refused = name == "compile_error",
            TokenTree::Group(group) if refused => {
                let text = syn::parse2::<syn::LitStr>(group.stream());
                found.extend(text.map(|text| text.value()));
                refused = false;
            }
            TokenTree::Group(group) => found.extend(messages(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// What an item expands to alone.
fn expand(case: &Attributed) -> TokenStream {
    jacobian_core::expand(case.options.clone(), case.item.clone())
}

/// What an item of a file expands to, which sees the file where it would be refused alone.
fn expand_inside(case: &Attributed, file: &Path) -> TokenStream {
    let alone = expand(case);
    if messages(alone.clone()).is_empty() {
        return alone;
    }
    let (options, item) = (case.options.clone(), case.item.clone());
    jacobian_core::expand_seeing(options, item, &InFile(file))
}

/// A file outside of any package.
struct InFile<'a>(&'a Path);

impl Files for InFile<'_> {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        fs::read_to_string(path).ok().map(Rc::from)
    }

    fn list(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn variable(&self, _: &str) -> Option<String> {
        None
    }

    fn own_file(&self) -> Option<PathBuf> {
        Some(self.0.to_owned())
    }
}

fn ui() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("jacobian-macro/tests/ui")
}

/// The files of a folder below `ui`, by their names.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(ui().join(folder)).expect("a folder of cases");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect();
    files.sort();
    files
}

/// What is wrong with the rewrites of one file.
fn faults(folder: &str, file: &Path) -> Vec<String> {
    let name = file.file_name().expect("a name").to_string_lossy();
    let mut rewrites: BTreeMap<String, Attributed> = BTreeMap::new();
    let rewritten = ui().join("rewritten").join(folder).join(&*name);
    if rewritten.exists() {
        let items = attributed(&rewritten).into_iter();
        rewrites.extend(items.map(|item| (item.name.clone(), item)));
    }
    let refused = attributed(file).into_iter();
    let refused = refused.filter(|case| !messages(expand(case)).is_empty());
    let fault = |case: Attributed| {
        let Some(rewrite) = rewrites.get(&case.name) else {
            return Some(format!("{folder}/{name}: `{}` has no rewrite", case.name));
        };
        let expanded = expand_inside(rewrite, &rewritten);
        let generated = expanded.to_string().contains("_jacobian");
        let left = messages(expanded);
        let is_export = rewrite.options.to_string().starts_with("export");
        if left.is_empty() && (generated || is_export) {
            return None;
        }
        let left = left.join("\n");
        Some(format!(
            "{folder}/{name}: the rewrite of `{}` is refused:\n{left}",
            case.name
        ))
    };
    refused.filter_map(fault).collect()
}

/// Asserts that each refusal of a folder has a rewrite that expands.
#[track_caller]
fn check(folder: &str) {
    let files = files(folder).into_iter();
    let found: Vec<String> = files.flat_map(|file| faults(folder, &file)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

// A test for each folder, so that they run side by side.

#[test]
fn each_refusal_of_an_option_has_a_rewrite_that_expands() {
    check("attribute");
}

#[test]
fn each_refusal_of_a_signature_has_a_rewrite_that_expands() {
    check("signature");
}

#[test]
fn each_refusal_in_a_body_has_a_rewrite_that_expands() {
    check("body");
}

#[test]
fn each_refusal_of_a_name_has_a_rewrite_that_expands() {
    check("names");
}
