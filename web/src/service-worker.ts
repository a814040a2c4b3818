// Opens the client without a connection, and keeps what may be read then: the games, their rules, finished matches.
// Nothing of a table at which people play is ever kept.
//
// A page always comes from the server if that answers, so a new version is there at the next visit and nobody has to
// be reloaded. A worker takes over when a page of its own version asks for it, or when the reader of an older one does;
// otherwise when the last page is closed that was opened with the one before.
export {};

/** Filled in when the client is built. */
declare const __FILES__: string[];
declare const __VERSION__: string;
declare const __ENGINE__: { path: string; files: { name: string }[] } | null;

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface AskedEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface ToldEvent extends LastingEvent {
  readonly data: { kind: "compare"; file: string } | { kind: "take over" };
  readonly ports: readonly MessagePort[];
}
interface Worker {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(type: "message", listener: (event: ToldEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: AskedEvent) => void): void;
}

const worker = self as unknown as Worker;
const ROOT = new URL(".", location.href).pathname; // the client may be below a path of its host
const FILES = __FILES__.map((name) => ROOT + name); // the page itself has no name
const SHELL = `tiotal-shell-${__VERSION__}`;
const ENGINES = "tiotal-engine-"; // with this begin the names of those that pages have fetched
const ENGINE = __ENGINE__ && `tiotal-${__ENGINE__.path.replaceAll("/", "-")}`;
const TOLD = "tiotal-told"; // games and rules
const PRINTED = "tiotal-printed"; // what somebody has wanted to print
const REPLAYS = "tiotal-replays"; // finished matches, and the list of them
const MOST_REPLAYS = 120; // answers; the oldest are forgotten first
const PATIENCE = 4_000; // ms for a page: a bad connection is worse than none

const READING = /^\/api\/(games|rules|guide)(\/|$)/;
const FINISHED = /^\/api\/(history|tables\/[^/]+\/matches\/\d+\/(steps|report|record))$/;

worker.addEventListener("install", (event) => {
  event.waitUntil(keepShell().then(keepPlaying));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldShells().then(() => worker.clients.claim()));
});

worker.addEventListener("message", ({ data, ports }) => {
  if (data.kind === "compare") ports[0]?.postMessage(FILES.includes(data.file));
  else void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(`${ROOT}printed/`)) {
    event.respondWith(toPrint(event));
  } else if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(page(request));
  } else if (READING.test(pathname)) {
    event.respondWith(newest(event, TOLD));
  } else if (FINISHED.test(pathname)) {
    event.respondWith(newest(event, REPLAYS));
  } else if (pathname.startsWith(`${ROOT}engine/`)) {
    event.respondWith(ofEngine(request));
  } else if (FILES.includes(pathname)) {
    event.respondWith(file(request));
  }
});

// --- The client itself ------------------------------------------------------------------------------------------
async function keepShell(): Promise<void> {
  const shell = await caches.open(SHELL);
  // Files under /assets are named after their content; the others must not come from a browser's older copy.
  await shell.addAll(
    FILES.map((path) => new Request(path, { cache: path.startsWith(`${ROOT}assets/`) ? "default" : "reload" })),
  );
}

/** Whoever has the games has those of this version, too, before it takes over. */
async function keepPlaying(): Promise<void> {
  if (!__ENGINE__ || !ENGINE || !(await caches.keys()).some((name) => name.startsWith(ENGINES))) return;
  const kept = await caches.open(ENGINE);
  for (const { name } of __ENGINE__.files) {
    const address = ROOT + __ENGINE__.path + name;
    if (!(await kept.match(address))) await kept.add(address);
  }
}

async function forgetOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("tiotal-") && ![SHELL, ENGINE, PRINTED, TOLD, REPLAYS].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function file(request: Request): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}

/** Kept as a whole, or not at all. */
async function ofEngine(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** Its name changes with what is in it, so a copy is as good as the file; those of other versions are forgotten. */
async function toPrint(event: AskedEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(PRINTED);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) event.waitUntil(keepToPrint(cache, request.url, answer.clone()));
  return answer;
}

async function keepToPrint(cache: Cache, url: string, answer: Response): Promise<void> {
  const folder = url.slice(0, url.lastIndexOf("/") + 1);
  const old = (await cache.keys()).filter((request) => !request.url.startsWith(folder));
  await Promise.all(old.map((request) => cache.delete(request)));
  await cache.put(url, answer);
}

async function page(request: Request): Promise<Response> {
  const kept = await (await caches.open(SHELL)).match(ROOT, { ignoreVary: true });
  if (!kept) return fetch(request);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    return answer.status < 500 ? answer : kept;
  } catch {
    return kept;
  }
}

// --- What the server tells --------------------------------------------------------------------------------------
async function newest(event: AskedEvent, place: string): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(place);
  try {
    const answer = await fetch(request);
    if (answer.status === 200) event.waitUntil(keep(cache, request, answer.clone(), place));
    if (answer.status < 500) return answer;
    return (await cache.match(request, { ignoreVary: true })) ?? answer;
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

async function keep(cache: Cache, request: Request, answer: Response, place: string): Promise<void> {
  if (place === REPLAYS) {
    if (await isBeingPlayed(answer.clone())) return;
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_REPLAYS)).map((old) => cache.delete(old)));
  }
  await cache.put(request, answer);
}

/** Reports and steps can also be read during a match: then they have no end, or no scores, yet. */
async function isBeingPlayed(answer: Response): Promise<boolean> {
  const told = (await answer.json()) as { ended?: number | null; scores?: number[] | null };
  return told.ended === null || told.scores === null;
}
