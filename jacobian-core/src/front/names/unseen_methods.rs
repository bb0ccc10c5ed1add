//! Refusals of what no number has, on [variables whose types are not in view](Unseen).

use quote::ToTokens;

use crate::interface::Shape;
use crate::ir::ValueId;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::column::Unseen;
use crate::front::value::Value;
use crate::front::value::found::Found;

/// Methods that change a cell of std, as messages name them. No number has a method of these names,
/// so the receiver is a cell that is read as its value.
const CHANGES_OF_CELLS: &[&str] = &[
    "method `set`",
    "method `borrow_mut`",
    "method `replace`",
    "method `update`",
];

impl<M> Lowering<M> {
    /// Notes the type of the numbers of an independent.
    pub(crate) fn note_unseen(&mut self, unseen: &Unseen, numbers: &[ValueId]) {
        let each = numbers.iter().map(|id| (*id, unseen.clone()));
        self.names.unseen_numbers.extend(each);
    }

    /// Refuses the method or field of a variable of such a type, by its name.
    pub(crate) fn refuse_of_unseen(
        &mut self,
        value: &Value,
        what: &str,
        at: &impl ToTokens,
    ) -> Found<()> {
        let Value::Scalar(id) = value else {
            return Ok(());
        };
        match self.names.unseen_numbers.get(id) {
            Some(Unseen { path, ty, shape }) => {
                let is_number = *shape == Shape::Scalar;
                let field = what.strip_prefix("field `").filter(|_| is_number);
                let field = field.map(|field| field.trim_end_matches('`'));
                let message = messages::of_unseen_type(what, (path, ty), field);
                let message = match syn::parse_str(ty) {
                    Ok(path) => self.or_see(message, &path),
                    Err(_) => message,
                };
                self.writer.refuse(at, &message)
            }
            None if CHANGES_OF_CELLS.contains(&what) => {
                self.writer.refuse(at, messages::CELL_CHANGED)
            }
            None => Ok(()),
        }
    }
}
