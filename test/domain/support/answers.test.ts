/** Answers to customers: every built-in text fills without a gap, a text names only what a customer may be told, and nothing of the merchant's own gets into one. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fulfilmentOf } from '../../../src/domain/records/fulfilment.ts';
import type { Invoice } from '../../../src/domain/records/invoice.ts';
import { builtInAnswer, stateWord } from '../../../src/domain/support/answer-texts.ts';
import {
  ANSWER_FACTS,
  ANSWER_LANGUAGES,
  ANSWER_STATES,
  type AnswerFact,
  answerProblem,
  type AnswerState,
  BUILT_IN_LANGUAGES,
  fillAnswer,
  languageName,
  MAX_ANSWER_CHARACTERS,
} from '../../../src/domain/support/answers.ts';
import { customerReply, type CustomerView, languageOfCurrency } from '../../../src/domain/support/customer-reply.ts';
import { anAdjustment, anInvoice } from '../../support/records.ts';

const NOW = Date.parse('2026-11-20T10:10:00Z');
const AS_OF = '2026-11-20T10:09:30Z';
const reply = (
  invoice: Invoice,
  own: Parameters<typeof customerReply>[2] = [],
  wanted: Parameters<typeof customerReply>[1] = 'en',
) =>
  customerReply(
    {
      invoice,
      fulfilment: fulfilmentOf(invoice, AS_OF, NOW - Date.parse(AS_OF)),
      deliveries: null,
      isSandbox: false,
      shop: 'Orchard',
      nowMs: NOW,
      timeZone: 'Europe/Warsaw',
    },
    wanted,
    own,
  );

const adjusted = (actual: string): Partial<Invoice> => ({
  is_adjusted: true,
  adjustment: anAdjustment({ actual_amount_fiat: actual }),
});
const OPEN = { status: 'pending', finished_at: null, settled_amount_usdt: null, rate: null } as const;
/** An invoice of each state, and one with as little in it as the API may send. */
const INVOICES: Readonly<Record<AnswerState, Partial<Invoice>>> = {
  open: OPEN,
  closed: { ...OPEN, expires_at: '2026-11-20T10:09:00Z' },
  received: {},
  underpaid: adjusted('87.40'),
  overpaid: adjusted('120.00'),
  corrected: { is_adjusted: true },
  expired: { status: 'expired', settled_amount_usdt: null },
  canceled: { status: 'canceled', settled_amount_usdt: null },
  failed: { status: 'fail', settled_amount_usdt: null },
  checked: { status: 'settling' },
};
const POOR = {
  amount_to_send: null,
  purpose: null,
  payment_url: null,
  created_at: '',
  finished_at: null,
  payment_method: null,
} as const;

describe('the built-in texts', () => {
  it.each(BUILT_IN_LANGUAGES.flatMap((language) => ANSWER_STATES.map((state) => [language, state] as const)))(
    'in %s for %s have no gap, whatever is known of the invoice',
    (language, state) => {
      expect(answerProblem(builtInAnswer(language, state) ?? '')).toBeNull();
      const rich = anInvoice(INVOICES[state]);
      const unending = state === 'closed' ? {} : { expires_at: null };
      for (const invoice of [rich, { ...rich, ...POOR, ...unending }]) {
        const answer = reply(invoice, [], language);
        expect(answer).toMatchObject({ state, language, lacking: [] });
        expect(answer.text).toContain('order-1');
        expect(answer.text).not.toMatch(/[{}]|null|undefined|^\s*$|[:,] *$|\bUSDT\b/m);
      }
    },
  );

  it('differ by language and by state, and have a word for each state', () => {
    const texts = BUILT_IN_LANGUAGES.flatMap((language) =>
      ANSWER_STATES.map((state) => builtInAnswer(language, state)),
    );
    expect(new Set(texts).size).toBe(texts.length);
    for (const language of BUILT_IN_LANGUAGES) {
      expect(new Set(ANSWER_STATES.map((state) => stateWord(language, state))).size).toBe(ANSWER_STATES.length);
    }
    expect(Math.max(...texts.map((text) => text?.length ?? 0))).toBeLessThan(MAX_ANSWER_CHARACTERS);
    expect(languageName('pl')).toBe('Polish');
  });

  it('send no link that cannot be paid any more, and say until when in the console’s own zone', () => {
    for (const state of ANSWER_STATES) {
      const { text } = reply(anInvoice(INVOICES[state]), [], 'pl');
      expect([state, text.includes('https://pay.example/1')]).toEqual([state, state === 'open']);
    }
    expect(reply(anInvoice(OPEN), [], 'pl').text).toBe(`Zamówienie order-1, 100.00 EUR
Nie ma jeszcze potwierdzonej płatności.
Można zapłacić do 2026-11-20 11:30:00 Europe/Warsaw.
Link do płatności: https://pay.example/1
Stan na 2026-11-20 11:09:30 Europe/Warsaw.`);
  });

  it('are chosen by the currency where it is at home in one language', () => {
    expect(['PLN', 'TRY', 'MXN', 'EUR', 'constructor'].map(languageOfCurrency)).toEqual(['pl', 'tr', 'es', 'en', 'en']);
  });
});

describe('a text of the team’s own', () => {
  const own = (text: string, language: 'en' | 'uk' = 'en') => [{ language, state: 'open', text } as const];

  it('stands instead of ours, for its language and state alone', () => {
    const texts = own('Hello {order}');
    expect(reply(anInvoice(OPEN), texts).text).toBe('Hello order-1');
    expect(reply(anInvoice(OPEN), texts, 'de').text).toMatch(/^Bestellung/);
    expect(reply(anInvoice(), texts).text).toMatch(/^Order order-1/);
  });

  it('is English in a language that has none, and says so', () => {
    expect(reply(anInvoice(OPEN), own('Hi {order}'), 'uk')).toMatchObject({ language: 'en', text: 'Hi order-1' });
    expect(reply(anInvoice(OPEN), own('Вітаю, {order}', 'uk'), 'uk')).toMatchObject({
      language: 'uk',
      text: 'Вітаю, order-1',
    });
  });

  it('has each fact, exact', () => {
    const text = Object.keys(ANSWER_FACTS)
      .map((fact) => `${fact}={${fact}?}`)
      .join('\n');
    const filled = (invoice: Invoice) =>
      reply(
        invoice,
        ANSWER_STATES.map((state) => ({ language: 'en', state, text })),
      ).text;
    expect(filled(anInvoice({ ...adjusted('87.40'), purpose: 'a\nchair\u202e' }))).toBe(`order=order-1
ordered=100.00 EUR
toPay=102.50 EUR
paid=87.40 EUR
expected=100.00 EUR
difference=12.60 EUR
currency=EUR
purpose=a chair
method=Bank transfer
state=paid, less than expected
created=2026-11-20 11:00:00 Europe/Warsaw
expires=2026-11-20 11:30:00 Europe/Warsaw
finished=2026-11-20 11:05:00 Europe/Warsaw
asOf=2026-11-20 11:09:30 Europe/Warsaw
shop=Orchard`);
    expect(filled(anInvoice(OPEN))).toContain('\nlink=https://pay.example/1\n');
  });

  it('that needs what is not known says so, and has no gap where it would have stood', () => {
    const text = 'Hello\n\nPaid: {paid} of {ordered}\n\nBye {purpose?}\nThanks';
    expect(reply(anInvoice({ ...OPEN, purpose: null }), own(text))).toMatchObject({
      text: 'Hello\n\nThanks',
      lacking: [{ fact: 'paid', line: 'Paid: {paid} of {ordered}' }],
    });
  });

  it('is not looked through for what a fact says', () => {
    const hostile = anInvoice({ ...OPEN, external_id: '{purpose} $& {rate}' });
    expect(reply(hostile, own('{order}!')).text).toBe('{purpose} $& {rate}!');
  });

  it.each([
    ['Hi {order}, {paid?}\nBye', null],
    ['Hi } and {order}', null],
    ['Hi\nyou get {net} USDT', 'line 2, character 9: “{net}” is no fact'],
    ['{ą}', 'line 1, character 1: “{ą}”'],
    ['🙂 {settled_amount_usdt}', 'line 1, character 3: “{settled_amount_usdt}”'],
    ['{order', 'line 1, character 1: “{order”'],
    ['{ order }', 'line 1, character 1: “{”'],
    ['{{order}}', 'line 1, character 1: “{”'],
    ['{constructor}', '“{constructor}” is no fact'],
    ['{Order}', '“{Order}” is no fact'],
    ['{paid?}\n{link?}', 'one line at least'],
  ])('%j is %s', (text, problem) => {
    if (problem === null) expect(answerProblem(text)).toBeNull();
    else expect(answerProblem(text)).toContain(problem);
  });
});

describe('nothing of the merchant’s own', () => {
  const SECRETS = {
    settled_amount_usdt: '911.7311',
    rate: '7.70077',
    callback_url: 'https://internal.example/hook',
  };
  const secret: Partial<Invoice> = {
    ...SECRETS,
    adjustment: anAdjustment({ expected_amount_usdt: '933.1133', actual_amount_usdt: '911.7311' }),
    is_adjusted: true,
  };
  const leaks = /911\.?7311|933\.?1133|7\.70077|internal\.example/;
  const piece = fc.oneof(
    fc
      .constantFrom(...Object.keys(ANSWER_FACTS), 'net', 'fee', 'rate', ...Object.keys(anInvoice()))
      .chain((name) =>
        fc.constantFrom(`{${name}}`, `{${name}?}`, `{{${name}}}`, `{${name}.settled_amount_usdt}`, `$<${name}>`),
      ),
    fc.string(),
    fc.constantFrom('\n', '{', '}', '?', '__proto__', '$&'),
  );

  it('is told, whatever the text, its language and how the invoice stands', () => {
    const states = fc.constantFrom(...ANSWER_STATES);
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        states,
        fc.constantFrom(...ANSWER_LANGUAGES),
        (pieces, state, language) => {
          const text = pieces.join('');
          const invoice = anInvoice({ ...INVOICES[state], ...secret });
          const own = ANSWER_STATES.map((one) => ({ language, state: one, text }));
          expect(reply(invoice, own, language).text).not.toMatch(leaks);
          // What is taken when it is saved has places for facts alone.
          if (answerProblem(text) !== null) return;
          const seen: AnswerFact[] = [];
          fillAnswer(text, (fact) => {
            seen.push(fact);
            return 'x';
          });
          expect(seen.every((fact) => Object.hasOwn(ANSWER_FACTS, fact))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('can be made a fact of: the view has no field for it', () => {
    type Keys = keyof CustomerView;
    const none: Extract<Keys, 'settled_amount_usdt' | 'rate' | 'adjustment' | 'callback_url' | 'is_adjusted'>[] = [];
    expect(none).toEqual([]);
    // @ts-expect-error -- the credit is no field of what a customer may be told
    const credit = (view: CustomerView): unknown => view.settled_amount_usdt;
    expect(credit).toBeTypeOf('function');
  });
});
