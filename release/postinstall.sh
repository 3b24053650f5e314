#!/bin/sh
# The two users of the package. The server asks the signer through a socket of the
# signer's group and can read nothing else of it.
set -e
for user in etld etld-signer; do
  getent passwd "$user" >/dev/null || adduser --system --group --home "/var/lib/$user" --no-create-home --quiet "$user"
  # Keys are made there before the unit starts for the first time.
  install -d -m 0700 -o "$user" -g "$user" "/var/lib/$user"
done
adduser --quiet etld etld-signer
chgrp etld /etc/etld/etld.toml
chgrp etld-signer /etc/etld-signer/signer.toml
[ ! -d /run/systemd/system ] || systemctl daemon-reload
