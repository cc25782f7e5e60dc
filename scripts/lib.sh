# Sourced by the other scripts: where the project is, and what to say.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\033[1m==>\033[0m %s\n' "$*"; }

die() {
  printf 'roamcart: %s\n' "$*" >&2
  exit 1
}

need() { command -v "$1" >/dev/null 2>&1 || die "$1 is missing: $2"; }

# digest: one hash over the names and contents of the files whose NUL-ended names it reads
digest() {
  local sum=(shasum -a 256) # macOS
  command -v sha256sum >/dev/null 2>&1 && sum=(sha256sum)
  LC_ALL=C sort -z | xargs -0 "${sum[@]}" | "${sum[@]}" | cut -c1-64
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}
