/** How many requests the first sync takes, and about how long. Pure. */
import { describeDuration } from '../../../../domain/time.ts';

export interface SyncPart {
  readonly what: string;
  readonly requests: number;
  readonly takes: string;
}

const PER_PAGE = 100;

/** Invoices page by page, then the webhooks of each one by one; `perMinute` is what the console may use of the limit. */
export function firstSync(invoices: number, withdrawals: number, perMinute: number): readonly SyncPart[] {
  const part = (what: string, requests: number): SyncPart => ({ what, requests, takes: duration(requests, perMinute) });
  return [
    part('Methods, rates, withdrawals', 2 + Math.max(1, Math.ceil(withdrawals / PER_PAGE))),
    part('Invoices', Math.max(1, Math.ceil(invoices / PER_PAGE))),
    part('Webhooks, newest first', invoices),
  ];
}

function duration(requests: number, perMinute: number): string {
  if (perMinute <= 0) return 'not known';
  if (requests <= perMinute) return 'less than a minute';
  return `about ${describeDuration(Math.ceil(requests / perMinute) * 60_000)}`;
}
