"""`zermelo lottery`: what uncertain prizes are worth, and which to choose."""

from __future__ import annotations

import json as json_module
from fractions import Fraction
from typing import Annotated, Any

import typer

from zermelo.errors import BadParameter
from zermelo.interfaces.cli.options import Json, read_pairs


def lottery(
    texts: Annotated[
        list[str],
        typer.Argument(metavar="LOTTERY…", help="'[0.5 $1000; 0.5 $0]' in single quotes; several are compared"),
    ],
    utility: Annotated[str, typer.Option(help="linear, log:800, exp:0.01, debt:-5000, points:0=0,400=0.5,1000=1")] = (
        "linear"
    ),
    insurer: Annotated[str, typer.Option(help="the utility of who takes the risk")] = "linear",
    worth: Annotated[
        list[str] | None, typer.Option(metavar="PRIZE=U", help="the utility of a prize that is not money; again")
    ] = None,
    json: Json = False,
) -> None:
    """Reduce lotteries; expected value, expected utility, certainty equivalent, insurance premium; the best choice."""
    from zermelo.theory.lottery import Lottery

    lotteries = [Lottery.from_text(text) for text in texts]
    utilities = read_pairs(worth)
    if utilities:
        reports = [by_worth(item, utilities) for item in lotteries]
    else:
        reports = [by_money(item, utility, insurer) for item in lotteries]
    best = max(range(len(reports)), key=lambda place: float(reports[place]["expected_utility"]))
    if json:
        rows = [{name: as_json(value) for name, value in report.items()} for report in reports]
        print(json_module.dumps({"lotteries": rows, "best": best + 1}, indent=2))
        return
    for item, report in zip(lotteries, reports, strict=True):
        show(item, report)
    if len(reports) > 1:
        print(f"choose {texts[best]}: its expected utility is the largest")


def by_money(lottery: Any, utility: str, insurer: str) -> dict[str, Any]:
    """A lottery of amounts, seen by its owner and by an insurer."""
    from zermelo.theory import utility as utilities
    from zermelo.theory.insurance import insure

    owner = utilities.read(utility)
    deal = insure(lottery, owner, utilities.read(insurer))
    return {
        "reduced": str(lottery.reduced()),
        "emv": deal.emv,
        "utility": owner.name,
        "expected_utility": owner.expected(lottery),
        "utility_of_emv": owner(deal.emv),
        "certainty_equivalent": deal.owner_takes,
        "premium": deal.premium,
        "attitude": deal.attitude,
        "insurer_gives": deal.insurer_gives,
        "gain_to_share": deal.gain,
    }


def by_worth(lottery: Any, worth: dict[str, str]) -> dict[str, Any]:
    """A lottery of any prizes whose utilities are given."""
    from zermelo.theory.elicitation import read_prize
    from zermelo.theory.lottery import Lottery
    from zermelo.theory.reading import number
    from zermelo.theory.scales import exactly

    utilities = {read_prize(name): number(value) for name, value in worth.items()}
    unknown = [Lottery.sure(prize) for prize in lottery.prizes if prize not in utilities]
    if unknown:
        raise BadParameter(f"the utility of {unknown[0]} is missing: --worth '{unknown[0]}=0.5'")
    return {"reduced": str(lottery.reduced()), "expected_utility": lottery.expectation(exactly(utilities))}


def as_json(value: Any) -> Any:
    """Fractions as numbers."""
    from zermelo.theory.reading import plain

    return plain(value)


def show(lottery: Any, report: dict[str, Any]) -> None:
    """A lottery for people."""
    from zermelo.theory.reading import money, shown

    print(lottery)
    if report["reduced"] != str(lottery):
        print(f"  reduced               {report['reduced']}")
    if "emv" in report:
        print(f"  expected money        {money(report['emv'])}")
    print(f"  expected utility      {shown(report['expected_utility'])}{told(report)}")
    if "emv" not in report:
        return
    print(f"  certainty equivalent  {money(report['certainty_equivalent'])}")
    print(f"  insurance premium     {money(report['premium'])}: {report['attitude']}")
    if report["gain_to_share"] > Fraction(1, 200):
        low, high = money(report["certainty_equivalent"]), money(report["insurer_gives"])
        print(f"  any price from {low} to {high} leaves both owner and insurer better off")


def told(report: dict[str, Any]) -> str:
    """Beside expected utility: by which utility, and that of the expected money."""
    from zermelo.theory.reading import shown

    return f" ({report['utility']}; of the expected money {shown(report['utility_of_emv'])})" if "emv" in report else ""
