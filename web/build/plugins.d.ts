import type { Plugin } from "vite";

export const SERVICE_WORKER: string;
export function serviceWorker(): Plugin;
export function compressed(): Plugin;
