//! Types of values and of expressions, as far as definitions and signatures in view give them.
//!
//! ```text
//! Vec3 { x: v0, y: v1 }       the type in its layout
//! `k.body.pos`                the parameter `k`, then the fields of its type
//! `__origin_3`                the type that was noted when the variable was declared
//! 2.0 * Vec3::new(k, 0.0)     the declared result of `new`, then that of `mul`
//! ```
//!
//! A method or an operator of a type of the user's is found by these types.

use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::{Expr, Member};

use crate::interface::Layout;

use crate::front::names::inactive_matrices::matrix_of;
use crate::front::names::item_types::items_of;
use crate::front::names::open_parameters::without_lengths;
use crate::front::names::place_types::written_result;
use crate::front::names::standard_types::given_by;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{ARRAY, Key, TUPLE, Written};
use crate::front::read::function_types::FunctionType;
use crate::front::read::matrix_keys::matrix_key;
use crate::front::syntax::cast_types::type_of_casts;
use crate::front::syntax::elementals::is_of_number;
use crate::front::syntax::form::path_key;
use crate::front::syntax::operators::overload;
use crate::front::syntax::strip::strip;
use crate::front::syntax::typed_tails::tails;
use crate::front::syntax::types::{behind_reference, is_mutable_borrow, is_of_statrs};
use crate::front::value::{Inactive, Value};

fn inactive(tokens: TokenStream) -> Value {
    Value::Inactive(Inactive {
        tokens,
        mentions: Vec::new(),
    })
}

impl<M> Lowering<M> {
    /// The own name of the type of a value.
    pub(crate) fn key_of_value(&self, value: &Value) -> Option<Key> {
        match value {
            Value::Scalar(_) => Some(self.given.scalar_name.as_str().into()),
            Value::Integer(integer) => integer.suffix.as_deref().map(Key::from),
            Value::Boolean(_) => Some("bool".into()),
            Value::Array(_) => Some(ARRAY.into()),
            Value::Tuple(_) => Some(TUPLE.into()),
            Value::Matrix(matrix) => Some(matrix_key(matrix.rows, matrix.cols)),
            Value::Struct(layout, _) => layout.own.clone(),
            Value::Choice(variants, _) => variants.own().cloned(),
            Value::Fields(fields) => self.key_of_written(&self.type_of_tokens(&fields.place)?),
            Value::Inactive(inactive) => match self.type_of_tokens(&inactive.tokens) {
                Some(written) => self.key_of_written(&written),
                None => type_of_casts(&inactive.tokens).map(Key::from),
            },
            Value::Reference(place) => self.key_of_value(&self.load(&self.follow(place.clone()))?),
            _ => None,
        }
    }

    /// The value that a place of the source holds, without evaluating anything. `None` for an
    /// expression that is not a place, or that has an index.
    pub(crate) fn peek(&self, expression: &Expr) -> Option<Value> {
        let value = match strip(expression) {
            Expr::Path(path) if path.path.is_ident("self") => match self.names.scopes.get("self") {
                Some(binding) => binding.value.clone(),
                None => inactive(quote::quote!(self)),
            },
            Expr::Path(path) => self.names.scopes.get(&path_key(&path.path)?)?.value.clone(),
            Expr::Reference(reference) => self.peek(&reference.expr)?,
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.peek(&unary.expr)?
            }
            Expr::Field(field) => self.peek_field(self.peek(&field.base)?, &field.member)?,
            _ => return None,
        };
        match value {
            Value::Reference(place) => self.load(&self.follow(place)),
            value => Some(value),
        }
    }

    /// A field of the value that a place holds, without evaluating anything.
    pub(crate) fn peek_field(&self, base: Value, member: &Member) -> Option<Value> {
        let base = base.behind_references();
        let position = match member {
            Member::Unnamed(index) => Some(index.index as usize),
            Member::Named(_) => None,
        };
        match &base {
            Value::Struct(..) => self.field_of_struct(&base, member),
            Value::Tuple(parts) => parts.get(position?).cloned(),
            Value::Fields(fields) => {
                let place = &fields.place;
                let other = || inactive(quote::quote!(#place.#member));
                Some(fields.get(member).cloned().unwrap_or_else(other))
            }
            Value::Inactive(Inactive { tokens, .. }) => {
                let place = quote::quote!(#tokens.#member);
                let known = self.writer.known_part(&place);
                Some(known.unwrap_or_else(|| inactive(place)))
            }
            _ => None,
        }
    }

    /// The layout of a struct whose definition is in view.
    pub(crate) fn layout_of(&mut self, key: &Key) -> Option<Rc<Layout>> {
        if let Some(known) = self.names.layouts.get(key) {
            return Some(Rc::clone(known));
        }
        let layout = self.given.types.layout(key, self.given.home.module)?;
        let layout = Rc::new(layout);
        self.names.layouts.insert(key.clone(), Rc::clone(&layout));
        Some(layout)
    }

    /// Whether a type is a parameter of the definition in which it is written, `reason: B`.
    fn is_parameter_of_definition(&self, written: &Written) -> bool {
        let definition = written.at.this.as_ref();
        let definition = definition.and_then(|key| self.given.types.definition(key));
        let Some(definition) = definition else {
            return false;
        };
        let mut parameters = definition.generics.type_params();
        parameters
            .any(|own| matches!(&written.ty, syn::Type::Path(ty) if ty.path.is_ident(&own.ident)))
    }

    /// Whether a type is a distribution of statrs, `&Normal`, by the imports of the running code.
    fn is_distribution(&self, ty: &syn::Type) -> bool {
        matches!(behind_reference(ty), syn::Type::Path(ty)
            if self.distribution_named(&ty.path).is_some())
    }

    /// Remembers the type of an opaque variable.
    pub(crate) fn note_type(&mut self, value: &Value, written: &Written) {
        let inside = written.inside();
        let held = inside.as_ref().map_or(&written.ty, |inside| &inside.ty);
        let is_of_use = self.given.types.has_own()
            || is_of_statrs(&written.ty)
            || matrix_of(held).is_some()
            || self.is_distribution(&written.ty);
        if !is_of_use || self.is_parameter_of_definition(written) {
            return;
        }
        if let Value::Inactive(inactive) = value
            && let Ok(name) = syn::parse2::<syn::Ident>(inactive.tokens.clone())
        {
            if is_mutable_borrow(&written.ty) {
                self.writer.reaching.insert(name.to_string());
            }
            self.names
                .seen_types
                .insert(name.to_string(), written.clone());
        }
    }

    /// The type of the items of an inactive iterator.
    pub(crate) fn type_of_items(&self, iterable: &Expr) -> Option<Written> {
        items_of(iterable, &|part| self.type_of_expression(part))
    }

    /// The type of an expression, without evaluating it.
    pub(crate) fn type_of_expression(&self, expression: &Expr) -> Option<Written> {
        match strip(expression) {
            Expr::Path(path)
                if path.path.is_ident("self") && self.names.scopes.get("self").is_none() =>
            {
                self.type_of_root("self")
            }
            Expr::Path(path) if path.qself.is_none() => {
                let binding = self.names.scopes.get(&path_key(&path.path)?);
                match binding {
                    Some(binding) => self.type_of_value(&binding.value),
                    None => self.type_of_unit_variant(&path.path),
                }
            }
            Expr::Field(field) => {
                let base = self.type_of_expression(&field.base)?;
                self.given.types.field(&base, &field.member)
            }
            Expr::Index(index) => {
                let base = self.type_of_expression(&index.expr)?;
                if matches!(strip(&index.index), Expr::Range(_)) {
                    let element = base.element()?;
                    let ty = &element.ty;
                    let part = syn::parse_quote!([#ty]);
                    return Some(Written {
                        ty: part,
                        ..element
                    });
                }
                let element = base.element().or_else(|| base.map_value());
                let key = self.key_of_written(&base);
                let element = element.or_else(|| self.result_of(key.as_ref()?, "index", 2));
                // The coordinates of a quaternion are behind its `Deref`.
                element.or_else(|| self.given.types.coordinate(key.as_ref()?))
            }
            Expr::Reference(reference) => self.type_of_expression(&reference.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.type_of_expression(&unary.expr)
            }
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                let operand = self.type_of_expression(&unary.expr)?;
                if self.matrix_of_written(&operand).is_some() {
                    return Some(operand);
                }
                self.result_of(&self.key_of_written(&operand)?, "neg", 1)
            }
            Expr::Struct(literal) => {
                let key = self.given.types.key(&literal.path, &self.within())?;
                Some(Written::of(&key))
            }
            Expr::Call(call) => self.type_of_call(call),
            Expr::Try(asked) => self.type_of_expression(&asked.expr)?.inside(),
            Expr::MethodCall(call) => self.type_of_method_call(call),
            Expr::Binary(binary) => self.type_of_binary(binary),
            other => tails(other).find_map(|end| self.type_of_expression(end)),
        }
    }

    fn type_of_method_call(&self, call: &syn::ExprMethodCall) -> Option<Written> {
        let receiver = self.type_of_expression(&call.receiver);
        let typed = |part: &Expr| self.type_of_expression(part);
        if let Some(found) = given_by(call, receiver.as_ref(), &typed) {
            return Some(found);
        }
        let name = call.method.to_string();
        let receiver = receiver.or_else(|| self.type_of_inverted(&name, &call.receiver))?;
        if name == "clone" && call.args.is_empty() {
            return Some(receiver);
        }
        if let Some((rows, cols)) = self.matrix_of_written(&receiver) {
            return self.type_of_matrix_method(&name, &receiver, (rows, cols));
        }
        let key = self.key_of_written(&receiver)?;
        if *key == *self.given.scalar_name && is_of_number(&name) && name != "sin_cos" {
            return Some(receiver);
        }
        self.result_of(&key, &name, call.args.len() + 1)
    }

    /// The type of `left op right`. Numbers have operators with types of the user's as well, so the
    /// right side decides which one is meant.
    fn type_of_binary(&self, binary: &syn::ExprBinary) -> Option<Written> {
        let (name, _) = overload(&binary.op)?;
        let written = [&binary.left, &binary.right].map(|side| self.type_of_expression(side));
        if let [Some(left), Some(right)] = &written
            && let Some(product) = self.type_of_product(name, left, right)
        {
            return Some(product);
        }
        let key = |side: &Expr, written: Option<Written>| {
            let number = || self.key_of_number(side);
            let key = written.map_or_else(number, |written| self.key_of_written(&written));
            key.or_else(|| self.key_of_value(&self.peek(side)?))
        };
        // Each side is asked for its type once: twice would be exponential in the depth.
        let [left, right] = written;
        let [left, right] = [key(&binary.left, left), key(&binary.right, right)];
        let scalar = Key::from(self.given.scalar_name.as_str());
        if [&left, &right]
            .into_iter()
            .all(|side| side.as_ref() == Some(&scalar))
        {
            return Some(self.type_of_scalar());
        }
        let left = left.unwrap_or(scalar);
        let Some(right) = right else {
            let is_own = left.contains("::");
            return self.result_of(&left, name, 2).filter(|_| is_own);
        };
        let heads = self.given.types.methods(&left, name, 2).into_iter();
        let mut heads = heads.filter(|head| {
            let key = |ty| self.given.types.key_of(ty, &head.within());
            let declared = head.parameter(1).and_then(key);
            // An inherent method of that name is not the operator.
            head.of_trait.is_some() && declared.is_none_or(|declared| declared == right)
        });
        heads.next().and_then(|head| written_result(&head))
    }

    /// The type of a floating-point literal.
    fn key_of_number(&self, expression: &Expr) -> Option<Key> {
        let is_float = matches!(
            strip(expression),
            Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Float(_))
        );
        is_float.then(|| self.given.scalar_name.as_str().into())
    }

    /// The type of a value, where a value has one that is written somewhere.
    pub(crate) fn type_of_value(&self, value: &Value) -> Option<Written> {
        match value {
            Value::Struct(layout, _) => layout.own.as_ref().map(Written::of),
            Value::Choice(variants, _) => variants.own().map(Written::of),
            Value::Fields(fields) => self.type_of_tokens(&fields.place),
            Value::Inactive(Inactive { tokens, .. }) => self.type_of_tokens(tokens),
            Value::Reference(place) => self.type_of_value(&self.load(&self.follow(place.clone()))?),
            Value::Scalar(_) => Some(self.type_of_scalar()),
            _ => None,
        }
    }

    fn type_of_scalar(&self) -> Written {
        let name = syn::Ident::new(&self.given.scalar_name, proc_macro2::Span::call_site());
        self.written(&syn::parse_quote!(#name))
    }

    /// The type of what a call of a function or of a constructor gives.
    fn type_of_call(&self, call: &syn::ExprCall) -> Option<Written> {
        let Expr::Path(callee) = strip(&call.func) else {
            return None;
        };
        if let Some(of) = callee.qself.as_ref() {
            // `<f64 as Scalar>::zero()`
            let key = self.given.types.key_of(&of.ty, &self.within())?;
            let name = callee.path.segments.last()?.ident.to_string();
            return self.result_of(&key, &name, call.args.len());
        }
        let name = path_key(&callee.path)?;
        match self.names.scopes.get(&name).map(|binding| &binding.value) {
            Some(Value::Function(id)) => {
                let function = self.names.functions.get(id);
                Some(Written {
                    ty: without_lengths(function.result.as_ref()?, &function.lengths),
                    at: function.within.clone(),
                })
            }
            // A parameter that is a function: `f: impl Fn(f64) -> f64`.
            Some(Value::Inactive(place)) => {
                let written = self.type_of_tokens(&place.tokens)?;
                let generics: Vec<&syn::Generics> = self.given.generics.iter().collect();
                let found = FunctionType::of_parameter(&written.ty, &generics)?;
                Some(written.with(&found.output?))
            }
            Some(_) => None,
            None => match self.given.types.key(&callee.path, &self.within()) {
                Some(tuple_struct) => Some(Written::of(&tuple_struct)),
                None => self.type_of_distribution(call),
            },
        }
    }
}
