// One run of many resends at work: item after item through the Resender, which alone sends. An item's turn is in the
// books before its request is made; what was at work when the console stopped is looked up by its intent and never sent
// anew.
import type { RunStop, RunWait } from '../../../../domain/resend/bulk.ts';
import { isRefused } from '../../../../domain/kernel/failure/failure.ts';
import { isOpenOutcome, type ResendReport, type ResendWarning } from '../../../../domain/resend/resend.ts';
import { DEFAULT_WAIT_MS, type IntervalFact } from '../../../../domain/resend/interval.ts';
import { fromEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { BulkItemRow } from '../../../books/resend/bulk-items.ts';
import type { BulkRunRow, RunInclude, TurnResult } from '../../../books/resend/bulk.ts';
import { backOffMs } from '../../kernel/back-off.ts';
import type { BulkPace } from './pace.ts';
import { meaningOf, type TurnMeaning } from './turn.ts';
import { type JobContext, nowOf } from '../../kernel/context.ts';
import { fetchDeliveries } from '../../records/fetch.ts';
import { Rests } from '../../kernel/rest.ts';
import { hasRoom } from '../budget.ts';
import type { Resender } from '../resend.ts';

/** So many unclear answers in a row, and a person looks first. */
const MAX_UNCLEAR = 3;
/** Turns of one item, however often it is refused as too soon or does not leave this machine. */
const MAX_TURNS = 8;
/** Between two looks at a resend whose fate is being found out. */
const LOOK_MS = 500;
/** Between two looks at the budget. */
const BUDGET_LOOK_MS = 500;
/** Between two looks at how the attempts stand. */
const ATTEMPT_LOOK_MS = 1_000;
const LONGEST_OFFLINE_MS = 60_000;
/** A refusal's wait is given in whole seconds, counted by another clock. */
const DUE_SLACK_MS = 250;

/** What keeps a business from sending: for a person to change, or for the network. */
export interface RunBar {
  readonly stop: RunStop | null;
  readonly isOffline: boolean;
}

export interface RunnerParts {
  readonly context: JobContext;
  readonly resender: Pick<Resender, 'resend' | 'get'>;
  readonly pace: BulkPace;
  readonly bar: () => RunBar;
  /** The run stands differently than before. */
  readonly onChange: (run: BulkRunRow) => void;
  readonly onStop: (stop: RunStop) => Promise<void>;
}

export class BulkRunner {
  readonly #parts: RunnerParts;
  readonly #runId: string;
  /** Failures in a row that say nothing about the item. */
  #failures = 0;
  /** The next item has its turn although reading failed as well. */
  #insists = false;
  #waiting: { readonly for: RunWait; readonly untilMs: number } | null = null;
  readonly #rests: Rests;

  constructor(parts: RunnerParts, runId: string) {
    this.#parts = parts;
    this.#rests = new Rests(parts.context);
    this.#runId = runId;
  }

  /** What it waits for, and for how many milliseconds more. */
  get waiting(): { readonly for: RunWait; readonly ms: number } | null {
    if (this.#waiting === null) return null;
    const left = this.#waiting.untilMs - this.#parts.context.clock.monotonic();
    return { for: this.#waiting.for, ms: Math.max(0, left) };
  }

  /** The run was paused, resumed or cancelled: whatever it waits for, it looks again now. */
  nudge(): void {
    this.#rests.wake();
  }

  /** Works until the run is over, paused or stopped, or the business closes. Throws when the books fail. */
  async work(): Promise<void> {
    const { closing } = this.#parts.context;
    await this.#parts.pace.load();
    await this.#parts.pace.takeOver();
    await this.#lookUp();
    while (!closing.aborted && (await this.#step()));
  }

  /** What an earlier life left at work: an intent that never came to be has its turn before it, any other one has had it. */
  async #lookUp(): Promise<void> {
    const { books } = this.#parts.context;
    for (const item of await books.read('bulk.atWork', { runId: this.#runId })) {
      const found = await this.#parts.resender.get(item.intentId);
      if (found === null) {
        await this.#record(item, { kind: 'again', answer: 'none', intentId: item.intentId, dueAt: null });
        continue;
      }
      const meaning = meaningOf(await this.#fateOf(found));
      // That its answer is unclear is the doing of whoever stopped the console, not of the API.
      await this.#settle(item, meaning.kind === 'ended' ? { kind: 'ended', answer: 'none' } : meaning);
    }
  }

  /** The next thing to do; false when there is nothing more to do now. */
  async #step(): Promise<boolean> {
    const { context, bar, onChange, onStop } = this.#parts;
    const run = await context.books.read('bulk.run', { profileId: context.profileId, runId: this.#runId });
    if (run === null) return false;
    onChange(run);
    if (run.unclear >= MAX_UNCLEAR && (run.state === 'running' || run.state === 'paused')) {
      // From the books, so that it holds also when the console was killed right after the last of them.
      await onStop('unknown-outcomes');
      return false;
    }
    if (run.state !== 'running') return false;
    if (run.counts.waiting === 0 && run.counts.running > 0) {
      // Nothing is left to send: it ends when the attempts have, which the resender sees to.
      await this.#rests.rest(ATTEMPT_LOOK_MS);
      return true;
    }
    const { stop, isOffline } = bar();
    if (stop !== null) {
      await onStop(stop);
      return false;
    }
    const { item, dueAt } = await context.books.read('bulk.next', {
      runId: this.#runId,
      now: nowOf(this.#parts.context),
    });
    if (item !== null) {
      if (isOffline || (this.#failures > 0 && !this.#insists)) await this.#waitForNetwork(item);
      else {
        const fact = await this.#factToGo(item);
        if (fact !== null) await this.#turn(item, run, fact);
      }
      return true;
    }
    if (dueAt === null) {
      await this.#finish();
      return false;
    }
    const why = this.#failures > 0 ? 'offline' : 'resend-interval';
    await this.#wait(why, (toEpochMs(dueAt) ?? 0) - context.clock.now());
    return true;
  }

  async #finish(): Promise<void> {
    const { books, osUser } = this.#parts.context;
    const { run } = await books.write('bulk.move', {
      runId: this.#runId,
      to: 'done',
      osUser,
      at: nowOf(this.#parts.context),
    });
    this.#parts.onChange(run);
    await this.#parts.pace.save();
  }

  /** What the pace knows when the item may go now. Null when it has waited: then everything is looked at again. */
  async #factToGo({ invoiceUuid }: BulkItemRow): Promise<IntervalFact | null> {
    const { fact, waitMs } = await this.#parts.pace.before(invoiceUuid);
    if (waitMs > 0) {
      await this.#wait('resend-interval', waitMs);
      return null;
    }
    if (this.#hasRoom()) return fact;
    const shownMs = this.#parts.context.client.budget().resetSeconds * 1000;
    while (!this.#hasRoom() && (await this.#wait('budget', BUDGET_LOOK_MS, shownMs)));
    return null;
  }

  /** The run shows that it waits for what a resend keeps in hand, and may be paused meanwhile. */
  #hasRoom(): boolean {
    return hasRoom(this.#parts.context.client.budget(), 'visible', 0);
  }

  async #turn(item: BulkItemRow, { include, restoredAsOf }: BulkRunRow, fact: IntervalFact): Promise<void> {
    const { context, pace, resender, onStop } = this.#parts;
    this.#insists = false;
    const place = { runId: this.#runId, position: item.position };
    if (!(await context.books.write('bulk.turn', { ...place, at: nowOf(this.#parts.context) }))) return;
    const begun = context.clock.monotonic();
    const { invoiceUuid, intentId } = item;
    let isHeld = false;
    const first = await resender.resend({
      invoiceUuid,
      intentId,
      confirmed: false,
      agreed: agreedBy(include),
      knownUntil: restoredAsOf ?? undefined,
      lane: 'visible',
      mayGo: async () => {
        isHeld = !(await this.#mayGo());
        return !isHeld;
      },
    });
    const report = await this.#fateOf(first);
    if (isHeld) {
      // Not the item's doing, nor the network's: it stands where it was.
      await this.#record(item, this.#again('none', 0));
      return;
    }
    const meaning = meaningOf(report);
    if (report.outcome === 'confirmed') await pace.accepted(fact, intentId, context.clock.monotonic() - begun);
    if (meaning.kind === 'too-soon') await pace.tooSoon(fact, meaning.waitMs);
    this.#failures = meaning.kind === 'not-sent' ? this.#failures + 1 : 0;
    await this.#settle(item, meaning);
    if (meaning.kind === 'stop') await onStop(meaning.stop);
    else if (meaning.kind === 'not-sent' && meaning.waitMs !== null) await this.#wait('budget', meaning.waitMs);
  }

  /** Just before the request: is the run still wanted, and may the business still send? */
  async #mayGo(): Promise<boolean> {
    const { context, bar } = this.#parts;
    const run = await context.books.read('bulk.run', { profileId: context.profileId, runId: this.#runId });
    return run?.state === 'running' && bar().stop === null;
  }

  /** The report once it does not move any more. */
  async #fateOf(first: ResendReport): Promise<ResendReport> {
    const { context, resender } = this.#parts;
    let report = first;
    while (isOpenOutcome(report.outcome)) {
      await context.clock.sleep(LOOK_MS, context.closing);
      report = (await resender.get(report.intentId)) ?? report;
    }
    return report;
  }

  async #settle(item: BulkItemRow, meaning: TurnMeaning): Promise<void> {
    await this.#record(item, this.#resultOf(item, meaning));
  }

  #resultOf(item: BulkItemRow, meaning: TurnMeaning): TurnResult {
    const turns = item.earlierIntents.length + 1;
    const isLast = turns >= MAX_TURNS;
    switch (meaning.kind) {
      case 'ended':
      case 'skipped':
        return meaning;
      case 'too-soon':
        return isLast ? { kind: 'ended', answer: 'clear' } : this.#again('clear', meaning.waitMs ?? DEFAULT_WAIT_MS);
      case 'not-sent':
        if (isLast) return { kind: 'ended', answer: 'none' };
        // Others go first: perhaps it is this invoice alone. A wait that the API asked for is the whole run's.
        return this.#again('none', meaning.waitMs === null ? backOffMs(turns - 1, LONGEST_OFFLINE_MS) : 0);
      // Whoever resumes the run finds the item where it was.
      case 'stop':
        return this.#again('none', 0);
    }
  }

  #again(answer: 'clear' | 'none', waitMs: number): TurnResult {
    const { clock, ids } = this.#parts.context;
    const dueAt = waitMs === 0 ? null : fromEpochMs(clock.now() + waitMs + DUE_SLACK_MS);
    return { kind: 'again', answer, intentId: ids.uuid(), dueAt };
  }

  async #record({ position }: BulkItemRow, result: TurnResult): Promise<void> {
    const { books } = this.#parts.context;
    const run = await books.write('bulk.settle', {
      runId: this.#runId,
      position,
      result,
      at: nowOf(this.#parts.context),
    });
    this.#parts.onChange(run);
  }

  /**
   * Waits a little, then asks for what the item needs anyway: whoever answers is there. Where only this answer fails while the API is
   * there, nobody can tell the invoice's trouble from the API's: items have their turns, more and more slowly, until those are over.
   */
  async #waitForNetwork({ invoiceUuid }: BulkItemRow): Promise<void> {
    if (!(await this.#wait('offline', backOffMs(this.#failures - 1, LONGEST_OFFLINE_MS)))) return;
    const { context, bar } = this.#parts;
    const read = await fetchDeliveries(context, invoiceUuid, { lane: 'visible', signal: context.closing });
    // A refusal is an answer of the API itself, about this invoice alone.
    const isThere = read.ok || isRefused(read.failure);
    this.#failures = isThere ? 0 : this.#failures + 1;
    this.#insists = !isThere && !bar().isOffline;
  }

  /** True when the time is over, false when somebody has nudged it. `shownMs`: what people are told, where it is more. */
  async #wait(what: RunWait, ms: number, shownMs = ms): Promise<boolean> {
    this.#waiting = { for: what, untilMs: this.#parts.context.clock.monotonic() + shownMs };
    try {
      return await this.#rests.rest(ms);
    } finally {
      this.#waiting = null;
    }
  }
}

/** What a person's consent covers; an earlier resend without certainty is never passed over by a run. */
function agreedBy({ delivered, retrying }: RunInclude): readonly ResendWarning[] {
  return [
    ...(delivered ? (['already-delivered'] as const) : []),
    ...(retrying ? (['retries-by-itself-soon'] as const) : []),
  ];
}
