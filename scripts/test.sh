#!/usr/bin/env bash
# Everything that must hold before a change is merged. Every phase runs, so that
# one run shows every failure; the exit status is that of the whole.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${GO_PACKAGES:?run this through make test}"
read -ra packages <<<"$GO_PACKAGES"
failures=()
output=$(mktemp)
reasons=$(mktemp)
trap 'rm -f "$output" "$reasons"' EXIT

phase() { # phase TITLE COMMAND...
  local title=$1 began=$SECONDS
  shift
  say "$title"
  if "$@" 2>&1 | tee "$output"; then
    printf '    ok, %d s\n' "$((SECONDS - began))"
  else
    printf '    FAILED, %d s\n' "$((SECONDS - began))"
    failures+=("$title")
    # The end of a log is what people are shown: why a phase failed is said again there.
    { printf '%s:\n' "$title"; "reason_of_${1##*/}" || tail -n 5 "$output"; } >>"$reasons" 2>/dev/null
  fi
}

reason_of_page_tests() { reason_of_go_tests; }
reason_of_go_tests() { grep -E '^ *--- FAIL|^FAIL|^panic|DATA RACE' "$output" | head -n 20; }
reason_of_e2e.sh() { [ -s ssr/e2e/results/failures.txt ] && head -n 20 ssr/e2e/results/failures.txt; }

tools() {
  need go 'install Go 1.26 or newer'
  local missing=()
  command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
  command -v cc >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || missing+=(gcc libc6-dev)
  chromium >/dev/null || missing+=(chromium)
  if [ "${#missing[@]}" -gt 0 ]; then
    apt_get "${missing[@]}" ||
      die "the tests need ${missing[*]}: install them (Debian: sudo apt-get install ${missing[*]}); another Chromium: CHROMIUM_PATH"
  fi
  # The same browser without the parts that draw windows takes a third less of the processor.
  if [ -n "${CI:-}" ] && [ -z "${CHROMIUM_PATH:-}" ] && ! type -P chromium-headless-shell >/dev/null; then
    apt_get chromium-headless-shell || say 'going on with the whole Chromium'
  fi
}

formatted() {
  local ugly
  ugly=$(go list -tags built -f '{{.Dir}}' "${packages[@]}" | xargs gofmt -l) || return 1
  if [ -n "$ugly" ]; then
    printf 'not formatted, run make fmt:\n%s\n' "$ugly"
    return 1
  fi
  npm run --silent format:check
}

# Makes the generated files again and compares: what is committed must be what
# the generators write.
generated() {
  local before after
  before=$(generated_files | digest) || return 1
  make --silent generate || return 1
  after=$(generated_files | digest) || return 1
  if [ "$before" != "$after" ]; then
    echo 'generated code was stale; it is fresh now: commit it'
    return 1
  fi
}

generated_files() {
  find bff -name '*.gen.go' -print0
  printf '%s\0' ssr/app/gw/schema.d.ts
}

# Real servers only: a copy of Redis in memory would hide what a real one does. Tests of whole shops wait more than they
# work, so more of them run at once than there are processors. The hash of passwords is made to be slow and shares no memory
# that could be raced for: watched, it takes three times the processor. Lint has vetted already.
go_tests() {
  REDISTEST_REAL=1 go test -race -gcflags=golang.org/x/crypto/argon2=-race=false -ldflags='-s -w' -vet=off \
    -parallel 6 -timeout 12m "${packages[@]}"
}

# Every page kind within its script budget, measured on what would be shipped.
bundle_sizes() { npm run --silent build && npm run --silent sizes; }

# With the flags of scripts/build.sh, so that nothing is compiled twice.
page_tests() { scripts/build.sh && REDISTEST_REAL=1 go test -buildvcs=false -trimpath -tags built ./bff/app/built; }

tools
CHROMIUM_PATH=$(chromium)
export CHROMIUM_PATH
scripts/deps.sh

phase 'format' formatted
phase 'generated code' generated
phase 'lint' scripts/lint.sh
phase 'Go tests' go_tests
phase 'renderer tests' npm test --silent
phase 'bundle sizes' bundle_sizes
phase 'tests of the built pages' page_tests
phase 'browser tests' scripts/e2e.sh

# A developer's next run is faster when the test database stays; CI leaves nothing.
[ -z "${CI:-}" ] || scripts/testserver.sh stop

if [ "${#failures[@]}" -gt 0 ]; then
  printf '\n%d s. Failed: %s\n' "$SECONDS" "$(IFS=,; echo "${failures[*]}")"
  cat "$reasons"
  exit 1
fi
say "all good, $SECONDS s"
cat ssr/e2e/results/failures.txt # journeys that needed a second try
