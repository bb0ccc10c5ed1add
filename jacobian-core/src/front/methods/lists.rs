//! Methods that change an array or a list in place, and their rows in the table.
//!
//! ```text
//! let mut l = vec![x[0]];      [x0]
//! l.push(x[1]);                [x0, x1]
//! l.swap(0, 1);                [x1, x0]
//! ```
//!
//! At expansion a `Vec` is an array with a length that may change, but has to be known. If only run
//! time knows the length and no element is active, the list stays the user's own variable.

use crate::front::flow::machine::Machine;

use crate::front::messages;
use crate::front::methods::table::{At, Given, Gives, Method, Operands, Parameter, Position, Run};
use crate::front::names::state::Lowering;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index;
use crate::front::write::indices::Below;
use Parameter::{Elements, Index, Integer, Settled, Taken};

const INDEX: Parameter = Integer("index");
const COUNT: Parameter = Index("count");

/// The direction of a rotation.
#[derive(Clone, Copy)]
enum Turn {
    Left,
    Right,
}

const fn row<M>(name: &'static str, parameters: &'static [Parameter], run: Run<M>) -> Method<M> {
    Method::new(name, Gives::Value, Elements, parameters, run)
}

impl<M: Machine> Lowering<M> {
    /// Methods that change a list. Each row gives the new list. `pop` is handled in
    /// `run::list_calls`, because it also has a value.
    pub(crate) const LISTS: &'static [Method<M>] = &[
        row("fill", &[Settled], |_, mut of, _| {
            let mut elements = of.elements();
            elements.fill(of.value());
            list(elements)
        }),
        row("swap", &[Index("index"), Index("index")], Self::swap),
        row("reverse", &[], |_, mut of, _| {
            let mut elements = of.elements();
            elements.reverse();
            list(elements)
        }),
        row("copy_from_slice", &[Parameter::Value], Self::copy_slice),
        row("clone_from_slice", &[Parameter::Value], Self::copy_slice),
        row("rotate_left", &[COUNT], |run, of, at| {
            run.rotate(of, at, Turn::Left)
        }),
        row("rotate_right", &[COUNT], |run, of, at| {
            run.rotate(of, at, Turn::Right)
        }),
        row("push", &[Settled], |_, mut of, _| {
            let mut elements = of.elements();
            elements.push(of.value());
            list(elements)
        }),
        row("extend", &[Taken], Self::extend),
        row("extend_from_slice", &[Taken], Self::extend),
        row("insert", &[INDEX, Settled], |run, mut of, at| {
            let (mut elements, position) = (of.elements(), of.integer());
            let position = run.below(position, elements.len() + 1, &at.call.args[0])?;
            elements.insert(position, of.value());
            list(elements)
        }),
        row("truncate", &[INDEX], |_, mut of, _| {
            let (mut elements, length) = (of.elements(), of.integer());
            elements.truncate(usize::try_from(length).unwrap_or(usize::MAX));
            list(elements)
        }),
        row("clear", &[], |_, _, _| list(Vec::new())),
    ];

    /// `rotate_left` and `rotate_right`. By a count of run time each element is one of all.
    fn rotate(&mut self, mut of: Operands, at: At<'_>, turn: Turn) -> Found<Given> {
        let (elements, count) = (of.elements(), of.position());
        let length = elements.len();
        let turned = |count: usize| {
            let mut turned = elements.clone();
            match turn {
                Turn::Left => turned.rotate_left(count),
                Turn::Right => turned.rotate_right(count),
            }
            turned
        };
        let count = match count {
            Position::Known(count) => {
                let count = self.below(count, length + 1, &at.call.args[0])?;
                return list(turned(count));
            }
            Position::RunTime(count) => count,
        };
        let name = syn::Ident::new("count", proc_macro2::Span::call_site());
        let Value::Inactive(count) = self.writer.settle_as(&name, count)? else {
            return Err(Stop);
        };
        let (tokens, n) = (
            &count.tokens,
            proc_macro2::Literal::usize_unsuffixed(length),
        );
        let failed = match turn {
            Turn::Left => "assertion failed: mid <= self.len()",
            Turn::Right => "assertion failed: k <= self.len()",
        };
        let check = quote::quote!(::core::assert!(#tokens <= #n, #failed););
        self.writer.keep_statement(check, &[])?;
        let index = self.index_below(count, Below::Checked(length + 1), at.call)?;
        let all: Vec<Vec<Value>> = (0..=length).map(turned).collect();
        let element = |run: &mut Self, position: usize| {
            let values = all.iter().map(|turned| turned[position].clone());
            run.element_at(&index, &values.collect::<Vec<_>>(), at.call)
        };
        let elements = (0..length).map(|position| element(self, position));
        list(elements.collect::<Found<Vec<Value>>>()?)
    }

    /// `swap`. At a position that only run time knows, every element that it may name is selected.
    fn swap(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let (mut elements, first, second) = (of.elements(), of.position(), of.position());
        let [at_first, at_second] = [0, 1].map(|argument| &at.call.args[argument]);
        let first = self.located(first, elements.len(), at_first)?;
        let second = self.located(second, elements.len(), at_second)?;
        match (first, second) {
            (Ok(first), Ok(second)) => elements.swap(first, second),
            (Ok(known), Err(index)) | (Err(index), Ok(known)) => {
                let old = elements.clone();
                for position in index.first..index.first + index.count {
                    let is_here = self.index_is(&index, position);
                    let pair = vec![old[position].clone(), old[known].clone()];
                    elements[position] = self.one_of(&is_here, pair, at.call)?;
                }
                elements[known] = self.element_at(&index, &old, at.call)?;
            }
            (Err(first), Err(second)) => {
                let old = elements.clone();
                let at_first = self.element_at(&first, &old, at.call)?;
                let at_second = self.element_at(&second, &old, at.call)?;
                for (index, new) in [(first, at_second), (second, at_first)] {
                    let candidates = &mut elements[index.first..index.first + index.count];
                    for (position, element) in (index.first..).zip(candidates) {
                        let is_here = self.index_is(&index, position);
                        let pair = vec![element.clone(), new.clone()];
                        *element = self.one_of(&is_here, pair, at.call)?;
                    }
                }
            }
        }
        list(elements)
    }

    /// A position below a length: known, or an index.
    fn located(
        &mut self,
        position: Position,
        length: usize,
        at: &syn::Expr,
    ) -> Found<Result<usize, index::Index>> {
        match position {
            Position::Known(position) => Ok(Ok(self.below(position, length, at)?)),
            Position::RunTime(position) => {
                let index = self.index_below(position, Below::Length(length), at)?;
                Ok(Err(index))
            }
        }
    }

    fn extend(&mut self, mut of: Operands, _: At<'_>) -> Found<Given> {
        let mut elements = of.elements();
        for item in of.elements() {
            elements.push(self.writer.settle_part(item)?);
        }
        list(elements)
    }

    /// `copy_from_slice` and `clone_from_slice`: both lists must have the same length.
    fn copy_slice(&mut self, mut of: Operands, at: At<'_>) -> Found<Given> {
        let elements = of.elements();
        match of.value() {
            Value::Array(source) if source.len() == elements.len() => list(source.to_vec()),
            other => {
                let message = messages::pattern_does_not_fit(&other.describe());
                self.writer.refuse(&at.call.args[0], &message)
            }
        }
    }
}

#[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
fn list(elements: Vec<Value>) -> Found<Given> {
    Ok(Given::Value(Value::array(elements)))
}
