#!/usr/bin/env python3
"""Measures livephotolint against exiftool and against the floor program, in one run.

Usage: bench.py TOOL TEMPLATES [--pairs N]

Prints pairs per second, the ratios, start-up time and peak memory. Pairs are generated in a
temporary folder from the two that `make-corpus --benchmark TEMPLATES` writes, with as much metadata
as a camera's, and in realistic sizes: stills of 2.4 MB and movies of 3 MB, sparse, with the hole
where coded pictures would be. Every contender is run once to warm the page cache,
then several times; the fastest run counts. Absolute numbers depend on the machine, ratios less so.
"""
import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import uuid

HERE = os.path.dirname(os.path.abspath(__file__))
# Of each hundred pairs generated, half have a JPEG still and half a HEIC still.
TEMPLATES = [("jpeg", "IMG_0001.JPG"), ("heic", "IMG_0001.HEIC")]
STILL_SIZE, MOVIE_SIZE = 2_400_000, 3_000_000


def top_level_boxes(data):
    """The (type, offset, size) of each box of a file."""
    at = 0
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if size == 1:
            size = struct.unpack(">Q", data[at + 8:at + 16])[0]
        yield kind.decode("latin-1"), at, size or len(data) - at
        at += size or len(data) - at


def with_hole_in_mdat(data, size):
    """Splits a file whose last data box is enlarged to reach `size`: (before, hole length, after)."""
    at, length = next((at, size) for kind, at, size in top_level_boxes(data) if kind == "mdat")
    hole = size - len(data)
    grown = data[:at] + struct.pack(">I", length + hole) + data[at + 4:at + length]
    return grown, hole, data[at + length:]


def with_hole_in_scan(data, size):
    """Splits a JPEG before its end-of-image marker; zeros are coded data like any other."""
    return data[:-2], size - len(data), data[-2:]


class Template:
    """A specimen pair in parts, with the places of its identifier."""

    def __init__(self, folder, still):
        still_data = open(os.path.join(folder, still), "rb").read()
        movie_data = open(os.path.join(folder, "IMG_0001.MOV"), "rb").read()
        split = with_hole_in_scan if still_data[:2] == b"\xff\xd8" else with_hole_in_mdat
        self.still_extension = os.path.splitext(still)[1]
        self.still = split(still_data, STILL_SIZE)
        self.movie = with_hole_in_mdat(movie_data, MOVIE_SIZE)
        key = b"com.apple.quicktime.content.identifier"
        assert key in movie_data, "the specimen has no identifier"
        self.identifier = self._identifier(still_data)

    @staticmethod
    def _identifier(data):
        import re
        return re.search(rb"[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}", data).group(0)

    def write(self, folder, number):
        identifier = str(uuid.UUID(int=number + 1 << 64 | 0x4000_8000 << 32)).upper().encode()
        for extension, (before, hole, after) in (
            (self.still_extension, self.still), (".MOV", self.movie)
        ):
            with open(os.path.join(folder, f"IMG_{number:06d}{extension}"), "wb") as file:
                file.write(before.replace(self.identifier, identifier))
                file.truncate(file.tell() + hole)
                file.seek(0, os.SEEK_END)
                file.write(after.replace(self.identifier, identifier))


def make_pairs(root, count, templates):
    """Writes `count` pairs in folders of 1,000."""
    templates = [Template(os.path.join(templates, name), still) for name, still in TEMPLATES]
    for number in range(count):
        folder = os.path.join(root, f"{number // 1000:04d}")
        if number % 1000 == 0:
            os.makedirs(folder)
        templates[number % len(templates)].write(folder, number)


def run(command):
    """Runs a command with its output thrown away: (seconds, peak resident MiB)."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(command[:3])} … ended with {process.returncode}")
    return seconds, usage.ru_maxrss / 1024


def best(command, times):
    """The fastest of several runs after a warm-up, and the largest memory of them."""
    run(command)
    runs = [run(command) for _ in range(times)]
    return min(seconds for seconds, _ in runs), max(memory for _, memory in runs)


def pass_through(tool, work, templates):
    """How long `make` takes for a movie of 100 MB that it passes through, against copying it."""
    movie, still = os.path.join(work, "clip.mov"), os.path.join(work, "clip.jpg")
    with open(os.path.join(templates, "jpeg", "IMG_0001.MOV"), "rb") as file:
        before, hole, after = with_hole_in_mdat(file.read(), 100_000_000)
    with open(movie, "wb") as file:
        file.write(before)
        # Real bytes: a hole would cost nothing to copy.
        for _ in range(hole // 1_000_000):
            file.write(os.urandom(1_000_000))
        file.write(bytes(hole % 1_000_000) + after)
    shutil.copy(os.path.join(templates, "jpeg", "IMG_0001.JPG"), still)
    out = os.path.join(work, "made")
    copy, _ = best(["cp", movie, os.path.join(work, "copy.mov")], 10)
    made, memory = best(
        [tool, "make", still, movie, "--still-time", "1", "-o", out, "--force", "--quiet"], 10)
    print(f"cp of 100 MB             {copy * 1000:8.1f} ms")
    print(f"make, passed through     {made * 1000:8.1f} ms   {memory:.1f} MiB")
    print(f"ratio to cp              {made / copy:8.2f} ×    (wanted at most 1.5)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("templates")
    parser.add_argument("--pairs", type=int, default=20_000, help="pairs for the floor comparison")
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    check = [tool, "check", "--no-progress"]
    work = tempfile.mkdtemp(prefix="livephotolint-bench-")
    try:
        floor = os.path.join(work, "floor")
        subprocess.run(["gcc", "-O2", "-w", "-o", floor, os.path.join(HERE, "floor.c")], check=True)
        small, large = os.path.join(work, "small"), os.path.join(work, "large")
        make_pairs(small, 1_000, options.templates)
        make_pairs(large, options.pairs, options.templates)

        print(f"{os.cpu_count()} cores; stills of {STILL_SIZE / 1e6} MB, movies of {MOVIE_SIZE / 1e6} MB")
        start, _ = best([tool, "--version"], 20)
        print(f"start-up                 {start * 1000:8.1f} ms   (wanted under 15)")
        one = [os.path.join(small, "0000", f"IMG_000001{end}") for end in (".HEIC", ".MOV")]
        pair, _ = best(check + one, 20)
        print(f"one pair                 {pair * 1000:8.1f} ms   (wanted under 25)")

        ours, _ = best(check + [small], 10)
        print(f"1,000 pairs              {ours:8.3f} s    {1000 / ours:,.0f} pairs/s")
        # One warm-up is the run over the same files just before.
        theirs, _ = best(["exiftool", "-fast", "-r", "-j", "-ContentIdentifier", "-MediaGroupUUID", small], 1)
        print(f"1,000 pairs, exiftool    {theirs:8.3f} s    {1000 / theirs:,.0f} pairs/s")
        print(f"ratio to exiftool        {theirs / ours:8.0f} ×    (wanted at least 300)")

        ours, memory = best(check + [large], 5)
        lowest, _ = best([floor, large], 5)
        print(f"{options.pairs:,} pairs             {ours:8.3f} s    {options.pairs / ours:,.0f} pairs/s")
        print(f"{options.pairs:,} pairs, floor      {lowest:8.3f} s    {options.pairs / lowest:,.0f} pairs/s")
        print(f"ratio to the floor       {ours / lowest:8.2f} ×    (wanted at most 4)")
        print(f"peak memory              {memory:8.1f} MiB  (wanted under 64)")
        pass_through(tool, work, options.templates)
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
