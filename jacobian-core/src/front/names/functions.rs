//! The user's functions that have been seen so far: closures, and functions that are items.
//!
//! ```text
//! let sq = |v: f64| v * v;      `sq` is bound to the number of a closure
//! sq(x[0])                      the body runs on the value of `x[0]`
//! ```
//!
//! A value holds the number of a function, for two reasons: two values are the same function if the
//! numbers are equal, and the types of values do not need to know syntax.

use std::rc::Rc;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Expr, Pat};

use crate::interface::Wrapper;
use crate::ir::ValueId;

use crate::front::read::attributes;
use crate::front::read::definitions::{Key, Within};
use crate::front::read::supplied::Supplied;
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::function::FunctionId;
use crate::front::value::place::BindingId;

/// All functions seen so far, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    all: Vec<Rc<Function>>,
    /// Generic functions with the scalar in place of type parameters.
    instances: Vec<(FunctionId, Vec<Ident>, FunctionId)>,
}

impl Functions {
    /// Gives a function its number.
    pub(crate) fn add(&mut self, function: Function) -> FunctionId {
        let id = FunctionId::new(self.all.len(), &function.name);
        self.all.push(Rc::new(function));
        id
    }

    pub(crate) fn get(&self, id: &FunctionId) -> &Rc<Function> {
        &self.all[id.index()]
    }

    /// The function with the scalar in place of these type parameters, if it was made before.
    pub(crate) fn instance(&self, of: &FunctionId, scalars: &[Ident]) -> Option<FunctionId> {
        let mut instances = self.instances.iter();
        let found = instances.find(|(known, given, _)| known == of && given == scalars);
        found.map(|(_, _, instance)| instance.clone())
    }

    pub(crate) fn add_instance(
        &mut self,
        of: &FunctionId,
        scalars: Vec<Ident>,
        instance: Function,
    ) -> FunctionId {
        let id = self.add(instance);
        self.instances.push((of.clone(), scalars, id.clone()));
        id
    }
}

/// A closure or a function of the user's.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Pat>,
    /// The names of const parameters.
    pub(crate) lengths: Vec<Ident>,
    /// Of a closure, what `Self` and the parameters around it are.
    pub(crate) around_closure: Option<Object>,
    /// The names of type parameters.
    pub(crate) type_parameters: Vec<Ident>,
    /// Their bounds.
    pub(crate) generics: syn::Generics,
    /// Type parameters in whose place the scalar is.
    pub(crate) scalars: Vec<Ident>,
    /// For a closure, the types of the type parameters around it.
    pub(crate) known_types: Vec<(Ident, Key)>,
    /// An expression, or a block.
    pub(crate) body: Expr,
    pub(crate) captured: Vec<(String, Captured)>,
    /// The type of the value, without a wrapper.
    pub(crate) result: Option<syn::Type>,
    /// The form in which opaque code can mention it.
    pub(crate) spelling: Spelling,
    /// The wrapper of the result and the type of the error, if the source says them.
    pub(crate) fallible: (Wrapper, Option<syn::Type>),
    /// Whether `self` in the body is that of the caller.
    pub(crate) is_method: bool,
    /// The type that `Self` means, for a method of a type.
    pub(crate) this: Option<syn::Type>,
    /// How it takes `self`.
    pub(crate) takes_self: TakesSelf,
    /// Where the paths in the body are read.
    pub(crate) within: Within,
    /// Whether names in the body mean nothing beside the generated function.
    pub(crate) is_foreign: bool,
    /// The module of the library that contains the body. `None` for the module of the generated
    /// function.
    pub(crate) module: Option<usize>,
    /// A parameter whose derivative the caller supplies. It has no body.
    pub(crate) supplied: Option<Rc<Supplied>>,
    /// Whether it is a `move` closure that changes what it has taken with it. A copy of it would
    /// have a state of its own.
    pub(crate) keeps_state: bool,
    /// Whether it is a default method of a trait, where `self` is known by the trait alone.
    pub(crate) origin: Origin,
    /// The stack that running the body may need.
    pub(crate) stack: usize,
    /// Attributes in the body that we refuse, because they may change it. They are reported only if
    /// the function is called.
    pub(crate) unclear: Vec<syn::Error>,
}

/// Where a function is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Plain,
    DefaultOfTrait,
}

/// The object whose method is running, which decides what `Self` and its parameters mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Object {
    /// That of the generated function, and the `impl` names its parameters as the generated one.
    Home,
    /// That of the generated function, whose parameters have other names or values here.
    Same,
    /// Another one, or none.
    Other,
}

/// How a function takes `self`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TakesSelf {
    /// By value, or not at all.
    ByValue,
    /// `mut self`: the body changes a copy.
    AsCopy,
    /// `&self` or `&mut self`.
    ByReference,
}

impl TakesSelf {
    fn of(signature: &syn::Signature) -> Self {
        match signature.receiver() {
            Some(receiver) if matches!(receiver.kind, syn::ReceiverKind::Reference(..)) => {
                Self::ByReference
            }
            Some(receiver) if receiver.mutability.is_some() => Self::AsCopy,
            _ => Self::ByValue,
        }
    }
}

/// A name that the body mentions.
#[derive(Clone, Debug)]
pub(crate) enum Captured {
    Shared(BindingId),
    Moved(Value),
}

/// The form in which opaque code mentions a function.
#[derive(Clone, Debug)]
pub(crate) enum Spelling {
    /// Its name, because generated code can see it.
    Name,
    /// The closure itself.
    Literal(TokenStream, Vec<ValueId>),
    /// Not at all: every call is inlined.
    Inlined,
    /// Every call is inlined, but code that only keeps an error can have the closure itself.
    InlinedLiteral(TokenStream, Vec<ValueId>),
}

impl Function {
    /// Whether opaque code must not mention the function.
    pub(crate) fn is_inlined(&self) -> bool {
        matches!(
            self.spelling,
            Spelling::Inlined | Spelling::InlinedLiteral(..)
        )
    }

    /// The tokens for opaque code, if they differ from the name.
    pub(crate) fn spell(&self, mentions: &mut Vec<ValueId>) -> Option<TokenStream> {
        match &self.spelling {
            Spelling::Literal(tokens, mentioned) | Spelling::InlinedLiteral(tokens, mentioned) => {
                mentions.extend(mentioned);
                Some(tokens.clone())
            }
            Spelling::Name | Spelling::Inlined => None,
        }
    }

    /// Whether copied code can call it by its own name only, and this is another one.
    pub(crate) fn has_another_name(&self, name: &Ident) -> bool {
        matches!(self.spelling, Spelling::Name) && self.name != format!("function `{name}`")
    }

    /// Whether the declared result is an `Option` or a `Result`.
    pub(crate) fn may_fail(&self) -> bool {
        self.fallible.0 != Wrapper::Plain
    }

    /// The body of a closure without a declared result type.
    pub(crate) fn untyped_body(&self) -> Option<&Expr> {
        (self.name == "closure" && self.result.is_none()).then_some(&self.body)
    }

    /// A function that is an item. Its captured names are known once all items around it are bound.
    pub(crate) fn of_item(item: &syn::ItemFn, is_emitted: bool) -> Self {
        let inputs = item.sig.inputs.iter();
        let parameters = inputs.filter_map(|input| match input {
            syn::FnArg::Typed(typed) => Some(Pat::Type(typed.clone())),
            syn::FnArg::Receiver(_) => None,
        });
        let (fallible, result) = types::declared(&item.sig.output);
        Self {
            name: format!("function `{}`", item.sig.ident),
            parameters: parameters.collect(),
            lengths: item
                .sig
                .generics
                .const_params()
                .map(|parameter| parameter.ident.clone())
                .collect(),
            around_closure: None,
            type_parameters: item
                .sig
                .generics
                .type_params()
                .map(|parameter| parameter.ident.clone())
                .collect(),
            generics: item.sig.generics.clone(),
            scalars: Vec::new(),
            known_types: Vec::new(),
            body: Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: (*item.block).clone(),
            }),
            captured: Vec::new(),
            spelling: if is_emitted {
                Spelling::Name
            } else {
                Spelling::Inlined
            },
            fallible,
            result,
            is_method: item.sig.receiver().is_some(),
            this: None,
            takes_self: TakesSelf::of(&item.sig),
            within: Within::default(),
            is_foreign: false,
            module: None,
            supplied: None,
            keeps_state: false,
            origin: Origin::Plain,
            stack: crate::limits::stack_of(item.to_token_stream()),
            unclear: attributes::refused(item),
        }
    }

    /// A parameter of the generated function that is a function.
    pub(crate) fn of_parameter(name: &Ident, supplied: Rc<Supplied>) -> Self {
        Self {
            name: format!("function `{name}`"),
            parameters: vec![syn::parse_quote!(_); supplied.arguments.len()],
            lengths: Vec::new(),
            around_closure: None,
            type_parameters: Vec::new(),
            generics: syn::Generics::default(),
            scalars: Vec::new(),
            known_types: Vec::new(),
            body: syn::parse_quote!(()),
            captured: Vec::new(),
            result: None,
            spelling: Spelling::Literal(name.to_token_stream(), Vec::new()),
            fallible: (Wrapper::Plain, None),
            is_method: false,
            this: None,
            takes_self: TakesSelf::ByValue,
            within: Within::default(),
            is_foreign: false,
            module: None,
            supplied: Some(supplied),
            keeps_state: false,
            origin: Origin::Plain,
            stack: 0,
            unclear: Vec::new(),
        }
    }

    /// Marks whether opaque code of the function cannot be moved to the generated function.
    pub(crate) fn where_foreign(mut self, is_foreign: bool) -> Self {
        self.is_foreign = is_foreign;
        if is_foreign {
            self.spelling = Spelling::Inlined;
        }
        self
    }

    /// Sets the path by which opaque code can call it.
    pub(crate) fn spelled(mut self, path: syn::Path) -> Self {
        self.spelling = Spelling::Literal(path.into_token_stream(), Vec::new());
        self
    }

    /// Sets where the paths in the body are read, and what `Self` is.
    pub(crate) fn read_within(mut self, within: Within, this: Option<syn::Type>) -> Self {
        (self.within, self.this) = (within, this);
        self
    }

    /// Sets the module of the library that contains the body.
    pub(crate) fn in_module(mut self, module: Option<usize>) -> Self {
        self.module = module;
        self
    }

    /// Sets the items that the body sees.
    pub(crate) fn seeing(mut self, items: Vec<(String, BindingId)>) -> Self {
        let shared = |(name, id)| (name, Captured::Shared(id));
        self.captured = items.into_iter().map(shared).collect();
        self
    }
}
