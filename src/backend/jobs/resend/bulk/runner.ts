// One run of many resends at work: item after item through the Resender, which alone sends.
import { isRefused } from '../../../../domain/kernel/failure/failure.ts';
import type { IntervalFact } from '../../../../domain/resend/interval.ts';
import { isOpenOutcome, type ResendReport, type ResendWarning } from '../../../../domain/resend/resend.ts';
import type { BulkItemRow } from '../../../books/resend/bulk-items.ts';
import type { BulkRunRow, RunInclude } from '../../../books/resend/bulk.ts';
import { fetchDeliveries } from '../../records/fetch.ts';
import type { Resender } from '../resend.ts';
import { ItemRunner, type RunnerParts } from './item-runner.ts';
import type { BulkPace } from './pace.ts';
import { meaningOf, type TurnMeaning } from './turn.ts';

/** Between two looks at a resend whose fate is being found out. */
const LOOK_MS = 500;

interface ResendParts extends RunnerParts {
  readonly resender: Pick<Resender, 'resend' | 'get'>;
  readonly pace: BulkPace;
}

export class BulkRunner extends ItemRunner<BulkItemRow> {
  protected readonly waitsFor = 'resend-interval';
  readonly #resender: ResendParts['resender'];
  readonly #pace: BulkPace;

  constructor({ resender, pace, ...parts }: ResendParts, runId: string) {
    super(parts, runId);
    this.#resender = resender;
    this.#pace = pace;
  }

  protected async prepare(): Promise<void> {
    await this.#pace.load();
    await this.#pace.takeOver();
  }

  protected atWork(): Promise<readonly BulkItemRow[]> {
    return this.context.books.read('bulk.atWork', { runId: this.runId });
  }

  protected async fateOf({ intentId }: BulkItemRow): Promise<TurnMeaning | null> {
    const found = await this.#resender.get(intentId);
    return found === null ? null : meaningOf(await this.#ended(found));
  }

  protected next(now: string) {
    return this.context.books.read('bulk.next', { runId: this.runId, now });
  }

  protected onDone(): Promise<void> {
    return this.#pace.save();
  }

  protected async turn(
    item: BulkItemRow,
    { include, restoredAsOf, startedBy, startedAt }: BulkRunRow,
  ): Promise<TurnMeaning | null> {
    const fact = await this.#factToGo(item);
    if (fact === null || !(await this.taken(item))) return null;
    const { clock } = this.context;
    const begun = clock.monotonic();
    const { invoiceUuid, intentId } = item;
    let isHeld = false;
    const first = await this.#resender.resend({
      invoiceUuid,
      intentId,
      confirmed: false,
      agreed: agreedBy(include),
      by: startedBy,
      askedAt: startedAt,
      knownUntil: restoredAsOf ?? undefined,
      lane: 'visible',
      mayGo: async () => {
        isHeld = !(await this.mayGo());
        return !isHeld;
      },
    });
    const report = await this.#ended(first);
    if (isHeld) {
      await this.putBack(item);
      return null;
    }
    const meaning = meaningOf(report);
    if (report.outcome === 'confirmed') await this.#pace.accepted(fact, intentId, clock.monotonic() - begun);
    if (meaning.kind === 'too-soon') await this.#pace.tooSoon(fact, meaning.waitMs);
    return meaning;
  }

  /** What the pace knows when the item may go now. Null when it has waited: then everything is looked at again. */
  async #factToGo({ invoiceUuid }: BulkItemRow): Promise<IntervalFact | null> {
    const { fact, waitMs } = await this.#pace.before(invoiceUuid);
    if (waitMs > 0) {
      await this.wait('resend-interval', waitMs);
      return null;
    }
    return (await this.hasRoomNow()) ? fact : null;
  }

  /** The report once it does not move any more. */
  async #ended(first: ResendReport): Promise<ResendReport> {
    const { clock, closing } = this.context;
    let report = first;
    while (isOpenOutcome(report.outcome)) {
      await clock.sleep(LOOK_MS, closing);
      report = (await this.#resender.get(report.intentId)) ?? report;
    }
    return report;
  }

  /** A refusal is an answer of the API itself, about this invoice alone. */
  protected async isAnswered({ invoiceUuid }: BulkItemRow): Promise<boolean> {
    const read = await fetchDeliveries(this.context, invoiceUuid, { lane: 'visible', signal: this.context.closing });
    return read.ok || isRefused(read.failure);
  }
}

/** What a person's consent covers; an earlier resend without certainty is never passed over by a run. */
function agreedBy({ delivered, retrying }: RunInclude): readonly ResendWarning[] {
  return [
    ...(delivered ? (['already-delivered'] as const) : []),
    ...(retrying ? (['retries-by-itself-soon'] as const) : []),
  ];
}
