#!/usr/bin/env python3
"""Measures what the Spark job costs a pair, in processor time, and calculates what very many cost.

Usage: spark.py TOOL TEMPLATES [--pairs N]

Runs with the Python that Spark is installed for. Every figure is printed, and the tables go into
integrations/spark/README.md. The job runs in one process with one task at a time, once on N ÷ 10
pairs and once on N, in partitions of 1,000: the difference is free of the time that Java takes to
start.
"""
import argparse
import ctypes
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple, Sequence

from measure import HERE, machine, written_between
from pairs import PAIRS_A_FOLDER, loaded, make_sets

JOB = os.path.join(HERE, os.pardir, "integrations", "spark")
README = os.path.join(JOB, "README.md")
COUNTS = [1_000_000, 100_000_000, 1_000_000_000]
# Assumed, to be replaced by one's own: dollars a core hour and a million requests, ms a read.
CORE_HOUR, REQUESTS, READ = 0.06, 0.40, 30
CORES, JOBS = 64, 32
# Of the job on each set; the one that took the least counts.
RUNS = 2
# PR_SET_CHILD_SUBREAPER of prctl(2).
BECOME_SUBREAPER = 36


class Rates(NamedTuple):
    """What was measured of a pair: milliseconds of processor time, reads, kB read, kB answered."""

    job: float
    reads: float
    kilobytes: float
    answer: float


def processor_time(command: Sequence[str], **options) -> float:
    """The user and system time of a command with all that it starts, orphans too, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    statuses = {}
    while True:
        try:
            ended, status = os.wait()
        except ChildProcessError:
            break
        statuses[ended] = os.waitstatus_to_exitcode(status)
    process.returncode = statuses[process.pid]
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(command[:3])} … ended with {process.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def list_of(folder: str, file: str) -> str:
    """Writes the list of the files below a folder."""
    with open(file, "wb") as listed:
        subprocess.run(["find", folder, "-type", "f", "-print0"], stdout=listed, check=True)
    return file


def time_of_job(tool: str, listed: str, count: int, out: str) -> float:
    """The processor time of the job over a list."""
    environment = os.environ | {
        "PYSPARK_SUBMIT_ARGS": "--master local[1] --conf spark.ui.enabled=false pyspark-shell",
        "PYSPARK_PYTHON": sys.executable,
    }
    command = [
        sys.executable, os.path.join(JOB, "livephotolint_spark.py"), "--list", listed, "--out", out,
        "--tool", tool, "--partitions", str(max(1, count // PAIRS_A_FOLDER)),
    ]
    return processor_time(command, env=environment)


def reads(check: Sequence[str], folder: str, count: int) -> tuple[float, float]:
    """How often the tool reads of a pair, and how many kB."""
    traced = subprocess.run(
        ["strace", "-f", "-e", "trace=pread64", *check, folder],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True,
    )
    lengths = [int(length) for length in re.findall(r"= (\d+)$", traced.stderr, re.MULTILINE)]
    return len(lengths) / count, sum(lengths) / count / 1000


def answer(check: Sequence[str], folder: str, count: int) -> float:
    """How many kB of JSON lines the tool writes of a pair without a fault."""
    told = subprocess.run([*check, "--format", "jsonl", folder], capture_output=True, check=True)
    return len(told.stdout) / count / 1000


def measured(tool: str, templates: str, work: str, count: int) -> tuple[Rates, list[str]]:
    """The rates, and the table of what was measured."""
    check = [tool, "check", "--no-progress", "--quiet"]
    few = count // 10
    sets = make_sets(work, [few, count], loaded(templates))
    lists = {
        size: list_of(folder, os.path.join(work, f"{size}.list")) for size, folder in sets.items()
    }
    # Warms the page cache.
    processor_time([*check, sets[count]])
    alone = processor_time([*check, sets[count]])
    with open(lists[few], "rb") as listed:
        part = processor_time([*check, "-"], stdin=listed)
    out = os.path.join(work, "audit")
    first, second = (
        min(time_of_job(tool, lists[size], size, out) for _ in range(RUNS)) for size in (few, count)
    )
    further = 1000 * (second - first) / (count - few)
    rows = [
        (f"the tool alone, a folder of {count:,} pairs", per_pair(alone, count)),
        (f"the tool alone, a list of {few:,} pairs, with its start", per_pair(part, few)),
        (f"the job, {few:,} pairs", f"{first:.1f} s"),
        (f"the job, {count:,} pairs", f"{second:.1f} s"),
        ("so each further pair", f"**{further:.2f} ms**, {1000 / further:,.0f} pairs/s a core"),
    ]
    table = ["| | processor time |", "|---|---:|"]
    table += [f"| {name} | {value} |" for name, value in rows]
    return Rates(further, *reads(check, sets[few], few), answer(check, sets[few], few)), table


def per_pair(seconds: float, count: int) -> str:
    """Seconds, and milliseconds a pair."""
    return f"{seconds:.2f} s: {1000 * seconds / count:.2f} ms a pair"


def calculated(rates: Rates) -> tuple[list[str], list[str]]:
    """The tables of what very many pairs cost: computing, and reading from object storage."""
    computing = [
        f"| pairs | core hours | on {CORES} cores | at {CORE_HOUR} $ a core hour"
        " | disk for first answers |",
        "|---:|---:|---:|---:|---:|",
    ]
    storage = [
        f"| pairs | requests | at {REQUESTS:.2f} $ a million"
        f" | core hours at {READ} ms a read, `--jobs 1` | `--jobs {JOBS}` |",
        "|---:|---:|---:|---:|---:|",
    ]
    for count in COUNTS:
        hours = count * rates.job / 3_600_000
        minutes = 60 * hours / CORES + 1
        wall = f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.1f} h"
        computing.append(
            f"| {count:,} | {hours:.3g} | {wall} | {hours * CORE_HOUR:.2f} $"
            f" | {count * rates.answer / 1e6:,.0f} GB |")
        requests = count * rates.reads
        waits = [max(rates.job, rates.reads * READ / jobs) * count for jobs in (1, JOBS)]
        storage.append(
            f"| {count:,} | {requests / 1e6:,.1f} million | {requests / 1e6 * REQUESTS:,.2f} $"
            f" | {waits[0] / 3.6e6:,.0f} | {waits[1] / 3.6e6:,.1f} |")
    return computing, storage


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("templates")
    parser.add_argument("--pairs", type=int, default=10_000)
    options = parser.parse_args()
    # Java outlives the Python that started it: what is orphaned becomes this process's child.
    ctypes.CDLL(None).prctl(BECOME_SUBREAPER, 1, 0, 0, 0)
    tool = os.path.abspath(options.tool)
    where = machine()
    work = tempfile.mkdtemp(prefix="livephotolint-spark-")
    try:
        rates, table = measured(tool, options.templates, work, options.pairs)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    computing, storage = calculated(rates)
    told = (
        f"Of a pair the tool reads {rates.kilobytes:.0f} kB in {rates.reads:.1f} reads (`strace`),"
        f" and its answer is {rates.answer:.1f} kB where nothing fails.")
    for mark, lines in [
        ("measured", [f"{where}.", "", *table, "", told]), ("computing", computing),
        ("storage", storage),
    ]:
        print("\n".join(lines) + "\n")
        written_between(README, f"{mark}: written by make bench-spark", lines)


if __name__ == "__main__":
    main()
