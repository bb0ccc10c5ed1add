//! The option `rule(f)`: the caller supplies the derivative of a function that is a parameter.
//!
//! ```text
//! fn root(f: impl Fn(f64) -> f64, x: f64) -> f64          rule(f)
//! fn root_jacobian(f: .., x: f64, f_prime: impl Fn(f64) -> f64) -> ..
//! ```
//!
//! The type of `f` decides what `f_prime` returns: the same as `f`, with a *row* in place of each
//! number. A row has the partial by each argument of floating-point numbers. A partial has the type
//! of its argument, and several partials are a tuple.
//!
//! ```text
//! Fn(f64, f64) -> f64                    (f64, f64)
//! Fn(f64, &[f64; 2]) -> [f64; 2]         [(f64, [f64; 2]); 2]
//! Fn(&Vector3<f64>, usize) -> V          [Vector3<f64>; 2]       for a struct V of two numbers
//! Fn(f64, &[f64], &mut [f64])            Vec<(f64, Vec<f64>)>    without the output as an argument
//! ```

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Type};

use crate::interface::Shape;
use crate::spelling;

use crate::front::syntax::tokens::shown;

/// A function whose derivative is one more parameter of the generated functions.
#[derive(Debug)]
pub(crate) struct Supplied {
    pub(crate) called: Called,
    /// The parameter with the derivative.
    pub(crate) prime: Ident,
    pub(crate) arguments: Vec<Argument>,
    /// The shape of what it returns.
    pub(crate) returned: Option<Shape>,
    /// The lengths that `dim` gives the returned list, and the lists in it, outermost first.
    pub(crate) lengths: Vec<usize>,
}

/// The code that is called.
#[derive(Debug)]
pub(crate) enum Called {
    /// `f(x)`
    Parameter(Ident),
    /// `self.system.rhs(x)`: the object and the name of the method.
    Method(Expr, Ident),
    /// `(self.f)(x)`
    Field(Expr),
}

/// An argument of such a function.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) ty: Type,
    /// `None` if there is no partial by it.
    pub(crate) numbers: Option<Numbers>,
    pub(crate) way: Way,
}

/// Whether the function reads or writes an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    In,
    /// `&mut [f64]`, which it writes.
    Out,
}

/// The numbers in an argument.
#[derive(Debug)]
pub(crate) enum Numbers {
    Known(Shape),
    /// A list, whose length the call says.
    List(Box<Numbers>),
}

impl Argument {
    pub(crate) fn is_read(&self) -> bool {
        self.way == Way::In
    }

    pub(crate) fn has_partial(&self) -> bool {
        self.numbers.is_some() && self.way == Way::In
    }
}

impl Supplied {
    /// What the documentation of the generated functions says of the parameter.
    pub(crate) fn doc(&self) -> String {
        let callee = self.callee();
        let prime = &self.prime;
        let by = match self.partials() {
            1 => "its derivative",
            _ => "its partial derivatives",
        };
        format!("`{prime}` takes what `{callee}` takes, and gives {by}.")
    }

    /// The assertion that a result has the lengths of `dim`. Rows of others would be wrong.
    pub(crate) fn check_of(&self, result: &TokenStream, shape: &Shape) -> Option<TokenStream> {
        let said = format!("the result of `{}`", self.callee());
        if let Shape::Matrix(rows, cols) = shape {
            let [rows, cols] = [*rows, *cols].map(Literal::usize_unsuffixed);
            let message = format!("{said} must have {rows} rows and {cols} columns");
            let fits = quote!(#result.nrows() == #rows && #result.ncols() == #cols);
            return (!self.lengths.is_empty()).then(|| quote!(::core::assert!(#fits, #message);));
        }
        let lengths = Some(&self.lengths).filter(|lengths| !lengths.is_empty())?;
        let message = format!("{said} must have length {}", spelling::spoken(lengths));
        let (length, inside) = lengths.split_first()?;
        let length = Literal::usize_unsuffixed(*length);
        let mut fits = quote!(#result.len() == #length);
        if !inside.is_empty() {
            let inside = spelling::have_lengths(result, inside);
            fits.extend(quote!(&& #inside));
        }
        Some(quote!(::core::assert!(#fits, #message);))
    }

    /// The code that is called, as the user writes it.
    fn callee(&self) -> String {
        match &self.called {
            Called::Parameter(name) => name.to_string(),
            Called::Method(object, method) => shown(&quote!(#object.#method)),
            Called::Field(place) => shown(&place.to_token_stream()),
        }
    }

    /// How many arguments there are partials by.
    pub(crate) fn partials(&self) -> usize {
        let numbers = self.arguments.iter();
        numbers.filter(|argument| argument.has_partial()).count()
    }

    /// How many results there are: the returned one, and the outputs.
    pub(crate) fn results(&self) -> usize {
        let written = self.arguments.iter();
        let written = written.filter(|argument| argument.way == Way::Out);
        usize::from(self.returned.is_some()) + written.count()
    }
}
