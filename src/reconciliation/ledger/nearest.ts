// Pairs of two sorts of points in time, the nearest first, each point once and none further apart than a limit; of equally near ones the earlier
// first point goes first, then the earlier second, then what comes first. Takes the time of sorting.

/** A point in time: milliseconds. */
export interface Timed {
  readonly ms: number;
}

/** Points of one sort at one time; those that are left, and its neighbours among the times that are left. */
interface Stop<One, Other> {
  readonly ms: number;
  readonly ones: One[];
  readonly others: Other[];
  before: Stop<One, Other> | null;
  after: Stop<One, Other> | null;
  isGone: boolean;
}

interface Meeting<One, Other> {
  readonly distance: number;
  readonly one: Stop<One, Other>;
  readonly other: Stop<One, Other>;
}

/** Both in the order that decides among points of the same time. */
export function nearestPairs<One extends Timed, Other extends Timed>(
  ones: readonly One[],
  others: readonly Other[],
  limitMs: number,
): readonly (readonly [One, Other])[] {
  const heap = new Heap<Meeting<One, Other>>(isSooner);
  const meet = (left: Stop<One, Other> | null, right: Stop<One, Other> | null): void => {
    if (left === null || right === null || right.ms - left.ms > limitMs) return;
    const distance = right.ms - left.ms;
    if (left.ones.length > 0 && right.others.length > 0) heap.push({ distance, one: left, other: right });
    else if (left.others.length > 0 && right.ones.length > 0) heap.push({ distance, one: right, other: left });
  };
  let stop = linked(ones, others);
  for (; stop !== null; stop = stop.after) meet(stop, stop.after);
  const pairs: (readonly [One, Other])[] = [];
  for (let next = heap.pop(); next !== null; next = heap.pop()) {
    const { one, other } = next;
    // One of them has met all of its own already; who came to stand beside the other was told then.
    if (one.isGone || other.isGone) continue;
    while (true) {
      const [first, second] = [one.ones.at(-1), other.others.at(-1)];
      if (first === undefined || second === undefined) break;
      pairs.push([first, second]);
      one.ones.pop();
      other.others.pop();
    }
    for (const emptied of [one, other]) {
      if (emptied.ones.length > 0 || emptied.others.length > 0) continue;
      emptied.isGone = true;
      if (emptied.before !== null) emptied.before.after = emptied.after;
      if (emptied.after !== null) emptied.after.before = emptied.before;
      meet(emptied.before, emptied.after);
    }
  }
  return pairs;
}

/** A stop for each sort and time, in order of time; between two sorts of one time there is no distance. */
function linked<One extends Timed, Other extends Timed>(
  ones: readonly One[],
  others: readonly Other[],
): Stop<One, Other> | null {
  const stops: Stop<One, Other>[] = [];
  const add = (ms: number, own: readonly One[], their: readonly Other[]): void => {
    // Taken from the end.
    stops.push({ ms, ones: own.toReversed(), others: their.toReversed(), before: null, after: null, isGone: false });
  };
  for (const [ms, own] of Map.groupBy(ones, (point) => point.ms)) add(ms, own, []);
  for (const [ms, their] of Map.groupBy(others, (point) => point.ms)) add(ms, [], their);
  stops.sort((left, right) => left.ms - right.ms || right.ones.length - left.ones.length);
  for (const [at, stop] of stops.entries()) {
    stop.before = stops[at - 1] ?? null;
    stop.after = stops[at + 1] ?? null;
  }
  return stops[0] ?? null;
}

function isSooner<One, Other>(left: Meeting<One, Other>, right: Meeting<One, Other>): boolean {
  if (left.distance !== right.distance) return left.distance < right.distance;
  return left.one.ms !== right.one.ms ? left.one.ms < right.one.ms : left.other.ms < right.other.ms;
}

/** The least first. */
class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #isLess: (left: Item, right: Item) => boolean;

  constructor(isLess: (left: Item, right: Item) => boolean) {
    this.#isLess = isLess;
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (above === undefined || !this.#isLess(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Item | null {
    const items = this.#items;
    const [top, last] = [items[0], items.pop()];
    if (top === undefined || last === undefined) return null;
    if (items.length > 0) this.#sink(last);
    return top;
  }

  #sink(item: Item): void {
    const items = this.#items;
    let at = 0;
    for (;;) {
      const [left, right] = [items[at * 2 + 1], items[at * 2 + 2]];
      if (left === undefined) break;
      const isRight = right !== undefined && this.#isLess(right, left);
      const child = isRight ? right : left;
      if (!this.#isLess(child, item)) break;
      items[at] = child;
      at = at * 2 + (isRight ? 2 : 1);
    }
    items[at] = item;
  }
}
