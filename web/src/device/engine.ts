// The files with which games are played on the device: how large they are, whether they are here, and getting them.
import { cacheOf, hasPicture } from "./python";
import type { Start } from "./wire";

interface Engine {
  path: string; // it changes with what is in the files
  files: { name: string; bytes: number }[];
  packed: number; // bytes of all of them as they go over a wire
}

/** Filled in when the client is built. */
declare const __ENGINE__: Engine | null;

const ENGINE = __ENGINE__;
export const engineSize = (): number => ENGINE?.packed ?? 0;
const engineBytes = (): number => ENGINE?.files.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;

/** The address of all files of this client: also below a path of a host. */
export const homeAddress = (): string => new URL(import.meta.env.BASE_URL, document.baseURI).href;

const TRANSLATED = /^(\w+)\.wasm$/;

/** What a worker is told first. */
export const start = (): Start => ({
  root: engineRoot(),
  translated: ENGINE?.files.flatMap(({ name }) => TRANSLATED.exec(name)?.[1] ?? []) ?? [],
});

export const engineRoot = (): string => new URL(ENGINE?.path ?? "", homeAddress()).href;

/** Whether a browser could keep it at all: over plain http, on another machine than this, none does. */
export const canKeepEngine = (): boolean => ENGINE !== null && "caches" in globalThis && "serviceWorker" in navigator;

export async function isEngineHere(): Promise<boolean> {
  if (!ENGINE || !canKeepEngine()) return false;
  const name = cacheOf(engineRoot());
  if (!(await caches.has(name))) return false; // to open it would make it
  const kept = await caches.open(name);
  return (await kept.keys()).length >= ENGINE.files.length;
}

/** Fetch what is missing; `progress` is told how much of it all is here. */
export async function fetchEngine(progress: (share: number) => void = () => undefined): Promise<void> {
  if (!ENGINE) throw new Error("this client was built without the engine");
  const kept = await caches.open(cacheOf(engineRoot()));
  const all = engineBytes();
  let here = 0;
  for (const { name, bytes } of ENGINE.files) {
    const address = engineRoot() + name;
    if (!(await kept.match(address))) {
      const answer = await fetch(address, { priority: "low" });
      if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
      let seen = 0;
      const counted = answer.body.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(part, onward) {
            seen += part.length;
            progress(Math.min(1, (here + Math.min(seen, bytes)) / all));
            onward.enqueue(part);
          },
        }),
      );
      const type = answer.headers.get("content-type") ?? "";
      await kept.put(address, new Response(counted, { headers: { "content-type": type } }));
    }
    here += bytes;
    progress(here / all);
  }
  await prepare();
}

/** So that the first game starts soon. Without it everything works, too. */
export async function prepare(): Promise<void> {
  if (await hasPicture(engineRoot())) return;
  await new Promise<void>((done) => {
    const worker = new Worker(new URL("./picture-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = worker.onerror = () => {
      worker.terminate();
      done();
    };
    worker.postMessage(start());
  });
}
