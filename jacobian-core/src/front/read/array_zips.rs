//! `Zip` and `azip!` of ndarray, written with iterators.
//!
//! ```text
//! Zip::from(&mut y).and(&x).for_each(|y, &x| *y = x * x)
//!     (y).iter_mut().zip((x).iter()).for_each(|(y, &x)| *y = x * x)
//! azip!((y in &mut y, &x in &x) *y = x * x);
//!     for (y, &x) in (y).iter_mut().zip((x).iter()) { *y = x * x; }
//! ```
//!
//! A range along one axis, `x.slice_axis(Axis(0), Slice::from(1..3))`, is written as a slice,
//! `x.slice_axis(Axis(0), s![1..3])`, where the prelude takes it from the axis.
//!
//! The items of arrays of one shape are visited side by side, each once. An operation on one place
//! at a time does not depend on the order, and a sum by `fold` has that of the standard layout.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprMethodCall, Pat, Stmt, Token, parse_quote};

use crate::front::syntax::leaves::leaves_closure;
use crate::front::syntax::strip::strip;
use crate::front::syntax::tokens::names_any;

/// The function without `Zip` and `azip!`.
pub(crate) fn written(mut function: syn::ItemFn) -> syn::ItemFn {
    if names_any(
        &function.block.to_token_stream(),
        &["Zip", "azip", "slice_axis"],
    ) {
        Zips.visit_block_mut(&mut function.block);
    }
    function
}

struct Zips;

impl VisitMut for Zips {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        if let Expr::MethodCall(call) = expression {
            write_slice(call);
        }
        let written = match expression {
            Expr::MethodCall(call) => of_method(call),
            Expr::Macro(call) => of_macro(&call.mac),
            _ => None,
        };
        if let Some(written) = written {
            *expression = written;
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if let Stmt::Macro(call) = statement
            && let Some(written) = of_macro(&call.mac)
        {
            *statement = Stmt::Expr(written, None);
        }
        visit_mut::visit_stmt_mut(self, statement);
    }
}

/// The range of `slice_axis` as the macro `s!`.
fn write_slice(call: &mut ExprMethodCall) {
    if call.method != "slice_axis" || call.args.len() != 2 {
        return;
    }
    let range = match strip(&call.args[1]) {
        Expr::Call(slice) => {
            let Expr::Path(callee) = &*slice.func else {
                return;
            };
            let names: Vec<&Ident> = callee
                .path
                .segments
                .iter()
                .map(|part| &part.ident)
                .collect();
            match (&names[..], slice.args.first()) {
                ([.., slice, from], Some(range)) if *slice == "Slice" && *from == "from" => range,
                _ => return,
            }
        }
        Expr::MethodCall(into) if into.method == "into" => &*into.receiver,
        _ => return,
    };
    if let Expr::Range(range) = strip(range) {
        call.args[1] = parse_quote!(s![#range]);
    }
}

/// The method behind the arrays of a `Zip`.
fn of_method(call: &ExprMethodCall) -> Option<Expr> {
    let arrays = arrays(&call.receiver)?;
    let items = side_by_side(&arrays);
    let arguments: Vec<&Expr> = call.args.iter().collect();
    match (call.method.to_string().as_str(), arguments.as_slice()) {
        ("for_each" | "apply" | "par_for_each" | "par_apply", [function]) => {
            let (inputs, body) = taken_apart(function, 0)?;
            Some(parse_quote!(for #inputs in #items { #body; }))
        }
        ("fold", [first, function]) => {
            let Expr::Closure(closure) = strip(function) else {
                return None;
            };
            let total = closure.inputs.first()?;
            let (inputs, body) = taken_apart(function, 1)?;
            Some(parse_quote!(#items.fold(#first, |#total, #inputs| #body)))
        }
        ("map_collect" | "apply_collect", [function]) => {
            let (inputs, body) = taken_apart(function, 0)?;
            let like = behind(arrays.first()?);
            Some(parse_quote!({
                let mut __collected = (#like).mapv(|_| 0.0);
                for (__each, #inputs) in __collected.iter_mut().zip(#items) { *__each = #body; }
                __collected
            }))
        }
        _ => None,
    }
}

/// The arrays of `Zip::from(a).and(b)`.
fn arrays(chain: &Expr) -> Option<Vec<&Expr>> {
    match strip(chain) {
        Expr::Call(call) => {
            let Expr::Path(callee) = &*call.func else {
                return None;
            };
            let names: Vec<&Ident> = callee
                .path
                .segments
                .iter()
                .map(|part| &part.ident)
                .collect();
            let is_start = matches!(names[..], [.., zip, from] if zip == "Zip" && from == "from");
            is_start.then(|| call.args.iter().collect())
        }
        Expr::MethodCall(call) if call.method == "and" && call.args.len() == 1 => {
            let mut arrays = arrays(&call.receiver)?;
            arrays.push(&call.args[0]);
            Some(arrays)
        }
        _ => None,
    }
}

/// `((a).iter_mut()).zip((b).iter())`
fn side_by_side(arrays: &[&Expr]) -> TokenStream {
    let each = arrays.iter().map(|array| {
        let inner = behind(array);
        match array {
            Expr::Reference(found) if found.mutability.is_some() => quote!((#inner).iter_mut()),
            _ => quote!((#inner).iter()),
        }
    });
    each.reduce(|all, one| quote!(#all.zip(#one)))
        .unwrap_or_default()
}

fn behind(array: &Expr) -> &Expr {
    match array {
        Expr::Reference(inner) => &inner.expr,
        other => other,
    }
}

/// The parameters of a closure after the first few as one pattern, and its body.
fn taken_apart(function: &Expr, skipped: usize) -> Option<(TokenStream, &Expr)> {
    let Expr::Closure(closure) = strip(function) else {
        return None;
    };
    if leaves_closure(&closure.body).is_some() {
        return None;
    }
    let inputs: Vec<&Pat> = closure.inputs.iter().skip(skipped).collect();
    Some((nested(&inputs)?, &closure.body))
}

/// `((a, b), c)`
fn nested(patterns: &[&Pat]) -> Option<TokenStream> {
    let each = patterns.iter().map(ToTokens::to_token_stream);
    each.reduce(|all, one| quote!((#all, #one)))
}

/// `azip!((a in &mut x, &b in y) *a = b)`
struct Macro {
    inputs: Vec<(Pat, Expr)>,
    body: Expr,
}

impl Parse for Macro {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inside;
        syn::parenthesized!(inside in input);
        let mut inputs = Vec::new();
        while !inside.is_empty() {
            let pattern = Pat::parse_single(&inside)?;
            let _: Token![in] = inside.parse()?;
            inputs.push((pattern, inside.parse()?));
            let _: Option<Token![,]> = inside.parse()?;
        }
        Ok(Self {
            inputs,
            body: input.parse()?,
        })
    }
}

fn of_macro(call: &syn::Macro) -> Option<Expr> {
    let last = call.path.segments.last()?;
    if last.ident != "azip" {
        return None;
    }
    let Macro { inputs, body } = syn::parse2(call.tokens.clone()).ok()?;
    let arrays: Vec<&Expr> = inputs.iter().map(|(_, array)| array).collect();
    let patterns: Vec<&Pat> = inputs.iter().map(|(pattern, _)| pattern).collect();
    let (items, pattern) = (side_by_side(&arrays), nested(&patterns)?);
    Some(parse_quote!(for #pattern in #items { #body; }))
}
