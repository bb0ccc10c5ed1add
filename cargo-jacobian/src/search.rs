//! A long search for an order, on all cores.
//!
//! ```text
//! seed 0, 1, 2, ..  --compile with `order = search`-->  the cheapest so far --> order = list(..)
//! ```
//!
//! Each round is one search of the compiler with a seed of its own. An expansion takes the listed
//! order at no cost.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::ArgMatches;
use jacobian_core::ir::CodeList;
use jacobian_core::options::{Options, Order};
use jacobian_core::pipeline::{self, Compiled};

use crate::failure::{Done, Failure};
use crate::orders::Cost;
use crate::{output, write_order};

/// The moves of one round: from hot to cold and once more.
const MOVES_PER_ROUND: usize = 50_000;

/// What all threads know.
struct Shared {
    rounds: usize,
    next: AtomicUsize,
    finished: AtomicUsize,
    interrupted: Arc<AtomicBool>,
    best: Mutex<Option<Found>>,
}

/// An order that was found.
struct Found {
    cost: Cost,
    order: String,
    seed: usize,
}

/// Searches, and prints the order or writes it into the attribute.
pub(crate) fn run(matches: &ArgMatches) -> Done<()> {
    let function = crate::function(matches)?;
    let moves = *matches.get_one::<u64>("moves").expect("it has a default");
    let moves = usize::try_from(moves).unwrap_or(usize::MAX);
    let before = Cost::of(String::new(), &function.watched.compiled);
    let found = searched(&function.watched.code, &function.watched.options, moves)?;
    let text = format!(
        "{}: {} operations, {} before; {} cycles estimated, {} before\norder = {}\n",
        function.watched.name,
        found.cost.operations,
        before.operations,
        found.cost.cycles,
        before.cycles,
        found.order
    );
    output::write(&text, None)?;
    if !matches.get_flag("write") {
        return Ok(());
    }
    if found.cost.operations >= before.operations {
        return Err(Failure::new(
            "nothing is written, because nothing better was found",
        ));
    }
    write_order::into(&function, &found.order)
}

fn searched(code: &CodeList, options: &Options, moves: usize) -> Done<Found> {
    let shared = Shared {
        rounds: moves.div_ceil(MOVES_PER_ROUND).max(1),
        next: AtomicUsize::new(0),
        finished: AtomicUsize::new(0),
        interrupted: Arc::default(),
        best: Mutex::default(),
    };
    let interrupted = Arc::clone(&shared.interrupted);
    signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted)
        .map_err(|error| Failure::new(format!("cannot wait for Ctrl-C: {error}")))?;
    let round = moves.min(MOVES_PER_ROUND);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.min(shared.rounds))
            .map(|_| scope.spawn(|| work(code, options, round, &shared)))
            .collect();
        while !workers.iter().all(thread::ScopedJoinHandle::is_finished) {
            thread::sleep(Duration::from_millis(50));
            show(&shared);
        }
    });
    clear();
    let best = shared.best.into_inner().expect("no thread panics");
    best.ok_or_else(|| Failure::new("no order was found: the graph has nothing to eliminate"))
}

/// Takes one seed after the other.
fn work(code: &CodeList, options: &Options, moves: usize, shared: &Shared) {
    while !shared.interrupted.load(Ordering::Relaxed) {
        let seed = shared.next.fetch_add(1, Ordering::Relaxed);
        if seed >= shared.rounds {
            return;
        }
        let options = Options {
            order: Order::Named("search".to_owned()),
            search: moves,
            seed: seed as u64,
            ..options.clone()
        };
        if let Ok(compiled) = pipeline::compile(code.clone(), &options) {
            note(&compiled, seed, shared);
        }
        shared.finished.fetch_add(1, Ordering::Relaxed);
    }
}

fn note(compiled: &Compiled, seed: usize, shared: &Shared) {
    let Some(order) = compiled.found() else {
        return;
    };
    let found = Found {
        cost: Cost::of(String::new(), compiled),
        order: order.to_string(),
        seed,
    };
    // The seed decides between equals, because the faster thread must not.
    let rank = |found: &Found| (found.cost.operations, found.cost.cycles, found.seed);
    let mut best = shared.best.lock().expect("no thread panics");
    if best.as_ref().is_none_or(|best| rank(&found) < rank(best)) {
        *best = Some(found);
    }
}

/// A line with the progress, where somebody sees it.
fn show(shared: &Shared) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let done = 100 * shared.finished.load(Ordering::Relaxed) / shared.rounds;
    let best = shared.best.lock().expect("no thread panics");
    let best = best.as_ref().map_or_else(String::new, |best| {
        format!(", best so far {} operations", best.cost.operations)
    });
    let bar = "#".repeat(done / 5);
    eprint!("\r[{bar:20}] {done:3} %{best}   ");
    let _ = std::io::stderr().flush();
}

/// Takes the line away.
fn clear() {
    if std::io::stderr().is_terminal() {
        eprint!("\r{:70}\r", "");
    }
}
