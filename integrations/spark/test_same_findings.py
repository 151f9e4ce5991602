"""Shows that one set gives the same findings in each form in which it can be handed over.

The forms are a folder, its zip, its tar.zst, a list on standard input, and that list through Spark.
What differs by design is taken out before they are compared, and is no more than this:

* A member of an archive is named `set.zip!path`.
* A remedy that needs the file itself begins with "unpack set.zip and" for a member of an archive.

The archives hold their members in the order of paths: which of several equal files a message names
first is a matter of the order in which an archive stores them.
"""
import hashlib
import json
import os
import subprocess
import tempfile
import unittest
import zipfile
from collections import Counter
from pathlib import Path

import livephotolint_spark as job
from support import (
    CORPUS, TOOL, DataSet, add_known_cases, media_of, one_machine, started_spark, told,
)

FAMILIES = ("capture-", "geometry-", "movie-", "still-", "wallpaper-")


def add_set(files: DataSet) -> None:
    """Every specimen of a still, movie or pair, and what depends on files of other folders."""
    add_known_cases(files)
    for file in media_of(*FAMILIES):
        files.add(file, f"specimens/{file.parent.name}/{file.name}")
    good = CORPUS / "identifier-mismatch-pass-jpeg-and-h264"
    for end in (".JPG", ".MOV"):
        files.add(good / f"IMG_0001{end}", f"Größe 😀/IMG 0001{end}")
    for bundle in sorted(CORPUS.glob("pair-bundle-*/*.pvt")):
        files.add_bundle(bundle, f"specimens/{bundle.parent.name}/{bundle.name}")


def archived(folder: Path) -> tuple[Path, Path]:
    """The zip and the tar.zst of a folder, beside it, with their members in the order of paths."""
    members = sorted(
        os.path.relpath(os.path.join(above, name), folder)
        for above, _, names in os.walk(folder) for name in names)
    as_zip, as_tar = folder.with_suffix(".zip"), folder.with_suffix(".tar.zst")
    with zipfile.ZipFile(as_zip, "w", zipfile.ZIP_DEFLATED) as archive:
        for member in members:
            archive.write(folder / member, member)
    subprocess.run(
        ["tar", "--zstd", "-cf", as_tar, "-C", folder, "--null", "--files-from", "-"],
        input="\0".join(members).encode(), check=True)
    return as_zip, as_tar


def without_prefix(subjects: list[str], prefix: str) -> list[str]:
    """Subjects whose paths are those in the set, and whose remedies do not speak of the archive."""
    remedy = f"unpack {os.path.basename(prefix[:-1])} and "
    return sorted(subject.replace(prefix, "").replace(remedy, "") for subject in subjects)


def shown(subjects: list[str]) -> str:
    """The subjects in a line."""
    failed = [
        result["rule"] for subject in subjects for result in json.loads(subject)["results"]
        if result["state"] == "fail"
    ]
    digest = hashlib.sha256("\n".join(subjects).encode()).hexdigest()[:16]
    return (
        f"{len(subjects)} subjects, {len(failed)} failures of {len(set(failed))} rules,"
        f" sha256 {digest}")


class SameFindingsTests(unittest.TestCase):
    def test_five_forms_of_a_set_have_the_same_findings(self) -> None:
        spark = started_spark()
        self.addCleanup(spark.stop)
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        root = Path(scratch.name).resolve() / "set"
        root.mkdir()
        files = DataSet(root)
        add_set(files)
        as_zip, as_tar = archived(root)
        listed = files.write_list(root.parent / "list")
        result = job.audit(spark, job.listed_paths(spark, listed), TOOL, partitions=5)
        found = {
            "folder": without_prefix(one_machine([], [str(root)])[0], f"{root}/"),
            "zip": without_prefix(one_machine([], [str(as_zip)])[0], f"{as_zip}!"),
            "tar.zst": without_prefix(one_machine([], [str(as_tar)])[0], f"{as_tar}!"),
            "list": without_prefix(one_machine(files.paths)[0], f"{root}/"),
            "Spark": without_prefix(told(result), f"{root}/"),
        }
        print(f"\n{sum(len(names) for _, _, names in os.walk(root))} files")
        for form, subjects in found.items():
            print(f"  {form:8} {shown(subjects)}")
        for form, subjects in found.items():
            more = Counter(subjects) - Counter(found["folder"])
            fewer = Counter(found["folder"]) - Counter(subjects)
            with self.subTest(form):
                self.assertFalse(more or fewer, f"only {form}: {more}\nonly folder: {fewer}")
