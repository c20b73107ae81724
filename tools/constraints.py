"""Prints the exact version of everything installed here, one requirement a line: `make constraints`."""

from importlib.metadata import distributions

LEFT_OUT = {"memorist", "pip"}

print("# Everything that the tests last passed with. Written by `make constraints`.")
versions = {str(each.metadata["Name"]): each.version for each in distributions()}
for name in sorted(versions, key=str.lower):
    if name.lower() not in LEFT_OUT:
        print(f"{name}=={versions[name]}")
