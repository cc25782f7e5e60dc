#!/usr/bin/env bash
# Every fuzz target for a while, one after the other: FUZZTIME=60s each, NAME=Webhook those whose package or name matches. What fails
# is written into the testdata of its package, and from then on is a case of the ordinary tests. docs/testing.md lists the targets.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

time=${FUZZTIME:-60s}
wanted=${NAME:-}
temporary_files_in_memory
export REDISTEST_REAL=1

# One target a line: its folder and its name.
targets() {
  grep -rnoE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' bff shared infra db |
    sed -E 's|^(.*)/[^/]*:[0-9]+:func (Fuzz.*)$|./\1 \2|' | sort | { grep -E -- "$wanted" || true; }
}

list=$(targets)
[ -n "$list" ] || die "no fuzz target is called $wanted"
failed=()
while read -r package name; do
  say "$package $name for $time"
  # One worker: what is shared, such as a database, belongs to it.
  go test -run '^$' -fuzz "^$name\$" -fuzztime "$time" -parallel 1 "$package" | { grep -v '^fuzz: elapsed: .*(0/sec)' || true; } ||
    failed+=("$package $name")
done <<<"$list"
if [ "${#failed[@]}" -gt 0 ]; then
  printf '\nFailed:\n'
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
