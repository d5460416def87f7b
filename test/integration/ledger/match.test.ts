/**
 * The match end to end: real files, a real store, the jobs as the engine runs them. Every planted fault is found once and nothing else is; what changes
 * on either side moves entries and clears exceptions; and a dry run says beforehand what the match says afterwards.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { type MatchOutcome, MATCH_OUTCOMES } from '../../../src/domain/ledger/entry.ts';
import type { Exception } from '../../../src/domain/reconcile/exception.ts';
import { EVIDENCE_FIELDS, MATCH_FINDING_KINDS, type MatchFindingKind } from '../../../src/domain/kernel/finding.ts';
import type { Coverage, DryRun, Source } from '../../../src/domain/ledger/import.ts';
import {
  LEDGER_DAYS,
  type LedgerWorld,
  ledgerWorld,
  storeLedgerWorld,
  WALLET_TITLES,
} from '../../support/worlds/ledger.ts';
import { ledger, OwnBooks } from '../../support/benches/own-books.ts';
import { anAdjustment, anInvoice } from '../../support/records.ts';
import { openedForEach } from '../../backend/workers/opened.ts';

let store: Store;
let folder: string;
let own: OwnBooks;

openedForEach((opened) => {
  ({ store } = opened);
  folder = opened.folder.path;
  own = new OwnBooks(store, folder);
});

const READ_LATER = '2026-11-22T00:00:00.000Z';

async function exceptions(cleared = false): Promise<readonly Exception[]> {
  const query = {
    profileId: 'p1',
    filter: cleared ? { cleared } : {},
    sort: [{ by: 'kind', direction: 'asc' }] as const,
  };
  const page = { ...query, now: new Date().toISOString(), offset: 0, limit: 500 };
  return (await store.books.read('exceptions.page', page)).rows;
}

const faultOf = ({ kind, list, label, unit, delta }: Pick<Exception, 'kind' | 'list' | 'label' | 'unit' | 'delta'>) =>
  JSON.stringify({ kind, list, label, unit, delta });

async function outcomes(): Promise<Partial<Record<MatchOutcome | 'none', number>>> {
  const { outcomes: counts } = await store.books.read('entries.counts', { profileId: 'p1', filter: {} });
  return Object.fromEntries(
    counts.filter(({ count }) => count > 0).map(({ outcome, count }) => [outcome ?? 'none', count]),
  );
}

interface Both {
  readonly orders: Source;
  readonly wallet: Source;
}

async function importWorld(world: LedgerWorld): Promise<Both> {
  const [orders, wallet] = [await own.source('Shop'), await own.source('Wallet', { kind: 'wallet' })];
  await own.import(orders, ledger(world.orders), LEDGER_DAYS);
  await own.import(wallet, ledger(world.wallet, WALLET_TITLES), LEDGER_DAYS);
  return { orders, wallet };
}

async function dryRun(
  source: Source,
  bytes: Uint8Array,
  isNew = true,
  covers: Coverage | null = LEDGER_DAYS,
): Promise<DryRun> {
  const path = join(folder, `${source.id}.csv`);
  writeFileSync(path, bytes);
  const { id, kind: sourceKind, format, mapping, tolerances } = source;
  const on = { covers, today: '2026-12-31' };
  const reading = { path, sourceKind, sourceId: isNew ? null : id, format, mapping, tolerances, ...on };
  return store.compute({ kind: 'dry-run', profileId: 'p1', ...reading }, { onProgress: () => undefined });
}

const bucketsOf = ({ buckets }: DryRun) => Object.fromEntries(Object.entries(buckets).filter(([, count]) => count > 0));

describe('MATCH-28: planted faults', () => {
  it.each([1, 2, 3])('are each found once, and nothing else is (world %i)', async (seed) => {
    const world = ledgerWorld(seed);
    await storeLedgerWorld(store.mirror('p1'), world);
    const { orders, wallet } = await importWorld(world);
    await own.reconciliation().run();
    const found = await exceptions();
    expect(found.map(faultOf).toSorted()).toEqual(world.faults.map(faultOf).toSorted());
    // Every kind was planted.
    expect(new Set(world.faults.map(({ kind }) => kind))).toEqual(new Set<string>(MATCH_FINDING_KINDS));
    for (const { kind, evidence } of found) {
      expect(Object.keys(evidence).toSorted(), kind).toEqual(Object.keys(EVIDENCE_FIELDS[kind]).toSorted());
    }
    const whole = await outcomes();
    expect(Object.values(whole).reduce((sum, count) => sum + count, 0)).toBe(world.orders.length + world.wallet.length);
    expect(whole.none).toBeUndefined();
    // A dry run of the same files, before anything of them was there, says the same.
    const dry = await Promise.all([
      dryRun(orders, ledger(world.orders)),
      dryRun(wallet, ledger(world.wallet, WALLET_TITLES)),
    ]);
    const sums = Object.fromEntries(
      MATCH_OUTCOMES.map((outcome) => [outcome, dry.reduce((sum, { buckets }) => sum + buckets[outcome], 0)]),
    );
    expect(Object.fromEntries(Object.entries(sums).filter(([, count]) => count > 0))).toEqual(whole);
    expect(dry.map(({ missingThere }) => missingThere)).toEqual([1, 1]);
    // And of the same file once more: every row is there already.
    expect(bucketsOf(await dryRun(orders, ledger(world.orders), false))).toEqual({ repeated: world.orders.length });
  });

  it('are found in the same way when the records come in another order', async () => {
    const world = ledgerWorld(4);
    const turned = { invoices: world.invoices.toReversed(), withdrawals: world.withdrawals.toReversed() };
    await storeLedgerWorld(store.mirror('p1'), turned);
    await importWorld(world);
    await own.match();
    expect((await exceptions()).map(faultOf).toSorted()).toEqual(world.faults.map(faultOf).toSorted());
  });
});

describe('what changes', () => {
  it('moves the entry, leaves a row in its history, and clears the exception; a second run changes nothing', async () => {
    const world = ledgerWorld(5);
    await storeLedgerWorld(store.mirror('p1'), world);
    const { orders } = await importWorld(world);
    const job = own.reconciliation();
    await job.run();
    // A later file, and the invoice that was missing comes in.
    await own.import(orders, ledger([['late', '1', 'EUR', '2026-10-30', 'paid', '', '']]), null);
    const late = anInvoice({
      uuid: 'ffffffff-0000-4000-8000-00000000c0de',
      external_id: 'fault-here',
      amount: '77.70',
    });
    const later = anInvoice({ uuid: 'ffffffff-0000-4000-8000-0000000000de', external_id: 'late', amount: '1.0' });
    const facts = { quarantined: [], asOf: READ_LATER, source: 'list', pass: null } as const;
    await store.mirror('p1').write('invoices.store', { records: [late, later], ...facts });
    await job.run();
    const cleared = await exceptions(true);
    expect(cleared.map(({ kind, label }) => [kind, label])).toEqual([['missing-here', 'fault-here']]);
    const { rows } = await store.books.read('entries.changes', {
      profileId: 'p1',
      sourceId: orders.id,
      offset: 0,
      limit: 10,
    });
    expect(rows).toMatchObject([{ ident: 'fault-here', before: 'missing-here', after: 'matched' }]);
    const again = await store.compute({ kind: 'match', profileId: 'p1' }, { onProgress: () => undefined });
    expect(again).toMatchObject({ changed: 0, findings: world.faults.length - 1 });
  });

  it('MATCH-25: is matched by hand: the sums are compared, the difference is found once, and rules go round it', async () => {
    const split = anInvoice({ uuid: 'aaaaaaaa-0000-4000-8000-00000000c0de', external_id: 'whole', amount: '30.00' });
    await storeLedgerWorld(store.mirror('p1'), { invoices: [split], withdrawals: [] });
    const source = await own.source('Shop');
    const row = (id: string, amount: string): readonly string[] => [id, amount, 'EUR', '2026-11-20', 'paid', '', ''];
    await own.import(source, ledger([row('whole', '10'), row('part', '19.5'), row('whole', '1')]), null);
    await own.match();
    expect(await outcomes()).toEqual({ 'amount-differs': 1, 'missing-here': 1, duplicate: 1 });
    const { rows } = await store.books.read('entries.page', {
      profileId: 'p1',
      filter: {},
      sort: [],
      offset: 0,
      limit: 9,
    });
    const entries = rows.slice(0, 2).map(({ id }) => id);
    const deed = { ...own.deed(), note: 'paid in two parts' };
    const made = await store.books.write('entries.matchByHand', {
      ...deed,
      intentId: '11111111-1111-4111-8111-111111111111',
      kind: 'orders',
      entries,
      records: [split.uuid],
    });
    expect(made.outcome).toBe('made');
    await own.reconciliation().run();
    // 29.50 of 30.00: both parts differ, and it is said of one.
    expect(await outcomes()).toEqual({ 'amount-differs': 2, duplicate: 1 });
    const open = await exceptions();
    expect(open.map(({ kind, label, delta }) => `${kind} ${label} ${delta}`).toSorted()).toEqual([
      'duplicate-entry whole 1',
      'entry-amount-differs whole -0.5',
    ]);
  });
});

describe('a dry run', () => {
  it('takes invoices for what they are, whatever characters are in their ids', async () => {
    const plain = { status: 'success', amount: '10.00', finished_at: '2026-10-15T12:00:00Z' } as const;
    const ids = ['before', 'with \u001f within', '"quoted", \\ and more', 'after'];
    const invoices = ids.map((external_id, at) =>
      anInvoice({ ...plain, external_id, uuid: `aaaaaaaa-0000-4000-8000-00000000000${at}` }),
    );
    const adjusted = { is_adjusted: true, adjustment: anAdjustment({ actual_amount_fiat: '12.00' }) };
    const [first, second] = ['1', '2'].map((digit) =>
      anInvoice({
        ...plain,
        ...adjusted,
        external_id: `adjusted-${digit}`,
        uuid: `bbbbbbbb-0000-4000-8000-00000000000${digit}`,
      }),
    );
    if (first === undefined || second === undefined) throw new Error('there are two');
    await storeLedgerWorld(store.mirror('p1'), { invoices: [...invoices, first, second], withdrawals: [] });
    const source = await own.source('Shop');
    const row = (id: string, amount: string): readonly string[] => [id, amount, 'EUR', '2026-10-15', 'paid', '', ''];
    const uuid = second.uuid.toUpperCase();
    const bytes = ledger([row('before', '10'), row('after', '10'), row('adjusted-1', '12'), row(uuid, '12.5')]);
    const run = await dryRun(source, bytes);
    expect(bucketsOf(run)).toEqual({ matched: 3, 'amount-differs': 1 });
    // Those with the other characters.
    expect(run.missingThere).toBe(2);
  });

  it('tells of which days records are missing, in the zone of the file, and how many were paid on each', async () => {
    const paid = (number: number, finished_at: string) =>
      anInvoice({
        external_id: `order-${number}`,
        uuid: `cccccccc-0000-4000-8000-00000000000${number}`,
        amount: '10',
        status: 'success',
        finished_at,
      });
    // In Warsaw it is two hours later: the second ends on the 16th there, and the last one as the 18th begins.
    const invoices = [
      paid(1, '2026-10-15T10:00:00Z'),
      paid(2, '2026-10-15T22:30:00Z'),
      paid(3, '2026-10-16T10:00:00Z'),
      paid(4, '2026-10-17T10:00:00Z'),
      paid(5, '2026-10-17T22:00:00Z'),
    ];
    await storeLedgerWorld(store.mirror('p1'), { invoices, withdrawals: [] });
    const shop = await own.source('Shop');
    const source = { ...shop, format: { ...shop.format, timeZone: 'Europe/Warsaw' } };
    const row = (number: number, day: string) => [`order-${number}`, '10', 'EUR', day, 'paid', '', ''];
    const run = await dryRun(source, ledger([row(1, '2026-10-15'), row(4, '2026-10-17')]));
    expect(run.missingThere).toBe(3);
    expect(run.missingDays).toEqual([
      { day: '2026-10-16', paid: 2, missing: 2 },
      { day: '2026-10-18', paid: 1, missing: 1 },
    ]);
  });

  it('tells how far it is from the beginning of the file to the end of the match', async () => {
    await storeLedgerWorld(store.mirror('p1'), ledgerWorld(7));
    const { id, kind: sourceKind, format, mapping, tolerances } = await own.source('Shop');
    const path = join(folder, 'file.csv');
    const bytes = ledger(ledgerWorld(7).orders);
    writeFileSync(path, bytes);
    const parts: number[] = [];
    const reading = { path, sourceKind, sourceId: id, format, mapping, tolerances, covers: null, today: '2026-12-31' };
    await store.compute(
      { kind: 'dry-run', profileId: 'p1', ...reading },
      { onProgress: ({ done, total }) => parts.push(done / total) },
    );
    expect(parts).toEqual(parts.toSorted((left, right) => left - right));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]).toBeLessThan(1);
    expect(parts.at(-1)).toBe(1);
  });
});

describe('what was taken back', () => {
  it('is no exception any more, however complete the lists are; what somebody wrote about it stays in its history', async () => {
    await storeLedgerWorld(store.mirror('p1'), { invoices: [], withdrawals: [] }, 'as-far-as-seen');
    const source = await own.source('Shop');
    const row = (id: string): readonly string[] => [id, '1', 'EUR', '2026-10-15', 'paid', '', ''];
    const { id } = await own.import(source, ledger([row('a'), row('b')]), null);
    const job = own.reconciliation();
    await job.run();
    const [first, second] = await exceptions();
    expect([first?.kind, second?.kind]).toEqual(['missing-here', 'missing-here']);
    const action = { kind: 'note', note: 'asked the shop' } as const;
    await store.books.write('exceptions.act', { ...own.deed(), ids: [first?.id ?? ''], action });
    await own.imports.undo(id);
    await job.run();
    expect(await exceptions()).toEqual([]);
    expect((await exceptions(true)).map(({ label, note }) => [label, note])).toEqual([
      [first?.label, 'asked the shop'],
    ]);
  });
});

describe('what is not certain', () => {
  it('MATCH-29: is no absence while the list is incomplete: nothing is found, and entries stand where they stood', async () => {
    const world = ledgerWorld(6);
    await storeLedgerWorld(store.mirror('p1'), world, 'incomplete');
    await importWorld(world);
    await own.reconciliation().run();
    const kinds = new Set<string>((await exceptions()).map(({ kind }) => kind));
    const absences = new Set<MatchFindingKind>(['missing-here', 'wallet-line-without-withdrawal']);
    expect(kinds).toEqual(new Set(MATCH_FINDING_KINDS.filter((kind) => !absences.has(kind))));
    expect(await outcomes()).toMatchObject({ none: 2 });
  });

  it('MATCH-5 MATCH-31: is said beside what is missing here: an id in another spelling, and a record that could not be read', async () => {
    const other = anInvoice({
      uuid: 'aaaaaaaa-0000-4000-8000-00000000c0de',
      external_id: 'Order 7',
      status: 'pending',
    });
    await storeLedgerWorld(store.mirror('p1'), { invoices: [other], withdrawals: [] });
    const unread = {
      raw: { uuid: 'u-1', external_id: 'order-8', amount: 1.5 },
      uuid: 'u-1',
      reason: 'an amount that is a number',
    };
    const facts = { records: [], quarantined: [unread], asOf: READ_LATER, source: 'list', pass: null } as const;
    await store.mirror('p1').write('invoices.store', facts);
    const source = await own.source('Shop');
    const row = (id: string): readonly string[] => [id, '1', 'EUR', '2026-10-15', 'paid', '', ''];
    await own.import(source, ledger([row('order7'), row('order-8'), row('order-9')]), null);
    await own.match();
    const hints = (await exceptions()).map(({ label, evidence }) => [
      label ?? '',
      [evidence['hint'], evidence['hint.ident']],
    ]);
    expect(Object.fromEntries(hints)).toEqual({
      'order-8': ['a record here that could not be read', 'order-8'],
      'order-9': [null, null],
      order7: ['the same id in another spelling', 'Order 7'],
    });
  });
});
