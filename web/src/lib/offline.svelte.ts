// What is needed to open the client without a connection. Everything waits until the page is there and idle.
import { allGames } from "./games.svelte";
import { settings } from "./settings.svelte";

/** Have the service worker, which is there only in a built client. */
export function workOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  whenIdle(() => {
    haveWorker()
      .then(() =>
        $effect.root(() => {
          $effect(() => readAhead(settings.language));
        }),
      )
      .catch(() => undefined); // not allowed here, or no connection: everything else still works
  });
}

async function haveWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register("/service-worker.js");
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

function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}
