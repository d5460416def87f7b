/** The rules of the form of a new invoice, what it estimates, how refusals are told, and what becomes a QR code. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextExternalId, orderBody, orderOfBody, orderProblems, sentAmount } from '../../../src/domain/create/order.ts';
import type { CreateRecord, IdCheck } from '../../../src/contract/calls/creates.ts';
import type { Failure } from '../../../src/domain/kernel/failure/failure.ts';
import { type OrderDraft, draftOf, notesOn, orderOf } from '../../../src/renderer/features/invoices/create/draft.ts';
import { latestCheck } from '../../../src/renderer/features/invoices/create/id-check.tsx';
import {
  againWords,
  mayCreateAgain,
  mustChooseId,
  outcomeWords,
  sendWords,
} from '../../../src/renderer/features/invoices/create/outcome-words.ts';
import { refusalOf } from '../../../src/renderer/features/invoices/create/refusal.ts';
import { encodable, qrPath } from '../../../src/renderer/ui/text/qr-code.tsx';
import { invoice, method } from './records.ts';

const GOOD: OrderDraft = {
  ...draftOf({}),
  external_id: 'order-1',
  customer_id: 'c-1',
  amount: '49.9',
  currency: 'EUR',
};
const METHODS = [method(), method({ name: 'Card', client_commission_percent: '2.75' })];
const CONTEXT = { methods: METHODS, allowLoopback: false };

function noteOn(field: keyof OrderDraft, text: string, context = CONTEXT) {
  return notesOn({ ...GOOD, [field]: text }, context)[field];
}

describe('the fields', () => {
  it('that are good have nothing to say', () => {
    expect(notesOn(GOOD, CONTEXT)).toEqual({});
  });

  it.each([
    ['external_id', '', 'needed'],
    ['external_id', '.', 'dot'],
    ['external_id', '..', 'dot'],
    ['external_id', 'x'.repeat(129), 'at most 128'],
    ['external_id', '😀'.repeat(129), '129 characters'],
    ['external_id', 'half \ud83d', 'half a character'],
    ['customer_id', '', 'needed'],
    ['amount', '1,234', 'as 1234 and as 1.234. Type 1234.00'],
    ['amount', '12 34', 'no amount'],
    ['amount', '1e3', 'Digits'],
    ['amount', '-5', 'greater than zero'],
    ['amount', '0.00', 'greater than zero'],
    ['amount', '1.001', 'two decimals. If 1001 is meant, type 1001.00'],
    ['amount', '1.0015', 'At most two decimals.'],
    ['amount', '٣', 'Digits'],
    ['currency', 'E', 'at least 2'],
    ['currency', 'X'.repeat(17), 'at most 16'],
    ['purpose', 'x'.repeat(256), '256 characters'],
    ['callback_url', 'http://shop.example/hook', 'https'],
    ['success_url', 'shop.example', 'no address'],
    ['fail_url', `https://shop.example/${'x'.repeat(512)}`, 'at most 512'],
  ] as const)('%s %j stops the order', (field, text, words) => {
    expect(noteOn(field, text)).toMatchObject({ tone: 'stop', words: expect.stringContaining(words) });
  });

  it.each([
    ['external_id', 'order/1', 'slash'],
    ['external_id', ' order', 'space'],
    ['external_id', 'order\u202e1', 'invisible'],
    ['customer_id', 'c-1\u00a0', 'space'],
    ['amount', '4.99', 'Outside the range'],
    ['amount', '10000.01', '5.00 to 10000.00 EUR'],
    ['currency', 'CHF', 'EUR'],
    ['external_id', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'only if no invoice has this uuid'],
  ] as const)('%s %j is said to be unlikely, and may be sent', (field, text, words) => {
    expect(noteOn(field, text)).toMatchObject({ tone: 'care', words: expect.stringContaining(words) });
  });

  it.each([
    ['amount', '49,90', 'Taken as 49.90 EUR'],
    ['amount', '1 234,50', 'Taken as 1,234.50 EUR'],
    ['currency', 'eur', 'Taken as EUR'],
  ] as const)('%s %j is taken, and how is said', (field, text, words) => {
    expect(noteOn(field, text)).toEqual({ tone: 'taken', words });
  });

  it('name both when the catalogue has two codes that differ in their case alone', () => {
    const two = [method(), method({ currency: { id: 9, code: 'Eur', name: 'Eur', symbol: '' } })];
    const words = 'The catalogue writes it EUR or Eur.';
    expect(noteOn('currency', 'eur', { methods: two, allowLoopback: false })).toEqual({ tone: 'care', words });
  });

  it('say nothing about ranges while the catalogue is not known', () => {
    const context = { methods: null, allowLoopback: false };
    expect(notesOn({ ...GOOD, amount: '0.01', currency: 'CHF' }, context)).toEqual({});
  });

  it.each([
    [
      [
        ['5', '100'],
        ['200', '1000'],
      ],
      'method: 5 to 100, 200 to 1000 EUR.',
    ],
    [
      [
        ['200', '1000'],
        ['5', '100'],
        ['5', '100'],
      ],
      'method: 5 to 100, 200 to 1000 EUR.',
    ],
    [
      [
        [null, '100'],
        ['200', null],
      ],
      'method: at most 100, at least 200 EUR.',
    ],
    [
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
        ['7', '8'],
      ],
      'No payment method takes this amount; the ranges stand beside.',
    ],
  ] as const)('name the ranges %j, gaps and open ends and all', (ranges, words) => {
    const methods = ranges.map(([min_amount, max_amount]) => method({ min_amount, max_amount }));
    const note = noteOn('amount', '150', { methods, allowLoopback: false });
    expect(note).toMatchObject({ tone: 'care', words: expect.stringContaining(words) });
  });

  it('are not said to speak of what is wrong before they do', () => {
    const still = { isSending: false, isBlocked: true, isBlamed: false };
    expect(sendWords(still)).toBe('Nothing is sent before you press.');
    expect(sendWords({ ...still, isBlamed: true })).toContain('the fields say what');
    expect(sendWords({ ...still, isBlocked: false })).toContain('one invoice');
    expect(sendWords({ ...still, isSending: true })).toContain('Sending');
  });

  it('take http to this machine in the sandbox only', () => {
    const address = 'http://127.0.0.1:4000/hook';
    expect(noteOn('callback_url', address)).toMatchObject({
      tone: 'stop',
      words: 'The API takes https addresses only.',
    });
    expect(noteOn('callback_url', address, { ...CONTEXT, allowLoopback: true })).toBeUndefined();
  });
});

describe('the order', () => {
  it('leaves out what is empty, trims what is no id, and writes the amount with two decimals', () => {
    const typed = { ...GOOD, amount: ' 49,9 ', currency: 'eur ', external_id: ' id ', callback_url: ' ' };
    const order = orderOf(typed, METHODS);
    expect(orderBody(order)).toBe('{"external_id":" id ","customer_id":"c-1","amount":"49.90","currency":"EUR"}');
  });

  it('comes back out of its bytes, whatever was typed', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    const amount = fc
      .integer({ min: 1, max: 9_999_999 })
      .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
    fc.assert(
      fc.property(text, text, amount, fc.option(text, { nil: undefined }), (id, customer, money, purpose) => {
        const order = { external_id: id, customer_id: customer, amount: money, currency: 'EUR', purpose };
        const back = orderOfBody(orderBody(order));
        expect(back).toMatchObject({ external_id: id, customer_id: customer, amount: sentAmount(money) });
        expect(back?.purpose).toBe(purpose);
        expect(orderOf(draftOf(order), null)).toMatchObject({ external_id: id, customer_id: customer });
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('that is made again has the next name, never too long, never half a character, always allowed', () => {
    expect(nextExternalId('a')).toBe('a-r2');
    expect(nextExternalId('a-r2')).toBe('a-r3');
    expect(nextExternalId('a-r9-r99')).toBe('a-r9-r100');
    expect(nextExternalId('a-r0')).toBe('a-r0-r2');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), (id) => {
        const next = nextExternalId(id);
        expect(Array.from(next).length).toBeLessThanOrEqual(128);
        expect(orderProblems({ external_id: next, customer_id: 'c', amount: '1', currency: 'EUR' }, false)).toEqual([]);
        expect(nextExternalId(next)).not.toBe(next);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});

function rejected(code: string, status: number, details?: Readonly<Record<string, unknown>>): Failure {
  return { kind: 'rejected', code, status, message: 'foreign', ...(details === undefined ? {} : { details }) };
}

describe('a refusal', () => {
  it.each([
    ['CURRENCY_NOT_FOUND', 404, 'currency'],
    ['CURRENCY_NOT_ALLOWED', 422, 'currency'],
    ['AMOUNT_OUT_OF_RANGE', 422, 'amount'],
    ['TOO_MANY_UNPAID_INVOICES', 429, 'customer_id'],
    ['INVOICE_ALREADY_EXISTS', 409, 'external_id'],
  ] as const)('%s is told at its field', (code, status, field) => {
    const refusal = refusalOf(rejected(code, status));
    expect(Object.keys(refusal.fields)).toEqual([field]);
    expect(refusal.code).toBe(code);
  });

  it('of both 422 shapes stands at the fields, in the API’s words as text', () => {
    const refusal = refusalOf(
      rejected('VALIDATION_ERROR', 422, {
        amount: ['too\u202eprecise', 'no'],
        'order.currency': ['not active'],
        moon: ['x'],
      }),
    );
    expect(refusal.fields).toEqual({ amount: 'too⟨202E⟩precise no', currency: 'not active' });
    expect(refusal.words).toContain('moon: x');
    expect(refusalOf(rejected('VALIDATION_ERROR', 422, { '': ['broken'] })).words).toContain('broken');
    expect(refusalOf(rejected('VALIDATION_ERROR', 422)).fields).toEqual({});
  });

  it('for missing addresses marks those that are named, or all', () => {
    expect(
      Object.keys(refusalOf(rejected('INVOICE_URLS_MISSING', 422, { missing: ['callback_url', 'fail'] })).fields),
    ).toEqual(['callback_url', 'fail_url']);
    expect(Object.keys(refusalOf(rejected('INVOICE_URLS_MISSING', 422)).fields)).toHaveLength(3);
  });

  it('of everybody’s payments, of this console, of the network and of an unknown code has words of its own', () => {
    expect(refusalOf(rejected('DEALS_DISABLED', 403)).title).toContain('switched off');
    const open = refusalOf(rejected('CREATE_ALREADY_OPEN', 409, { openIntentId: 'intent-1' }));
    expect(open).toMatchObject({ openIntentId: 'intent-1', code: null });
    expect(refusalOf({ kind: 'unreachable', reason: 'dns' }).title).toBe('Nothing was created');
    expect(refusalOf({ kind: 'unknown-outcome', intentId: 'intent-1' }).title).toContain('not known');
    expect(refusalOf({ kind: 'profile-changed', reason: 'read-only' }).words).toContain('read-only');
    expect(refusalOf(rejected('MOON_IN_WRONG_PHASE', 409)).words).toContain('MOON_IN_WRONG_PHASE');
    const issues = [
      { path: 'amount', message: 'is odd' },
      { path: 'recreatedFrom', message: 'is still pending' },
    ];
    expect(refusalOf({ kind: 'invalid-input', issues })).toMatchObject({
      fields: { amount: 'is odd' },
      words: expect.stringContaining('still pending'),
    });
  });
});

describe('what is known of an id', () => {
  const check = (state: IdCheck['state'], externalId = 'a'): IdCheck => {
    const source = state === 'reserved' ? 'console' : state === 'free' || state === 'unclear' ? 'api' : 'mirror';
    return { externalId, state, source, asOf: null };
  };

  it.each([
    ['free', undefined, 'free'],
    [undefined, 'unseen', undefined],
    ['free', 'unseen', 'free'],
    ['free', 'taken', 'taken'],
    ['free', 'reserved', 'reserved'],
    [undefined, 'taken', 'taken'],
    ['unclear', 'unseen', 'unclear'],
    ['taken', 'unseen', 'taken'],
    ['reserved', 'unseen', 'unseen'],
  ] as const)('asked %s, in the mirror %s: %s', (asked, followed, state) => {
    const said = latestCheck('a', asked && check(asked), followed && check(followed));
    expect(said?.state).toBe(state);
  });

  it('is nothing out of answers about another id', () => {
    expect(latestCheck('a', check('free', 'b'), check('taken', 'b'))).toBeUndefined();
    expect(latestCheck('a', check('free'), check('taken', 'b'))?.state).toBe('free');
  });
});

describe('an outcome', () => {
  const order = { external_id: 'a', customer_id: 'c', amount: '5.00', currency: 'EUR' };
  const record = (more: Partial<CreateRecord>): CreateRecord => ({
    intentId: 'intent-1',
    state: 'ended',
    outcome: 'created',
    order,
    body: orderBody(order),
    armedAt: '2026-11-21T12:00:00Z',
    endedAt: null,
    ...more,
  });
  const pending = invoice({ status: 'pending' });
  const closed = invoice({ status: 'expired' });
  const differences = [{ field: 'amount', sent: '5.00', found: '6.00' }] as const;

  const NOW = Date.parse('2026-11-20T09:59:00Z');

  it('is never called created or failed when it is not known', () => {
    const { title, words } = outcomeWords(record({ outcome: 'unknown' }), NOW);
    expect(title).toContain('not known');
    expect(words).toContain('not called failed');
    expect(outcomeWords(record({ outcome: 'waiting', state: 'looking-up' }), NOW).title).toContain('Looking up');
  });

  it('says that fields were NOT applied, and that a closed one takes no payment', () => {
    const existing = record({
      outcome: 'existing',
      invoice: pending,
      differences: [{ ...differences[0], field: 'purpose' }],
    });
    expect(outcomeWords(existing, NOW)).toMatchObject({ tone: 'warn', words: expect.stringContaining('NOT applied') });
    expect(outcomeWords(record({ invoice: closed }), NOW).title).toContain('expired');
  });

  it.each([
    ['pending', 'good', false],
    ['success', 'good', false],
    ['fail', 'warn', false],
    ['expired', 'warn', true],
    ['canceled', 'warn', true],
    ['held', 'warn', false],
  ] as const)('whose invoice is %s is %s, and may be made again: %s', (status, tone, isOffered) => {
    for (const outcome of ['created', 'existing'] as const) {
      const one = record({ outcome, invoice: invoice({ status }) });
      const said = outcomeWords(one, NOW);
      expect(said.tone).toBe(tone);
      expect(mayCreateAgain(one)).toBe(isOffered);
      expect(said.words.includes('created again')).toBe(isOffered);
      if (status !== 'pending') expect(said.words).not.toContain('link is the same');
    }
  });

  it('says that a paid one is paid, and that a failed settlement may have been paid', () => {
    const said = (outcome: 'created' | 'existing' | 'conflict', status: string) =>
      outcomeWords(record({ outcome, invoice: invoice({ status }) }), NOW);
    expect(said('created', 'success')).toEqual({
      tone: 'good',
      title: 'Created, and paid since',
      words: 'Open the invoice and read it again before you fulfil.',
    });
    expect(said('created', 'fail').words).toContain('may have paid');
    expect(said('existing', 'held').title).not.toContain('held');
    expect(said('conflict', 'success').title).toContain('paid');
    expect(mayCreateAgain(record({ outcome: 'conflict', invoice: invoice({ status: 'success' }) }))).toBe(false);
    expect(mayCreateAgain(record({ outcome: 'conflict', invoice: closed }))).toBe(true);
  });

  it('tells what was NOT applied of a closed one too', () => {
    const paid = record({
      outcome: 'existing',
      invoice: invoice({ status: 'success' }),
      differences: [{ ...differences[0], field: 'purpose' }],
    });
    expect(outcomeWords(paid, NOW)).toMatchObject({ tone: 'warn', title: 'There already, and paid since' });
    expect(outcomeWords(paid, NOW).words).toContain('NOT applied');
  });

  it('of an invoice with an unknown status is neither open nor closed', () => {
    expect(againWords('held', false)).toContain('Nobody knows whether it is closed');
    expect(againWords('pending', false)).toContain('the same link still works');
    expect(againWords('expired', false)).toContain('can be created again');
    expect(againWords('success', false)).toContain('second time');
    // Nobody can pay it any more, but nobody knows yet how it ended.
    expect(againWords('pending', true)).toContain('window is over');
  });

  it('of a taken id asks for another id, of the same closed order to make it again', () => {
    expect(mustChooseId(record({ outcome: 'conflict', invoice: closed }))).toBe(false);
    expect(mustChooseId(record({ outcome: 'conflict', invoice: closed, differences: [...differences] }))).toBe(true);
    expect(mustChooseId(record({ outcome: 'conflict', invoice: pending }))).toBe(true);
    expect(mustChooseId(record({ outcome: 'conflict' }))).toBe(true);
    expect(mustChooseId(record({ outcome: 'created', invoice: closed }))).toBe(false);
  });
});

describe('a QR code', () => {
  it('is made of web addresses only', () => {
    expect(encodable('https://pay.example/i/1')?.host).toBe('pay.example');
    for (const address of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'https://a:b@pay.example',
      'pay.example',
      '',
      `https://pay.example/${'x'.repeat(1_300)}`,
    ]) {
      expect(encodable(address)).toBeNull();
    }
  });

  it('has a quiet zone of four modules all round, and its three finders', () => {
    const { size, path } = qrPath('https://pay.example/i/1');
    const dark = new Set<string>();
    for (const [, x = '', y = '', run = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let step = 0; step < Number(run); step += 1) dark.add(`${Number(x) + step} ${y}`);
    }
    const edges = [...dark].map((place) => place.split(' ').map(Number));
    expect(Math.min(...edges.flat())).toBe(4);
    expect(Math.max(...edges.flat())).toBe(size - 5);
    for (const [left, top] of [
      [4, 4],
      [size - 11, 4],
      [4, size - 11],
    ] as const) {
      for (let step = 0; step < 7; step += 1) expect(dark.has(`${left + step} ${top}`)).toBe(true);
      expect(dark.has(`${left + 1} ${top + 1}`)).toBe(false);
    }
  });
});
