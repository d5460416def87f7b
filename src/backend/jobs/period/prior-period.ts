// Keeps what has changed in closed periods: one comparison at a time, when anything was written since the last.
import type { Failure } from '../../../domain/kernel/failure/failure.ts';
import { fieldOf } from '../../../domain/kernel/fields.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import { comparedKey } from '../../books/profiles/profiles.ts';
import type { JobContext } from '../kernel/context.ts';
import { atMost } from '../kernel/rest.ts';
import type { Reports } from '../kernel/reports.ts';
import { keptPerProfile } from '../kernel/setting.ts';

/** A screen waits so long for a comparison; what it finds later is announced. Milliseconds. */
const SCREEN_WAITS_MS = 3_000;
/** Screens have compared again after so many times the duration of the last comparison: at most one part in so many of the time. */
const SHARE_OF_TIME = 5;

const COMPARED = keptPerProfile(comparedKey, comparedIn);

export class PriorPeriod {
  readonly #context: JobContext;
  readonly #reports: Pick<Reports, 'run'>;
  readonly #serverNow: () => number;
  readonly #bar: () => Failure | null;
  #running: Promise<void> | null = null;
  /** What was compared last, as the mirror and the closes were. */
  #compared: string | null = null;
  /** On the monotonic clock: until then no screen has it compared again. */
  #notBefore = Number.NEGATIVE_INFINITY;

  /** `bar`: why nothing may be read from the mirror as this business's own, or null. */
  constructor(context: JobContext, reports: Pick<Reports, 'run'>, serverNow: () => number, bar: () => Failure | null) {
    this.#context = context;
    this.#reports = reports;
    this.#serverNow = serverNow;
    this.#bar = bar;
  }

  /** The server's time of the last comparison; null before the first. */
  async comparedAt(): Promise<string | null> {
    return (await COMPARED.read(this.#context))?.at ?? null;
  }

  /**
   * Appends what has changed since the last comparison; resolves at once when nothing was written since, and when the mirror is not this
   * business's own. Who comes while one runs waits for it. Rejects with FailureError `cancelled` when a person ends it or the business closes.
   */
  async compare(): Promise<void> {
    if (this.#running !== null) return this.#running;
    const { books, mirror, profileId } = this.#context;
    const holding = await books.read('closes.holding', { profileId });
    if (holding === '' || this.#bar() !== null) return;
    const version = `${await mirror.read('version', {})} ${holding}`;
    if (version === this.#compared) return;
    this.#running ??= this.#compare(version).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /**
   * The same, but what was begun before does not count: it may have looked at an older mirror. For a close, whose statement is to have all that
   * was written until it was asked for.
   */
  async compareFromNow(): Promise<void> {
    await this.#running?.catch(() => undefined);
    return this.compare();
  }

  /** The same for a screen that is looked at: not too often, and it does not wait for long. Rejects as `compare` does within that time. */
  async refresh(): Promise<void> {
    const { clock } = this.#context;
    if (clock.monotonic() < this.#notBefore) return;
    await atMost(clock, SCREEN_WAITS_MS, this.compare());
  }

  async #compare(version: string): Promise<void> {
    const { profileId, closing, clock } = this.#context;
    const begun = clock.monotonic();
    const serverNow = fromEpochMs(this.#serverNow());
    let appended = 0;
    const onTaken = (count: number): void => void (appended += count);
    const rows = { into: { to: 'adjustments', profileId }, onTaken } as const;
    await this.#reports.run({ kind: 'prior-period', profileId, serverNow }, { signal: closing, rows });
    await COMPARED.write(this.#context, { at: serverNow });
    this.#compared = version;
    this.#notBefore = clock.monotonic() + (clock.monotonic() - begun) * SHARE_OF_TIME;
    if (appended > 0) this.#context.announce({ kind: 'books', profileId, kinds: ['periods'] });
  }
}

/** When the last comparison was made; what cannot be read counts as none, and all is compared again. */
function comparedIn(value: unknown): { readonly at: string } | null {
  const at = fieldOf(value, 'at');
  return typeof at === 'string' ? { at } : null;
}
