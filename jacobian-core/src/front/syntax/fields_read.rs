//! The fields of `self` or of a parameter that a function names, for messages that propose options.

use syn::visit::{self, Visit};
use syn::{Expr, Member, Pat};

use crate::front::syntax::strip::strip;

/// More fields would make a message unreadable.
const MOST: usize = 4;

/// `self.a`, `self.b` in the order in which code names them, and which of them has an index or an
/// iterator.
#[derive(Default)]
pub(crate) struct FieldsRead {
    roots: Vec<String>,
    /// The fields by their paths, and whether each is a list.
    found: Vec<(String, bool)>,
}

impl FieldsRead {
    /// The fields of some variables in a block.
    pub(crate) fn of(roots: Vec<String>, block: &syn::Block) -> Self {
        let mut walk = Self {
            roots,
            found: Vec::new(),
        };
        walk.visit_block(block);
        walk
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The fields by their paths.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.found.iter().map(|(path, _)| path.as_str())
    }

    /// Leaves out fields, for example those that are certainly no numbers.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.found.retain(|(path, _)| is_kept(path));
    }

    /// `self.a, self.b`
    pub(crate) fn listed(&self) -> String {
        let names = self.found.iter().take(MOST);
        let names: Vec<&str> = names.map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    /// The first of them that is a list.
    pub(crate) fn first_list(&self) -> Option<String> {
        let mut lists = self.found.iter().take(MOST).filter(|(_, is_list)| *is_list);
        lists.next().map(|(name, _)| name.clone())
    }

    fn add(&mut self, (root, member): (String, &Member), is_list: bool) {
        let name = match member {
            Member::Named(name) => format!("{root}.{name}"),
            Member::Unnamed(index) => format!("{root}.{}", index.index),
        };
        match self.found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known |= is_list,
            None => self.found.push((name, is_list)),
        }
    }

    /// The field, if an expression is one of the variable.
    fn field<'a>(&self, expression: &'a Expr) -> Option<(String, &'a Member)> {
        let Expr::Field(field) = strip(expression) else {
            return None;
        };
        Some((self.root(&field.base)?, &field.member))
    }

    fn root(&self, expression: &Expr) -> Option<String> {
        let name = match strip(expression) {
            Expr::Path(path) => path.path.get_ident()?.to_string(),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => {
                self.root(&unary.expr)?
            }
            Expr::Reference(reference) => self.root(&reference.expr)?,
            _ => return None,
        };
        self.roots.contains(&name).then_some(name)
    }
}

impl<'ast> Visit<'ast> for FieldsRead {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Index(index) => {
                if let Some(field) = self.field(&index.expr) {
                    self.add(field, true);
                    return self.visit_expr(&index.index);
                }
            }
            Expr::MethodCall(call) if call.method == "iter" => {
                if let Some(field) = self.field(&call.receiver) {
                    return self.add(field, true);
                }
            }
            // A closure in a field.
            Expr::Call(call) if self.field(&call.func).is_some() => {
                return call
                    .args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            expression => {
                if let Some(field) = self.field(expression) {
                    return self.add(field, false);
                }
            }
        }
        visit::visit_expr(self, expression);
    }

    /// `let Self { a, b } = *self;`
    fn visit_local(&mut self, local: &'ast syn::Local) {
        let initial = local.init.as_ref();
        let root = initial.and_then(|initial| self.root(&initial.expr));
        if let (Some(root), Pat::Struct(pattern)) = (root, &local.pat) {
            for field in &pattern.fields {
                let is_list = matches!(*field.pat, Pat::Slice(_));
                self.add((root.clone(), &field.member), is_list);
            }
        }
        visit::visit_local(self, local);
    }
}

#[cfg(test)]
mod tests {
    use super::FieldsRead;

    #[test]
    fn fields_are_listed_once_in_order() {
        let block: syn::Block = syn::parse_quote!({
            (self.f)(p.q)
                + self.m * self.v[0]
                + self.v[1] * (self.m + other.k)
                + self.w.len() as f64
        });
        let read = FieldsRead::of(vec!["self".to_owned()], &block);
        assert_eq!(read.listed(), "self.m, self.v, self.w");
        assert_eq!(read.first_list().as_deref(), Some("self.v"));
        let block: syn::Block = syn::parse_quote!({
            let P { a, b: [x, y] } = *p;
            a * q.x
        });
        let read = FieldsRead::of(vec!["p".to_owned(), "q".to_owned()], &block);
        assert_eq!(read.listed(), "p.a, p.b, q.x");
        assert!(FieldsRead::of(Vec::new(), &block).is_empty());
    }
}
