// Where bots search and hints are found: beside the house, so that neither it nor the page ever waits for them.
import { loadPython, type PyProxy } from "./python";
import type { Start } from "./wire";

let python: Promise<PyProxy> | null = null;

onmessage = async ({ data }: MessageEvent<Start | Uint8Array>): Promise<void> => {
  if (!(data instanceof Uint8Array)) {
    python = loadPython(data.root);
    return;
  }
  try {
    const answer = (await python)?.think(data) as Uint8Array;
    postMessage(answer);
  } catch (error) {
    postMessage(String(error));
  }
};
