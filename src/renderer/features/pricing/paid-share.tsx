// What share of the invoices that were created was paid, by method and by hour: a picture, a sentence and a table, each leading to its invoices.
import { Group, SegmentedControl, Select, Skeleton } from '@mantine/core';
import { screenPath } from '../../../domain/console/screens.ts';
import { percentOf } from '../../../domain/kernel/money/money.ts';
import { fromEpochMs, localDay, toEpochMs } from '../../../domain/kernel/time/time.ts';
import type { PaidOfMethod, PaidOfSpan, PaidShares } from '../../../domain/records/paid-share.ts';
import { useCall, useTimeZone } from '../../bridge/index.ts';
import {
  DAY_STEP_MS,
  cellText,
  countWords,
  FailureNotice,
  grouped,
  minuteWords,
  NONE,
  Note,
  Panel,
  percentText,
  shortDay,
  Table,
  useNow,
  useRouteFilters,
} from '../../ui/index.ts';
import { type Mark, Picture } from '../../parts/index.ts';

const HOUR_MS = 3_600_000;
const [HEIGHT, SHARE_HEIGHT, TICKS] = [120, 96, 6];
const SPANS = [
  { value: '1', label: '24 h' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;

/** Bounds in ISO UTC; half-open. */
export interface DrawnShare extends PaidOfSpan {
  readonly from: string;
  readonly to: string;
}

/** Pure. */
export function drawnShares({ from, spanMs, spans }: PaidShares): readonly DrawnShare[] {
  const begin = toEpochMs(from) ?? 0;
  return spans.map((span, at) => ({
    ...span,
    from: fromEpochMs(begin + at * spanMs),
    to: fromEpochMs(begin + (at + 1) * spanMs),
  }));
}

/** "80.7 %"; null of nothing. */
export function shareWords({ paid, created }: Pick<PaidOfSpan, 'paid' | 'created'>): string | null {
  const percent = percentOf(`${paid}`, `${created}`, 1);
  return created === 0 || percent === null ? null : percentText(percent);
}

/** The invoices created in a span by a method: all, or those in a status. Null where the list cannot name the method: those that name none. */
export function createdPath(
  { from, to }: Pick<DrawnShare, 'from' | 'to'>,
  method: string | null | undefined,
  status?: 'success' | 'pending',
): string | null {
  if (method === null) return null;
  const query = new URLSearchParams({ createdFrom: from, createdTo: to });
  if (method !== undefined) query.set('method', method);
  if (status !== undefined) query.set('status', status);
  return `${screenPath('invoices')}?${query.toString()}`;
}

/** What is drawn of the spans of a method, or of all. */
export function shareMarks(
  method: string | null | undefined,
): Readonly<Record<'counts' | 'share', readonly Mark<DrawnShare>[]>> {
  const mark = (
    name: string,
    look: Mark<DrawnShare>['look'],
    of: keyof PaidOfSpan,
    status?: 'success' | 'pending',
  ): Mark<DrawnShare> => ({
    name,
    look,
    level: (span) => span[of],
    value: (span) => grouped(span[of]),
    path: (span) => (span[of] === 0 ? null : createdPath(span, method, status)),
  });
  return {
    counts: [
      mark('Paid', 'full', 'paid', 'success'),
      mark('Still open', 'hatched', 'open', 'pending'),
      mark('Created', 'before', 'created'),
    ],
    share: [
      {
        name: 'Share paid',
        look: 'points',
        level: ({ paid, created }) => (created === 0 ? null : Number(percentOf(`${paid}`, `${created}`, 1))),
        value: shareWords,
        path: (span) => (span.created === 0 ? null : createdPath(span, method)),
      },
    ],
  };
}

/** A method in an address: "-" is none. */
function methodIn(word: string | undefined): string | null | undefined {
  return word === NONE ? null : word;
}

export function PaidShare() {
  const route = useRouteFilters();
  const days = SPANS.find(({ value }) => value === route.text('hours'))?.value ?? '7';
  const method = methodIn(route.text('paidBy'));
  // Of whole hours, the running one with it.
  const to = (Math.floor(useNow(DAY_STEP_MS) / HOUR_MS) + 1) * HOUR_MS;
  const bounds = { from: fromEpochMs(to - Number(days) * 24 * HOUR_MS), to: fromEpochMs(to) };
  const asked = { ...bounds, ...(method === undefined ? {} : { method }) };
  const { data, failure, refresh } = useCall('paymentMethods.shares', asked, { refreshOn: ['invoices'] });
  const nameOf = (one: string | null): string => (one === null ? 'not named' : cellText(one, 40));
  return (
    <Panel title="Paid of created, by method and hour" note="by the time of creation">
      <Group gap="sm" mb="sm">
        <Select
          w={220}
          aria-label="Method of the picture"
          value={route.text('paidBy') ?? ''}
          data={[
            { value: '', label: 'All methods' },
            ...(data?.methods ?? []).map(({ method: one }) => ({ value: one ?? NONE, label: nameOf(one) })),
          ]}
          onChange={(next) =>
            route.change({ paidBy: next === '' ? undefined : (next ?? undefined) }, { replace: true })
          }
          comboboxProps={{ withinPortal: false }}
        />
        <SegmentedControl
          aria-label="How far back it goes"
          value={days}
          data={SPANS.map((one) => ({ ...one }))}
          onChange={(next) => route.change({ hours: next }, { replace: true })}
        />
      </Group>
      <FailureNotice failure={failure} onRetry={refresh} />
      {data === undefined ? (
        failure === undefined ? (
          <Skeleton height={HEIGHT + SHARE_HEIGHT} radius="sm" />
        ) : null
      ) : (
        <Drawn of={data} method={method} days={Number(days)} nameOf={nameOf} />
      )}
    </Panel>
  );
}

function Drawn(props: {
  readonly of: PaidShares;
  readonly method: string | null | undefined;
  readonly days: number;
  readonly nameOf: (method: string | null) => string;
}) {
  const { of, method, days, nameOf } = props;
  const timeZone = useTimeZone();
  const spans = drawnShares(of);
  const marks = shareMarks(method);
  const step = Math.ceil(spans.length / TICKS);
  const wordsOf = (at: string): string => minuteWords(at, timeZone) ?? at;
  const all = { from: spans[0]?.from ?? of.from, to: spans.at(-1)?.to ?? of.from };
  const sum = (pick: keyof PaidOfSpan): number => spans.reduce((total, span) => total + span[pick], 0);
  const whole = { created: sum('created'), paid: sum('paid'), open: sum('open') };
  return (
    <>
      <Picture
        label="Paid of created"
        buckets={spans}
        nameOf={({ from, to }) => `${wordsOf(from)} – ${wordsOf(to).slice(-'14:00'.length)}`}
        tickOf={({ from }, at) => {
          if ((spans.length - 1 - at) % step !== 0) return null;
          return days === 1 ? wordsOf(from).slice(-'14:00'.length) : shortDay(localDay(from, timeZone) ?? from);
        }}
        panes={[
          { height: HEIGHT, levelWords: grouped, marks: marks.counts },
          { height: SHARE_HEIGHT, levelWords: (share) => `${grouped(share)} %`, marks: marks.share },
        ]}
        sentence={
          <>
            {whole.created === 0
              ? 'No invoice was created in this time.'
              : `${grouped(whole.paid)} of ${countWords(whole.created, 'invoice', 'invoices')} paid, ${shareWords(whole) ?? ''}; ${grouped(whole.open)} still open.`}{' '}
            {of.undated === 0
              ? ''
              : `${countWords(of.undated, 'invoice tells', 'invoices tell')} no time of creation and stand in none of this.`}
          </>
        }
        table={
          <Table
            label="Paid of created by method"
            isDense
            rows={of.methods}
            keyOf={({ method: one }) => JSON.stringify(one)}
            columns={({ cell, count }) => {
              const path = (status?: 'success' | 'pending') => (row: PaidOfMethod) =>
                createdPath(all, row.method, status);
              return [
                cell('Method', ({ method: one }) => nameOf(one)),
                count('Created', ({ created }) => created, { sum: true, link: path() }),
                count('Paid', ({ paid }) => paid, { sum: true, link: path('success') }),
                count('Still open', ({ open }) => open, { sum: true, link: path('pending') }),
                cell('Share paid', (row) => shareWords(row) ?? '—', { isFigure: true }),
              ];
            }}
          />
        }
      />
      {method === null ? (
        <Note>The list of invoices cannot be narrowed to those that name no method, so these points open nothing.</Note>
      ) : null}
    </>
  );
}
