export const cento = {
  goal: "Goal {goal}",
} as const;
