#!/usr/bin/env bash
# Finds mistakes without running anything.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${GO_PACKAGES:?run this through make lint}" "${STATICCHECK:?run this through make lint}" "${DEPGUARD:?run this through make lint}"
read -ra packages <<<"$GO_PACKAGES"
failed=0

# Runs the TypeScript checks in parallel with those of Go.
typescript() {
  local wrong=0
  npm run --silent lint || wrong=1
  npm run --silent typecheck || wrong=1
  return "$wrong"
}
found=$(mktemp)
trap 'rm -f "$found"' EXIT
typescript >"$found" 2>&1 &
beside=$!

# Built before GO_CHECK_FLAGS apply, which are for what is checked.
staticcheck=$(go_tool "$STATICCHECK")
depguard=$(go_tool "$DEPGUARD")
(
  # The flags of the tests that come next: what is compiled here is not compiled again.
  export GOFLAGS="${GOFLAGS:-} ${GO_CHECK_FLAGS:-}"
  go vet -tags built,nodynamic "${packages[@]}" && "$staticcheck" -tags built,nodynamic "${packages[@]}"
) || failed=1
"$depguard" "${packages[@]}" || failed=1
scripts/licences.sh || failed=1
node --test --test-reporter=spec infra/k8s scripts/*.test.mjs || failed=1
wait "$beside" || failed=1
cat "$found"
exit "$failed"
