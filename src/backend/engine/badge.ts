/**
 * How many news nobody has looked at yet, on the mark of the program's icon. In memory: a console that starts has only what still waits to be
 * told (digest.ts). Not here: what is news (backend/jobs/news).
 */

/** A mark says no more. */
const MOST = 9_999;

export class Badge {
  readonly #show: (count: number) => void;
  #count = 0;

  /** `show` is the shell's; it may answer by `looked` at once, when a window is in front. */
  constructor(show: (count: number) => void) {
    this.#show = show;
  }

  /** So many news came. */
  add(news: number): void {
    this.#set(Math.min(MOST, this.#count + news));
  }

  /** A person looks at the console: there is nothing left that nobody has seen. */
  looked(): void {
    this.#set(0);
  }

  #set(count: number): void {
    if (count === this.#count) return;
    this.#count = count;
    this.#show(count);
  }
}
