/** The words of the finder: printed and read again they are the same, whatever stands in them; what is not understood is said and nothing is dropped silently. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  completionsOf,
  listsOf,
  parseSearch,
  printSearch,
  type Search,
  type Term,
} from '../../../src/domain/support/search-grammar.ts';
import { SEARCHED_LISTS, TERMS } from '../../../src/domain/support/search-terms.ts';
import { PERIODS } from '../../../src/renderer/ui/form/date-bounds.ts';

const TODAY = '2026-11-23';
const parse = (typed: string): Search => parseSearch(typed, TODAY);
const termsOf = (typed: string): Record<string, readonly string[]> =>
  Object.fromEntries(parse(typed).terms.map(({ name, values }) => [name, values]));

const amount = fc.constantFrom('49.90', '0.01', '100', '1234.5', '0.000000000000000001');
const day = fc.constantFrom('2026-11-01', '2026-11-15', '2025-02-28');
const hostile = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', '\\', ',', ':', ' ', '\n', 'a', '.', '~', '>', 'unusual', 'status:', 'is:') }),
);
/** What a filter of the kind can be, in the notation of an address. */
const VALUES = {
  amount: fc.oneof(
    amount,
    amount.map((one) => `~${one}`),
    fc.tuple(amount, amount).map(([from, to]) => `${from}..${to}`),
    amount.map((one) => `${one}..`),
    amount.map((one) => `..${one}`),
  ),
  days: fc.oneof(
    fc.constantFrom(...PERIODS.filter((name) => name !== 'all')),
    day,
    fc.constant('2026-11-01..2026-11-15'),
    day.map((one) => `${one}..`),
    day.map((one) => `..${one}`),
  ),
  word: hostile.map((word) => word.trim()).filter((word) => word !== '' && word.length <= 256),
} as const;

const term: fc.Arbitrary<Term> = fc.constantFrom(...TERMS.keys()).chain((name) => {
  const shape = TERMS.get(name);
  if (shape === undefined) throw new Error(name);
  const { kind, words, alias = {} } = shape;
  const word = (words === undefined ? VALUES.word : fc.constantFrom(...words)).filter(
    (one) => !Object.hasOwn(alias, one.toLowerCase()),
  );
  const values =
    kind === 'flag'
      ? fc.constant([])
      : kind === 'words'
        ? fc.uniqueArray(word, { minLength: 1, maxLength: 4 })
        : (kind === 'word' ? word : VALUES[kind]).map((one) => [one]);
  return values.map((all) => ({ name, values: all }));
});
const search = fc.record({
  terms: fc.uniqueArray(term, { selector: ({ name }) => name, maxLength: 6 }),
  text: hostile,
});

describe('terms', () => {
  it('are the same when they are printed and read again, for every filter that they can express', () => {
    fc.assert(
      fc.property(search, (asked) => {
        expect(parse(printSearch(asked))).toEqual({ ...asked, problems: [] });
      }),
      { numRuns: 2_000 },
    );
  });

  it('are read of any text, and what is printed of that is read the same', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ maxLength: 10_000 })), (typed) => {
        const { terms, text } = parse(typed);
        expect(parse(printSearch({ terms, text }))).toMatchObject({ terms, text });
      }),
      { numRuns: 2_000 },
    );
  });

  it('are what people type', () => {
    expect(termsOf('amount:49,90 created:yesterday status:paid,EXPIRED method:blik unusual is:adjusted')).toEqual({
      amount: ['49.90'],
      created: ['yesterday'],
      status: ['success', 'EXPIRED'],
      method: ['blik'],
      unusual: [],
      adjusted: [],
    });
    expect(termsOf('amount:>100')).toEqual({ amount: ['100..'] });
    expect(termsOf('amount:<=100 net:~50')).toEqual({ amount: ['..100'], net: ['~50'] });
    expect(termsOf('difference:"about 10" date:2026-11-01..2026-11-15')).toEqual({
      difference: ['~10'],
      date: ['2026-11-01..2026-11-15'],
    });
    expect(termsOf('created:"21 Nov" finished:>=2026-11-01 day:"last 3 days"')).toEqual({
      created: ['2026-11-21'],
      finished: ['2026-11-01..'],
      day: ['2026-11-21..2026-11-23'],
    });
    expect(termsOf('customer:"John \\"J\\" Smith, jr"')).toEqual({ customer: ['John "J" Smith, jr'] });
    expect(termsOf('status:paid status:fail')).toEqual({ status: ['success', 'fail'] });
  });

  it.each([
    ['amount:', 'amount'],
    ['amount:1,234', 'amount'],
    ['amount:a..b', 'amount'],
    ['amount:1..2..3', 'amount'],
    ['created:someday', 'created'],
    ['webhook:lost', 'webhook'],
    ['is:strange', 'is:strange'],
    ['colour:red', 'colour'],
    ['customer:a customer:b', 'twice'],
  ])('says of %s what is not understood', (typed, said) => {
    const { problems } = parse(typed);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(said);
  });

  it('leave as text what only looks like one: a link, an id with a colon, words in quotation marks', () => {
    expect(parse('https://pay.example/i/abc')).toEqual({ terms: [], text: 'https://pay.example/i/abc', problems: [] });
    expect(parse('order:123').text).toBe('order:123');
    expect(parse('"unusual" "status:paid"')).toMatchObject({ terms: [], text: 'unusual status:paid' });
  });

  it('of a paste of ten thousand characters the beginning is read, and that is said', () => {
    const { problems, terms } = parse(`status:paid ${'x'.repeat(10_000)}`);
    expect(terms).toEqual([{ name: 'status', values: ['success'] }]);
    expect(problems).toEqual(['Only the first 2000 characters are read']);
    for (const hard of ['"', '\\"', 'a:', '"\\', ',', '..']) parse(hard.repeat(10_000));
  });
});

describe('the list that is meant', () => {
  it('is the first that knows every term, each as a filter of its own', () => {
    expect(listsOf(parse('amount:5').terms)).toEqual(SEARCHED_LISTS);
    expect(listsOf(parse('status:expired method:blik').terms)).toEqual(['invoices']);
    expect(listsOf(parse('reject:X actor:merchant').terms)).toEqual(['withdrawals']);
    expect(listsOf(parse('difference:>10').terms)).toEqual(['exceptions', 'ledger']);
    expect(listsOf(parse('reason:timeout status:paid').terms)).toEqual([]);
    // Both would be the one filter of amounts.
    expect(listsOf(parse('amount:5 net:5').terms)).toEqual([]);
  });

  it('has its terms as filters in its address', () => {
    expect(
      addressOf(parse('amount:40..60 created:2026-11-01..2026-11-05 status:paid unusual').terms, 'invoices'),
    ).toEqual([
      ['amount', '40..60'],
      ['amountOf', 'ordered'],
      ['amountOf', 'toPay'],
      ['amountOf', 'paid'],
      ['createdFrom', '2026-11-01'],
      ['createdTo', '2026-11-05'],
      ['status', 'success'],
      ['unusual', 'true'],
    ]);
    expect(addressOf(parse('created:yesterday').terms, 'withdrawals')).toEqual([['created', 'yesterday']]);
    expect(addressOf(parse('created:2026-11-01').terms, 'invoices')).toEqual([
      ['createdFrom', '2026-11-01'],
      ['createdTo', '2026-11-01'],
    ]);
  });
});

it('the last word is completed to a term, and a colon alone shows all of them', () => {
  const typed = (text: string, known = {}) => completionsOf(text, known).map((one) => one.typed);
  expect(typed('status:paid cu')).toEqual(['status:paid currency:', 'status:paid customer:']);
  expect(typed('unus')).toEqual(['unusual']);
  expect(completionsOf(':')).toHaveLength(TERMS.size);
  expect(typed('status:paid,ex')).toEqual(['status:paid,expired']);
  expect(typed('created:yes')).toEqual(['created:yesterday']);
  expect(typed('method:b', { method: ['BLIK', 'Bank transfer', 'Card'] })).toEqual([
    'method:BLIK',
    'method:"Bank transfer"',
  ]);
  for (const none of ['', 's', 'unusual', 'status:paid', 'customer:x', 'colour:']) expect(typed(none)).toEqual([]);
});

it('every term is explained, and read as its example has it', () => {
  for (const name of TERMS.keys()) {
    const shape = TERMS.get(name);
    expect(shape?.says).not.toBe('');
    expect(parse(shape?.example ?? '')).toMatchObject({ terms: [{ name }], text: '', problems: [] });
    expect(Object.keys(shape?.on ?? {}).length).toBeGreaterThan(0);
  }
});
