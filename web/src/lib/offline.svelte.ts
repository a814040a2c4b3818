// What is needed without a connection: the client itself, what the server tells, and the games. Everything waits until the
// page is there and idle.
import { allGames } from "./games.svelte";
import { ALONE } from "./hosts";
import { settings } from "./settings.svelte";

const NOT_AT_ONCE = 20_000; // ms after the page is idle, before the games are fetched

export type Stage = "unknown" | "impossible" | "missing" | "coming" | "here" | "failed";

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
    stage = !canKeepEngine() ? "impossible" : (await isEngineHere()) ? "here" : "missing";
  },

  async fetch(): Promise<void> {
    await this.look();
    if (stage !== "missing") return;
    stage = "coming";
    share = 0;
    try {
      const { fetchEngine } = await import("../device/engine");
      await fetchEngine((part) => (share = part));
      stage = "here";
    } catch {
      stage = "failed"; // what has come is kept, and the rest is fetched at the next try
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
  await serviceWorker.register(`${import.meta.env.BASE_URL}service-worker.js`);
  await serviceWorker.ready;
  if (!serviceWorker.controller) {
    await new Promise((found) => serviceWorker.addEventListener("controllerchange", found, { once: true }));
  }
}

/** The games and their rules pass through the service worker, which keeps them. */
function readAhead(language: string): void {
  whenIdle(() => {
    for (const path of ["games", ...allGames().map((game) => `rules/${game}`)]) {
      fetch(`/api/${path}?language=${language}`, { priority: "low" }).catch(() => undefined);
    }
  });
}

/** Unless somebody pays for every byte. */
function fetchUnasked(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (connection?.saveData || connection?.effectiveType?.endsWith("2g")) return;
  void offlineGames.fetch();
}

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
