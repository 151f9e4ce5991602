"""Draws curves over the size of a set as SVG."""
import math
from typing import NamedTuple, Optional, Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP = 300, 190, 56, 46
STEP = WIDTH + LEFT + 24
DASHES = ' stroke-dasharray="4 3"'
COLOURS = ["#6b7280", "#1d6fd1", "#d1691d"]
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" \
viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#222">
<rect width="100%" height="100%" fill="#fff"/>
"""


class Curve(NamedTuple):
    """Points of a program, which has a number."""

    program: int
    is_dashed: bool
    points: list[tuple[float, float]]


class Panel(NamedTuple):
    """A diagram: curves over a logarithmic axis of pairs."""

    title: str
    curves: list[Curve]
    is_logarithmic: bool = False
    limit: Optional[float] = None


def drawn(panels: Sequence[Panel], programs: Sequence[str]) -> str:
    """The panels side by side, with one legend below."""
    width, height = STEP * len(panels) + 10, TOP + HEIGHT + 74
    parts = [HEAD.format(width=width, height=height)]
    for number, panel in enumerate(panels):
        parts.append(f'<g transform="translate({number * STEP + LEFT} {TOP})">\n')
        parts += [part + "\n" for part in panel_parts(panel)]
        parts.append("</g>\n")
    legend = [(name, COLOURS[number], "") for number, name in enumerate(programs)]
    legend.append(("with an empty page cache", COLOURS[0], DASHES))
    for number, (name, colour, dashes) in enumerate(legend):
        x, y = LEFT + 140 * number, height - 16
        line = f'd="M{x} {y - 4}h20" stroke="{colour}" stroke-width="2"{dashes}'
        parts.append(f"<path {line}/>\n")
        parts.append(f'<text x="{x + 26}" y="{y}">{escape(name)}</text>\n')
    return "".join(parts) + "</svg>\n"


def panel_parts(panel: Panel) -> list[str]:
    """The grid, the curves and the labels of a panel."""
    points = [point for curve in panel.curves for point in curve.points]
    left, right = (math.log10(pick(x for x, _ in points)) for pick in (min, max))
    values = [y for _, y in points] + ([panel.limit] if panel.limit else [])
    ticks = powers(values) if panel.is_logarithmic else rounds(max(values))
    scale = math.log10 if panel.is_logarithmic else float
    low, high = scale(ticks[0]), scale(ticks[-1])

    def x_of(x: float) -> float:
        return (math.log10(x) - left) / ((right - left) or 1) * WIDTH

    def y_of(y: float) -> float:
        return HEIGHT - (scale(y) - low) / ((high - low) or 1) * HEIGHT

    parts = [f'<text x="-40" y="-22" font-weight="bold">{escape(panel.title)}</text>']
    for tick in ticks:
        y = y_of(tick)
        parts.append(f'<path d="M0 {y:.1f}H{WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{tick:,g}</text>')
    for x in sorted({x for x, _ in points}):
        parts.append(f'<path d="M{x_of(x):.1f} 0V{HEIGHT}" stroke="#eee"/>')
        place = f'x="{x_of(x):.1f}" y="{HEIGHT + 18}"'
        parts.append(f'<text {place} text-anchor="middle">{x:,}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT + 34}" text-anchor="middle">pairs</text>')
    if panel.limit:
        y = y_of(panel.limit)
        parts.append(f'<path d="M0 {y:.1f}H{WIDTH}" stroke="#b91c1c" stroke-dasharray="5 4"/>')
        label = f"wanted: under {panel.limit:g}"
        parts.append(f'<text x="4" y="{y - 4:.1f}" fill="#b91c1c">{label}</text>')
    for curve in panel.curves:
        colour = COLOURS[curve.program]
        places = [(f"{x_of(x):.1f}", f"{y_of(y):.1f}") for x, y in curve.points]
        path = "L".join(" ".join(place) for place in places)
        stroke = f'stroke="{colour}" stroke-width="2"{DASHES if curve.is_dashed else ""}'
        if places:
            parts.append(f'<path d="M{path}" fill="none" {stroke}/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in places]
    return parts


def powers(values: Sequence[float]) -> list[float]:
    """The powers of ten round all values."""
    first, last = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return [10.0**power for power in range(first, max(last, first + 1) + 1)]


def rounds(most: float) -> list[float]:
    """Round values from nothing to the most, four to eight of them."""
    step = 10 ** math.floor(math.log10(most))
    step = next(step * part for part in (0.2, 0.25, 0.5, 1, 2) if most / (step * part) <= 8)
    return [step * number for number in range(math.ceil(most / step) + 1)]
