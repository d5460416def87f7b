// Where the drawing of a picture lies in its place, which the link over it follows; and what it is handed. Pure.
import type { MarkLook, Pane } from './marks.tsx';

/** Pixels of the axis before the first bucket, "999.5k" whole, and of what is left behind the last. */
export const [AXIS, MARGIN] = [56, 6];

export interface Tick {
  readonly at: number;
  readonly words: string;
}

/** A pane with its levels in the order of the buckets. */
export interface DrawnPane extends Omit<Pane<never>, 'marks'> {
  readonly ticks: readonly Tick[];
  readonly marks: readonly {
    readonly look: MarkLook;
    /** Among the marks of all panes. */
    readonly place: number;
    readonly levels: readonly (number | readonly [from: number, to: number] | null)[];
  }[];
}
