"""What the tests of the job are made of: data sets, what one run of the tool says, and Spark."""
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterable, Sequence

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

    def add_bundle(self, source: Path, place: str) -> None:
        shutil.copytree(source, self.root / place)
        self.paths.append(os.fsencode(self.root / place))

    def write_list(self, file: Path) -> str:
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
    files.add_bundle(next(CORPUS.glob("pair-bundle-invalid-pass-pvt/*.pvt")), "odd/IMG_0001.pvt")


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


def one_machine(
    paths: Iterable[bytes], inputs: Sequence[str] = ("-",)
) -> tuple[list[str], set[str], dict]:
    """What one run of the tool says: subjects in canonical form, problems, and its summary."""
    run = subprocess.run(
        [TOOL, "check", "--format", "jsonl", "--no-progress", "--quiet", *inputs],
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


def told(result: job.Audit) -> list[str]:
    """What the job says: subjects in canonical form."""
    rows = [row.asDict(recursive=True) for row in result.subjects.drop("version").collect()]
    return sorted(map(canonical, rows))


def started_spark() -> SparkSession:
    """A cluster of two executors of one core, each a process of its own."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master(os.environ.get("SPARK_MASTER", "local-cluster[2,1,1024]"))
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    return spark
