"""The file of a planted bug: mistakes in it are one clear error each, that names the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.zoo import bug as bugs
from harness.zoo.bug import read

ROOT = Path(__file__).resolve().parents[2]

HEAD = """what = "It is wrong."
dialect = "dsml"
oracle = "truth"
report = "some/body#1"

[witness]
text = "ab"
"""
PATCH = """
diff --git a/x.py b/x.py
--- a/x.py
+++ b/x.py
@@ -1 +1 @@
-one
+two
"""


def written(folder: Path, content: str, *, language: str = "python", name: str = "a-bug") -> Path:
    path = folder / language / f"{name}.patch"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8")
    return path


def test_a_good_one_is_read_whole(tmp_path: Path) -> None:
    bug = read(written(tmp_path, HEAD + PATCH, language="node"))
    assert (bug.name, bug.language, bug.target) == ("a-bug", "node", "zoo:a-bug")
    assert bug.patch == PATCH.lstrip("\n")
    assert bug.witness().text == "ab"
    assert bug.head.difficulty == "unmeasured"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (HEAD, "there is no patch in it"),
        (HEAD.replace("dsml", "latin") + PATCH, "the dialect 'latin' is unknown"),
        (HEAD.replace("truth", "luck") + PATCH, "the oracle 'luck' is unknown"),
        (HEAD.replace('report = "some/body#1"\n', "") + PATCH, "one of the two"),
        (HEAD.replace("[witness]", 'measured = "f: g"\n[witness]') + PATCH, "one of the two"),
        (HEAD + 'chunks = ["a", "c"]\n' + PATCH, "joined, are not its text"),
        (HEAD.replace('"It is wrong."', '""') + PATCH, "what"),
        (HEAD.replace("some/body#1", "somebody") + PATCH, "report"),
        (HEAD.replace("[witness]", 'dificulty = "hard"\n[witness]') + PATCH, "dificulty"),
        (HEAD.replace("[witness]", 'difficulty = "harsh"\n[witness]') + PATCH, "harsh"),
        (HEAD.replace("what", "what what") + PATCH, "line 1"),
        (HEAD.replace('text = "ab"', "") + PATCH, "text"),
    ],
)
def test_a_bad_head_is_one_error_that_names_the_file(tmp_path: Path, content: str, told: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(UsageError) as caught:
        read(path)
    assert str(path) in caught.value.message
    assert told in caught.value.message
    assert caught.value.hint == "docs/zoo.md says what one looks like"


def test_a_folder_that_is_no_language_and_bytes_that_are_no_text_are_the_same_error(tmp_path: Path) -> None:
    for path in (written(tmp_path, HEAD + PATCH, language="perl"), tmp_path / "python" / "none.patch"):
        with pytest.raises(UsageError, match="no planted bug"):
            read(path)
    path = written(tmp_path, "")
    path.write_bytes(b"\xff\xfe" + (HEAD + PATCH).encode())
    with pytest.raises(UsageError, match="no planted bug"):
        read(path)


@pytest.mark.parametrize("member", ["tools", "expect"])
def test_json_in_a_witness_that_is_none_is_told_with_the_name(tmp_path: Path, member: str) -> None:
    bug = read(written(tmp_path, HEAD + f"{member} = '[{{'\n" + PATCH))
    with pytest.raises(UsageError, match="the witness of a-bug"):
        bug.witness()


def test_two_bugs_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for language in ("python", "go"):
        written(tmp_path, HEAD + PATCH, language=language)
    monkeypatch.setattr(bugs, "BUGS", tmp_path)
    with pytest.raises(UsageError, match="another planted bug of this name"):
        bugs.zoo.__wrapped__()


def test_an_agreement_runs_beside_the_two_other_references(tmp_path: Path) -> None:
    bug = read(written(tmp_path, HEAD.replace("truth", "agreement") + PATCH, language="go"))
    assert bug.targets == ("zoo:a-bug", "python", "node")
    assert read(written(tmp_path, HEAD + PATCH)).targets == ("zoo:a-bug",)


def test_the_example_in_the_docs_is_a_file_that_can_be_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "zoo.md").read_text("utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    bug = read(written(tmp_path, example, name="of-the-docs"))
    assert bug.witness().text
    assert bug.head.report is not None
