/** Puts a file that was fetched where the browser keeps what people save. */
export function saveBlob(blob: Blob, name: string): void {
  const file = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  anchor.href = file;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(file)); // some browsers read it only after this task
}
