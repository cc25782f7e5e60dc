#!/usr/bin/env bash
# generated.sh write|check: `make generate` notes what the generators read and wrote in shared/generated.sum; `make test` fails
# when either has changed since. Running the generators to compare takes half a minute on a machine that has to build them.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

sum() {
  {
    {
      find bff shared/openapi.yaml -type f \( -name '*.gen.go' -o -name openapi.yaml -o -path 'bff/api/gen/*.yaml' \
        -o -path 'bff/api/gen/generate.go' -o -path 'bff/api/gen/flags/*.go' \) -print0
      printf '%s\0' ssr/app/gw/schema.d.ts scripts/contract.mjs .prettierrc.json
    } | digest
    grep -E '"(openapi-typescript|prettier|yaml|generate:types)":' package.json
  } | node -e 'process.stdout.write(require("crypto").createHash("sha256").update(require("fs").readFileSync(0)).digest("hex") + "\n")'
}

case "${1:-}" in
write) sum >shared/generated.sum ;;
check)
  [ "$(sum)" = "$(cat shared/generated.sum)" ] || die 'generated code is stale or was edited by hand: run make generate and commit'
  ;;
*) die 'usage: scripts/generated.sh write|check' ;;
esac
