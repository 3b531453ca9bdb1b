// Runs compile_tree.py on CPython 3.13 in WebAssembly: bytecode is the same on every platform, so no Docker and no
// second Python are needed to compile for Lambda.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const trees = JSON.parse(process.argv[2]);
const script = readFileSync(new URL("./compile_tree.py", import.meta.url), "utf8");
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });

trees.forEach((tree, number) => {
  const mounted = `/tree${number}`;
  python.FS.mkdir(mounted);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: tree.root }, mounted);
  tree.root = mounted;
});
python.globals.set("trees", JSON.stringify(trees));
python.runPython(`import sys; sys.argv = ["compile_tree.py", trees]`);
python.runPython(script);
