"""HTML as a tree, as far as reading a problem needs it."""

from collections.abc import Iterator
from html.parser import HTMLParser

from msgspec import Struct, field

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
CLOSED_BY_SIBLING = {"p": {"p", "div", "ul", "ol", "pre", "table"}, "li": {"li"}, "td": {"td", "tr"}, "tr": {"tr"}}
BLOCKS = frozenset({"p", "div", "ul", "ol", "li", "pre", "table", "tr", "h1", "h2", "h3", "section"})
SILENT = frozenset({"script", "style", "noscript"})
DEEPEST = 200


class Node(Struct):
    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: "list[Node | str]" = field(default_factory=list)

    def walk(self) -> "Iterator[Node]":
        """Itself and everything below, in the order of the text."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def by_id(self, name: str) -> "Node | None":
        return next((node for node in self.walk() if node.attributes.get("id") == name), None)

    def by_class(self, *names: str) -> "list[Node]":
        """Every node that has all of these classes."""
        wanted = set(names)
        return [node for node in self.walk() if wanted <= set(node.attributes.get("class", "").split())]

    def first(self, *names: str) -> "Node | None":
        return next(iter(self.by_class(*names)), None)

    def raw(self) -> str:
        """The text with its line breaks, as in a <pre>; an inner block is a line of its own."""
        out: list[str] = []
        for child in self.children:
            if isinstance(child, str):
                out.append(child)
            elif child.tag == "br":
                out.append("\n")
            elif child.tag not in SILENT:
                inner = child.raw()
                ends = child.tag in BLOCKS and not inner.endswith("\n")
                out.append(inner + "\n" if ends else inner)
        return "".join(out)

    def text(self) -> str:
        """As one reads it: a line per paragraph, blanks folded."""
        lines = (" ".join(line.split()) for line in self._lines().split("\n"))
        return "\n".join(line for line in lines if line)

    def _lines(self) -> str:
        out: list[str] = []
        for child in self.children:
            if isinstance(child, str):
                out.append(child.replace("\n", " "))
            elif child.tag == "br":
                out.append("\n")
            elif child.tag not in SILENT:
                inner = child.raw() if child.tag == "pre" else child._lines()
                out.append(f"\n{inner}\n" if child.tag in BLOCKS else inner)
        return "".join(out)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in CLOSED_BY_SIBLING.get(self._open[-1].tag, ()):
            self._open.pop()
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in VOID and len(self._open) < DEEPEST:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def tree_of(html: str) -> Node:
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root
