#!/usr/bin/env bash
# Measures the shop and prints one table: bench.sh [--json]. ROWS=cached,cart measures
# these alone, FULL=1 longer, more often, and the memory and another shop, Vendure, as well. STRICT=1 fails when a goal is missed.
# ROWS=soak runs the crowd for SOAK=20m, at SOAK_RATE=8 visits a second.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

json=()
case "${1:-}" in
--json) json=(--json) ;;
'') ;;
*) die 'usage: scripts/bench.sh [--json]' ;;
esac

tools() {
  local missing=()
  command -v nginx >/dev/null 2>&1 || missing+=(nginx-light)
  command -v wrk >/dev/null 2>&1 || missing+=(wrk)
  command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
  chromium >/dev/null || missing+=(chromium)
  [ "${#missing[@]}" -eq 0 ] || apt_get "${missing[@]}" || say "going on without ${missing[*]}: rows that need it are not measured"
  chinese_font
}

# packages DIR NAME: what is compared with has its own packages, which only who measures pays for.
packages() {
  local dir=infra/load/$1 stamp want
  stamp=$dir/node_modules/.roamcart-installed
  want="$(printf '%s\0' "$dir/package-lock.json" | digest) $(node --version)"
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ]; then return 0; fi
  say "installing $2"
  npm ci --prefix "$dir" --no-audit --no-fund --loglevel=error && printf '%s\n' "$want" >"$stamp" ||
    say "going on without $2"
}

{
  scripts/build.sh
  tools
  rows=",${ROWS:-lighthouse},"
  if [ -z "${ROWS:-}" ] && [ "${FULL:-0}" = 1 ]; then rows=,lighthouse,vendure,; fi
  case "$rows" in *,lighthouse,*) packages lighthouse Lighthouse ;; esac
  case "$rows" in *,vendure,*) packages vendure Vendure ;; esac
  go build -buildvcs=false -o bin/bench ./infra/load
} >&2
CHROMIUM_PATH=$(chromium chromium || true)
export CHROMIUM_PATH
exec bin/bench --rows "${ROWS:-}" --full="${FULL:-0}" --strict="${STRICT:-0}" --soak "${SOAK:-20m}" --soak-rate "${SOAK_RATE:-8}" "${json[@]}"
