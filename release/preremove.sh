#!/bin/sh
# An upgrade restarts what runs once the new program is there; only a removal stops it.
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl --no-reload disable --now etld.service etld-signer.service
fi
