//! The state of the interpreter: what is given, what is written, what names mean, who calls, where control is.
//!
//! ```text
//! Given     the scalar, constants, limits           never changes
//! Writer    statements, opaque pieces, mistakes     only grows; a trial writes nothing
//! Names     scopes, and what is active              blocks and functions come and go
//! Frames    the functions that are being run        pushed and popped by calls
//! Control   returns, breaks, pending branches       set where control leaves the straight line
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::interface::Wrapper;
use crate::ir::{Origin, Precision, ValueId};

use super::activity::Activity;
use super::arguments::Arguments;
use super::functions::Function;
use super::rules::Rule;
use super::scope::Scopes;
use super::signature::Signature;
use super::trees::Trees;
use super::value::Value;
use super::writer::{TrialState, Writer};
use super::{exits, labels, literals, maybe, messages, types};

/// Where control goes after a statement.
#[derive(Clone, Debug)]
pub(super) enum Flow {
    Return(Value),
    /// Out of the loop, or out of the block with a label, with its value.
    Break(u8, Value),
    Continue(u8),
    /// Out of the generated function, by the user's own code.
    Fail,
}

/// What does not change while the function is run.
pub(super) struct Given {
    pub(super) precision: Precision,
    /// The name of the floating-point type.
    pub(super) scalar_name: String,
    /// The most operations that the function may unroll to.
    pub(super) unroll: usize,
    /// Values of named constants: those of the attribute, then those of the module around.
    pub(super) constants: Vec<(syn::Path, i128)>,
    /// The partials of opaque functions.
    pub(super) rules: Vec<Rule>,
    /// Where the runtime lives.
    pub(super) runtime: syn::Path,
}

impl Given {
    /// The value of a named constant.
    pub(super) fn constant(&self, path: &syn::Path) -> Option<i128> {
        let mut constants = self.constants.iter();
        let found = constants.find(|(named, _)| named == path);
        found.map(|(_, value)| *value)
    }
}

/// What names mean.
#[derive(Default)]
pub(super) struct Names {
    pub(super) scopes: Scopes,
    /// Which expressions mention an active name.
    pub(super) activity: Activity,
    /// Names that may be active for all we know, with the parameter of unknown type that each comes from.
    pub(super) suspects: BTreeMap<String, String>,
    /// Names that mean something else in the generated function than beside it.
    pub(super) taken: BTreeSet<String>,
    /// The types of the parameters, for lengths.
    pub(super) types: BTreeMap<String, syn::Type>,
}

impl Names {
    /// Whether an expression mentions an active name.
    pub(super) fn is_active(&mut self, expression: &syn::Expr) -> bool {
        self.activity.is_active(expression, &self.scopes)
    }
}

/// The functions that are being run.
pub(super) struct Frames {
    /// Outermost first; the attributed function itself is not among them.
    pub(super) calls: Vec<Rc<Function>>,
    /// How each of these wraps its result, and its type of errors.
    pub(super) fallible: Vec<(Wrapper, Option<syn::Type>)>,
    /// The types of the results, beginning with that of the attributed function.
    pub(super) returns: Vec<Option<syn::Type>>,
    /// How the generated function wraps what is returned now: not at all inside of a call.
    pub(super) wrapper: Wrapper,
    /// How many of the calls are of functions in which the names of the generated function mean nothing.
    pub(super) foreign: usize,
    /// The loops and labelled blocks that are being run, outermost first.
    pub(super) targets: labels::Targets,
    /// The type that the next call is to have, where the function does not say it.
    pub(super) expected_of_call: Option<syn::Type>,
}

/// Where control is.
#[derive(Default)]
pub(super) struct Control {
    /// Set where control leaves the straight line.
    pub(super) flow: Option<Flow>,
    /// Branches with an arm in which control still is.
    pub(super) pending: Vec<exits::Pending>,
}

/// The state of the interpreter.
pub(super) struct Lowering {
    pub(super) given: Given,
    pub(super) writer: Writer,
    pub(super) names: Names,
    pub(super) frames: Frames,
    pub(super) control: Control,
    /// The trees that are made up on the way.
    pub(super) trees: Trees,
}

impl Lowering {
    pub(super) fn new(
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
                scalar_name: literals::scalar_name(interface),
                unroll: arguments.options.unroll,
                constants: constants.cloned().collect(),
                rules: arguments.rules.clone(),
                runtime: arguments.runtime.clone(),
            },
            writer: Writer::new(interface, diagnostics),
            names: Names {
                suspects: suspects.map(|name| (name.clone(), name.clone())).collect(),
                taken: taken_names(signature),
                types: parameter_types(signature),
                ..Names::default()
            },
            frames: Frames {
                calls: Vec::new(),
                fallible: Vec::new(),
                returns: vec![interface.returned.value.clone()],
                wrapper: interface.returned.wrapper,
                foreign: 0,
                targets: labels::Targets::default(),
                expected_of_call: None,
            },
            control: Control::default(),
            trees: Trees::default(),
        }
    }

    /// Reports a mistake at the tokens, and poisons.
    pub(super) fn refuse(&mut self, tokens: &impl quote::ToTokens, message: &str) -> Value {
        match &mut self.writer.trial {
            Some(trial) => *trial = TrialState::Failed,
            None => self.writer.diagnostics.error_at(tokens, message),
        }
        Value::Poison
    }

    /// Poisons after a mistake that has been reported.
    pub(super) fn refuse_quietly(&mut self) -> Value {
        if let Some(trial) = &mut self.writer.trial {
            *trial = TrialState::Failed;
        }
        Value::Poison
    }

    /// Counts one executed statement; false once the limit is passed, which is reported once.
    pub(super) fn spend(&mut self, count: usize, tokens: &impl quote::ToTokens) -> bool {
        self.writer.executed = self.writer.executed.saturating_add(count);
        let spent = self
            .writer
            .executed
            .max(self.writer.builder.code().statements().len());
        if spent > self.given.unroll && !self.writer.exhausted {
            self.writer.exhausted = true;
            let message = messages::unrolls_too_far(spent, self.given.unroll);
            self.writer.diagnostics.error_at(tokens, &message);
        }
        !self.writer.exhausted
    }

    pub(super) fn apply(
        &mut self,
        operation: crate::ir::elemental::Operation,
        operands: &[ValueId],
    ) -> Value {
        Value::Scalar(
            self.writer
                .builder
                .apply(operation, operands, Origin::default()),
        )
    }

    /// Whether any part of the value depends on an independent, or has to be followed in case it does.
    pub(super) fn is_active_value(&self, value: &Value) -> bool {
        let mut active = false;
        value.for_each_leaf(&mut |leaf| {
            active |= match leaf {
                Value::Scalar(id) => self.writer.builder.code().statement(*id).is_active(),
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
    pub(super) fn name_leaves(&mut self, value: &Value) {
        value.for_each_leaf(&mut |leaf| {
            if let Value::Scalar(id) = leaf {
                self.writer.builder.name(*id);
            }
        });
    }

    pub(super) fn bind(&mut self, name: &syn::Ident, value: Value) {
        let active = self.is_active_value(&value);
        self.name_leaves(&value);
        self.names.scopes.bind(name.to_string(), value, active);
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
