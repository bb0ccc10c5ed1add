//! Structs of which some fields are independents: `wrt(self.a, b.pose.x)`.
//!
//! ```text
//! b  =  Fields { place: `b`, known: pose -> Fields { place: `b.pose`, known: x -> v3 } }
//! b.pose.x   v3
//! b.pose.y   the user's own code, not active
//! b.rate()   may read `b.pose.x`: refused
//! ```
//!
//! Fields that nobody named stay the user's places, so only the struct as a whole is active. Nothing is ever
//! assigned to such a struct: its independents are read where the caller left them.

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Member};

use super::columns::Column;
use super::scope::Scopes;
use super::value::{Inactive, Value};
use super::{Lowering, messages};

/// The deepest field that is looked up, so that asking at every level stays linear.
const DEEPEST: usize = 16;

/// A place of the user's, some of whose fields are values.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub(crate) place: TokenStream,
    pub(crate) known: Vec<(Member, Value)>,
}

impl Fields {
    pub(crate) fn get(&self, member: &Member) -> Option<&Value> {
        let mut known = self.known.iter();
        known
            .find(|(name, _)| name == member)
            .map(|(_, value)| value)
    }

    /// A struct at a place, with these columns as fields.
    pub(crate) fn of(place: TokenStream, columns: &[(&Column, Value)], depth: usize) -> Value {
        let mut known: Vec<(Member, Value)> = Vec::new();
        for (column, value) in columns {
            let member = &column.path.members[depth];
            if known.iter().any(|(name, _)| name == member) {
                continue;
            }
            let is_inside = |other: &&(&Column, Value)| other.0.path.members[depth] == *member;
            let inside: Vec<(&Column, Value)> = columns.iter().filter(is_inside).cloned().collect();
            let value = if column.path.members.len() == depth + 1 {
                value.clone()
            } else {
                Self::of(quote!(#place.#member), &inside, depth + 1)
            };
            known.push((member.clone(), value));
        }
        Value::Fields(Rc::new(Self { place, known }))
    }
}

/// Whether a field is one that nobody named, in a struct of which others are known.
pub(crate) fn is_unnamed_field(scopes: &Scopes, field: &syn::ExprField) -> bool {
    let mut members = vec![&field.member];
    let mut base = super::expression::strip(&field.base);
    let root = loop {
        match base {
            Expr::Field(inner) if members.len() < DEEPEST => {
                members.push(&inner.member);
                base = super::expression::strip(&inner.base);
            }
            Expr::Path(path) => break path.path.get_ident(),
            _ => return false,
        }
    };
    let binding = root.and_then(|root| scopes.get(&root.to_string()));
    let mut value = binding.map(|binding| &binding.value);
    while let Some(member) = members.pop() {
        let Some(Value::Fields(fields)) = value else {
            return false;
        };
        value = fields.get(member);
        if value.is_none() {
            return true;
        }
    }
    false
}

impl Lowering {
    pub(crate) fn eval_field(&mut self, field: &syn::ExprField) -> Value {
        let base = self.eval_base(&field.base);
        let member = &field.member;
        let found = match (&base, member) {
            (Value::Poison, _) => return Value::Poison,
            (Value::Tuple(elements), Member::Unnamed(index)) => {
                elements.get(index.index as usize).cloned()
            }
            (Value::Struct(layout, fields), _) => layout
                .position(member)
                .and_then(|position| fields.get(position).cloned()),
            (Value::Matrix(matrix), Member::Named(name)) => matrix
                .coordinate(&name.to_string())
                .map(|position| matrix.elements[position].clone()),
            (Value::Fields(fields), _) => match fields.get(member) {
                None if self.writer.trial.is_some() => None,
                None => {
                    let place = &fields.place;
                    Some(Value::Inactive(Inactive {
                        tokens: quote!(#place.#member),
                        mentions: Vec::new(),
                    }))
                }
                known => known.cloned(),
            },
            _ => None,
        };
        match found {
            Some(Value::Unassigned) => self.refuse(field, messages::UNASSIGNED),
            Some(value) => value,
            None => self.refuse(field, &messages::no_such_field(&base.describe())),
        }
    }

    /// What an index, a loop or a length meets that finds a scalar where an array would have to be.
    pub(crate) fn not_an_array(&self, base: &Expr, value: &Value) -> Option<String> {
        let (Expr::Field(_), Value::Scalar(id)) = (super::expression::strip(base), value) else {
            return None;
        };
        let statement = self.writer.builder.code().statement(*id);
        let is_independent = matches!(statement.elemental(), crate::ir::Elemental::Independent(_));
        let name = base.to_token_stream().to_string().replace(' ', "");
        is_independent.then(|| messages::field_without_dim(&name))
    }

    /// Binds `self` and the parameters some of whose fields are independents.
    pub(crate) fn bind_fields(&mut self, columns: &[(&Column, Value)]) {
        let mut done: Vec<&syn::Ident> = Vec::new();
        for (column, _) in columns {
            let root = &column.path.root;
            if !column.is_field() || done.contains(&root) {
                continue;
            }
            done.push(root);
            let of_root = |other: &&(&Column, Value)| other.0.path.root == *root;
            let of_root: Vec<(&Column, Value)> = columns.iter().filter(of_root).cloned().collect();
            let value = Fields::of(root.to_token_stream(), &of_root, 0);
            self.bind(root, value);
        }
    }

    /// `let Params { p, q } = b`: known fields are bound here, the others by the user's own pattern.
    pub(crate) fn bind_fields_of(&mut self, pattern: &syn::PatStruct, fields: &Fields) {
        let mut rest = pattern.clone();
        rest.fields.clear();
        for part in &pattern.fields {
            match fields.get(&part.member) {
                Some(value) => self.bind_pattern(&part.pat, value.clone()),
                None => rest.fields.push(part.clone()),
            }
        }
        if rest.fields.is_empty() {
            return;
        }
        rest.rest.get_or_insert_with(|| syn::PatRest {
            attrs: Vec::new(),
            dot2_token: syn::Token![..](proc_macro2::Span::call_site()),
        });
        let place = Inactive {
            tokens: fields.place.clone(),
            mentions: Vec::new(),
        };
        self.keep_let(&syn::Pat::Struct(rest), place);
    }
}
