/** The list of deliveries in words: total tables, the watch, groups, hosts, windows of outages, addresses and what is handed to a plan. */
import { describe, expect, it } from 'vitest';
import { calls } from '../../../src/contract/calls.ts';
import { type WatchStatus } from '../../../src/contract/calls/delivery-list.ts';
import { DELIVERY_CAUSES, type HostHealth } from '../../../src/domain/webhooks/delivery-list.ts';
import {
  attemptsWords,
  groupQuery,
  incidentListQuery,
  incidentQuery,
  invoiceName,
  listPath,
  nextAttempt,
} from '../../../src/renderer/features/webhooks/deliveries/words.ts';
import {
  costWords,
  coverageWords,
  estimateWords,
  incidentEnd,
  incidentProgress,
  nextWords,
  nothingFailingWords,
  unreadCaution,
} from '../../../src/renderer/features/webhooks/deliveries/watch-words.ts';
import { millisecondsWords, successShare } from '../../../src/renderer/features/webhooks/endpoints/words.ts';
import { hostSteps } from '../../../src/renderer/features/webhooks/endpoints/steps.tsx';
import {
  byValue,
  countOf,
  groupName,
  isSeen,
  netOf,
} from '../../../src/renderer/features/webhooks/failing/failing-groups.tsx';
import {
  lastHours,
  windowInstants,
  windowWords,
} from '../../../src/renderer/features/webhooks/failing/failing-page.tsx';
import { pickedInvoices, planOfSelectionPath } from '../../../src/renderer/ui/window/kept.ts';
import { deliveryFilter } from '../../../src/renderer/parts/delivery-filter.ts';
import { planOfFilterPath, readQuery } from '../../../src/renderer/ui/window/route.ts';
import { group, watchStatus } from '../support/delivery-scripts.ts';
import { HOSTILE } from './records.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');

describe('a row of the index', () => {
  it('is named by the shop, or by the API, safely', () => {
    expect(invoiceName({ externalId: HOSTILE.rtl, invoiceUuid: 'u' })).toContain('⟨202E⟩');
    expect(invoiceName({ externalId: null, invoiceUuid: 'u' })).toBe('u');
  });

  it('counts attempts only as far as the API does', () => {
    expect(attemptsWords({ attempts: 5, maxAttempts: 7 })).toBe('5 of 7');
    expect(attemptsWords({ attempts: 5, maxAttempts: null })).toBe('5');
    expect(attemptsWords({ attempts: null, maxAttempts: 7 })).toBeNull();
  });

  it('tells what comes from what is overdue, and neither of a delivery that is at its end', () => {
    const at = (state: 'retrying' | 'failed' | 'queued', nextAttemptAt: string | null) =>
      nextAttempt({ state, nextAttemptAt }, NOW);
    expect(at('retrying', '2026-11-20T11:05:00Z')).toEqual({ kind: 'ahead', words: 'in 1 h 05 min' });
    expect(at('queued', '2026-11-20T09:58:00Z')).toEqual({ kind: 'overdue', words: 'overdue 2 min' });
    expect(at('queued', '2026-11-20T09:59:30Z')).toEqual({ kind: 'ahead', words: 'due now' });
    expect(at('retrying', null)).toEqual({ kind: 'not-said' });
    expect(at('retrying', 'soon')).toEqual({ kind: 'not-said' });
    expect(at('failed', '2026-11-20T11:05:00Z')).toEqual({ kind: 'none' });
  });
});

describe('the watch', () => {
  const ALL_READ = { read: 12_100, terminal: 12_100 };

  it.each<[string, Partial<WatchStatus>, string]>([
    ['behind', {}, 'Next: 3 due again, then the newest invoices.'],
    ['behind, nothing due', { due: 0 }, 'Next: the newest invoices, those on screen first.'],
    ['waiting', { state: 'waiting', reason: 'The mirror is busy.' }, 'The mirror is busy.'],
    [
      'kept from reading',
      { state: 'waiting', reason: 'unreachable: refused' },
      'Nothing can be read from the API now (unreachable: refused). The mirror’s state on the left says why.',
    ],
    ['paused', { state: 'paused' }, 'Nothing is checked by itself; what you open still is, at once.'],
    [
      'all read, some open',
      { state: 'done', ...ALL_READ },
      'The 124 undelivered ones are read again right after the next attempt.',
    ],
    ['all done', { state: 'done', ...ALL_READ, unresolved: 0 }, 'New final invoices are read as they come.'],
  ])('%s: says what comes next', (_name, fields, next) => {
    expect(nextWords(watchStatus(fields))).toBe(next);
  });

  it('puts an outage first until it is checked', () => {
    const incident = INCIDENT;
    expect(nextWords(watchStatus({ incident }))).toContain('Next: the invoices of the outage');
    expect(nextWords(watchStatus({ incident: { ...incident, read: 412 } }))).toContain('3 due again');
    expect(incidentProgress(incident)).toBe('120 of 412 invoices checked, about 5 min left');
    expect(incidentProgress({ ...incident, etaSeconds: null })).toBe('120 of 412 invoices checked');
    expect(incidentProgress({ ...incident, read: 412 })).toBe('all 412 invoices checked so far');
    expect(incidentProgress({ ...incident, invoices: 0, read: 0 })).toBe('no final invoice falls into it so far');
    expect(incidentEnd({ ...incident, read: 412 })).toBeNull();
  });

  it('says that an outage is checked, and goes on with the rest', () => {
    const incident = { ...INCIDENT, state: 'done', read: 412, etaSeconds: null } as const;
    expect(nextWords(watchStatus({ incident: { ...incident, read: 411 } }))).toContain('3 due again');
    expect(incidentEnd(incident)).toBe('All 412 invoices of the outage are checked.');
    expect(incidentEnd({ ...incident, invoices: 1, read: 1 })).toBe('The only invoice of the outage is checked.');
    expect(incidentEnd({ ...incident, read: 410 })).toMatch(/^410 of 412 invoices of the outage are checked\./);
    expect(incidentEnd({ ...incident, invoices: 0, read: 0 })).toBe('No final invoice falls into it.');
  });

  it('estimates only what there is to estimate', () => {
    expect(estimateWords(watchStatus())).toBe('About 2 h 11 min at 57 of 100 requests a minute.');
    expect(estimateWords(watchStatus({ state: 'paused' }))).toMatch(/once it goes on\.$/);
    expect(estimateWords(watchStatus({ state: 'done' }))).toBeNull();
    expect(estimateWords(watchStatus({ etaSeconds: undefined }))).toBeNull();
  });

  it('says what the coverage means, and keeps "nothing fails" apart from "nothing is known"', () => {
    expect(coverageWords(watchStatus())).toBe('8,120 of 12,100 final invoices checked');
    expect(unreadCaution({ read: 1, terminal: 2 })).toMatch(/^1 final invoice is not checked yet/);
    const truths = [undefined, { read: 0, terminal: 0 }, { read: 8_120, terminal: 12_100 }, ALL_READ];
    expect(new Set(truths.map((status) => nothingFailingWords(status))).size).toBe(4);
    expect(nothingFailingWords(watchStatus())).toContain('The other 3,980 are not known yet.');
  });

  it('names the cost of checking an outage before it is begun', () => {
    expect(costWords({ invoices: 412, requests: 300, etaSeconds: 433 })).toBe(
      '412 final invoices fall into this window. Checking takes 300 requests, about 7 min.',
    );
    expect(costWords({ invoices: 3, requests: 0, etaSeconds: 0 })).toContain('all of them checked just now');
    expect(costWords({ invoices: 0, requests: 0, etaSeconds: 0 })).toMatch(/^No final invoice/);
  });
});

const INCIDENT = {
  from: '2026-11-20T06:00:00Z',
  to: '2026-11-20T09:00:00Z',
  host: null,
  invoices: 412,
  read: 120,
  etaSeconds: 307,
  state: 'reading',
} as const;

describe('the window of an outage', () => {
  it('is typed in the chosen zone, and an hour that the clocks skip moves on', () => {
    const typed = { from: '2026-11-20 14:00', to: '2026-11-20T17:30' };
    expect(windowInstants(typed, 'UTC')).toMatchObject({ value: { from: '2026-11-20T14:00:00Z' } });
    expect(windowInstants(typed, 'Europe/Warsaw')).toMatchObject({
      value: { from: '2026-11-20T13:00:00Z', to: '2026-11-20T16:30:00Z' },
    });
    expect(windowInstants({ from: '2026-03-29 02:30', to: '2026-03-29 05:00' }, 'Europe/Warsaw')).toMatchObject({
      value: { from: '2026-03-29T01:30:00Z', to: '2026-03-29T03:00:00Z' },
    });
  });

  it.each([
    ['', '2026-11-20 17:00'],
    ['2026-11-20', '2026-11-20 17:00'],
    ['2026-02-30 10:00', '2026-11-20 17:00'],
    ['2026-11-20 17:00', '2026-11-20 17:00'],
    ['2026-11-20 18:00', '2026-11-20 17:00'],
  ])('is refused with a reason: %s to %s', (from, to) => {
    expect(windowInstants({ from, to }, 'UTC')).toMatchObject({ ok: false, why: expect.any(String) });
  });

  it('covers the last hours with the minute that has begun, and reads short', () => {
    const last = lastHours(3, NOW + 30_000, 'UTC');
    expect(last).toEqual({ from: '2026-11-20 07:01', to: '2026-11-20 10:01' });
    expect(windowWords({ from: '2026-11-20T14:00:00Z', to: '2026-11-20T17:00:00Z' }, 'UTC')).toBe(
      '2026-11-20 14:00 – 17:00 UTC',
    );
    expect(windowWords({ from: '2026-11-20T22:00:00Z', to: '2026-11-21T01:00:00Z' }, 'UTC')).toBe(
      '2026-11-20 22:00 – 2026-11-21 01:00 UTC',
    );
  });
});

describe('addresses', () => {
  const filterAt = (query: string) => {
    const filter = deliveryFilter(readQuery(query), 'Europe/Warsaw');
    expect(calls['deliveries.page'].input.safeParse({ filter, offset: 0, limit: 1 }).success).toBe(true);
    return filter;
  };

  it('of a group is exactly its failing deliveries, also for a strange host', () => {
    expect(filterAt(groupQuery({ host: 'a&b=c.example', cause: 'timeout' }) ?? '')).toMatchObject({
      state: ['retrying', 'failed'],
      host: ['a&b=c.example'],
      cause: ['timeout'],
    });
    expect(groupQuery({ host: null, cause: 'other' })).toBeNull();
  });

  it('of an incident keeps its instants to the second, and means failures only where it says so', () => {
    const window = { from: '2026-11-20T14:00:00Z', to: '2026-11-20T17:30:15Z', host: null };
    expect(filterAt(incidentQuery(window, false))).toMatchObject({
      finishedFrom: window.from,
      finishedTo: window.to,
      state: undefined,
      host: undefined,
    });
    expect(filterAt(incidentQuery({ ...window, host: 'h.example' }, true))).toMatchObject({
      state: ['retrying', 'failed'],
      host: ['h.example'],
    });
    const named = { ...window, host: 'h.example', invoices: 12, read: 11 };
    expect(filterAt(incidentListQuery(named))).toMatchObject({ finishedFrom: window.from, host: undefined });
    expect(filterAt(incidentListQuery({ ...named, read: 12 }))).toMatchObject({
      host: ['h.example'],
      state: undefined,
    });
    expect([listPath(''), listPath('a=1')]).toEqual(['/webhooks/deliveries', '/webhooks/deliveries?a=1']);
  });

  it('a plan of a filter is the filter; of rows it is a name that only this business knows', () => {
    expect(planOfFilterPath('host=h&sort=-attempts&state=failed')).toBe(
      '/webhooks/resends/new?host=h&state=failed&of=filter',
    );
    const path = planOfSelectionPath('p-1', ['a', 'b', 'a']);
    const name = new URLSearchParams(path.split('?')[1]).get('selection') ?? '';
    expect(pickedInvoices('p-1', name)).toEqual(['a', 'b']);
    expect(pickedInvoices('p-2', name)).toBeNull();
    for (let more = 0; more < 20; more += 1) planOfSelectionPath('p-1', [`${more}`]);
    expect(pickedInvoices('p-1', name)).toBeNull();
  });
});

describe('groups and hosts', () => {
  it('stand by value, are counted by view, and are open again once they fail anew', () => {
    const seenAt = { at: '2026-11-20T10:00:00Z', by: 'sam', note: null };
    const small = group({ host: 'small', failed: 41, retrying: 102, netUsdt: '9.999999' });
    const large = group({ host: 'large', failed: 1, netUsdt: '10.000001' });
    const seen = group({ host: 'seen', failed: 5, netUsdt: '700', acknowledged: seenAt });
    const all = [small, large, seen];
    expect(byValue('all', all)).toEqual([large, small]);
    expect(byValue('retrying', all)).toEqual([small]);
    expect(byValue('seen', all)).toEqual([seen]);
    expect((['all', 'retrying', 'failed', 'seen'] as const).map((view) => countOf(view, all))).toEqual([
      144, 102, 42, 5,
    ]);
    expect(netOf([small, large])).toBe('20.000000');
    expect(groupName({ host: null, cause: 'dns' })).toBe('no readable address, host not found');
    expect([
      isSeen(group({ acknowledged: seenAt })),
      isSeen(group({ acknowledged: seenAt, since: 1 })),
      isSeen(group({ since: 1 })),
    ]).toEqual([true, false, false]);
  });

  const host = (fields: Partial<HostHealth>): HostHealth => ({
    host: 'h.example',
    deliveries: 10,
    attempts: 10,
    succeeded: 10,
    p50Ms: 80,
    p95Ms: 90,
    slow: 0,
    causes: [],
    elsewhere: 0,
    lastAttemptAt: null,
    hours: Array.from({ length: 24 }, () => ({ succeeded: 0, failed: 0 })),
    answers: null,
    ...fields,
  });

  it('advise one thing for each cause, the most frequent first', () => {
    const each = DELIVERY_CAUSES.map((value) => hostSteps(host({ causes: [{ value, count: 2 }] }), 0));
    expect(new Set(each.flat().map(({ deed }) => deed)).size).toBe(DELIVERY_CAUSES.length);
    const steps = hostSteps(
      host({
        causes: [
          { value: 'timeout', count: 1 },
          { value: 'redirect', count: 9 },
        ],
        slow: 3,
        elsewhere: 1,
      }),
      0,
    );
    expect(steps.map(({ why }) => why.split(' ').slice(0, 2).join(' '))).toEqual([
      '9 attempts',
      '1 attempt',
      '3 attempts',
      '1 delivery',
    ]);
    expect(hostSteps(host({}), 0)).toEqual([]);
  });

  it('test a host that does not answer before the rest is sent, and send at once to one that does', () => {
    const answers = {
      isAnswering: false,
      cause: 'refused',
      since: '',
      lastFailureAt: null,
      lastSuccessAt: null,
    } as const;
    const deeds = (isAnswering: boolean) =>
      hostSteps(host({ answers: { ...answers, isAnswering }, causes: [{ value: 'refused', count: 4 }] }), 4).map(
        ({ deed }) => deed,
      );
    const mend = 'Start the receiver, or open its port for the payment service';
    expect(deeds(false)).toEqual([mend, 'Test with one webhook', 'Resend the rest']);
    expect(deeds(true)).toEqual(['Resend what fails', mend]);
  });

  it('never round up to all', () => {
    expect(successShare({ succeeded: 9_999, attempts: 10_000 })).toBe('99.9 %');
    expect(successShare({ succeeded: 10_000, attempts: 10_000 })).toBe('100 %');
    expect(successShare({ succeeded: 0, attempts: 0 })).toBeNull();
    expect([null, 812, 9_999, 14_210].map(millisecondsWords)).toEqual(['—', '812 ms', '9,999 ms', '14.2 s']);
  });
});
