//! From syntax to code list: the function is run at expansion on [values](value::Value).
//!
//! ```text
//! for i in 0..2 { y[i] = k.a * x[i].sin(); }        v2 = opaque `k.a`   kept as written, evaluated once
//!                                                   v3 = sin v0
//!                                                   v4 = mul v2 v3
//!                                                   v5 = opaque `k.a`, ...
//! ```
//!
//! Loops unroll, assignments rename, aggregates fall apart into scalars; what remains is single
//! assignment. Whatever mentions no active name is not interpreted further: it is *opaque*, emitted
//! where it stood. What can be neither differentiated nor kept is reported at the expression and
//! poisoned, so that every mistake of a function is found in one pass.
//!
//! Cost: proportional to the operations that the function unrolls to.

mod activity;
mod apart;
pub(crate) mod arguments;
mod arithmetic;
mod arrays;
mod asking;
mod assertions;
mod assign;
mod body;
mod branch;
mod callable;
mod calls;
mod captures;
mod chains;
mod collecting;
mod columns;
mod condition;
mod consumers;
mod elementals;
mod exits;
mod expression;
mod failing;
mod fields;
mod functions;
mod generics;
mod inspect;
mod instances;
mod integers;
mod items;
mod iterate;
mod known;
mod labels;
pub(crate) mod library;
mod list_methods;
mod lists;
mod literals;
mod match_parts;
mod matching;
mod matrix;
mod matrix_blocks;
mod matrix_constructors;
mod matrix_inverse;
mod matrix_methods;
mod matrix_types;
mod maybe;
mod maybe_changes;
mod maybe_meeting;
mod maybe_methods;
mod maybe_patterns;
mod maybe_seen;
mod meeting;
pub(crate) mod messages;
mod nearest;
mod opaque;
mod paths;
mod pattern;
mod reader;
mod references;
mod result;
mod rules;
mod scope;
mod selecting;
mod signature;
mod structs;
mod substitute;
mod surroundings;
mod types;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::interface::{Interface, Opaque, Shape};
use crate::ir::{CodeList, CodeListBuilder, Origin, Precision, RegionId, ValueId};

use activity::Activity;
use arguments::Arguments;
use library::{Home, Library};
use scope::Scopes;
use value::Value;

pub(crate) use inspect::mentions_self;
pub(crate) use signature::Signature;

/// A function, lowered.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) code: CodeList,
    pub(crate) interface: Interface,
}

/// Lowers the body under a signature that has been understood.
pub(crate) fn lower(
    function: &syn::ItemFn,
    signature: Signature,
    arguments: &Arguments,
    (library, home): (&Library, &Home),
    diagnostics: &mut Diagnostics,
) -> Option<Lowered> {
    let block = signature.block.as_ref().unwrap_or(&function.block);
    let mut lowering = Lowering::new(&signature, arguments, diagnostics);
    lowering.matrices.seen = matrix_types::mentions(quote::ToTokens::to_token_stream(function));
    lowering.bind_library(library, home);
    lowering.bind_parameters(&signature);
    let result = lowering.run_body(block);
    if matches!(lowering.flow, Some(Flow::Fail)) {
        lowering.refuse(&block.stmts.last(), messages::ALWAYS_FAILS);
    }
    let (dependents, shape) = lowering.finish_result(&signature, block, result)?;
    Some(lowering.into_lowered(signature, dependents, shape))
}

/// Where control goes after a statement.
#[derive(Clone, Debug)]
enum Flow {
    Return(Value),
    /// Out of the loop, or out of the block with a label, with its value.
    Break(u8, Value),
    Continue(u8),
    /// Out of the generated function, by the user's own code.
    Fail,
}

/// Names that may be active for all we know, with the parameter each comes from.
type Suspects = BTreeMap<String, String>;

/// The state of the interpreter.
struct Lowering<'a> {
    arguments: &'a Arguments,
    diagnostics: &'a mut Diagnostics,
    builder: CodeListBuilder,
    precision: Precision,
    /// The name of the floating-point type.
    scalar_name: String,
    wrapper: crate::interface::Wrapper,
    scopes: Scopes,
    /// Parameters of unknown type that nobody has declared inactive.
    suspects: Suspects,
    opaques: Vec<Opaque>,
    items: Vec<proc_macro2::TokenStream>,
    activity: Activity,
    /// Pure places that are scalars of the code list already.
    places: BTreeMap<String, ValueId>,
    /// The loops and labelled blocks that are being run, outermost first.
    targets: labels::Targets,
    /// The functions whose bodies are being run, outermost first.
    calls: Vec<Rc<functions::Function>>,
    /// How each of these wraps its result, and its type of errors.
    fallible: Vec<(crate::interface::Wrapper, Option<syn::Type>)>,
    /// How many of these stand where the names of the generated function mean nothing.
    foreign: usize,
    /// Opaque variables that a `move` closure has taken a copy of.
    moved: Vec<scope::BindingId>,
    /// Variables that are a `Vec` in the user's own code.
    lists: Vec<scope::BindingId>,
    /// Names that mean something else in the generated function than beside it.
    taken: BTreeSet<String>,
    matrices: matrix::Matrices,
    /// The types of the parameters, for lengths.
    types: BTreeMap<String, syn::Type>,
    /// The type that the next expression is to have, where the source says it.
    expected: Option<syn::Type>,
    /// The type that the next call is to have, where the function does not say it.
    expected_of_call: Option<syn::Type>,
    /// The types of the results of the functions that are being run.
    returns: Vec<Option<syn::Type>>,
    /// How often code of the user's might have changed what places hold.
    disturbances: usize,
    /// Branches with an arm in which control still is.
    pending: Vec<exits::Pending>,
    /// What the source asks at branches, for messages.
    sources: BTreeMap<crate::ir::BranchId, proc_macro2::TokenStream>,
    /// The regions in which fresh names were made.
    fresh_in: BTreeMap<String, RegionId>,
    /// Set where control leaves the straight line.
    flow: Option<Flow>,
    /// Inside a trial, what cannot be known at expansion fails it instead of being reported.
    trial: Option<TrialState>,
    /// Renamed locals so far, for fresh names.
    renamed: u32,
    /// Statements executed so far, against the limit `unroll`.
    executed: usize,
    exhausted: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrialState {
    Running,
    Failed,
}

impl<'a> Lowering<'a> {
    fn new(
        signature: &Signature,
        arguments: &'a Arguments,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let precision = signature.interface.precision;
        Self {
            arguments,
            diagnostics,
            builder: CodeListBuilder::new(signature.interface.independents.len(), precision),
            precision,
            scalar_name: literals::scalar_name(&signature.interface),
            wrapper: signature.interface.returned.wrapper,
            scopes: Scopes::default(),
            suspects: signature
                .suspects
                .iter()
                .map(|name| (name.clone(), name.clone()))
                .collect(),
            opaques: Vec::new(),
            items: Vec::new(),
            activity: Activity::default(),
            places: BTreeMap::new(),
            targets: labels::Targets::default(),
            calls: Vec::new(),
            fallible: Vec::new(),
            foreign: 0,
            moved: Vec::new(),
            lists: Vec::new(),
            taken: taken_names(signature),
            matrices: matrix::Matrices::default(),
            types: parameter_types(signature),
            expected: None,
            expected_of_call: None,
            returns: vec![signature.interface.returned.value.clone()],
            disturbances: 0,
            pending: Vec::new(),
            sources: BTreeMap::new(),
            fresh_in: BTreeMap::new(),
            flow: None,
            trial: None,
            renamed: 0,
            executed: 0,
            exhausted: false,
        }
    }

    fn into_lowered(self, signature: Signature, dependents: Vec<ValueId>, shape: Shape) -> Lowered {
        let mut interface = Interface {
            opaques: self.opaques,
            items: self.items,
            ..signature.interface
        };
        interface
            .type_checks
            .extend(self.matrices.checks.into_values());
        interface.returned.shape = shape;
        Lowered {
            code: self.builder.finish(dependents),
            interface,
        }
    }

    /// Reports a mistake at the tokens, and poisons.
    fn refuse(&mut self, tokens: &impl quote::ToTokens, message: &str) -> Value {
        match &mut self.trial {
            Some(trial) => *trial = TrialState::Failed,
            None => self.diagnostics.error_at(tokens, message),
        }
        Value::Poison
    }

    /// Poisons after a mistake that has been reported.
    fn refuse_quietly(&mut self) -> Value {
        if let Some(trial) = &mut self.trial {
            *trial = TrialState::Failed;
        }
        Value::Poison
    }

    /// Counts one executed statement; false once the limit is passed, which is reported once.
    fn spend(&mut self, count: usize, tokens: &impl quote::ToTokens) -> bool {
        self.executed = self.executed.saturating_add(count);
        let spent = self.executed.max(self.builder.code().statements().len());
        if spent > self.arguments.options.unroll && !self.exhausted {
            self.exhausted = true;
            let message = messages::unrolls_too_far(spent, self.arguments.options.unroll);
            self.diagnostics.error_at(tokens, &message);
        }
        !self.exhausted
    }

    fn apply(&mut self, operation: crate::ir::elemental::Operation, operands: &[ValueId]) -> Value {
        Value::Scalar(self.builder.apply(operation, operands, Origin::default()))
    }

    /// Whether any part of the value depends on an independent, or has to be followed in case it does.
    fn is_active_value(&self, value: &Value) -> bool {
        let mut active = false;
        value.for_each_leaf(&mut |leaf| {
            active |= match leaf {
                Value::Scalar(id) => self.builder.code().statement(*id).is_active(),
                // Nobody else can follow these.
                Value::Reference(_) | Value::Carried(_) => true,
                Value::Function(function) => function.is_inlined(),
                Value::Maybe(maybe) => matches!(maybe.presence, maybe::Presence::Asked(_)),
                _ => false,
            };
        });
        active
    }

    /// Notes the values that a statement assigns.
    fn name_leaves(&mut self, value: &Value) {
        value.for_each_leaf(&mut |leaf| {
            if let Value::Scalar(id) = leaf {
                self.builder.name(*id);
            }
        });
    }

    fn bind(&mut self, name: &syn::Ident, value: Value) {
        let active = self.is_active_value(&value);
        self.name_leaves(&value);
        self.scopes.bind(name.to_string(), value, active);
    }
}

/// The names of the parameters: functions outside may use the same names for something else.
fn taken_names(signature: &Signature) -> BTreeSet<String> {
    let parameters = signature.interface.parameters.iter();
    parameters
        .map(|parameter| parameter.name.to_string())
        .collect()
}

fn parameter_types(signature: &Signature) -> BTreeMap<String, syn::Type> {
    let parameters = signature.interface.parameters.iter();
    let ty = |ty| types::behind_reference(ty).clone();
    parameters
        .map(|parameter| (parameter.name.to_string(), ty(&parameter.ty)))
        .collect()
}
