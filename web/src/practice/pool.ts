// The sums of practice, from real positions; made when the client is built (`tiotal.lab.practice`), fetched
// when somebody practises first, and kept with the rest of the client for when there is no connection.
import type { WaySeen } from "../lib/types";
import type { Step } from "../sums/way";
import type { Sum } from "./remembered";

/** With a way to calculate it, and the same with gaps for a hint. */
export interface PoolSum extends Sum, WaySeen {
  hint: Step[];
}

export const loadPool = async (): Promise<PoolSum[]> =>
  (await import("../generated/practice.json")).default as unknown as PoolSum[];
