//! Calls that change an array or a list in place. The place and the arguments are evaluated once
//! and in order.

use syn::Expr;

use crate::front::flow::references::all_places;
use crate::front::messages;
use crate::front::methods::list_ranges::takes_range;
use crate::front::methods::table::{At, Given, Gives, Operand, Operands, Parameter, find};
use crate::front::names::scopes::Holds;
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::syntax::form::{is_new_list, is_place, is_vec, makes_deque, root_name};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::maybe::Maybe;
use crate::front::value::place::Place;

/// Methods that lists of one's own have, and slices have not.
const NOT_OF_SLICES: [&str; 10] = [
    "push",
    "push_back",
    "push_front",
    "extend",
    "extend_from_slice",
    "insert",
    "truncate",
    "resize",
    "resize_with",
    "retain",
];

impl Lowering<Run> {
    /// Runs a method on an array whose elements are known. False if the call is something else.
    pub(crate) fn run_array_method(&mut self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let is_done = self.is_capacity_alone(call) || self.run_block_method(call);
        if is_done || self.run_growth(call) || self.fails_to_open_made(call) {
            return true;
        }
        let sorts = Self::is_sorting(call);
        if name != "copy_from" && !sorts && !Self::LISTS.iter().any(|row| row.name == name) {
            return false;
        }
        if let Expr::Index(part) = strip(&call.receiver)
            && let Expr::Range(range) = strip(&part.index)
            && is_place(&part.expr)
        {
            return self.run_part_method(call, &part.expr, range);
        }
        if !is_place(&call.receiver) {
            return false;
        }
        let place = self.quietly(|run| run.place_behind(&call.receiver));
        let Ok(place) = place else {
            return self.run_method_at_run_time(call);
        };
        let elements = match self.load(&place) {
            Some(Value::Array(elements)) => elements,
            Some(Value::Matrix(matrix)) => {
                return self.run_matrix_method(&place, &matrix, call);
            }
            Some(Value::Part(part)) => return self.run_method_of_part(&place, &part, call),
            _ => return false,
        };
        if self.stays_opaque(&name, call) {
            return false;
        }
        // Slices have no such method, so the references are those of a list.
        let elements = if NOT_OF_SLICES.contains(&name.as_str()) {
            Ok(elements.to_vec())
        } else {
            self.values_of_slice(elements.to_vec(), &call.receiver)
        };
        let rearranged = elements.and_then(|elements| self.changed(elements, call));
        if let Ok(rearranged) = rearranged {
            self.store(&place, rearranged, &call.receiver);
        }
        true
    }

    /// The values of a `&mut` slice, whose elements are references to the elements of one list.
    /// References in a list of the user's own stay references.
    fn values_of_slice(&mut self, elements: Vec<Value>, at: &Expr) -> Found<Vec<Value>> {
        let places = all_places(elements.iter());
        let Some([first, rest @ ..]) = places.as_deref() else {
            return Ok(elements);
        };
        let within = |place: &Place| {
            (
                place.root,
                place.path.split_last().map(|(_, path)| path.to_vec()),
            )
        };
        let is_slice = rest.iter().all(|place| within(place) == within(first));
        if !is_slice && !elements.iter().any(|element| self.is_selected(element)) {
            return Ok(elements);
        }
        let values = elements.into_iter().map(|element| self.behind(element, at));
        values.collect()
    }

    /// Whether a value is a reference to one of several places.
    fn is_selected(&self, value: &Value) -> bool {
        matches!(value, Value::Reference(place) if self.is_hidden(place))
    }

    /// The same on an array inside of another one, at an index that only run time knows.
    fn run_method_at_run_time(&mut self, call: &syn::ExprMethodCall) -> bool {
        let is_list = |value: &Value| value.parts().is_some();
        let root = root_name(&call.receiver);
        let binding = root.and_then(|root| self.names.scopes.get(&root.to_string()));
        if !binding.is_some_and(|binding| is_list(&binding.value))
            || !matches!(strip(&call.receiver), Expr::Index(_))
        {
            return false;
        }
        let changed = self.target(&call.receiver).and_then(|target| {
            let Value::Array(elements) = self.load_target(&target, &call.receiver)? else {
                let message = messages::expression(&Expr::MethodCall(call.clone()));
                return self.writer.refuse(call, &message);
            };
            let changed = self.changed(elements.to_vec(), call)?;
            self.store_target(&target, Ok(changed), &call.receiver);
            Ok(())
        });
        // A mistake is reported.
        changed.is_ok() || !self.writer.is_trial()
    }

    /// The same on a part of an array, for example `y[1..3].fill(0.0)`.
    pub(crate) fn run_part_method(
        &mut self,
        call: &syn::ExprMethodCall,
        whole: &Expr,
        range: &syn::ExprRange,
    ) -> bool {
        let Ok(place) = self.place_behind(whole) else {
            return true;
        };
        let Some(Value::Array(elements)) = self.load(&place) else {
            return false;
        };
        let Ok((start, end)) = self.eval_range(range, Some(elements.len())) else {
            return true;
        };
        let bounds = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let Some(part) = bounds.and_then(|(start, end)| elements.get(start..end)) else {
            let message = messages::range_out_of_bounds(start, end, elements.len());
            self.writer.report(&call.receiver, &message);
            return true;
        };
        if let (Ok(Value::Array(rearranged)), Some((start, end))) =
            (self.changed(part.to_vec(), call), bounds)
        {
            let mut elements = elements.to_vec();
            elements.splice(start..end, rearranged.to_vec());
            self.store(&place, Value::array(elements), whole);
        }
        true
    }

    /// The elements after the method has changed them.
    fn changed(&mut self, elements: Vec<Value>, call: &syn::ExprMethodCall) -> Found<Value> {
        if Self::is_sorting(call) {
            return self.sorted(&elements, call);
        }
        let Some(row) = find(Self::LISTS, call) else {
            let name = call.method.to_string();
            let message = messages::wrong_arity(&name, 1, call.args.len());
            return self.writer.refuse(call, &message);
        };
        let mut operands = vec![Operand::Elements(elements)];
        for (parameter, argument) in row.parameters.iter().zip(&call.args) {
            operands.push(self.operand(parameter, argument)?);
        }
        match (row.run)(self, Operands::new(operands), At { call, want: None })? {
            Given::Value(value) => Ok(value),
            Given::Items(_) => Err(Stop),
        }
    }

    /// Whether a list without active elements would get a length that only run time knows.
    pub(crate) fn stays_opaque(&mut self, name: &str, call: &syn::ExprMethodCall) -> bool {
        let Some(first) = call.args.first() else {
            return false;
        };
        let sorts = Self::is_sorting(call);
        let is_active = |lowering: &mut Self, part: &Expr| lowering.names.is_active(part);
        if is_active(self, &call.receiver) || call.args.iter().any(|part| is_active(self, part)) {
            return false;
        }
        match name {
            // The user's own variable is sorted as it is.
            _ if sorts => !self.has_known_order(call),
            "extend" | "extend_from_slice" => !self.is_known_iterable(first),
            "insert" | "truncate" | "resize" | "resize_with" => self.try_known(first).is_none(),
            _ => false,
        }
    }

    /// `list.pop()`, and others that take elements out of a list and give them.
    pub(crate) fn taken_from_list(&mut self, call: &syn::ExprMethodCall) -> Found<Option<Value>> {
        if let Some(value) = self.eval_written_out(call)? {
            return Ok(Some(value));
        }
        let takes = match call.method.to_string().as_str() {
            "pop" | "pop_back" | "pop_front" => call.args.is_empty(),
            "append" | "remove" | "swap_remove" | "split_off" => call.args.len() == 1,
            _ => takes_range(call),
        };
        if !takes || !is_place(&call.receiver) {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        let Some((place, mut elements)) = self.array_at(&call.receiver) else {
            return Ok(None);
        };
        let Some(argument) = call.args.first() else {
            let taken = if call.method == "pop_front" {
                (!elements.is_empty()).then(|| elements.remove(0))
            } else {
                elements.pop()
            };
            self.store(&place, Value::array(elements), &call.receiver);
            return Ok(Some(Maybe::of(taken).into_value()));
        };
        let (rest, taken) = match strip(argument) {
            Expr::Reference(other) if call.method == "append" => {
                let Some(others) = self.emptied(&other.expr)? else {
                    return Ok(None);
                };
                elements.extend(others);
                (elements, Value::unit())
            }
            _ if call.method == "append" => return Ok(None),
            Expr::Range(range) if takes_range(call) => {
                let bounds = self.eval_range(range, Some(elements.len()))?;
                let to = call.args.get(1).map(|to| self.eval_position(to));
                self.by_range(elements, (bounds, to.transpose()?), call)?
            }
            // A range in a variable, and lists that are no `Vec`.
            _ if takes_range(call) => return Ok(None),
            _ => {
                // `remove` of a `VecDeque` gives an `Option`. If only run time knows the index, it
                // may be `None`.
                let is_of_deque = call.method == "remove"
                    && self.kind_of_list(&call.receiver) == Some(Holds::Deque);
                let parameter = if is_of_deque || call.method == "split_off" {
                    Parameter::Integer("index")
                } else {
                    Parameter::Index("index")
                };
                let operand = self.operand(&parameter, argument)?;
                let position = Operands::new(vec![operand]).position();
                let (rest, taken) = self.without(elements, position, call)?;
                if is_of_deque {
                    (rest, Maybe::of(Some(taken)).into_value())
                } else {
                    (rest, taken)
                }
            }
        };
        self.store(&place, Value::array(rest), &call.receiver);
        Ok(Some(taken))
    }

    /// The elements of a list that `append` takes, which is empty then. `None` for one of unknown
    /// length.
    fn emptied(&mut self, list: &Expr) -> Found<Option<Vec<Value>>> {
        if !is_place(list) {
            // Nothing else has a name for `vec![x; n]`.
            return self.elements_of(list).map(Some);
        }
        let Some((place, elements)) = self.array_at(list) else {
            return Ok(None);
        };
        self.store(&place, Value::array(Vec::new()), list);
        Ok(Some(elements))
    }

    /// The kind of list that a variable is.
    pub(crate) fn kind_of_list(&self, list: &Expr) -> Option<Holds> {
        let Expr::Path(path) = strip(list) else {
            return None;
        };
        let binding = self.names.scopes.get(&path.path.get_ident()?.to_string())?;
        Some(binding.holds)
    }

    /// `vec![a, b]` or `vec![a; n]`: at expansion it is an array.
    pub(crate) fn eval_vec(&mut self, list: &syn::Macro) -> Found<Value> {
        let tokens = &list.tokens;
        match syn::parse2::<Expr>(quote::quote!([#tokens])) {
            Ok(array @ (Expr::Array(_) | Expr::Repeat(_))) => {
                let array = self.trees.keep(array);
                self.eval(&array)
            }
            _ => self.writer.refuse(list, messages::NOT_DIFFERENTIATED),
        }
    }

    /// Methods that advance an iterator which has a name. We follow `next` and `nth`. The others
    /// are refused, because how far they advance may be known only at run time.
    pub(crate) fn advanced(&mut self, call: &syn::ExprMethodCall) -> Found<Option<Value>> {
        let name = call.method.to_string();
        let moves = matches!(
            name.as_str(),
            "next"
                | "nth"
                | "by_ref"
                | "find"
                | "find_map"
                | "position"
                | "any"
                | "all"
                | "try_fold"
                | "try_for_each"
        );
        if !moves || !matches!(strip(&call.receiver), Expr::Path(_)) {
            return Ok(None);
        }
        self.writer.at_run_time()?;
        // How many items are left may be known only at run time.
        if self.part_of(&call.receiver)?.is_some() {
            return self.writer.refuse(call, messages::ITERATOR_LEFT);
        }
        let Some((place, elements)) = self.array_at(&call.receiver) else {
            return Ok(None);
        };
        let skipped = match (name.as_str(), call.args.first()) {
            ("next", None) => 0,
            ("nth", Some(count)) => {
                let count = self.eval_position(count)?;
                usize::try_from(count).map_err(|_| Stop)?
            }
            _ => return self.writer.refuse(call, messages::ITERATOR_LEFT),
        };
        let mut rest = elements.into_iter().skip(skipped);
        let found = rest.next();
        self.store(&place, Value::array(rest.collect()), &call.receiver);
        Ok(Some(Maybe::of(found).into_value()))
    }

    /// Notes that a variable is a `Vec`, because opaque code that gets it needs a `Vec` and not an
    /// array.
    pub(crate) fn note_list(&mut self, pattern: &syn::Pat, init: &Expr) {
        let name = match pattern {
            syn::Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        let is_deque = match pattern {
            syn::Pat::Type(typed) => types::is_deque(&typed.ty),
            _ => makes_deque(init),
        };
        let is_list = match strip(init) {
            Expr::Macro(list) => is_vec(&list.mac),
            Expr::Call(call) => is_new_list(call),
            Expr::MethodCall(call) => call.method == "collect" || call.method == "to_vec",
            _ => false,
        };
        let iterator = self.is_iterator(init);
        if let syn::Pat::Ident(name) = name
            && let Some(id) = self.names.scopes.id(&name.ident.to_string())
        {
            self.names.scopes.note(id, |binding| {
                if is_deque {
                    binding.holds = Holds::Deque;
                } else if is_list {
                    binding.holds = Holds::Vec;
                } else if iterator {
                    binding.holds = Holds::Iterator;
                }
            });
        }
    }

    /// Whether an expression gives an iterator, by its last method. An array has a method `map` as
    /// well, so there it depends on the receiver.
    pub(crate) fn is_iterator(&self, expression: &Expr) -> bool {
        match strip(expression) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| {
                let binding = self.names.scopes.get(&name.to_string());
                binding.is_some_and(|binding| binding.holds == Holds::Iterator)
            }),
            Expr::MethodCall(call) if call.method == "map" => {
                matches!(strip(&call.receiver), Expr::Range(_)) || self.is_iterator(&call.receiver)
            }
            Expr::MethodCall(call) if call.method == "clone" => self.is_iterator(&call.receiver),
            Expr::MethodCall(call) => {
                let gives_list = call.method == "as_flattened" || call.method == "concat";
                let row = find(Self::ITERATORS, call);
                row.is_some_and(|row| row.gives == Gives::Items) && !gives_list
            }
            _ => false,
        }
    }
}
