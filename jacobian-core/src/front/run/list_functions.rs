//! Functions of the library that make lists, and questions about lists.
//!
//! ```text
//! Vec::from(x), iter::once(v)      the elements, one element
//! iter::zip(a, b)                  a.into_iter().zip(b)
//! x.contains(&v)                   x.iter().any(|each| *each == v)
//! x.len()                          a number
//! ```

use std::rc::Rc;

use syn::Expr;
use syn::parse::Parser;
use syn::punctuated::Punctuated;

use crate::front::messages;
use crate::front::methods::table;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Head;
use crate::front::run::Run;
use crate::front::syntax::array_macros::{self, Limits, Part};
use crate::front::syntax::conversions::{array_of_call, into_array};
use crate::front::syntax::form::{Want, is_new_list, is_of_list};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{self, list_element};
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::items::index;
use crate::front::value::maybe::Maybe;
use crate::front::write::opaque::Behind;
use crate::interface::Wrapper;

/// Functions of ndarray that copy a list.
const MAKE_LISTS: [&str; 4] = ["arr1", "arr2", "aview1", "aview2"];

/// An open end of a slice. Texts of the prelude compare with this number.
const OPEN_END: i128 = 9_223_372_036_854_775_807;

impl Lowering<Run> {
    /// Functions of the library that make a list or an iterator: `Vec::new()`, `Vec::from(x)`,
    /// and `iter::` with `once`, `repeat_n`, `empty` and `zip`.
    pub(crate) fn eval_list_call(&mut self, call: &syn::ExprCall) -> Found<Option<Value>> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match arguments.as_slice() {
            _ if is_new_list(call) => Ok(Some(Value::array(Vec::new()))),
            [list] if is_of_list(call, "from") => {
                let list = self.eval_base(list)?;
                Ok(Some(list).filter(|list| matches!(list, Value::Array(_))))
            }
            [list] if is_of_list(call, "from_iter") => {
                let collected = syn::parse_quote!(#list.into_iter().collect::<Vec<_>>());
                let collected = self.trees.keep(collected);
                self.eval(&collected).map(Some)
            }
            [list] if array_of_call(call).is_some() => self.array_from(list, call),
            [] if self.is_of_iter(call, "empty") => Ok(Some(Value::array(Vec::new()))),
            [value] if self.is_of_iter(call, "once") => {
                let value = self.eval(value)?;
                Ok(Some(Value::array(vec![self.writer.settle_part(value)?])))
            }
            [value, count] if self.is_of_iter(call, "repeat_n") => {
                let array = self.trees.keep(syn::parse_quote!([#value; #count]));
                self.eval(&array).map(Some)
            }
            [left, right] if self.is_of_iter(call, "zip") => {
                let zipped = syn::parse_quote!(#left.into_iter().zip(#right));
                let zipped = self.trees.keep(zipped);
                self.eval(&zipped).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `Array2::zeros((2, 2))`, a list of another crate with lengths that are known: its elements
    /// are followed, because they may become active.
    pub(crate) fn list_of_crate(&mut self, expression: &Expr) -> Found<Option<Value>> {
        let Expr::Call(call) = strip(expression) else {
            return Ok(None);
        };
        let Expr::Path(path) = strip(&call.func) else {
            return Ok(None);
        };
        let last = path.path.segments.last();
        let makes_list = last.is_some_and(|last| MAKE_LISTS.iter().any(|name| last.ident == name));
        if makes_list && call.args.iter().all(|list| self.try_known(list).is_some()) {
            return self.call_of_function(call, None);
        }
        let mut owner = path.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let key = self.given.types.key(&owner, &self.within());
        let known = key.and_then(|key| self.given.types.foreign(&key));
        let is_list = known.is_some_and(|ty| ty.fields.iter().any(|(_, ty)| ty.starts_with('[')));
        let mut lengths = call.args.iter();
        if !is_list || lengths.any(|length| self.try_known(length).is_none()) {
            return Ok(None);
        }
        self.eval_associated(call, None)
    }

    /// `a.row_mut(0)`, a view of a list of another crate whose elements are followed.
    pub(crate) fn borrows_list_of_crate(&self, call: &syn::ExprMethodCall) -> bool {
        let Some(Value::Struct(layout, _)) = self.peek(&call.receiver) else {
            return false;
        };
        let types = &self.given.types;
        let Some(key) = layout
            .own
            .clone()
            .filter(|key| types.foreign(key).is_some())
        else {
            return false;
        };
        let heads = types.methods(&key, &call.method.to_string(), call.args.len() + 1);
        let gives_value =
            |head: &Rc<Head>| !matches!(head.signature.output, syn::ReturnType::Default);
        let mut heads = heads.iter();
        heads.any(|head| head.changes_receiver() && gives_value(head))
    }

    /// `array![x, y]` of ndarray.
    pub(crate) fn eval_array_macro(&mut self, call: &syn::ExprMacro) -> Found<Value> {
        let list = Punctuated::<Expr, syn::Token![,]>::parse_terminated;
        let elements = match list.parse2(call.mac.tokens.clone()) {
            Ok(elements) => self.trees.keep(elements),
            Err(_) => return self.refuse_expression(&Expr::Macro(call.clone())),
        };
        let is_row = |element: &Expr| matches!(element, Expr::Array(_));
        let name = if elements.iter().any(is_row) {
            "Array2"
        } else {
            "Array1"
        };
        let Some(layout) = self.layout_of_crate(name) else {
            return self.refuse_expression(&Expr::Macro(call.clone()));
        };
        if name == "Array2" {
            let rows = self.trees.keep(syn::parse_quote!([#elements]));
            let rows = self.eval(&rows)?;
            return Ok(Value::Struct(layout, Rc::new(vec![rows])));
        }
        let mut values = Vec::with_capacity(elements.len());
        for element in elements.iter() {
            let value = self.eval_scalar(element, Behind::Nothing)?;
            values.push(Value::Scalar(value));
        }
        let list = Value::array(values);
        Ok(Value::Struct(layout, Rc::new(vec![list])))
    }

    /// A tuple struct, or `clamp(x, a, b)` by an imported name of num-traits. Else a refusal.
    pub(crate) fn call_of_import(
        &mut self,
        callee: &syn::ExprPath,
        call: &syn::ExprCall,
        want: Want<'_>,
    ) -> Found<Value> {
        if let Some(value) = self.eval_tuple_struct(call, want)? {
            return Ok(value);
        }
        match self.imported_number_function(&callee.path) {
            Some((library, name)) => {
                let values = self.eval_arguments(&call.args)?;
                self.foreign_function((&library, &name), values, call)
            }
            None => self.refuse_call(callee, call),
        }
    }

    /// `slice.try_into().unwrap()`: the same elements.
    pub(crate) fn eval_converted(&mut self, call: &syn::ExprMethodCall) -> Found<Option<Value>> {
        if !matches!(call.method.to_string().as_str(), "unwrap" | "expect") {
            return Ok(None);
        }
        let Expr::MethodCall(inner) = strip(&call.receiver) else {
            return Ok(None);
        };
        let converts = inner.method == "try_into" && inner.args.is_empty();
        if !converts {
            return Ok(None);
        }
        self.eval_base(&inner.receiver).map(Some)
    }

    /// Whether an expression makes a slice of ndarray.
    pub(crate) fn makes_slice(&mut self, expression: &Expr) -> bool {
        let is_slice = matches!(expression, Expr::Macro(call) if array_macros::is_slice(&call.mac));
        is_slice && self.layout_of_crate("SliceR").is_some()
    }

    /// `s![1..4, 0]` of ndarray.
    pub(crate) fn eval_slice_macro(&mut self, call: &syn::ExprMacro) -> Found<Value> {
        let parts = self.trees.keep(array_macros::parts(&call.mac));
        let mut values = Vec::new();
        for part in parts.iter().flatten() {
            values.push(match part {
                Part::Index(index) => (
                    Value::integer(self.eval_slice_end(Some(&**index), 0)?),
                    false,
                ),
                Part::Range {
                    start,
                    end,
                    limits,
                    step,
                } => {
                    let start = self.eval_slice_end(start.as_deref(), 0)?;
                    let behind = self.eval_slice_end(end.as_deref(), OPEN_END)?;
                    let behind = match limits {
                        Limits::Open => behind,
                        // The last element is included, so the end is open.
                        Limits::Closed if behind == -1 => OPEN_END,
                        Limits::Closed => behind + 1,
                    };
                    let step = self.eval_slice_end(step.as_deref(), 1)?;
                    let is_backwards = step < 0 && parts.iter().flatten().count() == 1;
                    if step < 1 && !is_backwards {
                        return self.writer.refuse(&call.mac, messages::BACKWARDS);
                    }
                    let fields = [start, behind, step].map(Value::integer);
                    (self.slice_value("SliceR", fields.to_vec(), call)?, true)
                }
            });
        }
        let name = match values.as_slice() {
            [(only, true)] => return Ok(only.clone()),
            [(_, true), (_, true)] => "SliceRR",
            [(_, true), (_, false)] => "SliceRI",
            [(_, false), (_, true)] => "SliceIR",
            _ => return self.refuse_expression(&Expr::Macro(call.clone())),
        };
        let fields = values.into_iter().map(|(value, _)| value).collect();
        self.slice_value(name, fields, call)
    }

    fn slice_value(
        &mut self,
        name: &str,
        fields: Vec<Value>,
        call: &syn::ExprMacro,
    ) -> Found<Value> {
        match self.layout_of_crate(name) {
            Some(layout) => Ok(Value::Struct(layout, Rc::new(fields))),
            None => self.refuse_expression(&Expr::Macro(call.clone())),
        }
    }

    /// A number in a slice, which must be known.
    fn eval_slice_end(&mut self, number: Option<&Expr>, otherwise: i128) -> Found<i128> {
        match number {
            Some(number) => self.eval_integer(number, "index"),
            None => Ok(otherwise),
        }
    }

    /// `<[f64; 3]>::try_from(list)` of a list of known length.
    fn array_from(&mut self, list: &Expr, call: &syn::ExprCall) -> Found<Option<Value>> {
        let Value::Array(elements) = self.eval_base(list)? else {
            return Ok(None);
        };
        let length = array_of_call(call).and_then(|array| self.known_length(&array.len));
        if length != i128::try_from(elements.len()).ok() {
            let found = Value::Array(elements).describe();
            return self.writer.refuse(call, &messages::array_of_list(&found));
        }
        let there = Maybe::there(Wrapper::Result, Value::Array(elements));
        Ok(Some(there.into_value()))
    }

    /// An expression with `list.try_into()` inside, `list.try_into().ok()?`, where an array is
    /// wanted: the same with `<[f64; 3]>::try_from(list)`.
    pub(crate) fn eval_into_array(
        &mut self,
        expression: &Expr,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let wanted = want.map(types::behind_reference);
        let Some(array @ syn::Type::Array(_)) = wanted else {
            return Ok(None);
        };
        let Some(converted) = into_array(expression, array) else {
            return Ok(None);
        };
        let converted = self.trees.keep(converted);
        self.eval_as(&converted, None).map(Some)
    }

    /// `list.contains(&v)` and `list.is_sorted()`, if the list or the value is active.
    pub(crate) fn eval_written_out(&mut self, call: &syn::ExprMethodCall) -> Found<Option<Value>> {
        let list = &call.receiver;
        let written: Expr = match (call.method.to_string().as_str(), call.args.first()) {
            ("contains", Some(wanted)) if call.args.len() == 1 => {
                syn::parse_quote!(#list.iter().any(|__each| *__each == *(#wanted)))
            }
            ("is_sorted", None) => {
                syn::parse_quote!(#list.windows(2).all(|__pair| __pair[0] <= __pair[1]))
            }
            ("first_chunk", None) => {
                let Some(length) = length_of_chunk(call) else {
                    return Ok(None);
                };
                syn::parse_quote!(<[_; #length]>::try_from(&#list[..#length]).ok())
            }
            ("last_chunk", None) => {
                let Some(length) = length_of_chunk(call) else {
                    return Ok(None);
                };
                syn::parse_quote!(<[_; #length]>::try_from(&#list[#list.len() - #length..]).ok())
            }
            _ => return Ok(None),
        };
        let is_active = self.names.is_active(list)
            || call.args.iter().any(|wanted| self.names.is_active(wanted));
        let place = self.quietly(|run| run.array_at(list).ok_or(Stop));
        if !is_active || place.is_err() {
            return Ok(None);
        }
        let written = self.trees.keep(written);
        self.eval(&written).map(Some)
    }

    /// `list.into()`, if the source says that the result is a list as well.
    pub(crate) fn list_into(
        &mut self,
        list: Rc<Vec<Value>>,
        call: &syn::ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        let is_list =
            |ty: &syn::Type| matches!(ty, syn::Type::Array(_)) || list_element(ty).is_some();
        if call.args.is_empty() && want.is_some_and(is_list) {
            return Ok(Value::Array(list));
        }
        self.method_of(Value::Array(list), call)
    }

    /// A method of a list that has no row in the table.
    pub(crate) fn method_of_list(
        &mut self,
        elements: Rc<Vec<Value>>,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        match call.method.to_string().as_str() {
            "cycle" if call.args.is_empty() => self.writer.refuse(call, messages::ENDLESS),
            "len" if call.args.is_empty() => Ok(Value::Integer(index(elements.len()))),
            "is_empty" if call.args.is_empty() => Ok(Value::Boolean(elements.is_empty())),
            "product_of_ndarray" if self.is_in_prelude() => {
                let other = self.eval_base(&call.args[0])?;
                self.product_of_rows((&Value::Array(elements), &other), call)
            }
            "try_into" if call.args.is_empty() => {
                self.writer.refuse(call, messages::LENGTH_OF_ARRAY)
            }
            name if name.starts_with("sort") => self.writer.refuse(call, messages::SORTING),
            _ => {
                let found = Value::Array(elements).describe();
                let known = table::names(Self::ITERATORS);
                let message = messages::method_of_list(&call.method, &found, &known);
                self.writer.refuse(call, &message)
            }
        }
    }
}

/// The length in `list.first_chunk::<3>()`.
fn length_of_chunk(call: &syn::ExprMethodCall) -> Option<Expr> {
    match call.turbofish.as_ref()?.args.first()? {
        syn::GenericArgument::Const(length) => Some(length.clone()),
        syn::GenericArgument::Type(syn::Type::Path(name)) => Some(Expr::Path(syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: name.path.clone(),
        })),
        _ => None,
    }
}
