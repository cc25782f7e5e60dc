# `make run` starts the whole shop; `make test` is what CI runs.
SHELL := bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

GO_PACKAGES := ./bff/... ./db/... ./infra/... ./shared/...
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
TOXIPROXY := github.com/Shopify/toxiproxy/v2/cmd/server@v2.5.0
DEPGUARD := github.com/OpenPeeDeeP/depguard/v2/cmd/depguard@v2.2.1
# With -trimpath a clone in another folder finds what was compiled in the first.
# nodynamic: images are encoded by what is in the program, never by a library of the system, so that the program stays static.
GOFLAGS += -trimpath -buildvcs=false -tags=nodynamic
STRIPE_MOCK := github.com/stripe/stripe-mock@v0.203.0
COMPOSE := github.com/compose-spec/compose-go/v2/cmd@v2.16.2
export COMPOSE STRIPE_MOCK GO_PACKAGES STATICCHECK DEPGUARD TOXIPROXY GOFLAGS

.PHONY: help run dev build test test-fast faults rolling failover journeys fuzz bench scale soak screenshots images restore upgrades generate fmt lint sbom clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## start the shop with everything it needs; PORT, DATA_DIR, DATABASE_URL ... change the defaults
	@MIGRATE=$${MIGRATE:-true} exec bin/sandbox

dev: ## the same shop with hot reload of the pages and restart on changes in Go
	@exec scripts/dev.sh

build: ## install what is missing, build the pages, bin/roamcart and bin/sandbox
	@scripts/build.sh

test: ## format, lint, generated code, Go, Jest and browser tests
	@exec scripts/test.sh

test-fast: ## before each commit: the same without race detector and browser, and only Go tests of what has changed
	@exec scripts/test.sh fast

faults: ## break everything around a running shop while shoppers buy, then account for all; SEED=…: again, ONLY=redis-kill: these faults
	@exec scripts/faults.sh

rolling: ## replace each process of a shop, one after the other, under 200 requests/s: none may fail
	@exec scripts/faults.sh rolling

failover: ## kill nodes of Postgres under Patroni and of Redis under Sentinel while shoppers buy, then account for all
	@exec scripts/faults.sh failover

journeys: ## the browser tests over a replicated Postgres and Redis, which fail over between their halves
	@exec scripts/faults.sh journeys

fuzz: ## look for inputs that break a property; FUZZTIME=60s: per target, NAME=Webhook: these targets
	@exec scripts/fuzz.sh

bench: ## measure the shop; ROWS=cached,cart: these rows, FULL=1: longer, memory and another shop too, JSON=1: for machines
	@exec scripts/bench.sh $(if $(JSON),--json)

scale: ## orders a second of one, two and more processes of the shop, each with a share of a processor; two have to do 1.7 times as many
	@ROWS=scale STRICT=1 exec scripts/bench.sh

soak: ## 20 minutes of mixed load: memory, goroutines and connections have to stay flat; SOAK=5m, SOAK_RATE=8 (visits a second)
	@ROWS=soak STRICT=1 exec scripts/bench.sh

screenshots: ## pictures of every page into ssr/e2e/screenshots, of the shop at E2E_URL or of a fresh one
	@exec scripts/screenshots.sh

images: ## build the container images without an engine, and run them as production does
	@exec scripts/images.sh

restore: ## take a base backup while the shop sells, restore to a moment, and check the ledger
	@exec infra/rehearsal/point-in-time-restore.sh

upgrades: ## each version that brought a migration sells, this one takes its database over and sells on; ONLY=00004: these alone
	@exec scripts/upgrades.sh

generate: ## code from shared/openapi.yaml, for Go and TypeScript
	@scripts/deps.sh
	go generate $(GO_PACKAGES)
	npm run --silent generate:types
	@scripts/generated.sh write

fmt: ## format every file
	@scripts/deps.sh
	gofmt -w $$(go list -tags built,nodynamic -f '{{.Dir}}' $(GO_PACKAGES))
	npm run --silent format

lint: ## vet, staticcheck, layers of packages, licences, oxlint, types
	@scripts/deps.sh
	@scripts/lint.sh

sbom: ## list what the shop is made of, as CycloneDX in bin/sbom
	@scripts/sbom.sh

clean: ## remove what was built, and the test database server; the shop's data stays
	@scripts/testserver.sh stop
	rm -rf bin ssr/dist studio/dist coverage ssr/e2e/results ssr/e2e/report ssr/e2e/screenshots node_modules/.roamcart-installed
