#!/bin/sh
# Brings .venv in line with pyproject.toml and constraints.txt; does nothing when it is already.
set -eu
cd "$(dirname "$0")/.."

# The place belongs to it: a copied environment still points at the folder it was copied from.
wanted="$(cat pyproject.toml constraints.txt | cksum) $(pwd -P)"
stamp=.venv/.memorist
[ -x .venv/bin/python ] && [ "$(cat $stamp 2>/dev/null)" = "$wanted" ] && exit 0

new_enough() {
    "$@" -c 'import sys; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1
}

# Run, not looked up: a version manager has a python3.12 on the PATH that may refuse to start.
find_python() {
    for python in python3.12 python3.13 python3.14 python3 \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python3 /usr/local/bin/python3.1[2-9]; do
        if new_enough "$python"; then
            if "$python" -c 'import ensurepip, venv' 2>/dev/null; then
                echo "$python"
                return
            fi
            echo "$python has no venv module: apt install python3-venv" >&2
        fi
    done
    cat >&2 <<EOF
memorist needs Python 3.12 or newer; python3 is $(python3 --version 2>&1 | head -n 1).
Get one, then run the same command again:
  apt install python3.12 python3.12-venv    Debian, Ubuntu
  brew install python@3.12                  macOS
  pyenv install 3.12                        anywhere
or install uv, which brings its own.
EOF
    return 1
}

if ! new_enough .venv/bin/python; then
    rm -rf .venv
    if command -v uv >/dev/null && uv venv --quiet --python '>=3.12' .venv; then
        :
    else
        python=$(find_python)
        echo "Creating .venv with $("$python" --version)" >&2
        "$python" -m venv .venv
    fi
fi

# FalkorDB is compiled where its wheel does not fit; Redis without optimization at link time in a third of the time.
export OPTIMIZATION="${OPTIMIZATION:--O2}"
export MAKEFLAGS="${MAKEFLAGS:--j$(getconf _NPROCESSORS_ONLN)}"
echo "Installing memorist and its tools into .venv (some minutes, only once)" >&2
rm -f $stamp
if command -v uv >/dev/null; then
    uv pip install --quiet --python .venv/bin/python -c constraints.txt -e '.[dev]'
else
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
fi
echo "$wanted" >$stamp
