export const end = {
  again: "Again!",
  youWon: "You have won!",
  won: "{names} has won",
  wonTogether: "{names} have won",
} as const;
