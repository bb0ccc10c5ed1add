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

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
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
    let mut lift = Lift {
        opaque,
        constants,
        scalar: parse_quote!(D),
        form: Form::Function,
    };
    lift.visit_item_fn_mut(&mut function);
    (function, arms)
}

/// The constants of a module, and which of them hold its own types.
pub(crate) fn constants(module: &syn::ItemMod) -> Constants {
    let mut constants = Constants::default();
    constants.visit_item_mod(module);
    constants
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

/// The names of constants that the text declares.
#[derive(Clone, Default)]
pub(crate) struct Constants {
    /// Made of `f64` and other types of Rust, which stay as they are.
    plain: Vec<syn::Ident>,
    /// Of types that the text declares, which are built from numbers of the twin.
    own: Vec<syn::Ident>,
}

impl Constants {
    fn declare(&mut self, name: &syn::Ident, ty: &syn::Type) {
        if is_plain(ty) {
            self.plain.push(name.clone());
        } else {
            self.own.push(name.clone());
        }
    }
}

impl Visit<'_> for Constants {
    fn visit_item_const(&mut self, constant: &syn::ItemConst) {
        self.declare(&constant.ident, &constant.ty);
    }

    fn visit_impl_item_const(&mut self, constant: &syn::ImplItemConst) {
        self.declare(&constant.ident, &constant.ty);
    }
}

/// A type whose names are all in lower case, as those of numbers are.
fn is_plain(ty: &syn::Type) -> bool {
    let text = ty.to_token_stream().to_string();
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.all(|word| !word.starts_with(char::is_uppercase) || word.len() == 1)
}

/// What the text is: a function is generic over its scalar, a module names one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Function,
    Module,
    /// The value of a constant of the module's own types.
    Constant,
}

/// Replaces `f64` by another number.
#[derive(Clone)]
pub(crate) struct Lift {
    opaque: Vec<syn::Ident>,
    constants: Constants,
    scalar: syn::Type,
    form: Form,
}

impl Lift {
    /// For the text of a module, over one scalar.
    pub(crate) fn over(scalar: syn::Type, constants: Constants) -> Self {
        Self {
            opaque: Vec::new(),
            constants,
            scalar,
            form: Form::Module,
        }
    }

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
        (is_loud || self.constants.plain.contains(last)) && !self.constants.own.contains(last)
    }

    /// The value of a constant: numbers, and what is computed of numbers, become numbers of the
    /// twin.
    fn constant(&mut self, value: &mut Expr, ty: &mut syn::Type) {
        if self.form != Form::Function && !is_plain(ty) {
            self.form = Form::Constant;
            self.visit_type_mut(ty);
            self.visit_expr_mut(value);
            self.form = Form::Module;
        }
    }

    /// A number in the value of a constant.
    fn in_constant(&self, expression: &Expr) -> Option<Expr> {
        let scalar = &self.scalar;
        let is_number = match expression {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_)),
            Expr::Path(path) => self.is_constant(&path.path),
            Expr::Unary(_) | Expr::Binary(_) => true,
            _ => false,
        };
        is_number.then(|| parse_quote!(crate::domains::number::Forward::<#scalar>::of(#expression)))
    }

    /// `x as usize`, where `x` may be a number of the twin, and `i as f64`.
    fn cast(&self, cast: &syn::ExprCast) -> Expr {
        let mut cast = cast.clone();
        let mut inside = Self { ..self.clone() };
        inside.visit_expr_mut(&mut cast.expr);
        inside.visit_type_mut(&mut cast.ty);
        let (ty, value) = (&cast.ty, &cast.expr);
        parse_quote!(crate::domains::number::As::<#ty>::cast(#value))
    }

    /// The tokens of a macro: there are no expressions yet, so numbers are found by their form.
    fn tokens(&self, tokens: TokenStream) -> TokenStream {
        let scalar = &self.scalar;
        let mut after_dot = false;
        let each = |token: TokenTree| {
            let is_field = std::mem::replace(&mut after_dot, is_dot(&token));
            match token {
                TokenTree::Group(group) => {
                    let inside = self.tokens(group.stream());
                    TokenTree::Group(Group::new(group.delimiter(), inside)).into()
                }
                TokenTree::Literal(number) if !is_field && is_float(&number) => {
                    quote!((crate::domains::number::Forward::<#scalar>::of(#number)))
                }
                TokenTree::Ident(name) if name == "f64" => {
                    quote!(crate::domains::number::Forward::<#scalar>)
                }
                token => token.into(),
            }
        };
        tokens
            .into_iter()
            .map(each)
            .collect::<Vec<TokenStream>>()
            .into_iter()
            .collect()
    }
}

fn is_dot(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(dot) if dot.as_char() == '.')
}

fn is_float(number: &proc_macro2::Literal) -> bool {
    matches!(syn::Lit::new(number.clone()), syn::Lit::Float(_))
}

impl VisitMut for Lift {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        if self.form == Form::Function {
            let generics = &mut function.sig.generics;
            generics
                .params
                .push(parse_quote!(D: crate::corpus::scalar::Scalar));
        }
        visit_mut::visit_item_fn_mut(self, function);
    }

    fn visit_item_const_mut(&mut self, constant: &mut syn::ItemConst) {
        self.constant(&mut constant.expr, &mut constant.ty);
    }

    fn visit_impl_item_const_mut(&mut self, constant: &mut syn::ImplItemConst) {
        self.constant(&mut constant.expr, &mut constant.ty);
    }

    fn visit_trait_item_const_mut(&mut self, _: &mut syn::TraitItemConst) {}

    fn visit_item_use_mut(&mut self, import: &mut syn::ItemUse) {
        // Traits of other crates have doubles for the numbers of the twin.
        if let syn::UseTree::Path(path) = &mut import.tree
            && path.ident == "num_traits"
            && self.form != Form::Function
        {
            let tree = &path.tree;
            import.tree = parse_quote!(crate::domains::number::generic::#tree);
        }
    }

    fn visit_macro_mut(&mut self, call: &mut syn::Macro) {
        let own = |name: &&str| call.path.is_ident(name);
        let std = [
            "assert",
            "debug_assert",
            "panic",
            "matches",
            "unreachable",
            "println",
            "dbg",
        ];
        if self.form != Form::Function && !std.iter().any(own) {
            call.tokens = self.tokens(std::mem::take(&mut call.tokens));
        }
    }

    fn visit_item_macro_mut(&mut self, item: &mut syn::ItemMacro) {
        if self.form != Form::Function {
            item.mac.tokens = self.tokens(std::mem::take(&mut item.mac.tokens));
        }
    }

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
            let scalar = &self.scalar;
            *ty = parse_quote!(crate::domains::number::Forward<#scalar>);
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        // `T::PI()` is a function, whatever the case of its name.
        let is_named_as_constant =
            matches!(&*call.func, Expr::Path(path) if self.is_constant(&path.path));
        if is_named_as_constant {
            call.args
                .iter_mut()
                .for_each(|argument| self.visit_expr_mut(argument));
        } else {
            visit_mut::visit_expr_call_mut(self, call);
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
        let scalar = &self.scalar;
        let lifted: Option<Expr> = match &*expression {
            _ if self.form == Form::Constant => self.in_constant(expression),
            // `from` may be a method of another trait there, so `of` makes numbers.
            Expr::Lit(literal)
                if self.form == Form::Module && matches!(literal.lit, syn::Lit::Float(_)) =>
            {
                Some(parse_quote!(crate::domains::number::Forward::<#scalar>::of(#expression)))
            }
            Expr::Call(call)
                if self.form == Form::Module
                    && call.func.to_token_stream().to_string() == "f64 :: from" =>
            {
                let value = call.args.first();
                Some(self.cast(&parse_quote!(#value as f64)))
            }
            Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Float(_)) => {
                Some(parse_quote!(crate::domains::number::Forward::<#scalar>::from(#expression)))
            }
            Expr::Cast(cast) if self.form == Form::Module => Some(self.cast(cast)),
            Expr::Cast(cast) if cast.ty.to_token_stream().to_string() == "f64" => {
                Some(parse_quote!(crate::domains::number::Forward::<#scalar>::from(#expression)))
            }
            Expr::Call(call) if call.func.to_token_stream().to_string() == "f64 :: from" => {
                Some(parse_quote!(crate::domains::number::Forward::<#scalar>::from(#expression)))
            }
            Expr::Path(path) if self.is_constant(&path.path) => {
                Some(parse_quote!(crate::domains::number::lift::<#scalar, _>(#expression)))
            }
            _ if self.is_opaque_field(expression) => {
                Some(parse_quote!(crate::domains::number::lift::<#scalar, _>(#expression)))
            }
            Expr::Path(path)
                if path.path.segments.len() == 2 && path.path.segments[0].ident == "f64" =>
            {
                let method = &path.path.segments[1];
                Some(parse_quote!(crate::domains::number::Forward::<#scalar>::#method))
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
