// A stretch of time in equal spans of whole hours of UTC, as many as a picture has room for. Pure.

/** Spans that a picture has room for. */
export const MOST_SPANS = 400;
const HOUR_MS = 3_600_000;

export interface HourSpans {
  /** Milliseconds since the epoch, on a full hour. */
  readonly fromMs: number;
  readonly spanMs: number;
  readonly count: number;
}

/** From the hour in which `fromMs` lies to the end of the span in which the last millisecond before `toMs` does; at most MOST_SPANS. */
export function hourSpans(fromMs: number, toMs: number): HourSpans {
  const begin = Math.floor(fromMs / HOUR_MS) * HOUR_MS;
  const hours = Math.max(1, Math.ceil((toMs - begin) / HOUR_MS));
  const spanMs = Math.ceil(hours / MOST_SPANS) * HOUR_MS;
  return { fromMs: begin, spanMs, count: Math.ceil((hours * HOUR_MS) / spanMs) };
}

/** The place of the span in which an hour ("2026-11-21T10", the beginning of a key) lies; remembers what it was asked. */
export function placesOf({ fromMs, spanMs }: HourSpans): (hour: string) => number {
  const known = new Map<string, number>();
  return (hour) => {
    const at = known.get(hour) ?? Math.floor((Date.parse(`${hour}:00:00Z`) - fromMs) / spanMs);
    known.set(hour, at);
    return at;
  };
}
