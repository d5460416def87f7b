/** What the commands of the mirror get besides their input. The worker that owns the connections builds these. */
import type { Invoice } from '../../domain/invoice.ts';
import type { SqliteDatabase } from '../sqlite/database.ts';
import { VersionedMemo } from '../sqlite/memo.ts';
import type { AdjustedPage, AdjustedQuery } from './adjusted-answers.ts';
import type { DeliveryCounts, InvoiceCounts, InvoiceFacets, InvoiceTotals } from './answers.ts';
import type { DeskFacets, HostHealth } from './desk-answers.ts';
import type { Observation } from './diff.ts';

/** The reconciliation of adjusted invoices, a pure engine outside the mirror, which only feeds it. */
export type ReconcileAdjusted = (
  invoices: Iterable<{ readonly record: Invoice; readonly asOf: string }>,
  query: AdjustedQuery,
) => AdjustedPage;

export interface MirrorReadContext {
  readonly database: SqliteDatabase;
  readonly reconcileAdjusted: ReconcileAdjusted;
  readonly memo: MirrorMemo;
}

/** Answers over the whole mirror, kept until the next commit. */
export interface MirrorMemo {
  readonly pageTotals: VersionedMemo<number>;
  readonly counts: VersionedMemo<InvoiceCounts>;
  readonly facets: VersionedMemo<InvoiceFacets>;
  readonly totals: VersionedMemo<InvoiceTotals>;
  readonly deliveryCounts: VersionedMemo<DeliveryCounts>;
  readonly deskTotals: VersionedMemo<number>;
  readonly deskFacets: VersionedMemo<DeskFacets>;
  readonly deskHosts: VersionedMemo<readonly HostHealth[]>;
}

/** Fresh memos for a read connection. */
export function mirrorMemo(database: SqliteDatabase): MirrorMemo {
  return {
    pageTotals: new VersionedMemo(database),
    counts: new VersionedMemo(database),
    facets: new VersionedMemo(database),
    totals: new VersionedMemo(database),
    deliveryCounts: new VersionedMemo(database),
    deskTotals: new VersionedMemo(database),
    deskFacets: new VersionedMemo(database),
    deskHosts: new VersionedMemo(database),
  };
}

export interface MirrorWriteContext {
  readonly database: SqliteDatabase;
  readonly profileId: string;
  /** Commits to the observation log before it returns. Called before the mirror's own commit. */
  readonly observe: (observations: readonly Observation[]) => void;
}
