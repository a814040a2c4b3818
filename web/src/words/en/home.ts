export const home = {
  tagline: "Three card games with numbers",
  cento: "Bring the pile to exactly 100",
  nimmt: "At most ten above, or take the stack",
  ten: "Bluff, bid, and come nearest to ten",
  playNow: "Play now",
  newTable: "New table",
  join: "Join",
  joinCode: "Code with six digits",
} as const;
