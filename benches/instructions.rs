//! Instruction counts of generated code: counted by callgrind and not timed, so that a change shows
//! without noise.
//!
//! ```text
//! cargo bench --bench instructions              counts, and compares with benches/instructions.txt
//! BLESS=1 cargo bench --bench instructions      rewrites that file
//! ```
//!
//! The program starts itself under valgrind's callgrind, which writes a profile whenever [`mark`]
//! is entered:
//!
//! ```text
//! mark   call of f   mark   call of f_with_jacobian_into   mark   ...   mark
//!      └─ profile 2 ─┘    └───────── profile 3 ──────────┘
//! ```
//!
//! A profile has the number of instructions that each function ran itself, so the counts are exact
//! and the same at every run. We count instructions of this program only. The cost of the
//! platform's sine depends on the machine, so a call that leaves the program counts as one call.
//! The cost of calling an empty function is subtracted.
//!
//! The counts are those of the default target of x86-64 and of the toolchain that the table names;
//! on another one they are printed and not compared. A count may grow by 3 per cent: beyond that
//! the program fails. Memory traffic and latency are not seen here; `evaluate` has the times.

#![expect(clippy::print_stdout, reason = "a bench prints its table")]

#[path = "../tests/corpus/mod.rs"]
pub mod corpus;

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use corpus::{arm6, bruss, cpf, fdc, fic, hhd, pollu, roe, se3b, snavely};

/// The code that is counted for each problem: the columns of the table.
const KINDS: [&str; 5] = ["f", "exact", "update", "fused", "update"];

const NAMES: [&str; 10] = [
    "hhd", "cpf", "roe", "fic", "fdc", "snavely", "arm6", "se3b", "pollu", "bruss",
];

/// The argument of the process that runs under callgrind.
const COUNTED: &str = "--counted";

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == COUNTED) {
        run_everything();
        return ExitCode::SUCCESS;
    }
    if let Some(reason) = why_not() {
        println!("skipped: {reason}");
        return ExitCode::SUCCESS;
    }
    match count().and_then(|table| hold(&table)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Why nothing can be counted here.
fn why_not() -> Option<&'static str> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        Some("the counts are those of x86-64 Linux")
    } else if cfg!(target_feature = "avx") {
        Some("the counts are those of the default target, without further features")
    } else if Command::new("valgrind").arg("--version").output().is_err() {
        Some("valgrind is not installed")
    } else {
        None
    }
}

// The process under callgrind.

/// Where one profile ends and the next begins; callgrind knows it by its name.
#[inline(never)]
fn mark() {
    black_box(());
}

/// A function over arrays, by pointer, so that none is inlined where it is called.
type Call<const N: usize, const M: usize, const NNZ: usize> =
    fn(&[f64; N], &mut [f64; M], &mut [f64; NNZ]);

/// Runs a problem: nothing, then each kind once, with a mark before and after.
fn run<const N: usize, const M: usize, const NNZ: usize>(
    problem: &corpus::problem::Problem,
    kinds: [Call<N, M, NNZ>; KINDS.len()],
) {
    let base = (problem.base)();
    let x: &[f64; N] = corpus::problem::array(&base);
    let (mut value, mut entries) = ([0.0; M], [0.0; NNZ]);
    let mut call = |kind: Call<N, M, NNZ>| {
        black_box(kind)(black_box(x), black_box(&mut value), black_box(&mut entries));
    };
    // The first call of each also resolves dynamic symbols, so it must not count.
    kinds.into_iter().for_each(&mut call);
    mark();
    call(nothing);
    mark();
    for kind in kinds {
        call(kind);
        mark();
    }
}

fn nothing<const N: usize, const M: usize, const NNZ: usize>(
    _: &[f64; N],
    _: &mut [f64; M],
    _: &mut [f64; NNZ],
) {
}

fn run_everything() {
    macro_rules! run {
        ($($problem:ident $with:ident $update:ident)*) => {
            $(run(&$problem::PROBLEM, [
                |x, value, _| *value = $problem::$problem(x),
                $problem::$with,
                $problem::$update,
                $problem::fused_with_jacobian_into,
                $problem::fused_update_into,
            ]);)*
        };
    }
    run!(
        hhd hhd_with_jacobian_into hhd_update_into
        cpf cpf_with_jacobian_into cpf_update_into
        roe roe_with_jacobian_into roe_update_into
        fic fic_with_jacobian_into fic_update_into
        fdc fdc_with_jacobian_into fdc_update_into
        snavely snavely_with_jacobian_into snavely_update_into
        arm6 arm6_with_jacobian_into arm6_update_into
        se3b se3b_with_jacobian_into se3b_update_into
        pollu pollu_with_jacobian_into pollu_update_into
        bruss bruss_with_jacobian_into bruss_update_into
    );
}

// The process that reads the profiles.

/// The cost of one call: instructions of this program, and calls of other libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    instructions: u64,
    calls: u64,
}

type Table = Vec<[Count; KINDS.len()]>;

/// Runs the program under callgrind, and subtracts the cost of calling an empty function.
fn count() -> Result<Table, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("instructions");
    let _absent = fs::remove_dir_all(&folder);
    let say = |error: &dyn std::fmt::Display| format!("cannot count: {error}");
    fs::create_dir_all(&folder).map_err(|error| say(&error))?;
    let program = std::env::current_exe().map_err(|error| say(&error))?;
    let base = folder.join("profile");
    let ran = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-before=*instructions*mark*"])
        .args(["--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", base.display()))
        .arg(&program)
        .arg(COUNTED)
        .output()
        .map_err(|error| say(&error))?;
    if !ran.status.success() {
        return Err(say(&String::from_utf8_lossy(&ran.stderr)));
    }
    // The profile at a mark has the instructions since the last mark. For each problem the profiles
    // are: the code before the calls, the empty function, then the kinds.
    let one = |number: usize| -> Result<Count, String> {
        let path = PathBuf::from(format!("{}.{number}", base.display()));
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok(count_in(&text, &program))
    };
    let stride = KINDS.len() + 2;
    (0..NAMES.len())
        .map(|problem| {
            let first = stride * problem + 2;
            let nothing = one(first)?;
            let mut counts = [nothing; KINDS.len()];
            for (kind, count) in counts.iter_mut().enumerate() {
                let all = one(first + 1 + kind)?;
                count.instructions = all.instructions.saturating_sub(nothing.instructions);
                count.calls = all.calls.saturating_sub(nothing.calls);
            }
            Ok(counts)
        })
        .collect()
}

/// Adds up a profile.
///
/// ```text
/// ob=/the/program     the object file of the following lines
/// 0 57                instructions of its own
/// cob=/lib/libm.so.6  who is called
/// calls=2 0
/// 0 210               the cost of the callee, which does not count
/// ```
fn count_in(profile: &str, program: &Path) -> Count {
    let program = program.to_string_lossy();
    let (mut is_ours, mut leaves, mut is_of_callee) = (false, false, false);
    let mut count = Count {
        instructions: 0,
        calls: 0,
    };
    for line in profile.lines() {
        if let Some(object) = line.strip_prefix("ob=") {
            is_ours = object == program;
        } else if let Some(object) = line.strip_prefix("cob=") {
            leaves = object != program;
        } else if let Some(calls) = line.strip_prefix("calls=") {
            let times = calls.split(' ').next().and_then(|times| times.parse().ok());
            count.calls += times.unwrap_or(0) * u64::from(is_ours && leaves);
            (leaves, is_of_callee) = (false, true);
        } else if line.starts_with(|first: char| first.is_ascii_digit()) {
            let cost = line.split(' ').nth(1).and_then(|cost| cost.parse().ok());
            count.instructions += cost.unwrap_or(0) * u64::from(is_ours && !is_of_callee);
            is_of_callee = false;
        }
    }
    count
}

// The table.

/// Prints the counts and compares them with the file, or writes it.
fn hold(table: &Table) -> Result<(), String> {
    let text = text(table)?;
    println!("{text}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    if std::env::var_os("BLESS").is_some() {
        return fs::write(&path, text).map_err(|error| error.to_string());
    }
    let before = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    if before.lines().next() != text.lines().next() {
        println!("the table is of another toolchain: not compared");
        return Ok(());
    }
    let mut grown = Vec::new();
    for (name, counts) in NAMES.iter().zip(table) {
        let known = parse(&before, name).ok_or(format!("the table has no row {name}"))?;
        for (kind, (count, known)) in counts.iter().zip(known).enumerate() {
            let what = format!("{name}, column {}, {}", kind + 2, KINDS[kind]);
            let (now, then) = (count.instructions, known.instructions);
            let change = format!("{what}: {} instead of {}", cell(*count), cell(known));
            if now * 100 > then * 103 || count.calls > known.calls {
                grown.push(change);
            } else if now * 103 < then * 100 || count.calls < known.calls {
                println!("fewer, to be kept by BLESS=1: {change}");
            }
        }
    }
    if grown.is_empty() {
        return Ok(());
    }
    Err(format!("more instructions: {}", grown.join("; ")))
}

/// The table in the file.
fn text(table: &Table) -> Result<String, String> {
    let version = Command::new("rustc").arg("--version").output();
    let version = version.map_err(|error| format!("rustc does not say its version: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout);
    let mut lines = vec![
        format!("{}, x86-64 without further features", version.trim()),
        "Instructions of one call; after a plus sign, calls of the platform's libraries beyond.".into(),
        "f alone; value and Jacobian by `value = exact` and `fused`: f_with_jacobian_into, f_update_into.".into(),
        "The last columns are the parts that the updates take of the two.".into(),
        "Written by `BLESS=1 cargo bench --bench instructions`.".into(),
        String::new(),
    ];
    let titles = KINDS.map(|kind| format!("{kind:>10}")).concat();
    lines.push(format!("{:8}{titles}{:>8}{:>8}", "", "exact", "fused"));
    for (name, counts) in NAMES.iter().zip(table) {
        let cells = counts.map(|count| format!("{:>10}", cell(count))).concat();
        let [_, exact, update, fused, fused_update] = counts.map(|count| count.instructions);
        let part = |part: u64, whole: u64| {
            let hundredths = (part * 100 + whole / 2) / whole.max(1);
            format!("{}.{:02}", hundredths / 100, hundredths % 100)
        };
        let parts = [part(update, exact), part(fused_update, fused)];
        let parts = parts.map(|part| format!("{part:>8}")).concat();
        lines.push(format!("{name:8}{cells}{parts}"));
    }
    Ok(lines.join("\n") + "\n")
}

fn cell(count: Count) -> String {
    match count.calls {
        0 => count.instructions.to_string(),
        calls => format!("{}+{calls}", count.instructions),
    }
}

/// The row of a problem.
fn parse(text: &str, name: &str) -> Option<[Count; KINDS.len()]> {
    let row = text
        .lines()
        .find(|line| line.split(' ').next() == Some(name))?;
    let mut cells = row.split_whitespace().skip(1).map(|cell| {
        let (instructions, calls) = cell.split_once('+').unwrap_or((cell, "0"));
        let (instructions, calls) = (instructions.parse().ok()?, calls.parse().ok()?);
        Some(Count {
            instructions,
            calls,
        })
    });
    let mut counts = [Count {
        instructions: 0,
        calls: 0,
    }; KINDS.len()];
    for count in &mut counts {
        *count = cells.next()??;
    }
    Some(counts)
}
