//! The state of the interpreter, in five parts.
//!
//! ```text
//! Given     the scalar, constants, limits           never changes
//! Writer    statements, opaque pieces, mistakes     only grows; a trial writes nothing
//! Names     scopes, and what is active              blocks and functions come and go
//! Frames    the functions that are being run        pushed and popped by calls
//! Control   returns, breaks, pending branches       set where control leaves the straight line
//! ```

use std::marker::PhantomData;

use crate::diag::Diagnostics;
use crate::interface::{Parameter, Wrapper};
use crate::ordered::{Map, Set};

use crate::front::names::activity::Activity;
use crate::front::names::control::{Control, Targets};
use crate::front::names::functions::Functions;
use crate::front::names::scopes::Scopes;
use crate::front::read::arguments::Arguments;
use crate::front::read::generics;
use crate::front::read::given::Given;
use crate::front::read::signature::{Signature, declared_length};
use crate::front::syntax::trees::Trees;
use crate::front::syntax::types;
use crate::front::value::found::Found;
use crate::front::value::function::FunctionId;
use crate::front::write::writer::Writer;

/// What names mean.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) scopes: Scopes,
    pub(crate) functions: Functions,
    /// Which expressions mention an active name.
    pub(crate) activity: Activity,
    /// Names that may be active for all we know, with the parameter of unknown type that each comes
    /// from.
    pub(crate) suspects: Map<String, String>,
    /// Names that mean something else in the generated function than beside it.
    pub(crate) taken: Set<String>,
    /// The types of the parameters, for lengths.
    pub(crate) types: Map<String, syn::Type>,
    /// The parameters that are shared references.
    pub(crate) borrowed: Set<String>,
}

impl Names {
    /// Whether an expression mentions an active name.
    pub(crate) fn is_active(&mut self, expression: &syn::Expr) -> bool {
        self.activity.is_active(expression, &self.scopes)
    }
}

/// The functions that are being run.
pub(crate) struct Frames {
    /// Outermost first; the attributed function itself is not among them.
    pub(crate) calls: Vec<FunctionId>,
    /// How each of these wraps its result, and its type of errors.
    pub(crate) fallible: Vec<(Wrapper, Option<syn::Type>)>,
    /// The types of the results, beginning with that of the attributed function.
    pub(crate) returns: Vec<Option<syn::Type>>,
    /// How the generated function wraps what is returned now: not at all inside of a call.
    pub(crate) wrapper: Wrapper,
    /// How many of the calls are of functions in which the names of the generated function mean
    /// nothing.
    pub(crate) foreign: usize,
    /// The loops and labelled blocks that are being run, outermost first.
    pub(crate) targets: Targets,
    /// The type that the next call is to have, where the function does not say it.
    pub(crate) expected_of_call: Option<syn::Type>,
}

/// The state of the interpreter.
pub(crate) struct Lowering<M> {
    pub(crate) given: Given,
    pub(crate) writer: Writer,
    pub(crate) names: Names,
    pub(crate) frames: Frames,
    pub(crate) control: Control,
    /// Who evaluates; names and the writer do not ask.
    pub(crate) machine: PhantomData<M>,
    /// The trees that are made up on the way.
    pub(crate) trees: Trees,
}

impl<M> Lowering<M> {
    /// The module of the library whose code is being run, where that is not the one of the
    /// generated function.
    pub(crate) fn module(&self) -> Option<usize> {
        let running = self.frames.calls.last()?;
        self.names.functions.get(running).module
    }

    /// Tries something: nothing is reported and nothing written. It stops at what only run time
    /// knows.
    pub(crate) fn quietly<T>(&mut self, attempt: impl FnOnce(&mut Self) -> Found<T>) -> Found<T> {
        let outer = self.writer.begin_trial();
        let found = attempt(self);
        self.writer.end_trial(outer, found)
    }

    pub(crate) fn new(
        signature: &Signature,
        arguments: &Arguments,
        diagnostics: Diagnostics,
    ) -> Self {
        let interface = &signature.interface;
        let suspects = signature.suspects.iter();
        let constants = arguments.consts.iter().chain(&arguments.known);
        Self {
            given: Given {
                precision: interface.precision,
                scalar_name: generics::scalar_name(interface),
                unroll: arguments.options.unroll,
                constants: constants.cloned().collect(),
                rules: arguments.rules.clone(),
                runtime: arguments.runtime.clone(),
            },
            writer: Writer::new(interface, arguments.options.unroll, diagnostics),
            names: Names {
                suspects: suspects.map(|name| (name.clone(), name.clone())).collect(),
                taken: taken_names(signature),
                types: parameter_types(signature, arguments),
                borrowed: borrowed_parameters(signature),
                ..Names::default()
            },
            frames: Frames {
                calls: Vec::new(),
                fallible: Vec::new(),
                returns: vec![interface.returned.value.clone()],
                wrapper: interface.returned.wrapper,
                foreign: 0,
                targets: Targets::default(),
                expected_of_call: None,
            },
            control: Control::default(),
            trees: Trees::default(),
            machine: PhantomData,
        }
    }
}

/// The names of the parameters: functions outside may use the same names for something else.
pub(crate) fn taken_names(signature: &Signature) -> Set<String> {
    let parameters = signature.interface.parameters.iter();
    parameters
        .map(|parameter| parameter.name.to_string())
        .collect()
}

/// The parameters that are shared references.
fn borrowed_parameters(signature: &Signature) -> Set<String> {
    let is_shared = |parameter: &&Parameter| matches!(&parameter.ty, syn::Type::Reference(reference) if reference.mutability.is_none());
    let parameters = signature.interface.parameters.iter().filter(is_shared);
    parameters
        .map(|parameter| parameter.name.to_string())
        .collect()
}

/// The types of the parameters. A slice whose length `dim` says is an array here.
pub(crate) fn parameter_types(
    signature: &Signature,
    arguments: &Arguments,
) -> Map<String, syn::Type> {
    let parameters = signature.interface.parameters.iter();
    let ty = |parameter: &Parameter| {
        let ty = types::behind_reference(&parameter.ty);
        match (
            types::slice_element(ty),
            declared_length(arguments, &parameter.name),
        ) {
            (Some(element), Some(length)) => syn::parse_quote!([#element; #length]),
            _ => ty.clone(),
        }
    };
    parameters
        .map(|parameter| (parameter.name.to_string(), ty(parameter)))
        .collect()
}
