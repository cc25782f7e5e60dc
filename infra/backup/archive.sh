#!/usr/bin/env bash
# archive.sh FILE NAME: what archive_command runs: archive.sh "%p" "%f". Puts a finished segment of the write-ahead log into the folder
# ARCHIVE, whole or not at all, and never writes over one that is there with other bytes. Anything but 0 and Postgres tries again.
set -euo pipefail

: "${ARCHIVE:?set ARCHIVE}"
file=${1:?usage: archive.sh FILE NAME} target="$ARCHIVE/${2:?usage: archive.sh FILE NAME}"
if [ -e "$target" ]; then
  # The server had not yet been notified of the end.
  cmp -s "$file" "$target"
  exit
fi
umask 077
cp "$file" "$target.part"
sync "$target.part"
mv "$target.part" "$target"
sync "$ARCHIVE"
