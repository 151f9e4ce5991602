#!/usr/bin/env python3
"""Measures livephotolint against exiftool, MediaInfo, ffprobe and the floor program, in one run.

Usage: bench.py TOOL TEMPLATES [--pairs N]

Prints start-up time, pairs a second, the ratios, peak memory, what `make` takes, the time of each
stage and where the processor's time goes; the last two are written into README.md too. Every
contender is run once to warm the page cache, then several times; the fastest run counts. Absolute
numbers depend on the machine, ratios less so.
"""
import argparse
import os
import shutil
import tempfile

from measure import HERE, best, built_floor, machine, run, written_between
from pairs import MOVIE_SIZE, STILL_SIZE, loaded, make_sets, read, with_hole_in_mdat
from stages import functions, stages, system_calls

# ffprobe takes one file a process: this many of the movies stand for all.
PROBED_MOVIES = 100


def files_of(folder, extension=""):
    """The files below a folder, sorted."""
    found = [os.path.join(above, name) for above, _, names in os.walk(folder) for name in names]
    return sorted(path for path in found if path.endswith(extension))


def single(check, tool, folder):
    """Start-up, and one pair."""
    start = best([tool, "--version"], 20)
    print(f"start-up                 {start.seconds * 1000:8.1f} ms   (wanted under 15)")
    one = [path for path in files_of(folder) if "IMG_000001." in path]
    pair = best(check + one, 20)
    print(f"one pair                 {pair.seconds * 1000:8.1f} ms   (wanted under 25)")


def peers(check, folder):
    """A thousand pairs against programs that read the same files."""
    ours = best(check + [folder], 10).seconds
    print(f"1,000 pairs              {ours:8.3f} s    {1000 / ours:,.0f} pairs/s")
    movies = files_of(folder, ".MOV")
    told = f"{PROBED_MOVIES} of the 1,000 movies, times {1000 // PROBED_MOVIES}; a process each"
    # The runs over the same files just before have warmed the page cache for each of these.
    exiftool = run(
        ["exiftool", "-fast", "-r", "-j", "-ContentIdentifier", "-MediaGroupUUID", folder])
    mediainfo = run(["mediainfo", "--Output=JSON", *files_of(folder)])
    probe = ["ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams"]
    probes = sum(run([*probe, movie]).seconds for movie in movies[:PROBED_MOVIES])
    for name, seconds, wanted in [
        ("exiftool", exiftool.seconds, "wanted at least 300"),
        ("MediaInfo", mediainfo.seconds, "one process, stills and movies"),
        ("ffprobe", probes * len(movies) / PROBED_MOVIES, told),
    ]:
        print(f"{'1,000 pairs, ' + name:24} {seconds:8.3f} s    {1000 / seconds:,.0f} pairs/s")
        print(f"{'ratio to ' + name:24} {seconds / ours:8.0f} ×    ({wanted})")


def many(check, floor, folder, count):
    """Many pairs against the floor program, and memory."""
    ours, lowest = best(check + [folder], 5), best([floor, folder], 5)
    for name, taken in (("", ours), (", floor", lowest)):
        rate = count / taken.seconds
        print(f"{f'{count:,} pairs{name}':24} {taken.seconds:8.3f} s    {rate:,.0f} pairs/s")
    print(f"ratio to the floor       {ours.seconds / lowest.seconds:8.2f} ×    (wanted at most 4)")
    print(f"peak memory              {ours.peak:8.1f} MiB  (wanted under 64)")


def pass_through(tool, work, templates):
    """How long `make` takes for a movie of 100 MB that it passes through, against copying it."""
    movie, still = os.path.join(work, "clip.mov"), os.path.join(work, "clip.jpg")
    source = read(os.path.join(templates, "jpeg", "IMG_0001.MOV"))
    before, hole, after = with_hole_in_mdat(source, 100_000_000)
    with open(movie, "wb") as file:
        file.write(before)
        # Real bytes: a hole would cost nothing to copy.
        for _ in range(hole // 1_000_000):
            file.write(os.urandom(1_000_000))
        file.write(bytes(hole % 1_000_000) + after)
    shutil.copy(os.path.join(templates, "jpeg", "IMG_0001.JPG"), still)
    out = os.path.join(work, "made")
    copy = best(["cp", movie, os.path.join(work, "copy.mov")], 10)
    made = best(
        [tool, "make", still, movie, "--still-time", "1", "-o", out, "--force", "--quiet"], 10)
    print(f"cp of 100 MB             {copy.seconds * 1000:8.1f} ms")
    print(f"make, passed through     {made.seconds * 1000:8.1f} ms   {made.peak:.1f} MiB")
    print(f"ratio to cp              {made.seconds / copy.seconds:8.2f} ×    (wanted at most 1.5)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool")
    parser.add_argument("templates")
    parser.add_argument("--pairs", type=int, default=20_000, help="pairs for the floor comparison")
    options = parser.parse_args()
    tool = os.path.abspath(options.tool)
    check = [tool, "check", "--no-progress"]
    where = machine()
    work = tempfile.mkdtemp(prefix="livephotolint-bench-")
    try:
        floor = built_floor(work)
        sets = make_sets(work, [1_000, options.pairs], loaded(options.templates))
        small, large = sets[1_000], sets[options.pairs]
        print(where)
        print(f"stills of {STILL_SIZE / 1e6} MB, movies of {MOVIE_SIZE / 1e6} MB, sparse")
        single(check, tool, small)
        peers(check, small)
        many(check, floor, large, options.pairs)
        pass_through(tool, work, options.templates)
        told = [
            *stages(tool, floor, large, options.pairs), "", *system_calls(check, small, 1_000), "",
            *functions(check, large, work),
        ]
        print("\n" + "\n".join(told))
        written_between(
            os.path.join(HERE, "README.md"), "stages: written by make bench",
            ["```text", where, "", *told, "```"])
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
