"""Neo4j releases by Java version, and their jars, fetched once from Maven Central."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tests.servers.java import Jdk, NoJdk

__all__ = ["LTS", "NEWEST", "NoMaven", "Release", "cache_folder", "choose", "fetch_jars"]


class NoMaven(Exception):
    """The jars are not cached yet and there is nothing to fetch them with."""


@dataclass(frozen=True)
class Release:
    version: str
    oldest_java: int
    newest_java: int  # that it has been tried on
    flags: tuple[str, ...] = ()


NEWEST = Release("2026.09.0", oldest_java=21, newest_java=25, flags=("--enable-native-access=ALL-UNNAMED",))
LTS = Release("5.26.30", oldest_java=17, newest_java=25)


def choose(jdks: Sequence[Jdk], wanted: str | None = None) -> tuple[Release, Jdk]:
    """The newest release that a kit here can run, or the `wanted` one ("5.26", "2026.09"); raises NoJdk."""
    wanted = wanted or os.environ.get("MEMORIST_NEO4J_VERSION", "")
    releases = [release for release in (NEWEST, LTS) if release.version.startswith(wanted)]
    if not releases:
        raise ValueError(f"Neo4j {wanted!r} is not tried here: use {NEWEST.version} or {LTS.version}")
    for release in releases:
        fitting = [jdk for jdk in jdks if release.oldest_java <= jdk.version <= release.newest_java]
        if fitting:
            # The oldest that fits is the Java that the release was made for.
            return release, min(fitting)
    needed = releases[-1]
    raise NoJdk(
        f"Neo4j {needed.version} needs a JDK {needed.oldest_java} to {needed.newest_java}, found "
        f"{', '.join(str(jdk.version) for jdk in jdks) or 'none'}: "
        "`apt install openjdk-21-jdk-headless maven` (Debian 12: openjdk-17) or `brew install openjdk@21 maven`"
    )


def cache_folder() -> Path:
    return platformdirs.user_cache_path("memorist") / "neo4j"


def fetch_jars(release: Release, jdk: Jdk) -> Path:
    """The folder with the server's jars; downloads them (about 150 MB) when they are not there yet."""
    folder = cache_folder() / release.version
    lib, complete = folder / "lib", folder / "complete"
    if complete.exists():
        return lib
    folder.mkdir(parents=True, exist_ok=True)
    with _lock(folder / "lock"):
        if not complete.exists():
            shutil.rmtree(lib, ignore_errors=True)
            _download(release, jdk, folder)
            complete.touch()
    return lib


@contextmanager
def _lock(file: Path) -> Generator[None]:
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _download(release: Release, jdk: Jdk, folder: Path) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise NoMaven(
            f"Maven fetches Neo4j {release.version}: `apt install maven` or `brew install maven`, "
            "or set MEMORIST_TEST_NEO4J_URL=neo4j://user:password@host:port to use a server of yours"
        )
    pom = folder / "pom.xml"
    pom.write_text(_POM.format(version=release.version))
    goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={folder / 'lib'}"]
    result = subprocess.run(
        [maven, "--batch-mode", "--no-transfer-progress", "--file", str(pom), *goal],
        env=os.environ | {"JAVA_HOME": str(jdk.home)},
        capture_output=True,
        text=True,
        check=False,
    )
    if result.returncode != 0:
        errors = [line for line in result.stdout.splitlines() if line.startswith("[ERROR]")]
        raise RuntimeError(
            f"Maven could not fetch Neo4j {release.version}:\n" + "\n".join(errors[:5] or [result.stderr])
        )


_POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>memorist</groupId>
  <artifactId>neo4j-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.neo4j</groupId>
      <artifactId>neo4j</artifactId>
      <version>{version}</version>
    </dependency>
    <dependency>
      <groupId>org.neo4j.app</groupId>
      <artifactId>neo4j-server</artifactId>
      <version>{version}</version>
    </dependency>
  </dependencies>
</project>
"""
