// A person goes before the backfill at the writer as well. The gate lets a click overtake at the API; but a page of a
// hundred records keeps the writer busy for longer than a person's single record, which is stored before it is shown.
// So while somebody waits for an answer of the API, pages wait with their storing, for a moment at most. What is
// stored meanwhile crosses them more often so, which harms nothing: only what was here before a page was asked for
// counts beside it (jobs/lists).
import type { ApiClient, CallOptions, Lane } from '../api/calls.ts';
import { deferred } from '../api/deferred.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Clock } from '../ports.ts';

/** Lanes behind which a person waits. */
const PERSONAL: ReadonlySet<Lane> = new Set<Lane>(['click', 'confirm']);
/** Fewer records than this are stored faster than anyone would notice. */
const PAGE_FROM = 10;
/** A page waits no longer, however many click: the backfill goes on, one page a second at the least. */
const LONGEST_WAIT_MS = 1_000;

export interface ClientAndMirror {
  readonly client: ApiClient;
  readonly mirror: Mirror;
}

/** The same client and mirror, polite to whoever waits. */
export function courteous({ client, mirror }: ClientAndMirror, clock: Clock): ClientAndMirror {
  const courtesy = new Courtesy(clock);
  const during = async <Value>({ lane }: CallOptions, ask: () => Promise<Value>): Promise<Value> => {
    if (!PERSONAL.has(lane)) return ask();
    const end = courtesy.begin();
    try {
      return await ask();
    } finally {
      // Whoever asked stores the answer in the same breath; the pages come after that.
      setImmediate(end);
    }
  };
  return {
    client: {
      ...client,
      getInvoice: (ident, options) => during(options, () => client.getInvoice(ident, options)),
      listDeliveries: (uuid, options) => during(options, () => client.listDeliveries(uuid, options)),
      getWithdrawal: (uuid, options) => during(options, () => client.getWithdrawal(uuid, options)),
      resendWebhook: (uuid, options) => during(options, () => client.resendWebhook(uuid, options)),
      createInvoice: (body, options) => during(options, () => client.createInvoice(body, options)),
    },
    mirror: {
      read: mirror.read,
      write: async (name, input) => {
        if (isPage(input)) await courtesy.yield();
        return mirror.write(name, input);
      },
    },
  };
}

function isPage(input: unknown): boolean {
  if (typeof input !== 'object' || input === null || !('records' in input)) return false;
  return Array.isArray(input.records) && input.records.length >= PAGE_FROM;
}

/** Who waits, and who lets them go first. */
export class Courtesy {
  readonly #clock: Clock;
  readonly #pages = new Set<() => void>();
  #people = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Somebody waits, until the returned function is called. */
  begin(): () => void {
    this.#people += 1;
    return () => {
      this.#people -= 1;
      if (this.#people === 0) for (const go of this.#pages) go();
    };
  }

  /** Resolves when nobody waits, or after LONGEST_WAIT_MS. */
  async yield(): Promise<void> {
    if (this.#people === 0) return;
    const { promise, resolve } = deferred<void>();
    const go = (): void => resolve();
    const over = new AbortController();
    this.#pages.add(go);
    this.#clock.sleep(LONGEST_WAIT_MS, over.signal).then(go, () => undefined);
    await promise;
    this.#pages.delete(go);
    over.abort(new Error('gone'));
  }
}
