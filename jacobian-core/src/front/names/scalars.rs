//! Conversion of a value to a scalar of the code list, or a message if it is not one.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::Expr;

use crate::ir::elemental::Operation;
use crate::ir::{ValueId, Width};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::syntax::locally_constant::may_vary;
use crate::front::syntax::strip::strip;
use crate::front::syntax::{foreign_texts, foreign_traits, open_lengths};
use crate::front::value::found::{Found, Stop};
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

impl<M> Lowering<M> {
    pub(crate) fn as_scalar(
        &mut self,
        value: Value,
        at: &impl ToTokens,
        behind: Behind,
    ) -> Found<ValueId> {
        match self.behind(value, at)? {
            Value::Scalar(id) => Ok(id),
            Value::Poison => Err(Stop),
            Value::Inactive(inactive) => {
                self.writer.at_run_time()?;
                if let Some(name) = self.suspect_behind(&inactive.tokens) {
                    return self.writer.refuse(at, &self.shape_unknown(&name));
                }
                if self.is_literal_of_generic(&inactive.tokens) {
                    return self.writer.refuse(at, messages::LITERAL_OF_GENERIC);
                }
                self.number(inactive, behind, at)
            }
            Value::Carried(_) => self.writer.refuse(at, messages::CARRIED),
            other => match self.behind_deref(&other) {
                // `*m` of a number in a struct is the struct so far.
                Some(Value::Scalar(id)) => Ok(id),
                _ => self
                    .writer
                    .refuse(at, &messages::not_a_scalar(&other.describe())),
            },
        }
    }

    /// Makes opaque code a number of the code list. The code is not followed, so the number must
    /// not vary with the active values in it. In partials of rules, such code is what the user
    /// gives as derivative.
    pub(crate) fn number(
        &mut self,
        code: Inactive,
        behind: Behind,
        at: &impl ToTokens,
    ) -> Found<ValueId> {
        let names = self.writer.varying_names(&code.mentions);
        if self.frames.numbers == 0 && may_vary(&code.tokens, &names) {
            return self.writer.refuse(at, messages::NUMBER_NOT_FOLLOWED);
        }
        self.writer.materialize(code, behind)
    }

    /// The message about a parameter of unknown type.
    pub(crate) fn shape_unknown(&self, name: &str) -> String {
        let lengths = self.type_of_root(name);
        let lengths = lengths.and_then(|of| self.given.types.example_lengths(&of));
        messages::shape_unknown(name, &self.given.variables, lengths.as_deref())
    }

    /// Example lengths of a parameter that is a list or matrix.
    pub(crate) fn lengths_of_parameter(&self, name: &str) -> Option<&'static str> {
        let place = Inactive {
            tokens: Ident::new(name, proc_macro2::Span::call_site()).into_token_stream(),
            mentions: Vec::new(),
        };
        open_lengths::example(&self.type_of(&place)?)
    }

    /// The parameter of unknown type that a place is, or that it is a numbered part of.
    pub(crate) fn suspect_behind(&self, place: &TokenStream) -> Option<String> {
        let mut tokens = place.clone().into_iter();
        let proc_macro2::TokenTree::Ident(name) = tokens.next()? else {
            return None;
        };
        let is_part = tokens.all(|token| match token {
            proc_macro2::TokenTree::Group(group) => {
                group.delimiter() == proc_macro2::Delimiter::Bracket
            }
            proc_macro2::TokenTree::Punct(dot) => dot.as_char() == '.',
            proc_macro2::TokenTree::Literal(_) => true,
            proc_macro2::TokenTree::Ident(_) => false,
        });
        self.names
            .suspects
            .get(&name.to_string())
            .filter(|_| is_part)
            .cloned()
    }

    /// Whether the tokens are a bare literal and the function needs a generic scalar.
    pub(crate) fn is_literal_of_generic(&self, tokens: &TokenStream) -> bool {
        self.given.precision == crate::ir::Precision::Generic
            && tokens
                .clone()
                .into_iter()
                .all(|token| matches!(token, proc_macro2::TokenTree::Literal(_)))
    }

    /// Whether a name is that of a scalar of the function: of the only one, or of one of two.
    pub(crate) fn names_float(&self, name: &str) -> bool {
        self.given.scalar_name == name
            || (self.writer.builder.is_mixed() && matches!(name, "f32" | "f64"))
    }

    /// A number as the scalar of this name, in a function that mixes two.
    pub(crate) fn in_width(&mut self, number: Value, name: &str) -> Value {
        let Value::Scalar(id) = number else {
            return number;
        };
        if !self.writer.builder.is_mixed() {
            return number;
        }
        let statement = self.writer.builder.code().statement(id);
        let is_opaque = matches!(statement.elemental(), crate::ir::Elemental::Opaque(_));
        match (self.writer.builder.width(id), name) {
            (Width::Unknown, "f32") if is_opaque => {
                Value::Scalar(self.writer.builder.as_single(id))
            }
            (Width::Single, "f64") => self.writer.apply(Operation::Widen, &[id]),
            (Width::Unknown | Width::Double, "f32") => self.writer.apply(Operation::Narrow, &[id]),
            _ => number,
        }
    }

    /// Whether a name is that of the function's scalar, or of the trait of generic scalars.
    pub(crate) fn names_scalar(&self, name: &Ident) -> bool {
        let is_generic = self.given.precision == crate::ir::Precision::Generic;
        self.names_float(&name.to_string()) || (is_generic && name == "Real")
    }

    /// Whether a path begins with a trait of other people's whose methods `f64` has as well.
    pub(crate) fn is_number_trait(&self, path: &syn::Path, of_trait: &Ident) -> bool {
        let full = self.names.imports.full_path(path, self.module());
        let first = full.split("::").next().unwrap_or_default();
        foreign_traits::is_of_numbers(&of_trait.to_string())
            && foreign_traits::CRATES.contains(&first)
    }

    /// Whether the trait of `x.to_usize()` is imported here.
    pub(crate) fn imports_conversions(&self) -> bool {
        let paths = ["num_traits::ToPrimitive", "num::ToPrimitive"];
        let mut paths = paths.iter();
        paths.any(|path| self.names.imports.brings(path, self.module()))
    }

    /// Whether a trait of num-traits is imported here.
    pub(crate) fn imports_number_trait(&self, name: &str) -> bool {
        let paths = ["num_traits", "num"].map(|library| format!("{library}::{name}"));
        let mut paths = paths.iter();
        paths.any(|path| self.names.imports.brings(path, self.module()))
    }

    /// The function of num-traits that an imported name means: `clamp(x, a, b)`.
    pub(crate) fn imported_number_function(&self, path: &syn::Path) -> Option<(Ident, Ident)> {
        let full = self.names.imports.full_path(path, self.module());
        let (library, name) = full.split_once("::")?;
        let is_inside = |name: &&str| {
            name.split_once("::")
                .is_some_and(|(of, _)| ["traits", "pow"].contains(&of))
        };
        let name = Some(name)
            .filter(is_inside)
            .map_or(name, |name| name.rsplit("::").next().unwrap_or(name));
        let parts = [library, name].map(|part| syn::parse_str::<Ident>(part).ok());
        let [Some(library), Some(name)] = parts else {
            return None;
        };
        foreign_texts::is_free_function(&library, &name).then_some((library, name))
    }

    /// The message if an index, a loop or a length finds an independent scalar field in place of an
    /// array.
    pub(crate) fn not_an_array(&self, base: &Expr, value: &Value) -> Option<String> {
        let (Expr::Field(_), Value::Scalar(id)) = (strip(base), value) else {
            return None;
        };
        let statement = self.writer.builder.code().statement(*id);
        let is_independent = matches!(statement.elemental(), crate::ir::Elemental::Independent(_));
        let name = base.to_token_stream().to_string().replace(' ', "");
        is_independent.then(|| messages::field_without_dim(&name))
    }
}
