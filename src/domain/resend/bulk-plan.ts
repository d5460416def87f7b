// What a plan to resend many webhooks holds, and what it leaves out and why: pure, over facts that the mirror and the books already have.
import type { Exclusion } from './bulk.ts';
import type { DeliveryRowState } from '../webhooks/delivery-list.ts';
import { toEpochMs } from '../kernel/time/time.ts';

/** What is known of one invoice that was asked for. */
export interface PlanFacts {
  readonly invoiceUuid: string;
  readonly externalId: string | null;
  /** True while the invoice is open: a pending invoice has no webhook. */
  readonly isPending: boolean;
  readonly state: DeliveryRowState;
  readonly host: string | null;
  readonly nextAttemptAt: string | null;
  /** When the deliveries were read; null when they never were. */
  readonly asOf: string | null;
  readonly hasOpenResend: boolean;
  readonly hasUnresolvedResend: boolean;
}

/** One id as it was asked for, and every invoice that it may mean. */
export interface PlanWish {
  readonly ident: string;
  readonly found: readonly PlanFacts[];
}

export interface PlanInclude {
  readonly delivered: boolean;
  /** Those that retry by themselves within SOON_MS. */
  readonly retrying: boolean;
  /** Those that retry by themselves after it. */
  readonly retryingLater: boolean;
}

export interface Left {
  readonly ident: string;
  readonly invoiceUuid: string | null;
  readonly reason: Exclusion;
  readonly nextAttemptAt: string | null;
}

/** How many, and when the next attempt of the last of them is; null of none. */
export interface Retrying {
  readonly count: number;
  readonly until: string | null;
}

export interface Plan {
  readonly items: readonly PlanFacts[];
  readonly excluded: readonly Left[];
  /** Whom the two choices about retrying decide over, in the plan or not: soon by `retrying`, later by `retryingLater`. */
  readonly retrying: { readonly soon: Retrying; readonly later: Retrying };
}

/** A next attempt within this time is worth waiting for: sooner than a run of any size is through. */
export const SOON_MS = 10 * 60_000;

/** The plan; the order of the wishes is the order of the turns. `nowMs`: the server's clock. */
export function planOf(wishes: readonly PlanWish[], include: PlanInclude, nowMs: number): Plan {
  const items: PlanFacts[] = [];
  const excluded: Left[] = [];
  const seen = new Map<string, PlanFacts>();
  for (const { ident, found } of wishes) {
    const [only] = found;
    if (only === undefined || found.length > 1) {
      const reason = only === undefined ? 'not-found' : 'ambiguous';
      excluded.push({ ident, invoiceUuid: null, reason, nextAttemptAt: null });
      continue;
    }
    const reason = seen.has(only.invoiceUuid) ? 'repeated' : exclusionOf(only, include, nowMs);
    seen.set(only.invoiceUuid, only);
    if (reason === null) items.push(only);
    else excluded.push({ ident, invoiceUuid: only.invoiceUuid, reason, nextAttemptAt: only.nextAttemptAt });
  }
  const all = [...seen.values()];
  return {
    items,
    excluded,
    retrying: { soon: decidedBy('retrying', all, nowMs), later: decidedBy('retryingLater', all, nowMs) },
  };
}

/** Why an invoice is not in the plan; null when it is. A person's own trouble goes before the delivery's state. */
export function exclusionOf(facts: PlanFacts, include: PlanInclude, nowMs: number): Exclusion | null {
  if (facts.hasOpenResend) return 'resend-open';
  if (facts.hasUnresolvedResend) return 'resend-unresolved';
  switch (facts.state) {
    // Nobody has asked: the read before the resend will tell. Only an open invoice is known to have none.
    case 'never-read':
      return facts.isPending ? 'pending-invoice' : null;
    case 'none':
      return facts.isPending ? 'pending-invoice' : 'no-delivery';
    case 'in-flight':
      return 'in-flight';
    case 'delivered':
      return include.delivered ? null : 'delivered';
    case 'queued':
    case 'retrying':
      return retriesByItself(facts.nextAttemptAt, include, nowMs) ? 'retries-by-itself' : null;
    case 'failed':
    case 'unknown':
      return null;
  }
}

/** True when it is left to its next attempt. Without one that can be read, or long after it, nobody knows that there will be any. */
function retriesByItself(nextAttemptAt: string | null, include: PlanInclude, nowMs: number): boolean {
  const at = nextAttemptAt === null ? null : toEpochMs(nextAttemptAt);
  if (at === null) return false;
  // An attempt of a moment ago counts as well, for the mirror has not seen it yet; one of long ago tells that the mirror is old.
  if (Math.abs(at - nowMs) < SOON_MS) return !include.retrying;
  return at > nowMs && !include.retryingLater;
}

const EVERYTHING: PlanInclude = { delivered: true, retrying: true, retryingLater: true };

/** Those that this choice alone takes in or leaves out. */
function decidedBy(choice: 'retrying' | 'retryingLater', all: readonly PlanFacts[], nowMs: number): Retrying {
  const without = { ...EVERYTHING, [choice]: false };
  const own = all.filter(
    (facts) => exclusionOf(facts, without, nowMs) !== null && exclusionOf(facts, EVERYTHING, nowMs) === null,
  );
  let until: string | null = null;
  for (const { nextAttemptAt } of own) if (isAfter(nextAttemptAt, until)) until = nextAttemptAt;
  return { count: own.length, until };
}

function isAfter(instant: string | null, other: string | null): boolean {
  const at = instant === null ? null : toEpochMs(instant);
  const before = other === null ? null : toEpochMs(other);
  return at !== null && (before === null || at > before);
}
