#!/usr/bin/env bash
# testserver.sh stop: stops the database server that Go tests share between runs.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[ "${1:-}" = stop ] || die 'usage: scripts/testserver.sh stop'
temporary_files_in_memory
dir="${TMPDIR:-/tmp}/roamcart-test-$(id -u)"
file="$dir/postgres/data/postmaster.pid"
[ -f "$file" ] || exit 0
pid=$(head -n 1 "$file")
# After a crash the process id may belong to another program: check it before signalling.
if ps -o command= -p "$pid" 2>/dev/null | grep -qF "$dir"; then
  kill -INT "$pid"
  for _ in $(seq 100); do
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
fi
rm -rf "$dir"
