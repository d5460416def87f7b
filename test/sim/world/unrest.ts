/**
 * What makes lists move under whoever reads them page by page, and leaves the console alone with what it knows: small pages, records that come between two of
 * them, several of one instant, totals that count what no page shows, disputes, answers that do not tell the limit. By the seed. Not here: faults of the line (line.ts).
 */
import { type Stream, streamOf } from '../chance.ts';
import { hasManyPages } from '../scenes/calm.ts';
import type { ServiceReply, ServiceRequest } from './payment-service.ts';

/** A list with no filter, page by page. */
const LIST = /\/external\/(?:invoices|withdrawals)\?/;
const LIMIT_HEADERS = new Set(['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']);
/** Requests of lists for which a total counts too many. */
const PHANTOM_REQUESTS = 6;

/** What can be done to a world. */
export interface Moved {
  /** Another order of now. */
  readonly order: () => void;
  /** A success of the past is credited otherwise; `choice`: which one, as a fraction. */
  readonly dispute: (choice: number) => void;
}

export class Unrest {
  /** Items of a page at most, whatever was asked for. */
  readonly pageSize: number;
  /** Lists have many pages, and the old ones come first, whatever the order of this world. */
  readonly isOldestFirst: boolean;
  /** Answers say nothing of the limit of requests. */
  readonly isLimitHidden: boolean;
  readonly #chance: Stream;
  readonly #comes: number;
  readonly #disputes: number;
  readonly #phantoms: number;
  #phantom = 0;
  #isStill = false;

  constructor(seed: number) {
    const chance = streamOf(seed, 'unrest');
    this.#chance = chance;
    const pageSize = chance.pick([100, 100, 40, 15, 7]);
    this.isOldestFirst = hasManyPages(seed);
    this.pageSize = this.isOldestFirst ? 7 : pageSize;
    this.isLimitHidden = chance.is(0.25);
    this.#comes = chance.pick([0, 0.05, 0.15]);
    this.#disputes = chance.pick([0.004, 0.015]);
    this.#phantoms = chance.pick([0, 0, 0.01, 0.04]);
  }

  /** Nothing happens before the next request. */
  holdStill(): void {
    this.#isStill = true;
  }

  /** Something happens just before a request of now is answered. Answers by how much its total is too large. */
  before({ method, path }: ServiceRequest, world: Moved): number {
    if (method !== 'GET' || !LIST.test(path)) return 0;
    const isStill = this.#isStill;
    this.#isStill = false;
    if (isStill) return 0;
    const chance = this.#chance;
    if (chance.is(this.#comes)) {
      world.order();
      if (chance.is(0.3)) world.order();
    }
    if (chance.is(this.#disputes)) world.dispute(chance.next());
    if (this.#phantom > 0) this.#phantom -= 1;
    else if (chance.is(this.#phantoms)) this.#phantom = PHANTOM_REQUESTS;
    return this.#phantom > 0 ? 1 : 0;
  }

  /** What of an answer arrives. */
  after(reply: ServiceReply): ServiceReply {
    if (!this.isLimitHidden) return reply;
    const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !LIMIT_HEADERS.has(name)));
    return { ...reply, headers };
  }
}
