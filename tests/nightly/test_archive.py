"""A corpus in one archive: the same bytes for the same content, and only that content comes back."""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.corpus import manifest
from harness.corpus.archive import Packed, pack, read, restore
from harness.errors import ReportError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

PLENTY = 1 << 20


def case(content: bytes) -> str:
    return f"{hashlib.sha256(content).hexdigest()[:16]}.json"


def folder(place: Path, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return place


def content(place: Path) -> dict[str, bytes]:
    return {
        path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()
    }


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    files = {f"dsml/{case(text)}": text for text in (b"one", b"two", b"three", b"four")}
    return folder(tmp_path / "kept", {**files, "night.json": b"{}"})


@pytest.fixture
def packed(kept: Path, tmp_path: Path) -> Packed:
    return pack(kept, tmp_path / "cache")


def forged(place: Path, members: Mapping[str, bytes] | list[tarfile.TarInfo], listing: bytes) -> Path:
    """Write an archive of any members, under the name that its manifest asks for."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w") as tar:
        first = tarfile.TarInfo(manifest.NAME)
        first.size = len(listing)
        tar.addfile(first, io.BytesIO(listing))
        if isinstance(members, list):
            for member in members:
                tar.addfile(member, io.BytesIO(bytes(member.size)))
        else:
            for name, data in members.items():
                member = tarfile.TarInfo(name)
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
    path = place / f"corpus-{hashlib.sha256(listing).hexdigest()[:16]}.tar.gz"
    path.write_bytes(gzip.compress(raw.getvalue()))
    return path


def listing(files: Mapping[str, bytes]) -> bytes:
    return manifest.render(files)


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(["", "dsml/", "qwen/"]), st.sets(st.binary(max_size=40), max_size=4)))
def test_what_is_packed_comes_back_and_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, texts: dict[str, set[bytes]]
) -> None:
    place = tmp_path_factory.mktemp("archive")
    files = {f"{under}{case(text)}": text for under, some in texts.items() for text in some}
    source = folder(place / "kept", files)
    source.mkdir(exist_ok=True)
    done = pack(source, place / "cache")
    assert restore(place / "cache", place / "back").files == done.files == len(files)
    assert content(place / "back") == files


def test_the_same_content_gives_the_same_bytes(kept: Path, packed: Packed, tmp_path: Path) -> None:
    other = folder(tmp_path / "other", dict(reversed(content(kept).items())))
    (other / "night.json").chmod(0o600)
    again = pack(other, tmp_path / "again")
    assert (again.path.name, again.path.read_bytes()) == (packed.path.name, packed.path.read_bytes())


def test_other_content_gives_another_name(kept: Path, packed: Packed, tmp_path: Path) -> None:
    (kept / "night.json").write_bytes(b"[]")
    assert pack(kept, tmp_path / "again").path.name != packed.path.name


def test_there_is_one_archive_in_its_folder(kept: Path, packed: Packed) -> None:
    (kept / "night.json").write_bytes(b"[]")
    again = pack(kept, packed.path.parent)
    assert list(packed.path.parent.iterdir()) == [again.path]


def test_above_the_cap_the_largest_cases_go_and_are_named(tmp_path: Path) -> None:
    sizes = (5, 40, 30, 40, 1)
    texts = [bytes([65 + number]) * size for number, size in enumerate(sizes)]
    source = folder(tmp_path / "kept", {**{case(text): text for text in texts}, "night.json": bytes(90)})
    done = pack(source, tmp_path / "cache", cap=126)
    large = sorted(case(text) for text in texts if len(text) == 40)
    assert done.dropped == tuple(large)
    assert (done.files, done.size) == (4, 126)
    assert pack(source, tmp_path / "cache", cap=125).dropped == (*large, case(texts[2]))


def test_what_is_no_case_is_never_dropped(tmp_path: Path) -> None:
    source = folder(tmp_path / "kept", {case(b"text"): b"text", "night.json": bytes(90)})
    with pytest.raises(UsageError, match="90 bytes in files that are no cases"):
        pack(source, tmp_path / "cache", cap=89)
    assert not (tmp_path / "cache").exists()


def test_unfinished_files_are_not_packed(kept: Path, packed: Packed, tmp_path: Path) -> None:
    (kept / ".night.json.12.part").write_bytes(b"x")
    assert pack(kept, tmp_path / "again").path.name == packed.path.name


def test_a_link_and_a_case_under_a_wrong_name_are_not_packed(kept: Path, tmp_path: Path) -> None:
    wrong = kept / "dsml" / case(b"other")
    wrong.write_bytes(b"text")
    with pytest.raises(UsageError, match="not the digest of the content"):
        pack(kept, tmp_path / "cache")
    wrong.unlink()
    wrong.symlink_to(kept / "night.json")
    with pytest.raises(UsageError, match="no regular file"):
        pack(kept, tmp_path / "cache")


def test_an_archive_is_not_restored_over_other_files(kept: Path, packed: Packed) -> None:
    with pytest.raises(UsageError, match="is not empty"):
        restore(packed.path, kept)


@settings(max_examples=60)
@given(st.data())
def test_an_archive_that_was_cut_short_or_changed_is_refused_whole(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    place = tmp_path_factory.mktemp("archive")
    source = folder(place / "kept", {case(text): text for text in (b"one", b"two" * 400)})
    done = pack(source, place / "cache")
    whole = done.path.read_bytes()
    # The header of gzip, but for its magic number, and the level and system in it say nothing of the content.
    at = data.draw(st.integers(10, len(whole) - 1))
    if data.draw(st.booleans()):
        broken = whole[:at]
    else:
        broken = bytes([*whole[:at], whole[at] ^ data.draw(st.integers(1, 255)), *whole[at + 1 :]])
    done.path.write_bytes(broken)
    with pytest.raises(ReportError):
        restore(done.path, place / "back")
    assert not (place / "back").exists()


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda data: data + b"more", id="bytes behind it"),
        pytest.param(lambda data: data + gzip.compress(b"more"), id="a second member of gzip"),
        pytest.param(lambda _data: b"", id="empty"),
        pytest.param(lambda _data: b"PK\3\4 and so on", id="of another kind"),
        pytest.param(lambda _data: gzip.compress(b"plain text, no archive"), id="no tar in it"),
        pytest.param(lambda _data: gzip.compress(bytes(10_240)), id="a tar of nothing"),
    ],
)
def test_what_is_no_archive_is_refused(packed: Packed, spoil: Callable[[bytes], bytes]) -> None:
    packed.path.write_bytes(spoil(packed.path.read_bytes()))
    with pytest.raises(ReportError, match=packed.path.name):
        read(packed.path)


def test_an_archive_under_another_name_is_refused(packed: Packed) -> None:
    other = packed.path.rename(packed.path.with_name(f"corpus-{'0' * 16}.tar.gz"))
    with pytest.raises(ReportError, match="its name is not that of its content"):
        read(other)
    with pytest.raises(ReportError, match="those are called"):
        read(other.rename(other.with_name("backup.tar.gz")))


@pytest.mark.parametrize("name", ["../out.json", "/srv/out.json", "a/../../out.json", ".git/hooks", "a\\b"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    archive = forged(tmp_path, {name: b"x"}, listing({name: b"x"}))
    with pytest.raises(ReportError, match="a line that is none"):
        restore(archive, tmp_path / "deep" / "back")
    assert not (tmp_path / "deep").exists()
    archive = forged(tmp_path, {name: b"x"}, listing({}))
    with pytest.raises(ReportError, match="is not in its manifest"):
        read(archive)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE])
def test_nothing_but_files_comes_out(tmp_path: Path, kind: bytes) -> None:
    member = tarfile.TarInfo("night.json")
    member.type, member.linkname = kind, "../../secret"
    archive = forged(tmp_path, [member], listing({"night.json": b""}))
    with pytest.raises(ReportError, match="is no regular file"):
        read(archive)


def test_members_are_those_of_the_manifest(tmp_path: Path) -> None:
    good = {"a.txt": b"a", "b.txt": b"b"}
    for members, told in (
        ({"a.txt": b"a"}, "b.txt is missing"),
        ({**good, "c.txt": b"c"}, "'c.txt' is not in its manifest"),
        ({**good, "b.txt": b"c"}, "b.txt was changed"),
    ):
        with pytest.raises(ReportError, match=told):
            read(forged(tmp_path, members, listing(good)))
    wrong = {case(b"other"): b"text"}
    with pytest.raises(ReportError, match="not the digest of the content"):
        read(forged(tmp_path, wrong, listing(wrong)))
    twice = [tarfile.TarInfo("a.txt"), tarfile.TarInfo("a.txt")]
    with pytest.raises(ReportError, match="is in it twice"):
        read(forged(tmp_path, twice, listing({"a.txt": b""})))


def test_an_archive_of_another_format_is_refused(tmp_path: Path) -> None:
    later = listing({}).replace(b"corpus 1", b"corpus 2")
    with pytest.raises(ReportError, match="a corpus of another format: 'toolcall-harness corpus 2'"):
        read(forged(tmp_path, {}, later))


def test_an_archive_of_more_than_the_cap_is_not_unpacked(tmp_path: Path) -> None:
    files = {"zeros.txt": bytes(PLENTY), "more.txt": b"x"}
    archive = forged(tmp_path, files, listing(files))
    assert len(read(archive, cap=PLENTY + 1)) == 2
    with pytest.raises(ReportError, match="holds more than"):
        read(archive, cap=PLENTY)


def test_a_folder_must_hold_one_archive(packed: Packed, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="there is no archive"):
        restore(tmp_path / "kept", tmp_path / "back")
    packed.path.with_name(f"corpus-{'0' * 16}.tar.gz").write_bytes(b"")
    with pytest.raises(ReportError, match="there are 2 archives"):
        restore(packed.path.parent, tmp_path / "back")
