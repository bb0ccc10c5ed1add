//! Calls by path of the methods of types and traits: `Vec3::dot(&a, &b)`, `<V as Norm>::norm(&a)`,
//! `Norm::norm(&a)`, `Vec3::default()`.
//!
//! Most paths are names in scope, because a view lists `Type::method`. Here are those that only the
//! types of the arguments or of the result decide.

use std::rc::Rc;

use quote::ToTokens;
use syn::{Expr, ExprCall, Type};

use crate::front::messages;
use crate::front::names::result_methods::of_items;
use crate::front::names::state::Lowering;
use crate::front::read::definitions::{Head, Key, Written};
use crate::front::read::matrix_keys::matrix;
use crate::front::run::Run;
use crate::front::syntax::elementals::is_of_number;
use crate::front::syntax::form::Want;
use crate::front::syntax::generic_arguments::arguments_of;
use crate::front::syntax::questions::PREDICATES;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};

impl Lowering<Run> {
    /// A function of a type of the user's, or of a matrix.
    pub(crate) fn eval_of_type(&mut self, call: &ExprCall, want: Want<'_>) -> Found<Option<Value>> {
        let value = self.eval_associated(call, want)?;
        if value.is_some()
            && let Some((ty, dimensions, _)) = self.constructor(&call.func)
        {
            self.check_constructor(ty, dimensions);
        }
        Ok(value)
    }

    /// A function of a type or trait of the user's. `None` for any other callee.
    pub(crate) fn eval_associated(
        &mut self,
        call: &ExprCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let Some(mut callee) = self.callee(call) else {
            return Ok(None);
        };
        let types = Rc::clone(&self.given.types);
        if callee.name == "default" && call.args.is_empty() {
            // `Default::default()` is that of the type that is wanted.
            let wanted = want.and_then(|ty| types.key_of(ty, &self.within()));
            let wanted = wanted.filter(|key| !types.methods(key, "default", 0).is_empty());
            callee.key = callee.key.or(wanted);
            let own = callee.key.as_ref();
            if own.is_none_or(|key| types.methods(key, "default", 0).is_empty()) {
                return self.derived_default(&callee, want, call);
            }
        }
        let (name, count) = (callee.name.to_string(), call.args.len());
        if !types.has_method(&name, count) {
            return Ok(None);
        }
        let Some(key) = self.key_of_callee(&callee, call.args.first()) else {
            return Ok(None);
        };
        let is_of_trait = |head: &Rc<Head>| {
            let own = head.of_trait.as_ref().and_then(last_of);
            let wanted = callee.of_trait.as_ref();
            wanted.is_none_or(|wanted| own.is_some_and(|own| own == wanted))
        };
        let mut heads = types.methods(&key, &name, count);
        heads.retain(is_of_trait);
        if callee.of_trait.is_none() {
            heads = self.meant_by_path(call, &heads)?;
        }
        if heads.is_empty() {
            return Ok(None);
        }
        let wants = self.wanted_by_methods(&heads, 0);
        let arguments = self.eval_arguments_as(&call.args, &wants)?;
        let head = match of_written_type(&heads, call, self.within().module) {
            Some(head) => head,
            None => self.chosen(&heads, &arguments, call)?,
        };
        let function = self.function_of(&head).ok_or(Stop)?;
        if let Expr::Path(path) = strip(&call.func) {
            self.give_lengths_of_path(&function, path);
            self.frames.scalars_of_call = self.scalars_given(&function, &path.path);
            self.frames.types_of_call = self.types_given(&function, &path.path);
            self.give_lengths_of_result(&function, want);
        }
        self.call_function(&function, arguments, call).map(Some)
    }

    /// A method whose result decides what it calls, if that is of a type of the user's:
    /// `value.into()` calls `from` of it, `items.sum::<V>()` its `sum`, `items.collect::<V>()` its
    /// `from_iter`.
    pub(crate) fn eval_towards(
        &mut self,
        call: &syn::ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Option<Value>> {
        let function = match call.method.to_string().as_str() {
            "into" => "from",
            "sum" => "sum",
            "product" => "product",
            "collect" => "from_iter",
            _ => return Ok(None),
        };
        if !call.args.is_empty() {
            return Ok(None);
        }
        let given = call.turbofish.as_ref().and_then(|given| given.args.first());
        let bound = || self.target_of_into(&call.receiver);
        let bound = (function == "from").then(bound).flatten();
        let wanted = match given {
            Some(syn::GenericArgument::Type(ty)) => Some(ty),
            _ => bound.as_ref().or(want),
        };
        if function == "from"
            && let Some(number) = self.number_as_itself(&call.receiver, bound.as_ref(), wanted)
        {
            return Ok(Some(number));
        }
        let types = Rc::clone(&self.given.types);
        let key = wanted.and_then(|ty| types.key_of(ty, &self.within()));
        // Items become the elements of a vector of ndarray.
        let foreign = key.as_ref().and_then(|key| types.foreign(key));
        let function = match foreign {
            Some(ty) if function == "from_iter" && ty.made_by == Some("from_iter") => "from_vec",
            _ => function,
        };
        let is_associated = |head: &Rc<Head>| head.signature.receiver().is_none();
        let heads = key.as_ref().map(|key| types.methods(key, function, 1));
        let heads: Vec<Rc<Head>> = heads.into_iter().flatten().filter(is_associated).collect();
        let Some(key) = key.filter(|_| !heads.is_empty()) else {
            if function == "from_iter" {
                self.refuse_unseen_collection(wanted, call)?;
            }
            return Ok(None);
        };
        if function == "from" {
            let receiver = self.eval(&call.receiver)?;
            let receiver = vec![self.writer.settle_part(receiver)?];
            if !self.may_fit(&heads, &receiver) {
                return self.converted_without_from(receiver, &key, call).map(Some);
            }
            let head = self.chosen(&heads, &receiver, call)?;
            let function = self.function_of(&head).ok_or(Stop)?;
            self.give_lengths_of_result(&function, wanted);
            return self.call_function(&function, receiver, call).map(Some);
        }
        let Some(head) = of_items(&heads, &call.receiver) else {
            let message = messages::several_methods(function, heads.len());
            return self.writer.refuse(call, &message);
        };
        let takes_list = function == "from_vec";
        let function = self.function_of(&head).ok_or(Stop)?;
        let items = self.items_towards(call, takes_list)?;
        self.give_lengths_of_result(&function, wanted);
        self.call_function(&function, vec![items], call).map(Some)
    }

    /// The items of `collect`, as a list if only run time knows how many there are.
    fn items_towards(&mut self, call: &syn::ExprMethodCall, takes_list: bool) -> Found<Value> {
        let receiver = &call.receiver;
        if !takes_list || !self.is_at_run_time(receiver) {
            return self.eval(receiver);
        }
        let list = self
            .trees
            .keep(syn::parse_quote!(#receiver.collect::<Vec<_>>()));
        self.eval_method(&list, None)
    }

    /// `into` of a value from which the wanted type has no `From`: the value itself, or the user's
    /// own `Into`.
    fn converted_without_from(
        &mut self,
        values: Vec<Value>,
        wanted: &Key,
        call: &syn::ExprMethodCall,
    ) -> Found<Value> {
        let own = values.first().and_then(|value| self.key_of_value(value));
        let Some(own) = own else {
            return self.writer.refuse(call, messages::NOT_DIFFERENTIATED);
        };
        if own == *wanted {
            return values.into_iter().next().ok_or(Stop);
        }
        let heads = self.given.types.methods(&own, "into", 1);
        if heads.is_empty() {
            return self.writer.refuse(call, messages::NOT_DIFFERENTIATED);
        }
        let head = self.chosen(&heads, &values, call)?;
        let function = self.function_of(&head).ok_or(Stop)?;
        self.call_function(&function, values, call)
    }

    /// Refuses `(*q).ln()` of a struct that has both a `Deref` and a method of this name. If `q` is
    /// a reference, the method of the struct is meant, else the one behind its `Deref`, and a value
    /// does not say which it is.
    pub(crate) fn refuse_dereferenced(
        &mut self,
        receiver: &Value,
        call: &syn::ExprMethodCall,
    ) -> Found<()> {
        let written = strip(&call.receiver);
        let is_dereferenced =
            matches!(written, Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)));
        let is_asked = is_dereferenced && matches!(receiver, Value::Struct(..));
        let key = is_asked.then(|| self.key_of_value(receiver)).flatten();
        let Some(key) = key else { return Ok(()) };
        let name = call.method.to_string();
        let is_behind = self.given.types.behind(&key).is_some();
        let has_deref = is_behind || !self.operator_heads(&key, ("deref", "Deref"), 1).is_empty();
        let methods = self.given.types.methods(&key, &name, call.args.len() + 1);
        if has_deref && !methods.is_empty() {
            let message = messages::method_of_dereferenced(&name);
            return self.writer.refuse(call, &message);
        }
        Ok(())
    }

    /// A method of what is behind the `Deref` of a receiver.
    pub(crate) fn method_behind_deref(
        &mut self,
        inner: Value,
        call: &syn::ExprMethodCall,
        want: Want<'_>,
    ) -> Found<Value> {
        let name = call.method.to_string();
        let key = self.key_of_value(&inner);
        let heads = key.map(|key| self.given.types.methods(&key, &name, call.args.len() + 1));
        let Some(heads) = heads.filter(|heads| !heads.is_empty()) else {
            return self.dispatch(inner, call, want);
        };
        if heads.iter().any(|head| head.changes_receiver()) {
            return self.writer.refuse(call, messages::CANNOT_ASSIGN);
        }
        let mut all = vec![inner];
        all.extend(self.eval_arguments(&call.args)?);
        let meant = self.given.types.meant_by_call(&heads);
        self.refuse_hidden((&heads, &meant), Some(&call.receiver), call)?;
        let head = self.chosen(&meant, &all, call)?;
        let function = self.function_of(&head).ok_or(Stop)?;
        self.call_function(&function, all, call)
    }

    /// The parts of a path that may name a method of a type or of a trait.
    fn callee(&self, call: &ExprCall) -> Option<Callee> {
        let Expr::Path(path) = strip(&call.func) else {
            return None;
        };
        let mut owner = path.path.clone();
        let name = owner.segments.pop()?.ident;
        owner.segments.pop_punct();
        let owner = (!owner.segments.is_empty()).then_some(owner);
        let within = self.within();
        let types = &self.given.types;
        let key = match (&path.qself, &owner) {
            (Some(of), _) => {
                let known = match &*of.ty {
                    Type::Path(path) => path.path.get_ident(),
                    _ => None,
                };
                let known = known.and_then(|name| self.known_type(name)).cloned();
                known.or_else(|| types.key_of(&of.ty, &within))
            }
            (None, Some(owner)) => {
                let number = || number_with_traits(owner, &name);
                let known = owner.get_ident().and_then(|name| self.known_type(name));
                let key = known.cloned().or_else(|| types.key(owner, &within));
                let key = key.or_else(number);
                key.or_else(|| matrix(owner).filter(|_| !self.is_other_type(owner)))
            }
            (None, None) => None,
        };
        // In `<V as Norm>::norm` the path in front of the name is that of the trait.
        let names_trait = match &path.qself {
            Some(of) => of.position > 0,
            None => key.is_none(),
        };
        let of_trait = owner.as_ref().filter(|_| names_trait).and_then(last_of);
        let owner_type = match &path.qself {
            Some(of) => Some((*of.ty).clone()),
            None => owner.as_ref().map(|owner| syn::parse_quote!(#owner)),
        };
        Some(Callee {
            of_trait: of_trait.cloned(),
            owner: owner_type.filter(|_| key.is_some()),
            name,
            key,
        })
    }

    /// The type whose method is called: that in the path, or that of the first argument.
    fn key_of_callee(&self, callee: &Callee, first: Option<&Expr>) -> Option<Key> {
        if callee.key.is_some() {
            return callee.key.clone();
        }
        let first = first.filter(|_| callee.of_trait.is_some())?;
        let value = self.peek(first);
        let key = value.and_then(|value| self.key_of_value(&value));
        key.or_else(|| self.key_of_written(&self.type_of_expression(first)?))
    }

    /// `Vec3::default()` or `Default::default()` of a type that derives it.
    fn derived_default(
        &mut self,
        callee: &Callee,
        want: Want<'_>,
        call: &ExprCall,
    ) -> Found<Option<Value>> {
        let is_default = |name: &syn::Ident| name == "Default";
        let is_of_trait = callee.of_trait.as_ref().is_some_and(is_default);
        let wanted = match (&callee.key, want) {
            (Some(key), want) => self.type_called(key, callee.owner.as_ref(), want),
            (None, Some(want)) if is_of_trait => self.written(want),
            (None, _) => return Ok(None),
        };
        self.default_value(&wanted, call)
    }

    /// The default of what a place holds, `&mut state` or a variable that is a reference.
    pub(crate) fn default_at(&mut self, place: &Expr) -> Found<Option<Value>> {
        let inside = match strip(place) {
            Expr::Reference(reference) => &*reference.expr,
            other => other,
        };
        let Some(declared) = self.type_of_expression(inside) else {
            return Ok(None);
        };
        let declared = declared.with(behind_reference(&declared.ty));
        self.default_value(&declared, place)
    }

    /// The default of a type.
    fn default_value(&mut self, wanted: &Written, at: &impl ToTokens) -> Found<Option<Value>> {
        self.default_of(wanted, &|run, head, wanted| {
            let function = run.function_of(head).ok_or(Stop)?;
            run.give_lengths_of_result(&function, Some(&wanted.ty));
            let value = run.call_function(&function, Vec::new(), at)?;
            run.writer.settle_part(value)
        })
    }

    /// The type of a call with its arguments: those of its path, or those that are wanted.
    fn type_called(&self, key: &Key, owner: Option<&Type>, want: Want<'_>) -> Written {
        let within = self.within();
        let has_arguments =
            |ty: &&Type| matches!(ty, Type::Path(path) if !arguments_of(&path.path).is_empty());
        let is_own = |ty: &&Type| self.given.types.key_of(ty, &within).as_ref() == Some(key);
        let known = owner.filter(has_arguments);
        let known = known.or_else(|| want.filter(is_own).filter(has_arguments));
        known.map_or_else(|| Written::of(key), |ty| self.written(ty))
    }
}

/// A path that is called, `Type::name` or `Trait::name`.
struct Callee {
    name: syn::Ident,
    key: Option<Key>,
    /// The type as the path writes it.
    owner: Option<Type>,
    of_trait: Option<syn::Ident>,
}

/// The floating-point type of `f64::pack`, unless `f64` itself has a function `pack`.
fn number_with_traits(owner: &syn::Path, name: &syn::Ident) -> Option<Key> {
    let ty = owner
        .get_ident()
        .filter(|ty| *ty == "f64" || *ty == "f32")?;
    let name = name.to_string();
    let is_inherent = is_of_number(&name) || PREDICATES.contains(&name.as_str());
    // Those of `From` and `Default` are of std, whatever else implements these traits.
    let is_of_std = matches!(name.as_str(), "from" | "default" | "to_bits" | "from_bits");
    (!is_inherent && !is_of_std).then(|| Key::from(ty.to_string()))
}

fn last_of(path: &syn::Path) -> Option<&syn::Ident> {
    path.segments.last().map(|last| &last.ident)
}

/// In `<Vec<f64> as Law>::law` the method of the `impl` that is written for this type, in the same
/// module. For us all lists are arrays, so the values would not tell.
fn of_written_type(heads: &[Rc<Head>], call: &ExprCall, module: usize) -> Option<Rc<Head>> {
    let Expr::Path(path) = strip(&call.func) else {
        return None;
    };
    let of = path.qself.as_ref().filter(|of| of.position > 0)?;
    let is_written = |head: &&Rc<Head>| head.module == module && head.self_type == *of.ty;
    let mut own = heads.iter().filter(is_written);
    let head = own.next().filter(|_| own.next().is_none())?;
    Some(Rc::clone(head))
}
