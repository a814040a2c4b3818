export const setup = {
  yourName: "Your name",
} as const;
