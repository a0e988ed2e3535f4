"""Paths to bytes: files, folders, archives, standard input, and everything that can be wrong with them."""

import bz2
import gzip
import io
import lzma
import os
import random
import socket
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavla_cli.source import Input, archives, inputs, printable, read_paths

MAT = b" 3 point match\n"
ZSTD = archives._zstandard()
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX files")


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def tarred(members: dict[str, bytes], mode: str = "w", form: int = tarfile.PAX_FORMAT) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode, format=form) as archive:  # type: ignore[call-overload]
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def seen(path: Path | str, root: Path | None = None) -> list[tuple[str, bytes | None, bool, str | None]]:
    """Everything of each input but the sentence; names from the folder on."""
    base = root or (Path(path).parent if isinstance(path, Path) else None)
    found = []
    for item in inputs([str(path)]):
        assert (item.data is None) == (item.trouble is not None)
        assert item.trouble is None or (item.trouble[1].endswith(".") and item.trouble[1][0].isupper())
        name = item.name.removeprefix(f"{base}{os.sep}") if base else item.name
        found.append((name, item.data, item.named, item.trouble[0] if item.trouble else None))
    return found


def put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def sentence(path: Path) -> str:
    (item,) = inputs([str(path)])
    assert item.trouble
    return item.trouble[1]


def test_files_and_what_is_missing(tmp_path: Path) -> None:
    good = put(tmp_path / "a.mat", MAT)
    missing = [str(tmp_path / "no.mat"), str(good / "under"), "", "a\0b", "\ud800"]
    found = list(inputs([missing[0], str(good), *missing[1:], str(good)]))
    gone = ("missing", "There is no such file or folder.")
    assert found == [
        Input(missing[0], None, True, gone), Input(str(good), MAT, True), *(Input(m, None, True, gone) for m in missing[1:]),
        Input(str(good), MAT, True),
    ]  # fmt: skip


def test_folders_in_order_without_hidden_things(tmp_path: Path) -> None:
    root = tmp_path / "all"
    for name in ("b.mat", "a/2.mat", "a/10.mat", "a/c/x.txt", "c.mat", ".hidden.mat", ".git/x.mat", "a/.x/y.mat", "empty.mat"):
        put(root / name, b"" if name == "empty.mat" else name.encode())
    (root / "nothing").mkdir()
    order = ["a/10.mat", "a/2.mat", "a/c/x.txt", "b.mat", "c.mat", "empty.mat"]
    expected = [(str(Path("all", name)), b"" if name == "empty.mat" else name.encode(), False, None) for name in order]
    assert seen(root) == expected
    assert seen(f"{root}{os.sep}", tmp_path) == expected
    assert seen(root / "nothing") == []
    assert seen(root / ".git" / "x.mat") == [("x.mat", b".git/x.mat", True, None)]
    assert seen(root / ".git") == [(os.path.join(".git", "x.mat"), b".git/x.mat", False, None)]


@POSIX
def test_links(tmp_path: Path) -> None:
    root = tmp_path / "all"
    put(tmp_path / "outside.mat", b"out")
    put(tmp_path / "beside" / "x.mat", b"out")
    put(tmp_path / "all2" / "x.mat", b"out")
    put(root / "a" / "x.mat", b"x")
    put(root / ".store" / "y.mat", b"y")
    for link, target in {
        "out.mat": "../outside.mat", "outdir": "../beside", "outdir2": "../all2", "up": "..", "self": ".", "a/loop": "..", "a/self": "self",
        "broken": "nowhere", "again.mat": "a/x.mat", "again": "a", "stored.mat": ".store/y.mat", "store": ".store", "store2": ".store",
    }.items():  # fmt: skip
        (root / link).symlink_to(target)
    # What is in the folder anyway is read once and under its own name; what only a link leads to is read through the link.
    assert seen(root) == [
        ("all/a/x.mat", b"x", False, None), ("all/store/y.mat", b"y", False, None), ("all/stored.mat", b"y", False, None)
    ]  # fmt: skip
    (tmp_path / "named").symlink_to("all/a")
    (tmp_path / "named.mat").symlink_to("outside.mat")
    assert seen(tmp_path / "named") == [("named/x.mat", b"x", False, None)]
    assert seen(tmp_path / "named.mat") == [("named.mat", b"out", True, None)]
    assert seen(root / "broken") == [("broken", None, True, "missing")]
    assert seen(root / "a" / "self") == [("self", None, True, "unopened")]


@POSIX
def test_what_is_no_regular_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "all"
    put(root / "x.mat", b"x")
    os.mkfifo(root / "fifo.mat")
    monkeypatch.chdir(root)  # the name of a socket may not be long
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.mat")
        assert seen(root) == [("all/x.mat", b"x", False, None)]
        assert seen(root / "socket.mat") == [("socket.mat", None, True, "unopened")]
    writer = threading.Thread(target=(root / "fifo.mat").write_bytes, args=(zipped({"a.mat": MAT}),))
    writer.start()
    assert seen(root / "fifo.mat") == [("fifo.mat!/a.mat", MAT, False, None)]
    writer.join()
    assert seen("/dev/null") == [("/dev/null", b"", True, None)]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs /dev/zero")
def test_endless_device() -> None:
    assert seen("/dev/zero") == [("/dev/zero", None, True, "limit")]


def test_a_folder_thousands_deep(tmp_path: Path) -> None:
    here = os.getcwd()
    root = tmp_path / "all"
    root.mkdir()
    put(tmp_path / "beside", b"")  # here the removing ends
    os.chdir(root)
    try:
        for _ in range(1200):
            os.mkdir("d")
            os.chdir("d")
        Path("x.mat").write_bytes(b"x")
    except OSError:
        pytest.skip("the file system does not go so deep")
    finally:
        os.chdir(here)
    (found,) = inputs([str(root)])
    os.remove(found.name)
    os.removedirs(os.path.dirname(found.name))  # pytest would remove it by recursion
    assert found == Input(os.path.join(root, *["d"] * 1200, "x.mat"), b"x", False)


@POSIX
def test_what_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "all" / "a.mat", b"a")
    put(tmp_path / "all" / "sub" / "b.mat", b"b")
    put(tmp_path / "all" / "z.mat", b"z")

    def refuse(name: str, function: Callable[..., object]) -> Callable[..., object]:
        def refusing(path: str, *rest: object) -> object:
            if str(path).endswith(name):
                raise PermissionError(13, "Permission denied")
            return function(path, *rest)

        return refusing

    module = sys.modules["tavla_cli.source.inputs"]
    monkeypatch.setattr(module, "open", refuse("a.mat", open), raising=False)
    monkeypatch.setattr(os, "scandir", refuse("sub", os.scandir))
    assert seen(tmp_path / "all") == [
        ("all/a.mat", None, False, "unopened"), ("all/sub", None, False, "unopened"), ("all/z.mat", b"z", False, None)
    ]  # fmt: skip
    assert seen(tmp_path / "all" / "a.mat") == [("a.mat", None, True, "unopened")]
    assert sentence(tmp_path / "all" / "a.mat") == "It cannot be opened: Permission denied."


ALL = {"one.mat": MAT, "sub/two.mat": b"two"}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.zip", zipped(ALL)),
        ("a.zip", zipped(ALL, zipfile.ZIP_STORED)),
        ("a.tar", tarred(ALL)),
        ("a.tar", tarred(ALL, form=tarfile.GNU_FORMAT)),
        ("a.tar", tarred(ALL, form=tarfile.USTAR_FORMAT)),
        ("a.tar.gz", tarred(ALL, "w:gz")),
        ("a.tgz", tarred(ALL, "w:gz")),
        ("a.tar.bz2", tarred(ALL, "w:bz2")),
        ("a.tar.xz", tarred(ALL, "w:xz")),
        ("named-otherwise.mat", tarred(ALL, "w:xz")),
        ("noname", zipped(ALL)),
    ],
)
def test_archives_by_content(tmp_path: Path, name: str, data: bytes) -> None:
    path = put(tmp_path / name, data)
    assert seen(path) == [(f"{name}!/one.mat", MAT, False, None), (f"{name}!/sub/two.mat", b"two", False, None)]
    assert list(inputs(["-"], io.BytesIO(data))) == [Input("-!/one.mat", MAT, False), Input("-!/sub/two.mat", b"two", False)]


def test_the_oldest_tar_has_no_magic(tmp_path: Path) -> None:
    data = bytearray(tarred({"one.mat": MAT}, form=tarfile.USTAR_FORMAT))
    data[257:265] = bytes(8)
    data[148:156] = b" " * 8
    data[148:156] = f"{sum(data[:512]):06o}\0 ".encode()
    assert seen(put(tmp_path / "a.tar", bytes(data))) == [("a.tar!/one.mat", MAT, False, None)]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_a_single_packed_file_keeps_the_name(tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]) -> None:
    assert seen(put(tmp_path / f"x.mat{suffix}", pack(MAT))) == [(f"x.mat{suffix}", MAT, True, None)]
    assert seen(put(tmp_path / f"w.mat{suffix}", pack("ç 3".encode("utf-16")))) == [(f"w.mat{suffix}", "ç 3".encode("utf-16"), True, None)]
    assert seen(put(tmp_path / f"e.mat{suffix}", pack(b""))) == [(f"e.mat{suffix}", b"", True, None)]
    assert seen(put(tmp_path / "all" / f"x.mat{suffix}", pack(MAT))) == [(f"x.mat{suffix}", MAT, True, None)]
    assert seen(tmp_path / "all") == [(os.path.join("all", f"x.mat{suffix}"), MAT, False, None)]


def test_packed_twice_and_in_two_parts(tmp_path: Path) -> None:
    assert seen(put(tmp_path / "x.gz", gzip.compress(b"a") + gzip.compress(b"b"))) == [("x.gz", b"ab", True, None)]
    assert seen(put(tmp_path / "x.gz.gz", gzip.compress(gzip.compress(b"a")))) == [("x.gz.gz", b"a", True, None)]
    thrice = gzip.compress(gzip.compress(gzip.compress(b"a")))
    assert seen(put(tmp_path / "x.gz.gz.gz", thrice)) == [("x.gz.gz.gz", None, True, "limit")]


def test_archives_in_archives(tmp_path: Path) -> None:
    third = zipped({"deep.mat": b"deep"})
    second = tarred({"two.mat": b"two", "third.zip": third, "third.gz": gzip.compress(b"x")}, "w:gz")
    first = zipped({"one.mat": b"one", "second.tgz": second, "x.mat.gz": gzip.compress(b"x"), "last.mat": b"last"})
    assert seen(put(tmp_path / "first.zip", first)) == [
        ("first.zip!/one.mat", b"one", False, None),
        ("first.zip!/second.tgz!/two.mat", b"two", False, None),
        ("first.zip!/second.tgz!/third.zip", None, False, "limit"),
        ("first.zip!/second.tgz!/third.gz", None, False, "limit"),
        ("first.zip!/x.mat.gz", b"x", False, None),
        ("first.zip!/last.mat", b"last", False, None),
    ]


def test_member_names_are_only_shown(tmp_path: Path) -> None:
    names = ["../../evil.mat", "/etc/evil.mat", "C:\\evil.mat", "./here.mat", "match(3).txt", "Çetin\x1b[2J.mat", "Ђорђе.mat"]
    hidden = [".hidden.mat", "__MACOSX/._a.mat", "a/.git/b.mat", "x\\.git\\b.mat"]
    members = {name: name.encode() for name in names + hidden}
    for archive, data in {"a.zip": zipped(members), "a.tar": tarred(members), "g.tar": tarred(members, form=tarfile.GNU_FORMAT)}.items():
        assert seen(put(tmp_path / archive, data)) == [(f"{archive}!/{name}", name.encode(), False, None) for name in names]
    assert printable("a.zip!/Çetin\x1b[2J.mat") == r"a.zip!/Çetin\x1b[2J.mat"


def test_names_in_utf8_that_do_not_say_so(tmp_path: Path) -> None:
    data = zipped({"Çetin.mat": b"x"})
    flags = b"\x14\x00\x00\x08"  # version, then the bit that says UTF-8
    assert data.count(flags) == 2
    path = put(tmp_path / "a.zip", data.replace(flags, b"\x14\x00\x00\x00"))
    assert seen(path) == [("a.zip!/Çetin.mat", b"x", False, None)]


def test_long_names_links_and_folders_in_a_tar(tmp_path: Path) -> None:
    long = "/".join(["folder" * 10] * 10) + "/ç.mat"
    for form in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=form) as archive:
            for name, kind in (
                ("d", tarfile.DIRTYPE),
                ("l", tarfile.SYMTYPE),
                ("h", tarfile.LNKTYPE),
                ("f", tarfile.FIFOTYPE),
                (long, tarfile.REGTYPE),
            ):
                info = tarfile.TarInfo(name)
                info.type = kind
                info.linkname = "target" * 50 if kind in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ""
                info.size = 3 if kind == tarfile.REGTYPE else 0
                archive.addfile(info, io.BytesIO(b"abc"))
            short = tarfile.TarInfo("x.mat")
            archive.addfile(short)
        assert seen(put(tmp_path / "a.tar", file.getvalue())) == [
            (f"a.tar!/{long}", b"abc", False, None),
            ("a.tar!/x.mat", b"", False, None),
        ]


def test_links_and_folders_in_a_zip(tmp_path: Path) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("d/", b"")
        link = zipfile.ZipInfo("l.mat")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "../x.mat")
        archive.writestr("x.mat", b"x")
    assert seen(put(tmp_path / "a.zip", file.getvalue())) == [("a.zip!/x.mat", b"x", False, None)]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.zip", zipped({})),
        ("a.tar", tarred({})),
        ("a.tar.gz", tarred({}, "w:gz")),
        ("a.tgz", tarred({}, "w:gz")),
        ("a.tar.xz", tarred({}, "w:xz")),
    ],
)
def test_empty_archives(tmp_path: Path, name: str, data: bytes) -> None:
    assert seen(put(tmp_path / name, data)) == []


NOISE = random.Random(1).randbytes(5000)


@pytest.mark.skipif(ZSTD is None, reason='Zstandard is not installed: pip install "tavla-cli[zstd]"')
def test_zstandard(tmp_path: Path) -> None:
    assert ZSTD is not None
    packed = ZSTD.compress(MAT + MAT)
    assert seen(put(tmp_path / "a.mat.zst", packed)) == [("a.mat.zst", MAT + MAT, True, None)]
    assert seen(put(tmp_path / "two.zst", ZSTD.compress(MAT) + ZSTD.compress(MAT))) == [("two.zst", MAT + MAT, True, None)]
    assert seen(put(tmp_path / "half.zst", packed[:-3])) == [("half.zst", None, True, "unopened")]
    assert seen(put(tmp_path / "a.tar.zst", ZSTD.compress(tarred({"b.mat": MAT})))) == [("a.tar.zst!/b.mat", MAT, False, None)]
    assert seen(put(tmp_path / "bomb.zst", ZSTD.compress(bytes(64 << 20)))) == [("bomb.zst", None, True, "limit")]


def test_zstandard_without_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "_zstandard", lambda: None)
    path = put(tmp_path / "a.zst", b"\x28\xb5\x2f\xfd" + NOISE)
    assert sentence(path) == 'It is packed with Zstandard, and what unpacks that is not installed: pip install "tavla-cli[zstd]"'


BIG = {"a.mat": NOISE, "b.mat": MAT}


@pytest.mark.parametrize(
    ("name", "data", "word"),
    [
        ("a.rar", b"Rar!\x1a\x07\x01\x00" + NOISE, ".rar"),
        ("really-rar.mat", b"Rar!\x1a\x07\x00" + NOISE, ".rar"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c" + NOISE, ".7z"),
        ("a.zst", b"\x28\xb5\x2f\xfd" + NOISE, "damaged" if ZSTD else "tavla-cli[zstd]"),
        ("a.Z", b"\x1f\x9d" + NOISE, ".Z"),
        ("empty.zip", b"", "named like an archive"),
        ("noise.tar", b"\0" + NOISE, "named like an archive"),
        ("half.zip", zipped(BIG)[:-30], "damaged"),
        ("half.gz", gzip.compress(NOISE)[:-100], "damaged"),
        ("sum.gz", gzip.compress(NOISE)[:-8] + b"\1" * 8, "damaged"),
        ("half.bz2", bz2.compress(NOISE)[:-100], "damaged"),
        ("half.xz", lzma.compress(NOISE)[:-100], "damaged"),
        ("noise.gz", b"\x1f\x8b\x08" + NOISE, "damaged"),
        ("half.tar", tarred(BIG)[:2000], "damaged"),
        ("half.tgz", tarred(BIG, "w:gz")[:2000], "damaged"),
    ],
)
def test_archives_that_cannot_be_opened(tmp_path: Path, name: str, data: bytes, word: str) -> None:
    path = put(tmp_path / name, data)
    assert seen(path) == [(name, None, True, "unopened")]
    assert word in sentence(path)
    put(tmp_path / "all" / name, data)
    put(tmp_path / "all" / "zz.mat", MAT)
    assert seen(tmp_path / "all") == [
        (os.path.join("all", name), None, False, "unopened"),
        (os.path.join("all", "zz.mat"), MAT, False, None),
    ]


def test_a_text_that_is_called_an_archive(tmp_path: Path) -> None:
    for name in ("a.zip", "a.gz", "a.tar", "a.rar"):
        assert seen(put(tmp_path / name, MAT)) == [(name, MAT, True, None)]


def test_a_member_without_a_name(tmp_path: Path) -> None:
    data = zipped({"a": MAT})
    directory = data.index(b"PK\1\2")
    spoiled = data[:30] + b"\0" + data[31 : directory + 46] + b"\0" + data[directory + 47 :]
    assert seen(put(tmp_path / "a.zip", spoiled)) == [("a.zip!/", MAT, False, None)]


def test_one_bad_member(tmp_path: Path) -> None:
    data = bytearray(zipped(BIG, zipfile.ZIP_STORED))
    data[100] ^= 255
    assert seen(put(tmp_path / "a.zip", bytes(data))) == [("a.zip!/a.mat", None, False, "unopened"), ("a.zip!/b.mat", MAT, False, None)]


def test_encrypted_and_unknown_methods(tmp_path: Path) -> None:
    plain = zipped({"a.mat": MAT, "b.mat": MAT})
    directory = plain.index(b"PK\1\2")
    locked = bytearray(plain)
    locked[6] |= 1
    locked[directory + 8] |= 1
    path = put(tmp_path / "locked.zip", bytes(locked))
    assert seen(path) == [("locked.zip!/a.mat", None, False, "unopened"), ("locked.zip!/b.mat", MAT, False, None)]
    assert "encrypted" in (next(inputs([str(path)])).trouble or ("", ""))[1]
    other = bytearray(plain)
    other[8] = other[directory + 10] = 9
    assert seen(put(tmp_path / "other.zip", bytes(other)))[0] == ("other.zip!/a.mat", None, False, "unopened")
    assert seen(put(tmp_path / "bz.zip", zipped({"a": MAT}, zipfile.ZIP_BZIP2))) == [("bz.zip!/a", None, False, "unopened")]


def test_sparse_members_are_not_read(tmp_path: Path) -> None:
    info = tarfile.TarInfo("hole.mat")
    info.type = tarfile.GNUTYPE_SPARSE
    info.size = 3
    header = info.tobuf(tarfile.GNU_FORMAT)
    data = header + b"abc".ljust(512, b"\0") + tarred({"x.mat": b"x"})
    assert seen(put(tmp_path / "a.tar", data)) == [("a.tar!/hole.mat", None, False, "unopened"), ("a.tar!/x.mat", b"x", False, None)]


def test_a_file_over_the_limit_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "huge.mat"
    with path.open("wb") as file:
        file.write(b"a" * 600)
        file.truncate((256 << 20) + 1)
    monkeypatch.setattr(sys.modules["tavla_cli.source.inputs"], "_read", None)
    assert seen(path) == [("huge.mat", None, True, "limit")]
    assert seen(tmp_path) == [(os.path.join(tmp_path.name, "huge.mat"), None, False, "limit")]


def test_members_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MEMBER_LIMIT", 1000)
    monkeypatch.setattr(sys.modules["tavla_cli.source.inputs"], "MEMBER_LIMIT", 1000)
    members = {"at.mat": b"a" * 1000, "over.mat": b"a" * 1001, "x.mat": b"x"}
    for name, data in {"a.zip": zipped(members), "a.tar": tarred(members), "a.tgz": tarred(members, "w:gz")}.items():
        assert seen(put(tmp_path / name, data)) == [
            (f"{name}!/at.mat", b"a" * 1000, False, None),
            (f"{name}!/over.mat", None, False, "limit"),
            (f"{name}!/x.mat", b"x", False, None),
        ]
    assert seen(put(tmp_path / "x.gz", gzip.compress(b"a" * 1001))) == [("x.gz", None, True, "limit")]
    assert [i.trouble and i.trouble[0] for i in inputs(["-"], io.BytesIO(b"a" * 1001))] == ["limit"]
    assert [i.trouble and i.trouble[0] for i in inputs(["-"], io.BytesIO(b"a" * 1000))] == [None]


def test_more_members_than_may_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MEMBERS", 3)
    members = {f"{number}.mat": b"x" for number in range(4)}
    assert seen(put(tmp_path / "a.zip", zipped(members))) == [("a.zip", None, True, "limit")]
    assert [item[0] for item in seen(put(tmp_path / "a.tar", tarred(members)))] == ["a.tar!/0.mat", "a.tar!/1.mat", "a.tar!/2.mat", "a.tar"]


ZEROS = bytes(64 << 20)


@pytest.mark.parametrize(("name", "pack"), [("x.gz", gzip.compress), ("x.bz2", bz2.compress), ("x.xz", lzma.compress)])
def test_bombs_stop(tmp_path: Path, name: str, pack: Callable[[bytes], bytes]) -> None:
    data = pack(ZEROS)
    assert seen(put(tmp_path / name, data)) == [(name, None, True, "limit")]
    inside = zipped({name: data, "x.mat": b"x"}, zipfile.ZIP_STORED)
    assert seen(put(tmp_path / "a.zip", inside)) == [("a.zip", None, True, "limit")]


def test_a_zip_bomb_stops(tmp_path: Path) -> None:
    path = put(tmp_path / "a.zip", zipped({"one.mat": ZEROS, "two.mat": ZEROS, "x.mat": b"x"}))
    assert seen(path) == [
        ("a.zip!/one.mat", None, False, "limit"), ("a.zip!/two.mat", None, False, "limit"), ("a.zip!/x.mat", b"x", False, None)
    ]  # fmt: skip


def test_members_that_share_their_bytes_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory that names the same packed bytes again and again: no member is too dense, but the whole is."""
    data = (MAT * 40_000)[: 512 << 10]
    one = zipped({"a.mat": data})
    directory, end = one.index(b"PK\1\2"), one.index(b"PK\5\6")
    entries = one[directory:end] * 1000
    tail = bytearray(one[end:])
    tail[8:12] = (1000).to_bytes(2, "little") * 2
    tail[12:16] = len(entries).to_bytes(4, "little")
    whole = one[:directory] + entries + tail
    monkeypatch.setattr(archives, "RATIO", 500)
    fits = 500 * len(whole) // len(data)
    # Later versions of the standard library refuse such members by themselves.
    found = seen(put(tmp_path / "a.zip", whole))
    if found[1][3] != "unopened":
        assert found == [("a.zip!/a.mat", data, False, None)] * fits + [("a.zip", None, True, "limit")]


def test_the_whole_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "RATIO", 5)
    monkeypatch.setattr(archives, "_HARMLESS", 1000)
    members = {f"{number}.mat": NOISE[:100] * 5 for number in range(10)}
    found = seen(put(tmp_path / "a.tar.xz", tarred(members, "w:xz")))
    assert found[-1] == ("a.tar.xz", None, True, "limit")
    assert 0 < len(found) < 10


def test_small_members_are_never_refused(tmp_path: Path) -> None:
    blank = b" " * (1 << 20)
    for name, data in {"a.xz": lzma.compress(blank), "a.bz2": bz2.compress(blank), "a.gz": gzip.compress(blank)}.items():
        assert seen(put(tmp_path / name, data)) == [(name, blank, True, None)]
    assert seen(put(tmp_path / "a.zip", zipped({"x": blank}))) == [("a.zip!/x", blank, False, None)]


def test_endless_headers_of_a_tar(tmp_path: Path) -> None:
    for kind in (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.XGLTYPE):
        info = tarfile.TarInfo("x")
        info.type = kind
        info.size = 1 << 40
        assert seen(put(tmp_path / "a.tar", info.tobuf(tarfile.GNU_FORMAT) + bytes(5000))) == [("a.tar", None, True, "unopened")]
    info = tarfile.TarInfo("x")
    info.size = 100 << 20
    assert seen(put(tmp_path / "a.tar", info.tobuf() + bytes(5000))) == [("a.tar", None, True, "unopened")]


SAMPLES = [
    zipped(BIG),
    tarred(BIG),
    tarred(BIG, "w:gz"),
    tarred(BIG, "w:xz"),
    gzip.compress(MAT),
    bz2.compress(MAT),
    zipped({"z.zip": zipped(BIG)}),
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 20_000), st.integers(0, 255)), max_size=12), st.integers(0, 20_000))
def test_damage_never_raises(data: bytes, changes: list[tuple[int, int]], cut: int) -> None:
    spoiled = bytearray(data)
    for at, byte in changes:
        # half of the changes near the ends, where the headers are
        spoiled[(-at if at % 2 else at) % (len(spoiled) if at % 3 else min(len(spoiled), 200))] = byte
    if cut < 5000:
        del spoiled[-(cut % len(spoiled)) :]
    for item in inputs(["-"], io.BytesIO(bytes(spoiled))):
        assert (item.data is None) == (item.trouble is not None)
        assert item.name.startswith("-")


@given(st.binary(max_size=2000))
def test_noise_is_one_input(data: bytes) -> None:
    data = b"q" + data  # no archive begins so
    assert list(inputs(["-"], io.BytesIO(data))) == [Input("-", data, True)]


def test_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(inputs(["-", "-"], io.BytesIO(MAT))) == [Input("-", MAT, True)]
    assert list(inputs(["-"], io.BytesIO(gzip.compress(MAT)))) == [Input("-", MAT, True)]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"from sys")))
    assert list(inputs(["-"])) == [Input("-", b"from sys", True)]
    monkeypatch.setattr(sys, "stdin", None)
    assert list(inputs(["-"])) == [Input("-", None, True, ("unopened", "There is no standard input."))]


def test_one_at_a_time(tmp_path: Path) -> None:
    first, second = put(tmp_path / "1.mat", b"1"), put(tmp_path / "2.mat", b"2")
    found = inputs([str(first), str(second)])
    assert next(found).data == b"1"
    second.write_bytes(b"changed since")
    assert next(found).data == b"changed since"


@pytest.mark.skipif(sys.platform != "linux", reason="needs names that are any bytes")
def test_names_that_are_not_utf8(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/\xde\x1bahin.mat"
    with open(raw, "wb") as file:
        file.write(MAT)
    (item,) = inputs([str(tmp_path)])
    assert (os.fsencode(item.name), item.data) == (raw, MAT)
    assert printable(item.name).endswith(r"/\udcde\x1bahin.mat")
    assert [i.data for i in inputs(read_paths(io.BytesIO(raw + b"\n"), nul=False))] == [MAT]
    file_in_tar = io.BytesIO()
    with tarfile.open(fileobj=file_in_tar, mode="w", format=tarfile.GNU_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo("\udcde.mat"))
    assert [i.name for i in inputs(["-"], io.BytesIO(file_in_tar.getvalue()))] == ["-!/\udcde.mat"]


@pytest.mark.parametrize(
    ("data", "nul", "expected"),
    [
        (b"", False, []),
        (b"a.mat\nb c.mat\r\n\r\nd.mat\re.mat", False, ["a.mat", "b c.mat", "d.mat", "e.mat"]),
        ("\ufeffÇ.mat\n".encode(), False, ["Ç.mat"]),
        ("Ç.mat\r\nx".encode("utf-16"), False, ["Ç.mat", "x"]),
        (b"a\n.mat\0\0b\0", True, ["a\n.mat", "b"]),
        (b"\xde.mat\0", True, ["\udcde.mat"]),
        (" a \u2028b\n".encode(), False, [" a \u2028b"]),
    ],
)
def test_read_paths(data: bytes, nul: bool, expected: list[str]) -> None:
    assert read_paths(io.BytesIO(data), nul) == expected


# ---- members by name


def test_every_name_that_is_shown_is_accepted_back(tmp_path: Path) -> None:
    inner = zipped({"c.mat": b"c", "deep/d.mat": b"d", "two.zip": zipped({"e.mat": b"e"})})
    put(
        tmp_path / "in!/box.zip",
        zipped({"a.mat": b"a", "d/a.mat": b"da", "in.zip": inner, "b.mat.gz": gzip.compress(b"b"), "x!/y.mat": b"y"}),
    )
    put(tmp_path / "box.tgz", tarred({"../up.mat": b"up", "i.tar": tarred({"c.mat": b"c"})}, "w:gz"))
    put(tmp_path / "one.mat.gz", gzip.compress(MAT))
    whole = [item for item in inputs([str(tmp_path)]) if item.name != str(tmp_path / "one.mat.gz")]
    assert len(whole) == 9
    for item in whole:
        assert list(inputs([item.name])) == [Input(item.name, item.data, True, item.trouble)]


def test_an_archive_in_an_archive_by_name(tmp_path: Path) -> None:
    outer = put(tmp_path / "box.zip", zipped({"in.zip": zipped({"c.mat": b"c", "in.zip": b"no archive"}), "in.zip2": b"x"}))
    inside = f"{outer}!/in.zip"
    assert list(inputs([inside])) == [Input(f"{inside}!/c.mat", b"c", False), Input(f"{inside}!/in.zip", b"no archive", False)]


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("box.zip!/b.mat", "missing", "There is no such file in the archive."),
        ("box.zip!/", "missing", "There is no such file in the archive."),
        ("box.zip!/a.mat!/b.mat", "missing", "There is no such file in the archive."),
        ("nobox.zip!/a.mat", "missing", "There is no such file or folder."),
        ("plain.mat!/a.mat", "missing", "There is no such file or folder."),
        ("one.mat.gz!/a.mat", "missing", "There is no such file or folder."),
        ("folder!/a.mat", "missing", "There is no such file or folder."),
        ("torn.zip!/a.mat", "unopened", "The archive is damaged, or not complete."),
        ("box.zip!/torn.zip!/a.mat", "unopened", "The archive is damaged, or not complete."),
        ("box.zip!/2.zip!/3.zip!/a.mat", "limit", "An archive is opened in an archive, but not a third one in that (depth 2)."),
        ("box.rar!/a.mat", "unopened", "A .rar archive cannot be read here: unpack it, or pack the files as .zip."),
    ],
)
def test_a_member_that_is_not_there(name: str, kind: str, sentence: str, tmp_path: Path) -> None:
    torn = zipped({"a.mat": MAT * 99})[:-30]
    put(tmp_path / "box.zip", zipped({"a.mat": MAT, "torn.zip": torn, "2.zip": zipped({"3.zip": zipped({"a.mat": MAT})})}))
    for other, data in {"plain.mat": MAT, "one.mat.gz": gzip.compress(MAT), "torn.zip": torn, "box.rar": b"Rar!\x1a\x07\0"}.items():
        put(tmp_path / other, data)
    (tmp_path / "folder").mkdir()
    path = f"{tmp_path}{os.sep}{name}"
    assert [(i.name, i.data, i.named, i.trouble) for i in inputs([path])] == [(path, None, True, (kind, sentence))]


def test_a_file_that_is_called_like_a_member(tmp_path: Path) -> None:
    put(tmp_path / "box.zip", zipped({"a.mat": b"inside"}))
    beside = put(tmp_path / "box.zip!" / "a.mat", b"beside")
    assert list(inputs([str(beside)])) == [Input(str(beside), b"beside", True)]
