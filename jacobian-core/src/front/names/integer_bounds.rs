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
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, Pat, Stmt};

use crate::front::names::bounded_names::{Reader, leaves};
use crate::front::names::state::Lowering;
use crate::front::syntax::form::path_key;
use crate::front::syntax::operators::operation;
use crate::front::syntax::patterns::{names, pattern_of};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::function::FunctionId;
use crate::front::value::integer::Bounds;
use crate::front::value::intervals::{
    IntegerKind, Interval, LARGEST, UNKNOWN, USIZE, checked, compare, kind_named, kind_of, of_kind,
    of_method, of_operator, union,
};
use crate::ordered::Map;

/// The most calls of functions inside of each other that are looked into.
const DEEPEST_CALL: usize = 4;

impl<M> Lowering<M> {
    /// The bounds of an index that is computed by this code.
    pub(crate) fn bounds_of_index(&self, code: &TokenStream) -> Option<Bounds> {
        self.bounds_of_part(code, None, USIZE)
    }

    pub(crate) fn bounds_of_part(
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

impl<M> Reader<'_, M> {
    /// The bounds of an expression, or of one part of the tuple that it gives. `None` if it gives
    /// nothing, because it leaves.
    fn of(&self, expression: &Expr, part: Option<usize>, kind: IntegerKind) -> Option<Interval> {
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
            (number, None) => self.of_number(number, kind),
        }
    }

    /// The same of an expression that gives one number.
    fn of_number(&self, expression: &Expr, kind: IntegerKind) -> Option<Interval> {
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        match expression {
            Expr::Lit(literal) => Some(match &literal.lit {
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
            Expr::Cast(cast) => Some(self.of_cast(cast)),
            Expr::Binary(binary) => Some(self.of_binary(binary, kind)),
            Expr::Unary(unary) => Some(match unary.op {
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
            Expr::Reference(inner) => self.of(&inner.expr, None, kind),
            Expr::Index(index) if let Expr::Array(array) = strip(&index.expr) => {
                let elements = array.elems.iter();
                let elements = elements.map(|element| self.of(element, None, kind));
                elements.fold(None, union)
            }
            place @ (Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) => {
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

    fn of_cast(&self, cast: &syn::ExprCast) -> Interval {
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

    fn of_binary(&self, binary: &syn::ExprBinary, kind: IntegerKind) -> Interval {
        let is_bitwise = matches!(binary.op, BinOp::BitAnd(_));
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        if operation(&binary.op).is_none() && !is_bitwise && !matches!(binary.op, BinOp::Rem(_)) {
            return unknown;
        }
        let operands = (
            self.of(&binary.left, None, kind),
            self.of(&binary.right, None, kind),
        );
        let (Some(left), Some(right)) = operands else {
            return unknown;
        };
        // Beside a known integer `%` and `&` are those of integers.
        let masks = matches!(binary.op, BinOp::Rem(_) | BinOp::BitAnd(_));
        let are_integers = left.kind.is_integer && right.kind.is_integer;
        let masks = masks && right.kind.is_integer;
        if !are_integers && !masks {
            return unknown;
        }
        of_operator(&binary.op, left, right)
    }

    /// Whether a condition holds for all values of its integers, or for none.
    fn decided(&self, condition: &Expr) -> Option<bool> {
        let binary = match strip(condition) {
            Expr::Binary(binary) => binary,
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => {
                return Some(!self.decided(&unary.expr)?);
            }
            _ => return None,
        };
        let is_or = matches!(binary.op, BinOp::Or(_));
        if is_or || matches!(binary.op, BinOp::And(_)) {
            let sides = [&binary.left, &binary.right].map(|side| self.decided(side));
            let decides = sides.contains(&Some(is_or));
            let all = sides == [Some(!is_or); 2];
            return if decides {
                Some(is_or)
            } else {
                all.then_some(!is_or)
            };
        }
        let a = self.of(&binary.left, None, IntegerKind::default())?;
        let b = self.of(&binary.right, None, IntegerKind::default())?;
        if !a.kind.is_integer || !b.kind.is_integer {
            return None;
        }
        compare(&binary.op, a, b)
    }

    fn of_method(
        &self,
        call: &syn::ExprMethodCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Interval {
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        // A type of the user's may have a method of the same name.
        let Some(of) = self
            .of(&call.receiver, None, IntegerKind::default())
            .filter(|of| of.kind.is_integer)
        else {
            return self.of_own_method(call, part, kind).unwrap_or(unknown);
        };
        if part.is_some() {
            return unknown;
        }
        let arguments = call.args.iter();
        let of = Interval {
            kind: of.kind.or(kind),
            ..of
        };
        let arguments = arguments.map(|argument| self.of(argument, None, of.kind));
        let Some(arguments) = arguments.collect::<Option<Vec<Interval>>>() else {
            return unknown;
        };
        of_method(&call.method.to_string(), of, &arguments)
    }

    /// `usize::from(flag)`, or a function of the user's own, by its body.
    fn of_call(&self, call: &syn::ExprCall, part: Option<usize>, kind: IntegerKind) -> Interval {
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        let Expr::Path(callee) = strip(&call.func) else {
            return unknown;
        };
        let segments: Vec<String> = callee
            .path
            .segments
            .iter()
            .map(|one| one.ident.to_string())
            .collect();
        if let ([ty, from], Some(argument)) = (segments.as_slice(), call.args.first())
            && from == "from"
            && kind_named(ty).is_integer
        {
            let kind = kind_named(ty);
            if self.is_condition(argument) {
                return Interval {
                    bounds: Bounds { least: 0, most: 1 },
                    kind,
                };
            }
            let inner = self.of(argument, None, IntegerKind::default());
            let bounds = inner.map_or(UNKNOWN, |inner| inner.bounds);
            return Interval { bounds, kind };
        }
        self.of_own_call(callee, call, part, kind)
            .unwrap_or(unknown)
    }

    fn of_own_call(
        &self,
        callee: &syn::ExprPath,
        call: &syn::ExprCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Interval> {
        let binding = self.lowering.names.scopes.get(&path_key(&callee.path)?)?;
        match &binding.value {
            Value::Function(id) => self.of_function(id, &call.args, (part, kind)),
            _ => None,
        }
    }

    /// A method of a type of the user's, by its body.
    fn of_own_method(
        &self,
        call: &syn::ExprMethodCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Interval> {
        if self.depth > 0 {
            return None;
        }
        let of = self
            .lowering
            .type_of_tokens(&call.receiver.to_token_stream())?;
        let key = self.lowering.key_of_written(&of)?;
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let heads = self.lowering.given.types.methods(&key, &name, count);
        let [head] = heads.as_slice() else {
            return None;
        };
        match &self.lowering.names.scopes.anywhere(&head.own)?.value {
            Value::Function(id) => self.of_function(id, &call.args, (part, kind)),
            _ => None,
        }
    }

    fn of_function(
        &self,
        id: &FunctionId,
        arguments: &Punctuated<Expr, syn::Token![,]>,
        (part, kind): (Option<usize>, IntegerKind),
    ) -> Option<Interval> {
        let function = self.lowering.names.functions.get(id);
        if self.depth >= DEEPEST_CALL || function.parameters.len() != arguments.len() {
            return None;
        }
        let mut inside = Reader {
            lowering: self.lowering,
            names: Map::new(),
            depth: self.depth + 1,
        };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let (name, declared) = match parameter {
                Pat::Type(typed) => (&*typed.pat, kind_of(&typed.ty)),
                name => (name, IntegerKind::default()),
            };
            if let Pat::Ident(name) = name
                && name.mutability.is_none()
                && let Some(known) = self.of(argument, None, declared)
            {
                inside.names.insert(name.ident.to_string(), known);
            }
        }
        let declared = function.result.as_ref().map_or(kind, kind_of);
        inside.of(&function.body, part, kind.or(declared))
    }
}
