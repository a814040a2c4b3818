// What a person has chosen and not yet put down: cards in the order in which they were tapped, or a stack.
//
// Several cards are sent one after the other, each when the table has shown the one before, because only the server
// knows what fits then. Taps in the meantime wait in line; a refusal empties the line.
import { isMine, type Player, type Scene } from "../../lib/scene";
import type { LegalSeen } from "../../lib/types";
import type { Offers } from "./moves";
import type { Slot } from "./slots";

interface Wish {
  card: number;
  /** The stack that was meant, if one was. */
  slot: number | null;
}

interface Moment {
  scene: Scene;
  player: Player | null;
  offers: Offers;
  slots: Slot[];
  hand: number[];
  /** Whether the next card may join those that are lifted. */
  several: boolean;
}

export class Choosing {
  cards = $state.raw<number[]>([]);
  /** The id of a stack that was tapped without a card. */
  stack = $state<number | null>(null);
  private waiting = $state.raw<Wish[]>([]);
  /** The moment that was answered; the next card waits until another one is shown. */
  private answered: number | null = null;
  private underway = false;
  private lastLaid: number | null = null;
  private closed = false;

  constructor(private readonly now: () => Moment) {}

  /** Lifted in the hand: chosen, or on their way. */
  get lifted(): number[] {
    return [...this.cards, ...this.waiting.map(({ card }) => card)];
  }

  // --- What can be tapped -------------------------------------------------------------------------------------
  tapCard(card: number): void {
    const { scene, player, several } = this.now();
    player?.touched();
    this.stack = null;
    const last = this.cards.at(-1) === card;
    const joins = several && this.cards.length > 0; // what fits then, only the table knows
    if (this.isBusy) this.waiting = [...this.waiting, { card, slot: null }];
    else if (last && isMine(scene) && (this.cards.length > 1 || this.movesOf(card).length === 1)) this.layChosen();
    else if (this.cards.includes(card)) this.cards = this.cards.filter((other) => other !== card);
    else if (isMine(scene) && !joins && this.movesOf(card).length === 0) this.askWhy(card);
    else this.cards = several ? [...this.cards, card] : [card];
  }

  tapStack(slot: Slot): void {
    const { scene, player, offers } = this.now();
    player?.touched();
    const first = this.cards[0];
    if (this.isBusy) return;
    if (first !== undefined && isMine(scene)) {
      if (offers.puts.some(({ card, top }) => card === first && top === slot.top)) this.layChosen(slot.id);
      else void player?.whyNot({ card: String(first), place: String(slot.top) });
    } else if (isMine(scene) && !offers.takes.has(slot.top)) void player?.whyNot({ place: String(slot.top) });
    else if (isMine(scene)) this.stack = this.stack === slot.id ? null : slot.id;
  }

  /** A card that lies under a stack where it fits: the first tap lifts it as in the hand, the next puts it there. */
  tapTab(card: number, slot: Slot): void {
    if (this.isBusy) this.waiting = [...this.waiting, { card, slot: slot.id }];
    else if (isMine(this.now().scene) && this.cards.length === 1 && this.cards[0] === card) this.layChosen(slot.id);
    else this.tapCard(card);
  }

  drop(card: number, place: string): void {
    const { scene, player, slots } = this.now();
    const slot = slots.find(({ top }) => String(top) === place);
    player?.touched();
    if (!isMine(scene)) this.cards = [card];
    else this.lay([{ card, slot: slot?.id ?? null }]);
  }

  /** Put the chosen cards down, the first of them on a certain stack if there is a choice. */
  layChosen(slot: number | null = null): void {
    this.lay(this.cards.map((card, n) => ({ card, slot: n === 0 ? slot : null })));
  }

  clear(): void {
    this.cards = [];
    this.stack = null;
  }

  /** Play something that is no card: take a stack, choose a bull, finish. */
  async play(move: LegalSeen): Promise<void> {
    this.clear();
    await this.send(move);
  }

  /** The table is no longer shown; answers that come later are of no interest. */
  close(): void {
    this.closed = true;
  }

  // --- One after the other ------------------------------------------------------------------------------------
  /** To be called when another moment is shown. */
  shown(): void {
    const { scene, hand } = this.now();
    this.cards = this.cards.filter((card) => hand.includes(card));
    this.stack = null;
    if (this.answered !== scene.number) this.answered = null;
    if (!isMine(scene) && !this.isBusy) {
      this.waiting = [];
      this.lastLaid = null;
    }
    this.next();
  }

  private get isBusy(): boolean {
    return this.underway || this.answered !== null;
  }

  private lay(wishes: Wish[]): void {
    this.clear();
    this.waiting = [...this.waiting, ...wishes];
    this.next();
  }

  private next(): void {
    const [wish, ...later] = this.waiting;
    if (!wish || this.isBusy) return;
    const moves = this.movesOf(wish.card);
    const slot = this.now().slots.find(({ id }) => id === wish.slot);
    const move = slot ? moves.find(({ place }) => place === String(slot.top)) : this.inRow(moves);
    if (move) {
      this.waiting = later;
      void this.send(move, wish.card);
      return;
    }
    this.waiting = [];
    // fits on several stacks: the person has to say which
    if (moves.length > 0 && !slot) this.cards = [wish, ...later].map(({ card }) => card);
    else this.askWhy(wish.card, slot);
  }

  /** Where a card goes if nothing else was said: the only place, or on the card that was put down last. */
  private inRow(moves: LegalSeen[]): LegalSeen | undefined {
    return moves.length === 1 ? moves[0] : moves.find(({ place }) => place === String(this.lastLaid));
  }

  private async send(move: LegalSeen, card: number | null = null): Promise<void> {
    const { scene, player } = this.now();
    if (!player || this.isBusy) return;
    this.underway = true;
    const { number } = scene;
    const done = await player.play(move);
    if (this.closed) return;
    this.underway = false;
    if (!done) {
      this.waiting = [];
      return;
    }
    this.lastLaid = card;
    this.answered = number;
    this.shown();
  }

  private movesOf(card: number): LegalSeen[] {
    const { puts, opens } = this.now().offers;
    const opening = opens.get(card);
    return [...puts.filter((put) => put.card === card).map(({ move }) => move), ...(opening ? [opening] : [])];
  }

  private askWhy(card: number, slot?: Slot): void {
    void this.now().player?.whyNot({ card: String(card), ...(slot && { place: String(slot.top) }) });
  }
}
