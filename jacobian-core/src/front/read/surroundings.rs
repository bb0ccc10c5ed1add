//! The surroundings of an attributed function, as its attribute needs them: types, and the integer
//! constants by every path that names them there.

use std::rc::Rc;

use crate::ordered::Map;

use crate::front::read::arguments::Arguments;
use crate::front::read::library::{Home, Library};
use crate::front::read::module_items::integer;
use crate::front::syntax::form::path_key;

impl Library {
    /// Tells the attribute of a function what is around it.
    pub(crate) fn surround(&self, home: &Home, arguments: &mut Arguments) {
        arguments.known = self.integers(home);
        arguments.types = Rc::clone(&self.types);
        arguments.home = self.within(home);
        arguments.self_type.clone_from(&home.self_type);
        let is_settled = |path: &syn::Path| home.settled.iter().any(|name| path.is_ident(name));
        arguments.consts.retain(|(path, _)| !is_settled(path));
        arguments.flags.retain(|(path, _)| !is_settled(path));
        arguments.crate_types = self.crate_types(home);
    }

    /// The constants that are integers by literals alone, by every path that names them here.
    pub(crate) fn integers(&self, home: &Home) -> Vec<(syn::Path, i128)> {
        let known = self.integers.get_or_init(|| self.all_integers());
        let view = self.view(&self.within(home));
        let of_path = |(path, own): &(String, String)| {
            let value = *known.get(own)?;
            Some((syn::parse_str(path).ok()?, value))
        };
        view.iter().filter_map(of_path).collect()
    }

    /// The same, by their own names.
    fn all_integers(&self) -> Map<String, i128> {
        let mut known: Map<String, i128> = Map::new();
        loop {
            // Constants may depend on each other in any order, so we repeat until no more become
            // known.
            let before = known.len();
            for (number, module) in self.modules.iter().enumerate() {
                for (own, item, of_type) in module.constants(number) {
                    let home = Home {
                        module: number,
                        of_type,
                        ..Home::default()
                    };
                    let of_path = |path: &syn::Path| {
                        let view = self.view(&self.within(&home));
                        known.get(*view.named(&path_key(path)?).last()?).copied()
                    };
                    if let Some(value) = integer(&item.expr, &of_path) {
                        known.insert(own, value);
                    }
                }
            }
            if known.len() == before {
                return known;
            }
        }
    }
}
