"""`zermelo verify`: a table or a proof checked by a small program that knows only the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.errors import BadText
from zermelo.interfaces.cli.options import OwnGame, name_by_hand
from zermelo.interfaces.cli.progress import progress


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a table or certificate that `zermelo solve` made")],
    sample: Annotated[int, typer.Option(min=0, help="of a slice, check only so many positions; 0: all")] = 0,
    game: OwnGame = "",
) -> None:
    """Check every value of a table against those of its moves, or follow the strategies of a proof: in plain Python."""
    from zermelo.solve.certificate import is_certificate
    from zermelo.solve.tablebase import class_of
    from zermelo.solve.verify import verify as check

    name_by_hand(game)
    if is_certificate(file):
        verify_proof(file)
        return
    cls = class_of(file)
    verdict = check(cls, file, sample=sample, tell=tell)
    if verdict.problem:
        raise BadText(f"{file} is wrong: {verdict.problem}")
    every = "all " if verdict.whole else "a sample of "
    print(f"{every}{verdict.checked:,} positions follow from their moves")
    if not verdict.proof:
        print("positions can return and values are scores: they agree with each other, which is no proof")


def tell(count: int) -> None:
    """How many positions are checked."""
    progress(f"{count:,} positions")


def verify_proof(file: Path) -> None:
    """Follow the strategies of a certificate."""
    from zermelo.solve.certificate import read_certificate
    from zermelo.solve.files import PROOF
    from zermelo.solve.tablebase import class_of
    from zermelo.solve.verify_certificate import verify_certificate

    cls = class_of(file, PROOF)
    verdict = verify_certificate(cls, file, tell=tell)
    if verdict.problem:
        raise BadText(f"{file} proves nothing: {verdict.problem}")
    found = read_certificate(cls, file)
    least = (
        "at least " if cls.players == 1 and found.value < cls.highest else ""
    )  # nobody shows that more cannot be had
    print(f"proven: {cls.__name__} from {found.start.to_text()} is worth {least}{found.value:+g} to the player to move")
    print(f"{verdict.checked:,} positions followed by the rules alone, {found.positions:,} moves named")
    if not verdict.proof:
        print(
            "a win may take longer than the rule allows that counts plies: it holds as long as no such draw comes first"
        )
