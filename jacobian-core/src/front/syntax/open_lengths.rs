//! Vectors and matrices whose types do not say their lengths: what `dim` has to give for them.
//!
//! ```text
//! &Array1<f64>   ArrayView<'_, f64, Ix1>   &DVector<f64>      one length, `dim(x = 6)`
//! &Array2<f64>   &ArrayBase<S, Ix2>        &DMatrix<f64>      two, `dim(a = [3, 2])`
//! ```

use syn::{GenericArgument, Ident, PathArguments, Type};

use crate::front::syntax::matrix_types::{self, Extent};
use crate::front::syntax::types::behind_reference;

/// Types of ndarray with the number of dimensions as their argument.
const GENERIC: &[&str] = &["Array", "ArrayBase", "ArrayView", "ArrayRef", "CowArray"];

/// Types of ndarray whose number of dimensions only run time knows.
const OPEN: &[&str] = &["ArrayD", "ArrayViewD"];

/// Example lengths of a vector or matrix, in the syntax of `dim`. `None` for other types.
pub(crate) fn example(ty: &Type) -> Option<&'static str> {
    let Type::Path(path) = behind_reference(ty) else {
        return None;
    };
    let segment = path.path.segments.last()?;
    let name = segment.ident.to_string();
    if let Some(extents) = matrix_types::run_time(segment) {
        let is_matrix = extents.rows == Extent::RunTime && extents.cols == Extent::RunTime;
        return Some(if is_matrix { "[3, 2]" } else { "6" });
    }
    match dimensions(&name).or_else(|| dimension_of(ty))? {
        1 => Some("6"),
        2 => Some("[3, 2]"),
        _ => None,
    }
}

/// The name among the lengths of a fixed matrix of nalgebra that has no value, `N` of
/// `SMatrix<f64, N, 1>`, also inside of a list or a tuple.
pub(crate) fn of_matrix(ty: &Type, constant: &dyn Fn(&syn::Expr) -> Option<i128>) -> Option<Ident> {
    let of_inner = |ty: &Type| of_matrix(ty, constant);
    let path = match behind_reference(ty) {
        Type::Array(array) => return of_inner(&array.elem),
        Type::Tuple(tuple) => return tuple.elems.iter().find_map(of_inner),
        Type::Path(path) => path,
        _ => return None,
    };
    let segment = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    if !["SMatrix", "SVector", "RowSVector"].contains(&segment.ident.to_string().as_str()) {
        return None;
    }
    arguments
        .args
        .iter()
        .skip(1)
        .find_map(|argument| match argument {
            GenericArgument::Type(Type::Path(length)) => {
                let name = length.path.get_ident()?;
                let value = constant(&syn::parse_quote!(#name));
                value.is_none().then(|| name.clone())
            }
            _ => None,
        })
}

/// Whether a type is an array of ndarray of which we do not know how many dimensions it has, or
/// has more than two.
pub(crate) fn is_of_open_rank(ty: &Type) -> bool {
    let Type::Path(path) = behind_reference(ty) else {
        return false;
    };
    let Some(segment) = path.path.segments.last() else {
        return false;
    };
    let name = segment.ident.to_string();
    let has_arguments = !segment.arguments.is_none();
    match dimensions(&name) {
        Some(rank) => rank > 2 && has_arguments,
        None if OPEN.contains(&name.as_str()) => true,
        None => {
            // `Array` alone may be a type of the user's.
            let takes_dimension = GENERIC.contains(&name.as_str()) && type_arguments(ty).len() == 2;
            takes_dimension && dimension_of(ty).is_none()
        }
    }
}

/// The digit of `Array2`, `ArrayView1`.
fn dimensions(name: &str) -> Option<u32> {
    let (start, digit) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let known = ["Array", "ArrayView", "ArrayRef", "ArcArray"];
    known.contains(&start).then(|| digit.parse().ok()).flatten()
}

/// The digit of `Array<f64, Ix2>`.
fn dimension_of(ty: &Type) -> Option<u32> {
    let Type::Path(path) = type_arguments(ty).pop()? else {
        return None;
    };
    let name = path.path.segments.last()?.ident.to_string();
    name.strip_prefix("Ix")?
        .parse()
        .ok()
        .filter(|rank| *rank <= 2)
}

fn type_arguments(ty: &Type) -> Vec<&Type> {
    let Type::Path(path) = behind_reference(ty) else {
        return Vec::new();
    };
    let Some(PathArguments::AngleBracketed(given)) =
        path.path.segments.last().map(|last| &last.arguments)
    else {
        return Vec::new();
    };
    let types = given.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

#[cfg(test)]
mod tests {
    use super::{example, is_of_open_rank};

    #[test]
    fn types_of_ndarray_and_nalgebra_have_one_or_two_lengths() {
        let read = |text: &str| {
            let ty: syn::Type = syn::parse_str(text).expect("a type");
            (example(&ty), is_of_open_rank(&ty))
        };
        let known = [
            ("&Array1<f64>", Some("6"), false),
            ("ArrayView2<'_, f64>", Some("[3, 2]"), false),
            ("&ndarray::ArrayBase<S, Ix2>", Some("[3, 2]"), false),
            ("&Array3<f64>", None, true),
            ("&Array<f64, D>", None, true),
            ("ArrayD<f64>", None, true),
            ("&DVector<f64>", Some("6"), false),
            ("&DMatrix<f64>", Some("[3, 2]"), false),
            ("&Array<f64>", None, false),
            ("Vec<f64>", None, false),
        ];
        for (text, example, is_open) in known {
            assert_eq!(read(text), (example, is_open), "{text}");
        }
    }
}
