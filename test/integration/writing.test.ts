/**
 * ADR 11: the engine knows how windows write only to keep it. Under every combination of the settings that there are, what the automation interface answers, the
 * exports with their manifests, and the text of a close are the same bytes.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeText } from '../../src/backend/books/period/closes.ts';
import { openBooksForReading } from '../../src/backend/workers/threads/books-opening.ts';
import { type CallInput, calls } from '../../src/contract/calls.ts';
import { exportRequestCodec } from '../../src/contract/wire/export-request.ts';
import {
  CSV_CHOICES,
  DAY_CHOICES,
  NUMBER_CHOICES,
  WEEK_CHOICES,
  type WritingChoices,
} from '../../src/domain/console/writing-choices.ts';
import { EXPORTS } from '../../src/domain/exports/export.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { type Bench, frameOf, startBench, synced, until } from './bench.ts';
import { FastClock } from './clock.ts';

/** Time that can be made to stand still, so that nothing differs because it was asked later. */
class StandingClock extends FastClock {
  stoodAt: number | null = null;

  override monotonic(): number {
    return this.stoodAt ?? super.monotonic();
  }
}

const PERIOD = { from: '2020-01-01', to: '2026-11-01', timeZone: 'Europe/Warsaw' };
const combinations: readonly WritingChoices[] = NUMBER_CHOICES.flatMap((numbers) =>
  DAY_CHOICES.flatMap((days) =>
    WEEK_CHOICES.flatMap((weekStart) => CSV_CHOICES.map((csv) => ({ numbers, days, weekStart, csv }))),
  ),
);

let sandbox: Sandbox;
let bench: Bench;
let profile: string;
let clock: StandingClock;

beforeAll(async () => {
  clock = new StandingClock(25, Date.UTC(2026, 10, 20, 12));
  sandbox = await createSandbox({ size: 60, limit: 100_000, order: 'updated-desc', clock: clock.forSandbox() });
  bench = await startBench({ clock, sandbox });
  profile = (await bench.call('profiles.list', {})).profiles[0]?.id ?? '';
  await synced(bench, profile);
  await bench.call('reconciliation.run', {}, profile);
  await bench.call('sync.pause', {}, profile);
  await until(
    () => bench.call('sync.status', {}, profile),
    ({ state }) => state === 'paused',
  );
  clock.stoodAt = clock.monotonic();
});

afterAll(async () => {
  clock.stoodAt = null;
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

/** What a call or an export may want to know: the first of them that it takes. */
const page = { offset: 0, limit: 50 };
const ASKED: readonly object[] = [
  {},
  page,
  { period: PERIOD },
  { period: PERIOD, ...page },
  { period: PERIOD, token: 'USDT' },
  { period: PERIOD, token: 'USDT', line: 'credits', ...page },
  { period: PERIOD, token: 'USDT', line: 'credits' },
  { period: PERIOD, entry: 'settlement', role: 'balance', currency: 'USDT', side: 'debit', ...page },
  { ask: 'order', amount: '1234.50', currency: 'EUR' },
];

/** What the test itself writes, what it changes, and what is asked of other servers. */
const MOVES = /^(settings\.get|jobs\.list|activity\..*|contact\.report|books\.copies|updates\..*|watch\.status)$/;

const READS = Object.entries(calls).flatMap(([name, { effect, input }]): readonly (readonly [string, object])[] => {
  const asked = ASKED.find((one) => input.safeParse(one).success);
  return effect !== 'read' || MOVES.test(name) || asked === undefined ? [] : [[name, asked]];
});

/** The bytes of each as a script gets them. */
async function answers(): Promise<ReadonlyMap<string, string>> {
  const said = await Promise.all(
    READS.map(async ([name, asked]) => {
      const { id: _id, ...answer } = {
        id: '',
        ...(await bench.app.dispatch(frameOf(name, asked, profile), 'script')),
      };
      return [name, JSON.stringify(answer)] as const;
    }),
  );
  return new Map(said);
}

/** Each kind of export that can be asked for so. A pack holds the audit log, and says of every journal whether it is one more. */
const REQUESTS = Object.keys(EXPORTS).flatMap((kind): readonly CallInput<'exports.start'>[] => {
  const asked = ASKED.map((one) => exportRequestCodec.safeParse({ kind, ...one })).find(({ success }) => success);
  return asked?.data === undefined || ['pack', 'journal', 'activity'].includes(kind) ? [] : [asked.data];
});

/** File and manifest. */
async function exported(request: CallInput<'exports.start'>): Promise<string> {
  const { jobId } = await bench.call('exports.start', request, profile);
  const find = () => bench.call('jobs.list', {}, profile).then(({ jobs }) => jobs.find(({ id }) => id === jobId));
  const job = await until(find, (found) => found?.state !== 'running');
  expect([job?.state, job?.reason], request.kind).toEqual(['done', undefined]);
  const path = join(bench.dataFolder, 'exports', `${jobId}.${request.kind === 'close' ? 'txt' : 'csv'}`);
  return `${readFileSync(path, 'utf8')}${readFileSync(`${path}.manifest.json`, 'utf8')}`;
}

let latest: string | null = null;

/** The text of the same days closed once more, without the lines that say what was closed before it. */
async function closedAnew(): Promise<string> {
  const answer = await bench.call(
    'periods.close',
    {
      intentId: randomUUID(),
      period: PERIOD,
      typed: [{ token: 'USDT', opening: '1234.5', closing: '98765.4321' }],
      overrideReason: 'a close to compare with',
      ...(latest === null ? {} : { supersedes: { closeId: latest, reason: 'a close to compare with' } }),
    },
    profile,
  );
  if (answer.outcome !== 'closed') throw new Error(`refused: ${answer.reason}`);
  latest = answer.close.id;
  const books = openBooksForReading(bench.dataFolder);
  const text = [...closeText(books, latest)].join('');
  books.close();
  return text.replaceAll(/^(supersedes|audit)\t.*$/gm, '$1');
}

/** Sets each combination and has it looked at, with its place and its words. */
async function underEach(look: (at: number, under: string) => Promise<void>): Promise<void> {
  for (const [at, choices] of combinations.entries()) {
    expect(await bench.call('settings.set', choices)).toMatchObject(choices);
    await look(at, `under ${JSON.stringify(choices)}`);
  }
}

it('the automation interface answers the same bytes, and every export and manifest is the same', async () => {
  await closedAnew();
  const requests = [...REQUESTS, { kind: 'close', closeId: latest ?? '' } as const];
  // One after the other: of more at once than the list of jobs keeps, the first are gone from it before they were looked at.
  const files: string[] = [];
  for (const request of requests) files.push(await exported(request));
  // The checklist knows what was exported.
  const first = await answers();
  expect([first.size > 60, files.length > 20]).toEqual([true, true]);
  await underEach(async (at, under) => {
    for (const [name, said] of await answers()) expect(said, `${name} ${under}`).toBe(first.get(name));
    // Each kind in its turn, so that every choice has been in force for every kind.
    const turn = at % requests.length;
    const request = requests[turn];
    if (request !== undefined) expect(await exported(request), `${request.kind} ${under}`).toBe(files[turn]);
  });
});

it('a close is the same text', async () => {
  const first = await closedAnew();
  expect(first).toContain('\ntyped\t98765.4321');
  await underEach(async (_at, under) => expect(await closedAnew(), under).toBe(first));
});
