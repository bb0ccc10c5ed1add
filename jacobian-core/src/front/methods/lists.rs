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

use quote::quote;

use crate::front::flow::machine::Machine;

use crate::front::messages;
use crate::front::methods::positions::plain;
use crate::front::methods::table::{
    At, Given, Gives, Method, Operand, Operands, Parameter, Position, Run,
};
use crate::front::names::state::Lowering;
use crate::front::syntax::tokens::as_operand;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::index;
use crate::front::value::items::ready;
use crate::front::write::indices::Below;
use Parameter::{Elements, Function, Index, Integer, Settled, Taken};

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
        row("push", &[Settled], pushed),
        row("push_back", &[Settled], pushed),
        row("push_front", &[Settled], |_, mut of, _| {
            let mut elements = of.elements();
            elements.insert(0, of.value());
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
        row("resize", &[INDEX, Settled], |run, mut of, at| {
            let (elements, length, value) = (of.elements(), of.integer(), of.value());
            run.lengthened(elements, length, &|_| Ok(value.clone()), at)
        }),
        row("resize_with", &[INDEX, Function], |run, mut of, at| {
            let (elements, length, function) = (of.elements(), of.integer(), of.function());
            let new = |run: &mut Self| {
                let value = run.call(&function, Vec::new(), at.call)?;
                run.writer.settle_part(value)
            };
            run.lengthened(elements, length, &new, at)
        }),
        row("retain", &[Function], |run, mut of, at| {
            let items = Operand::Items(ready(of.elements()));
            let operands = Operands::new(vec![items, Operand::Function(of.function())]);
            match run.filter(operands, at)? {
                Given::Items(kept) => run.taken(kept, at.call).map(Given::Value),
                Given::Value(_) => Err(Stop),
            }
        }),
        row("fill_with", &[Function], |run, mut of, at| {
            let (elements, function) = (of.elements(), of.function());
            let mut filled = Vec::with_capacity(elements.len());
            for _ in elements {
                let value = run.call(&function, Vec::new(), at.call)?;
                filled.push(run.writer.settle_part(value)?);
            }
            list(filled)
        }),
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

    /// `repeat` of a slice.
    pub(crate) fn repeated_list(
        &mut self,
        elements: &[Value],
        count: i128,
        call: &syn::ExprMethodCall,
    ) -> Found<Given> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if !self
            .writer
            .spend(elements.len().saturating_mul(count), call)
        {
            return Err(Stop);
        }
        let all = std::iter::repeat_n(elements, count).flatten().cloned();
        list(all.collect())
    }

    /// The list after `remove`, `swap_remove` or `split_off`, and what the method gives. At a
    /// position that only run time knows, each element is one of several.
    pub(crate) fn without(
        &mut self,
        elements: Vec<Value>,
        position: Position,
        call: &syn::ExprMethodCall,
    ) -> Found<(Vec<Value>, Value)> {
        let at = &call.args[0];
        if let Position::Known(position) = position
            && call.method == "split_off"
        {
            let mut rest = elements;
            let position = self.below(position, rest.len() + 1, at)?;
            let taken = rest.split_off(position);
            return Ok((rest, Value::array(taken)));
        }
        let swaps = call.method == "swap_remove";
        let without = |position: usize| {
            let mut rest = elements.clone();
            let taken = if swaps {
                rest.swap_remove(position)
            } else {
                rest.remove(position)
            };
            (rest, taken)
        };
        let index = match self.located(position, elements.len(), at)? {
            Ok(position) => return Ok(without(position)),
            Err(index) => index,
        };
        if !self
            .writer
            .spend(elements.len().saturating_mul(elements.len()), call)
        {
            return Err(Stop);
        }
        let taken = self.element_at(&index, &elements, call)?;
        let all: Vec<Vec<Value>> = (0..elements.len()).map(|at| without(at).0).collect();
        let mut rest = Vec::with_capacity(elements.len());
        for position in 0..elements.len().saturating_sub(1) {
            let values: Vec<Value> = all.iter().map(|list| list[position].clone()).collect();
            rest.push(self.element_at(&index, &values, call)?);
        }
        Ok((rest, taken))
    }

    /// `resize` and `resize_with`, whose closure runs once for each new element.
    fn lengthened(
        &mut self,
        mut elements: Vec<Value>,
        length: i128,
        new: &dyn Fn(&mut Self) -> Found<Value>,
        at: At<'_>,
    ) -> Found<Given> {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if !self
            .writer
            .spend(length.saturating_sub(elements.len()), at.call)
        {
            return Err(Stop);
        }
        elements.truncate(length);
        while elements.len() < length {
            elements.push(new(self)?);
        }
        list(elements)
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
            // What the source holds now, because it may change. `clone_from_slice` needs no `Copy`.
            Value::Inactive(source) if at.call.method == "copy_from_slice" => {
                let (length, tokens) = (elements.len(), as_operand(source.tokens));
                let name = syn::Ident::new("part", proc_macro2::Span::call_site());
                let name = self.writer.fresh(&name);
                let copied = quote!(::core::convert::TryInto::try_into(&#tokens[..]));
                self.writer.keep_statement(
                    quote!(let #name: [_; #length] = #copied.expect("lists of one length");),
                    &source.mentions,
                )?;
                let element = |position| {
                    let position = proc_macro2::Literal::usize_unsuffixed(position);
                    Value::Inactive(plain(quote!(#name[#position])))
                };
                list((0..length).map(element).collect())
            }
            other => {
                let message = messages::pattern_does_not_fit(&other.describe());
                self.writer.refuse(&at.call.args[0], &message)
            }
        }
    }
}

fn pushed<M>(_: &mut Lowering<M>, mut of: Operands, _: At<'_>) -> Found<Given> {
    let mut elements = of.elements();
    elements.push(of.value());
    list(elements)
}

#[expect(clippy::unnecessary_wraps, reason = "rows of other methods may stop")]
fn list(elements: Vec<Value>) -> Found<Given> {
    Ok(Given::Value(Value::array(elements)))
}
