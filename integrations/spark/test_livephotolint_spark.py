"""Proves on Spark's local cluster that the job finds what one run of the tool finds.

LIVEPHOTOLINT names the program; `make test-spark` builds it and sets that.
"""
import os
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from unittest import mock

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

import livephotolint_spark as job
from support import (
    TOOL, DataSet, add_known_cases, add_odd_files, add_scattered, one_machine, specimen,
    started_spark, told,
)


def run_job(*arguments: object) -> subprocess.CompletedProcess:
    """Runs the job as a user does, on one machine."""
    environment = os.environ | {"PYSPARK_SUBMIT_ARGS": "--master local[2] pyspark-shell"}
    command = [sys.executable, job.__file__, *map(str, arguments)]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )


def setUpModule() -> None:
    unittest.addModuleCleanup(started_spark().stop)


class SparkTest(unittest.TestCase):
    def setUp(self) -> None:
        self.spark = SparkSession.getActiveSession()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.files = DataSet(Path(folder.name).resolve())
        self.list = self.files.root / "list"

    def audit(self, tool: str = TOOL, partitions: int = 5) -> job.Audit:
        paths = job.listed_paths(self.spark, self.files.write_list(self.list))
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
        run = run_job("--list", self.files.write_list(self.list), "--out", out, "--tool", TOOL)
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
