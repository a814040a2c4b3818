// Finished games of this device, brought to the list that the server keeps for it, when there is a server again.
import { bringTable, readLog } from "./api";
import { ALONE, tablesHere } from "./hosts";

const KEY = "tiotal.brought"; // names of tables that the server has by now

export function isBrought(table: string): boolean {
  return brought().includes(table);
}

/** Games that are over, and that only this device has. */
export async function toBring(): Promise<string[]> {
  if (ALONE) return [];
  const tables = await tablesHere();
  return tables.filter(({ id, phase }) => (phase === "over" || phase === "ended") && !isBrought(id)).map(({ id }) => id);
}

export async function bring(table: string): Promise<void> {
  await bringTable(await readLog(table));
  try {
    localStorage.setItem(KEY, JSON.stringify([...brought(), table]));
  } catch {
    // brought again, it is the same table
  }
}

function brought(): string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}
