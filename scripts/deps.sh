#!/usr/bin/env bash
# Installs the npm packages when package-lock.json has changed since the last time.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need node 'install Node 20.19 or newer'
need npm 'it comes with Node'
alone
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  die "Node $(node --version) is too old: 20.19 or newer is needed"

stamp=node_modules/.roamcart-installed
want="$(printf '%s\0' package-lock.json | digest) $(node --version) $(uname -sm)"
if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ]; then
  exit 0
fi
say 'installing npm packages'
npm ci --no-audit --no-fund --loglevel=error
printf '%s\n' "$want" >"$stamp"
