//! Distributions of statrs with active parameters as values: `Normal::new(m, s)`.
//!
//! ```text
//! let n = Normal::new(m, s)?;    Ok(Normal { __Normal_0: m, __Normal_1: s })
//! n.cdf(x)                       v4 = opaque `Normal::new(v0, v1).unwrap().cdf(v2)`
//! ```
//!
//! A distribution is a struct of its parameters, so branches join it as any struct. It is made
//! again for each call of a method, which cannot fail, because it was made before.
//! `prelude/distributions` has the partials.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Expr, Ident, Member};

use crate::interface::{Access, ConstArguments, Layout};
use crate::shape::Maker;

use crate::front::names::state::Lowering;
use crate::front::prelude::distributions;
use crate::front::read::definitions::Written;
use crate::front::read::rules::{Rule, RuleOrigin};
use crate::front::syntax::strip::strip;
use crate::front::value::Value;

const NEW: &str = "new";

/// A distribution with its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    /// The name in statrs.
    pub(crate) name: &'static str,
    /// The type as generated code names it.
    path: syn::Path,
    pub(crate) parameters: Vec<Value>,
}

impl Distribution {
    /// The distribution that a value is.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        let Value::Struct(layout, parameters) = value else {
            return None;
        };
        let Member::Named(first) = layout.members.first()? else {
            return None;
        };
        let first = first.to_string();
        let name = first.strip_prefix("__")?.strip_suffix("_0")?;
        Some(Self {
            name: distributions::known(name)?,
            path: layout.path.clone(),
            parameters: parameters.to_vec(),
        })
    }

    /// The code of a call of one of its methods.
    pub(crate) fn method(
        &self,
        method: &Ident,
        parameters: &[TokenStream],
        arguments: &[TokenStream],
    ) -> TokenStream {
        let path = &self.path;
        quote!(#path::new(#(#parameters),*).unwrap().#method(#(#arguments),*))
    }

    /// The code that makes it, which gives a `Result`.
    pub(crate) fn made(&self, parameters: &[TokenStream]) -> TokenStream {
        let path = &self.path;
        quote!(#path::new(#(#parameters),*))
    }

    /// The rule of a method, with the parameters before the arguments.
    pub(crate) fn rule(&self, method: &Ident, count: usize) -> Option<Rule> {
        let text = distributions::rule(self.name, &method.to_string())?;
        let rule: Rule = syn::parse_str(&text).expect("invariant: a test parses each entry");
        let fits = rule.parameters.len() == self.parameters.len() + count;
        fits.then_some(Rule {
            origin: RuleOrigin::Prelude,
            ..rule
        })
    }

    /// The names of its methods.
    pub(crate) fn methods(&self) -> Vec<&'static str> {
        distributions::names(self.name)
    }

    pub(crate) fn into_value(self) -> Value {
        let member = |position: usize| {
            let name = format!("__{}_{position}", self.name);
            Member::Named(Ident::new(&name, Span::call_site()))
        };
        let layout = Layout {
            path: self.path,
            members: (0..self.parameters.len()).map(member).collect(),
            own: None,
            is_variant: false,
            made: Some(Maker::Function(NEW)),
            access: Access::default(),
            lengths: ConstArguments::default(),
        };
        Value::Struct(Rc::new(layout), Rc::new(self.parameters))
    }
}

impl<M> Lowering<M> {
    /// The type of a call that makes a distribution.
    pub(crate) fn type_of_distribution(&self, call: &syn::ExprCall) -> Option<Written> {
        let (path, made_by) = maker(call)?;
        let name = self.distribution_named(&path)?;
        let name = Ident::new(name, Span::call_site());
        let ty: syn::Type = match made_by.to_string().as_str() {
            NEW => syn::parse_quote!(Result<::statrs::distribution::#name, _>),
            "standard" => syn::parse_quote!(::statrs::distribution::#name),
            _ => return None,
        };
        let at = self.within();
        Some(Written { ty, at })
    }

    /// The distribution that a call makes, without its parameters: `Normal::new(m, s)`.
    pub(crate) fn distribution_made(&self, call: &syn::ExprCall) -> Option<Distribution> {
        let (mut path, made_by) = maker(call)?;
        let name = self.distribution_named(&path).filter(|_| made_by == NEW)?;
        if self.frames.foreign > 0 {
            path = syn::parse_str(&format!("::statrs::distribution::{name}")).ok()?;
        }
        Some(Distribution {
            name,
            path,
            parameters: Vec::new(),
        })
    }

    /// The distribution of statrs that a path names.
    pub(crate) fn distribution_named(&self, path: &syn::Path) -> Option<&'static str> {
        if self.given.types.key(path, &self.within()).is_some() {
            return None;
        }
        let (imports, module) = (&self.names.imports, self.module());
        let full = imports.full_path(path, module);
        let found = distributions::named(&full);
        found.or_else(|| {
            let paths = imports.by_globs(&full, module);
            paths.iter().find_map(|path| distributions::named(path))
        })
    }
}

/// The type and the name of an associated function that is called.
fn maker(call: &syn::ExprCall) -> Option<(syn::Path, Ident)> {
    let Expr::Path(callee) = strip(&call.func) else {
        return None;
    };
    let mut path = callee.path.clone();
    let last = path.segments.pop().filter(|_| callee.qself.is_none())?;
    path.segments.pop_punct();
    (!path.segments.is_empty()).then_some((path, last.ident))
}
