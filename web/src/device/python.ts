// Python in a worker, with the sources of the games; nothing else is fetched.
const SOURCES = "/lib/tiotal";

export interface PyProxy {
  [name: string]: any;
}

interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): PyProxy;
  globals: PyProxy;
}

type Load = (options: { indexURL: string }) => Promise<Pyodide>;

/** The module through which workers come in: `tiotal.page.worker`. */
export async function loadPython(root: string): Promise<PyProxy> {
  const address = `${root}pyodide.mjs`;
  const { loadPyodide } = (await import(/* @vite-ignore */ address)) as { loadPyodide: Load };
  const [python, archive] = await Promise.all([loadPyodide({ indexURL: root }), read(`${root}tiotal.zip`)]);
  python.unpackArchive(archive, "zip", { extractDir: SOURCES });
  python.runPython(`import sys; sys.path.insert(0, "${SOURCES}")`);
  return python.pyimport("tiotal.page.worker");
}

async function read(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
