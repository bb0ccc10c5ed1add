//! Calls of methods that a value has twice: from its type or the library, and from a trait.
//!
//! ```text
//! v.sum()            of a list: of an iterator, or of the user's trait
//! T::value(&s)       of a type parameter: that of its trait
//! ```

use std::rc::Rc;

use syn::{Expr, ExprCall, ExprMethodCall};

use crate::front::methods::table::find;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key};
use crate::front::run::Run;
use crate::front::run::own_methods::{is_list, is_of_std};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::Found;

impl Lowering<Run> {
    /// Refuses a call on a list or a matrix that may mean a method of an iterator or of nalgebra,
    /// or one of the user's own.
    pub(crate) fn refuse_methods_of_lists(
        &mut self,
        heads: &[Rc<Head>],
        (key, receiver): (&Key, Option<&Value>),
        call: &ExprMethodCall,
    ) -> Found<()> {
        let of_matrix = matches!(receiver, Some(Value::Matrix(_)))
            && Self::MATRICES.iter().any(|row| call.method == row.name);
        let of_list = is_list(key) && is_of_std(key, call);
        let is_chain = matches!(strip(&call.receiver), Expr::MethodCall(before) if find(Self::ITERATORS, before).is_some());
        let is_iterator = match receiver {
            Some(Value::Array(_)) => false,
            Some(Value::Items(_)) => true,
            _ => is_chain,
        };
        if of_matrix || (of_list && !is_iterator && call.turbofish.is_none()) {
            return self.refuse_beside_library(heads, call);
        }
        Ok(())
    }

    /// The same for a trait whose methods we do not find by the value, because it is for `Vec` or
    /// for any type.
    pub(crate) fn refuse_list_of_trait(&mut self, of: &Value, call: &ExprMethodCall) -> Found<()> {
        match find(Self::ITERATORS, call) {
            Some(_) => self.refuse_trait_of_lists(of, call),
            None => Ok(()),
        }
    }

    /// The methods that a path without a trait may mean: `T::value` of a type parameter is that of
    /// its trait, and so is `Self::value` in a default.
    pub(crate) fn meant_by_path(
        &mut self,
        call: &ExprCall,
        heads: &[Rc<Head>],
    ) -> Found<Vec<Rc<Head>>> {
        let meant = self.given.types.meant_by_path(heads);
        let Expr::Path(path) = strip(&call.func) else {
            return Ok(meant);
        };
        let owner = path.path.segments.first().map(|first| &first.ident);
        if owner.is_some_and(|owner| self.known_type(owner).is_some()) {
            let of_trait = heads.iter().filter(|head| head.of_trait.is_some());
            let of_trait: Vec<Rc<Head>> = of_trait.cloned().collect();
            return Ok(if of_trait.is_empty() { meant } else { of_trait });
        }
        if owner.is_some_and(|owner| owner == "Self") {
            self.refuse_hidden((heads, &meant), None, call)?;
        }
        Ok(meant)
    }
}
