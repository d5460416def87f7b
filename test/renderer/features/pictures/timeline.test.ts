/** An endpoint over time in twenty seeded worlds: every span against counting by hand, its points against the rows that they open, outages against a walk through the attempts. */
import { expect, it } from 'vitest';
import { type EndpointTimeline, timelineSpans } from '../../../../src/domain/webhooks/endpoint-timeline.ts';
import { MOST_SPANS } from '../../../../src/domain/kernel/time/spans.ts';
import {
  drawnSpans,
  outageBands,
  timelineMarks,
} from '../../../../src/renderer/features/webhooks/endpoints/timeline.tsx';
import type { Delivery } from '../../../../src/domain/webhooks/delivery.ts';
import { DELIVERY_FILTER } from '../../../../src/renderer/parts/delivery-filter.ts';
import { readQuery } from '../../../../src/renderer/ui/index.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { seeded } from '../../../support/seeded.ts';
import { delivery, invoice, page, temporaryFolder, uuidOf } from '../../../backend/mirror/sample.ts';

const NOW = '2026-11-21T10:20:00Z';
const NOW_MS = Date.parse(NOW);
const HOUR_MS = 3_600_000;
const HOST = 'a.example';
const THRESHOLDS = { failuresInRow: 4, failureShare: 40 };

interface Made {
  readonly invoiceUuid: string;
  readonly host: string;
  readonly ms: number;
  readonly isSuccess: boolean;
  readonly durationMs: number | null;
}

/** Every order has one delivery, so that each of its attempts is one of that row. Some are resent to the other host. */
function worldOf(seed: number): { readonly deliveries: readonly Delivery[]; readonly made: readonly Made[] } {
  const chance = seeded(seed);
  const below = (end: number): number => Math.floor(chance() * end);
  const made: Made[] = [];
  // Two spells in which everything fails.
  const spells = [0, 1].map(() => {
    const from = NOW_MS - below(30 * 24) * HOUR_MS;
    return [from, from + below(9 * HOUR_MS)] as const;
  });
  const deliveries = Array.from({ length: 180 }, (_, number) => {
    const host = chance() < 0.8 ? HOST : 'b.example';
    const invoiceUuid = uuidOf(number + 1);
    const spell = chance() < 0.4 ? spells[below(2)] : undefined;
    // On the hour now and then, for bounds are what is got wrong.
    let ms = spell === undefined ? NOW_MS - below(44_000) * 60_000 : spell[0] + below(Math.max(1, spell[1] - spell[0]));
    if (chance() < 0.2) ms = Math.floor(ms / HOUR_MS) * HOUR_MS;
    ms = Math.min(ms, NOW_MS);
    const attempts = Array.from({ length: 1 + below(4) }, (_unused, at) => {
      const atMs = Math.min(ms + at * below(50) * 60_000 + at, NOW_MS);
      const isDown = spells.some(([from, to]) => atMs >= from && atMs < to);
      const isSuccess = !isDown && chance() < 0.9;
      const durationMs = chance() < 0.2 ? null : below(15_000);
      made.push({ invoiceUuid, host, ms: atMs, isSuccess, durationMs });
      return {
        attempt_number: at + 1,
        round: 1,
        triggered_by: 'system',
        success: isSuccess,
        duration_ms: durationMs,
        created_at: new Date(atMs).toISOString(),
        triggered_uuid_user: null,
        status_code: isSuccess ? 200 : 503,
        response_body: null,
        error: null,
      };
    });
    return delivery(number + 1, {
      uuid: uuidOf(900_000 + number),
      invoice_uuid: invoiceUuid,
      target_url: `https://${host}/hook`,
      attempts_history: attempts,
    });
  });
  return { deliveries, made };
}

/** Runs without an arrival, by walking: enough failures of three orders that are new among them, over a minute. */
function outagesByHand(attempts: readonly Made[], all: readonly Made[]): EndpointTimeline['outages'] {
  const firstOf = new Map<string, number>();
  for (const { invoiceUuid, ms } of all) firstOf.set(invoiceUuid, Math.min(firstOf.get(invoiceUuid) ?? ms, ms));
  const runs: Made[][] = [[]];
  for (const one of attempts.toSorted((a, b) => a.ms - b.ms || Number(b.isSuccess) - Number(a.isSuccess)))
    if (one.isSuccess) runs.push([]);
    else runs.at(-1)?.push(one);
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return [];
    const fresh = new Set(
      run.filter(({ invoiceUuid, ms }) => firstOf.get(invoiceUuid) === ms).map((one) => one.invoiceUuid),
    );
    const counted = run.filter(({ invoiceUuid }) => fresh.has(invoiceUuid));
    const [begin, end] = [counted[0]?.ms ?? 0, counted.at(-1)?.ms ?? 0];
    const isOutage =
      counted.length >= THRESHOLDS.failuresInRow &&
      fresh.size >= 3 &&
      end - begin >= 60_000 &&
      end >= last.ms - 15 * 60_000;
    if (!isOutage) return [];
    const next = all
      .filter(({ host, isSuccess, ms }) => host === HOST && isSuccess && ms > last.ms)
      .map(({ ms }) => ms);
    return {
      from: iso(first.ms),
      to: next.length === 0 ? null : iso(Math.min(...next)),
      failed: run.length,
      orders: new Set(run.map(({ invoiceUuid }) => invoiceUuid)).size,
    };
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();
const atSecond = (text: string | null): number | null => (text === null ? null : Date.parse(text));

let outages = 0;

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the world of seed %i', async (seed) => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  try {
    const { read, write } = store.mirror('p1');
    const { deliveries, made } = worldOf(seed);
    await write(
      'invoices.store',
      page(deliveries.map((_, at) => invoice(at + 1, { finished_at: '2026-11-20T00:00:00Z' }))),
    );
    for (const one of deliveries)
      await write('deliveries.store', { invoiceUuid: one.invoice_uuid ?? '', deliveries: [one], asOf: NOW });
    const days = [1, 7, 30][seed % 3] ?? 1;
    const told = await read('deliveryList.timeline', { host: HOST, now: NOW, days, thresholds: THRESHOLDS });
    expect(told.spans.length).toBeLessThanOrEqual(MOST_SPANS);
    const spans = drawnSpans(told);
    expect(Date.parse(spans.at(-1)?.to ?? '')).toBe(Date.parse('2026-11-21T11:00:00Z'));
    const marks = timelineMarks(HOST);
    const [arrived, failed, p95] = [marks.ends[0], marks.ends[1], marks.p95[0]];
    const rowsAt = async (path: string | null | undefined): Promise<readonly string[]> => {
      if (path === null || path === undefined) return [];
      const filter = DELIVERY_FILTER.read(readQuery(path.split('?')[1] ?? ''), 'UTC');
      const { rows, total } = await read('deliveryList.page', {
        filter,
        acknowledged: [],
        sort: [],
        offset: 0,
        limit: 200,
      });
      expect(total).toBe(rows.length);
      return rows.map(({ invoiceUuid }) => invoiceUuid).sort();
    };
    let busy = 0;
    for (const span of spans) {
      const within = made.filter(
        ({ host, ms }) => host === HOST && ms >= Date.parse(span.from) && ms < Date.parse(span.to),
      );
      const timed = within.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
      expect(span).toMatchObject({
        succeeded: within.filter(({ isSuccess }) => isSuccess).length,
        failed: within.filter(({ isSuccess }) => !isSuccess).length,
        untimed: within.length - timed.length,
        // The smallest that nineteen of twenty did not exceed: 20 × those at most as long ≥ 19 × all.
        p95Ms: timed.find((ms) => timed.filter((other) => other <= ms).length * 20 >= timed.length * 19) ?? null,
      });
      if (within.length === 0) continue;
      busy += 1;
      const uuids = (of: readonly Made[]) => [...new Set(of.map(({ invoiceUuid }) => invoiceUuid))].sort();
      expect(await rowsAt(arrived?.path(span))).toEqual(uuids(within.filter(({ isSuccess }) => isSuccess)));
      expect(await rowsAt(failed?.path(span))).toEqual(uuids(within.filter(({ isSuccess }) => !isSuccess)));
      expect(await rowsAt(p95?.path(span))).toEqual(uuids(within));
    }
    expect(busy).toBeGreaterThan(0);
    const from = Date.parse(told.from);
    const inSpan = made.filter(({ host, ms }) => host === HOST && ms >= from);
    const comparable = (of: EndpointTimeline['outages']) =>
      of.map(({ from: since, to, ...rest }) => ({ ...rest, from: atSecond(since), to: atSecond(to) }));
    expect(comparable(told.outages)).toEqual(comparable(outagesByHand(inSpan, made)));
    outages += told.outages.length;
    expect(outageBands(spans)).toHaveLength(told.outages.length);
  } finally {
    await store.close();
    folder.remove();
  }
});

it('has outages among its worlds', () => expect(outages).toBeGreaterThan(5));

it('keeps to so many spans of whole hours, whatever the days', () => {
  for (let days = 1; days <= 30; days += 1) {
    const { fromMs, spanMs, count } = timelineSpans(NOW_MS, days);
    expect(count).toBeLessThanOrEqual(MOST_SPANS);
    expect([spanMs % HOUR_MS, fromMs % HOUR_MS]).toEqual([0, 0]);
    expect(fromMs + count * spanMs).toBe(Date.parse('2026-11-21T11:00:00Z'));
    expect(count * spanMs).toBeGreaterThanOrEqual(days * 24 * HOUR_MS);
  }
});
