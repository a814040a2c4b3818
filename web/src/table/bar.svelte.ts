// What the action bar says before anything else: a lost connection, a refusal, a pause. Set by the screen that shows
// the table, so that the tables of the games need not know about it.

let urgent = $state<string | null>(null);

export const barLine = {
  get urgent(): string | null {
    return urgent;
  },
  set urgent(line: string | null) {
    urgent = line;
  },
};
