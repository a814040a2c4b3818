// What the action bar says before anything else: a lost connection, a refusal, a pause; and what can be done about it.
// Set by the screen that shows the table, so that the tables of the games need not know about it.

export interface Offer {
  label: string;
  run: () => void;
}

export interface Urgent {
  text: string;
  /** Something is wrong; otherwise it is only good to know. */
  alarm?: boolean;
  offers?: Offer[];
}

let said = $state.raw<Urgent | null>(null);

export const barLine = {
  get urgent(): string | null {
    return said?.text ?? null;
  },
  get alarm(): boolean {
    return said?.alarm ?? false;
  },
  get offers(): Offer[] {
    return said?.offers ?? [];
  },
  set(line: Urgent | null) {
    said = line;
  },
};
