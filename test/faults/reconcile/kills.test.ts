/**
 * Deaths by kill -9 in the middle of runs of the reconciliation, each with a restart at once and other facts: the file is whole, every
 * exception is what its history says, no key is there twice, and what a person did and was answered is never lost. A run that ends shows
 * exactly what there is. Fifty deaths under soak, a tenth in CI.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { openInProcess } from '../../support/in-process-store.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { contradictions } from '../../support/oracles/exception-history.ts';
import { MortalChildren } from '../../support/mortal-children.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';

const KILLS = scaled(50);
const MOST_RECORDS = 600;
/** A run takes about so long; deaths fall anywhere in it. */
const RUN_MS = 120;

const folder = temporaryFolder();
const children = new MortalChildren('test/faults/reconcile/child', join(folder.path, 'compiled'));
const random = seeded(20_261_121);

afterAll(() => {
  children.killAll();
  folder.remove();
});

/** Resolutions that the file has, by exception. */
function resolutions(file: Database.Database): ReadonlyMap<string, number> {
  const rows: { id: string; n: number }[] = Object(
    file
      .prepare(`SELECT exception_id AS id, count(*) AS n FROM exception_deeds WHERE deed = 'resolved' GROUP BY id`)
      .all(),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

it(`FAULT-56: ${KILLS} deaths leave whole books, and the next run ends what was open`, async () => {
  const data = join(folder.path, 'data');
  const store = openInProcess(data);
  const verdict = {
    asOf: '2026-11-21T12:00:00Z',
    seen: 1,
    total: 1,
    reason: null,
    growOnly: true,
    walk: null,
  } as const;
  for (const list of ['invoices', 'withdrawals'] as const) {
    await store.mirror('p1').write('lists.certify', { ...verdict, list, certificate: 'certified' });
  }
  await store.books.read('profiles.list', {});
  await store.close();
  const answered = new Map<string, number>();
  let [killed, next] = [0, children.born()];
  for (let life = 0; killed < KILLS; life += 1) {
    if (life > KILLS * 3) throw new Error('they do not die');
    const child = await next;
    next = children.born();
    const from = Math.floor(random() * 100);
    const to = from + Math.floor(random() * (MOST_RECORDS - 100));
    const facts = { folder: data, from, to, fact: String(1 + Math.floor(random() * 3)) };
    const timer = setTimeout(() => void child.kill(), random() * RUN_MS);
    const end = await child.live(JSON.stringify(facts));
    clearTimeout(timer);
    if (end === 'killed') killed += 1;
    for (const [, ids = ''] of child.said().matchAll(/^acted (.*)$/gm)) {
      for (const id of ids.split(' ')) answered.set(id, (answered.get(id) ?? 0) + 1);
    }
    const file = new Database(join(data, 'books.db'));
    expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(file.pragma('foreign_key_check')).toEqual([]);
    expect(contradictions(file)).toEqual([]);
    const kept = resolutions(file);
    expect([...answered].filter(([id, times]) => (kept.get(id) ?? 0) < times)).toEqual([]);
    if (end === 'done') {
      const shown = file.prepare('SELECT count(*) FROM exceptions WHERE cleared_at IS NULL').pluck().get();
      expect(shown).toBe(to - from);
    }
    file.close();
  }
  await (await next).kill();
});
