"""The goals as a picture: each figure as a share of its limit."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from tools.bench.goals import Result

ROW, TOP, LEFT, BAR, RIGHT = 34, 56, 470, 360, 130
WHOLE = 1.5  # a full bar, in limits
MET, SHORT, INK, FAINT = "#2f7d4f", "#b3372f", "#1d2430", "#8a93a0"


def chart(results: Sequence[Result]) -> str:
    """Bars grow to the right; the line is the limit, so a bar that stays left of it meets its goal."""
    width, height = LEFT + BAR + RIGHT, TOP + ROW * len(results) + 24
    limit = LEFT + round(BAR / WHOLE)
    rows = "\n".join(bar(result, TOP + ROW * number, limit) for number, result in enumerate(results))
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"
  font-family="sans-serif" font-size="13">
<rect width="{width}" height="{height}" fill="#ffffff"/>
<text x="16" y="26" font-size="16" fill="{INK}">Measured against the limit of each goal</text>
<text x="{limit}" y="{TOP - 10}" text-anchor="middle" fill="{FAINT}">limit</text>
{rows}
<line x1="{limit}" y1="{TOP - 4}" x2="{limit}" y2="{height - 20}" stroke="{FAINT}" stroke-dasharray="4 3"/>
</svg>
"""


def bar(result: Result, y: int, limit: int) -> str:
    goal, found = result.goal, result.found
    share = found.measured / goal.limit if goal.limit else float(found.measured > 0) * WHOLE
    length = round((limit - LEFT) * min(share, WHOLE))
    figures = escape(f"{found.measured:.2f} ({goal.sense} {goal.limit:g})")
    return (
        f'<text x="{LEFT - 10}" y="{y + 17}" text-anchor="end" fill="{INK}">{escape(goal.name)}</text>\n'
        f'<rect x="{LEFT}" y="{y + 3}" width="{length}" height="20" rx="3" fill="{MET if result.met else SHORT}"/>\n'
        f'<text x="{LEFT + BAR + 10}" y="{y + 17}" fill="{INK}">{figures}</text>'
    )
