/**
 * Twenty people at work on one engine: the built program of a team's host, TLS sockets, sessions and streams of their own, all of them in this process. What one
 * person waits for is measured alone and then beside nineteen who each ask for something once a second, on the same engine; a write is timed until the stream of
 * each other one has told of it.
 */
import { fieldOf } from '../../src/domain/kernel/fields.ts';
import { buildOnce } from '../../test/support/electron-stand-in/built.ts';
import { type Desk, noteHeard, refusals, startTeamAtWork } from '../../test/support/team-desks.ts';
import type { BenchRow, RowOptions } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';

const DESKS = 20;
const WRITES = 40;
const PAGE_MS = 100;
const HEARD_MS = 1_000;
const CLICK_AT_MOST = 1.3;
/** What somebody who works does once in so long. */
const EVERY_MS = 1_000;
/** A person does not click without a pause. */
const BETWEEN_MS = 50;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const first = { filter: {}, sort: [], offset: 0, limit: 100 };

export const team: BenchRow = {
  name: 'team',
  about:
    'twenty people on one engine over TLS: a page, a click beside nineteen others, a write on every screen, own 429s (real time)',
  run: async ({ size, clicks, seed, say }: RowOptions) => {
    await buildOnce();
    const work = await startTeamAtWork({ desks: DESKS, size, seed, say });
    try {
      const [one, ...others] = work.desks;
      if (one === undefined) throw new Error('nobody is there');
      const { rows } = Object(await one.call('invoices.page', first));
      const ids: readonly string[] = rows.map((row: unknown) => String(fieldOf(row, 'uuid')));
      say('alone');
      const alone = await clicked(one, ids, clicks);
      say('beside nineteen');
      const ending = new AbortController();
      const pages: number[] = [];
      const busy = others.map((desk, at) => worked(desk, ids, at, pages, ending.signal));
      const beside = await clicked(one, ids, clicks);
      say('writes');
      const heard: number[] = [];
      for (let write = 0; write < WRITES; write += 1)
        heard.push(...(await noteHeard(work.desks, write % DESKS, ids[write] ?? '')));
      ending.abort();
      await Promise.all(busy);
      const refused = await refusals(work);
      const told = (of: readonly number[]): string =>
        `p95 ${figure(percentile(of, 0.95), 'ms')} (p50 ${figure(percentile(of, 0.5))}, n ${of.length})`;
      const [page, event] = [percentile(pages, 0.95), percentile(heard, 0.95)];
      const ratio = percentile(beside, 0.95) / percentile(alone, 0.95);
      return [
        {
          what: `a page of 100 of ${size} invoices, twenty people`,
          ours: told(pages),
          beside: '–',
          ratio: '–',
          limit: `p95 ≤ ${PAGE_MS} ms`,
          met: page <= PAGE_MS,
        },
        {
          what: 'a note by one until every other screen has heard of it',
          ours: told(heard),
          beside: '–',
          ratio: '–',
          limit: `p95 ≤ ${HEARD_MS} ms`,
          met: event <= HEARD_MS,
        },
        {
          what: 'a click beside nineteen others',
          ours: told(beside),
          beside: `alone ${told(alone)}`,
          ratio: times(percentile(beside, 0.95), percentile(alone, 0.95)),
          limit: `${CLICK_AT_MOST}×`,
          met: ratio <= CLICK_AT_MOST,
        },
        {
          what: 'requests of ours that the API refused as too many',
          ours: String(refused),
          beside: '–',
          ratio: '–',
          limit: '0',
          met: refused === 0,
        },
      ];
    } finally {
      await work.close();
    }
  },
};

/** A record opened, so many times. */
async function clicked(desk: Desk, ids: readonly string[], clicks: number): Promise<readonly number[]> {
  const took: number[] = [];
  for (let click = 0; click < clicks; click += 1) {
    const began = performance.now();
    await desk.call('invoices.get', { ident: ids[click % ids.length] });
    took.push(performance.now() - began);
    await pause(BETWEEN_MS);
  }
  return took;
}

/** Pages, records and now and then a note, until it is told to end. */
async function worked(
  desk: Desk,
  ids: readonly string[],
  at: number,
  pages: number[],
  ending: AbortSignal,
): Promise<void> {
  await pause((at * EVERY_MS) / DESKS);
  for (let deed = at; !ending.aborted; deed += 1) {
    const began = performance.now();
    await desk.call('invoices.page', { ...first, offset: (deed % 5) * 100 });
    const took = performance.now() - began;
    pages.push(took);
    await desk.call('invoices.get', { ident: ids[deed % ids.length] });
    await pause(Math.max(0, EVERY_MS - took));
  }
}
