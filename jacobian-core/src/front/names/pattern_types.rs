//! Types of the variables of patterns on inactive values.
//!
//! ```text
//! Some((name, spring)) on Option<&(String, Spring)>      name: &String, spring: &Spring
//! [first, .., last] on &[Spring]                         first: &Spring, last: &Spring
//! ```

use proc_macro2::TokenStream;
use syn::punctuated::Punctuated;
use syn::{Expr, Member, Pat, Token, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::syntax::types::{behind_reference, pointee, type_arguments};
use crate::front::value::{Inactive, Value};
use crate::interface::Layout;

impl<M> Lowering<M> {
    /// Remembers the types of the variables of a pattern.
    pub(crate) fn note_type_of(&mut self, pattern: &Pat, written: &Written) {
        for (name, written) in self.types_in(pattern, written) {
            if let Some(binding) = self.names.scopes.get(&name.to_string()) {
                let value = binding.value.clone();
                self.note_type(&value, &written);
            }
        }
    }

    /// Remembers the type of a variable that holds an `Option` of it.
    pub(crate) fn note_optional(&mut self, variable: &Value, inside: Option<&Written>) {
        if let Some(inside) = inside {
            self.note_type(variable, &inside.present());
        }
    }

    /// The types of the variables of a pattern that are not bound yet.
    pub(crate) fn note_types_of(
        &mut self,
        (pattern, bindings): (&Pat, &[(syn::Ident, Value)]),
        written: Option<&Written>,
    ) {
        let Some(written) = written else { return };
        for (name, written) in self.types_in(pattern, written) {
            for (_, value) in bindings.iter().filter(|(bound, _)| *bound == name) {
                self.note_type(value, &written);
            }
        }
    }

    /// The type of what a pattern is matched with: by its source, or by the variable that holds it.
    pub(crate) fn type_of_matched(&self, source: &Expr, tokens: &TokenStream) -> Option<Written> {
        let of_variable = || {
            self.type_of_tokens(tokens)
                .filter(|_| is_plain_name(tokens))
        };
        self.type_of_expression(source).or_else(of_variable)
    }

    /// The type of a part, which may be a field of a struct in view.
    pub(crate) fn type_of_part(&self, inactive: &Inactive) -> Option<Type> {
        let of_field = || Some(self.type_of_tokens(&inactive.tokens)?.ty);
        self.type_of(inactive).or_else(of_field)
    }

    /// The variables of a pattern with their types, as far as they follow from that of the whole.
    /// What is matched through a reference is borrowed.
    fn types_in(&self, pattern: &Pat, written: &Written) -> Vec<(syn::Ident, Written)> {
        let is_borrowed = matches!(written.ty, Type::Reference(_));
        let inner = |ty: &Type| match ty {
            ty if is_borrowed && !matches!(ty, Type::Reference(_)) => {
                written.with(&syn::parse_quote!(&#ty))
            }
            ty => written.with(ty),
        };
        let each = |patterns: &Punctuated<Pat, Token![,]>, types: &[Written]| {
            let pairs = patterns.iter().zip(types);
            let found = pairs.flat_map(|(part, written)| self.types_in(part, written));
            found.collect()
        };
        match (pattern, behind_reference(&written.ty)) {
            (Pat::Ident(name), _) => vec![(name.ident.clone(), written.clone())],
            (Pat::Paren(inner), _) => self.types_in(&inner.pat, written),
            (Pat::Reference(pattern), ty) if is_borrowed => {
                self.types_in(&pattern.pat, &written.with(ty))
            }
            (Pat::Tuple(parts), Type::Tuple(tuple)) if parts.elems.len() == tuple.elems.len() => {
                let types: Vec<Written> = tuple.elems.iter().map(inner).collect();
                each(&parts.elems, &types)
            }
            (Pat::TupleStruct(some), _)
                if some.elems.len() == 1 && of_std(&some.path).is_some() =>
            {
                let found = inside_of(written, &some.path).map(|inside| inner(&inside));
                found.map_or_else(Vec::new, |inside| self.types_in(&some.elems[0], &inside))
            }
            (Pat::TupleStruct(parts), _) => {
                let before_rest = parts.elems.iter().take_while(|part| !has_rest(part));
                let fields = before_rest.enumerate();
                let fields = fields.map(|(position, part)| (Member::from(position), part));
                self.types_of_fields((written, &parts.path), fields)
            }
            (Pat::Or(cases), _) => {
                let first = cases.cases.first();
                first.map_or_else(Vec::new, |case| self.types_in(case, written))
            }
            (Pat::Slice(parts), _) => {
                let Some(element) = written.element() else {
                    return Vec::new();
                };
                let element = inner(&element.ty);
                let named = parts.elems.iter().filter(|part| !has_rest(part));
                named
                    .flat_map(|part| self.types_in(part, &element))
                    .collect()
            }
            (Pat::Struct(parts), _) => {
                let fields = parts.fields.iter();
                let fields = fields.map(|field| (field.member.clone(), &*field.pat));
                self.types_of_fields((written, &parts.path), fields)
            }
            _ => Vec::new(),
        }
    }
}

impl<M> Lowering<M> {
    /// The types of the variables in the patterns of fields.
    fn types_of_fields<'p>(
        &self,
        (of, path): (&Written, &syn::Path),
        fields: impl Iterator<Item = (Member, &'p Pat)>,
    ) -> Vec<(syn::Ident, Written)> {
        let is_borrowed = matches!(of.ty, Type::Reference(_));
        let types = fields.filter_map(|(member, pattern)| {
            let found = self.field_matched(of, path, &member)?;
            let ty = &found.ty;
            let borrowed = found.with(&syn::parse_quote!(&#ty));
            let found = if is_borrowed { borrowed } else { found };
            Some(self.types_in(pattern, &found))
        });
        types.flatten().collect()
    }

    /// The type of a field of a struct, or of the variant of an enum that a pattern names.
    fn field_matched(&self, of: &Written, path: &syn::Path, member: &Member) -> Option<Written> {
        let (types, module) = (&self.given.types, self.given.home.module);
        let of = &of.with(pointee(&of.ty));
        let key = types.key_of(&of.ty, &of.at);
        let key = key.filter(|key| types.is_enum(key));
        let Some(key) = key else {
            return types.field(of, member);
        };
        let is_plain = types.definition(&key)?.generics.params.is_empty();
        let name = &path.segments.last()?.ident;
        let layouts = types.variants(&key, module).filter(|_| is_plain)?;
        let is_named = |layout: &Layout| {
            let last = layout.path.segments.last();
            last.is_some_and(|last| last.ident == *name)
        };
        types.field_in(layouts.iter().find(|layout| is_named(layout))?, member)
    }
}

/// Variants of the standard library with a value: their types, and which argument that value has.
const OF_STD: &[(&str, &str, usize)] = &[
    ("Some", "Option", 0),
    ("Ok", "Result", 0),
    ("Err", "Result", 1),
    ("Break", "ControlFlow", 0),
    ("Continue", "ControlFlow", 1),
];

/// The row of a variant of the standard library.
fn of_std(path: &syn::Path) -> Option<(&'static str, usize)> {
    let last = &path.segments.last()?.ident;
    let found = OF_STD.iter().find(|(variant, ..)| last == variant);
    found.map(|(_, of, position)| (*of, *position))
}

/// The type of the value in such a variant.
fn inside_of(written: &Written, path: &syn::Path) -> Option<Type> {
    let (of, position) = of_std(path)?;
    let (name, arguments) = type_arguments(behind_reference(&written.ty))?;
    let inside = arguments.get(position).filter(|_| name == of)?;
    Some((*inside).clone())
}

fn is_plain_name(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Ident>(tokens.clone()).is_ok()
}

/// Whether a part of a slice pattern is `..`, also with a name, `rest @ ..`.
fn has_rest(part: &Pat) -> bool {
    match part {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name.subpat.is_some(),
        _ => false,
    }
}
