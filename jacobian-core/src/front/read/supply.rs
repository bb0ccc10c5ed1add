//! Adds a parameter for each derivative that the caller supplies, `rule(f)`: finds the type of what
//! is called in the signature, in the option, or among the items around.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Generics, Type};

use crate::interface::Shape;

use crate::front::messages;
use crate::front::read::definitions::Written;
use crate::front::read::function_types::{FunctionType, traits_of};
use crate::front::read::given_values::lengths_of;
use crate::front::read::reader::Reader;
use crate::front::read::requests::{Partial, Request};
use crate::front::read::supplied::{Argument, Called, Numbers, Supplied, Way};
use crate::front::read::supplied_callees::{called, is_replaced, is_self, parameter_type, prime};
use crate::front::read::supplied_rows::rows_type;
use crate::front::read::trait_arguments::arguments_of_trait;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::shown;
use crate::front::syntax::types::{behind_reference, is_mutable_borrow, slice_element};

impl Reader<'_> {
    /// Adds the parameters with the derivatives. `understood` is the function without scalars of
    /// other traits.
    pub(crate) fn supply(&mut self, function: &syn::ItemFn) -> (syn::ItemFn, Vec<Rc<Supplied>>) {
        let mut function = function.clone();
        let mut supplied = Vec::new();
        for request in &self.arguments.requests {
            match self.supplied(request, &function) {
                Ok((found, parameter)) => {
                    function.sig.inputs.push(parameter);
                    supplied.push(Rc::new(found));
                }
                Err((at, message)) => self.diagnostics.error_at(&at, &message),
            }
        }
        (function, supplied)
    }

    fn supplied(
        &mut self,
        request: &Request,
        function: &syn::ItemFn,
    ) -> Result<(Supplied, syn::FnArg), (TokenStream, String)> {
        let at = request.callee.to_token_stream();
        let spelled = shown(&at);
        let refused = |message: String| (at.clone(), message);
        let around = self.arguments.around.as_ref();
        let generics: Vec<&Generics> = std::iter::once(&function.sig.generics)
            .chain(around)
            .collect();
        let called = called(request, function, &generics)
            .ok_or_else(|| refused(messages::supplied_unknown(&spelled)))?;
        let called = self.field_called(called, &request.callee, function, &generics);
        if let Called::Method(place, _) | Called::Field(place) = &called
            && is_replaced(&function.block, place)
        {
            return Err(refused(messages::supplied_changes(&spelled)));
        }
        let declared = FunctionType::of_request(request);
        let ty = declared.or_else(|| self.type_of_called(&called, function, &generics));
        let ty = ty.ok_or_else(|| refused(messages::supplied_types(&spelled)))?;
        let asked = request.arguments.as_ref();
        if asked.is_some_and(|asked| asked.len() != ty.inputs.len()) {
            let message = messages::supplied_count(&spelled, ty.inputs.len());
            return Err(refused(message));
        }
        let arguments = self.arguments_of(&ty, request);
        let (returned, lengths) = self.returned_by(&called, &ty);
        let mut written = arguments.iter().filter(|argument| argument.way == Way::Out);
        if returned.is_some() != ty.output.is_some() || written.any(|one| one.numbers.is_none()) {
            return Err(refused(messages::supplied_result(&spelled)));
        }
        let supplied = Supplied {
            prime: prime(&called, &function.sig),
            called,
            arguments,
            returned,
            lengths,
        };
        if supplied.partials() == 0 || supplied.results() == 0 {
            return Err(refused(messages::supplied_nothing(&spelled)));
        }
        let parameter = parameter(&supplied, &ty);
        Ok((supplied, parameter))
    }

    /// The arguments of a function of this type.
    pub(crate) fn arguments_of(&mut self, ty: &FunctionType, request: &Request) -> Vec<Argument> {
        let asked = request.arguments.as_ref();
        let mut arguments = Vec::with_capacity(ty.inputs.len());
        for (position, ty) in ty.inputs.iter().enumerate() {
            let is_left = asked.is_some_and(|asked| asked[position].partial == Partial::Never);
            let way = if is_mutable_borrow(ty) {
                Way::Out
            } else {
                Way::In
            };
            arguments.push(Argument {
                ty: ty.clone(),
                numbers: self.numbers(ty).filter(|_| way == Way::Out || !is_left),
                way,
            });
        }
        arguments
    }

    /// The shape of what a function returns, and the lengths in it that `dim` gives.
    fn returned_by(&mut self, called: &Called, ty: &FunctionType) -> (Option<Shape>, Vec<usize>) {
        let given = match called {
            Called::Parameter(name) => self.arguments.dim(name).cloned(),
            _ => None,
        };
        match (&ty.output, given) {
            (None, _) => (None, Vec::new()),
            (Some(ty), None) => (self.shape(ty), Vec::new()),
            (Some(ty), Some(given)) => {
                let lengths = lengths_of(&given);
                let shape = Some(self.with_lengths(&given, ty));
                (shape.filter(|shape| !shape.is_only_read()), lengths)
            }
        }
    }

    /// A field that holds a function, where a method of its name would be meant otherwise.
    fn field_called(
        &self,
        called: Called,
        callee: &Expr,
        function: &syn::ItemFn,
        generics: &[&Generics],
    ) -> Called {
        let ty = self.type_of_place(callee, function);
        match (called, ty) {
            (Called::Method(..), Some(ty))
                if FunctionType::of_parameter(&ty, generics).is_some() =>
            {
                Called::Field(callee.clone())
            }
            (called, _) => called,
        }
    }

    /// The type of what is called, if the signature or an item around says it.
    fn type_of_called(
        &self,
        called: &Called,
        function: &syn::ItemFn,
        generics: &[&Generics],
    ) -> Option<FunctionType> {
        match called {
            Called::Parameter(name) => {
                FunctionType::of_parameter(parameter_type(&function.sig, name)?, generics)
            }
            Called::Field(place) => {
                FunctionType::of_parameter(&self.type_of_place(place, function)?, generics)
            }
            Called::Method(object, method) if is_self(object) => {
                let traits = &self.arguments.own_traits;
                traits.with_method(method).map(FunctionType::of_method)
            }
            Called::Method(object, method) => {
                let ty = self.type_of_place(object, function)?;
                let bounds = traits_of(&ty, generics);
                bounds.iter().find_map(|bound| {
                    let name = &bound.path.segments.last()?.ident;
                    let item = self.arguments.own_traits.item(&name.to_string())?;
                    let signature = item.items.iter().find_map(|item| match item {
                        syn::TraitItem::Fn(found) if found.sig.ident == *method => Some(&found.sig),
                        _ => None,
                    })?;
                    let given = arguments_of_trait(item, &bound.path);
                    let tokens = crate::spelling::replaced(signature.to_token_stream(), &given);
                    Some(FunctionType::of_method(&syn::parse2(tokens).ok()?))
                })
            }
        }
    }

    /// The type of a parameter, or of a field of `self` or of a parameter.
    fn type_of_place(&self, place: &Expr, function: &syn::ItemFn) -> Option<Type> {
        match strip(place) {
            Expr::Path(path) => parameter_type(&function.sig, path.path.get_ident()?).cloned(),
            Expr::Field(field) => {
                let home = &self.arguments.home;
                let base: Type = if is_self(&field.base) {
                    syn::parse_quote!(Self)
                } else {
                    self.type_of_place(&field.base, function)?
                };
                let written = Written {
                    ty: base,
                    at: home.clone(),
                };
                let found = self.arguments.types.field(&written, &field.member)?;
                (found.at.module == home.module).then_some(found.ty)
            }
            _ => None,
        }
    }

    /// The numbers in a type. A type that has others too has none.
    fn numbers(&mut self, ty: &Type) -> Option<Numbers> {
        let ty = behind_reference(ty);
        match slice_element(ty) {
            Some(element) => Some(Numbers::List(Box::new(self.numbers(element)?))),
            None => self.shape(ty).map(Numbers::Known),
        }
    }
}

/// The parameter for the derivative.
fn parameter(supplied: &Supplied, ty: &FunctionType) -> syn::FnArg {
    let rows = rows_type(supplied, ty.output.as_ref());
    let FunctionType {
        kind, lifetimes, ..
    } = ty;
    let read = supplied.arguments.iter();
    let read = read.filter(|argument| argument.way == Way::In);
    let inputs = read.map(|argument| &argument.ty);
    let mutability = (kind == "FnMut").then(<syn::Token![mut]>::default);
    let prime = &supplied.prime;
    syn::parse_quote!(#mutability #prime: impl #lifetimes #kind(#(#inputs),*) -> #rows)
}
