"""Tells which stage of a run takes how long, and in which functions the processor's time goes.

Stages are told apart by what the tool itself can leave out, not by clocks in it: each row is a
whole run that does a little more than the row before.
"""
import os
import re
import subprocess
from collections import Counter
from typing import Sequence

from measure import best

# The first whose pattern is found in a function's file and name counts.
GROUPS = [
    ("kernel: names, opening, reading", r"^\[kernel"),
    ("memory: taking, giving back, moving",
     r"malloc|calloc|cfree|\bfree\b|_int_|\bmem|__mem|swift_(slow)?[Aa]lloc|[Dd]ealloc"),
    ("memory: counting references", r"swift_\w*([Rr]etain|[Rr]elease)|RefCount|[iI]sUniquely"),
    # What the compiler makes for every type: copying and destroying values of it.
    ("memory: copying and destroying values", r"(w[a-z][a-z]|WO[a-z]|w[cC][pP])$"),
    # Rules are extensions of a type in another module, with which their functions' names begin.
    ("rules (Rules)", r"\$s5Rules|V5RulesE"),
    ("reading files (Readers)", r"\$s7Readers"),
    ("pairing, facts and engine (Validator)", r"\$s9Validator"),
    ("reports (Reporters)", r"\$s9Reporters"),
    ("walking and run (Command)", r"\$s7Command"),
    ("Swift's standard library", r"\$s[sS]|swift_stdlib"),
    ("Swift's runtime: types, tasks", r"swift"),
    ("C libraries and others", r""),
]


def stages(tool: str, floor: str, folder: str, count: int) -> list[str]:
    """The time of each stage of `check`, as the difference that it makes to a run."""
    check = [tool, "check", "--no-progress"]
    one_rule = [*check, "--select", "identifier/mismatch"]
    runs = [
        ("start", [tool, "--version"]),
        ("+ walking: every file passed over", check + ["--exclude", "*.*", folder]),
        ("+ opening, reading, pairing: one rule", [*one_rule, folder]),
        ("+ all rules: the run as users start it", check + [folder]),
        ("+ every subject as JSON lines", check + ["--format", "jsonl", folder]),
        ("the floor: walking, opening, reading", [floor, folder]),
    ]
    title = f"stages, {count:,} pairs"
    lines = [f"{title:42} {'seconds':>7} {'µs a pair':>11} {'of it system':>14}"]
    for name, command in runs:
        taken = best(command, 3)
        each, system = (1e6 * value / count for value in (taken.processor, taken.system))
        lines.append(f"  {name:40} {taken.seconds:7.3f} {each:11.1f} {system:14.1f}")
    return [*lines, "  (seconds on all cores; µs are of processor time, summed over the cores)"]


def system_calls(check: Sequence[str], folder: str, count: int) -> list[str]:
    """The system calls of a run, those of a start taken off."""
    start, full = traced([*check, "--exclude", "*", folder]), traced([*check, folder])
    calls = Counter({name: number - start[name] for name, number in full.items()})
    lines = [
        f"  {name:20} {number / count:8.2f}" for name, number in calls.most_common()
        if number >= count / 100
    ]
    title = f"system calls a pair, {count:,} pairs (strace)"
    return [title, *lines, f"  {'all':20} {calls.total() / count:8.2f}"]


def traced(command: Sequence[str]) -> Counter[str]:
    """How often a command makes each system call."""
    run = subprocess.run(
        ["strace", "-f", "-c", "-U", "calls,name", *command],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
    )
    rows = re.findall(r"^ *(\d+) (\w+)$", run.stderr, re.MULTILINE)
    return Counter({name: int(calls) for calls, name in rows if name != "total"})


def functions(check: Sequence[str], folder: str, work: str) -> list[str]:
    """The shares of groups of functions in the samples that perf takes."""
    samples = os.path.join(work, "perf.data")
    record = ["perf", "record", "--output", samples, "--freq", "2000", *check, folder]
    report = ["perf", "report", "--input", samples, "--stdio", "--sort", "dso,symbol",
              "--field-separator", "\t"]
    recorded = subprocess.run(record, capture_output=True, text=True, check=False)
    told = subprocess.run(report, capture_output=True, text=True, check=False).stdout
    shares: Counter[str] = Counter()
    for line in told.splitlines():
        share, *place = (column.strip() for column in line.split("\t"))
        if len(place) >= 2 and share.endswith("%"):
            place = " ".join(place[:2])
            group = next(name for name, pattern in GROUPS if re.search(pattern, place))
            shares[group] += float(share.rstrip("%"))
    lines = [f"  {name:40} {share:5.1f} %" for name, share in shares.most_common()]
    if not lines:
        reason = recorded.stderr.strip() or "perf took no samples"
        lines = [f"  not measured: {reason.splitlines()[0]}"]
    return ["where the processor's time goes (perf, by the group of the function that ran)", *lines]
