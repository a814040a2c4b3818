export const replay = {
  title: "Replay",
} as const;
