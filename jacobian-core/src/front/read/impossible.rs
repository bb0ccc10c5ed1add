//! Signatures without a Jacobian, and options that a function cannot have: `as` and `batch`.

use quote::ToTokens;

use crate::interface::{Parameter, Returned, Wrapper};
use crate::ir::Precision;

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::definitions::Body;
use crate::front::read::generics;
use crate::front::read::given_values::followed;
use crate::front::read::impl_parameters::has_impl_trait;
use crate::front::read::open_fields::lengths_of_fields;
use crate::front::read::outputs::{FieldOutput, is_written};
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::{Reader, Scalars};
use crate::front::read::service::Service;
use crate::front::read::unchosen_types::any_type_unchosen;
use crate::front::syntax::fields_read::FieldsRead;
use crate::front::syntax::inspect::mentions_self;
use crate::front::syntax::list_lengths::changes_length;
use crate::front::syntax::open_lengths;
use crate::front::syntax::tokens::names_any;
use crate::front::syntax::types::{
    behind_reference, is_mutable_borrow, is_other_primitive, is_unrecognized, list_element,
    run_time_matrix, type_parameter,
};

/// The message about vectors and matrices without lengths, `dim(a = [3, 2], x = 6)`.
fn lengths_not_given(parameters: &[Parameter]) -> Option<String> {
    let open = parameters.iter().filter(|of| is_unrecognized(of));
    let open = open.filter_map(|of| {
        let example = open_lengths::example(&of.ty)?;
        Some(format!("{} = {example}", of.name))
    });
    let open: Vec<String> = open.collect();
    (!open.is_empty()).then(|| messages::lengths_not_given(&open.join(", ")))
}

/// Types of std without arguments.
const OF_STD: &[&str] = &[
    "String", "Duration", "Instant", "Ordering", "Path", "PathBuf", "Self",
];

impl Reader<'_> {
    /// Reports what makes a Jacobian, or what an option asks for, impossible.
    pub(crate) fn refuse_impossible(
        &mut self,
        function: &syn::ItemFn,
        parameters: &[Parameter],
        returned: &Returned,
        (precision, columns, outputs): (Precision, &[Column], &[FieldOutput]),
    ) {
        self.refuse_open_lengths(parameters, columns, &function.sig);
        if columns.is_empty() && self.diagnostics.is_empty() {
            self.nothing_active(parameters, function, returned);
        }
        self.refuse_unused(parameters, function, columns);
        let mut written = parameters.iter().map(|parameter| &parameter.output);
        let has_outputs = !outputs.is_empty() || written.any(Option::is_some);
        if returned.value.is_none() && !has_outputs && self.diagnostics.is_empty() {
            self.nothing_returned(parameters, function);
        }
        self.refuse_given(
            parameters,
            function.sig.receiver(),
            &followed(columns, outputs),
        );
        self.refuse_changed_lengths(function, parameters, columns);
        self.refuse_open_ranks(parameters);
        self.limit_sizes(parameters, &returned.shape, &function.sig);
        if self.arguments.function_struct.is_some() {
            self.refuse_struct(function, (parameters, returned.wrapper), (columns, outputs));
        }
        if self.arguments.extras.batch {
            self.refuse_batch(
                (function, parameters),
                (precision, returned.wrapper),
                (columns, outputs),
            );
        }
    }

    /// Refuses results with a const parameter for a length, `SMatrix<f64, N, 1>`, whose value
    /// nothing says, and such parameters if there are no variables without them.
    fn refuse_open_lengths(
        &mut self,
        parameters: &[Parameter],
        columns: &[Column],
        signature: &syn::Signature,
    ) {
        let parameters = parameters.iter().filter(|_| columns.is_empty());
        let types = parameters.map(|found| &found.ty);
        let result = match &signature.output {
            syn::ReturnType::Type(_, ty) => Some(&**ty),
            syn::ReturnType::Default => None,
        };
        let constant = |length: &syn::Expr| self.constant(length);
        let mut types = types.chain(result);
        let open = types.find_map(|ty| open_lengths::of_matrix(ty, &constant));
        if let Some(length) = open {
            let message = messages::length_not_known(&length.to_string());
            self.diagnostics.error_at(&length, &message);
        }
    }

    /// Reports that nothing is active. If a type looks like a type parameter of the `impl` around,
    /// the message says so.
    fn nothing_active(
        &mut self,
        parameters: &[Parameter],
        function: &syn::ItemFn,
        returned: &Returned,
    ) {
        let signature = &function.sig;
        let unbounded = parameters.iter().find_map(|parameter| {
            let name = type_parameter(&parameter.ty)?;
            let own = signature
                .generics
                .type_params()
                .any(|own| own.ident == *name);
            (!own).then_some(name)
        });
        if let Some(name) = unbounded {
            let message = messages::bounds_not_seen(&name.to_string());
            self.diagnostics.error(name.span(), &message);
            return;
        }
        let is_changed = signature.receiver().is_some_and(is_written);
        let has_rows = returned.shape.count() > 0 || is_changed;
        let mut read = fields_read(parameters, function);
        let generic = |path: &str| {
            let path: FieldPath = syn::parse_str(path).ok()?;
            let ty = self.generic_unseen(&path, parameters)?;
            Some(messages::no_number_in_view(&path.to_string(), &ty))
        };
        let no_number = read.paths().find_map(generic);
        read.retain(|path| generic(path).is_none());
        let read = (has_rows && !read.is_empty()).then_some(read);
        let open = lengths_not_given(parameters);
        let open = open.or_else(|| {
            let this = signature
                .receiver()
                .map(|_| ("self".to_owned(), syn::parse_quote!(Self)));
            let others = parameters.iter();
            let others = others.map(|found| (found.name.to_string(), found.ty.clone()));
            let all = this.into_iter().chain(others).filter(|_| has_rows);
            lengths_of_fields(self.arguments, all)
        });
        let unchosen = || any_type_unchosen(signature, self.arguments);
        let message = open.or_else(|| unchosen().filter(|_| has_rows));
        let message = message.or_else(|| {
            read.map(|read| {
                messages::fields_not_in_view(&read.listed(), read.first_list().as_deref())
            })
        });
        let message = message.or_else(|| no_number.filter(|_| has_rows));
        let message = message.or_else(|| self.type_not_in_view(parameters, &signature.generics));
        let message = message.as_deref().unwrap_or(messages::NOTHING_ACTIVE);
        self.diagnostics.error_at(&signature.ident, message);
    }

    /// Refuses variables that are chosen by default if the function uses none of them, but computes
    /// with fields: a Jacobian without entries is not what the user asked for.
    fn refuse_unused(
        &mut self,
        parameters: &[Parameter],
        function: &syn::ItemFn,
        columns: &[Column],
    ) {
        let is_asked = self.arguments.service == Service::Asked;
        if self.arguments.wrt.is_some() || !is_asked || columns.is_empty() {
            return;
        }
        let body = function.block.to_token_stream();
        let is_unused = |column: &Column| {
            let root = column.path.root.to_string();
            column.position.is_some() && !names_any(&body, &[&root])
        };
        if !columns.iter().all(is_unused) {
            return;
        }
        let mut read = fields_read(parameters, function);
        read.retain(|path| {
            let path = syn::parse_str::<FieldPath>(path).ok();
            path.is_some_and(|path| self.may_hold_numbers(&path, parameters))
        });
        if !read.is_empty() {
            let inputs = function.sig.inputs.iter();
            let patterns: Vec<&syn::Pat> = inputs
                .filter_map(|input| match input {
                    syn::FnArg::Typed(typed) => Some(&*typed.pat),
                    syn::FnArg::Receiver(_) => None,
                })
                .collect();
            let named = |column: &Column| match patterns.get(column.position?) {
                Some(syn::Pat::Wild(_)) => Some("_".to_owned()),
                _ => Some(column.path.to_string()),
            };
            let unused: Vec<String> = columns.iter().filter_map(named).collect();
            let message = messages::variables_not_used(
                &unused.join("`, `"),
                &read.listed(),
                read.first_list().as_deref(),
            );
            self.diagnostics.error_at(&function.sig.ident, &message);
        }
    }

    /// Whether a field may be a number or hold some, as far as its type is in view.
    fn may_hold_numbers(&self, path: &FieldPath, parameters: &[Parameter]) -> bool {
        let types = &self.arguments.types;
        let written = self.type_of_path(path, parameters);
        let written = written.map(|written| types.behind_names(&written));
        let is_other = written.is_some_and(|written| {
            let ty = behind_reference(&written.ty);
            is_other_primitive(ty) || list_element(ty).is_some_and(is_other_primitive)
        });
        !is_other && self.generic_unseen(path, parameters).is_none()
    }

    /// Refuses `dim` of an array of ndarray whose type does not say that it has one dimension or
    /// two. Its methods do not do what those of a list do.
    fn refuse_open_ranks(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            let is_given = self.arguments.dim(&parameter.name).is_some();
            let Arguments { types, home, .. } = self.arguments;
            let is_own = types.key_of(&parameter.ty, home).is_some();
            if is_given && !is_own && open_lengths::is_of_open_rank(&parameter.ty) {
                let message = messages::dimensions_not_in_view(&parameter.name.to_string());
                self.diagnostics.error(parameter.name.span(), &message);
            }
        }
    }

    /// The message about the first parameter of a type that is not known, if there is one.
    fn type_not_in_view(
        &self,
        parameters: &[Parameter],
        generics: &syn::Generics,
    ) -> Option<String> {
        let is_function = |name: &str| {
            let mut own = generics.type_params();
            let own = own.find(|own| own.ident == name);
            let bounds = own.map(|own| generics::bounds_of(own, generics));
            bounds.is_some_and(|bounds| names_any(&bounds, &["Fn", "FnMut", "FnOnce"]))
        };
        parameters.iter().find_map(|parameter| {
            let syn::Type::Path(path) = behind_reference(&parameter.ty) else {
                return None;
            };
            // Types of std have arguments, or cannot hold numbers.
            let name = path.path.get_ident()?.to_string();
            let is_open = is_unrecognized(parameter)
                && !OF_STD.contains(&name.as_str())
                && !is_function(&name);
            let Arguments { types, home, .. } = self.arguments;
            let key = types.key_of(&parameter.ty, home);
            let definition = key.and_then(|key| types.definition(&key));
            let is_enum = match definition.map(|found| &found.body) {
                Some(Body::Enum(_)) => true,
                Some(_) => return None,
                None => false,
            };
            let said = parameter.name.to_string();
            is_open.then(|| messages::type_not_in_view(&said, &name, is_enum))
        })
    }

    /// Refuses `dim` about an inactive list that the function makes longer or shorter.
    fn refuse_changed_lengths(
        &mut self,
        function: &syn::ItemFn,
        parameters: &[Parameter],
        columns: &[Column],
    ) {
        for (position, parameter) in parameters.iter().enumerate() {
            let is_given = self.arguments.dim(&parameter.name).is_some();
            let mut columns = columns.iter();
            let is_column = columns.any(|column| column.position == Some(position));
            let is_followed = is_column || parameter.output.is_some();
            let may_change = parameter.mutability.is_some() || is_mutable_borrow(&parameter.ty);
            if is_given
                && may_change
                && !is_followed
                && !matches!(behind_reference(&parameter.ty), syn::Type::Array(_))
                && changes_length(&function.block, &parameter.name)
            {
                let message = messages::given_length_changes(&parameter.name.to_string());
                self.diagnostics.error(parameter.name.span(), &message);
            }
        }
    }

    /// Refuses `as` unless the function is a free function of values and references that cannot
    /// fail.
    pub(crate) fn refuse_struct(
        &mut self,
        function: &syn::ItemFn,
        (parameters, wrapper): (&[Parameter], Wrapper),
        (columns, outputs): (&[Column], &[FieldOutput]),
    ) {
        let reason = if let Some(reason) = not_flat(parameters, columns, outputs) {
            reason
        } else if function.sig.receiver().is_some()
            || mentions_self(function)
            || self.arguments.is_of_trait
        {
            "it is a method"
        } else if self.reading.scalars == Scalars::Two {
            "it mixes `f32` and `f64`"
        } else if wrapper != Wrapper::Plain {
            "it can fail"
        } else if !self.arguments.requests.is_empty() {
            "the caller gives the derivative of a parameter"
        } else if !function.sig.generics.params.is_empty() || has_impl_trait(function) {
            "it has lifetime or type parameters"
        } else {
            return;
        };
        self.diagnostics
            .error_at(&function.sig.ident, &messages::struct_impossible(reason));
    }

    /// Refuses `batch` for a function that cannot be computed for several points at once.
    pub(crate) fn refuse_batch(
        &mut self,
        (function, parameters): (&syn::ItemFn, &[Parameter]),
        (precision, wrapper): (Precision, Wrapper),
        (columns, outputs): (&[Column], &[FieldOutput]),
    ) {
        let reason = if let Some(reason) = not_flat(parameters, columns, outputs) {
            reason
        } else if wrapper != Wrapper::Plain {
            "it can fail"
        } else if precision != Precision::Double {
            "its scalar is not `f64`"
        } else if self.reading.scalars == Scalars::Two {
            "it mixes `f32` and `f64`"
        } else if !self.arguments.requests.is_empty() {
            "the caller gives the derivative of a parameter"
        } else if has_impl_trait(function) {
            "it has a parameter of type `impl Trait`"
        } else {
            return;
        };
        self.diagnostics
            .error_at(&function.sig.ident, &messages::batch_impossible(reason));
    }
}

/// Why independents and outputs cannot be one array of numbers each, if they cannot.
pub(crate) fn not_flat(
    parameters: &[Parameter],
    columns: &[Column],
    outputs: &[FieldOutput],
) -> Option<&'static str> {
    Some(if columns.iter().any(Column::is_field) {
        "an independent is a field"
    } else if columns.iter().any(|column| column.shape.is_only_read()) {
        "an independent is an enum or a list of structs"
    } else if columns.iter().any(|column| column.is_optional(parameters)) {
        "an independent is optional"
    } else if columns.iter().any(|column| column.is_changed(parameters)) {
        "an independent is changed in place"
    } else if !outputs.is_empty() {
        "an output is a field"
    } else if has_run_time_matrix(parameters) {
        "a parameter is a matrix whose type does not say its dimensions"
    } else {
        return None;
    })
}

/// Whether there is a parameter such as a `DVector` of nalgebra.
fn has_run_time_matrix(parameters: &[Parameter]) -> bool {
    let mut types = parameters.iter().map(|parameter| &parameter.ty);
    types.any(|ty| run_time_matrix(ty).is_some())
}

/// The fields of `self` and of parameters that a function reads.
fn fields_read(parameters: &[Parameter], function: &syn::ItemFn) -> FieldsRead {
    let this = function.sig.receiver().map(|_| "self".to_owned());
    let others = parameters.iter().map(|found| found.name.to_string());
    FieldsRead::of(this.into_iter().chain(others).collect(), &function.block)
}
