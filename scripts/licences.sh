#!/usr/bin/env bash
# Fails when something that the shop is made of has a licence that nobody has agreed to; scripts/licences.mjs has the list.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./bff | sort -u | node scripts/licences.mjs "$@"
