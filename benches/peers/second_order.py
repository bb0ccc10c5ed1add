#!/usr/bin/env python3
"""Measures gradients, Hessians, normal equations and products beside those of other tools. See README.md.

    python3 benches/peers/second_order.py                        all cells, native and default target
    python3 benches/peers/second_order.py --problems hs71 --targets native
    python3 benches/peers/second_order.py --write                and replaces the tables of docs/book/src/speed.md

What it makes stays in `target/peers`. It installs, compiles, links and times by the means of `run.py`.
"""

import argparse
import math

from run import BUILD, COMMON, PACKAGES, TARGETS, by_problem, drive, into_page, machine, sources, times
from run import with_packages

USED = [package for package in PACKAGES if not package.startswith("gradgen")]
OURS = ["default", "fused", "reversed"]
RIVALS = ["hand", "casadi", "cppadcodegen", "symforce", "wrenfold", "numdual"]
# What is averaged together; the targets of the project are for these.
GROUPS = {
    "Hessians": ["hessian", "lagrangian"],
    "gradients": ["gradient"],
    "normal equations": ["normal"],
    "products": ["jvp", "vjp", "jvp8", "vjp8"],
}


def wrenfold_call(module, _):
    """Rust that calls wrenfold's function, without checks of lengths."""
    return (
        "{ let run: fn(&[f64], &mut [f64], &mut [f64]) = |x, value, entries| "
        f"{module}::inner(&Input(fixed(x)), &mut Output(fixed_mut(value)), &mut Output(fixed_mut(entries))); "
        "Box::new(run) }"
    )


def numdual_call(module, cell):
    """Rust that makes num-dual's contestant of its recorded formula."""
    from second_problems import DIRECTIONS

    task = cell.split("_")[-1]
    if task.rstrip("8") in ("jvp", "vjp"):
        directions = DIRECTIONS if task.endswith("8") else 1
        return f"crate::num_dual::{task[:3]}::<_, _, _, {directions}>({module}::Recorded)"
    return f"crate::num_dual::{task}({module}::Recorded, {module}::JACOBIAN, {module}::LOWER)"


def make_source(tool, cell):
    """The code of a tool for a cell."""
    import second_generate

    return getattr(second_generate, tool)(*cell.split("_"))


def wanted(problems):
    """Each tool's variants with the cells that they are for."""
    from second_generate import TOOLS
    from second_problems import cells

    return [(tool, f"{name}_{task}") for tool in TOOLS for name, task in cells(problems) if task in TOOLS[tool]]


def mean(ratios):
    """The geometric mean, in words."""
    factor = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{factor:.2f} ({1 / factor:.2f} times ahead)"


def table(rows, target):
    """A row for each cell: times, the best rival, and ours beside it."""
    found = by_problem(rows, target)
    rust, flags = TARGETS[target]
    columns = ["default", "best of ours", "by", *RIVALS, "best rival", "default / best", "ours / best"]
    lines = [
        f"**{target}**, ns; C: `{' '.join([*COMMON[:3], *flags])}`; Rust: `{rust or 'no flags'}`",
        "",
        f"| | {' | '.join(columns)} |".replace("numdual", "num-dual"),
        "|---" * (len(columns) + 1) + "|",
    ]
    ratios = {}
    for cell, column in found.items():
        rivals = {name: column[name] for name in RIVALS if name in column}
        best, mine = min(rivals, key=rivals.get), min(OURS, key=column.get)
        cells = [f"{column['default']:.1f}", f"{column[mine]:.1f}", mine]
        cells += [f"{column[name]:.1f}" if name in column else "-" for name in RIVALS]
        both = [column[name] / rivals[best] for name in ("default", mine)]
        ratios[cell] = both
        cells += [best, *(f"{ratio:.2f}" for ratio in both)]
        lines.append(f"| {cell.replace('_', ' ')} | {' | '.join(cells)} |".replace("numdual", "num-dual"))
    return "\n".join([*lines, "", *means(ratios)])


def means(ratios):
    """Geometric means of ours / best for each group of tasks."""
    lines = ["| geometric mean of | cells | default / best | ours / best |", "|---|---:|---|---|"]
    rest = [task for name, tasks in GROUPS.items() if name != "Hessians" for task in tasks]
    for name, tasks in (GROUPS | {"all but Hessians": rest}).items():
        of = [both for cell, both in ratios.items() if cell.split("_")[-1] in tasks]
        if of:
            lines.append(f"| {name} | {len(of)} | {' | '.join(mean(ratio) for ratio in zip(*of))} |")
    return lines


def main():
    with_packages(USED)
    from second_problems import PROBLEMS

    parser = argparse.ArgumentParser()
    parser.add_argument("--problems", nargs="*", default=list(PROBLEMS))
    parser.add_argument("--targets", nargs="*", default=["native", "default"])
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    made = list(sources(wanted(PROBLEMS), BUILD / "second_source", make_source))
    timed = [f"{name}_{task}" for name in arguments.problems for task in PROBLEMS[name][3]]
    print(machine(USED), flush=True)
    tables = []
    for target in arguments.targets:
        calls = {"wrenfold": wrenfold_call, "numdual": numdual_call}
        driver = drive(target, made, "second_order", "second_order", calls)
        rows = [[target, *row] for row in times(driver, timed)]
        tables.append(table(rows, target))
        print(f"\n{tables[-1]}", flush=True)
        with open(BUILD / f"second_{target}.tsv", "w") as file:
            file.writelines("\t".join(row) + "\n" for row in rows)
    if arguments.write:
        into_page(tables, "second", USED)


if __name__ == "__main__":
    main()
