"""A published parser of our own: a wheel that is made here, an adapter for it, and a cache of its own."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.published import registry
from harness.published.installing import install
from harness.published.registry import Published

HERE = Path(__file__).parent
REFERENCE = HERE.parents[1] / "reference" / "python"


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the wheel of the package ``tiny-parser``, which holds the Python reference."""
    place = tmp_path_factory.mktemp("wheels") / "tiny_parser-1.5-py3-none-any.whl"
    files = {f"tiny_parser/{name.name}": name.read_text("utf-8") for name in HERE.glob("tiny/*.py")}
    for file in sorted((REFERENCE / "toolcall_reference").rglob("*.py")):
        files[str(file.relative_to(REFERENCE))] = file.read_text("utf-8")
    about = "tiny_parser-1.5.dist-info"
    files[f"{about}/METADATA"] = "Metadata-Version: 2.1\nName: tiny-parser\nVersion: 1.5\n"
    files[f"{about}/WHEEL"] = (
        "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"])
    with zipfile.ZipFile(place, "w") as archive:
        for name, content in {**files, f"{about}/RECORD": record}.items():
            archive.writestr(name, content)
    return place


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """Install the tiny parser, once, where settings would lead its packages astray; give the user's cache."""
    home = tmp_path_factory.mktemp("made")
    pins = home / "tiny.txt"
    pins.write_text(pins_of(wheel), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(home))
        patch.setenv("PIP_TARGET", str(home / "elsewhere"))
        patch.setenv("PYTHONPATH", str(home))
        install(Published("tiny", "tiny-parser", "1.5", "python", pins, pins, "for tests", 1), print)
    return home


@pytest.fixture
def tiny(
    made: Path, publish: Callable[..., Published], wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Published]:
    """Let ``tiny``, which is installed, be served by one of the adapters beside this file."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(made))
    return lambda adapter: publish(str(wheel), adapter=adapter)


def pins_of(*lines: object) -> str:
    return "# pins\n" + "".join(f"{line}\n" for line in lines)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a cache folder of its own to what runs here."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "toolcall-harness" / "published"


@pytest.fixture
def publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Published]:
    """Add a published parser of these pins to the registry, as ``tiny``."""

    def add(*pins: str, version: str = "1.5", adapter: str = "right") -> Published:
        place = tmp_path / "tiny.txt"
        place.write_text(pins_of(*pins), "utf-8")
        parser = Published(
            name="tiny",
            package="tiny-parser",
            version=version,
            language="python",
            pins=place,
            adapter=HERE / "adapters" / f"{adapter}.py",
            reads="a parser for tests",
            megabytes=1,
        )
        monkeypatch.setitem(registry.PUBLISHED, "tiny", parser)
        return parser

    return add


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Put a program called npm on PATH, with this shell script as its body."""

    def put(body: str) -> Path:
        program = tmp_path / "bin" / "npm"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
        return program

    return put


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    """Give the pins of a Node parser."""
    place = tmp_path / "pins"
    place.mkdir()
    packages = {"": {}, "node_modules/tiny-parser": {"version": "1.5"}}
    (place / "package.json").write_text('{"name": "tiny"}', "utf-8")
    (place / "package-lock.json").write_text(json.dumps({"packages": packages}), "utf-8")
    return place
