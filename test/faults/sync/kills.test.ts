/**
 * Five hundred deaths by kill -9 in the middle of a walk, each with a restart at once: the files are whole, rows and checkpoint are of one
 * moment, no page that was stored is asked for twice in a life but the one at which it goes on, and the walk still ends certified.
 * The pages that the server really answered judge.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import { type MortalChild, MortalChildren } from '../../support/mortal-children.ts';
import { scaled } from '../../support/scale.ts';

const KILLS = scaled(500);
const PAGES = 14;
const INVOICES = PAGES * 100 - 37;

let api: IndependentApi;
const folder = temporaryFolder();
const children = new MortalChildren('test/faults/sync/child', join(folder.path, 'compiled'));
const born = (): Promise<MortalChild> => children.born(api.baseUrl, KEY_A);
/** Seeded, so that the moments of death are the same in every run; what they hit is not. */
let seed = 20_261_121;

function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}

beforeAll(async () => {
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: INVOICES, withdrawals: 3 }] });
  api.behaviour.delayMs = () => 3;
});

afterAll(async () => {
  children.killAll();
  await api.close();
  folder.remove();
});

const isPage = /^\/external\/invoices$/;

/** Numbers of the whole pages of invoices that were asked for since. */
function pagesSince(from: number): readonly number[] {
  return api.requests
    .slice(from)
    .filter(({ path, query }) => isPage.test(path) && query.get('per_page') === '100' && query.get('status') === null)
    .map(({ query }) => Number(query.get('page')));
}

interface Found {
  readonly rows: number;
  readonly seen: number;
  readonly checks: readonly unknown[];
}

/** What a death left behind, looked at with another pair of eyes: plain SQL, as the next start would find it. */
function look(dataFolder: string): Found {
  const checks: unknown[] = [];
  let rows = 0;
  let seen = 0;
  for (const name of ['books.db', 'mirrors/p1.db']) {
    const file = new Database(join(dataFolder, name));
    checks.push(file.pragma('integrity_check', { simple: true }), file.pragma('foreign_key_check'));
    if (name !== 'books.db') {
      rows = Number(file.prepare('SELECT count(*) FROM invoices').pluck().get());
      seen = Number(file.prepare(`SELECT seen FROM list_state WHERE list = 'invoices'`).pluck().get());
    }
    file.close();
  }
  return { rows, seen, checks };
}

async function waitFor(passes: () => boolean): Promise<void> {
  while (!passes()) await new Promise((resolve) => setTimeout(resolve, 1));
}

it(`FAULT-53 CERT-7: ${KILLS} kills: nothing corrupt, no torn checkpoint, at most one page asked for again`, async () => {
  const refetched: number[] = [];
  let walks = 0;
  let resumeMs = 0;
  let stored = 0;
  let next = born();
  for (let kills = 0; kills < KILLS; ) {
    const life = await next;
    const from = api.requests.length;
    const dataFolder = join(folder.path, `walk-${walks}`);
    const wanted = 2 + Math.floor(random() * 3);
    const begun = performance.now();
    life.tell(dataFolder);
    // The one after it is loaded meanwhile, so that it can start at once.
    next = born();
    const isOver = { value: false };
    void life.isDone.then(() => (isOver.value = true));
    await waitFor(() => isOver.value || pagesSince(from).length >= 1);
    if (stored > 0) resumeMs = Math.max(resumeMs, performance.now() - begun);
    await waitFor(() => isOver.value || pagesSince(from).length >= wanted);
    if (!isOver.value) await new Promise((resolve) => setTimeout(resolve, random() * 12));
    await life.kill();
    const found = look(dataFolder);
    expect(found.checks).toEqual(['ok', [], 'ok', []]);
    // A page is there whole with its checkpoint, or not at all.
    expect(found.seen).toBe(found.rows);
    expect(found.rows === INVOICES || found.rows % 100 === 0).toBe(true);
    expect(found.rows).toBeGreaterThanOrEqual(stored);
    refetched.push(pagesSince(from).filter((page) => page * 100 <= stored).length);
    expect(refetched.at(-1)).toBeLessThanOrEqual(1);
    stored = found.rows;
    if (isOver.value) {
      expect(found.rows).toBe(INVOICES);
      walks += 1;
      stored = 0;
      rmSync(dataFolder, { recursive: true });
    } else kills += 1;
  }
  await (await next).kill();
  const again = refetched.reduce((sum, count) => sum + count, 0);
  process.stdout.write(
    `${KILLS} kills, ${walks} walks certified, ${again} pages asked for again, first request of a life within ${Math.round(resumeMs)} ms\n`,
  );
  expect(walks).toBeGreaterThan(0);
});
