#!/usr/bin/env bash
# Installs what the tests need from Debian's packages when it is missing and
# may be installed; otherwise says what to install.
set -euo pipefail

missing=()
command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || missing+=(chromium-headless-shell)
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
fc-list :lang=zh-tw 2>/dev/null | grep -q . || missing+=(fonts-noto-cjk fontconfig)
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "The tests need these programs: ${missing[*]} (Debian's names). Please install them." >&2
  exit 1
fi
run=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "The tests need Debian's packages ${missing[*]}: please run 'sudo apt-get install ${missing[*]}' once." >&2
    exit 1
  fi
  run=(sudo -n)
fi
echo "Installing ${missing[*]}, a minute or two …"
"${run[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${run[@]}" apt-get install -y -qq "${missing[@]}" >/dev/null
