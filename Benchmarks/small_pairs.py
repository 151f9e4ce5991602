"""Writes pairs of 12 kB, as the specimens of the corpus are, of which a million stay in memory.

What is measured on them is the tool: with pairs of realistic sizes, a million wait for the disk.
They are written where the system keeps files in memory, if it has room, so that none of them can
fall out of it while the store of the run fills the page cache.
"""
import hashlib
import multiprocessing
import os
import shutil
import tempfile
import uuid
from functools import partial
from typing import NamedTuple, Optional, Sequence

from measure import HERE, memory
from pairs import IDENTIFIER, PAIRS_A_FOLDER, read, set_folder

SPECIMENS = [
    ("identifier-mismatch-pass-jpeg-and-h264", ".JPG"),
    ("identifier-mismatch-pass-heic-and-hevc", ".HEIC"),
]


# Where Linux has files that lie in memory alone (tmpfs).
MEMORY = "/dev/shm"
# What a pair takes there, its two inodes counted, in bytes; and what is to be left of the memory.
PAIR_SIZE, LEFT = 18_000, 3 << 30


class Specimen(NamedTuple):
    """A pair that others are copies of, but for the identifier."""

    extension: str
    still: bytes
    movie: bytes
    identifier: bytes


def specimens() -> list[Specimen]:
    """The pairs of the corpus."""
    found = []
    for name, extension in SPECIMENS:
        folder = os.path.join(HERE, os.pardir, "Corpus", name)
        still = read(os.path.join(folder, "IMG_0001" + extension))
        movie = read(os.path.join(folder, "IMG_0001.MOV"))
        identifier = IDENTIFIER.search(still)
        assert identifier and identifier[0] in movie, "the pair has no identifier"
        found.append(Specimen(extension, still, movie, identifier[0]))
    return found


def in_memory(pairs: int) -> Optional[str]:
    """A new folder whose files lie in memory; None where there is no room for the pairs."""
    if not os.path.isdir(MEMORY):
        return None
    room = min(shutil.disk_usage(MEMORY).free, int(memory() * 2**20))
    if pairs * PAIR_SIZE > room - LEFT:
        return None
    return tempfile.mkdtemp(prefix="livephotolint-pairs-", dir=MEMORY)


def write_chunk(start: int, root: str, sizes: Sequence[int], templates: Sequence[Specimen]) -> None:
    """Writes pairs from a number on, at most a folder of them."""
    for number in range(start, min(start + PAIRS_A_FOLDER, max(sizes))):
        smallest = min(size for size in sizes if size > number)
        folder = os.path.join(set_folder(root, sizes, smallest), f"{start // PAIRS_A_FOLDER:04d}")
        os.makedirs(folder, exist_ok=True)
        template = templates[number % len(templates)]
        digest = hashlib.md5(number.to_bytes(8, "big"), usedforsecurity=False).digest()
        identifier = str(uuid.UUID(bytes=digest, version=4)).upper().encode()
        for extension, data in ((template.extension, template.still), (".MOV", template.movie)):
            with open(os.path.join(folder, f"IMG_{number:06d}{extension}"), "wb") as file:
                file.write(data.replace(template.identifier, identifier))


def make_small_sets(work: str, sizes: Sequence[int]) -> dict[int, str]:
    """Writes a set of each size below a folder, in which they are kept; complete ones stay."""
    root = os.path.join(work, "livephotolint-small-" + "-".join(map(str, sorted(sizes))))
    complete = os.path.join(root, ".complete")
    if not os.path.exists(complete):
        write = partial(write_chunk, root=root, sizes=sizes, templates=specimens())
        with multiprocessing.Pool() as pool:
            pool.map(write, range(0, max(sizes), PAIRS_A_FOLDER), chunksize=1)
        open(complete, "wb").close()
    return {size: set_folder(root, sizes, size) for size in sizes}
