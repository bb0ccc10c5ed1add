//! The features of a dependency: those that are surely on, and those that may be.
//!
//! ```text
//! geo = { features = ["std"] }           `std`, and the defaults, and what they switch on: on
//! another package asks for `serde`       open, because that package may not be in this build
//! nobody asks for `simd`                 off
//! ```

use crate::ordered::Set;

use super::conditions::Answer;
use super::dependency::{self, Dependency, Kind, Manifest};
use super::files::Files;
use super::location;
use super::lock::Lock;
use super::toml::Value;

/// Which features of a crate are on.
#[derive(Debug, Default)]
pub(super) struct Features {
    on: Set<String>,
    perhaps: Set<String>,
    /// Whether a package asks for some that we cannot read.
    are_unknown: bool,
    /// Whether it is the user's own crate, of which rustc is asked everything.
    are_own: bool,
}

impl Features {
    /// Those of the user's own crate.
    pub(super) fn own() -> Self {
        Self {
            are_own: true,
            ..Self::default()
        }
    }

    /// Whether rustc answers each `cfg`, which stays where it is.
    pub(super) fn are_own(&self) -> bool {
        self.are_own
    }

    /// The features of a crate that `manifest` depends on. `asked` are the entries there.
    pub(super) fn of(
        manifest: &Manifest,
        of: &Manifest,
        asked: &[Dependency],
        files: &dyn Files,
    ) -> Self {
        let mut found = Self::default();
        let in_all = |one: &&Dependency| one.kind == Kind::Normal || asked.len() == 1;
        for one in asked.iter().filter(in_all) {
            found.switch_on(of, one, Certain::Yes);
        }
        for one in asked {
            found.switch_on(of, one, Certain::No);
        }
        found.note_passed_on(manifest, of);
        found.note_others(manifest, of, files);
        found
    }

    pub(super) fn answer(&self, feature: &str) -> Answer {
        if self.on.contains(feature) {
            Answer::Yes
        } else if self.are_unknown || self.perhaps.contains(feature) {
            Answer::Open
        } else {
            Answer::No
        }
    }

    fn switch_on(&mut self, of: &Manifest, asked: &Dependency, certain: Certain) {
        let set = match certain {
            Certain::Yes => &mut self.on,
            Certain::No => &mut self.perhaps,
        };
        let default = asked.has_defaults.then(|| "default".to_owned());
        for feature in asked.features.iter().cloned().chain(default) {
            add(of, &feature, set);
        }
    }

    /// What features of the user's own package ask for: `fast = ["cgmath/simd"]`.
    fn note_passed_on(&mut self, manifest: &Manifest, of: &Manifest) {
        let features = manifest.content.get("features");
        let lists = features.map_or(&[][..], Value::entries).iter();
        for written in lists.flat_map(|(_, list)| list.texts()) {
            if let Some((_, feature)) = written.split_once('/') {
                add(of, feature, &mut self.perhaps);
            }
        }
    }

    /// What the other packages of the program ask for.
    fn note_others(&mut self, manifest: &Manifest, of: &Manifest, files: &dyn Files) {
        let own = manifest.package().unwrap_or_default();
        let Some(name) = of.package() else { return };
        let Some(lock) = Lock::around(&manifest.folder, files) else {
            // Without a lock file there are no others that we could know.
            self.are_unknown = true;
            return;
        };
        for package in lock.dependencies(own, name) {
            for other in lock.dependents(package).filter(|other| other.name != own) {
                let folders = location::folders(manifest, other, files);
                let mut manifests = folders.iter();
                let found = manifests.find_map(|folder| Manifest::read(folder, files));
                let Some(other) = found else {
                    self.are_unknown = true;
                    continue;
                };
                self.note_passed_on(&other, of);
                for (table, kind) in other.tables() {
                    for (key, value) in table.entries() {
                        let one = dependency::understood(&other, (key, value, kind), files);
                        if let Some(one) = one.filter(|one| one.package == name) {
                            self.switch_on(of, &one, Certain::No);
                        }
                    }
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Certain {
    Yes,
    No,
}

/// Adds a feature and those that it switches on.
fn add(of: &Manifest, feature: &str, set: &mut Set<String>) {
    if !set.insert(feature.to_owned()) {
        return;
    }
    let behind = of
        .at(&["features", feature])
        .map_or_else(Vec::new, Value::texts);
    for next in behind {
        // `dep:serde` and `serde/std` are about other crates; the second may switch on `serde`.
        match next.split_once('/') {
            Some((name, _)) if !name.ends_with('?') => add(of, name, set),
            Some(_) => {}
            None if next.starts_with("dep:") => {}
            None => add(of, &next, set),
        }
    }
}
