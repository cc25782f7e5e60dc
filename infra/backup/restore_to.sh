#!/usr/bin/env bash
# restore_to.sh BASE ARCHIVE DATA MOMENT: makes DATA, which must not exist, a data folder of Postgres that goes on from the base backup BASE
# through the archive to MOMENT ('2026-03-01 12:00:00+00'), and opens there: start the server of the same version on it, as the owner of
# DATA. What was committed later is not in it. With the word end for MOMENT it goes on to the end of the archive.
set -euo pipefail

usage='usage: restore_to.sh BASE ARCHIVE DATA MOMENT'
base=${1:?$usage} archive=${2:?$usage} data=${3:?$usage} moment=${4:?$usage}
[ ! -e "$data" ] || { printf 'restore_to.sh: %s exists; name a new folder\n' "$data" >&2; exit 1; }
case "$archive$moment" in *\'* | *\"*) printf 'restore_to.sh: no quotes in names, please\n' >&2; exit 1 ;; esac
cp -a "$base" "$data"
chmod 700 "$data"
# The copy archives nothing: its history is another one from the moment on.
cat >>"$data/postgresql.auto.conf" <<CONFIG
archive_mode = 'off'
restore_command = 'cp "$archive/%f" "%p"'
CONFIG
[ "$moment" = end ] || cat >>"$data/postgresql.auto.conf" <<CONFIG
recovery_target_time = '$moment'
recovery_target_action = 'promote'
CONFIG
touch "$data/recovery.signal"
