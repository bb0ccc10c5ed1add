//! Values: the code of an element, from an expression that depends on unknowns.

use proc_macro2::Ident;
use quote::{format_ident, quote};

use crate::front::messages;

use super::names::{Meaning, assigns, name};
use super::state::Walk;
use super::terms::{Kind, Slot, Step};

/// Functions of a number without effects, whose values may be computed once for all elements.
const PURE: &[&str] = &[
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp2",
    "exp_m1",
    "floor",
    "hypot",
    "ln",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "max",
    "min",
    "mul_add",
    "powf",
    "powi",
    "recip",
    "round",
    "signum",
    "sin",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "to_degrees",
    "to_radians",
    "trunc",
];

impl Walk<'_> {
    /// The code of a value in the function of an element. Mistakes are reported.
    pub(super) fn active_value(&mut self, expr: &syn::Expr, step: &mut Step) -> Option<syn::Expr> {
        if !self.names.depends(expr) {
            return Some(self.inactive(expr, step));
        }
        if let Some((name, Meaning::Active { .. })) = self.names.meaning_of(expr) {
            step.uses.push(name.clone());
            return Some(expr.clone());
        }
        let n_errors = self.diagnostics.len();
        if let Some(choice) = self.choice(expr) {
            let slot = self.slot_of(Kind::Variable, expr, &choice);
            return Some(used(slot, step));
        }
        if self.diagnostics.len() > n_errors {
            return None;
        }
        self.composed(expr, step)
    }

    /// A value that is made of others.
    fn composed(&mut self, expr: &syn::Expr, step: &mut Step) -> Option<syn::Expr> {
        let mut made = expr.clone();
        match &mut made {
            syn::Expr::Paren(inner) => self.replace(&mut inner.expr, step)?,
            syn::Expr::Group(inner) => self.replace(&mut inner.expr, step)?,
            syn::Expr::Reference(inner) if inner.mutability.is_none() => {
                self.replace(&mut inner.expr, step)?;
            }
            syn::Expr::Unary(inner) => self.replace(&mut inner.expr, step)?,
            syn::Expr::Cast(inner) => self.replace(&mut inner.expr, step)?,
            syn::Expr::Field(inner) => self.replace(&mut inner.base, step)?,
            syn::Expr::Binary(both) if !assigns(&both.op) => {
                let left = self.operand(&mut both.left, step);
                self.operand(&mut both.right, step)?;
                left?;
            }
            syn::Expr::MethodCall(call) => {
                self.replace(&mut call.receiver, step)?;
                let is_power = call.method == "powi";
                for argument in &mut call.args {
                    if is_power && !literal(argument) {
                        self.diagnostics
                            .error_at(argument, messages::ASSEMBLE_POWER);
                        return None;
                    }
                    if !literal(argument) {
                        self.replace(argument, step)?;
                    }
                }
            }
            syn::Expr::Call(call) if self.names.meaning_of(&call.func).is_none() => {
                for argument in &mut call.args {
                    self.replace(argument, step)?;
                }
            }
            syn::Expr::Tuple(tuple) => {
                for element in &mut tuple.elems {
                    self.replace(element, step)?;
                }
            }
            syn::Expr::Array(array) => {
                for element in &mut array.elems {
                    self.replace(element, step)?;
                }
            }
            syn::Expr::Index(index) if literal(&index.index) && !self.is_of_list(expr) => {
                self.replace(&mut index.expr, step)?;
            }
            syn::Expr::If(choice) if self.names.depends(&choice.cond) => {
                self.replace(&mut choice.cond, step)?;
                self.replace_tail(&mut choice.then_branch, step)?;
                let (_, otherwise) = choice.else_branch.as_mut()?;
                self.replace(otherwise, step)?;
            }
            syn::Expr::Block(block) => self.replace_tail(&mut block.block, step)?,
            _ => {
                self.refuse_value(expr);
                return None;
            }
        }
        Some(made)
    }

    fn replace(&mut self, expr: &mut syn::Expr, step: &mut Step) -> Option<()> {
        *expr = self.active_value(expr, step)?;
        Some(())
    }

    /// Arithmetic takes references to numbers as well, such as those of `for k in stiffness`.
    fn operand(&mut self, expr: &mut syn::Expr, step: &mut Step) -> Option<()> {
        let kind = match self.names.meaning_of(expr) {
            Some((_, Meaning::Uniform)) => Kind::Shared,
            Some((_, Meaning::Inactive { .. })) => Kind::Data,
            _ => return self.replace(expr, step),
        };
        let number = quote!(*::core::borrow::Borrow::<f64>::borrow(&#expr));
        *expr = used(self.slot_of(kind, expr, &number), step);
        Some(())
    }

    /// A block that is a value alone.
    fn replace_tail(&mut self, block: &mut syn::Block, step: &mut Step) -> Option<()> {
        if let [syn::Stmt::Expr(tail, None)] = block.stmts.as_mut_slice() {
            return self.replace(tail, step);
        }
        self.diagnostics.error_at(block, messages::ASSEMBLE_BLOCK);
        None
    }

    fn is_of_list(&self, expr: &syn::Expr) -> bool {
        matches!(
            self.names.meaning_of(indexed(expr)),
            Some((_, Meaning::List(_)))
        )
    }

    fn refuse_value(&mut self, expr: &syn::Expr) {
        if let Some((name, Meaning::List(_))) = self.names.meaning_of(expr) {
            let message = messages::assemble_list(&name.to_string());
            return self.diagnostics.error_at(expr, &message);
        }
        if let Some((name, Meaning::List(list))) = self.names.meaning_of(indexed(expr)) {
            let message = if list.is_rows {
                messages::ASSEMBLE_ROW_IS_READ.to_owned()
            } else {
                messages::assemble_list(&name.to_string())
            };
            return self.diagnostics.error_at(expr, &message);
        }
        let message = match expr {
            syn::Expr::If(choice) if !self.names.depends(&choice.cond) => {
                messages::ASSEMBLE_KNOWN_CHOICE
            }
            _ => messages::ASSEMBLE_VALUE,
        };
        self.diagnostics.error_at(expr, message);
    }

    /// A value that depends on no unknown: constants stay, all else is recorded.
    fn inactive(&mut self, expr: &syn::Expr, step: &mut Step) -> syn::Expr {
        if self.is_constant(expr) {
            return expr.clone();
        }
        let known = self.known(expr);
        let kind = if self.is_shared(expr) {
            Kind::Shared
        } else {
            Kind::Data
        };
        let slot = self.slot_of(kind, expr, &quote!(#known));
        used(slot, step)
    }

    /// Literals, constants of the program, and arithmetic of them.
    fn is_constant(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Lit(_) => true,
            syn::Expr::Path(path) => path
                .path
                .get_ident()
                .is_none_or(|name| self.names.get(name).is_none() && is_upper(name)),
            syn::Expr::Unary(inner) => self.is_constant(&inner.expr),
            syn::Expr::Paren(inner) => self.is_constant(&inner.expr),
            syn::Expr::Group(inner) => self.is_constant(&inner.expr),
            syn::Expr::Binary(both) => {
                self.is_constant(&both.left) && self.is_constant(&both.right)
            }
            _ => false,
        }
    }

    /// Whether it has one value for all elements, and may be computed before they are.
    fn is_shared(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Path(_) => {
                matches!(self.names.meaning_of(expr), Some((_, Meaning::Uniform)))
                    || self.is_constant(expr)
            }
            syn::Expr::Lit(_) => true,
            // What a reference points to may change.
            syn::Expr::Unary(inner) => {
                matches!(inner.op, syn::UnOp::Neg(_)) && self.is_shared(&inner.expr)
            }
            syn::Expr::Paren(inner) => self.is_shared(&inner.expr),
            syn::Expr::Group(inner) => self.is_shared(&inner.expr),
            // Whole numbers may overflow where the loop would not run.
            syn::Expr::Cast(inner) => self.is_at_hand(&inner.expr),
            syn::Expr::Field(inner) => self.is_fixed_place(&inner.base),
            syn::Expr::Binary(both) if is_arithmetic(&both.op) => {
                self.is_shared(&both.left) && self.is_shared(&both.right)
            }
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let is_shared = |argument| match name.as_str() {
                    "powi" => self.is_at_hand(argument),
                    _ => self.is_shared(argument),
                };
                // A local name may be a reference to a number that changes.
                let is_number = super::names::name(&call.receiver)
                    .is_none_or(|name| self.parameters.others.contains(name));
                PURE.contains(&name.as_str())
                    && is_number
                    && self.is_shared(&call.receiver)
                    && call.args.iter().all(is_shared)
            }
            _ => false,
        }
    }

    /// Whether it is shared, and there without a computation.
    fn is_at_hand(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Paren(inner) => self.is_at_hand(&inner.expr),
            syn::Expr::Group(inner) => self.is_at_hand(&inner.expr),
            syn::Expr::Path(_) | syn::Expr::Lit(_) | syn::Expr::Field(_) => self.is_shared(expr),
            _ => false,
        }
    }

    /// A parameter, or a field of one, that nothing changes.
    fn is_fixed_place(&self, expr: &syn::Expr) -> bool {
        match expr {
            syn::Expr::Field(inner) => self.is_fixed_place(&inner.base),
            _ => self.names.meaning_of(expr).is_some_and(|(name, meaning)| {
                matches!(meaning, Meaning::Uniform) && self.parameters.others.contains(name)
            }),
        }
    }

    /// The slot of a number, which may be there already.
    fn slot_of(&mut self, kind: Kind, expr: &syn::Expr, value: &proc_macro2::TokenStream) -> Slot {
        let key = (kind, quote!(#expr).to_string());
        let is_steady = self.names.is_steady(expr);
        if is_steady && let Some((_, slot)) = self.recent.iter().find(|(known, _)| *known == key) {
            return slot.clone();
        }
        self.n_names += 1;
        let (name, declared) = match kind {
            Kind::Variable => {
                let name = format_ident!("__jacobian_x{}", self.n_names);
                let declared = quote!(let #name: ::jacobian_assembly::Variable = #value;);
                (name, declared)
            }
            Kind::Data | Kind::Shared => {
                let letter = if kind == Kind::Data { 'd' } else { 'p' };
                let name = format_ident!("__jacobian_{letter}{}", self.n_names);
                let declared = quote!(let #name: f64 = #value;);
                (name, declared)
            }
        };
        if kind == Kind::Shared {
            self.shared.extend(declared);
        } else {
            self.written.extend(declared);
        }
        let slot = Slot { kind, name };
        if is_steady {
            self.recent.push((key, slot.clone()));
        }
        slot
    }
}

fn used(slot: Slot, step: &mut Step) -> syn::Expr {
    let name = &slot.name;
    let expr = syn::parse_quote!(#name);
    step.slots.push(slot);
    expr
}

/// What the indices of `u[i][0]` stand behind.
fn indexed(mut expr: &syn::Expr) -> &syn::Expr {
    while let syn::Expr::Index(index) = expr {
        expr = &index.expr;
    }
    expr
}

fn literal(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Lit(_) => true,
        syn::Expr::Unary(inner) => literal(&inner.expr),
        _ => false,
    }
}

fn is_upper(name: &Ident) -> bool {
    !name.to_string().contains(char::is_lowercase)
}

fn is_arithmetic(op: &syn::BinOp) -> bool {
    use syn::BinOp::{Add, Div, Mul, Rem, Sub};
    matches!(op, Add(_) | Sub(_) | Mul(_) | Div(_) | Rem(_))
}

/// The name that an assignment changes, if it is a name alone.
pub(super) fn changed(place: &syn::Expr) -> Option<&Ident> {
    name(place)
}

/// Whether it is the number zero.
pub(super) fn is_zero(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Float(float), .. })
        if float.base10_parse::<f64>().is_ok_and(|value| value == 0.0))
}
