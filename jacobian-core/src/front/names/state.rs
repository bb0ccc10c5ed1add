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
use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::interface::{Interface, Layout, Parameter, Shape, Wrapper};
use crate::ir::ValueId;
use crate::ordered::{Map, Set};
use quote::ToTokens;

use crate::front::names::activity::Activity;
use crate::front::names::control::{Control, Targets};
use crate::front::names::functions::{Functions, Object};
use crate::front::names::scopes::Scopes;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Unseen;
use crate::front::read::definitions::{Key, Within, Written};
use crate::front::read::generics;
use crate::front::read::given::Given;
use crate::front::read::given_values::{declared_length, followed, is_of_result};
use crate::front::read::outputs::is_written;
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::resolve::Imports;
use crate::front::read::rules::Rule;
use crate::front::read::signature::Signature;
use crate::front::syntax::trees::Trees;
use crate::front::syntax::types;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::function::FunctionId;
use crate::front::value::index::Index;
use crate::front::value::place::{BindingId, Place};
use crate::front::write::writer::Writer;

/// The names and their values.
#[derive(Default)]
pub(crate) struct Names {
    pub(crate) scopes: Scopes,
    pub(crate) functions: Functions,
    /// Which expressions mention an active name.
    pub(crate) activity: Activity,
    /// Names that may be active, because they come from a parameter of unknown type; with that
    /// parameter.
    pub(crate) suspects: Map<String, String>,
    /// Names that mean something else inside the generated function than outside of it.
    pub(crate) taken: Set<String>,
    /// The types of the parameters, for lengths.
    pub(crate) types: Map<String, syn::Type>,
    /// The parameters that are shared references.
    pub(crate) borrowed: Set<String>,
    /// The parameters that are `&mut` references.
    pub(crate) borrowed_mutably: Set<String>,
    /// The opaque variables that the user's code may change: `mut` ones, and `&mut` references.
    pub(crate) mutable: Set<String>,
    /// Whether `self` may change.
    pub(crate) changes_self: bool,
    /// The full path of each imported name.
    pub(crate) imports: Imports,
    /// The names in view where the attributed function stands, with the items' own names.
    pub(crate) view: Rc<Vec<(String, String)>>,
    /// The rules of the prelude that have been looked up.
    pub(crate) prelude: Map<String, Option<Rc<Rule>>>,
    /// The item of the library that each rule is about, if it is about one.
    pub(crate) ruled: Vec<Option<BindingId>>,
    /// The traits of other people's that bound a scalar of this function, or of one that it calls.
    pub(crate) scalar_traits: Vec<String>,
    /// The types of constants whose values are not known, by their paths.
    pub(crate) constant_types: Map<String, Written>,
    /// The types of opaque variables that we know.
    pub(crate) seen_types: Map<String, Written>,
    /// The types that a `let` writes down, by the name of the variable. `None` if several
    /// variables of a name have different ones.
    pub(crate) declared: Map<String, Option<Written>>,
    /// The shapes of opaque arrays and tuples that are variables of their own.
    pub(crate) copies: Map<String, syn::Type>,
    /// The variables that opaque `&mut` references refer to.
    pub(crate) referents: Map<String, Place>,
    /// The layout of each struct whose definition is in view, made once.
    pub(crate) layouts: Map<Key, Rc<Layout>>,
    /// The values that the output fields have before the call.
    pub(crate) found_in_outputs: Vec<Value>,
    /// Parts of hidden variables that have been assigned, but not yet written to the places that
    /// they mean.
    pub(crate) unwritten: Vec<Place>,
    /// Hidden variables that get their values when the names of a branch have been joined, each
    /// with the place that each arm refers to.
    pub(crate) unfilled: Vec<(BindingId, Index, Vec<Place>)>,
    /// The traits that the items around define.
    pub(crate) own_traits: Rc<OwnTraits>,
    /// Independents whose types are not in view.
    pub(crate) unseen_numbers: Map<ValueId, Unseen>,
    /// Whether the attribute sees this function alone, without the traits in view.
    pub(crate) is_alone: bool,
    /// Whether a list in memory has been made.
    pub(crate) has_stored: bool,
    /// The initial values of opaque variables, by their generated names.
    pub(crate) initials: Map<String, syn::Expr>,
    /// A value that is being put into a list of the user's own.
    pub(crate) added: Option<Value>,
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
    /// For each of them, the number of branches of run time around it.
    pub(crate) depths: Vec<usize>,
    /// The wrapper of the result and the type of the error, for each of these.
    pub(crate) fallible: Vec<(Wrapper, Option<syn::Type>)>,
    /// The types of the results, beginning with that of the attributed function.
    pub(crate) returns: Vec<Option<syn::Type>>,
    /// For each call, the type inside of the `Option` or `Result` that the function gives.
    pub(crate) insides: Vec<Option<Written>>,
    /// The wrapper of a value that is returned now. `Plain` inside of a call.
    pub(crate) wrapper: Wrapper,
    /// The number of calls that run code from another module or type, where names mean something
    /// else.
    pub(crate) foreign: usize,
    /// The loops and labelled blocks that are being run, outermost first.
    pub(crate) targets: Targets,
    /// The expected type of the next call, if the function does not declare one.
    pub(crate) expected_of_call: Option<syn::Type>,
    /// For each call, what `Self` and its parameters are.
    pub(crate) objects: Vec<Object>,
    /// Whether the path of the next call begins with `Self`.
    pub(crate) is_call_of_self: bool,
    /// The const arguments of the next call.
    pub(crate) lengths_of_call: Vec<Option<Value>>,
    /// Whether a call has taken const arguments of its caller, which its type might contradict.
    pub(crate) has_taken_lengths: bool,
    /// For each type parameter of the next call, whether the path of the call gives the scalar.
    pub(crate) scalars_of_call: Vec<bool>,
    /// The types that the path of the next call gives for type parameters.
    pub(crate) types_of_call: Vec<(proc_macro2::Ident, Key)>,
    /// The number of calls with rules whose partials are being lowered as arithmetic.
    pub(crate) partials: usize,
    /// The number of calls with rules whose partials are being lowered as numbers.
    pub(crate) numbers: usize,
    /// The types of the type parameters of the running function, as far as they are known.
    pub(crate) known_types: Vec<(proc_macro2::Ident, Key)>,
}

impl Frames {
    /// Those of the attributed function.
    fn of(interface: &Interface) -> Self {
        Self {
            calls: Vec::new(),
            depths: Vec::new(),
            fallible: Vec::new(),
            returns: vec![interface.returned.value.clone()],
            insides: Vec::new(),
            wrapper: interface.returned.wrapper,
            foreign: 0,
            targets: Targets::default(),
            expected_of_call: None,
            objects: Vec::new(),
            is_call_of_self: false,
            lengths_of_call: Vec::new(),
            has_taken_lengths: false,
            scalars_of_call: Vec::new(),
            types_of_call: Vec::new(),
            known_types: Vec::new(),
            partials: 0,
            numbers: 0,
        }
    }
}

/// The state of the interpreter.
pub(crate) struct Lowering<M> {
    pub(crate) given: Given,
    pub(crate) writer: Writer,
    pub(crate) names: Names,
    pub(crate) frames: Frames,
    pub(crate) control: Control,
    /// The evaluator. Names and the writer do not use it.
    pub(crate) machine: PhantomData<M>,
    /// The syntax trees that we construct at expansion.
    pub(crate) trees: Trees,
}

impl<M> Lowering<M> {
    /// The module of the library that contains the running code. `None` for the module of the
    /// generated function.
    pub(crate) fn module(&self) -> Option<usize> {
        let running = self.frames.calls.last()?;
        self.names.functions.get(running).module
    }

    /// Where the running code reads its paths.
    pub(crate) fn within(&self) -> Within {
        match self.frames.calls.last() {
            Some(running) => self.names.functions.get(running).within.clone(),
            None => self.outermost().clone(),
        }
    }

    /// Where the code is read that no inlined function contains.
    fn outermost(&self) -> &Within {
        self.given.constant_at.as_ref().unwrap_or(&self.given.home)
    }

    /// The same for the code that has called what is running.
    pub(crate) fn within_of_caller(&self) -> Within {
        match self.frames.calls.iter().rev().nth(1) {
            Some(caller) => self.names.functions.get(caller).within.clone(),
            None => self.outermost().clone(),
        }
    }

    /// Runs a trial, which reports nothing and writes nothing. It stops at the first thing that
    /// only run time knows.
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
        let receiver = interface.receiver.as_ref();
        let suspects = signature.suspects.iter();
        let constants = arguments.consts.iter().chain(&arguments.known);
        Self {
            given: Given {
                precision: interface.precision,
                scalar_name: generics::scalar_name(interface),
                unroll: arguments.options.unroll,
                recursion: arguments.recursion,
                is_second_order: interface.extras.is_second_order(),
                variables: interface.columns.clone(),
                function: interface.name.to_string(),
                constants: constants.cloned().collect(),
                rules: arguments.rules.iter().cloned().map(Rc::new).collect(),
                supplied: signature.supplied.clone(),
                typed_rules: signature.typed_rules.clone(),
                runtime: arguments.runtime.clone(),
                types: Rc::default(),
                home: Within::default(),
                module_around: 0,
                constant_at: None,
                self_type: arguments.self_type.clone(),
                generics: std::iter::once(&interface.generics)
                    .chain(&arguments.around)
                    .cloned()
                    .collect(),
            },
            writer: Writer::new(interface, arguments.options.unroll, diagnostics)
                .reaching(mutably_borrowed_parameters(signature)),
            names: Names {
                suspects: suspects.map(|name| (name.clone(), name.clone())).collect(),
                taken: taken_names(signature),
                types: parameter_types(signature, arguments),
                borrowed: borrowed_parameters(signature),
                mutable: mutable_parameters(signature),
                changes_self: receiver.is_some_and(|receiver| receiver.mutability.is_some()),
                borrowed_mutably: mutably_borrowed_parameters(signature),
                scalar_traits: signature.scalar_traits.clone(),
                own_traits: Rc::clone(&arguments.own_traits),
                is_alone: false,
                has_stored: false,
                initials: Map::new(),
                added: None,
                ..Names::default()
            },
            frames: Frames::of(interface),
            control: Control::default(),
            trees: Trees::default(),
            machine: PhantomData,
        }
    }
}

/// The names of the parameters. Functions outside may use the same names for something else.
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
    let names = parameters.map(|parameter| parameter.name.to_string());
    let receiver = signature.interface.receiver.as_ref();
    let this = receiver
        .filter(|receiver| matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None)));
    names.chain(this.map(|_| "self".to_owned())).collect()
}

/// The parameters that are `&mut` references, with `self`.
fn mutably_borrowed_parameters(signature: &Signature) -> Set<String> {
    let parameters = signature.interface.parameters.iter();
    let borrowed = parameters.filter(|parameter| types::is_mutable_borrow(&parameter.ty));
    let names = borrowed.map(|parameter| parameter.name.to_string());
    let this = signature.interface.receiver.as_ref();
    let this = this.filter(|receiver| is_written(receiver));
    names.chain(this.map(|_| "self".to_owned())).collect()
}

fn mutable_parameters(signature: &Signature) -> Set<String> {
    let parameters = signature.interface.parameters.iter();
    let declared = parameters.filter(|parameter| parameter.mutability.is_some());
    let names = declared.map(|parameter| parameter.name.to_string());
    names
        .chain(mutably_borrowed_parameters(signature))
        .collect()
}

/// The types of the parameters. A slice with a length given by `dim` is an array here.
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
    let parameters = parameters.map(|parameter| (parameter.name.to_string(), ty(parameter)));
    let followed = followed(&signature.columns, &signature.outputs);
    let mut lists = Vec::new();
    for (path, shape) in &arguments.dims {
        let is_followed = followed.iter().any(|other| other.overlaps(path));
        let is_of_result = is_of_result(path, &signature.interface.parameters);
        if !is_of_result && (!is_followed || shape.is_only_read()) {
            types_of_lists(path.to_string(), shape, &mut lists);
        }
    }
    // The type of a parameter says more of the elements.
    lists.extend(parameters);
    lists.into_iter().collect()
}

/// The types of a list and of those inside of it, by their places.
fn types_of_lists(path: String, shape: &Shape, found: &mut Vec<(String, syn::Type)>) {
    match shape {
        Shape::Array(length, element) => {
            if element.is_only_read() || matches!(**element, Shape::Array(..)) {
                for index in 0..*length {
                    types_of_lists(format!("{path}[{index}]"), element, found);
                }
            }
            found.push((path, array_of(shape)));
        }
        Shape::List(elements) => {
            for (index, element) in elements.iter().enumerate() {
                types_of_lists(format!("{path}[{index}]"), element, found);
            }
            let length = elements.len();
            found.push((path, syn::parse_quote!([_; #length])));
        }
        Shape::Fields(members, shapes) => {
            for (member, shape) in members.iter().zip(shapes) {
                let member = member.to_token_stream();
                types_of_lists(format!("{path}.{member}"), shape, found);
            }
        }
        _ => {}
    }
}

/// A type of this shape. `dim(..)` does not say what the elements are.
fn array_of(shape: &Shape) -> syn::Type {
    match shape {
        Shape::Array(length, element) => {
            let element = array_of(element);
            syn::parse_quote!([#element; #length])
        }
        _ => syn::parse_quote!(_),
    }
}
