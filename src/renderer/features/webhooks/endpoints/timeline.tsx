// How an endpoint answered over time: what arrived and what failed, how long nineteen of twenty took, and its outages; as a picture, in a sentence and as a table.
import { Skeleton } from '@mantine/core';
import type { AttemptEnd } from '../../../../domain/webhooks/delivery-list.ts';
import type { EndpointTimeline, TimelineOutage, TimelineSpan } from '../../../../domain/webhooks/endpoint-timeline.ts';
import { describeDuration, fromEpochMs, localDay, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import { useCall } from '../../../bridge/index.ts';
import {
  countWords,
  FailureNotice,
  grouped,
  InstantText,
  minuteWords,
  PartTitle,
  shortDay,
  Table,
  useUi,
} from '../../../ui/index.ts';
import { type Mark, Picture } from '../../../parts/index.ts';
import { attemptsQuery, listPath } from '../deliveries/words.ts';
import { millisecondsWords, successShare } from './words.ts';

const HEIGHT = 130;
const P95_HEIGHT = 84;
const TICKS = 6;
const HOUR_MS = 3_600_000;

/** A span with its bounds (ISO UTC) and the outages that lie in it. */
export interface DrawnSpan extends TimelineSpan {
  readonly from: string;
  readonly to: string;
  readonly outages: readonly TimelineOutage[];
}

/** Pure. */
export function drawnSpans({ from, spanMs, spans, outages }: EndpointTimeline): readonly DrawnSpan[] {
  const begin = toEpochMs(from) ?? 0;
  const down = outages.map((outage) => ({
    outage,
    since: toEpochMs(outage.from) ?? 0,
    until: outage.to === null ? Number.POSITIVE_INFINITY : (toEpochMs(outage.to) ?? 0),
  }));
  return spans.map((span, at) => {
    const [first, end] = [begin + at * spanMs, begin + (at + 1) * spanMs];
    const within = down.flatMap(({ outage, since, until }) => (since < end && until > first ? [outage] : []));
    return { ...span, from: fromEpochMs(first), to: fromEpochMs(end), outages: within };
  });
}

/** What is drawn of the spans of a host; each opens the webhooks that were sent then. */
export function timelineMarks(host: string): Readonly<Record<'ends' | 'p95', readonly Mark<DrawnSpan>[]>> {
  const path = (end?: AttemptEnd) => (span: DrawnSpan) => {
    const count = end === undefined ? span.succeeded + span.failed : span[end];
    return count === 0 ? null : listPath(attemptsQuery(host, span, end));
  };
  const ends = (['succeeded', 'failed'] as const).map(
    (end): Mark<DrawnSpan> => ({
      name: end === 'failed' ? 'Failed' : 'Delivered',
      look: end === 'failed' ? 'bad' : 'good',
      level: (span) => span[end],
      value: (span) => grouped(span[end]),
      path: path(end),
    }),
  );
  const said = (name: string, value: Mark<DrawnSpan>['value']): Mark<DrawnSpan> => ({
    name,
    look: null,
    level: () => null,
    value,
    path: () => null,
  });
  return {
    ends: [
      ...ends,
      said('Share delivered', (span) => successShare({ ...span, attempts: span.succeeded + span.failed })),
    ],
    p95: [
      {
        name: '95 % within',
        look: 'line',
        level: ({ p95Ms }) => p95Ms,
        value: ({ p95Ms }) => (p95Ms === null ? null : millisecondsWords(p95Ms)),
        path: path(),
      },
      said('Without a duration', ({ untimed }) => (untimed === 0 ? null : grouped(untimed))),
      said('Down', ({ outages: [outage] }) => (outage === undefined ? null : <OutageText outage={outage} />)),
    ],
  };
}

/** "2026-11-21 05:12 – 07:40". */
function OutageText({ outage: { from, to } }: { readonly outage: TimelineOutage }) {
  return (
    <>
      <InstantText value={from} short /> – {to === null ? 'now' : <InstantText value={to} short />}
    </>
  );
}

/** Shaded from the span in which an outage began to the one in which it ended. Pure. */
export function outageBands(spans: readonly DrawnSpan[]): readonly (readonly [from: number, to: number])[] {
  const bands = new Map<TimelineOutage, readonly [number, number]>();
  for (const [at, { outages }] of spans.entries())
    for (const outage of outages) bands.set(outage, [bands.get(outage)?.[0] ?? at, at]);
  return [...bands.values()];
}

export function Timeline({ host, days }: { readonly host: string; readonly days: number }) {
  const { timeZone } = useUi();
  const read = useCall('deliveries.timeline', { host, days }, { refreshOn: ['deliveries'], of: `${host} ${days}` });
  const { data, failure, refresh } = read;
  if (data === undefined)
    return failure === undefined ? (
      <Skeleton height={HEIGHT + P95_HEIGHT} radius="sm" />
    ) : (
      <FailureNotice failure={failure} onRetry={refresh} />
    );
  const spans = drawnSpans(data);
  const bands = outageBands(spans);
  const marks = timelineMarks(host);
  const wordsOf = (at: string): string => minuteWords(at, timeZone) ?? at;
  const name = ({ from, to }: DrawnSpan): string => `${wordsOf(from)} – ${wordsOf(to).slice(-'14:00'.length)}`;
  const step = Math.ceil(spans.length / TICKS);
  const busy = spans.filter(({ succeeded, failed }) => succeeded + failed > 0);
  return (
    <>
      <PartTitle>Over time, by {data.spanMs === HOUR_MS ? 'hour' : `${data.spanMs / HOUR_MS} hours`}</PartTitle>
      <Picture
        label="Attempts over time"
        buckets={spans}
        nameOf={name}
        tickOf={({ from }, at) => {
          if ((spans.length - 1 - at) % step !== 0) return null;
          return days === 1 ? wordsOf(from).slice(-'14:00'.length) : shortDay(localDay(from, timeZone) ?? from);
        }}
        panes={[
          { height: HEIGHT, levelWords: grouped, marks: marks.ends, bands },
          { height: P95_HEIGHT, levelWords: millisecondsWords, marks: marks.p95, bands },
        ]}
        sentence={<Sentence of={data} />}
        table={
          <Table
            label="Attempts over time"
            mah={360}
            isDense
            rows={busy}
            keyOf={({ from }) => from}
            columns={({ cell, count }) => [
              cell(`From, ${timeZone}`, name),
              count('Delivered', (span) => span.succeeded, {
                sum: true,
                link: (span) => listPath(attemptsQuery(host, span, 'succeeded')),
              }),
              count('Failed', (span) => span.failed, {
                sum: true,
                link: (span) => listPath(attemptsQuery(host, span, 'failed')),
              }),
              cell('95 % within', ({ p95Ms }) => millisecondsWords(p95Ms), { isFigure: true }),
              cell('Down', ({ outages: [outage] }) => (outage === undefined ? '—' : <OutageText outage={outage} />)),
            ]}
          />
        }
      />
    </>
  );
}

/** "4,120 of 4,164 attempts arrived, 98.9 %; down twice, for 2 h 10 min in all; 12 attempts tell no duration." */
function Sentence({ of: { spans, outages, from, spanMs } }: { readonly of: EndpointTimeline }) {
  const sum = (of: 'succeeded' | 'failed' | 'untimed') => spans.reduce((all, span) => all + span[of], 0);
  const [succeeded, failed, untimed] = [sum('succeeded'), sum('failed'), sum('untimed')];
  if (succeeded + failed === 0) return 'No attempt in this time.';
  const end = (toEpochMs(from) ?? 0) + spans.length * spanMs;
  const downMs = outages.reduce(
    (all, outage) => all + (toEpochMs(outage.to ?? '') ?? end) - (toEpochMs(outage.from) ?? 0),
    0,
  );
  return (
    <>
      {grouped(succeeded)} of {countWords(succeeded + failed, 'attempt', 'attempts')} arrived,{' '}
      {successShare({ succeeded, attempts: succeeded + failed })};{' '}
      {outages.length === 0
        ? 'never down'
        : `down ${countWords(outages.length, 'time', 'times')}, for ${describeDuration(downMs)} in all`}
      {untimed === 0 ? '' : `; ${countWords(untimed, 'attempt tells', 'attempts tell')} no duration`}.
    </>
  );
}
