export const rules = {
  search: "Search the rules",
} as const;
