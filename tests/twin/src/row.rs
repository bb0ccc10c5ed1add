//! A row of the corpus table: calls the function, its twin and the generated functions over flat
//! slices.
//!
//! ```text
//! x: &[f64]  ── Reader ──>  position: &[f64; 3], k: f64
//!            ── f ───────>  ([f64; 2], f64)
//!            ── Writer ──>  value: &mut [f64]
//! ```
//!
//! Keeps: columns in the order of `wrt`, or of declaration; rows of the returned value, then of
//! each `&mut` output, as the contract of the attribute has them.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Ident, Token, Type};

use crate::asked::Asked;
use crate::second;
use crate::twin::Lift;

/// How a parameter gets its value.
enum Source {
    /// From the flat point.
    Point,
    /// A number that `with` gives.
    Number(Expr),
    /// Anything else that `with` gives.
    Other(Expr),
    /// Written by the function.
    Output,
}

struct Parameter {
    name: Ident,
    ty: Type,
    is_reference: bool,
    source: Source,
}

/// What a closure over slices takes beside point and value, and what it passes on from that.
pub(crate) struct Further {
    /// The further parameters of the closure.
    pub(crate) parameters: TokenStream,
    /// Arguments behind those of the function, with a comma behind each.
    pub(crate) inputs: TokenStream,
    /// Arguments behind the place for the value.
    pub(crate) targets: TokenStream,
}

impl Further {
    fn entries() -> Self {
        Self {
            parameters: quote!(entries),
            inputs: TokenStream::new(),
            targets: quote!(crate::corpus::problem::array_mut(entries)),
        }
    }
}

/// Whose scalar a call is made over.
#[derive(Clone, Copy)]
enum Over {
    Plain,
    Twin,
}

/// `pub const F: Problem = ..`
pub(crate) fn row(
    function: &syn::ItemFn,
    asked: &Asked,
    arms: &[String],
) -> syn::Result<TokenStream> {
    let order = independents(function)?;
    let parameters = parameters(function, asked, order.as_deref())?;
    let name = &function.sig.ident;
    let output = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => Some(&**ty),
        syn::ReturnType::Default => None,
    };
    let call = Call {
        parameters: &parameters,
        order: order.as_deref(),
        output,
    };
    let over_twin = call.value(&format_ident!("{name}_twin"), Over::Twin);
    let twin = quote!(|x, value| crate::domains::number::run(x, value, #over_twin));
    let row = Row {
        name,
        asked,
        owner: &TokenStream::new(),
        value: &call.value(name, Over::Plain),
    };
    if let Some(options) = &asked.second {
        let each = |into: &Ident, further: &Further| Ok(call.derivative(into, further));
        return second::row(&row, options, &twin, each);
    }
    let [with, update] = ["_with_jacobian_into", "_update_into"]
        .map(|end| call.derivative(&format_ident!("{name}{end}"), &Further::entries()));
    let twins = [twin.clone(), twin.clone(), twin];
    Ok(row.problem(&twins, arms, [with, update]))
}

/// `pub const F: Problem = ..` of the function of a module, whose copies are given with what made
/// them.
pub(crate) fn module_row(
    module: &syn::ItemMod,
    function: &syn::ItemFn,
    asked: &Asked,
    arms: &[String],
    copies: Vec<(Ident, Lift)>,
) -> syn::Result<TokenStream> {
    let (name, home) = (&function.sig.ident, &module.ident);
    let constant = format_ident!("{}", name.to_string().to_uppercase());
    let owner = asked.on.as_ref().map(|ty| quote!(<#ty>::));
    let call = ModuleCall { function, asked };
    let value = call.value(home, None)?;
    let mut twins = Vec::new();
    for (copy, mut lift) in copies {
        let twin = call.value(&copy, Some(&mut lift))?;
        twins.push(quote! {
            |row_point, row_value| crate::domains::number::run(row_point, row_value, |reader, writer| { #twin })
        });
    }
    let row = Row {
        name,
        asked,
        owner: &quote!(#owner),
        value: &quote! { |row_point, row_value| {
            let reader = &mut crate::domains::number::Reader::new(row_point);
            let writer = &mut crate::domains::number::Writer::new(row_value);
            #value
        } },
    };
    let inside = if let Some(options) = &asked.second {
        let each = |into: &Ident, further: &Further| call.derivative(into, further);
        second::row(&row, options, &twins[0], each)?
    } else {
        let update = format_ident!("{name}_update_into");
        let update = call.derivative(&update, &Further::entries())?;
        row.problem(&twins, arms, [call.with_jacobian()?, update])
    };
    Ok(quote! {
        #[doc = "The row of the corpus."]
        #[allow(unused_imports, reason = "not every row names a type")]
        pub const #constant: crate::corpus::problem::Problem = {
            use #home::*;
            #inside
            #constant
        };
    })
}

/// What rows have in common.
pub(crate) struct Row<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) asked: &'a Asked,
    /// The type of a method, as a path begins with it.
    pub(crate) owner: &'a TokenStream,
    /// A closure over slices that calls the function.
    pub(crate) value: &'a TokenStream,
}

impl Row<'_> {
    /// `pub const F: Problem = ..` with closures over slices.
    fn problem(
        &self,
        twins: &[TokenStream],
        arms: &[String],
        [with, update]: [TokenStream; 2],
    ) -> TokenStream {
        let Self {
            name, owner, value, ..
        } = self;
        let Asked {
            from, at, known, ..
        } = self.asked;
        let upper = name.to_string().to_uppercase();
        let [constant, pattern, template, cost] =
            ["", "_PATTERN", "_TEMPLATE", "_COST"].map(|end| format_ident!("{upper}{end}"));
        let text = name.to_string();
        let [real, dual, paths] = twins else {
            unreachable!("three copies")
        };
        quote! {
            #[doc = "The row of the corpus."]
            pub const #constant: crate::corpus::problem::Problem = crate::corpus::problem::Problem {
                name: #text,
                from: #from,
                n: #owner #pattern.cols(),
                m: #owner #pattern.rows(),
                nnz: #owner #pattern.nnz(),
                colours: #owner #pattern.cols(),
                base: || #at[0].to_vec(),
                further: || #at[1..].iter().map(|point| point.to_vec()).collect(),
                checksums: None,
                known: &#known,
                value: #value,
                twin: crate::corpus::problem::Twin {
                    real: #real,
                    dual: #dual,
                    paths: #paths,
                    coloured: None,
                    arms: &[#(#arms),*],
                },
                expansions: &[crate::corpus::problem::Expansion {
                    label: "default",
                    pattern: &#owner #pattern,
                    template: &#owner #template,
                    cost: #owner #cost,
                    with_jacobian: #with,
                    update: #update,
                }],
            };
        }
    }
}

/// Calls of the function of a module.
struct ModuleCall<'a> {
    function: &'a syn::ItemFn,
    asked: &'a Asked,
}

impl ModuleCall<'_> {
    /// Statements that call the function in the module `home`, and write its value.
    fn value(&self, home: &Ident, mut lift: Option<&mut Lift>) -> syn::Result<TokenStream> {
        let (declare, pass) = self.arguments(lift.as_deref_mut())?;
        let function = self.name("");
        let write = self.write(lift);
        Ok(quote! {
            use #home::*;
            #declare
            let result = #function(#(#pass),*);
            #write
        })
    }

    fn with_jacobian(&self) -> syn::Result<TokenStream> {
        let (declare, pass) = self.arguments(None)?;
        let write = self.write(None);
        let (with, into) = (
            self.name("_with_jacobian"),
            self.name("_with_jacobian_into"),
        );
        let call = match self.output() {
            None => quote! {
                let result = #into(#(#pass,)* crate::corpus::problem::array_mut(entries));
            },
            Some(ty) => {
                let copy = quote! {
                    let (result, jacobian) = result;
                    entries.copy_from_slice(jacobian.values());
                };
                if inside(ty).1 {
                    quote! {
                        let result = #with(#(#pass),*).into_iter().next().map(|result| {
                            #copy
                            result
                        });
                    }
                } else {
                    quote! {
                        let result = #with(#(#pass),*);
                        #copy
                    }
                }
            }
        };
        let body = quote!(#declare #call #write);
        Ok(Self::over_slices(&quote!(entries), &body))
    }

    /// A closure over slices that calls a generated function.
    fn derivative(&self, into: &Ident, further: &Further) -> syn::Result<TokenStream> {
        let (declare, pass) = self.arguments(None)?;
        let Further {
            parameters,
            inputs,
            targets,
        } = further;
        let (function, into) = (self.name(""), self.called(into));
        let write = self.write(None);
        let call = match self.output() {
            None => quote!(let result = #into(#(#pass,)* #inputs #targets);),
            // The value is overwritten; a call of the function is the way to have one of its type.
            Some(ty) if inside(ty).1 => quote! {
                let result = #function(#(#pass),*).into_iter().next();
                let Some(mut returned) = result else {
                    return writer.nothing();
                };
                let reader = &mut crate::domains::number::Reader::new(row_point);
                #declare
                let done = #into(#(#pass,)* #inputs &mut returned, #targets);
                let result = done.into_iter().next().map(|()| returned);
            },
            Some(_) => quote! {
                let mut returned = #function(#(#pass),*);
                let reader = &mut crate::domains::number::Reader::new(row_point);
                #declare
                #into(#(#pass,)* #inputs &mut returned, #targets);
                let result = returned;
            },
        };
        let body = quote!(#declare #call #write);
        Ok(Self::over_slices(parameters, &body))
    }

    fn over_slices(parameters: &TokenStream, body: &TokenStream) -> TokenStream {
        quote! { |row_point, row_value, #parameters| {
            let reader = &mut crate::domains::number::Reader::new(row_point);
            let writer = &mut crate::domains::number::Writer::new(row_value);
            #body
        } }
    }

    fn output(&self) -> Option<&Type> {
        match &self.function.sig.output {
            syn::ReturnType::Type(_, ty) => Some(ty),
            syn::ReturnType::Default => None,
        }
    }

    /// How the function, or one generated from it, is called.
    fn name(&self, end: &str) -> TokenStream {
        self.called(&format_ident!("{}{end}", self.function.sig.ident))
    }

    fn called(&self, name: &Ident) -> TokenStream {
        if self.function.sig.receiver().is_some() {
            return quote!(this.#name);
        }
        let owner = self.asked.on.as_ref().map(|ty| quote!(<#ty>::));
        quote!(#owner #name)
    }

    /// Declarations of what is passed, and the arguments.
    fn arguments(
        &self,
        mut lift: Option<&mut Lift>,
    ) -> syn::Result<(TokenStream, Vec<TokenStream>)> {
        let (mut declare, mut pass) = (TokenStream::new(), Vec::new());
        for input in &self.function.sig.inputs {
            let (name, ty, reference) = match input {
                syn::FnArg::Receiver(_) => (format_ident!("this"), None, None),
                syn::FnArg::Typed(typed) => {
                    let syn::Pat::Ident(pattern) = &*typed.pat else {
                        return Err(syn::Error::new(
                            typed.span(),
                            "a row takes named parameters",
                        ));
                    };
                    let name = pattern.ident.clone();
                    match &*typed.ty {
                        Type::Reference(reference) => (
                            name,
                            Some((*reference.elem).clone()),
                            Some(reference.mutability.is_some()),
                        ),
                        other => (name, Some(other.clone()), None),
                    }
                }
            };
            let key = if ty.is_none() {
                format_ident!("self")
            } else {
                name.clone()
            };
            let given = self.asked.with.iter().find(|(given, _)| *given == key);
            let value = match (given, &ty) {
                (Some((_, value)), _) => lifted(value.clone(), lift.as_deref_mut()),
                (None, Some(ty)) if reference == Some(true) => {
                    lifted(parse_zero(ty)?, lift.as_deref_mut())
                }
                (None, Some(ty)) => read(ty),
                (None, None) => {
                    return Err(syn::Error::new(
                        input.span(),
                        "`with` lacks a receiver: `self = ..`",
                    ));
                }
            };
            declare.extend(quote! {
                #[allow(unused, reason = "not every value asks for the point")]
                let mut #name = {
                    let first = reader.first();
                    let mut next = || reader.next();
                    #value
                };
            });
            if ty.is_some() {
                pass.push(match reference {
                    Some(true) => quote!(&mut #name),
                    Some(false) => quote!(&#name),
                    None => quote!(#name),
                });
            }
        }
        Ok((declare, pass))
    }

    /// Writes `result`, as `rows(..)` says or as its type does, and then the outputs.
    fn write(&self, mut lift: Option<&mut Lift>) -> TokenStream {
        let outputs = self
            .function
            .sig
            .inputs
            .iter()
            .filter_map(|input| match input {
                syn::FnArg::Typed(typed) => match (&*typed.pat, &*typed.ty) {
                    (syn::Pat::Ident(name), Type::Reference(reference)) => reference
                        .mutability
                        .is_some()
                        .then(|| write(&reference.elem, &name.ident.to_token_stream())),
                    _ => None,
                },
                syn::FnArg::Receiver(_) => None,
            });
        let outputs: TokenStream = outputs.collect();
        let rows = self.asked.rows.as_ref().map(|rows| {
            let rows = rows
                .iter()
                .map(|row| lifted(row.clone(), lift.as_deref_mut()));
            let rows: Vec<TokenStream> = rows.collect();
            quote!(#(writer.put(#rows);)*)
        });
        let written = |ty: &Type| rows.clone().unwrap_or_else(|| write(ty, &quote!(result)));
        match self.output() {
            None => quote!(let () = result; #rows #outputs),
            Some(ty) => match inside(ty) {
                (inner, true) => {
                    let write = written(inner);
                    quote! {
                        let Some(result) = result.into_iter().next() else {
                            return writer.nothing();
                        };
                        #write
                        #outputs
                    }
                }
                (ty, false) => {
                    let write = written(ty);
                    quote!(#write #outputs)
                }
            },
        }
    }
}

/// The expression over the numbers of a copy.
fn lifted(mut expression: Expr, lift: Option<&mut Lift>) -> TokenStream {
    if let Some(lift) = lift {
        lift.visit_expr_mut(&mut expression);
    }
    expression.into_token_stream()
}

fn parse_zero(ty: &Type) -> syn::Result<Expr> {
    syn::parse2(zero(ty))
}

/// The names in `wrt(..)` of the attribute beside this one.
fn independents(function: &syn::ItemFn) -> syn::Result<Option<Vec<Ident>>> {
    let attribute = function
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("jacobian"));
    let attribute = attribute
        .ok_or_else(|| syn::Error::new(function.sig.span(), "`#[jacobian]` goes below `#[row]`"))?;
    let syn::Meta::List(list) = &attribute.meta else {
        return Ok(None);
    };
    let options = list.parse_args_with(Punctuated::<syn::Meta, Token![,]>::parse_terminated);
    let wrt = options
        .into_iter()
        .flatten()
        .find(|option| option.path().is_ident("wrt"));
    match wrt {
        Some(syn::Meta::List(list)) => {
            let names = list.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
            Ok(Some(names.into_iter().collect()))
        }
        _ => Ok(None),
    }
}

fn parameters(
    function: &syn::ItemFn,
    asked: &Asked,
    order: Option<&[Ident]>,
) -> syn::Result<Vec<Parameter>> {
    let parameter = |input: &syn::FnArg| {
        let refuse = || syn::Error::new(input.span(), "a row takes named parameters only");
        let syn::FnArg::Typed(typed) = input else {
            return Err(refuse());
        };
        let syn::Pat::Ident(pattern) = &*typed.pat else {
            return Err(refuse());
        };
        let name = pattern.ident.clone();
        let (ty, is_reference, is_output) = match &*typed.ty {
            Type::Reference(reference) => (
                (*reference.elem).clone(),
                true,
                reference.mutability.is_some(),
            ),
            other => (other.clone(), false, false),
        };
        let is_float = ty.to_token_stream().to_string().contains("f64");
        let given = asked.with.iter().find(|(given, _)| *given == name);
        let source = match given {
            _ if is_output => Source::Output,
            Some((_, value)) if is_float => Source::Number(value.clone()),
            Some((_, value)) => Source::Other(value.clone()),
            None if is_float && order.is_none_or(|order| order.contains(&name)) => Source::Point,
            None => return Err(syn::Error::new(name.span(), "`with` lacks a value for it")),
        };
        Ok(Parameter {
            name,
            ty,
            is_reference,
            source,
        })
    };
    function.sig.inputs.iter().map(parameter).collect()
}

struct Call<'a> {
    parameters: &'a [Parameter],
    order: Option<&'a [Ident]>,
    output: Option<&'a Type>,
}

impl Call<'_> {
    /// A closure from reader and writer, or from slices, that calls a function for its value.
    fn value(&self, function: &Ident, over: Over) -> TokenStream {
        let (declare, arguments) = self.arguments(over);
        let write = self.write_all(&quote!(result));
        let body = quote! {
            #declare
            let result = #function(#(#arguments),*);
            #write
        };
        match over {
            Over::Twin => quote!(|reader, writer| { #body }),
            Over::Plain => quote! { |x, value| {
                let reader = &mut crate::domains::number::Reader::new(x);
                let writer = &mut crate::domains::number::Writer::new(value);
                #body
            } },
        }
    }

    /// A closure over slices that calls a generated function.
    fn derivative(&self, function: &Ident, further: &Further) -> TokenStream {
        let Further {
            parameters,
            inputs,
            targets,
        } = further;
        let (declare, arguments) = self.arguments(Over::Plain);
        let returned = self.output.map(|ty| zero(inside(ty).0));
        let pass = returned.iter().map(|_| quote!(&mut returned,));
        let pass: TokenStream = pass.collect();
        let declare_returned = returned.map(|zero| quote!(let mut returned = #zero;));
        let result = match self.output.map(|ty| inside(ty).1) {
            Some(true) => quote!(done.map(|()| returned)),
            Some(false) => quote!({
                let () = done;
                returned
            }),
            None => quote!(done),
        };
        let write = self.write_all(&quote!(result));
        quote! { |x, value, #parameters| {
            let reader = &mut crate::domains::number::Reader::new(x);
            let writer = &mut crate::domains::number::Writer::new(value);
            #declare
            #declare_returned
            let done = #function(#(#arguments,)* #inputs #pass #targets);
            let result = #result;
            #write
        } }
    }

    /// Declarations of the variables that are passed, independents in their order, and the
    /// arguments.
    fn arguments(&self, over: Over) -> (TokenStream, Vec<TokenStream>) {
        let place = |parameter: &Parameter| {
            let order = self.order.unwrap_or_default();
            order.iter().position(|name| *name == parameter.name)
        };
        let mut sorted: Vec<&Parameter> = self.parameters.iter().collect();
        sorted.sort_by_key(|parameter| place(parameter));
        let declare = sorted
            .iter()
            .map(|parameter| declaration(parameter, over))
            .collect();
        let pass = |parameter: &Parameter| {
            let name = &parameter.name;
            match parameter.source {
                Source::Output => quote!(&mut #name),
                Source::Other(_) => quote!(#name),
                _ if parameter.is_reference => quote!(&#name),
                _ => quote!(#name),
            }
        };
        (declare, self.parameters.iter().map(pass).collect())
    }

    /// Writes the result, or says that there is no result, and then the outputs.
    fn write_all(&self, result: &TokenStream) -> TokenStream {
        let outputs = self
            .parameters
            .iter()
            .filter(|one| matches!(one.source, Source::Output));
        let outputs = outputs.map(|output| write(&output.ty, &output.name.to_token_stream()));
        let returned = match self.output {
            None => quote!(let () = #result;),
            Some(ty) => match inside(ty) {
                (ty, false) => write(ty, result),
                (ty, true) => {
                    let write = write(ty, &quote!(result));
                    quote! {
                        match #result.into_iter().next() {
                            Some(result) => { #write }
                            None => return writer.nothing(),
                        }
                    }
                }
            },
        };
        quote!(#returned #(#outputs)*)
    }
}

fn declaration(parameter: &Parameter, over: Over) -> TokenStream {
    let Parameter {
        name, ty, source, ..
    } = parameter;
    match (source, over) {
        (Source::Point, _) => {
            let read = read(ty);
            quote!(let #name = #read;)
        }
        (Source::Number(value), Over::Twin) => {
            let value = chosen(value);
            quote!(let #name = crate::domains::number::lift(#value);)
        }
        (Source::Number(value) | Source::Other(value), _) => {
            let value = chosen(value);
            quote!(let #name = #value;)
        }
        (Source::Output, Over::Twin) => {
            let zero = zero(ty);
            quote!(let mut #name = crate::domains::number::lift(#zero);)
        }
        (Source::Output, Over::Plain) => {
            let zero = zero(ty);
            quote!(let mut #name = #zero;)
        }
    }
}

/// The values in `with`, where `first` is the first coordinate of the point.
fn chosen(value: &Expr) -> TokenStream {
    let text = value.to_token_stream().to_string();
    if text.split_whitespace().any(|word| word == "first") {
        quote!({ let first = crate::domains::number::first(x); #value })
    } else {
        value.to_token_stream()
    }
}

/// The type within `Result<T, E>` or `Option<T>`, and whether there is one.
fn inside(ty: &Type) -> (&Type, bool) {
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && (last.ident == "Result" || last.ident == "Option")
        && let syn::PathArguments::AngleBracketed(list) = &last.arguments
        && let Some(syn::GenericArgument::Type(inner)) = list.args.first()
    {
        return (inner, true);
    }
    (ty, false)
}

fn read(ty: &Type) -> TokenStream {
    match ty {
        Type::Array(array) => {
            let (element, length) = (read(&array.elem), &array.len);
            quote!(std::array::from_fn::<_, { #length }, _>(|_| #element))
        }
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(read);
            quote!((#(#parts,)*))
        }
        _ => quote!(reader.next()),
    }
}

fn zero(ty: &Type) -> TokenStream {
    match ty {
        Type::Array(array) => {
            let (element, length) = (zero(&array.elem), &array.len);
            quote!([#element; #length])
        }
        Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(zero);
            quote!((#(#parts,)*))
        }
        _ => quote!(0.0_f64),
    }
}

fn write(ty: &Type, value: &TokenStream) -> TokenStream {
    match ty {
        Type::Array(array) => {
            let element = write(&array.elem, &quote!(element));
            quote!(for element in #value { #element })
        }
        Type::Tuple(tuple) => {
            let names: Vec<_> = (0..tuple.elems.len())
                .map(|k| format_ident!("part{k}"))
                .collect();
            let parts = tuple.elems.iter().zip(&names);
            let parts = parts.map(|(ty, name)| write(ty, &name.to_token_stream()));
            quote!(let (#(#names,)*) = #value; #(#parts)*)
        }
        _ => quote!(writer.put(#value);),
    }
}
