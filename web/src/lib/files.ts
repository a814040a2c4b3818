// Files that people keep on their device.

/** Puts a text where the browser keeps what people save. */
export function saveFile(text: string, name: string, type: string): void {
  const file = URL.createObjectURL(new Blob([text], { type }));
  const anchor = document.createElement("a");
  anchor.href = file;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(file);
}

/** House rules are TOML; the file is called as they are, in letters and digits. */
export function saveHouseRules({ name, game, text }: { name: string; game: string; text: string }): void {
  const called = name.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  saveFile(text, `${called || game}.toml`, "application/toml");
}
