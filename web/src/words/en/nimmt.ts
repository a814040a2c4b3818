export const nimmt = {
  bulls: ["{n} bull", "{n} bulls"],
} as const;
