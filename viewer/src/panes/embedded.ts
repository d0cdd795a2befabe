/** Bytes that are in the page. */

/** Characters at once: a multiple of four. */
const PART = 1 << 20;

/** Return the bytes of an element that holds them as base64, and empty the element. */
export function embedded(id: string): Uint8Array {
  const element = document.getElementById(id)!;
  const text = element.textContent!.trim();
  element.textContent = "";
  const bytes = new Uint8Array((text.length / 4) * 3 - padding(text));
  let at = 0;
  for (let start = 0; start < text.length; start += PART) {
    const part = atob(text.slice(start, start + PART));
    for (let index = 0; index < part.length; index += 1) bytes[at + index] = part.charCodeAt(index);
    at += part.length;
  }
  return bytes;
}

function padding(text: string): number {
  if (text.endsWith("==")) return 2;
  return text.endsWith("=") ? 1 : 0;
}
