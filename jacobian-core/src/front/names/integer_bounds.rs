//! Interval analysis of integers that only run time knows.
//!
//! ```text
//! let donor = if open { i } else { i + 1 };     `i` is 4: one of 4 and 5
//! u[donor]                                      columns 4 and 5, and not all of them
//! u[n % 2], u[k.min(3)], u[usize::from(up)]     0..2, 0..4, 0..2
//! ```
//!
//! An index that could be anything depends on all elements. The form of most indices says more:
//! arms that are known, a remainder, `min`, `clamp`, a condition as a number.
//!
//! Invariant: an index that does not panic is within the interval. Arithmetic may wrap where
//! overflow is not checked, so an interval that leaves `0..=127` counts only for types of at least
//! 32 bits, in which it then cannot wrap back into a list.
//!
//! Source: R. E. Moore, Interval analysis, 1966.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Expr, Pat, Stmt};

use crate::front::names::state::Lowering;
use crate::front::syntax::patterns::{names, pattern_of};
use crate::front::syntax::strip::strip;
use crate::front::value::integer::Bounds;
use crate::front::value::intervals::{
    IntegerKind, Interval, LARGEST, UNKNOWN, USIZE, checked, kind_named, kind_of, of_kind, union,
};
use crate::front::value::{Inactive, Value};
use crate::ordered::Map;

impl<M> Lowering<M> {
    /// The bounds of an index that is computed by this code.
    pub(crate) fn bounds_of_index(&self, code: &TokenStream) -> Option<Bounds> {
        self.bounds_of_part(code, None, USIZE)
    }

    /// The bounds of the variables that a `let` gives names, `(l, r)` or `k`.
    pub(crate) fn note_bounds_of_let(
        &mut self,
        pattern: &Pat,
        bindings: &[(syn::Ident, Value)],
        code: &TokenStream,
    ) {
        let noted = |name: &Pat, part, kind: IntegerKind| {
            let Pat::Ident(name) = name else {
                return None;
            };
            if name.mutability.is_some() || name.by_ref.is_some() || name.subpat.is_some() {
                return None;
            }
            let (_, value) = bindings.iter().find(|(bound, _)| *bound == name.ident)?;
            let Value::Inactive(variable) = value else {
                return None;
            };
            let bounds = self.bounds_of_part(code, part, kind)?;
            Some((variable.tokens.to_string(), bounds))
        };
        let found: Vec<_> = match pattern {
            Pat::Type(typed) => noted(&typed.pat, None, kind_of(&typed.ty))
                .into_iter()
                .collect(),
            Pat::Tuple(parts) => {
                let parts = parts.elems.iter().enumerate();
                let parts =
                    parts.filter_map(|(at, part)| noted(part, Some(at), IntegerKind::default()));
                parts.collect()
            }
            name => noted(name, None, IntegerKind::default())
                .into_iter()
                .collect(),
        };
        self.writer.bounds.extend(found);
    }

    fn bounds_of_part(
        &self,
        code: &TokenStream,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Bounds> {
        let expression = syn::parse2::<Expr>(code.clone()).ok()?;
        let reader = Reader {
            lowering: self,
            names: Map::new(),
            depth: 0,
        };
        let bounds = reader.of(&expression, part, kind)?.bounds;
        (bounds.least > -LARGEST || bounds.most < LARGEST).then_some(bounds)
    }
}

pub(crate) struct Reader<'a, M> {
    pub(crate) lowering: &'a Lowering<M>,
    /// Parameters and variables of the function that is looked into.
    pub(crate) names: Map<String, Interval>,
    pub(crate) depth: usize,
}

impl<M> Reader<'_, M> {
    /// The bounds of an expression, or of one part of the tuple that it gives. `None` if it gives
    /// nothing, because it leaves.
    pub(crate) fn of(
        &self,
        expression: &Expr,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Interval> {
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        let expression = strip(expression);
        match (expression, part) {
            (Expr::Tuple(parts), Some(part)) => {
                let part = parts.elems.get(part);
                part.map_or(Some(unknown), |part| self.of(part, None, kind))
            }
            (Expr::If(branch), _) => {
                let Some((_, otherwise)) = &branch.else_branch else {
                    return Some(unknown);
                };
                match self.decided(&branch.cond) {
                    Some(true) => return self.of_block(&branch.then_branch, part, kind),
                    Some(false) => return self.of(otherwise, part, kind),
                    None => {}
                }
                let then = self.of_block(&branch.then_branch, part, kind);
                union(then, self.of(otherwise, part, kind))
            }
            (Expr::Match(found), _) => {
                let arms = found.arms.iter().map(|arm| {
                    let inside = self.without(&names(pattern_of(arm)));
                    inside.of(&arm.body, part, kind)
                });
                arms.fold(None, union)
            }
            (Expr::Block(block), _) if block.label.is_none() => {
                self.of_block(&block.block, part, kind)
            }
            (Expr::Call(call), _) => Some(self.of_call(call, part, kind)),
            (Expr::MethodCall(call), _) => Some(self.of_method(call, part, kind)),
            (Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _) => None,
            (Expr::Macro(call), _) if leaves(&call.mac) => None,
            (_, Some(_)) => Some(unknown),
            (Expr::Lit(literal), None) => Some(match &literal.lit {
                syn::Lit::Int(number) => match number.base10_parse() {
                    Ok(value) => Interval {
                        bounds: Bounds::of(value),
                        kind: IntegerKind {
                            is_integer: true,
                            ..kind.or(kind_named(number.suffix()))
                        },
                    },
                    Err(_) => unknown,
                },
                _ => unknown,
            }),
            (Expr::Cast(cast), None) => Some(self.of_cast(cast)),
            (Expr::Binary(binary), None) => Some(self.of_binary(binary, kind)),
            (Expr::Unary(unary), None) => Some(match unary.op {
                syn::UnOp::Deref(_) => return self.of(&unary.expr, None, kind),
                syn::UnOp::Neg(_) => {
                    let inner = self.of(&unary.expr, None, kind)?;
                    checked(
                        inner.kind,
                        inner.bounds.most.checked_neg(),
                        inner.bounds.least.checked_neg(),
                    )
                }
                _ => unknown,
            }),
            (Expr::Reference(inner), None) => self.of(&inner.expr, None, kind),
            (place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_)), None) => {
                Some(self.of_place(place, kind))
            }
            _ => Some(unknown),
        }
    }

    fn of_block(
        &self,
        block: &syn::Block,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Interval> {
        let unknown = Some(Interval {
            bounds: UNKNOWN,
            kind,
        });
        match block.stmts.as_slice() {
            [Stmt::Expr(value, None)] => self.of(value, part, kind),
            [Stmt::Expr(value, Some(_))] => match strip(value) {
                Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => None,
                _ => unknown,
            },
            [Stmt::Macro(call)] if leaves(&call.mac) => None,
            _ => unknown,
        }
    }

    fn of_place(&self, place: &Expr, kind: IntegerKind) -> Interval {
        if let Expr::Path(path) = place
            && let Some(name) = path.path.get_ident()
            && let Some(known) = self.names.get(&name.to_string())
        {
            return Interval {
                bounds: known.bounds,
                kind: kind.or(known.kind),
            };
        }
        if let Expr::Index(index) = place
            && let Expr::Array(array) = strip(&index.expr)
        {
            let elements = array.elems.iter();
            let elements = elements.map(|element| self.of(element, None, kind));
            let all = elements.fold(None, union);
            return all.unwrap_or(Interval {
                bounds: UNKNOWN,
                kind,
            });
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

    pub(crate) fn of_cast(&self, cast: &syn::ExprCast) -> Interval {
        let kind = kind_of(&cast.ty);
        let unknown = Interval {
            bounds: of_kind(kind),
            kind,
        };
        if !kind.is_integer {
            return unknown;
        }
        if self.is_condition(&cast.expr) {
            return Interval {
                bounds: Bounds { least: 0, most: 1 },
                kind,
            };
        }
        let Some(inner) = self.of(&cast.expr, None, IntegerKind::default()) else {
            return unknown;
        };
        let least = if kind.is_wide { -LARGEST } else { 0 };
        let most = if kind.is_wide { LARGEST } else { 127 };
        let fits = inner.bounds.least >= least && inner.bounds.most <= most;
        if inner.kind.is_integer && fits {
            return Interval {
                bounds: inner.bounds,
                kind,
            };
        }
        unknown
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

fn leaves(call: &syn::Macro) -> bool {
    const LEAVING: &[&str] = &["panic", "unreachable", "todo", "unimplemented"];
    let last = call.path.segments.last();
    last.is_some_and(|last| LEAVING.iter().any(|name| last.ident == name))
}
