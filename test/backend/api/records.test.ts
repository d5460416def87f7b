/** Tolerant reading: nothing throws, money is never altered, a broken record does not cost the others. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readCreatedInvoice,
  readDelivery,
  type Reading,
  readInvoice,
  readPage,
  readPaymentMethod,
  readRecords,
  readWithdrawal,
} from '../../../src/backend/api/records/records.ts';
import { findRateNames, readRates } from '../../../src/backend/api/records/rate.ts';
import { DELIVERY } from '../../../src/domain/webhooks/delivery.ts';
import { INVOICE } from '../../../src/domain/records/invoice.ts';
import { PAYMENT_METHOD } from '../../../src/domain/records/payment-method.ts';
import { defineRecord, type FieldMap, isRecord, text } from '../../../src/domain/records/declare.ts';
import { readDeclared, sourceOf } from '../../../src/domain/records/read.ts';
import { WITHDRAWAL } from '../../../src/domain/records/withdrawal.ts';
import { deliveryJson, invoiceJson, UUID } from './raw-server.ts';

const adjustment = {
  expected_amount_fiat: '100.00',
  actual_amount_fiat: '80.00',
  expected_amount_usdt: '105.123456789012345678',
  actual_amount_usdt: '84.1',
};

const withdrawalJson = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  uuid: UUID,
  actor: 'merchant',
  balance_type: 'main',
  token: 'USDT',
  network: 'TRC20',
  address: 'TXabc',
  amount: '500.5',
  network_commission: '1',
  amount_to_send: '499.5',
  status: 'approved',
  tx_hash: 'ab'.repeat(32),
  reject_code: null,
  reject_reason: null,
  logo_url: null,
  created_at: '2026-11-01T10:00:00Z',
  processed_at: '2026-11-01T10:00:00Z',
  ...change,
});

const methodJson = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  id: 3,
  name: 'Card',
  logo_url: 'https://x.example/l.png',
  currency: { id: 1, code: 'EUR', name: 'Euro', symbol: '€' },
  min_amount: '1.00',
  max_amount: '1000.00',
  total_commission_percent: '5',
  client_commission_percent: '3',
  merchant_commission_percent: '2',
  ...change,
});

function recordOf<T>(reading: Reading<T>): T {
  if (reading.kind !== 'record') throw new Error(reading.quarantined.reason);
  return reading.record;
}

function reasonOf<T>(reading: Reading<T>): string {
  if (reading.kind !== 'quarantined') throw new Error('quarantine was expected');
  return reading.quarantined.reason;
}

describe('as the specification says', () => {
  test('every named field is taken over, exact', () => {
    expect(recordOf(readInvoice(invoiceJson()))).toEqual({ ...invoiceJson(), extra: {} });
    const adjusted = invoiceJson({ is_adjusted: true, adjustment, amount: '0.10', purpose: 'Tea' });
    expect(recordOf(readInvoice(adjusted))).toEqual({ ...adjusted, extra: {} });
    expect(recordOf(readDelivery(deliveryJson()))).toEqual({ ...deliveryJson(), extra: {} });
    expect(recordOf(readWithdrawal(withdrawalJson()))).toEqual({ ...withdrawalJson(), extra: {} });
    expect(recordOf(readPaymentMethod(methodJson()))).toEqual({ ...methodJson(), extra: {} });
  });

  test('only what is indispensable must be there', () => {
    const invoice = {
      uuid: UUID,
      external_id: 'x',
      amount: '1',
      currency: { code: 'EUR' },
      status: 'new',
      is_adjusted: false,
    };
    expect(recordOf(readInvoice(invoice))).toMatchObject({
      currency: { code: 'EUR', name: 'EUR', symbol: '', id: null },
      created_at: '',
    });
    expect(recordOf(readDelivery({ uuid: UUID }))).toMatchObject({ status: null, attempts_history: [], payload: null });
    expect(recordOf(readWithdrawal({ uuid: UUID, amount: '1', status: 'x' }))).toMatchObject({ network: null });
    expect(recordOf(readPaymentMethod({ name: 'n', currency: { code: 'EUR' } }))).toMatchObject({
      id: null,
      min_amount: null,
    });
  });

  test('FAULT-21: unknown words and unknown fields are kept', () => {
    const source = JSON.parse('{"__proto__":{"polluted":true},"later":[1]}');
    const record = recordOf(
      readInvoice({ ...invoiceJson({ status: 'refunded' }), ...Object.fromEntries(Object.entries(source)) }),
    );
    expect(record.status).toBe('refunded');
    expect(Object.keys(record.extra).sort()).toEqual(['__proto__', 'later']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('a create answer may lack is_adjusted, a read may not', () => {
    const { is_adjusted: _, ...created } = invoiceJson();
    expect(recordOf(readCreatedInvoice(created)).is_adjusted).toBe(false);
    expect(reasonOf(readInvoice(created))).toContain('is_adjusted');
    expect(reasonOf(readCreatedInvoice(invoiceJson({ is_adjusted: 'no' })))).toContain('is_adjusted');
  });
});

describe('FAULT-21: broken records are quarantined', () => {
  const broken: [string, Readonly<Record<string, unknown>>][] = [
    ['uuid', { uuid: undefined }],
    ['uuid', { uuid: 'not-a-uuid' }],
    ['uuid', { uuid: 7 }],
    ['external_id', { external_id: null }],
    ['external_id', { external_id: '' }],
    ['external_id', { external_id: 5 }],
    ['amount', { amount: undefined }],
    ['amount', { amount: 100 }],
    ['amount', { amount: 1e21 }],
    ['amount', { amount: '1e3' }],
    ['amount', { amount: '1,000.00' }],
    ['amount', { amount: ' 1' }],
    ['amount', { amount: '' }],
    ['amount_to_send', { amount_to_send: 103 }],
    ['rate', { rate: '0x10' }],
    ['settled_amount_usdt', { settled_amount_usdt: 105.123456 }],
    ['settled_amount_usdt', { settled_amount_usdt: 'NaN' }],
    ['adjustment.actual_amount_usdt', { is_adjusted: true, adjustment: { ...adjustment, actual_amount_usdt: 84.1 } }],
    ['currency', { currency: null }],
    ['currency', { currency: 'EUR' }],
    ['currency.code', { currency: { id: 1 } }],
    ['status', { status: undefined }],
    ['status', { status: 1 }],
    ['is_adjusted', { is_adjusted: null }],
    ['is_adjusted', { is_adjusted: 'false' }],
  ];
  for (const [field, change] of broken) {
    test(`invoice: ${JSON.stringify(change)}`, () => {
      const reading = readInvoice(invoiceJson(change));
      expect(reasonOf(reading)).toContain(`invoice.${field}:`);
      expect(reading).toMatchObject({ quarantined: { uuid: field === 'uuid' ? null : UUID } });
    });
  }

  test('the other nouns', () => {
    expect(reasonOf(readWithdrawal(withdrawalJson({ network_commission: 1 })))).toContain(
      'withdrawal.network_commission',
    );
    expect(reasonOf(readWithdrawal(withdrawalJson({ amount: null })))).toContain('withdrawal.amount');
    expect(reasonOf(readDelivery(deliveryJson({ uuid: '' })))).toContain('delivery.uuid');
    expect(reasonOf(readPaymentMethod(methodJson({ min_amount: 5 })))).toContain('payment_method.min_amount');
    for (const source of [null, 1, 'x', [], true]) {
      for (const read of [readInvoice, readDelivery, readWithdrawal, readPaymentMethod]) {
        expect(reasonOf<unknown>(read(source))).toContain('not an object');
      }
    }
  });

  test('the raw record is kept up to 4 KiB, without half a character', () => {
    const reading = readInvoice(invoiceJson({ amount: 1, purpose: '😀'.repeat(5_000) }));
    if (reading.kind !== 'quarantined') throw new Error('quarantine was expected');
    expect(reading.quarantined.raw.length).toBeLessThanOrEqual(4_096);
    expect(() => encodeURIComponent(reading.quarantined.raw)).not.toThrow();
    let deep: unknown = 1;
    for (let index = 0; index < 50_000; index += 1) deep = [deep];
    expect(readInvoice(invoiceJson({ amount: deep })).kind).toBe('quarantined');
    expect(recordOf(readInvoice(invoiceJson({ later: deep }))).extra).toEqual({});
  });
});

describe('what is only odd becomes null with a note', () => {
  test('wrong types', () => {
    const reading = readInvoice(
      invoiceJson({ purpose: 5, created_at: 7, payment_method: 'Card', expires_at: {}, adjustment: [] }),
    );
    expect(recordOf(reading)).toMatchObject({
      purpose: null,
      created_at: '',
      payment_method: null,
      expires_at: null,
      adjustment: null,
    });
    expect(reading).toMatchObject({ drift: { length: 6 } });
    const delivery = readDelivery(
      deliveryJson({ attempts: '3', payload: 'x', attempts_history: {}, last_status_code: 1.5 }),
    );
    expect(recordOf(delivery)).toMatchObject({
      attempts: null,
      payload: null,
      attempts_history: [],
      last_status_code: null,
    });
    const attempts = recordOf(
      readDelivery(deliveryJson({ attempts_history: [7, { success: 'yes', status_code: 200 }] })),
    );
    expect(attempts.attempts_history).toMatchObject([{ success: null, status_code: 200, triggered_by: null }]);
    const incomplete = readInvoice(
      invoiceJson({ is_adjusted: true, adjustment: { ...adjustment, actual_amount_usdt: null } }),
    );
    expect(recordOf(incomplete).adjustment).toBeNull();
  });

  test('long texts are cut and said so', () => {
    const attempt = { response_body: 'r'.repeat(100_000), error: 'e'.repeat(10_000) };
    const reading = readDelivery(deliveryJson({ attempts_history: [attempt], payload: { big: 'p'.repeat(70_000) } }));
    const [first] = recordOf(reading).attempts_history;
    expect(first?.response_body).toHaveLength(65_536);
    expect(first?.error).toHaveLength(4_096);
    expect(recordOf(reading).payload).toBeNull();
    expect(reading).toMatchObject({ drift: { length: 3 } });
  });
});

describe('any JSON', () => {
  const readers = [readInvoice, readCreatedInvoice, readDelivery, readWithdrawal, readPaymentMethod];
  const json = fc.jsonValue({ maxDepth: 4 });

  test('never throws, as a record, a field, a list or a page', async () => {
    const field = fc.constantFrom(
      ...Object.keys({ ...invoiceJson(), ...deliveryJson(), ...withdrawalJson(), ...methodJson() }),
    );
    const check = await fc.check(
      fc.asyncProperty(json, field, json, async (value, name, other) => {
        for (const read of readers) {
          read(value);
          for (const whole of [invoiceJson(), deliveryJson(), withdrawalJson(), methodJson()])
            read({ ...whole, [name]: other });
        }
        await readRates([value, { [name]: other }, { currency: 'EUR', [name]: value }]);
        await readRecords([value, other], readInvoice);
        await readPage(
          { items: [value], page: 1, per_page: 100, total_items: 1, total_pages: 1, has_next: other },
          { page: 1, perPage: 100, status: 200 },
          readInvoice,
        );
        await readPage(value, { page: 1, perPage: 100, status: 200 }, readInvoice);
      }),
      { numRuns: 500 },
    );
    expect(check).toMatchObject({ failed: false });
  });

  test('money comes out as it went in, or the record is quarantined', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 24n });
    const money = fc
      .tuple(fc.constantFrom('', '-'), digits, fc.option(digits))
      .map(([sign, whole, part]) => `${sign}${whole}${part === null ? '' : `.${part}`}`);
    const anything = fc.oneof(money, json, fc.string(), fc.double());
    const names = ['amount', 'amount_to_send', 'rate', 'settled_amount_usdt'] as const;
    const check = fc.check(
      fc.property(fc.constantFrom(...names), anything, (name, value) => {
        const reading = readInvoice(invoiceJson({ [name]: value }));
        if (reading.kind === 'quarantined')
          return typeof value !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) || value.length > 64;
        return reading.record[name] === value && (typeof value === 'string' || value === null);
      }),
      { numRuns: 1_000 },
    );
    expect(check).toMatchObject({ failed: false });
  });
});

describe('what is stored is the API’s own JSON', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const odd = fc.dictionary(fc.constantFrom('later', 'extra', '__proto__', 'payload', 'note'), json);
  const kinds = [
    { declared: INVOICE, read: readInvoice, whole: invoiceJson },
    { declared: DELIVERY, read: readDelivery, whole: deliveryJson },
    { declared: WITHDRAWAL, read: readWithdrawal, whole: withdrawalJson },
    { declared: PAYMENT_METHOD, read: readPaymentMethod, whole: methodJson },
  ] as const;
  for (const { declared, read, whole } of kinds)
    test(`${declared.noun}: read, stored and read again it is the same record`, () => {
      const check = fc.check(
        fc.property(fc.constantFrom(...Object.keys(declared.fields)), json, odd, (name, value, others) => {
          const reading = read({ ...others, ...whole(), [name]: value });
          if (reading.kind === 'quarantined') return;
          expect(isRecord<FieldMap>(declared, reading.record)).toBe(true);
          // As text, which has no −0.
          const again = recordOf<unknown>(read(JSON.parse(JSON.stringify(sourceOf(reading.record)))));
          expect(JSON.stringify(again)).toBe(JSON.stringify(reading.record));
        }),
        { numRuns: 500 },
      );
      expect(check, JSON.stringify(check.counterexample)).toMatchObject({ failed: false });
    });

  test('a field that a later version declares was there all along', () => {
    const stored = JSON.stringify(sourceOf(recordOf(readInvoice({ ...invoiceJson(), customer_email: 'a@b.example' }))));
    const later = defineRecord('invoice', { ...INVOICE.fields, customer_email: text() });
    expect(readDeclared(later, JSON.parse(stored))).toMatchObject({
      kind: 'record',
      record: { customer_email: 'a@b.example', extra: {} },
    });
  });
});

describe('rates, whose fields have no names in the specification', () => {
  const values = [
    ['EUR', 'buy', 'binance', '0.92', '10', '5000'],
    ['EUR', 'sell', 'binance', '0.94', '20', '9000'],
    ['EUR', 'buy', 'bybit', null, '15', '700'],
    ['PLN', 'SELL', 'bybit', '4.01', '100', '100'],
  ] as const;
  const named = (names: readonly string[]): Record<string, unknown>[] =>
    values.map(([currency, side, source, price, min, max]) => {
      const cells = ['USDT', side, source, min, max];
      return {
        currency,
        price,
        updated_at: '2026-11-01T10:00:00Z',
        ...Object.fromEntries(names.map((name, index) => [name, cells[index]])),
      };
    });

  const sets: [string, readonly string[]][] = [
    ['plain names', ['asset', 'side', 'source', 'min_amount', 'max_amount']],
    ['other names', ['crypto', 'trade_type', 'market', 'minSingle', 'maxSingle']],
    ['names that say nothing', ['a', 'b', 'c', 'd', 'e']],
    ['names that lie', ['source_coin', 'min_or_max', 'x', 'lower', 'upper']],
  ];
  for (const [name, names] of sets) {
    test(`found under ${name}`, async () => {
      const { records, quarantined } = await readRates(named(names));
      expect(quarantined).toEqual([]);
      expect(
        records.map(({ asset, currency, side, source, price, min_amount: min, max_amount: max }) => [
          asset,
          currency,
          side,
          source,
          price,
          min,
          max,
        ]),
      ).toEqual(
        values.map(([currency, side, source, price, min, max]) => [
          'USDT',
          currency,
          side.toLowerCase(),
          source,
          price,
          min,
          max,
        ]),
      );
      expect(records[0]?.found_by_value).toEqual(
        Object.fromEntries(
          ['asset', 'side', 'source', 'min_amount', 'max_amount'].map((ours, index) => [ours, names[index]]),
        ),
      );
      expect(records[0]?.extra).toEqual({});
    });
  }

  test('other fields stay where they are, and missing ones are null', async () => {
    const rows = named(['asset', 'side', 'source', 'min_amount', 'max_amount']).map((row, index) => ({
      ...row,
      id: index,
      note: 'n',
      created: '2026-11-01T10:00:00Z',
    }));
    expect((await readRates(rows)).records[0]).toMatchObject({ source: 'binance', extra: { id: 0, note: 'n' } });
    expect((await readRates([{ currency: 'EUR', price: '1' }])).records[0]).toMatchObject({
      asset: null,
      side: null,
      source: null,
      min_amount: null,
    });
    expect((await readRates([{ currency: { code: 'EUR' } }])).records[0]).toMatchObject({
      currency: 'EUR',
      price: null,
    });
    expect(findRateNames([])).toEqual({ asset: null, side: null, source: null, min: null, max: null });
  });

  test('money as a number is quarantined, the other rows stay', async () => {
    const rows = named(['asset', 'side', 'source', 'min_amount', 'max_amount']);
    const { records, quarantined } = await readRates([
      { ...rows[0], price: 0.92 },
      { ...rows[1], max_amount: 9000 },
      rows[2],
      'rubbish',
    ]);
    expect(records).toHaveLength(1);
    expect(quarantined.map((row) => row.reason)).toEqual([
      'rate.price: money as a number',
      'rate.max_amount: money as a number',
      'rate: not an object',
    ]);
  });

  test('one odd row does not rename the fields of the others', async () => {
    const rows = [
      ...named(['a', 'b', 'c', 'd', 'e']),
      { currency: 'XXX', price: '1', a: 'buy', b: 'hold', c: 'kraken', d: '1', e: '2' },
    ];
    const { records } = await readRates(rows);
    expect(records.slice(0, 4).map((rate) => rate.side)).toEqual(['buy', 'sell', 'buy', 'sell']);
    expect(records[4]).toMatchObject({ side: null, source: 'kraken' });
  });
});
