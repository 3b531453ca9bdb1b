"""Who is calling, as Wdrbe knows them. It keeps no accounts: a wardrobe belongs to whom the token names."""

from edge.caller import Caller


def owner(caller: Caller) -> str:
    """The token's subject, under which answers to Idempotency-Keys are kept too: erasing finds everything."""
    return caller.subject
