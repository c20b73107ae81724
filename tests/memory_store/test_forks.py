"""Forks of a process that has a memory open: told at once, and free to open their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memorist.memory_store.domain.errors import StoreMisused
from memorist.memory_store.process import OwnProcess

PROGRAM = """
import os, signal, sys
import memorist
from memorist.app.base_store.store import MemoristStore
from memorist.memory_store.domain.errors import StoreMisused

url = f"embedded:{sys.argv[1]}"
signal.alarm(100)
with memorist.open_sync(url, group="g") as memory, MemoristStore(url, group="g") as items:
    memory.ingest({"kind": "manual", "content": "The gate code is kept by Mira"})
    items.put(("notes",), "k", {"text": "a note"})
    child = os.fork()
    if not child:
        signal.alarm(60)
        refused = 0
        recall, listed = lambda: memory.recall("gate code"), lambda: memory.as_user("a").list()
        for call in (recall, listed, lambda: items.get(("notes",), "k")):
            try:
                call()
            except StoreMisused as error:
                refused += "open it again" in str(error)
        with memorist.open_sync(url, group="g") as own:
            found = "Mira" in own.recall("Who keeps the gate code?").prompt
        os._exit(0 if found and refused == 3 else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert "Mira" in memory.recall("Who keeps the gate code?").prompt
"""


def test_a_fork_is_told_from_the_process_that_opened() -> None:
    process = OwnProcess("the memory")
    process.check()
    process._id = os.getppid()
    with pytest.raises(StoreMisused, match="the memory was opened before this process was forked"):
        process.check()


@pytest.mark.slow
def test_a_fork_of_an_open_memory_is_told_and_opens_its_own(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "store")]
    done = subprocess.run(command, timeout=120, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
