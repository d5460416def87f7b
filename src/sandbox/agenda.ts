// What is due when: a binary heap of tasks by instant, ties in the order of entry. It has no clock of its own.

interface Task {
  readonly at: number;
  readonly entry: number;
  readonly run: (at: number) => void;
}

/** A queue of tasks by instant (milliseconds since the epoch). */
export class Agenda {
  readonly #heap: Task[] = [];
  readonly #onEntry: (at: number) => void;
  #entries = 0;

  /** `onEntry` hears of each task that is entered. */
  constructor(onEntry: (at: number) => void = () => undefined) {
    this.#onEntry = onEntry;
  }

  /** The instant of the first task, or undefined when there is none. */
  get next(): number | undefined {
    return this.#heap[0]?.at;
  }

  /** Enters a task; it gets its own instant when it runs, which may lie before "now" when the world catches up. */
  add(at: number, run: (at: number) => void): void {
    const heap = this.#heap;
    const task: Task = { at, entry: this.#entries++, run };
    let i = heap.length;
    heap.push(task);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(task, above)) break;
      heap[i] = above;
      i = parent;
    }
    heap[i] = task;
    this.#onEntry(at);
  }

  /** Runs all tasks due at or before `now`, in order, including those that they add. */
  run(now: number): void {
    for (let next = this.#heap[0]; next !== undefined && next.at <= now; next = this.#heap[0]) {
      this.#pop();
      next.run(next.at);
    }
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let i = 0;
    for (;;) {
      const left = heap[2 * i + 1];
      if (left === undefined) break;
      const right = heap[2 * i + 2];
      const child = right !== undefined && before(right, left) ? right : left;
      if (!before(child, last)) break;
      heap[i] = child;
      i = child === right ? 2 * i + 2 : 2 * i + 1;
    }
    heap[i] = last;
  }
}

function before(a: Task, b: Task): boolean {
  return a.at < b.at || (a.at === b.at && a.entry < b.entry);
}
