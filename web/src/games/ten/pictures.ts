// Pictures of cards, for score pad and rulebook.
export { default as Card } from "./Card.svelte";
export { default as SetUp } from "./SetUp.svelte";
