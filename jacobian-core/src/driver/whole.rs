//! The attributed item as a whole: the items around each function, and what is noted on the way.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use proc_macro2::TokenStream;

use crate::diag::{Diagnostics, Said};
use crate::front::Reading;
use crate::front::Service;
use crate::front::arguments::Arguments;
use crate::front::library::Library;
use crate::front::seen::Seen;
use crate::front::{Signature, crate_items, messages};
use crate::ordered::Set;

use super::attributed::{Unattributed, refused};
use super::free_forms::FreeForm;
use super::generate::orders;
use super::instances::Instance;
use super::placed_checks::PlacedChecks;
use super::seeing::{sources_of, without_sources};
use super::shared_options::merged;
use super::site::{self, Site};
use super::traits::ServedTraits;
use super::unserved::Unserved;

/// The part of an expansion that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What attributed functions generate.
    Generated,
    /// The attributed `impl`s, with everything in them and beside them.
    Block,
}

/// Why no part of an expansion is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotKept {
    /// A method generates an `impl` of its own.
    NeedsImpl,
    /// Other items would have to change.
    OthersChange,
}

/// The item that has the attribute, and the state of its expansion.
pub(super) struct Whole {
    pub(super) known: Library,
    pub(super) traits: ServedTraits,
    /// The same for functions of `f32`.
    pub(super) of_singles: OnceCell<Library>,
    /// The crates that it sees.
    pub(super) seen: Vec<Seen>,
    /// The option with their sources, which is no longer among `shared`.
    pub(super) sources: TokenStream,
    pub(super) item: TokenStream,
    pub(super) shared: TokenStream,
    pub(super) serves_all: bool,
    /// The errors of the functions so far.
    pub(super) said: RefCell<Said>,
    pub(super) checks: PlacedChecks,
    pub(super) unserved: Unserved,
    /// Whether methods without an attribute in a module may get a Jacobian.
    pub(super) methods: Cell<Unattributed>,
    /// Whether methods of the numbers in `self` alone get one. They do if no others are there.
    pub(super) service: Cell<Service>,
    /// The free functions that methods for types of other crates have become.
    pub(super) free: RefCell<Set<(String, usize)>>,
    /// The part of the expansion that is wanted, if it is not all of it.
    part: Option<Part>,
    /// That part.
    kept: RefCell<TokenStream>,
    /// Whether some of it stands in an `impl` of its own.
    needs_place: Cell<bool>,
}

impl Whole {
    /// The state before anything is expanded. `written` is the item, and `items` are those in it.
    pub(super) fn of(
        arguments: &TokenStream,
        (items, written): (&[syn::Item], TokenStream),
        seen: Vec<Seen>,
        serves_all: bool,
    ) -> Self {
        let known = Library::of_scalar(items, &seen, "f64");
        Self {
            traits: ServedTraits::of(items, &known),
            known,
            of_singles: OnceCell::new(),
            seen,
            item: written,
            shared: without_sources(arguments),
            sources: sources_of(arguments),
            serves_all,
            said: RefCell::default(),
            checks: PlacedChecks::default(),
            unserved: Unserved::default(),
            methods: Cell::new(Unattributed::Stays),
            service: Cell::new(Service::Numbers),
            free: RefCell::default(),
            part: None,
            kept: RefCell::default(),
            needs_place: Cell::new(false),
        }
    }

    /// The same, of which only a part is wanted.
    pub(super) fn for_part(mut self, part: Part) -> Self {
        self.part = Some(part);
        self
    }

    /// Notes what has become of a part.
    pub(super) fn keep(&self, part: Part, tokens: &TokenStream) {
        if self.part == Some(part) {
            self.kept.borrow_mut().extend(tokens.clone());
        }
    }

    /// The part that was wanted.
    pub(super) fn kept(self) -> Result<TokenStream, NotKept> {
        if !self.checks.are_none() {
            return Err(NotKept::OthersChange);
        }
        // What stands in an `impl` of its own can be written beside one, but not beside a method.
        if self.part != Some(Part::Block) && self.needs_place.get() {
            return Err(NotKept::NeedsImpl);
        }
        Ok(self.kept.take())
    }

    /// The library for the scalar that the options choose, or that the function has.
    pub(super) fn library(&self, arguments: &Arguments, function: &syn::ItemFn) -> &Library {
        let is_generic = self.known.has_generic_crates;
        if !crate_items::are_singles(arguments, is_generic, &function.sig) {
            return &self.known;
        }
        self.of_singles.get_or_init(|| {
            let item = syn::parse2(self.item.clone()).ok();
            let items = item.as_ref().and_then(site::items).unwrap_or_default();
            Library::of_scalar(&items, &self.seen, "f32")
        })
    }

    /// The same for the items inside of a trait.
    pub(super) fn inside_trait(&self, module: usize, item: &syn::ItemTrait) -> Self {
        Self {
            known: self.known.inside_trait(module, item),
            traits: ServedTraits::default(),
            of_singles: OnceCell::new(),
            seen: self.seen.clone(),
            sources: self.sources.clone(),
            item: self.item.clone(),
            shared: self.shared.clone(),
            serves_all: false,
            said: RefCell::new(self.said.take()),
            checks: self.checks.taken(),
            unserved: Unserved::default(),
            methods: Cell::new(Unattributed::Stays),
            service: Cell::new(Service::Numbers),
            free: RefCell::default(),
            part: None,
            kept: RefCell::default(),
            needs_place: Cell::new(false),
        }
    }

    /// Items that will not stand beside their function, which is noted.
    pub(super) fn placed(&self, generated: TokenStream) -> TokenStream {
        if !generated.is_empty() {
            self.needs_place.set(true);
        }
        generated
    }

    /// A method as a free function with its site, if its type is one of another crate.
    pub(super) fn free_form(&self, instance: &Instance, module: usize) -> Option<(FreeForm, Site)> {
        let home = instance.home_outside(module);
        let imports = self.known.imports(&home);
        let free = instance.free(|path| imports.is_of_other_crate(path, Some(module)))?;
        let site = Site {
            home,
            around: None,
            is_of_trait: true,
        };
        Some((free, site))
    }

    /// The message for a second method of a name, because the functions of both would have the
    /// same names. Of blocks under conditions, there may be only one.
    pub(super) fn free_twice(
        &self,
        name: (String, usize),
        (block, method): (&syn::ItemImpl, &syn::ImplItem),
    ) -> Option<TokenStream> {
        let is_conditional = block.attrs.iter().any(|one| one.path().is_ident("cfg"));
        if is_conditional || self.free.borrow_mut().insert(name) {
            return None;
        }
        match method {
            syn::ImplItem::Fn(method) => Some(refused(&method.sig.ident, messages::FREE_TWICE)),
            _ => None,
        }
    }

    pub(super) fn arguments(
        &self,
        own: TokenStream,
        function: &syn::ItemFn,
        site: &Site,
        diagnostics: &mut Diagnostics,
    ) -> Arguments {
        let merged = merged(&self.shared, own);
        let mut arguments = Arguments::parse(merged, &orders(), diagnostics);
        let library = self.library(&arguments, function);
        library.surround(&site.home, &mut arguments);
        arguments.around.clone_from(&site.around);
        arguments.is_of_trait = site.is_of_trait;
        arguments.own_traits = Rc::clone(&self.known.own_traits);
        arguments
    }

    /// Whether a function takes and gives floating-point numbers, with these options of its own.
    pub(super) fn is_numeric(&self, function: &syn::ItemFn, own: TokenStream, site: &Site) -> bool {
        let mut diagnostics = Diagnostics::default();
        let mut arguments = self.arguments(own, function, site, &mut diagnostics);
        arguments.service = self.service.get();
        let plain = Reading::PLAIN;
        let signature = Signature::understand(function, &arguments, plain, &mut diagnostics);
        self.unserved.is_clear(diagnostics)
            && signature.is_some_and(|it| it.shape_is_declared || arguments.name_parameters())
    }
}
