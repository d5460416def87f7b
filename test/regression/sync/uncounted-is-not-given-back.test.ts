/**
 * A server that counts in fixed minutes was taken for one that gives requests back one by one, and up to 121 requests went out in one minute: a request that was lost on
 * its way, or that somebody else had answered, counted as ours at once and was never taken off by the server, which looks like one that came back.
 * What nobody may have counted proves nothing.
 */
import { expect, test } from 'vitest';
import { Allowance } from '../../../src/backend/api/gate/allowance.ts';
import type { RateHeaders } from '../../../src/backend/api/gate/rate-headers.ts';

const UNTOLD: RateHeaders = { limit: null, remaining: null, resetMs: null };
const PACE_MS = 300;

/** A minute of a server with a fixed window of 100 requests; it never sees every other one of ours. */
function used(unseen: (allowance: Allowance, now: number) => void): Allowance {
  const allowance = new Allowance();
  for (let sent = 1; sent <= 180; sent += 1) {
    const now = sent * PACE_MS;
    if (sent % 2 === 0) {
      unseen(allowance, now);
      continue;
    }
    const headers = { limit: 100, remaining: 100 - (sent + 1) / 2, resetMs: 60_000 - now };
    allowance.spend(now);
    allowance.observe({ headers, at: now, sentAt: now - 50, inFlight: 0, overlapped: false });
  }
  return allowance;
}

const claim = { privileged: true, reserve: 0, inFlight: 0 };

test.each([
  ['lost on its way', (allowance: Allowance, now: number) => allowance.lose(now)],
  [
    'answered by somebody who counts nothing',
    (allowance: Allowance, now: number) => {
      allowance.spend(now);
      allowance.observe({ headers: UNTOLD, at: now, sentAt: now - 50, inFlight: 0, overlapped: false });
    },
  ],
])('a request that was %s is none that was given back', (_, unseen) => {
  const allowance = used(unseen);
  expect(allowance.refills).toBe(false);
  expect(allowance.verdict(claim, 180 * PACE_MS).go).toBe(false);
});
