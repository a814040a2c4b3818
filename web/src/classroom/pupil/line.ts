// This device's line to the class: one for all that is shown of it, open as long as anything is.
import { onDestroy } from "svelte";
import { ClassLine } from "../line.svelte";

let line: ClassLine<"pupil"> | null = null;
let users = 0;

/** To be called in a component. */
export function lineHere(): ClassLine<"pupil"> {
  users += 1;
  onDestroy(() => {
    users -= 1;
    // A screen that comes next may want it, too.
    setTimeout(() => {
      if (users === 0) hangUp();
    });
  });
  if (line?.state === "wiped" || line?.state === "refused") hangUp(); // perhaps there is another class now
  return (line ??= new ClassLine("pupil"));
}

function hangUp(): void {
  line?.close();
  line = null;
}
