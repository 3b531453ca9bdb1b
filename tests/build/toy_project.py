"""A project as small as can be: a shared package, two services, packages of one's own, and a folder beside them."""

from pathlib import Path

FILES = {
    "layers/shared/python/shared/__init__.py": "",
    "layers/shared/requirements.lock": "# nothing\n",
    "functions/__init__.py": "",
    "functions/bakery/__init__.py": "",
    "functions/bakery/service.py": "",
    "functions/bakery/api/__init__.py": "",
    "functions/bakery/api/bake.py": "LOAVES = 3\n",
    "functions/bakery/tests/test_bake.py": "",
    "functions/bakery/ACCESS_PATTERNS.md": "# bakery\n",
    "docs/openapi/bakery.json": "{}\n",
    "functions/dairy/__init__.py": "",
    "functions/dairy/service.py": "",
    "functions/dairy/api.py": "LITRES = {'whole', 'skimmed'}\n",
    "functions/dairy/requirements.txt": "six==1.17.0\n",
    "functions/dairy/requirements.lock": "six==1.17.0\n",
    "functions/oven/__init__.py": "",
    "functions/oven/requirements.txt": "six==1.17.0\n",
    "functions/oven/requirements.lock": "six==1.17.0\n",
}


def toy_project(root: Path) -> Path:
    for name, content in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)
    return root
