//! Derivatives of default methods, generated inside the trait. Its implementations are not in view.
//!
//! ```text
//! #[jacobian] trait Growth {                    trait Growth {
//!     fn rate(&self) -> f64;                        ..
//!     fn step(&self, x: f64) -> f64 {       ->      fn step_with_jacobian(&self, x: f64) -> (..)
//!         x + self.rate() * x.ln()              }
//!     }                                         enum GrowthDerivatives {}
//! }                                             impl GrowthDerivatives { STEP_NNZ, STEP_PATTERN }
//! ```
//!
//! The functions are further default methods, so every type that implements the trait has them, and
//! generic code and `dyn Growth` may call them. The constants have a type of their own, because a
//! trait with constants cannot be `dyn`.
//!
//! A type may override `step` and not know of its derivative. This cannot be seen at expansion, so
//! the functions compare their value with the method's, and panic if the two differ. A method whose
//! value cannot be compared is refused.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{ImplItem, ItemTrait, TraitItem};

use crate::front::messages;
use crate::front::methods_of_types::default_of;

use super::traits::{ServedMethod, ServedTrait};

/// A trait with what is generated for its methods.
pub(super) fn with_provided(
    item: ItemTrait,
    served: &ServedTrait,
    generate: &mut dyn FnMut(&syn::ItemFn, &ServedMethod) -> TokenStream,
) -> TokenStream {
    let mut parts = Parts::of(&item);
    for method in &served.methods {
        let Some(mut function) = default_of(&TraitItem::Fn(method.method.clone())) else {
            let name = &method.method.sig.ident;
            let refusal = syn::Error::new_spanned(name, messages::METHOD_WITHOUT_BODY);
            parts.refused.extend(refusal.into_compile_error());
            continue;
        };
        // A function without visibility would be taken for one of an `impl` of a trait.
        function.vis = syn::parse_quote!(pub);
        parts.add(generate(&function, method), method);
    }
    if parts.functions.is_empty() && parts.refused.is_empty() {
        let refusal = syn::Error::new_spanned(&item.ident, messages::NOTHING_PROVIDED);
        parts.refused.extend(refusal.into_compile_error());
    }
    parts.emitted(item)
}

/// The generated items of a trait: functions inside of it, and constants beside it.
struct Parts {
    name: proc_macro2::Ident,
    constants_of: proc_macro2::Ident,
    constants: Vec<syn::ImplItemConst>,
    functions: Vec<TokenStream>,
    /// Messages, beside the trait.
    refused: TokenStream,
}

impl Parts {
    fn of(item: &ItemTrait) -> Self {
        Self {
            name: item.ident.clone(),
            constants_of: format_ident!("{}Derivatives", item.ident),
            constants: Vec::new(),
            functions: Vec::new(),
            refused: TokenStream::new(),
        }
    }

    fn add(&mut self, generated: TokenStream, of: &ServedMethod) {
        let Ok(Items(items)) = syn::parse2(generated.clone()) else {
            self.functions.push(generated);
            return;
        };
        if let Some(message) = unchecked(&items, of) {
            let refusal = syn::Error::new_spanned(&of.method.sig.ident, message);
            self.refused.extend(refusal.into_compile_error());
            return;
        }
        let names: Vec<String> = items.iter().filter_map(name_of_function).collect();
        for item in items {
            match item {
                ImplItem::Const(constant) => self.constants.push(constant),
                ImplItem::Fn(function) => self.functions.push(in_trait(function, of, &names)),
                other => self.functions.push(other.into_token_stream()),
            }
        }
    }

    fn emitted(self, mut item: ItemTrait) -> TokenStream {
        let Self {
            name,
            constants_of,
            constants,
            functions,
            refused,
        } = self;
        let moved: Vec<String> = constants.iter().map(|one| one.ident.to_string()).collect();
        let functions = functions
            .into_iter()
            .map(|function| TraitItem::Verbatim(renamed(function, &moved, &constants_of)));
        item.items.extend(functions);
        let visibility = item.vis.clone();
        let doc = format!("The constants of the derivatives of default methods of [`{name}`].");
        let constants = constants.into_iter().map(|mut constant| {
            constant.vis = visibility.clone();
            for attribute in &mut constant.attrs {
                rename_docs(attribute, &name.to_string());
            }
            constant
        });
        let constants: Vec<_> = constants.collect();
        let beside = (!constants.is_empty()).then(|| {
            quote! {
                #[doc = #doc]
                #[allow(dead_code)]
                #visibility enum #constants_of {}
                impl #constants_of { #(#constants)* }
            }
        });
        quote!(#item #beside #refused)
    }
}

/// Items of an `impl` in a row.
struct Items(Vec<ImplItem>);

impl Parse for Items {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(input.parse()?);
        }
        Ok(Self(items))
    }
}

/// A generated function as a method of the trait. One that no `dyn` object can have is left to
/// types with a size.
fn in_trait(mut function: syn::ImplItemFn, of: &ServedMethod, generated: &[String]) -> TokenStream {
    function.vis = syn::Visibility::Inherited;
    if is_primitive(&function, generated)
        && let Some(check) = comparison(&function.sig, &of.method.sig)
    {
        let computed = &function.block;
        function.block = syn::parse_quote!({ #computed #check });
        let panics = format!(
            " # Panics\nPanics if a type overrides `{}`.",
            of.method.sig.ident
        );
        function.attrs.push(syn::parse_quote!(#[doc = ""]));
        function.attrs.push(syn::parse_quote!(#[doc = #panics]));
    }
    let generics = &function.sig.generics;
    let is_generic = |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(typed) if matches!(&*typed.ty, syn::Type::ImplTrait(_)));
    let is_for_objects = function.sig.receiver().is_some()
        && !function.sig.inputs.iter().any(is_generic)
        && generics.type_params().next().is_none()
        && generics.const_params().next().is_none();
    if !is_for_objects {
        let clause = function.sig.generics.make_where_clause();
        clause.predicates.push(syn::parse_quote!(Self: Sized));
    }
    function.into_token_stream()
}

fn name_of_function(item: &ImplItem) -> Option<String> {
    match item {
        ImplItem::Fn(function) => Some(function.sig.ident.to_string()),
        _ => None,
    }
}

/// Whether a generated function computes the value itself. All others call one that does. The value
/// is then compared with that of the method, so it must be a parameter.
fn is_primitive(function: &syn::ImplItemFn, generated: &[String]) -> bool {
    let body = function.block.to_token_stream().to_string();
    let is_called = |name: &String| body.contains(&format!(" {name} ("));
    !generated.iter().any(is_called)
}

/// Why what is generated cannot tell whether a type overrides the method.
fn unchecked(generated: &[ImplItem], of: &ServedMethod) -> Option<&'static str> {
    let names: Vec<String> = generated.iter().filter_map(name_of_function).collect();
    // Many values at once are not compared with those of the method.
    if names
        .iter()
        .any(|name| name.ends_with("_with_jacobian_points"))
    {
        return Some(messages::BATCH_IN_TRAIT);
    }
    // A function with type parameters, without which there could be no `dyn` of the trait.
    if names
        .iter()
        .any(|name| name.ends_with("_update_into_version"))
    {
        return Some(messages::DISPATCH_IN_TRAIT);
    }
    let is_served = !generated.is_empty();
    (is_served && !is_comparable(&of.method.sig)).then_some(messages::NOT_COMPARABLE)
}

/// Whether the value of a method can be compared: it is made of numbers, and the method can be
/// called a second time, because it neither takes something over nor writes to it.
fn is_comparable(own: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, result) = &own.output else {
        return false;
    };
    let is_generic = own.generics.type_params().next().is_some();
    let here = quote!(__here);
    !is_generic && agreement(result, &here, &here).is_some() && own.inputs.iter().all(is_repeatable)
}

fn is_number(ty: &syn::Type) -> bool {
    matches!(ty.to_token_stream().to_string().as_str(), "f64" | "f32")
}

/// Whether an argument can be passed twice.
fn is_repeatable(input: &syn::FnArg) -> bool {
    const COPIED: &[&str] = &["f64", "f32", "usize", "i32", "u32", "bool"];
    let syn::FnArg::Typed(typed) = input else {
        return matches!(input, syn::FnArg::Receiver(receiver)
            if matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, None)));
    };
    let is_named = matches!(&*typed.pat, syn::Pat::Ident(_));
    is_named
        && match &*typed.ty {
            syn::Type::Reference(reference) => reference.mutability.is_none(),
            syn::Type::Path(path) => (path.path.get_ident())
                .is_some_and(|name| COPIED.contains(&name.to_string().as_str())),
            syn::Type::Array(array) => is_number(&array.elem),
            _ => false,
        }
}

/// A condition that two values of a type agree. `None` if the type is not made of numbers.
///
/// They are not compared bit for bit, because LLVM may fold a call of a library in one of them, and
/// the option `fused` rounds otherwise.
fn agreement(ty: &syn::Type, own: &TokenStream, here: &TokenStream) -> Option<TokenStream> {
    match ty {
        syn::Type::Array(array) => {
            let inner = agreement(&array.elem, &quote!(__own), &quote!(__here))?;
            Some(
                quote!(::core::iter::Iterator::all(&mut ::core::iter::zip(#own, #here), |(__own, __here)| #inner)),
            )
        }
        syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().enumerate().map(|(at, ty)| {
                let at = syn::Index::from(at);
                agreement(ty, &quote!(#own.#at), &quote!(#here.#at))
            });
            let parts: Vec<TokenStream> = parts.collect::<Option<_>>()?;
            Some(quote!(#(#parts)&&*))
        }
        _ => is_number(ty).then(|| {
            let is_single = ty.to_token_stream().to_string() == "f32";
            let tolerance = if is_single {
                quote!(1e-3)
            } else {
                quote!(1e-6)
            };
            quote! {
                (#own == #here || (#own.is_nan() && #here.is_nan())
                    || (#own - #here).abs() <= #tolerance * (#own.abs() + #here.abs()))
            }
        }),
    }
}

/// Compares the value with that of the method, which a type may override.
fn comparison(generated: &syn::Signature, own: &syn::Signature) -> Option<TokenStream> {
    let syn::ReturnType::Type(_, result) = &own.output else {
        return None;
    };
    let agree = agreement(result, &quote!(__own), &quote!(__here))?;
    let names = generated.inputs.iter().take(own.inputs.len());
    let names = names.filter_map(|input| match input {
        syn::FnArg::Receiver(_) => Some(quote!(self)),
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_token_stream()),
            _ => None,
        },
    });
    // Behind the method's own parameters there may be derivatives that the caller gives.
    let mut added = generated.inputs.iter().skip(own.inputs.len());
    let value_out = added.find_map(|input| match input {
        syn::FnArg::Typed(typed) => {
            let is_value =
                matches!(&*typed.pat, syn::Pat::Ident(name) if name.ident == "value_out");
            is_value.then_some(&typed.pat)
        }
        syn::FnArg::Receiver(_) => None,
    })?;
    let (name, text) = (&own.ident, own.ident.to_string());
    let message = format!(
        "`{text}` is overridden here, so that its default method does not tell its derivative: override \
         `{text}_update_into` as well, or put the trait and its `impl`s into one `#[jacobian] mod`"
    );
    Some(quote! {
        let (__own, __here) = (Self::#name(#(#names),*), *#value_out);
        ::core::assert!(#agree, #message);
    })
}

/// The tokens with `Self::NAME` of moved constants under their new path.
fn renamed(tokens: TokenStream, moved: &[String], to: &proc_macro2::Ident) -> TokenStream {
    let parser = |input: ParseStream<'_>| {
        let mut found = TokenStream::new();
        while !input.is_empty() {
            let ahead = input.fork();
            let is_constant = ahead.parse::<syn::Token![Self]>().is_ok()
                && ahead.parse::<syn::Token![::]>().is_ok()
                && ahead
                    .parse::<proc_macro2::Ident>()
                    .is_ok_and(|name| moved.iter().any(|known| name == known));
            if is_constant {
                input.parse::<syn::Token![Self]>()?;
                found.extend(to.to_token_stream());
                continue;
            }
            match input.parse()? {
                proc_macro2::TokenTree::Group(group) => {
                    let inner = renamed(group.stream(), moved, to);
                    let mut inner = proc_macro2::Group::new(group.delimiter(), inner);
                    inner.set_span(group.span());
                    found.extend([proc_macro2::TokenTree::Group(inner)]);
                }
                other => found.extend([other]),
            }
        }
        Ok(found)
    };
    parser.parse2(tokens.clone()).unwrap_or(tokens)
}

/// Links to `Self::f` in the documentation of a constant mean the method of the trait.
fn rename_docs(attribute: &mut syn::Attribute, name: &str) {
    if let syn::Meta::NameValue(doc) = &mut attribute.meta
        && doc.path.is_ident("doc")
        && let syn::Expr::Lit(literal) = &mut doc.value
        && let syn::Lit::Str(text) = &mut literal.lit
    {
        let replaced = text.value().replace("`Self::", &format!("`{name}::"));
        *text = syn::LitStr::new(&replaced, text.span());
    }
}
