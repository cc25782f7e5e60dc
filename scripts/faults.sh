#!/usr/bin/env bash
# Breaks everything around a running shop while shoppers buy, and accounts for every order: faults.sh. SEED=… plays a run again,
# ONLY=postgres-cut,redis-kill tries these faults alone, ORDERS=… and RATE=… (in a second) say how many shoppers come, KEEP=folder keeps
# the journal and the logs even when nothing is wrong.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${TOXIPROXY:?run this through make faults}"
need go 'install Go 1.26 or newer'
command -v redis-server >/dev/null 2>&1 || apt_get redis-server || die 'the fault suite needs redis-server'
{
  scripts/build.sh
  toxiproxy=$(go_tool "$TOXIPROXY")
  go build -buildvcs=false -o bin/faults ./infra/faults
} >&2
temporary_files_in_memory
exec bin/faults --toxiproxy "$toxiproxy" --seed "${SEED:-0}" --orders "${ORDERS:-5000}" --rate "${RATE:-10}" --only "${ONLY:-}" --keep "${KEEP:-}"
