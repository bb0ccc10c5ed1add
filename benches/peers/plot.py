#!/usr/bin/env python3
"""Draws the measured table: a bar for each contestant of each problem, as SVG.

    python3 benches/peers/plot.py target/peers/times.tsv native docs/peers-native.svg

Input: lines of target, problem, contestant and time, as `run.py` writes them. Heights are ratios to the
generated code with `value = fused`, so that ten problems of very different cost share one axis; a bar
above one is slower than ours, and bars beyond the axis are cut and carry their number. Of the
compilers and variants of a C peer, the fastest counts. No library: a bar chart is forty lines.
"""

import sys
from pathlib import Path

COLOURS = {
    "fused": "#1b6ca8",
    "hand": "#444444",
    "casadi": "#d1495b",
    "cppadcodegen": "#3aa6b9",
    "symforce": "#edae49",
    "wrenfold": "#66a182",
    "gradgen": "#8d6cab",
}
TOP = 3.0
HEIGHT, GROUP, LEFT, ABOVE = 220, 84, 44, 40


def best(path, target):
    """Problem, then contestant: its time by the faster compiler."""
    found = {}
    for line in Path(path).read_text().splitlines():
        where, problem, contestant, value = line.split("\t")
        if where == target:
            name = contestant.split()[0]
            times = found.setdefault(problem, {})
            times[name] = min(times.get(name, 1e300), float(value))
    return found


def bars(times, left):
    """The bars of a problem."""
    names = [name for name in COLOURS if name in times]
    width = (GROUP - 14) / len(COLOURS)
    for k, name in enumerate(names):
        ratio = times[name] / times["fused"]
        height = min(ratio, TOP) / TOP * HEIGHT
        x, y = left + k * width, ABOVE + HEIGHT - height
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="{width - 1:.1f}" height="{height:.1f}" fill="{COLOURS[name]}"/>'
        if ratio > TOP:
            yield f'<text x="{x + width / 2:.1f}" y="{y - 3:.1f}" font-size="8" text-anchor="middle">{ratio:.1f}</text>'


def draw(found, target):
    """The whole picture."""
    width = LEFT + GROUP * len(found) + 10
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + ABOVE + 30}" font-family="sans-serif" font-size="12">'
    yield f'<rect width="100%" height="100%" fill="white"/>'
    for k, (name, colour) in enumerate(COLOURS.items()):
        x = LEFT + 104 * k
        yield f'<rect x="{x}" y="8" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="17">{name}</text>'
    for step in range(7):
        ratio = step / 2
        y = ABOVE + HEIGHT - ratio / TOP * HEIGHT
        shade = "#999" if ratio == 1 else "#e4e4e4"
        yield f'<line x1="{LEFT}" x2="{width - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="{shade}"/>'
        yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{ratio:g}</text>'
    for k, (problem, times) in enumerate(found.items()):
        yield from bars(times, LEFT + 7 + GROUP * k)
        middle = LEFT + GROUP * (k + 0.5)
        yield f'<text x="{middle}" y="{ABOVE + HEIGHT + 18}" text-anchor="middle">{problem}</text>'
    yield f"<title>Time of value and Jacobian, ratio to the generated code with value = fused, {target}</title>"
    yield "</svg>"


def main():
    data, target, picture = sys.argv[1:]
    Path(picture).write_text("\n".join(draw(best(data, target), target)) + "\n")


main()
