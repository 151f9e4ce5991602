#!/bin/sh
# Codes the pictures and movies from which all specimens are made.
#
# The results are committed: a specimen must not change with the version of an encoder. Run this
# only to add media, then run make-corpus. Needs ffmpeg (libx264, libx265) and heif-enc.
set -eu
cd "$(dirname "$0")"

# A moving test pattern, 64×48 (4:3), 2 s at 30 frames a second: small, and every frame differs.
scene='testsrc2=size=64x48:rate=30:duration=2'
quiet='-hide_banner -loglevel error -y'
plain='-map_metadata -1 -fflags +bitexact -flags:v +bitexact -an'

# No B-frames: samples then stand in the order in which they are shown.
ffmpeg $quiet -f lavfi -i "$scene" $plain -threads 1 -pix_fmt yuv420p \
  -c:v libx264 -preset veryslow -crf 34 -bf 0 -g 60 -x264-params threads=1 h264.mov
ffmpeg $quiet -f lavfi -i "$scene" $plain -threads 1 -pix_fmt yuv420p -tag:v hvc1 \
  -c:v libx265 -preset veryslow -crf 34 \
  -x265-params 'bframes=0:keyint=60:pools=none:frame-threads=1:info=0:log-level=error' hevc.mov

# The stills show the frame at 1 s.
ffmpeg $quiet -f lavfi -i "$scene" $plain -ss 1 -frames:v 1 -pix_fmt rgb24 -c:v png still.png
ffmpeg $quiet -i still.png $plain -frames:v 1 -pix_fmt yuvj420p -q:v 6 still.jpg
heif-enc -q 40 -o still.heic still.png >/dev/null
