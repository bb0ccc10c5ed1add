//! Checks that rustc makes for the attribute, which sees tokens and no types: is a name in a
//! pattern a variable, and are the elements of an independent of the generic scalar?
//!
//! ```text
//! match n { limit => .., _ => .. }                                            the user's
//! match any_value() { limit => Bound(limit).is_variable(), _ => {} }          never run; generated
//!           a variable: rustc infers the one type that `Name` is a variable of
//!           a constant: its type is that of the constant, and the message below is printed
//! ```

/// A name in a pattern of the user's function.
#[derive(Clone, Copy, Debug)]
pub struct Name;

/// The type that rustc infers for a name that is a variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable;

/// The types of which a [`Name`] is a variable: one only, so that rustc infers it where nothing
/// else says the type.
///
/// The attribute cannot see whether a constant is in scope, so it reads a lower-case name in a
/// pattern as a variable. Generated code asks for this trait, which turns the mistake into an error
/// of rustc.
#[diagnostic::on_unimplemented(
    message = "a constant with a lower-case name in this pattern would be read as a variable by `#[jacobian]`",
    label = "a constant of this name is in scope",
    note = "compare in a guard, `n if n == limit`, or write the name of the constant in upper case"
)]
pub trait VariableOf<T> {}

impl VariableOf<Variable> for Name {}

/// A value of the type that the patterns of a `match` have. Never called.
#[must_use]
pub fn any_value<T>() -> T {
    unreachable!("generated code only names this function")
}

/// The value that a pattern binds to a name.
#[derive(Clone, Copy, Debug)]
pub struct Bound<T>(pub T);

impl<T> Bound<T> {
    /// Compiles only for variables. A method, because rustc knows `T` before it asks for the trait;
    /// it would infer the parameter of a function from the one implementation, and the message
    /// would be about mismatched types.
    pub fn is_variable(self)
    where
        Name: VariableOf<T>,
    {
    }
}

/// Marker of the type that the elements of an independent must have in a generic function: the
/// scalar itself.
#[diagnostic::on_unimplemented(
    message = "`dim` declares an independent of the generic scalar `{T}` here, but its elements are `{Self}`",
    label = "an independent with elements of another type",
    note = "list the independents, `wrt(x)`, so that the other parameters are inactive"
)]
pub trait ScalarOf<T> {}

impl<T> ScalarOf<T> for T {}

impl<S> Bound<&S> {
    /// Compiles only for the scalar.
    pub fn is_scalar<T>(self)
    where
        S: ScalarOf<T>,
    {
    }
}

/// A reference to an object as the receiver of a method: the reference itself, or a copy of the
/// object if the method takes it by value.
#[diagnostic::on_unimplemented(
    message = "a `rule` is about this method of another type",
    label = "this object is not of the type that the rule names",
    note = "name the type of the object in the rule, or the object itself: `rule(self.object.method(x) => ..)`"
)]
pub trait Receiver<S> {
    /// The receiver.
    fn receiver(self) -> S;
}

#[diagnostic::do_not_recommend]
impl<'a, T: ?Sized> Receiver<&'a T> for &'a T {
    fn receiver(self) -> &'a T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Copy> Receiver<T> for &T {
    fn receiver(self) -> T {
        *self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Copy> Receiver<T> for &&T {
    fn receiver(self) -> T {
        **self
    }
}

/// The object of a call to which a rule is applied, as the method named in the rule takes it.
/// Generated code only names this function, so that rustc compares the types.
#[must_use]
pub fn of_rule<S, R: Receiver<S>>(object: R) -> S {
    object.receiver()
}

/// Compiles only if both arguments are the same function, because each function has a type of its
/// own. Generated code only names this function.
pub fn same<F>(_: F, _: F) {}

/// An operand that has the operators of std and no methods of anybody's traits. Generated code only
/// names it.
#[derive(Debug)]
pub struct OnlyOperators;

macro_rules! operators {
    ($($operator:ident $method:ident;)*) => {$(
        impl core::ops::$operator for OnlyOperators {
            type Output = ();
            fn $method(self, _: Self) {}
        }
    )*};
}
operators! { Add add; Sub sub; Mul mul; Div div; Rem rem; }

impl core::ops::Neg for OnlyOperators {
    type Output = ();
    fn neg(self) {}
}

/// A copy for the second call of a function that takes a parameter by value.
pub fn verify_needs_clone<T: Clone>(parameter: &T) -> T {
    parameter.clone()
}

/// The option `verify` works.
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! __verify_works {
    () => {};
}

/// Refuses the option `verify` where nothing can be allocated.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __verify_works {
    () => {
        ::core::compile_error!(
            "`verify` compares with differences, which needs the feature `std` of jacobian-runtime\nhelp: switch the \
             feature on where you verify, for example for tests, or leave the option away"
        );
    };
}
