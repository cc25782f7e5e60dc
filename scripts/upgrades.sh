#!/usr/bin/env bash
# upgrades.sh: for the first version that was landed, and for each that brought a migration since: the version sells on a database of its own,
# this one migrates it, finds every order complete as before and the ledger without a finding, and sells on it. What a version has left is kept
# in bin/upgrades, so that it is built and run once. ONLY=00004,00017 tries these alone. Needs the whole history, root, Postgres and Redis.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

[ "$(id -u)" -eq 0 ] || die 'run this as root: the server runs as nobody'
compgen -G '/usr/lib/postgresql/*/bin/pg_dump' >/dev/null || apt_get postgresql || die 'a whole PostgreSQL is missing: install it'
need redis-server 'install redis-server'
PATH="$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1):$PATH"
scripts/build.sh >&2
temporary_files_in_memory
work=$(mktemp -d "${TMPDIR:-/tmp}/roamcart-upgrades-XXXXXX")
chmod 755 "$work"
mkdir -p bin/upgrades
started=() shop=''
finish() {
  local status=$?
  trap - EXIT INT TERM
  closed || true
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do kill -TERM "${started[i]}" 2>/dev/null && wait "${started[i]}" 2>/dev/null || true; done
  [ "$status" -eq 0 ] || tail -n 15 "$work"/*.log >&2 || true
  rm -rf "$work" || true
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

read -r port redis <<<"$(free_port) $(free_port)"
install -d -o nobody "$work/postgres"
as_nobody initdb -D "$work/postgres/data" -U roamcart -A trust -E UTF8 --locale=C >"$work/initdb.log"
as_nobody postgres -D "$work/postgres/data" -p "$port" -h 127.0.0.1 -k '' -c fsync=off >"$work/postgres.log" 2>&1 &
started+=($!)
redis-server --port "$redis" --bind 127.0.0.1 --save '' --dir "$work" >"$work/redis.log" 2>&1 &
started+=($!)
on() { psql -XAtq -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U roamcart "$@"; }
until_true 'Postgres does not start' on -d postgres -c 'select 1'
until_true 'Redis does not start' redis-cli -p "$redis" ping

# opened FOLDER DATABASE PROGRAM...: starts a shop with its sandbox and without a renderer, in a folder with its sources; $shop is its port
opened() {
  local folder=$1 database=$2
  shift 2
  shop=$(free_port)
  redis-cli -p "$redis" flushall >/dev/null
  (cd "$folder" && exec env DATA_DIR="$work/data" HOST=127.0.0.1 PORT="$shop" DATABASE_URL="$(address "$database")" REDIS_URL="redis://127.0.0.1:$redis" \
    SSR_URL=http://127.0.0.1:9 PAGE_WARM=false APP_SECRET=upgrades-upgrades-upgrades-upgrades INTERNAL_TOKEN=upgrades-upgrades-upgrades-upgrades \
    "$@") >"$work/shop.log" 2>&1 &
  program=$!
  until_true "the shop on $database does not open" curl -fs "http://127.0.0.1:$shop/readyz"
}
closed() {
  [ -n "$shop" ] || return 0
  shop=''
  kill -TERM "$program" && wait "$program" || true
  rm -rf "$work/data"
}
address() { printf 'postgres://roamcart@127.0.0.1:%s/%s?sslmode=disable' "$port" "$1"; }

# left COMMIT: builds the version and has it sell; bin/upgrades/COMMIT.dump is what it leaves
left() {
  local commit=$1 source=$work/source buy=docs/buy.mjs
  rm -rf "$source"
  mkdir "$source"
  git archive "$commit" | tar -x -C "$source"
  # The pages are not asked for; that they were built is.
  ln -s "$PWD/ssr/dist" "$source/ssr/dist"
  (cd "$source" && GOFLAGS='' go build -trimpath -buildvcs=false -o bin/roamcart ./bff)
  # Since it is a program of its own, the sandbox starts the shop.
  local start=(bin/roamcart run)
  if [ -f "$source/bff/sandbox/main.go" ]; then
    (cd "$source" && GOFLAGS='' go build -trimpath -buildvcs=false -o bin/sandbox ./bff/sandbox)
    start=(bin/sandbox)
  fi
  # The first versions had no such program; what it calls was there.
  [ -f "$source/$buy" ] || git show "$(git log --diff-filter=A --format=%H -- "$buy" | tail -n 1):$buy" >"$source/buy.mjs"
  [ -f "$source/$buy" ] || buy=buy.mjs
  on -d postgres -c "create database old"
  opened "$source" old "${start[@]}"
  for _ in 1 2 3; do node "$source/$buy" "http://127.0.0.1:$shop" >"$work/buyer.log" 2>&1 || die "nobody can buy at $commit"; done
  closed
  pg_dump -Fc "$(address old)" -f "bin/upgrades/$commit.part"
  mv "bin/upgrades/$commit.part" "bin/upgrades/$commit.dump"
  on -d postgres -c "drop database old"
  rm -rf "$source"
}

audit() {
  CARRIER_URL=http://127.0.0.1:9 CARRIER_TOKEN=upgrades CARRIER_WEBHOOK_SECRET=upgrades-upgrades-upgrades DATA_DIR=$work/audit DATABASE_URL=$(address "$1") \
    APP_SECRET=upgrades-upgrades-upgrades-upgrades bin/roamcart ops audit
}
complete() { on -d new -c "select order_no || ' ' || order_total || ' ' || currency from orders where status = 'completed' order by order_no"; }

migrations() { git ls-tree "$1" db/migrations/ | sed -n 's|^.* \([0-9a-f]*\)\t.*/\(0.*\.sql\)$|\2 \1|p'; } # of a commit, with what they hold
all=$(migrations HEAD)
mapfile -t commits < <(git log --first-parent --reverse --format=%H)
# version FILE: the first version that had the migration, and all before it, as they are today: branches have changed theirs until they were
# landed, and some were landed together, in another order
version() {
  local added commit at='' had
  added=$(git log -m --first-parent --diff-filter=A --format=%H -- "$1" | tail -n 1)
  for commit in "${commits[@]}"; do
    [ "$commit" != "$added" ] || at=1
    [ -n "$at" ] || continue
    had=$(migrations "$commit")
    if [ "$had" = "$(head -n "$(wc -l <<<"$had")" <<<"$all")" ]; then
      printf '%s\n' "$commit"
      return 0
    fi
  done
  [ -z "$added" ] || die "no version has $1 and all before it"
  die "this clone does not have the commit that brought $1: git fetch --unshallow, or commit it"
}

tried=0
declare -A seen
for file in db/migrations/0*.sql; do
  name=$(basename "$file" .sql)
  [[ -z "${ONLY:-}" || ",$ONLY," == *",${name%%_*},"* ]] || continue
  commit=$(version "$file")
  # One that brought several is one version.
  [ -z "${seen[$commit]:-}" ] || continue
  seen[$commit]=1
  [ -f "bin/upgrades/$commit.dump" ] || left "$commit"
  on -d postgres -c 'create database new'
  pg_restore --exit-on-error --no-owner -d "$(address new)" "bin/upgrades/$commit.dump"
  # The sandbox is no part of the shop: its tables are those of the version that runs.
  on -d new -c 'drop schema if exists sandbox cascade' 2>/dev/null
  complete >"$work/before"
  [ "$(wc -l <"$work/before")" -eq 3 ] || die "$name: the version has not sold three eSIMs"
  DATABASE_URL=$(address new) bin/roamcart migrate >"$work/migrate.log" 2>&1 || die "$name: the database is not brought to this version"
  complete >"$work/after"
  cmp -s "$work/before" "$work/after" || die "$name: orders have changed: $(diff "$work/before" "$work/after")"
  audit new >"$work/audit.log" || die "$name: the ledger does not add up"
  opened . new bin/sandbox
  node docs/buy.mjs "http://127.0.0.1:$shop" >"$work/buyer.log" 2>&1 || die "$name: nobody can buy on the database"
  closed
  audit new >"$work/audit.log" || die "$name: the ledger does not add up after a purchase"
  [ "$(complete | wc -l)" -eq 4 ] || die "$name: not all orders are complete"
  on -d postgres -c 'drop database new'
  tried=$((tried + 1))
  printf '%s (%s): upgraded, 3 orders as before, sells\n' "$name" "${commit:0:8}"
done
[ "$tried" -gt 0 ] || die "no migration is called ${ONLY:-anything}"
say "$tried versions upgraded"
