#!/usr/bin/env bash
# Breaks everything around a running shop while shoppers buy, and accounts for every order: faults.sh. SEED=… plays a run again,
# ONLY=postgres-cut,redis-kill tries these faults alone, ORDERS=… and RATE=… (in a second) say how many shoppers come, KEEP=folder keeps
# the journal and the logs even when nothing is wrong. faults.sh rolling: replaces each process of the shop under RATE=200 requests a second.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${TOXIPROXY:?run this through make faults}"
need go 'install Go 1.26 or newer'
command -v redis-server >/dev/null 2>&1 || apt_get redis-server || die 'the fault suite needs redis-server'
mode=${1:-} rate=10
if [ "$mode" = rolling ]; then
  rate=200
  command -v haproxy >/dev/null 2>&1 || [ -x /usr/sbin/haproxy ] || apt_get haproxy || die 'haproxy is missing: install it'
fi
{
  scripts/build.sh
  toxiproxy=$(go_tool "$TOXIPROXY")
  go build -buildvcs=false -o bin/faults ./infra/faults
} >&2
temporary_files_in_memory
exec bin/faults --toxiproxy "$toxiproxy" --seed "${SEED:-0}" --orders "${ORDERS:-5000}" --rate "${RATE:-$rate}" --only "${ONLY:-}" --keep "${KEEP:-}" $mode
