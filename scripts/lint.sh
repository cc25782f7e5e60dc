#!/usr/bin/env bash
# Finds mistakes without running anything.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${GO_PACKAGES:?run this through make lint}" "${STATICCHECK:?run this through make lint}"
read -ra packages <<<"$GO_PACKAGES"
failed=0
# The flag of scripts/build.sh, so that nothing is compiled twice.
export GOFLAGS=-trimpath
go vet -tags built "${packages[@]}" || failed=1
go run "$STATICCHECK" -tags built "${packages[@]}" || failed=1
npm run --silent lint || failed=1
npm run --silent typecheck || failed=1
exit "$failed"
