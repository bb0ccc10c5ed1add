//! The signature: independents, outputs and the result.

use std::rc::Rc;

use crate::diag::Diagnostics;
use crate::interface::{Interface, Parameter, ParameterCheck, Returned, Shape};
use crate::ir::{Precision, Width};

use crate::front::messages;
use crate::front::read::arguments::Arguments;
use crate::front::read::column::Column;
use crate::front::read::definitions::Types;
use crate::front::read::generics;
use crate::front::read::given_values::{named_constants, parameter_checks};
use crate::front::read::impl_parameters::{self, Variables};
use crate::front::read::lengths;
use crate::front::read::outputs::{FieldOutput, places};
use crate::front::read::own_shapes::has_struct;
use crate::front::read::paths::FieldPath;
use crate::front::read::placed_shapes::matrix_by_dim;
use crate::front::read::reader::{Reader, Reading};
use crate::front::read::returned::lengths_of_result;
use crate::front::read::supplied::Supplied;
use crate::front::read::trait_marks;
use crate::front::read::type_arguments::with_types;
use crate::front::syntax::inspect::mentions_self;
use crate::front::syntax::matrix_types;
use crate::front::syntax::types::{behind_reference, holds_list};

/// A signature that can be differentiated.
#[derive(Clone, Debug)]
pub(crate) struct Signature {
    pub(crate) interface: Interface,
    /// Patterns of parameters that are not plain names.
    pub(crate) patterns: Vec<Option<syn::Pat>>,
    /// The independents, in the order of their columns.
    pub(crate) columns: Vec<Column>,
    /// The fields that are outputs.
    pub(crate) outputs: Vec<FieldOutput>,
    /// Whether the type of the result gives its shape.
    pub(crate) shape_is_declared: bool,
    /// The lengths that options give the lists in the result.
    pub(crate) result_lengths: Vec<(FieldPath, Shape)>,
    /// Parameters of unrecognized types. Empty if `wrt` lists the independents.
    pub(crate) suspects: Vec<String>,
    /// The traits of other people that the scalar had before it was a number.
    pub(crate) scalar_traits: Vec<String>,
    /// The functions whose derivatives the caller supplies.
    pub(crate) supplied: Vec<Rc<Supplied>>,
    /// The types in rules, by the numbers of the rules.
    pub(crate) typed_rules: Vec<(usize, Rc<Supplied>)>,
    /// The body with values in place of const parameters, if there are any.
    pub(crate) block: Option<syn::Block>,
}

impl Signature {
    /// Whether a field that is an independent or an output may be missing.
    pub(crate) fn is_optional_field(&self, path: &FieldPath) -> bool {
        let mut columns = self.columns.iter();
        let mut outputs = self.outputs.iter();
        columns.any(|column| column.is_optional_field && column.path == *path)
            || outputs.any(|output| output.is_optional && output.path == *path)
    }

    /// The parameter of each column, by position.
    pub(crate) fn columns_of_parameters(&self) -> Vec<Option<usize>> {
        let columns = self.columns.iter();
        let each = columns.flat_map(|column| vec![column.position; column.shape.count()]);
        each.collect()
    }

    /// Whether an output is a struct, with numbers of many meanings.
    pub(crate) fn is_output_of_structs(&self, position: usize) -> bool {
        let shape = self.interface.parameters[position].output.as_ref();
        shape.is_some_and(|shape| !shape.is_list() && has_struct(&Types::default(), shape))
    }

    /// Whether a result of this type is made of floating-point numbers alone, in known places.
    pub(crate) fn is_of_numbers(&self, ty: &syn::Type) -> bool {
        self.shape_is_declared && !holds_list(ty)
    }

    /// Whether anything but the result has rows.
    pub(crate) fn has_outputs(&self) -> bool {
        let mut parameters = self.interface.parameters.iter();
        !self.outputs.is_empty() || parameters.any(|parameter| parameter.output.is_some())
    }

    /// Whether an independent is a parameter of this type.
    pub(crate) fn has_independent_of(&self, ty: &syn::Type) -> bool {
        let parameters = self.interface.parameters.iter();
        let mut independents = parameters.filter(|parameter| parameter.independent.is_some());
        independents.any(|parameter| behind_reference(&parameter.ty) == ty)
    }

    /// Understands the signature, or reports why it cannot.
    pub(crate) fn understand(
        function: &syn::ItemFn,
        arguments: &Arguments,
        reading: Reading,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        refuse_modifiers(&function.sig, diagnostics);
        generics::refuse_constant_types(function, arguments, diagnostics);
        // An inactive parameter of such a type stays as it is.
        let is_variable = |name: &syn::Ident| {
            let listed = arguments.wrt.iter().flatten();
            arguments.wrt.is_none() || listed.into_iter().any(|path| path.root == *name)
        };
        let has_length = |name: &syn::Ident| arguments.dim(name).is_some();
        let scalars = generics::names_of_scalars(function, arguments);
        let variables = Variables {
            is_variable: &is_variable,
            has_length: &has_length,
            scalars: &scalars,
        };
        let plain = impl_parameters::plain_parameters(function, &variables);
        let turbofish = generics::turbofish(function, arguments, &plain);
        let typed = with_types(function, arguments);
        let (original, function) = (function, typed.as_ref().unwrap_or(function));
        let meant = arguments
            .types
            .without_associated(function, &arguments.home);
        let function = meant.as_ref().unwrap_or(function);
        let named = plain;
        let numbers = impl_parameters::plain(function, &named, &variables);
        let plain = numbers.as_ref().unwrap_or(function);
        let mut signature = Self::of_numbers(plain, arguments, reading, diagnostics)?;
        signature.interface.turbofish = turbofish;
        signature.interface.can_be_named = !impl_parameters::has_impl_trait(original)
            && !impl_parameters::has_lists(&named)
            && !arguments.is_of_trait;
        if signature.block.is_none() {
            let changed = meant.as_ref().or(typed.as_ref());
            signature.block = changed.map(|function| (*function.block).clone());
        }
        if numbers.is_some() {
            signature.scalar_traits.push("Into".to_owned());
        }
        Some(signature)
    }

    /// The same for a function whose variables are numbers.
    fn of_numbers(
        function: &syn::ItemFn,
        arguments: &Arguments,
        reading: Reading,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let checked = generics::checked_constants(function, arguments);
        let scalar_traits = generics::traits_of_scalars(function, arguments);
        let mut type_checks = trait_marks::of_function(function, arguments);
        let concrete = generics::concrete(function, arguments, diagnostics);
        let function = concrete.as_ref().unwrap_or(function);
        let scalar =
            generics::scalar_parameter(&function.sig, arguments.around.as_ref(), diagnostics);
        if !diagnostics.is_empty() {
            return None;
        }
        let mut reader = Reader {
            arguments,
            scalar: scalar.as_ref().map(|scalar| &scalar.name),
            reading,
            diagnostics,
        };
        let (function, supplied) = &reader.supply(function);
        let (sig, typed_rules) = (&function.sig, reader.typed_rules());
        let (parameters, patterns) = reader.parameters(sig);
        let mut columns = reader.columns(&parameters, sig.receiver());
        let outputs = reader.field_outputs(&parameters, sig, &mut columns);
        let (returned, shape_is_declared) = reader.returned(sig, &parameters, &outputs);
        let suspects = reader.suspects(&parameters, &columns);
        let (precision, widths) = reader.scalars(&parameters, &columns, &sig.output);
        let extras = reader.extras(&parameters, &columns);
        let numbers = (precision, &*columns, &*outputs);
        reader.refuse_impossible(function, &parameters, &returned, numbers);
        reader.refuse_verify(function, &parameters, (&returned, &columns, &outputs));
        if !reader.diagnostics.is_empty() {
            return None;
        }
        // A generic `impl` may contain a method on `f64` or `f32`, which has no generic scalar. The
        // other type of a function of two, `fn f<R: Real>(x: f64, k: R)`, is one more parameter.
        let scalar = scalar.filter(|_| precision == Precision::Generic);
        let interface = interface(
            function, arguments, parameters, returned, precision, &columns, &outputs,
        );
        type_checks.extend(checks(&interface, arguments, &columns, &outputs));
        let interface = Interface {
            type_checks,
            is_method: interface.is_method || scalar.iter().any(|scalar| scalar.is_of_impl),
            scalar,
            supplied: supplied.iter().map(|one| one.doc()).collect(),
            independents: held(&interface.independents, &widths),
            widths,
            extras,
            constant_checks: named_constants(checked, &interface.parameters, arguments),
            ..interface
        };
        Some(Self {
            interface,
            scalar_traits,
            block: concrete.map(|function| *function.block),
            patterns,
            columns,
            outputs,
            supplied: supplied.clone(),
            typed_rules,
            shape_is_declared,
            result_lengths: lengths_of_result(arguments, sig),
            suspects,
        })
    }
}

/// The checks of parameters and of fields, of which some may be missing.
fn checks_of(
    parameters: &[Parameter],
    arguments: &Arguments,
    (columns, outputs): (&[Column], &[FieldOutput]),
) -> Vec<ParameterCheck> {
    let columns = columns.iter().filter(|column| column.is_optional_field);
    let outputs = outputs.iter().filter(|output| output.is_optional);
    let columns = columns.map(|column| &column.path);
    let optional: Vec<&FieldPath> = columns.chain(outputs.map(|output| &output.path)).collect();
    parameter_checks(parameters, arguments, &optional)
}

/// The number of scalars of each column.
fn counts_of(columns: &[Column], parameters: &[Parameter]) -> Vec<usize> {
    let counts = columns.iter();
    counts
        .map(|column| column.places(parameters).len())
        .collect()
}

fn interface(
    function: &syn::ItemFn,
    arguments: &Arguments,
    mut parameters: Vec<Parameter>,
    returned: Returned,
    precision: Precision,
    columns: &[Column],
    outputs: &[FieldOutput],
) -> Interface {
    for (position, parameter) in parameters.iter_mut().enumerate() {
        let is_column = |column: &Column| column.position == Some(position);
        if !columns.iter().any(is_column) {
            parameter.independent = None;
        }
    }
    let independents = columns
        .iter()
        .flat_map(|column| column.places(&parameters))
        .collect();
    let signature = &function.sig;
    let prefix = arguments.prefix.as_ref().unwrap_or(&signature.ident);
    Interface {
        name: signature.ident.clone(),
        prefix: syn::ext::IdentExt::unraw(prefix).to_string(),
        span: prefix.span(),
        visibility: function.vis.clone(),
        attributes: carried(
            &function.attrs,
            &["cfg", "deprecated", "allow", "warn", "expect"],
        ),
        inline: carried(&function.attrs, &["inline"]),
        generics: signature.generics.clone(),
        receiver: signature.receiver().cloned(),
        is_method: signature.receiver().is_some()
            || mentions_self(function)
            || arguments.around.is_some(),
        is_of_trait: arguments.is_of_trait,
        field_outputs: places(outputs, precision),
        parameter_checks: checks_of(&parameters, arguments, (columns, outputs)),
        constant_checks: Vec::new(),
        columns: columns
            .iter()
            .map(|column| column.path.to_string())
            .collect(),
        column_counts: counts_of(columns, &parameters),
        type_checks: columns
            .iter()
            .filter_map(|column| {
                let field = column.type_check(precision);
                field.or_else(|| column.scalar_check(&parameters, precision, arguments))
            })
            .collect(),
        checks_elsewhere: Vec::new(),
        independents,
        are_followed: columns.iter().flat_map(Column::are_followed).collect(),
        parameters,
        returned,
        precision,
        widths: Vec::new(),
        scalar: None,
        turbofish: None,
        can_be_named: true,
        supplied: Vec::new(),
        opaques: Vec::new(),
        items: Vec::new(),
        runtime: arguments.runtime.clone(),
        function_struct: arguments.function_struct.clone(),
        extras: arguments.extras.clone(),
    }
}

/// The places of independents as the `f64` that hold them, in a function that mixes two scalars.
fn held(places: &[proc_macro2::TokenStream], widths: &[Width]) -> Vec<proc_macro2::TokenStream> {
    let held = places.iter().enumerate().map(|(position, place)| {
        if widths.get(position) == Some(&Width::Single) {
            crate::spelling::widened(place)
        } else {
            place.clone()
        }
    });
    held.collect()
}

/// The checks of fields, and those of the matrices among independents, outputs and the result.
/// Before them, copies of optional independents; after them, copies of the fields that are outputs.
fn checks(
    interface: &Interface,
    arguments: &Arguments,
    columns: &[Column],
    outputs: &[FieldOutput],
) -> Vec<proc_macro2::TokenStream> {
    let optional = columns.iter();
    let optional =
        optional.filter_map(|column| column.copy(&interface.parameters, interface.precision));
    let mut checks: Vec<_> = optional.chain(interface.type_checks.clone()).collect();
    let constant = |length: &syn::Expr| lengths::constant(arguments, length);
    let shaped =
        |parameter: &&Parameter| parameter.independent.is_some() || parameter.output.is_some();
    let parameters = interface.parameters.iter().filter(shaped);
    let types = parameters.map(|parameter| &parameter.ty);
    let scalar = crate::spelling::scalar_type(interface.precision);
    let is_own = |path: &syn::Path| arguments.types.defines(path, &arguments.home);
    for ty in types.chain(&interface.returned.value) {
        for (ty, dimensions) in matrix_types::inside(ty, &constant, &is_own) {
            checks.push(matrix_types::check(&ty, dimensions, &scalar));
        }
    }
    for parameter in &interface.parameters {
        if let Some(dimensions) = run_time_dimensions(arguments, parameter) {
            let (name, said) = (&parameter.name, parameter.name.to_string());
            let place = quote::quote!(#name);
            checks.push(matrix_types::check_dimensions(
                &place, dimensions, &scalar, &said,
            ));
        }
    }
    let copy = |output: &FieldOutput| output.copy(interface.precision);
    checks.extend(outputs.iter().map(copy));
    checks
}

/// The dimensions that `dim` gives a matrix whose type does not say them.
pub(crate) fn run_time_dimensions(
    arguments: &Arguments,
    parameter: &Parameter,
) -> Option<(usize, usize)> {
    match matrix_by_dim(arguments, arguments.dim(&parameter.name)?, &parameter.ty)? {
        Shape::Matrix(rows, cols) => Some((rows, cols)),
        _ => None,
    }
}

fn refuse_modifiers(signature: &syn::Signature, diagnostics: &mut Diagnostics) {
    if let syn::Safety::Unsafe(token) = &signature.safety {
        diagnostics.error_at(token, messages::UNSAFE);
    }
    if let Some(token) = &signature.asyncness {
        diagnostics.error_at(token, messages::ASYNC);
    }
    if let Some(variadic) = &signature.variadic {
        diagnostics.error_at(variadic, messages::VARIADIC);
    }
}

fn carried(attributes: &[syn::Attribute], names: &[&str]) -> Vec<syn::Attribute> {
    let listed =
        |attribute: &&syn::Attribute| names.iter().any(|name| attribute.path().is_ident(name));
    // An inner attribute in the body, `#![allow(..)]`, applies to the function as well. `expect`
    // becomes `allow`, because the generated items may not cause the expected warning.
    let outer = |attribute: &syn::Attribute| {
        let mut attribute = syn::Attribute {
            style: syn::AttrStyle::Outer,
            ..attribute.clone()
        };
        if let (true, syn::Meta::List(list)) =
            (attribute.path().is_ident("expect"), &mut attribute.meta)
        {
            list.path = syn::parse_quote!(allow);
        }
        attribute
    };
    attributes.iter().filter(listed).map(outer).collect()
}
