/**
 * How soon a picture is painted after a person goes to its screen, at a hundred thousand invoices: from the change of the address until its shapes are
 * drawn and a frame has passed, in the built screens over the built browser shell. Every screen was visited once before, so that its script is
 * loaded and its report is kept, as of a person who comes back to it; how long the first visit took is said beside it.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { SqliteDatabase } from '../../src/backend/sqlite/database.ts';
import { mirrorPath } from '../../src/backend/workers/threads/locations.ts';
import { pricesOf, RATES_EVERY_MS } from '../../src/domain/pricing/rate-history.ts';
import type { Rate } from '../../src/domain/records/rate.ts';
import { fromEpochMs, keyOfEpochMs } from '../../src/domain/kernel/time/time.ts';
import { openInProcess } from '../../test/support/in-process-store.ts';
import { aMethod } from '../../test/support/records.ts';
import { millionFolder, PROFILE } from '../support/million.ts';
import { visit, withPage } from '../support/renderer-page.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';

const MOST_MS = 300;
const VISITS = 7;
const DAY_MS = 24 * 3_600_000;
const SPREAD_MS = 29 * DAY_MS;
const RATES_MS = 90 * DAY_MS;
/** A month in the middle of what is there. */
const MONTH = 'from=2026-09-01&to=2026-09-30&zone=UTC';
const ELSEWHERE = '/settings';

const PICTURES = [
  ['net by day at Home', '/?period=custom&from=2026-09-01&to=2026-09-30'],
  ['days of a month', `/statements/month/days?${MONTH}`],
  ['days of a year', '/statements/month/days?from=2025-11-01&to=2026-10-31&zone=UTC'],
  ['the way to the close', `/statements/month?${MONTH}`],
  ['fees by method', `/statements/month/fees?${MONTH}`],
  ['an endpoint over 30 days', '/webhooks/endpoints?days=30'],
  ['exceptions by age', '/reconciliation/exceptions?ageing=true'],
  ['share paid by method and hour', '/pricing/methods?hours=30'],
  ['rates over 90 days', '/pricing/rates?days=90&of=EUR'],
] as const;

export const pictures: BenchRow = {
  name: 'pictures',
  about: 'from going to a screen until its picture is painted',
  run: async (options) => {
    const folder = await millionFolder(options);
    const own = mkdtempSync(join(tmpdir(), 'merchant-console-pictures-'));
    try {
      cpSync(folder, own, { recursive: true });
      makeRecent(mirrorPath(own, PROFILE));
      await fillIn(own);
      return await withPage(own, ({ page }) => measured(page, options));
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  },
};

/** The folder is older than what some pictures look back to: each invoice was made in the last thirty days, and has an attempt of then. */
function makeRecent(path: string): void {
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  try {
    const now = Date.now();
    database.transaction(() => {
      const uuids = database.all('SELECT uuid FROM invoices').map((row) => String(row['uuid']));
      for (const [at, uuid] of uuids.entries()) {
        const isSuccess = at % 50 !== 0 && at % 1_000 > 30;
        const key = keyOfEpochMs(now - Math.floor((at * SPREAD_MS) / uuids.length));
        database.run('UPDATE invoices SET created_at_key = ? WHERE uuid = ?', key, uuid);
        database.run(
          'INSERT INTO attempts (invoice_uuid, host, made_at_key, duration_ms, is_success, cause) VALUES (?, ?, ?, ?, ?, ?)',
          uuid,
          'shop.example',
          key,
          (at * 7_919) % 15_000,
          isSuccess ? 1 : 0,
          isSuccess ? null : 'timeout',
        );
      }
    });
  } finally {
    database.close();
  }
}

/** What a folder without a key has never read: the catalogue, and rates of every half hour; and the exceptions that a run finds in it. */
async function fillIn(folder: string): Promise<void> {
  const store = openInProcess(folder);
  try {
    const [now, mirror] = [Date.now(), store.mirror(PROFILE)];
    const asOf = fromEpochMs(now);
    await mirror.write('paymentMethods.store', { methods: [aMethod()], quarantined: 0, asOf });
    await mirror.write('rates.store', { rates: ratesAt(now), quarantined: 0, asOf });
    for (let at = now - RATES_MS; at <= now; at += RATES_EVERY_MS)
      await store.books.write('rates.note', {
        profileId: PROFILE,
        prices: pricesOf(ratesAt(at)),
        asOf: fromEpochMs(at),
      });
    const run = { profileId: PROFILE, run: 'bench' };
    await store.books.write('exceptions.beginRun', run);
    const rows = { into: { to: 'findings', ...run, at: asOf } } as const;
    await store.compute({ kind: 'findings', profileId: PROFILE }, { onProgress: () => undefined, rows });
  } finally {
    await store.close();
  }
}

/** Two markets of a currency, with both sides. */
function ratesAt(at: number): readonly Rate[] {
  return (['north', 'south'] as const).flatMap((source, place) =>
    (['buy', 'sell'] as const).map((side, of) => ({
      asset: 'USDT',
      currency: 'EUR',
      side,
      source,
      price: `0.9${String(1_000 + (Math.floor(at / RATES_EVERY_MS) % 500) + place * 50 + of * 20)}`,
      min_amount: null,
      max_amount: null,
      updated_at: fromEpochMs(at),
      found_by_value: {},
      extra: {},
    })),
  );
}

async function measured(page: Page, { say }: RowOptions): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const [what, path] of PICTURES) {
    const first = await painted(page, path);
    const later: number[] = [];
    while (later.length < VISITS) later.push(await painted(page, path));
    say(`${what}: ${later.map((ms) => ms.toFixed(0)).join(', ')} ms, first ${first.toFixed(0)} ms`);
    const median = percentile(later, 0.5);
    lines.push({
      what: `picture painted: ${what}`,
      ours: `median ${figure(median, 'ms', 0)} (worst ${figure(Math.max(...later), 'ms', 0)})`,
      beside: `its first visit ${figure(first, 'ms', 0)}`,
      ratio: times(median, first),
      limit: `≤ ${MOST_MS} ms`,
      met: median <= MOST_MS,
    });
  }
  return lines;
}

/** Milliseconds in the page itself. Drawn: shapes of a picture that were not there before, and two frames after them. */
async function painted(page: Page, path: string): Promise<number> {
  await visit(page, ELSEWHERE);
  await page.locator('.recharts-surface').first().waitFor({ state: 'detached', timeout: 60_000 });
  await page.evaluate(`new Promise((done) => requestIdleCallback(done))`);
  return page.evaluate<number>(`new Promise((done, fail) => {
    const begun = performance.now();
    const end = begun + 120000;
    const look = () => {
      if (document.querySelector('figure .recharts-bar, .recharts-line-curve') !== null)
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
      else if (performance.now() > end) fail(new Error('no picture came'));
      else requestAnimationFrame(look);
    };
    location.hash = ${JSON.stringify(path)};
    requestAnimationFrame(look);
  })`);
}
