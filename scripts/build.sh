#!/usr/bin/env bash
# Builds what `bin/sandbox` needs; each step only when its inputs have changed.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need go 'install Go 1.26 or newer'
alone
scripts/deps.sh

stamp=ssr/dist/.inputs
inputs() {
  find ssr/app ssr/server ssr/vite shared -type f ! -name '*.test.*' -print0
  find . -maxdepth 1 -type f \( -name package-lock.json -o -name package.json -o -name 'tsconfig*.json' \) -print0
  find ssr -maxdepth 1 -type f -print0
}
want=$(inputs | digest)
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$want" ]; then
  say 'building the pages'
  rm -f "$stamp"
  npm run --silent build
  printf '%s\n' "$want" >"$stamp"
fi

stamp=studio/dist/.inputs
inputs() {
  find studio/src ssr/app shared -type f ! -name '*.test.*' -print0
  find . -maxdepth 1 -type f \( -name package-lock.json -o -name package.json -o -name 'tsconfig*.json' \) -print0
  find studio ssr -maxdepth 1 -type f -print0
}
want=$(inputs | digest)
if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$want" ]; then
  say 'building the Studio'
  rm -f "$stamp"
  npm run --silent build:studio
  printf '%s\n' "$want" >"$stamp"
fi

[ -x bin/roamcart ] || say 'building the shop (the first time takes a minute or two)'
go build -buildvcs=false -trimpath -o bin/ ./bff/sandbox
go build -buildvcs=false -trimpath -tags=nodynamic -o bin/roamcart ./bff
