// Waiting callers in five lanes, first come first served; age lifts one over more urgent lanes: nobody starves.
import { type Lane, LANES } from './calls.ts';

/** Every two minutes of waiting count like one lane. */
const LIFT_MS = 120_000;

export interface Waiting {
  readonly enqueuedAt: number;
  lane: Lane;
}

export class LaneQueue<Waiter extends Waiting> {
  readonly #lanes: Readonly<Record<Lane, Waiter[]>> = { click: [], confirm: [], visible: [], check: [], backfill: [] };

  get size(): number {
    return LANES.reduce((sum, lane) => sum + this.#lanes[lane].length, 0);
  }

  add(waiter: Waiter): void {
    const lane = this.#lanes[waiter.lane];
    let index = lane.length;
    // A promoted waiter keeps its age and goes before those who came later.
    while (index > 0 && (lane[index - 1]?.enqueuedAt ?? 0) > waiter.enqueuedAt) index -= 1;
    lane.splice(index, 0, waiter);
  }

  remove(waiter: Waiter): boolean {
    const lane = this.#lanes[waiter.lane];
    const index = lane.indexOf(waiter);
    if (index < 0) return false;
    lane.splice(index, 1);
    return true;
  }

  /** Moves a waiter into another lane. */
  move(waiter: Waiter, lane: Lane): void {
    if (!this.remove(waiter)) return;
    waiter.lane = lane;
    this.add(waiter);
  }

  /** The first of every lane that has one, most urgent first; equals in the order of their coming. */
  heads(now: number): readonly Waiter[] {
    const heads: { waiter: Waiter; rank: number }[] = [];
    for (const [index, lane] of LANES.entries()) {
      const waiter = this.#lanes[lane][0];
      if (waiter === undefined) continue;
      heads.push({ waiter, rank: Math.max(0, index - Math.floor((now - waiter.enqueuedAt) / LIFT_MS)) });
    }
    heads.sort((left, right) => left.rank - right.rank || left.waiter.enqueuedAt - right.waiter.enqueuedAt);
    return heads.map((head) => head.waiter);
  }

  /** Takes everybody out, or those that are meant. */
  drain(isMeant: (waiter: Waiter) => boolean = () => true): readonly Waiter[] {
    const meant = LANES.flatMap((lane) => this.#lanes[lane].filter(isMeant));
    for (const waiter of meant) this.remove(waiter);
    return meant;
  }
}
