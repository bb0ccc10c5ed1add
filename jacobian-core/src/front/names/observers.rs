//! Observers: functions of the caller's that look at active values and give no numbers back.
//!
//! ```text
//! mut on_step: impl FnMut(f64, &[f64])        on_step(t, &x)       called with the values
//! stop: impl Fn(f64, &State) -> bool          if stop(t, &s) { break; }
//! ```
//!
//! The result of such a call has no derivative, so the call is copied as a statement, with the
//! values in it: `on_step(v0, &[v3, v4]);`. It runs once, in its place, and its result is inactive.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Type, parse_quote};

use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::names::variants::DEEPEST;
use crate::front::read::definitions::{Body, Field, Written};
use crate::front::read::function_types::FunctionType;
use crate::front::syntax::tokens::{behind_references, names_any};
use crate::front::syntax::types::{
    is_mutable_borrow, is_other_primitive, list_element, type_arguments,
};
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// Types of std that hold a number only if an argument does, `Option<Ordering>`.
const WRAPPERS: &[&str] = &["ControlFlow", "Option", "Ordering", "Result"];

/// Writes `ControlFlow` and `Ordering` as those of std.
struct OfStd {
    is_changed: bool,
}

impl VisitMut for OfStd {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let Some(last) = path.segments.last() else {
            return;
        };
        let arguments = &last.arguments;
        let full = match last.ident.to_string().as_str() {
            "ControlFlow" => parse_quote!(::core::ops::ControlFlow #arguments),
            "Ordering" => parse_quote!(::core::cmp::Ordering),
            _ => return,
        };
        *path = full;
        self.is_changed = true;
    }
}

impl<M> Lowering<M> {
    /// The type of a function that gives no numbers, by its place in the generated function.
    pub(crate) fn observer(&self, place: &TokenStream) -> Option<FunctionType> {
        let written = self.type_of_tokens(&behind_references(place.clone()))?;
        let generics: Vec<&syn::Generics> = self.given.generics.iter().collect();
        let found = FunctionType::of_parameter(&written.ty, &generics)?;
        let changes = found.inputs.iter().any(is_mutable_borrow);
        let output = found.output.as_ref();
        let is_silent = output.is_none_or(|ty| self.holds_no_float(&written.with(ty), DEEPEST));
        (is_silent && !changes).then_some(found)
    }

    /// Calls such a function with values. `None` if one of them has no spelling.
    pub(crate) fn call_observer(
        &mut self,
        callee: &Inactive,
        observer: &FunctionType,
        values: &[Value],
    ) -> Found<Option<Value>> {
        self.writer.at_run_time()?;
        let mut mentions = callee.mentions.clone();
        if values.len() != observer.inputs.len() {
            return Ok(None);
        }
        let pairs = values.iter().zip(&observer.inputs);
        let spelled = pairs.map(|(value, ty)| self.spell_argument(value, ty, &mut mentions));
        let Some(arguments) = spelled.collect::<Option<Vec<TokenStream>>>() else {
            return Ok(None);
        };
        if !self.writer.varying_names(&mentions).is_empty() {
            self.writer.note_told();
        }
        let function = &callee.tokens;
        let tokens = quote!((#function)(#(#arguments),*));
        let Some(output) = &observer.output else {
            self.writer.keep_statement(quote!(#tokens;), &mentions)?;
            return Ok(Some(Value::unit()));
        };
        // A type out of view may have such a name, and hold numbers: rustc refuses it here.
        let (mut checked, mut of_std) = (output.clone(), OfStd { is_changed: false });
        of_std.visit_type_mut(&mut checked);
        let tokens = if of_std.is_changed {
            quote!(::core::convert::identity::<#checked>(#tokens))
        } else {
            tokens
        };
        let called = Value::Inactive(Inactive { tokens, mentions });
        let result = self.writer.settle_part(called)?;
        if let Value::Inactive(result) = &result {
            self.writer.no_numbers.insert(result.tokens.to_string());
        }
        let written = self.written(output);
        self.note_type(&result, &written);
        Ok(Some(result))
    }

    /// A value as an argument of a declared type. `None` if it may be changed there, or has no
    /// spelling.
    fn spell_argument(
        &self,
        value: &Value,
        ty: &Type,
        mentions: &mut Vec<ValueId>,
    ) -> Option<TokenStream> {
        if is_mutable_borrow(ty) {
            return None;
        }
        let value = match value {
            // Opaque code has its references in it.
            Value::Inactive(_) => return self.spell(value, mentions),
            Value::Reference(place) => &self.load(&self.follow(place.clone()))?,
            value => value,
        };
        match (value, ty) {
            (value, Type::Reference(reference)) => {
                let inside = self.spell_argument(value, &reference.elem, mentions)?;
                Some(quote!(&#inside))
            }
            (value, Type::Paren(inner)) => self.spell_argument(value, &inner.elem, mentions),
            (Value::Array(elements), ty) => {
                let element = match ty {
                    Type::Array(array) => Some(&*array.elem),
                    ty => list_element(ty),
                };
                let each = elements.iter().map(|part| match element {
                    Some(element) => self.spell_argument(part, element, mentions),
                    None => self.spell(part, mentions),
                });
                let each = each.collect::<Option<Vec<TokenStream>>>()?;
                let is_list = matches!(ty, Type::Path(_)) && element.is_some();
                Some(if is_list {
                    quote!(::core::convert::From::from([#(#each),*]))
                } else {
                    quote!([#(#each),*])
                })
            }
            (Value::Tuple(parts), Type::Tuple(types)) if parts.len() == types.elems.len() => {
                let pairs = parts.iter().zip(&types.elems);
                let each = pairs.map(|(part, ty)| self.spell_argument(part, ty, mentions));
                let each = each.collect::<Option<Vec<TokenStream>>>()?;
                Some(quote!((#(#each,)*)))
            }
            (value, _) => self.spell(value, mentions),
        }
    }

    /// Whether the type of opaque code is known, and holds no floating-point number.
    pub(crate) fn code_holds_no_float(&self, code: &Inactive) -> bool {
        let written = self.type_of_tokens(&code.tokens);
        written.is_some_and(|written| self.holds_no_float(&written, DEEPEST))
    }

    /// Whether a type is known, and holds no floating-point number at any depth.
    fn holds_no_float(&self, written: &Written, depth: usize) -> bool {
        if depth == 0 {
            return false;
        }
        let written = self.given.types.behind_names(written);
        let ty = &written.ty;
        // The user's own types come first, because one of them may be called `Ordering`.
        if let Some(key) = self.given.types.key_of(ty, &written.at)
            && let Some(definition) = self.given.types.definition(&key)
        {
            let of = Written::of(&key);
            let inside = |field: &Field| self.holds_no_float(&of.with(&field.ty), depth - 1);
            return match &definition.body {
                Body::Struct(fields) => fields.iter().all(inside),
                Body::Enum(variants) => {
                    let mut fields = variants.iter().flat_map(|variant| &variant.fields);
                    !variants.is_empty() && fields.all(inside)
                }
                Body::Alias(_) => false,
            };
        }
        let inside = |ty: &Type| self.holds_no_float(&written.with(ty), depth - 1);
        match ty {
            Type::Tuple(tuple) => tuple.elems.iter().all(inside),
            ty if is_other_primitive(ty) => true,
            ty => type_arguments(ty).is_some_and(|(name, arguments)| {
                WRAPPERS.iter().any(|wrapper| name == wrapper) && arguments.into_iter().all(inside)
            }),
        }
    }

    /// The type parameter in the result of such a function, which may be any type.
    pub(crate) fn open_result(&self, place: &TokenStream) -> Option<String> {
        let written = self.type_of_tokens(&behind_references(place.clone()))?;
        let generics: Vec<&syn::Generics> = self.given.generics.iter().collect();
        let found = FunctionType::of_parameter(&written.ty, &generics)?;
        let output = found.output?.to_token_stream();
        let mut parameters = generics.iter().flat_map(|generics| generics.type_params());
        let open = parameters.find(|own| names_any(&output, &[&own.ident.to_string()]))?;
        Some(open.ident.to_string())
    }
}
