/** Where what was violated is kept, each sentence once, and the world's time for all who judge. Not here: what has to hold. */
import type { Journal } from '../journal.ts';

/** More than so many sentences of one world say nothing more. */
const MOST = 20;

export class Verdicts {
  readonly violations: string[] = [];
  readonly journal: Journal;
  readonly now: () => number;

  constructor(journal: Journal, now: () => number) {
    this.journal = journal;
    this.now = now;
  }

  /** Each is told once. It begins with what kind of promise was broken, and a colon. */
  violated(what: string): void {
    if (this.violations.includes(what) || this.violations.length > MOST) return;
    this.violations.push(what);
    this.journal.note(`VIOLATION ${what}`);
  }
}

/** "2026-10-24T09:00:00.000Z" */
export function at(ms: number): string {
  return Number.isFinite(ms) ? new Date(ms).toISOString() : 'no time';
}

/** An exact decimal in units of sixty decimals. */
export function unitsOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(`${whole}${fraction.padEnd(60, '0')}`);
}
