// Hands a text or a link to another program where the device can, else to the clipboard.
export type Shared = "handed" | "copied" | "shown";

/** What became of it; `shown`: it could not be copied, so the page has to show it. */
export async function share(text: string, url?: string): Promise<Shared> {
  if ("share" in navigator) {
    await navigator.share(url ? { text, url } : { text }).catch(() => undefined); // somebody has thought better of it
    return "handed";
  }
  try {
    await (navigator as Navigator).clipboard.writeText(url ?? text);
    return "copied";
  } catch {
    return "shown"; // on plain http there is no clipboard
  }
}
