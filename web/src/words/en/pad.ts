export const pad = {
  title: "Score pad",
} as const;
