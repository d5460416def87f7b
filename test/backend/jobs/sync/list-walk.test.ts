/** What a list is called after its ends were read, between two walks. Not here: the walks (api/walk/walk.test.ts, faults/sync). */
import { describe, expect, it } from 'vitest';
import { verdictAnew } from '../../../../src/backend/jobs/sync/list-walk.ts';
import type { StoredPage } from '../../../../src/backend/jobs/sync/lists.ts';
import type { WalkedListState } from '../../../../src/backend/mirror/kernel/answers.ts';

const KNOWN: WalkedListState = {
  certificate: 'incomplete',
  asOf: '2026-11-21T10:00:00Z',
  seen: 90,
  total: 100,
  verdict: { seen: 90, total: 100 },
  reason: 'why',
  missing: 0,
  lastPass: 3,
  growOnly: true,
  walk: null,
};
const AT = '2026-11-21T11:00:00Z';

function pageOf(counted: number, totalItems: number): StoredPage {
  const stored = { seen: counted, fresh: 0, changed: 0, seenInPass: 0, unpaired: 0, counted };
  const numbers = { page: 1, perPage: 100, totalItems, totalPages: 1, hasNext: false, itemCount: 0, unreadable: 0 };
  const known = { seen: counted, ofStatus: 0, lastRow: 0, lastQuarantined: 0 };
  return { ...numbers, ...stored, known, uuids: new Set(), createdAt: [], serverTime: AT };
}

describe('CERT-9: a list that was walked in vain', () => {
  const anew = (counted: number, total: number, change: Partial<WalkedListState> = {}) =>
    verdictAnew({ ...KNOWN, ...change }, pageOf(counted, total));

  it('is certified when its numbers are equal and counting proves something', () => {
    expect(anew(101, 101)).toMatchObject({ certificate: 'certified', asOf: AT, seen: 101, total: 101, reason: null });
    expect(anew(101, 101, { missing: 1 })?.certificate).toBe('as-far-as-seen');
    expect(anew(101, 101, { growOnly: false })?.certificate).toBe('as-far-as-seen');
  });

  it('else is called what it was, with the numbers of now', () => {
    const now = { asOf: AT, seen: 92, total: 103 };
    expect(anew(92, 103)).toMatchObject({ ...now, certificate: 'incomplete', reason: 'why' });
    expect(anew(92, 103, { certificate: 'as-far-as-seen' })).toMatchObject({ ...now, certificate: 'as-far-as-seen' });
    expect(anew(92, 103, { certificate: 'as-far-as-seen', growOnly: false })?.certificate).toBe('incomplete');
  });

  it('is judged by a walk when records seem to be lost, and a certificate is taken back by a walk alone', () => {
    expect([anew(104, 103), anew(90, 99), anew(92, 103, { certificate: 'certified' })]).toEqual([null, null, null]);
  });
});
