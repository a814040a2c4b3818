import type { Plugin } from "vite";

export const SERVICE_WORKER: string;
export function engine(): Plugin;
export function printed(): Plugin;
export function site(): Plugin;
export function serviceWorker(): Plugin;
export function compressed(): Plugin;
