"""Generates pairs of realistic sizes: stills of 2.4 MB and movies of 3 MB, sparse.

They are copies of the two pairs that `make-corpus --benchmark` writes, with as much metadata as a
camera's, each with an identifier of its own. A hole stands where coded pictures would be.
"""
import hashlib
import multiprocessing
import os
import re
import shutil
import struct
import uuid
from functools import partial
from typing import Iterator, NamedTuple, Sequence

# Half the pairs have a JPEG still and half a HEIC still.
STILLS = [("jpeg", "IMG_0001.JPG"), ("heic", "IMG_0001.HEIC")]
STILL_SIZE, MOVIE_SIZE = 2_400_000, 3_000_000
PAIRS_A_FOLDER = 1_000
IDENTIFIER = re.compile(rb"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}")


class Split(NamedTuple):
    """A file with a hole."""

    before: bytes
    hole: int
    after: bytes

    def write(self, path: str, old: bytes, new: bytes) -> None:
        """Writes the file with another identifier."""
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        os.write(file, self.before.replace(old, new))
        # The hole may be the end of the file.
        os.ftruncate(file, len(self.before) + self.hole + len(self.after))
        os.pwrite(file, self.after.replace(old, new), len(self.before) + self.hole)
        os.close(file)


def top_level_boxes(data: bytes) -> Iterator[tuple[str, int, int]]:
    """The type, offset and size of each box of a file."""
    at = 0
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if size == 1:
            size = struct.unpack(">Q", data[at + 8:at + 16])[0]
        yield kind.decode("latin-1"), at, size or len(data) - at
        at += size or len(data) - at


def with_hole_in_mdat(data: bytes, size: int) -> Split:
    """Enlarges the data box of a movie or HEIC to reach a size."""
    at, length = next((at, size) for kind, at, size in top_level_boxes(data) if kind == "mdat")
    hole = size - len(data)
    grown = data[:at] + struct.pack(">I", length + hole) + data[at + 4:at + length]
    return Split(grown, hole, data[at + length:])


def with_hole_in_scan(data: bytes, size: int) -> Split:
    """Enlarges a JPEG before its end-of-image marker; zeros are coded data like any other."""
    return Split(data[:-2], size - len(data), data[-2:])


class Template:
    """A pair that others are made of."""

    def __init__(self, folder: str, still: str) -> None:
        still_data = read(os.path.join(folder, still))
        movie_data = read(os.path.join(folder, "IMG_0001.MOV"))
        found = IDENTIFIER.search(still_data)
        assert found and found[0] in movie_data, "the pair has no identifier"
        self.identifier = found[0]
        self.data = still_data + movie_data
        split = with_hole_in_scan if still_data[:2] == b"\xff\xd8" else with_hole_in_mdat
        self.files = [
            (os.path.splitext(still)[1], split(still_data, STILL_SIZE)),
            (".MOV", with_hole_in_mdat(movie_data, MOVIE_SIZE)),
        ]

    def write(self, folder: str, number: int) -> None:
        """Writes the pair of a number."""
        # Chance identifiers, as phones draw them, but the same on every run.
        digest = hashlib.md5(number.to_bytes(8, "big"), usedforsecurity=False).digest()
        identifier = str(uuid.UUID(bytes=digest, version=4)).upper().encode()
        for extension, file in self.files:
            path = os.path.join(folder, f"IMG_{number:06d}{extension}")
            file.write(path, self.identifier, identifier)


def read(path: str) -> bytes:
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


def loaded(templates: str) -> list[Template]:
    """The pairs that `make-corpus --benchmark` wrote into a folder."""
    return [Template(os.path.join(templates, name), still) for name, still in STILLS]


def set_folder(root: str, sizes: Sequence[int], size: int) -> str:
    """The folder of the set of a size: each set holds the next smaller one."""
    folders = [f"{each}-pairs" for each in sorted(sizes, reverse=True) if each >= size]
    return os.path.join(root, *folders)


def write_chunk(
    start: int, root: str, sizes: Sequence[int], templates: Sequence[Template]
) -> None:
    """Writes pairs from a number on, at most a folder of them."""
    for number in range(start, min(start + PAIRS_A_FOLDER, max(sizes))):
        smallest = min(size for size in sizes if size > number)
        folder = os.path.join(set_folder(root, sizes, smallest), f"{start // PAIRS_A_FOLDER:04d}")
        os.makedirs(folder, exist_ok=True)
        templates[number % len(templates)].write(folder, number)


def make_sets(work: str, sizes: Sequence[int], templates: Sequence[Template]) -> dict[int, str]:
    """Writes a set of each size below a folder, in which they are kept; complete ones stay.

    Returns the folders of the sets. All lie in the largest, so that no pair is written twice.
    """
    layout = repr((sorted(sizes), STILL_SIZE, MOVIE_SIZE, PAIRS_A_FOLDER)).encode()
    source = b"".join(template.data for template in templates) + read(os.path.abspath(__file__))
    digest = hashlib.sha256(layout + source).hexdigest()[:12]
    root = os.path.join(work, f"livephotolint-pairs-{digest}")
    complete = os.path.join(root, ".complete")
    if not os.path.exists(complete):
        shutil.rmtree(root, ignore_errors=True)
        os.makedirs(root)
        write = partial(write_chunk, root=root, sizes=sizes, templates=templates)
        with multiprocessing.Pool() as pool:
            pool.map(write, range(0, max(sizes), PAIRS_A_FOLDER), chunksize=1)
        os.sync()
        open(complete, "wb").close()
    return {size: set_folder(root, sizes, size) for size in sizes}
