# ETLD. `make` or `make help` explains every target.
SHELL := /bin/bash
.DEFAULT_GOAL := help

CONTRACTS := internal/infra/chain/contracts
# With what is embedded: statements, texts, pictures.
GO_SOURCES := $(shell find cmd internal -name node_modules -prune -o -type f ! -name '*_test.go' ! -path '*/testdata/*' -print) web/embed.go go.mod go.sum
WEB_SOURCES := $(shell find web \( -name node_modules -o -path web/dist -o -path web/e2e \) -prune -o -type f ! -name '*.go' ! -name '*.md' -print)
# One way to build, so that nothing is compiled twice. The profile is the program's
# alone: tests would be compiled once for each of them with it.
BUILD := -trimpath -tags=nodynamic
# `make check` vets; tests are linked without what debuggers alone read, which takes
# half of the linker's time.
TEST := $(BUILD) -vet=off -ldflags=-w
WITH_POSTGRES := go run $(BUILD) ./internal/infra/sqldb/dbtest/withpostgres
DATA ?= data/demo
LISTEN ?= 0.0.0.0:8080
# What `make quick` compares with, and how often `make steady` repeats.
BASE ?= main
N ?= 10
# Tests that this machine does not permit add a line here (internal/base/skip).
SKIPPED := $(CURDIR)/bin/skipped-tests

.PHONY: help
help: ## explain the targets
	@grep -hE '^[a-z][a-z0-9/-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9\/-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

## Set-up. Each stamp is renewed when what it was made from changes.

$(CONTRACTS)/node_modules/.stamp: $(CONTRACTS)/package-lock.json | programs
	@echo "Installing the contracts' packages, about 10 s …"
	@cd $(CONTRACTS) && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

tools/programs/node_modules/.stamp: tools/programs/package-lock.json | programs
	@echo "Installing the programs that tests use beside ours …"
	@cd tools/programs && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/node_modules/.stamp: web/package-lock.json | programs
	@echo "Installing the web's packages, about 20 s …"
	@cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/player/index.html: web/node_modules/.stamp $(WEB_SOURCES) api/openapi.json api/operator.json
	@echo "Building the web apps, about 10 s …"
	@cd web && npm run --silent build

bin/etld: web/dist/player/index.html $(GO_SOURCES) | programs
	@echo "Building bin/etld; the first time about 2 minutes, with the modules it needs, later about 10 s …"
	@go build $(BUILD) -o $@ ./cmd/etld

bin/golangci-lint: tools/go.mod tools/go.sum | programs
	@echo "Building the lint of the server, about 2 minutes, and only once …"
	@cd tools && go build -o ../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

.PHONY: programs
programs: # what has to be there for a build
	@test/programs.sh

.PHONY: system
system: | programs # programs of the operating system that the tests need
	@test/system.sh

## Everyday

.PHONY: build
build: bin/etld ## build bin/etld with the web app inside

.PHONY: run
run: bin/etld $(CONTRACTS)/node_modules/.stamp ## start the demo world and print its address
	bin/etld demo --data-dir $(DATA) --listen $(LISTEN)

.PHONY: fresh
fresh: bin/etld $(CONTRACTS)/node_modules/.stamp ## the same with an empty demo world
	bin/etld demo --data-dir $(DATA) --listen $(LISTEN) --fresh

.PHONY: dev
dev: bin/etld web/node_modules/.stamp $(CONTRACTS)/node_modules/.stamp ## demo world plus the web app with live reload on port 5173
	bin/etld demo --data-dir $(DATA) --listen 127.0.0.1:8080 & server=$$!; trap "kill $$server" EXIT; cd web && npm run dev

## Tests

.PHONY: quick
quick: web/dist/player/index.html ## what changed since BASE (main): SQLite only, no chain, no browser; at most 3 minutes
	@go run $(BUILD) ./test/run quick $(BASE)

.PHONY: test
test: system ## everything that CI runs, and at the end one line of what passed; 30 to 50 minutes
	@go run $(BUILD) ./test/run phases check test/go test/web e2e

.PHONY: test/all
test/all: system ## the same with every look, whole random lives and the long simulation; before a release
	@ETLD_TEST_LONG=1 ETLD_LOOKS=all go run $(BUILD) ./test/run phases check test/go test/web e2e sim

.PHONY: steady
steady: system ## the browser tests and those with processes, N times, with a table of what was not green each time
	@ETLD_TRACE=all go run $(BUILD) ./test/run steady $(N)

# The web's part has one thread, and leaves a processor to the server's. Both end, and
# each is shown when it does.
.PHONY: check
check: web/node_modules/.stamp web/dist/player/index.html bin/golangci-lint tools/programs/node_modules/.stamp ## formatting, tidy modules, vet, types, lint, new migrations
	@$(MAKE) --no-print-directory --jobs=2 --keep-going --output-sync check/go check/web

.PHONY: check/go
check/go: web/dist/player/index.html bin/golangci-lint tools/programs/node_modules/.stamp ## the server's part of it
	@files=$$(gofmt -l cmd internal test web/*.go); test -z "$$files" || { echo "not formatted: $$files"; exit 1; }
	go mod tidy -diff
	go vet -pgo=off $(BUILD) ./...
	GOFLAGS="$$(go env GOFLAGS) $(BUILD) -pgo=off" bin/golangci-lint run ./...
	go run $(BUILD) ./test/migrations

.PHONY: check/web
check/web: web/node_modules/.stamp ## the web's part of it
	cd web && npm run --silent format:check && npm run --silent typecheck && npm run --silent lint

# The packages that wait for a chain stand first and leave the processors to the others.
.PHONY: test/go
test/go: system bin/etld $(CONTRACTS)/node_modules/.stamp tools/programs/node_modules/.stamp ## server tests on SQLite, PostgreSQL and a local chain
	@mkdir -p $(dir $(SKIPPED)) && rm -f $(SKIPPED)
	@ETLD_TEST_COMPLETE=1 ETLD_TEST_SKIPPED=$(SKIPPED) ETLD_PROGRAM=$(CURDIR)/bin/etld $(WITH_POSTGRES) go run $(BUILD) ./test/run go $(TEST) -p 4 -timeout $(if $(ETLD_TEST_LONG),90m,20m) ./test/... ./...

.PHONY: test/processes
test/processes: system bin/etld $(CONTRACTS)/node_modules/.stamp tools/programs/node_modules/.stamp ## only the tests that start the program
	@ETLD_TEST_COMPLETE=1 ETLD_PROGRAM=$(CURDIR)/bin/etld $(WITH_POSTGRES) go run $(BUILD) ./test/run go $(TEST) -count 1 -timeout 20m ./test/abuse ./test/crash ./test/firstsale ./test/wallet ./internal/core/payout/... ./internal/infra/chain/... ./internal/app

.PHONY: test/pg
test/pg: system ## only the tests that run on PostgreSQL
	$(WITH_POSTGRES) go test $(TEST) -timeout 20m -run '/postgres|TwoInstances' ./...

.PHONY: test/web
test/web: web/dist/player/index.html ## unit tests, texts, zones and size budgets of the web app
	cd web && npm test --silent -- --reporter default --reporter json --outputFile.json ../bin/tests/web.json && npm run --silent budget

.PHONY: looks
looks: system bin/etld $(CONTRACTS)/node_modules/.stamp ## every screen in every language, theme and width, with its pictures
	cd web && npm run --silent looks

.PHONY: e2e
e2e: system bin/etld $(CONTRACTS)/node_modules/.stamp ## the real program in a real browser
	cd web && npm run --silent e2e

# SEED=N repeats the simulation of one seed; 0 draws new ones.
SEEDS ?= 20
STEPS ?= 400
SEED ?= 0

.PHONY: sim
sim: system web/dist/player/index.html ## the whole platform in simulated time: SEEDS seeds of STEPS steps on each engine, or SEED alone
	$(WITH_POSTGRES) go test $(TEST) -count 1 -timeout 0 -run '^TestSimulation$$' ./test/simulation -simulation.runs $(SEEDS) -simulation.steps $(STEPS) -simulation.seed $(SEED)

# FAULTS by chance befall three databases and three programs while CLIENTS buy;
# ETLD_TEST_SEED=N repeats an order, FOR is after how long none begins, ONLY a pattern of
# the faults, and with ONE=false the proxy sends commands to all instances. Wants root and
# Debian's patroni, etcd-server and iptables.
FAULTS ?= 50
FOR ?= 24h
CLIENTS ?= 128
ONLY ?=
ONE ?= true

.PHONY: drill
drill: system bin/etld $(CONTRACTS)/node_modules/.stamp ## FAULTS by chance on three replicated databases and three programs under load
	ETLD_PROGRAM=$(CURDIR)/bin/etld go test $(TEST) -count 1 -timeout 0 -v -run '^TestDrill' ./test/crash -drill.faults $(FAULTS) -drill.clients $(CLIENTS) -drill.for $(FOR) -drill.one=$(ONE) -drill.only '$(ONLY)'

.PHONY: fuzz
# Counted, not timed: at the end of a time Go may report "context deadline
# exceeded" as a failure when the machine is busy (golang.org/issue/75804).
fuzz: ## a million inputs for each parser, for that of pictures a hundred thousand
	go test -run '^$$' -fuzz FuzzParse -fuzztime 1000000x ./internal/base/money
	go test -run '^$$' -fuzz FuzzBind -fuzztime 1000000x ./internal/infra/httpapi
	go test -run '^$$' -fuzz FuzzRecover -fuzztime 1000000x ./internal/infra/chain/walletsig
	go test -run '^$$' -fuzz FuzzReadClaim -fuzztime 1000000x ./internal/core/payment/claim
	go test -run '^$$' -fuzz FuzzRead -fuzztime 100000x ./internal/core/picture
	go test -run '^$$' -fuzz FuzzReadStatement -fuzztime 1000000x ./internal/features/withdrawal
	go test -run '^$$' -fuzz FuzzReadStatement -fuzztime 1000000x ./internal/infra/chain/signer
	go test -run '^$$' -fuzz FuzzVerify -fuzztime 1000000x ./internal/infra/beacon
	go test -run '^$$' -fuzz FuzzParseLine -fuzztime 1000000x ./internal/features/transparency
	go test -run '^$$' -fuzz FuzzForm -fuzztime 1000000x ./internal/features/shop/address
	go test -run '^$$' -fuzz FuzzMarkdown -fuzztime 1000000x ./internal/features/news

.PHONY: bench
bench: system $(CONTRACTS)/node_modules/.stamp web/dist/player/index.html ## tables of throughput and latency on both engines
	$(WITH_POSTGRES) -durable go run -pgo=cmd/etld/default.pgo ./test/load

.PHONY: bench/desk
bench/desk: system bin/etld $(CONTRACTS)/node_modules/.stamp ## lists and panels of operators over a hundred thousand rows on both engines
	ETLD_PROGRAM=$(CURDIR)/bin/etld $(WITH_POSTGRES) go test $(TEST) -timeout 20m -run '^$$' -bench Desk -benchtime 1x ./test/desk

.PHONY: bench/signer
bench/signer: ## the signer after a thousand and after a million payouts; takes minutes and 3 GB of the temporary folder
	go test -timeout 0 -run '^$$' -bench GrownJournal -benchtime 1x ./internal/infra/chain/signer

.PHONY: release
release: web/dist/player/index.html ## programs, packages, lists of parts and licences of this commit in bin/release, signed with KEY
	@KEY=$(KEY) release/release.sh

.PHONY: profile
profile: web/dist/player/index.html ## renew the profile that guides the build
	go run -trimpath ./test/load -engine sqlite -parts smallest,income,purchase -clients 128 -for 10s -machines 200000 -cpu-profile cmd/etld/default.pgo.new
	mv cmd/etld/default.pgo.new cmd/etld/default.pgo

.PHONY: generate
generate: web/node_modules/.stamp ## the documents in api/ and the TypeScript types made from them and from texts
	go run ./cmd/etld openapi > api/openapi.json.new && mv api/openapi.json.new api/openapi.json
	go run ./cmd/etld openapi operator > api/operator.json.new && mv api/operator.json.new api/operator.json
	cd web && npm run --silent generate

.PHONY: pictures
pictures: ## the demo's pictures, made of their drawings by Chromium
	go run -tags nodynamic ./internal/app/demo/pictures/draw internal/app/demo/pictures

.PHONY: verify
verify: web/node_modules/.stamp $(CONTRACTS)/node_modules/.stamp ## what is generated matches its source
	go test -run 'TestOpenAPIDocumentIsCurrent' ./internal/app
	ETLD_TEST_COMPLETE=1 go test -run 'Recompil' ./$(CONTRACTS)
	cd web && npm test --silent -- kit/src/api/schema.test.ts kit/src/i18n/catalogs.test.ts
