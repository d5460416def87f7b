// What a reading of a merchant's file takes and gives.
import type { FileReading } from '../../../../domain/exports/report-job.ts';
import type { EntryFacts } from '../../../../domain/ledger/entry.ts';
import type { Coverage, Reject, RejectReason } from '../../../../domain/ledger/import.ts';
import type { JobProgress } from '../../writing/export.ts';

export interface EntryReading extends Omit<FileReading, 'profileId' | 'tolerances' | 'covers'> {
  /** Rejected rows with more of which the file is refused as `too-many-rejects`; MAX_REJECTS when absent. A dry run counts them all. */
  readonly mostRejects?: number | undefined;
  /**
   * False: nobody asks which entry of another file is the same, so that ids are not made and all are empty, nor who bought and what was noted, which are null. True
   * when absent.
   */
  readonly withIds?: boolean | undefined;
  /** The file is read as if it ended there. All of it when absent. */
  readonly mostBytes?: number | undefined;
}

/** `report` is told bytes. */
export interface ReadingControl {
  readonly isCancelled: () => boolean;
  readonly report: (progress: JobProgress) => void;
}

/** Who takes the rows, in the order of the file; what it throws ends the reading. `at` of an entry is a fixed-width key, as instantKey gives it. */
export interface EntrySink {
  readonly entry: (facts: EntryFacts) => void;
  /** `ident`: the id that the row names, where it could be read. */
  readonly reject: (reject: Reject, ident: string | null) => void;
}

/** What a whole file was. rows = entries + rejected. */
export interface ReadFile {
  readonly rows: number;
  readonly rejected: number;
  readonly rejectsByReason: Readonly<Partial<Record<RejectReason, number>>>;
  /** Days that the file speaks for when nobody says it (row-days.ts), [from, to), in the zone of the format; null when there are none. */
  readonly days: Coverage | null;
  /** Words of the status column that the mapping does not know, at most 50, as they stand in the file. */
  readonly unknownStatusWords: readonly string[];
  /** Of the bytes as they lie in the file. */
  readonly sha256: string;
  readonly bytes: number;
}
