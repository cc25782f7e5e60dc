#!/usr/bin/env bash
# previous.sh: builds the version that db/migrations/previous.txt names, once, and prints the path of its program.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

commit=$(grep -v '^#' db/migrations/previous.txt)
git cat-file -e "$commit^{commit}" 2>/dev/null ||
  die "db/migrations/previous.txt names $commit, which this clone does not have: git fetch --unshallow"
program=$PWD/bin/previous/$commit/roamcart
if [ ! -x "$program" ]; then
  source=$(mktemp -d)
  trap 'rm -rf "$source"' EXIT
  git archive "$commit" | tar -x -C "$source"
  # The flags of scripts/build.sh: packages that have not changed since are not compiled again.
  (cd "$source" && go build -trimpath -buildvcs=false -o "$program.new" ./bff)
  mv "$program.new" "$program"
fi
printf '%s\n' "$program"
