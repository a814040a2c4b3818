// What is needed without a connection: the client itself, what the server tells, and the games. Everything waits until the
// page is there and idle.
import { allGames } from "./games.svelte";
import { ALONE } from "./hosts";
import { settings } from "./settings.svelte";
import { update } from "./update.svelte";

const NOT_AT_ONCE = 20_000; // ms after the page is idle, before the games are fetched

export type Stage = "unknown" | "impossible" | "denied" | "missing" | "coming" | "here" | "failed" | "full";

let stage = $state<Stage>("unknown");
let share = $state(0);

/** The games on this device. */
export const offlineGames = {
  get stage(): Stage {
    return stage;
  },
  /** How much of them is here. */
  get share(): number {
    return share;
  },

  async look(): Promise<void> {
    if (stage === "coming") return;
    const { canKeepEngine, isEngineHere } = await import("../device/engine");
    if (!canKeepEngine()) stage = "impossible";
    else stage = await isEngineHere().then((is) => (is ? "here" : "missing"), () => "denied");
  },

  async fetch(): Promise<void> {
    await this.look();
    const { fetchEngine, prepare } = await import("../device/engine");
    if (stage === "here") return prepare(); // it may have come with an update
    if (stage !== "missing") return;
    stage = "coming";
    share = 0;
    try {
      await fetchEngine((part) => (share = part));
      stage = "here";
    } catch (error) {
      stage = (error as Error).name === "QuotaExceededError" ? "full" : "failed"; // what has come is kept for the next try
    }
  },
};

/** Have the service worker, which is there only in a built client. */
export function workOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  whenIdle(() => {
    haveWorker()
      .then(() => {
        $effect.root(() => {
          if (!ALONE) $effect(() => readAhead(settings.language));
        });
        setTimeout(() => whenIdle(fetchUnasked), NOT_AT_ONCE);
      })
      .catch(() => undefined); // not allowed here, or no connection: everything else still works
  });
}

async function haveWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`);
  await serviceWorker.ready;
  const isFirst = !serviceWorker.controller;
  if (isFirst) {
    await new Promise((found) => serviceWorker.addEventListener("controllerchange", found, { once: true }));
  }
  serviceWorker.addEventListener("controllerchange", () => void compare(serviceWorker.controller));
  registration.addEventListener("updatefound", () => compareWhenReady(registration.installing));
  compareWhenReady(registration.installing);
  void compare(registration.waiting);
  if (!isFirst) await registration.update().catch(() => undefined); // browsers look for a new one when they like
}

function compareWhenReady(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed") void compare(worker);
  });
}

/** A worker of this page's own version takes over at once; one of another is news. */
async function compare(worker: ServiceWorker | null): Promise<void> {
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const isOwn = await new Promise((told) => {
    port1.onmessage = ({ data }: MessageEvent<boolean>) => told(data);
    worker.postMessage({ kind: "compare", file: new URL(import.meta.url).pathname }, [port2]);
  });
  if (!isOwn) update.found(worker);
  else if (worker.state === "installed") worker.postMessage({ kind: "take over" });
}

/** The games and their rules pass through the service worker, which keeps them. */
function readAhead(language: string): void {
  whenIdle(() => {
    for (const path of ["games", ...allGames().map((game) => `rules/${game}`)]) {
      fetch(`/api/${path}?language=${language}`, { priority: "low" }).catch(() => undefined);
    }
  });
}

/** Unless somebody pays for every byte, or a newer version has come, which has thrown the files of this one away. */
function fetchUnasked(): void {
  if (update.isHere) return;
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (connection?.saveData || connection?.effectiveType?.endsWith("2g")) return;
  void offlineGames.fetch();
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
