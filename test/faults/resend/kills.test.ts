/**
 * Three hundred deaths by kill -9 around the commits of a resend, each with a restart at once and the caller's frame said once more: the
 * books are whole, nothing is sent twice, and every intent comes to an end whose name is true by the sandbox's own count.
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
import { KILL_FACTOR, KILL_POINTS, type KillPoint, type Life } from './life.ts';

const KILLS = scaled(300);

const folder = temporaryFolder();
const random = seeded(20_261_121);
const children = new MortalChildren('test/faults/resend/child', join(folder.path, 'compiled'));
const born = (): Promise<MortalChild> => children.born(sandbox.baseUrl, sandbox.apiKey);
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ size: KILLS * 2 + 100, seed: 'kills', speed: KILL_FACTOR, limit: 1_000_000 });
});

afterAll(async () => {
  children.killAll();
  await sandbox.close();
  folder.remove();
});

interface Ended {
  readonly state: string;
  readonly outcome: string;
  readonly evidence: string | null;
}

/** What the books say, looked at with another pair of eyes: plain SQL, as the next start would find it. */
function look(): ReadonlyMap<string, Ended> {
  const file = new Database(join(folder.path, 'books.db'), { readonly: true });
  expect(file.pragma('integrity_check', { simple: true })).toBe('ok');
  const rows: unknown[] = file.prepare('SELECT intent_id, state, outcome, evidence FROM resend_intents').all();
  const unlogged = file
    .prepare(
      `SELECT count(*) FROM resend_intents r WHERE state = 'ended' AND NOT EXISTS
        (SELECT 1 FROM activity a WHERE a.outcome = r.outcome AND instr(a.summary, r.intent_id) > 0)`,
    )
    .pluck()
    .get();
  // An end and its entry in the activity log are of one commit.
  expect(unlogged).toBe(0);
  file.close();
  return new Map(
    rows.map((row) => {
      const at = (name: string): string => String(Reflect.get(Object(row), name));
      return [at('intent_id'), { state: at('state'), outcome: at('outcome'), evidence: at('evidence') }];
    }),
  );
}

interface Case {
  readonly point: KillPoint;
  readonly intentId: string;
  readonly invoiceUuid: string;
}

/** Each of the three gaps between two commits as often as the others. */
function pointOf(index: number): KillPoint {
  const gap = index % 3;
  return KILL_POINTS[gap < 2 ? gap : 2 + Math.floor(random() * 3)] ?? 'after the POST';
}

/** What its request meets: the answer comes, is lost, or nothing is done at all. */
function arrange(uuid: string, point: KillPoint): void {
  sandbox.world.setDelivery(uuid, random() < 0.7 ? 'failed' : 'delivered');
  const rule = { method: 'POST', path: `/external/invoices/${uuid}/resend-webhook` };
  const share = random();
  // Without a lost answer nothing would ever be resolving.
  if (point === 'after resolving' || share < 0.3)
    sandbox.faults.add({ ...rule, kind: random() < 0.7 ? 'process-then-drop' : 'drop-before' });
  else if (share < 0.4) sandbox.faults.add({ ...rule, kind: 'process-then-500' });
}

it(`FAULT-54: ${KILLS} kills: nothing sent twice, every intent ends, and its name is true`, async () => {
  const free = [...sandbox.world.invoices()]
    .map(({ uuid }) => uuid)
    .filter((uuid) => sandbox.world.deliveries(uuid).length > 0);
  const cases: Case[] = [];
  let kills = 0;
  let next = born();
  while (kills < KILLS) {
    const child = await next;
    next = born();
    const invoiceUuid = free.pop();
    if (invoiceUuid === undefined) throw new Error('no invoice left');
    const intentId = randomUUID();
    const point = pointOf(kills);
    arrange(invoiceUuid, point);
    const repeats = cases.slice(-2);
    const life: Life = {
      dataFolder: folder.path,
      point,
      afterMs: Math.floor(random() * 8),
      intentId,
      invoiceUuid,
      repeats,
    };
    if ((await child.live(JSON.stringify(life))) === 'killed') {
      kills += 1;
      cases.push({ point, intentId, invoiceUuid });
      look();
    }
  }
  // The last life is left in peace, and finds out what is still open.
  const child = await next;
  const last = { intentId: randomUUID(), invoiceUuid: free.pop() ?? '' };
  const life: Life = { dataFolder: folder.path, point: null, afterMs: 0, ...last, repeats: cases.slice(-2) };
  await child.live(JSON.stringify(life));
  const books = look();
  const table = new Map<string, number>();
  for (const { point, intentId, invoiceUuid } of cases) {
    const { state, outcome, evidence } = books.get(intentId) ?? {
      state: 'missing',
      outcome: 'missing',
      evidence: null,
    };
    const executed = sandbox.record.trueResendCount(invoiceUuid);
    const name = `${point}: ${outcome}${executed > 0 ? ' (carried out)' : ''}`;
    table.set(name, (table.get(name) ?? 0) + 1);
    expect({ point, executed, twice: executed > 1 }).toMatchObject({ twice: false });
    expect({ point, state }).toEqual({ point, state: 'ended' });
    const story = `${name} ${String(evidence)}`;
    if (point === 'after armed') expect(outcome, story).toBe('not-sent');
    else expect(outcome, story).not.toBe('not-sent');
    if (point === 'after inflight' || point === 'after armed') expect(executed, story).toBe(0);
    const isDone = outcome === 'confirmed' || outcome.startsWith('occurred');
    if (isDone) expect(executed, story).toBe(1);
    else expect(['not-sent', 'refused', 'not-observed', 'inconclusive'], story).toContain(outcome);
    if (executed > 0) expect(isDone, story).toBe(true);
  }
  const lines = [...table].toSorted(([left], [right]) => left.localeCompare(right));
  process.stdout.write(`${KILLS} kills\n${lines.map(([name, count]) => `  ${name}: ${count}`).join('\n')}\n`);
});
