/** What of a pane an address belongs to. */

/** Return the number that a path, or the nearest path above it, has; -1 for none. */
export function numberUnder(numbers: ReadonlyMap<string, number>, path: string): number {
  let at = path;
  while (at !== "") {
    const number = numbers.get(at);
    if (number !== undefined) return number;
    at = at.slice(0, Math.max(at.lastIndexOf("."), at.lastIndexOf("["), 0));
  }
  return -1;
}

/** Return the numbers of things by their paths; of two with one path, the first. */
export function numbersOf(things: readonly { readonly path: string }[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  things.forEach(({ path }, number) => numbers.has(path) || numbers.set(path, number));
  return numbers;
}

/** Return the row of a program that an address is in; -1 for none. */
export function rowUnder(program: string, path: string): number {
  if (!path.startsWith(`${program}[`)) return -1;
  const number = parseInt(path.slice(program.length + 1), 10);
  return Number.isNaN(number) ? -1 : number;
}
