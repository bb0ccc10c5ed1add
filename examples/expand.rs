//! Shows what `#[jacobian]` generates: `cargo run --example expand -- file.rs [function]`.
//!
//! Reads a source file, expands every attributed function, module and `impl` in it (or the one
//! named), and prints the result as formatted Rust. Without arguments it expands a small example.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use jacobian_core::{Disk, Files};
use quote::ToTokens;

const SAMPLE: &str = "
#[jacobian]
pub fn residual(x: &[f64; 3], k: f64) -> [f64; 2] {
    let r = x[0] * x[1].sin();
    [r - k, x[2] / r]
}
";

#[expect(clippy::print_stdout, reason = "printing is the purpose")]
fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next();
    let around = InFile(path.as_ref().map(PathBuf::from));
    let source = match path.map(std::fs::read_to_string) {
        None => SAMPLE.to_owned(),
        Some(Ok(source)) => source,
        Some(Err(error)) => {
            println!("cannot read the file: {error}");
            return ExitCode::FAILURE;
        }
    };
    let wanted = arguments.next();
    let file = match syn::parse_file(&source) {
        Ok(file) => file,
        Err(error) => {
            println!("cannot parse the file: {error}");
            return ExitCode::FAILURE;
        }
    };
    for mut item in file.items {
        let (attributes, name) = match &mut item {
            syn::Item::Fn(item) => (&mut item.attrs, item.sig.ident.to_string()),
            syn::Item::Mod(item) => (&mut item.attrs, item.ident.to_string()),
            syn::Item::Impl(item) => (&mut item.attrs, String::new()),
            syn::Item::Trait(item) => (&mut item.attrs, item.ident.to_string()),
            _ => continue,
        };
        if wanted.as_ref().is_some_and(|wanted| name != *wanted) {
            continue;
        }
        let attribute = attributes
            .iter()
            .position(|attribute| is_ours(attribute.path()));
        let Some(attribute) = attribute.map(|position| attributes.remove(position)) else {
            continue;
        };
        let options = match attribute.meta {
            syn::Meta::List(list) => list.tokens,
            _ => proc_macro2::TokenStream::new(),
        };
        let expanded = jacobian_core::expand_seeing(options, item.into_token_stream(), &around);
        match syn::parse2(expanded.clone()) {
            Ok(file) => println!("{}", prettyplease::unparse(&file)),
            Err(_) => println!("{expanded}"),
        }
    }
    ExitCode::SUCCESS
}

/// `jacobian`, or `jacobian_runtime::jacobian`
fn is_ours(path: &syn::Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| last.ident == "jacobian")
}

/// The files of this machine, and the one that is expanded.
struct InFile(Option<PathBuf>);

impl Files for InFile {
    fn read(&self, path: &Path) -> Option<Rc<str>> {
        Disk.read(path)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        Disk.list(folder)
    }

    fn variable(&self, name: &str) -> Option<String> {
        Disk.variable(name)
    }

    fn own_file(&self) -> Option<PathBuf> {
        self.0.clone()
    }
}
