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
import { keyOfEpochMs } from '../../src/domain/kernel/time/time.ts';
import { millionFolder, PROFILE } from '../support/million.ts';
import { visit, withPage } from '../support/renderer-page.ts';
import type { BenchRow, Line, RowOptions } from '../support/report.ts';
import { figure, percentile, times } from '../support/stats.ts';

const MOST_MS = 300;
const VISITS = 7;
const SPREAD_MS = 29 * 24 * 3_600_000;
/** A month in the middle of what is there. */
const MONTH = 'from=2026-09-01&to=2026-09-30&zone=UTC';
const ELSEWHERE = '/settings';

/** Not the share paid by hour: its screen stands on the catalogue, which a folder without a key has never read. */
const PICTURES = [
  ['net by day at Home', '/?period=custom&from=2026-09-01&to=2026-09-30'],
  ['days of a month', `/statements/month/days?${MONTH}`],
  ['days of a year', '/statements/month/days?from=2025-11-01&to=2026-10-31&zone=UTC'],
  ['the way to the close', `/statements/month?${MONTH}`],
  ['fees by method', `/statements/month/fees?${MONTH}`],
  ['an endpoint over 30 days', '/webhooks/endpoints?days=30'],
  ['exceptions by age', '/reconciliation/exceptions?ageing=true'],
] as const;

export const pictures: BenchRow = {
  name: 'pictures',
  about: 'from going to a screen until its picture is painted',
  run: async (options) => {
    const folder = await millionFolder(options);
    const own = mkdtempSync(join(tmpdir(), 'merchant-console-pictures-'));
    try {
      cpSync(folder, own, { recursive: true });
      makeAttempts(mirrorPath(own, PROFILE));
      return await withPage(own, ({ page }) => measured(page, options));
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  },
};

/** The folder's deliveries are older than what the health of endpoints looks back to: each invoice gets an attempt of the last thirty days. */
function makeAttempts(path: string): void {
  const database = SqliteDatabase.open({ path, file: 'mirror', mode: 'read-write', synchronous: 'NORMAL' });
  try {
    const now = Date.now();
    database.transaction(() => {
      const uuids = database.all('SELECT uuid FROM invoices').map((row) => String(row['uuid']));
      for (const [at, uuid] of uuids.entries()) {
        const isSuccess = at % 50 !== 0 && at % 1_000 > 30;
        database.run(
          'INSERT INTO attempts (invoice_uuid, host, made_at_key, duration_ms, is_success, cause) VALUES (?, ?, ?, ?, ?, ?)',
          uuid,
          'shop.example',
          keyOfEpochMs(now - Math.floor((at * SPREAD_MS) / uuids.length)),
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
  await page.locator('figure .recharts-surface').first().waitFor({ state: 'detached', timeout: 60_000 });
  await page.evaluate(`new Promise((done) => requestIdleCallback(done))`);
  return page.evaluate<number>(`new Promise((done, fail) => {
    const begun = performance.now();
    const end = begun + 120000;
    const look = () => {
      if (document.querySelector('figure .recharts-bar, figure .recharts-line-curve') !== null)
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begun)));
      else if (performance.now() > end) fail(new Error('no picture came'));
      else requestAnimationFrame(look);
    };
    location.hash = ${JSON.stringify(path)};
    requestAnimationFrame(look);
  })`);
}
