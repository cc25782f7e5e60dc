#!/usr/bin/env bash
# Fails when a dependency of the shop has a licence that is not accepted; scripts/licences.mjs has the list.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./bff | sort -u | node scripts/licences.mjs "$@"
