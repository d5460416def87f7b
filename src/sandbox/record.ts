// The sandbox's own record of what really happened, for tests to judge by: no client can see or change it.

export interface RecordSnapshot {
  /** Requests by "METHOD /route", and answers by "METHOD /route STATUS". */
  readonly requests: Readonly<Record<string, number>>;
  readonly answers: Readonly<Record<string, number>>;
  /** Executed resends by invoice uuid: by the API, and by others (dashboard). */
  readonly resends: Readonly<Record<string, number>>;
  readonly foreignResends: Readonly<Record<string, number>>;
  /** Webhooks really sent, by delivery uuid. */
  readonly webhooks: Readonly<Record<string, number>>;
  readonly creates: number;
  /** Creates that returned the existing invoice. */
  readonly repeats: number;
}

export class SandboxRecord {
  readonly #requests = new Map<string, number>();
  readonly #answers = new Map<string, number>();
  readonly #resends = new Map<string, number>();
  readonly #foreign = new Map<string, number>();
  readonly #webhooks = new Map<string, number>();
  #creates = 0;
  #repeats = 0;

  request(route: string): void {
    bump(this.#requests, route);
  }

  answer(route: string, status: number): void {
    bump(this.#answers, `${route} ${status}`);
  }

  resend(invoiceUuid: string, by: string): void {
    if (by !== 'system') bump(by === 'api' ? this.#resends : this.#foreign, invoiceUuid);
  }

  /** A webhook was really sent. */
  webhook(deliveryUuid: string): void {
    bump(this.#webhooks, deliveryUuid);
  }

  /** A create was executed, or found what was there. */
  create(executed: boolean): void {
    if (executed) this.#creates += 1;
    else this.#repeats += 1;
  }

  /** How often the API really executed a resend for this invoice, lost answers included. */
  trueResendCount(invoiceUuid: string): number {
    return this.#resends.get(invoiceUuid) ?? 0;
  }

  /** How often somebody else (the dashboard) did. */
  foreignResendCount(invoiceUuid: string): number {
    return this.#foreign.get(invoiceUuid) ?? 0;
  }

  webhooksSent(deliveryUuid: string): number {
    return this.#webhooks.get(deliveryUuid) ?? 0;
  }

  /** Requests that reached a route such as "GET /external/invoices" ("*" stands for an ident); all of them by default. */
  requestCount(route?: string): number {
    if (route !== undefined) return this.#requests.get(route) ?? 0;
    let sum = 0;
    for (const count of this.#requests.values()) sum += count;
    return sum;
  }

  answerCount(status: number): number {
    let sum = 0;
    for (const [key, count] of this.#answers) if (key.endsWith(` ${status}`)) sum += count;
    return sum;
  }

  get createsExecuted(): number {
    return this.#creates;
  }

  get createsRepeated(): number {
    return this.#repeats;
  }

  /** All counts, for the control route. */
  snapshot(): RecordSnapshot {
    return {
      requests: Object.fromEntries(this.#requests),
      answers: Object.fromEntries(this.#answers),
      resends: Object.fromEntries(this.#resends),
      foreignResends: Object.fromEntries(this.#foreign),
      webhooks: Object.fromEntries(this.#webhooks),
      creates: this.#creates,
      repeats: this.#repeats,
    };
  }
}

function bump(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
