//! Finds the types of all modules and their methods, after the modules are read.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::front::read::brought::{Names, brought};
use crate::front::read::definitions::{Key, Types};
use crate::front::read::library::{Home, Library};
use crate::front::read::methods_of_types::gathered;
use crate::front::read::module_items::Module;
use crate::front::read::module_paths::module_paths;
use crate::front::read::{
    names_at,
    places::{Place, Places},
};
use crate::ordered::Map;

impl Library {
    /// Finds the types and their methods, once all modules are read.
    pub(crate) fn gather(&mut self) {
        self.views.clear();
        self.places = names_at::Places::default();
        self.integers = OnceCell::new();
        for number in 0..self.modules.len() {
            self.modules[number].paths = module_paths(&self.modules, &self.seen, number);
        }
        self.brought = brought(&self.modules, |known, number| self.view_by(known, number));
        for number in 0..self.modules.len() {
            self.modules[number].implied.clear();
            let view = self.view_of_items(number).iter().cloned().collect();
            self.modules[number].imply_types(&view);
        }
        let views = (0..self.modules.len()).map(|number| self.view_of_items(number));
        let views: Vec<Rc<Names>> = views.collect();
        let is_type = |own: &str| {
            let (number, name) = own.split_once("::")?;
            let module = self.modules.get(number.parse::<usize>().ok()?)?;
            module.has_type(name).then(|| Key::from(own))
        };
        let seen = views.iter().map(|view| {
            let types = view.iter();
            types
                .filter_map(|(path, own)| Some((path.clone(), is_type(own)?)))
                .collect()
        });
        let seen = seen.collect();
        let mut types = Types {
            places: Rc::new(self.places(&views)),
            seen,
            crates: self.known_crates.clone(),
            imports: Rc::new(self.imports(&Home::default())),
            names_in_blocks: self.names_in_blocks.clone(),
            ..Types::default()
        };
        for (number, module) in self.modules.iter().enumerate() {
            for (name, definition) in &module.types {
                let key = Key::from(format!("{number}::{name}"));
                types.definitions.insert(key, definition.clone());
            }
        }
        let macros_in = |module: usize| self.macros_in(module);
        let around: (&dyn Fn(usize) -> _, _) = (&macros_in, &*self.own_traits);
        self.methods = gathered(&self.modules, &mut types, around, |module| {
            Names::clone(&views[module])
        });
        self.types = Rc::new(types);
        self.views = views;
    }

    fn places(&self, views: &[Rc<Names>]) -> Places {
        let place = |(module, view): (&Module, &Rc<Names>)| Place {
            parent: module.parent.filter(|_| !module.is_body),
            name: None,
            is_seen: false,
            public: Map::new(),
            narrow: module.narrow.clone(),
            constants: module
                .consts
                .iter()
                .map(|item| item.ident.to_string())
                .collect(),
            view: view.iter().cloned().collect(),
        };
        let mut places: Vec<Place> = self.modules.iter().zip(views).map(place).collect();
        for (name, child) in self.modules.iter().flat_map(|module| &module.children) {
            places[*child].name.clone_from(name);
        }
        for (own, path) in self.public_paths() {
            let (number, name) = own.split_once("::").unwrap_or_default();
            if let Ok(number) = number.parse::<usize>() {
                places[number].public.insert(name.to_owned(), path);
            }
        }
        for (modules, _) in &self.restricted {
            for place in &mut places[modules.clone()] {
                place.is_seen = true;
            }
        }
        let seen = self.seen.iter().map(|(name, _)| name.clone());
        Places {
            modules: places,
            seen: seen.collect(),
        }
    }
}
