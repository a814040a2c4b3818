// A finished match step by step, as one pair of eyes saw it. It comes in pages, so that a long one can be looked at
// before all of it is there; the pages are always the same, so that they are found again without a connection.
import { readSteps } from "./api";
import type { ShownStep, Step, StepsTold } from "./types";

const PAGE = 200;

export class Steps {
  told = $state.raw<StepsTold | null>(null);
  private pages = $state.raw<Record<number, ShownStep[]>>({});
  private coming = new Map<number, Promise<void>>();

  constructor(
    readonly id: string,
    readonly match: number,
    /** Whose eyes; null: all cards are open. */
    readonly seat: number | null,
  ) {}

  get moves(): number {
    return this.told?.moves ?? 0;
  }

  at(number: number): ShownStep | null {
    return this.pages[Math.floor(number / PAGE)]?.[number % PAGE] ?? null;
  }

  /** Where each round begins, as far as the match is known from its beginning. */
  get rounds(): { round: number; first: number }[] {
    const found: { round: number; first: number }[] = [];
    for (let page = 0; this.pages[page]; page++) {
      for (const { table, number } of this.pages[page] ?? []) {
        if (table.round !== found.at(-1)?.round) found.push({ round: table.round, first: number });
      }
    }
    return found;
  }

  load(number: number): Promise<void> {
    const page = Math.floor(number / PAGE);
    const asked = this.coming.get(page) ?? this.read(page);
    this.coming.set(page, asked);
    asked.catch(() => this.coming.delete(page)); // it may be asked for again
    return asked;
  }

  /** One page after the other, so that nobody else has to wait. */
  async loadAll(): Promise<void> {
    await this.load(0);
    for (let first = PAGE; first <= this.moves; first += PAGE) await this.load(first);
  }

  private async read(page: number): Promise<void> {
    const told = await readSteps(this.id, this.match, this.seat, page * PAGE, PAGE);
    this.told ??= told;
    this.pages = { ...this.pages, [page]: told.steps.filter(isShown) };
  }
}

/** Whether a moment may be looked at; of a match that is over, each one may. */
export const isShown = (step: Step): step is ShownStep => step.table !== null;
