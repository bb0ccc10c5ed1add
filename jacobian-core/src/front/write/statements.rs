//! Statements of the user's own code, and fresh names.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::interface::Opaque;
use crate::ir::elemental::Operation;
use crate::ir::{OpaqueId, Origin, ValueId};

use crate::front::syntax::fixed;
use crate::front::syntax::locally_constant::given_variables;
use crate::front::syntax::temporaries::moves;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::write::origins::Here;
use crate::front::write::writer::Writer;

impl Writer {
    /// Writes an operation that the line at hand asks for.
    pub(crate) fn apply(&mut self, operation: Operation, operands: &[ValueId]) -> Value {
        let origin = self.origins.current();
        Value::Scalar(self.builder.apply(operation, operands, origin))
    }

    /// Goes back from an expression to the place before, and notes that it has this value.
    pub(crate) fn leave_expression(&mut self, before: Option<Here>, value: &Found<Value>) {
        if let Ok(Value::Scalar(id)) = value
            && self.origins.is_own()
        {
            self.note_place(*id);
        }
        self.origins.leave(before);
    }

    fn note_place(&mut self, id: ValueId) {
        match self.builder.code().statement(id).origin() {
            // Variables, joins and states come from no operation.
            Origin(0) => self.builder.set_origin(id, self.origins.current()),
            origin => self.origins.add(origin),
        }
    }

    /// Emits a statement of the user's at this place in the code list.
    pub(crate) fn keep_statement(
        &mut self,
        tokens: TokenStream,
        mentions: &[ValueId],
    ) -> Found<()> {
        self.at_run_time()?;
        self.disturb_places();
        self.made.forget_in(&tokens);
        self.write_statement(tokens, mentions);
        Ok(())
    }

    /// The same for a statement that changes no place.
    pub(super) fn write_statement(&mut self, tokens: TokenStream, mentions: &[ValueId]) {
        self.note_varying(&tokens, mentions);
        let opaque = self.push_opaque(Opaque::Statement(tokens));
        self.builder
            .opaque(opaque, mentions, self.origins.current());
    }

    /// The names of active values in opaque code, and of variables that may vary with some.
    pub(crate) fn varying_names(&self, mentions: &[ValueId]) -> Vec<String> {
        let code = self.builder.code();
        let active = mentions
            .iter()
            .filter(|id| code.statement(**id).is_active());
        let active = active.map(|id| crate::spelling::value(*id).to_string());
        active.chain(self.varying.iter().cloned()).collect()
    }

    /// Notes that other code has seen active values. It may have put them into any cell.
    pub(crate) fn note_told(&mut self) {
        self.varying.extend(self.cells.iter().cloned());
    }

    /// Notes the variables that get a value from active ones here.
    fn note_varying(&mut self, statement: &TokenStream, mentions: &[ValueId]) {
        let names = self.varying_names(mentions);
        if !names.is_empty() {
            self.varying.extend(given_variables(statement, &names));
        }
    }

    /// Emits a statement that only rustc looks at. It changes nothing at run time.
    pub(crate) fn keep_check(&mut self, tokens: TokenStream, mentions: &[ValueId]) {
        let check = self.push_opaque(Opaque::Statement(tokens));
        self.builder.opaque(check, mentions, self.origins.current());
    }

    /// Whether code computes with numbers that nothing can change.
    pub(crate) fn is_fixed(&self, code: &TokenStream) -> bool {
        !self.fixed.is_empty() && fixed::is_fixed(code, &self.fixed)
    }

    /// Forgets the values of places, because opaque code may have changed them.
    pub(crate) fn disturb_places(&mut self) {
        self.forget_places();
        self.disturbances += 1;
    }

    /// Forgets the values of all places that are not fixed.
    pub(crate) fn forget_places(&mut self) {
        self.places.retain(|_, known| known.is_fixed);
    }

    /// Emits a `let` of a number that is computed from fixed ones. This changes nothing, and a
    /// variable that cannot be assigned to is fixed as well.
    pub(crate) fn keep_fixed_let(&mut self, pattern: &syn::Pat, number: &TokenStream) -> Found<()> {
        self.at_run_time()?;
        if let Some(name) = fixed::unchanged_variable(pattern) {
            self.fixed.insert(name.to_string());
        }
        self.write_statement(quote!(let #pattern = #number;), &[]);
        Ok(())
    }

    pub(crate) fn push_opaque(&mut self, opaque: Opaque) -> OpaqueId {
        self.release_moved(&opaque);
        let id = OpaqueId(u32::try_from(self.opaques.len()).expect("invariant: ids are 32 bits"));
        self.opaques.push(opaque);
        id
    }

    /// Forgets the guards that a piece of code moves.
    pub(crate) fn release_moved(&mut self, opaque: &Opaque) {
        if self.guards.is_empty() {
            return;
        }
        if let Opaque::Statement(code)
        | Opaque::Scalar {
            expression: code, ..
        } = opaque
        {
            self.guards
                .retain(|guard| !moves(code, &guard.variable.to_string()));
        }
    }

    /// A name that no other binding and no constant has: see [`crate::spelling::local`].
    pub(crate) fn fresh(&mut self, name: &syn::Ident) -> syn::Ident {
        self.renamed += 1;
        let fresh = format_ident!(
            "__{}_{}",
            name,
            self.renamed,
            span = proc_macro2::Span::mixed_site()
        );
        self.samples.remove(&fresh.to_string());
        self.fresh_in
            .insert(fresh.to_string(), self.builder.region());
        fresh
    }
}
