// Closing a period: one intent is one close whatever dies in between; what a dead one left is removed before the next.
import type {
  Close,
  CloseDocument,
  CloseReadiness,
  CloseRefusal,
  CloseRequirement,
  RequirementStanding,
} from '../../../domain/period/close.ts';
import { type Failure, FailureError } from '../../../domain/kernel/failure/failure.ts';
import { type Period, requireBounds } from '../../../domain/period/period.ts';
import type { CloseJob } from '../../../domain/exports/report-job.ts';
import type { TypedBalance } from '../../../domain/period/statement.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { JobContext } from '../kernel/context.ts';
import type { Reports } from '../kernel/reports.ts';

export interface CloseRequest {
  readonly intentId: string;
  readonly period: Period;
  readonly typed: readonly TypedBalance[];
  readonly overrideReason: string | null;
  /** The close of this period that is wrong, and why; absent: it is not closed yet. */
  readonly supersedes?: { readonly closeId: string; readonly reason: string } | undefined;
  /** What was missing when the reason was typed; null: whatever is missing. */
  readonly known: readonly CloseRequirement[] | null;
  /** What two people have agreed on: anything else is refused as `changed`. */
  readonly agreed?: string | undefined;
}

/** What a close would lock, and its print for two people to agree on; or why it would not. */
export type CloseLook =
  | { readonly outcome: 'computed'; readonly document: CloseDocument; readonly facts: number; readonly print: string }
  | Extract<CloseOutcome, { readonly outcome: 'refused' }>;

export type CloseOutcome =
  | { readonly outcome: 'closed'; readonly close: Close }
  | {
      readonly outcome: 'refused';
      readonly reason: CloseRefusal;
      readonly requirements: readonly RequirementStanding[];
    };

/** What a close needs to know beside the files. */
interface Standing {
  readonly business: () => CloseDocument['business'];
  readonly serverNow: () => number;
  /** Has an answer told the server's time since the start? */
  readonly serverTold: () => boolean;
  /** Records on a page, as the API really cuts them. */
  readonly perPage: () => number;
  /** Why nothing may be read from the mirror as this business's own, or null. */
  readonly bar: () => Failure | null;
  /**
   * Keeps what has changed in the periods before. A change that was first seen in this period belongs to its statement, and would be in none if
   * it were kept after the close. What was asked for before is not waited for alone: it may know less.
   */
  readonly comparePrior: () => Promise<void>;
}

export class Closes {
  readonly #context: JobContext;
  readonly #reports: Reports;
  readonly #standing: Standing;
  /** One after the other: the next one follows the one before, or is refused. */
  #last: Promise<unknown> = Promise.resolve();
  /** A close of this life has made room for itself, and so removed what an earlier one left. */
  #isBegun = false;

  constructor(context: JobContext, reports: Reports, standing: Standing) {
    this.#context = context;
    this.#reports = reports;
    this.#standing = standing;
  }

  /** Removes what a stop of the console has left of a close, and nothing of one that somebody asked for before. */
  async recover(): Promise<void> {
    if (!this.#isBegun) await this.#discard();
  }

  /** What a close of the period needs, and what of it has to be read again, by the server's clock to the minute. */
  async readiness(
    terms: Pick<CloseRequest, 'period' | 'typed'> & { readonly supersedes?: string | undefined },
    signal: AbortSignal,
  ): Promise<CloseReadiness> {
    const { profileId } = this.#context;
    const serverNow = fromEpochMs(Math.floor(this.#standing.serverNow() / MINUTE_MS) * MINUTE_MS);
    const serverTold = this.#standing.serverTold();
    const perPage = this.#standing.perPage();
    const job = { kind: 'close-readiness', profileId, ...terms, serverNow, serverTold, perPage } as const;
    return (await this.#reports.result(job, signal)).result;
  }

  /**
   * Closes the period, or says why not. The same intent answers with the same close. Throws FailureError `cancelled` when a person ends the
   * computation, and nothing of it stays; and what bars this business while its mirror is not its own.
   */
  close(request: CloseRequest, by: string = this.#context.osUser): Promise<CloseOutcome> {
    const mine = this.#last.then(() => this.#close(request, by));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** What the same request would lock now; nothing is kept of it. Throws as `close` does. */
  async look(request: CloseRequest, by: string): Promise<CloseLook> {
    this.#refuseBarred();
    await this.#standing.comparePrior();
    const job = { ...this.#jobOf(request, by), isLook: true };
    const computed = await this.#reports.run(job, { signal: this.#context.closing });
    if (computed.outcome === 'refused') return computed;
    const { document, facts, print } = computed;
    if (print === null) throw new Error('a look at a close has no print');
    return { outcome: 'computed', document, facts, print };
  }

  /** Resolves when no close is being made. */
  async settled(): Promise<void> {
    await this.#last;
  }

  async #close(request: CloseRequest, by: string): Promise<CloseOutcome> {
    const { books, profileId, clock } = this.#context;
    const id = request.intentId;
    const bounds = requireBounds(request.period);
    const supersedes = request.supersedes?.closeId ?? null;
    this.#isBegun = true;
    const begun = await books.write('closes.begin', {
      id,
      profileId,
      bounds,
      at: fromEpochMs(clock.now()),
      supersedes,
    });
    if (begun !== null) return { outcome: 'closed', close: begun };
    let kept = false;
    try {
      this.#refuseBarred();
      await this.#standing.comparePrior();
      const outcome = await this.#computeAndCommit(request, by);
      kept = outcome.outcome === 'closed';
      return outcome;
    } finally {
      if (!kept) await this.#discard();
    }
  }

  async #computeAndCommit(request: CloseRequest, by: string): Promise<CloseOutcome> {
    const { books, profileId, clock, closing } = this.#context;
    const id = request.intentId;
    let chunks = 0;
    const rows = { into: { to: 'close', id }, onTaken: (count: number): void => void (chunks += count) } as const;
    const computed = await this.#reports.run(this.#jobOf(request, by), { signal: closing, rows });
    if (computed.outcome === 'refused') return computed;
    // The key may have been found to be another business's meanwhile.
    this.#refuseBarred();
    const { document, facts, sha256 } = computed;
    const close = await books.write('closes.commit', {
      id,
      profileId,
      document: JSON.stringify(document),
      facts,
      chunks,
      sha256,
      previousSha256: document.previousSha256,
      closedAt: document.closedAt,
      osUser: by,
      at: fromEpochMs(clock.now()),
    });
    if (close === null) return { outcome: 'refused', reason: 'changed', requirements: document.requirements };
    this.#context.announce({ kind: 'books', profileId, kinds: ['periods'] });
    return { outcome: 'closed', close };
  }

  /** What was begun and never committed; one close is made at a time. */
  async #discard(): Promise<void> {
    const { books, profileId } = this.#context;
    await books.write('closes.discard', { profileId });
  }

  #jobOf({ period, typed, overrideReason, known, supersedes, agreed }: CloseRequest, closedBy: string): CloseJob {
    return {
      kind: 'close',
      profileId: this.#context.profileId,
      period,
      typed,
      serverNow: fromEpochMs(this.#standing.serverNow()),
      serverTold: this.#standing.serverTold(),
      supersedes: supersedes?.closeId,
      correctionReason: supersedes?.reason ?? null,
      overrideReason,
      known,
      closedBy,
      business: this.#standing.business(),
      agreed,
    };
  }

  #refuseBarred(): void {
    const bar = this.#standing.bar();
    if (bar !== null) throw new FailureError(bar);
  }
}

const MINUTE_MS = 60_000;
