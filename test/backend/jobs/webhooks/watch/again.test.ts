/** Whose turn it is of what is read again: evenly, never in a burst, less while others wait, and no later because others of a kind are fewer. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AgainTurns } from '../../../../../src/backend/jobs/webhooks/watch/again.ts';

const MINUTE_MS = 60_000;
const BUDGET = { limit: 100, remaining: 100, reserve: 5, reserveSet: 5, resetSeconds: 0, foreignPerMinute: 0 };

let now: number;
let counts: { recent: number; failed: number };
let turns: AgainTurns;

beforeEach(() => {
  now = 1_000_000;
  // Ten of either in a minute, so that each has a turn in nine.
  counts = { recent: 90, failed: 90 };
  const budget = () => ({ ...BUDGET, foreignUse: false, waitingMs: 0, queued: 0, refills: false });
  turns = new AgainTurns({ clock: { monotonic: () => now }, client: { budget } }, () => counts);
  turns.begin();
});

const wait = (ms: number): void => {
  now += ms;
};

describe('a turn', () => {
  it('comes for the first time after its own while', () => {
    expect(turns.inMs()).toMatchObject({ recent: 6_000, failed: 6_000 });
    wait(6_000);
    expect(turns.inMs()).toMatchObject({ recent: 0, failed: 0 });
  });

  it('is of one kind alone', () => {
    wait(6_000);
    turns.take('recent');
    expect(turns.inMs()).toMatchObject({ recent: 6_000, failed: 0 });
  });

  it('that was late is made up for', () => {
    wait(9_000);
    turns.take('recent');
    expect(turns.inMs().recent).toBe(3_000);
  });

  it('that was missed for long does not come in a burst', () => {
    wait(10 * MINUTE_MS);
    turns.take('recent');
    expect(turns.inMs().recent).toBe(0);
    turns.take('recent');
    expect(turns.inMs().recent).toBe(6_000);
  });

  it('of the slow rest keeps a tenth of the pace of all', () => {
    expect(turns.inMs().slow).toBeCloseTo(MINUTE_MS / 9.5);
  });
});

describe('the pace', () => {
  it('is halved while something waits that was never read, or is due', () => {
    counts = { recent: 400, failed: 0 };
    expect(turns.perMinute).toBeCloseTo(400 / 9);
    turns.crowd(true);
    expect(turns.perMinute).toBeCloseTo(28.5);
    expect(turns.inMs().recent).toBeCloseTo(MINUTE_MS / 28.5);
    turns.crowd(false);
    expect(turns.perMinute).toBeCloseTo(400 / 9);
  });

  it('does not fall while the failed ones become fewer, for those that are left have waited for it, and then does', () => {
    expect(turns.inMs().failed).toBe(6_000);
    counts = { recent: 0, failed: 9 };
    expect(turns.inMs().failed).toBe(6_000);
    wait(10 * MINUTE_MS + 1);
    turns.take('failed');
    turns.take('failed');
    expect(turns.inMs().failed).toBe(MINUTE_MS);
    expect(turns.withinSeconds()).toEqual({ recent: null, failed: 600 });
  });
});
