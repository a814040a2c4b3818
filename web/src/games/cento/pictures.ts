// Pictures of cards, for score pad, set-up and rulebook.
export { default as Card } from "./Card.svelte";
export { default as SetUp } from "./SetUp.svelte";
