//! Const arguments that the type of a result tells: `let v: Vector<3> = Vector::zero();`.
//!
//! ```text
//! fn zero() -> Self, of impl<const N: usize> Vector<N>     declared: Vector<N>
//! let v: Vector<3> = Vector::zero()                        wanted:   Vector<3>     N = 3
//! ```
//!
//! The arguments that the path of a call writes come first.

use syn::{Expr, GenericArgument, Ident, Pat, Stmt, Type};

use crate::front::names::state::Lowering;
use crate::front::read::definitions::Written;
use crate::front::syntax::form::Want;
use crate::front::syntax::generic_arguments::arguments_of;
use crate::front::syntax::patterns::bound_names;
use crate::front::syntax::strip::strip;
use crate::front::syntax::types::{behind_reference, type_arguments};
use crate::front::value::function::FunctionId;
use crate::interface::Wrapper;

impl<M> Lowering<M> {
    /// The const parameters of a function that the type of its result gives, with their arguments.
    pub(crate) fn lengths_of_result(
        &self,
        function: &FunctionId,
        want: Want<'_>,
    ) -> Vec<(Ident, GenericArgument)> {
        let called = self.names.functions.get(function);
        let (Some(want), Some(declared), false) = (want, &called.result, called.lengths.is_empty())
        else {
            return Vec::new();
        };
        let is_wrapped = called.fallible.0 != Wrapper::Plain;
        let Some((wanted, is_elsewhere)) = self.value_wanted(want, is_wrapped) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let declared = (declared, called.this.as_ref());
        unify(declared, &wanted, &called.lengths, &mut found);
        found.retain(|(_, argument)| {
            let is_open = matches!(argument, GenericArgument::Const(Expr::Infer(_)));
            let is_literal = matches!(argument, GenericArgument::Const(Expr::Lit(_)));
            // A name that is written elsewhere may be another one here.
            !is_open && (!is_elsewhere || is_literal)
        });
        found
    }

    /// For each type parameter of a function, whether the type of its result says that it is the
    /// scalar.
    pub(crate) fn scalars_of_result(&self, function: &FunctionId, want: Want<'_>) -> Vec<bool> {
        let called = self.names.functions.get(function);
        let names = &called.type_parameters;
        let (Some(want), Some(declared), false) = (want, &called.result, names.is_empty()) else {
            return Vec::new();
        };
        let is_wrapped = called.fallible.0 != Wrapper::Plain;
        let Some((wanted, _)) = self.value_wanted(want, is_wrapped) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let declared = (declared, called.this.as_ref());
        unify(declared, &wanted, names, &mut found);
        let is_scalar = |name: &Ident| {
            let mut found = found.iter().filter(|(known, _)| known == name);
            found.any(|(_, given)| match given {
                GenericArgument::Type(ty) => self.is_scalar_type(ty),
                _ => false,
            })
        };
        names.iter().map(is_scalar).collect()
    }

    /// The type of the variable of a `let` that the running function returns: `let mut m =
    /// Matrix::zeros(); .. m`.
    pub(crate) fn type_of_returned(&self, pattern: &Pat, made: &Expr) -> Option<Type> {
        let (Pat::Ident(variable), Expr::Call(_)) = (pattern, strip(made)) else {
            return None;
        };
        let running = self.names.functions.get(self.frames.calls.last()?);
        let Expr::Block(body) = &running.body else {
            return None;
        };
        let Some(Stmt::Expr(end, None)) = body.block.stmts.last() else {
            return None;
        };
        let is_wrapped = running.fallible.0 != Wrapper::Plain;
        let end = match strip(end) {
            Expr::Call(wrapper) if is_wrapped && wrapper.args.len() == 1 => &wrapper.args[0],
            end => end,
        };
        let binds = |statement: &&Stmt| match statement {
            Stmt::Local(local) => bound_names(&local.pat).contains(&variable.ident),
            _ => false,
        };
        let is_it = matches!(strip(end), Expr::Path(path) if path.path.is_ident(&variable.ident));
        // An inner block may have another variable of this name.
        let mut binding = body.block.stmts.iter().filter(binds);
        let is_this = match binding.next() {
            Some(Stmt::Local(local)) => {
                let init = local.init.as_ref();
                init.is_some_and(|init| std::ptr::eq(&raw const *init.expr, made))
            }
            _ => false,
        };
        let is_only = is_this && binding.next().is_none();
        running.result.clone().filter(|_| is_it && is_only)
    }

    /// The type of the value, behind aliases and without its wrapper, and whether it is written in
    /// another module.
    fn value_wanted(&self, want: &Type, is_wrapped: bool) -> Option<(Type, bool)> {
        let written = Written {
            ty: want.clone(),
            at: self.within(),
        };
        let known = self.given.types.behind_names(&written);
        let is_elsewhere = known.at.module != written.at.module;
        if !is_wrapped {
            return Some((known.ty, is_elsewhere));
        }
        let (name, arguments) = type_arguments(&known.ty)?;
        let is_wrapper = name == "Option" || name == "Result";
        let inside = arguments.first().filter(|_| is_wrapper)?;
        Some(((*inside).clone(), is_elsewhere))
    }
}

/// Notes what is in a wanted type at the places where a declared type has these names.
fn unify(
    (declared, this): (&Type, Option<&Type>),
    wanted: &Type,
    names: &[Ident],
    found: &mut Vec<(Ident, GenericArgument)>,
) {
    let (declared, wanted) = (behind_reference(declared), behind_reference(wanted));
    match (declared, wanted) {
        (Type::Path(path), _) if path.path.is_ident("Self") => {
            if let Some(this) = this {
                unify((this, None), wanted, names, found);
            }
        }
        (Type::Array(declared), Type::Array(wanted)) => {
            let length = strip(&declared.len);
            if let Expr::Path(path) = length
                && let Some(name) = path.path.get_ident()
                && names.contains(name)
            {
                let wanted = GenericArgument::Const(wanted.len.clone());
                found.push((name.clone(), wanted));
            }
            unify((&declared.elem, this), &wanted.elem, names, found);
        }
        (Type::Tuple(declared), Type::Tuple(wanted)) => {
            for (declared, wanted) in declared.elems.iter().zip(&wanted.elems) {
                unify((declared, this), wanted, names, found);
            }
        }
        (Type::Path(declared), Type::Path(wanted)) => {
            let last = |path: &syn::TypePath| path.path.segments.last().map(|l| l.ident.clone());
            if last(declared) != last(wanted) {
                return;
            }
            let arguments = arguments_of(&declared.path);
            for (declared, wanted) in arguments.iter().zip(arguments_of(&wanted.path)) {
                if let Some(name) = names.iter().find(|name| is_named(declared, name)) {
                    found.push((name.clone(), wanted));
                } else if let (GenericArgument::Type(declared), GenericArgument::Type(wanted)) =
                    (declared, &wanted)
                {
                    unify((declared, this), wanted, names, found);
                }
            }
        }
        _ => {}
    }
}

fn is_named(argument: &GenericArgument, name: &Ident) -> bool {
    let path = match argument {
        GenericArgument::Type(Type::Path(path)) => &path.path,
        GenericArgument::Const(Expr::Path(path)) => &path.path,
        _ => return false,
    };
    path.is_ident(name)
}
