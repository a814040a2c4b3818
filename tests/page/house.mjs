// The house of a page, in Pyodide as in a worker, driven line by line: what is asked comes in as JSON, what is answered
// goes out. Arguments: the folder of Pyodide, the archive with the sources, further files as PATH=FILE.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder, archive, ...more] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, stdout: () => undefined });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/lib/tiotal" });
for (const one of more) {
  const [path, file] = one.split("=");
  python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  python.FS.writeFile(path, readFileSync(file));
}
python.runPython('import sys; sys.path[:0] = ["/lib/tiotal", "/lib/tests"]');
python.runPython("from tests.kit.standing_clock import standing; stands = standing(); stands.__enter__()");

/** As those of a browser. */
class Drawers {
  logs = new Map();
  noted = new Map();
  async append(table, number, at, body) {
    const log = this.logs.get(table);
    if (number !== log.length + 1) return false;
    log.push([number, at, body]);
    return true;
  }
  async open(table, listing, at, body) {
    if (this.noted.has(table)) return false;
    this.noted.set(table, listing);
    this.logs.set(table, [[1, at, body]]);
    return true;
  }
  async note(table, listing) {
    this.noted.set(table, listing);
  }
  async remove(table) {
    this.noted.delete(table);
    this.logs.delete(table);
  }
  async entries(table, after) {
    return JSON.stringify((this.logs.get(table) ?? []).slice(after));
  }
  async listing(table) {
    return this.noted.get(table);
  }
  async listings() {
    return JSON.stringify([...this.noted]);
  }
  async device() {
    return "d".repeat(32);
  }
}

const out = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
const lines = { send: (line, text) => out({ line, text }), end: (line, code) => out({ line, code }) };
const worker = python.pyimport("tiotal.page.worker");
const thinker = { think: async (asked) => worker.think(asked), giveUp: () => undefined };
const house = await worker.open_house(new Drawers(), lines, thinker);
out({ ready: python.version });

for await (const text of createInterface({ input: process.stdin })) {
  const { method, path, body, connect, line, hear } = JSON.parse(text);
  if (method) out({ answer: await house.call(method, path, body ?? undefined, "en") });
  else if (connect) house.connect(line, connect);
  else house.hear(line, hear);
}
process.exit(0);
