#!/usr/bin/env bash
# backup.sh FOLDER: dumps the database at DATABASE_URL into FOLDER, checks that the
# dump can be read, and deletes dumps older than KEEP_DAYS (default 30).
set -euo pipefail

: "${DATABASE_URL:?set DATABASE_URL}"
folder=${1:?usage: backup.sh FOLDER}
mkdir -p "$folder"
file="$folder/roamcart-$(date -u +%Y%m%dT%H%M%SZ).dump"
umask 077
trap 'rm -f "$file.part"' EXIT
pg_dump --format=custom --no-owner --no-privileges --file="$file.part" "$DATABASE_URL"
pg_restore --list "$file.part" >/dev/null
mv "$file.part" "$file"
find "$folder" -name 'roamcart-*.dump' -mtime "+${KEEP_DAYS:-30}" -delete
printf '%s\n' "$file"
