#!/usr/bin/env bash
# Finds mistakes without running anything.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${GO_PACKAGES:?run this through make lint}" "${STATICCHECK:?run this through make lint}" "${DEPGUARD:?run this through make lint}"
read -ra packages <<<"$GO_PACKAGES"
failed=0
# tool MODULE@VERSION: builds a program into bin/tools, under its name and version, and prints its path.
tool() {
  local path="bin/tools/${1##*/}"
  [ -x "$path" ] || {
    GOBIN=$PWD/bin/tools go install "$1"
    mv "${path%@*}" "$path"
  }
  echo "$path"
}

# Built before GO_CHECK_FLAGS apply, which are for what is checked.
staticcheck=$(tool "$STATICCHECK")
depguard=$(tool "$DEPGUARD")
(
  # The flags of the tests that come next: what is compiled here is not compiled again.
  export GOFLAGS="${GOFLAGS:-} ${GO_CHECK_FLAGS:-}"
  go vet -tags built "${packages[@]}" && "$staticcheck" -tags built "${packages[@]}"
) || failed=1
"$depguard" "${packages[@]}" || failed=1
npm run --silent lint || failed=1
npm run --silent typecheck || failed=1
exit "$failed"
