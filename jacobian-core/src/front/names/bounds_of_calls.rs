//! Bounds of integers that methods and functions give.
//!
//! ```text
//! n.min(3), k.clamp(1, 4), usize::from(up)
//! donor(v[i], i)      a function of the user's own, by its last expression
//! ```

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, Pat};

use crate::front::names::integer_bounds::Reader;
use crate::front::syntax::form::path_key;
use crate::front::syntax::strip::strip;
use crate::front::value::Value;
use crate::front::value::function::FunctionId;
use crate::front::value::integer::Bounds;
use crate::front::value::intervals::{
    IntegerKind, Interval, LARGEST, UNKNOWN, kind_named, kind_of, least_of, most_of, of_kind,
};
use crate::ordered::Map;

/// The most calls of functions inside of each other that are looked into.
const DEEPEST_CALL: usize = 4;

impl<M> Reader<'_, M> {
    pub(crate) fn of_method(
        &self,
        call: &syn::ExprMethodCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Interval {
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        // A type of the user's may have a method of the same name.
        let Some(of) = self
            .of(&call.receiver, None, IntegerKind::default())
            .filter(|of| of.kind.is_integer)
        else {
            return self.of_own_method(call, part, kind).unwrap_or(unknown);
        };
        if part.is_some() {
            return unknown;
        }
        let arguments = call.args.iter();
        let arguments = arguments.map(|argument| self.of(argument, None, of.kind));
        let Some(arguments) = arguments.collect::<Option<Vec<Interval>>>() else {
            return unknown;
        };
        let kind = arguments
            .iter()
            .fold(of.kind.or(kind), |kind, one| kind.or(one.kind));
        let a = match of.bounds {
            UNKNOWN => of_kind(kind),
            bounds => bounds,
        };
        let bounds = match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("min", [b]) => least_of(a, b.bounds),
            ("max", [b]) => most_of(a, b.bounds),
            ("clamp", [low, high]) => least_of(most_of(a, low.bounds), high.bounds),
            ("rem_euclid", [b]) if b.bounds.least >= 1 => Bounds {
                least: 0,
                most: b.bounds.most - 1,
            },
            ("saturating_sub", [b])
                if kind.is_unsigned && a.most < LARGEST && b.bounds.least >= 0 =>
            {
                Bounds {
                    least: a.least.saturating_sub(b.bounds.most).max(0),
                    most: (a.most - b.bounds.least).max(0),
                }
            }
            ("clone", []) => a,
            _ => of_kind(kind),
        };
        Interval { bounds, kind }
    }

    /// `usize::from(flag)`, or a function of the user's own, by its body.
    pub(crate) fn of_call(
        &self,
        call: &syn::ExprCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Interval {
        let unknown = Interval {
            bounds: UNKNOWN,
            kind,
        };
        let Expr::Path(callee) = strip(&call.func) else {
            return unknown;
        };
        let segments: Vec<String> = callee
            .path
            .segments
            .iter()
            .map(|one| one.ident.to_string())
            .collect();
        if let ([ty, from], Some(argument)) = (segments.as_slice(), call.args.first())
            && from == "from"
            && kind_named(ty).is_integer
        {
            let kind = kind_named(ty);
            if self.is_condition(argument) {
                return Interval {
                    bounds: Bounds { least: 0, most: 1 },
                    kind,
                };
            }
            let inner = self.of(argument, None, IntegerKind::default());
            let bounds = inner.map_or(UNKNOWN, |inner| inner.bounds);
            return Interval { bounds, kind };
        }
        self.of_own_call(callee, call, part, kind)
            .unwrap_or(unknown)
    }

    fn of_own_call(
        &self,
        callee: &syn::ExprPath,
        call: &syn::ExprCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Interval> {
        let binding = self.lowering.names.scopes.get(&path_key(&callee.path)?)?;
        match &binding.value {
            Value::Function(id) => self.of_function(id, &call.args, (part, kind)),
            _ => None,
        }
    }

    /// A method of a type of the user's, by its body.
    fn of_own_method(
        &self,
        call: &syn::ExprMethodCall,
        part: Option<usize>,
        kind: IntegerKind,
    ) -> Option<Interval> {
        if self.depth > 0 {
            return None;
        }
        let of = self
            .lowering
            .type_of_tokens(&call.receiver.to_token_stream())?;
        let key = self.lowering.key_of_written(&of)?;
        let (name, count) = (call.method.to_string(), call.args.len() + 1);
        let heads = self.lowering.given.types.methods(&key, &name, count);
        let [head] = heads.as_slice() else {
            return None;
        };
        match &self.lowering.names.scopes.anywhere(&head.own)?.value {
            Value::Function(id) => self.of_function(id, &call.args, (part, kind)),
            _ => None,
        }
    }

    fn of_function(
        &self,
        id: &FunctionId,
        arguments: &Punctuated<Expr, syn::Token![,]>,
        (part, kind): (Option<usize>, IntegerKind),
    ) -> Option<Interval> {
        let function = self.lowering.names.functions.get(id);
        if self.depth >= DEEPEST_CALL || function.parameters.len() != arguments.len() {
            return None;
        }
        let mut inside = Reader {
            lowering: self.lowering,
            names: Map::new(),
            depth: self.depth + 1,
        };
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            let (name, declared) = match parameter {
                Pat::Type(typed) => (&*typed.pat, kind_of(&typed.ty)),
                name => (name, IntegerKind::default()),
            };
            if let Pat::Ident(name) = name
                && name.mutability.is_none()
                && let Some(known) = self.of(argument, None, declared)
            {
                inside.names.insert(name.ident.to_string(), known);
            }
        }
        let declared = function.result.as_ref().map_or(kind, kind_of);
        inside.of(&function.body, part, kind.or(declared))
    }
}
