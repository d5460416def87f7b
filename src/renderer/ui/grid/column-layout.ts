// How a person wants the columns of a list: which, in which order, and how wide. It stands in the address, and so in saved views, or is kept for the screen. Pure.
import type { ChosenColumn, ColumnLayout, SurfaceColumn } from './types.ts';

export const LEAST_WIDTH = 48;
export const MOST_WIDTH = 1_200;
/** Characters of a layout; no list has so many columns. */
const MOST_CHARACTERS = 2_000;

/** "external_id.amount-140.*status"; columns that the list has not are passed over, and null is a text that names none that it has. */
export function readLayout(text: string, keys: readonly string[]): ColumnLayout | null {
  const layout = new Map<string, ChosenColumn>();
  for (const part of text.slice(0, MOST_CHARACTERS).split('.')) {
    const [, kept, key = '', pixels] = /^(\*)?([A-Za-z0-9_]+)(?:-(\d{1,4}))?$/.exec(part) ?? [];
    if (!keys.includes(key) || layout.has(key)) continue;
    layout.set(key, {
      key,
      ...(pixels === undefined ? {} : { width: Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Number(pixels))) }),
      ...(kept === undefined ? {} : { isKept: true }),
    });
  }
  return layout.size === 0 ? null : [...layout.values()];
}

/** The inverse of readLayout. */
export function writeLayout(layout: ColumnLayout): string {
  return layout
    .map(({ key, width, isKept }) => `${isKept === true ? '*' : ''}${key}${width === undefined ? '' : `-${width}`}`)
    .join('.');
}

type Laid = Pick<SurfaceColumn, 'key' | 'width' | 'least' | 'flex' | 'spare' | 'pinned' | 'isSized'>;

/** The columns in that order, then those that were not chosen; a pinned one, by which a row is known, is always the first. */
export function laidOut<Column extends Laid>(columns: readonly Column[], layout: ColumnLayout | null) {
  const chosen = layout ?? columns.map(({ key }): ChosenColumn => ({ key }));
  const rankOf = ({ key, pinned }: Column): number => {
    const at = chosen.findIndex((one) => one.key === key);
    return pinned === undefined ? (at < 0 ? columns.length : at) : at - columns.length;
  };
  const ordered = columns.toSorted((left, right) => rankOf(left) - rankOf(right));
  return {
    columns: ordered.map((column): Column => {
      const { width, isKept = false } = chosen.find(({ key }) => key === column.key) ?? {};
      const sized = width === undefined ? {} : { width: Math.max(width, column.least), flex: 0, isSized: true };
      return { ...column, ...(isKept ? { spare: 0 } : {}), ...sized };
    }),
    unchosen: new Set(ordered.filter((column) => rankOf(column) === columns.length).map(({ key }) => key)),
  };
}
