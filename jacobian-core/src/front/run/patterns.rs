//! Patterns of `let`, `for` and parameters: they split values into parts and bind names.

use quote::quote;
use syn::{Expr, Pat};

use crate::front::messages;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::patterns::path_of;
use crate::front::syntax::patterns::{is_rest, names, patterns_in, referring};
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::as_operand;
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::typed;
use crate::front::value::variants::Variants;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::{is_item, is_part};
use crate::front::write::writer::PatternName;

impl Lowering<Run> {
    /// `(a, [b, ..], P { x, .. }) = value`, part by part.
    pub(crate) fn run_parts_assign(&mut self, assign: &syn::ExprAssign) -> Found<()> {
        let value = self.eval(&assign.right)?;
        // Lists may change places.
        let value = self.copied_lists(&value)?;
        self.assign_part(&assign.left, value, &assign.right)
    }

    fn assign_part(&mut self, left: &Expr, value: Value, at: &Expr) -> Found<()> {
        let misfit = |run: &mut Self, found: &Value| {
            let message = messages::pattern_does_not_fit(&found.describe());
            run.writer.refuse(at, &message)
        };
        let places = match strip(left) {
            Expr::Infer(_) => return Ok(()),
            Expr::Tuple(places) => &places.elems,
            Expr::Array(places) => &places.elems,
            Expr::Struct(literal) => {
                let Value::Struct(layout, parts) = &value else {
                    return misfit(self, &value);
                };
                for field in &literal.fields {
                    let Some(position) = layout.position(&field.member) else {
                        return misfit(self, &value);
                    };
                    self.assign_part(&field.expr, parts[position].clone(), at)?;
                }
                return Ok(());
            }
            place => {
                if let Ok(target) = self.target(place) {
                    self.store_settled(&target, Ok(value), place);
                }
                return Ok(());
            }
        };
        let value = match value {
            Value::Inactive(whole) => self.opaque_parts(left, whole)?,
            value => value,
        };
        let (Value::Tuple(parts) | Value::Array(parts)) = &value else {
            return misfit(self, &value);
        };
        let rest = places
            .iter()
            .position(|place| matches!(place, Expr::Range(_)));
        let named = places.len() - usize::from(rest.is_some());
        let left_out = match (rest, parts.len().checked_sub(named)) {
            (None, Some(0)) => 0,
            (Some(_), Some(left_out)) => left_out,
            _ => return misfit(self, &value),
        };
        for (position, place) in places.iter().enumerate() {
            if rest != Some(position) {
                let is_behind = rest.is_some_and(|rest| position > rest);
                let part = if is_behind {
                    position + left_out - 1
                } else {
                    position
                };
                self.assign_part(place, parts[part].clone(), at)?;
            }
        }
        Ok(())
    }

    /// The parts of an opaque value that is assigned to several places, in a variable of its own.
    fn opaque_parts(&mut self, left: &Expr, whole: Inactive) -> Found<Value> {
        let (places, is_tuple) = match strip(left) {
            Expr::Tuple(places) => (&places.elems, true),
            Expr::Array(places) => (&places.elems, false),
            _ => return Ok(Value::Inactive(whole)),
        };
        // `..` may stand for any number of parts, so those behind it have no known positions.
        if places.iter().any(|place| matches!(place, Expr::Range(_))) {
            return Ok(Value::Inactive(whole));
        }
        let Value::Inactive(whole) = self.writer.settle_part(Value::Inactive(whole))? else {
            return Err(Stop);
        };
        let of = as_operand(whole.tokens);
        let parts = (0..places.len()).map(|position| {
            let position = proc_macro2::Literal::usize_unsuffixed(position);
            let tokens = if is_tuple {
                quote!(#of.#position)
            } else {
                quote!(#of[#position])
            };
            Value::Inactive(Inactive {
                tokens,
                mentions: whole.mentions.clone(),
            })
        });
        Ok(Value::tuple(parts.collect()))
    }

    /// Checks that lower-case names in a refutable pattern are variables and not constants. We know
    /// the constants in scope. For all other names the generated code makes rustc check it, in the
    /// module of the pattern. (In a function that another attribute exports, that attribute checks
    /// it.)
    pub(crate) fn note_pattern(&mut self, pattern: &Pat) {
        let module = self.module();
        for name in names(pattern) {
            let binding = self.names.scopes.get(&name.to_string());
            let is_constant = binding.is_some_and(|binding| {
                binding.role == Role::Item && !matches!(binding.value, Value::Function(_))
            });
            if is_constant {
                self.writer.report(&name, messages::CONSTANT_IN_PATTERN);
            } else {
                self.writer.pattern_names.push(PatternName { name, module });
            }
        }
    }

    /// The same for opaque code from another module. The generated function repeats its patterns
    /// unchanged, so the names have to be variables there as well.
    pub(crate) fn note_moved_patterns(&mut self, expression: &Expr) {
        if self.frames.foreign == 0 {
            return;
        }
        for pattern in patterns_in(expression) {
            let noted = self.writer.pattern_names.len();
            self.note_pattern(&pattern);
            let here = self.writer.pattern_names[noted..].to_vec();
            let here = here
                .into_iter()
                .map(|PatternName { name, .. }| PatternName { name, module: None });
            self.writer.pattern_names.extend(here);
        }
    }

    /// Binds the names of the pattern to the result of an expression.
    pub(crate) fn bind_found(&mut self, pattern: &Pat, found: Found<Value>) {
        match found {
            Ok(value) => self.bind_pattern(pattern, value),
            Err(Stop) => self.poison_names(pattern),
        }
    }

    fn bind_members(
        &mut self,
        pattern: &syn::PatStruct,
        layout: &crate::shape::Layout,
        fields: &[Value],
    ) {
        for part in &pattern.fields {
            let position = layout.position(&part.member);
            match position.and_then(|position| fields.get(position)) {
                Some(field) => self.bind_pattern(&part.pat, field.clone()),
                None => self.poison_names(&part.pat),
            }
        }
    }

    /// Binds the fields of a variant, for whose tag a `let .. else` has asked before.
    fn bind_variant(&mut self, pattern: &Pat, variants: &Variants, parts: &[Value]) {
        let named = path_of(pattern).and_then(|path| variants.named(&path));
        let Some(variant) = named else {
            return self.poison_names(pattern);
        };
        let layout = std::rc::Rc::clone(&variants.layouts[variant]);
        let fields = std::rc::Rc::new(parts[variants.fields_of(variant)].to_vec());
        self.bind_pattern(pattern, Value::Struct(layout, fields));
    }

    fn bind_opaque_parts(&mut self, pattern: &Pat, inactive: Inactive) {
        match (pattern, self.places_within(&inactive)) {
            // By places, because the names may be references in the user's code.
            (Pat::Tuple(parts), Some(places)) => self.bind_parts(&parts.elems, &places, pattern),
            (Pat::Slice(parts), Some(places)) => self.bind_parts(&parts.elems, &places, pattern),
            _ => self.keep_let(pattern, inactive),
        }
    }

    /// Binds the names of the pattern to the parts of the value.
    pub(crate) fn bind_pattern(&mut self, pattern: &Pat, value: Value) {
        match (pattern, without_reference(pattern, value)) {
            (Pat::Ident(name), Value::Inactive(part)) if copies_part(name, &part) => {
                // A `mut` name is a copy of the part, which keeps its value.
                let shape = self.shape_of_copy(&part);
                let copy = self.writer.settle_as(&name.ident, part);
                if let (Ok(Value::Inactive(copy)), Some(shape)) = (&copy, shape) {
                    self.names.copies.insert(copy.tokens.to_string(), shape);
                }
                self.bind_found(&Pat::Ident(plain(name)), copy);
            }
            (Pat::Ident(name), value) if name.subpat.is_none() && binds_part(name, &value) => {
                self.bind(&name.ident, value);
            }
            // `whole @ [first, ..]`
            (Pat::Ident(name), value)
                if let Some((_, inner)) = &name.subpat
                    && binds_part(name, &value)
                    && !matches!(value, Value::Reference(_) | Value::Inactive(_)) =>
            {
                self.bind(&name.ident, value.clone());
                self.bind_pattern(inner, value);
            }
            // Patterns without names have been compared before.
            (Pat::Wild(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Path(_), _) => {}
            (Pat::Type(pattern), value) => {
                self.bind_pattern(&pattern.pat, typed(value, &pattern.ty));
            }
            (Pat::Reference(reference), value) => {
                let value = self.behind(value, pattern).map(|value| match value {
                    Value::Inactive(item) if is_item(&item.tokens) => dereferenced(item),
                    value => value,
                });
                self.bind_found(&reference.pat, value);
            }
            (
                Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_),
                Value::Reference(place),
            ) => {
                let parts = self.parts_of(&place, pattern);
                self.bind_parts_behind(pattern, parts);
            }
            (Pat::Paren(inner), value) => self.bind_pattern(&inner.pat, value),
            (pattern, value) => self.bind_taken_apart(pattern, value),
        }
    }

    /// The same for a pattern that takes the value apart.
    fn bind_taken_apart(&mut self, pattern: &Pat, value: Value) {
        match (pattern, value) {
            (Pat::Tuple(tuple), Value::Tuple(elements)) => {
                self.bind_parts(&tuple.elems, &elements, pattern);
            }
            (Pat::Slice(slice), Value::Array(elements)) => {
                self.bind_parts(&slice.elems, &elements, pattern);
            }
            (Pat::Struct(parts), Value::Struct(layout, fields)) => {
                self.bind_members(parts, &layout, &fields);
            }
            (Pat::TupleStruct(parts), Value::Struct(_, fields)) => {
                self.bind_parts(&parts.elems, &fields, pattern);
            }
            (Pat::Struct(_) | Pat::TupleStruct(_), Value::Choice(variants, parts)) => {
                self.bind_variant(pattern, &variants, &parts);
            }
            (Pat::Struct(parts), Value::Fields(fields)) => self.bind_fields_of(parts, &fields),
            (
                Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_),
                Value::Inactive(inactive),
            ) => self.bind_opaque_parts(pattern, inactive),
            (_, Value::Poison) => self.poison_names(pattern),
            (_, value) => {
                self.writer
                    .report(pattern, &messages::pattern_does_not_fit(&value.describe()));
                self.poison_names(pattern);
            }
        }
    }

    /// Binds the names of a pattern on a `&mut` reference.
    fn bind_parts_behind(&mut self, pattern: &Pat, parts: Found<Value>) {
        if let Ok(Value::Fields(_)) = parts {
            let mutability = Some(syn::Token![mut](proc_macro2::Span::call_site()));
            self.bind_found(&referring(pattern, mutability), parts);
        } else {
            self.bind_found(pattern, parts);
        }
    }

    /// The parts of an opaque array or tuple, if the type of a parameter gives them.
    fn places_within(&mut self, whole: &Inactive) -> Option<Vec<Value>> {
        let tokens = as_operand(whole.tokens.clone());
        let place = |tokens| {
            Value::Inactive(Inactive {
                tokens,
                mentions: whole.mentions.clone(),
            })
        };
        let part = |index| proc_macro2::Literal::usize_unsuffixed(index);
        match self.type_of(whole)? {
            syn::Type::Tuple(tuple) => {
                let parts = (0..tuple.elems.len()).map(part);
                Some(parts.map(|part| place(quote!(#tokens.#part))).collect())
            }
            syn::Type::Array(_) => {
                let parts = (0..self.length_of(whole)?).map(part);
                Some(parts.map(|part| place(quote!(#tokens[#part]))).collect())
            }
            _ => None,
        }
    }

    pub(crate) fn bind_parts<P>(
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
            self.writer.report(
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
}

/// Whether a name is bound to a part as it is: by value, or by `ref mut` if the part is a reference
/// already. A shared reference is the value.
pub(crate) fn binds_part(name: &syn::PatIdent, part: &Value) -> bool {
    let is_reference = matches!(part, Value::Reference(_));
    name.by_ref.is_none() || name.mutability.is_none() || is_reference
}

/// Whether a name is a variable of its own that starts with a part of an aggregate.
fn copies_part(name: &syn::PatIdent, part: &Inactive) -> bool {
    name.mutability.is_some()
        && name.by_ref.is_none()
        && name.subpat.is_none()
        && is_part(&part.tokens)
}

/// The name without `mut`.
fn plain(name: &syn::PatIdent) -> syn::PatIdent {
    syn::PatIdent {
        mutability: None,
        ..name.clone()
    }
}

/// The value that a pattern takes apart: through a shared reference it is the value behind it.
fn without_reference(pattern: &Pat, value: Value) -> Value {
    match pattern {
        Pat::Tuple(_) | Pat::Slice(_) | Pat::Struct(_) | Pat::TupleStruct(_) => {
            value.behind_references()
        }
        _ => value,
    }
}

/// The value behind an item of the user's iterator. If the item is a number already, it stays one.
fn dereferenced(item: Inactive) -> Value {
    let tokens = item.tokens;
    Value::Inactive(Inactive {
        tokens: quote::quote!(__elemental::behind(#tokens)),
        mentions: item.mentions,
    })
}

/// Whether a name is bound to a part of the value, and not by the emitted pattern: to what is
/// followed, and to a variable of the generated function that holds a part.
pub(crate) fn is_bound_here(name: &syn::PatIdent, value: &Value) -> bool {
    match value {
        Value::Inactive(part) => name.mutability.is_none() && is_part(&part.tokens),
        _ => true,
    }
}
