"""SGF: read strictly, written so that others read it; sgfmill and GNU Go are the judges."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notation.growing import grow
from zermelo.errors import BadText, ZermeloError
from zermelo.game.random import Random
from zermelo.notation.record import GameRecord, Node
from zermelo.notation.sgf import read_sgf, write_sgf
from zermelo.notation.sgf_games import COLUMNS, LETTERS

EXAMPLE = r"""(;FF[4]GM[1]SZ[9]KM[5.5]PB[Lee \] x]PW[W]RE[B+R]C[hello
there\\];B[ee]C[tengen]LB[ee:1];W[ec](;B[gc];W[]C[pass])(;B[cc](;W[aa])
(;W[tt])))"""


def test_settings_tags_comments_and_variations() -> None:
    record = read_sgf(EXAMPLE)
    assert record.settings == {"size": "9", "komi": "5.5"}
    assert record.tags == {"Black": "Lee ] x", "White": "W", "Result": "B+R"}
    assert record.root.comment == "hello\nthere\\"
    assert record.line(record.main_line()).line_text() == "E5 E7 G7 pass"
    assert record.line((0, 0, 1, 0)).line_text() == "E5 E7 C7 A9"
    assert record.node((0, 0, 1, 1)).move == "pass"
    assert read_sgf(write_sgf(record)) == record


def test_a_handicap_is_a_position() -> None:
    record = read_sgf("(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee];B[aa])")
    assert record.position == "9/9/6x2/9/9/9/2x6/9/9 o - 0"
    assert read_sgf(write_sgf(record)).root == record.root
    assert read_sgf("(;SZ[9]AB[aa:bb]AE[bb]AW[ia]PL[B];B[ee])").position == "xx6o/x8/9/9/9/9/9/9/9 x - 0"
    assert read_sgf("(;SZ[9](;C[who?];W[ee])(;W[dd]))").begin().turn == 1  # nothing said that Black begins


def test_rules_have_names() -> None:
    for given_name, wanted in (("NZ", {"suicide": "true", "situational": "true"}), ("Japanese", {})):
        record = read_sgf(f"(;SZ[5]KM[0]RU[{given_name}])")
        assert record.settings == {"size": "5", "komi": "0"} | wanted
        assert f"RU[{given_name}]" in write_sgf(record)
    points = GameRecord("go", {"size": "5", "points": "true"})
    assert read_sgf(write_sgf(points)).settings["points"] == "true"


def test_the_result_follows_from_the_rules() -> None:
    record = GameRecord("go", {"size": "5"}, root=Node(children=[Node("pass", children=[Node("pass")])]))
    assert "RE[W+7.5]" in write_sgf(record)
    with pytest.raises(BadText, match="write the game as json"):
        write_sgf(GameRecord("go", {"size": "5"}, position="5/5/5/5/5 o - 1"))
    with pytest.raises(BadText, match="write it as json"):
        write_sgf(GameRecord("chess"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game in this text"),
        ("x", "begins with"),
        ("(;", "line 1, column 1: the bracket that opens here is never closed"),
        ("(;GM[3])", "column 5: GM.3. is another game"),
        ("(;SZ[99])", "between 1 and 19, not 99"),
        ("(;SZ[9:7])", "SZ must be a number"),
        ("(;\nB[ee];B[dd])", "line 2, column 8: B moves here, but it is the turn of White"),
        ("(;SZ[9];B[zz])", "column 10: B.zz.: it is no point"),
        ("(;SZ[9];B[ee];W[ee])", "column 16: W.ee.: 'E5' is not possible here: E5 is occupied"),
        ("(;B[aa]W[bb])", "one node holds one move"),
        ("(;B)", "B has no value"),
        ("(;B[aa]x[1])", "'x' has no capitals"),
        ("(;B[aa]B[bb])", "given twice"),
        ("(;)(;)", "there are 2 games"),
        ("(())", "needs a node"),
        ("(;())", "without a node"),
        ("(;C[a", "column 4: the bracket that opens here is never closed by"),
        ("(;PL[x])", "PL is B or W"),
        ("(;B[aa];AB[bb])", "AB stands after the first node"),
        ("(;AB[aa:bb][aa])", "set up twice"),
        ("(;AB[bb:aa])", "no rectangle"),
        ("(;SZ[9]AB[ba][ab]AW[aa])", "A9 has no liberty"),
        ("(;SZ[9];B[];W[];B[])", "the game is over"),
        ("(;SZ[9];B[];9)", "'9' begins no property"),
    ],
)
def test_errors_name_line_and_column(text: str, message: str) -> None:
    with pytest.raises(BadText, match=message):
        read_sgf(text)


def grown(seed: int) -> GameRecord:
    random = Random(seed, 99)
    size = (5, 7, 9, 13)[seed % 4]
    record = GameRecord("go", {"size": str(size), "komi": "6.5"}, tags={"Event": "a]b\\c"})
    if seed % 3 == 0:
        record.position = "/".join(["2x" + str(size - 3), *[str(size)] * (size - 2), f"{size - 1}o"]) + " o - 0"
    grow(record, random, 10 + random.below(25), random.below(6))
    return record


def test_sgfmill_reads_what_we_write_and_we_read_what_it_writes(long_run: bool) -> None:
    sgf = pytest.importorskip("sgfmill.sgf")
    for seed in range(200 if long_run else 5):
        record = grown(seed)
        text = write_sgf(record)
        assert read_sgf(text).root == record.root
        theirs = sgf.Sgf_game.from_bytes(text.encode())
        assert (theirs.get_size(), theirs.get_komi()) == (int(record.settings["size"]), 6.5)
        assert theirs.get_root().get("EV") == "a]b\\c"
        compare(record.root, theirs.get_root(), theirs.get_size())
        again = read_sgf(theirs.serialise().decode())
        assert (again.root, again.position) == (record.root, record.position)


def compare(node: Node, theirs: Any, size: int) -> None:
    """The same moves in the same order, everywhere in the tree."""
    waiting = [(node, theirs)]
    while waiting:
        node, theirs = waiting.pop()
        found = []
        for child in theirs:
            _, point = child.get_move()
            found.append("pass" if point is None else f"{LETTERS[point[1]]}{point[0] + 1}")
        assert [child.move for child in node.children] == found
        waiting += zip(node.children, theirs, strict=True)


def test_gnu_go_sees_the_same_stones(tmp_path: Path) -> None:
    program = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if not program:
        pytest.skip("GNU Go is not installed")
    for seed in (1, 6):
        record = grown(seed)
        file = tmp_path / f"{seed}.sgf"
        file.write_text(write_sgf(record), encoding="utf-8")
        asked = f"loadsgf {file}\nlist_stones black\nlist_stones white\nget_komi\nquit\n"
        answer = subprocess.run([program, "--mode", "gtp"], input=asked, capture_output=True, text=True, timeout=60)
        turn, black, white, komi = [part.strip("= \n") for part in answer.stdout.split("\n\n")[:4]]
        line = record.line(record.main_line())
        stones = line.state.scene().pieces
        for owner, theirs in enumerate((black, white)):
            assert set(theirs.split()) == {stone.cell for stone in stones if stone.owner == owner}
        assert float(komi) == 6.5
        assert turn == ("black", "white")[line.turn]


PIECES = st.sampled_from(
    [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        ":",
        "B",
        "W",
        "[aa]",
        "[bb]",
        "[]",
        "SZ[3]",
        "AB",
        "AW",
        "PL[W]",
        "C",
        "GM[1]",
        "\n",
        "KM[1]",
    ]
)


@settings(max_examples=100, deadline=None, database=None, derandomize=True)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(PIECES, max_size=30).map(lambda parts: "(;SZ[3]" + "".join(parts)),
        st.lists(st.sampled_from(COLUMNS[:3]), max_size=40).map(
            lambda points: "(;SZ[3]" + "".join(f";{'BW'[n % 2]}[{a}{a}]" for n, a in enumerate(points)) + ")"
        ),
    )
)
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    try:
        record = read_sgf(text)
    except ZermeloError:
        return
    record.verify()
    assert read_sgf(write_sgf(record)).root == record.root
