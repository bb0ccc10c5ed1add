//! The inactive parameters of which each point of a batch has its own, `batch(per_point(t, y))`.
//!
//! They are made of a known number of `f64`, so that lanes can load them like independents.

use quote::quote;

use crate::interface::{Data, Extras, Parameter, PerPoint, Shape};
use crate::ir::Precision;

use crate::front::messages;
use crate::front::read::column::Column;
use crate::front::read::reader::Reader;
use crate::front::syntax::types::optional;

impl Reader<'_> {
    /// What the options ask for beside the Jacobian, with the parameters of which each point has
    /// its own.
    pub(crate) fn extras(&mut self, parameters: &[Parameter], columns: &[Column]) -> Extras {
        let per_point = self.per_point(parameters, columns);
        Extras {
            per_point,
            ..self.arguments.extras.clone()
        }
    }

    fn per_point(&mut self, parameters: &[Parameter], columns: &[Column]) -> Vec<PerPoint> {
        let mut found: Vec<PerPoint> = Vec::new();
        for path in &self.arguments.per_point {
            let name = path.to_string();
            let known = found.iter().any(|known| known.name == path.root);
            let own = match parameters.iter().find(|of| of.name == path.root) {
                _ if path.root == "self" || !path.members.is_empty() => {
                    Err(messages::field_per_point(&name))
                }
                None => Err(messages::no_such_parameter(&name)),
                Some(_) if known => Err(messages::per_point_twice(&name)),
                Some(parameter) => self.of_point(parameter, columns),
            };
            match own {
                Ok(own) => found.push(own),
                Err(message) => self.diagnostics.error(path.root.span(), &message),
            }
        }
        found
    }

    fn of_point(&self, parameter: &Parameter, columns: &[Column]) -> Result<PerPoint, String> {
        let Parameter { name, ty, .. } = parameter;
        let is_column = columns.iter().any(|column| column.path.root == *name);
        if is_column || parameter.output.is_some() {
            return Err(messages::per_point_already(&name.to_string()));
        }
        let is_double = self.precision_in(ty) != Some(Precision::Single);
        let shape = parameter.independent.clone();
        let shape = shape.filter(|shape| !shape.is_only_read() && shape.count() > 0);
        let shape = shape.filter(|_| is_double && optional(ty).is_none());
        let shape = shape.ok_or_else(|| messages::no_numbers_per_point(&name.to_string()))?;
        let is_reference = matches!(ty, syn::Type::Reference(_));
        let places = match &shape {
            Shape::Scalar if is_reference => vec![quote!(*#name)],
            shape => shape.places(&quote!(#name)),
        };
        Ok(PerPoint {
            name: name.clone(),
            shape,
            places,
            data: Data::Followed,
            numbers: Vec::new(),
        })
    }
}
