#!/usr/bin/env bash
# Pictures of every page kind, in both languages, at three widths, in ssr/e2e/screenshots:
# of the shop at E2E_URL, or of a fresh one that is stopped afterwards. SCRIPTS=off: as browsers without JavaScript show them.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

config=ssr/e2e/screenshots.config.ts
rm -rf ssr/e2e/screenshots
chinese_font
if [ -n "${E2E_URL:-}" ]; then
  scripts/deps.sh
  npm run --silent test:e2e -- --config "$config" "$@"
else
  scripts/e2e.sh --config "$config" "$@"
fi
say "pictures are in ssr/e2e/screenshots"
