#!/usr/bin/env bash
# point-in-time-restore.sh: rehearses a restore to a moment. A shop sells on a Postgres that archives its write-ahead log; under that load a base backup
# is taken; later a moment is noted, and selling goes on. A second server is then restored to the moment from backup and archive alone:
# each order that a buyer had delivered by then is there and complete, none of later, and the ledger adds up; it also goes through a dump
# into an empty database, and the shop sells on it. Customers who left after the moment are there again: who they are is read from a second
# copy, of the end of the archive, and they are erased again; what had served its time at the moment is forgotten when the shop opens on the
# copy. BUYERS=3 and SECONDS_EACH=10 change the load. Everything listens on 127.0.0.1.
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"

buyers=${BUYERS:-3} each=${SECONDS_EACH:-10}
[ "$(id -u)" -eq 0 ] || die 'run this as root: the servers run as nobody'
compgen -G '/usr/lib/postgresql/*/bin/pg_verifybackup' >/dev/null || apt_get postgresql || die 'a whole PostgreSQL is missing: install it'
need redis-server 'install redis-server'
PATH="$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1):$PATH"
scripts/build.sh >&2
go build -buildvcs=false -o bin/customer ./infra/rehearsal/customer
work=$(mktemp -d "${TMPDIR:-/tmp}/roamcart-moment-XXXXXX")
chmod 755 "$work"
started=()
finish() {
  local status=$?
  trap - EXIT INT TERM
  touch "$work/stop"
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do kill -TERM "${started[i]}" 2>/dev/null && wait "${started[i]}" 2>/dev/null || true; done
  [ "$status" -eq 0 ] || tail -n 20 "$work"/*.log >&2 || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

on() { local port=$1 && shift && psql -XAtq -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U roamcart -d shop "$@"; }
address() { printf 'postgres://roamcart@127.0.0.1:%s/%s?sslmode=disable' "$1" "${2:-shop}"; }

read -r first second third redis shop again <<<"$(for _ in 1 2 3 4 5 6; do free_port; done | tr '\n' ' ')"
for folder in archive backups scripts; do install -d -o nobody "$work/$folder"; done
cp infra/backup/*.sh "$work/scripts"
chown nobody "$work"
as_nobody initdb -D "$work/data" -U roamcart -A trust -E UTF8 --locale=C --data-checksums >"$work/initdb.log"
as_nobody postgres -D "$work/data" -p "$first" -h 127.0.0.1 -k '' -c archive_mode=on \
  -c archive_command="ARCHIVE=$work/archive $work/scripts/archive.sh %p %f" -c log_statement=none >"$work/first.log" 2>&1 &
started+=($!)
until_true 'Postgres does not start' psql -XAtq -h 127.0.0.1 -p "$first" -U roamcart -d postgres -c 'create database shop'
redis-server --port "$redis" --bind 127.0.0.1 --save '' --dir "$work" >"$work/redis.log" 2>&1 &
started+=($!)

opened() { # opened NAME PORT DATABASE: a shop with its sandbox, without a renderer, on a database
  DATA_DIR=$work/$1 HOST=127.0.0.1 PORT=$2 DATABASE_URL=$3 REDIS_URL=redis://127.0.0.1:$redis SSR_URL=http://127.0.0.1:9 PAGE_WARM=false \
    APP_SECRET=moment-moment-moment-moment-moment INTERNAL_TOKEN=moment bin/sandbox >"$work/$1.log" 2>&1 &
  started+=($!)
  until_true "the shop $1 does not open" curl -fs "http://127.0.0.1:$2/readyz"
}
opened shop "$shop" "$(address "$first")"

say "$buyers buyers at once"
buy() {
  while [ ! -e "$work/stop" ]; do
    # When it was complete, by the clock of the database's machine, and its number.
    no=$(node docs/buy.mjs "http://localhost:$shop" | sed -n 's/^order //p') && printf '%s %s\n' "$(date -u +%s.%N)" "$no" >>"$work/bought"
  done
}
streams=()
for _ in $(seq "$buyers"); do
  buy 2>>"$work/buyers.log" &
  streams+=($!)
done
sleep "$each"
base=$(as_nobody env DATABASE_URL="$(address "$first" postgres)" "$work/scripts/base.sh" "$work/backups")
say "base backup under load: $(du -sh "$base" | cut -f1), verified"
sleep "$each"
for name in stays leaves; do bin/customer "http://localhost:$shop" "$(address "$first")" signup "$name@example.com"; done
# A mail of a hundred days ago; notes are kept for ninety (docs/decisions/057).
on "$first" -c "insert into notification (tenant_id, key, channel, recipient, locale, template, data, state, created_at, sent_at)
  values (20, 'rehearsal:old', 'email', 'old@example.com', 'en', 'order_paid', '{}', 'sent', now() - interval '100 days', now() - interval '100 days')"
read -r moment epoch <<<"$(on "$first" -F ' ' -c "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US+00'), extract(epoch from clock_timestamp())")"
bin/customer "http://localhost:$shop" "$(address "$first")" leave leaves@example.com
sleep "$each"
touch "$work/stop"
wait "${streams[@]}" || true
last=$(on "$first" -c 'select pg_walfile_name(pg_switch_wal())')
until_true 'the last segment does not reach the archive' test -e "$work/archive/$last"
# The first server is as good as gone: nothing below reads its data.
sold=$(on "$first" -c "select count(*) from orders")

say "restoring to $moment"
as_nobody "$work/scripts/restore_to.sh" "$base" "$work/archive" "$work/restored" "${moment/T/ }"
as_nobody postgres -D "$work/restored" -p "$second" -h 127.0.0.1 -k '' >"$work/second.log" 2>&1 &
started+=($!)
promoted() { [ "$(on "$1" -c 'select pg_is_in_recovery()')" = f ]; }
until_true 'the restored server does not open' promoted "$second"

awk -v at="$epoch" '$1 <= at { print $2 }' "$work/bought" | sort >"$work/before"
on "$second" -c "select order_no from orders where status = 'completed'" | sort >"$work/complete"
lost=$(comm -23 "$work/before" "$work/complete" | wc -l)
later=$(on "$second" -c "select count(*) from orders where created_at > '$moment'")
kept=$(wc -l <"$work/before") there=$(on "$second" -c 'select count(*) from orders')
printf '%s orders in all, %s complete before the moment, %s restored; of the former lost: %s, of later: %s\n' "$sold" "$kept" "$there" "$lost" "$later"
[ "$kept" -gt 0 ] && [ "$sold" -gt "$there" ] || die 'the load was too little to say anything'
[ "$lost" -eq 0 ] && [ "$later" -eq 0 ] || die 'the restored server is not as the first one was at the moment'
# Of the carrier it wants an address, and asks it nothing.
ops() { # ops DATABASE COMMAND...
  CARRIER_URL=http://127.0.0.1:9 CARRIER_TOKEN=moment CARRIER_WEBHOOK_SECRET=moment-moment-moment DATA_DIR=$work/audit DATABASE_URL=$1 \
    REDIS_URL=redis://127.0.0.1:$redis APP_SECRET=moment-moment-moment-moment-moment bin/roamcart ops "${@:2}"
}
audit() { ops "$1" audit; }
audit "$(address "$second")"

say 'who left after the moment, out of a copy of the end of the archive'
as_nobody "$work/scripts/restore_to.sh" "$base" "$work/archive" "$work/end" end
as_nobody postgres -D "$work/end" -p "$third" -h 127.0.0.1 -k '' >"$work/third.log" 2>&1 &
started+=($!)
until_true 'the copy of the end does not open' promoted "$third"
ops "$(address "$third")" departures --since "${moment/+00/Z}" --json >"$work/departures"
there() { on "$second" -c "select count(*) from customer where email = '$1@example.com'"; }
[ "$(there leaves)" = 1 ] || die 'the restored server does not have who left after the moment'
ops "$(address "$second")" leave-again "$work/departures" --actor rehearsal
[ "$(there leaves)" = 0 ] && [ "$(there stays)" = 1 ] || die 'not those were erased who left, or not only those'
audit "$(address "$second")"

say 'the copy through a dump, and the shop on it'
psql -XAtq -h 127.0.0.1 -p "$second" -U roamcart -d postgres -c 'create database copy'
dump=$(DATABASE_URL=$(address "$second") infra/backup/backup.sh "$work/dumps")
DATABASE_URL=$(address "$second" copy) infra/backup/restore.sh "$dump"
audit "$(address "$second" copy)"
opened copy "$again" "$(address "$second" copy)"
forgotten() { [ "$(psql -XAtq "$(address "$second" copy)" -c "select count(*) from notification where key = 'rehearsal:old'")" = 0 ]; }
[ "$(on "$second" -c "select count(*) from notification where key = 'rehearsal:old'")" = 1 ] || die 'the restored server lacks the old note'
until_true 'what has served its time stays in the copy' forgotten
node docs/buy.mjs "http://localhost:$again"
audit "$(address "$second" copy)"
