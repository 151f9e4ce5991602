"""Runs programs and says what they took."""
import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple, Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
# `check` ends with 1 where something failed, which is no fault of the run.
JUDGED = (0, 1)


class Run(NamedTuple):
    """What one run of a program took."""

    seconds: float
    processor: float
    """User and system time of all its threads, in seconds."""
    system: float
    read: float
    """What the disk had to give, in MiB: nothing where all was in the page cache."""
    peak: float = 0
    """The most memory that it held, in MiB; 0 where that was not measured."""


def run(command: Sequence[str]) -> Run:
    """Runs a command with its output thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in JUDGED:
        sys.exit(f"bench: {' '.join(command[:3])} … ended with {process.returncode}")
    return Run(
        seconds, usage.ru_utime + usage.ru_stime, usage.ru_stime, usage.ru_inblock * 512 / 2**20)


def run_with_memory(command: Sequence[str]) -> Run:
    """Runs a command and measures its memory too.

    A program that Python starts inherits the peak of Python, some 20 MiB; one that `time` starts
    inherits that of `time`, which is small. A start of it takes a millisecond.
    """
    with tempfile.NamedTemporaryFile("r", encoding="ascii") as told:
        taken = run(["time", "--format", "%M", "--output", told.name, *command])
        return taken._replace(peak=int(told.read().split()[-1]) / 1024)


def best(command: Sequence[str], times: int) -> Run:
    """The fastest of several runs after one that warms the page cache and tells the memory."""
    peak = run_with_memory(command).peak
    return min(run(command) for _ in range(times))._replace(peak=peak)


def built_floor(folder: str) -> str:
    """Compiles the floor program."""
    program = os.path.join(folder, "floor")
    source = os.path.join(HERE, "floor.c")
    subprocess.run(["gcc", "-O2", "-w", "-o", program, source], check=True)
    return program


def knows(tool: str, option: str) -> bool:
    """Whether `check` has an option."""
    shown = subprocess.run([tool, "check", "--help"], capture_output=True, text=True, check=True)
    return f" {option} " in shown.stdout


def written_between(file: str, mark: str, lines: Sequence[str]) -> None:
    """Puts lines between a mark in a Markdown file and the end of its part."""
    begin, end = f"<!-- {mark} -->\n", "<!-- end -->\n"
    with open(file, encoding="utf-8") as read:
        before, rest = read.read().split(begin)
    _, after = rest.split(end, 1)
    with open(file, "w", encoding="utf-8") as written:
        written.write(before + begin + "\n".join(lines) + "\n" + end + after)


def machine() -> str:
    """The machine in a line: cores, processor, memory, system, and what else it does now."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next(
            (line.split(":", 1)[1].strip() for line in file if line.startswith("model name")),
            os.uname().machine,
        )
    system = os.uname().release
    size = memory() / 1024
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores ({model}), {size:.0f} GiB of memory, Linux {system}; load of other"
        f" work before the run: {load:.1f}")


def memory() -> float:
    """The machine's memory in MiB."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
