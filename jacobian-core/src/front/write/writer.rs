//! The writer: the code list of the unrolled function, and everything else that an expansion emits.
//!
//! Invariant: a trial leaves no trace in it.

use proc_macro2::TokenStream;

use crate::diag::Diagnostics;
use crate::interface::{Interface, Opaque};
use crate::ir::{BranchId, CodeListBuilder, Precision, RegionId};
use crate::ordered::{Map, Set};

use crate::front::messages;
use crate::front::value::Value;
use crate::front::value::found::{Found, Stop};
use crate::front::value::guard::Guard;
use crate::front::value::integer::Bounds;
use crate::front::write::made::Made;
use crate::front::write::origins::Origins;
use crate::front::write::places::{Places, cell_parameters, fixed_parameters};

/// Whether a trial has met something that only run time knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TrialState {
    Running,
    Failed,
}

/// The state from before a trial: the trial around it, if there is one, and the numbers of checks
/// for rustc.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outer {
    trial: Option<TrialState>,
    n_pattern_names: usize,
    n_macro_checks: usize,
    n_tried: usize,
}

/// A name in a pattern that was read as a variable.
#[derive(Clone, Debug)]
pub(crate) struct PatternName {
    pub(crate) name: syn::Ident,
    /// The module of the library in which rustc checks it. `None` for that of the generated
    /// function.
    pub(crate) module: Option<usize>,
}

/// The output of the front.
pub(crate) struct Writer {
    pub(crate) builder: CodeListBuilder,
    pub(crate) precision: Precision,
    pub(crate) origins: Origins,
    /// The most operations that the function may unroll to.
    pub(crate) limit: usize,
    pub(crate) diagnostics: Diagnostics,
    /// The state of the trial, if this is one. A mistake in a trial makes it fail and is not
    /// reported.
    trial: Option<TrialState>,
    /// The user's own code, by its number.
    pub(crate) opaques: Vec<Opaque>,
    /// Items that the generated function repeats.
    pub(crate) items: Vec<TokenStream>,
    /// Places, and expressions of fixed numbers, that are scalars of the code list already.
    pub(crate) places: Places,
    /// Variables that hold numbers which nothing can change.
    pub(crate) fixed: Set<String>,
    /// The bounds of integers that the arms of a branch assign, by their generated names.
    pub(crate) bounds: Map<String, Bounds>,
    /// The number of times that opaque code may have changed the values of places.
    pub(crate) disturbances: usize,
    /// The regions in which fresh names were made.
    pub(crate) fresh_in: Map<String, RegionId>,
    /// Fresh names of opaque values that are no floating-point numbers.
    pub(crate) no_numbers: Set<String>,
    /// Variables of opaque code that may vary with active values.
    pub(crate) varying: Set<String>,
    /// Variables that hold cells, which calls may change without being given them.
    pub(crate) cells: Set<String>,
    /// For variables of opaque code, a constant of the same type, `Region::Hot`.
    pub(crate) samples: Map<String, TokenStream>,
    /// Variables that hold a shared reference to a place of the user's, with that place.
    pub(crate) aliases: Map<String, TokenStream>,
    /// Variables that hold the value of another one, by their names.
    pub(crate) given_from: Map<String, String>,
    pub(crate) made: Made,
    /// Fresh names of opaque values that may be `&mut` references to data of the caller.
    pub(crate) reaching: Set<String>,
    /// Guards that are alive, in the order of their variables.
    pub(crate) guards: Vec<Guard>,
    /// The number of fresh names so far.
    pub(crate) renamed: u32,
    /// The conditions of branches in the source, for messages.
    pub(crate) sources: Map<BranchId, TokenStream>,
    pub(crate) matrices: Matrices,
    /// Names in patterns of `match`, `if let` and `let ... else` that were read as variables. rustc
    /// reads them as constants if one is in scope, so the generated code makes rustc check them.
    pub(crate) pattern_names: Vec<PatternName>,
    /// Statements that compile only if the macros `vector!` and `matrix!` that were read are those
    /// of nalgebra.
    pub(crate) macro_checks: Vec<TokenStream>,
    /// Whether numbers of opaque code that are written now need not be computed if nothing uses
    /// them.
    pub(crate) is_optional: bool,
    /// The number of branches on `cfg!(..)` around what is written, which may name items that exist
    /// only there.
    pub(crate) conditions_of_build: usize,
    /// The squares of the lengths of lists from which an index chooses in loops at run time.
    pub(crate) chosen_in_loops: usize,
    /// The most active elements that a read at an index of run time chooses between.
    pub(crate) widest_choice: usize,
    /// The partials of elements that were written at such indices.
    pub(crate) chosen_writes: usize,
    /// The number of statements executed so far, for the limit `unroll`.
    pub(crate) executed: usize,
    /// The number of statements that were executed and taken back.
    pub(crate) taken_back: usize,
    /// Whether the limit has been passed and reported.
    pub(crate) exhausted: bool,
    /// The limit of calls inside of each other, if one was used.
    pub(crate) recursion: Option<usize>,
}

impl Writer {
    /// Adds an item to the generated function, once.
    pub(crate) fn add_item(&mut self, item: TokenStream) {
        let text = item.to_string();
        if !self.items.iter().any(|known| known.to_string() == text) {
            self.items.push(item);
        }
    }

    pub(crate) fn new(interface: &Interface, limit: usize, diagnostics: Diagnostics) -> Self {
        let independents = interface.independents.len();
        let mut builder = CodeListBuilder::new(independents, interface.precision);
        if !interface.widths.is_empty() {
            builder.mix(&interface.widths);
        }
        for (column, is_followed) in (0..).zip(&interface.are_followed) {
            if *is_followed && interface.widths.is_empty() {
                builder.note_adjacent(column);
            }
        }
        Self {
            builder,
            precision: interface.precision,
            origins: Origins::of(interface.span),
            limit,
            diagnostics,
            trial: None,
            is_optional: false,
            opaques: Vec::new(),
            items: Vec::new(),
            places: Map::new(),
            fixed: fixed_parameters(interface),
            bounds: Map::new(),
            disturbances: 0,
            fresh_in: Map::new(),
            no_numbers: Set::new(),
            varying: Set::new(),
            cells: cell_parameters(interface),
            samples: Map::new(),
            aliases: Map::new(),
            given_from: Map::new(),
            made: Made::default(),
            reaching: Set::new(),
            guards: Vec::new(),
            renamed: 0,
            sources: Map::new(),
            matrices: Matrices::default(),
            pattern_names: Vec::new(),
            macro_checks: Vec::new(),
            conditions_of_build: 0,
            chosen_in_loops: 0,
            widest_choice: 0,
            chosen_writes: 0,
            executed: 0,
            taken_back: 0,
            exhausted: false,
            recursion: None,
        }
    }

    /// The same with parameters that are `&mut` references.
    pub(crate) fn reaching(self, reaching: Set<String>) -> Self {
        Self { reaching, ..self }
    }
}

impl Writer {
    /// Reports a mistake at the tokens. A trial fails instead.
    pub(crate) fn report(&mut self, tokens: &impl quote::ToTokens, message: &str) {
        if let Some(trial) = &mut self.trial {
            *trial = TrialState::Failed;
        } else {
            let is_generated = |name: &str| self.fresh_in.contains_key(name);
            let message = messages::in_users_names(message, is_generated);
            self.diagnostics.error_at(tokens, &message);
        }
    }

    /// Reports a mistake at the tokens, and stops.
    pub(crate) fn refuse<T>(&mut self, tokens: &impl quote::ToTokens, message: &str) -> Found<T> {
        self.report(tokens, message);
        Err(Stop)
    }

    /// Says the mistakes after the first ones otherwise, or not at all. Whether any is left.
    pub(crate) fn reword(
        &mut self,
        n_errors: usize,
        reworded: &dyn Fn(&str) -> Option<String>,
    ) -> bool {
        self.diagnostics.reword(n_errors, reworded)
    }

    /// Reports mistakes that were found before, and stops.
    pub(crate) fn refuse_all<T>(&mut self, errors: &[syn::Error]) -> Found<T> {
        self.at_run_time()?;
        self.diagnostics.push_all(errors.to_vec());
        Err(Stop)
    }

    /// Fails a trial, because the code that follows needs more than expansion knows.
    ///
    /// Code that writes, and code that depends on rustc or run time, calls this first.
    pub(crate) fn at_run_time(&mut self) -> Found<()> {
        match &mut self.trial {
            None => Ok(()),
            Some(trial) => {
                *trial = TrialState::Failed;
                Err(Stop)
            }
        }
    }

    /// Whether another branch can be opened here: never in a trial, and at most `deepest` inside
    /// each other.
    pub(crate) fn may_branch(&self, deepest: usize) -> bool {
        self.trial.is_none() && self.builder.depth() < deepest
    }

    /// Notes the type of a matrix, and a statement by which rustc checks that it is nalgebra's. In
    /// a trial they wait for its success.
    pub(crate) fn note_matrix(
        &mut self,
        dimensions: (usize, usize),
        ty: TokenStream,
        check: TokenStream,
    ) {
        self.matrices.seen = true;
        self.matrices.tried.push((dimensions, ty, check));
        self.confirm_tried();
    }

    /// Notes what a trial that has not failed has seen.
    fn confirm_tried(&mut self) {
        if self.trial.is_some() {
            return;
        }
        for (dimensions, ty, check) in std::mem::take(&mut self.matrices.tried) {
            self.matrices.checks.insert(check.to_string(), check);
            self.matrices.types.entry(dimensions).or_insert(ty);
        }
    }

    /// Whether this is a trial, which reports nothing and writes nothing.
    pub(crate) fn is_trial(&self) -> bool {
        self.trial.is_some()
    }

    /// Whether this is a trial that has failed.
    pub(crate) fn has_stopped(&self) -> bool {
        self.trial == Some(TrialState::Failed)
    }

    /// Begins a trial. It may be inside of another trial, and then `end_trial` goes back to that
    /// one.
    pub(crate) fn begin_trial(&mut self) -> Outer {
        Outer {
            trial: self.trial.replace(TrialState::Running),
            n_pattern_names: self.pattern_names.len(),
            n_macro_checks: self.macro_checks.len(),
            n_tried: self.matrices.tried.len(),
        }
    }

    /// Ends a trial. Gives the result if the trial has not failed.
    pub(crate) fn end_trial<T>(&mut self, outer: Outer, found: Found<T>) -> Found<T> {
        let found = match std::mem::replace(&mut self.trial, outer.trial) {
            Some(TrialState::Failed) => Err(Stop),
            _ => found,
        };
        if found.is_err() {
            self.pattern_names.truncate(outer.n_pattern_names);
            self.macro_checks.truncate(outer.n_macro_checks);
            self.matrices.tried.truncate(outer.n_tried);
        }
        self.confirm_tried();
        found
    }

    /// Counts executed statements. False after the limit is passed, which is reported once.
    pub(crate) fn spend(&mut self, count: usize, tokens: &impl quote::ToTokens) -> bool {
        self.executed = self.executed.saturating_add(count);
        let spent = self.spent();
        if spent > self.limit && !self.exhausted {
            self.exhausted = true;
            let message = self.too_far(spent);
            self.diagnostics.error_at(tokens, &message);
        }
        // A trial that has failed does not end its loops, because conditions are not known in it.
        !self.exhausted && !self.has_stopped()
    }

    /// The message for more operations than a function may unroll to.
    pub(crate) fn too_far(&self, spent: usize) -> String {
        let unrolled = || messages::unrolls_too_far(spent, self.limit);
        self.recursed_too_far().unwrap_or_else(unrolled)
    }

    /// The message for branches inside of each other.
    pub(crate) fn too_deep(&self) -> String {
        let nested = || messages::BRANCHES_TOO_DEEP.to_owned();
        self.recursed_too_far().unwrap_or_else(nested)
    }

    /// The message for a function that is too large because it calls itself.
    fn recursed_too_far(&self) -> Option<String> {
        let limit = self.recursion.filter(|limit| *limit > 1);
        limit.map(messages::recursion_too_far)
    }

    /// The limit holds for the executed statements and for the statements of the code list.
    pub(crate) fn spent(&self) -> usize {
        self.executed.max(self.builder.code().statements().len())
    }

    /// The bounds of an integer that only run time knows, if it is one of known integers.
    pub(crate) fn bounds(&self, tokens: &TokenStream) -> Option<Bounds> {
        self.bounds.get(&tokens.to_string()).copied()
    }

    /// Notes that a new variable has one of these values.
    pub(crate) fn note_bounds<'a>(
        &mut self,
        variable: &Value,
        values: impl IntoIterator<Item = &'a Value>,
    ) {
        let bounds = |value: &Value| match value {
            Value::Integer(integer) => Some(Bounds::of(integer.value)),
            Value::Inactive(inactive) => self.bounds(&inactive.tokens),
            _ => None,
        };
        let all: Option<Vec<Bounds>> = values.into_iter().map(bounds).collect();
        let union = all.and_then(|all| all.into_iter().reduce(Bounds::union));
        if let (Value::Inactive(variable), Some(union)) = (variable, union) {
            self.bounds.insert(variable.tokens.to_string(), union);
        }
    }

    /// Notes the values that a name is bound to.
    pub(crate) fn name_leaves(&mut self, value: &Value) {
        value.for_each_leaf(&mut |leaf| {
            if let Value::Scalar(id) = leaf {
                self.builder.name(*id);
            }
        });
    }

    /// Refuses an aggregate with more parts than a function may have operations.
    pub(crate) fn limited(&mut self, aggregate: Value, at: &impl quote::ToTokens) -> Found<Value> {
        let limit = self.limit;
        if aggregate.has_more_leaves_than(limit) {
            return self.refuse(at, &messages::aggregate_too_large(limit));
        }
        Ok(aggregate)
    }
}

/// The matrices of a function: their types and checks.
#[derive(Debug, Default)]
pub(crate) struct Matrices {
    /// Whether the function has any.
    pub(crate) seen: bool,
    /// The type of a matrix of these dimensions, as the source writes it.
    pub(crate) types: Map<(usize, usize), TokenStream>,
    /// The types in the signature, by their dimensions.
    pub(crate) signature: Map<(usize, usize), TokenStream>,
    /// A matrix of nalgebra as the source writes it, for a function that names no type.
    pub(crate) example: Option<TokenStream>,
    /// What the running trial has seen: the dimensions, the type and the check.
    pub(crate) tried: Vec<((usize, usize), TokenStream, TokenStream)>,
    /// Statements that compile only if types are nalgebra's.
    pub(crate) checks: Map<String, TokenStream>,
    /// Places with types that are checked already.
    pub(crate) confirmed: Set<String>,
}
