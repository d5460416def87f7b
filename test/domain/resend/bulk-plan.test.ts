/** What a plan of many resends leaves out and why, reason by reason; and how long it says that it takes. */
import { describe, expect, it } from 'vitest';
import { EXCLUSIONS } from '../../../src/domain/resend/bulk.ts';
import { type EstimateFacts, estimateRun } from '../../../src/domain/resend/bulk-estimate.ts';
import { exclusionOf, planOf, type PlanFacts, SOON_MS } from '../../../src/domain/resend/bulk-plan.ts';
import { DELIVERY_ROW_STATES } from '../../../src/domain/webhooks/delivery-list.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const at = (ms: number): string => new Date(NOW + ms).toISOString();
const NONE = { delivered: false, retrying: false, retryingLater: true };
const ALL = { delivered: true, retrying: true, retryingLater: true };

function facts(change: Partial<PlanFacts> = {}): PlanFacts {
  return {
    invoiceUuid: 'u1',
    externalId: 'order 1',
    isPending: false,
    state: 'failed',
    host: 'shop.example',
    nextAttemptAt: null,
    asOf: at(-60_000),
    hasOpenResend: false,
    hasUnresolvedResend: false,
    ...change,
  };
}

describe('one invoice', () => {
  it.each([
    [{ state: 'failed' }, null, null],
    [{ state: 'unknown' }, null, null],
    [{ state: 'never-read' }, null, null],
    [{ state: 'never-read', isPending: true }, 'pending-invoice', 'pending-invoice'],
    [{ state: 'none', isPending: true }, 'pending-invoice', 'pending-invoice'],
    [{ state: 'none' }, 'no-delivery', 'no-delivery'],
    [{ state: 'in-flight' }, 'in-flight', 'in-flight'],
    [{ state: 'delivered' }, 'delivered', null],
    [{ state: 'retrying', nextAttemptAt: at(60_000) }, 'retries-by-itself', null],
    [{ state: 'queued', nextAttemptAt: at(SOON_MS - 1) }, 'retries-by-itself', null],
    [{ state: 'retrying', nextAttemptAt: at(SOON_MS) }, null, null],
    // The attempt of a minute ago has not been seen yet; of one yesterday the mirror is too old to tell.
    [{ state: 'retrying', nextAttemptAt: at(-60_000) }, 'retries-by-itself', null],
    [{ state: 'retrying', nextAttemptAt: at(-86_400_000) }, null, null],
    [{ state: 'retrying', nextAttemptAt: null }, null, null],
    [{ state: 'retrying', nextAttemptAt: 'no time at all' }, null, null],
    [{ hasOpenResend: true }, 'resend-open', 'resend-open'],
    [{ hasUnresolvedResend: true }, 'resend-unresolved', 'resend-unresolved'],
    [{ hasOpenResend: true, hasUnresolvedResend: true, state: 'delivered' }, 'resend-open', 'resend-open'],
    [{ hasUnresolvedResend: true, state: 'delivered' }, 'resend-unresolved', 'resend-unresolved'],
  ] as const)('%o: %s, and with everything included %s', (change, without, included) => {
    expect(exclusionOf(facts(change), NONE, NOW)).toBe(without);
    expect(exclusionOf(facts(change), ALL, NOW)).toBe(included);
  });

  it('has an answer in every state', () => {
    for (const state of DELIVERY_ROW_STATES) expect(() => exclusionOf(facts({ state }), NONE, NOW)).not.toThrow();
  });
});

describe('a plan', () => {
  const one = facts();
  const soon = facts({ invoiceUuid: 'u2', state: 'retrying', nextAttemptAt: at(120_000) });
  const later = facts({ invoiceUuid: 'u3', state: 'retrying', nextAttemptAt: at(7_200_000) });

  it('keeps the order, names every other one, and counts what retries by itself over all of them', () => {
    const plan = planOf(
      [
        { ident: 'nobody', found: [] },
        { ident: 'order 1', found: [one] },
        { ident: 'two of them', found: [one, soon] },
        { ident: 'u1', found: [one] },
        { ident: 'u2', found: [soon] },
        { ident: 'u3', found: [later] },
      ],
      NONE,
      NOW,
    );
    expect(plan.items).toEqual([one, later]);
    expect(plan.excluded).toEqual([
      { ident: 'nobody', invoiceUuid: null, reason: 'not-found', nextAttemptAt: null },
      { ident: 'two of them', invoiceUuid: null, reason: 'ambiguous', nextAttemptAt: null },
      { ident: 'u1', invoiceUuid: 'u1', reason: 'repeated', nextAttemptAt: null },
      { ident: 'u2', invoiceUuid: 'u2', reason: 'retries-by-itself', nextAttemptAt: soon.nextAttemptAt },
    ]);
    expect(plan.retrying).toEqual({
      soon: { count: 1, until: soon.nextAttemptAt },
      later: { count: 1, until: later.nextAttemptAt },
    });
  });

  it('names whom a choice decides over, whatever was chosen, and does with them what was chosen', () => {
    const last = facts({ invoiceUuid: 'u4', state: 'queued', nextAttemptAt: at(9_000_000) });
    const inTheWay = facts({ ...later, invoiceUuid: 'u5', hasOpenResend: true });
    const ofOldMirror = facts({ invoiceUuid: 'u6', state: 'retrying', nextAttemptAt: at(-86_400_000) });
    const untold = facts({ invoiceUuid: 'u7', state: 'retrying' });
    const wishes = [one, soon, last, later, inTheWay, ofOldMirror, untold].map((found) => ({
      ident: found.invoiceUuid,
      found: [found],
    }));
    for (const retrying of [false, true]) {
      for (const retryingLater of [false, true]) {
        const plan = planOf(wishes, { delivered: false, retrying, retryingLater }, NOW);
        expect(plan.retrying).toEqual({
          soon: { count: 1, until: soon.nextAttemptAt },
          later: { count: 2, until: last.nextAttemptAt },
        });
        expect(plan.items.map(({ invoiceUuid }) => invoiceUuid)).toEqual([
          'u1',
          ...(retrying ? ['u2'] : []),
          ...(retryingLater ? ['u4', 'u3'] : []),
          'u6',
          'u7',
        ]);
        expect(plan.excluded.filter(({ reason }) => reason === 'retries-by-itself')).toHaveLength(
          (retrying ? 0 : 1) + (retryingLater ? 0 : 2),
        );
      }
    }
  });

  it('an excluded invoice that is named again is repeated, and every reason can occur', () => {
    const wishes = [
      { ident: 'a', found: [facts({ state: 'delivered' })] },
      { ident: 'b', found: [facts({ state: 'delivered' })] },
    ];
    expect(planOf(wishes, NONE, NOW).excluded.map(({ reason }) => reason)).toEqual(['delivered', 'repeated']);
    const reasons = new Set<string>([
      ...(['none', 'in-flight', 'delivered', 'never-read'] as const).flatMap((state) =>
        [false, true].map((isPending) => exclusionOf(facts({ state, isPending }), NONE, NOW) ?? ''),
      ),
      exclusionOf(soon, NONE, NOW) ?? '',
      exclusionOf(facts({ hasOpenResend: true }), NONE, NOW) ?? '',
      exclusionOf(facts({ hasUnresolvedResend: true }), NONE, NOW) ?? '',
      'not-found',
      'ambiguous',
      'repeated',
      // Found at a turn, not when a plan is made.
      'gone',
      '',
    ]);
    expect(reasons).toEqual(new Set([...EXCLUSIONS, '']));
  });

  it('of nothing is empty', () => {
    const nobody = { count: 0, until: null };
    expect(planOf([], NONE, NOW)).toEqual({ items: [], excluded: [], retrying: { soon: nobody, later: nobody } });
  });
});

describe('how long it takes', () => {
  const free: EstimateFacts = {
    items: 20,
    perWindow: 95,
    leftNow: 95,
    refillPerMinute: null,
    resetMs: 0,
    itemMs: 600,
    intervalMs: 0,
    sinceAnyMs: null,
  };
  const seconds = (change: Partial<EstimateFacts>): number => estimateRun({ ...free, ...change }).seconds;

  it('within the budget, what the items take; beyond it, a window for every so many requests', () => {
    expect(seconds({})).toBeCloseTo(12);
    expect(seconds({ items: 0 })).toBe(0);
    // 600 requests at 95 a minute: six windows have to pass.
    expect(seconds({ items: 200 })).toBeGreaterThan(360);
    expect(seconds({ items: 200 })).toBeLessThan(390);
    expect(estimateRun({ ...free, items: 200 }).calls).toBe(600);
  });

  it('what is used up already is waited for', () => {
    expect(seconds({ leftNow: 0, resetMs: 45_000 })).toBeGreaterThan(57 - 1);
    expect(seconds({ leftNow: 0, resetMs: 45_000 })).toBeLessThan(59);
    expect(seconds({ leftNow: -5, resetMs: 45_000 })).toBeLessThan(59);
  });

  it('the interval is waited for between two resends, and since the last one', () => {
    expect(seconds({ intervalMs: 30_000 })).toBeGreaterThan(19 * 30);
    expect(seconds({ intervalMs: 30_000 })).toBeLessThan(19 * 30 + 15);
    expect(seconds({ items: 1, intervalMs: 30_000, sinceAnyMs: 10_000 })).toBeCloseTo(20.6);
    expect(seconds({ items: 1, intervalMs: 30_000, sinceAnyMs: 90_000 })).toBeCloseTo(0.6);
  });

  it('requests that come back one by one do not wait for a window', () => {
    expect(seconds({ items: 200, refillPerMinute: 100 })).toBeCloseTo((600 - 95) * 0.6);
    expect(seconds({ items: 20, refillPerMinute: 100 })).toBeCloseTo(12);
    expect(seconds({ items: 20, refillPerMinute: 100, intervalMs: 30_000 })).toBeCloseTo(19 * 30 + 0.6);
    expect(seconds({ items: 0, refillPerMinute: 100 })).toBe(0);
  });

  it('a budget of next to nothing still has an end', () => {
    expect(seconds({ items: 3, perWindow: 1, leftNow: 1 })).toBeGreaterThan(8 * 60);
    expect(seconds({ items: 3, perWindow: -20, leftNow: 0, resetMs: 0 })).toBeGreaterThan(0);
  });
});
