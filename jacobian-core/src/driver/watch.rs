//! What an expansion compiled, for tools that show it: `cargo jacobian` reports on each function.
//!
//! ```text
//! watched(|| expand_seeing(..))     generate --note--> [Watched, Watched, ..]
//! ```
//!
//! The functions of a module are compiled deep inside of its expansion. They are noted in the
//! thread and not handed back from room to room, because within rustc nobody watches. An expansion
//! compiles some functions more than once; the last time counts.

use std::cell::RefCell;
use std::sync::Arc;

use proc_macro2::TokenStream;

use crate::front;
use crate::front::library::Home;
use crate::interface::{Head, Interface, Opaque};
use crate::ir::{CodeList, Places};
use crate::options::Options;
use crate::pipeline::{Compiled, Hessian};

/// A function that an expansion compiled.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Its name, for a method behind that of its type: `Pendulum::energy`.
    pub name: String,
    /// What the names of the generated items begin with.
    pub prefix: String,
    /// The line of the source in which its name stands.
    pub line: usize,
    /// Where its statements come from.
    pub places: Arc<Places>,
    /// The independents, in the order of the columns.
    pub columns: Vec<String>,
    /// The number of columns of each of them.
    pub column_counts: Vec<usize>,
    /// The function before it was differentiated.
    pub code: CodeList,
    /// What the middle made of it.
    pub compiled: Compiled,
    /// Its Hessian, if it was asked for.
    pub hessian: Option<Hessian>,
    /// By opaque piece: the condition, if it is that of an `if`. Values are named as in what was
    /// generated: `__v3`.
    pub conditions: Vec<Option<TokenStream>>,
    /// The options of its attribute.
    pub options: Options,
    /// What was generated for it.
    pub emitted: TokenStream,
}

thread_local! {
    static NOTED: RefCell<Option<Vec<Watched>>> = const { RefCell::new(None) };
}

/// What something notes, with its result.
pub(super) fn watched<T>(run: impl FnOnce() -> T) -> (T, Vec<Watched>) {
    NOTED.set(Some(Vec::new()));
    let (result, places) = front::with_places(run);
    let mut noted = NOTED.take().unwrap_or_default();
    let places = Arc::new(places);
    for function in &mut noted {
        function.places = Arc::clone(&places);
    }
    (result, noted)
}

/// Whether somebody watches.
pub(super) fn is_watched() -> bool {
    NOTED.with_borrow(Option::is_some)
}

/// Notes a function.
pub(super) fn note(watched: Watched) {
    NOTED.with_borrow_mut(|noted| {
        let Some(noted) = noted else { return };
        let place = |one: &Watched| (one.name.clone(), one.prefix.clone(), one.line);
        noted.retain(|other| place(other) != place(&watched));
        noted.push(watched);
    });
}

impl Watched {
    /// What is known of a function without its options.
    pub(super) fn of(
        interface: &Interface,
        compiled: Compiled,
        code: CodeList,
        home: &Home,
    ) -> Self {
        let name = match &home.of_type {
            Some(of_type) => format!("{of_type}::{}", interface.name),
            None => interface.name.to_string(),
        };
        Self {
            name,
            prefix: interface.prefix.clone(),
            line: interface.name.span().start().line,
            places: Arc::default(),
            columns: interface.columns.clone(),
            column_counts: interface.column_counts.clone(),
            code,
            compiled,
            hessian: None,
            conditions: interface.opaques.iter().map(condition).collect(),
            options: Options::default(),
            emitted: TokenStream::new(),
        }
    }
}

fn condition(piece: &Opaque) -> Option<TokenStream> {
    match piece {
        Opaque::Branch {
            head: Head::If(condition),
            ..
        } => Some(condition.clone()),
        _ => None,
    }
}
