//! Numbers in the source: literals, the constants of `std`, and conversions by `from`.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::punctuated::Punctuated;

use crate::ir::Precision;
use crate::ir::elemental::Operation;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::run::Run;
use crate::front::syntax::constants::{self, limit, mathematical};
use crate::front::syntax::integers;
use crate::front::syntax::operators::plain;
use crate::front::syntax::strip::strip;
use crate::front::syntax::typed_tails::with_type;
use crate::front::syntax::types::{list_element, optional};
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::Integer;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl Lowering<Run> {
    pub(crate) fn eval_repeat(&mut self, repeat: &syn::ExprRepeat) -> Found<Value> {
        let element = self.eval(&repeat.expr)?;
        self.refuse_state_in(&element, &repeat.expr)?;
        let element = self.settle_typed(element, &repeat.expr)?;
        let length = self.eval(&repeat.len)?;
        if matches!(length, Value::Inactive(_)) {
            return self.repeated_in_memory(&element, length, repeat);
        }
        let length = self.known_integer(length, &repeat.len, "length")?;
        match usize::try_from(length) {
            Ok(length) if self.writer.spend(length, repeat) => {
                let elements = (0..length).map(|_| self.copied_lists(&element));
                let elements = elements.collect::<Found<Vec<Value>>>()?;
                self.writer.limited(Value::array(elements), repeat)
            }
            Ok(_) => Err(Stop),
            Err(_) => self
                .writer
                .refuse(&repeat.len, &messages::index_out_of_bounds(length, 0)),
        }
    }

    /// A number that is wanted as an `f32` in a function of `f64`, or the other way round. The
    /// user's own code computes it, because it rounds differently.
    pub(crate) fn eval_of_other_width(
        &mut self,
        expression: &Expr,
        ty: &syn::Type,
    ) -> Found<Option<Value>> {
        let is_mixed = self.writer.builder.is_mixed();
        if is_mixed || self.names.is_active(expression) {
            return Ok(None);
        }
        // What has been read as a number of the function's scalar is read again.
        if let Some(Value::Scalar(_)) = self.peek(expression) {
            return Ok(None);
        }
        let behind = self.foreign_behind(ty);
        let ty = behind.as_ref().unwrap_or(ty);
        if !self.is_foreign_scalar(ty) || !is_of_numbers(ty) {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        let Value::Inactive(Inactive { tokens, mentions }) = self.keep(expression)? else {
            return Ok(None);
        };
        let tokens = without_suffixes(tokens, expression);
        let name = self.writer.fresh(&Ident::new("single", Span::call_site()));
        self.writer
            .keep_statement(quote!(let #name: #ty = #tokens;), &mentions)?;
        let value = Value::Inactive(Inactive {
            tokens: name.into_token_stream(),
            mentions: Vec::new(),
        });
        self.note_type(&value, &self.written(ty));
        Ok(Some(value))
    }

    /// The value that is assigned to a place: `s.gain = 0.2` of an `f32`.
    pub(crate) fn eval_for_place(&mut self, place: &Expr, value: &Expr) -> Found<Value> {
        let declared = self.type_of_field(place);
        let want = declared.as_ref().map(|declared| &declared.ty);
        let want = want.filter(|want| self.foreign_behind(want).is_some());
        let known = self.wanted_at(place, value);
        let want = want.or(known.as_ref());
        let typed = want.and_then(|ty| with_type(value, ty));
        let typed = typed.map(|typed| self.trees.keep(typed));
        let value = typed.as_deref().unwrap_or(value);
        let found = self.eval_as(value, want)?;
        match &declared {
            Some(declared) => self.in_declared_width(found, declared, value),
            None => Ok(found),
        }
    }

    /// `s.gain += 0.2` of a place that is an `f32`, as the user's own code.
    pub(crate) fn compound_of_other_width(
        &mut self,
        binary: &syn::ExprBinary,
    ) -> Found<Option<Value>> {
        let Some(declared) = self.type_of_field(&binary.left) else {
            return Ok(None);
        };
        if self.foreign_behind(&declared.ty).is_none() {
            return Ok(None);
        }
        let (left, op, right) = (&binary.left, plain(&binary.op), &binary.right);
        let whole = self.trees.keep(syn::parse_quote!(#left #op #right));
        self.eval_of_other_width(&whole, &declared.ty)
    }

    /// The type of a field, or of an element of one.
    fn type_of_field(&self, place: &Expr) -> Option<Written> {
        let mut base = strip(place);
        while let Expr::Index(index) = base {
            base = strip(&index.expr);
        }
        let is_field = matches!(base, Expr::Field(_));
        is_field.then(|| self.type_of_expression(place)).flatten()
    }

    /// Whether a type is a scalar or an integer.
    pub(crate) fn names_number(&self, ty: &Ident) -> bool {
        let name = ty.to_string();
        self.names_float(&name) || integers::fits(0, &name)
    }

    /// `f64::from(value)`, `usize::from(condition)`
    pub(crate) fn eval_from(
        &mut self,
        ty: &Ident,
        value: &Expr,
        call: &syn::ExprCall,
    ) -> Found<Value> {
        let value = match self.eval(value)? {
            Value::Boolean(known) => Value::integer(i128::from(known)),
            Value::Inactive(Inactive { tokens, mentions }) => {
                self.writer.at_run_time()?;
                let callee = &call.func;
                Value::Inactive(Inactive {
                    tokens: quote!(#callee(#tokens)),
                    mentions,
                })
            }
            value => value,
        };
        if let Some(number) = self.own_from(ty, &value, call)? {
            return Ok(number);
        }
        match value {
            Value::Integer(integer) if self.names_float(&ty.to_string()) => {
                let number = self.writer.literal_of(integer.value);
                Ok(self.in_width(number, &ty.to_string()))
            }
            Value::Integer(mut integer) => {
                integer.suffix = Some(ty.to_string());
                Ok(Value::Integer(integer))
            }
            value if self.names_float(&ty.to_string()) => {
                let number = self.as_scalar(value, call, Behind::Nothing)?;
                Ok(self.in_width(Value::Scalar(number), &ty.to_string()))
            }
            value @ Value::Inactive(_) => Ok(value),
            _ => self.writer.refuse(call, messages::OPAQUE_CALL),
        }
    }

    pub(crate) fn eval_literal(&mut self, literal: &syn::ExprLit) -> Found<Value> {
        match &literal.lit {
            // A literal is an `f64` or an `f32`, and a generic scalar is neither.
            syn::Lit::Float(_) if self.given.precision == Precision::Generic => {
                self.writer.refuse(literal, messages::LITERAL_OF_GENERIC)
            }
            syn::Lit::Float(float) if self.is_other_suffix(float.suffix()) => {
                Ok(self.single(float.base10_digits()))
            }
            syn::Lit::Int(int) if self.is_other_suffix(int.suffix()) => {
                Ok(self.single(int.base10_digits()))
            }
            syn::Lit::Float(float) if float.suffix() == "f64" && self.writer.builder.is_mixed() => {
                let number = self.parse_float(float.base10_digits());
                Ok(Value::Scalar(self.writer.builder.double(number)))
            }
            syn::Lit::Float(float) if self.is_own_suffix(float.suffix()) => {
                let number = self.parse_float(float.base10_digits());
                Ok(Value::Scalar(self.writer.builder.literal(number)))
            }
            syn::Lit::Int(int)
                if int.suffix().starts_with('f') && self.is_own_suffix(int.suffix()) =>
            {
                let number = self.parse_float(int.base10_digits());
                Ok(Value::Scalar(self.writer.builder.literal(number)))
            }
            syn::Lit::Int(int) => match int.base10_parse::<i128>() {
                Ok(value) => {
                    let suffix = Some(int.suffix().to_owned()).filter(|suffix| !suffix.is_empty());
                    Ok(Value::Integer(Integer { value, suffix }))
                }
                Err(_) => self.writer.refuse(literal, messages::INTEGER_TOO_LARGE),
            },
            syn::Lit::Str(_) | syn::Lit::Char(_) => Ok(Value::Inactive(Inactive {
                tokens: literal.to_token_stream(),
                mentions: Vec::new(),
            })),
            syn::Lit::Bool(value) => Ok(Value::Boolean(value.value)),
            _ => self.writer.refuse(literal, messages::NOT_DIFFERENTIATED),
        }
    }

    /// Whether a literal is an `f32` in a function that mixes `f32` and `f64`.
    fn is_other_suffix(&self, suffix: &str) -> bool {
        suffix == "f32" && self.writer.builder.is_mixed()
    }

    /// An `f32` in such a function.
    fn single(&mut self, digits: &str) -> Value {
        let number = digits.parse::<f32>().map_or(f64::NAN, f64::from);
        let number = self.writer.builder.literal(number);
        self.writer.apply(Operation::Narrow, &[number])
    }

    pub(crate) fn is_own_suffix(&self, suffix: &str) -> bool {
        suffix.is_empty() || suffix == self.given.scalar_name
    }

    /// Reads the digits as rustc does: an `f32` is rounded once, not first to `f64` and then to
    /// `f32`.
    pub(crate) fn parse_float(&self, digits: &str) -> f64 {
        match self.given.precision {
            Precision::Double | Precision::Generic => digits.parse().unwrap_or(f64::NAN),
            Precision::Single => digits.parse::<f32>().map_or(f64::NAN, f64::from),
        }
    }

    /// Constants such as `std::f64::consts::PI` and `f64::EPSILON`.
    pub(crate) fn standard_constant(&mut self, path: &syn::Path) -> Option<Value> {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let (name, value) = match *segments.as_slice() {
            [.., scalar, "consts", name] => (scalar, mathematical(name)?),
            [scalar, name] => (scalar, limit(name, self.given.precision)?),
            [_, scalar, name] if segments[0] == "std" || segments[0] == "core" => {
                (scalar, limit(name, self.given.precision)?)
            }
            _ => return None,
        };
        (name == self.given.scalar_name)
            .then(|| Value::Scalar(self.writer.builder.literal(self.rounded(value))))
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the constants of f32 are the rounded ones"
    )]
    pub(crate) fn rounded(&self, value: f64) -> f64 {
        match self.given.precision {
            Precision::Single => f64::from(value as f32),
            Precision::Double | Precision::Generic => value,
        }
    }

    /// `T::from_f64(0.1)`: the argument is an `f64` for every scalar.
    pub(crate) fn eval_from_f64(&mut self, argument: &Expr, call: &syn::ExprCall) -> Found<Value> {
        match self.double(argument) {
            Some(number) => {
                let number = self.rounded(number);
                Ok(Value::Scalar(self.writer.builder.literal(number)))
            }
            None => self.writer.refuse(call, messages::NOT_DIFFERENTIATED),
        }
    }

    /// An `f64` that is known at expansion.
    #[expect(clippy::cast_precision_loss, reason = "the cast that the user wrote")]
    pub(crate) fn double(&mut self, expression: &Expr) -> Option<f64> {
        match strip(expression) {
            Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Float(float),
                ..
            }) => float.base10_parse().ok(),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Neg(_)) => {
                self.double(&unary.expr).map(|number| -number)
            }
            Expr::Binary(binary) => {
                let (left, right) = (self.double(&binary.left)?, self.double(&binary.right)?);
                Some(match binary.op {
                    syn::BinOp::Add(_) => left + right,
                    syn::BinOp::Sub(_) => left - right,
                    syn::BinOp::Mul(_) => left * right,
                    syn::BinOp::Div(_) => left / right,
                    _ => return None,
                })
            }
            Expr::Cast(cast) if cast.ty.to_token_stream().to_string() == "f64" => {
                match self.try_known(&cast.expr)? {
                    Value::Integer(integer) => Some(integer.value as f64),
                    _ => None,
                }
            }
            Expr::Path(path) => constants::double_constant(&path.path),
            _ => None,
        }
    }
}

/// Whether a type is a number, or an `Option`, a `Vec` or a `Box` of numbers.
fn is_of_numbers(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else {
        return false;
    };
    let Some(name) = path.path.get_ident() else {
        let held = list_element(ty).cloned().or_else(|| optional(ty));
        return held.is_some_and(|held| is_of_numbers(&held));
    };
    name == "f32" || name == "f64"
}

/// Literals of variables, which have been read as numbers of the function's scalar, without a
/// suffix: the type around says which numbers they are.
fn without_suffixes(tokens: TokenStream, source: &Expr) -> TokenStream {
    const SUFFIX: &str = "_f64";
    if source.to_token_stream().to_string().contains(SUFFIX) {
        return tokens;
    }
    let plain = |token| match token {
        TokenTree::Group(group) => {
            let inner = without_suffixes(group.stream(), source);
            TokenTree::Group(Group::new(group.delimiter(), inner))
        }
        TokenTree::Literal(literal) => match literal.to_string().strip_suffix(SUFFIX) {
            Some(digits) => digits
                .parse()
                .map_or(TokenTree::Literal(literal), TokenTree::Literal),
            None => TokenTree::Literal(literal),
        },
        token => token,
    };
    tokens.into_iter().map(plain).collect()
}

/// The type of an array one of whose elements has the suffix of the other floating-point type:
/// `[0.1f32, 0.2]`. The suffix is for all of them.
pub(crate) fn type_of_suffixed<P>(elements: &Punctuated<Expr, P>) -> Option<syn::Type> {
    let suffix = elements.iter().find_map(|element| match strip(element) {
        Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Float(float),
            ..
        }) if !float.suffix().is_empty() => Some(float.suffix().to_owned()),
        _ => None,
    })?;
    let suffix = Ident::new(&suffix, Span::call_site());
    let length = elements.len();
    Some(syn::parse_quote!([#suffix; #length]))
}
