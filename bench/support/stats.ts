/** Figures out of samples: percentiles by nearest rank, ratios as text. Not here: taking the samples. */

/** The value below which `share` (0 to 1) of the samples lie, by nearest rank; NaN of none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Rounded for people, with the unit. */
export function figure(value: number, unit = '', decimals = 1): string {
  return `${value.toFixed(decimals)}${unit === '' ? '' : ` ${unit}`}`;
}

/** `a` beside `b`: "0.81×". */
export function times(a: number, b: number, decimals = 2): string {
  return `${(a / b).toFixed(decimals)}×`;
}
