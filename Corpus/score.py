#!/usr/bin/env python3
"""Scores another reader of Live Photos against manifest.json.

Usage: score.py exiftool|ffprobe [--differences]

For each fact of the manifest that the reader can be asked for it counts how often it reads the same.
To score a further reader, write a function that takes paths and returns a dictionary of facts for
each, under the names of the manifest, and list the facts that it tells in READERS.
"""
import json
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CORPUS = pathlib.Path(__file__).parent
TOLERANCE = 0.002  # seconds: a time scale of 600 rounds to 0.0017


def exiftool(paths):
    tags = ["ImageWidth", "ImageHeight", "Orientation", "MediaGroupUUID", "ContentIdentifier",
            "Duration", "CompressorID", "Rotation", "HandlerType", "StillImageTime"]
    run = subprocess.run(
        ["exiftool", "-j", "-n", "-G1", "-ee"] + ["-" + tag for tag in tags] + list(map(str, paths)),
        capture_output=True)
    found = {entry["SourceFile"]: entry for entry in json.loads(run.stdout.decode(errors="replace"))}

    def first(entry, *names):
        return next((entry[name] for name in names if name in entry), None)

    def facts(entry):
        picture = next((f"Track{n}" for n in range(1, 9) if f"Track{n}:CompressorID" in entry), None)
        return {
            "identifier": first(entry, "Apple:MediaGroupUUID", "Apple:ContentIdentifier",
                                "Keys:ContentIdentifier"),
            "width": first(entry, f"{picture}:ImageWidth", "File:ImageWidth", "PNG:ImageWidth",
                           "Meta:ImageWidth"),
            "height": first(entry, f"{picture}:ImageHeight", "File:ImageHeight", "PNG:ImageHeight",
                            "Meta:ImageHeight"),
            "orientation": first(entry, "IFD0:Orientation"),
            "duration": first(entry, "QuickTime:Duration"),
            "codec": first(entry, f"{picture}:CompressorID"),
            "rotation": first(entry, "Composite:Rotation"),
            "videoTracks": sum(value == "vide" for name, value in entry.items()
                               if name.endswith(":HandlerType")),
            "stillTrack": next((int(name[5:name.index(":")]) for name in entry
                                if name.endswith(":StillImageTime") and name.startswith("Track")),
                               None),
        }

    return [facts(found.get(str(path), {})) for path in paths]


def ffprobe(paths):
    def facts(path):
        run = subprocess.run(
            ["ffprobe", "-v", "quiet", "-of", "json", "-show_format", "-show_streams", str(path)],
            capture_output=True)
        found = json.loads(run.stdout.decode(errors="replace") or "{}")
        streams = found.get("streams", [])
        video = next((s for s in streams if s.get("codec_type") == "video"), {})
        # It has no names for the keys of timed metadata; a Live Photo's moment is the one sample.
        moment = next((s for s in streams if s.get("codec_tag_string") == "mebx"
                       and s.get("nb_frames") == "1"), {})
        turn = next((d["rotation"] for d in video.get("side_data_list", []) if "rotation" in d), 0)
        result = {
            "identifier": found.get("format", {}).get("tags", {}).get(
                "com.apple.quicktime.content.identifier"),
            "width": video.get("width"), "height": video.get("height"),
            "videoTracks": sum(s.get("codec_type") == "video" for s in streams),
            "codec": video.get("codec_tag_string"), "rotation": -turn % 360 if video else None,
        }
        for name, text in [("duration", found.get("format", {}).get("duration")),
                           ("stillTime", moment.get("start_time"))]:
            result[name] = float(text) if text else None
        return result

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(facts, paths))


STILL = ["identifier", "width", "height", "orientation"]
MOVIE = ["identifier", "width", "height", "duration", "codec", "rotation", "videoTracks"]

# For each reader: what asks it, the types of files, and the facts that it tells of them.
READERS = {
    "exiftool": (exiftool, {
        "jpeg": STILL, "heic": STILL, "png": STILL,
        "quicktime": MOVIE + ["stillTrack"], "mp4": MOVIE + ["stillTrack"]}),
    "ffprobe": (ffprobe, {
        "quicktime": MOVIE + ["stillTime"], "mp4": MOVIE + ["stillTime"]}),
}


def same(wanted, found):
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return abs(wanted - found) <= TOLERANCE
    return wanted == found


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in READERS:
        sys.exit(__doc__)
    ask, told = READERS[sys.argv[1]]
    files = [(CORPUS / specimen["name"] / file["path"], file["reading"])
             for specimen in json.loads((CORPUS / "manifest.json").read_text())["specimens"]
             for file in specimen["files"] if file["reading"].get("type") in told]
    scores, differences = {}, []
    for (path, reading), found in zip(files, ask([path for path, _ in files])):
        for name in told[reading["type"]]:
            if name not in reading:
                continue
            score = scores.setdefault(name, [0, 0])
            score[1] += 1
            if same(reading[name], found.get(name)):
                score[0] += 1
            else:
                differences.append((path.relative_to(CORPUS), name, reading[name], found.get(name)))
    print(f"{sys.argv[1]}: {len(files)} files")
    for name, (right, all_) in scores.items():
        print(f"  {name:<12}{right:>4} of {all_}")
    if "--differences" in sys.argv:
        for path, name, wanted, found in differences:
            print(f"{path}: {name} is {wanted}, read as {found}")


main()
