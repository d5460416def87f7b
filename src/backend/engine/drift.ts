/** What answers showed that the specification does not say, kept in the books: since when, how often. */
import { type Drift, DRIFTS, driftsOf, withDrifts } from '../../domain/support/drift.ts';
import type { ApiAnswer } from '../api/endpoints/calls.ts';
import { driftKey } from '../books/profiles/profiles.ts';
import type { JobContext } from '../jobs/kernel/context.ts';
import { keptPerProfile } from '../jobs/kernel/setting.ts';

const KEPT = keptPerProfile<readonly Drift[]>(driftKey, (value) => DRIFTS.safeParse(value).data ?? null);
/** What only counts on is written so seldom, milliseconds; what is new, at once. */
const WRITE_EVERY_MS = 10 * 60_000;

export class DriftLog {
  readonly #context: Pick<JobContext, 'books' | 'profileId' | 'clock' | 'log'>;
  #known: readonly Drift[] | null = null;
  #writtenMs = Number.NEGATIVE_INFINITY;
  /** One answer after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(context: Pick<JobContext, 'books' | 'profileId' | 'clock' | 'log'>) {
    this.#context = context;
  }

  /** An answer about records of that noun came. Most show nothing, and cost nothing. */
  hear(noun: string, { value, drift, receivedAt }: ApiAnswer<unknown>): void {
    const seen = driftsOf(noun, value, drift);
    if (seen.length === 0) return;
    const { log, profileId } = this.#context;
    this.#turn = this.#turn
      .then(() => this.#add(seen, receivedAt))
      .catch((error: unknown) => log.warn('drift.keep', { profileId, error: String(error) }));
  }

  /** All that was seen, the first seen first. */
  async list(): Promise<readonly Drift[]> {
    await this.#turn;
    return this.#load();
  }

  async #add(seen: ReturnType<typeof driftsOf>, at: string): Promise<void> {
    const before = await this.#load();
    this.#known = withDrifts(before, seen, at);
    const now = this.#context.clock.monotonic();
    if (this.#known.length === before.length && now - this.#writtenMs < WRITE_EVERY_MS) return;
    this.#writtenMs = now;
    await KEPT.write(this.#context, this.#known);
  }

  async #load(): Promise<readonly Drift[]> {
    this.#known ??= (await KEPT.read(this.#context)) ?? [];
    return this.#known;
  }
}
