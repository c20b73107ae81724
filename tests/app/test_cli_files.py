"""Files that commands read have a bound: a device may never end."""

import pytest

from memorist.app.cli import files
from memorist.memory_store.domain.errors import InvalidInput


@pytest.mark.parametrize("read", [files.read_bytes, files.read_text])
def test_a_file_without_an_end_is_refused(read: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files.read_bytes, "__kwdefaults__", {"most": 10_000, "field": "FILE"})
    with pytest.raises(InvalidInput, match="larger than 10,000 bytes"):
        (files.read_bytes("/dev/zero") if read is files.read_bytes else files.read_text("/dev/zero", field="FILE"))
