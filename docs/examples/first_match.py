"""A match by program: two turns of bots, an order asked about, the record proven.

Run it with `python docs/examples/first_match.py`. It uses the public names of `campagna` only.
"""

from __future__ import annotations

import campagna


def main() -> None:
    match = campagna.Match("afrika-korps", seed=7)
    players = {
        side: campagna.bot(name, match, side, seed=1)
        for side, name in zip(match.sides, ("captain", "recruit"), strict=True)
    }
    for _ in range(40):
        step = match.step
        if step is None:
            break
        order = players[step.side].choose()
        check = match.check(order)
        assert check.allowed
        assert check.forecast is not None
        for event in match.play(order):
            print(match.text(event))
        if reason := players[step.side].reason():
            print("   ", reason)

    for offer in match.legal:
        print(offer.shape, offer.order)
    try:
        match.play({"order": "retreat", "unit": "DE-ROMMEL", "path": []})
    except campagna.Refused as refused:
        print(f"{refused.refusal.rule}: {match.text(refused.refusal)}")

    print(campagna.verify(match.record))


if __name__ == "__main__":
    main()
