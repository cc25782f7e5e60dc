#!/usr/bin/env bash
# base.sh FOLDER: takes a base backup of the server at DATABASE_URL, while it works, into a new folder below FOLDER, verifies it by its
# manifest, and prints its path. With the archive of the write-ahead log from then on, every later moment can be restored.
set -euo pipefail

: "${DATABASE_URL:?set DATABASE_URL}"
folder=${1:?usage: base.sh FOLDER}
mkdir -p "$folder"
target="$folder/base-$(date -u +%Y%m%dT%H%M%SZ)"
umask 077
trap 'rm -rf "$target.part"' EXIT
pg_basebackup --dbname="$DATABASE_URL" --pgdata="$target.part" --checkpoint=fast --wal-method=stream --no-password
pg_verifybackup --quiet "$target.part"
mv "$target.part" "$target"
printf '%s\n' "$target"
