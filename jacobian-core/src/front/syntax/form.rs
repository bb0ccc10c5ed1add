//! The form of an expression: places, and calls and macros that are known by their names.

use syn::{Block, Expr, Stmt};

use crate::front::syntax::matrix_macros::{is_matrix_macro, is_stack};
use crate::front::syntax::operators;
use crate::front::syntax::patterns::is_matches;
use crate::front::syntax::strip::strip;

/// A path without arguments, as the name under which it is bound.
pub(crate) fn path_key(path: &syn::Path) -> Option<String> {
    let mut key = String::new();
    for (position, segment) in path.segments.iter().enumerate() {
        if position > 0 {
            key.push_str("::");
        }
        key.push_str(&segment.ident.to_string());
    }
    path.leading_colon.is_none().then_some(key)
}

/// The last name of a type.
pub(crate) fn type_name(ty: &syn::Type) -> String {
    match ty {
        syn::Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|last| last.ident.to_string())
            .unwrap_or_default(),
        _ => String::new(),
    }
}

/// `start..`
pub(crate) fn open_start(expression: &Expr) -> Option<&Expr> {
    match strip(expression) {
        Expr::Range(range) if range.end.is_none() => range.start.as_deref(),
        _ => None,
    }
}

/// Whether an expression names a variable or a part of one.
pub(crate) fn is_place(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Path(_) => true,
        Expr::Index(index) => is_place(&index.expr),
        Expr::Field(field) => is_place(&field.base),
        Expr::Unary(unary) => is_place(&unary.expr),
        _ => false,
    }
}

/// Whether an expression calls something, which may have effects.
pub(crate) fn has_calls(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Index(index) => has_calls(&index.expr) || has_calls(&index.index),
        Expr::Field(field) => has_calls(&field.base),
        Expr::Unary(unary) => has_calls(&unary.expr),
        Expr::Binary(binary) => has_calls(&binary.left) || has_calls(&binary.right),
        Expr::Cast(cast) => has_calls(&cast.expr),
        Expr::Path(_) | Expr::Lit(_) => false,
        _ => true,
    }
}

/// The paths of the values that an expression names.
pub(crate) fn paths_in(expression: &Expr) -> Vec<syn::Path> {
    struct Paths(Vec<syn::Path>);
    impl<'ast> syn::visit::Visit<'ast> for Paths {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            self.0.push(path.path.clone());
        }
    }
    let mut paths = Paths(Vec::new());
    syn::visit::Visit::visit_expr(&mut paths, expression);
    paths.0
}

/// `vec![..]`
pub(crate) fn is_vec(call: &syn::Macro) -> bool {
    call.path
        .segments
        .last()
        .is_some_and(|last| last.ident == "vec")
}

/// `Vec::new()`, or `Vec::with_capacity(n)` with an argument that has no effects.
pub(crate) fn is_new_list(call: &syn::ExprCall) -> bool {
    let Expr::Path(callee) = &*call.func else {
        return false;
    };
    let mut segments = callee.path.segments.iter().rev();
    let (Some(name), Some(ty)) = (segments.next(), segments.next()) else {
        return false;
    };
    is_list_type(&ty.ident)
        && match name.ident.to_string().as_str() {
            "new" => call.args.is_empty(),
            "with_capacity" => call.args.len() == 1 && call.args.iter().all(is_plain_number),
            _ => false,
        }
}

/// `Vec` and `VecDeque`, which at expansion are the same list.
fn is_list_type(ty: &syn::Ident) -> bool {
    ty == "Vec" || ty == "VecDeque"
}

/// Whether an expression calls a function of `VecDeque`.
pub(crate) fn makes_deque(expression: &Expr) -> bool {
    let Expr::Call(call) = strip(expression) else {
        return false;
    };
    let Expr::Path(callee) = strip(&call.func) else {
        return false;
    };
    let mut segments = callee.path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|ty| ty.ident == "VecDeque")
}

/// `Vec::from(list)`, `VecDeque::from(list)` and `Box::from(list)`
pub(crate) fn is_of_list(call: &syn::ExprCall, name: &str) -> bool {
    let Expr::Path(callee) = strip(&call.func) else {
        return false;
    };
    let mut segments = callee.path.segments.iter().rev();
    let is_named = segments.next().is_some_and(|last| last.ident == name);
    is_named
        && segments
            .next()
            .is_some_and(|ty| is_list_type(&ty.ident) || ty.ident == "Box")
}

/// Whether an expression is arithmetic on variables, literals and lengths, which can be left out.
fn is_plain_number(number: &Expr) -> bool {
    match strip(number) {
        Expr::Lit(_) => true,
        Expr::MethodCall(call) => {
            let is_listed = ["len", "min", "max"].iter().any(|name| call.method == name);
            is_listed && is_plain_number(&call.receiver) && call.args.iter().all(is_plain_number)
        }
        Expr::Binary(binary) => is_plain_number(&binary.left) && is_plain_number(&binary.right),
        Expr::Cast(cast) => is_plain_number(&cast.expr),
        place => is_place(place),
    }
}

/// The type that an expression is expected to have, if the source says it.
pub(crate) type Want<'a> = Option<&'a syn::Type>;

/// Whether the loop variable is used as an index without a cast and outside of a call. There it may
/// be of any type.
pub(crate) fn used_as_index(pattern: &syn::Pat, body: &Block) -> bool {
    struct Indexes<'a> {
        name: &'a syn::Ident,
        inside: bool,
        found: bool,
    }
    impl<'ast> syn::visit::Visit<'ast> for Indexes<'_> {
        fn visit_expr_index(&mut self, index: &'ast syn::ExprIndex) {
            self.visit_expr(&index.expr);
            let outside = std::mem::replace(&mut self.inside, true);
            self.visit_expr(&index.index);
            self.inside = outside;
        }
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            self.found |= self.inside && path.path.is_ident(self.name);
        }
        fn visit_expr_cast(&mut self, cast: &'ast syn::ExprCast) {
            let outside = std::mem::take(&mut self.inside);
            self.visit_expr(&cast.expr);
            self.inside = outside;
        }
        // A function may take another integer than it gives: `x[wrapped(i - 1)]`.
        fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
            let outside = self.inside;
            self.inside &= is_extreme(&call.func);
            syn::visit::visit_expr_call(self, call);
            self.inside = outside;
        }
    }
    let syn::Pat::Ident(name) = pattern else {
        return false;
    };
    let mut indexes = Indexes {
        name: &name.ident,
        inside: false,
        found: false,
    };
    syn::visit::Visit::visit_block(&mut indexes, body);
    indexes.found
}

/// `min`, `cmp::max`, `usize::min`: what comes out has the type of what goes in.
fn is_extreme(callee: &Expr) -> bool {
    let Expr::Path(path) = strip(callee) else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| last.ident == "min" || last.ident == "max")
}

/// Whether an expression is run for its effect, even at the end of a block.
pub(crate) fn is_control(expression: &Expr) -> bool {
    match expression {
        Expr::ForLoop(_)
        | Expr::While(_)
        | Expr::Loop(_)
        | Expr::Assign(_)
        | Expr::Break(_)
        | Expr::Continue(_) => true,
        Expr::Macro(call) => {
            let has_value = [is_vec, is_matrix_macro, is_matches, is_stack, is_array];
            !has_value.iter().any(|is_known| is_known(&call.mac))
        }
        Expr::Binary(binary) => operators::is_compound(&binary.op),
        _ => false,
    }
}

/// Whether a macro of ndarray makes an array.
fn is_array(call: &syn::Macro) -> bool {
    let last = call.path.segments.last();
    last.is_some_and(|last| {
        ["array", "concatenate", "stack"]
            .iter()
            .any(|name| last.ident == name)
    })
}

pub(crate) fn root_name(expression: &Expr) -> Option<&syn::Ident> {
    match strip(expression) {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Index(index) => root_name(&index.expr),
        Expr::Field(field) => root_name(&field.base),
        Expr::Unary(unary) => root_name(&unary.expr),
        _ => None,
    }
}

/// A call of `from_fn`, `array::from_fn`, `std::array::from_fn` or `core::array::from_fn`.
pub(crate) fn is_from_fn(call: &syn::ExprCall) -> bool {
    let Expr::Path(callee) = strip(&call.func) else {
        return false;
    };
    let mut segments = callee.path.segments.iter().rev();
    let last = segments.next().is_some_and(|last| last.ident == "from_fn");
    last && segments.next().is_none_or(|module| module.ident == "array") && call.args.len() == 1
}

pub(crate) fn element_type(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Array(array) => Some(&array.elem),
        _ => None,
    }
}

/// `f64` in `from_fn::<f64, 3, _>`.
pub(crate) fn turbofish_element(callee: &Expr) -> Option<&syn::Type> {
    match turbofish(callee)?.args.first()? {
        syn::GenericArgument::Type(syn::Type::Infer(_)) => None,
        syn::GenericArgument::Type(element) => Some(element),
        _ => None,
    }
}

fn turbofish(callee: &Expr) -> Option<&syn::AngleBracketedGenericArguments> {
    let Expr::Path(path) = strip(callee) else {
        return None;
    };
    match &path.path.segments.last()?.arguments {
        syn::PathArguments::AngleBracketed(arguments) => Some(arguments),
        _ => None,
    }
}

/// `3` in `from_fn::<_, 3, _>`.
pub(crate) fn turbofish_length(callee: &Expr) -> Option<Expr> {
    match turbofish(callee)?.args.get(1)? {
        syn::GenericArgument::Const(Expr::Block(block)) => match block.block.stmts.as_slice() {
            [Stmt::Expr(length, None)] => Some(length.clone()),
            _ => None,
        },
        syn::GenericArgument::Const(length) => Some(length.clone()),
        syn::GenericArgument::Type(syn::Type::Path(path)) => Some(Expr::Path(syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: path.path.clone(),
        })),
        _ => None,
    }
}

/// The type that a call constructs. Its name begins with a capital and is not that of a wrapper.
pub(crate) fn tuple_struct(call: &syn::ExprCall) -> Option<&syn::Path> {
    let Expr::Path(callee) = &*call.func else {
        return None;
    };
    let name = callee.path.segments.last()?.ident.to_string();
    let is_type = name.starts_with(char::is_uppercase) && callee.qself.is_none();
    let is_wrapper = matches!(name.as_str(), "Ok" | "Err" | "Some");
    // A variant of `Cow` is the value in it.
    let before = callee.path.segments.iter().nth_back(1);
    let is_cow = before.is_some_and(|before| before.ident == "Cow");
    (is_type && !is_wrapper && !is_cow && !call.args.is_empty()).then_some(&callee.path)
}

pub(crate) fn has_struct(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Struct(_) => true,
        Expr::Call(call) => tuple_struct(call).is_some(),
        Expr::Array(array) => array.elems.iter().any(has_struct),
        Expr::Tuple(tuple) => tuple.elems.iter().any(has_struct),
        _ => false,
    }
}

/// Whether an expression consists of numbers and places, so that its parts do not need their types
/// from the context.
pub(crate) fn is_plain(expression: &Expr) -> bool {
    match strip(expression) {
        Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_) | syn::Lit::Int(_)),
        Expr::Path(_) => true,
        Expr::Field(field) => is_plain(&field.base),
        Expr::Index(index) => is_plain(&index.expr) && is_plain(&index.index),
        Expr::Unary(unary) => is_plain(&unary.expr),
        Expr::Binary(binary) => is_plain(&binary.left) && is_plain(&binary.right),
        Expr::Repeat(repeat) => is_plain(&repeat.expr),
        Expr::Array(array) => array.elems.iter().all(is_plain),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Expr::Call(call) => tuple_struct(call).is_some() && call.args.iter().all(is_plain),
        Expr::Struct(literal) => {
            literal.dot2_token.is_none() && literal.fields.iter().all(|field| is_plain(&field.expr))
        }
        _ => false,
    }
}

/// Whether an import is from the standard library, so that it means the same in every function.
pub(crate) fn is_of_std(item: &syn::ItemUse) -> bool {
    matches!(&item.tree, syn::UseTree::Path(path) if path.ident == "std" || path.ident == "core")
}

pub(crate) fn function_of(statement: &Stmt) -> Option<&syn::ItemFn> {
    match statement {
        Stmt::Item(syn::Item::Fn(function)) => Some(function),
        _ => None,
    }
}

/// Whether the items of an iterator are references, by its form.
pub(crate) fn gives_references(iterator: &Expr) -> Option<bool> {
    let Expr::MethodCall(call) = strip(iterator) else {
        return None;
    };
    match call.method.to_string().as_str() {
        "iter" => Some(true),
        "copied" | "cloned" => Some(false),
        "rev" | "skip" | "take" | "step_by" | "filter" | "take_while" | "skip_while" => {
            gives_references(&call.receiver)
        }
        "map" => match call.args.first() {
            Some(Expr::Closure(closure)) => {
                let body = strip(&closure.body);
                let is_value = matches!(
                    body,
                    Expr::Binary(_) | Expr::Call(_) | Expr::Struct(_) | Expr::Unary(_)
                );
                is_value.then_some(false)
            }
            _ => None,
        },
        _ => None,
    }
}
