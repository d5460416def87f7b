// How an endpoint answered over time: its attempts in equal spans, how long nineteen of twenty took, and when it was down. Shapes and the spans; pure.
import { z } from 'zod';
import { type HourSpans, hourSpans } from '../kernel/time/spans.ts';
import { countOrNull, instant, natural, type ToldOf } from '../kernel/shape.ts';

export const TIMELINE_SPAN = z.object({
  succeeded: natural,
  failed: natural,
  /** Attempts of which the API tells no duration: they are in no percentile. */
  untimed: natural,
  /** Milliseconds by nearest rank; null without any duration. */
  p95Ms: countOrNull,
});
export type TimelineSpan = ToldOf<typeof TIMELINE_SPAN>;

/** Attempts that all failed, one after the other, as the law of receivers has an outage (receiver-health). */
export const TIMELINE_OUTAGE = z.object({
  /** The first that failed. */
  from: instant,
  /** The first that arrived again; null while none has. */
  to: instant.nullable(),
  failed: natural,
  orders: natural,
});
export type TimelineOutage = ToldOf<typeof TIMELINE_OUTAGE>;

export const ENDPOINT_TIMELINE = z.object({
  /** Where the first span begins, on a full hour of UTC. */
  from: instant,
  spanMs: natural,
  /** One after the other; in the last one now lies. */
  spans: z.array(TIMELINE_SPAN),
  /** The first one first; at most MOST_OUTAGES, the longest ones. */
  outages: z.array(TIMELINE_OUTAGE),
});
export type EndpointTimeline = ToldOf<typeof ENDPOINT_TIMELINE>;

export const MOST_OUTAGES = 50;
const HOUR_MS = 3_600_000;

/** As many spans of whole hours as there is room for; now lies in the last one. */
export function timelineSpans(nowMs: number, days: number): HourSpans {
  const end = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  const { spanMs, count } = hourSpans(end - days * 24 * HOUR_MS, end);
  return { fromMs: end - count * spanMs, spanMs, count };
}

/** The rank of the percentile among so many, from one on. */
export const rankOf = (count: number, hundredths: number): number => Math.ceil((hundredths * count) / 100);
