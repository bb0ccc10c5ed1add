//! Types of the user's variables, as far as the signature gives them: scalars, matrices, lengths.

use std::rc::Rc;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Member};

use crate::interface::{Layout, Wrapper};
use crate::ordered::Map;

use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Body, Field};
use crate::front::syntax::matrix_types::{dimensions, element, is_owned};
use crate::front::syntax::strip::strip;
use crate::front::syntax::{tokens, types};
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};

impl<M> Lowering<M> {
    /// Whether a call is that of a method which may change its receiver.
    pub(crate) fn may_change_receiver(&self, call: &Expr) -> bool {
        let Expr::MethodCall(call) = call else {
            return false;
        };
        let name = call.method.to_string();
        let types = &self.given.types;
        types.may_change_receiver(&name, call.args.len() + 1)
    }

    /// Whether a field of a struct in view is a list whose length its type does not say.
    pub(crate) fn has_list_field(&self, layout: &Layout) -> bool {
        let own = layout.own.as_ref().filter(|_| layout.made.is_none());
        let definition = own.and_then(|key| self.given.types.definition(key));
        definition.is_some_and(|definition| match &definition.body {
            Body::Struct(fields) => {
                let mut types = fields.iter().map(|field| &field.ty);
                types.any(|ty| types::list_element(ty).is_some())
            }
            _ => false,
        })
    }

    /// The value of a struct without fields, `Rk4`, whose methods are followed.
    pub(crate) fn unit_struct(&mut self, path: &syn::Path) -> Option<Value> {
        let key = self.given.types.key(path, &self.within())?;
        let layout = self.layout_of(&key).filter(|_| self.is_unit_struct(path))?;
        Some(Value::Struct(layout, Rc::default()))
    }

    /// A tuple struct as a function, `x.iter().copied().map(OrderedFloat)`.
    pub(crate) fn constructor_of_struct(&self, expression: &Expr) -> Option<syn::ExprClosure> {
        let Expr::Path(path) = strip(expression) else {
            return None;
        };
        let key = self.given.types.key(&path.path, &self.within())?;
        let Body::Struct(fields) = &self.given.types.definition(&key)?.body else {
            return None;
        };
        let is_tuple = |field: &Field| matches!(field.member, Member::Unnamed(_));
        let names = (0..fields.len()).map(|at| quote::format_ident!("__operand_{at}"));
        let names: Vec<syn::Ident> = names.collect();
        fields
            .iter()
            .all(is_tuple)
            .then(|| syn::parse_quote!(|#(#names),*| #path(#(#names),*)))
    }

    pub(crate) fn is_unit_struct(&self, path: &syn::Path) -> bool {
        let key = self.given.types.key(path, &self.within());
        let definition = key.and_then(|key| self.given.types.definition(&key));
        definition.is_some_and(|definition| {
            matches!(&definition.body, Body::Struct(fields) if fields.is_empty())
                && definition.generics.params.is_empty()
                && definition.made.is_none()
        })
    }

    /// The value of a length.
    pub(crate) fn known_length(&self, expression: &Expr) -> Option<i128> {
        match strip(expression) {
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Int(int),
                ..
            }) => int.base10_parse().ok(),
            Expr::Path(path) => {
                let named = path.path.get_ident();
                let binding = named.and_then(|name| self.names.scopes.get(&name.to_string()));
                match binding.map(|binding| &binding.value) {
                    Some(Value::Integer(integer)) => Some(integer.value),
                    // A const parameter of the running function that nothing gives.
                    Some(Value::Unassigned) => None,
                    _ => self.given.constant(&path.path),
                }
            }
            Expr::Block(block) => match block.block.stmts.as_slice() {
                [syn::Stmt::Expr(inner, None)] => self.known_length(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a path with a name of nalgebra's names another type. A `use` in the body counts.
    pub(crate) fn is_other_type(&self, path: &syn::Path) -> bool {
        let at = self.within();
        self.given.types.defines(path, &at)
            || self.names.imports.is_of_others(path, Some(at.module))
    }

    /// Notes the type that a `let` gives a matrix, so that generated code can name it. In an
    /// inlined function it may have type parameters.
    pub(crate) fn note_matrix_type(&mut self, pattern: &syn::Pat, value: &Value) {
        if let (syn::Pat::Type(typed), Value::Matrix(_)) = (pattern, value)
            && self.frames.calls.is_empty()
        {
            self.annotated_matrix(&typed.ty);
        }
    }

    /// The dimensions of an annotated matrix type. The type is kept for later.
    pub(crate) fn annotated_matrix(&mut self, ty: &syn::Type) -> Option<(usize, usize)> {
        let syn::Type::Path(path) = types::behind_reference(ty) else {
            return None;
        };
        let last = path.path.segments.last()?;
        element(last)?;
        if self.is_other_type(&path.path) {
            return None;
        }
        let dimensions = dimensions(last, &|length| self.known_length(length))?;
        if dimensions.0.saturating_mul(dimensions.1) > self.given.unroll {
            return None;
        }
        let named = path.path.to_token_stream();
        self.writer.matrices.seen = true;
        if is_owned(last) {
            let types = &mut self.writer.matrices.types;
            types.entry(dimensions).or_insert(named);
        }
        Some(dimensions)
    }

    /// The argument of a parameter that is declared as a matrix: `into` gives a list where nothing
    /// around it names the matrix.
    pub(crate) fn as_declared_matrix(&self, value: Value, ty: &syn::Type) -> Value {
        let syn::Type::Path(path) = types::behind_reference(ty) else {
            return value;
        };
        let dimensions = path.path.segments.last().and_then(|last| {
            element(last)?;
            dimensions(last, &|length| self.known_length(length))
        });
        match (dimensions, &value) {
            (Some((rows, cols)), Value::Array(_)) if !self.is_other_type(&path.path) => {
                let mut elements = Vec::new();
                value.for_each_leaf(&mut |leaf| elements.push(leaf.clone()));
                if elements.len() == rows.saturating_mul(cols) {
                    return Value::Matrix(Matrix::new(rows, cols, elements));
                }
                value
            }
            _ => value,
        }
    }

    /// Whether a type is the function's floating-point type, or a reference to it.
    pub(crate) fn is_scalar_type(&self, ty: &syn::Type) -> bool {
        let ty = types::behind_reference(ty);
        matches!(ty, syn::Type::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == self.given.scalar_name))
    }

    /// An opaque place. It is a matrix if the type of a parameter says so.
    pub(crate) fn typed_place(&mut self, place: Inactive) -> Value {
        let ty = self.type_of(&place);
        match ty.and_then(|ty| self.annotated_matrix(&ty)) {
            Some((rows, cols)) => Value::Matrix(Matrix::at(&place.tokens, rows, cols)),
            None => Value::Inactive(place),
        }
    }

    /// The type of an opaque place, if the type of a parameter gives it.
    pub(crate) fn type_of(&self, array: &Inactive) -> Option<syn::Type> {
        let alias = || {
            let tokens = self.writer.behind_alias(&array.tokens)?;
            let mentions = Vec::new();
            let place = Inactive { tokens, mentions };
            let made = || part_of(self.writer.made.lists(), &place);
            part_of(&self.names.types, &place).or_else(made)
        };
        let made = || part_of(self.writer.made.lists(), array);
        part_of(&self.names.types, array)
            .or_else(made)
            .or_else(alias)
    }

    /// The shape of an opaque aggregate that is a variable of its own, or of a part of one.
    pub(crate) fn type_of_copy(&self, place: &Inactive) -> Option<syn::Type> {
        part_of(&self.names.copies, place)
    }

    /// Whether the type is the other floating-point type, which rounds differently.
    pub(crate) fn is_foreign_scalar(&self, ty: &syn::Type) -> bool {
        let is_other =
            |name: &str| matches!(name, "f32" | "f64") && name != self.given.scalar_name.as_str();
        inside(ty.to_token_stream(), &is_other)
    }

    /// The wrapper of an opaque place, if the type of a parameter is an `Option` or a `Result`.
    pub(crate) fn wrapper_of(&self, place: &Inactive) -> Option<Wrapper> {
        let ty = self.type_of(place)?;
        match types::unwrap(&ty) {
            (Wrapper::Plain, _) => None,
            (wrapper, _) => Some(wrapper),
        }
    }
}

/// The type of a place, by the type of its variable, or by that of a field, `b.times`, whose length
/// `dim(..)` gives.
fn part_of(types: &Map<String, syn::Type>, place: &Inactive) -> Option<syn::Type> {
    // The variable and its fields, as long as nothing else was read.
    let (mut ty, mut path) = (None, String::new());
    for token in tokens::behind_references(place.tokens.clone()) {
        let is_name = path.is_empty() || path.ends_with('.');
        ty = match (token, ty) {
            (TokenTree::Punct(sign), None)
                if matches!(sign.as_char(), '&' | '*') && path.is_empty() =>
            {
                None
            }
            (TokenTree::Punct(dot), Some(tuple @ syn::Type::Tuple(_))) if dot.as_char() == '.' => {
                Some(tuple)
            }
            (TokenTree::Punct(dot), _) if dot.as_char() == '.' && !is_name => {
                path.push('.');
                None
            }
            (TokenTree::Literal(position), Some(syn::Type::Tuple(tuple))) => {
                path.clear();
                let position: usize = position.to_string().parse().ok()?;
                Some(tuple.elems.get(position)?.clone())
            }
            (name @ (TokenTree::Ident(_) | TokenTree::Literal(_)), None) if is_name => {
                path.push_str(&name.to_string());
                types.get(&path).cloned()
            }
            // The first element of a table that is written out.
            (TokenTree::Group(table), None)
                if table.delimiter() == Delimiter::Bracket && path.is_empty() =>
            {
                Some(type_of_table(table.stream())?)
            }
            (TokenTree::Group(index), Some(syn::Type::Array(array)))
                if index.delimiter() == Delimiter::Bracket =>
            {
                // `dim` may say more of the list at this index.
                let index = syn::parse2::<syn::LitInt>(index.stream());
                match index {
                    Ok(index) if !path.is_empty() => {
                        path = format!("{path}[{}]", index.base10_digits());
                    }
                    _ => path.clear(),
                }
                let is_array = matches!(*array.elem, syn::Type::Array(_));
                let said = types.get(&path).filter(|_| !is_array);
                Some(said.cloned().unwrap_or(*array.elem))
            }
            _ => return None,
        };
    }
    ty
}

/// The type of a table of numbers with suffixes: `[[1.5_f64, 2.0_f64], [..]]`.
fn type_of_table(elements: TokenStream) -> Option<syn::Type> {
    let parser = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
    let elements = parser.parse2(elements).ok()?;
    let element = type_of_number(elements.first()?)?;
    let length = proc_macro2::Literal::usize_unsuffixed(elements.len());
    Some(syn::parse_quote!([#element; #length]))
}

fn type_of_number(number: &Expr) -> Option<syn::Type> {
    let suffix = match strip(number) {
        Expr::Unary(syn::ExprUnary {
            op: syn::UnOp::Neg(_),
            expr,
            ..
        }) => return type_of_number(expr),
        Expr::Array(inner) => return type_of_table(inner.elems.to_token_stream()),
        Expr::Tuple(parts) => {
            let types = parts.elems.iter().map(type_of_number);
            let types: Vec<syn::Type> = types.collect::<Option<_>>()?;
            return Some(syn::parse_quote!((#(#types,)*)));
        }
        Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Float(number) => number.suffix().to_owned(),
            syn::Lit::Int(number) => number.suffix().to_owned(),
            _ => return None,
        },
        _ => return None,
    };
    syn::parse_str(&suffix).ok()
}

/// Whether a name is among tokens, also in brackets: `[f32; 2]`.
fn inside(tokens: TokenStream, is_name: &dyn Fn(&str) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => inside(group.stream(), is_name),
        token => is_name(&token.to_string()),
    })
}
