#!/usr/bin/env bash
# Everything that must hold before a change is merged: test.sh [fast]. Every phase runs, so that one run shows every failure;
# the exit status is that of the whole. `fast` leaves out the race detector and the browser, and runs only those Go tests whose
# code has changed. docs/testing.md says what each phase holds.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${GO_PACKAGES:?run this through make test}"
read -ra packages <<<"$GO_PACKAGES"
mode=${1:-whole}
results=bin/test
phases=() failures=()
rm -rf "$results" ssr/e2e/results
mkdir -p "$results"
temporary_files_in_memory
export REDISTEST_REAL=1
reasons=$results/reasons.txt
: >"$reasons"

# What fails while the machine stands still says nothing about the shop: docs/testing.md.
export STANDSTILLS="$PWD/$results/standstills.tsv"
node scripts/machinePauses.mjs "$STANDSTILLS" &
watcher=$!
trap 'kill "$watcher" 2>/dev/null' EXIT

phase() { # phase TITLE COMMAND...
  local title=$1 began=$SECONDS outcome=ok output="$results/output.txt"
  shift
  say "$title"
  if ! "$@" 2>&1 | tee "$output"; then
    outcome=FAILED
    failures+=("$title")
    # The end of a log is what people are shown: why a phase failed is said again there.
    { printf '%s:\n' "$title"; "reason_of_${1##*/}" || tail -n 5 "$output"; } >>"$reasons" 2>/dev/null
  fi
  phases+=("$(printf '  %6d s  %-6s  %s' "$((SECONDS - began))" "$outcome" "$title")")
}

reason_of_page_tests() { reason_of_go_tests; }
reason_of_version_before() { reason_of_go_tests; }
reason_of_go_tests() { grep -E '^ *--- FAIL|^FAIL|^panic|DATA RACE|^ +[a-z0-9_]+_test\.go:[0-9]+:' "$results/output.txt" | head -n 20; }
reason_of_e2e.sh() {
  # Jest's names of failed tests of the crawl, then Playwright's.
  { grep -E '^ *● ' "$results/output.txt"; cat ssr/e2e/results/failures.txt 2>/dev/null; } | head -n 20 | grep .
}

system_packages() {
  need go 'install Go 1.26 or newer'
  local missing=()
  command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
  command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
  command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || missing+=(gcc libc6-dev)
  # Chromium without the parts that draw windows takes a third less of the processor.
  if [ "$mode" = whole ] && [ -z "${CHROMIUM_PATH:-}" ] && ! type -P chromium-headless-shell >/dev/null; then
    missing+=(chromium-headless-shell)
  fi
  [ "${#missing[@]}" -gt 0 ] || return 0
  apt_get "${missing[@]}" && return 0
  [ "${missing[*]}" = chromium-headless-shell ] && chromium >/dev/null && return 0
  die "the tests need ${missing[*]}: install them (Debian: sudo apt-get install ${missing[*]}); another Chromium: CHROMIUM_PATH"
}

# Waiting for the network is done side by side, and what is shipped is compiled meanwhile.
install() {
  system_packages &
  local system=$!
  go build -o bin/ ./bff/sandbox && go build -o bin/roamcart ./bff &
  local program=$!
  scripts/deps.sh && wait "$system" && wait "$program"
}

formatted() {
  local ugly
  ugly=$(go list -tags built,nodynamic -f '{{.Dir}}' "${packages[@]}" | xargs gofmt -l) || return 1
  if [ -n "$ugly" ]; then
    printf 'not formatted, run make fmt:\n%s\n' "$ugly"
    return 1
  fi
  npm run --silent format:check
}

# concurrent_packages: the packages that the race detector watches, all whose code or tests start a goroutine or share
# something between goroutines; then, after a line "--", the others.
concurrent_packages() {
  local shared='\bgo func\b|\bgo [a-z]+[.(]|\bsync\.|\batomic\.|\berrgroup\.|\bsingleflight\.|\.Go\(|\bchan '
  local name dir others=()
  while read -r name dir; do
    if grep -qE "$shared" "$dir"/*.go; then echo "$name"; else others+=("$name"); fi
  done < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}' "${packages[@]}")
  echo --
  printf '%s\n' "${others[@]}"
}

# exhaustive_packages PACKAGE...: those that have a test of that kind; only they are linked once more.
exhaustive_packages() {
  local name dir
  while read -r name dir; do
    if grep -qE '^func TestExhaustive' "$dir"/*_test.go; then echo "$name"; fi
  done < <(go list -f '{{.ImportPath}} {{.Dir}}' "$@")
}

# The hash of passwords, compression and pictures share no memory and do nothing but compute: watched, they take three times the
# processor. At its end a watched program waits for a second for other goroutines to report; the tests wait for theirs. The check
# of unsafe pointers that comes with the detector is left out: none of our packages has one, and it takes a tenth of the time. So
# are the tables of debuggers: linking a test program reads a fifth less without them. GO_CHECK_FLAGS is quoted as
# GOFLAGS wants it, for lint; tests build programs themselves, which must not have these flags, so here they are arguments.
unwatched='golang.org/x/crypto/argon2 github.com/andybalholm/brotli compress/flate image/png golang.org/x/image/vector'
check_flags=(-race '-gcflags=all=-d=checkptr=0 -dwarf=false')
for package in $unwatched; do check_flags+=("-gcflags=$package=-race=false -dwarf=false"); done
GO_CHECK_FLAGS=$(printf " '%s'" "${check_flags[@]}")
export GO_CHECK_FLAGS GORACE='atexit_sleep_ms=50'

# go_test ARG...: real servers only, a copy of Redis in memory would hide what a real one does. Tests of whole shops wait more
# than they work, so more of them run at once than there are processors. Lint has vetted already.
go_test() {
  node scripts/gotest.mjs "$results/go.tsv" -vet=off -ldflags='-s -w' -timeout 15m -parallel 6 "$@"
}

# Tests named TestExhaustive... go through many cases on one goroutine: the detector would find nothing and cost four times as
# much. The whole shop is first, because it takes longest; the others run beside it.
go_tests() {
  local watched=() others=() exhaustive=() seen='' line failed=0 beside
  while read -r line; do
    case "$line" in
    --) seen=1 ;;
    */bff/app) ;;
    *) if [ -z "$seen" ]; then watched+=("$line"); else others+=("$line"); fi ;;
    esac
  done < <(concurrent_packages)
  go_test -count=1 -p 2 "${check_flags[@]}" -skip '^TestExhaustive' ./bff/app "${watched[@]}" &
  beside=$!
  go_test -count=1 -p 1 "${others[@]}" || failed=1
  while read -r line; do exhaustive+=("$line"); done < <(exhaustive_packages "${watched[@]}")
  go_test -count=1 -p 1 -run '^TestExhaustive' "${exhaustive[@]}" || failed=1
  wait "$beside" || failed=1
  return "$failed"
}

unwatched_go_tests() { go_test "${packages[@]}"; }

unit_tests() { npm run --silent test -- --json --outputFile="$results/jest.json"; }

# Every page kind within its script budget, measured on what would be shipped.
bundle_sizes() { scripts/build.sh && npm run --silent sizes; }

page_tests() { go_test -count=1 -tags built,nodynamic ./bff/app/built; }

# The version that was released before sells on this one's schema, and this one goes on with its data.
version_before() {
  local before
  before=$(scripts/previous.sh) || return 1
  VERSION_BEFORE=$before VERSION_NOW=$PWD/bin/roamcart go_test -count=1 -tags built,nodynamic ./bff/app/previous
}

phase install install
if [ "$mode" = whole ]; then
  CHROMIUM_PATH=$(chromium)
  export CHROMIUM_PATH
fi
phase format formatted
phase 'generated code' scripts/generated.sh check
if [ "$mode" = fast ]; then
  GO_CHECK_FLAGS='' phase lint scripts/lint.sh
  phase 'Go tests without the race detector for races' unwatched_go_tests
  phase 'renderer tests' unit_tests
else
  phase lint scripts/lint.sh
  phase 'Go tests' go_tests
  phase 'previous version on this schema' version_before
  phase 'renderer tests' unit_tests
  phase 'build and bundle sizes' bundle_sizes
  phase 'tests of the built pages' page_tests
  phase 'crawl and browser tests' scripts/e2e.sh
fi

# A developer's next run is faster when the test database stays; CI leaves nothing.
[ -z "${CI:-}" ] || scripts/testserver.sh stop

printf '\nPhases:\n'
printf '%s\n' "${phases[@]}"
printf '  %6d s  in all\n' "$SECONDS"
if [ "${#failures[@]}" -gt 0 ]; then
  printf '\nFailed: %s\n' "$(IFS=,; echo "${failures[*]}")"
  cat "$reasons"
fi
node scripts/testTimes.mjs "$STANDSTILLS" "$results/go.tsv" "$results/jest.json" "$results/crawl.json" ssr/e2e/results/results.json
[ "${#failures[@]}" -eq 0 ]
