//! The variants of an enum whose variant only run time knows.
//!
//! ```text
//! enum Shape { Square(f64), Rect { w: f64, h: f64 }, Point }
//! parts of such a value     [tag, Square.0, Rect.w, Rect.h]
//! ```
//!
//! The tag is the position of the variant. The fields of other variants have no meaning, and are
//! never read. Invariant: the parts of all values of one enum are in one order.

use std::ops::Range;
use std::rc::Rc;

use quote::ToTokens;

use crate::interface::Layout;

/// The variants of an enum, in the order of the definition, or as far as they have been seen if the
/// definition is not in view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Variants {
    pub(crate) layouts: Vec<Rc<Layout>>,
    /// Whether there are no other variants.
    pub(crate) are_all: bool,
}

impl Variants {
    /// The number of parts: the tag and all fields.
    pub(crate) fn count(&self) -> usize {
        let fields = self.layouts.iter().map(|layout| layout.members.len());
        1 + fields.sum::<usize>()
    }

    /// The positions of the fields of a variant among the parts.
    pub(crate) fn fields_of(&self, variant: usize) -> Range<usize> {
        let before = self.layouts[..variant].iter();
        let start = 1 + before.map(|layout| layout.members.len()).sum::<usize>();
        start..start + self.layouts[variant].members.len()
    }

    /// Each variant that the value may be, with its position and its fields. One whose fields
    /// nobody assigned was never made.
    pub(crate) fn made<'a, P>(
        &'a self,
        parts: &'a [P],
        is_unassigned: impl Fn(&P) -> bool + 'a,
    ) -> impl Iterator<Item = (usize, &'a Layout, &'a [P])> {
        let layouts = self.layouts.iter().enumerate();
        layouts.filter_map(move |(position, layout)| {
            let fields = &parts[self.fields_of(position)];
            let is_made = !fields.iter().any(&is_unassigned);
            is_made.then_some((position, &**layout, fields))
        })
    }

    /// The position of the variant that a path names.
    pub(crate) fn named(&self, path: &syn::Path) -> Option<usize> {
        let name = &path.segments.last()?.ident;
        let is_named = |layout: &Rc<Layout>| {
            let last = layout.path.segments.last();
            last.is_some_and(|last| last.ident == *name)
        };
        self.layouts.iter().position(is_named)
    }

    /// The position of a variant with these fields, in any order.
    pub(crate) fn find(&self, layout: &Layout) -> Option<usize> {
        let found = self.named(&layout.path)?;
        let known = &self.layouts[found];
        let mut members = layout.members.iter();
        let is_same = enum_of(known) == enum_of(layout)
            && known.members.len() == layout.members.len()
            && members.all(|member| known.position(member).is_some());
        is_same.then_some(found)
    }

    /// The same with further variants. `None` if they are of another enum.
    pub(crate) fn joined(&self, others: &Self) -> Option<Self> {
        let mut all = self.clone();
        for layout in &others.layouts {
            if all.find(layout).is_some() {
                continue;
            }
            let is_other = all
                .layouts
                .iter()
                .any(|known| enum_of(known) != enum_of(layout));
            if all.are_all || is_other || all.named(&layout.path).is_some() {
                return None;
            }
            all.layouts.push(Rc::clone(layout));
        }
        Some(all)
    }

    /// The own name of the enum.
    pub(crate) fn own(&self) -> Option<&Rc<str>> {
        self.layouts.first()?.own.as_ref()
    }

    /// The enum as messages name it.
    pub(crate) fn name(&self) -> String {
        self.layouts
            .first()
            .map_or_else(String::new, |layout| enum_of(layout).0)
    }
}

/// The identity of the enum of a variant: its path as the source names it, and its own name.
fn enum_of(layout: &Layout) -> (String, Option<&Rc<str>>) {
    if let Some(own) = &layout.own {
        return (own.rsplit("::").next().unwrap_or(own).to_owned(), Some(own));
    }
    let mut path = layout.path.clone();
    path.segments.pop();
    path.segments.pop_punct();
    (path.to_token_stream().to_string().replace(' ', ""), None)
}
