//! The twin: the function's text over another number.
//!
//! ```text
//! f64                 Forward<D>
//! 1.5                 Forward::<D>::from(1.5)
//! i as f64            Forward::<D>::from(i as f64)
//! f64::consts::PI     Forward::<D>::from(f64::consts::PI)
//! x.powf(2.5)         x.powf_of_constant(2.5)
//! TABLE[i]            lift::<D, _>(TABLE)[i]         constants stay constants and are lifted where
//!                                                    they are used
//! arm.length          lift::<D, _>(arm.length)       so are fields of parameters that are no
//!                                                    numbers
//! ```
//!
//! Keeps: control flow, names and order of evaluation. Items `const` keep their type.

use proc_macro2::Span;
use quote::{ToTokens, format_ident};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, parse_quote};

/// The function over `Forward<D>`, named `.._twin`, and the arms that it notes.
pub(crate) fn twin(mut function: syn::ItemFn) -> (syn::ItemFn, Vec<String>) {
    let arms = crate::arms::note(&mut function);
    let opaque = function.sig.inputs.iter().filter_map(opaque_parameter);
    let opaque = opaque.collect();
    function.sig.ident = format_ident!("{}_twin", function.sig.ident);
    function.attrs = vec![
        parse_quote!(#[allow(clippy::pedantic, clippy::all, reason = "the text is another function's")]),
        parse_quote!(#[doc = "The same text over numbers that carry derivatives."]),
    ];
    let mut constants = Constants::default();
    constants.visit_item_fn(&function);
    let constants = constants.0;
    Lift { opaque, constants }.visit_item_fn_mut(&mut function);
    (function, arms)
}

/// The name of a parameter that holds no numbers the twin would replace.
fn opaque_parameter(input: &syn::FnArg) -> Option<syn::Ident> {
    let syn::FnArg::Typed(typed) = input else {
        return None;
    };
    let syn::Pat::Ident(name) = &*typed.pat else {
        return None;
    };
    let is_float = typed.ty.to_token_stream().to_string().contains("f64");
    (!is_float).then(|| name.ident.clone())
}

/// The names of constants that the function declares.
#[derive(Default)]
struct Constants(Vec<syn::Ident>);

impl Visit<'_> for Constants {
    fn visit_item_const(&mut self, constant: &syn::ItemConst) {
        self.0.push(constant.ident.clone());
    }
}

struct Lift {
    opaque: Vec<syn::Ident>,
    constants: Vec<syn::Ident>,
}

impl Lift {
    /// A chain of fields that starts at a parameter without numbers to replace.
    fn is_opaque_field(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Field(field) => match &*field.base {
                Expr::Path(path) => path
                    .path
                    .get_ident()
                    .is_some_and(|name| self.opaque.contains(name)),
                base => self.is_opaque_field(base),
            },
            _ => false,
        }
    }

    /// A name in capitals; a single one is rather a variable of mathematics, unless it is declared.
    fn is_constant(&self, path: &syn::Path) -> bool {
        let Some(last) = path.segments.last().map(|last| &last.ident) else {
            return false;
        };
        let name = last.to_string();
        let is_loud = name.len() > 1
            && !name.chars().any(char::is_lowercase)
            && name.chars().any(char::is_alphabetic);
        is_loud || self.constants.contains(last)
    }
}

impl VisitMut for Lift {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        function
            .sig
            .generics
            .params
            .push(parse_quote!(D: crate::corpus::scalar::Scalar));
        visit_mut::visit_item_fn_mut(self, function);
    }

    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}

    fn visit_pat_mut(&mut self, pattern: &mut syn::Pat) {
        // Literals of patterns stay; types beside them do not.
        if !matches!(pattern, syn::Pat::Lit(_) | syn::Pat::Range(_)) {
            visit_mut::visit_pat_mut(self, pattern);
        }
    }

    fn visit_type_array_mut(&mut self, array: &mut syn::TypeArray) {
        self.visit_type_mut(&mut array.elem);
    }

    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        if matches!(&*ty, syn::Type::Path(path) if path.path.is_ident("f64")) {
            *ty = parse_quote!(crate::domains::number::Forward<D>);
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        let is_number = |argument: &Expr| match argument {
            Expr::Lit(_) => true,
            Expr::Unary(negated) => matches!(*negated.expr, Expr::Lit(_)),
            _ => false,
        };
        if call.method == "powf" && call.args.iter().all(is_number) {
            call.method = format_ident!("powf_of_constant");
            self.visit_expr_mut(&mut call.receiver);
        } else {
            visit_mut::visit_expr_method_call_mut(self, call);
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let lifted: Option<Expr> = match &*expression {
            Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Float(_)) => {
                Some(parse_quote!(crate::domains::number::Forward::<D>::from(#expression)))
            }
            Expr::Cast(cast) if cast.ty.to_token_stream().to_string() == "f64" => {
                Some(parse_quote!(crate::domains::number::Forward::<D>::from(#expression)))
            }
            Expr::Call(call) if call.func.to_token_stream().to_string() == "f64 :: from" => {
                Some(parse_quote!(crate::domains::number::Forward::<D>::from(#expression)))
            }
            Expr::Path(path) if self.is_constant(&path.path) => {
                Some(parse_quote!(crate::domains::number::lift::<D, _>(#expression)))
            }
            _ if self.is_opaque_field(expression) => {
                Some(parse_quote!(crate::domains::number::lift::<D, _>(#expression)))
            }
            Expr::Path(path)
                if path.path.segments.len() == 2 && path.path.segments[0].ident == "f64" =>
            {
                let method = &path.path.segments[1];
                Some(parse_quote!(crate::domains::number::Forward::<D>::#method))
            }
            _ => None,
        };
        match lifted {
            Some(lifted) => *expression = lifted,
            None => visit_mut::visit_expr_mut(self, expression),
        }
    }

    fn visit_ident_mut(&mut self, name: &mut syn::Ident) {
        // Names of the twin are its own: nothing of them should warn at the place of the original.
        name.set_span(name.span().located_at(Span::call_site()));
    }
}
