/** The share paid by method and hour of twenty random businesses, against counting by hand; each point opens exactly the invoices that it counts. */
import { expect, it } from 'vitest';
import type { Invoice } from '../../../../src/domain/records/invoice.ts';
import { hourSpans, MOST_SPANS } from '../../../../src/domain/kernel/time/spans.ts';
import {
  createdPath,
  drawnShares,
  shareMarks,
  shareWords,
} from '../../../../src/renderer/features/pricing/paid-share.tsx';
import { invoiceFilter } from '../../../../src/renderer/features/invoices/columns.tsx';
import { readQuery } from '../../../../src/renderer/ui/window/route.ts';
import { page, temporaryFolder } from '../../../backend/mirror/sample.ts';
import { openInProcess } from '../../../support/in-process-store.ts';
import { nanoseconds } from '../../../support/oracles/statement.ts';
import { seeded } from '../../../support/seeded.ts';
import { feeWorld } from '../../../support/worlds/fees.ts';

const TO_MS = Date.parse('2026-10-08T00:00:00Z');
const HOUR_MS = 3_600_000;
const iso = (ms: number): string => new Date(ms).toISOString();

function worldOf(seed: number): readonly Invoice[] {
  const chance = seeded(seed);
  const { invoices } = feeWorld(seed, [iso(TO_MS - 7 * 24 * HOUR_MS), iso(TO_MS)], { invoices: 250, withdrawals: 0 });
  return invoices.map((invoice) => {
    const ms = TO_MS - Math.floor(chance() * 8 * 24 * HOUR_MS);
    // On the hour now and then; some say nothing that is an instant.
    const created = chance() < 0.2 ? iso(Math.floor(ms / HOUR_MS) * HOUR_MS) : chance() < 0.1 ? 'soon' : iso(ms);
    const name = chance() < 0.1 ? null : chance() < 0.5 ? 'Card' : 'SEPA';
    return {
      ...invoice,
      created_at: created,
      status: ['success', 'success', 'pending', 'expired', 'fail', 'held'][Math.floor(chance() * 6)] ?? 'success',
      payment_method: name === null ? null : { name, logo_url: null },
    };
  });
}

it.each(Array.from({ length: 20 }, (_, seed) => seed + 1))('the business of seed %i', async (seed) => {
  const folder = temporaryFolder();
  const store = openInProcess(folder.path);
  try {
    const { read, write } = store.mirror('p1');
    const world = worldOf(seed);
    await write('invoices.store', page(world));
    const days = [1, 7, 30][seed % 3] ?? 1;
    const method = [undefined, 'Card', null][seed % 4] ?? undefined;
    const asked = { from: iso(TO_MS - days * 24 * HOUR_MS), to: iso(TO_MS) };
    const told = await read('paymentMethods.shares', {
      ...asked,
      ...(seed % 4 === 0 || seed % 4 === 3 ? {} : { method }),
    });
    const isOf = ({ payment_method: of }: Invoice): boolean => method === undefined || (of?.name ?? null) === method;
    const spans = drawnShares(told);
    expect(spans.length).toBeLessThanOrEqual(MOST_SPANS);
    expect([Date.parse(spans[0]?.from ?? ''), Date.parse(spans.at(-1)?.to ?? '')]).toEqual([
      Date.parse(asked.from),
      expect.toSatisfy((end: number) => end >= TO_MS && end < TO_MS + told.spanMs),
    ]);
    const createdIn = (from: string, to: string): readonly Invoice[] =>
      world.filter(({ created_at: at }) => {
        const when = nanoseconds(at);
        return when !== null && when >= (nanoseconds(from) ?? 0n) && when < (nanoseconds(to) ?? 0n);
      });
    const countsOf = (of: readonly Invoice[]) => ({
      created: of.length,
      paid: of.filter(({ status }) => status === 'success').length,
      open: of.filter(({ status }) => status === 'pending').length,
    });
    const rowsAt = async (path: string | null): Promise<readonly string[]> => {
      const filter = invoiceFilter(readQuery(path?.split('?')[1] ?? ''), 'UTC');
      const { rows } = await read('invoices.page', { filter, sort: [], offset: 0, limit: 200 });
      return rows.map(({ record }) => record.uuid).sort();
    };
    const uuidsOf = (of: readonly Invoice[]): readonly string[] => of.map(({ uuid }) => uuid).sort();
    const marks = shareMarks(method);
    const [paid, open, created] = marks.counts;
    for (const span of spans) {
      const own = createdIn(span.from, span.to).filter(isOf);
      expect(span).toMatchObject(countsOf(own));
      if (own.length === 0) continue;
      const points = [
        [paid, own.filter(({ status }) => status === 'success')],
        [open, own.filter(({ status }) => status === 'pending')],
        [created, own],
        [marks.share[0], own],
      ] as const;
      for (const [mark, expected] of points) {
        const path = mark?.path(span) ?? null;
        expect(path === null).toBe(expected.length === 0 || method === null);
        if (path !== null) expect(await rowsAt(path)).toEqual(uuidsOf(expected));
      }
    }
    const whole = createdIn(spans[0]?.from ?? '', spans.at(-1)?.to ?? '');
    const byMethod = Map.groupBy(whole, ({ payment_method: of }) => of?.name ?? null);
    expect(new Map(told.methods.map(({ method: name, ...counts }) => [name, counts]))).toEqual(
      new Map([...byMethod].map(([name, of]) => [name, countsOf(of)])),
    );
    for (const { method: name } of told.methods) {
      const path = createdPath({ from: spans[0]?.from ?? '', to: spans.at(-1)?.to ?? '' }, name);
      if (path !== null) expect((await rowsAt(path)).length).toBe(Math.min(200, byMethod.get(name)?.length ?? 0));
    }
    expect(told.undated).toBe(world.filter(({ created_at: at }) => nanoseconds(at) === null).length);
  } finally {
    await store.close();
    folder.remove();
  }
});

it('rounds a share half to even at one decimal, and has none of nothing', () => {
  expect([
    shareWords({ paid: 2, created: 3 }),
    shareWords({ paid: 0, created: 0 }),
    shareWords({ paid: 0, created: 7 }),
  ]).toEqual(['66.7 %', null, '0.0 %']);
});

it('takes as many spans as there is room for, on whole hours', () => {
  for (const hours of [1, 24, 399, 400, 401, 720, 9_000]) {
    const { fromMs, spanMs, count } = hourSpans(TO_MS - hours * HOUR_MS - 1, TO_MS);
    expect(count).toBeLessThanOrEqual(MOST_SPANS);
    expect([fromMs % HOUR_MS, spanMs % HOUR_MS]).toEqual([0, 0]);
    expect(fromMs + count * spanMs).toBeGreaterThanOrEqual(TO_MS);
    expect(fromMs + (count - 1) * spanMs).toBeLessThan(TO_MS);
  }
});
