// Where a list is turned to, as an address says it: with what it is a list of, so that another one begins at its first row. Pure.
/** "all 100"; undefined at the first row. */
export function placeText(of: string, offset: number): string | undefined {
  return offset === 0 ? undefined : `${of} ${offset}`;
}

/** The row that the address names for this list; the first where it names none, or one of another list. */
export function placeIn(text: string | undefined, of: string): number {
  const [named, at] = (text ?? '').split(' ');
  return named === of && /^\d{1,9}$/.test(at ?? '') ? Number(at) : 0;
}
