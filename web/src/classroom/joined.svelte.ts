// Whether this device is a pupil's in a class. It is known without the class's own parts, which come only then.
const KEPT = "tiotal.class";
const LONGEST = 24 * 3600 * 1000; // then no class is there any more

interface Joined {
  code: string;
  /** Of the pupil; more than one, if the class has changed its language. What is kept under them is forgotten with it. */
  names: string[];
  /** Milliseconds since 1970. */
  at: number;
}

function read(): Joined | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null") as Joined | null;
  } catch {
    return null; // nothing is kept
  }
}

let kept = $state.raw(read());
let over = $state(false);
let covered = $state(false);
let held = $state(false);

export const joined = {
  get is(): Joined | null {
    return kept;
  },
  /** It was deleted a long time ago, whether or not anybody has said so. */
  get isLongOver(): boolean {
    return kept !== null && Date.now() - kept.at > LONGEST;
  },
  /** The class is over, and whoever used this device is being told. */
  get isOver(): boolean {
    return over;
  },
  /** Something of the class is shown instead of what is on the screen. */
  get isCovered(): boolean {
    return covered || over;
  },
  cover(is: boolean): void {
    covered = is;
  },
  /** The teacher has paused all tables: nobody else can let them go on. */
  get isHeld(): boolean {
    return held;
  },
  hold(is: boolean): void {
    held = is;
  },
  as(code: string, name: string): void {
    if (kept?.code === code && kept.names.includes(name)) return;
    const others = kept?.code === code ? kept.names : [];
    kept = { code, names: [...others, name], at: Date.now() };
    over = false;
    try {
      localStorage.setItem(KEPT, JSON.stringify(kept));
    } catch {
      // then it is known as long as the page lives; the server knows the device
    }
  },
  leave(why: "left" | "over"): void {
    kept = null;
    covered = held = false;
    over = why === "over";
    try {
      localStorage.removeItem(KEPT);
    } catch {
      // nothing was kept
    }
  },
  /** Whoever used this device has been told that the class is over. */
  told(): void {
    over = false;
  },
};
