#!/usr/bin/env python3
"""Measures loops that run time ends beside CppAD. See README.md.

    python3 benches/peers/loops.py

Compiles `loops.cpp`, builds the driver's program `loops`, which checks that all agree and times them in turns, and
prints a table of the shortest times of several processes.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from run import BUILD, COMMON, HERE, PACKAGES, PROCESSES, TARGETS, machine, with_packages

CPPAD = [package for package in PACKAGES if package.startswith("cmeel-cppad==")]
COLUMNS = ["generated", "by hand", "dual", "recorded", "replayed"]


def library(folder, flags):
    """Compiles the loops over CppAD."""
    include = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix" / "include"
    compiler = shutil.which("g++") or "clang++"
    command = [compiler, "-std=c++17", "-DNDEBUG", *COMMON, *flags, f"-I{include}", "-c", HERE / "loops.cpp"]
    subprocess.run([*command, "-o", folder / "loops.o"], check=True)
    archive = folder / "libpeers.a"
    archive.unlink(missing_ok=True)
    subprocess.run(["ar", "rcs", archive, folder / "loops.o"], check=True)


def drive(folder, rust):
    """Builds the driver; returns its path."""
    environment = os.environ | {
        "PEERS_BUILD": str(folder),
        "RUSTFLAGS": rust,
        "CARGO_TARGET_DIR": str(BUILD / "native" / "cargo"),
    }
    command = ["cargo", "build", "-q", "--release", "--bin", "loops"]
    subprocess.run(command, cwd=HERE / "driver", env=environment, check=True)
    return BUILD / "native" / "cargo" / "release" / "loops"


def times(driver):
    """Loop, then contestant: the least nanoseconds over processes."""
    found = {}
    for process in range(PROCESSES):
        lines = subprocess.run([driver], capture_output=True, text=True, check=True).stdout.splitlines()
        for line in lines:
            if line.startswith("#"):
                if process == 0:
                    print(line)
                continue
            loop, contestant, value = line.split("\t")
            row = found.setdefault(loop, {})
            row[contestant] = min(row.get(contestant, 1e300), float(value))
    return found


def best(row, name):
    """The fastest contestant whose name begins so, and its time; nothing where all disagreed."""
    variants = [key for key in row if key.split()[0] == name.split()[0]]
    fastest = min(variants, key=row.get, default=None)
    return fastest, row.get(fastest)


def table(found):
    """A row for each loop: times, and the others' as multiples of ours."""
    lines = [f"| | {COLUMNS[0]}, ns | {' | '.join(COLUMNS[1:])} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for loop, row in found.items():
        ours = row["generated"]
        cells = []
        for column in COLUMNS[1:]:
            name, value = best(row, column)
            sweeps = f", {name.split()[1]}" if name and column in ("recorded", "replayed") else ""
            cells.append(f"{value / ours:.3g}{sweeps}" if value else "-")
        lines.append(f"| {loop} | {ours:.1f} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main():
    with_packages(CPPAD)
    rust, flags = TARGETS["native"]
    folder = BUILD / "loops"
    folder.mkdir(parents=True, exist_ok=True)
    library(folder, flags)
    print(f"{machine(CPPAD)}; C++: `{' '.join([*COMMON[:3], *flags])}`; Rust: `{rust}`\n", flush=True)
    found = times(drive(folder, rust))
    for loop, row in found.items():
        print(f"# {loop}: {', '.join(f'{name} {value:.1f}' for name, value in row.items())}")
    print(f"\n{table(found)}")


if __name__ == "__main__":
    main()
