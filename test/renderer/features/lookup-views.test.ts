/** Finding any id: where a match leads, words for every verdict and state, what is left out, what asking the API costs. */
import { describe, expect, it } from 'vitest';
import type { LookupMatch } from '../../../src/contract/calls/lookup.ts';
import { MAX_LOOKUP_IDS, parseIds } from '../../../src/domain/records/lookup.ts';
import { capWords } from '../../../src/renderer/features/invoices/customer-page.tsx';
import {
  costWords,
  findingOf,
  leftOutWords,
  pathOf,
  requestsFor,
  VERDICTS,
  waitSeconds,
} from '../../../src/renderer/features/finder/lookup-view.tsx';
import { lookupOfTextPath, pastedText } from '../../../src/renderer/ui/window/kept.ts';
import { lookupOfIdPath } from '../../../src/renderer/ui/window/route.ts';

const UUID = '3f1c2b1e-0000-4000-8000-000000000001';
const INVOICE: LookupMatch = {
  kind: 'invoice',
  by: 'uuid',
  uuid: UUID,
  externalId: 'a/../b',
  customerId: null,
  status: 'success',
  amount: '1',
  currency: 'EUR',
  settledUsdt: null,
  fulfilment: { verdict: 'check', reason: 'x', asOf: '2026-11-20T10:00:00Z' },
  delivery: 'none',
  asOf: '2026-11-20T10:00:00Z',
  source: 'mirror',
};
const CUSTOMER: LookupMatch = { kind: 'customer', customerId: 'a/b?c#d', invoices: 2 };

describe('a match', () => {
  it('leads to its own screen, whatever its id is', () => {
    expect(pathOf(INVOICE)).toBe(`/invoices/${UUID}`);
    expect(pathOf({ ...INVOICE, source: 'api' })).toBe(`/invoices/${UUID}?found=api`);
    expect(pathOf(CUSTOMER)).toBe('/customers/a%2Fb%3Fc%23d');
  });

  it('is one record, several or none', () => {
    expect([[], [INVOICE], [INVOICE, CUSTOMER]].map((matches) => findingOf({ matches }))).toEqual([
      'not-found',
      'matched',
      'ambiguous',
    ]);
  });

  it('has words of its own for every verdict', () => {
    expect(new Set(Object.values(VERDICTS).map(({ words }) => words)).size).toBe(7);
    expect(VERDICTS.escalate.words).not.toMatch(/paid/);
  });
});

describe('a pasted list', () => {
  it('says what was left out', () => {
    const many = Array.from({ length: MAX_LOOKUP_IDS + 2 }, (_, index) => `id-${index}`);
    const said = leftOutWords(parseIds([...many, 'id-0', 'x'.repeat(300)].join('\n')));
    expect(said).toEqual([
      '1 repetition was left out.',
      '1 text is longer than any id and left out.',
      'Only the first 500 are looked up; 2 ids are left over.',
    ]);
    expect(leftOutWords(parseIds('a\nb'))).toEqual([]);
  });

  it('is kept for its own business, the oldest forgotten first', () => {
    const name = (path: string) => new URLSearchParams(path.split('?')[1]).get('list') ?? '';
    const first = name(lookupOfTextPath('p1', 'a\nb'));
    expect(pastedText('p1', first)).toBe('a\nb');
    // A window that is loaded again begins anew: an address of its history must not name another list.
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(pastedText('p2', first)).toBeNull();
    for (let index = 0; index < 20; index += 1) lookupOfTextPath('p1', String(index));
    expect(pastedText('p1', first)).toBeNull();
    expect(new URLSearchParams(lookupOfIdPath('a&b=c #1').split('?')[1]).get('id')).toBe('a&b=c #1');
  });
});

describe('what asking the API costs', () => {
  it('is one request an id, and another for a uuid that is no invoice', () => {
    expect(requestsFor(['a', UUID, 'b'])).toEqual({ least: 3, most: 4 });
    expect(costWords(['a'], undefined)).toBe('1 request');
  });

  it.each([
    [10, { limit: 100, remaining: 96, reserve: 5 }, 0],
    [91, { limit: 100, remaining: 96, reserve: 5 }, 0],
    [92, { limit: 100, remaining: 96, reserve: 5 }, 1],
    [500, { limit: 100, remaining: 0, reserve: 40 }, 500],
    [5, { limit: 5, remaining: 0, reserve: 5 }, 300],
  ])('%i requests with %o wait %i s', (requests, budget, seconds) =>
    expect(waitSeconds(requests, budget)).toBe(seconds),
  );

  it('is named with its time when the API’s limit makes it wait', () => {
    const ids = Array.from({ length: 400 }, (_, index) => `id-${index}`);
    expect(costWords(ids, { limit: 100, remaining: 95, reserve: 5 })).toBe('400 requests, up to about 4 min');
  });
});

describe('the cap of open invoices', () => {
  const at = '2026-11-20T10:00:00Z';
  it('is never made up', () => {
    expect(capWords([])).toMatch(/not specified, and this console has not met it/);
    expect(capWords([{ at, externalId: 'a', open: 5 }])).toMatch(/once .* when 5 were open as far as the mirror knows/);
    expect(
      capWords([
        { at, externalId: 'a', open: 5 },
        { at, externalId: 'b', open: 3 },
      ]),
    ).toMatch(/2 times .* when 3 to 5 were open/);
  });
});
