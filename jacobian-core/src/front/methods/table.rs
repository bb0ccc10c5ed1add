//! The table of methods: the kind of value, the name, the arguments, and the function that repeats
//! the method of the library.
//!
//! ```text
//! x.iter()          iter: of elements
//!     .zip(w)       zip: of items, with items
//!     .fold(z, f)   fold: of items, with a value and a function
//! ```
//!
//! The evaluator evaluates receiver and arguments as the row says, once and in order, and then runs
//! the function on them. The names that messages suggest are those of the rows. Methods of
//! floating-point numbers are elementals, and their rows are in `ir/elemental`.

use syn::ExprMethodCall;

use crate::front::flow::machine::Machine;
use crate::front::names::state::Lowering;
use crate::front::syntax::form::Want;
use crate::front::value::found::Found;
use crate::front::value::function::Callable;
use crate::front::value::items::{Driven, Endless, Item};
use crate::front::value::matrix::Matrix;
use crate::front::value::maybe::Maybe;
use crate::front::value::{Inactive, Value};

/// How a receiver or an argument is evaluated before the method runs.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    /// A value. References are not followed.
    Value,
    /// A value. References are followed.
    Base,
    /// A value that is used more than once, or after others: opaque code goes into a variable.
    Settled,
    /// A closure, or the name of a function.
    Function,
    /// An integer known at expansion, and its name in messages.
    Integer(&'static str),
    /// The same, or an integer that only run time knows.
    Index(&'static str),
    /// An integer known at expansion that may be negative, and its name in messages.
    Signed(&'static str),
    /// The items of an iterator. Their closures have not run yet.
    Items,
    /// Items, or an iterator without an end, for example `0..`.
    Sequence,
    /// The elements of an array.
    Elements,
    /// A reference to each element of an array.
    Borrowed,
    /// The items of an iterator, after their closures have run.
    Taken,
    /// An `Option` or a `Result`.
    Maybe,
    /// Code of the user's own, copied.
    Kept,
    /// Evaluated by the method itself, if at all: the message of a panic.
    Unseen,
}

/// A receiver or an argument, evaluated.
#[derive(Clone)]
pub(crate) enum Operand {
    Value(Value),
    Function(Callable),
    Integer(i128),
    Items(Vec<Item>),
    /// A range without an end, from this number on.
    From(i128),
    /// Another iterator without an end, for example `w.iter().cycle()`.
    Endless(Endless),
    /// An iterator over inactive data of unknown length.
    Driven(Driven),
    Elements(Vec<Value>),
    Maybe(Maybe),
    Matrix(Matrix),
    /// Code of the user's own, and whether it names active values.
    Kept(Inactive, bool),
    Unseen,
}

/// A position in a list.
pub(crate) enum Position {
    Known(i128),
    /// One that only run time knows.
    RunTime(Inactive),
}

/// The kind of result of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gives {
    /// The items of another iterator.
    Items,
    /// A value.
    Value,
    /// A condition about the items.
    Answer,
    /// An `Option`, because there may be nothing.
    Maybe,
    /// A value; messages do not suggest the method.
    Unsuggested,
}

/// The result of a method.
pub(crate) enum Given {
    Items(Vec<Item>),
    Value(Value),
}

/// A row of the table.
pub(crate) struct Method<M> {
    pub(crate) name: &'static str,
    pub(crate) gives: Gives,
    pub(crate) receiver: Parameter,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) run: Run<M>,
}

/// The function of a row.
pub(crate) type Run<M> = fn(&mut Lowering<M>, Operands, At<'_>) -> Found<Given>;

impl<M> Method<M> {
    pub(crate) const fn new(
        name: &'static str,
        gives: Gives,
        receiver: Parameter,
        parameters: &'static [Parameter],
        run: Run<M>,
    ) -> Self {
        Self {
            name,
            gives,
            receiver,
            parameters,
            run,
        }
    }
}

/// The call, for messages and for the types in its source.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub(crate) call: &'a ExprMethodCall,
    pub(crate) want: Want<'a>,
}

/// Receiver and arguments in order. A row declares their kinds, so taking another kind is a bug of
/// ours.
pub(crate) struct Operands(std::vec::IntoIter<Operand>);

const AS_LISTED: &str = "invariant: operands are those of the row";

impl Operands {
    pub(crate) fn new(operands: Vec<Operand>) -> Self {
        Self(operands.into_iter())
    }

    fn next(&mut self) -> Operand {
        self.0.next().expect(AS_LISTED)
    }

    pub(crate) fn value(&mut self) -> Value {
        match self.next() {
            Operand::Value(value) => value,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    pub(crate) fn function(&mut self) -> Callable {
        match self.next() {
            Operand::Function(function) => function,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    pub(crate) fn integer(&mut self) -> i128 {
        match self.next() {
            Operand::Integer(integer) => integer,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    /// A position in a list.
    pub(crate) fn position(&mut self) -> Position {
        match self.next() {
            Operand::Integer(integer) => Position::Known(integer),
            Operand::Value(Value::Inactive(position)) => Position::RunTime(position),
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    pub(crate) fn items(&mut self) -> Vec<Item> {
        match self.next() {
            Operand::Items(items) => items,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    pub(crate) fn elements(&mut self) -> Vec<Value> {
        match self.next() {
            Operand::Elements(elements) => elements,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    pub(crate) fn maybe(&mut self) -> Maybe {
        match self.next() {
            Operand::Maybe(maybe) => maybe,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    pub(crate) fn matrix(&mut self) -> Matrix {
        match self.next() {
            Operand::Matrix(matrix) => matrix,
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    /// Code of the user's own, and whether it names active values.
    pub(crate) fn kept(&mut self) -> (Inactive, bool) {
        match self.next() {
            Operand::Kept(kept, is_active) => (kept, is_active),
            _ => unreachable!("{AS_LISTED}"),
        }
    }

    /// Items, or a range without an end.
    pub(crate) fn sequence(&mut self) -> Operand {
        self.next()
    }
}

/// The row with this name and this number of arguments.
pub(crate) fn find<M: Machine>(
    table: &'static [Method<M>],
    call: &ExprMethodCall,
) -> Option<&'static Method<M>> {
    let mut rows = table.iter();
    rows.find(|row| call.method == row.name && call.args.len() == row.parameters.len())
}

/// The names in a table, for messages.
pub(crate) fn names<M: Machine>(table: &'static [Method<M>]) -> Vec<&'static str> {
    let suggested = table.iter().filter(|row| row.gives != Gives::Unsuggested);
    suggested.map(|row| row.name).collect()
}

/// All names in a table, including those that messages do not suggest.
pub(crate) fn all_names<M: Machine>(table: &'static [Method<M>]) -> Vec<&'static str> {
    table.iter().map(|row| row.name).collect()
}
