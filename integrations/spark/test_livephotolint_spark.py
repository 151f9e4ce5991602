"""Proves on Spark's local cluster that the job finds what one run of the tool finds.

LIVEPHOTOLINT names the program; `make test-spark` builds it and sets that.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from typing import Any, Iterable
from unittest import mock

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

import livephotolint_spark as job

TOOL = os.environ["LIVEPHOTOLINT"]
CORPUS = Path(__file__).resolve().parents[2] / "Corpus"
MEDIA = {".jpg", ".heic", ".mov", ".png", ".mp4", ".livp"}
# Ends of names that are one base name to the tool.
ENDS = ["", "", "", "_HEVC", "(1)", " (2)", "_Original", "(1)_HEVC"]


def specimen(name: str, file: str) -> Path:
    return CORPUS / name / file


def media_of(*families: str) -> list[Path]:
    """The stills and movies of some families of specimens."""
    folders = sorted(folder for folder in CORPUS.iterdir() if folder.name.startswith(families))
    files = [file for folder in folders for file in sorted(folder.iterdir())]
    return [file for file in files if file.suffix.lower() in MEDIA]


class DataSet:
    """Files that are laid out in a folder, and the list of them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.paths: list[bytes] = []

    def add(self, source: Path, place: str) -> bytes:
        path = os.fsencode(self.root) + b"/" + os.fsencode(place)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(source, path)
        self.paths.append(path)
        return path

    def write_list(self) -> str:
        file = self.root / "list"
        file.write_bytes(b"".join(path + b"\0" for path in self.paths))
        return str(file)


def add_known_cases(files: DataSet) -> None:
    """What depends on files of other folders, case by case."""
    for file in media_of("identifier-", "pair-"):
        files.add(file, f"specimens/{file.parent.name}/{file.name}")
    good = "identifier-mismatch-pass-jpeg-and-h264"
    still, movie = specimen(good, "IMG_0001.JPG"), specimen(good, "IMG_0001.MOV")
    # The halves of one shot in two folders, and copies of them in further ones.
    files.add(still, "split/stills/IMG_0001.JPG")
    files.add(movie, "split/movies/VID_0001.MOV")
    for number in range(3):
        files.add(still, f"copies/{number}/IMG_0001.JPG")
    reused = "identifier-reused-fail-two-shots"
    for number in (1, 2):
        for end in (".JPG", ".MOV"):
            files.add(specimen(reused, f"IMG_000{number}{end}"), f"reused/{number}/IMG_0007{end}")
    # Pairs by name that another folder's file takes apart: the third file is left for the second.
    crossed = "pair-crossed-fail-movies-swapped"
    files.add(specimen(crossed, "IMG_0001.JPG"), "taken/a/IMG_0003.JPG")
    files.add(specimen(crossed, "IMG_0001.MOV"), "taken/a/IMG_0003_HEVC.MOV")
    plain = specimen("pair-missing-movie-pass-plain-photo", "IMG_0001.JPG")
    files.add(plain, "taken/a/IMG_0003(1).JPG")
    files.add(specimen(crossed, "IMG_0002.MOV"), "taken/b/IMG_0003.MOV")
    files.add(specimen(crossed, "IMG_0002.JPG"), "taken/c/IMG_0004.JPG")
    for number, file in enumerate(media_of("pair-ambiguous-fail-second-movie")):
        files.add(file, f"ambiguous/{number}/IMG_0009{file.suffix}")
    # A movie in a pair by name, where it is named for a still; its true still lies elsewhere.
    good = "identifier-mismatch-pass-heic-and-hevc"
    video = specimen("pair-missing-still-pass-ordinary-video", "IMG_0001.MOV")
    files.add(specimen(good, "IMG_0001.MOV"), "misnamed/a/IMG_0005.JPG")
    files.add(video, "misnamed/a/IMG_0005.MOV")
    files.add(specimen(good, "IMG_0001.HEIC"), "misnamed/b/IMG_0006.HEIC")


def add_odd_files(files: DataSet) -> None:
    """Names, links and forms that a list may hold."""
    good = "identifier-mismatch-pass-jpeg-and-h264"
    still = specimen(good, "IMG_0001.JPG")
    files.add(still, os.fsdecode(b"odd/caf\xe9\n/IMG\xff 1.JPG"))
    files.add(specimen(good, "IMG_0001.MOV"), os.fsdecode(b"odd/caf\xe9\n/IMG\xff 1.MOV"))
    files.add(still, "odd/\\xFF 😀.JPG")
    link = os.fsencode(files.root / "odd" / "link.JPG")
    os.symlink(files.paths[0], link)
    files.paths += [link, files.paths[1], os.fsencode(files.root / "odd" / "not-there.MOV")]
    (files.root / "odd" / "empty.MOV").touch()
    files.paths.append(os.fsencode(files.root / "odd" / "empty.MOV"))
    files.add(next(CORPUS.glob("animation-*/*.gif")), "odd/picture.gif")
    files.add(next(CORPUS.glob("plist-malformed-*/Info.plist")), "odd/Info.plist")
    bundle = next(CORPUS.glob("pair-bundle-invalid-pass-pvt/*.pvt"))
    shutil.copytree(bundle, files.root / "odd" / "IMG_0001.pvt")
    files.paths.append(os.fsencode(files.root / "odd" / "IMG_0001.pvt"))


def add_scattered(files: DataSet, seed: int) -> None:
    """Most specimens of pairing once more, under chance names in chance folders."""
    chance = random.Random(seed)
    for file in media_of("identifier-", "pair-") * 2:
        # Copies would keep the lone files among the known cases from being orphans.
        if file.parent.name.startswith("pair-missing-"):
            continue
        suffix = file.suffix if chance.random() < 0.9 else chance.choice([".JPG", ".MOV"])
        name = f"IMG_{chance.randrange(8, 16)}{chance.choice(ENDS)}{suffix}"
        place = f"scattered/{chance.randrange(14)}/{name}"
        if not (files.root / place).exists():
            files.add(file, place)


def one_machine(paths: Iterable[bytes]) -> tuple[list[str], set[str], dict]:
    """What one run of the tool says: subjects in canonical form, problems, and its summary."""
    run = subprocess.run(
        [TOOL, "check", "--format", "jsonl", "--no-progress", "--quiet", "-"],
        input=b"".join(path + b"\0" for path in paths), capture_output=True, check=False,
    )
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    subjects = {line["number"]: line for line in lines if line["line"] in ("subject", "amend")}
    problems = {line.removeprefix("livephotolint: ") for line in run.stderr.decode().splitlines()}
    told = (line["subject"] | {"traits": line.get("traits")} for line in subjects.values())
    return sorted(map(canonical, told)), problems, lines[-1]["summary"]


def canonical(subject: dict) -> str:
    """A subject as text that is equal for equal subjects."""
    return json.dumps(present(subject), sort_keys=True)


def present(value: Any) -> Any:
    """A value without members that are absent: in JSON they are left out, in a table null."""
    if isinstance(value, dict):
        members = {key: present(member) for key, member in value.items()}
        return {key: member for key, member in members.items() if member not in (None, {})}
    return [present(element) for element in value] if isinstance(value, list) else value


def run_job(*arguments: object) -> subprocess.CompletedProcess:
    """Runs the job as a user does, on one machine."""
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": "--master local[2] pyspark-shell"}
    command = [sys.executable, job.__file__, *map(str, arguments)]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )


def told(result: job.Audit) -> list[str]:
    rows = [row.asDict(recursive=True) for row in result.subjects.drop("version").collect()]
    return sorted(map(canonical, rows))


def setUpModule() -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two executors of one core, each a process of its own.
    spark = (
        SparkSession.builder.master(os.environ.get("SPARK_MASTER", "local-cluster[2,1,1024]"))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    unittest.addModuleCleanup(spark.stop)


class SparkTest(unittest.TestCase):
    def setUp(self) -> None:
        self.spark = SparkSession.getActiveSession()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = DataSet(Path(folder.name).resolve())

    def audit(self, tool: str = TOOL, partitions: int = 5) -> job.Audit:
        paths = job.listed_paths(self.spark, self.files.write_list())
        return job.audit(self.spark, paths, tool, partitions=partitions)

    def assertSame(self, result: job.Audit) -> None:
        subjects, problems, _ = one_machine(self.files.paths)
        ours = told(result)
        more, fewer = Counter(ours) - Counter(subjects), Counter(subjects) - Counter(ours)
        self.assertFalse(more or fewer, f"only by Spark: {more}\nonly by one machine: {fewer}")
        self.assertEqual({row.problem for row in result.problems.collect()}, problems)


class SamenessTests(SparkTest):
    def test_everything_at_once(self) -> None:
        add_known_cases(self.files)
        add_odd_files(self.files)
        add_scattered(self.files, seed=5)
        result = self.audit()
        self.assertSame(result)
        # Each kind of finding that rests on other files must have been there to be found.
        results = result.subjects.selectExpr("inline(results)")
        failed = results.where("state = 'fail'").select("rule").distinct()
        rules = {row.rule for row in failed.collect()}
        wanted = {
            "identifier/reused", "identifier/mismatch", "pair/duplicate-copy", "pair/ambiguous",
            "pair/missing-movie", "pair/missing-still", "pair/crossed", "pair/name-differs",
        }
        self.assertLessEqual(wanted, rules)
        self.assertGreater(result.judged_again, 0)
        self.assertLess(result.judged_again, result.entries)

    def test_first_pass_alone_is_not_the_same(self) -> None:
        add_known_cases(self.files)
        nothing = self.spark.createDataFrame([], "shot bigint, group bigint")
        with mock.patch.object(job, "shared_shots", lambda judged: nothing):
            result = self.audit()
        self.assertNotEqual(told(result), one_machine(self.files.paths)[0])

    def test_chains_that_are_too_long_become_one_group(self) -> None:
        add_scattered(self.files, seed=6)
        with mock.patch.object(job, "ROUNDS", 1):
            self.assertSame(self.audit())

    def test_command_line_writes_tables(self) -> None:
        add_known_cases(self.files)
        out = self.files.root / "out"
        root = self.files.root / "reused"
        run = run_job("--root", root, "--out", out, "--tool", TOOL)
        self.assertEqual(run.returncode, 0, run.stderr)
        _, _, summary = one_machine(path for path in self.files.paths if b"/reused/" in path)
        self.assertIn("4 files", run.stdout)
        self.assertIn(f"{summary['failures']['error']} error", run.stdout)
        table = self.spark.read.parquet(str(out / "subjects"))
        self.assertEqual(table.count(), summary["subjects"]["pair"])

    def test_command_line_tells_faults_in_a_line(self) -> None:
        self.files.paths.append(b"IMG_0001.MOV")
        out = self.files.root / "out"
        run = run_job("--list", self.files.write_list(), "--out", out, "--tool", TOOL)
        self.assertEqual(run.returncode, 1)
        self.assertIn("\nlivephotolint_spark: IMG_0001.MOV: the path is not absolute", run.stderr)

    def test_command_line_asks_for_the_tool(self) -> None:
        run = run_job("--root", "/", "--out", "/no/where", "--tool", "/no/tool")
        self.assertEqual(run.returncode, 2)
        self.assertIn("/no/tool: no such program", run.stderr)


class FaultTests(SparkTest):
    def setUp(self) -> None:
        super().setUp()
        still = specimen("identifier-mismatch-pass-jpeg-and-h264", "IMG_0001.JPG")
        self.files.add(still, "IMG_0001.JPG")

    def tool(self, name: str, script: str) -> str:
        path = self.files.root / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return str(path)

    def assertFails(self, words: str, tool: str = TOOL) -> None:
        with self.assertRaises(Py4JJavaError) as raised:
            told(self.audit(tool, 1))
        self.assertIn(words, str(raised.exception))

    def test_fault_of_the_tool_ends_the_job(self) -> None:
        tool = self.tool("faulty", "echo 'livephotolint: out of luck' >&2; exit 70")
        self.assertFails("faulty ended with 70: out of luck", tool)

    def test_killed_tool_ends_the_job(self) -> None:
        self.assertFails("killed ended with -9", self.tool("killed", "kill -9 $$"))

    def test_report_without_an_end_is_refused(self) -> None:
        line = '{"line": "run", "tool": {"version": "0"}}'
        self.assertFails("report was cut short", self.tool("short", f"echo '{line}'"))

    def test_tool_that_cannot_start_is_named(self) -> None:
        tool = self.tool("foreign", "")
        Path(tool).write_text("#!/no/such/interpreter\n")
        self.assertFails("cannot be started on this executor", tool)

    def test_relative_path_is_refused(self) -> None:
        self.files.paths.append(b"IMG_0001.MOV")
        self.assertFails("IMG_0001.MOV: the path is not absolute")

    def test_folder_is_refused(self) -> None:
        self.files.paths.append(os.fsencode(self.files.root))
        self.assertFails("is a folder")


class NameTests(unittest.TestCase):
    def test_names_of_one_base_name_are_one(self) -> None:
        one = [
            b"IMG_1.HEIC", b"img_1.mov", b"IMG_1_HEVC.MOV", b"IMG_1 (2).JPG", b"IMG_1(1)_HEVC.MOV",
            b"IMG_1_Original.JPG",
        ]
        self.assertEqual({job.home_and_name(b"/a/" + name) for name in one}, {(b"/a", b"img_1")})

    def test_photo_library_names_its_movie_for_the_still(self) -> None:
        uuid = b"/a/01234567-89ab-cdef-0123-456789abcdef"
        self.assertEqual(job.home_and_name(uuid + b".heic"), job.home_and_name(uuid + b"_3.mov"))

    def test_files_of_a_bundle_belong_together(self) -> None:
        for below in (b"", b"/", b"/IMG_1.HEIC", b"/metadata.plist"):
            self.assertEqual(job.home_and_name(b"/a/b.pvt" + below), (b"/a/b.pvt", b""))

    def test_bytes_are_shown_as_the_tool_shows_them(self) -> None:
        self.assertEqual(job.shown(b"/caf\xe9/\xc3\xa9"), "/caf\\xE9/é")


if __name__ == "__main__":
    unittest.main(verbosity=2, warnings="ignore")
