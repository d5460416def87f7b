// When the grid draws what a scroll has brought into view: a few rows a frame, so that no frame is long.
import { BeanStub, InfiniteRowModelModule, type Module } from 'ag-grid-community';

/** Milliseconds of a frame for what the library does itself; style, layout and painting of it take about as long again. */
const FRAME_MS = 6;

/** Some thirty cells: what React makes of them, all at once after the frame, takes several times what the library does. */
export const ROWS_A_FRAME = 2;

/** Above zero while a queue draws. */
let drawing = 0;

/** Whether what is built now is one of a few rows of a frame, and not a whole table. */
export function isDrawnInFrames(): boolean {
  return drawing > 0;
}

interface Piece {
  readonly run: () => void;
  readonly row: number;
}

/**
 * Takes the place of the library's service of this name, by its interface: cells of rows (`p1`) come before what only decorates them (`p2`),
 * rows that are gone are taken away last.
 */
class PacedFrames extends BeanStub {
  readonly beanName = 'animationFrameSvc' as const;
  readonly active = true;
  readonly #cells: Piece[] = [];
  readonly #decoration: Piece[] = [];
  readonly #removals: (() => void)[] = [];
  #isAsked = false;
  #goesDown = true;
  #scrollTop = 0;

  setScrollTop(scrollTop: number): void {
    this.#goesDown = scrollTop === 0 || scrollTop >= this.#scrollTop;
    this.#scrollTop = scrollTop;
  }

  createTask(run: () => void, row: number, list: 'p1' | 'p2'): void {
    (list === 'p1' ? this.#cells : this.#decoration).push({ run, row });
    this.schedule();
  }

  addDestroyTask(run: () => void): void {
    this.#removals.push(run);
    this.schedule();
  }

  schedule(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    requestAnimationFrame(() => {
      this.#isAsked = false;
      if (this.isAlive()) this.#draw(FRAME_MS);
    });
  }

  /** Everything at once: somebody asks for a row that has to stand. */
  flushAllFrames(): void {
    this.#draw(Number.POSITIVE_INFINITY);
  }

  isQueueEmpty(): boolean {
    return !this.#isAsked;
  }

  #draw(most: number): void {
    drawing += 1;
    try {
      this.#drawFor(most);
    } finally {
      drawing -= 1;
    }
  }

  #drawFor(most: number): void {
    const begin = performance.now();
    const scroll = this.beans.ctrlsSvc.getScrollFeature();
    const rows = most === Number.POSITIVE_INFINITY ? most : ROWS_A_FRAME;
    const drawn = new Set<number>();
    // One at least, however slow: a queue that never gets shorter would never be drawn.
    do {
      if (scroll.scrollGridIfNeeded()) continue;
      const next = take(this.#cells, this.#goesDown);
      if (next !== undefined) drawn.add(next.row);
      const run = next?.run ?? take(this.#decoration, this.#goesDown)?.run ?? this.#removals.pop();
      if (run === undefined) return;
      run();
    } while (performance.now() - begin < most && drawn.size < rows);
    this.schedule();
  }
}

/** The first row in the direction of the scroll; of one row what was asked for first. There are some dozens at most. */
function take(pieces: Piece[], goesDown: boolean): Piece | undefined {
  let best = 0;
  for (const [index, { row }] of pieces.entries()) {
    const lead = row - (pieces[best]?.row ?? row);
    if (goesDown ? lead < 0 : lead > 0) best = index;
  }
  return pieces.splice(best, 1)[0];
}

/** Registered for the row model of the lists, it stands after the library's own and so in its place. */
export const PacedFramesModule: Module = {
  moduleName: 'AnimationFrame',
  version: InfiniteRowModelModule.version,
  rowModels: ['infinite'],
  beans: [PacedFrames],
};
