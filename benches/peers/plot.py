#!/usr/bin/env python3
"""Draws a table of docs/book/src/speed.md: a bar for each contestant of each problem, as SVG.

    python3 benches/peers/plot.py native docs/book/src/peers-native.svg
    python3 benches/peers/plot.py default docs/book/src/peers-default.svg

A bar is a time divided by the time of the fastest rival on that problem, so that ten problems of very different cost share one
axis: the fastest rival is at one, and lower is better. Bars beyond the axis are cut and carry their number. The input is
the kept table and nothing else, so a picture cannot disagree with the page.
"""

import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "book" / "src" / "speed.md"
OURS = {"generated": ("#1b6ca8", "ours, default"), "fused": ("#7fb8e6", "ours, value = fused")}
RIVALS = {
    "hand": ("#444444", "by hand"),
    "casadi": ("#d1495b", "CasADi"),
    "cppadcodegen": ("#3aa6b9", "CppADCodeGen"),
    "symforce": ("#edae49", "SymForce"),
    "wrenfold": ("#66a182", "wrenfold"),
    "gradgen": ("#8d6cab", "gradgen"),
}
BARS = {**OURS, **RIVALS}
TARGETS = {"native": "native target", "default": "default target of x86-64"}
TOP = 3.0
HEIGHT, GROUP, LEFT, ABOVE = 240, 92, 62, 66


def times(target):
    """Problem, then contestant: nanoseconds, as the page has them."""
    lines = PAGE.read_text().split(f"**{target}**", 1)[1].split("\n\n")[1].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads, rows = cells[0], cells[2:]
    return {
        row[0]: {name: float(cell) for name, cell in zip(heads, row) if name in BARS and cell != "-"}
        for row in rows
    }


def bars(of_problem, left):
    """The bars of a problem."""
    fastest = min(of_problem[name] for name in RIVALS if name in of_problem)
    width = (GROUP - 14) / len(BARS)
    for k, name in enumerate(name for name in BARS if name in of_problem):
        ratio = of_problem[name] / fastest
        height = min(ratio, TOP) / TOP * HEIGHT
        x, y = left + k * width, ABOVE + HEIGHT - height
        colour = BARS[name][0]
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width - 1:.1f}" height="{height:.1f}" fill="{colour}"/>'
        if ratio > TOP:
            yield f'<text x="{x + width / 2:.1f}" y="{y - 3:.1f}" font-size="8" text-anchor="middle">{ratio:.1f}</text>'


def legend():
    """A square and a name for each contestant."""
    for k, (colour, label) in enumerate(BARS.values()):
        x, y = LEFT + 180 * (k % 4), 26 + 16 * (k // 4)
        yield f'<rect x="{x}" y="{y}" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="{y + 9}">{label}</text>'


def axis(width):
    """Lines and numbers from zero to the top, and the name of the axis."""
    for step in range(7):
        ratio = step / 2
        y = ABOVE + HEIGHT - ratio / TOP * HEIGHT
        shade = "#555" if ratio == 1 else "#e4e4e4"
        yield f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="{shade}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{ratio:g}</text>'
    middle = ABOVE + HEIGHT / 2
    yield f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">time / time of the fastest rival</text>'


def draw(found, target):
    """The whole picture."""
    width = LEFT + GROUP * len(found) + 10
    title = f"Value and Jacobian, {TARGETS[target]}: lower is better, 1 is the fastest rival"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + ABOVE + 46}" font-family="sans-serif" font-size="12">'
    yield f"<title>{title}</title>"
    yield '<rect width="100%" height="100%" fill="white"/>'
    yield f'<text x="{LEFT}" y="16" font-size="13" font-weight="bold">{title}</text>'
    yield from legend()
    yield from axis(width)
    for k, (problem, of_problem) in enumerate(found.items()):
        yield from bars(of_problem, LEFT + 7 + GROUP * k)
        middle = LEFT + GROUP * (k + 0.5)
        yield f'<text x="{middle}" y="{ABOVE + HEIGHT + 18}" text-anchor="middle">{problem}</text>'
    yield f'<text x="{LEFT + GROUP * len(found) / 2}" y="{ABOVE + HEIGHT + 38}" text-anchor="middle">benchmark problem</text>'
    yield "</svg>"


def main():
    target, picture = sys.argv[1:]
    Path(picture).write_text("\n".join(draw(times(target), target)) + "\n")


main()
