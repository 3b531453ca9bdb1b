"""The problems of the demo: statements, hints, cases, and reference solutions."""

from dataclasses import dataclass
from typing import Any

PLATFORM = "quartet"


@dataclass(frozen=True)
class Exercise:
    problem_id: str
    title: str
    tags: tuple[str, ...]
    statement: str
    constraints: str
    hints: tuple[str, ...]
    cases: tuple[tuple[str, str], ...]
    solution: str
    comparison: str | None = None

    def body(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "statement": self.statement,
            "tags": list(self.tags),
            "constraints": self.constraints,
            "hints": list(self.hints),
            "solution": self.solution,
            "comparison": self.comparison,
            "is_completed": True,
            "test_cases": [{"input": given, "output": wanted} for given, wanted in self.cases],
        }


PROBLEMS = (
    Exercise(
        "sum",
        "Two Numbers",
        ("maths", "first steps"),
        "Two whole numbers stand on one line. Print their sum.",
        "-10^9 <= a, b <= 10^9",
        ("`input()` gives the whole line.", "Split the line, and make numbers of its parts.", "Then add them."),
        (("1 2\n", "3\n"), ("-5 5\n", "0\n"), ("1000000000 1000000000\n", "2000000000\n"), ("0 0\n", "0\n")),
        "a, b = map(int, input().split())\nprint(a + b)\n",
    ),
    Exercise(
        "vowels",
        "Counting Vowels",
        ("strings", "first steps"),
        "Print how many of the letters of a line are vowels (a, e, i, o, u), large or small.",
        "1 <= length <= 10^5",
        ("Make all letters small first.", "Ask of each letter whether it is in `aeiou`."),
        (
            ("Hello World\n", "3\n"),
            ("rhythm\n", "0\n"),
            ("AEIOU aeiou\n", "10\n"),
            ("abababababababababababababababababababababababababababababab\n", "30\n"),
        ),
        "print(sum(letter in 'aeiou' for letter in input().lower()))\n",
    ),
    Exercise(
        "palindrome",
        "There and Back",
        ("strings",),
        "Does a word read the same from both ends? Print `yes` or `no`.",
        "1 <= length <= 10^5, small letters",
        ("What is the word backwards?", "`word[::-1]` walks through it from the end."),
        (
            ("level\n", "yes\n"),
            ("lever\n", "no\n"),
            ("a\n", "yes\n"),
            ("xyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxy\n", "no\n"),
        ),
        "word = input().strip()\nprint('yes' if word == word[::-1] else 'no')\n",
    ),
    Exercise(
        "stairs",
        "Climbing Stairs",
        ("dynamic programming",),
        "Stairs have n steps; one or two are taken at a time. In how many ways can they be climbed?",
        "1 <= n <= 80",
        (
            "Look at the last move: it took one step or two.",
            "So the ways to step n are those to n - 1 and those to n - 2 together.",
            "Keep the last two numbers only.",
        ),
        (("1\n", "1\n"), ("2\n", "2\n"), ("3\n", "3\n"), ("10\n", "89\n"), ("80\n", "37889062373143906\n")),
        """a, b = 1, 1
for _ in range(int(input())):
    a, b = b, a + b
print(a)
""",
    ),
    Exercise(
        "brackets",
        "Brackets in Order",
        ("stack",),
        "A line holds brackets of three kinds: (), [] and {}. Print `yes` if each is closed in order, else `no`.",
        "0 <= length <= 10^5",
        ("A closing bracket must fit the one opened last.", "What was opened last comes off first: a stack."),
        (("([]{})\n", "yes\n"), ("([)]\n", "no\n"), ("(((\n", "no\n"), ("]\n", "no\n")),
        """pairs = {')': '(', ']': '[', '}': '{'}
stack = []
good = True
for mark in input().strip():
    if mark in '([{':
        stack.append(mark)
    elif not stack or stack.pop() != pairs[mark]:
        good = False
        break
print('yes' if good and not stack else 'no')
""",
    ),
    Exercise(
        "largest-run",
        "Lanterns on a Quay",
        ("arrays", "dynamic programming"),
        "Lanterns stand in a row, each with a brightness that may be negative. Find the largest total brightness of"
        " neighbouring lanterns, at least one.",
        "1 <= n <= 2 * 10^5",
        (
            "What is the best run that ends at a given lantern?",
            "Either it goes on with the best run before, or it starts anew.",
        ),
        (("3\n1 -2 4\n", "4\n"), ("1\n-7\n", "-7\n"), ("5\n2 -1 2 -1 2\n", "4\n"), ("4\n-3 -1 -2 -5\n", "-1\n")),
        """input()
best = here = None
for value in map(int, input().split()):
    here = value if here is None or here < 0 else here + value
    best = here if best is None else max(best, here)
print(best)
""",
    ),
    Exercise(
        "binary-search",
        "How Many Are Smaller",
        ("binary search",),
        "The first line holds n and q, the second n numbers in ascending order, then q lines a number each. For "
        "each, print how many of the n are smaller.",
        "1 <= n, q <= 10^5",
        ("The numbers are sorted: half of them can be left out at a time.", "`bisect.bisect_left` does just that."),
        (("5 3\n1 3 3 7 9\n3\n0\n10\n", "1\n0\n5\n"), ("1 1\n5\n5\n", "0\n")),
        """from bisect import bisect_left
n, q = map(int, input().split())
values = list(map(int, input().split()))
for _ in range(q):
    print(bisect_left(values, int(input())))
""",
    ),
    Exercise(
        "primes",
        "Counting Primes",
        ("maths", "sieve"),
        "How many prime numbers are there up to n?",
        "1 <= n <= 10^6",
        ("Testing each number by itself is too slow.", "Cross out the multiples of each prime: the sieve."),
        (("1\n", "0\n"), ("2\n", "1\n"), ("10\n", "4\n"), ("100\n", "25\n"), ("10000\n", "1229\n")),
        """n = int(input())
sieve = bytearray([1]) * (n + 1)
sieve[0:2] = bytes(min(2, n + 1))
for p in range(2, int(n ** 0.5) + 1):
    if sieve[p]:
        sieve[p * p :: p] = bytes(len(range(p * p, n + 1, p)))
print(sum(sieve))
""",
    ),
    Exercise(
        "islands",
        "Islands",
        ("graphs", "flood fill"),
        "The first line holds h and w, then h lines of w characters: `#` is land, `.` is water. Land that touches "
        "by an edge is one island. How many islands are there?",
        "1 <= h, w <= 300",
        ("Every piece of land that is not visited yet begins an island.", "Visit all land it touches, with a stack."),
        (("3 4\n##..\n....\n..##\n", "2\n"), ("1 5\n#.#.#\n", "3\n"), ("2 2\n..\n..\n", "0\n")),
        """h, w = map(int, input().split())
land = {(y, x) for y in range(h) for x, c in enumerate(input()) if c == '#'}
count = 0
while land:
    count += 1
    stack = [land.pop()]
    while stack:
        y, x = stack.pop()
        for near in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
            if near in land:
                land.remove(near)
                stack.append(near)
print(count)
""",
    ),
    Exercise(
        "shortest-path",
        "The Shortest Way",
        ("graphs", "dijkstra"),
        "The first line holds n and m, then m lines a, b and c: a road between a and b of length c. Print the "
        "length of the shortest way from 1 to n, or -1.",
        "1 <= n <= 10^5, 0 <= m <= 2 * 10^5, 1 <= c <= 10^9",
        (
            "Always go on from the place that is nearest so far.",
            "A heap gives the nearest place quickly.",
            "A place that is left once needs no second look.",
        ),
        (("3 3\n1 2 1\n2 3 2\n1 3 9\n", "3\n"), ("2 0\n", "-1\n"), ("1 0\n", "0\n")),
        """from heapq import heappush, heappop
n, m = map(int, input().split())
roads = [[] for _ in range(n + 1)]
for _ in range(m):
    a, b, c = map(int, input().split())
    roads[a].append((b, c))
    roads[b].append((a, c))
heap, done, answer = [(0, 1)], set(), -1
while heap:
    far, place = heappop(heap)
    if place in done:
        continue
    done.add(place)
    if place == n:
        answer = far
        break
    for b, c in roads[place]:
        if b not in done:
            heappush(heap, (far + c, b))
print(answer)
""",
    ),
    Exercise(
        "mean",
        "A Mean",
        ("maths",),
        "Numbers stand on one line. Print their arithmetic mean; an error of a millionth is allowed.",
        "1 <= count <= 1000",
        ("The sum, divided by how many there are.",),
        (("1 2\n", "1.5\n"), ("0.1 0.2 0.3\n", "0.20000000000000004\n"), ("-1 1\n", "0.0\n")),
        "values = list(map(float, input().split()))\nprint(sum(values) / len(values))\n",
        "numeric",
    ),
    Exercise(
        "knapsack",
        "Packing",
        ("dynamic programming",),
        "The first line holds n and a capacity, then n lines a weight and a value. Print the largest value that fits.",
        "1 <= n <= 100, capacity <= 10^4",
        (
            "For each capacity keep the best value so far.",
            "A thing may be used once: go through the capacities from the largest down.",
        ),
        (("3 5\n2 3\n3 4\n4 5\n", "7\n"), ("1 1\n2 10\n", "0\n"), ("2 10\n5 6\n5 7\n", "13\n")),
        """n, room = map(int, input().split())
best = [0] * (room + 1)
for _ in range(n):
    weight, value = map(int, input().split())
    for left in range(room, weight - 1, -1):
        best[left] = max(best[left], best[left - weight] + value)
print(best[room])
""",
    ),
)
