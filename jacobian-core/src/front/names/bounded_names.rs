//! Intervals of names: what interval analysis knows of a variable, by its name or by its type.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Expr};

use crate::front::names::state::Lowering;
use crate::front::syntax::strip::strip;
use crate::front::value::Inactive;
use crate::front::value::intervals::{IntegerKind, Interval, UNKNOWN, kind_of, of_kind};
use crate::ordered::Map;

pub(crate) struct Reader<'a, M> {
    pub(crate) lowering: &'a Lowering<M>,
    /// Parameters and variables of the function that is looked into.
    pub(crate) names: Map<String, Interval>,
    pub(crate) depth: usize,
}

impl<M> Reader<'_, M> {
    /// A variable, a field or an element.
    pub(crate) fn of_place(&self, place: &Expr, kind: IntegerKind) -> Interval {
        if let Expr::Path(path) = place
            && let Some(name) = path.path.get_ident()
            && let Some(known) = self.names.get(&name.to_string())
        {
            return Interval {
                bounds: known.bounds,
                kind: kind.or(known.kind),
            };
        }
        let tokens = place.to_token_stream();
        let bounds = self.lowering.writer.bounds(&tokens);
        let kind = IntegerKind {
            is_integer: kind.is_integer || bounds.is_some(),
            ..kind
        };
        let kind = kind.or(self
            .type_of(tokens)
            .map_or(IntegerKind::default(), |ty| kind_of(&ty)));
        Interval {
            bounds: bounds.unwrap_or_else(|| of_kind(kind)),
            kind,
        }
    }

    /// The declared type of a place. Names of a function that is looked into have none here.
    pub(crate) fn type_of(&self, tokens: TokenStream) -> Option<syn::Type> {
        if self.depth > 0 {
            return None;
        }
        let place = Inactive {
            tokens,
            mentions: Vec::new(),
        };
        let declared = self.lowering.type_of(&place);
        declared.or_else(|| Some(self.lowering.type_of_tokens(&place.tokens)?.ty))
    }

    /// Whether an expression is certainly a condition.
    pub(crate) fn is_condition(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Binary(binary) => matches!(
                binary.op,
                BinOp::Lt(_)
                    | BinOp::Le(_)
                    | BinOp::Gt(_)
                    | BinOp::Ge(_)
                    | BinOp::Eq(_)
                    | BinOp::Ne(_)
                    | BinOp::And(_)
                    | BinOp::Or(_)
            ),
            Expr::Unary(unary) => match unary.op {
                syn::UnOp::Not(_) | syn::UnOp::Deref(_) => self.is_condition(&unary.expr),
                _ => false,
            },
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Bool(_)),
            Expr::Macro(call) => call.mac.path.is_ident("matches"),
            place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) => {
                let ty = self.type_of(place.to_token_stream());
                ty.is_some_and(
                    |ty| matches!(&ty, syn::Type::Path(path) if path.path.is_ident("bool")),
                )
            }
            _ => false,
        }
    }

    pub(crate) fn without(&self, hidden: &[syn::Ident]) -> Self {
        let mut names = self.names.clone();
        for name in hidden {
            let unknown = Interval {
                bounds: UNKNOWN,
                kind: IntegerKind::default(),
            };
            names.insert(name.to_string(), unknown);
        }
        Reader {
            lowering: self.lowering,
            names,
            depth: self.depth,
        }
    }
}

/// Whether a macro ends the program.
pub(crate) fn leaves(call: &syn::Macro) -> bool {
    const LEAVING: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];
    let last = call.path.segments.last();
    last.is_some_and(|last| LEAVING.iter().any(|name| last.ident == name))
}
