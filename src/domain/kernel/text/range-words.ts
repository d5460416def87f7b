// A range of numbers in words, as "3 to 5".

/** The words of a range of days, both inclusive: "2026-11-01 – 2026-11-21", "since 2026-11-01". */
export function rangeInWords({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): string {
  if (from === undefined && to === undefined) return 'any date';
  if (from === to) return from ?? '';
  if (to === undefined) return `since ${from}`;
  return from === undefined ? `until ${to}` : `${from} – ${to}`;
}
