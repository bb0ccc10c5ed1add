//! Lists in memory that are parts of the result, of which options give the lengths.
//!
//! ```text
//! -> (Vec<f64>, Fit)       dim(out.0 = 6, out.1.slopes = 3)
//! -> Result<Path, E>       dim(out = 6), if this is the only list in it
//! ```
//!
//! Each length is asserted, and then the elements are rows like those of an array.

use quote::ToTokens;
use syn::Member;

use crate::interface::Shape;

use crate::front::messages;
use crate::front::names::state::Lowering;
use crate::front::read::paths::FieldPath;
use crate::front::read::signature::Signature;
use crate::front::run::Run;
use crate::front::value::Value;
use crate::front::value::found::Found;
use crate::front::value::maybe::Maybe;
use crate::front::value::stored::{Stored, has_list};

impl Lowering<Run> {
    /// The result with the elements of its lists.
    pub(crate) fn with_lengths_of_result(
        &mut self,
        result: Value,
        signature: &Signature,
        at: &impl ToTokens,
    ) -> Found<Value> {
        if !self.names.has_stored || !has_list(&result) {
            return Ok(result);
        }
        let out = FieldPath {
            root: syn::parse_quote!(out),
            members: Vec::new(),
        };
        let mut lists = Vec::new();
        self.lists_in(&result, &out, 0, &mut lists);
        let given = |path: &FieldPath| {
            let mut lengths = signature.result_lengths.iter();
            let own = lengths.find(|(named, _)| named == path);
            // The only list needs no path.
            let only = signature.result_lengths.first();
            own.or(only.filter(|(named, _)| named.members.is_empty() && lists.len() == 1))
                .map(|(_, shape)| shape.clone())
        };
        let missing = lists.iter().filter(|(path, _)| given(path).is_none());
        let missing: Vec<String> = missing
            .map(|(path, depth)| match depth {
                1 => format!("{path} = 6"),
                depth => format!("{path} = [{}]", vec!["3"; *depth].join(", ")),
            })
            .collect();
        if !missing.is_empty() {
            let message = messages::result_of_any_length(&missing.join(", "));
            return self.writer.refuse(at, &message);
        }
        let opened = self.with_lists_opened(result, &out, &given)?;
        if has_list(&opened) {
            let message = messages::result_of_any_length("out = [3, 2]");
            return self.writer.refuse(at, &message);
        }
        Ok(opened)
    }

    fn with_lists_opened(
        &mut self,
        value: Value,
        path: &FieldPath,
        given: &impl Fn(&FieldPath) -> Option<Shape>,
    ) -> Found<Value> {
        if !has_list(&value) {
            return Ok(value);
        }
        if matches!(value, Value::Stored(_) | Value::Array(_))
            && let Some(shape) = given(path)
        {
            return self.with_known_lists(value, &shape);
        }
        if let Value::Maybe(maybe) = &value {
            let inside = self.with_lists_opened(maybe.inside.clone(), path, given)?;
            return Ok(Maybe::with(maybe, inside).into_value());
        }
        let Some(parts) = value.parts() else {
            return Ok(value);
        };
        let paths = self.paths_of(&value, path);
        let parts = parts.iter().cloned().zip(&paths);
        let parts = parts.map(|(part, path)| self.with_lists_opened(part, path, given));
        let parts = parts.collect::<Found<Vec<Value>>>()?;
        Ok(value.rebuilt(parts))
    }

    /// The path of each part. The elements of an array share that of the array.
    fn paths_of(&self, value: &Value, path: &FieldPath) -> Vec<FieldPath> {
        let count = value.parts().map_or(0, <[Value]>::len);
        match value {
            Value::Tuple(_) => (0..count)
                .map(|position| path.then(Member::from(position)))
                .collect(),
            // A vector of ndarray is its list.
            Value::Struct(layout, _) if self.is_array_of_crate(layout) => vec![path.clone(); count],
            Value::Struct(layout, _) => {
                let members = layout.members.iter();
                members.map(|member| path.then(member.clone())).collect()
            }
            _ => vec![path.clone(); count],
        }
    }

    /// The paths of the lists, and how many lengths each needs.
    fn lists_in(
        &self,
        value: &Value,
        path: &FieldPath,
        depth: usize,
        lists: &mut Vec<(FieldPath, usize)>,
    ) {
        match value {
            Value::Stored(list) => {
                let entry = (path.clone(), depth + levels(list));
                if !lists.iter().any(|(known, _)| *known == entry.0) {
                    lists.push(entry);
                }
            }
            Value::Maybe(maybe) => self.lists_in(&maybe.inside, path, depth, lists),
            value if has_list(value) => {
                let depth = depth + usize::from(matches!(value, Value::Array(_)));
                let parts = value.parts().unwrap_or_default();
                for (part, path) in parts.iter().zip(&self.paths_of(value, path)) {
                    self.lists_in(part, path, depth, lists);
                }
            }
            _ => {}
        }
    }
}

/// How many lists are around each element.
fn levels(list: &Stored) -> usize {
    match &list.like {
        Value::Stored(inner) => 1 + levels(inner),
        _ => 1,
    }
}
