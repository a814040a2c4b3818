// Python in a worker, with the sources of the games; nothing else is fetched. A picture of its memory, made once on this
// device, lets it start many times sooner.
const SOURCES = "/lib/tiotal";
const PICTURE = "memory"; // kept beside the engine's files

export interface PyProxy {
  [name: string]: any;
}

interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: "zip", options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(name: string): PyProxy;
  makeMemorySnapshot(): Uint8Array;
}

interface Options {
  indexURL: string;
  _makeSnapshot?: boolean;
  _loadSnapshot?: ArrayBuffer;
}

/** The module through which workers come in: `tiotal.page.worker`. */
export async function loadPython(root: string): Promise<PyProxy> {
  const picture = await keptPicture(root);
  if (picture) {
    try {
      return (await start(root, { indexURL: root, _loadSnapshot: picture })).pyimport("tiotal.page.worker");
    } catch (error) {
      console.warn(error); // whatever it is: it starts without, only later
    }
  }
  return (await start(root, { indexURL: root })).pyimport("tiotal.page.worker");
}

export const hasPicture = async (root: string): Promise<boolean> => (await pictureIn(root)) !== undefined;

/** Keep a picture of everything loaded. */
export async function makePicture(root: string): Promise<void> {
  const python = await start(root, { indexURL: root, _makeSnapshot: true });
  python.runPython("from tiotal.page.warming import warm_up; warm_up()");
  const picture = new Response(python.makeMemorySnapshot() as Uint8Array<ArrayBuffer>);
  await (await caches.open(cacheOf(root))).put(root + PICTURE, picture);
}

async function start(root: string, options: Options): Promise<Pyodide> {
  const address = `${root}pyodide.mjs`;
  const { loadPyodide } = (await import(/* @vite-ignore */ address)) as {
    loadPyodide: (options: Options) => Promise<Pyodide>;
  };
  const [python, archive] = await Promise.all([loadPyodide(options), read(`${root}tiotal.zip`)]);
  python.unpackArchive(archive, "zip", { extractDir: SOURCES });
  python.runPython(`import sys; "${SOURCES}" in sys.path or sys.path.insert(0, "${SOURCES}")`);
  return python;
}

async function keptPicture(root: string): Promise<ArrayBuffer | null> {
  try {
    const kept = await pictureIn(root);
    return kept ? await kept.arrayBuffer() : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** To look for it makes no place for it: a place tells the service worker that somebody has fetched the games. */
const pictureIn = (root: string): Promise<Response | undefined> =>
  caches.match(root + PICTURE, { cacheName: cacheOf(root) });

/** Where the files of an engine are kept, as the service worker calls it: after its path. */
export const cacheOf = (root: string): string => `tiotal-${root.split("/").slice(-3).join("-")}`;

async function read(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
