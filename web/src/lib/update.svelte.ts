// A newer client is here than the one that this page was opened with. Nobody is interrupted: the reader says when.
let isHere = $state(false);
let waiting: ServiceWorker | null = null;

export const update = {
  get isHere(): boolean {
    return isHere;
  },

  /** `worker`: the one that has the newer client, if it waits for the pages of this one to be closed. */
  found(worker: ServiceWorker | null = null): void {
    waiting = worker;
    isHere = true;
  },

  /** What the page shows is kept, so it is opened again as it is. */
  take(): void {
    if (waiting?.state !== "installed") return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage({ kind: "take over" });
    return undefined;
  },
};
