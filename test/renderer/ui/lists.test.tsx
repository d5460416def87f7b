/** Lists: what an address asks for, what is said of the count, and what stands in an empty place. */
import { MantineProvider } from '@mantine/core';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';
import { invoiceFilter } from '../../../src/renderer/features/invoices/columns.tsx';
import { exceptionFilter } from '../../../src/renderer/features/reconciliation/exceptions/filters.ts';
import { adjustedFilter } from '../../../src/renderer/features/reconciliation/adjusted/adjusted-page.tsx';
import { uuidLike, WITHDRAWAL_FILTER } from '../../../src/renderer/features/withdrawals/columns.tsx';
import { cellText } from '../../../src/renderer/ui/text/foreign-text.tsx';
import { localRange } from '../../../src/renderer/ui/form/date-bounds.ts';
import { countWords } from '../../../src/domain/kernel/text/count-words.ts';
import {
  type Address,
  boundsIn,
  daysIn,
  isNarrowed,
  textIn,
  wordsIn,
} from '../../../src/renderer/ui/list/filter-of.ts';
import { deliveryFilter } from '../../../src/renderer/parts/delivery-filter.ts';
import { ListEmpty, standingWords } from '../../../src/renderer/ui/list/list-frame.tsx';

/** An address as the router would hand it over. */
function addressOf(query: string): Address {
  const parameters = new URLSearchParams(query);
  return {
    text: (name) => parameters.get(name) ?? undefined,
    list: (name) => parameters.getAll(name),
    flag: (name) => (parameters.has(name) ? parameters.get(name) === 'true' : undefined),
  };
}

const withdrawalFilter = WITHDRAWAL_FILTER.read;

const EVERYTHING =
  'text=a%20b&status=x&status=y&currency=EUR&token=USDT&network=TRC20&adjusted=true&customerId=c&method=m' +
  '&createdFrom=2026-10-24&createdTo=2026-10-25&finishedFrom=2026-11-01&processedTo=2026-11-02&sort=-amount&else=1';

/** Which part of the queue is shown is asked beside the filter. */
function adjustedOnly(address: Address, timeZone: string) {
  const { triage: _triage, ...filter } = adjustedFilter(address, timeZone);
  return filter;
}

const FILTERS = [
  ['invoices.page', invoiceFilter, ['status', 'currency', 'adjusted', 'text', 'customerId', 'method']],
  ['reconciliation.adjusted', adjustedOnly, ['currency', 'text', 'customerId', 'method']],
  ['deliveries.page', deliveryFilter, ['currency', 'text', 'customerId', 'method']],
  ['withdrawals.page', withdrawalFilter, ['status', 'token', 'network', 'text']],
] as const;

describe('what an address asks for', () => {
  test('nothing is asked of an empty address', () => {
    for (const [, filterOf] of FILTERS) {
      expect(isNarrowed(filterOf(addressOf('sort=-amount'), 'UTC'))).toBe(false);
      expect(isNarrowed(filterOf(addressOf('text=a'), 'UTC'))).toBe(true);
    }
  });

  test.each(FILTERS)('%s takes its own names and no others', (_call, filterOf, names) => {
    const filter = filterOf(addressOf(EVERYTHING), 'Europe/Warsaw');
    for (const name of names) expect(Object.entries(filter)).toContainEqual([name, expect.anything()]);
    // Both days belong to the range, and the clocks go back on the second of them.
    expect(filter.createdFrom).toBe('2026-10-23T22:00:00Z');
    expect(filter.createdTo).toBe('2026-10-25T23:00:00Z');
    expect(Object.keys(filter)).not.toContain('sort');
  });

  test.each(FILTERS)(
    '%s is never asked what its contract refuses, whatever stands in the address',
    (call, filterOf) => {
      const word = fc.oneof(fc.string(), fc.constantFrom('', '\0', '\u202e', '😀', 'x'.repeat(300)));
      const pairs = fc.array(
        fc.tuple(
          fc.constantFrom(
            'text',
            'status',
            'currency',
            'token',
            'customerId',
            'method',
            'adjusted',
            'state',
            'httpCode',
            'host',
            'createdFrom',
            'createdTo',
            'created',
            'amount',
            'amountOf',
            'webhook',
            'day',
            'address',
          ),
          word,
        ),
        { maxLength: 12 },
      );
      fc.assert(
        fc.property(pairs, (query) => {
          const filter = filterOf(addressOf(new URLSearchParams(query).toString()), 'UTC');
          const input = { filter, sort: [], offset: 0, limit: 100 };
          expect(calls[call].input.safeParse(input).success).toBe(true);
        }),
        { seed: 20_261_121, numRuns: 60 },
      );
    },
  );

  test('exceptions: open ones by themselves, nobody as a dash, and never what the contract refuses', () => {
    const ask = (query: string) => exceptionFilter(addressOf(query), 'UTC');
    expect(ask('').state).toEqual(['open']);
    expect(ask('state=all')).toMatchObject({ state: undefined, cleared: undefined });
    expect(ask('state=gone')).toMatchObject({ state: undefined, cleared: true });
    expect(ask('assignee=-&assignee=sam').assignee).toEqual(['', 'sam']);
    expect(ask('kind=adjusted&kind=nonsense&age=1-3').kind).toEqual(['adjusted']);
    expect(isNarrowed(ask(''), ['state', 'cleared'])).toBe(false);
    expect(isNarrowed(ask('kind=adjusted'), ['state', 'cleared'])).toBe(true);
    const names = ['state', 'kind', 'list', 'assignee', 'age', 'unit', 'text', 'recordFrom', 'recordTo'];
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('', '-', 'open', 'adjusted', '\0', 'x'.repeat(300), '2026-11-01'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), word), { maxLength: 12 }), (query) => {
        const input = { filter: ask(new URLSearchParams(query).toString()), sort: [], offset: 0, limit: 100 };
        expect(calls['exceptions.page'].input.safeParse(input).success).toBe(true);
      }),
      { seed: 20_261_121, numRuns: 60 },
    );
  });

  test('the queue of adjusted invoices begins with all of them, resolved ones too', () => {
    const part = (query: string) => adjustedFilter(addressOf(query), 'UTC').triage;
    expect(adjustedFilter(addressOf('amount=40..60&amountOf=paid'), 'UTC').amount).toEqual({
      of: ['paid'],
      from: '40',
      to: '60',
    });
    expect([part(''), part('state=resolved'), part('state=all'), part('state=open'), part('state=x')]).toEqual([
      undefined,
      'resolved',
      undefined,
      'open',
      undefined,
    ]);
  });

  test('texts and words are cut to what the engine takes', () => {
    expect(textIn(addressOf(`text=${'x'.repeat(300)}`), 'text')).toHaveLength(256);
    expect(wordsIn(addressOf('status=a&'.repeat(120)), 'status')).toHaveLength(100);
    expect(wordsIn(addressOf(''), 'status')).toBeUndefined();
  });

  test('days that are none are left out', () => {
    const address = addressOf('createdFrom=yesterday&createdTo=2026-11-02');
    expect(daysIn(address, 'created', 'UTC')).toEqual({ from: 'yesterday', to: '2026-11-02' });
    expect(boundsIn(address, 'created', 'UTC')).toEqual({ to: '2026-11-03T00:00:00Z' });
  });

  test('a period moves on with the day, and an amount is what was typed', () => {
    vi.setSystemTime('2026-11-23T10:00:00Z');
    const ask = (query: string) => invoiceFilter(addressOf(query), 'Europe/Warsaw');
    expect(ask('created=yesterday')).toEqual({
      createdFrom: '2026-11-21T23:00:00Z',
      createdTo: '2026-11-22T23:00:00Z',
    });
    expect(ask('day=last-7-days')).toEqual({ dayFrom: '2026-11-16T23:00:00Z', dayTo: '2026-11-23T23:00:00Z' });
    vi.useRealTimers();
    expect(ask('amount=40..60&amountOf=paid')).toEqual({ amount: { of: ['paid'], from: '40', to: '60' } });
    expect(ask('amount=~100&amountOf=nonsense')).toEqual({ amount: { from: '98.00000000', to: '102.00000000' } });
    expect(ask('amount=forty')).toEqual({});
    // A search for an amount is one; of a whole number it is more often a part of an id.
    expect(ask('text=49,90')).toEqual({ amount: { of: ['ordered', 'toPay', 'paid'], from: '49.90', to: '49.90' } });
    expect(ask('text=112490')).toEqual({ text: '112490' });
    expect(withdrawalFilter(addressOf('amount=..5&amountOf=arrives&address=T1'), 'UTC')).toEqual({
      amount: { of: ['arrives'], from: undefined, to: '5' },
      address: 'T1',
    });
  });

  test('an instant of a link stands as it is, half-open, and is shown in the zone', () => {
    const address = addressOf('createdFrom=2026-11-02T22:30:00Z&createdTo=2026-11-03');
    expect(boundsIn(address, 'created', 'Europe/Warsaw')).toEqual({
      from: '2026-11-02T22:30:00Z',
      to: '2026-11-03T23:00:00Z',
    });
    expect(localRange(daysIn(address, 'created', 'Europe/Warsaw'), 'Europe/Warsaw')).toEqual({
      from: '2026-11-02 23:30',
      to: '2026-11-03',
    });
    expect(boundsIn(addressOf('createdFrom=2026-11-02T99:00'), 'created', 'UTC')).toEqual({});
  });

  test('only a whole uuid is looked up among withdrawals', () => {
    expect(uuidLike('3f1c2b1e-0000-4000-8000-000000000901')).not.toBeNull();
    expect(uuidLike('3f1c2b1e')).toBeNull();
    expect(uuidLike(undefined)).toBeNull();
  });
});

describe('counts', () => {
  test('are words with their noun', () => {
    expect(countWords(1, 'invoice', 'invoices')).toBe('1 invoice');
    expect(countWords(12_512, 'invoice', 'invoices')).toBe('12,512 invoices');
  });

  test('a list says that it is being read or could not be', () => {
    const words = (count: number): string => `${count} rows`;
    expect(standingWords({ count: null, isUnread: false }, words)).toBe('Reading the mirror…');
    expect(standingWords({ count: 4, isUnread: false }, words)).toBe('4 rows');
    expect(standingWords({ count: 4, isUnread: true }, words)).toBe('Could not be read.');
  });
});

describe('an empty place', () => {
  test('tells filters from nothing at all', () => {
    const show = (isNarrowed: boolean): string =>
      renderToStaticMarkup(
        <MantineProvider>
          <ListEmpty isNarrowed={isNarrowed} title="No rows yet">
            They come later.
          </ListEmpty>
        </MantineProvider>,
      );
    expect(show(true)).toContain('Nothing matches these filters');
    expect(show(true)).not.toContain('They come later.');
    expect(show(false)).toContain('They come later.');
  });

  test('of a cell is a dash, and foreign text is capped and cannot pretend', () => {
    expect([cellText(null), cellText('')]).toEqual(['—', '—']);
    expect(cellText('x'.repeat(500))).toHaveLength(200);
    expect(cellText('abcdef', 3)).toBe('abc');
    expect(cellText('a\u202eb')).toBe('a⟨202E⟩b');
  });
});
