// Which deliveries have newly failed: last attempts since the console saw the business first, each told once.
import type { FailedDelivery } from '../../../domain/news/notice.ts';
import { fromEpochMs } from '../../../domain/kernel/time/time.ts';
import type { FailuresInput } from '../../mirror/webhooks/delivery-list/answers.ts';
import type { JobContext } from '../kernel/context.ts';

/** No message carries more. */
const MOST_ROWS = 1_000;
/** Answers may arrive so much later than they were dated; what is looked at twice is told once. */
const OVERLAP_MS = 10 * 60_000;
/** Further off than this the clock was put to another time meanwhile, and everything is looked through. */
const JUMP_MS = 60_000;
/** Hosts that are named or counted. */
const MOST_HOSTS = 100;

export interface NewFailures {
  readonly count: number;
  readonly hosts: readonly (string | null)[];
  readonly first: FailedDelivery;
}

interface Taken extends Omit<NewFailures, 'first'> {
  readonly first: FailedDelivery | null;
}
const NOTHING: Taken = { count: 0, hosts: [], first: null };

export class FailureNews {
  readonly #context: JobContext;
  readonly #serverNow: () => number;
  /** When was looked last: by the server's clock, and by one that never jumps. */
  #last: { readonly server: number; readonly monotonic: number } | null = null;

  /** What was taken and not answered yet, because a later page could not be read. */
  #taken: Taken = NOTHING;

  /** `serverNow`: the server's clock, milliseconds since the epoch. */
  constructor(context: JobContext, serverNow: () => number) {
    this.#context = context;
    this.#serverNow = serverNow;
  }

  /** What failed after `since` (ISO UTC) and nobody was told; from now on it counts as told. Null when there is none. Rejects as the files do. */
  async take(since: string): Promise<NewFailures | null> {
    const look = { server: this.#serverNow(), monotonic: this.#context.clock.monotonic() };
    const readSince = this.#readSince(look);
    let after: FailuresInput['after'] = null;
    do after = await this.#takePage({ since, readSince, after, limit: MOST_ROWS });
    while (after !== null);
    this.#last = look;
    const taken = this.#taken;
    this.#taken = NOTHING;
    return taken.first === null ? null : { ...taken, first: taken.first };
  }

  async #takePage(input: FailuresInput): Promise<FailuresInput['after']> {
    const { books, mirror, profileId } = this.#context;
    const rows = await mirror.read('deliveryList.failedSince', input);
    if (rows.length === 0) return null;
    const deliveries = rows.map(({ deliveryUuid }) => deliveryUuid);
    const fresh = new Set(await books.write('news.failures', { profileId, deliveries }));
    const told = rows.filter(({ deliveryUuid }) => fresh.has(deliveryUuid));
    this.#taken = {
      count: this.#taken.count + told.length,
      hosts: [...new Set([...this.#taken.hosts, ...told.map(({ host }) => host)])].slice(0, MOST_HOSTS),
      first: this.#taken.first ?? told[0] ?? null,
    };
    return rows.length < MOST_ROWS ? null : (rows.at(-1) ?? null);
  }

  /** Only what was read since the last look, unless this run has not looked yet or the clock has jumped. */
  #readSince(look: { readonly server: number; readonly monotonic: number }): string | null {
    const last = this.#last;
    if (last === null) return null;
    const hasJumped = Math.abs(look.server - last.server - (look.monotonic - last.monotonic)) > JUMP_MS;
    return hasJumped ? null : fromEpochMs(last.server - OVERLAP_MS);
  }
}
