"""Java development kits of this machine."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Jdk", "NoJdk", "find_jdks"]

_FOLDERS = (
    "/usr/lib/jvm/*",
    "/usr/java/*",
    "/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/Library/Java/JavaVirtualMachines/*/Contents/Home",
    "~/.sdkman/candidates/java/*",
    "~/.jdks/*",
    "~/.asdf/installs/java/*",
    "~/.local/share/mise/installs/java/*",
)


class NoJdk(Exception):
    """Nothing here can run the wanted server; the message says what to install."""


@dataclass(frozen=True, order=True)
class Jdk:
    version: int
    home: Path

    @property
    def java(self) -> Path:
        return self.home / "bin" / "java"


@cache
def find_jdks() -> tuple[Jdk, ...]:
    """Every kit that has a compiler, oldest first, each once."""
    homes = {home.resolve() for home in _candidate_homes() if (home / "bin" / "javac").exists()}
    return tuple(sorted(jdk for home in homes if (jdk := _ask(home / "bin" / "java")) is not None))


def _candidate_homes() -> Iterator[Path]:
    if java_home := os.environ.get("JAVA_HOME"):
        yield Path(java_home)
    if on_path := shutil.which("java"):
        # A version manager puts a script there; only Java itself knows where it lives.
        jdk = _ask(Path(on_path))
        if jdk is not None:
            yield jdk.home
    if brew := shutil.which("brew"):
        yield from (Path(brew).parent.parent / "opt").glob("openjdk*")
    for pattern in _FOLDERS:
        absolute = Path(pattern).expanduser()
        root = Path(absolute.anchor)
        yield from root.glob(str(absolute.relative_to(root)))


def _ask(java: Path) -> Jdk | None:
    command = [str(java), "-XshowSettings:properties", "-version"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False).stderr
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"java\.specification\.version = (?:1\.)?(\d+)", answer)
    home = re.search(r"java\.home = (.+)", answer)
    return Jdk(int(version[1]), Path(home[1].strip()).resolve()) if version and home else None
