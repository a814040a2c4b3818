// What the teacher asks the class for: and the reason if it cannot be done.
import { sentenceOf } from "../../lib/api";
import { askAsTeacher } from "../ask";
import type { AskedByTeacher } from "../../lib/types";

let trouble = $state("");
let underway = $state(0);

export const doing = {
  get trouble(): string {
    return trouble;
  },
  get busy(): boolean {
    return underway > 0;
  },
  /** Whether it was done. */
  ask: (what: AskedByTeacher): Promise<boolean> => doing.run(() => askAsTeacher(what)),
  async run(what: () => Promise<unknown>): Promise<boolean> {
    trouble = "";
    underway++;
    try {
      await what();
      return true;
    } catch (error) {
      trouble = sentenceOf(error);
      return false;
    } finally {
      underway--;
    }
  },
  forget(): void {
    trouble = "";
  },
};
