"""A hackathon that takes registrations: teams that have paid, that still can, and one that got its money back."""

import json
import urllib.request
from datetime import UTC, datetime, timedelta
from typing import Any

from tools.demo.demo import Demo

SERVICE = "codekurukshetra"
COLLEGES = ("IIT Madras", "Anna University", "VIT Vellore", "NIT Trichy")
TEAMS = (
    ("Code Warriors", "ai-ml", ("asha.rao", "ravi.iyer", "meera.nair"), "paid"),
    ("Null Pointers", "web-mobile", ("kiran.das", "bela.shah"), "paid"),
    ("Bit Benders", "blockchain", ("dev.menon", "esha.gupta", "farid.khan", "gita.pillai"), "paid"),
    ("Sensor Sages", "iot-hardware", ("hari.krishnan", "isha.bose"), "refunded"),
    ("Green Loops", "social-impact", ("jaya.reddy", "kabir.sen"), "ordered"),
    ("Open Sesame", "open-innovation", ("leela.thomas", "mohan.lal"), "registered"),
)


def load(demo: Demo) -> None:
    demo.call(SERVICE, "PUT", "/admin/config", body=event(datetime.now(UTC)))
    for number in range(len(TEAMS)):
        register(demo, number)


def register(demo: Demo, number: int) -> None:
    name, track, people, fate = TEAMS[number]
    profiles = [profile(person, number + place) for place, person in enumerate(people)]
    members = [{**each, "email": address(person)} for each, person in zip(profiles, people, strict=True)][1:]
    wish = {"name": name, "track": track, "leader": profiles[0], "members": members}
    team = demo.call(SERVICE, "POST", "/teams", address(people[0]), wish)
    if fate != "registered":
        pay(demo, team["team_id"], address(people[0]), fate)


def pay(demo: Demo, team_id: str, leader: str, fate: str) -> None:
    order = demo.call(SERVICE, "POST", f"/teams/{team_id}/payment-orders", leader)
    if fate == "ordered":
        return
    gateway = f"{demo.cloud.gateway}/simulator/orders/{order['order_id']}/pay"
    with urllib.request.urlopen(urllib.request.Request(gateway, b"{}"), timeout=30) as answer:
        demo.call(SERVICE, "POST", "/payments/verify", leader, json.load(answer))
    if fate == "refunded":
        demo.call(SERVICE, "POST", f"/admin/teams/{team_id}/refund")


def event(now: datetime) -> dict[str, Any]:
    days = {"registration_start": -7, "registration_end": 21, "event_start": 30, "event_end": 32}
    dates = {name: (now + timedelta(days=count)).isoformat() for name, count in days.items()}
    # A day, so that what the demo left unpaid is still there when somebody looks.
    return {**dates, "max_teams": 50, "checkin_points": ["entrance", "lunch"], "order_minutes": 1440}


def profile(person: str, number: int) -> dict[str, Any]:
    first, last = person.split(".")
    return {
        "first_name": first.title(),
        "last_name": last.title(),
        "phone": f"+91 90000 {10000 + number * 37}",
        "college": COLLEGES[number % len(COLLEGES)],
        "year": f"{number % 4 + 1}",
        "github_username": person.replace(".", "-"),
        "student_status": True,
    }


def address(person: str) -> str:
    return f"{person}@students.example"
