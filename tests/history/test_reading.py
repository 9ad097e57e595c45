"""Files: cut into hands, streamed, and refused by the hand."""

import itertools
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidepot.errors import BadHistory
from sidepot.history import History, read
from sidepot.history.splitter import MOST
from tests.cases import often
from tests.history.hands import KNOWN, labels, write

HAND = KNOWN.text(2)
BROKEN = {
    "cut in an action": HAND[: HAND.index("p3 buy")] + "\n",
    "cut after an action": HAND[: HAND.index('"p3 buy')],
    "cut in a field": HAND[: HAND.index("[20, 20") + 4] + "\n",
    "cut in a name": HAND[: HAND.index("ing_stacks")] + "\n",
    "cut after the header": "[2]\n",
    "a string of lines that does not end": HAND + 'x = """\n',
    "another string of lines that does not end": HAND + "x = '''\n",
    "a table that does not end": HAND + "x = {\n",
    "brackets that do not end": HAND + "x = [[[[\n",
    "brackets that do not begin": HAND + "x = ]]]]\n",
    "not TOML": "[2]\nonce upon a time\n",
    "a broken header": HAND.replace("[2]", "[2"),
    "a table in a list": HAND.replace("[2]", "[[2]]"),
    "a field twice": HAND + "antes = [2, 2, 2]\n",
    "too deep": HAND + "x = " + "[" * 5000 + "]" * 5000 + "\n",
    "a number too long": HAND + "x = " + "9" * 10_000 + "\n",
    "the label of the first": HAND.replace("[2]", "[1]"),
    "a zero byte": HAND + 'x = "\0"\n',
}
WHOLE = {
    "an array of what looks like headers": 'x = [\n[1],\n[2]\n,\n[3],\n["a"]\n]\n',
    "a string of what looks like hands": 'x = """\n[3]\nvariant = "x"\nactions = [\n"""\n',
    "a literal of what looks like hands": "x = '''\n[3]\n\"\"\" [ {\n'''\n",
    "quotes in a string of lines": 'x = """a \\""" b ""\n[3]\n"""""\n',
    "quotes in a literal of lines": "x = ''' '' '\n[3]\n'''''\n",
    "brackets in strings": 'x = "[[["\ny = \'[[[\'\nz = "\\"[[["\n',
    "brackets in commentary": 'x = 1 # [[[ """ \'\'\'\n# [[[ """\n',
    "a table of its own": "[2._fairness]\ndeck = 'x'\n[ 2 . _more . 'x' ]\ny = 1\n",
    "tables in a list": "[[2._x]]\ny = 1\n[[2._x]]\ny = 2\n",
    "lines that end in two characters": "x = [\r\n1,\r\n2]\r\n",
    "blanks and commentary": "\n  \n# [9]\n",
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_hand_does_not_stop_the_others(case: str, tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    after = KNOWN.text(3) + KNOWN.text(4)
    path.write_text(KNOWN.text(1) + BROKEN[case] + after, "utf-8")
    good, bad = labels(path)
    assert good == ["1", "3", "4"]
    assert len(bad) == 1


@pytest.mark.parametrize("case", WHOLE)
def test_a_header_inside_a_string_or_an_array_is_no_header(case: str, tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    path.write_bytes((KNOWN.text(1) + HAND + WHOLE[case] + KNOWN.text(3)).encode())
    assert labels(path) == (["1", "2", "3"], [])


def test_a_hand_cut_short_at_the_end_of_the_file_leaves_the_others(tmp_path: Path) -> None:
    whole = write(tmp_path / "x.phhs", KNOWN, KNOWN, KNOWN).read_bytes()
    start = whole.index(b"[3]")
    for cut in range(start + 4, len(whole) - 3, 7):
        (tmp_path / "y.phhs").write_bytes(whole[:cut])
        assert labels(tmp_path / "y.phhs") == (["1", "2"], ["3"])


def test_one_hand_may_have_tables_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "x.phh"
    path.write_text(KNOWN.text() + "[_fairness]\ndeck = 'x'\n", "utf-8")
    (found,) = read(path)
    assert isinstance(found.hand, History)
    assert found.label == "1" and found.hand.others == {"_fairness": {"deck": "x"}}


def test_labels_may_be_any_but_not_the_same(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    names = ["7", "a b", "1", "2", "7", "2", "01"]
    path.write_text("".join(KNOWN.text(name) for name in names), "utf-8")
    assert labels(path) == (["7", "a b", "1", "2", "01"], ["7", "2"])


def test_a_mark_of_utf_8_at_the_beginning_is_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    path.write_text(HAND, "utf-8-sig")
    assert labels(path) == (["2"], [])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32-be"])
def test_another_encoding_is_refused(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "x.phhs").write_text(HAND, encoding)
    with pytest.raises(BadHistory, match="line 1 is not in the encoding UTF-8"):
        list(read(tmp_path / "x.phhs"))


def test_a_hand_in_another_encoding_is_refused_with_its_line(tmp_path: Path) -> None:
    latin = HAND.replace("Bo", "Bö").encode("latin-1")
    (tmp_path / "x.phhs").write_bytes(KNOWN.text(1).encode() + latin + KNOWN.text(3).encode())
    assert labels(tmp_path / "x.phhs") == (["1", "3"], ["2"])
    (refused,) = (f.hand for f in read(tmp_path / "x.phhs") if isinstance(f.hand, BadHistory))
    assert "line 21 is not in the encoding UTF-8" in str(refused)


@pytest.mark.parametrize("name", ["", "nothing.phh", "a\0b"])
def test_a_path_that_is_no_file_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadHistory, match="cannot be read: "):
        list(read(f"{tmp_path}/{name}"))


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_an_empty_file_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.phhs").write_text(text)
    (found,) = read(tmp_path / "x.phhs")
    assert "the field variant is missing" in str(found.hand)


def test_a_text_of_many_hands_is_not_one() -> None:
    with pytest.raises(BadHistory, match="2 hands instead of one"):
        History.parse(KNOWN.text(1) + KNOWN.text(2))


@given(st.text(st.sampled_from("[]{}\"'#=\\\n 1a.,"), max_size=200))
def test_whatever_is_before_a_hand_it_is_found(noise: str) -> None:
    """An end that cannot be missed: noise, a hand that is no hand, then a good one."""
    from io import BytesIO

    from sidepot.history.history import read_stream

    raw = f"[x]\n{noise}\n[y]\nvariant = 1\n" + KNOWN.text(9)
    found = list(read_stream(BytesIO(raw.encode())))
    assert found[-1] == ("9", KNOWN) or '"""' in noise or "'''" in noise


SIZES = [1.2, pytest.param(50, marks=pytest.mark.soak)]


def memory(path: Path) -> tuple[int, int, int]:
    """Good hands, refused ones, and the most bytes that reading them held."""
    good = bad = 0
    tracemalloc.start()
    try:
        for found in read(path):
            good += isinstance(found.hand, History)
            bad += isinstance(found.hand, BadHistory)
        return good, bad, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("megabytes", SIZES)
def test_a_long_file_is_read_in_little_memory(megabytes: float, tmp_path: Path) -> None:
    with (tmp_path / "x.phhs").open("w", encoding="utf-8") as file:
        for n in itertools.count(1):
            file.write(KNOWN.text(n))
            if file.tell() > megabytes * 1_000_000:
                break
    good, bad, most = memory(tmp_path / "x.phhs")
    assert (good, bad) == (n, 0)
    assert most < 1_000_000


NOISE: dict[str, Callable[[int], bytes]] = {
    "bytes": lambda size: random.Random(1).randbytes(size),
    "one line": lambda size: b"x" * size,
    "one string": lambda size: b'[1]\nx = "' + b"y" * size,
    "one string of lines": lambda size: b'[1]\nx = """' + b"y\n" * (size // 2),
    "brackets": lambda size: b"[1]\nx = " + b"[" * size,
    "lines of brackets": lambda size: b"[1]\nx = " + b"[\n" * (size // 2),
    "quotes": lambda size: b"[1]\nx = " + b'"\\' * (size // 2),
    "words": lambda size: b"once upon a time\n" * (size // 17),
    "blank": lambda size: b" " * size,
}


def some(kind: str) -> int:
    """Megabytes of noise, too much to be kept; short lines take more than they say."""
    return 1 if "lines" in kind else 15


@pytest.mark.parametrize("size", [some, pytest.param(lambda kind: 50, marks=pytest.mark.soak)])
@pytest.mark.parametrize("kind", often(NOISE, always={*NOISE} - {"lines of brackets"}))
def test_noise_is_refused_in_little_memory(
    kind: str, size: Callable[[str], int], tmp_path: Path
) -> None:
    path, megabytes = tmp_path / "x.phhs", size(kind)
    path.write_bytes(NOISE[kind](megabytes * 1_000_000))
    good, bad, most = memory(path)
    assert (good, bad) == (0, 1)
    assert most < 12 * MOST


def test_a_hand_that_is_too_long_does_not_stop_the_others(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    long = HAND + "x = [\n" + "1,\n" * MOST + "]\n"
    path.write_text(KNOWN.text(1) + long + KNOWN.text(3), "utf-8")
    assert labels(path) == (["1", "3"], ["2"])
    (refused,) = (f.hand for f in read(path) if isinstance(f.hand, BadHistory))
    assert "more than 1000000 bytes" in str(refused)


def test_many_broken_hands_take_no_longer_than_good_ones(tmp_path: Path) -> None:
    path = tmp_path / "x.phhs"
    cut = HAND[: HAND.index('"p3 buy')]
    path.write_text("".join(cut.replace("[2]", f"[{n}]") for n in range(1, 3001)), "utf-8")
    good, bad = labels(path)
    assert (len(good), len(bad)) == (0, 3000)
