//! The types of parameters and fields by their paths, as far as definitions in view give them.

use crate::interface::{Parameter, Shape};

use crate::front::read::definitions::Written;
use crate::front::read::own_shapes::{shape_of, type_of_field};
use crate::front::read::paths::FieldPath;
use crate::front::read::reader::Reader;

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
}
