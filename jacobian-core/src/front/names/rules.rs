//! The rule of a call: which `rule(..)` a function, a method or a closure in a field has.
//!
//! ```text
//! rule(special::erf(x) => ..)      special::erf(a), also `erf(a)` behind `use special::erf`
//! rule(table::flow(p) => ..)       the item of the attributed module, by each of its paths
//! rule(Normal::cdf(self, x) => ..) self.normal.cdf(a), if rustc agrees that this is a `Normal`
//! rule(self.at(t) => ..)           self.at(a), in methods of the same type
//! (of the prelude)                 libm::floor(a), Libm::<f64>::floor(a)
//! ```
//!
//! A path in an inlined function of another module is compared by the item that it names, because
//! the same words may name something else there.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, ExprCall, ExprMethodCall};

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::prelude::{self, distributions};
use crate::front::read::rules::{Callee, Rule, RuleOrigin};
use crate::front::syntax::form::{path_key, root_name, type_name};
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::behind_reference;
use crate::front::value::Inactive;
use crate::front::value::found::Found;

/// The paths of the trait `Pow`.
const POWER: [&str; 4] = [
    "num_traits::Pow",
    "num_traits::pow::Pow",
    "num::Pow",
    "num::traits::Pow",
];

impl<M> Lowering<M> {
    /// Notes the items of the library that rules are about, while their names are in view.
    pub(crate) fn bind_rules(&mut self) {
        let item = |rule: &Rc<Rule>| match &rule.callee {
            Callee::Function(path) | Callee::Method(path) | Callee::OfNumber(path) => {
                self.names.scopes.id(&path_key(path)?)
            }
            Callee::OfObject(..) | Callee::Field(_) => None,
        };
        self.names.ruled = self.given.rules.iter().map(item).collect();
    }

    /// The last rule that fits, because the rules of a function come after those of its module.
    fn last_rule(&self, fits: impl Fn(usize, &Rule) -> bool) -> Option<Rc<Rule>> {
        let mut rules = self.given.rules.iter().enumerate().rev();
        let found = rules.find(|(number, rule)| fits(*number, rule));
        found.map(|(_, rule)| Rc::clone(rule))
    }

    /// The rule of a function that a call names by its path. A method may be called so as well.
    pub(crate) fn rule_of_path(&mut self, path: &syn::Path, count: usize) -> Option<Rc<Rule>> {
        let of_user = self.last_rule(|number, rule| match &rule.callee {
            Callee::Function(named) | Callee::OfNumber(named) => {
                rule.parameters.len() == count && self.names_same(number, named, path)
            }
            Callee::Method(named) => {
                rule.parameters.len() + 1 == count && self.names_same(number, named, path)
            }
            Callee::OfObject(..) | Callee::Field(_) => false,
        });
        if of_user.is_some() {
            return of_user;
        }
        let is_bound = path_key(path).is_some_and(|key| self.names.scopes.id(&key).is_some());
        if is_bound {
            return None;
        }
        let full = self.names.imports.full_path(path, self.module());
        let mut paths = vec![of_libm(path, full.clone())];
        paths.extend(self.names.imports.by_globs(&full, self.module()));
        let rule = paths.iter().find_map(|path| self.prelude_rule(path))?;
        (rule.parameters.len() == count).then_some(rule)
    }

    /// The number of arguments of a function with a rule, whose path is used as a function.
    pub(crate) fn count_of_ruled(&mut self, function: &Expr) -> Option<usize> {
        let Expr::Path(path) = strip(function) else {
            return None;
        };
        // Nobody writes a rule with more arguments and passes the function on.
        let mut counts = (1..=3).filter(|_| path.qself.is_none());
        counts.find(|count| self.rule_of_path(&path.path, *count).is_some())
    }

    /// The rule of the prelude for a function or a method, by its path from the name of a crate on.
    fn prelude_rule(&mut self, full: &str) -> Option<Rc<Rule>> {
        if let Some(known) = self.names.prelude.get(full) {
            return known.clone();
        }
        let text = if self.given.is_second_order {
            prelude::rule_of_second_order(full)
        } else {
            prelude::rule(full)
        };
        let rule = text.map(|text| {
            let rule: Rule = syn::parse_str(&text).expect("invariant: a test parses each entry");
            Rc::new(Rule {
                origin: RuleOrigin::Prelude,
                ..rule
            })
        });
        self.names.prelude.insert(full.to_owned(), rule.clone());
        rule
    }

    /// The rule of a method of numbers. Those of the prelude are methods of traits, which have to
    /// be imported where the call is.
    pub(crate) fn rule_of_number(&mut self, call: &ExprMethodCall) -> Option<Rc<Rule>> {
        let count = call.args.len() + 1;
        let of_user = self.last_rule(|_, rule| {
            rule.method_of_number() == Some(&call.method) && rule.parameters.len() == count
        });
        if of_user.is_some() {
            return of_user;
        }
        let path = self.imported_method(&call.method.to_string())?;
        let rule = self.prelude_rule(&path)?;
        (rule.method_of_number().is_some() && rule.parameters.len() == count).then_some(rule)
    }

    /// The path of a method in the prelude whose trait is imported at this point.
    /// Whether `x.pow(2.0)` is that of the trait `Pow` here.
    pub(crate) fn has_power_trait(&self) -> bool {
        let module = self.module();
        let brings = |path: &&str| self.names.imports.brings(path, module);
        POWER.iter().any(brings)
    }

    fn imported_method(&self, method: &str) -> Option<String> {
        let module = self.module();
        let mut methods = prelude::methods(method);
        // The import of a type says nothing about the type of an object.
        let is_of_trait = |of: &str| distributions::named(of).is_none();
        let found = methods.find(|(of_trait, _)| {
            is_of_trait(of_trait) && self.names.imports.brings(of_trait, module)
        })?;
        Some(format!("{}::{method}", found.0))
    }

    /// Whether a path at this place names what the path of a rule names beside the attributed
    /// function.
    fn names_same(&self, number: usize, named: &syn::Path, path: &syn::Path) -> bool {
        let same_words = || {
            let words = |path: &syn::Path| path.to_token_stream().to_string();
            path_key(named).map_or_else(
                || words(named) == words(path),
                |key| path_key(path) == Some(key),
            )
        };
        if self.frames.foreign == 0 && same_words() {
            return true;
        }
        let item = path_key(path).and_then(|key| self.names.scopes.id(&key));
        match (item, self.names.ruled.get(number).copied().flatten()) {
            (Some(item), Some(ruled)) => item == ruled,
            (None, None) => {
                let imports = &self.names.imports;
                imports.full_path(path, self.module()) == imports.full_path(named, None)
            }
            _ => false,
        }
    }

    /// The function of a call with a rule, as the generated function can name it.
    pub(crate) fn path_of_call(&self, rule: &Rule, called: &syn::ExprPath) -> TokenStream {
        match &rule.callee {
            Callee::Function(named) | Callee::Method(named) | Callee::OfNumber(named)
                if self.frames.foreign > 0 =>
            {
                let is_crate = rule.origin == RuleOrigin::Prelude;
                let root = is_crate.then(<syn::Token![::]>::default);
                quote!(#root #named)
            }
            _ => called.to_token_stream(),
        }
    }

    /// The rule of a closure in a field.
    pub(crate) fn rule_of_field(&self, field: &Expr, count: usize) -> Option<Rc<Rule>> {
        self.last_rule(|_, rule| match &rule.callee {
            Callee::Field(named) => {
                rule.parameters.len() == count && self.is_same_place(named, field)
            }
            _ => false,
        })
    }

    /// The rule of a method of an object that the rule names: `self.at(t)`, `self.normal.cdf(x)`.
    /// A method of `self` may also have a rule by its type.
    pub(crate) fn rule_of_object(&self, call: &ExprMethodCall) -> Option<Rc<Rule>> {
        let item = || {
            let receiver = strip(&call.receiver);
            let is_self = matches!(receiver, Expr::Path(path) if path.path.is_ident("self"));
            let own = is_self.then(|| format!("self.{}", call.method))?;
            self.names.scopes.id(&own)
        };
        self.last_rule(|number, rule| {
            rule.parameters.len() == call.args.len()
                && match &rule.callee {
                    Callee::OfObject(object, method) => {
                        *method == call.method && self.is_same_place(object, &call.receiver)
                    }
                    Callee::Method(_) => {
                        rule.method() == Some(&call.method)
                            && self.names.ruled[number].is_some()
                            && item() == self.names.ruled[number]
                    }
                    _ => false,
                }
        })
    }

    /// Whether a place in a rule is the place at this point. `self` is the same object in all
    /// methods of its type that are inlined. Another name belongs to the attributed function.
    fn is_same_place(&self, named: &Expr, place: &Expr) -> bool {
        let is_self = root_name(named).is_some_and(|root| root == "self");
        let is_in_view = self.frames.foreign == 0 && (is_self || self.frames.calls.is_empty());
        let words = |place: &Expr| strip(place).to_token_stream().to_string();
        is_in_view && words(named) == words(place)
    }

    /// The rule of a method of opaque code, by the name of the method. If several types have a rule
    /// for it, the declared type of the object decides.
    pub(crate) fn rule_of_method(
        &mut self,
        object: &Inactive,
        call: &ExprMethodCall,
    ) -> Found<Option<Rc<Rule>>> {
        let fits = |rule: &&Rc<Rule>| {
            rule.method() == Some(&call.method) && rule.parameters.len() == call.args.len()
        };
        let mut fitting: Vec<Rc<Rule>> = Vec::new();
        for rule in self.given.rules.iter().rev().filter(fits) {
            let is_new = |known: &Rc<Rule>| known.type_name() != rule.type_name();
            if fitting.iter().all(is_new) {
                fitting.push(Rc::clone(rule));
            }
        }
        if fitting.len() > 1
            && let Some(ty) = self.type_of(object)
        {
            let name = type_name(&ty);
            fitting.retain(|rule| rule.type_name().is_some_and(|named| *named == name));
        }
        match fitting.as_slice() {
            [] => Ok(self.prelude_method(object, call)),
            [rule] => Ok(Some(Rc::clone(rule))),
            several => {
                let types = several.iter().filter_map(|rule| rule.type_name());
                let types: Vec<String> = types.map(ToString::to_string).collect();
                let message = messages::several_rules(&call.method.to_string(), &types);
                self.writer.refuse(call, &message)
            }
        }
    }

    /// The rule of the prelude for a method of an opaque object: of its declared type, or of an
    /// imported trait.
    fn prelude_method(&mut self, object: &Inactive, call: &ExprMethodCall) -> Option<Rc<Rule>> {
        let method = &call.method;
        let module = self.module();
        let made = || {
            let written = self.type_of_expression(&call.receiver)?;
            Some((written.ty, Some(written.at.module)))
        };
        let declared = self.type_of(object).map(|ty| (ty, module));
        let declared = declared.or_else(made);
        // A name of a type means what it means where the type is written.
        let of_type = declared.and_then(|(ty, module)| match behind_reference(&ty) {
            syn::Type::Path(ty) => {
                let full = self.names.imports.full_path(&ty.path, module);
                self.prelude_rule(&format!("{full}::{method}"))
            }
            _ => None,
        });
        let rule = if let Some(rule) = of_type {
            rule
        } else {
            let path = self.imported_method(&method.to_string())?;
            self.prelude_rule(&path)?
        };
        (rule.method().is_some() && rule.parameters.len() == call.args.len()).then_some(rule)
    }

    /// Whether a call of a function, or of a closure in a field, has a rule that says so.
    pub(crate) fn ruled_call_may_fail(&mut self, call: &ExprCall) -> bool {
        let rule = match strip(&call.func) {
            Expr::Path(path) if path.qself.is_none() => {
                self.rule_of_path(&path.path, call.args.len())
            }
            field @ Expr::Field(_) => self.rule_of_field(field, call.args.len()),
            _ => None,
        };
        rule.is_some_and(|rule| rule.may_fail())
    }

    /// The same for a method. Methods of types in view are known by their signatures.
    pub(crate) fn ruled_method_may_fail(&mut self, call: &ExprMethodCall) -> bool {
        if let Some(rule) = self.rule_of_object(call) {
            return rule.may_fail();
        }
        let (name, count) = (&call.method, call.args.len());
        if self.given.types.has_method(&name.to_string(), count + 1) {
            return false;
        }
        let is_named = |rule: &&Rc<Rule>| match &rule.callee {
            Callee::Method(_) => rule.method() == Some(name) && rule.parameters.len() == count,
            Callee::OfNumber(_) => {
                rule.method_of_number() == Some(name) && rule.parameters.len() == count + 1
            }
            _ => false,
        };
        let mut named = self.given.rules.iter().filter(is_named).peekable();
        named.peek().is_some() && named.all(|rule| rule.may_fail())
    }
}

/// The function of libm that a function of its struct `Libm` is: `Libm::<f32>::floor` is `floorf`.
fn of_libm(path: &syn::Path, full: String) -> String {
    // The attribute on a function does not see imports. Rustc checks that it is this struct.
    let of_crate = full.strip_prefix("libm::").unwrap_or(&full);
    let Some(name) = of_crate.strip_prefix("Libm::") else {
        return full;
    };
    let of = path.segments.iter().rev().nth(1);
    let scalar = of.map_or_else(String::new, |of| {
        let arguments = of.arguments.to_token_stream().to_string();
        arguments.replace([' ', ':', '<', '>'], "")
    });
    match (scalar.as_str(), name.strip_suffix("_r")) {
        ("f64", _) => format!("libm::{name}"),
        ("f32", Some(name)) => format!("libm::{name}f_r"),
        ("f32", None) => format!("libm::{name}f"),
        _ => full,
    }
}
