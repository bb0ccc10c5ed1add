//! The types of parameters and fields by their paths, as far as definitions in view give them, and
//! the numbers in them.

use crate::interface::{Parameter, Shape};

use crate::front::read::definitions::Written;
use crate::front::read::own_shapes::{numbers_in, shape_of, type_of_field};
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;
use crate::front::syntax::types::is_mutable_borrow;

impl Reader<'_> {
    /// The shape of a struct of the user's own.
    pub(crate) fn own_shape(&self, of: &Written) -> Option<Shape> {
        shape_of(self.arguments, self.scalar, of, 0)
    }

    /// The type of a parameter or field, as far as definitions in view give it.
    pub(crate) fn type_of_path(
        &self,
        path: &FieldPath,
        parameters: &[Parameter],
    ) -> Option<Written> {
        let at = self.arguments.home.clone();
        let root = if path.root == "self" {
            match self.arguments.self_type.clone() {
                Some(ty) => Written { ty, at },
                None => Written::of(at.this.as_ref()?),
            }
        } else {
            let mut parameters = parameters.iter();
            let found = parameters.find(|parameter| parameter.name == path.root)?;
            Written {
                ty: found.ty.clone(),
                at,
            }
        };
        type_of_field(self.arguments, &root, &path.members)
    }

    /// A struct that is not made of numbers alone, by those of its fields that are.
    pub(crate) fn numbers_of(&self, path: FieldPath, parameters: &[Parameter]) -> Vec<FieldPath> {
        let is_self = path.root == "self" && path.members.is_empty();
        let of = self.type_of_path(&path, parameters);
        // Inside of a reference to `self` there is no place for all of it.
        let of = of.filter(|of| is_self || self.own_shape(of).is_none());
        let fields = of.map(|of| numbers_in(self.arguments, self.scalar, &path, &of));
        match fields {
            Some(fields) if !fields.is_empty() => fields,
            _ => vec![path],
        }
    }

    /// Whether a parameter is a struct with fields of numbers that is passed to be read.
    pub(crate) fn holds_numbers(&self, path: &FieldPath, parameters: &[Parameter]) -> bool {
        let parameter = parameters.iter().find(|found| found.name == path.root);
        parameter.is_some_and(|found| !is_mutable_borrow(&found.ty))
            && self.numbers_of(path.clone(), parameters) != [path.clone()]
    }
}
