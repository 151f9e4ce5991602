#!/usr/bin/env python3
"""Audits Live Photos with livephotolint on a Spark cluster; the findings are those of one machine.

A list of files is cut into partitions, folder by folder, and each is piped through the tool. What
one partition cannot know is whether its identifiers occur in another one too. Where they do, all
files that have to do with each other are put into one partition and judged once more, by the tool
and its own rules; these answers take the place of the first.
"""
import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Iterable, Iterator, NamedTuple, Optional, Sequence

from py4j.protocol import Py4JJavaError
from pyspark import SparkFiles, StorageLevel, TaskContext
from pyspark.sql import Column, DataFrame, GroupedData, Row, SparkSession, Window, WindowSpec
from pyspark.sql import functions as F

# Small enough that a lost partition costs a minute, large enough that starts cost nothing.
FILES_A_PARTITION = 20_000
# Each round joins what is two steps apart. Chains of copies are short; only a hostile data set has
# longer ones than this.
ROUNDS = 20
# Endings of the files that the tool passes over in folders; named in a list, it tells of each.
COMPANIONS = {
    b"aae", b"xmp", b"json", b"jsonl", b"csv", b"tsv", b"txt", b"md", b"html", b"xml", b"plist",
    b"yml", b"yaml", b"db", b"sqlite", b"sqlite-wal", b"sqlite-shm", b"ini", b"log", b"sh", b"py",
    b"swift", b"js", b"css", b"bak",
}
# 0 nothing failed, 1 something did, 3 a file could not be opened: it stands among the problems.
JUDGED_STATUSES = {0, 1, 3}
TYPES_OF_OTHER_HALF = {
    "still": {"quicktime", "mp4"},
    "movie": {"jpeg", "heic", "png", "webp", "avif", "tiff"},
}
# What tools that copy Live Photos add to a base name, and how much of a name they keep at least.
NAME_SUFFIX = re.compile(rb" ?\(|_hevc|_original")
NAME_LENGTH = 36

ENTRY = "real binary, order bigint, path binary, home binary, name binary"
JUDGED = (
    "part int, shot bigint, shots array<bigint>, identifiers array<string>, version string,"
    " line string, problem string"
)
EVIDENCE = (
    "file string, path string, offset bigint, length bigint, key string, line bigint,"
    " column bigint, found string, wanted string"
)
# The object of a `subject` line, as Schemas/livephotolint-lines-1.schema.json describes it.
LINE = f"""
    subject struct<
      kind string, name string, pairedBy string,
      files array<struct<role string, path string, type string, bytes bigint>>,
      verdict struct<pairs string, moves string, looks string, wallpaper string>,
      provenance struct<conclusion string, facts array<struct<text string, {EVIDENCE}>>>,
      results array<struct<
        rule string, state string, severity string, message string,
        evidence array<struct<{EVIDENCE}>>, remedy string>>>,
    traits struct<
      stillIdentifier string, movieIdentifier string, make string, model string, software string,
      captured string, encoder string, width bigint, height bigint, duration double>
"""


class AuditError(Exception):
    """What makes an audit impossible, in words for whoever started it."""


class Audit(NamedTuple):
    """What an audit came to."""

    subjects: DataFrame
    problems: DataFrame
    entries: int
    judged_again: int


# --- On the driver


def listed_paths(spark: SparkSession, file: str) -> DataFrame:
    """The paths of a list with NULs between them, as `find -print0` writes it."""
    lines = spark.read.text(file, lineSep="\0").where("value != ''")
    # The text of a line is never decoded: names that are not UTF-8 keep their bytes.
    return lines.select(F.col("value").cast("binary").alias("path"))


def walked_paths(spark: SparkSession, root: str) -> DataFrame:
    """The files below a folder that the tool would look into; a `.pvt` folder counts as one."""
    found: list[tuple[bytes]] = []
    for folder, below, files in os.walk(os.fsencode(os.path.abspath(root)), onerror=fail_to_walk):
        names = [name for name in files if not name.startswith(b".") and not is_companion(name)]
        names += [name for name in below if is_bundle(name)]
        below[:] = sorted(
            name for name in below if not name.startswith(b".") and not is_bundle(name)
        )
        found += [(os.path.join(folder, name),) for name in sorted(names)]
    return spark.createDataFrame(found, "path binary")


def fail_to_walk(error: OSError) -> None:
    """Ends a walk that would miss a folder."""
    raise AuditError(f"{error.filename}: {error.strerror}")


def audit(
    spark: SparkSession,
    paths: DataFrame,
    tool: str,
    profile: str = "photos",
    partitions: Optional[int] = None,
    jobs: Optional[int] = None,
) -> Audit:
    """Judges all files, and those once more whose identifiers several partitions share."""
    context = spark.sparkContext
    context.addPyFile(os.path.abspath(__file__))
    context.addFile(os.path.abspath(tool))
    judge_here = partial(judge, tool=os.path.basename(tool), profile=profile, jobs=jobs)

    def judged(entries: DataFrame, key: str, count: int) -> DataFrame:
        parts = entries.repartition(count, key).sortWithinPartitions("order").select("path", "shot")
        rows = parts.rdd.mapPartitions(judge_here)
        # On disk: to judge a partition twice would cost more than to read it back.
        return spark.createDataFrame(rows, JUDGED, verifySchema=False).persist(
            StorageLevel.DISK_ONLY
        )

    entries = distinct_entries(spark, paths).persist(StorageLevel.DISK_ONLY)
    count = entries.count()
    if partitions is None:
        partitions = max(context.defaultParallelism, math.ceil(count / FILES_A_PARTITION))
    first = judged(entries, "home", partitions)
    shared = shared_shots(first)
    again = entries.join(shared, "shot").persist(StorageLevel.DISK_ONLY)
    count_again = again.count()
    second = judged(again, "group", max(1, math.ceil(partitions * count_again / max(count, 1))))
    # Apps and animations have no shot: they were judged for good.
    kept = first.join(shared, "shot", "left_anti").unionByName(second.where("shot IS NOT NULL"))
    line = F.from_json("line", LINE, {"mode": "FAILFAST"}).alias("line")
    subjects = kept.where("line IS NOT NULL").select("version", line)
    problems = first.unionByName(second).where("problem IS NOT NULL")
    return Audit(
        subjects=subjects.select("line.subject.*", "line.traits", "version"),
        problems=problems.select("problem").distinct(),
        entries=count,
        judged_again=count_again,
    )


def distinct_entries(spark: SparkSession, paths: DataFrame) -> DataFrame:
    """The files of a list, each once under the first of its names, and what they may be paired by.

    Files of one folder and one `shot` may be a pair by their names; others are not.
    """
    ordered = paths.withColumn("order", F.monotonically_increasing_id())
    entries = spark.createDataFrame(ordered.rdd.mapPartitions(located), ENTRY, verifySchema=False)
    first = F.min(F.struct("order", "path", "home", "name")).alias("entry")
    return (
        entries.groupBy("real").agg(first).select("entry.*")
        # Two names of one hash are judged together, which does no harm.
        .withColumn("shot", F.xxhash64("home", "name")).drop("name")
    )


def shared_shots(judged: DataFrame) -> DataFrame:
    """The shots that have to be judged anew, and for each the group to be judged in.

    A shot and an identifier that it carries are linked. A group is all that is linked, over any
    number of steps, with an identifier that more than one partition has seen.
    """
    by_identifier, by_shot = Window.partitionBy("identifier"), Window.partitionBy("shot")
    links = (
        judged.select("part", F.explode("shots").alias("shot"), "identifiers")
        .select("part", "shot", F.explode("identifiers").alias("identifier"))
        .withColumn("isShared", differs("part", by_identifier))
        # Nearly all shots have an identifier for themselves: they are linked with nothing.
        .withColumn("isLinked", differs("shot", by_identifier) | differs("identifier", by_shot))
        .where("isShared OR isLinked")
        .select("shot", "identifier", F.when(F.col("isShared"), F.col("shot")).alias("group"))
    )
    before = None
    for _ in range(ROUNDS):
        links = (
            links.withColumn("group", F.min("group").over(by_identifier))
            .withColumn("group", F.min("group").over(by_shot))
            .persist()
        )
        # Groups only ever appear or sink: where neither happened, all is settled.
        state = links.agg(F.count("group"), F.sum(F.col("group").cast("decimal(38, 0)"))).first()
        if state == before:
            break
        before = state
    else:
        links = links.withColumn("group", F.lit(0).cast("bigint"))
    return links.where("group IS NOT NULL").groupBy("shot").agg(F.min("group").alias("group"))


def differs(column: str, window: WindowSpec) -> Column:
    """Whether a column has more than one value in a window."""
    return F.min(column).over(window) != F.max(column).over(window)


# --- On the executors


def located(rows: Iterable[Row]) -> Iterator[tuple[bytes, int, bytes, bytes, bytes]]:
    """Entries for the paths of a list: the values of `ENTRY`."""
    for row in rows:
        path = bytes(row.path)
        if not path.startswith(b"/"):
            raise AuditError(
                f"{shown(path)}: the path is not absolute, and executors have other working folders"
            )
        if os.path.isdir(path) and not is_bundle(path):
            raise AuditError(f"{shown(path)}: is a folder; the list has to name its files")
        home, name = home_and_name(path)
        yield os.path.realpath(path), row.order, path, home, name


def is_bundle(path: bytes) -> bool:
    """Whether a path is that of a `.pvt` folder, whose files are one Live Photo."""
    return path.rstrip(b"/").lower().endswith(b".pvt")


def is_companion(name: bytes) -> bool:
    """Whether a file is of those that lie beside photos, which the tool passes over in folders."""
    return os.path.splitext(name)[1][1:].lower() in COMPANIONS


def home_and_name(path: bytes) -> tuple[bytes, bytes]:
    """The folder whose files a file may be paired with by name, and what their names share.

    Coarser than the tool's own base names: names that are one to the tool are one here.
    """
    path = path.rstrip(b"/")
    folder, _, name = path.rpartition(b"/")
    if is_bundle(path):
        return path, b""
    if is_bundle(folder):
        return folder, b""
    stem = name.lower()
    if stem.rfind(b".") > 0:
        stem = stem[: stem.rfind(b".")]
    return folder, NAME_SUFFIX.split(stem, 1)[0][:NAME_LENGTH]


def judge(
    rows: Iterable[Row], tool: str, profile: str, jobs: Optional[int]
) -> Iterator[tuple]:
    """Judges the files of a partition: the values of `JUDGED`, a row a subject or problem."""
    entries = [(bytes(row.path), row.shot) for row in rows]
    if not entries:
        return
    part = TaskContext.get().partitionId()
    shots = {shown(path): shot for path, shot in entries}
    program = os.path.join(SparkFiles.getRootDirectory(), tool)
    # Spark shares out the cores; more workers than these wait for a distant file system.
    run = partial(tool_report, program, profile, jobs or TaskContext.get().cpus())
    misnamed: dict[str, set[str]] = {"still": set(), "movie": set()}
    with run(path for path, _ in entries) as report:
        for line, text in report.subjects():
            subject, own = line["subject"], []
            if subject["kind"] not in ("app", "animation"):
                paths = [file["path"] for file in subject["files"] if file["path"]]
                own = sorted({shot_of(path, shots) for path in paths})
            shot = own[0] if own else None
            yield part, shot, own, identifiers(line), report.version, text, None
            if subject.get("pairedBy") == "name":
                for file in subject["files"]:
                    if file["type"] in TYPES_OF_OTHER_HALF[file["role"]]:
                        misnamed[file["role"]].add(file["path"])
        for problem in report.problems():
            yield part, None, [], [], report.version, None, problem
    # In a pair by name, a file with the other medium's bytes does not show its identifier. Alone it
    # does, and files that are named for one medium stay alone.
    for names in misnamed.values():
        alone = [path for path, _ in entries if shown(path) in names]
        if alone:
            with run(alone) as report:
                for line, _ in report.subjects():
                    for file in line["subject"]["files"]:
                        shot = shots[file["path"]]
                        yield part, shot, [shot], identifiers(line), report.version, None, None


def identifiers(line: dict) -> list[str]:
    """The identifiers that the files of a subject carry."""
    traits = line.get("traits", {})
    both = (traits.get("stillIdentifier"), traits.get("movieIdentifier"))
    return sorted({identifier for identifier in both if identifier is not None})


def shown(path: bytes) -> str:
    """A path as the tool's reports show it: bytes that are not UTF-8 as `\\xNN`."""
    text = path.decode("utf-8", "surrogateescape")
    return re.sub("[\udc80-\udcff]", lambda byte: f"\\x{ord(byte[0]) - 0xDC00:02X}", text)


def shot_of(path: str, shots: dict[str, int]) -> int:
    """The shot of the listed file that a reported one is or lies in."""
    owner = path
    while owner:
        if owner in shots:
            return shots[owner]
        # A member of an archive, or a file of a bundle.
        owner = owner[: max(owner.rfind("!"), owner.rfind("/"), 0)]
    raise AuditError(f"{path}: the tool reports a file that the list does not name")


class ToolReport:
    """What the tool wrote in one run."""

    def __init__(self, lines: IO[bytes], remarks: IO[bytes]) -> None:
        self.version = ""
        self._lines, self._remarks = lines, remarks

    def subjects(self) -> Iterator[tuple[dict, str]]:
        """The subjects in their last form, as objects and as text."""
        amended = {}
        for text in self._texts():
            if text.startswith('{"line": "amend"'):
                amended[json.loads(text)["number"]] = text
        line: dict = {"line": None}
        count = 0
        for text in self._texts():
            line = json.loads(text)
            if line["line"] == "run":
                self.version = line["tool"]["version"]
            elif line["line"] == "subject":
                count += 1
                final = amended.get(line["number"])
                yield (line, text) if final is None else (json.loads(final), final)
        if line["line"] != "summary" or line["lines"]["subject"] != count:
            raise AuditError("the tool's report was cut short")

    def problems(self) -> list[str]:
        """What the tool said of files that it could not judge."""
        self._remarks.seek(0)
        remarks = self._remarks.read().decode("utf-8", "replace").splitlines()
        return [remark.removeprefix("livephotolint: ") for remark in remarks]

    def _texts(self) -> Iterator[str]:
        self._lines.seek(0)
        return (line.decode("utf-8") for line in self._lines)


@contextmanager
def tool_report(
    tool: str, profile: str, jobs: int, paths: Iterable[bytes]
) -> Iterator[ToolReport]:
    """Runs the tool over some files and hands out what it wrote."""
    # Files instead of pipes: neither side has to wait, and memory stays flat.
    with TemporaryFile() as listed, TemporaryFile() as lines, TemporaryFile() as remarks:
        listed.writelines(path + b"\0" for path in paths)
        listed.seek(0)
        command = [
            tool, "check", "--format", "jsonl", "--profile", profile, "--jobs", str(jobs),
            "--no-progress", "--quiet", "-",
        ]
        try:
            run = subprocess.run(command, stdin=listed, stdout=lines, stderr=remarks, check=False)
        except OSError as error:
            reason = f"cannot be started on this executor: {error.strerror}"
            raise AuditError(f"{tool} {reason}") from error
        report = ToolReport(lines, remarks)
        if run.returncode not in JUDGED_STATUSES:
            last = " / ".join(report.problems()[-5:])
            raise AuditError(f"{tool} ended with {run.returncode}: {last}")
        yield report


# --- The command line


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description="Audits Live Photos with livephotolint on Spark.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--list", metavar="FILE",
        help="absolute paths with NULs between, as find -print0 writes them; a path or URL",
    )
    source.add_argument(
        "--root", metavar="DIR", help="a folder that driver and executors see; for small sets"
    )
    parser.add_argument(
        "--out", metavar="DIR", required=True,
        help="where subjects/ and problems/ are written as Parquet, in the place of older ones",
    )
    parser.add_argument(
        "--tool", metavar="PATH", default="livephotolint",
        help="the program on the driver, which is sent to the executors; default: that in PATH",
    )
    parser.add_argument("--profile", choices=["photos", "wallpaper", "camera"], default="photos")
    parser.add_argument(
        "--partitions", metavar="N", type=int,
        help=f"tasks of the first pass; default: one for {FILES_A_PARTITION:,} files,"
        " at least one for each core",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=int,
        help="files that a task reads at once; default: one for each of its cores",
    )
    options = parser.parse_args(arguments)
    for name in ("partitions", "jobs"):
        number = getattr(options, name)
        if number is not None and number < 1:
            parser.error(f"--{name} has to be 1 or more")
    tool = shutil.which(options.tool)
    if tool is None:
        parser.error(f"{options.tool}: no such program; --tool names it")
    options.tool = tool
    return options


def write(result: Audit, out: str) -> str:
    """Writes the tables and tells what is in them."""
    result.subjects.write.mode("overwrite").parquet(f"{out}/subjects")
    result.problems.write.mode("overwrite").parquet(f"{out}/problems")
    spark = result.subjects.sparkSession
    subjects = spark.read.parquet(f"{out}/subjects").persist()
    failures = subjects.select(F.explode("results").alias("result")).where("result.state = 'fail'")
    return (
        f"{result.entries} files, {result.judged_again} judged again with those of others\n"
        f"subjects: {told(subjects.groupBy('kind'))}\n"
        f"failures: {told(failures.groupBy('result.severity'))}\n"
        f"problems: {spark.read.parquet(f'{out}/problems').count()}"
    )


def told(groups: GroupedData) -> str:
    """The numbers of some groups in words."""
    counts = sorted(groups.count().collect(), key=lambda row: -row[1])
    return ", ".join(f"{count} {name}" for name, count in counts) or "none"


def main(arguments: Sequence[str]) -> int:
    """Runs the job: 0 where everything was judged, whatever was found."""
    options = parsed(arguments)
    spark = SparkSession.builder.appName("livephotolint").getOrCreate()
    try:
        if options.list:
            paths = listed_paths(spark, options.list)
        else:
            paths = walked_paths(spark, options.root)
        result = audit(
            spark, paths, options.tool, options.profile, options.partitions, options.jobs
        )
        print(write(result, options.out))
    except AuditError as error:
        print(f"livephotolint_spark: {error}", file=sys.stderr)
        return 1
    except Py4JJavaError as error:
        # On an executor the error is the last line of a trace in a trace.
        reason = re.search(r"AuditError: (.*)", str(error))
        if reason is None:
            raise
        print(f"livephotolint_spark: {reason[1]}", file=sys.stderr)
        return 1
    finally:
        spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
