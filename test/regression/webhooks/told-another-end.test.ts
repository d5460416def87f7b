/**
 * The receiver was told invoice.paid, and the invoice had failed: nothing was found, for only successes were held against what their receiver was
 * told. Both directions are one finding now; what people had done about the one that was found before, under another kind, holds for it.
 */
import { expect, test } from 'vitest';
import type { Books } from '../../../src/backend/books/books.ts';
import type { Mirror } from '../../../src/backend/mirror/mirror.ts';
import type { Store } from '../../../src/backend/workers/threads/store.ts';
import { EVIDENCE_FIELDS, type Finding } from '../../../src/domain/kernel/finding.ts';
import { delivery, invoice, page, uuidOf } from '../../backend/mirror/sample.ts';
import { openedForEach } from '../../backend/workers/opened.ts';
import { finding, runOver } from '../../support/findings.ts';
import { foundIn } from '../../support/found-in-mirror.ts';

let store: Store;
let mirror: Mirror;
let books: Books;
openedForEach((opened) => ({ store, mirror, books } = opened));

const told = (number: number, event: string | null, status: string | null) =>
  delivery(number, { event, delivered_at: '2026-11-20T10:10:02Z', payload: { event, data: { status } } });

test('told as paid and not paid, or the other way round, is one finding each, by event or status alone, and while it is still open', async () => {
  const over = { settled_amount_usdt: null };
  const records = [
    invoice(1, { status: 'fail', ...over }),
    invoice(2, { status: 'canceled', ...over }),
    invoice(3),
    invoice(4, { status: 'expired', ...over }),
    invoice(5, { status: 'fail', ...over }),
    invoice(6, { status: 'fail', ...over }),
    invoice(7, { status: 'pending', finished_at: null, ...over }),
  ];
  await mirror.write('invoices.store', page(records));
  const deliveries = [
    told(1, 'invoice.paid', 'success'),
    told(2, 'invoice.paid', 'success'),
    told(3, 'invoice.canceled', 'expired'),
    told(4, 'invoice.canceled', 'expired'),
    told(5, 'invoice.paid', null),
    told(6, null, 'success'),
    told(7, 'invoice.paid', 'success'),
  ];
  for (const one of deliveries) {
    const asOf = '2026-11-21T11:00:00Z';
    await mirror.write('deliveries.store', { invoiceUuid: one.invoice_uuid ?? '', deliveries: [one], asOf });
  }
  const found = await foundIn(store);
  expect(found.map(({ kind, recordUuid }) => [kind, recordUuid])).toEqual(
    [1, 2, 3, 5, 6, 7].map((number) => ['told-other-end', uuidOf(number)]),
  );
  expect(found[0]?.evidence).toMatchObject({ status: 'fail', 'payload.event': 'invoice.paid' });
});

const TOLD = Object.fromEntries(Object.keys(EVIDENCE_FIELDS['stale-receiver']).map((name) => [name, 'told']));
const before = finding(1, { kind: 'stale-receiver', unit: null, delta: null, evidence: TOLD });
const now = (status: string, change: Partial<Finding> = {}): Finding =>
  finding(1, {
    kind: 'told-other-end',
    unit: null,
    delta: null,
    evidence: { status, ...TOLD, ...change.evidence },
  });

/** What was found under the kind of before is found, and resolved. */
async function resolvedBefore(): Promise<void> {
  await runOver(books, [before], { at: '2026-11-21T12:00:00Z' });
  const [known] = await exceptionsOf(false);
  const action = { kind: 'resolve', reason: 'explained', note: 'the shop knows' } as const;
  const by = { profileId: 'p1', osUser: 'ann', at: '2026-11-21T12:30:00Z' };
  await books.write('exceptions.act', { ...by, ids: [known?.id ?? ''], action });
}

async function exceptionsOf(cleared: boolean) {
  const query = { profileId: 'p1', filter: cleared ? { cleared } : {}, sort: [], offset: 0, limit: 10 };
  return (await books.read('exceptions.page', { ...query, now: '2026-11-22T00:00:00Z' })).rows;
}

test('what was resolved under the kind of before is resolved, with its history', async () => {
  await resolvedBefore();
  await runOver(books, [now('success')], { at: '2026-11-21T13:00:00Z' });
  expect(await exceptionsOf(false)).toMatchObject([
    { kind: 'told-other-end', state: 'resolved', reason: 'explained', note: 'the shop knows', reopened: 0 },
  ]);
  expect(await exceptionsOf(true)).toMatchObject([{ kind: 'stale-receiver', state: 'resolved' }]);
  const [taken] = await exceptionsOf(false);
  const of = await books.read('exceptions.get', { profileId: 'p1', id: taken?.id ?? '' });
  expect(of?.deeds.map(({ deed, osUser }) => [deed, osUser])).toEqual([
    ['found', null],
    ['resolved', 'ann'],
  ]);
});

test('on other facts nothing that was said before holds', async () => {
  await resolvedBefore();
  await runOver(books, [now('success', { evidence: { 'payload.data.status': 'other' } })], {
    at: '2026-11-21T13:00:00Z',
  });
  expect(await exceptionsOf(false)).toMatchObject([{ kind: 'told-other-end', state: 'open', reason: null }]);
});

test('nor what was said of one that was cleared since', async () => {
  await resolvedBefore();
  await runOver(books, [], { at: '2026-11-21T13:00:00Z' });
  await runOver(books, [now('success')], { at: '2026-11-21T14:00:00Z' });
  expect(await exceptionsOf(false)).toMatchObject([{ kind: 'told-other-end', state: 'open', reason: null }]);
});
