#!/usr/bin/env bash
# The crawl and the browser tests against a fresh shop of their own: own port, own data, stopped and deleted at the end. With
# arguments only the browser tests, which get them; KEEP_DATA=1 keeps the folder.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

scripts/build.sh
temporary_files_in_memory
port=$(free_port)
data=$(mktemp -d "${TMPDIR:-/tmp}/roamcart-e2e-XXXXXX")
chmod 755 "$data" # the database may run as another user
log="$data/shop.log"
shop=''

finish() {
  local status=$?
  trap - EXIT INT TERM
  if [ -n "$shop" ] && kill -0 "$shop" 2>/dev/null; then
    kill -TERM "$shop"
    wait "$shop" || true
  fi
  if [ "$status" -ne 0 ]; then
    printf '%s\n' '--- the end of what the shop said ---'
    tail -n 40 "$log" 2>/dev/null || true
  fi
  [ -n "${KEEP_DATA:-}" ] || rm -rf "$data"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say "starting a fresh shop on port $port"
DATA_DIR="$data/shop" PORT=$port PAGE_WARM=false bin/sandbox >"$log" 2>&1 &
shop=$!
ready() {
  node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$port/readyz"
}
for ((waited = 0; ; waited++)); do
  ready && break
  kill -0 "$shop" 2>/dev/null || die 'the shop has stopped while it was starting'
  [ "$waited" -lt 300 ] || die 'the shop is not ready after a minute'
  sleep 0.2
done

export E2E_URL="http://localhost:$port" E2E_DATA_DIR="$data/shop"
failed=0
if [ $# -eq 0 ]; then
  npm run --silent test:crawl -- --json --outputFile=bin/test/crawl.json || failed=1
fi
npm run --silent test:e2e -- "$@" || failed=1
exit "$failed"
