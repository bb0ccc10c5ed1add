//! Methods that change a list whose length only run time knows.
//!
//! ```text
//! if x[0] > 0.0 { v.push(x[0]); }     [x0 if it is there]
//! v.push(x[1]);                       [x0 if it is there, x1]
//! v.retain(|a| *a < 1.0);             the items that were there, and that the closure keeps
//! ```
//!
//! Cost: that of the chain of iterators that gives the same items.

use proc_macro2::Literal;
use quote::{ToTokens, quote};
use syn::{Expr, ExprMethodCall};

use crate::front::methods::table::{At, Given, Operand, Operands, Parameter, Position};
use crate::front::names::state::Lowering;
use crate::front::run::Run;
use crate::front::run::parts_at_run_time::part_items;
use crate::front::syntax::form::{has_calls, is_place};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::{Item, Part, is_uncertain, scattered};
use crate::front::value::place::Place;

/// Methods that change the memory of a list and not its elements.
const CAPACITY: [&str; 4] = ["reserve", "reserve_exact", "shrink_to", "shrink_to_fit"];

impl Lowering<Run> {
    /// Whether a call changes the capacity of a list and nothing else, so that it needs no code.
    pub(crate) fn is_capacity_alone(&mut self, call: &ExprMethodCall) -> bool {
        let is_named = CAPACITY.iter().any(|name| call.method == name);
        let is_length = |argument: &Expr| match strip(argument) {
            Expr::MethodCall(length) => length.method == "len" && is_place(&length.receiver),
            argument => !has_calls(argument),
        };
        if !is_named || !is_place(&call.receiver) || !call.args.iter().all(is_length) {
            return false;
        }
        let place = self.quietly(|run| run.place_behind(&call.receiver));
        place.is_ok_and(|place| {
            let list = self.load(&place);
            matches!(
                list,
                Some(Value::Array(_) | Value::Part(_) | Value::Stored(_))
            )
        })
    }

    /// Runs such a method. False if it is not known.
    pub(crate) fn run_method_of_part(
        &mut self,
        place: &Place,
        part: &Part,
        call: &ExprMethodCall,
    ) -> bool {
        let changed = match (call.method.to_string().as_str(), call.args.first()) {
            ("push", Some(_)) if call.args.len() == 1 => self.pushed(part, call),
            ("extend" | "extend_from_slice", Some(added)) if call.args.len() == 1 => self
                .chain_of(added)
                .and_then(|added| self.appended(part, added, call)),
            ("clear", None) => Ok(Value::array(Vec::new())),
            ("retain", Some(_)) if call.args.len() == 1 => self.retained(part, call),
            ("reverse", None) => self.rearranged(part, call),
            ("truncate" | "rotate_left" | "rotate_right", Some(_)) if call.args.len() == 1 => {
                self.rearranged(part, call)
            }
            _ => return false,
        };
        if let Ok(changed) = changed {
            self.store(place, changed, &call.receiver);
        }
        true
    }

    fn pushed(&mut self, part: &Part, call: &ExprMethodCall) -> Found<Value> {
        let mut pushed = Operands::new(vec![self.operand(&Parameter::Settled, &call.args[0])?]);
        self.appended(part, vec![Item::Ready(pushed.value())], call)
    }

    fn appended(&mut self, part: &Part, added: Vec<Item>, call: &ExprMethodCall) -> Found<Value> {
        let mut items = part_items(part);
        let may_leave_gaps = !added.is_empty() && items.iter().any(is_uncertain);
        items.extend(added);
        if may_leave_gaps {
            items = scattered(items);
        }
        self.taken(items, call)
    }

    /// Methods that give the items of the same list in another order, or fewer of them, as a chain
    /// of iterators does.
    fn rearranged(&mut self, part: &Part, call: &ExprMethodCall) -> Found<Value> {
        let of = &call.receiver;
        let count = call.args.first();
        let chain: Expr = match (call.method.to_string().as_str(), count) {
            ("truncate", Some(count)) => syn::parse_quote!((#of).iter().cloned().take(#count)),
            ("rotate_left", Some(count)) if !has_calls(count) => {
                self.check_turn(part, count, "mid")?;
                syn::parse_quote! {
                    (#of).iter().cloned().skip(#count).chain((#of).iter().cloned().take(#count))
                }
            }
            ("rotate_right", Some(count)) if !has_calls(count) => {
                self.check_turn(part, count, "k")?;
                syn::parse_quote! {
                    (#of).iter().cloned().skip((#of).len() - #count)
                        .chain((#of).iter().cloned().take((#of).len() - #count))
                }
            }
            _ => syn::parse_quote!((#of).iter().cloned().rev()),
        };
        let chain = self.trees.keep(chain);
        let items = self.chain_of(&chain)?;
        self.taken(items, call)
    }

    /// A turn by more than the length panics.
    fn check_turn(&mut self, part: &Part, count: &Expr, parameter: &str) -> Found<()> {
        let operand = self.operand(&Parameter::Index("count"), count)?;
        let count = match Operands::new(vec![operand]).position() {
            Position::Known(count) => {
                let count = usize::try_from(count).map_err(|_| Stop)?;
                Literal::usize_unsuffixed(count).into_token_stream()
            }
            Position::RunTime(count) => count.tokens.clone(),
        };
        let length = &part.length;
        let failed = format!("assertion failed: {parameter} <= self.len()");
        let check = quote!(::core::assert!(#count <= #length, #failed););
        self.writer.keep_statement(check, &[])
    }

    fn retained(&mut self, part: &Part, call: &ExprMethodCall) -> Found<Value> {
        let function = self.operand(&Parameter::Function, &call.args[0])?;
        let operands = Operands::new(vec![Operand::Items(part_items(part)), function]);
        match self.filter(operands, At { call, want: None })? {
            Given::Items(kept) => self.taken(kept, call),
            Given::Value(_) => Err(Stop),
        }
    }
}
