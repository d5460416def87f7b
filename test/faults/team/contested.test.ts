/**
 * Ten people at ten desks want the same: ten thousand webhooks are sent again by several of them in the same second, by hand and by runs, while the engine
 * dies and begins anew; ten thousand things are changed by two who have seen the same. The server's own count is the judge of the first, the books of
 * the second. A tenth in `npm test`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput, CallName } from '../../../src/contract/calls.ts';
import { type AnswerFrame, answerFrameCodec } from '../../../src/contract/envelope.ts';
import { fieldOf } from '../../../src/domain/kernel/fields.ts';
import { frameOf, temporaryFolder, until } from '../../integration/bench.ts';
import type { ChildStart } from '../../integration/child.ts';
import { type IndependentApi, KEY_A, startIndependentApi } from '../../support/independent-api/server.ts';
import type { StoredInvoice } from '../../support/independent-api/world.ts';
import { programEntry } from '../../support/programs.ts';
import { scaled } from '../../support/scale.ts';
import { seeded } from '../../support/seeded.ts';

const WHOLE = 10_000;
/** Contested at the same time. */
const WAVE = 100;
/** Of a wave, those that a run is over as well. */
const OF_RUN = 20;
const DESKS = 10;
const draw = seeded(22);
const at = (count: number): number => Math.floor(draw() * count);

interface Engine {
  ask<Name extends CallName>(name: Name, input: CallInput<Name>, person?: string): Promise<AnswerFrame | 'lost'>;
  signIn(address: string): Promise<string>;
  kill(): Promise<void>;
}

let api: IndependentApi;
let engine: Engine;
let people: readonly string[];
let contested: readonly StoredInvoice[];
const folder = temporaryFolder();
const children: ChildProcess[] = [];

async function startEngine(): Promise<Engine> {
  const child = spawn(process.execPath, ['--no-warnings', fileURLToPath(programEntry('test/integration/child'))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const waiting = new Map<string, (answer: unknown) => void>();
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: unknown = JSON.parse(line);
    if (fieldOf(answer, 'ready') === true) ready.resolve();
    const id = String(fieldOf(answer, 'id'));
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  child.stdin.on('error', () => undefined);
  child.once('exit', () => {
    for (const answer of waiting.values()) answer('lost');
  });
  const start: ChildStart = { dataFolder: folder, baseUrl: api.baseUrl, apiKey: KEY_A, factor: 1 };
  child.stdin.write(`${JSON.stringify(start)}\n`);
  await ready.promise;
  const send = (frame: Record<string, unknown>): Promise<unknown> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve('lost');
      waiting.set(String(frame['id']), resolve);
      child.stdin.write(`${JSON.stringify(frame)}\n`);
    });
  return {
    async ask(name, input, person) {
      const answer = await send({
        ...frameOf(name, input),
        ...(person === undefined ? {} : { person: { id: person } }),
      });
      return answer === 'lost' ? 'lost' : answerFrameCodec.parse(answer);
    },
    signIn: async (address) =>
      String(fieldOf(fieldOf(await send({ id: randomUUID(), person: { signIn: address } }), 'person'), 'id')),
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

async function told<Name extends CallName>(name: Name, input: CallInput<Name>, person?: string): Promise<unknown> {
  const answer = await engine.ask(name, input, person);
  if (answer === 'lost' || !answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`);
  return answer.output;
}

beforeAll(async () => {
  const wanted = scaled(WHOLE);
  api = await startIndependentApi({ businesses: [{ key: KEY_A, invoices: Math.ceil(wanted * 1.5) + 50 }] });
  // The worst receiver: what was sent stands as failed again at once, so that nothing at the API stands in the way of a second.
  Object.assign(api.behaviour, { limiter: 'fixed', limit: 1_000_000, attemptsFail: true });
  const withDelivery = api.business.invoices.filter(({ deliveries }) => deliveries.length > 0);
  for (const { deliveries } of withDelivery) for (const one of deliveries) one['status'] = 'failed';
  contested = withDelivery.slice(0, wanted);
  expect(contested).toHaveLength(wanted);
  engine = await startEngine();
  await until(
    () => told('sync.status', {}),
    (status) => fieldOf(status, 'state') === 'idle' && fieldOf(fieldOf(status, 'invoices'), 'asOf') !== null,
  );
  await told('sync.pause', {});
  const listed = fieldOf(await told('profiles.list', {}), 'profiles');
  const profile = String(fieldOf(Array.isArray(listed) ? listed[0] : null, 'id'));
  const ids: string[] = [];
  for (let desk = 0; desk < DESKS; desk += 1) {
    const address = `desk-${desk}@example.com`;
    await told('people.invite', { address, name: `Desk ${desk}`, profile, roles: ['support', 'finance'] });
    ids.push(await engine.signIn(address));
  }
  people = ids;
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What somebody wants, under an id that stays the same when they ask again. */
interface Wish {
  readonly person: string;
  readonly invoiceUuid: string;
  readonly intentId: string;
}

/** Two to ten desks for each, in an order of its own. */
function wishesFor(invoices: readonly StoredInvoice[]): readonly Wish[] {
  const wishes = invoices.flatMap(({ uuid }) => {
    const first = at(DESKS);
    return Array.from({ length: 2 + (draw() < 0.1 ? at(9) : at(2)) }, (_, more) => ({
      person: people[(first + more) % DESKS] ?? '',
      invoiceUuid: uuid,
      intentId: randomUUID(),
      order: draw(),
    }));
  });
  return wishes.sort((one, other) => one.order - other.order);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test(`of ${scaled(WHOLE)} webhooks that several people send again at the same time, by hand and by runs, over deaths of the engine, none is sent twice`, async () => {
  const seen = { asked: 0, deaths: 0, lost: 0 };
  for (let from = 0; from < contested.length; from += WAVE) {
    const wave = contested.slice(from, from + WAVE);
    const [runner, other] = [people[at(DESKS)] ?? '', people[at(DESKS)] ?? ''];
    const runs = [runner, other].map((person) =>
      engine.ask(
        'resends.start',
        { runId: randomUUID(), label: 'both of us', invoices: wave.slice(0, OF_RUN).map(({ uuid }) => uuid) },
        person,
      ),
    );
    const wishes = wishesFor(wave);
    const ask = ({ person, invoiceUuid, intentId }: Wish) =>
      engine.ask('deliveries.resend', { invoiceUuid, intentId }, person);
    const asking: Promise<AnswerFrame | 'lost'>[] = [];
    // In one of ten the engine dies in the middle of it; the next has to assume that the minute's requests are spent, and waits.
    const diesAt = (from / WAVE) % 10 === 3 ? 20 + at(wishes.length - 40) : -1;
    for (const [number, wish] of wishes.entries()) {
      asking.push(ask(wish));
      // No more at once than ten desks would.
      if (number % DESKS === DESKS - 1) await pause(at(30));
      if (number === diesAt) {
        seen.deaths += 1;
        await engine.kill();
        engine = await startEngine();
        // Who has heard nothing asks again, under the same id.
        for (const again of wishes.slice(0, number)) {
          seen.lost += 1;
          asking.push(ask(again));
        }
      }
    }
    seen.asked += asking.length;
    for (const answer of await Promise.all([...asking, ...runs])) {
      if (answer === 'lost' || answer.ok) continue;
      expect(['rejected', 'rate-limited', 'cancelled', 'unavailable-offline']).toContain(answer.failure.kind);
    }
    // The next begins when this one has an end.
    for (const { intentId } of diesAt < 0 ? [] : wishes)
      await until(
        () => engine.ask('resends.get', { intentId }),
        (now) => now !== 'lost' && !(now.ok && /waiting|resolving/.test(String(fieldOf(now.output, 'outcome')))),
      );
    await until(
      () => told('resends.runs', {}),
      (all) => !JSON.stringify(all).includes('"state":"running"'),
    );
  }
  const byTimes = Map.groupBy(contested, ({ executed }) => executed);
  const twice = contested.filter(({ executed }) => executed > 1).map(({ uuid }) => uuid);
  process.stderr.write(
    `contested: ${contested.length} webhooks, ${JSON.stringify(seen)}, sent ${JSON.stringify([...byTimes].map(([times, all]) => [times, all.length]))}\n`,
  );
  expect(twice).toEqual([]);
  // Not because nothing went out: a death in between is the only reason for none.
  expect(byTimes.get(1)?.length ?? 0).toBeGreaterThan(contested.length * 0.9);
});

/** What each of the edits is about: two have seen the same, and both change it. */
test(`of ${scaled(WHOLE)} edits by two who have seen the same, one is done, the other is told by whom, and no note is lost`, async () => {
  const uuids = contested.map(({ uuid }) => uuid);
  const seen = { won: 0, told: 0 };
  const cases: { readonly id: string; readonly recordId: string }[] = [];
  for (let number = 0; number < Math.ceil(scaled(WHOLE) / 10); number += 1) {
    const recordId = uuids[number] ?? '';
    const opened = await told('exceptions.open', { list: 'invoices', recordId, title: `Case ${number}` }, people[0]);
    cases.push({ id: String(fieldOf(opened, 'id')), recordId });
  }
  const written: { readonly text: string; readonly by: number; readonly id: string }[] = [];
  for (let edit = 0; edit < scaled(WHOLE); edit += 1) {
    const { id } = cases[edit % cases.length] ?? { id: '' };
    const [one, other] = [edit % DESKS, (edit + 1 + at(DESKS - 1)) % DESKS];
    const at0 = String(fieldOf(fieldOf(await told('exceptions.get', { id }, people[one]), 'exception'), 'updatedAt'));
    const both = await Promise.all(
      [one, other].map(async (desk) => {
        const text = `edit ${edit} by ${desk}`;
        const action = { kind: 'note', note: text } as const;
        const answer = await told('exceptions.act', { ids: [id], action, seen: { [id]: at0 } }, people[desk]);
        const results = fieldOf(answer, 'results');
        const result: unknown = Array.isArray(results) ? results[0] : null;
        return { desk, text, result: fieldOf(result, 'result'), by: fieldOf(result, 'by') };
      }),
    );
    for (const { desk, text, result, by } of both) {
      const rival = both.find((it) => it.desk !== desk)?.desk;
      if (result === 'done') {
        seen.won += 1;
        written.push({ text, by: desk, id });
        continue;
      }
      expect([text, result, by]).toEqual([text, 'changed-since', `Desk ${rival}`]);
      seen.told += 1;
      // Whoever is told has the text still, and writes it on what there is now.
      const again = await told('exceptions.act', { ids: [id], action: { kind: 'note', note: text } }, people[desk]);
      expect(JSON.stringify(again)).toContain('"done"');
      written.push({ text, by: desk, id });
    }
  }
  process.stderr.write(`edits: ${JSON.stringify(seen)}\n`);
  expect(seen.told).toBe(scaled(WHOLE));
  for (const { id } of cases) {
    const history = JSON.stringify(await told('exceptions.get', { id }));
    for (const { text, by } of written.filter((one) => one.id === id))
      expect([text, history.includes(text) && history.includes(`Desk ${by}`)]).toEqual([text, true]);
  }
});
