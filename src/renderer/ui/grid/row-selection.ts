// Which rows of a list are chosen: some, one by one, or all that pass the filters, those that nobody has read too.
import { useCallback, useMemo, useState } from 'react';

/** Chooses the rows, or takes back those that are chosen: decided when it happens, since keys come faster than a screen is drawn. */
export type Picked = 'choose' | 'toggle';

export interface RowSelection<Row> {
  /** The whole filter is chosen, with the rows that nobody has scrolled to. `chosen` is empty then. */
  readonly isAll: boolean;
  /** By id, in the order in which they were chosen. */
  readonly chosen: ReadonlyMap<string, Row>;
  readonly pick: (rows: readonly Row[], how: Picked) => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

interface Held<Row> {
  readonly scope: string;
  readonly isAll: boolean;
  readonly chosen: ReadonlyMap<string, Row>;
}

/** A choice among the rows of one filter of one profile: `scope` names both, and another scope begins with nothing chosen. */
export function useRowSelection<Row>(scope: string, idOf: (row: Row) => string): RowSelection<Row> {
  const [held, setHeld] = useState<Held<Row>>(() => nothing(scope));
  const present = held.scope === scope ? held : nothing<Row>(scope);
  const pick = useCallback(
    (rows: readonly Row[], how: Picked) =>
      setHeld((before) => picked(before.scope === scope ? before : nothing(scope), rows, how, idOf)),
    [scope, idOf],
  );
  const pickAll = useCallback(() => setHeld({ ...nothing<Row>(scope), isAll: true }), [scope]);
  const clear = useCallback(() => setHeld(nothing<Row>(scope)), [scope]);
  const { isAll, chosen } = present;
  return useMemo(() => ({ isAll, chosen, pick, pickAll, clear }), [isAll, chosen, pick, pickAll, clear]);
}

function nothing<Row>(scope: string): Held<Row> {
  return { scope, isAll: false, chosen: new Map() };
}

function picked<Row>(held: Held<Row>, rows: readonly Row[], how: Picked, idOf: (row: Row) => string): Held<Row> {
  // "All but this one" is no filter, so a row is taken out of all only by choosing anew.
  if (held.isAll) return held;
  const chosen = new Map(held.chosen);
  for (const row of rows) {
    const id = idOf(row);
    if (how === 'toggle' && chosen.has(id)) chosen.delete(id);
    else chosen.set(id, row);
  }
  return { ...held, chosen };
}
