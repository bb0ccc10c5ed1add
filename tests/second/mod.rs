//! Second derivatives, products and normal equations of the corpus against hyper-dual numbers.
//!
//! ```text
//! tests/corpus/*.rs ── #[row(second(hessian, ..))] ──> twin over num_dual::HyperDual64
//!                      #[jacobian(hessian, ..)]   ──> f_with_hessian_into, f_jvp_into, ..
//! ```
//!
//! The corpus is written again into a crate outside of the workspace, where each attribute asks for
//! everything that it gives to the function. One program compares all of it, at every point of the
//! corpus: see `program.rs`. The oracle is the function's own text over the numbers of num-dual, as
//! it is for Jacobians; see `tests/twin`.
//!
//! Keeps: every function of the corpus has all of these derivatives.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse_quote;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;

use crate::{campaign, scratch};

/// The options that are compared.
const OPTIONS: [&str; 5] = ["hessian", "jvp", "vjp", "hvp", "normal(diagonal)"];

/// What the numbers of the twins are made of: no functions.
const SUPPORT: [&str; 5] = [
    "corpus/scalar.rs",
    "domains/casts.rs",
    "domains/generic.rs",
    "domains/notes.rs",
    "domains/number.rs",
];

/// Compares all functions. A part of them is only expanded, because num-dual and nalgebra would
/// have to be built once more for the program.
#[test]
fn second_derivatives_agree_with_hyper_dual_numbers() {
    let step = if campaign::is_full() { 1 } else { 60 };
    let folder = scratch::workspace();
    let paths = ["jacobian-runtime", "tests/twin"].map(|name| folder.join(name));
    let dependencies = format!(
        "jacobian-runtime = {{ path = '{}' }}\ncorpus-twin = {{ path = '{}' }}\n\
         num-dual = \"0.15.1\"\nnum-traits = \"0.2.19\"",
        paths[0].display(),
        paths[1].display()
    );
    let crate_of_rows = scratch::Crate::new("second", &dependencies);
    let mut written = Written::default();
    for (home, from) in [
        ("corpus", "tests/corpus"),
        ("domains", "tests/corpus/domains"),
    ] {
        for (name, text) in sources(&folder.join(from)) {
            let file = format!("{home}/{name}.rs");
            if SUPPORT.contains(&&*file) {
                crate_of_rows.write(&format!("src/{file}"), &text);
            } else if let Some(text) = written.chapter(home, &name, &text, step) {
                crate_of_rows.write(&format!("src/{file}"), &text);
            }
        }
    }
    crate_of_rows.write("src/main.rs", &written.program());
    assert!(written.refused.is_empty(), "{:#?}", written.refused);
    if campaign::is_full() {
        assert!(written.rows.len() > 250, "only {} rows", written.rows.len());
        let report = crate_of_rows.run();
        assert_eq!(report, format!("{} compared\n", written.rows.len()));
    }
}

/// The name and text of each source file in a folder, in alphabetical order.
fn sources(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.is_file());
    let read = |path: std::path::PathBuf| {
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("a name");
        (
            name.to_owned(),
            std::fs::read_to_string(&path).expect("a source"),
        )
    };
    files.map(read).collect()
}

/// What is written of the corpus.
#[derive(Default)]
struct Written {
    n_functions: usize,
    /// The modules that have rows, by the module around them.
    modules: BTreeMap<String, String>,
    /// The paths of the rows.
    rows: Vec<String>,
    /// Functions and options that are refused, with the messages.
    refused: Vec<(String, String)>,
}

impl Written {
    /// The file with other attributes, if it has rows.
    fn chapter(&mut self, home: &str, file: &str, text: &str, step: usize) -> Option<String> {
        let items = syn::parse_file(text).expect("the corpus is Rust").items;
        let points = points(&items);
        let before = self.rows.len();
        let mut written = TokenStream::new();
        for mut item in items {
            let taken = take_attributes(&mut item);
            let Some((row, own)) = taken else {
                if !is_of_the_table(&item) {
                    item.to_tokens(&mut written);
                }
                continue;
            };
            let name = target(&item);
            self.n_functions += 1;
            if !self.n_functions.is_multiple_of(step) {
                continue;
            }
            let arguments = row.unwrap_or_else(|| {
                let at = &points[&name];
                quote!(at = [#at()], with(parameters = &CLASSIC))
            });
            let (options, words) = self.accepted(&name, &own, &item);
            let asking = asking(&item, &own, &options);
            written.extend(quote!(#[corpus_twin::row(second(#words), #arguments)] #asking));
            self.rows
                .push(format!("{home}::{file}::{}", name.to_uppercase()));
        }
        if self.rows.len() == before {
            return None;
        }
        let modules = self.modules.entry(home.to_owned()).or_default();
        writeln!(modules, "pub mod {file};").expect("a string takes text");
        Some(written.to_string())
    }

    /// The options that a function takes, and the words of its row.
    fn accepted(
        &mut self,
        name: &str,
        own: &TokenStream,
        item: &syn::Item,
    ) -> (String, TokenStream) {
        let mut options = OPTIONS.to_vec();
        let plain = expanded(item, own, "");
        let is_several = n_rows(name, &plain) != "1";
        options.truncate(if is_several { 5 } else { 4 });
        if message(&expanded(item, own, &options.join(", "))).is_some() {
            options.retain(|option| {
                let message = message(&expanded(item, own, option));
                let message = message.map(|message| (format!("{name} {option}"), message));
                let is_accepted = message.is_none();
                self.refused.extend(message);
                is_accepted
            });
        }
        let words = options
            .iter()
            .map(|option| option.split('(').next().expect("a word"));
        let words = words.chain(is_several.then_some("several"));
        let words = words.map(|word| format_ident!("{word}"));
        (options.join(", "), quote!(#(#words),*))
    }

    fn program(&self) -> String {
        let [corpus, domains] = ["corpus", "domains"].map(|home| {
            let modules = self.modules.get(home);
            modules.map_or("", |text| text)
        });
        let rows: Vec<String> = self
            .rows
            .iter()
            .map(|row| format!("&crate::{row}"))
            .collect();
        let program = include_str!("program.rs");
        format!(
            "{program}\npub mod corpus {{ pub mod problem {{ pub use crate::problem::*; }} \
             pub mod scalar; {corpus} }}\npub mod domains {{ pub mod casts; pub mod generic; \
             pub mod notes; pub mod number; {domains} }}\n\
             static ROWS: &[&problem::Problem] = &[{}];\n",
            rows.join(", ")
        )
    }
}

/// The base points of rows that are written by hand, by the name of the function.
fn points(items: &[syn::Item]) -> BTreeMap<String, TokenStream> {
    let of = |item: &syn::Item| {
        let tokens: Vec<TokenTree> = match item {
            syn::Item::Macro(item) => item.mac.tokens.clone().into_iter().collect(),
            syn::Item::Const(item) => match &*item.expr {
                syn::Expr::Struct(row) => {
                    let field = |wanted: &str| {
                        let mut fields = row.fields.iter();
                        let is_wanted = |field: &&syn::FieldValue| {
                            field.member.to_token_stream().to_string() == wanted
                        };
                        Some(fields.find(is_wanted)?.expr.to_token_stream())
                    };
                    let name: syn::LitStr = syn::parse2(field("name")?).ok()?;
                    let base = field("base")?;
                    return Some((name.value(), quote!((#base))));
                }
                _ => return None,
            },
            _ => return None,
        };
        let place = |word: &str| tokens.iter().position(|token| token.to_string() == word);
        let name = tokens.get(place("=")? + 1)?.to_string();
        let list = tokens.get(place("base")? + 1)?;
        Some((name, quote!((|| vec! #list))))
    };
    items.iter().filter_map(of).collect()
}

/// Whether an item belongs to the table of the corpus, or to twins that are written by hand.
fn is_of_the_table(item: &syn::Item) -> bool {
    let text = item.to_token_stream().to_string();
    match item {
        syn::Item::Const(_) => text.contains("Problem") || text.contains("Expansion"),
        syn::Item::Fn(_) => text.contains("Scalar"),
        syn::Item::Use(_) => text.contains("super") || text.contains("corpus"),
        syn::Item::Macro(item) => item.ident.is_none(),
        _ => false,
    }
}

/// Takes the arguments of `#[row]` and `#[jacobian]` off a function or module that has them.
fn take_attributes(item: &mut syn::Item) -> Option<(Option<TokenStream>, TokenStream)> {
    let attributes = match item {
        syn::Item::Fn(function) => &mut function.attrs,
        syn::Item::Mod(module) => &mut module.attrs,
        _ => return None,
    };
    let arguments = |name: &str| {
        let mut ours = attributes.iter().filter(|one| one.path().is_ident(name));
        ours.next().map(|attribute| match &attribute.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        })
    };
    let (row, own) = (arguments("row"), arguments("jacobian")?);
    let names = ["row", "jacobian", "cfg_attr", "doc"];
    attributes.retain(|one| !names.iter().any(|name| one.path().is_ident(name)));
    Some((row, own))
}

/// The name of the function that the row is of.
fn target(item: &syn::Item) -> String {
    if let syn::Item::Fn(function) = item {
        return function.sig.ident.to_string();
    }
    let mut found = Marked(None);
    found.visit_item(item);
    found.0.expect("a function with an attribute")
}

/// The function with an attribute in a module.
struct Marked(Option<String>);

impl Marked {
    fn see(&mut self, attributes: &[syn::Attribute], signature: &syn::Signature) {
        if attributes.iter().any(|one| one.path().is_ident("jacobian")) {
            self.0 = Some(signature.ident.to_string());
        }
    }
}

impl Visit<'_> for Marked {
    fn visit_item_fn(&mut self, function: &syn::ItemFn) {
        self.see(&function.attrs, &function.sig);
    }

    fn visit_impl_item_fn(&mut self, function: &syn::ImplItemFn) {
        self.see(&function.attrs, &function.sig);
    }
}

/// Adds options to the attributes in a module.
struct Ask<'a>(&'a str);

impl VisitMut for Ask<'_> {
    fn visit_attribute_mut(&mut self, attribute: &mut syn::Attribute) {
        if attribute.path().is_ident("jacobian") {
            let own = match &attribute.meta {
                syn::Meta::List(list) => list.tokens.clone(),
                _ => TokenStream::new(),
            };
            let options = with_options(&own, self.0);
            *attribute = parse_quote!(#[jacobian(#options)]);
        }
    }
}

fn with_options(own: &TokenStream, options: &str) -> TokenStream {
    let options: TokenStream = options.parse().expect("options");
    let comma = (!own.is_empty()).then(|| quote!(,));
    quote!(#own #comma #options)
}

/// The item with these options.
fn asking(item: &syn::Item, own: &TokenStream, options: &str) -> TokenStream {
    let mut item = item.clone();
    let own = if let syn::Item::Mod(_) = item {
        Ask(options).visit_item_mut(&mut item);
        own.clone()
    } else {
        // Prefixes of further attributes are not those of the row.
        let has_prefix = own.to_string().contains("prefix");
        let none = TokenStream::new();
        with_options(if has_prefix { &none } else { own }, options)
    };
    quote!(#[jacobian(#own)] #item)
}

/// The text that the macro makes of the item with these options.
fn expanded(item: &syn::Item, own: &TokenStream, options: &str) -> String {
    let mut asking: syn::Item = syn::parse2(asking(item, own, options)).expect("an item");
    let (_, own) = take_attributes(&mut asking).expect("its own attribute");
    jacobian_core::expand(own, asking.into_token_stream()).to_string()
}

/// The first message in an expansion.
fn message(expansion: &str) -> Option<String> {
    let (_, message) = expansion.split_once("compile_error")?;
    Some(message.chars().take(150).collect())
}

/// The number of rows, as the pattern of the Jacobian states it.
fn n_rows(name: &str, expansion: &str) -> String {
    let pattern = format!("const {}_PATTERN :", name.to_uppercase());
    let (_, pattern) = expansion.split_once(&pattern).expect("a pattern");
    let (_, rows) = pattern.split_once(":: new (").expect("a pattern");
    rows.split(',').next().expect("a number").trim().to_owned()
}
