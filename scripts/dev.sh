#!/usr/bin/env bash
# The shop for people who change it: pages reload by themselves, Go is built and
# started again when a file of it changes. Ctrl-C stops all of it.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need go 'install Go 1.26 or newer'
scripts/deps.sh
mkdir -p bin

port=${PORT:-8080}
renderer_port=$(free_port)
INTERNAL_TOKEN=${INTERNAL_TOKEN:-$(node -e 'console.log(require("crypto").randomBytes(24).toString("hex"))')}
export INTERNAL_TOKEN
shop='' renderer='' studio=''

stop_shop() {
  [ -n "$shop" ] || return 0
  kill -TERM "$shop" 2>/dev/null || true
  wait "$shop" 2>/dev/null || true
  shop=''
}

leave() {
  trap - INT TERM EXIT
  stop_shop
  [ -z "$renderer" ] || kill -TERM "$renderer" 2>/dev/null || true
  [ -z "$studio" ] || kill -TERM "$studio" 2>/dev/null || true
  wait 2>/dev/null || true
  exit "${1:-0}"
}
trap 'leave 130' INT
trap 'leave 143' TERM
trap 'leave $?' EXIT

start_shop() {
  if go build -buildvcs=false -tags=nodynamic -o bin/roamcart-dev ./bff && go build -buildvcs=false -o bin/sandbox-dev ./bff/sandbox; then
    stop_shop
    SSR_URL="http://127.0.0.1:$renderer_port" PORT=$port SHOP_PROGRAM=bin/roamcart-dev bin/sandbox-dev &
    shop=$!
  else
    say 'it does not build; the last version that did goes on'
  fi
}

sources() { find bff db shared \( -name '*.go' -o -name '*.sql' -o -name '*.json' -o -name '*.md' -o -name '*.yaml' \) -newer bin/.dev -print -quit; }

[ -f studio/dist/index.html ] || npm run --silent build:studio
npm run --silent build:studio -- --watch &
studio=$!

say "pages on an internal port, $renderer_port"
SSR_HOST=127.0.0.1 SSR_PORT=$renderer_port BFF_URL="http://127.0.0.1:$port" node ssr/dev.mjs &
renderer=$!
touch bin/.dev
start_shop
while kill -0 "$renderer" 2>/dev/null; do
  sleep 1
  changed=$(sources)
  if [ -n "$changed" ]; then
    touch bin/.dev
    say "$changed changed"
    start_shop
  fi
done
die 'the renderer has stopped'
