//! Names in scope, innermost last.

use super::value::Value;

/// What a name is bound to.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    name: String,
    pub(crate) value: Value,
    /// Whether any part of the value depends on an independent.
    pub(crate) active: bool,
    /// Whether the name is an output, whose writes the caller sees.
    pub(crate) output: bool,
}

/// The names in scope. Shadowing pushes, leaving a block truncates.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    bindings: Vec<Binding>,
    index: std::collections::BTreeMap<String, Vec<usize>>,
}

/// How many names there were when a block was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl Scopes {
    pub(crate) fn bind(&mut self, name: String, value: Value, active: bool) {
        self.index
            .entry(name.clone())
            .or_default()
            .push(self.bindings.len());
        self.bindings.push(Binding {
            name,
            value,
            active,
            output: false,
        });
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Binding> {
        self.index
            .get(name)
            .and_then(|positions| positions.last())
            .map(|position| &self.bindings[*position])
    }

    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut Binding> {
        let position = *self.index.get(name)?.last()?;
        Some(&mut self.bindings[position])
    }

    pub(crate) fn enter(&self) -> Mark {
        Mark(self.bindings.len())
    }

    pub(crate) fn leave(&mut self, mark: Mark) {
        while self.bindings.len() > mark.0 {
            let binding = self
                .bindings
                .pop()
                .expect("invariant: a mark is no deeper than the scope");
            let positions = self.index.get_mut(&binding.name);
            positions
                .expect("invariant: every binding is indexed")
                .pop();
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
}
