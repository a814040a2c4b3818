// Languages by their own names, as people look for them.
import type { Language } from "../lib/settings.svelte";

export const LANGUAGES: { value: Language; label: string }[] = [
  { value: "sv", label: "Svenska" },
  { value: "is", label: "Íslenska" },
  { value: "en", label: "English" },
];
