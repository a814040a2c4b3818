export const ten = {
  chips: ["{n} chip", "{n} chips"],
} as const;
