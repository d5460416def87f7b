// How a business stands, as one row beside the others, and what of them may be added up. Pure.
import { z } from 'zod';
import { FAILURE } from '../kernel/failure/failure-shape.ts';
import { sumMoney } from '../kernel/money/money.ts';
import { instant, money, natural, textOrNull, type ToldOf } from '../kernel/shape.ts';
import { CERTIFICATES, type Certificate } from '../profiles/profile.ts';
import { PERIOD } from './period.ts';

const FIGURES = z.object({
  /** Credited by invoices that finished in the period, USDT; of those that were read, while the lists are not whole. */
  netUsdt: money,
  /** Likewise of the period that it is compared with; null where none was named. */
  netBeforeUsdt: money.nullable(),
  openExceptions: natural,
  /** Deliveries that have no attempts left. */
  failedWebhooks: natural,
  receiversDown: natural,
  pendingWithdrawals: natural,
  /** When the oldest of them was requested. */
  oldestPending: instant.nullable(),
  /** Of invoices and withdrawals the one that says less. */
  certificate: z.enum(CERTIFICATES),
  /** Of the two lists the older verdict; null while one has none. */
  asOf: instant.nullable(),
  lastClose: PERIOD.nullable(),
});

export const BUSINESS_GLANCE = z.object({
  profileId: z.string(),
  name: z.string(),
  kind: z.enum(['sandbox', 'business']),
  /** The profile before it that is the same business: what stands here is in no sum, where it would be twice. */
  sameAs: textOrNull,
  /** Since when its API cannot be reached (our clock); the figures are of before. */
  offline: instant.nullable(),
  /** Why nothing is asked of the API for it: no key, or a key of another business. */
  stopped: FAILURE.nullable(),
  /** Null where its mirror or books could not be read, which hides nothing of the others. */
  figures: FIGURES.nullable(),
});
export type BusinessGlance = ToldOf<typeof BUSINESS_GLANCE>;
export type GlanceFigures = ToldOf<typeof FIGURES>;

/** Of two lists the word that says less: together they are as complete as that. */
export function lesserCertificate(one: Certificate, other: Certificate): Certificate {
  return CERTIFICATES[Math.max(CERTIFICATES.indexOf(one), CERTIFICATES.indexOf(other))] ?? 'incomplete';
}

/** Somebody has to look at it. */
export function needsSomebody({ figures, stopped, offline }: BusinessGlance): boolean {
  if (figures === null || stopped !== null || offline !== null) return true;
  return figures.openExceptions + figures.failedWebhooks + figures.receiversDown > 0;
}

export interface GlanceTotals {
  readonly of: readonly GlanceFigures[];
  readonly netUsdt: string;
  /** Null where one of them has none. */
  readonly netBeforeUsdt: string | null;
  /** All of them were read, with lists that are not still being read. */
  readonly isWhole: boolean;
}

/** The sums over every business once, exact. What could not be read is in none of them, and `isWhole` says so. */
export function glanceTotals(glances: readonly BusinessGlance[]): GlanceTotals {
  const once = glances.filter(({ sameAs }) => sameAs === null);
  const read = once.flatMap(({ figures }) => figures ?? []);
  const earlier = read.flatMap(({ netBeforeUsdt }) => netBeforeUsdt ?? []);
  return {
    of: read,
    netUsdt: sumMoney(read.map(({ netUsdt }) => netUsdt)),
    netBeforeUsdt: earlier.length === read.length ? sumMoney(earlier) : null,
    isWhole: read.length === once.length && read.every(({ certificate }) => certificate !== 'incomplete'),
  };
}
