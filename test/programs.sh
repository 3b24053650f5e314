#!/usr/bin/env bash
# Looks for the programs that the build needs and names the command that brings
# what is missing.
set -euo pipefail

fail=0
missing() {
  echo "$1 is missing: $2" >&2
  fail=1
}

# atLeast says that a version is no older than another.
atLeast() {
  local -a have want
  IFS=. read -ra have <<<"$1"
  IFS=. read -ra want <<<"$2"
  ((have[0] > want[0] || (have[0] == want[0] && ${have[1]:-0} >= ${want[1]:-0})))
}

if ! command -v go >/dev/null; then
  missing "Go 1.26" "take it from https://go.dev/dl, then 'sudo tar -C /usr/local -xzf go1.26*.tar.gz' and 'export PATH=\$PATH:/usr/local/go/bin'"
fi
node="Node 20.19 or newer"
bring="'curl -fsSL https://fnm.vercel.app/install | bash', then 'fnm install 24' in a new shell"
if ! command -v node >/dev/null; then
  missing "$node" "$bring"
else
  version=$(node --version)
  atLeast "${version#v}" 20.19 || missing "$node" "this one is $version; $bring"
fi
command -v npm >/dev/null || missing npm "it comes with Node; Debian has it apart, as 'sudo apt-get install npm'"
exit $fail
