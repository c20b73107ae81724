"""Skills: export stable procedures as agent skill files, and import such files."""

from collections.abc import Sequence

from memorist.api.checking import Words, checked
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.types import Procedure
from memorist.memory_store.threads import in_thread
from memorist.nodes.language.lexicon import using
from memorist.nodes.language.own_names import names_of
from memorist.nodes.matching.forgotten import notice_of, without_forgotten
from memorist.nodes.secrets.masking import mask
from memorist.nodes.skills.read_in import SkillImport, import_changes
from memorist.nodes.skills.skill_file import read_skill, skill_name, skill_of, write_skill
from memorist.nodes.skills.stable import SkillVerdict, judge


class SkillFile(Part):
    """One skill: the name of its folder, the text of its ``SKILL.md``, and the procedure it came from."""

    name: str
    text: str
    procedure_id: str


class SkillExport(Part):
    """The skills, and the verdict on every procedure."""

    skills: tuple[SkillFile, ...]
    verdicts: tuple[SkillVerdict, ...]


class Skills(ScopedPart):
    """The procedures of a scope as skill files."""

    async def export(self) -> SkillExport:
        """Every stable procedure as a skill file: ≥ 4 uses, confidence ≥ .95, steps unchanged for the last four."""
        procedures = await self._procedures()
        before = await self._predecessors(procedures)
        verdicts = [judge(procedure, before.get(procedure.id, ())) for procedure in procedures]
        fit = {verdict.procedure_id for verdict in verdicts if verdict.fit}
        taken: dict[str, int] = {}
        skills: list[SkillFile] = []
        for procedure in procedures:
            if procedure.id in fit:
                name = skill_name(procedure.name)
                taken[name] = taken.get(name, 0) + 1
                unique = name if taken[name] == 1 else f"{name[:60]}-{taken[name]}"
                text = write_skill(skill_of(procedure, unique))
                skills.append(SkillFile(name=unique, text=text, procedure_id=procedure.id))
        return SkillExport(skills=tuple(skills), verdicts=tuple(verdicts))

    @checked
    async def import_(self, text: Words, *, file: str = "SKILL.md", dry_run: bool = False) -> SkillImport:
        """Read a skill file into a staged procedure; the same file again changes nothing.

        Args:
            text: the words of the file.
            file: what the file is called in errors.
            dry_run: decide everything, write nothing: the review list of the import.

        Raises:
            InvalidInput: the text is no skill file, also without what was forgotten on request; names the file and
                the field.
        """
        text, _ = mask(text)
        tombstones = await self.store.forgetting.tombstones(self.scope.group_id)
        left, refusals = await in_thread(without_forgotten, {"content": text}, tombstones, self.scope)
        if left is None:
            raise InvalidInput(f"{file}: {'; '.join(notice_of(refusals))}", field="text")
        text = str(left["content"])
        skill = read_skill(text, file=file)
        known = await self._procedures()
        with using(await names_of(self.store.settings)):
            told, changes = import_changes(skill, text, self.scope, self.clock.now(), known)
        if changes is not None and not dry_run:
            await self.store.changes.apply(changes)
        return told

    async def _procedures(self) -> list[Procedure]:
        live = await self.store.memories.all(self.scope, types=["procedural"])
        return sorted((m for m in live if isinstance(m, Procedure)), key=lambda p: (p.name, p.valid_from, p.id))

    async def _predecessors(self, procedures: Sequence[Procedure]) -> dict[str, list[Procedure]]:
        """The versions that each procedure superseded, one step back; two statements for all of them."""
        links = await self.store.memories.links(self.scope, [p.id for p in procedures])
        pairs = [(link.source, link.target) for link in links if link.type == "SUPERSEDES"]
        found: dict[str, Kept] = {m.id: m for m in await self.store.memories.get(self.scope, [old for _, old in pairs])}
        older: dict[str, list[Procedure]] = {}
        for new, old in pairs:
            memory = found.get(old)
            if isinstance(memory, Procedure):
                older.setdefault(new, []).append(memory)
        return older
