// The tables of this device as they were known last, so that the first page shows them at once and does not jump.
import { NoConnection, readHistory } from "./api";
import { isBrought } from "./brought";
import { ALONE, isHere, tablesHere } from "./hosts";
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

/** Those of the server and those of the device; without a connection, what the server told last. */
export async function recentNow(): Promise<TableListed[]> {
  const [here, there] = await Promise.all([tablesHere(), ALONE ? [] : tablesThere()]);
  const onlyHere = here.filter(({ id, phase }) => phase === "playing" || !isBrought(id));
  const tables = [...onlyHere, ...there].sort(byTurnAndTime).slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // a browser that keeps nothing still plays
  }
  return tables;
}

async function tablesThere(): Promise<TableListed[]> {
  try {
    return await readHistory();
  } catch (error) {
    if (error instanceof NoConnection) return recentlyKnown().filter(({ id }) => !isHere(id));
    throw error;
  }
}

const byTurnAndTime = (one: TableListed, other: TableListed): number =>
  Number(other.my_turn) - Number(one.my_turn) || other.changed_at - one.changed_at;
