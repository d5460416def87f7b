// How one endpoint answered over time (domain/webhooks/endpoint-timeline), from the attempts on record.
import {
  type EndpointTimeline,
  MOST_OUTAGES,
  rankOf,
  type TimelineOutage,
  type TimelineSpan,
  timelineSpans,
} from '../../../../domain/webhooks/endpoint-timeline.ts';
import { receiverStanding, type ReceiverThresholds } from '../../../../domain/webhooks/receiver-health.ts';
import { placesOf } from '../../../../domain/kernel/time/spans.ts';
import { fromEpochMs, instantOfKey, keyOfEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { cellInteger, cellText, readInteger, readText } from '../../../sqlite/columns.ts';
import type { SqliteDatabase } from '../../../sqlite/database.ts';
import type { MirrorReadContext } from '../../kernel/context.ts';
import { requireInstant } from '../../kernel/freshness.ts';
import { attemptsAt } from '../receivers.ts';

export interface TimelineQuery {
  readonly host: string;
  /** Server time, ISO UTC. */
  readonly now: string;
  readonly days: number;
  readonly thresholds: ReceiverThresholds;
}

/** `deliveryList.timeline`: it stands while nothing is written and the hour is the same. */
function endpointTimeline({ database, memo }: MirrorReadContext, query: TimelineQuery): EndpointTimeline {
  requireInstant(query.now);
  const { fromMs, spanMs, count } = timelineSpans(toEpochMs(query.now) ?? 0, query.days);
  const { host, thresholds } = query;
  const toMs = fromMs + count * spanMs;
  return memo.timelines.get(JSON.stringify([host, fromMs, spanMs, thresholds]), () => ({
    from: fromEpochMs(fromMs),
    spanMs,
    spans: spansOf(database, host, { fromMs, spanMs, count }),
    outages: outagesOf(database, host, { fromMs, toMs }, thresholds),
  }));
}

/** One pass over the attempts in the order of their durations, so that the rank is found where it comes up. */
function spansOf(
  database: SqliteDatabase,
  host: string,
  { fromMs, spanMs, count }: ReturnType<typeof timelineSpans>,
): readonly TimelineSpan[] {
  const bounds = [host, keyOfEpochMs(fromMs), keyOfEpochMs(fromMs + count * spanMs)];
  // Hours are what keys begin with, and every span is of whole hours.
  const placeOf = placesOf({ fromMs, spanMs, count });
  const spans = Array.from({ length: count }, () => ({ succeeded: 0, failed: 0, untimed: 0, timed: 0 }));
  const sums = `SELECT substr(made_at_key, 1, 13) AS hour, count(*) AS n, sum(is_success) AS succeeded, count(duration_ms) AS timed
    FROM attempts INDEXED BY attempts_by_host WHERE host = ? AND made_at_key >= ? AND made_at_key < ? GROUP BY hour`;
  for (const row of database.all(sums, ...bounds)) {
    const span = spans[placeOf(readText(row, 'hour'))];
    if (span === undefined) continue;
    const [all, succeeded, timed] = [readInteger(row, 'n'), readInteger(row, 'succeeded'), readInteger(row, 'timed')];
    span.succeeded += succeeded;
    span.failed += all - succeeded;
    span.untimed += all - timed;
    span.timed += timed;
  }
  const ranks = spans.map(({ timed }) => rankOf(timed, 95));
  const found: (number | null)[] = spans.map(() => null);
  const durations = `SELECT duration_ms, substr(made_at_key, 1, 13) FROM attempts INDEXED BY attempts_by_host
    WHERE host = ? AND duration_ms IS NOT NULL AND made_at_key >= ? AND made_at_key < ? ORDER BY duration_ms`;
  for (const [duration, hour] of database.iterate(durations, ...bounds)) {
    const place = placeOf(cellText(hour));
    const left = (ranks[place] ?? 0) - 1;
    if (left < 0) continue;
    ranks[place] = left;
    if (left === 0) found[place] = cellInteger(duration);
  }
  return spans.map(({ succeeded, failed, untimed }, place) => ({
    succeeded,
    failed,
    untimed,
    p95Ms: found[place] ?? null,
  }));
}

/** Runs of failures without an arrival between them, and of those the ones that the law of receivers calls an outage. */
function outagesOf(
  database: SqliteDatabase,
  host: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  thresholds: ReceiverThresholds,
): readonly TimelineOutage[] {
  const [from, to] = [keyOfEpochMs(fromMs), keyOfEpochMs(toMs)];
  const runs = `SELECT min(made_at_key) AS first, max(made_at_key) AS last, count(*) AS n, count(DISTINCT invoice_uuid) AS orders
    FROM (SELECT made_at_key, invoice_uuid, is_success, sum(is_success) OVER (ORDER BY made_at_key, is_success DESC) AS run
      FROM attempts INDEXED BY attempts_in_order WHERE host = ? AND made_at_key >= ? AND made_at_key < ?)
    WHERE is_success = 0 GROUP BY run HAVING n >= ? ORDER BY n DESC LIMIT ${MOST_OUTAGES}`;
  const next = `SELECT min(made_at_key) AS next FROM attempts INDEXED BY attempts_in_order
    WHERE host = ? AND made_at_key > ? AND is_success = 1`;
  return database
    .all(runs, host, from, to, thresholds.failuresInRow)
    .flatMap((row): TimelineOutage | [] => {
      const [first, last] = [readText(row, 'first'), readText(row, 'last')];
      const failures = attemptsAt(database, host, first, last).filter(({ isSuccess }) => !isSuccess);
      const standing = receiverStanding(failures, toEpochMs(last) ?? 0, thresholds, null);
      if (standing?.kind !== 'down' || standing.of !== 'every') return [];
      const recovered = database.get(next, host, last);
      const end = recovered === null ? null : recovered['next'];
      return {
        from: instantOfKey(first),
        to: typeof end === 'string' ? instantOfKey(end) : null,
        failed: readInteger(row, 'n'),
        orders: readInteger(row, 'orders'),
      };
    })
    .toSorted((left, right) => (left.from < right.from ? -1 : 1));
}

export const timelineReads = {
  'deliveryList.timeline': endpointTimeline,
} as const;
