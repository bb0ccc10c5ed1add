//! Methods that rearrange or fill an array in place: assignments at expansion.
//!
//! ```text
//! y.fill(0.0)      y.swap(0, 2)      y.reverse()      y.copy_from_slice(&z)
//! ```

use syn::Expr;

use super::maybe::Maybe;
use super::value::Value;
use super::{Lowering, messages};

const METHODS: &[&str] = &[
    "fill",
    "swap",
    "reverse",
    "copy_from",
    "copy_from_slice",
    "clone_from_slice",
    "rotate_left",
    "rotate_right",
    "push",
    "extend",
    "extend_from_slice",
    "insert",
    "truncate",
    "clear",
];

impl Lowering<'_> {
    /// Runs a method on an array whose elements are known; false where it is something else.
    pub(crate) fn run_array_method(&mut self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        if self.run_block_method(call) {
            return true;
        }
        if !METHODS.contains(&name.as_str()) {
            return false;
        }
        if let Expr::Index(part) = super::expression::strip(&call.receiver)
            && let Expr::Range(range) = super::expression::strip(&part.index)
            && is_place(&part.expr)
        {
            return self.run_part_method(call, &part.expr, range);
        }
        if !is_place(&call.receiver) {
            return false;
        }
        let outer = self.trial.replace(super::TrialState::Running);
        let place = self.place_behind(&call.receiver);
        self.trial = outer;
        let Some(place) = place else { return false };
        let elements = match self.load(&place) {
            Some(Value::Array(elements)) => elements,
            Some(Value::Matrix(matrix)) => {
                return self.run_matrix_method(&place, &matrix, call);
            }
            _ => return false,
        };
        if self.stays_opaque(&name, call) {
            return false;
        }
        if let Some(rearranged) = self.rearranged(&name, elements.to_vec(), call) {
            self.store(&place, Value::array(rearranged), &call.receiver);
        }
        true
    }

    /// Whether a list without active elements gets a length that only run time knows.
    fn stays_opaque(&mut self, name: &str, call: &syn::ExprMethodCall) -> bool {
        let Some(first) = call.args.first() else {
            return false;
        };
        let is_active =
            |lowering: &mut Self, part: &Expr| lowering.activity.is_active(part, &lowering.scopes);
        if is_active(self, &call.receiver) || call.args.iter().any(|part| is_active(self, part)) {
            return false;
        }
        match name {
            "extend" | "extend_from_slice" => !self.is_known_iterable(first),
            "insert" | "truncate" => self.try_known(first).is_none(),
            _ => false,
        }
    }

    /// The same on a part, `y[1..3].fill(0.0)`.
    fn run_part_method(
        &mut self,
        call: &syn::ExprMethodCall,
        whole: &Expr,
        range: &syn::ExprRange,
    ) -> bool {
        let Some(place) = self.place_behind(whole) else {
            return true;
        };
        let Some(Value::Array(elements)) = self.load(&place) else {
            return false;
        };
        let Some((start, end)) = self.eval_range(range, Some(elements.len())) else {
            return true;
        };
        let bounds = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let Some(part) = bounds.and_then(|(start, end)| elements.get(start..end)) else {
            let message = messages::range_out_of_bounds(start, end, elements.len());
            self.refuse(&call.receiver, &message);
            return true;
        };
        let name = call.method.to_string();
        if let (Some(rearranged), Some((start, end))) =
            (self.rearranged(&name, part.to_vec(), call), bounds)
        {
            let mut elements = elements.to_vec();
            elements.splice(start..end, rearranged);
            self.store(&place, Value::array(elements), whole);
        }
        true
    }

    fn rearranged(
        &mut self,
        name: &str,
        mut elements: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name, arguments.as_slice()) {
            ("reverse", []) => elements.reverse(),
            ("fill", [value]) => {
                let value = self.eval(value);
                let value = self.settle_part(value);
                elements.fill(value);
            }
            ("swap", [first, second]) => {
                let first = self.index_below(first, elements.len())?;
                let second = self.index_below(second, elements.len())?;
                elements.swap(first, second);
            }
            ("rotate_left", [count]) => {
                let count = self.index_below(count, elements.len() + 1)?;
                elements.rotate_left(count);
            }
            ("rotate_right", [count]) => {
                let count = self.index_below(count, elements.len() + 1)?;
                elements.rotate_right(count);
            }
            ("copy_from_slice" | "clone_from_slice", [source]) => match self.eval(source) {
                Value::Array(source) if source.len() == elements.len() => {
                    elements = source.to_vec();
                }
                Value::Poison => return None,
                other => {
                    self.refuse(source, &messages::pattern_does_not_fit(&other.describe()));
                    return None;
                }
            },
            ("push" | "extend" | "extend_from_slice" | "insert" | "truncate" | "clear", _) => {
                return self.resized(name, elements, call);
            }
            _ => {
                self.refuse(call, &messages::wrong_arity(name, 1, arguments.len()));
                return None;
            }
        }
        Some(elements)
    }

    /// Methods of lists that change how many elements there are.
    fn resized(
        &mut self,
        name: &str,
        mut elements: Vec<Value>,
        call: &syn::ExprMethodCall,
    ) -> Option<Vec<Value>> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (name, arguments.as_slice()) {
            ("push", [value]) => {
                let value = self.eval(value);
                elements.push(self.settle_part(value));
            }
            ("extend" | "extend_from_slice", [source]) => {
                for item in self.items_of(source)? {
                    elements.push(self.settle_part(item));
                }
            }
            ("insert", [position, value]) => {
                let position = self.index_below(position, elements.len() + 1)?;
                let value = self.eval(value);
                elements.insert(position, self.settle_part(value));
            }
            ("truncate", [length]) => {
                let length = self.eval_position(length)?;
                elements.truncate(usize::try_from(length).unwrap_or(usize::MAX));
            }
            ("clear", []) => elements.clear(),
            _ => {
                self.refuse(call, &messages::wrong_arity(name, 1, arguments.len()));
                return None;
            }
        }
        Some(elements)
    }

    /// `list.pop()`
    pub(super) fn pop(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        if call.method != "pop" || !call.args.is_empty() || !is_place(&call.receiver) {
            return None;
        }
        if self.trial.is_some() {
            return Some(self.refuse(call, ""));
        }
        let (place, mut elements) = self.array_at(&call.receiver)?;
        let last = elements.pop();
        self.store(&place, Value::array(elements), &call.receiver);
        Some(Maybe::of(last).into_value())
    }

    /// `vec![a, b]` or `vec![a; n]`: at expansion an array like any other.
    pub(crate) fn eval_vec(&mut self, list: &syn::Macro) -> Value {
        let tokens = &list.tokens;
        // Answers are kept by address, and this expression lives no longer than the call.
        let outside = std::mem::take(&mut self.activity);
        let value = match syn::parse2::<Expr>(quote::quote!([#tokens])) {
            Ok(array @ (Expr::Array(_) | Expr::Repeat(_))) => self.eval(&array),
            _ => self.refuse(list, messages::NOT_DIFFERENTIATED),
        };
        self.activity = outside;
        value
    }

    /// Notes that a variable is a `Vec`, in case the user's own code must have it.
    pub(crate) fn note_list(&mut self, pattern: &syn::Pat, init: &Expr) {
        let name = match pattern {
            syn::Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let is_list = match super::expression::strip(init) {
            Expr::Macro(list) => is_vec(&list.mac),
            Expr::Call(call) => is_new_list(call),
            Expr::MethodCall(call) => call.method == "collect" || call.method == "to_vec",
            _ => false,
        };
        if let (syn::Pat::Ident(name), true) = (name, is_list) {
            self.lists.extend(self.scopes.id(&name.ident.to_string()));
        }
    }

    fn index_below(&mut self, index: &Expr, bound: usize) -> Option<usize> {
        let position = self.eval_position(index)?;
        let found = usize::try_from(position)
            .ok()
            .filter(|position| *position < bound);
        if found.is_none() {
            self.refuse(index, &messages::index_out_of_bounds(position, bound));
        }
        found
    }
}

/// `vec![..]`
pub(crate) fn is_vec(call: &syn::Macro) -> bool {
    call.path
        .segments
        .last()
        .is_some_and(|last| last.ident == "vec")
}

/// `Vec::new()`, or `Vec::with_capacity(n)` of a number that has no effects.
pub(crate) fn is_new_list(call: &syn::ExprCall) -> bool {
    let Expr::Path(callee) = &*call.func else {
        return false;
    };
    let mut segments = callee.path.segments.iter().rev();
    let (Some(name), Some(ty)) = (segments.next(), segments.next()) else {
        return false;
    };
    let has_no_effects = |argument: &Expr| match super::expression::strip(argument) {
        Expr::MethodCall(call) => call.method == "len" && is_place(&call.receiver),
        argument => matches!(argument, Expr::Lit(_)) || is_place(argument),
    };
    ty.ident == "Vec"
        && match name.ident.to_string().as_str() {
            "new" => call.args.is_empty(),
            "with_capacity" => call.args.len() == 1 && call.args.iter().all(has_no_effects),
            _ => false,
        }
}

fn is_place(expression: &Expr) -> bool {
    match super::expression::strip(expression) {
        Expr::Path(_) => true,
        Expr::Index(index) => is_place(&index.expr),
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => is_place(&unary.expr),
        _ => false,
    }
}
