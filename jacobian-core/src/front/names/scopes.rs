//! Scopes: the names in scope and the values that they are bound to, innermost last.
//!
//! ```text
//! x  y  f          | a  k -> 2
//! seen by callers  ^ barrier: the body of `f` sees its parameters, and its captured names as
//!                  aliases
//! ```
//!
//! A binding can be found by its name or by its [`BindingId`]. References and closures keep ids,
//! because a name may be shadowed or out of scope. The lookup of an id fails if its binding is
//! gone.

use std::rc::Rc;

use crate::front::value::Value;
use crate::front::value::index::Selected;
use crate::front::value::place::BindingId;

/// The code that sees a name, in addition to the code that declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// No other code.
    Local,
    /// An output: the caller sees the writes.
    Output,
    /// An item: functions beside it see it.
    Item,
}

/// The kind of list that a variable is in the user's own code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// An array, or no list.
    Anything,
    /// A `Vec`, which the generated function has to make as one.
    Vec,
    /// A `VecDeque`.
    Deque,
    /// An iterator, which forgets the items that are taken.
    Iterator,
}

/// A name and its value.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    name: String,
    serial: usize,
    /// The position of the binding for which this name is an alias.
    alias: Option<usize>,
    pub(crate) value: Value,
    /// Whether any part of the value depends on an independent.
    pub(crate) active: bool,
    pub(crate) role: Role,
    /// Whether a `move` closure has taken a copy of this opaque variable.
    pub(crate) moved: bool,
    pub(crate) holds: Holds,
    /// The places that a hidden variable may mean.
    pub(crate) selected: Option<Rc<Selected>>,
    /// A new number after every change.
    version: u64,
}

/// The names in scope. Shadowing pushes, leaving a block truncates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scopes {
    bindings: Vec<Binding>,
    changes: u64,
    index: crate::ordered::Map<String, Vec<usize>>,
    /// Names bound before this one are hidden.
    barrier: usize,
    serials: usize,
    /// Hidden variables of blocks that have been left. An arm may end with a reference to one.
    retired: Vec<(BindingId, Binding)>,
}

/// The values of all names at some point, by position.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot(Vec<(Value, bool, u64)>);

impl Snapshot {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn value(&self, position: usize) -> &Value {
        &self.0[position].0
    }

    /// Whether a name is unchanged since another snapshot.
    pub(crate) fn is_untouched(&self, position: usize, other: &Self) -> bool {
        self.0[position].2 == other.0[position].2
    }
}

/// The number of names when a block was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    depth: usize,
    barrier: usize,
}

impl Scopes {
    pub(crate) fn bind(&mut self, name: String, value: Value, active: bool) {
        self.push(name, value, active, None);
    }

    /// Binds a variable that the source does not name: what a reference to one of several places
    /// means.
    pub(crate) fn bind_hidden(
        &mut self,
        value: Value,
        active: bool,
        selected: Rc<Selected>,
    ) -> BindingId {
        // No name of the source has this spelling.
        self.push("&".to_owned(), value, active, None);
        let position = self.bindings.len() - 1;
        let hidden = &mut self.bindings[position];
        hidden.selected = Some(selected);
        BindingId {
            position,
            serial: hidden.serial,
        }
    }

    /// A hidden variable of a block that has been left.
    pub(crate) fn retired(&self, id: BindingId) -> Option<&Binding> {
        let mut latest = self.retired.iter().rev();
        let (_, binding) = latest.find(|(retired, _)| *retired == id)?;
        Some(binding)
    }

    /// Makes the name an alias of a binding.
    pub(crate) fn alias(&mut self, name: String, target: BindingId) {
        if self.by_id(target).is_some() {
            let target = Some(target.position);
            self.push(name, Value::Poison, false, target);
        }
    }

    /// Makes the name an alias of an item, in scope or not.
    pub(crate) fn alias_item(&mut self, name: String, own: &str) {
        let position = self.index.get(own).and_then(|positions| positions.first());
        if let Some(position) = position.copied() {
            self.push(name, Value::Poison, false, Some(position));
        }
    }

    fn push(&mut self, name: String, value: Value, active: bool, alias: Option<usize>) {
        let positions = self.index.entry(name.clone()).or_default();
        positions.push(self.bindings.len());
        self.serials += 1;
        self.changes += 1;
        self.bindings.push(Binding {
            name,
            serial: self.serials,
            alias,
            value,
            active,
            role: Role::Local,
            moved: false,
            holds: Holds::Anything,
            selected: None,
            version: self.changes,
        });
    }

    /// The position of the binding of a name, if it is in scope.
    fn position(&self, name: &str) -> Option<usize> {
        let position = *self.index.get(name)?.last()?;
        let seen = position >= self.barrier;
        seen.then(|| self.bindings[position].alias.unwrap_or(position))
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Binding> {
        Some(&self.bindings[self.position(name)?])
    }

    /// The binding of an item by its own name, which no other binding has, in scope or not.
    pub(crate) fn anywhere(&self, own: &str) -> Option<&Binding> {
        let position = *self.index.get(own)?.first()?;
        Some(&self.bindings[position])
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Binding> {
        let position = self.position(name)?;
        self.touch(position)
    }

    fn touch(&mut self, position: usize) -> Option<&mut Binding> {
        self.changes += 1;
        let binding = self.bindings.get_mut(position)?;
        binding.version = self.changes;
        Some(binding)
    }

    /// Whether an item in scope has a name that begins so.
    pub(crate) fn has_item_inside(&self, prefix: &str) -> bool {
        let mut names = self.index.keys();
        names.any(|name| name.starts_with(prefix) && self.position(name).is_some())
    }

    /// The id of the binding of a name.
    pub(crate) fn id(&self, name: &str) -> Option<BindingId> {
        let position = self.position(name)?;
        let serial = self.bindings[position].serial;
        Some(BindingId { position, serial })
    }

    pub(crate) fn by_id(&self, id: BindingId) -> Option<&Binding> {
        let binding = self.bindings.get(id.position);
        binding.filter(|binding| binding.serial == id.serial)
    }

    pub(crate) fn by_id_mut(&mut self, id: BindingId) -> Option<&mut Binding> {
        let binding = self.touch(id.position);
        binding.filter(|binding| binding.serial == id.serial)
    }

    /// Changes a flag of a binding. Its value stays, so the version stays too.
    pub(crate) fn note(&mut self, id: BindingId, note: impl FnOnce(&mut Binding)) {
        let binding = self.bindings.get_mut(id.position);
        if let Some(binding) = binding.filter(|binding| binding.serial == id.serial) {
            note(binding);
        }
    }

    /// The values of all names in scope now.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let meaning = |binding: &Binding| (binding.value.clone(), binding.active, binding.version);
        Snapshot(self.bindings.iter().map(meaning).collect())
    }

    /// Gives the names in scope their values from the snapshot.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) {
        self.changes += 1;
        for (binding, meant) in self.bindings.iter_mut().zip(&snapshot.0) {
            (binding.value, binding.active, binding.version) = meant.clone();
        }
    }

    /// Gives the name at a position another value.
    pub(crate) fn set(&mut self, position: usize, value: Value, active: bool) {
        self.changes += 1;
        let binding = &mut self.bindings[position];
        (binding.value, binding.active, binding.version) = (value, active, self.changes);
    }

    /// The name at a position.
    pub(crate) fn name_at(&self, position: usize) -> &str {
        &self.bindings[position].name
    }

    /// A new number after every change of any name.
    pub(crate) fn version(&self) -> u64 {
        self.changes
    }

    pub(crate) fn enter(&self) -> Mark {
        Mark {
            depth: self.bindings.len(),
            barrier: self.barrier,
        }
    }

    /// Enters the body of a function, which sees only the names bound from now on.
    pub(crate) fn enter_function(&mut self) -> Mark {
        let mark = self.enter();
        self.changes += 1;
        self.barrier = mark.depth;
        mark
    }

    pub(crate) fn leave(&mut self, mark: Mark) {
        while self.bindings.len() > mark.depth {
            self.pop();
        }
        self.barrier = mark.barrier;
        self.changes += 1;
    }

    /// Forgets hidden variables that an arm has left behind.
    pub(crate) fn retire_behind(&mut self, snapshot: &Snapshot) {
        let is_hidden = |binding: &Binding| binding.selected.is_some();
        while self.bindings.len() > snapshot.len() && self.bindings.last().is_some_and(is_hidden) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        let binding = self
            .bindings
            .pop()
            .expect("invariant: a mark is no deeper than the scope");
        let positions = self.index.get_mut(&binding.name);
        positions
            .expect("invariant: every binding is indexed")
            .pop();
        if binding.selected.is_some() {
            let (position, serial) = (self.bindings.len(), binding.serial);
            self.retired.push((BindingId { position, serial }, binding));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scopes, Value};

    #[test]
    fn leaving_a_block_uncovers_what_it_shadowed() {
        let mut scopes = Scopes::default();
        scopes.bind("a".into(), Value::integer(1), false);
        let mark = scopes.enter();
        scopes.bind("a".into(), Value::integer(2), true);
        assert!(scopes.get("a").is_some_and(|binding| binding.active));
        scopes.leave(mark);
        assert!(scopes.get("a").is_some_and(|binding| !binding.active));
        assert!(scopes.get("b").is_none());
    }

    #[test]
    fn a_function_sees_what_it_captured_and_writes_through() {
        let mut scopes = Scopes::default();
        scopes.bind("a".into(), Value::integer(1), false);
        let id = scopes.id("a").expect("bound above");
        scopes.bind("a".into(), Value::integer(2), false);
        let mark = scopes.enter_function();
        assert!(scopes.get("a").is_none(), "out of sight");
        scopes.alias("a".into(), id);
        scopes.get_mut("a").expect("an alias").active = true;
        scopes.leave(mark);
        assert!(scopes.get("a").is_some_and(|binding| !binding.active));
        assert!(scopes.by_id(id).is_some_and(|binding| binding.active));
    }

    #[test]
    fn an_id_outlives_its_binding_without_finding_another() {
        let mut scopes = Scopes::default();
        let mark = scopes.enter();
        scopes.bind("a".into(), Value::integer(1), false);
        let id = scopes.id("a").expect("bound above");
        scopes.leave(mark);
        scopes.bind("b".into(), Value::integer(2), false);
        assert!(scopes.by_id(id).is_none());
    }
}
