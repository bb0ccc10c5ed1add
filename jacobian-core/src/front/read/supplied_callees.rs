//! The callee that a term of the option `rule(f)` names. It is a parameter, `rule(f)`, a method of
//! an object, `rule(ode.rhs)`, or a closure in a field, `rule(self.f)`.

use proc_macro2::{Ident, Span};
use quote::{ToTokens, format_ident};
use syn::{Expr, Generics, Type};

use crate::front::read::function_types::traits_of;
use crate::front::read::requests::Request;
use crate::front::read::supplied::Called;
use crate::front::syntax::form::root_name;
use crate::front::syntax::strip::strip;

pub(crate) fn is_self(place: &Expr) -> bool {
    matches!(strip(place), Expr::Path(path) if path.path.is_ident("self"))
}

/// The type of a parameter.
pub(crate) fn parameter_type<'a>(signature: &'a syn::Signature, name: &Ident) -> Option<&'a Type> {
    signature.inputs.iter().find_map(|input| match input {
        syn::FnArg::Typed(typed) => match &*typed.pat {
            syn::Pat::Ident(found) if found.ident == *name => Some(&*typed.ty),
            _ => None,
        },
        syn::FnArg::Receiver(_) => None,
    })
}

/// What a request is about.
pub(crate) fn called(
    request: &Request,
    function: &syn::ItemFn,
    generics: &[&Generics],
) -> Option<Called> {
    let signature = &function.sig;
    let is_known = |place: &Expr| {
        let root = root_name(place)?;
        let is_self = root == "self" && signature.receiver().is_some();
        (is_self || parameter_type(signature, &format_ident!("{root}")).is_some()).then_some(())
    };
    match &request.callee {
        Expr::Paren(field) => {
            is_known(&field.expr)?;
            Some(Called::Field(strip(&field.expr).clone()))
        }
        Expr::Field(field) => {
            is_known(&field.base)?;
            match &field.member {
                syn::Member::Named(method) => {
                    Some(Called::Method((*field.base).clone(), method.clone()))
                }
                syn::Member::Unnamed(_) => None,
            }
        }
        Expr::Path(path) => {
            if let Some(name) = path.path.get_ident() {
                let is_known = parameter_type(signature, name).is_some();
                return is_known.then(|| Called::Parameter(name.clone()));
            }
            // `Model::rate`: the one parameter that is of any type with this trait.
            let mut names = path.path.segments.iter().rev();
            let (method, of_trait) = (names.next()?, names.next()?);
            let has_trait = |ty: &Type| {
                let bounds = traits_of(ty, generics);
                let mut last = bounds.iter().filter_map(|bound| bound.path.segments.last());
                last.any(|last| last.ident == of_trait.ident)
            };
            let mut objects = signature.inputs.iter().filter_map(|input| match input {
                syn::FnArg::Typed(typed) if has_trait(&typed.ty) => match &*typed.pat {
                    syn::Pat::Ident(name) => Some(&name.ident),
                    _ => None,
                },
                _ => None,
            });
            let object = objects.next().filter(|_| objects.next().is_none())?;
            Some(Called::Method(
                syn::parse_quote!(#object),
                method.ident.clone(),
            ))
        }
        _ => None,
    }
}

/// Whether the body assigns to a place, or to something that it is a field of.
pub(crate) fn is_replaced(block: &syn::Block, place: &Expr) -> bool {
    struct Search {
        places: Vec<String>,
        found: bool,
    }
    impl Search {
        fn changed(&mut self, changed: &Expr) {
            let changed = match strip(changed) {
                Expr::Unary(star) => strip(&star.expr),
                changed => changed,
            };
            let words = changed.to_token_stream().to_string();
            self.found |= self.places.contains(&words);
        }
    }
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
            self.changed(&assign.left);
            syn::visit::visit_expr_assign(self, assign);
        }

        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            if reference.mutability.is_some() {
                self.changed(&reference.expr);
            }
            syn::visit::visit_expr_reference(self, reference);
        }
    }
    let mut search = Search {
        places: Vec::new(),
        found: false,
    };
    let mut outer = strip(place);
    loop {
        search.places.push(outer.to_token_stream().to_string());
        match outer {
            Expr::Field(field) => outer = strip(&field.base),
            _ => break,
        }
    }
    syn::visit::Visit::visit_block(&mut search, block);
    search.found
}

/// The name of the parameter with the derivative: `f_prime`, unless a parameter has this name.
pub(crate) fn prime(called: &Called, signature: &syn::Signature) -> Ident {
    let name = match called {
        Called::Parameter(name) | Called::Method(_, name) => name.to_string(),
        Called::Field(field) => match strip(field) {
            Expr::Field(field) => field.member.to_token_stream().to_string(),
            _ => "f".to_owned(),
        },
    };
    let mut name = format!("{}_prime", name.trim_start_matches("r#"));
    while parameter_type(signature, &format_ident!("{name}")).is_some() {
        name.push('_');
    }
    // The user's own code may have a variable of this name.
    Ident::new(&name, Span::mixed_site())
}
