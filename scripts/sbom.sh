#!/usr/bin/env bash
# Writes the bill of materials as CycloneDX JSON to bin/sbom: the Go modules of the program, and the npm packages of renderer and Studio
# that are shipped. Fails on a licence that is not accepted.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

CYCLONEDX=${CYCLONEDX:-github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0}
scripts/licences.sh
scripts/deps.sh
mkdir -p bin/sbom
# What a built program says of itself is what it is made of. Licences are checked above; the tool would guess them from the texts.
go build -o bin/sbom/roamcart ./bff
"$(go_tool "$CYCLONEDX")" bin -json -version "$(git rev-parse --short HEAD 2>/dev/null || echo unknown)" \
  -output bin/sbom/program.cdx.json bin/sbom/roamcart
rm bin/sbom/roamcart
grep -o 'Known holes were last looked for on [0-9-]*' docs/security.md
npm sbom --sbom-format cyclonedx --sbom-type application --omit dev >bin/sbom/pages.cdx.json
node -e '
  for (const file of process.argv.slice(1)) {
    const { bomFormat, specVersion, components } = JSON.parse(require("fs").readFileSync(file, "utf8"));
    if (bomFormat !== "CycloneDX" || !(components?.length > 0)) throw new Error(`${file} lists nothing`);
    console.log(`${file}: ${bomFormat} ${specVersion}, ${components.length} components`);
  }' bin/sbom/program.cdx.json bin/sbom/pages.cdx.json
