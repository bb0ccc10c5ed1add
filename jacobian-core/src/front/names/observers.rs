//! Observers: functions of the caller's that look at active values and give no numbers back.
//!
//! ```text
//! mut on_step: impl FnMut(f64, &[f64])        on_step(t, &x)       called with the values
//! stop: impl Fn(f64, &State) -> bool          if stop(t, &s) { break; }
//! ```
//!
//! What such a call gives has no derivative. So it is a statement of the user's own with the values
//! in it: it runs once, where it stands, and its result is inactive.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Type;

use crate::ir::ValueId;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Written};
use crate::front::read::function_types::FunctionType;
use crate::front::syntax::tokens::{behind_references, names_any};
use crate::front::syntax::types::{
    behind_reference, is_mutable_borrow, is_other_primitive, list_element, type_arguments,
};
use crate::front::value::found::Found;
use crate::front::value::{Inactive, Value};

/// Wrappers that hold a number only if an argument does.
const WRAPPERS: &[&str] = &["ControlFlow", "Option", "Result"];

/// Own types are looked through so deep.
const DEEPEST: usize = 8;

impl<M> Lowering<M> {
    /// The type of a function that gives no numbers, by its place in the generated function.
    pub(crate) fn observer(&self, place: &TokenStream) -> Option<FunctionType> {
        let written = self.type_of_tokens(&behind_references(place.clone()))?;
        let generics: Vec<&syn::Generics> = self.given.generics.iter().collect();
        let found = FunctionType::of_parameter(&written.ty, &generics)?;
        let changes = found.inputs.iter().any(is_mutable_borrow);
        let is_silent = found
            .output
            .as_ref()
            .is_none_or(|ty| self.is_silent(&written.with(ty), DEEPEST));
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
        let function = &callee.tokens;
        let tokens = quote!((#function)(#(#arguments),*));
        let Some(output) = &observer.output else {
            self.writer.keep_statement(quote!(#tokens;), &mentions)?;
            return Ok(Some(Value::unit()));
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

    /// Whether the type of opaque code is known, and certainly holds no floating-point number.
    pub(crate) fn is_silent_code(&self, code: &Inactive) -> bool {
        let written = self.type_of_tokens(&code.tokens);
        written.is_some_and(|written| self.is_silent(&written, DEEPEST))
    }

    /// Whether a type certainly holds no floating-point number.
    fn is_silent(&self, written: &Written, depth: usize) -> bool {
        let ty = behind_reference(&written.ty);
        if depth == 0 {
            return false;
        }
        let is_silent = |ty: &Type| self.is_silent(&written.with(ty), depth - 1);
        match ty {
            Type::Tuple(tuple) => return tuple.elems.iter().all(is_silent),
            ty if is_other_primitive(ty) => return true,
            _ => {}
        }
        if let Some((name, arguments)) = type_arguments(ty)
            && WRAPPERS.iter().any(|wrapper| name == wrapper)
        {
            return arguments.into_iter().all(is_silent);
        }
        if let Type::Path(path) = ty
            && let Some(name) = path.path.get_ident()
            && name == "Ordering"
        {
            return true;
        }
        let types = &self.given.types;
        let key = types.key_of(ty, &written.at);
        let Some(definition) = key.as_ref().and_then(|key| types.definition(key)) else {
            return false;
        };
        let of = key.as_ref().map(Written::of);
        let holds_none = |field: &crate::front::read::definitions::Field| {
            let at = of.as_ref().map(|of| of.with(&field.ty));
            at.is_some_and(|at| self.is_silent(&at, depth - 1))
        };
        match &definition.body {
            Body::Struct(fields) => fields.iter().all(holds_none),
            Body::Enum(variants) => {
                let mut fields = variants.iter().flat_map(|variant| &variant.fields);
                !variants.is_empty() && fields.all(holds_none)
            }
            Body::Alias(_) => false,
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
