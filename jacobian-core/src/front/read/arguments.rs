//! The arguments of the attribute: `wrt(x), order = reverse, dim(x = 6)`.
//!
//! Options are separated first and then understood one by one, so that a mistake in one does not
//! affect the others, and all mistakes are reported together.

use std::rc::Rc;

use proc_macro2::{Ident, Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;

use crate::diag::Diagnostics;
use crate::interface::{Extras, Shape};
use crate::ordered::Map;

use crate::options::{Options, Order};

use crate::front::messages;
use crate::front::read::attributes::refused_inside;
use crate::front::read::clause::{Clause, choose};
use crate::front::read::definitions::{Types, Within};
use crate::front::read::least_squares;
use crate::front::read::many_points;
use crate::front::read::option_words::{
    FMAS, FOLDS, LAYOUTS, LEVELS, OBJECTIVES, SEEN, SEQUENCES, VALUES, form, inside, known,
};
use crate::front::read::own_traits::OwnTraits;
use crate::front::read::paths::{Const, Dim, FieldPath};
use crate::front::read::requests::Request;
use crate::front::read::rule_terms::Term;
use crate::front::read::rules::{Implicit, Rule};
use crate::front::read::seen::Seen;
use crate::front::read::service::Service;

/// The arguments of the attribute.
#[derive(Clone, Debug)]
pub(crate) struct Arguments {
    pub(crate) options: Options,
    /// The independents, if named.
    pub(crate) wrt: Option<Vec<FieldPath>>,
    /// The fields that are outputs.
    pub(crate) of: Vec<FieldPath>,
    /// The types of the items around, and where the function is.
    pub(crate) types: Rc<Types>,
    pub(crate) home: Within,
    /// The type that `self` has, with its arguments.
    pub(crate) self_type: Option<syn::Type>,
    /// Shapes that the signature does not give.
    pub(crate) dims: Vec<(FieldPath, Shape)>,
    /// Values of named constants.
    pub(crate) consts: Vec<(syn::Path, i128)>,
    /// Values of const parameters of type `bool`, as numbers.
    pub(crate) flags: Vec<(syn::Path, i128)>,
    /// Values of integer fields.
    pub(crate) known_fields: Vec<(FieldPath, i128)>,
    /// Type parameters, and the scalars in their place.
    pub(crate) scalars: Vec<(Ident, Ident)>,
    /// Type parameters, and other types in their place.
    pub(crate) instances: Vec<(Ident, syn::Type)>,
    /// The traits that the items around define.
    pub(crate) own_traits: Rc<OwnTraits>,
    /// Constants of the module around, with the values read there.
    pub(crate) known: Vec<(syn::Path, i128)>,
    /// The paths here that name types of other crates that we know, with the names of the types.
    pub(crate) crate_types: Map<String, String>,
    /// The parameters of the attributed `impl` around.
    pub(crate) around: Option<syn::Generics>,
    /// Whether that `impl` is the `impl` of a trait. The trait may not be in scope.
    pub(crate) is_of_trait: bool,
    pub(crate) service: Service,
    /// Functions attributed elsewhere that this one calls.
    pub(crate) uses: Vec<syn::Path>,
    /// The crates that it sees.
    pub(crate) seen: Vec<Seen>,
    /// The partials of opaque functions.
    pub(crate) rules: Vec<Rule>,
    /// Functions whose partials the caller supplies.
    pub(crate) requests: Vec<Request>,
    /// Whether functions elsewhere can call this one.
    pub(crate) export: bool,
    pub(crate) prefix: Option<Ident>,
    pub(crate) function_struct: Option<Ident>,
    pub(crate) extras: Extras,
    /// The parameters of which each point of a batch has its own.
    pub(crate) per_point: Vec<FieldPath>,
    /// How often a function may call itself inside of itself, if run time decides.
    pub(crate) recursion: Option<usize>,
    pub(crate) runtime: syn::Path,
}

impl Arguments {
    /// Whether an option names a parameter of the function, or a field of one.
    pub(crate) fn name_parameters(&self) -> bool {
        self.wrt.is_some() || !self.of.is_empty() || !self.dims.is_empty()
    }
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            options: Options::default(),
            wrt: None,
            of: Vec::new(),
            types: Rc::default(),
            home: Within::default(),
            self_type: None,
            dims: Vec::new(),
            consts: Vec::new(),
            flags: Vec::new(),
            known_fields: Vec::new(),
            known: Vec::new(),
            crate_types: Map::new(),
            scalars: Vec::new(),
            instances: Vec::new(),
            own_traits: Rc::default(),
            around: None,
            is_of_trait: false,
            service: Service::Asked,
            uses: Vec::new(),
            seen: Vec::new(),
            rules: Vec::new(),
            requests: Vec::new(),
            export: false,
            prefix: None,
            function_struct: None,
            extras: Extras::default(),
            per_point: Vec::new(),
            recursion: None,
            runtime: syn::parse_quote!(::jacobian_runtime),
        }
    }
}

/// Paths with commas between them.
fn paths(clause: &Clause) -> syn::Result<Vec<syn::Path>> {
    let paths = clause.list(|input: ParseStream<'_>| {
        Punctuated::<syn::Path, syn::Token![,]>::parse_terminated_with(
            input,
            syn::Path::parse_mod_style,
        )
    })?;
    Ok(paths.into_iter().collect())
}

impl Arguments {
    /// Understands the options that it can, and reports the others. The middle knows the names of
    /// the elimination orders, so they are passed in.
    pub(crate) fn parse(
        tokens: TokenStream,
        methods: &[&str],
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let mut arguments = Self::default();
        // Rules and lengths are code, so they may contain attributes as well.
        diagnostics.push_all(refused_inside(&tokens));
        let clauses = match Punctuated::<Clause, syn::Token![,]>::parse_terminated.parse2(tokens) {
            Ok(clauses) => clauses,
            Err(error) => {
                diagnostics.push(with_help(&error, messages::OPTIONS_FORM));
                return arguments;
            }
        };
        let mut seen: Vec<String> = Vec::new();
        for clause in clauses {
            let name = clause.name.unraw().to_string();
            let repeatable = matches!(
                name.as_str(),
                "dim" | "const" | "scalar" | "rule" | "implicit" | "see"
            );
            if seen.contains(&name) && !repeatable {
                diagnostics.error(clause.name.span(), &messages::given_twice(&name));
            } else if let Err(error) = arguments.understand(&name, &clause, methods) {
                let form = form(&name).map(messages::option_form);
                diagnostics.push(with_help(&error, &form.unwrap_or_default()));
            }
            seen.push(name);
        }
        arguments
    }

    fn instantiate(&mut self, Instance { parameter, meant }: Instance) {
        match meant {
            Meant::Scalar(scalar) => self.scalars.push((parameter, scalar)),
            Meant::Type(ty) => self.instances.push((parameter, *ty)),
        }
    }

    fn know(&mut self, given: Const) {
        match given {
            Const::Named(path, value) => self.consts.push((path, value)),
            Const::Flag(path, value) => self.flags.push((path, i128::from(value))),
            Const::Field(path, value) => self.known_fields.push((path, value)),
        }
    }

    fn understand(&mut self, name: &str, clause: &Clause, methods: &[&str]) -> syn::Result<()> {
        let options = &mut self.options;
        match name {
            "order" => options.order = clause.value(|input| parse_order(input, methods))?,
            "search" => options.search = clause.count()?,
            "objective" => options.objective = clause.choice(OBJECTIVES)?,
            "fold" => options.fold = clause.choice(FOLDS)?,
            "level" => options.level = clause.choice(LEVELS)?,
            "schedule" => options.schedule = clause.choice(SEQUENCES)?,
            "layout" => options.layout = clause.choice(LAYOUTS)?,
            "fma" => options.fma = clause.choice(FMAS)?,
            "value" => options.value = clause.choice(VALUES)?,
            "unroll" => options.unroll = clause.count()?,
            "recursion" => self.recursion = Some(clause.count()?),
            "wrt" => self.wrt = Some(clause.terms::<FieldPath>()?),
            "of" => self.of = clause.terms::<FieldPath>()?,
            "dim" => {
                let dims = clause.terms::<Dim>()?.into_iter();
                self.dims.extend(dims.flat_map(|dim| dim.shapes));
            }
            "const" => {
                for given in clause.terms::<Const>()? {
                    self.know(given);
                }
            }
            "scalar" => {
                for given in clause.terms::<Instance>()? {
                    self.instantiate(given);
                }
            }
            "prefix" => self.prefix = Some(clause.value(Ident::parse)?),
            "as" => self.function_struct = Some(clause.value(Ident::parse)?),
            // A free function with this option does not come here.
            "assemble" => Err(clause.error(messages::ASSEMBLE_FREE_FUNCTION))?,
            "crate" => self.runtime = clause.value(syn::Path::parse_mod_style)?,
            "use" => self.uses = paths(clause)?,
            "rule" => Term::give(clause.terms()?, &mut self.rules, &mut self.requests),
            // The driver has answered it.
            "see" => drop(clause.terms::<Ident>()?),
            SEEN => self.seen = clause.terms()?,
            "implicit" => {
                let rules = clause.terms::<Implicit>()?.into_iter();
                self.rules.extend(rules.map(|Implicit(rule)| rule));
            }
            "export" => self.export = clause.flag()?,
            "jvp" | "vjp" | "linearize" | "batch" | "gradient" | "hessian" | "hvp" | "dispatch"
            | "verify" => self.ask_for(name, clause)?,
            "normal" => self.extras.normal = Some(least_squares::read(clause)?),
            _ => {
                let message = match inside(name) {
                    Some(form) => messages::option_inside(name, form),
                    None => messages::unknown_option(name, &known()),
                };
                return Err(syn::Error::new(clause.name.span(), message));
            }
        }
        Ok(())
    }

    /// The options that ask for more functions.
    fn ask_for(&mut self, name: &str, clause: &Clause) -> syn::Result<()> {
        if name == "batch" {
            self.extras.batch = true;
            self.per_point = many_points::read(clause)?;
            return Ok(());
        }
        let extras = &mut self.extras;
        let asked = clause.flag()?;
        match name {
            "jvp" => extras.jvp = asked,
            "vjp" => extras.vjp = asked,
            "gradient" => extras.gradient = asked.then(|| clause.name.span()),
            "linearize" => extras.linearize = asked.then(|| clause.name.span()),
            "hvp" => extras.hvp = asked.then(|| clause.name.span()),
            "dispatch" => extras.dispatch = asked.then(|| clause.name.span()),
            "verify" => extras.verify = asked.then(|| clause.name.span()),
            _ => extras.hessian = asked.then(|| clause.name.span()),
        }
        Ok(())
    }

    /// The value that `const(..)` gave a path.
    pub(crate) fn constant(&self, path: &syn::Path) -> Option<i128> {
        self.consts
            .iter()
            .chain(&self.flags)
            .chain(&self.known)
            .find(|(named, _)| named == path)
            .map(|(_, value)| *value)
    }

    /// The plain names that `const(..)` gave values.
    pub(crate) fn constants(&self) -> Vec<(Ident, i128)> {
        let named = |(path, value): &(syn::Path, i128)| Some((path.get_ident()?.clone(), *value));
        self.consts.iter().filter_map(named).collect()
    }

    /// The shape that `dim(..)` gave a parameter.
    pub(crate) fn dim(&self, name: &Ident) -> Option<&Shape> {
        self.dims
            .iter()
            .find(|(path, _)| path.members.is_empty() && path.root == *name)
            .map(|(_, shape)| shape)
    }

    /// The shape that `dim(..)` gives a field.
    pub(crate) fn field_dim(&self, path: &FieldPath) -> Option<&Shape> {
        let mut dims = self.dims.iter();
        let found = dims.find(|(named, _)| named == path);
        found.map(|(_, shape)| shape)
    }

    /// The fields of a parameter, or of a field, that `dim(..)` names.
    pub(crate) fn fields_of(&self, path: &FieldPath) -> Vec<FieldPath> {
        let named = self.dims.iter().map(|(field, _)| field);
        named
            .filter(|field| *field != path && field.overlaps(path))
            .filter(|field| field.members.len() > path.members.len())
            .cloned()
            .collect()
    }
}

/// An error with a help. The errors of the parser say what they expected, and no more.
fn with_help(error: &syn::Error, help: &str) -> syn::Error {
    let message = error.to_string();
    if message.contains("\nhelp: ") {
        return error.clone();
    }
    syn::Error::new(error.span(), format!("{message}\nhelp: {help}"))
}

/// The name of a method, or `list("fingerprint", [3, 1, 2])`.
fn parse_order(input: ParseStream<'_>, methods: &[&str]) -> syn::Result<Order> {
    let word: Ident = input.parse()?;
    if word != "list" {
        let listed = methods.iter().chain(&["list"]);
        let choices: Vec<(&str, Order)> = listed
            .map(|name| (*name, Order::Named((*name).to_owned())))
            .collect();
        return choose("order", &word, &choices);
    }
    let inner;
    syn::parenthesized!(inner in input);
    parse_list(&inner).map_err(|error| syn::Error::new(error.span(), messages::ORDER_LIST))
}

/// `"fingerprint", [3, 1, 2]`.
fn parse_list(input: ParseStream<'_>) -> syn::Result<Order> {
    let fingerprint = input.parse::<syn::LitStr>()?.value();
    input.parse::<syn::Token![,]>()?;
    let vertices;
    syn::bracketed!(vertices in input);
    let vertices = Punctuated::<syn::LitInt, syn::Token![,]>::parse_terminated(&vertices)?;
    let vertices = vertices
        .iter()
        .map(syn::LitInt::base10_parse)
        .collect::<syn::Result<Vec<usize>>>()?;
    Ok(Order::List {
        fingerprint,
        vertices,
    })
}

/// `T = f64`, or `M = Body`
pub(crate) struct Instance {
    pub(crate) parameter: Ident,
    pub(crate) meant: Meant,
}

/// The meaning of a type parameter.
pub(crate) enum Meant {
    Scalar(Ident),
    Type(Box<syn::Type>),
}

impl Parse for Instance {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let parameter = input.parse()?;
        input.parse::<syn::Token![=]>()?;
        let ty: syn::Type = input.parse()?;
        let name = match &ty {
            syn::Type::Path(path) => path.path.get_ident(),
            _ => None,
        };
        // Names of types begin with a capital letter, those of scalars do not.
        let is_scalar = |name: &&Ident| name.to_string().starts_with(char::is_lowercase);
        let meant = match name.filter(is_scalar) {
            Some(scalar) => {
                let choices = ["f64", "f32"].map(|name| (name, ()));
                choose("scalar", scalar, &choices)?;
                Meant::Scalar(scalar.clone())
            }
            None => Meant::Type(Box::new(ty)),
        };
        Ok(Self { parameter, meant })
    }
}

/// The span of the whole attribute.
pub(crate) fn attribute_span() -> Span {
    Span::call_site()
}
