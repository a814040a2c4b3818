export const tutorial = {
  skip: "Skip",
} as const;
