//! Opaque pieces: the user's own code, carried along as tokens.
//!
//! Each piece is a statement of the code list, so that it keeps its place in source order, and
//! lists the values it mentions, so that they are computed before it. Reading a place such as
//! `self.mu` has no effect, so all its occurrences are one value, until a statement of the user's
//! might have changed it.

use quote::{ToTokens, quote};
use syn::Expr;

use crate::front::messages;
use crate::front::names::functions::Object;
use crate::front::names::scopes::{Holds, Role};
use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::run::Run;
use crate::front::syntax::cfg_blocks::with_cfg;
use crate::front::syntax::changes::changed_variables;
use crate::front::syntax::form::{path_key, paths_in};
use crate::front::syntax::list_lengths::changes_length;
use crate::front::syntax::sure_assignments::{Assigns, assigns};
use crate::front::syntax::suspicion::{Suspects, suspicious_use};
use crate::front::syntax::texts::is_text;
use crate::front::syntax::tokens::root_of;
use crate::front::syntax::{inspect, leaves};
use crate::front::value::found::Found;
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};

impl Lowering<Run> {
    /// Copies an expression, with local names replaced by their values.
    pub(crate) fn keep(&mut self, expression: &Expr) -> Found<Value> {
        // A copied `return` of a value would be wrong, because the generated function writes its
        // value elsewhere.
        if let Some(at) = leaves::leaves_function(expression, self.frames.wrapper) {
            return self.writer.refuse(&at, messages::EARLY_RETURN);
        }
        if let (false, Some(at)) = (
            self.frames.calls.is_empty(),
            leaves::leaves_closure(expression),
        ) {
            return self.writer.refuse(&at, messages::LEAVES_INLINED);
        }
        let is_output = |name: &syn::Ident| {
            let binding = self.names.scopes.get(&name.to_string());
            binding.is_some_and(|binding| binding.role == Role::Output)
        };
        if let Some(at) = inspect::whole_output(expression, is_output) {
            return self.writer.refuse(&at, messages::OUTPUT_IN_OPAQUE);
        }
        self.refuse_suspect(expression)?;
        self.refuse_change_by_text(expression)?;
        self.note_changed_by_calls(expression);
        if let Some(path) = self.path_of_parameter(expression) {
            let message = messages::of_type_parameter(&path);
            return self.writer.refuse(&path, &message);
        }
        let mut unsure = Vec::new();
        for name in inspect::assigned_names(expression) {
            self.forget_bounds(&name);
            if self.stays_unassigned(&name, expression) {
                unsure.push(name.clone());
            }
            self.demote(&name, expression)?;
            self.forget_length(&name, expression);
            self.forget_made(&name);
        }
        self.refuse_closed_in(expression)?;
        self.refuse_taken(expression)?;
        self.note_moved_patterns(expression);
        let mut expression = expression.clone();
        let mentions = match self.substitute_expression(&mut expression) {
            Ok(mentions) => mentions,
            Err(call) => return self.writer.refuse(&call, messages::UNKNOWN_MACRO),
        };
        with_cfg(&mut expression);
        for name in &unsure {
            if let Some(binding) = self.names.scopes.get_mut(name) {
                binding.value = Value::Unassigned;
            }
        }
        Ok(Value::Inactive(Inactive {
            tokens: expression.into_token_stream(),
            mentions,
        }))
    }

    /// Whether nothing can read this variable behind the code, because it has no value before and
    /// not on every path afterwards. A loop around must not hand it on.
    fn stays_unassigned(&self, name: &str, code: &Expr) -> bool {
        let binding = self.names.scopes.get(name);
        let is_empty = binding.is_some_and(|found| matches!(found.value, Value::Unassigned));
        is_empty && assigns(code, name) == Assigns::NotAlways
    }

    /// Reports a parameter of unknown type that is used as if it were active.
    pub(crate) fn refuse_suspect(&mut self, expression: &Expr) -> Found<()> {
        let is_list = |name: &str| self.lengths_of_parameter(name).is_some();
        let suspects = Suspects {
            names: &self.names.suspects,
            is_list: &is_list,
        };
        match suspicious_use(suspects, expression) {
            None => Ok(()),
            Some((at, name)) => self.writer.refuse(&at, &self.shape_unknown(&name)),
        }
    }

    /// A constant that only the type arguments of a call give: `S::N` of a type parameter `S`, or
    /// `Ring::LAST` of a `Ring<N>`.
    fn path_of_parameter(&self, expression: &Expr) -> Option<syn::Path> {
        let running = self.frames.calls.last()?;
        let running = self.names.functions.get(running);
        if let Some(name) = self.open_parameter_in(&expression.to_token_stream()) {
            return Some(name.into());
        }
        // The generated function of the same object says the same.
        let object = self.object();
        if object == Object::Home {
            return None;
        }
        let is_open = |path: &syn::Path| {
            let (first, last) = (path.segments.first()?, path.segments.last()?);
            if path.segments.len() != 2 || !first.arguments.is_none() {
                return None;
            }
            if running.type_parameters.contains(&first.ident) {
                return Some(());
            }
            if object == Object::Same {
                return None;
            }
            let key = self
                .given
                .types
                .key(&first.ident.clone().into(), &self.within())?;
            let definition = self.given.types.definition(&key)?;
            let constants = self.given.types.constants.get(&key)?;
            let is_constant = constants.iter().any(|(name, _)| last.ident == name);
            (is_constant && !definition.generics.params.is_empty()).then_some(())
        };
        paths_in(expression).into_iter().find(|path| {
            let is_bound = path_key(path).is_some_and(|key| self.names.scopes.get(&key).is_some());
            !is_bound && is_open(path).is_some()
        })
    }

    /// Reports text that changes a variable which is followed. Text is the user's own code with
    /// copies of the values in it, so a change would be lost.
    fn refuse_change_by_text(&mut self, expression: &Expr) -> Found<()> {
        if !is_text(expression) && !matches!(expression, Expr::Macro(_)) {
            return Ok(());
        }
        let changes = |call: &Expr| self.may_change_receiver(call);
        let changed = changed_variables(expression, &changes).into_iter();
        let mut changed = changed.filter(|(name, _)| {
            let binding = self.names.scopes.get(&name.to_string());
            binding.is_some_and(|binding| !matches!(binding.value, Value::Inactive(_)))
        });
        match changed.next() {
            None => Ok(()),
            Some((name, at)) => {
                let message = messages::changed_by_text(&name.to_string());
                self.writer.refuse(&at, &message)
            }
        }
    }

    /// Opaque code assigns to a variable, so the values that it can have are unknown from here on.
    fn forget_bounds(&mut self, name: &str) {
        let binding = self.names.scopes.get(name);
        if let Some(Value::Inactive(place)) = binding.map(|binding| &binding.value) {
            self.writer.bounds.remove(&place.tokens.to_string());
        }
    }

    /// Opaque code may change a struct, so its parts are unknown from here on.
    fn forget_made(&mut self, name: &str) {
        let Ok(name) = syn::parse_str::<Expr>(name) else {
            return;
        };
        if let Some(Value::Inactive(place)) = self.peek(&name)
            && let Some(root) = root_of(&place.tokens)
        {
            self.writer.made.forget(&root);
        }
    }

    /// Opaque code may change the length of a list, so its elements are unknown from here on.
    fn forget_length(&mut self, name: &str, code: &Expr) {
        let binding = self.names.scopes.get(name);
        let Some(Value::Inactive(place)) = binding.map(|binding| &binding.value) else {
            return;
        };
        let place = place.tokens.to_string();
        let Ok(list) = syn::parse_str::<syn::Ident>(name) else {
            return;
        };
        if self.names.copies.contains_key(&place)
            && changes_length(&syn::parse_quote!({ #code }), &list)
        {
            self.names.copies.remove(&place);
        }
    }

    /// The type of a variable that holds this value, as far as the value shows it. With it an
    /// opaque variable is taken apart where one of its parts becomes active.
    fn shape_of_value(&self, value: &Value) -> Option<syn::Type> {
        let part = |value: &Value| {
            let ty = self.shape_of_value(value);
            ty.unwrap_or_else(|| syn::parse_quote!(_))
        };
        match value {
            Value::Scalar(_) if !self.writer.builder.is_mixed() => {
                syn::parse_str(&self.given.scalar_name).ok()
            }
            Value::Boolean(_) => Some(syn::parse_quote!(bool)),
            Value::Integer(integer) => syn::parse_str(integer.suffix.as_ref()?).ok(),
            Value::Array(elements) => {
                let element = part(elements.first()?);
                let length = proc_macro2::Literal::usize_unsuffixed(elements.len());
                Some(syn::parse_quote!([#element; #length]))
            }
            Value::Tuple(parts) if !parts.is_empty() => {
                let parts = parts.iter().map(part);
                Some(syn::parse_quote!((#(#parts,)*)))
            }
            Value::Struct(layout, _) if layout.own.is_some() && !layout.is_variant => {
                let path = &layout.path;
                Some(syn::parse_quote!(#path))
            }
            _ => None,
        }
    }

    /// Turns a known variable into one that the user's own code can assign to.
    pub(crate) fn demote(&mut self, name: &str, at: &Expr) -> Found<()> {
        let Some(binding) = self.names.scopes.get(name) else {
            return Ok(());
        };
        let (value, mut mentions) = (binding.value.clone(), Vec::new());
        let holds = binding.holds;
        if binding.moved {
            return self.writer.refuse(at, messages::MOVED_THEN_CHANGED);
        }
        if matches!(value, Value::Inactive(_) | Value::Fields(_) | Value::Poison) {
            return Ok(());
        }
        // As the user's own variable it would lose its derivative.
        if self.is_active_value(&value) {
            return self.writer.refuse(at, &messages::changed_unseen(name));
        }
        let fresh = self
            .writer
            .fresh(&syn::Ident::new(name, proc_macro2::Span::call_site()));
        let declaration = match self.spell(&value, &mut mentions) {
            Some(tokens) if holds == Holds::Vec => quote!(let mut #fresh = vec! #tokens;),
            Some(tokens) if holds == Holds::Deque => {
                quote!(let mut #fresh = ::std::collections::VecDeque::from(#tokens);)
            }
            Some(tokens) => quote!(let mut #fresh = #tokens;),
            None => quote!(let mut #fresh;),
        };
        self.writer.keep_statement(declaration, &mentions)?;
        let place = Inactive {
            tokens: fresh.into_token_stream(),
            mentions: Vec::new(),
        };
        if let (Value::Struct(..) | Value::Scalar(_), Some(key)) =
            (&value, self.key_of_value(&value))
        {
            self.note_type(&Value::Inactive(place.clone()), &Written::of(&key));
        }
        if let Value::Array(_) | Value::Tuple(_) = &value
            && holds != Holds::Iterator
            && let Some(ty) = self.shape_of_value(&value)
        {
            let at = self.given.home.clone();
            self.names
                .copies
                .insert(place.tokens.to_string(), ty.clone());
            self.note_type(&Value::Inactive(place.clone()), &Written { ty, at });
        }
        let binding = self
            .names
            .scopes
            .get_mut(name)
            .expect("invariant: found above");
        // A matrix is still one, read element by element from the copy; the next change makes
        // another copy.
        binding.value = match value {
            Value::Matrix(Matrix { rows, cols, .. }) => {
                Value::Matrix(Matrix::at(&place.tokens, rows, cols))
            }
            _ => Value::Inactive(place),
        };
        Ok(())
    }
}
