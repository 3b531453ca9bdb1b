"""What is personal about a person, in the open: for the one answer it is needed in, whole or masked."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from functions.codekurukshetra.entities.registration import Participant, Team

HIDDEN = "***"


class Profile(Struct, frozen=True):
    """Printing one shows nothing."""

    first_name: str
    last_name: str
    email: str
    phone: str | None = None
    github_username: str | None = None
    linkedin: str | None = None

    def __repr__(self) -> str:
        return "Profile(...)"

    def masked(self) -> "Profile":
        """Enough to tell people apart, too little to reach them."""
        local, _, domain = self.email.rpartition("@")
        return Profile(
            first_name=_initial(self.first_name),
            last_name=_initial(self.last_name),
            email=f"{_initial(local)}@{_initial(domain)}",
            phone=f"{HIDDEN}{self.phone[-2:]}" if self.phone else None,
            github_username=_initial(self.github_username) if self.github_username else None,
            linkedin=HIDDEN if self.linkedin else None,
        )


def _initial(text: str) -> str:
    return f"{text[:1]}{HIDDEN}"


COLUMNS = (
    "team_id",
    "team",
    "track",
    "payment_status",
    "participant_id",
    "is_leader",
    "first_name",
    "last_name",
    "email",
    "phone",
    "college",
    "year",
    "github_username",
    "linkedin",
    "registered_at",
)


def export_row(team: Team, person: Participant, profile: Profile | None) -> list[str]:
    """One line of the export; who was erased has empty fields."""
    cells = {
        "team_id": team.team_id,
        "team": team.name,
        "track": team.track,
        "payment_status": team.payment_status.value,
        "participant_id": person.participant_id,
        "is_leader": str(person.is_leader).lower(),
        "college": person.college,
        "year": person.year,
        "registered_at": person.created_at.isoformat(),
    }
    personal = {name: getattr(profile, name) for name in COLUMNS if profile and name not in cells}
    return list(harmless({**personal, **cells}.get(name) for name in COLUMNS))


def harmless(cells: Iterable[object]) -> Iterator[str]:
    """A spreadsheet would run a cell that begins like a formula."""
    for cell in cells:
        text = "" if cell is None else str(cell)
        yield f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
