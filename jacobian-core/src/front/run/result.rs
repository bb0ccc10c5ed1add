//! The end of the function: the returned value and the outputs become the rows.

use proc_macro2::TokenStream;
use syn::Expr;

use crate::interface::{Data, Opaque, Parameter, PerPoint, Shape, Wrapper};
use crate::ir::{Origin, ValueId};
use crate::ordered::Map;

use crate::front::messages;
use crate::front::names::scopes::Role;
use crate::front::names::state::Lowering;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::given_values::known_integer;
use crate::front::read::signature::{Signature, run_time_dimensions};
use crate::front::run::Run;
use crate::front::run::arms::Goes;
use crate::front::syntax::leaves;
use crate::front::syntax::matrix_types;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types;
use crate::front::syntax::types::{behind_reference, optional};
use crate::front::value::fields::all_written;
use crate::front::value::found::{Found, Stop};
use crate::front::value::integer::typed;
use crate::front::value::matrix::Matrix;
use crate::front::value::{Inactive, Value};
use crate::front::write::opaque::Behind;

/// The rows of the Jacobian, and the shape of the returned value.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) rows: Vec<ValueId>,
    pub(crate) shape: Shape,
    /// The value as an expression of its rows, if it holds more than numbers.
    pub(crate) assembly: Option<TokenStream>,
    /// The places of the fields that have rows.
    pub(crate) fields: Vec<TokenStream>,
}

impl Lowering<Run> {
    /// Binds the parameters to their values: independents, outputs, or opaque places.
    pub(crate) fn bind_parameters(&mut self, signature: &Signature, arguments: &Arguments) {
        for (name, value) in arguments.constants() {
            self.bind(&name, Value::integer(value));
        }
        let mut scalars = self
            .writer
            .builder
            .code()
            .independents()
            .to_vec()
            .into_iter()
            .map(Value::Scalar);
        let columns: Vec<(&Column, Value)> = signature
            .columns
            .iter()
            .map(|column| {
                let value = self.independent(&column.shape, &column.base(), &mut scalars);
                (column, value)
            })
            .collect();
        let whole = columns.iter().filter(|(column, _)| !column.is_field());
        let mut values: Map<String, Value> = whole
            .map(|(column, value)| (column.path.root.to_string(), value.clone()))
            .collect();
        self.note_unseen_columns(signature);
        self.note_signature(signature);
        let parameters = signature.interface.parameters.iter();
        for (parameter, pattern) in parameters.zip(&signature.patterns) {
            let value = values.remove(&parameter.name.to_string());
            let value = value.or_else(|| of_point(signature, &parameter.name));
            let value = value.map(|value| self.perhaps_missing(parameter, value));
            let given = run_time_dimensions(arguments, parameter);
            self.bind_parameter((parameter, given), pattern.as_ref(), value);
            if let Some(value) = known_integer(parameter, arguments) {
                self.bind(
                    &parameter.name,
                    typed(Value::integer(value), behind_reference(&parameter.ty)),
                );
            }
        }
        let this = signature.columns.iter();
        for column in this.filter(|column| column.is_this()) {
            if let Some(value) = values.remove(&column.path.root.to_string()) {
                self.bind(&column.path.root, value);
            }
        }
        self.bind_supplied();
        self.bind_known_fields(signature, arguments, &columns);
        self.own_parameters(signature);
        self.note_found_in_outputs(signature);
    }

    /// Reads the numbers of the parameters of which each point has its own.
    pub(crate) fn read_data(&mut self, per_point: &mut [PerPoint]) {
        let followed = |own: &&mut PerPoint| own.data == Data::Followed;
        for own in per_point.iter_mut().filter(followed) {
            for place in &own.places {
                let opaque = self.writer.push_opaque(Opaque::Scalar {
                    expression: place.clone(),
                    reference: false,
                });
                let builder = &mut self.writer.builder;
                let number = builder.optional_opaque(opaque, &[], Origin::default());
                own.numbers.push((opaque, number));
            }
        }
    }

    /// The value of an independent that is an optional parameter: the caller decides whether it is
    /// there.
    fn perhaps_missing(&mut self, parameter: &Parameter, value: Value) -> Value {
        if optional(&parameter.ty).is_none() {
            return value;
        }
        let name = &parameter.name;
        self.perhaps(&quote::quote!(#name), value)
    }

    /// Notes the types of matrices in the signature, so that generated code can name them.
    fn note_signature(&mut self, signature: &Signature) {
        let interface = &signature.interface;
        let types = interface.parameters.iter().map(|parameter| &parameter.ty);
        for ty in types.chain(&interface.returned.value) {
            if let Some(example) =
                crate::front::run::matrix_forms::run_time_example(ty, self.writer.precision)
            {
                self.writer.matrices.example.get_or_insert(example);
            }
            let length = |length: &Expr| self.known_length(length);
            let is_own = |path: &syn::Path| self.given.types.defines(path, &self.given.home);
            for (ty, dimensions) in matrix_types::inside(ty, &length, &is_own) {
                let known = &mut self.writer.matrices.signature;
                known.entry(dimensions).or_insert(quote::quote!(#ty));
            }
        }
    }

    /// Binds a parameter to the value that it has as an independent, or to its places.
    fn bind_parameter(
        &mut self,
        (parameter, given): (&Parameter, Option<(usize, usize)>),
        pattern: Option<&syn::Pat>,
        value: Option<Value>,
    ) {
        let name = &parameter.name;
        let extents = types::run_time_matrix(&parameter.ty);
        let of_run_time = |value: Value| match (value, extents) {
            (Value::Matrix(matrix), Some(extents)) => Value::Matrix(matrix.with(extents)),
            (value, _) => value,
        };
        let value = match (value, &parameter.output) {
            (Some(value), Some(_)) => all_written(of_run_time(value)),
            (Some(value), None) => of_run_time(value),
            (None, Some(shape)) if shape.is_only_read() => {
                let value = self.output_at_places(parameter, shape);
                all_written(value)
            }
            (None, Some(shape)) => {
                let places = parameter.output_places();
                of_run_time(Value::of_shape(shape, &mut places.into_iter().map(place)))
            }
            (None, None) if given.is_some() => {
                let (rows, cols) = given.unwrap_or_default();
                of_run_time(Value::Matrix(Matrix::at(&quote::quote!(#name), rows, cols)))
            }
            (None, None) => match self.annotated_matrix(&parameter.ty) {
                Some((rows, cols)) => Value::Matrix(Matrix::at(&quote::quote!(#name), rows, cols)),
                None => place(quote::quote!(#name)),
            },
        };
        match (pattern, value) {
            (Some(pattern), Value::Inactive(opaque)) => self.keep_let(pattern, opaque),
            (Some(pattern), value) => self.bind_pattern(pattern, value),
            (None, value) => self.bind(name, value),
        }
        if parameter.output.is_some()
            && let Some(binding) = self.names.scopes.get_mut(&name.to_string())
        {
            binding.role = Role::Output;
        }
    }

    /// The value of a returned expression, taken out of `Ok` or `Some`.
    pub(crate) fn eval_returned(&mut self, returned: &Expr) -> Found<Value> {
        if matches!(strip(returned), Expr::If(_) | Expr::Match(_))
            && let Some(function) = self.chosen_function_returned(strip(returned))?
        {
            return Ok(function);
        }
        match strip(returned) {
            Expr::If(branch) => return self.eval_if(branch, Goes::Back),
            Expr::Match(found) => return self.eval_match(found, Goes::Back),
            inner @ Expr::Return(leaving) if !self.is_kept_failure(inner) => {
                return self.run_return(leaving);
            }
            failure @ Expr::Return(_) if self.writer.builder.depth() > 0 => {
                self.run_failure(failure)?;
                return Err(Stop);
            }
            // `else { return 1.0; }` cannot be copied, though nothing in it is active. Other
            // inactive blocks are.
            inner @ Expr::Block(block)
                if block.label.is_none()
                    && (self.names.is_active(inner)
                        || leaves::leaves(inner, self.frames.wrapper)) =>
            {
                return self.eval_returned_block(&block.block);
            }
            _ => {}
        }
        let want = self.frames.returns.last().cloned().flatten();
        let variant = match self.frames.wrapper {
            Wrapper::Plain => {
                let value = self.eval_apart(returned, want.as_ref())?;
                let value = self.split_without_default(value)?;
                return self.split_in_loop(value);
            }
            Wrapper::Result => "Ok",
            Wrapper::Option => "Some",
        };
        match strip(returned) {
            Expr::Call(call) if call.args.len() == 1 && is_path_to(&call.func, variant) => {
                self.eval_apart(&call.args[0], want.as_ref())
            }
            Expr::Block(block) if block.label.is_none() => self.eval_returned_block(&block.block),
            failure
                if self.writer.builder.depth() > 0
                    && leaves::is_failure(Some(failure), self.frames.wrapper) =>
            {
                self.run_failure(&syn::parse_quote!(return #failure))?;
                Err(Stop)
            }
            _ => self.eval_unwrapped(returned, want.as_ref()),
        }
    }

    /// An opaque `Ok(n)` that leaves a function in a loop at run time, where other ways out give an
    /// error: the answer and the number, because each is a variable of the loop.
    fn split_in_loop(&mut self, value: Value) -> Found<Value> {
        let wrapper = self.frames.fallible.last().map(|(wrapper, _)| *wrapper);
        let running = self.frames.calls.last();
        let inside = running.and_then(|id| self.names.functions.get(id).result.as_ref());
        let is_other = inside.is_some_and(types::is_other_primitive);
        let is_number = is_other || inside.is_some_and(|ty| self.is_scalar_type(ty));
        match (value, wrapper) {
            (Value::Inactive(kept), Some(wrapper @ (Wrapper::Option | Wrapper::Result)))
                if !self.control.repeated.is_empty() && is_number =>
            {
                let maybe = self.maybe_of(kept, wrapper)?;
                if let (Value::Inactive(inside), true) = (&maybe.inside, is_other) {
                    self.writer.no_numbers.insert(inside.tokens.to_string());
                }
                Ok(maybe.into_value())
            }
            (value, _) => Ok(value),
        }
    }

    /// The rows of the Jacobian: those of the value, and then those of each output.
    pub(crate) fn finish_result(
        &mut self,
        signature: &Signature,
        body: &syn::Block,
        result: Found<Value>,
    ) -> Found<Finished> {
        let end = body.stmts.last();
        let returned = &signature.interface.returned;
        let mut rows = Vec::new();
        let mut result = result?;
        if signature.shape_is_declared
            && returned.shape == Shape::Scalar
            && let Some(number) = self.behind_deref(&result)
        {
            result = number;
        }
        if signature.shape_is_declared {
            result = self.with_known_lists(result, &returned.shape)?;
        }
        let result = self.in_standard_layout(result);
        let result = self.with_lengths_of_result(result, signature, &end)?;
        let (shape, assembly) = match (&returned.value, result) {
            (None, value) => {
                self.writer.discard(value)?;
                (Shape::Tuple(Vec::new()), None)
            }
            (Some(_), result) => match self.assembled(&result, signature, &mut rows, body)? {
                Some((shape, assembly)) => (shape, Some(assembly)),
                None => (self.rows_of(signature, result, &mut rows, end)?, None),
            },
        };
        let fits = match &assembly {
            None => shape == returned.shape,
            Some(_) => shape.count() == returned.shape.count(),
        };
        if signature.shape_is_declared && !fits {
            self.refuse_size(&returned.shape, &shape, end);
        }
        for parameter in &signature.interface.parameters {
            if let Some(declared) = &parameter.output {
                let output = self.names.scopes.get(&parameter.name.to_string());
                let output = output.map(|binding| binding.value.clone()).ok_or(Stop)?;
                let name = &parameter.name;
                let said = (&*name.to_string(), &quote::quote!(#name));
                self.refuse_rearranged(said, declared, &output, end)?;
                let shape = self.push_rows(&output, &mut rows, end)?;
                if declared.count() != shape.count() {
                    self.refuse_size(declared, &shape, end);
                }
            }
        }
        if self.writer.builder.is_torn() {
            return self.writer.refuse(&end, messages::TORN_WIDTHS);
        }
        let fields = self.field_rows(signature, &mut rows, end)?;
        Ok(Finished {
            rows,
            shape,
            assembly,
            fields,
        })
    }

    /// The rows of a value that is made of numbers alone.
    fn rows_of(
        &mut self,
        signature: &Signature,
        result: Value,
        rows: &mut Vec<ValueId>,
        end: Option<&syn::Stmt>,
    ) -> Found<Shape> {
        match result {
            Value::Inactive(inactive) => self.opaque_result(signature, inactive, rows, end),
            result if signature.shape_is_declared => {
                let declared = &signature.interface.returned.shape;
                let result = self.with_opaque_parts(result, declared)?;
                self.push_rows(&result, rows, end)
            }
            result => self.push_rows(&result, rows, end),
        }
    }

    /// A result that depends on no independent still has rows, all of them empty.
    fn opaque_result(
        &mut self,
        signature: &Signature,
        inactive: Inactive,
        rows: &mut Vec<ValueId>,
        end: Option<&syn::Stmt>,
    ) -> Found<Shape> {
        if !signature.shape_is_declared {
            return self.writer.refuse(&end, messages::RESULT_WITHOUT_SHAPE);
        }
        let shape = signature.interface.returned.shape.clone();
        let name = syn::Ident::new("result", proc_macro2::Span::call_site());
        let name = self.writer.fresh(&name);
        let tokens = inactive.tokens;
        self.writer
            .keep_statement(quote::quote!(let #name = #tokens;), &inactive.mentions)?;
        for place in shape.places(&quote::quote!(#name)) {
            let place = Inactive {
                tokens: place,
                mentions: Vec::new(),
            };
            rows.push(self.writer.materialize(place, Behind::Nothing)?);
        }
        Ok(shape)
    }
}

/// A parameter of which each point has its own, if its numbers are followed.
fn of_point(signature: &Signature, name: &syn::Ident) -> Option<Value> {
    let own = signature.interface.of_point(name)?;
    let mut numbers = own.numbers.iter().map(|(_, number)| Value::Scalar(*number));
    (own.data == Data::Followed).then(|| Value::of_shape(&own.shape, &mut numbers))
}

fn place(tokens: TokenStream) -> Value {
    Value::Inactive(Inactive {
        tokens,
        mentions: Vec::new(),
    })
}

fn is_path_to(callee: &Expr, name: &str) -> bool {
    matches!(callee, Expr::Path(path) if path.path.segments.last().is_some_and(|segment| segment.ident == name))
}
