//! Patterns of `let`, `for` and parameters: they take values apart and bind names.

use quote::ToTokens;
use syn::Pat;
use syn::visit_mut::{self, VisitMut};

use super::integers::typed;
use super::value::{Inactive, Value};
use super::{Lowering, messages};

impl Lowering {
    /// Binds the names of the pattern to the parts of the value.
    pub(crate) fn bind_pattern(&mut self, pattern: &Pat, value: Value) {
        match (pattern, value) {
            (Pat::Ident(name), value) if name.by_ref.is_none() && name.subpat.is_none() => {
                self.bind(&name.ident, value);
            }
            (Pat::Wild(_), _) => {}
            (Pat::Type(pattern), value) => {
                self.bind_pattern(&pattern.pat, typed(value, &pattern.ty));
            }
            (Pat::Reference(reference), value) => {
                let value = self.behind(value, pattern);
                self.bind_pattern(&reference.pat, value);
            }
            (
                Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_),
                Value::Reference(place),
            ) => {
                let parts = self.parts_of(&place, pattern);
                self.bind_pattern(pattern, parts);
            }
            (Pat::Paren(inner), value) => self.bind_pattern(&inner.pat, value),
            (Pat::Tuple(tuple), Value::Tuple(elements)) => {
                self.bind_parts(&tuple.elems, &elements, pattern);
            }
            (Pat::Slice(slice), Value::Array(elements)) => {
                self.bind_parts(&slice.elems, &elements, pattern);
            }
            (Pat::Struct(parts), Value::Struct(layout, fields)) => {
                for part in &parts.fields {
                    let position = layout.position(&part.member);
                    match position.and_then(|position| fields.get(position)) {
                        Some(field) => self.bind_pattern(&part.pat, field.clone()),
                        None => self.poison_names(&part.pat),
                    }
                }
            }
            (Pat::TupleStruct(parts), Value::Struct(_, fields)) => {
                self.bind_parts(&parts.elems, &fields, pattern);
            }
            (Pat::Struct(parts), Value::Fields(fields)) => self.bind_fields_of(parts, &fields),
            (_, Value::Poison) => self.poison_names(pattern),
            (_, value) => {
                self.refuse(pattern, &messages::pattern_does_not_fit(&value.describe()));
                self.poison_names(pattern);
            }
        }
    }

    fn bind_parts<P>(
        &mut self,
        patterns: &syn::punctuated::Punctuated<Pat, P>,
        elements: &[Value],
        whole: &Pat,
    ) {
        let rest = patterns.iter().position(is_rest);
        let fits = match rest {
            None => patterns.len() == elements.len(),
            Some(_) => patterns.len() - 1 <= elements.len(),
        };
        if !fits {
            self.refuse(
                whole,
                &messages::pattern_length(patterns.len(), elements.len()),
            );
            return self.poison_names(whole);
        }
        let before = rest.unwrap_or(patterns.len());
        let after = patterns.len().saturating_sub(before + 1);
        for (pattern, element) in patterns.iter().zip(&elements[..before]) {
            self.bind_pattern(pattern, element.clone());
        }
        let tail = elements.len() - after;
        for (pattern, element) in patterns
            .iter()
            .rev()
            .take(after)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .zip(&elements[tail..])
        {
            self.bind_pattern(pattern, element.clone());
        }
        if let Some(Pat::Ident(name)) = rest.and_then(|rest| patterns.iter().nth(rest)) {
            self.bind(&name.ident, Value::array(elements[before..tail].to_vec()));
        }
    }

    /// Binds every name of a declaration without a value.
    pub(crate) fn declare_names(&mut self, pattern: &Pat) {
        for name in names(pattern) {
            self.bind(&name, Value::Unassigned);
        }
    }

    /// Binds every name of a refused pattern, so that its uses are not reported again.
    pub(crate) fn poison_names(&mut self, pattern: &Pat) {
        for name in names(pattern) {
            self.bind(&name, Value::Poison);
        }
    }

    /// The pattern with fresh names, to be emitted with the user's own initializer.
    pub(crate) fn rename_pattern(&mut self, pattern: &Pat) -> (Pat, Vec<(syn::Ident, Value)>) {
        let mut renamed = pattern.clone();
        let mut bindings = Vec::new();
        for name in names(pattern) {
            let fresh = self.fresh(&name);
            Rename {
                from: &name,
                to: &fresh,
            }
            .visit_pat_mut(&mut renamed);
            let place = Inactive {
                tokens: fresh.into_token_stream(),
                mentions: Vec::new(),
            };
            bindings.push((name, Value::Inactive(place)));
        }
        (renamed, bindings)
    }
}

struct Rename<'a> {
    from: &'a syn::Ident,
    to: &'a syn::Ident,
}

impl VisitMut for Rename<'_> {
    fn visit_pat_ident_mut(&mut self, pattern: &mut syn::PatIdent) {
        if pattern.ident == *self.from {
            pattern.ident = self.to.clone();
        }
        visit_mut::visit_pat_ident_mut(self, pattern);
    }

    fn visit_field_pat_mut(&mut self, field: &mut syn::FieldPat) {
        if field.colon_token.is_none() {
            field.colon_token = Some(syn::Token![:](proc_macro2::Span::call_site()));
        }
        visit_mut::visit_field_pat_mut(self, field);
    }
}

/// The names a pattern binds. A capitalized name is taken for a constant or a variant.
pub(super) fn names(pattern: &Pat) -> Vec<syn::Ident> {
    struct Names(Vec<syn::Ident>);
    impl<'ast> syn::visit::Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
            if !pattern.ident.to_string().starts_with(char::is_uppercase) {
                self.0.push(pattern.ident.clone());
            }
            syn::visit::visit_pat_ident(self, pattern);
        }
    }
    let mut found = Names(Vec::new());
    syn::visit::Visit::visit_pat(&mut found, pattern);
    found.0
}

/// `..` or `rest @ ..`
pub(super) fn is_rest(pattern: &Pat) -> bool {
    match pattern {
        Pat::Rest(_) => true,
        Pat::Ident(name) => name
            .subpat
            .as_ref()
            .is_some_and(|(_, inner)| matches!(**inner, Pat::Rest(_))),
        _ => false,
    }
}
