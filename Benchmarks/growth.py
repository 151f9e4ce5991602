#!/usr/bin/env python3
"""Measures how the cost of `livephotolint check` grows with the set.

Usage: growth.py TOOL TEMPLATES [--sizes N…] [--work DIR] [--small] [--keep]

Each set holds the next smaller one. Every program runs once on each with an empty page cache, where
the system lets it be emptied (root), and then warm, unless it read more than memory holds; the
fastest of the warm runs counts. Writes growth.csv, growth.svg and the table in README.md beside
this program; with --small, which measures pairs that stay in memory and only warm runs,
growth-small.csv and so on. With --keep, rows of the present table for sizes that are not measured
stay in it.
"""
import argparse
import csv
import os
import shutil
import sys
import tempfile
from typing import Callable, NamedTuple, Sequence

from measure import (
    HERE, Run, built_floor, knows, machine, memory, run, run_with_memory, written_between,
)
from pairs import loaded, make_sets
from plot import Curve, Panel, drawn
from small_pairs import in_memory, make_small_sets

SIZES = [1_000, 10_000, 100_000, 1_000_000]
WARM_RUNS = 3
# No further warm run is started after so many seconds of them.
ENOUGH = 60
# The floor program reads 64 KiB of a still, and the system ahead of it: 24 GB of memory do not hold
# what it reads of 100,000 pairs, and a million would take it an hour.
FLOOR_LIMIT = 10_000
COLUMNS = [
    "pairs", "program", "cache", "seconds", "processor_seconds", "system_seconds", "peak_mib",
    "read_mib",
]
WANTED_MEMORY = 64
# What a long run on a set that stays in memory may read from the disk to count as warm, in MiB.
LITTLE = 100


class Program(NamedTuple):
    """What is measured."""

    name: str
    command: Sequence[str]
    prepare: Callable[[], None] = lambda: None
    """Done before each run."""
    limit: int = sys.maxsize
    """The largest set that it is measured on."""


def programs(tool: str, work: str) -> list[Program]:
    """The floor, the tool, and the tool with a store if it can keep one."""
    check = [tool, "check", "--no-progress"]
    floor = Program("floor", [built_floor(work)], limit=FLOOR_LIMIT)
    found = [floor, Program("check", check)]
    if knows(tool, "--store"):
        store = os.path.join(work, "store")

        def empty() -> None:
            shutil.rmtree(store, ignore_errors=True)
            os.mkdir(store)

        command = [*check, "--store", os.path.join(store, "audit.sqlite")]
        found.append(Program("check --store", command, empty))
    return found


def empty_page_cache() -> bool:
    """Makes the next run read from the disk; whether the system allowed it."""
    os.sync()
    try:
        with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
            file.write("3")
    except OSError:
        return False
    return True


def measured(program: Program, folder: str, stays: bool) -> list[tuple[str, Run]]:
    """The run with an empty page cache, if there can be one, and the best of the warm runs.

    Of a set that stays in memory, only the warm ones; a long run that hardly reads from the disk is
    its own warm-up.
    """
    command = [*program.command, folder]
    program.prepare()
    cold = not stays and empty_page_cache()
    first = run_with_memory(command)
    if cold and first.read > memory():
        return [("cold", first)]
    if stays and first.seconds > ENOUGH and first.read < LITTLE:
        return [("warm", first)]
    warm: list[Run] = []
    while len(warm) < WARM_RUNS and sum(each.seconds for each in warm) < ENOUGH:
        program.prepare()
        warm.append(run(command))
    return [("cold", first)] * cold + [("warm", min(warm)._replace(peak=first.peak))]


def row_of(pairs: int, program: str, cache: str, taken: Run) -> dict:
    """A row of growth.csv."""
    times = [round(value, 4) for value in (taken.seconds, taken.processor, taken.system)]
    sizes = [round(value, 1) for value in (taken.peak, taken.read)]
    return dict(zip(COLUMNS, [pairs, program, cache, *times, *sizes]))


def shown(row: dict) -> str:
    """A row as it is printed while the others are still measured."""
    pairs, seconds = row["pairs"], row["seconds"]
    return (
        f"{pairs:>9,} pairs  {row['program']:14} {row['cache']}  {seconds:8.3f} s"
        f"  {pairs / seconds:7,.0f} pairs/s"
        f"  {1e6 * row['processor_seconds'] / pairs:6.1f} µs of processor time a pair"
        f"  peak {row['peak_mib']:6.1f} MiB  {row['read_mib']:8,.0f} MiB read from disk")


def table(rows: Sequence[dict]) -> list[str]:
    """The measurements for the README."""
    lines = [
        "| pairs | program | seconds | pairs a second | processor time a pair"
        " | seconds, empty page cache | processor time a pair | peak memory |",
        "|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for count, program in dict.fromkeys((row["pairs"], row["program"]) for row in rows):
        found = {
            row["cache"]: row for row in rows
            if (row["pairs"], row["program"]) == (count, program)
        }
        cells = []
        if "warm" in found:
            seconds = found["warm"]["seconds"]
            cells += [told(seconds), f"{count / seconds:,.0f}", microseconds(found["warm"])]
        else:
            cells += ["—"] * 3
        if "cold" in found:
            cells += [told(found["cold"]["seconds"]), microseconds(found["cold"])]
        else:
            cells += ["—"] * 2
        peak = max(row["peak_mib"] for row in found.values())
        lines.append(f"| {count:,} | {program} | {' | '.join(cells)} | {peak:.1f} MiB |")
    return lines


def microseconds(row: dict) -> str:
    """The processor time of a pair."""
    return f"{1e6 * row['processor_seconds'] / row['pairs']:.0f} µs"


def told(seconds: float) -> str:
    """A time with three digits that count."""
    return f"{seconds:.3g}" if seconds < 100 else f"{seconds:.0f}"


def plotted(rows: Sequence[dict]) -> str:
    """The measurements as a picture."""
    programs = list(dict.fromkeys(row["program"] for row in rows))

    def curves(value: Callable[[dict], float]) -> list[Curve]:
        return [
            Curve(number, cache == "cold", [
                (row["pairs"], value(row)) for row in rows
                if row["program"] == program and row["cache"] == cache
            ])
            for number, program in enumerate(programs) for cache in ("warm", "cold")
        ]

    def processor(row: dict) -> float:
        return 1e6 * row["processor_seconds"] / row["pairs"]

    # A set has one peak, whatever lay in the page cache.
    peaks = [curve._replace(is_dashed=False) for curve in curves(lambda row: row["peak_mib"])]
    panels = [
        Panel("seconds", curves(lambda row: row["seconds"]), is_logarithmic=True),
        Panel("processor time a pair, µs: level is linear", curves(processor)),
        Panel("peak memory, MiB", peaks, limit=WANTED_MEMORY),
    ]
    return drawn(panels, programs)


def kept(name: str, sizes: Sequence[int]) -> list[dict]:
    """The rows of the present table for other sizes."""
    with open(os.path.join(HERE, f"{name}.csv"), encoding="utf-8", newline="") as file:
        rows = [
            {key: value if key in ("program", "cache") else float(value)
             for key, value in row.items()}
            for row in csv.DictReader(file)
        ]
    return [{**row, "pairs": int(row["pairs"])} for row in rows if row["pairs"] not in sizes]


def write(rows: Sequence[dict], where: str, name: str) -> None:
    """Writes the table, the picture and the part of the README that holds them."""
    with open(os.path.join(HERE, f"{name}.csv"), "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    with open(os.path.join(HERE, f"{name}.svg"), "w", encoding="utf-8") as file:
        file.write(plotted(rows))
    written_between(
        os.path.join(HERE, "README.md"), f"{name}: written by make bench-growth",
        [f"{where}.", "", *table(rows)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("templates")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="pairs of each set")
    parser.add_argument("--work", help="keeps the sets in this folder for the next time")
    parser.add_argument(
        "--small", action="store_true", help="pairs of 12 kB, of which a million stay in memory")
    parser.add_argument(
        "--keep", action="store_true", help="keeps the rows of sizes that are not measured")
    options = parser.parse_args()
    tool, sizes = os.path.abspath(options.tool), sorted(set(options.sizes))
    where = machine()
    scratch = tempfile.mkdtemp(prefix="livephotolint-growth-")
    memory_folder = None
    try:
        if options.small:
            memory_folder = None if options.work else in_memory(max(sizes))
            sets = make_small_sets(options.work or memory_folder or scratch, sizes)
        else:
            sets = make_sets(options.work or scratch, sizes, loaded(options.templates))
        contenders = programs(tool, scratch)
        rows = []
        print(where)
        for size in sizes:
            for program in [each for each in contenders if each.limit >= size]:
                for cache, taken in measured(program, sets[size], options.small):
                    rows.append(row_of(size, program.name, cache, taken))
                    print(shown(rows[-1]), flush=True)
        name = "growth-small" if options.small else "growth"
        if options.keep:
            rows = sorted(rows + kept(name, sizes), key=lambda row: row["pairs"])
        write(rows, where, name)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if memory_folder:
            shutil.rmtree(memory_folder, ignore_errors=True)


if __name__ == "__main__":
    main()
