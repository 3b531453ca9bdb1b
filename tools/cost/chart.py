"""The bill as a picture: the drafts beside what is built, and what each service's bill is made of."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from tools.cost.bill import COMPONENTS, Bill
from tools.cost.designs import Comparison

ROW, LEFT, BAR, RIGHT = 30, 360, 400, 120
INK, FAINT, DRAFT, OURS = "#1d2430", "#8a93a0", "#b98b2f", "#2f7d4f"
COLOURS = ("#3b6fb5", "#2f7d4f", "#8f6bb3", "#b9a3d0", "#c77d2e", "#b3372f", "#6b7787", "#4aa3a2")


def chart(title: str, bill: Bill, bars: Sequence[Comparison]) -> str:
    below = 56 + ROW * len(bars) + (40 if bars else 0)
    services = bill.services()
    width, height = LEFT + BAR + RIGHT, below + 30 + ROW * len(services) + 60
    largest = max((bar.dollars for bar in bars), default=1.0) or 1.0
    dearest = max((sum(bill.by_component(service).values()) for service in services), default=1.0) or 1.0
    drawn = [
        _bar(bar.name, bar.dollars, largest, 50 + ROW * number, OURS if bar.built else DRAFT)
        for number, bar in enumerate(bars)
    ]
    drawn += [_stack(bill, service, dearest, below + 24 + ROW * number) for number, service in enumerate(services)]
    drawn += _legend(below + 24 + ROW * len(services) + 20)
    heading = _text(16, below + 8, "Everything, by service", size=14) if services else ""
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
            ' font-size="13">',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            _text(16, 28, title, size=16),
            heading,
            *drawn,
            "</svg>\n",
        )
    )


def _text(x: float, y: float, said: str, *, size: int = 13, anchor: str = "start", colour: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{escape(said)}</text>'


def _bar(name: str, dollars: float, largest: float, y: int, colour: str) -> str:
    length = round(BAR * dollars / largest)
    return "\n".join(
        (
            _text(LEFT - 10, y + 16, name, anchor="end"),
            f'<rect x="{LEFT}" y="{y + 2}" width="{length}" height="20" rx="3" fill="{colour}"/>',
            _text(LEFT + length + 8, y + 16, f"${dollars:,.0f}"),
        )
    )


def _stack(bill: Bill, service: str, dearest: float, y: int) -> str:
    components = bill.by_component(service)
    parts, x = [_text(LEFT - 10, y + 16, service, anchor="end")], float(LEFT)
    for component, colour in zip(COMPONENTS, COLOURS, strict=True):
        length = BAR * components[component] / dearest
        parts.append(f'<rect x="{x:.1f}" y="{y + 2}" width="{length:.1f}" height="20" fill="{colour}"/>')
        x += length
    parts.append(_text(x + 8, y + 16, f"${sum(components.values()):,.2f}"))
    return "\n".join(parts)


def _legend(y: int) -> list[str]:
    step = (LEFT + BAR + RIGHT - 32) / len(COMPONENTS)
    return [
        f'<rect x="{16 + step * number:.0f}" y="{y}" width="12" height="12" fill="{colour}"/>'
        + _text(round(16 + step * number) + 18, y + 11, component, colour=FAINT)
        for number, (component, colour) in enumerate(zip(COMPONENTS, COLOURS, strict=True))
    ]
