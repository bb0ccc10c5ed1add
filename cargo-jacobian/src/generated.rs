//! The generated code, formatted, with the lines of the source that its statements come from.
//!
//! ```text
//! // line 3: let r = x[0] * x[1].sin();
//! let v4 = v0 * v3;
//! // partials of line 3: let r = x[0] * x[1].sin();
//! let v7 = cos(v1);
//! // elimination: products of partials, summed over paths
//! let a0 = v0 * v7;
//! entries_out[2] = a0; // row 0 by column 1
//! ```

use std::collections::BTreeMap;

use jacobian_core::Watched;
use jacobian_core::ir::{Elemental, Role};
use proc_macro2::TokenStream;
use syn::visit_mut::VisitMut;

/// The number of lines of generated items.
pub(crate) fn lines(function: &Watched) -> usize {
    formatted(&function.emitted, &function.name).lines().count()
}

/// The text of the function that all others wrap: `residual_update_into`.
pub(crate) fn main_function(function: &Watched) -> String {
    let text = formatted(&function.emitted, &function.name);
    let begin = format!("fn {}_update_into", function.prefix);
    let mut lines = text
        .lines()
        .skip_while(|line| !line.contains(&begin))
        .peekable();
    let indent = lines
        .peek()
        .map_or(0, |line| line.len() - line.trim_start().len());
    let end = format!("{}}}", " ".repeat(indent));
    let mut body = String::new();
    for line in lines {
        body += line.get(indent..).unwrap_or_default();
        body.push('\n');
        if line == end {
            break;
        }
    }
    body
}

/// Generated items as people would write them, those of methods in an `impl`, without the levels of
/// lints that each item has.
pub(crate) fn formatted(emitted: &TokenStream, name: &str) -> String {
    let file = syn::parse2(emitted.clone()).or_else(|_| {
        let of_type = name
            .rsplit_once("::")
            .map_or("Self_", |(of_type, _)| of_type);
        let of_type = syn::parse_str::<syn::Path>(of_type)?;
        syn::parse2(quote::quote!(impl #of_type { #emitted }))
    });
    let Ok(mut file) = file else {
        return emitted.to_string();
    };
    WithoutLints.visit_file_mut(&mut file);
    // A comment reads better with a space behind its mark.
    let lines = prettyplease::unparse(&file);
    let lines = lines.lines().map(|line| {
        let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
        match rest.strip_prefix("///") {
            Some(text) if !text.is_empty() && !text.starts_with(' ') => {
                format!("{indent}/// {text}")
            }
            _ => line.to_owned(),
        }
    });
    lines.map(|line| line + "\n").collect()
}

/// Takes off `allow(..)`.
struct WithoutLints;

impl VisitMut for WithoutLints {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<syn::Attribute>) {
        attributes.retain(|attribute| !attribute.path().is_ident("allow"));
    }
}

/// The generated items of a function, with a comment where the line of the source changes.
pub(crate) fn annotated(function: &Watched, source: &str) -> String {
    let source: Vec<&str> = source.lines().collect();
    let origins = origins(function);
    let places = places(function);
    let mut text = String::new();
    let mut last = None;
    let mut stored = String::new();
    for line in formatted(&function.emitted, &function.name).lines() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        if trimmed.contains("fn ") {
            last = None;
        }
        let purpose = Purpose::of(trimmed, &origins).filter(|purpose| last != Some(*purpose));
        if let Some(comment) = purpose.and_then(|purpose| purpose.comment(&source)) {
            last = purpose;
            for part in [indent, "// ", &comment, "\n"] {
                text += part;
            }
        }
        text += line;
        if !stored.is_empty() || is_store(trimmed) {
            stored += trimmed;
            if trimmed.ends_with(';') {
                text += &entries_of(&std::mem::take(&mut stored), &places).unwrap_or_default();
            }
        }
        text.push('\n');
    }
    text
}

/// What a statement is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// A line of the source.
    Line(Origin),
    /// A sum of products of partials.
    Elimination,
}

impl Purpose {
    /// That of a statement with a name of its own.
    fn of(statement: &str, origins: &BTreeMap<u32, Origin>) -> Option<Self> {
        let bound = statement.strip_prefix("let ")?;
        if bound.starts_with("__a") {
            return Some(Self::Elimination);
        }
        let origin = origins.get(&value_number(bound)?)?;
        Some(Self::Line(*origin))
    }

    fn comment(self, source: &[&str]) -> Option<String> {
        let Self::Line(Origin { line, role }) = self else {
            return Some("elimination: products of partials, summed over paths".to_owned());
        };
        let code = source.get(line - 1)?.trim();
        Some(match role {
            Role::Value => format!("line {line}: {code}"),
            Role::Derivative => format!("partials of line {line}: {code}"),
        })
    }
}

/// Row and column of each entry, in the order in which they are stored.
fn places(function: &Watched) -> Vec<(usize, usize)> {
    let (positions, slots) = crate::stored::positions(function);
    let mut places = vec![(0, 0); positions.len()];
    for (position, slot) in positions.into_iter().zip(slots) {
        places[slot] = position;
    }
    places
}

/// Whether a line begins a statement that stores entries.
fn is_store(line: &str) -> bool {
    line.starts_with("entries_out[") || line.starts_with("__elemental::store(")
}

/// A comment with the entries that a statement stores: `entries_out[2] = ..`, or several in a row,
/// `store(entries_out, 2, [..])`.
fn entries_of(statement: &str, places: &[(usize, usize)]) -> Option<String> {
    let statement: syn::Stmt = syn::parse_str(statement).ok()?;
    let syn::Stmt::Expr(stored, _) = statement else {
        return None;
    };
    let (first, count) = match stored {
        syn::Expr::Assign(assign) => match *assign.left {
            syn::Expr::Index(index) => (number(&index.index)?, 1),
            _ => return None,
        },
        syn::Expr::Call(call) => match call.args.iter().collect::<Vec<_>>().as_slice() {
            [_, first, syn::Expr::Array(numbers)] => (number(first)?, numbers.elems.len()),
            _ => return None,
        },
        _ => return None,
    };
    let entries = places.get(first..first + count)?.iter();
    let entries: Vec<String> = entries
        .map(|(row, column)| format!("row {row} by column {column}"))
        .collect();
    Some(format!(" // {}", entries.join(", ")))
}

fn number(expr: &syn::Expr) -> Option<usize> {
    match expr {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// `7` of `v7 = ..`
pub(crate) fn value_number(statement: &str) -> Option<u32> {
    let name = statement.split([' ', ':']).next()?;
    name.strip_prefix("__v")?.parse().ok()
}

/// Why a value is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The line of the source.
    pub(crate) line: usize,
    /// For the value, or for a partial.
    pub(crate) role: Role,
}

/// The origins of the values that the code computes, by their numbers. Reading a variable is no
/// computation: its origin is the first place that reads it.
pub(crate) fn origins(function: &Watched) -> BTreeMap<u32, Origin> {
    let code = &function.compiled.code;
    let origins = code.ids().filter_map(|id| {
        let statement = code.statement(id);
        let is_computed = matches!(
            statement.elemental(),
            Elemental::Operation(_) | Elemental::Opaque(_) | Elemental::Ruled(_)
        );
        let line = function.places.line(statement.origin())?;
        let role = statement.role();
        is_computed.then_some((id.0, Origin { line, role }))
    });
    origins.collect()
}
