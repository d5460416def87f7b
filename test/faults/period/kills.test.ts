/**
 * A hundred and twenty deaths by kill -9 while a period is closed, each with a restart at once and the caller's frame said once more: one intent is one
 * close, whole and with the bytes of its hash, in one chain; its entry in the activity log is there once; nothing is left of a death.
 */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInProcess } from '../../support/in-process-store.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { dayOf, fillDays } from '../../support/worlds/close.ts';
import { type MortalChild, MortalChildren } from '../../support/mortal-children.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { CLOSE_KILL_POINTS, type CloseLife, creditsOfDay } from './life.ts';

const KILLS = scaled(120);

const folder = temporaryFolder();
const random = seeded(20_261_031);
const children = new MortalChildren('test/faults/period/child', join(folder.path, 'compiled'));

beforeAll(async () => {
  const store = openInProcess(folder.path);
  await fillDays(store.mirror('p1'), KILLS * 2 + 1, creditsOfDay);
  await store.close();
});

afterAll(() => {
  children.killAll();
  folder.remove();
});

interface Found {
  readonly id: string;
  readonly from: string;
  readonly sha256: string;
  readonly previous: string | null;
}

/** What the books say, looked at with another pair of eyes: plain SQL, as the next start would find it. */
function look(): readonly Found[] {
  const file = new Database(join(folder.path, 'books.db'), { readonly: true });
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(file.prepare('SELECT count(*) FROM closes WHERE sha256 IS NULL').pluck().get()).toBeLessThanOrEqual(1);
  const at = (row: unknown, name: string): string => String(Reflect.get(Object(row), name));
  const closes = file.prepare('SELECT * FROM closes WHERE sha256 IS NOT NULL ORDER BY from_key').all();
  const found = closes.map((row) => {
    const hash = createHash('sha256');
    let facts = 0;
    const chunks = file.prepare('SELECT lines FROM close_chunks WHERE close_id = ? ORDER BY ordinal').pluck();
    for (const lines of chunks.all(at(row, 'id'))) {
      hash.update(String(lines), 'utf8');
      facts += String(lines).split('\nfact\t').length - 1 + (String(lines).startsWith('fact\t') ? 1 : 0);
    }
    expect(hash.digest('hex')).toBe(at(row, 'sha256'));
    expect(facts).toBe(Number(at(row, 'facts')));
    const document: { readonly previousSha256: string | null } = JSON.parse(at(row, 'document'));
    return {
      id: at(row, 'id'),
      from: at(row, 'from_key'),
      sha256: at(row, 'sha256'),
      previous: document.previousSha256,
    };
  });
  const entries = file.prepare(`SELECT evidence FROM activity WHERE action = 'close-period' ORDER BY id`).pluck().all();
  expect(entries.map((evidence) => at(JSON.parse(String(evidence)), 'sha256'))).toEqual(
    found.map(({ sha256 }) => sha256),
  );
  file.close();
  return found;
}

it(`FAULT-57: ${KILLS} kills: one close an intent, whole or not there, in one chain`, async () => {
  const done: { readonly intentId: string; readonly day: number }[] = [];
  let kills = 0;
  let next: Promise<MortalChild> = children.born();
  while (kills < KILLS) {
    const child = await next;
    next = children.born();
    const own = { intentId: randomUUID(), day: done.length };
    const point = CLOSE_KILL_POINTS[kills % CLOSE_KILL_POINTS.length] ?? 'by the clock';
    const chunks = 1 + Math.floor(random() * (creditsOfDay(own.day) > 1000 ? 2 : 1));
    const life: CloseLife = { dataFolder: folder.path, point, chunks, closes: [...done.slice(-2), own] };
    const death = point === 'by the clock' ? setTimeout(() => void child.kill(), 20 + random() * 150) : undefined;
    if ((await child.live(JSON.stringify(life))) === 'killed') kills += 1;
    clearTimeout(death);
    done.push(own);
    const ids = look().map(({ id }) => id);
    // Whole or not there: the one that died last is the only one that may be missing.
    expect(ids.slice(0, done.length - 1)).toEqual(done.slice(0, -1).map(({ intentId }) => intentId));
    if (point === 'after the commit') expect(ids.at(-1)).toBe(own.intentId);
    else if (point !== 'by the clock') expect(ids).not.toContain(own.intentId);
  }
  // The last life is left in peace.
  const child = await next;
  await child.live(JSON.stringify({ dataFolder: folder.path, point: null, chunks: 0, closes: done.slice(-2) }));
  const found = look();
  expect(found.map(({ id }) => id)).toEqual(done.map(({ intentId }) => intentId));
  expect(found.map(({ from }) => from.slice(0, 10))).toEqual(done.map(({ day }) => dayOf(day)));
  expect(found.map(({ previous }) => previous)).toEqual([null, ...found.slice(0, -1).map(({ sha256 }) => sha256)]);
});
