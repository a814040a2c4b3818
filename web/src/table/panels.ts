/** What can be opened over a table. */
export type Panel = "hint" | "log" | "say" | "menu";
