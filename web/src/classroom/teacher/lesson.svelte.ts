// The line to the class for as long as the page is open: when everything is deleted, a new class begins with the same
// key.
import { ClassLine, type State } from "../line.svelte";

type Role = "teacher" | "board";

export class Lesson<R extends Role> {
  private line = $state.raw<ClassLine<R>>()!;
  private readonly stop: () => void;

  constructor(role: R) {
    this.line = new ClassLine(role);
    this.stop = $effect.root(() => {
      $effect(() => {
        if (this.line.state === "wiped") this.line = new ClassLine(role);
      });
    });
  }

  close(): void {
    this.stop();
    this.line.close();
  }

  get state(): State {
    return this.line.state;
  }
  get sees(): ClassLine<R>["sees"] {
    return this.line.sees;
  }
  get refusal(): ClassLine<R>["refusal"] {
    return this.line.refusal;
  }
  /** How much the server's clock is ahead of this computer's, in milliseconds. */
  get ahead(): number {
    return this.line.ahead;
  }
}
