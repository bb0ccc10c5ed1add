//! What both ends of the compiler know of the user's function: its names, types and places.
//!
//! The front writes it, the back reads it, the middle never sees it. A *place* is an expression
//! that reads or writes one scalar: `x[3]`, `value.0`, `*y`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::ir::{OpaqueId, Precision, ValueId, Width};

pub(crate) use crate::shape::{Access, ConstArguments, Layout, Maker, Shape};

/// A floating-point type that is a type parameter.
#[derive(Clone, Debug)]
pub(crate) struct GenericScalar {
    /// Its name.
    pub(crate) name: Ident,
    /// What stands behind the colon.
    pub(crate) bounds: TokenStream,
    /// Whether it is the parameter of the `impl` around the method, not of the method.
    pub(crate) is_of_impl: bool,
}

/// How the result is wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    /// Not at all.
    Plain,
    /// `Result<_, E>`; the variant of success is `Ok`.
    Result,
    /// `Option<_>`; the variant of success is `Some`.
    Option,
}

/// What the function returns.
#[derive(Clone, Debug)]
pub(crate) struct Returned {
    /// The type without its wrapper; `None` where the function returns nothing to differentiate.
    pub(crate) value: Option<syn::Type>,
    /// Its shape.
    pub(crate) shape: Shape,
    /// How it is wrapped.
    pub(crate) wrapper: Wrapper,
    /// The declared type, wrapper included.
    pub(crate) declared: Option<syn::Type>,
    /// The value as an expression of its rows, if it holds more than numbers. The shape is that of
    /// the rows then.
    pub(crate) assembly: Option<TokenStream>,
}

/// One parameter of the generated functions.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// Its name.
    pub(crate) name: Ident,
    /// `mut`, where the user's own code may assign to parts of it.
    pub(crate) mutability: Option<syn::Token![mut]>,
    /// Its type, as the user wrote it.
    pub(crate) ty: syn::Type,
    /// Its shape, where it is an independent.
    pub(crate) independent: Option<Shape>,
    /// Its shape, where it is an output.
    pub(crate) output: Option<Shape>,
}

impl Parameter {
    /// Where the scalars of an output are written; nothing for a parameter that is none.
    pub(crate) fn output_places(&self) -> Vec<TokenStream> {
        let name = &self.name;
        match &self.output {
            None => Vec::new(),
            Some(Shape::Scalar) => vec![quote!(*#name)],
            Some(shape) => shape.places_written(&quote!(#name)),
        }
    }
}

/// An opaque piece of the user's code, kept as tokens.
#[derive(Clone, Debug)]
pub(crate) enum Opaque {
    /// An expression that yields a scalar.
    Scalar {
        /// The expression.
        expression: TokenStream,
        /// Whether it may be a reference to the scalar, as operands of arithmetic may be.
        reference: bool,
    },
    /// An expression of an integer type that stays what it is.
    Integer(TokenStream),
    /// A statement, for its effect or its bindings.
    Statement(TokenStream),
    /// What decides between the arms of a branch.
    Branch {
        /// The conditions.
        head: Head,
        /// Variables of the user's types that the arms assign.
        declared: Vec<Ident>,
    },
    /// A condition that ends a loop as an iteration ends.
    Condition(TokenStream),
}

/// What decides between the arms of a branch.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    /// Nothing: the one arm is a part of the computation that is differentiated by itself.
    Always,
    /// The condition of the first of two arms.
    If(TokenStream),
    /// What is matched, and the pattern of each arm, with its guard.
    Match(TokenStream, Vec<TokenStream>),
}

/// A claim of an option about a parameter, which only run time can confirm.
#[derive(Clone, Debug)]
pub(crate) struct ParameterCheck {
    pub(crate) name: Ident,
    /// The parameter, or a field of it.
    pub(crate) place: TokenStream,
    pub(crate) expected: Expected,
}

/// The claim about a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// A list of this length, `dim(x = 6)`.
    Length(usize),
    /// A list of lists of this length, of lists of that length and so on, `dim(x = [6, 2])`.
    LengthsInside(Vec<usize>),
    /// A list of lists of different lengths, or of structs with lists, `dim(x = [2, { w: 3 }])`.
    Inside(Shape),
    /// A matrix of ndarray with these rows and columns, `dim(a = [2, 3])`.
    Shape(usize, usize),
    /// Missing, or a list of this length.
    LengthIfPresent(usize),
    /// This integer, `const(n = 6)` or `const(self.n = 6)`.
    Value(i128),
}

impl Interface {
    /// Whether the function returns a number, and no list of numbers.
    pub(crate) fn is_one_number(&self) -> bool {
        let is_scalar = matches!(self.returned.shape, Shape::Scalar);
        is_scalar && self.returned.value.is_some() && self.n_rows_declared() == 1
    }

    /// The parameter of this name, if each point of a batch has its own.
    pub(crate) fn of_point(&self, name: &Ident) -> Option<&PerPoint> {
        self.extras.per_point.iter().find(|own| own.name == *name)
    }

    /// The number of rows that the signature alone promises.
    pub(crate) fn n_rows_declared(&self) -> usize {
        let value = self
            .returned
            .value
            .as_ref()
            .map_or(0, |_| self.returned.shape.count());
        let outputs = self
            .parameters
            .iter()
            .filter_map(|parameter| parameter.output.as_ref());
        value + outputs.map(Shape::count).sum::<usize>() + self.field_outputs.len()
    }
}

impl ParameterCheck {
    /// The place as the user writes it, `n` or `self.order`.
    pub(crate) fn said(&self) -> String {
        let place = self.place.to_string().replace(' ', "");
        place.trim_start_matches('*').to_owned()
    }
}

/// What is generated only where it was asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The Jacobian-vector product.
    pub(crate) jvp: bool,
    /// The vector-Jacobian product.
    pub(crate) vjp: bool,
    /// The functions of many points.
    pub(crate) batch: bool,
    /// The inactive parameters of which each point has its own.
    pub(crate) per_point: Vec<PerPoint>,
    /// The gradient, with the place of the option.
    pub(crate) gradient: Option<Span>,
    /// The Hessian, with the place of the option.
    pub(crate) hessian: Option<Span>,
    /// The product of the Hessian with a vector, with the place of the option.
    pub(crate) hvp: Option<Span>,
    /// Labels for many products at one point, with the place of the option.
    pub(crate) linearize: Option<Span>,
    /// The normal equations.
    pub(crate) normal: Option<Normal>,
    /// Versions for several instruction sets, with the place of the option.
    pub(crate) dispatch: Option<Span>,
    /// Comparison with the user's function in debug builds, with the place of the option.
    pub(crate) verify: Option<Span>,
}

impl Extras {
    /// The same without versions.
    pub(crate) fn in_one_version(&self) -> Self {
        Self {
            dispatch: None,
            ..self.clone()
        }
    }

    /// Whether anything is compiled from the function again.
    pub(crate) fn ask_for_products(&self) -> bool {
        self.jvp || self.vjp || self.linearize.is_some() || self.hvp.is_some()
    }
}

/// The option `normal`, the normal equations of least squares.
#[derive(Clone, Debug)]
pub(crate) struct Normal {
    /// The place of the option.
    pub(crate) span: Span,
    pub(crate) weights: Weights,
    pub(crate) loss: Option<Loss>,
}

/// The weights of residuals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Weights {
    /// All are one.
    #[default]
    None,
    /// A number for each.
    Diagonal,
    /// The square root of the information matrix.
    SqrtInformation,
}

/// A robust loss: a function of the squared norm, `huber(0.5)` for `|s| huber(s, 0.5)`.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) function: syn::Path,
    /// The arguments behind the squared norm.
    pub(crate) arguments: Vec<syn::Expr>,
}

impl Extras {
    /// Whether second derivatives are asked for.
    pub(crate) fn is_second_order(&self) -> bool {
        self.hessian.is_some() || self.hvp.is_some()
    }
}

/// Everything about the user's function that is not arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Interface {
    /// The name of the function.
    pub(crate) name: Ident,
    /// What the names of the generated items start with, in snake case.
    pub(crate) prefix: String,
    /// The span the generated names carry.
    pub(crate) span: Span,
    /// Whether it is a method of a trait, which need not be in scope.
    pub(crate) is_of_trait: bool,
    /// Its visibility.
    pub(crate) visibility: syn::Visibility,
    /// Attributes for every generated item: `cfg`, `deprecated`, lint levels.
    pub(crate) attributes: Vec<syn::Attribute>,
    /// Attributes for the generated functions only: `inline`.
    pub(crate) inline: Vec<syn::Attribute>,
    /// Lifetimes.
    pub(crate) generics: syn::Generics,
    /// `self` in one of its forms.
    pub(crate) receiver: Option<syn::Receiver>,
    /// Whether it stands in an `impl`, so that constants are reached through `Self`.
    pub(crate) is_method: bool,
    /// In order of declaration.
    pub(crate) parameters: Vec<Parameter>,
    /// The names of the independents, in the order of their columns.
    pub(crate) columns: Vec<String>,
    /// The number of columns of each of them.
    pub(crate) column_counts: Vec<usize>,
    /// The places of the independents, column by column.
    pub(crate) independents: Vec<TokenStream>,
    /// For each of them, whether the next one follows it in memory.
    pub(crate) are_followed: Vec<bool>,
    /// The result.
    pub(crate) returned: Returned,
    /// The places of the fields that are outputs, after those of the parameters.
    pub(crate) field_outputs: Vec<TokenStream>,
    /// Slices whose length is asserted.
    pub(crate) parameter_checks: Vec<ParameterCheck>,
    /// Statements that compile only where fields have the types that were said of them.
    pub(crate) type_checks: Vec<TokenStream>,
    /// Such statements that belong into another module of the attributed one, with its number.
    pub(crate) checks_elsewhere: Vec<(usize, Vec<TokenStream>)>,
    /// Constants that `const(..)` gave values, checked at compile time.
    pub(crate) constant_checks: Vec<(syn::Path, i128)>,
    /// The floating-point type.
    pub(crate) precision: Precision,
    /// The type of each independent, if the function mixes two. Its Jacobian is of `f64` then.
    pub(crate) widths: Vec<Width>,
    /// The type parameter that is the floating-point type.
    pub(crate) scalar: Option<GenericScalar>,
    /// What a mention of the function has to say of its type and const parameters: `::<T, 3>`.
    pub(crate) turbofish: Option<TokenStream>,
    /// Whether a mention of the function can say all its types. Those of `impl Trait` it cannot.
    pub(crate) can_be_named: bool,
    /// What the documentation says of the parameters with derivatives that the caller supplies.
    pub(crate) supplied: Vec<String>,
    /// The opaque pieces of the code list.
    pub(crate) opaques: Vec<Opaque>,
    /// Items of the function's body that opaque pieces may name.
    pub(crate) items: Vec<TokenStream>,
    /// Where the runtime lives.
    pub(crate) runtime: syn::Path,
    /// The name of the unit struct that implements `Function`, if asked for.
    pub(crate) function_struct: Option<Ident>,
    /// What else was asked for.
    pub(crate) extras: Extras,
}

/// An inactive parameter of which each point of a batch has its own, `batch(per_point(t))`.
#[derive(Clone, Debug)]
pub(crate) struct PerPoint {
    pub(crate) name: Ident,
    pub(crate) shape: Shape,
    /// The places of its numbers.
    pub(crate) places: Vec<TokenStream>,
    pub(crate) data: Data,
    /// The pieces of code that read these places, and their values, if the numbers are followed.
    pub(crate) numbers: Vec<(OpaqueId, ValueId)>,
}

/// How the function uses the numbers of a parameter that differs by point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Data {
    /// Each number is a value of the code list, so what is computed with it can be put into lanes.
    Followed,
    /// The user's own code names the parameter, so points are evaluated one after the other.
    Kept,
}
