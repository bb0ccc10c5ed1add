#!/usr/bin/env python3
"""Measures our Jacobians beside those of other generators. See README.md.

    python3 benches/peers/run.py                    generate, compile, check, time: native and default
    python3 benches/peers/run.py --problems hhd fic --targets native
    python3 benches/peers/run.py --count            instructions per call as well (needs valgrind)
    python3 benches/peers/run.py --searched         our side also with `order = search`
    python3 benches/peers/run.py --write            replaces the tables of docs/book/src/speed.md, and its pictures

What it makes stays in `target/peers`; the times go to `target/peers/times.tsv` and, as a table, to the
standard output.
"""

import argparse
import math
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "target" / "peers"
PACKAGES = [
    "casadi==3.8.2",
    "wrenfold==0.5.3",
    "symforce==0.12.0",
    "gradgen==0.5.2",
    "cmeel-cppad==20250000.2",
    "cmeel-cppadcodegen==2.4.3",
]
COMPILERS = {"clang": ("clang", "clang++"), "gcc": ("gcc", "g++")}
COMMON = ["-O3", "-ffp-contract=fast", "-fno-math-errno", "-fno-exceptions", "-fPIC", "-w"]
# Rust's flag and C's for each target. Instructions are counted without AVX-512, which valgrind lacks.
TARGETS = {
    "native": ("-C target-cpu=native", ["-march=native"]),
    "default": ("", []),
    "counted": ("-C target-cpu=x86-64-v3", ["-march=x86-64-v3"]),
}
# Another program on the second thread of a core makes some code twice as slow: the least disturbed process counts.
PROCESSES = 5
# A tool may take this long for one problem.
PATIENCE = 120
LANGUAGE = {"casadi": "c", "cppadcodegen": "c", "symforce": "cpp", "wrenfold": "rs", "gradgen": "rs", "numdual": "rs", "ours": "rs"}
# After the underscore, a tool's variant: the fastest of them counts.
TOOLS = ["casadi", "cppadcodegen_forward", "cppadcodegen_reverse", "symforce", "wrenfold", "gradgen"]


def with_packages(packages):
    """Starts the script that runs again, in a virtual environment that has the tools."""
    home = BUILD / "venv"
    python = home / "bin" / "python"
    if Path(sys.prefix).resolve() == home.resolve():
        return
    if not python.exists():
        venv.create(home, with_pip=True)
    # Name and version of what was installed; an environment of an earlier list gets what it lacks.
    stamp = home / "packages"
    lines = stamp.read_text().split() if stamp.exists() else []
    installed = dict(line.split("==") for line in lines)
    missing = [package for package in packages if package not in lines]
    if missing:
        subprocess.run([python, "-m", "pip", "install", "-q", *missing], check=True)
        installed |= dict(package.split("==") for package in missing)
        stamp.write_text("".join(f"{name}=={version}\n" for name, version in installed.items()))
    os.execv(python, [str(python), str(Path(sys.argv[0]).resolve()), *sys.argv[1:]])


class Slow(Exception):
    """A tool took too long."""


def sources(wanted, folder, make):
    """Generates what is missing by `make(tool, problem)`; returns tool, problem and file for all that worked."""

    def stop(*_):
        raise Slow(f"more than {PATIENCE} s")

    signal.signal(signal.SIGALRM, stop)
    folder.mkdir(parents=True, exist_ok=True)
    for tool, name in wanted:
        path = folder / f"{tool}_{name}.{LANGUAGE[tool.split('_')[0]]}"
        failed = path.with_suffix(".failed")
        if not path.exists() and not failed.exists():
            signal.alarm(PATIENCE)
            try:
                path.write_text(make(tool, name))
            except Exception as reason:  # whatever a tool says, it is out for this problem
                failed.write_text(repr(reason))
            signal.alarm(0)
        if path.exists():
            yield tool, name, path
        else:
            print(f"# {tool} has no {name}: {failed.read_text()}", file=sys.stderr)


def make_source(tool, name):
    """The code of a tool for a problem."""
    import generate

    return getattr(generate, tool)(name)


def compile_c(made, flags, folder):
    """Compiles C and C++ by each compiler; returns problem, contestant and symbol."""
    symbols, objects = [], []
    for tool, name, path in made:
        if path.suffix == ".rs":
            continue
        for compiler, commands in COMPILERS.items():
            if not shutil.which(commands[0]):
                continue
            symbol = f"{tool}_{name}_{compiler}"
            target = folder / f"{symbol}.o"
            include = ["-I/usr/include/eigen3"] if path.suffix == ".cpp" else []
            symbols.append((name, f"{tool.replace('_', ' ')} {compiler}", symbol))
            objects.append(target)
            if target.exists() and target.stat().st_mtime > path.stat().st_mtime:
                continue
            command = [commands[path.suffix == ".cpp"], *COMMON, *flags, *include, f"-DENTRY={symbol}"]
            subprocess.run([*command, "-c", str(path), "-o", str(target)], check=True)
    archive = folder / "libpeers.a"
    archive.unlink(missing_ok=True)
    subprocess.run(["ar", "rcs", archive, *objects], check=True)
    return symbols


def wrenfold_call(module, _):
    """Rust that calls wrenfold's function, over its numbers of rows."""
    return (
        "{ let run: fn(&[f64], &mut [f64], &mut [f64]) = |x, value, entries| "
        f"{module}::inner(&Input(x.try_into().unwrap()), "
        "&mut Output(value.try_into().unwrap()), &mut Output(entries.try_into().unwrap())); "
        "Box::new(run) }"
    )


def gradgen_call(module, _):
    """Rust that calls gradgen's function, with its work array."""
    return (
        f"{{ let mut work = vec![0.0; {module}::WORK]; "
        f"Box::new(move |x, value, entries| {module}::inner(x, value, entries, &mut work).unwrap()) }}"
    )


CALLS = {"wrenfold": wrenfold_call, "gradgen": gradgen_call}


def link(made, symbols, folder, calls):
    """Writes the Rust file that declares and lists everything; `calls` makes contestants of generated Rust."""
    lines = ["unsafe extern \"C\" {"]
    lines += [f"    fn {symbol}(x: *const f64, value: *mut f64, entries: *mut f64);" for *_, symbol in symbols]
    lines.append("}")
    arms = {}
    for name, contestant, symbol in symbols:
        arms.setdefault(name, []).append(f'("{contestant}", c({symbol}))')
    further = []
    for tool, name, path in made:
        if path.suffix != ".rs":
            continue
        module = f"{tool}_{name}"
        lines.append(f'#[allow(warnings)]\nmod {module} {{ include!("{path}"); }}')
        if tool == "ours":
            further.append(f"({module}::PROBLEM, {module}::FAST)")
            continue
        arms.setdefault(name, []).append(f'("{tool}", {calls[tool](module, name)})')
    lines.append("/// The contestants of a problem.")
    lines.append("pub fn contestants(name: &str) -> Vec<(&'static str, Contestant<'static>)> {\n    match name {")
    for name, found in arms.items():
        lines.append(f'        "{name}" => vec![{", ".join(found)}],')
    lines.append("        _ => vec![],\n    }\n}\n")
    if further:
        kind = "(crate::corpus::problem::Problem, &[crate::corpus::problem::Expansion])"
        lines.append(f"/// Our side of the further problems.\npub static FURTHER: &[{kind}] = &[{', '.join(further)}];")
    (folder / "linked.rs").write_text("\n".join(lines))


def drive(target, made, program, features, calls):
    """Builds a program of the driver for a target; returns its path."""
    rust, flags = TARGETS[target]
    folder = BUILD / program / target
    folder.mkdir(parents=True, exist_ok=True)
    link(made, compile_c(made, flags, folder), folder, calls)
    environment = os.environ | {
        "PEERS_BUILD": str(folder),
        "RUSTFLAGS": rust,
        "CARGO_TARGET_DIR": str(BUILD / target / "cargo"),
    }
    command = ["cargo", "build", "-q", "--release", "--bin", program, "--features", features]
    subprocess.run(command, cwd=HERE / "driver", env=environment, check=True)
    return BUILD / target / "cargo" / "release" / program


def times(driver, problems):
    """Problem, contestant, nanoseconds, the least over processes; ends the program where contestants disagree."""
    samples = {}
    for process in range(PROCESSES):
        done = subprocess.run([driver, *problems], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout.splitlines()[-1] if done.stdout else done.stderr)
        lines = done.stdout.splitlines()
        if process == 0:
            print("\n".join(line for line in lines if line.startswith("#")))
        for problem, contestant, value in (line.split("\t") for line in lines if not line.startswith("#")):
            samples.setdefault((problem, contestant), []).append(float(value))
    return [[*key, f"{min(values):.2f}"] for key, values in samples.items()]


def instructions(driver, problem, contestant):
    """Instructions per call, by the difference of two runs under callgrind."""
    counts = []
    for calls in ("0", "100"):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", driver]
        done = subprocess.run([*command, "--calls", calls, problem, contestant], capture_output=True, text=True)
        found = re.search(r"Collected : (\d+)", done.stderr)
        if not found:
            return None
        counts.append(int(found.group(1)))
    return (counts[1] - counts[0]) / 100


def counted(driver, problems):
    """Instructions of every contestant, as rows."""
    names = subprocess.run([driver, "--names"], capture_output=True, text=True).stdout
    for problem, contestant in (line.split("\t") for line in names.splitlines()):
        count = instructions(driver, problem, contestant) if problem in problems else None
        if count:
            yield ["counted", problem, contestant, f"{count:.1f}"]


def machine(packages):
    """Processor and versions: what the numbers depend on."""
    text = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*: (.*)", text).group(1)
    first = lambda command: subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0]
    tools = [first([c[0], "--version"]) for c in COMPILERS.values() if shutil.which(c[0])]
    return f"{model}; {first(['rustc', '--version'])}; {'; '.join(tools)}; {', '.join(packages)}"


OURS = ["generated", "fused", "searched", "update"]
RIVALS = ["hand", *dict.fromkeys(tool.split("_")[0] for tool in TOOLS)]
OTHERS = ["duals", "num-dual", "differences"]


def by_problem(rows, target):
    """Problem, then contestant: its number, by the better compiler and variant."""
    found = {}
    for _, problem, contestant, value in (row for row in rows if row[0] == target):
        name = contestant.split()[0]
        column = found.setdefault(problem, {})
        column[name] = min(column.get(name, 1e300), float(value))
    return found


# Each of our ways beside the best rival: a head of the table, and the contestants that count.
WAYS = {"default / best": ["generated"], "fused / best": ["fused"], "ours / best": OURS[:3]}


def table(rows, target, problems):
    """A row for each problem: numbers, the best rival, and ours beside it."""
    found = {name: column for name, column in by_problem(rows, target).items() if name in problems}
    columns = ["plain", *OURS, *RIVALS, *OTHERS]
    columns = [name for name in columns if any(name in column for column in found.values())]
    heads = [*columns, "best rival", *WAYS, "ours / plain"]
    lines = [f"| | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    ratios = {way: [] for way in WAYS}
    for problem, column in found.items():
        rivals = {name: value for name, value in column.items() if name in RIVALS}
        best = min(rivals, key=rivals.get)
        for way, names in WAYS.items():
            ratios[way].append(min(column[name] for name in names if name in column) / rivals[best])
        cells = [f"{column[name]:.1f}" if name in column else "-" for name in columns]
        cells += [best, *(f"{ratios[way][-1]:.2f}" for way in WAYS)]
        cells.append(f"{ratios['ours / best'][-1] * rivals[best] / column['plain']:.2f}")
        lines.append(f"| {problem} | {' | '.join(cells)} |")
    return "\n".join(lines), ratios


def tables(rows, target):
    """A table of the ten problems and one of the others, as far as they were timed, and the means of both."""
    from problems import BASES, KNOWN

    rust, flags = TARGETS[target]
    unit = "instructions per call" if target == "counted" else "ns"
    parts = [f"**{target}**, {unit}; C: `{' '.join([*COMMON[:3], *flags])}`; Rust: `{rust or 'no flags'}`"]
    timed, groups = {row[1] for row in rows if row[0] == target}, {}
    for label, problems in (("the ten", KNOWN), ("the further ones", BASES)):
        if timed.intersection(problems):
            text, groups[label] = table(rows, target, problems)
            parts.append(text)
    if len(groups) > 1:
        groups["all"] = {way: sum((ratios[way] for ratios in groups.values()), []) for way in WAYS}
    means = [f"| geometric mean, {target} | {' | '.join(WAYS)} |", "|---" * (len(WAYS) + 1) + "|"]
    for label, ratios in groups.items():
        cells = [f"{math.exp(sum(map(math.log, of)) / len(of)):.2f}" for of in ratios.values()]
        means.append(f"| {label} | {' | '.join(cells)} |")
    return "\n\n".join([*parts, "\n".join(means)])


def into_page(tables, part, packages):
    """Replaces the tables of a part of docs/book/src/speed.md; its prose is kept."""
    path = ROOT / "docs" / "book" / "src" / "speed.md"
    text = path.read_text()
    begin = text.index("\n", text.index(f"<!-- {part}:begin")) + 1
    end = text.index(f"<!-- {part}:end -->")
    closing = f"{time.strftime('%Y-%m-%d')}, {machine(packages)}."
    path.write_text(text[:begin] + "\n\n".join([*tables, closing]) + "\n" + text[end:])


def pictures(targets):
    """Draws the tables of docs/book/src/speed.md."""
    for target in [*targets, "thirty"]:
        picture = ROOT / "docs" / "book" / "src" / f"peers-{target}.svg"
        subprocess.run([sys.executable, HERE / "plot.py", target, picture], check=True)


def main():
    with_packages(PACKAGES)
    sys.path.insert(0, str(HERE))
    from problems import BASES, PROBLEMS

    parser = argparse.ArgumentParser()
    parser.add_argument("--problems", nargs="*", default=list(PROBLEMS))
    parser.add_argument("--targets", nargs="*", default=["native", "default"])
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--searched", action="store_true")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    wanted = [("ours", name) for name in BASES] + [(tool, name) for tool in TOOLS for name in PROBLEMS]
    made = list(sources(wanted, BUILD / "source", make_source))
    features = "searched" if arguments.searched else ""
    print(f"{machine(PACKAGES)}", flush=True)
    rows, parts = [], []
    for target in arguments.targets:
        driver = drive(target, made, "peers-driver", features, CALLS)
        rows += [[target, *row] for row in times(driver, arguments.problems)]
        parts.append(tables(rows, target))
        print(f"\n{parts[-1]}", flush=True)
    if arguments.count:
        rows += counted(drive("counted", made, "peers-driver", features, CALLS), arguments.problems)
        parts.append(tables(rows, "counted"))
        print(f"\n{parts[-1]}")
    with open(BUILD / "times.tsv", "w") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)
    if arguments.write:
        into_page(parts, "bench", PACKAGES)
        pictures(arguments.targets)


if __name__ == "__main__":
    main()
