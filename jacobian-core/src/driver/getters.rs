//! Getters: how code beside an item reads private fields of another module.
//!
//! ```text
//! mod sphere {
//!     pub struct Place { r: f64, .. }
//!     impl Place { pub fn r(&self) -> f64 { self.r } }
//! }
//! #[jacobian] fn pull(p: &Place) -> f64 { 1.0 / p.r().powi(2) }
//! generated: fn pull_jacobian(p: &Place) -> .. { let v0 = p.r; ..    becomes   let v0 = p.r();
//! ```
//!
//! The type of what is read is known by the parameters of the generated function, and the names of
//! types. If several structs have the name, all must have the same getter for the field.
//!
//! Invariant: only reads of numbers become calls. A getter gives a copy, and what is written into a
//! copy would be lost.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Fields, ImplItem, Item, ItemImpl, Type};

use crate::front::bound_in;
use crate::ordered::{Map, Set};

use super::private_names::is_visible;

/// The code with calls of getters in place of private fields that a module cannot read.
pub(super) fn through_getters(
    code: TokenStream,
    items: &[Item],
    modules: &[String],
) -> TokenStream {
    let mut structs = Structs::new(modules);
    structs.read(items, &mut Vec::new());
    let mut private = structs.named.iter().flat_map(|(_, named)| named);
    if !private.any(|of| of.fields.iter().any(|(_, field)| !field.is_visible)) {
        return code;
    }
    structs.read_methods(items, &mut Vec::new());
    read_through(code, &structs, &Map::new())
}

/// What a method gives: the name of a field, with the type of the value.
type Given = (String, Type);

struct Struct {
    fields: Map<String, Field>,
    /// What each method gives. `None` is one that does something else, or that the module cannot
    /// call.
    methods: Map<String, Vec<Option<Given>>>,
}

struct Field {
    is_visible: bool,
    ty: Type,
    /// Whether it is a number, so that no method changes it in place.
    is_number: bool,
    /// Whether it is a number, or of a type parameter.
    is_readable: bool,
}

/// The structs around.
struct Structs<'a> {
    from: &'a [String],
    /// The names that the module imports, and the traits that it defines.
    in_scope: Set<String>,
    /// How many traits have each name.
    traits: Map<String, usize>,
    /// The structs of each name, with their modules.
    named: Map<String, Vec<Struct>>,
    places: Map<(String, String), usize>,
}

impl<'a> Structs<'a> {
    fn new(from: &'a [String]) -> Self {
        Self {
            from,
            in_scope: Set::new(),
            traits: Map::new(),
            named: Map::new(),
            places: Map::new(),
        }
    }

    fn read(&mut self, items: &[Item], module: &mut Vec<String>) {
        for item in items {
            match item {
                Item::Mod(inner) => {
                    if let Some((_, inside)) = &inner.content {
                        module.push(inner.ident.to_string());
                        self.read(inside, module);
                        module.pop();
                    }
                }
                Item::Struct(item) => self.read_struct(item, module),
                Item::Use(import) if *module == self.from => {
                    names_in(import.to_token_stream(), &mut self.in_scope);
                }
                Item::Trait(item) => {
                    let name = item.ident.to_string();
                    *self.traits.entry(name.clone()).or_insert(0) += 1;
                    if *module == self.from {
                        self.in_scope.insert(name);
                    }
                }
                _ => {}
            }
        }
    }

    fn read_struct(&mut self, item: &syn::ItemStruct, module: &[String]) {
        let mut found = Map::new();
        let Fields::Named(fields) = &item.fields else {
            return;
        };
        for field in &fields.named {
            let Some(name) = &field.ident else { continue };
            let single = match &field.ty {
                Type::Path(path) => path.path.get_ident(),
                _ => None,
            };
            let is_number = single.is_some_and(|name| name == "f64" || name == "f32");
            let is_parameter =
                |name: &Ident| item.generics.type_params().any(|own| own.ident == *name);
            let field = Field {
                is_visible: is_visible(&field.vis, module, self.from),
                ty: field.ty.clone(),
                is_number,
                is_readable: is_number || single.is_some_and(is_parameter),
            };
            found.insert(name.to_string(), field);
        }
        let name = item.ident.to_string();
        let named = self.named.entry(name.clone()).or_default();
        self.places.insert((module.join("::"), name), named.len());
        named.push(Struct {
            fields: found,
            methods: Map::new(),
        });
    }

    fn read_methods(&mut self, items: &[Item], module: &mut Vec<String>) {
        for item in items {
            match item {
                Item::Mod(inner) => {
                    if let Some((_, inside)) = &inner.content {
                        module.push(inner.ident.to_string());
                        self.read_methods(inside, module);
                        module.pop();
                    }
                }
                Item::Impl(block) => self.read_block(block, module),
                _ => {}
            }
        }
    }

    /// An `impl` is taken to be in the module of its struct, because others see no private field.
    fn read_block(&mut self, block: &ItemImpl, module: &[String]) {
        let Some(of) = type_name(&block.self_ty.to_token_stream()) else {
            return;
        };
        let of_trait = block.trait_.as_ref();
        let of_trait = of_trait.and_then(|(path, _)| path.segments.last());
        let place = (module.join("::"), of.clone());
        let Some(&at) = self.places.get(&place) else {
            return;
        };
        for item in &block.items {
            let ImplItem::Fn(method) = item else { continue };
            let can_be_called = match of_trait {
                Some(of_trait) => {
                    let name = of_trait.ident.to_string();
                    self.in_scope.contains(&name) && self.traits.get(&name) == Some(&1)
                }
                None => is_visible(&method.vis, module, self.from),
            };
            let given = field_given(method).filter(|_| can_be_called);
            let named = self.named.get_mut(&of).and_then(|named| named.get_mut(at));
            if let Some(own) = named {
                let name = method.sig.ident.to_string();
                own.methods.entry(name).or_default().push(given);
            }
        }
    }

    /// The name of the type of a field, if it is one for all structs of a name.
    fn type_of(&self, of: &str, field: &str) -> Option<String> {
        let mut types = self.fields(of, field).map(|(_, field)| &field.ty);
        let first = type_name(&types.next()?.to_token_stream())?;
        let mut others = types.map(|ty| type_name(&ty.to_token_stream()));
        others
            .all(|other| other.as_ref() == Some(&first))
            .then_some(first)
    }

    fn fields(&self, of: &str, field: &str) -> impl Iterator<Item = (&Struct, &Field)> {
        let named = self.named.get(of).into_iter().flatten();
        named.filter_map(move |own| Some((own, own.fields.get(field)?)))
    }

    /// The method that reads a private field of a struct, and whether it gives a number.
    fn getter(&self, of: &str, name: &str) -> Option<(&str, bool)> {
        let mut fields = self.fields(of, name).peekable();
        let (first, _) = fields.peek()?;
        let mut methods = first.methods.iter().map(|(method, _)| method);
        let fields: Vec<_> = fields.collect();
        let gives = |method: &&String| {
            fields.iter().all(|(own, field)| {
                let all = own.methods.get(method.as_str());
                let mut all = all.into_iter().flatten().peekable();
                !field.is_visible
                    && field.is_readable
                    && all.peek().is_some()
                    && all.all(|given| {
                        let given = given.as_ref();
                        given.is_some_and(|(given, ty)| given == name && *ty == field.ty)
                    })
            })
        };
        let method = methods.find(gives)?;
        let is_number = fields.iter().all(|(_, field)| field.is_number);
        Some((method, is_number))
    }
}

/// The name of a type behind references, without its path and arguments.
fn type_name(ty: &TokenStream) -> Option<String> {
    let mut last = None;
    for token in ty.clone() {
        match token {
            TokenTree::Ident(name) => last = Some(name.to_string()),
            TokenTree::Punct(sign) if sign.as_char() == '<' => break,
            TokenTree::Punct(_) => {}
            TokenTree::Group(_) | TokenTree::Literal(_) => return None,
        }
    }
    last
}

/// The field that a method gives, and the type of its value: `fn r(&self) -> f64 { self.r }`.
fn field_given(method: &syn::ImplItemFn) -> Option<Given> {
    let signature = &method.sig;
    let takes_self = signature.inputs.len() == 1 && signature.receiver().is_some();
    let is_plain = takes_self && signature.asyncness.is_none();
    let [syn::Stmt::Expr(value, None)] = method.block.stmts.as_slice() else {
        return None;
    };
    let value = match value {
        syn::Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
            &call.receiver
        }
        other => other,
    };
    let syn::Expr::Field(field) = value else {
        return None;
    };
    let of_self = matches!(&*field.base, syn::Expr::Path(path) if path.path.is_ident("self"));
    let syn::ReturnType::Type(_, ty) = &signature.output else {
        return None;
    };
    let name = field.member.to_token_stream().to_string();
    (is_plain && of_self).then(|| (name, (**ty).clone()))
}

/// The code with these reads, inside of a function with these types of parameters. What is no read
/// of a number stays as it is, and is refused.
fn read_through(
    code: TokenStream,
    structs: &Structs<'_>,
    types: &Map<String, String>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut read = TokenStream::new();
    let mut of_function: Option<Map<String, String>> = None;
    let mut begins = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let is_list = group.delimiter() == Delimiter::Parenthesis;
                if std::mem::take(&mut begins) && is_list {
                    of_function = Some(parameters(group.stream()));
                }
                if let (Delimiter::Brace, Some(types)) = (group.delimiter(), &mut of_function) {
                    // A name that is bound again may have another type there.
                    let bound = syn::parse2(group.to_token_stream()).map(|body| bound_in(&body));
                    types.retain(|name, _| bound.as_ref().is_ok_and(|all| !all.contains(name)));
                }
                let types = of_function.as_ref().unwrap_or(types);
                let inside = read_through(group.stream(), structs, types);
                let mut inside = Group::new(group.delimiter(), inside);
                inside.set_span(group.span());
                read.extend([TokenTree::Group(inside)]);
                if group.delimiter() == Delimiter::Brace {
                    of_function = None;
                }
            }
            TokenTree::Ident(name) => {
                begins |= name == "fn";
                let types = of_function.as_ref().unwrap_or(types);
                let getter = getter_at(&tokens, at, structs, types);
                match getter {
                    Some(getter) => {
                        let method = Ident::new(getter, name.span());
                        read.extend(quote!(#method()));
                    }
                    None => read.extend([token.clone()]),
                }
            }
            token => read.extend([token.clone()]),
        }
    }
    read
}

/// The parameters of a function, with the names of their types.
fn parameters(list: TokenStream) -> Map<String, String> {
    let mut types = Map::new();
    let Ok(list) = syn::parse::Parser::parse2(
        syn::punctuated::Punctuated::<syn::FnArg, syn::Token![,]>::parse_terminated,
        list,
    ) else {
        return types;
    };
    for parameter in list {
        if let syn::FnArg::Typed(typed) = parameter
            && let Some(ty) = type_name(&typed.ty.to_token_stream())
        {
            types.insert(typed.pat.to_token_stream().to_string(), ty);
        }
    }
    types
}

/// The getter of a private field that is read there.
fn getter_at<'a>(
    tokens: &[TokenTree],
    at: usize,
    structs: &'a Structs<'_>,
    types: &Map<String, String>,
) -> Option<&'a str> {
    let mut names = vec![tokens[at].to_string()];
    let mut start = at;
    while let [.., TokenTree::Ident(base), TokenTree::Punct(dot)] = &tokens[..start]
        && dot.as_char() == '.'
    {
        names.push(base.to_string());
        start -= 2;
    }
    let is_behind =
        matches!(tokens[..start].last(), Some(TokenTree::Punct(sign)) if sign.as_char() == '.');
    let is_lent = matches!(tokens[..start].last(), Some(TokenTree::Ident(name)) if name == "mut");
    if is_behind || is_lent || names.len() < 2 {
        return None;
    }
    let mut of = types.get(&names.pop()?)?.clone();
    while names.len() > 1 {
        of = structs.type_of(&of, &names.pop()?)?;
    }
    let (getter, is_number) = structs.getter(&of, &names[0])?;
    is_read(tokens, at, is_number).then_some(getter)
}

/// Whether a field is read there: neither assigned nor changed in place.
fn is_read(tokens: &[TokenTree], at: usize, is_number: bool) -> bool {
    let sign = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(sign)) => Some((sign.as_char(), sign.spacing())),
        _ => None,
    };
    let is_assigned = match (sign(at + 1), sign(at + 2)) {
        (Some(('=', Spacing::Joint)), Some(('=' | '>', _))) => false,
        (Some((first, Spacing::Joint)), Some(('=', _))) => !matches!(first, '<' | '>' | '!'),
        (first, _) => matches!(first, Some(('=', _))),
    };
    let is_more = match tokens.get(at + 1) {
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        Some(TokenTree::Punct(sign)) => sign.as_char() == '.' && !is_number,
        _ => false,
    };
    !is_assigned && !is_more
}

/// All names in some code.
fn names_in(code: TokenStream, names: &mut Set<String>) {
    for token in code {
        match token {
            TokenTree::Ident(name) => {
                names.insert(name.to_string());
            }
            TokenTree::Group(group) => names_in(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::through_getters;

    /// Code in the module `here` of a crate.
    fn check(items: &str, code: &proc_macro2::TokenStream, expected: &proc_macro2::TokenStream) {
        let file = syn::parse_file(items).expect("items");
        let code = quote!(fn f(p: &super::Place, q: Q, d: &Disk<f64>) { #code });
        let expected = quote!(fn f(p: &super::Place, q: Q, d: &Disk<f64>) { #expected });
        let read = through_getters(code, &file.items, &["here".to_owned()]);
        assert_eq!(read.to_string(), expected.to_string());
    }

    const SPHERE: &str =
        "mod here { use super::sphere::Polar; pub struct Q { place: Place, p: Place } }
        mod sphere {
            pub trait Polar {}
            pub struct Place { r: f64, pub x: f64, z: f64, w: f64, v: Vec3 }
            impl Polar for Place {
                fn radius(&self) -> f64 { self.r.clone() }
                fn v(&self) -> Vec3 { self.v }
            }
            impl Place {
                pub fn z(&self) -> f64 { 2.0 * self.z }
                fn w(&self) -> f64 { self.w }
            }
        }";

    #[test]
    fn numbers_are_read_by_getters() {
        check(
            SPHERE,
            &quote!(let a = p.r * q.place.r.sin(); if p.x < p.r { f(&p.r) }),
            &quote!(let a = p.radius() * q.place.radius().sin(); if p.x < p.radius() { f(&p.radius()) }),
        );
    }

    #[test]
    fn what_is_written_stays() {
        let written = quote!(p.r = 1.0; p.r += 1.0; p.r[0] = 1.0; f(&mut q.p.r); p.r == 1.0);
        let expected =
            quote!(p.r = 1.0; p.r += 1.0; p.r[0] = 1.0; f(&mut q.p.r); p.radius() == 1.0);
        check(SPHERE, &written, &expected);
    }

    #[test]
    fn a_name_that_is_bound_again_may_have_another_type() {
        let read = quote!(let g = |p: Other| p.r; q.p.r + g(other));
        let expected = quote!(let g = |p: Other| p.r; q.p.radius() + g(other));
        check(SPHERE, &read, &expected);
    }

    #[test]
    fn other_methods_are_no_getters() {
        // They compute, are private, or give what is no number.
        let read = quote!(p.z + p.w + p.v.x);
        check(SPHERE, &read, &read);
        // Another struct has no getter for a field of the name, or its type is not known.
        let read = quote!(d.r + other.r + p.other.r);
        let disk = format!("{SPHERE} mod disk {{ pub struct Disk {{ r: f64 }} }}");
        check(&disk, &read, &read);
        // The trait is not in scope.
        let read = quote!(p.r);
        check(
            &SPHERE.replace("use super::sphere::Polar;", ""),
            &read,
            &read,
        );
    }
}
