//! What is generated inside of a trait whose implementations are not in view.
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
//! in a build with debug assertions the functions compare their value with the method's.

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
        for item in items {
            match item {
                ImplItem::Const(constant) => self.constants.push(constant),
                ImplItem::Fn(function) => self.functions.push(in_trait(function, of)),
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
fn in_trait(mut function: syn::ImplItemFn, of: &ServedMethod) -> TokenStream {
    function.vis = syn::Visibility::Inherited;
    let name = function.sig.ident.to_string();
    if name.ends_with("_with_jacobian_into")
        && let Some(check) = comparison(&function.sig, &of.method.sig)
    {
        let computed = &function.block;
        function.block = syn::parse_quote!({ #computed #check });
    }
    let generics = &function.sig.generics;
    let is_for_objects = function.sig.receiver().is_some()
        && generics.type_params().next().is_none()
        && generics.const_params().next().is_none();
    if !is_for_objects {
        let clause = function.sig.generics.make_where_clause();
        clause.predicates.push(syn::parse_quote!(Self: Sized));
    }
    function.into_token_stream()
}

/// Compares the value with that of the method, which a type may override. `None` where the method
/// cannot be called a second time, because it takes something over or writes to it.
fn comparison(generated: &syn::Signature, own: &syn::Signature) -> Option<TokenStream> {
    let is_number =
        |ty: &syn::Type| matches!(ty.to_token_stream().to_string().as_str(), "f64" | "f32");
    let syn::ReturnType::Type(_, result) = &own.output else {
        return None;
    };
    let is_plain =
        is_number(result) || matches!(&**result, syn::Type::Array(array) if is_number(&array.elem));
    let is_copied = |input: &syn::FnArg| match input {
        syn::FnArg::Receiver(receiver) => {
            matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, None))
        }
        syn::FnArg::Typed(typed) => match &*typed.ty {
            syn::Type::Reference(reference) => reference.mutability.is_none(),
            syn::Type::Path(path) => path.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                matches!(
                    name.as_str(),
                    "f64" | "f32" | "usize" | "i32" | "u32" | "bool"
                )
            }),
            syn::Type::Array(array) => is_number(&array.elem),
            _ => false,
        },
    };
    let is_generic = own.generics.type_params().next().is_some();
    if !is_plain || is_generic || !own.inputs.iter().all(is_copied) {
        return None;
    }
    let names = generated.inputs.iter().take(own.inputs.len());
    let names = names.map(|input| match input {
        syn::FnArg::Receiver(_) => Some(quote!(self)),
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(name) => Some(name.ident.to_token_stream()),
            _ => None,
        },
    });
    let names: Vec<TokenStream> = names.collect::<Option<_>>()?;
    let value_out = generated.inputs.iter().nth(own.inputs.len());
    let value_out = value_out.and_then(|input| match input {
        syn::FnArg::Typed(typed) => Some(&typed.pat),
        syn::FnArg::Receiver(_) => None,
    })?;
    let (name, text) = (&own.ident, own.ident.to_string());
    let message = format!(
        "`{text}` is overridden here, so that its default method does not tell its derivative: override \
         `{text}_with_jacobian_into` as well, or put the trait and its `impl`s into one `#[jacobian] mod`"
    );
    Some(quote! {
        #[cfg(debug_assertions)]
        {
            let (__own, __here) = (Self::#name(#(#names),*), *#value_out);
            // What is not equal to itself has a NaN in it.
            ::core::assert!(__own == __here || __own != __own || __here != __here, #message);
        }
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
