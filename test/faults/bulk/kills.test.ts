/**
 * Three hundred deaths by kill -9 in the middle of runs of many resends, at the three commits of a resend, and sixty at those of the run,
 * each with a restart at once: the books are whole, the run goes on by itself, nothing is sent twice, every intent comes to an end and
 * every item to one whose name is true by the sandbox's own count. Deaths of single resends: kills.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { temporaryFolder } from '../../backend/mirror/sample.ts';
import { type MortalChild, MortalChildren } from '../../support/mortal-children.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';
import { BULK_KILL_FACTOR, BULK_KILL_POINTS, type BulkKillPoint, type BulkLife } from './life.ts';

const AT_RESENDS = scaled(300);
const AT_ITEMS = scaled(60);
const KILLS = AT_RESENDS + AT_ITEMS;
const ITEMS = 60;
/** Lost answers beside the deaths: two in a hundred. */
const SHARE = 0.02;

const folder = temporaryFolder();
const random = seeded(20_261_122);
const children = new MortalChildren('test/faults/bulk/child', join(folder.path, 'compiled'));
const born = (): Promise<MortalChild> => children.born(sandbox.baseUrl, sandbox.apiKey);
let sandbox: Sandbox;

beforeAll(async () => {
  const size = KILLS * 3 + 3 * ITEMS;
  sandbox = await createSandbox({ size, seed: 'bulk kills', speed: BULK_KILL_FACTOR, limit: 1_000_000 });
});

afterAll(async () => {
  children.killAll();
  await sandbox.close();
  folder.remove();
});

interface Intent {
  readonly invoice_uuid: string;
  readonly state: string;
  readonly outcome: string;
}

interface Item {
  readonly run_id: string;
  readonly invoice_uuid: string;
  readonly intent_id: string;
  readonly earlier: string;
  readonly state: string;
  readonly outcome: string | null;
}

interface Found {
  readonly runs: readonly { readonly run_id: string; readonly state: string }[];
  readonly intents: readonly Intent[];
  readonly items: readonly Item[];
}

/** What the books say, looked at with another pair of eyes: plain SQL, as the next start would find it. */
function look(): Found {
  const file = new Database(join(folder.path, 'books.db'), { readonly: true });
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(file.pragma('foreign_key_check')).toEqual([]);
  const found = {
    runs: file.prepare<[], Found['runs'][number]>('SELECT run_id, state FROM bulk_runs').all(),
    intents: file.prepare<[], Intent>('SELECT invoice_uuid, state, outcome FROM resend_intents').all(),
    items: file
      .prepare<[], Item>(
        `SELECT i.run_id, i.invoice_uuid, i.intent_id, i.earlier, i.state, r.outcome FROM bulk_items AS i
          LEFT JOIN resend_intents AS r ON r.intent_id = i.intent_id`,
      )
      .all(),
  };
  file.close();
  return found;
}

/** The three commits of a resend as often as each other; after those, the two of the run. */
function pointOf(index: number): BulkKillPoint {
  const at = index < AT_RESENDS ? index % 3 : 3 + (index % 2);
  return BULK_KILL_POINTS[at] ?? 'after the POST';
}

/** Invoices of one run, each with a delivery that failed and now and then an answer that will be lost. */
function arranged(free: string[]): readonly string[] {
  const uuids = free.splice(0, ITEMS);
  for (const uuid of uuids) {
    sandbox.world.setDelivery(uuid, 'failed');
    if (random() >= SHARE) continue;
    const kind = random() < 0.7 ? 'process-then-drop' : 'drop-before';
    sandbox.faults.add({ kind, method: 'POST', path: `/external/invoices/${uuid}/resend-webhook` });
  }
  return uuids;
}

it(`FAULT-55: ${KILLS} kills in the middle of runs: they go on, nothing is sent twice, every end has its true name`, async () => {
  const begun = performance.now();
  const free = [...sandbox.world.invoices()]
    .map(({ uuid }) => uuid)
    .filter((uuid) => sandbox.world.deliveries(uuid).length > 0);
  let runId = randomUUID();
  let invoices: readonly string[] | undefined = arranged(free);
  let kills = 0;
  let lives = 0;
  let next = born();
  for (let isOver = false; !isOver; ) {
    const child = await next;
    next = born();
    const point = kills < KILLS ? pointOf(kills) : null;
    const life: BulkLife = {
      dataFolder: folder.path,
      runId,
      invoices,
      point,
      passes: Math.floor(random() * 3),
      afterMs: Math.floor(random() * 8),
    };
    lives += 1;
    const end = await child.live(JSON.stringify(life));
    const { runs } = look();
    const run = runs.find(({ run_id: id }) => id === runId);
    invoices = run === undefined ? invoices : undefined;
    if (end === 'killed') kills += 1;
    // Deaths are the doing of whoever kills, and never make a run stop.
    else expect(run?.state).toBe('done');
    if (end === 'done' && kills >= KILLS) isOver = true;
    if (end === 'done' && !isOver) {
      runId = randomUUID();
      invoices = arranged(free);
      if (invoices.length < ITEMS) throw new Error('no invoices left');
    }
  }
  await (await next).kill();

  const { runs, intents, items } = look();
  const table = new Map<string, number>();
  expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'done'));
  for (const { state, outcome } of intents) expect({ state, outcome }).toMatchObject({ state: 'ended' });
  for (const { invoice_uuid: uuid, state, outcome, earlier } of items) {
    const executed = sandbox.record.trueResendCount(uuid);
    const name = `${outcome ?? 'no intent'}${executed > 0 ? ' (carried out)' : ''}`;
    table.set(name, (table.get(name) ?? 0) + 1);
    expect({ name, state, executed: executed <= 1 }).toEqual({ name, state: 'ended', executed: true });
    const isSent = outcome === 'confirmed' || outcome === 'occurred';
    expect({ name, isSent }).toEqual({ name, isSent: executed === 1 });
    if (!isSent) expect(['not-observed', 'not-sent']).toContain(outcome);
    // Of all turns of an item one at most has let a byte out: the others say `not-sent`, and what arrived bears them out.
    const left = intents.filter((intent) => intent.invoice_uuid === uuid && intent.outcome !== 'not-sent');
    expect({ uuid, earlier, left: left.map((intent) => intent.outcome), once: left.length <= 1 }).toMatchObject({
      once: true,
    });
  }
  const arrived = sandbox.record.snapshot().requests['POST /external/invoices/*/resend-webhook'] ?? 0;
  expect(arrived).toBeLessThanOrEqual(intents.filter(({ outcome }) => outcome !== 'not-sent').length);
  const lines = [...table].toSorted(([left], [right]) => left.localeCompare(right));
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(
    `${kills} kills in ${runs.length} runs and ${lives} lives, ${seconds} s\n${lines.map(([name, count]) => `  ${name}: ${count}`).join('\n')}\n`,
  );
});
