// Who is to sit with whom, while the teacher still moves pupils about.
import type { TableWatched } from "../../lib/types";

export type Group = number[];

/** A pupil sits in group `to`; in a new one after the last; nowhere if it is null. */
export function moved(groups: readonly Group[], pupil: number, to: number | null): Group[] {
  const left = groups.map((group) => group.filter((one) => one !== pupil));
  if (to !== null) left[to] = [...(left[to] ?? []), pupil];
  return left;
}

/** Tables at which somebody sits. */
export const seated = (groups: readonly Group[]): Group[] => groups.filter((group) => group.length > 0);

/** Without those who have left the class since. */
export const among = (groups: readonly Group[], pupils: readonly number[]): Group[] =>
  seated(groups.map((group) => group.filter((one) => pupils.includes(one))));

/** Who sits together now. */
export const groupsAt = (tables: readonly TableWatched[]): Group[] =>
  seated(tables.map(({ seats }) => seats.flatMap(({ pupil }) => (pupil === null ? [] : [pupil]))));
