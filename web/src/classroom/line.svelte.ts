// The line to the class, as it is known now: the server tells the whole of what this device may know whenever it changes.
import { haveDevice } from "../lib/api";
import { laterLine, serverLine } from "../lib/hosts";
import { LastingLine, type TableLine } from "../lib/lasting";
import { settings } from "../lib/settings.svelte";
import type { BoardSees, ClassRefused, FromClassDevice, PupilSees, TeacherSees, ToClassDevice } from "../lib/types";
import { theKey } from "./key";

const PATH = "/api/class/line";

interface Seen {
  teacher: TeacherSees;
  board: BoardSees;
  pupil: PupilSees;
}
export type Role = keyof Seen;

/** `lost`: it tries again by itself. `wiped` and `refused` are for good. */
export type State = "connecting" | "open" | "lost" | "wiped" | "refused";

export class ClassLine<R extends Role> {
  state = $state<State>("connecting");
  /** What was told last; it stays when the line is lost. */
  sees = $state.raw<Seen[R] | null>(null);
  /** Why, if it was refused; its sentence can be shown. */
  refusal = $state.raw<ClassRefused | null>(null);
  /** How much the server's clock is ahead of this device's, in milliseconds. */
  ahead = $state(0);

  private readonly lasting: LastingLine;

  constructor(private readonly role: R) {
    this.lasting = new LastingLine({
      connect: () => this.connect(),
      greet: () => this.greet(),
      hear: (text) => this.hear(JSON.parse(text) as ToClassDevice),
      lineIs: (line) => this.lineIs(line),
      isForGood: () => this.isOver,
      ping: null,
      isFar: true,
    });
    this.lasting.connect();
  }

  close(): void {
    this.lasting.close();
  }

  /** Do not wait any longer. */
  tryNow(): void {
    if (!this.isOver) this.lasting.tryNow();
  }

  private get isOver(): boolean {
    return this.state === "wiped" || this.state === "refused";
  }

  /** Pupils are known by their devices, the teacher by the key. */
  private connect(): TableLine {
    if (this.role !== "pupil") return serverLine(PATH);
    return laterLine(haveDevice().then(() => serverLine(PATH)));
  }

  private greet(): void {
    const { role } = this;
    const token = role === "pupil" ? null : theKey();
    const hello: FromClassDevice = { type: "hello", role, token, language: settings.language };
    this.lasting.send(hello, { isAnswered: true });
  }

  private hear(message: ToClassDevice): void {
    if (message.type === "refused" || message.type === "wiped") {
      this.state = message.type;
      this.sees = null;
      if (message.type === "refused") this.refusal = message;
      this.lasting.close();
    } else if (message.type === this.role) {
      this.lasting.isWell();
      this.sees = message as Seen[R];
      this.ahead = message.at - Date.now();
      this.state = "open";
    }
  }

  private lineIs(line: "connecting" | "waiting" | "gone"): void {
    if (!this.isOver && line === "waiting") this.state = "lost"; // until something is heard again
  }
}
