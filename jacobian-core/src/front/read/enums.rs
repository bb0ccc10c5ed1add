//! Definitions of enums: the variants, and the types of their fields.

use syn::Member;

use crate::front::read::definitions::{Body, Key, Types, Variant, Within, Written};
use crate::interface::{Access, ConstArguments, Layout};

impl Types {
    /// The layouts of all variants of an enum with a definition in view.
    pub(crate) fn variants(&self, key: &Key, module: usize) -> Option<Vec<Layout>> {
        let Body::Enum(variants) = &self.definitions.get(key)?.body else {
            return None;
        };
        let path = self.path_to(key, module);
        let layout = |variant: &Variant| {
            let mut path = path.clone();
            path.segments.push(variant.name.clone().into());
            let members = variant.fields.iter().map(|field| field.member.clone());
            Layout {
                path,
                members: members.collect(),
                own: Some(key.clone()),
                is_variant: true,
                made: None,
                access: Access::default(),
                lengths: ConstArguments::default(),
            }
        };
        Some(variants.iter().map(layout).collect())
    }

    /// The type of a field of a struct or of a variant.
    pub(crate) fn field_in(&self, layout: &Layout, member: &Member) -> Option<Written> {
        let key = layout.own.as_ref()?;
        if !layout.is_variant {
            return self.field(&Written::of(key), member);
        }
        let definition = self.definitions.get(key)?;
        let Body::Enum(variants) = &definition.body else {
            return None;
        };
        let name = &layout.path.segments.last()?.ident;
        let variant = variants.iter().find(|variant| variant.name == *name)?;
        let field = variant
            .fields
            .iter()
            .find(|field| field.member == *member)?;
        Some(Written {
            ty: field.ty.clone(),
            at: Within {
                module: definition.module,
                this: Some(key.clone()),
            },
        })
    }
}
