// A line to the server, or to the house of this device, that looks after itself: it connects again with growing pauses,
// and notices when nobody is at the other end any more. What is said over it is its owner's.

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;
const OFFLINE_PAUSE = 12_000; // the browser tells when the network is back; a server on this machine is there without
const PING_EVERY = 25_000;
const LONGEST_SILENCE = 10_000; // when an answer is due
const LONGEST_QUIET = 45_000; // where nobody is asked, and something is told every now and then

/** What is needed of a WebSocket; the house of the device has lines of its own. */
export interface TableLine {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

export interface Owner {
  connect(): TableLine;
  /** The line is open now: say who this is. */
  greet(): void;
  hear(text: string): void;
  /** `gone`: with this code, for good. Whether the line is really open is seen by what is heard. */
  lineIs(line: "connecting" | "waiting" | "gone"): void;
  isForGood(code: number): boolean;
  /** To ask for any answer at all. Null: something is told every twenty seconds in any case. */
  ping: (() => void) | null;
  /** Whether it needs the network. */
  isFar: boolean;
  /** Milliseconds until the first word, if it takes longer than others. */
  longestStart?: number;
}

export class LastingLine {
  private socket: TableLine | null = null;
  private pause = FIRST_PAUSE;
  private closed = false;
  private timer: number | undefined;
  private pinging: number | undefined;
  private patience: number | undefined;
  private heardAt = 0;

  constructor(private readonly owner: Owner) {
    addEventListener("online", this.hurry);
    if (owner.isFar) addEventListener("offline", this.cut);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinging);
    clearTimeout(this.patience);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.cut);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Whoever is at the other end is who was wanted: the next pause is a short one. */
  isWell(): void {
    this.pause = FIRST_PAUSE;
  }

  /** Do not wait any longer. */
  tryNow(): void {
    this.pause = FIRST_PAUSE;
    this.connect();
  }

  connect(): void {
    clearTimeout(this.timer);
    if (this.closed || this.socket) return;
    this.owner.lineIs("connecting");
    const socket = this.owner.connect();
    this.socket = socket;
    this.heardAt = Date.now();
    this.patience = setTimeout(this.cut, this.owner.longestStart ?? LONGEST_SILENCE);
    socket.onopen = () => {
      this.owner.greet();
      clearInterval(this.pinging);
      if (this.owner.ping) this.pinging = setInterval(this.owner.ping, PING_EVERY);
    };
    socket.onmessage = ({ data }) => {
      clearTimeout(this.patience);
      this.patience = this.owner.ping ? undefined : setTimeout(this.cut, LONGEST_QUIET);
      this.heardAt = Date.now();
      this.owner.hear(data);
    };
    socket.onclose = ({ code }) => this.lost(code);
  }

  /** What is said while the line is not open is lost. */
  send(message: unknown, { isAnswered }: { isAnswered: boolean }): void {
    if (!this.socket?.isOpen) return;
    this.socket.send(JSON.stringify(message));
    if (isAnswered) this.patience ??= setTimeout(this.cut, LONGEST_SILENCE);
  }

  private readonly hurry = (): void => {
    if (document.hidden) return;
    // A device that slept may have lost the line without knowing it.
    if (this.owner.ping && this.socket) return this.owner.ping();
    if (Date.now() - this.heardAt > LONGEST_QUIET) this.cut();
    if (this.socket === null) this.tryNow();
  };

  /** The line is dead, whether or not the socket knows it. */
  private readonly cut = (): void => {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.lost(0);
  };

  private lost(code: number): void {
    this.socket = null;
    clearInterval(this.pinging);
    clearTimeout(this.patience);
    this.patience = undefined;
    if (this.closed) return;
    if (this.owner.isForGood(code)) {
      this.owner.lineIs("gone");
      return;
    }
    this.owner.lineIs("waiting");
    if (!navigator.onLine && this.owner.isFar) this.pause = OFFLINE_PAUSE;
    this.timer = setTimeout(() => this.connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
