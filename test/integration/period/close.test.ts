/**
 * Months that are closed: the real engine over the sandbox, from what is missing to the locked statement, the dispute that comes later, and the
 * month after. Not here: the form of a close (test/reconciliation), its death half-way (test/faults/period/kills).
 */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeText } from '../../../src/backend/books/period/closes.ts';
import { openBooksForReading } from '../../../src/backend/workers/threads/books-opening.ts';
import type { CallInput, CallOutput } from '../../../src/contract/calls.ts';
import type { RequirementStanding } from '../../../src/domain/period/close.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import { addMoney, sameMoney, subtractMoney } from '../../../src/domain/kernel/money/money.ts';
import { closeHead, readFactLine } from '../../../src/reconciliation/period/close-form.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { addProfile, type Bench, startBench, synced, until } from '../bench.ts';
import { FastClock } from '../clock.ts';

const HOUR = 3_600_000;
const OCTOBER = { from: '2026-10-01', to: '2026-11-01', timeZone: 'UTC' };
const NOVEMBER = { from: '2026-11-01', to: '2026-12-01', timeZone: 'UTC' };
const TYPED = [{ token: 'USDT', opening: '100.00', closing: '4000' }];

let clock: FastClock;
let sandbox: Sandbox;
let bench: Bench;
let profile: string;

type Readiness = CallOutput<'periods.readiness'>;
type CloseAnswer = CallOutput<'periods.close'>;
type Locked = Extract<CloseAnswer, { outcome: 'closed' }>['close'];

const readiness = (input: CallInput<'periods.readiness'>): Promise<Readiness> =>
  bench.call('periods.readiness', input, profile);
const close = (
  input: Omit<CallInput<'periods.close'>, 'intentId'>,
  intentId: string = randomUUID(),
): Promise<CloseAnswer> => bench.call('periods.close', { intentId, ...input }, profile);
const missing = ({ requirements }: { readonly requirements: readonly RequirementStanding[] }): readonly string[] =>
  requirements.filter(({ met }) => !met).map(({ requirement }) => requirement);

async function closed(input: Omit<CallInput<'periods.close'>, 'intentId'>, intentId?: string): Promise<Locked> {
  const answer = await close(input, intentId);
  if (answer.outcome !== 'closed') throw new Error(`refused: ${answer.reason} ${missing(answer).join()}`);
  return answer.close;
}

/** Time passes while the console is not looking. */
async function passUnseen(ms: number): Promise<void> {
  await bench.call('sync.pause', {}, profile);
  await until(
    () => bench.call('sync.status', {}, profile),
    ({ state }) => state === 'paused',
  );
  clock.skip(ms);
}

async function readAgain(period: typeof OCTOBER): Promise<void> {
  await bench.call('sync.start', {}, profile);
  await bench.call('periods.read', { period }, profile);
  await until(
    () => bench.call('jobs.list', {}, profile),
    ({ jobs }) => jobs.every(({ kind }) => kind !== 'period-reading'),
  );
  // The lists are walked beside it, and may take longer.
  const ofReading = new Set(['invoices-certified', 'withdrawals-certified', 'facts-read-after-end']);
  await until(
    () => readiness({ period }),
    (now) => !missing(now).some((requirement) => ofReading.has(requirement)),
  );
}

beforeAll(async () => {
  clock = new FastClock(10, Date.UTC(2026, 9, 31, 12));
  sandbox = await createSandbox({ seed: 'close', size: 400, clock: clock.forSandbox(), limit: 100_000 });
  bench = await startBench({ clock });
  profile = await addProfile(bench, sandbox.baseUrl, sandbox.apiKey);
  await synced(bench, profile);
});

afterAll(async () => {
  await bench.stop();
  bench.remove();
  await sandbox.close();
});

/** Behind a locked figure are the rows that were locked, whatever the mirror says of them now. */
async function expectLocked(
  { document }: Locked,
  invoice: Pick<Invoice, 'uuid' | 'settled_amount_usdt'>,
): Promise<void> {
  const line = { period: OCTOBER, token: 'USDT', line: 'credits' } as const;
  const locked = document.statement.tokens[0]?.lines.find(({ kind }) => kind === 'credits');
  const pageAt = (offset: number, limit: number) =>
    bench.call('reconciliation.statementRows', { ...line, offset, limit }, profile);
  const { rows: first, total, source } = await pageAt(0, 200);
  const rows = [...first];
  while (rows.length < total) rows.push(...(await pageAt(rows.length, 200)).rows);
  expect([source, total]).toEqual(['locked', locked?.count]);
  const sum = rows.reduce((before, { amount }) => addMoney(before, amount ?? '0'), '0');
  expect(sameMoney(sum, locked?.amount ?? '')).toBe(true);
  expect(rows.find(({ uuid }) => uuid === invoice.uuid)?.amount).toBe(invoice.settled_amount_usdt);
  const second = await pageAt(3, 4);
  expect([second.rows, second.total]).toEqual([rows.slice(3, 7), total]);
  const moved = await bench.call('reconciliation.movements', { period: OCTOBER, token: 'USDT' }, profile);
  expect(moved.source).toBe('locked');
  const movement = document.statement.tokens[0]?.movement ?? '';
  expect(sameMoney(moved.days.at(-1)?.cumulative ?? '', movement)).toBe(true);
  const open = await bench.call(
    'reconciliation.statementRows',
    { ...line, period: NOVEMBER, offset: 0, limit: 1 },
    profile,
  );
  expect(open.source).toBe('mirror');
}

describe('a month', () => {
  let october: Locked;

  it('that has not ended cannot be closed, reason or not', async () => {
    expect(missing(await readiness({ period: OCTOBER, typed: TYPED }))).toContain('period-ended');
    const answer = await close({ period: OCTOBER, typed: TYPED, overrideReason: 'we want it closed now' });
    expect(answer).toMatchObject({ outcome: 'refused', reason: 'requirements' });
    expect(await bench.refused('periods.read', { period: OCTOBER }, profile)).toMatchObject({ kind: 'invalid-input' });
    expect((await bench.call('periods.list', { offset: 0, limit: 10 }, profile)).rows).toEqual([]);
  });

  it('is refused with the list of what is missing, and closed once it was read again', async () => {
    await passUnseen(13 * HOUR);
    const before = await readiness({ period: OCTOBER });
    expect(missing(before)).toEqual(
      expect.arrayContaining(['invoices-certified', 'withdrawals-certified', 'facts-read-after-end', 'opening-known']),
    );
    expect(missing(before)).not.toContain('period-ended');
    expect(before.readingRequests).toBeGreaterThan(0);
    const refused = await close({ period: OCTOBER, typed: TYPED });
    expect(refused).toMatchObject({ outcome: 'refused', reason: 'requirements' });
    expect(refused.outcome === 'refused' && missing(refused)).toContain('facts-read-after-end');
    await readAgain(OCTOBER);
    const after = await readiness({ period: OCTOBER, typed: TYPED });
    expect(missing(after)).toEqual([]);
    expect(after.readingRequests).toBe(0);
    const intentId = randomUUID();
    october = await closed({ period: OCTOBER, typed: TYPED }, intentId);
    expect(october.document.overrideReason).toBeNull();
    expect(october.document.statement.tokens[0]).toMatchObject({
      token: 'USDT',
      opening: { source: 'typed', amount: '100.00' },
      typedClosing: '4000',
    });
    expect(await closed({ period: OCTOBER, typed: TYPED }, intentId)).toEqual(october);
    const { proof, ...read } = await bench.call('periods.get', { id: october.id }, profile);
    expect([read, proof.verified, proof.faults, proof.sha256]).toEqual([october, true, [], october.sha256]);
    expect(await close({ period: OCTOBER, typed: TYPED })).toMatchObject({
      outcome: 'refused',
      reason: 'already-closed',
    });
  });

  it('CLOSE-1: has in the books the very bytes of its hash', () => {
    const books = openBooksForReading(bench.dataFolder);
    const text = [...closeText(books, october.id)].join('');
    books.close();
    expect(createHash('sha256').update(text, 'utf8').digest('hex')).toBe(october.sha256);
    const lines = text.trimEnd().split('\n');
    const head = closeHead(october.document);
    expect(lines.slice(0, head.length)).toEqual(head);
    expect(lines.slice(head.length).map(readFactLine)).not.toContain(null);
    expect(lines.length - head.length).toBe(october.facts);
    expect(october.facts).toBeGreaterThan(50);
  });

  it('CLOSE-6: does not move when a dispute corrects an invoice of it: the change stands beside it', async () => {
    const { rows } = await bench.call(
      'invoices.page',
      {
        filter: { status: ['success'], finishedFrom: '2026-10-01', finishedTo: '2026-11-01', adjusted: false },
        offset: 0,
        limit: 1,
      },
      profile,
    );
    const [invoice] = rows;
    if (invoice === undefined) throw new Error('October has no success');
    expect(await bench.call('periods.adjustments', { offset: 0, limit: 10 }, profile)).toMatchObject({
      rows: [],
      total: 0,
    });
    sandbox.world.adjust(invoice.uuid, '1.00');
    const seenFrom = clock.world();
    const { invoice: fresh } = await bench.call('invoices.get', { ident: invoice.uuid, fresh: true }, profile);
    await bench.call('reconciliation.run', {}, profile);
    const found = await bench.call('periods.adjustments', { closeId: october.id, offset: 0, limit: 10 }, profile);
    expect(found.rows).toMatchObject([
      {
        closeId: october.id,
        list: 'invoices',
        recordUuid: invoice.uuid,
        label: invoice.external_id,
        token: 'USDT',
        before: { settled_amount_usdt: invoice.settled_amount_usdt, line: 'credits' },
        after: { settled_amount_usdt: fresh.settled_amount_usdt, line: 'credits' },
      },
    ]);
    const seenAt = Date.parse(found.rows[0]?.firstSeenAt ?? '');
    expect(seenAt).toBeGreaterThanOrEqual(Math.floor(seenFrom / 1000) * 1000);
    expect(seenAt).toBeLessThanOrEqual(clock.world());
    expect(await bench.call('periods.get', { id: october.id }, profile)).toMatchObject(october);
    await expectLocked(october, invoice);
    const statement = await bench.call('reconciliation.statement', { period: OCTOBER }, profile);
    expect(statement).toMatchObject({ closeId: october.id, statement: october.document.statement });
    expect((await bench.call('periods.adjustments', { offset: 0, limit: 10 }, profile)).total).toBe(1);
  });

  it('is followed by the next one, which opens with its closing and names what changed', async () => {
    await passUnseen(30 * 24 * HOUR);
    await readAgain(NOVEMBER);
    const [first, second] = await Promise.all([close({ period: NOVEMBER }), close({ period: NOVEMBER })]);
    expect([first.outcome, second.outcome]).toEqual(['closed', 'refused']);
    expect(second).toMatchObject({ reason: 'already-closed' });
    if (first.outcome !== 'closed') throw new Error('the first of two was refused');
    const { document } = first.close;
    const closing = october.document.statement.tokens[0]?.impliedClosing;
    expect(document.statement.tokens[0]).toMatchObject({
      opening: { source: 'previous-close', closeId: october.id, amount: closing },
      priorPeriodAdjustments: { count: 1 },
    });
    expect(document.previousSha256).toBe(october.sha256);
    const { rows, next } = await bench.call('periods.list', { offset: 0, limit: 10 }, profile);
    expect(rows.map(({ period }) => period)).toEqual([NOVEMBER, OCTOBER]);
    expect(rows[1]?.adjustments).toMatchObject([{ token: 'USDT', count: 1 }]);
    expect(next).toEqual({ from: '2026-12-01', timeZone: 'UTC' });
  });

  it('that does not follow the last one is never closed', async () => {
    const january = { from: '2027-01-01', to: '2027-02-01', timeZone: 'UTC' };
    await passUnseen(70 * 24 * HOUR);
    await readAgain(january);
    const answer = await close({ period: january, overrideReason: 'December does not matter to us' });
    expect(answer).toMatchObject({ outcome: 'refused', reason: 'requirements' });
    expect(missing(await readiness({ period: january }))).toContain('follows-last-close');
  });

  it('closes with a reason for what is missing, which stays in it, and only for what was known', async () => {
    const december = { from: '2026-12-01', to: '2027-01-01', timeZone: 'UTC' };
    await passUnseen(30 * HOUR);
    const overrideReason = 'the auditor waits and the facts are a day old';
    const unknown = await close({ period: december, overrideReason, known: ['all-readable'] });
    expect(unknown).toMatchObject({ outcome: 'refused', reason: 'changed' });
    const standing = missing(await readiness({ period: december }));
    expect(standing.length).toBeGreaterThan(0);
    const known = (await readiness({ period: december })).requirements
      .filter(({ met }) => !met)
      .map(({ requirement }) => requirement);
    const { document } = await closed({ period: december, overrideReason, known });
    expect(document.overrideReason).toBe(overrideReason);
    // What November saw first is in no opening: it goes on explaining a part of the difference.
    expect(document.statement.tokens[0]).toMatchObject({
      priorPeriodAdjustments: { count: 0 },
      broughtForward: { count: 1 },
    });
    expect(missing(document)).toEqual(standing);
    const { rows } = await bench.call('activity.page', { offset: 0, limit: 50 }, profile);
    expect(rows.filter(({ action }) => action === 'close-period').map(({ outcome }) => outcome)).toEqual([
      'closed with a reason',
      'closed',
      'closed',
    ]);
  });

  it('CLOSE-13: names what its difference is made of, carries an item forward and clears it', async () => {
    const january = { from: '2027-01-01', to: '2027-02-01', timeZone: 'UTC' };
    const item = { itemId: randomUUID(), token: 'USDT', kind: 'timing', amount: '10.00', day: '2026-12-30' } as const;
    const added = await bench.call(
      'periods.addItem',
      { ...item, text: 'booked a day later', evidence: 'ticket 17' },
      profile,
    );
    expect(
      await bench.call('periods.addItem', { ...item, text: 'booked a day later', evidence: 'ticket 17' }, profile),
    ).toEqual(added);
    const at = async (closing: string) => {
      const typed = [{ token: 'USDT', closing }];
      const { statement } = await bench.call('reconciliation.statement', { period: january, typed }, profile);
      return statement.tokens[0] ?? expect.unreachable();
    };
    const implied = (await at('0')).impliedClosing ?? '';
    const brought = (await at('0')).broughtForward.amount;
    const { split, difference } = await at(addMoney(addMoney(implied, brought), '12.30'));
    expect(sameMoney(difference ?? '', addMoney(brought, '12.30'))).toBe(true);
    expect(split?.causes.map(({ cause }) => cause)).toEqual(['brought-forward', 'timing']);
    expect(split?.items).toMatchObject([
      { id: item.itemId, amount: '10.00', ageDays: 32, isCarried: true, evidence: 'ticket 17' },
    ]);
    expect(sameMoney(split?.unexplained ?? '', '2.30')).toBe(true);
    const late = await bench.refused(
      'periods.clearItem',
      { id: item.itemId, day: '2026-12-01', reason: 'came back' },
      profile,
    );
    expect(late).toMatchObject({ kind: 'invalid-input' });
    await bench.call('periods.clearItem', { id: item.itemId, day: '2027-01-04', reason: 'came back' }, profile);
    const cleared = (await at(addMoney(addMoney(implied, brought), '12.30'))).split;
    expect([cleared?.items, sameMoney(cleared?.unexplained ?? '', '12.30')]).toEqual([[], true]);
    const { items } = await bench.call('periods.items', {}, profile);
    expect(items).toMatchObject([{ id: item.itemId, cleared: { day: '2027-01-04', reason: 'came back' } }]);
  });

  it('CLOSE-11 CLOSE-12: with a wrong first opening is superseded, both are kept, and later ones say so', async () => {
    const list = async () => (await bench.call('periods.list', { offset: 0, limit: 10 }, profile)).rows;
    const [december, november] = await list();
    expect((await list()).map(({ openingGap }) => openingGap)).toEqual([null, null, null]);
    const wish = {
      period: OCTOBER,
      typed: [{ token: 'USDT', opening: '107.50', closing: '4000' }],
      overrideReason: 'the facts are months old by now',
      supersedes: { closeId: october.id, reason: 'the opening was read off a wrong day' },
    };
    const corrected = await closed(wish);
    expect(corrected.document).toMatchObject({
      supersedes: { sha256: october.sha256, reason: wish.supersedes.reason },
      previousSha256: null,
      auditHead: { entries: expect.any(Number) },
    });
    // A close is superseded once.
    expect(await close(wish)).toMatchObject({ outcome: 'refused', reason: 'changed' });
    for (const id of [october.id, corrected.id]) {
      const { proof } = await bench.call('periods.get', { id, verify: true }, profile);
      expect([proof.verified, proof.faults]).toEqual([true, []]);
    }
    const rows = await list();
    expect(rows.map(({ id }) => id)).toEqual([december?.id, november?.id, corrected.id]);
    // The adjustment of the superseded close is in the facts of the one that holds.
    expect(rows[2]).toMatchObject({ correction: { reason: wish.supersedes.reason }, adjustments: [] });
    const [was, is] = [october, corrected].map(({ document }) => document.statement.tokens[0]?.impliedClosing ?? '');
    expect(sameMoney(rows[1]?.openingGap ?? '', subtractMoney(is ?? '', was ?? ''))).toBe(true);
    const { versions } = await bench.call('periods.versions', { period: OCTOBER }, profile);
    expect(versions.map(({ id, correctionReason }) => [id, correctionReason])).toEqual([
      [corrected.id, wish.supersedes.reason],
      [october.id, null],
    ]);
    const january = { from: '2027-01-01', to: '2027-02-01', timeZone: 'UTC' };
    const { statement } = await bench.call('reconciliation.statement', { period: january }, profile);
    const cause = statement.tokens[0]?.split?.causes.find((one) => one.cause === 'superseded-close');
    expect(cause).toMatchObject({ count: 1, amount: rows[1]?.openingGap });
    // November in turn: its opening is the closing that holds, and December says so.
    const again = await closed({
      period: NOVEMBER,
      overrideReason: 'the facts are months old by now',
      supersedes: { closeId: november?.id ?? '', reason: 'October was corrected' },
    });
    expect(again.document.statement.tokens[0]?.opening).toMatchObject({ closeId: corrected.id, amount: is });
    expect(again.document.previousSha256).toBe(corrected.sha256);
    expect((await list()).map(({ openingGap }) => openingGap === null)).toEqual([false, true, true]);
  });

  it('CLOSE-14 CLOSE-15: anchors the chain of the audit log, which is whole', async () => {
    const proof = await bench.call('activity.verify', {}, profile);
    expect(proof).toMatchObject({ older: 0, anchors: 5, faults: [] });
    const { rows } = await bench.call('activity.page', { profile, offset: 0, limit: 1 }, profile);
    expect(proof.head).toEqual({ entries: rows[0]?.place, sha256: rows[0]?.hash });
    expect(await bench.call('activity.verify', { console: true }, profile)).toMatchObject({ anchors: 0, faults: [] });
  });

  it('is there after a restart', async () => {
    const before = await bench.call('periods.list', { offset: 0, limit: 10 }, profile);
    await bench.stop();
    bench = await startBench({ clock, dataFolder: bench.dataFolder, vault: bench.vault });
    expect(await bench.call('periods.list', { offset: 0, limit: 10 }, profile)).toEqual(before);
  });
});
