#!/usr/bin/env bash
# Breaks everything around a running shop while shoppers buy, and accounts for every order: faults.sh. SEED=… repeats a run,
# ONLY=postgres-cut,redis-kill tries these faults alone, ORDERS=… and RATE=… (in a second) say how many shoppers come, KEEP=folder keeps
# the journal and the logs even when nothing is wrong. faults.sh rolling: replaces each process of the shop under RATE=200 requests a second.
# faults.sh failover: kills nodes of a replicated Postgres and a replicated Redis while ORDERS=500 shoppers buy. faults.sh journeys: the
# browser tests over the same, with all of that between their halves; ONLY=cart,studio-images runs these, after it.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${TOXIPROXY:?run this through make faults}"
need go 'install Go 1.26 or newer'
command -v redis-server >/dev/null 2>&1 || apt_get redis-server || die 'the fault suite needs redis-server'
mode=${1:-} rate=10 orders=5000
# installed PROGRAM PACKAGE: also finds programs in folders that a user's PATH lacks
installed() { PATH=$PATH:/usr/sbin command -v "$1" >/dev/null 2>&1 || apt_get "$2" || die "$1 is missing: install $2"; }
case "$mode" in
rolling) rate=200 && installed haproxy haproxy ;;
failover | journeys)
  rate=4 orders=500
  if [ "$mode" = journeys ]; then
    CHROMIUM_PATH=$(chromium)
    export CHROMIUM_PATH
  fi
  installed haproxy haproxy
  installed pgbouncer pgbouncer
  installed etcd etcd-server
  installed patroni patroni
  compgen -G '/usr/lib/postgresql/*/bin/pg_rewind' >/dev/null || apt_get postgresql || die 'a whole PostgreSQL is missing: install it'
  ;;
esac
{
  scripts/build.sh
  toxiproxy=$(go_tool "$TOXIPROXY")
  go build -buildvcs=false -o bin/faults ./infra/faults
} >&2
temporary_files_in_memory
exec bin/faults --toxiproxy "$toxiproxy" --seed "${SEED:-0}" --orders "${ORDERS:-$orders}" --rate "${RATE:-$rate}" --only "${ONLY:-}" --keep "${KEEP:-}" $mode
