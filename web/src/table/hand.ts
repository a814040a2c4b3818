// A card in somebody's hand, as `Hand.svelte` shows it.
export interface HeldCard {
  /** Different for each card of the hand, also for two that are alike. */
  key: string;
  /** What lies there, for flights: "hand-+7". */
  at: string;
  /** For people who cannot see it. */
  label: string;
  playable: boolean;
  advised?: boolean;
  /** It was put down, and the table has not answered. */
  underway?: boolean;
}
