# Helpers that the other scripts source.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\033[1m==>\033[0m %s\n' "$*"; }

die() {
  printf 'roamcart: %s\n' "$*" >&2
  exit 1
}

need() { command -v "$1" >/dev/null 2>&1 || die "$1 is missing: $2"; }

# alone: from here on no other script installs or builds in this folder; it waits for one that does. Without flock (macOS)
# nobody is waited for.
alone() {
  [ -z "${ROAMCART_ALONE:-}" ] && command -v flock >/dev/null 2>&1 || return 0
  mkdir -p bin
  exec 9>bin/.alone
  flock -n 9 || { say 'waiting for another build in this folder' && flock 9; }
  export ROAMCART_ALONE=1
}

# digest: one hash over the names and contents of the files whose NUL-ended names it reads
digest() {
  local sum=(shasum -a 256) # macOS
  command -v sha256sum >/dev/null 2>&1 && sum=(sha256sum)
  LC_ALL=C sort -z | xargs -0 "${sum[@]}" | "${sum[@]}" | cut -c1-64
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# until_true TITLE COMMAND...: waits for a minute at most until the command succeeds, and dies with the title
until_true() {
  local title=$1
  shift
  for _ in $(seq 300); do
    "$@" >/dev/null 2>&1 && return 0
    sleep 0.2
  done
  die "$title"
}

# as_nobody COMMAND...: Postgres does not run as root. In the background its process is the command's, so that a signal reaches it.
as_nobody() {
  local run=(setpriv --reuid nobody --regid nogroup --clear-groups "$@")
  if [ "$BASHPID" = "$$" ]; then "${run[@]}"; else exec "${run[@]}"; fi
}

# apt_get PACKAGE...: installs Debian packages; fails where nobody may, or elsewhere
apt_get() {
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  say "installing $*"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# chromium [NAME]: the path of the browser, of the one of that name if there is a choice; by default the one without a window
chromium() {
  local name
  for name in "${CHROMIUM_PATH:-}" "${1:-chromium-headless-shell}" chromium chromium-browser google-chrome chromium-headless-shell; do
    # type -P, because this function has the name of a program.
    if [ -n "$name" ] && type -P "$name"; then return 0; fi
  done
  return 1
}

# chinese_font: installs a font with Chinese characters, as every phone has one. Without one a browser searches all its fonts for each
# character: rendering becomes too slow for the tests, and screenshots show boxes.
chinese_font() {
  case "$(uname -s)" in Linux) ;; *) return 0 ;; esac
  [ -z "$(fc-list :lang=zh-cn family 2>/dev/null)" ] || return 0
  apt_get fonts-noto-cjk || say 'going on without a Chinese font: Chinese pages show boxes and are drawn more slowly'
}

# temporary_files_in_memory: puts what tests write for a moment, their databases above all, into memory where there is room
temporary_files_in_memory() {
  local free
  [ -z "${TMPDIR:-}" ] && [ -d /dev/shm ] && [ -w /dev/shm ] || return 0
  free=$(df -Pk /dev/shm | awk 'NR == 2 {print $4}')
  [ "$free" -gt 3000000 ] || return 0 # in kB
  export TMPDIR=/dev/shm
}

# go_tool MODULE/PROGRAM@VERSION: builds a program into bin/tools, under its name and version, and prints its path.
go_tool() {
  local path="bin/tools/${1##*/}"
  [ -x "$path" ] || {
    GOBIN=$PWD/bin/tools go install "$1"
    mv "${path%@*}" "$path"
  }
  echo "$path"
}
