// Where bots search and hints are found: beside the house, so that neither it nor the page ever waits for them.
import { loadPython, type PyProxy } from "./python";
import type { Start } from "./wire";

let python: Promise<PyProxy> | null = null;

onmessage = async ({ data }: MessageEvent<Start | Uint8Array>): Promise<void> => {
  if (!(data instanceof Uint8Array)) {
    python = prepared(data);
    return;
  }
  try {
    const answer = (await python)?.think(data) as Uint8Array;
    postMessage(answer);
  } catch (error) {
    postMessage(String(error));
  }
};

/** With the rules and the search of each game as WebAssembly. Without one of them its search is slower, and the same. */
async function prepared({ root, translated }: Start): Promise<PyProxy> {
  const [worker, ...found] = await Promise.all([loadPython(root), ...translated.map((game) => instance(root, game))]);
  for (const { game, made } of found) if (made) worker.bring(game, made);
  return worker;
}

async function instance(root: string, game: string): Promise<{ game: string; made: WebAssembly.Instance | null }> {
  try {
    const answer = await fetch(`${root}${game}.wasm`);
    return { game, made: (await WebAssembly.instantiate(await answer.arrayBuffer())).instance };
  } catch (error) {
    console.warn(error);
    return { game, made: null };
  }
}
