#!/usr/bin/env bash
# Makes a release of the commit that is checked out, in bin/release: programs and
# Debian packages for two processors, what they are made of, the licences of that,
# and the checksums of all, signed where KEY names an SSH key. Two runs of one commit
# make the same files, wherever they run.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -n "$(git status --porcelain)" ]; then
  echo "A release is made of a commit, and something here is not in one: git status" >&2
  exit 1
fi
out=bin/release
rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
MTIME=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
export SOURCE_DATE_EPOCH
# The Go toolchain stamps the same tag into the program.
if VERSION=$(git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null); then
  VERSION=${VERSION#v}
  DEB_VERSION=${VERSION//-/\~}
else
  VERSION=0.0.0-$(date -u -d "$MTIME" +%Y%m%d%H%M%S)-$(git rev-parse --short=12 HEAD)
  DEB_VERSION=0.0.0~${VERSION#0.0.0-}
  DEB_VERSION=${DEB_VERSION//-/.}
fi
echo "Release $VERSION"
# The release before goes on beside this one, which has to say what it knows.
former=$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null || true)
if [ -n "$former" ]; then
  knows=$(git ls-tree --name-only "$former" internal/infra/sqldb/migrations/ | sed -nE 's|.*/0*([1-9][0-9]*)_.*\.sql|\1|p' | sort -n | tail -1)
  if ! grep -q "^const formerRelease int64 = $knows\$" internal/infra/sqldb/migrations/up.go; then
    echo "$former knows the migrations up to $knows: write formerRelease = $knows into internal/infra/sqldb/migrations/up.go" >&2
    exit 1
  fi
  # Wallets signed the words of its editions.
  for folder in editions testdata/editions; do
    if ! git diff --quiet --diff-filter=MDR "$former" HEAD -- "internal/core/operator/sentence/$folder"; then
      echo "$former said proposals in the words of internal/core/operator/sentence/$folder: other words are another edition" >&2
      exit 1
    fi
  done
fi

echo "Tools …"
(cd tools/release && go build -o "$OLDPWD/bin/" github.com/goreleaser/nfpm/v2/cmd/nfpm github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod)

echo "Licences of what is inside …"
third=$work/third-party
go list -deps -tags nodynamic -f '{{with .Module}}{{if .Version}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/etld | sort -u | while read -r name folder; do
  mkdir -p "$third/go/$name"
  find "$folder" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'notice*' -o -iname 'copying*' -o -iname 'patents' \) -exec cp {} "$third/go/$name/" \;
  if [ -z "$(ls "$third/go/$name")" ]; then
    echo "$name has no licence" >&2
    exit 1
  fi
  # Who gets the program may change such a library and build it anew, so its source comes along.
  if grep -rqi 'GNU LESSER GENERAL PUBLIC' "$third/go/$name"; then
    cp -r "$folder" "$third/go/$name/source"
    chmod -R u+w "$third/go/$name/source"
  fi
done
(cd web && npm ls --omit=dev --all --parseable 2>/dev/null) | grep '/web/node_modules/' | sort -u | while read -r folder; do
  [ -L "$folder" ] && continue
  name=${folder#*/web/node_modules/}
  mkdir -p "$third/web/$name"
  find "$folder" -maxdepth 1 -type f \( -iname 'licen[cs]e*' -o -iname 'notice*' -o -iname 'copying*' \) -exec cp {} "$third/web/$name/" \;
  # Some packages state their licence in package.json alone.
  [ -n "$(ls "$third/web/$name")" ] || node -e 'const p = require(process.argv[1]); console.log(`${p.name} ${p.version}: ${p.license}, ${p.author?.name ?? p.author ?? p.repository?.url ?? ""}`)' "$folder/package.json" >"$third/web/$name/LICENSE"
done
mkdir -p "$third/web/fonts" "$third/go/go"
cp web/kit/src/ui/fonts/LICENSE "$third/web/fonts/LICENSE"
cp "$(go env GOROOT)/LICENSE" "$third/go/go/LICENSE"
notices=$work/THIRD-PARTY.txt
(cd "$third" && find . -name source -prune -o -type f \( -iname 'licen[cs]e*' -o -iname 'notice*' -o -iname 'copying*' -o -iname 'patents' \) -print | LC_ALL=C sort | while read -r file; do
  printf '==== %s\n\n' "${file#./}"
  cat "$file"
  printf '\n\n'
done) >"$notices"
cp "$notices" "$out/THIRD-PARTY.txt"
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' -C "$work" -cf - third-party | gzip -9n >"$out/etld-$VERSION-third-party.tar.gz"

# A list of parts says when it was made and has a number of its own; neither is of the release.
timeless='const fs = require("fs"); const b = JSON.parse(fs.readFileSync(0)); delete b.serialNumber; delete b.metadata.timestamp; fs.writeFileSync(1, JSON.stringify(b, null, 1) + "\n")'
for arch in amd64 arm64; do
  echo "linux/$arch …"
  binary=$out/etld-$VERSION-linux-$arch
  CGO_ENABLED=0 GOOS=linux GOARCH=$arch go build -trimpath -tags nodynamic -buildvcs=true -o "$binary" ./cmd/etld
  if ! go version -m "$binary" | grep -q "vcs.revision=$(git rev-parse HEAD)"; then
    echo "The program does not know its commit: make the release in a clone of its own, not in a worktree" >&2
    exit 1
  fi
  sed -e "s|\${ARCH}|$arch|; s|\${DEB_VERSION}|$DEB_VERSION|; s|\${MTIME}|$MTIME|; s|\${BINARY}|$binary|; s|\${NOTICES}|$notices|" release/nfpm.yaml >"$work/nfpm.yaml"
  bin/nfpm package --config "$work/nfpm.yaml" --packager deb --target "$out/etld_${DEB_VERSION}_$arch.deb" >/dev/null
  if command -v buildah >/dev/null; then
    mkdir -p "$work/$arch/data"
    cp "$binary" "$work/$arch/etld"
    buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" build --quiet --isolation chroot --disable-compression=false --arch "$arch" --timestamp "$SOURCE_DATE_EPOCH" \
      --file release/Containerfile --tag "oci:$work/oci-$arch:etld:$VERSION" "$work/$arch" >/dev/null
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' -C "$work/oci-$arch" -cf "$out/etld-$VERSION-linux-$arch.oci.tar" .
  else
    echo "buildah is not installed: no image for containers" >&2
  fi
done
bin/cyclonedx-gomod bin -json -noserial "$out/etld-$VERSION-linux-amd64" 2>/dev/null | node -e "$timeless" >"$out/etld-$VERSION-server.cdx.json"
(cd web && npm sbom --omit=dev --sbom-format=cyclonedx) | node -e "$timeless" >"$out/etld-$VERSION-web.cdx.json"

(cd "$out" && sha256sum -- * >SHA256SUMS)
if [ -n "${KEY:-}" ]; then
  ssh-keygen -q -Y sign -f "$KEY" -n etld-release "$out/SHA256SUMS"
fi
for unit in etld etld-signer; do
  if command -v systemd-analyze >/dev/null; then
    systemd-analyze security --offline=true --threshold=15 "release/$unit.service" | tail -1
  fi
done
cat "$out/SHA256SUMS"
