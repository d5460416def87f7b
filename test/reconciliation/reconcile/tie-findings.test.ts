/** The rules of the tie-out: every kind of finding case by case, in the order in which the kinds are declared, and coverage. */
import { describe, expect, it } from 'vitest';
import {
  EVIDENCE_FIELDS,
  FINDING_KINDS,
  type FindingKind,
  MATCH_FINDING_KINDS,
  type MatchFindingKind,
} from '../../../src/domain/kernel/finding.ts';
import type { InvoiceTieFact, WithdrawalTieFact } from '../../../src/domain/reconcile/tie-out.ts';
import {
  findingsOfInvoice,
  findingsOfWithdrawal,
  verdictOf,
} from '../../../src/reconciliation/reconcile/tie-findings.ts';
import { ADJUSTMENT, TOLD, adjusted, invoice, withdrawal } from './tie-sample.ts';

type Case = readonly [
  name: string,
  fact: InvoiceTieFact | WithdrawalTieFact,
  delta: string | null,
  unit: string | null,
];
type Clean = readonly [name: string, fact: InvoiceTieFact | WithdrawalTieFact];

interface KindTest {
  /** Found with this delta in this unit. */
  readonly found: readonly Case[];
  /** Not found, although it looks alike. */
  readonly clean: readonly Clean[];
}

const old = { ...TOLD, creditedUsdt: '93.10' };
const CANCELED = { ...TOLD, event: 'invoice.canceled', status: 'fail', creditedUsdt: null };

/** No success, and told as one. */
const over = (status: string, change: Partial<InvoiceTieFact> = {}): InvoiceTieFact =>
  invoice({ status, settledUsdt: null, ...change });
/** Of which the API lists no delivery. */
const undelivered = (change: Partial<InvoiceTieFact> = {}): InvoiceTieFact =>
  invoice({
    told: null,
    untold: 'nothing-delivered',
    deliveries: { count: 0, readAt: '2026-11-01T00:00:00Z' },
    ...change,
  });

const TABLE: Readonly<Record<Exclude<FindingKind, 'closed-fact-changed' | 'case' | MatchFindingKind>, KindTest>> = {
  adjusted: {
    found: [
      ['a correction, by its USDT', adjusted(), '-11.7306', 'USDT'],
      ['of an invoice that is no success', adjusted({ status: 'fail', settledUsdt: null }), '-11.7306', 'USDT'],
      ['without figures', adjusted({ adjustment: null }), null, null],
    ],
    clean: [
      ['not marked', invoice()],
      ['not marked, whatever figures stand there', invoice({ adjustment: ADJUSTMENT })],
    ],
  },
  'adjustment-missing': {
    found: [['marked without figures', adjusted({ adjustment: null }), null, null]],
    clean: [
      ['marked with figures', adjusted()],
      ['not marked', invoice()],
    ],
  },
  'ordered-differs': {
    found: [
      ['one cent', adjusted({ amount: '100.01' }), '0.01', 'EUR'],
      ['less', adjusted({ amount: '99' }), '-1.00', 'EUR'],
    ],
    clean: [
      ['another notation', adjusted({ amount: '100' })],
      ['what was paid is another amount', adjusted({ amount: '100.00' })],
      ['nothing to hold it against', adjusted({ adjustment: null, amount: '1' })],
      ['of an invoice that is not adjusted', invoice({ amount: '55' })],
    ],
  },
  'settled-differs': {
    found: [
      [
        'the last of eighteen digits',
        adjusted({ settledUsdt: '81.369400000000000001' }),
        '0.000000000000000001',
        'USDT',
      ],
      ['less', adjusted({ settledUsdt: '81' }), '-0.3694', 'USDT'],
    ],
    clean: [
      ['another notation', adjusted({ settledUsdt: '81.36940000' })],
      ['nothing settled', adjusted({ settledUsdt: null })],
      ['nothing to hold it against', adjusted({ adjustment: null, settledUsdt: '1' })],
    ],
  },
  'settled-missing': {
    found: [
      ['a success', invoice({ settledUsdt: null }), null, null],
      ['an adjusted one', adjusted({ settledUsdt: null }), null, null],
    ],
    clean: [
      ['zero is an amount', invoice({ settledUsdt: '0', told: { ...TOLD, creditedUsdt: '0.00' } })],
      ['only a success has one', adjusted({ status: 'expired', settledUsdt: null })],
    ],
  },
  'credited-differs': {
    found: [
      ['more than was settled', invoice({ told: { ...TOLD, creditedUsdt: '93.100001' } }), '0.000001', 'USDT'],
      [
        'of a corrected one, told after the correction',
        adjusted({ told: { ...old, adjusted: true, deliveredAt: '2026-10-08T00:00:00Z' } }),
        '11.7306',
        'USDT',
      ],
      [
        'in the very second of the first sight',
        adjusted({ told: { ...old, adjusted: true, deliveredAt: '2026-10-07T00:00:00.5Z' } }),
        '11.7306',
        'USDT',
      ],
      [
        'adjusted when it was seen first and unchanged since: told before, it says itself that it knew',
        adjusted({ changeSeenAt: null, firstSeenAt: '2026-11-01T00:00:00Z', told: { ...old, adjusted: true } }),
        '11.7306',
        'USDT',
      ],
      [
        'the same without the time of the delivery',
        adjusted({ changeSeenAt: null, told: { ...old, adjusted: true, deliveredAt: null } }),
        '11.7306',
        'USDT',
      ],
      [
        'never corrected: the first sight of it proves nothing',
        invoice({ firstSeenAt: '2026-11-20T00:00:00Z', told: { ...TOLD, creditedUsdt: '1' } }),
        '-92.10',
        'USDT',
      ],
    ],
    clean: [
      ['another notation', invoice({ told: { ...TOLD, creditedUsdt: '93.1' } })],
      ['the fiat alone, which may hold the fee', invoice({ told: { ...TOLD, amount: '102.50' } })],
      ['no amount told', invoice({ told: { ...TOLD, creditedUsdt: null } })],
      ['nothing settled', invoice({ settledUsdt: null })],
      ['nothing delivered', invoice({ told: null, untold: 'nothing-delivered' })],
      ['not read', invoice({ told: null, untold: 'webhook-not-read' })],
      [
        'another delivery could not be read',
        invoice({ untold: 'webhook-unreadable', told: { ...TOLD, creditedUsdt: '1' } }),
      ],
      ['from before the correction', adjusted({ told: old })],
      [
        'delivered at an unknown time, with a correction that is known',
        adjusted({ told: { ...old, adjusted: null, deliveredAt: null } }),
      ],
      [
        'only our record is older than the payload',
        invoice({
          settledUsdt: '90',
          asOf: '2026-10-05T10:10:30Z',
          told: { ...TOLD, deliveredAt: '2026-10-20T00:00:00Z', creditedUsdt: '80', adjusted: true },
        }),
      ],
    ],
  },
  'stale-receiver': {
    found: [
      [
        'from before the first sight of the correction',
        adjusted({ told: { ...old, adjusted: null } }),
        '11.7306',
        'USDT',
      ],
      [
        'from before another settled amount',
        invoice({ settledUsdt: '90', changeSeenAt: '2026-10-07T00:00:00Z' }),
        '3.10',
        'USDT',
      ],
      [
        'adjusted when it was seen first, told before',
        adjusted({ changeSeenAt: null, firstSeenAt: '2026-11-01T00:00:00Z', told: { ...old, adjusted: null } }),
        '11.7306',
        'USDT',
      ],
      [
        'says that nothing was adjusted, whenever it was told',
        adjusted({
          told: { ...old, deliveredAt: '2026-12-01T00:00:00Z' },
          asOf: '2026-12-02T00:00:00Z',
          toldReadAt: '2026-12-02T00:00:00Z',
        }),
        '11.7306',
        'USDT',
      ],
      [
        'knew of a correction, and a later one was seen',
        adjusted({ told: { ...old, adjusted: true } }),
        '11.7306',
        'USDT',
      ],
      [
        'delivered at an unknown time: nothing proves that it came after the correction',
        adjusted({ told: { ...old, adjusted: null, deliveredAt: null } }),
        '11.7306',
        'USDT',
      ],
      ['says so without an amount', adjusted({ told: { ...old, creditedUsdt: null } }), null, null],
    ],
    clean: [
      ['an equal amount, however old', adjusted({ told: { ...TOLD, creditedUsdt: '81.36940', adjusted: false } })],
      [
        'read before the correction: a later payload may have told it',
        adjusted({ told: old, toldReadAt: '2026-10-06T00:00:00Z', lastChangedAt: '2026-10-07T00:00:00Z' }),
      ],
      ['neither event nor status is told', invoice({ told: { ...TOLD, event: null, status: null } })],
      ['of an invoice that is no success', invoice({ status: 'expired', settledUsdt: null })],
      ['told of another status, which is another end', adjusted({ told: { ...old, status: 'fail' } })],
      [
        'told after the correction',
        adjusted({ told: { ...old, adjusted: true, deliveredAt: '2026-10-08T00:00:00Z' } }),
      ],
    ],
  },
  'finished-missing': {
    found: [
      ['no date', invoice({ finishedAt: null }), null, null],
      ['no such day', invoice({ finishedAt: '2026-02-30T10:00:00Z' }), null, null],
    ],
    clean: [
      ['a fraction of a second', invoice({ finishedAt: '2026-10-05T10:10:00.123456Z' })],
      ['only a success is credited', invoice({ status: 'expired', finishedAt: null })],
    ],
  },
  'sent-differs': {
    found: [
      ['a digit', withdrawal({ amountToSend: '48.999999' }), '0.000001', 'USDT'],
      ['of one that is pending', withdrawal({ status: 'pending', amountToSend: '50' }), '-1.0', 'USDT'],
      ['in no named token', withdrawal({ token: null, amountToSend: '50' }), '-1.0', null],
    ],
    clean: [
      ['another notation', withdrawal({ amountToSend: '49.000' })],
      ['no commission told', withdrawal({ networkCommission: null, amountToSend: '1' })],
      ['no sent amount told', withdrawal({ amountToSend: null })],
    ],
  },
  'processed-missing': {
    found: [
      ['no date', withdrawal({ processedAt: null }), null, null],
      ['no such day', withdrawal({ processedAt: '2026-02-30T10:00:00Z' }), null, null],
    ],
    clean: [
      ['pending', withdrawal({ status: 'pending', processedAt: null })],
      ['a rejected one has no effect', withdrawal({ status: 'rejected', processedAt: null })],
    ],
  },
  'told-other-end': {
    found: [
      [
        'a success told as none',
        invoice({ told: { ...TOLD, status: 'expired', event: 'invoice.canceled', creditedUsdt: null } }),
        null,
        null,
      ],
      ['by its status alone', invoice({ told: { ...TOLD, status: 'fail' } }), '0.00', 'USDT'],
      ['by its event alone', invoice({ told: { ...TOLD, event: 'invoice.canceled', status: null } }), '0.00', 'USDT'],
      ['a failed one told as paid', over('fail'), null, null],
      ['a canceled one', over('canceled'), null, null],
      ['an expired one, by the status alone', over('expired', { told: { ...TOLD, event: null } }), null, null],
      ['by the event alone', over('fail', { told: { ...TOLD, status: null } }), null, null],
      [
        'still open ten minutes after it was told as paid',
        over('pending', { asOf: '2026-10-05T10:20:01Z' }),
        null,
        null,
      ],
    ],
    clean: [
      ['a success told as one', invoice()],
      ['neither event nor status is told', invoice({ told: { ...TOLD, event: null, status: null } })],
      ['what failed is told so', over('fail', { told: CANCELED })],
      ['nothing is told', over('fail', { told: null, untold: 'nothing-delivered' })],
      ['another delivery could not be read', over('fail', { untold: 'webhook-unreadable' })],
      ['the record was read before it', over('fail', { asOf: '2026-10-05T10:10:01Z' })],
      ['the deliveries were read before the record changed', over('fail', { lastChangedAt: '2026-11-01T00:00:01Z' })],
      ['still open a second before: its end may be under way', over('pending', { asOf: '2026-10-05T10:20:00Z' })],
      ['still open, told at no time', over('pending', { told: { ...TOLD, deliveredAt: null } })],
      ['still open, and told as canceled', over('pending', { told: CANCELED })],
    ],
  },
  'delivery-missing': {
    found: [
      ['of a success', undelivered(), null, null],
      ['of one that was canceled', undelivered({ status: 'canceled', settledUsdt: null }), null, null],
      [
        'half an hour after its end',
        undelivered({ deliveries: { count: 0, readAt: '2026-10-05T10:40:00Z' } }),
        null,
        null,
      ],
      ['without a date, after the last change', undelivered({ finishedAt: null }), null, null],
      [
        'long after its end, seen first shortly before: that is no change',
        undelivered({ firstSeenAt: '2026-10-31T23:59:00Z', lastChangedAt: '2026-10-31T23:59:00Z' }),
        null,
        null,
      ],
    ],
    clean: [
      ['there is one', undelivered({ deliveries: { count: 1, readAt: '2026-11-01T00:00:00Z' } })],
      ['no address', undelivered({ callbackUrl: null })],
      ['an empty address counts as none', undelivered({ callbackUrl: ' ' })],
      ['not read, or not whole', undelivered({ deliveries: null })],
      ['a second too early', undelivered({ deliveries: { count: 0, readAt: '2026-10-05T10:39:59Z' } })],
      ['seen to change shortly before', undelivered({ lastChangedAt: '2026-10-31T23:30:01Z' })],
      [
        'without a date, seen first shortly before',
        undelivered({
          finishedAt: null,
          firstSeenAt: '2026-10-31T23:30:01Z',
          lastChangedAt: '2026-10-31T23:30:01Z',
        }),
      ],
      ['still open', undelivered({ status: 'pending', settledUsdt: null })],
    ],
  },
  'delivery-twice': {
    found: [
      ['two', invoice({ deliveries: { count: 2, readAt: '2026-11-01T00:00:00Z' } }), null, null],
      ['of one that failed', over('fail', { told: CANCELED, deliveries: { count: 3, readAt: 'later' } }), null, null],
    ],
    clean: [
      ['one', invoice()],
      [
        'what a correction sends is not specified',
        adjusted({ deliveries: { count: 2, readAt: '2026-11-01T00:00:00Z' } }),
      ],
      ['still open', over('pending', { told: null, deliveries: { count: 2, readAt: '2026-11-01T00:00:00Z' } })],
    ],
  },
  'settled-unexpected': {
    found: [
      ['of one that failed', over('fail', { settledUsdt: '12.50' }), '12.50', 'USDT'],
      ['of one that is open', over('pending', { told: null, settledUsdt: '1' }), '1', 'USDT'],
    ],
    clean: [
      ['of a success', invoice()],
      ['zero is no money', over('expired', { settledUsdt: '0.00' })],
      ['none', over('canceled')],
      ['of a status that nobody knows', over('held', { settledUsdt: '1' })],
    ],
  },
  'adjustment-unmarked': {
    found: [['figures, but no mark', invoice({ adjustment: ADJUSTMENT }), '-11.7306', 'USDT']],
    clean: [
      ['marked', adjusted()],
      ['no figures', invoice()],
    ],
  },
  'hash-missing': {
    found: [
      ['none', withdrawal({ txHash: null }), null, null],
      ['an empty one', withdrawal({ txHash: ' ' }), null, null],
      ['ten minutes after it was processed', withdrawal({ txHash: null, asOf: '2026-10-06T10:10:00Z' }), null, null],
      ['without a date, after the last change', withdrawal({ txHash: null, processedAt: null }), null, null],
    ],
    clean: [
      ['there is one', withdrawal()],
      ['a second too early', withdrawal({ txHash: null, asOf: '2026-10-06T10:09:59Z' })],
      ['not sent yet', withdrawal({ txHash: null, status: 'pending' })],
      ['never sent', withdrawal({ txHash: null, status: 'rejected' })],
    ],
  },
};

const isInvoice = (fact: InvoiceTieFact | WithdrawalTieFact): fact is InvoiceTieFact => 'kind' in fact;
const findingsOf = (fact: InvoiceTieFact | WithdrawalTieFact) =>
  isInvoice(fact) ? findingsOfInvoice(fact) : findingsOfWithdrawal(fact);

describe.each(Object.entries(TABLE))('%s', (kind, { found, clean }) => {
  it.each(found)('is found: %s', (_name, fact, delta, unit) => {
    const findings = findingsOf(fact).filter((finding) => finding.kind === kind);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ kind, delta, unit, recordUuid: fact.uuid });
    const fields = EVIDENCE_FIELDS[findings[0]?.kind ?? 'closed-fact-changed'];
    expect(Object.keys(findings[0]?.evidence ?? {}).toSorted()).toEqual(Object.keys(fields).toSorted());
  });

  it.each(clean)('is not found: %s', (_name, fact) => {
    expect(findingsOf(fact).map((finding) => finding.kind)).not.toContain(kind);
  });
});

describe('the kinds', () => {
  it('are all in the table, in the order of their declaration, but what only closed periods and other books can find', () => {
    expect([...Object.keys(TABLE), 'closed-fact-changed', ...MATCH_FINDING_KINDS, 'case']).toEqual(FINDING_KINDS);
  });

  it('come in that order, and name the record as people do', () => {
    const findings = findingsOfInvoice(adjusted({ amount: '1', settledUsdt: '1', told: old, finishedAt: null }));
    expect(findings.map(({ kind }) => kind)).toEqual([
      'adjusted',
      'ordered-differs',
      'settled-differs',
      'stale-receiver',
      'finished-missing',
    ]);
    for (const finding of findings) {
      expect(finding).toMatchObject({
        list: 'invoices',
        label: 'order-1',
        currency: 'EUR',
        method: 'Card',
        customerId: 'customer-1',
      });
    }
    // A withdrawal lies in the period in which it was created, as the tie-out counts it.
    expect(findingsOfWithdrawal(withdrawal({ amountToSend: '1' }))).toMatchObject([
      { kind: 'sent-differs', recordAt: '2026-10-05T10:00:00Z' },
    ]);
    expect(findingsOfWithdrawal(withdrawal({ amountToSend: '1', processedAt: null }))).toMatchObject([
      { kind: 'sent-differs', list: 'withdrawals', label: 'T-address', recordAt: '2026-10-05T10:00:00Z' },
      { kind: 'processed-missing', list: 'withdrawals', label: 'T-address', recordAt: '2026-10-05T10:00:00Z' },
    ]);
  });

  it('rest on the exact texts', () => {
    const [, , stale] = findingsOfInvoice(adjusted({ settledUsdt: '81.30', told: old }));
    expect(stale?.evidence).toEqual({
      settled_amount_usdt: '81.30',
      is_adjusted: 'true',
      'payload.event': 'invoice.paid',
      'payload.data.status': 'success',
      'payload.data.credited_usdt': '93.10',
      'payload.data.amount': '100.00',
      'payload.data.original_amount': null,
      'payload.data.adjusted': 'false',
      'delivery.uuid': 'delivery-1',
      'delivery.delivered_at': '2026-10-05T10:10:01Z',
    });
  });
});

describe('what cannot be compared yet', () => {
  const late = { ...TOLD, deliveredAt: '2026-11-01T00:00:00.5Z', creditedUsdt: '80' };
  it.each([
    [
      'told otherwise after the record was read',
      invoice({ told: late, asOf: '2026-10-31T23:59:59Z' }),
      'record-older-than-webhook',
    ],
    ['told otherwise in the very second of the reading', invoice({ told: late }), 'record-older-than-webhook'],
    [
      'another status after the record was read',
      invoice({ told: { ...late, status: 'fail' } }),
      'record-older-than-webhook',
    ],
    [
      'no amount after the record was read',
      invoice({ told: { ...late, creditedUsdt: null } }),
      'record-older-than-webhook',
    ],
    ['told the same after the record was read', invoice({ told: { ...late, creditedUsdt: '93.1' } }), null],
    ['the record was read later', invoice({ told: late, asOf: '2026-11-01T00:00:01Z' }), null],
    [
      'what was read before the record changed',
      invoice({ told: { ...TOLD, creditedUsdt: '1' }, lastChangedAt: '2026-11-01T00:00:01Z' }),
      'webhook-older-than-record',
    ],
    ['told the same before it', invoice({ lastChangedAt: '2026-11-01T00:00:01Z' }), null],
    [
      'read in the second of the change',
      invoice({ told: { ...TOLD, creditedUsdt: '1' }, lastChangedAt: '2026-11-01T00:00:00.9Z' }),
      null,
    ],
  ] as const)('%s', (_name, fact, untold) => {
    expect(verdictOf(fact)).toMatchObject({ coverage: untold === null ? 'three' : 'two', untold, missing: [] });
    const kinds = findingsOfInvoice(fact).map(({ kind }) => kind);
    if (untold !== null)
      expect(kinds).not.toEqual(expect.arrayContaining([expect.stringMatching(/credited|stale|told/)]));
  });
});

it('of what is no success and told so nothing has to be read again', () => {
  expect(verdictOf(over('fail', { told: CANCELED, lastChangedAt: '2026-11-01T00:00:01Z' }))).toMatchObject({
    untold: null,
  });
  expect(verdictOf(over('fail', { lastChangedAt: '2026-11-01T00:00:01Z' }))).toMatchObject({
    untold: 'webhook-older-than-record',
  });
});

describe('coverage', () => {
  it.each([
    ['told the same', invoice(), 'three', []],
    ['told something else is still told', invoice({ told: { ...TOLD, creditedUsdt: '1' } }), 'three', []],
    ['not read', invoice({ told: null, untold: 'webhook-not-read' }), 'two', []],
    ['nothing delivered', invoice({ told: null, untold: 'nothing-delivered' }), 'two', []],
    [
      'an unreadable delivery',
      invoice({ untold: 'webhook-unreadable', told: { ...TOLD, creditedUsdt: null } }),
      'two',
      [],
    ],
    ['nothing settled', invoice({ settledUsdt: null }), 'none', ['settled_amount_usdt']],
    ['no figures', adjusted({ adjustment: null }), 'none', ['adjustment']],
    ['told without an amount', invoice({ told: { ...TOLD, creditedUsdt: null } }), 'none', ['credited_usdt']],
    [
      'nothing at all',
      adjusted({ adjustment: null, settledUsdt: null, told: { ...TOLD, creditedUsdt: null } }),
      'none',
      ['settled_amount_usdt', 'adjustment', 'credited_usdt'],
    ],
  ] as const)('%s: %#', (_name, fact, coverage, missing) => {
    expect(verdictOf(fact)).toMatchObject({ coverage, missing, untold: fact.untold });
  });
});
