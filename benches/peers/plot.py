#!/usr/bin/env python3
"""Draws the tables of docs/book/src/speed.md as SVG.

    python3 benches/peers/plot.py native docs/book/src/peers-native.svg      a bar for each contestant of ten problems
    python3 benches/peers/plot.py default docs/book/src/peers-default.svg
    python3 benches/peers/plot.py thirty docs/book/src/peers-thirty.svg      ours beside the fastest rival, all problems, native

A time is divided by the time of the fastest rival on that problem, so that problems of very different cost share one
axis: the fastest rival is at one, and lower is better. Bars beyond the axis are cut and carry their number. The input is
the kept tables and nothing else, so a picture cannot disagree with the page. Colours change where readers prefer dark pages.
"""

import math
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
# Rules win over attributes; programs that know no rules draw the light picture.
DARK = (
    "<style>@media (prefers-color-scheme: dark) { [fill='white'] { fill: #16191d } text { fill: #d8dde3 } "
    "[stroke='#e4e4e4'] { stroke: #343a41 } [stroke='#555'] { stroke: #aab2ba } [fill='#444444'] { fill: #b9bfc6 } "
    "[fill='#1b6ca8'] { fill: #3f97d9 } [fill='#7fb8e6'] { fill: #a9d3f5 } }</style>"
)


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
    yield DARK
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


def all_ratios():
    """Problem, then way: time divided by that of the fastest rival, of the ten problems and of the twenty, native."""
    found = {}
    for problem, of_problem in times("native").items():
        fastest = min(of_problem[name] for name in RIVALS if name in of_problem)
        found[problem] = {name: of_problem[name] / fastest for name in OURS}
    twenty = PAGE.read_text().split("## Twenty problems", 1)[1].split("\n## ", 1)[0]
    for table in twenty.split("\n\n"):
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.strip().splitlines()]
        of_row = {row[0]: row[1:] for row in rows}
        for way, name in (("generated", "default, native"), ("fused", "fused, native")):
            for problem, cell in zip(rows[0][1:], of_row.get(name, [])):
                found.setdefault(problem, {})[way] = float(cell)
    assert len(found) == 30 and all(len(ways) == 2 for ways in found.values()), found
    return found


def draw_all(found):
    """A column of two marks for each problem, the best for us first. The axis is logarithmic: twice as fast is as far from one as
    half as fast."""
    group, height, low, high = 25, 250, 0.5, 1.6
    width = LEFT + group * len(found) + 10
    y = lambda ratio: ABOVE + height * math.log(high / ratio) / math.log(high / low)
    title = "Value and Jacobian of thirty problems, native target: lower is better, 1 is the fastest rival"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height + ABOVE + 92}" font-family="sans-serif" font-size="12">'
    yield DARK
    yield f"<title>{title}</title>"
    yield '<rect width="100%" height="100%" fill="white"/>'
    yield f'<text x="{LEFT}" y="16" font-size="13" font-weight="bold">{title}</text>'
    for k, (colour, label) in enumerate(OURS.values()):
        yield f'<circle cx="{LEFT + 6 + 180 * k}" cy="38" r="5" fill="{colour}"/><text x="{LEFT + 16 + 180 * k}" y="42">{label}</text>'
    for ratio in (0.5, 0.6, 0.8, 1.0, 1.25, 1.6):
        shade = "#555" if ratio == 1 else "#e4e4e4"
        yield f'<line x1="{LEFT}" x2="{width - 10}" y1="{y(ratio):.1f}" y2="{y(ratio):.1f}" stroke="{shade}"/>'
        yield f'<text x="{LEFT - 6}" y="{y(ratio) + 4:.1f}" text-anchor="end">{ratio:g}</text>'
    yield f'<text transform="translate(16 {ABOVE + height / 2}) rotate(-90)" text-anchor="middle">time / time of the fastest rival</text>'
    for k, (problem, ways) in enumerate(sorted(found.items(), key=lambda item: min(item[1].values()))):
        x = LEFT + group * (k + 0.5)
        ends = [y(ways[way]) for way in OURS]
        yield f'<line x1="{x}" x2="{x}" y1="{min(ends):.1f}" y2="{max(ends):.1f}" stroke="#e4e4e4" stroke-width="3"/>'
        for way, (colour, _) in OURS.items():
            yield f'<circle cx="{x}" cy="{y(ways[way]):.1f}" r="5" fill="{colour}"/>'
        yield f'<text transform="translate({x + 4} {ABOVE + height + 14}) rotate(-90)" text-anchor="end">{problem}</text>'
    yield "</svg>"


def main():
    what, picture = sys.argv[1:]
    lines = draw_all(all_ratios()) if what == "thirty" else draw(times(what), what)
    Path(picture).write_text("\n".join(lines) + "\n")


main()
