"""What letters say."""

from functions.codekurukshetra.entities.records import Letter

TEXTS = {
    "receipt": (
        "Payment received for {team}",
        "We have received {amount} for the team {team} (order {order}). Your seat is certain. See you at the event!\n",
    ),
    "refund": (
        "Refund for {team}",
        "{amount} for the team {team} (order {order}) goes back to where it came from, within a few days.\n",
    ),
    "reminder": (
        "The seat of {team} is waiting for its payment",
        "The team {team} has not paid {amount} yet (order {order}). Its seat is kept until {pay_until}.\n",
    ),
    "offer": (
        "A seat at {event} is yours",
        "A seat has become free. It is kept for you until {offered_until}: register your team before then.\n",
    ),
}


def text_of(letter: Letter) -> tuple[str, str]:
    """Subject and text."""
    subject, text = TEXTS[letter.kind]
    return subject.format(**letter.facts), text.format(**letter.facts)
