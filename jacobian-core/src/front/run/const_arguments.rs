//! Const arguments that a call writes: `Grid::<3, 2>::zero()`, `power::<3>(x)`.

use syn::{Expr, GenericArgument, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::run::Run;
use crate::front::syntax::form::Want;
use crate::front::syntax::generic_arguments::{arguments_of, behind_braces};
use crate::front::syntax::types::behind_reference;
use crate::front::value::function::FunctionId;
use crate::front::value::{Integer, Value};

impl Lowering<Run> {
    /// Gives the next call the const arguments in its path.
    pub(crate) fn give_lengths_of_path(&mut self, function: &FunctionId, callee: &syn::ExprPath) {
        let mut owner = callee.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let own = self.lengths_in(&callee.path);
        // In `<Grid<3, 2> as Area>::area` the type is in front of the trait.
        let of_type = match &callee.qself {
            Some(of) => self.lengths_of_type((*of.ty).clone()),
            None if owner.segments.is_empty() => Vec::new(),
            None => self.lengths_of_type(syn::parse_quote!(#owner)),
        };
        self.give_lengths(function, &of_type, own);
        let is_self = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("Self"));
        self.frames.is_call_of_self = match &callee.qself {
            Some(of) => is_self(&of.ty),
            None => owner.is_ident("Self"),
        };
    }

    /// Gives the next call the const arguments and scalars that its path leaves out, from the type
    /// of its result.
    pub(crate) fn give_lengths_of_result(&mut self, function: &FunctionId, want: Want<'_>) {
        let by_result = self.scalars_of_result(function, want);
        let given = &mut self.frames.scalars_of_call;
        given.resize(by_result.len().max(given.len()), false);
        for (given, by_result) in given.iter_mut().zip(by_result) {
            *given |= by_result;
        }
        let found = self.lengths_of_result(function, want);
        if found.is_empty() {
            return;
        }
        let names = self.names.functions.get(function).lengths.clone();
        let mut given = std::mem::take(&mut self.frames.lengths_of_call);
        given.resize(names.len(), None);
        for (name, argument) in found {
            let place = names.iter().position(|known| *known == name);
            let place = place.and_then(|position| given.get_mut(position));
            if let Some(place @ None) = place {
                let mut lengths = Vec::new();
                self.note_length(argument, &mut lengths);
                *place = lengths.pop().flatten();
            }
        }
        self.frames.lengths_of_call = given;
    }

    /// The const arguments of a type, behind aliases.
    fn lengths_of_type(&mut self, ty: Type) -> Vec<Option<Value>> {
        let written = Written {
            ty,
            at: self.within(),
        };
        let known = self.given.types.behind_names(&written);
        match behind_reference(&known.ty) {
            Type::Path(path) => self.lengths_in(&path.path),
            _ => Vec::new(),
        }
    }

    /// The const arguments of the last part of a path. `None` for one that only run time, or the
    /// generated function, knows.
    pub(crate) fn lengths_in(&mut self, path: &syn::Path) -> Vec<Option<Value>> {
        let mut lengths = Vec::new();
        for argument in arguments_of(path) {
            self.note_length(argument, &mut lengths);
        }
        lengths
    }

    /// Notes the value of a const argument, and nothing for an argument that is a type.
    fn note_length(&mut self, argument: GenericArgument, lengths: &mut Vec<Option<Value>>) {
        let (expression, is_const) = match argument {
            GenericArgument::Const(length) => {
                (behind_braces(&length).unwrap_or(&length).clone(), true)
            }
            GenericArgument::Type(Type::Path(path)) => {
                let is_const = self.is_const(&path.path);
                let path = syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path: path.path,
                };
                (Expr::Path(path), is_const)
            }
            _ => return,
        };
        let expression = self.trees.keep(expression);
        match self.try_known(&expression) {
            Some(Value::Integer(length)) => lengths.push(Some(Value::Integer(Integer {
                suffix: Some("usize".to_owned()),
                ..length
            }))),
            Some(flag @ Value::Boolean(_)) => lengths.push(Some(flag)),
            _ if is_const => lengths.push(None),
            _ => {}
        }
    }

    /// Whether an argument that is a name is that of a const parameter, or of a constant.
    fn is_const(&self, path: &syn::Path) -> bool {
        let Some(name) = path.get_ident() else {
            return false;
        };
        let mut around = self.given.generics.iter();
        let is_bound = self.names.scopes.get(&name.to_string()).is_some();
        is_bound || around.any(|generics| generics.const_params().any(|own| own.ident == *name))
    }
}
