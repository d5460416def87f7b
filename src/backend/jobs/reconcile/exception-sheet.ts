// A sheet of exceptions that comes back filled in: what each row would do, and doing it, a thousand rows at a time.
import type { SheetOutcome, SheetRow, SheetRowResult } from '../../../domain/reconcile/exception-sheet.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { JobContext } from '../kernel/context.ts';
import type { HandedFiles } from '../ledger/handed-files.ts';
import type { Reports } from '../kernel/reports.ts';

/** No message between threads carries more rows. */
const MOST_ROWS = 1000;
/** Sheets whose rows are kept, and intents whose outcomes are: a person has one before them. */
const KEPT = 4;

/** What came of a sheet, or would: every row is in one of the counts. */
export interface SheetReport {
  readonly counts: readonly { readonly result: SheetRowResult; readonly count: number }[];
  readonly rows: readonly SheetOutcome[];
  /** Rows of the results that were asked for. */
  readonly total: number;
}

export interface SheetPage {
  /** Of all when absent. */
  readonly results?: readonly SheetRowResult[] | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface SheetParts {
  readonly files: Pick<HandedFiles, 'use'>;
  readonly reports: Pick<Reports, 'run'>;
}

export class ExceptionSheets {
  readonly #context: JobContext;
  readonly #parts: SheetParts;
  /** What was handed over never changes. */
  readonly #rows = new Map<string, readonly SheetRow[]>();
  readonly #applied = new Map<string, Promise<readonly SheetOutcome[]>>();

  constructor(context: JobContext, parts: SheetParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** What would come of each row now. Throws `not-found` for a file that is not there, `file-refused`, `cancelled`. */
  async check(fileId: string, page: SheetPage, signal: AbortSignal): Promise<SheetReport> {
    const rows = await this.#read(fileId, signal);
    const { books, profileId } = this.#context;
    const outcomes: SheetOutcome[] = [];
    for (const batch of batchesOf(rows)) {
      outcomes.push(...(await books.read('exceptions.checkSheet', { profileId, rows: batch })));
    }
    return reportOf(outcomes, page);
  }

  /**
   * Does what the rows ask for, and answers what came of each. The same intent again does nothing more and has the same answer; after one that
   * ended midway, what it did is unchanged. Throws as `check`.
   */
  async apply(
    intentId: string,
    fileId: string,
    page: SheetPage,
    signal: AbortSignal,
    by: string = this.#context.osUser,
  ): Promise<SheetReport> {
    const known = this.#applied.get(intentId);
    if (known !== undefined) return reportOf(await known, page);
    const applied = this.#apply(intentId, fileId, signal, by);
    keep(this.#applied, intentId, applied);
    try {
      return reportOf(await applied, page);
    } catch (error) {
      if (this.#applied.get(intentId) === applied) this.#applied.delete(intentId);
      throw error;
    }
  }

  async #apply(
    intentId: string,
    fileId: string,
    signal: AbortSignal,
    osUser: string,
  ): Promise<readonly SheetOutcome[]> {
    const rows = await this.#read(fileId, signal);
    const { books, profileId, clock, announce } = this.#context;
    const outcomes: SheetOutcome[] = [];
    try {
      for (const batch of batchesOf(rows)) {
        const at = fromEpochMs(clock.now());
        outcomes.push(
          ...(await books.write('exceptions.applySheet', { profileId, intentId, rows: batch, at, osUser })),
        );
      }
    } finally {
      if (outcomes.some(({ result }) => result === 'done'))
        announce({ kind: 'books', profileId, kinds: ['exceptions'] });
    }
    return outcomes;
  }

  async #read(fileId: string, signal: AbortSignal): Promise<readonly SheetRow[]> {
    return this.#parts.files.use(fileId, async ({ path }) => {
      const known = this.#rows.get(fileId);
      if (known !== undefined) return known;
      const rows: SheetRow[] = [];
      const onBatch = (batch: readonly unknown[]): Promise<void> => {
        for (const row of batch) if (isSheetRow(row)) rows.push(row);
        return Promise.resolve();
      };
      const { profileId } = this.#context;
      const read = await this.#parts.reports.run({ kind: 'exception-sheet', profileId, path }, { signal, onBatch });
      if (read.rows !== rows.length) throw new Error(`a sheet of ${read.rows} rows came as ${rows.length}`);
      keep(this.#rows, fileId, rows);
      return rows;
    });
  }
}

/** What the compute thread hands over is our own; the rest of the row is its type. */
function isSheetRow(row: unknown): row is SheetRow {
  return typeof row === 'object' && row !== null && 'line' in row && 'asks' in row;
}

function* batchesOf(rows: readonly SheetRow[]): IterableIterator<readonly SheetRow[]> {
  for (let at = 0; at < rows.length; at += MOST_ROWS) yield rows.slice(at, at + MOST_ROWS);
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.set(key, value);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) return;
    kept.delete(oldest);
  }
}

function reportOf(outcomes: readonly SheetOutcome[], { results, offset, limit }: SheetPage): SheetReport {
  const counted = new Map<SheetRowResult, number>();
  for (const { result } of outcomes) counted.set(result, (counted.get(result) ?? 0) + 1);
  const rows = results === undefined ? outcomes : outcomes.filter(({ result }) => results.includes(result));
  return {
    counts: Array.from(counted, ([result, count]) => ({ result, count })),
    rows: rows.slice(offset, offset + limit),
    total: rows.length,
  };
}
