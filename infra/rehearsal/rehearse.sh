#!/usr/bin/env bash
# rehearse.sh: two replicas behind haproxy, which looks at /readyz each second, sends nothing a second time and nothing elsewhere.
# While 200 cached pages a second are asked for, first both replicas are exchanged one after the other, then Postgres stops for 30
# seconds without closing a connection. Prints how many requests failed. Everything listens on 127.0.0.1. RATE=200 and PAUSE=30
# change the figures.
source "$(dirname "${BASH_SOURCE[0]}")/../../scripts/lib.sh"

rate=${RATE:-200} pause=${PAUSE:-30}
command -v haproxy >/dev/null 2>&1 || apt_get haproxy || die 'haproxy is missing: install it'
need redis-server 'install redis-server'
scripts/build.sh >&2
data=$(mktemp -d "${TMPDIR:-/tmp}/roamcart-rehearsal-XXXXXX")
chmod 755 "$data" # the database may run as another user
started=() load='' postgres=''

finish() {
  local status=$?
  trap - EXIT INT TERM
  [ -z "$postgres" ] || signal_postgres CONT || true
  # The one that holds the database is first and stops last.
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do
    kill -TERM "${started[i]}" 2>/dev/null && wait "${started[i]}" 2>/dev/null || true
  done
  [ "$status" -eq 0 ] || tail -n 20 "$data"/*.log >&2 || true
  rm -rf "$data"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# signal_postgres NAME: sends a signal to the database server and every process of it.
signal_postgres() {
  local server
  server=$(head -n 1 "$postgres/postmaster.pid")
  kill "-$1" "$server" $(ps -o pid= --ppid "$server")
}

# ready PORT: waits until a program takes requests, and has its pages at hand.
ready() {
  for _ in $(seq 600); do
    if curl -fs "http://127.0.0.1:$1/readyz" | awk '/pages warm/ { split($0, n, /[^0-9]+/); full = n[2] > 0 && n[2] == n[3] } /^ok/ { ok = 1 } END { exit !(ok && (full || '"${2:-1}"' == 0)) }'; then
      return 0
    fi
    kill -0 "${started[-1]}" 2>/dev/null || die "the program at port $1 has ended"
    sleep 0.2
  done
  die "nothing is ready at port $1"
}

redis_port=$(free_port)
redis-server --port "$redis_port" --bind 127.0.0.1 --save '' --dir "$data" >"$data/redis.log" 2>&1 &
started+=($!)
# A shop without a renderer, in a sandbox that holds the database and everything else. It is not behind the balancer.
holder=$(free_port)
export APP_SECRET=rehearsal-rehearsal-rehearsal-rehearsal INTERNAL_TOKEN=rehearsal
DATA_DIR=$data/holder HOST=127.0.0.1 PORT=$holder REDIS_URL=redis://127.0.0.1:$redis_port SSR_URL=http://127.0.0.1:9 PAGE_WARM=false \
  bin/sandbox >"$data/holder.log" 2>&1 &
started+=($!)
ready "$holder" 0
postgres=$data/holder/postgres/data
mapfile -t pidfile <"$postgres/postmaster.pid"
database="postgres://roamcart@localhost/roamcart?host=${pidfile[4]}&port=${pidfile[3]}&sslmode=disable"

ports=("$(free_port)" "$(free_port)")
replicas=()
replica() { # replica 0|1
  # Everything else is as for the sandbox's own shop.
  env $(grep -v -e ^DATABASE_URL= -e ^DATA_DIR= -e ^SSR_URL= -e ^PAGE_WARM= "$data/holder/shop.env") DATA_DIR=$data/replica$1 HOST=127.0.0.1 \
    PORT=${ports[$1]} DATABASE_URL="$database" SHUTDOWN_DELAY=4s bin/roamcart run >>"$data/replica$1.log" 2>&1 &
  replicas[$1]=$!
  started+=($!)
  ready "${ports[$1]}"
}
balancer=$(free_port)
cat >"$data/haproxy.cfg" <<CONFIG
global
  maxconn 4096
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 1s
  retries 0
listen shop
  bind 127.0.0.1:$balancer
  option httpchk GET /readyz
  default-server check inter 1s fall 1 rise 1
  server one 127.0.0.1:${ports[0]}
  server two 127.0.0.1:${ports[1]}
CONFIG
say 'starting two replicas'
replica 0
replica 1
haproxy -f "$data/haproxy.cfg" >"$data/haproxy.log" 2>&1 &
started+=($!)
sleep 3 # its first checks

measured() { # measured TITLE COMMAND...: asks for pages while the command runs
  local title=$1
  shift
  node infra/rehearsal/load.mjs "http://127.0.0.1:$balancer" "$rate" >"$data/result" &
  load=$!
  sleep 3
  "$@"
  sleep 3
  kill -TERM "$load"
  wait "$load"
  printf '%s: %s\n' "$title" "$(cat "$data/result")"
}

exchange() {
  for n in 0 1; do
    kill -TERM "${replicas[$n]}"
    wait "${replicas[$n]}" || die "replica $n did not stop by itself"
    replica "$n"
    sleep 3 # the balancer sees it
  done
}

without_postgres() {
  signal_postgres STOP
  sleep "$pause"
  signal_postgres CONT
}

nothing() { sleep 10; }

measured 'nothing happens' nothing
measured 'both replicas are exchanged, one after the other' exchange
measured "Postgres stops for $pause s" without_postgres
