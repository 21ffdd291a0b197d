#!/bin/sh
# Everything the tests need, then the tests. Safe to repeat: what is there already is kept.
#   sh tests/run.sh [arguments for pytest]
# PYTHON names the Python (3.11 or newer) to build the environment with.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}

has() { command -v "$1" >/dev/null 2>&1; }

has_carlito() { has fc-list && fc-list | grep -qi carlito; }

# Without ensurepip a virtual environment has no pip; Debian keeps it in a package of its own.
has_venv() { has "$python" && "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; }

environment_works() { .venv/bin/python -c 'import pip' >/dev/null 2>&1; }

# Sets `packages` (Debian's names) and `missing` (in words) to what is not on this machine.
look_around() {
    packages='' missing=''
    lacks() { packages="$packages $1" missing="$missing
  $2"; }
    environment_works || has_venv || lacks python3-venv 'Python 3.11 or newer with venv and pip'
    has soffice || lacks libreoffice-calc-nogui 'LibreOffice Calc, as the command soffice'
    has pdftoppm || lacks poppler-utils 'Poppler, as the command pdftoppm'
    has_carlito || lacks 'fontconfig fonts-crosextra-carlito' 'the font Carlito, as fc-list names it'
    has node || lacks nodejs 'Node.js 18 or newer, as the command node'
    has npm || lacks npm 'npm'
}

look_around
if [ -n "$packages" ] && has apt-get && [ "$(id -u)" = 0 ]; then
    echo "Installing what the tests need:$packages"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null
    # shellcheck disable=SC2086  # one word a package
    apt-get install -qq -y --no-install-recommends $packages </dev/null >/dev/null
    look_around
fi
if [ -n "$missing" ]; then
    echo "The tests need what is not on this machine:$missing" >&2
    echo "On Debian or Ubuntu, run as root: apt-get install --no-install-recommends$packages" >&2
    exit 1
fi

environment_works || "$python" -m venv --clear .venv
if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "xlscore needs Python 3.11 or newer, but .venv has an older one." >&2
    echo "Delete .venv and try again with PYTHON=python3.12, say, before the command." >&2
    exit 1
fi

# Install only after a change of what is pinned. Editable: the tests test this very folder, also
# where a copy was installed into the environment before.
pinned=$(cat requirements.txt pyproject.toml | cksum)
installed() { (cd .venv && bin/python -c 'import xlscore; print(xlscore.__file__)' 2>/dev/null); }
if [ "$(cat .venv/pinned 2>/dev/null || true)" != "$pinned" ] ||
    [ "$(installed || true)" != "$(pwd -P)/xlscore/__init__.py" ]; then
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    .venv/bin/python -m pip install -q -r requirements.txt
    .venv/bin/python -m pip install -q --no-deps -e '.[all,test]'
    echo "$pinned" >.venv/pinned
fi
if ! cmp -s package-lock.json node_modules/installed-lock.json; then
    npm ci --ignore-scripts --loglevel=error
    cp package-lock.json node_modules/installed-lock.json
fi

exec .venv/bin/python -m pytest -n auto --dist loadgroup "$@"
