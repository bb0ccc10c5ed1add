//! The generated code, formatted, with the lines of the source that its statements come from.
//!
//! ```text
//! // line 3: let r = x[0] * x[1].sin();
//! let v4 = v0 * v3;
//! ```

use std::collections::BTreeMap;

use jacobian_core::Watched;
use jacobian_core::ir::Role;
use proc_macro2::TokenStream;
use syn::visit_mut::VisitMut;

/// The number of lines of generated items.
pub(crate) fn lines(function: &Watched) -> usize {
    formatted(&function.emitted, &function.name).lines().count()
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
    let mut text = String::new();
    let mut last = None;
    for line in formatted(&function.emitted, &function.name).lines() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        if trimmed.contains("fn ") {
            last = None;
        }
        let value = trimmed.strip_prefix("let ").and_then(value_number);
        let origin = value.and_then(|value| origins.get(&value));
        if let Some(origin) = origin
            && last != Some(origin)
            && let Some(code) = source.get(origin.line - 1)
        {
            last = Some(origin);
            let Origin { line, role } = *origin;
            text += indent;
            let comment = match role {
                Role::Value => format!("// line {line}: {}\n", code.trim()),
                Role::Derivative => format!("// partials of line {line}\n"),
            };
            text += &comment;
        }
        text += line;
        text.push('\n');
    }
    text
}

/// `7` of `v7 = ..`
fn value_number(statement: &str) -> Option<u32> {
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

/// The origins of the values, by their numbers.
pub(crate) fn origins(function: &Watched) -> BTreeMap<u32, Origin> {
    let code = &function.compiled.code;
    let origins = code.ids().filter_map(|id| {
        let statement = code.statement(id);
        let line = usize::try_from(statement.origin().0)
            .ok()
            .filter(|line| *line > 0)?;
        let role = statement.role();
        Some((id.0, Origin { line, role }))
    });
    origins.collect()
}
