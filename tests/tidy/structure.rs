//! The structure of the compiler crates: one-way rooms, no circles of files; and tests that these
//! checks can fail.

use std::sync::LazyLock;

use crate::circles::{circles, files};
use crate::house::{Arrow, House};
use crate::rooms::Rooms;

/// The crates whose files have rooms; the first does not see the second.
pub(crate) const COMPILER: [&str; 2] = ["jacobian-elimination", "jacobian-core"];

/// The arrows of the compiler, which are looked for once.
static ARROWS: LazyLock<Vec<Arrow>> = LazyLock::new(arrows);

fn arrows() -> Vec<Arrow> {
    let mut house = House::default();
    for package in COMPILER {
        let source = format!("{package}/src");
        let root = crate::root().join(&source);
        for path in crate::sources(&source) {
            let below = path.strip_prefix(&root).expect("a file of the crate");
            let text = std::fs::read_to_string(&path).expect("readable file");
            house.add(package, &below.to_string_lossy(), &text);
        }
    }
    house.arrows()
}

fn listed(arrows: &[&Arrow]) -> String {
    let line = |arrow: &&Arrow| format!("  {} -> {}: {}\n", arrow.from, arrow.to, arrow.name);
    let lines: Vec<String> = arrows.iter().map(line).collect();
    lines.concat()
}

/// Rooms whose files recurse into each other because Rust does, with the number of files:
/// expressions contain blocks that contain expressions, and values contain values. No file outside
/// may join, and no further one inside.
const RECURSIVE: [(&str, usize); 2] = [("front/run", 77), ("front/value", 9)];

#[test]
fn rooms_import_what_the_table_allows() {
    let rooms = Rooms::read(&crate::architecture());
    assert!(rooms.len() > 15, "the table has {} rooms", rooms.len());
    let arrows = &*ARROWS;
    assert!(arrows.len() > 500, "found {} arrows", arrows.len());
    let wrong = rooms.wrong(arrows);
    assert!(
        wrong.is_empty(),
        "{} arrows run against the table of ARCHITECTURE.md:\n{}",
        wrong.len(),
        listed(&wrong)
    );
}

#[test]
fn each_row_of_the_table_allows_rooms_above_it() {
    assert_eq!(Rooms::looking_down(&crate::architecture()), [""; 0]);
    let upside_down = "## Who may import whom\n| `run` | `value` |\n| `value` | nothing |\n";
    assert_eq!(Rooms::looking_down(upside_down).len(), 1);
}

#[test]
fn no_files_but_the_recursive_ones_use_each_other_in_a_circle() {
    let is_recursive = |circle: &Vec<Arrow>| {
        let files = files(circle);
        RECURSIVE.iter().any(|(room, most)| {
            let is_inside = |file: &&str| file.contains(&format!("/src/{room}/"));
            files.iter().all(is_inside) && files.len() <= *most
        })
    };
    let found: Vec<Vec<Arrow>> = circles(&ARROWS)
        .into_iter()
        .filter(|circle| !is_recursive(circle))
        .collect();
    let shown: Vec<String> = found
        .iter()
        .map(|circle| {
            let arrows: Vec<&Arrow> = circle.iter().collect();
            format!("{} files:\n{}", files(circle).len(), listed(&arrows))
        })
        .collect();
    assert!(found.is_empty(), "circles of files:\n{}", shown.concat());
}

/// A house of three files, into which faults are planted.
fn small_house(value: &str) -> Vec<Arrow> {
    let mut house = House::default();
    house.add("small", "lib.rs", "mod value; mod write; mod run;");
    house.add("small", "value.rs", value);
    house.add(
        "small",
        "write.rs",
        "use crate::value::Value;
         pub(crate) struct Writer;
         impl Writer { pub(crate) fn materialize(&self, value: &Value) {} }",
    );
    house.add(
        "small",
        "run.rs",
        "use crate::write::Writer;
         pub(crate) struct Run { writer: Writer }
         impl Run { fn run(&self) { self.writer.materialize(&crate::value::Value); } }",
    );
    house.arrows()
}

const TABLE: &str = "## Who may import whom
| room | may import |
|---|---|
| `value` | nothing |
| `write` | `value` |
| `run` | `value`, `write` |
";

#[test]
fn a_house_without_faults_passes() {
    let arrows = small_house("pub(crate) struct Value;");
    assert_eq!(arrows.len(), 3, "{arrows:?}");
    assert_eq!(circles(&arrows), Vec::<Vec<Arrow>>::new());
    assert_eq!(Rooms::read(TABLE).wrong(&arrows), Vec::<&Arrow>::new());
}

#[test]
fn a_planted_import_is_found() {
    let arrows = small_house("use crate::run::Run; pub(crate) struct Value;");
    let found = circles(&arrows);
    assert_eq!(found.len(), 1);
    assert_eq!(files(&found[0]).len(), 3);
    let wrong = Rooms::read(TABLE).wrong(&arrows);
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].name, "Run");
}

#[test]
fn a_planted_call_of_a_method_is_found() {
    let arrows = small_house(
        "pub(crate) struct Value;
         impl Value { fn written(self, by: &dyn Anything) { by.materialize(&self) } }",
    );
    let found = circles(&arrows);
    assert_eq!(found.len(), 1, "{arrows:?}");
    assert_eq!(files(&found[0]).len(), 2);
    assert_eq!(Rooms::read(TABLE).wrong(&arrows).len(), 1);
}

#[test]
fn a_call_inside_a_test_is_no_arrow() {
    let arrows = small_house(
        "pub(crate) struct Value;
         #[cfg(test)] mod tests { use crate::run::Run; }",
    );
    assert_eq!(circles(&arrows), Vec::<Vec<Arrow>>::new());
}

#[test]
fn a_name_that_is_handed_on_ties_to_where_it_is_defined() {
    let mut house = House::default();
    house.add("small", "lib.rs", "mod outer; mod user;");
    house.add(
        "small",
        "outer/mod.rs",
        "mod inner; pub(crate) use inner::Thing;",
    );
    house.add("small", "outer/inner.rs", "pub(crate) struct Thing;");
    house.add("small", "user.rs", "use crate::outer::Thing;");
    let arrows = house.arrows();
    assert_eq!(arrows.len(), 1);
    assert_eq!(arrows[0].to, "small/src/outer/inner.rs");
}
