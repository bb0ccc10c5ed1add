//! Types by their form: scalar, wrapper (`Option`, `Result`), slice, or unknown.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use crate::interface::{Parameter, Wrapper};
use crate::ir::Precision;

use crate::front::syntax::matrix_types::{self, Extents};

const OTHER_PRIMITIVES: &[&str] = &[
    "bool", "char", "str", "String", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
    "i32", "i64", "i128", "isize",
];

/// Splits `Result<T, E>` and `Option<T>` into the wrapper and `T`.
pub(crate) fn unwrap(declared: &syn::Type) -> (Wrapper, syn::Type) {
    if let syn::Type::Path(path) = declared
        && let Some(last) = path.path.segments.last()
        && let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
        && let Some(syn::GenericArgument::Type(inner)) = arguments.args.first()
    {
        match last.ident.to_string().as_str() {
            "Result" => return (Wrapper::Result, inner.clone()),
            "Option" => return (Wrapper::Option, inner.clone()),
            _ => {}
        }
    }
    (Wrapper::Plain, declared.clone())
}

/// Whether a type, or that inside of a `Result`, is written `::statrs::..`.
pub(crate) fn is_of_statrs(ty: &syn::Type) -> bool {
    let of_statrs = |path: &syn::Path| {
        path.leading_colon.is_some() && path.segments.first().is_some_and(|of| of.ident == "statrs")
    };
    matches!(unwrap(ty).1, syn::Type::Path(path) if of_statrs(&path.path))
}

/// The type inside of an `Option`, if it is one or refers to one.
pub(crate) fn optional(ty: &syn::Type) -> Option<syn::Type> {
    let (wrapper, inside) = unwrap(behind_reference(ty));
    (wrapper == Wrapper::Option).then_some(inside)
}

/// The type of the errors in `Result<T, E>`.
pub(crate) fn error_of(declared: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(path) = declared else {
        return None;
    };
    let last = path.path.segments.last()?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(arguments) if last.ident == "Result" => {
            match arguments.args.get(1)? {
                syn::GenericArgument::Type(error) => Some(error.clone()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The wrapper of a result, the type of its errors, and its type without the wrapper.
pub(crate) fn declared(
    output: &syn::ReturnType,
) -> ((Wrapper, Option<syn::Type>), Option<syn::Type>) {
    let syn::ReturnType::Type(_, declared) = output else {
        return ((Wrapper::Plain, None), None);
    };
    let (wrapper, result) = unwrap(declared);
    ((wrapper, error_of(declared)), Some(result))
}

/// The scalar that a path names. A generic scalar is the type parameter of that name.
pub(crate) fn scalar(path: &syn::Path, generic: Option<&Ident>) -> Option<Precision> {
    let last = path.segments.last()?;
    if generic.is_some_and(|generic| path.is_ident(generic)) {
        return Some(Precision::Generic);
    }
    let is_primitive = path.segments.len() == 1
        || path
            .segments
            .iter()
            .any(|segment| segment.ident == "primitive");
    match last.ident.to_string().as_str() {
        "f64" if is_primitive => Some(Precision::Double),
        "f32" if is_primitive => Some(Precision::Single),
        _ => None,
    }
}

/// The scalar in the tokens of a type.
pub(crate) fn precision_of(ty: &syn::Type, generic: Option<&Ident>) -> Option<Precision> {
    fn find(tokens: TokenStream, generic: Option<&Ident>) -> Option<Precision> {
        tokens.into_iter().find_map(|token| match token {
            proc_macro2::TokenTree::Ident(name) if generic == Some(&name) => {
                Some(Precision::Generic)
            }
            proc_macro2::TokenTree::Ident(name) if name == "f64" => Some(Precision::Double),
            proc_macro2::TokenTree::Ident(name) if name == "f32" => Some(Precision::Single),
            proc_macro2::TokenTree::Group(group) => find(group.stream(), generic),
            _ => None,
        })
    }
    find(ty.to_token_stream(), generic)
}

pub(crate) fn is_other_primitive(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(is_primitive_name))
}

/// Whether a type is an array whose length is a literal, which means the same everywhere.
pub(crate) fn is_clear_array(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Array(array) if matches!(array.len, syn::Expr::Lit(_)))
}

/// Whether the type of a `let` is primitive and no floating-point number.
pub(crate) fn declares_no_number(pattern: &syn::Pat) -> bool {
    matches!(pattern, syn::Pat::Type(typed) if is_other_primitive(&typed.ty))
}

/// Whether a name is that of a primitive type other than floating-point numbers.
pub(crate) fn is_primitive_name(name: &Ident) -> bool {
    OTHER_PRIMITIVES.iter().any(|other| name == other)
}

/// Whether a parameter has no known shape, but may still contain floating-point numbers.
pub(crate) fn is_unrecognized(parameter: &Parameter) -> bool {
    fn names_other_primitive(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Ident(name) => is_primitive_name(&name),
            proc_macro2::TokenTree::Group(group) => names_other_primitive(group.stream()),
            _ => false,
        })
    }
    parameter.independent.is_none()
        && parameter.output.is_none()
        && !names_other_primitive(parameter.ty.to_token_stream())
}

pub(crate) fn behind_reference(ty: &syn::Type) -> &syn::Type {
    match ty {
        syn::Type::Reference(reference) => behind_reference(&reference.elem),
        syn::Type::Paren(inner) => behind_reference(&inner.elem),
        syn::Type::Group(inner) => behind_reference(&inner.elem),
        other => other,
    }
}

/// The name of a type that looks like a type parameter: one capital letter, and digits.
pub(crate) fn type_parameter(ty: &syn::Type) -> Option<&Ident> {
    match behind_reference(ty) {
        syn::Type::Array(array) => type_parameter(&array.elem),
        syn::Type::Slice(slice) => type_parameter(&slice.elem),
        syn::Type::Tuple(tuple) => tuple.elems.iter().find_map(type_parameter),
        syn::Type::Path(path) => path.path.get_ident().filter(|name| {
            let text = name.to_string();
            let rest = text.strip_prefix(|letter: char| letter.is_ascii_uppercase());
            rest.is_some_and(|rest| rest.chars().all(|digit| digit.is_ascii_digit()))
        }),
        _ => None,
    }
}

/// Whether a path is that of `Vec`, as the prelude has it.
pub(crate) fn is_vec(path: &syn::Path) -> bool {
    path.segments.len() == 1 && path.segments[0].ident == "Vec"
}

/// The type of the elements of a slice or a `Vec`.
pub(crate) fn slice_element(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some(&slice.elem),
        syn::Type::Path(path) => {
            if let Some(element) = small_element(ty) {
                return Some(element);
            }
            let last = path
                .path
                .segments
                .last()
                .filter(|last| last.ident == "Vec")?;
            match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
                    syn::GenericArgument::Type(element) => Some(element),
                    _ => None,
                },
                _ => None,
            }
        }
        _ => None,
    }
}

/// Lists of other crates that are like a `Vec`.
pub(crate) const SMALL_LISTS: [&str; 3] = ["ArrayVec", "SmallVec", "TinyVec"];

/// The type of the elements of such a list: `ArrayVec<f64, 4>`, `SmallVec<[f64; 4]>`.
pub(crate) fn small_element(ty: &syn::Type) -> Option<&syn::Type> {
    let (name, arguments) = type_arguments(ty)?;
    let is_small = SMALL_LISTS.iter().any(|known| name == known);
    match *arguments.first().filter(|_| is_small)? {
        syn::Type::Array(array) => Some(&array.elem),
        element if name == "ArrayVec" => Some(element),
        _ => None,
    }
}

/// The last name of a type, and the types that are its arguments.
pub(crate) fn type_arguments(ty: &syn::Type) -> Option<(&Ident, Vec<&syn::Type>)> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return Some((&last.ident, Vec::new()));
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    Some((&last.ident, types.collect()))
}

/// The type that a reference, a `Box`, an `Rc`, an `Arc` or a `LazyLock` points to.
pub(crate) fn pointee(ty: &syn::Type) -> &syn::Type {
    const HOLDERS: [&str; 5] = ["Box", "Rc", "Arc", "LazyLock", "Lazy"];
    let ty = behind_reference(ty);
    match type_arguments(ty) {
        Some((name, arguments)) if HOLDERS.iter().any(|holder| name == holder) => {
            arguments.first().map_or(ty, |inner| pointee(inner))
        }
        _ => ty,
    }
}

/// The array in a `Box`, whose elements have the same places as those of the array itself.
pub(crate) fn boxed_array(ty: &syn::Type) -> Option<&syn::Type> {
    let (name, arguments) = type_arguments(ty)?;
    let inner = arguments.first().copied()?;
    (name == "Box" && matches!(inner, syn::Type::Array(_))).then_some(inner)
}

/// The wrapper of `Option<Vec<f64>>` or `Result<Vec<f64>, E>`.
pub(crate) fn wrapper_of_list(ty: &syn::Type) -> Option<Wrapper> {
    let (name, arguments) = type_arguments(ty)?;
    let wrapper = match name.to_string().as_str() {
        "Option" => Wrapper::Option,
        "Result" => Wrapper::Result,
        _ => return None,
    };
    list_element(arguments.first()?).map(|_| wrapper)
}

/// The type of the elements of a slice, of a `Vec`, or of one in a `Box`, `Rc` or `Arc`.
pub(crate) fn list_element(ty: &syn::Type) -> Option<&syn::Type> {
    if let Some(element) = slice_element(ty) {
        return Some(element);
    }
    let syn::Type::Path(path) = ty else {
        return None;
    };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        syn::GenericArgument::Type(inner)
            if ["Box", "Rc", "Arc"]
                .iter()
                .any(|holder| last.ident == holder) =>
        {
            slice_element(inner)
        }
        syn::GenericArgument::Type(inner) if last.ident == "VecDeque" => Some(inner),
        _ => None,
    }
}

/// The last name in the path of a type. `None` for `_`, references, arrays and others.
pub(crate) fn type_name(ty: &syn::Type) -> Option<&Ident> {
    match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// Whether a collection of a library has all items that it is made from, in their order.
pub(crate) fn keeps_items(collection: &Ident) -> bool {
    let keeping = [
        "Vec",
        "VecDeque",
        "LinkedList",
        "Box",
        "Rc",
        "Arc",
        "Cow",
        "SmallVec",
        "ArrayVec",
        "TinyVec",
        "Array",
        "Array1",
        "ArcArray1",
    ];
    keeping.iter().any(|name| collection == name)
}

/// Whether a type is a `VecDeque`.
pub(crate) fn is_deque(ty: &syn::Type) -> bool {
    type_arguments(behind_reference(ty)).is_some_and(|(name, _)| name == "VecDeque")
}

/// The extents of a matrix of nalgebra whose dimensions run time says, or of a reference to one.
pub(crate) fn run_time_matrix(ty: &syn::Type) -> Option<Extents> {
    match behind_reference(ty) {
        syn::Type::Path(path) => matrix_types::run_time(path.path.segments.last()?),
        _ => None,
    }
}

/// Whether a type has a list somewhere in it, whose length only its values say.
pub(crate) fn holds_list(ty: &syn::Type) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_type(&mut self, ty: &'ast syn::Type) {
            self.0 |= list_element(ty).is_some() || run_time_matrix(ty).is_some();
            syn::visit::visit_type(self, ty);
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_type(&mut search, ty);
    search.0
}

pub(crate) fn is_slice(ty: &syn::Type) -> bool {
    match behind_reference(ty) {
        syn::Type::Slice(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            segment.ident == "Vec" || small_element(behind_reference(ty)).is_some()
        }),
        _ => false,
    }
}

/// Whether the type is a mutable reference.
pub(crate) fn is_mutable_borrow(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(reference) if reference.mutability.is_some())
}

/// What a function returns, unless that is nothing.
pub(crate) fn returned(output: &syn::ReturnType) -> Option<syn::Type> {
    match output {
        syn::ReturnType::Default => None,
        syn::ReturnType::Type(_, ty) => {
            let is_unit = matches!(&**ty, syn::Type::Tuple(unit) if unit.elems.is_empty());
            (!is_unit).then(|| (**ty).clone())
        }
    }
}

/// The name of a parameter between `<` and `>`, that of a lifetime with its mark: `'a`.
pub(crate) fn name_of_parameter(parameter: &syn::GenericParam) -> String {
    match parameter {
        syn::GenericParam::Type(found) => found.ident.to_string(),
        syn::GenericParam::Const(found) => found.ident.to_string(),
        syn::GenericParam::Lifetime(found) => found.lifetime.to_string(),
    }
}

/// Whether a type says by its name that its value may be missing.
pub(crate) fn is_maybe(ty: &syn::Type) -> bool {
    type_arguments(ty).is_some_and(|(name, _)| name == "Option" || name == "Result")
}

/// The type of a part, if the type of the whole says it.
pub(crate) fn part_type(ty: Option<&syn::Type>, position: usize) -> Option<&syn::Type> {
    match ty? {
        syn::Type::Tuple(tuple) => tuple.elems.get(position),
        syn::Type::Array(array) => Some(&array.elem),
        syn::Type::Paren(inner) => part_type(Some(&inner.elem), position),
        syn::Type::Group(inner) => part_type(Some(&inner.elem), position),
        list => list_element(list),
    }
}
