// The tables of this device as they were known last, so that the first page shows them at once and does not jump.
import { readHistory } from "./api";
import type { TableListed } from "./types";

const KEY = "tiotal.recent";
const MOST = 40;

export function recentlyKnown(): TableListed[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as TableListed[]) : [];
  } catch {
    return []; // kept by another version, or not kept at all
  }
}

export async function recentNow(): Promise<TableListed[]> {
  const tables = (await readHistory()).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // a browser that keeps nothing still plays
  }
  return tables;
}
