//! The rule that a message proposes for a call, with the arguments of that call.
//!
//! ```text
//! self.spline.at(x, n)    rule(Spline::at(self, x, _) => ..)
//! dist(&p, y)    rule(dist(p: &[f64; 3], y: f64) -> [f64; 2] => dist_jacobian(p, y))
//! ```

use proc_macro2::Ident;
use quote::format_ident;
use syn::Expr;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::rules::{Callee, OBJECT};
use crate::front::syntax::elementals;
use crate::front::syntax::form::path_key;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;

/// What a rule says of an argument.
enum Proposed {
    Inactive,
    Number(Ident),
    /// With its type.
    List(Ident, String),
}

impl<M> Lowering<M> {
    /// The message about a method of a number that is not known and has no rule that fits.
    pub(crate) fn method_not_known(&self, method: &Ident, n_arguments: usize) -> String {
        let mut rules = self.given.rules.iter().rev();
        let of_object = rules.find_map(|rule| match &rule.callee {
            Callee::Method(path) if rule.method() == Some(method) => path_key(path),
            _ => None,
        });
        match of_object {
            Some(path) => messages::rule_without_self(&path, n_arguments),
            None => messages::method_not_known(
                method,
                ("a floating-point value", n_arguments),
                &elementals::method_names(),
            ),
        }
    }

    /// `rule(..)` for a callee, behind which the arguments are written. A method of an object has
    /// `self` before them.
    pub(crate) fn rule_proposed<'a>(
        &mut self,
        callee: &str,
        takes_self: bool,
        arguments: impl Iterator<Item = &'a Expr>,
    ) -> String {
        let mut proposed = Vec::new();
        for (position, argument) in arguments.enumerate() {
            proposed.push(self.proposed(position, argument));
        }
        let is_typed = proposed.iter().any(|one| matches!(one, Proposed::List(..)));
        let written = proposed.iter().map(|one| match one {
            Proposed::Inactive => "_".to_owned(),
            Proposed::Number(name) if is_typed => format!("{name}: {}", self.given.scalar_name),
            Proposed::Number(name) => name.to_string(),
            Proposed::List(name, ty) => format!("{name}: {ty}"),
        });
        let this = takes_self.then(|| "self".to_owned());
        let written: Vec<String> = this.into_iter().chain(written).collect();
        let (head, scalar) = (written.join(", "), &self.given.scalar_name);
        if is_typed {
            let names = proposed.iter().filter_map(|one| match one {
                Proposed::Inactive => None,
                Proposed::Number(name) | Proposed::List(name, _) => Some(name.to_string()),
            });
            let names: Vec<String> = names.collect();
            let jacobian = partial(callee, takes_self, "jacobian", &names.join(", "));
            return format!("rule({callee}({head}) -> [{scalar}; 2] => {jacobian})");
        }
        let named = proposed.iter().filter_map(|one| match one {
            Proposed::Number(name) => Some(name.to_string()),
            _ => None,
        });
        let named: Vec<String> = named.collect();
        let partial = |by: &str| partial(callee, takes_self, by, &named.join(", "));
        // Every argument has its place in a row.
        let rows = proposed.iter().map(|one| match one {
            Proposed::Number(_) if proposed.len() == 1 => partial("prime"),
            Proposed::Number(name) => partial(&format!("by_{name}")),
            _ => "0.0".to_owned(),
        });
        let rows: Vec<String> = rows.collect();
        match rows.as_slice() {
            _ if named.is_empty() => format!("rule({callee}({head}) => ..)"),
            [one] => format!("rule({callee}({head}) => {one})"),
            several => format!("rule({callee}({head}) => ({}))", several.join(", ")),
        }
    }

    fn proposed(&mut self, position: usize, argument: &Expr) -> Proposed {
        if !self.names.is_active(argument) {
            return Proposed::Inactive;
        }
        let plain = match strip(argument) {
            Expr::Reference(reference) => strip(&reference.expr),
            plain => plain,
        };
        let name = match plain {
            Expr::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        };
        let name = name.filter(|name| name != OBJECT);
        let name = name.unwrap_or_else(|| match position {
            0 => format_ident!("x"),
            1 => format_ident!("y"),
            position => format_ident!("x_{position}"),
        });
        match self.peek(argument).map(|value| self.list_type(&value)) {
            Some(Some(ty)) => Proposed::List(name, format!("&{ty}")),
            _ => Proposed::Number(name),
        }
    }

    /// The type of a list of numbers.
    fn list_type(&self, value: &Value) -> Option<String> {
        let scalar = &self.given.scalar_name;
        match value {
            Value::Array(elements) => {
                let element = elements.first()?;
                let inner = self.list_type(element).unwrap_or_else(|| scalar.clone());
                Some(format!("[{inner}; {}]", elements.len()))
            }
            Value::Matrix(matrix) => {
                let (rows, cols) = (matrix.rows, matrix.cols);
                Some(format!("SMatrix<{scalar}, {rows}, {cols}>"))
            }
            _ => None,
        }
    }
}

/// A partial as a function beside the callee: `sq_prime(x)`, `self.at_by_x(x)` or
/// `(self.f_prime)(x)`.
fn partial(callee: &str, takes_self: bool, by: &str, arguments: &str) -> String {
    if let Some(field) = callee.strip_prefix('(') {
        let field = field.trim_end_matches(')');
        return format!("({field}_{by})({arguments})");
    }
    let last = callee.rsplit("::").next().unwrap_or(callee);
    let object = if takes_self { "self." } else { "" };
    format!("{object}{last}_{by}({arguments})")
}
