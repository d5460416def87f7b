// One run at work, item after item, whatever it does with them. An item's turn is in the books before its request is made; what was at work when the
// console stopped is found out by its intent and never sent anew.
import type { ItemCounts, RunStop, RunWait } from '../../../../domain/resend/bulk.ts';
import { DEFAULT_WAIT_MS } from '../../../../domain/resend/interval.ts';
import { fromEpochMs, toEpochMs } from '../../../../domain/kernel/time/time.ts';
import type { BulkRunRow, TurnResult } from '../../../books/resend/bulk.ts';
import { backOffMs } from '../../kernel/back-off.ts';
import { type JobContext, nowOf } from '../../kernel/context.ts';
import { Rests } from '../../kernel/rest.ts';
import { hasRoom } from '../budget.ts';
import type { TurnMeaning } from './turn.ts';

/** So many unclear answers in a row, and a person looks first. */
const MAX_UNCLEAR = 3;
/** Turns of one item, however often it is refused as too soon or does not leave this machine. */
const MAX_TURNS = 8;
/** Between two looks at the budget. */
const BUDGET_LOOK_MS = 500;
/** Between two looks at how the attempts stand. */
const ATTEMPT_LOOK_MS = 1_000;
export const LONGEST_OFFLINE_MS = 60_000;
/** A refusal's wait is given in whole seconds, counted by another clock. */
const DUE_SLACK_MS = 250;

/** What keeps a business from sending: for a person to change, or for the network. */
export interface RunBar {
  readonly stop: RunStop | null;
  readonly isOffline: boolean;
}

/** What a run tells whoever looks after it. */
export interface RunTold {
  /** The run stands differently than before. */
  readonly onChange: (run: BulkRunRow) => void;
  readonly onStop: (stop: RunStop) => Promise<void>;
}

export interface RunnerParts extends RunTold {
  readonly context: JobContext;
  readonly bar: () => RunBar;
}

export interface TurnItem {
  readonly position: number;
  readonly intentId: string;
  readonly earlierIntents: readonly string[];
}

export abstract class ItemRunner<Item extends TurnItem> {
  protected readonly context: JobContext;
  protected readonly runId: string;
  readonly #parts: RunnerParts;
  /** Failures in a row that say nothing about the item. */
  #failures = 0;
  /** The next item has its turn although reading failed as well. */
  #insists = false;
  #waiting: { readonly for: RunWait; readonly untilMs: number } | null = null;
  #wish = new AbortController();
  readonly #rests: Rests;

  constructor(parts: RunnerParts, runId: string) {
    this.#parts = parts;
    this.context = parts.context;
    this.#rests = new Rests(parts.context);
    this.runId = runId;
  }

  /** What it waits for, and for how many milliseconds more. */
  get waiting(): { readonly for: RunWait; readonly ms: number } | null {
    if (this.#waiting === null) return null;
    const left = this.#waiting.untilMs - this.context.clock.monotonic();
    return { for: this.#waiting.for, ms: Math.max(0, left) };
  }

  /** The run was paused, resumed or cancelled: whatever it waits for, it looks again now. */
  nudge({ state }: Pick<BulkRunRow, 'state'>): void {
    if (state !== 'running') this.#wish.abort(new Error('the run is not wanted'));
    else if (this.#wish.signal.aborted) this.#wish = new AbortController();
    this.#rests.wake();
  }

  /** Aborts once the run is not wanted any more. Taken anew for every turn. */
  protected get unwanted(): AbortSignal {
    return this.#wish.signal;
  }

  /** Works until the run is over, paused or stopped, or the business closes. Throws when the books fail. */
  async work(): Promise<void> {
    const { closing } = this.context;
    await this.prepare();
    await this.#lookUp();
    while (!closing.aborted && (await this.#step()));
  }

  /** What has to be known before the first item. */
  protected abstract prepare(): Promise<void>;
  protected abstract atWork(): Promise<readonly Item[]>;
  /** What became of an item's intent, once it does not move any more; null: it never came to be. */
  protected abstract fateOf(item: Item): Promise<TurnMeaning | null>;
  protected abstract next(now: string): Promise<{ readonly item: Item | null; readonly dueAt: string | null }>;
  /** The turn of an item: whatever is to be waited for, then the request. Null: it was not its turn after all. */
  protected abstract turn(item: Item, run: BulkRunRow): Promise<TurnMeaning | null>;
  /** Asks for what the item needs anyway: whoever answers is there. */
  protected abstract isAnswered(item: Item): Promise<boolean>;
  protected abstract readonly waitsFor: RunWait;
  protected abstract onDone(): Promise<void>;

  /** What an earlier life left at work: an intent that never came to be has its turn before it, any other one has had it. */
  async #lookUp(): Promise<void> {
    for (const item of await this.atWork()) {
      const meaning = await this.fateOf(item);
      if (meaning === null) {
        await this.#record(item, { kind: 'again', answer: 'none', intentId: item.intentId, dueAt: null });
        continue;
      }
      // That its answer is unclear is the doing of whoever stopped the console, not of the API.
      await this.#settle(item, meaning.kind === 'ended' ? { kind: 'ended', answer: 'none' } : meaning);
    }
  }

  /** The next thing to do; false when there is nothing more to do now. */
  async #step(): Promise<boolean> {
    const { context } = this;
    const { bar, onChange, onStop } = this.#parts;
    const run = await context.books.read('bulk.run', { profileId: context.profileId, runId: this.runId });
    if (run === null) return false;
    onChange(run);
    if (run.unclear >= MAX_UNCLEAR && (run.state === 'running' || run.state === 'paused')) {
      // From the books, so that it holds also when the console was killed right after the last of them.
      await onStop('unknown-outcomes');
      return false;
    }
    if (run.state !== 'running') return false;
    if (isAllSent(run.counts)) {
      // Nothing is left to send: it ends when the attempts have, which the resender sees to.
      await this.#rests.rest(ATTEMPT_LOOK_MS);
      return true;
    }
    const { stop, isOffline } = bar();
    if (stop !== null) {
      await onStop(stop);
      return false;
    }
    const { item, dueAt } = await this.next(nowOf(context));
    if (item !== null) {
      if (isOffline || (this.#failures > 0 && !this.#insists)) await this.#waitForNetwork(item);
      else await this.#take(item, run);
      return true;
    }
    if (dueAt === null) {
      await this.#finish();
      return false;
    }
    await this.wait(this.#failures > 0 ? 'offline' : this.waitsFor, (toEpochMs(dueAt) ?? 0) - context.clock.now());
    return true;
  }

  async #finish(): Promise<void> {
    const { books } = this.context;
    const moved = { runId: this.runId, to: 'done', at: nowOf(this.context) } as const;
    const { run } = await books.write('bulk.move', moved);
    this.#parts.onChange(run);
    await this.onDone();
  }

  async #take(item: Item, run: BulkRunRow): Promise<void> {
    const meaning = await this.turn(item, run);
    if (meaning === null) return;
    this.#failures = meaning.kind === 'not-sent' ? this.#failures + 1 : 0;
    await this.#settle(item, meaning);
    if (meaning.kind === 'stop') await this.#parts.onStop(meaning.stop);
    else if (meaning.kind === 'not-sent' && meaning.waitMs !== null) await this.wait('budget', meaning.waitMs);
  }

  /** The books have it that its request may be made. */
  protected taken({ position }: Item): Promise<boolean> {
    this.#insists = false;
    return this.context.books.write('bulk.turn', { runId: this.runId, position, at: nowOf(this.context) });
  }

  /** Just before the request: is the run still wanted, and may the business still send? */
  protected async mayGo(): Promise<boolean> {
    const { books, profileId } = this.context;
    const run = await books.read('bulk.run', { profileId, runId: this.runId });
    return run?.state === 'running' && this.#parts.bar().stop === null;
  }

  /** True when there is room for a request now; the run shows that it waits for it, and may be paused meanwhile. */
  protected async hasRoomNow(): Promise<boolean> {
    if (this.#hasRoom()) return true;
    const shownMs = this.context.client.budget().resetSeconds * 1000;
    while (!this.#hasRoom() && (await this.wait('budget', BUDGET_LOOK_MS, shownMs)));
    return false;
  }

  #hasRoom(): boolean {
    return hasRoom(this.context.client.budget(), 'visible', 0);
  }

  /** Not the item's doing, nor the network's: it stands where it was. */
  protected async putBack(item: Item): Promise<void> {
    await this.#record(item, this.#again('none', 0));
  }

  async #settle(item: Item, meaning: TurnMeaning): Promise<void> {
    await this.#record(item, this.#resultOf(item, meaning));
  }

  #resultOf(item: Item, meaning: TurnMeaning): TurnResult {
    const turns = item.earlierIntents.length + 1;
    const isLast = turns >= MAX_TURNS;
    switch (meaning.kind) {
      case 'ended':
      case 'skipped':
        return meaning;
      case 'too-soon':
        return isLast ? { kind: 'ended', answer: 'clear' } : this.#again('clear', meaning.waitMs ?? DEFAULT_WAIT_MS);
      case 'held':
        return isLast
          ? { kind: 'ended', answer: 'clear' }
          : { ...this.#again('clear', meaning.waitMs), holdsCustomer: true };
      case 'not-sent':
        if (isLast) return { kind: 'ended', answer: 'none' };
        // Others go first: perhaps it is this invoice alone. A wait that the API asked for is the whole run's.
        return this.#again('none', meaning.waitMs === null ? backOffMs(turns - 1, LONGEST_OFFLINE_MS) : 0);
      // Whoever resumes the run finds the item where it was.
      case 'stop':
        return this.#again('none', 0);
    }
  }

  #again(answer: 'clear' | 'none', waitMs: number): Extract<TurnResult, { kind: 'again' }> {
    const { clock, ids } = this.context;
    const dueAt = waitMs === 0 ? null : fromEpochMs(clock.now() + waitMs + DUE_SLACK_MS);
    return { kind: 'again', answer, intentId: ids.uuid(), dueAt };
  }

  async #record({ position }: Item, result: TurnResult): Promise<void> {
    const settled = { runId: this.runId, position, result, at: nowOf(this.context) };
    this.#parts.onChange(await this.context.books.write('bulk.settle', settled));
  }

  /**
   * Waits a little, then asks whoever answers. Where only this answer fails while the API is there, nobody can tell the invoice's trouble
   * from the API's: items have their turns, more and more slowly, until those are over.
   */
  async #waitForNetwork(item: Item): Promise<void> {
    if (!(await this.wait('offline', backOffMs(this.#failures - 1, LONGEST_OFFLINE_MS)))) return;
    const isThere = await this.isAnswered(item);
    this.#failures = isThere ? 0 : this.#failures + 1;
    this.#insists = !isThere && !this.#parts.bar().isOffline;
  }

  /** True when the time is over, false when somebody has nudged it. `shownMs`: what people are told, where it is more. */
  protected async wait(what: RunWait, ms: number, shownMs = ms): Promise<boolean> {
    this.#waiting = { for: what, untilMs: this.context.clock.monotonic() + shownMs };
    try {
      return await this.#rests.rest(ms);
    } finally {
      this.#waiting = null;
    }
  }
}

function isAllSent({ waiting, running }: ItemCounts): boolean {
  return waiting === 0 && running > 0;
}
