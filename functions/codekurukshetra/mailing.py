"""Letters on their way: each is claimed before it is sent, so that nobody gets it twice."""

from edge.observe import logger
from edge.resources import store_of
from edge.settings import settings
from functions.codekurukshetra.entities.records import Letter
from functions.codekurukshetra.people import address_of
from functions.codekurukshetra.repository.records import Letters
from functions.codekurukshetra.repository.teams import Teams
from functions.codekurukshetra.repository.waiting import WaitingList
from functions.codekurukshetra.rules.letters import text_of
from functions.codekurukshetra.service import SERVICE
from singletable.client import aws_client
from singletable.clock import now

letters, teams = Letters(store_of(SERVICE)), Teams(store_of(SERVICE))
waiting_list = WaitingList(store_of(SERVICE))


def deliver(letter: Letter) -> None:
    """A process that dies between sending and saying so leaves the letter as `sending`: once too few, never twice."""
    if letters.claim(letter):
        sender = settings().optional("EMAIL_RECEIPTS")
        state = _send(letter, sender) if sender else "recorded"
        letters.close(letter, state)
        logger.info("letter", kind=letter.kind, state=state)


def _send(letter: Letter, sender: str) -> str:
    address, mail = _address(letter.reader), aws_client("sesv2")
    if address is None:
        return "undeliverable"
    subject, text = text_of(letter)
    try:
        mail.send_email(
            FromEmailAddress=sender,
            Destination={"ToAddresses": [address]},
            Content={"Simple": {"Subject": {"Data": subject}, "Body": {"Text": {"Data": text}}}},
        )
    except (mail.exceptions.TooManyRequestsException, mail.exceptions.LimitExceededException):
        letters.give_back(letter)
        raise
    except mail.exceptions.ClientError:
        return "refused"
    return "sent"


def _address(reader: str) -> str | None:
    found = teams.participant(reader) or waiting_list.get(reader)
    return address_of(found.email, reader, now()) if found is not None and found.email is not None else None
