/**
 * The figures that a person saw last on the overview, as they are shown at the next start until there are newer ones. Not here: where they are
 * kept (backend/last-known.ts), when (engine/last-known.ts).
 */
import type { Profile } from './profile.ts';

/** More currencies, statuses, or characters of what is foreign are not kept at all: part of the figures would look like all of them. */
export const MOST_KEPT = { currencies: 200, statuses: 50, text: 200 } as const;

/** A row of the overview. Amounts are exact. */
export interface KnownCurrency {
  readonly currency: string;
  readonly count: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly successAmount: string;
  readonly settledUsdt: string;
  readonly settledMissing: number;
}

/** What the overview was answered with. */
export interface KnownTotals {
  readonly currencies: readonly KnownCurrency[];
  readonly quarantined: number;
  readonly missing?: number | undefined;
  /** Of the certificate of the list, ISO; null without one. */
  readonly asOf: string | null;
}

export interface LastKnown {
  /** When they were read from the mirror, ISO UTC. */
  readonly readAt: string;
  readonly profile: Pick<Profile, 'id' | 'name' | 'kind'>;
  /** In which the days of the period are days. */
  readonly timeZone: string;
  readonly colourScheme: 'light' | 'dark' | 'auto';
  /** Both days belong to it: the month up to the day on which it was read. */
  readonly period: { readonly from: string; readonly to: string };
  readonly totals: KnownTotals;
}
