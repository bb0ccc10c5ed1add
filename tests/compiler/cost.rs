//! The constant `_COST` is exact: expansions are compiled again with a counting scalar, and run.
//!
//! ```text
//! expand(f)        --f64 becomes Counted--> mod derivative { f_update_into, F_COST }
//! expand_value(f)  --f64 becomes Counted--> mod value { f_update_into }
//!
//! operations of derivative::f_update_into - operations of value::f_update_into == F_COST
//! ```
//!
//! The plan is not interpreted. We compile the tokens that a user's crate would compile, with
//! another scalar and a runtime that counts. One generated program has every function of the corpus
//! and of tests/compiler/counting/functions.rs under several orders and foldings, so that cargo
//! runs once.
//!
//! Literals become `Counted(..)`. Constant items of a body are left out, because the expansion
//! knows them.

use crate::sources::Attributed;
use crate::{campaign, scratch, sources};
use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};

const OPTIONS: &[&str] = &[
    "order = enhanced_markowitz",
    "order = reverse, fma = never",
    "order = forward, fold = none",
    "order = markowitz, fold = full",
    "order = enhanced_markowitz, fold = trees, fma = always",
];

#[test]
fn stated_costs_are_what_the_emitted_code_executes() {
    let functions = functions();
    assert!(
        functions.len() > 35,
        "the corpus has shrunk to {}",
        functions.len()
    );
    let mut modules = TokenStream::new();
    let mut comparisons = Vec::new();
    for (position, function) in functions.iter().enumerate() {
        for (index, options) in OPTIONS.iter().enumerate() {
            if !campaign::is_full() && index != position % OPTIONS.len() {
                continue;
            }
            let module = format_ident!("{}_{index}", function.name);
            modules.extend(modules_of(function, options, &module));
            comparisons.push(comparison(function, options, &module, &quote!(agree)));
        }
    }
    // One set of options each.
    let mut domains = sources::domains();
    domains.retain(is_counted);
    let domains = domains.iter().enumerate();
    for (index, function) in domains.step_by(campaign::size(3, 1)) {
        let options = OPTIONS[index % OPTIONS.len()];
        let module = format_ident!("{}_{index}", function.name);
        modules.extend(modules_of(function, options, &module));
        comparisons.push(comparison(function, options, &module, &check(function)));
    }
    for (position, function) in loops().iter().enumerate() {
        for (index, options) in OPTIONS.iter().enumerate() {
            if campaign::is_full() || index == position % OPTIONS.len() {
                let module = format_ident!("{}_{index}", function.name);
                modules.extend(modules_of(function, options, &module));
                comparisons.push(comparison(function, options, &module, &quote!(thrice)));
            }
        }
    }
    for (items, call) in further(&functions) {
        modules.extend(items);
        comparisons.push(call);
    }
    let count = comparisons.len();
    let least = campaign::size(35 + 28, 35 * OPTIONS.len() + 160);
    assert!(count > least, "only {count} comparisons");
    let report = run(&program(&modules, &comparisons));
    assert_eq!(report, format!("{count} compared\n"));
}

/// Modules and comparisons of Hessians, normal equations, and products.
fn further(functions: &[Attributed]) -> Vec<(TokenStream, TokenStream)> {
    let mut all = Vec::new();
    for function in functions.iter().step_by(campaign::size(12, 1)) {
        let module = format_ident!("{}_hessian", function.name);
        all.push(Further::hessian().of(function, &module));
    }
    let residuals = functions.iter().filter(|function| returns_list(function));
    for (position, function) in residuals.enumerate().step_by(campaign::size(7, 1)) {
        let option = ["normal", "normal(diagonal)", "normal(sqrt_information)"][position % 3];
        let module = format_ident!("{}_normal", function.name);
        all.push(Further::normal(option).of(function, &module));
    }
    let rest = functions.iter().skip(3).step_by(campaign::size(9, 1));
    for (number, function) in rest.enumerate() {
        let module = format_ident!("{}_product", function.name);
        all.push(Further::product(number).of(function, &module));
    }
    all
}

/// The modules as a program that makes the comparisons.
fn program(modules: &TokenStream, comparisons: &[TokenStream]) -> TokenStream {
    let structs = sources::structs();
    let structs = structs.iter().map(counted_struct);
    quote! {
        #![allow(warnings)]
        mod counting;
        use counting::{Counted, Sample};
        #(#structs)*
        #modules
        fn main() {
            let agreed = [#(#comparisons),*];
            println!("{} compared", agreed.len());
            std::process::exit(i32::from(agreed.contains(&false)));
        }
    }
}

/// Whether the generated program can make arguments for a function of the domains and defines all
/// its names.
fn is_counted(function: &Attributed) -> bool {
    let text = function.item.to_string();
    if ["consts", "format !"]
        .iter()
        .any(|name| text.contains(name))
    {
        return false;
    }
    let item: syn::ItemFn = syn::parse2(function.item.clone()).expect("a function");
    let is_sampled = |input: &syn::FnArg| {
        let text = input.to_token_stream().to_string();
        let (_, ty) = text.split_once(':').unwrap_or_default();
        let rest = ["f64", "mut"]
            .iter()
            .fold(ty.to_owned(), |ty, word| ty.replace(word, ""));
        !rest.chars().any(char::is_alphabetic)
    };
    item.sig.inputs.iter().all(is_sampled)
}

/// Whether a function returns more than one number.
fn returns_list(function: &Attributed) -> bool {
    let item: syn::ItemFn = syn::parse2(function.item.clone()).expect("a function");
    let returned = item.sig.output.to_token_stream().to_string();
    !["-> f64", "-> f32", "-> Result < f64"]
        .iter()
        .any(|one| returned.starts_with(one))
}

/// The corpus, and functions for cases that it does not cover.
fn functions() -> Vec<Attributed> {
    let more = written(include_str!("counting/functions.rs"));
    sources::corpus().into_iter().chain(more).collect()
}

/// Functions whose loops run three times.
fn loops() -> Vec<Attributed> {
    written(include_str!("counting/loops.rs"))
}

fn written(text: &str) -> Vec<Attributed> {
    let file = syn::parse_file(text).expect("functions");
    let functions = file.items.into_iter().filter_map(|item| match item {
        syn::Item::Fn(function) => Some(Attributed {
            name: function.sig.ident.to_string(),
            arguments: quote!(wrt(x)),
            item: function.into_token_stream(),
            from: None,
        }),
        _ => None,
    });
    functions.collect()
}

/// The two modules of one function under one set of options.
fn modules_of(function: &Attributed, options: &str, module: &syn::Ident) -> TokenStream {
    let arguments = arguments(function, options);
    let expanded = jacobian_core::expand(arguments.clone(), function.item.clone());
    let value = jacobian_core::expand_value(arguments, &function.item)
        .unwrap_or_else(|error| panic!("{}: {error}", function.name));
    let update = format!("{}_update_into", function.name);
    let upper = function.name.to_uppercase();
    let wanted = [
        update.clone(),
        format!("{upper}_NNZ"),
        format!("{upper}_COST"),
    ];
    let derivative = items(expanded, &wanted, &function.name);
    let value = items(value, &[update], &function.name);
    quote! {
        mod #module {
            pub mod derivative { use super::super::*; #derivative }
            pub mod value { use super::super::*; #value }
        }
    }
}

fn arguments(function: &Attributed, options: &str) -> TokenStream {
    let own = &function.arguments;
    let separator = if own.is_empty() { "" } else { "," };
    let text = format!("{own} {separator} crate = crate::counting, {options}");
    text.parse().expect("arguments")
}

/// The items of these names over the counting scalar, visible to the comparison, and the chunks of
/// long functions.
fn items(tokens: TokenStream, wanted: &[String], name: &str) -> TokenStream {
    let file: syn::File = syn::parse2(tokens).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut chunks = TokenStream::new();
    let found: Vec<TokenStream> =
        file.items
            .into_iter()
            .filter_map(|item| match item {
                syn::Item::Fn(mut function) if wanted.contains(&function.sig.ident.to_string()) => {
                    function.vis = syn::parse_quote!(pub);
                    function.attrs.clear();
                    function.block.stmts.retain(|statement| {
                        !matches!(statement, syn::Stmt::Item(syn::Item::Const(_)))
                    });
                    Some(function.into_token_stream())
                }
                syn::Item::Const(mut constant) if wanted.contains(&constant.ident.to_string()) => {
                    constant.vis = syn::parse_quote!(pub);
                    constant.attrs.clear();
                    Some(constant.into_token_stream())
                }
                syn::Item::Mod(mut module) => {
                    let scalar = syn::parse_quote!(
                        use crate::counting::Counted;
                    );
                    let (_, inside) = module.content.as_mut().expect("a module written out");
                    inside.insert(0, scalar);
                    module.to_tokens(&mut chunks);
                    None
                }
                _ => None,
            })
            .collect();
    assert_eq!(found.len(), wanted.len(), "{name} lacks one of {wanted:?}");
    found.into_iter().chain([chunks]).map(counted).collect()
}

/// Functions with branches state the most of any path, and the sample takes one of them.
fn check(function: &Attributed) -> TokenStream {
    let text = function.item.to_string();
    if ["if ", "match "].iter().any(|word| text.contains(word)) {
        quote!(within)
    } else {
        quote!(agree)
    }
}

/// What an option adds beside the Jacobian: the end of the function's name, a part of the names of
/// constants, whether an array has a constant for its length, and the arguments behind the place
/// for the value.
struct Further {
    option: &'static str,
    into: &'static str,
    constants: &'static str,
    has_length: bool,
    targets: TokenStream,
}

impl Further {
    fn hessian() -> Self {
        Self {
            option: "hessian",
            into: "with_hessian_into",
            constants: "HESSIAN",
            has_length: true,
            targets: quote!(&mut [Counted(0.0); _], &mut [Counted(0.0); _],),
        }
    }

    fn normal(option: &'static str) -> Self {
        Self {
            option,
            into: "with_normal_into",
            constants: "NORMAL",
            has_length: true,
            targets: quote!(
                &mut [Counted(0.0); _],
                &mut [Counted(0.0); _],
                &mut [Counted(0.0); _],
            ),
        }
    }

    /// One of the products with a vector.
    fn product(number: usize) -> Self {
        let (option, into, constants) = [
            ("jvp", "jvp_into", "JVP"),
            ("vjp", "vjp_into", "VJP"),
            ("hvp", "hvp_into", "HVP"),
        ][number % 3];
        let gradient = (option == "hvp").then(|| quote!(&mut [Counted(0.0); _],));
        Self {
            option,
            into,
            constants,
            has_length: false,
            targets: quote!(#gradient &mut [Counted(0.0); _],),
        }
    }

    /// The modules of a function and its derivative, and the comparison.
    fn of(&self, function: &Attributed, module: &syn::Ident) -> (TokenStream, TokenStream) {
        let arguments = arguments(function, self.option);
        let expanded = jacobian_core::expand(arguments.clone(), function.item.clone());
        let text = expanded.to_string();
        let vectors = ["w_in :", "dx_in :", "weights_in :"].into_iter();
        let vectors = vectors.filter(|name| text.contains(*name));
        let vectors = vectors.map(|_| quote!(&[Counted(0.5); _],));
        let weights: TokenStream = vectors.collect();
        let root = text.contains("sqrt_information_in :");
        let root = root.then(|| quote!(&[[Counted(0.5); _]; _],));
        let value = jacobian_core::expand_value(arguments, &function.item)
            .unwrap_or_else(|error| panic!("{}: {error}", function.name));
        let update = format_ident!("{}_update_into", function.name);
        let into = format_ident!("{}_{}", function.name, self.into);
        let upper = function.name.to_uppercase();
        let cost = format_ident!("{upper}_{}_COST", self.constants);
        let mut wanted = vec![cost.to_string(), into.to_string()];
        if self.has_length {
            wanted.push(format!("{upper}_NNZ"));
            wanted.push(format!("{upper}_{}_NNZ", self.constants));
        }
        let derivative = items(expanded, &wanted, &function.name);
        let value = items(value, &[update.to_string()], &function.name);
        let modules = quote! {
            mod #module {
                pub mod derivative { use super::super::*; #derivative }
                pub mod value { use super::super::*; #value }
            }
        };
        let Call {
            declare,
            arguments,
            pass,
        } = Call::of(function);
        let check = check(function);
        let name = format!("{} of {}", self.option, function.name);
        let targets = &self.targets;
        let comparison = quote! {
            counting::#check(#name, #module::derivative::#cost, || {
                #declare
                let _ = #module::value::#update(#arguments #pass);
            }, || {
                #declare
                let _ = #module::derivative::#into(#arguments #weights #root #pass #targets);
            })
        };
        (modules, comparison)
    }
}

/// The parts of a call of a generated function.
struct Call {
    /// Samples of the parameters, and a place for the value.
    declare: TokenStream,
    /// The user's own parameters.
    arguments: TokenStream,
    /// The place for the value.
    pass: TokenStream,
}

impl Call {
    fn of(function: &Attributed) -> Self {
        let parsed: syn::ItemFn = syn::parse2(function.item.clone()).expect("a function");
        let (declarations, arguments): (Vec<_>, Vec<_>) =
            parsed.sig.inputs.iter().enumerate().map(argument).unzip();
        let (declare, pass) = match returned(&parsed.sig.output) {
            Some(ty) => (
                quote!(let mut value = <#ty as Sample>::sample();),
                quote!(&mut value,),
            ),
            None => (TokenStream::new(), TokenStream::new()),
        };
        Self {
            declare: quote!(#(#declarations)* #declare),
            arguments: quote!(#(#arguments,)*),
            pass,
        }
    }
}

/// `counting::agree("name", COST, || value call, || derivative call)`
fn comparison(
    function: &Attributed,
    options: &str,
    module: &syn::Ident,
    check: &TokenStream,
) -> TokenStream {
    let update = format_ident!("{}_update_into", function.name);
    let upper = function.name.to_uppercase();
    let (nnz, cost) = (format_ident!("{upper}_NNZ"), format_ident!("{upper}_COST"));
    let Call {
        declare,
        arguments,
        pass,
    } = Call::of(function);
    let call = |which: TokenStream, more: TokenStream| {
        quote! { || {
            #declare
            let mut entries = [Counted(0.0); #module::derivative::#nnz];
            let _ = #module::#which::#update(#arguments #pass #more);
        } }
    };
    let (value, derivative) = (
        call(quote!(value), quote!()),
        call(quote!(derivative), quote!(&mut entries)),
    );
    let name = format!("{} with {options}", function.name);
    quote!(counting::#check(#name, #module::derivative::#cost, #value, #derivative))
}

/// A sample for a parameter, and how it is passed.
fn argument((position, input): (usize, &syn::FnArg)) -> (TokenStream, TokenStream) {
    let syn::FnArg::Typed(typed) = input else {
        panic!("methods are not counted")
    };
    let name = format_ident!("argument_{position}");
    let (ty, pass) = match &*typed.ty {
        syn::Type::Reference(reference) => {
            let mutability = &reference.mutability;
            (&*reference.elem, quote!(&#mutability #name))
        }
        other => (other, quote!(#name)),
    };
    let ty = counted(ty.into_token_stream());
    (quote!(let mut #name = <#ty as Sample>::sample();), pass)
}

/// The type of the value, out of its `Result`.
fn returned(output: &syn::ReturnType) -> Option<TokenStream> {
    let syn::ReturnType::Type(_, ty) = output else {
        return None;
    };
    let inner = match &**ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .and_then(|last| match &last.arguments {
                syn::PathArguments::AngleBracketed(list) => {
                    list.args.first().map(ToTokens::to_token_stream)
                }
                _ => None,
            }),
        _ => None,
    };
    Some(counted(inner.unwrap_or_else(|| ty.into_token_stream())))
}

/// A struct of the corpus, its numbers counted, with a sample of it.
fn counted_struct(item: &syn::ItemStruct) -> TokenStream {
    let (name, fields) = (
        &item.ident,
        item.fields
            .iter()
            .map(|field| &field.ident)
            .collect::<Vec<_>>(),
    );
    quote! {
        #[derive(Clone, Copy)]
        pub struct #name { #(#fields: Counted),* }
        impl Sample for #name {
            fn sample() -> Self { Self { #(#fields: Sample::sample()),* } }
        }
    }
}

/// The tokens with `f64`, `f32` and literals of them replaced by the counting scalar.
fn counted(tokens: TokenStream) -> TokenStream {
    let mut replaced: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(name) if name == "f64" || name == "f32" => {
                // `::core::primitive::f64` is eight tokens.
                if replaced.len() >= 7 && replaced[replaced.len() - 3].to_string() == "primitive" {
                    replaced.truncate(replaced.len() - 8);
                }
                replaced.push(TokenTree::Ident(format_ident!("Counted")));
            }
            TokenTree::Literal(literal) => replaced.extend(counted_literal(literal)),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), counted(group.stream()));
                inner.set_span(group.span());
                replaced.push(TokenTree::Group(inner));
            }
            other => replaced.push(other),
        }
    }
    replaced.into_iter().collect()
}

fn counted_literal(literal: Literal) -> Vec<TokenTree> {
    match syn::Lit::new(literal.clone()) {
        syn::Lit::Float(float) => {
            let number: f64 = float.base10_parse().expect("a number");
            let digits = Literal::f64_suffixed(number).into_token_stream();
            let call = Group::new(Delimiter::Parenthesis, digits);
            vec![
                TokenTree::Ident(format_ident!("Counted")),
                TokenTree::Group(call),
            ]
        }
        _ => vec![TokenTree::Literal(literal)],
    }
}

/// Builds and runs the program, and returns its output.
fn run(program: &TokenStream) -> String {
    let scratch = scratch::Crate::new("cost", "");
    scratch.write("src/counting.rs", include_str!("counting/scalar.rs"));
    scratch.write("src/main.rs", &program.to_string());
    scratch.run()
}
