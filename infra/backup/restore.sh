#!/usr/bin/env bash
# restore.sh FILE: restores a dump into the empty database at DATABASE_URL, as a
# whole or not at all. Refuses a database that has tables.
set -euo pipefail

: "${DATABASE_URL:?set DATABASE_URL}"
file=${1:?usage: restore.sh FILE}
tables=$(psql -XAtq -c "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'" "$DATABASE_URL")
if [ "$tables" -ne 0 ]; then
  printf 'restore.sh: the database has %s tables; restore into an empty one\n' "$tables" >&2
  exit 1
fi
pg_restore --single-transaction --exit-on-error --no-owner --no-privileges --dbname="$DATABASE_URL" "$file"
