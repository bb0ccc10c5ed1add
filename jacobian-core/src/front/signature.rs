//! The signature: which parameters are independents, which are outputs, what is returned.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};

use crate::diag::Diagnostics;
use crate::interface::{Interface, LengthCheck, Parameter, Returned, Shape, Wrapper};
use crate::ir::Precision;

use super::arguments::Arguments;
use super::messages;

/// A signature that can be differentiated.
#[derive(Debug)]
pub(crate) struct Signature {
    pub(crate) interface: Interface,
    /// Patterns of parameters that are not plain names.
    pub(crate) patterns: Vec<Option<syn::Pat>>,
    /// The order of the columns, by position among the parameters.
    columns: Vec<usize>,
    /// Whether the type of the result spells its shape.
    pub(crate) shape_is_declared: bool,
    /// Parameters whose type is not recognized, unless `wrt` says what is active.
    pub(crate) suspects: Vec<String>,
}

impl Signature {
    /// Understands the signature, or reports why not.
    pub(crate) fn understand(
        function: &syn::ItemFn,
        arguments: &Arguments,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        refuse_modifiers(&function.sig, diagnostics);
        let mut reader = Reader {
            arguments,
            diagnostics,
        };
        let (parameters, patterns) = reader.parameters(&function.sig);
        let (returned, shape_is_declared) = reader.returned(&function.sig.output);
        let columns = reader.columns(&parameters);
        if columns.is_empty() && reader.diagnostics.is_empty() {
            reader
                .diagnostics
                .error_at(&function.sig.ident, messages::NOTHING_ACTIVE);
        }
        let has_output = parameters
            .iter()
            .any(|parameter| parameter.output.is_some());
        if returned.value.is_none() && !has_output && reader.diagnostics.is_empty() {
            reader
                .diagnostics
                .error_at(&function.sig.ident, messages::NO_RESULT);
        }
        let precision = reader.precision(&parameters, &columns);
        let suspects = reader.suspects(&parameters);
        if arguments.function_struct.is_some() {
            reader.refuse_struct(function, returned.wrapper);
        }
        if !reader.diagnostics.is_empty() {
            return None;
        }
        let interface = interface(
            function, arguments, parameters, returned, precision, &columns,
        );
        Some(Self {
            interface,
            patterns,
            columns,
            shape_is_declared,
            suspects,
        })
    }

    /// The independents in the order of their columns.
    pub(crate) fn independent_parameters(&self) -> impl Iterator<Item = &Parameter> {
        self.columns
            .iter()
            .map(|position| &self.interface.parameters[*position])
    }
}

fn interface(
    function: &syn::ItemFn,
    arguments: &Arguments,
    mut parameters: Vec<Parameter>,
    returned: Returned,
    precision: Precision,
    columns: &[usize],
) -> Interface {
    for (position, parameter) in parameters.iter_mut().enumerate() {
        if !columns.contains(&position) {
            parameter.independent = None;
        }
    }
    let independents = columns
        .iter()
        .flat_map(|position| input_places(&parameters[*position]))
        .collect();
    let length_checks = parameters
        .iter()
        .filter(|parameter| is_slice(&parameter.ty))
        .filter_map(|parameter| {
            let Shape::Array(length, _) = parameter
                .independent
                .as_ref()
                .or(parameter.output.as_ref())?
            else {
                return None;
            };
            Some(LengthCheck {
                name: parameter.name.clone(),
                length: *length,
            })
        });
    let signature = &function.sig;
    let prefix = arguments.prefix.as_ref().unwrap_or(&signature.ident);
    Interface {
        name: signature.ident.clone(),
        prefix: syn::ext::IdentExt::unraw(prefix).to_string(),
        span: prefix.span(),
        visibility: function.vis.clone(),
        attributes: carried(
            &function.attrs,
            &["cfg", "deprecated", "allow", "warn", "expect"],
        ),
        inline: carried(&function.attrs, &["inline"]),
        generics: signature.generics.clone(),
        receiver: signature.receiver().cloned(),
        is_method: signature.receiver().is_some() || mentions_self(function),
        length_checks: length_checks.collect(),
        constant_checks: arguments.consts.clone(),
        columns: columns
            .iter()
            .map(|position| parameters[*position].name.clone())
            .collect(),
        independents,
        parameters,
        returned,
        precision,
        opaques: Vec::new(),
        items: Vec::new(),
        runtime: arguments.runtime.clone(),
        function_struct: arguments.function_struct.clone(),
        jvp: arguments.jvp,
        vjp: arguments.vjp,
    }
}

fn refuse_modifiers(signature: &syn::Signature, diagnostics: &mut Diagnostics) {
    if let syn::Safety::Unsafe(token) = &signature.safety {
        diagnostics.error_at(token, messages::UNSAFE);
    }
    if let Some(token) = &signature.asyncness {
        diagnostics.error_at(token, messages::ASYNC);
    }
    if let Some(variadic) = &signature.variadic {
        diagnostics.error_at(variadic, messages::VARIADIC);
    }
    for parameter in &signature.generics.params {
        if !matches!(parameter, syn::GenericParam::Lifetime(_)) {
            diagnostics.error_at(parameter, messages::GENERIC);
        }
    }
}

struct Reader<'a> {
    arguments: &'a Arguments,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn parameters(
        &mut self,
        signature: &syn::Signature,
    ) -> (Vec<Parameter>, Vec<Option<syn::Pat>>) {
        let mut parameters = Vec::new();
        let mut patterns = Vec::new();
        for input in &signature.inputs {
            let syn::FnArg::Typed(typed) = input else {
                continue;
            };
            if matches!(&*typed.ty, syn::Type::ImplTrait(_)) {
                self.diagnostics.error_at(&typed.ty, messages::IMPL_TRAIT);
            }
            let (name, mutability, pattern) = match &*typed.pat {
                syn::Pat::Ident(name) if name.subpat.is_none() => {
                    (name.ident.clone(), name.mutability, None)
                }
                pattern => {
                    let name = format_ident!("arg_{}", parameters.len(), span = Span::mixed_site());
                    (name, None, Some(pattern.clone()))
                }
            };
            let parameter = self.parameter(name, &typed.ty);
            parameters.push(Parameter {
                mutability,
                ..parameter
            });
            patterns.push(pattern);
        }
        let named: Vec<String> = parameters
            .iter()
            .map(|parameter| parameter.name.to_string())
            .collect();
        for (name, _) in &self.arguments.dims {
            if !named.contains(&name.to_string()) {
                self.diagnostics
                    .error(name.span(), &messages::no_such_parameter(&name.to_string()));
            }
        }
        (parameters, patterns)
    }

    fn parameter(&mut self, name: Ident, ty: &syn::Type) -> Parameter {
        let shape = match self.arguments.dim(&name) {
            Some(shape) => Some(shape.clone()),
            None => self.shape(behind_reference(ty)),
        };
        let is_output =
            matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_some());
        let (independent, output) = if is_output {
            (None, shape)
        } else {
            (shape, None)
        };
        Parameter {
            name,
            mutability: None,
            ty: ty.clone(),
            independent,
            output,
        }
    }

    /// The shape that a type spells, where it is made of floating-point numbers.
    fn shape(&mut self, ty: &syn::Type) -> Option<Shape> {
        match ty {
            syn::Type::Path(path) => scalar(&path.path).map(|_| Shape::Scalar),
            syn::Type::Paren(inner) => self.shape(&inner.elem),
            syn::Type::Group(inner) => self.shape(&inner.elem),
            syn::Type::Array(array) => {
                let element = self.shape(&array.elem)?;
                Some(Shape::Array(self.length(&array.len)?, Box::new(element)))
            }
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
                let elements = tuple.elems.iter().map(|element| self.shape(element));
                elements.collect::<Option<Vec<Shape>>>().map(Shape::Tuple)
            }
            _ => None,
        }
    }

    /// An array length: a literal, or a constant whose value was given, or a product of such.
    fn length(&mut self, length: &syn::Expr) -> Option<usize> {
        let value = self.constant(length);
        if value.is_none() {
            self.diagnostics.error_at(
                length,
                &messages::length_not_known(&length.to_token_stream().to_string()),
            );
        }
        value.and_then(|value| usize::try_from(value).ok())
    }

    fn constant(&self, expression: &syn::Expr) -> Option<i128> {
        match expression {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            }) => int.base10_parse().ok(),
            syn::Expr::Path(path) => self.arguments.constant(&path.path),
            syn::Expr::Paren(inner) => self.constant(&inner.expr),
            syn::Expr::Group(inner) => self.constant(&inner.expr),
            syn::Expr::Block(block) => match block.block.stmts.as_slice() {
                [syn::Stmt::Expr(inner, None)] => self.constant(inner),
                _ => None,
            },
            syn::Expr::Binary(binary) => {
                let (left, right) = (self.constant(&binary.left)?, self.constant(&binary.right)?);
                super::integers::combine(&binary.op, left, right)
            }
            _ => None,
        }
    }

    /// Which parameters are independents, in the order of their columns.
    fn columns(&mut self, parameters: &[Parameter]) -> Vec<usize> {
        let Some(wrt) = &self.arguments.wrt else {
            let active = |position: &usize| parameters[*position].independent.is_some();
            return (0..parameters.len()).filter(active).collect();
        };
        let mut columns = Vec::new();
        for name in wrt {
            let position = parameters
                .iter()
                .position(|parameter| parameter.name == *name);
            match position.map(|position| (position, &parameters[position])) {
                None => self
                    .diagnostics
                    .error(name.span(), &messages::no_such_parameter(&name.to_string())),
                Some((_, parameter)) if parameter.output.is_some() => {
                    self.diagnostics
                        .error(name.span(), messages::OUTPUT_AS_INDEPENDENT);
                }
                Some((_, parameter)) if parameter.independent.is_none() => {
                    self.diagnostics.error(
                        name.span(),
                        &messages::not_an_independent(&name.to_string()),
                    );
                }
                Some((position, _)) if columns.contains(&position) => {
                    self.diagnostics
                        .error(name.span(), &messages::given_twice(&name.to_string()));
                }
                Some((position, _)) => columns.push(position),
            }
        }
        columns
    }

    fn precision(&mut self, parameters: &[Parameter], columns: &[usize]) -> Precision {
        let mut found: Option<Precision> = None;
        for parameter in columns.iter().map(|position| &parameters[*position]) {
            // An alias spells no scalar; it takes the type of the others, else `f64`.
            let Some(precision) = precision_of(&parameter.ty) else {
                continue;
            };
            if found.is_some_and(|found| found != precision) {
                self.diagnostics
                    .error_at(&parameter.ty, messages::MIXED_SCALARS);
            }
            found = Some(precision);
        }
        found.unwrap_or_default()
    }

    /// Parameters that may be active for all we know. A slice of numbers is; its length must be said.
    fn suspects(&mut self, parameters: &[Parameter]) -> Vec<String> {
        if self.arguments.wrt.is_some() {
            return Vec::new();
        }
        let mut suspects = Vec::new();
        for Parameter { name, ty, .. } in parameters
            .iter()
            .filter(|parameter| is_unrecognized(parameter))
        {
            if is_slice(ty) && precision_of(ty).is_some() {
                self.diagnostics
                    .error_at(ty, &messages::shape_unknown(&name.to_string()));
            }
            suspects.push(name.to_string());
        }
        suspects
    }

    /// A struct stands for a free function of values and references that cannot fail.
    fn refuse_struct(&mut self, function: &syn::ItemFn, wrapper: Wrapper) {
        let reason = if function.sig.receiver().is_some() || mentions_self(function) {
            "it is a method"
        } else if wrapper != Wrapper::Plain {
            "it can fail"
        } else if !function.sig.generics.params.is_empty() {
            "it has lifetime parameters"
        } else {
            return;
        };
        self.diagnostics
            .error_at(&function.sig.ident, &messages::struct_impossible(reason));
    }

    fn returned(&mut self, output: &syn::ReturnType) -> (Returned, bool) {
        let nothing = |declared| Returned {
            value: None,
            shape: Shape::Tuple(Vec::new()),
            wrapper: Wrapper::Plain,
            declared,
        };
        let syn::ReturnType::Type(_, declared) = output else {
            return (nothing(None), true);
        };
        let (wrapper, inner) = unwrap(declared);
        if matches!(&inner, syn::Type::Tuple(tuple) if tuple.elems.is_empty()) {
            return (
                Returned {
                    wrapper,
                    ..nothing(Some((**declared).clone()))
                },
                true,
            );
        }
        if matches!(
            inner,
            syn::Type::ImplTrait(_) | syn::Type::Never(_) | syn::Type::Reference(_)
        ) {
            let found = inner.to_token_stream().to_string();
            self.diagnostics
                .error_at(&inner, &messages::result_type(&found));
        }
        let shape = self.shape(&inner);
        if shape.is_none() && is_other_primitive(&inner) {
            let found = inner.to_token_stream().to_string();
            self.diagnostics
                .error_at(&inner, &messages::result_type(&found));
        }
        let is_declared = shape.is_some();
        let shape = shape.unwrap_or(Shape::Scalar);
        (
            Returned {
                value: Some(inner),
                shape,
                wrapper,
                declared: Some((**declared).clone()),
            },
            is_declared,
        )
    }
}

/// Takes `Result<T, E>` and `Option<T>` apart.
fn unwrap(declared: &syn::Type) -> (Wrapper, syn::Type) {
    if let syn::Type::Path(path) = declared
        && let Some(last) = path.path.segments.last()
        && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(syn::GenericArgument::Type(inner)) = arguments.args.first()
    {
        match last.ident.to_string().as_str() {
            "Result" => return (Wrapper::Result, inner.clone()),
            "Option" => return (Wrapper::Option, inner.clone()),
            _ => {}
        }
    }
    (Wrapper::Plain, declared.clone())
}

fn scalar(path: &syn::Path) -> Option<Precision> {
    let last = path.segments.last()?;
    let is_primitive = path.segments.len() == 1
        || path
            .segments
            .iter()
            .any(|segment| segment.ident == "primitive");
    match last.ident.to_string().as_str() {
        "f64" if is_primitive => Some(Precision::Double),
        "f32" if is_primitive => Some(Precision::Single),
        _ => None,
    }
}

/// The scalar that the tokens of a type spell.
fn precision_of(ty: &syn::Type) -> Option<Precision> {
    fn find(tokens: TokenStream) -> Option<Precision> {
        tokens.into_iter().find_map(|token| match token {
            proc_macro2::TokenTree::Ident(name) if name == "f64" => Some(Precision::Double),
            proc_macro2::TokenTree::Ident(name) if name == "f32" => Some(Precision::Single),
            proc_macro2::TokenTree::Group(group) => find(group.stream()),
            _ => None,
        })
    }
    find(ty.to_token_stream())
}

const OTHER_PRIMITIVES: &[&str] = &[
    "bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
    "i32", "i64", "i128", "isize",
];

fn is_other_primitive(ty: &syn::Type) -> bool {
    let is_other = |name: &Ident| OTHER_PRIMITIVES.iter().any(|other| name == other);
    matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(is_other))
}

/// Neither shaped nor of a type that arithmetic on floating-point numbers excludes.
fn is_unrecognized(parameter: &Parameter) -> bool {
    fn names_other_primitive(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(name) => {
                OTHER_PRIMITIVES.iter().any(|other| name == other)
            }
            proc_macro2::TokenTree::Group(group) => names_other_primitive(group.stream()),
            _ => false,
        })
    }
    parameter.independent.is_none()
        && parameter.output.is_none()
        && !names_other_primitive(parameter.ty.to_token_stream())
}

fn behind_reference(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(reference) => behind_reference(&reference.elem),
        syn::Type::Paren(inner) => behind_reference(&inner.elem),
        syn::Type::Group(inner) => behind_reference(&inner.elem),
        other => other,
    }
}

fn is_slice(ty: &syn::Type) -> bool {
    match behind_reference(ty) {
        syn::Type::Slice(_) => true,
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "Vec"),
        _ => false,
    }
}

/// Where the scalars of an independent are read.
fn input_places(parameter: &Parameter) -> Vec<TokenStream> {
    let name = &parameter.name;
    let shape = parameter
        .independent
        .as_ref()
        .expect("invariant: columns have shapes");
    match (shape, &parameter.ty) {
        (Shape::Scalar, syn::Type::Reference(_)) => vec![quote!(*#name)],
        (shape, _) => shape.places(&quote!(#name)),
    }
}

fn carried(attributes: &[syn::Attribute], names: &[&str]) -> Vec<syn::Attribute> {
    let listed =
        |attribute: &&syn::Attribute| names.iter().any(|name| attribute.path().is_ident(name));
    attributes.iter().filter(listed).cloned().collect()
}

/// Whether the function can only stand in an `impl`: it names `self` or `Self` outside of inner items.
fn mentions_self(function: &syn::ItemFn) -> bool {
    struct Mentions(bool);
    impl Mentions {
        fn tokens(&mut self, tokens: TokenStream) {
            for token in tokens {
                match token {
                    proc_macro2::TokenTree::Ident(name) => {
                        self.0 |= name == "Self" || name == "self"
                    }
                    proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                    _ => {}
                }
            }
        }
    }
    impl<'ast> Visit<'ast> for Mentions {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.0 |= path
                .segments
                .first()
                .is_some_and(|first| first.ident == "Self" || first.ident == "self");
            visit::visit_path(self, path);
        }
        fn visit_macro(&mut self, call: &'ast syn::Macro) {
            self.tokens(call.tokens.clone());
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut mentions = Mentions(function.sig.receiver().is_some());
    mentions.visit_signature(&function.sig);
    mentions.visit_block(&function.block);
    mentions.0
}
