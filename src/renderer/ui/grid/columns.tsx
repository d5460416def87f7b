// The columns that lists are made of: names, texts, moments and amounts, each with its whole text for tooltip and copy.
import type { ReactNode } from 'react';
import { cellText } from '../text/foreign-text.tsx';
import { InstantText } from '../text/instant-text.tsx';
import { MoneyText, moneyWords } from '../text/money-text.tsx';
import type { GridColumn } from './types.ts';

type More<Row, Field extends string> = Partial<Omit<GridColumn<Row, Field>, 'key' | 'title' | 'render'>>;

type Maker<Row, Field extends string, Picked = string | null, Look = More<Row, Field>> = (
  key: string,
  title: string,
  pick: (row: Row) => Picked,
  more?: Look,
) => GridColumn<Row, Field>;

interface MoneyMore<Row, Field extends string> extends More<Row, Field> {
  /** What it is in, which says how many decimals are shown; a token unless said. */
  readonly unit?: string | ((row: Row) => string | null);
  /** The code of its currency behind each amount, all of them under one another. */
  readonly code?: (row: Row) => string | null;
  /** The unit behind each amount. */
  readonly hasUnit?: boolean;
  readonly sign?: boolean;
  /** The words for an amount that is not there; a dash by default. */
  readonly missing?: string;
}

/** What the columns of a list are made with. */
export interface GridMakers<Row, Field extends string> {
  readonly cell: (
    key: string,
    title: string,
    draw: (row: Row) => ReactNode,
    more: More<Row, Field> & Pick<Required<GridColumn<Row, Field>>, 'text'>,
  ) => GridColumn<Row, Field>;
  readonly name: Maker<Row, Field>;
  readonly text: Maker<Row, Field>;
  readonly moment: Maker<Row, Field>;
  readonly money: Maker<Row, Field, string | null, MoneyMore<Row, Field>>;
}

/** The columns of a list, each as wide as what it holds. Where there is not room for all, those with the highest `spare` go first. */
export function gridColumns<Row, Field extends string = never>(
  make: (makers: GridMakers<Row, Field>) => readonly GridColumn<Row, Field>[],
): readonly GridColumn<Row, Field>[] {
  const worded =
    (draw: (text: string | null) => ReactNode): Maker<Row, Field> =>
    (key, title, pick, more) => ({ key, title, width: 112, render: (row) => draw(pick(row)), text: pick, ...more });
  return make({
    cell: (key, title, render, more) => ({ key, title, width: 112, render, ...more }),
    name: worded((text) => <span className="mc-cell-key">{cellText(text)}</span>),
    text: worded((text) => cellText(text)),
    moment: worded((value) => <InstantText value={value} short />),
    money: (key, title, pick, { unit, code, hasUnit = false, sign = false, missing, ...more } = {}) => {
      const unitOf = (row: Row): string => (typeof unit === 'function' ? (unit(row) ?? '') : (unit ?? 'USDT'));
      const behind = (row: Row): string => (code === undefined ? (hasUnit ? unitOf(row) : '') : (code(row) ?? ''));
      const room = (row: Row): string =>
        code !== undefined ? asFigures(behind(row)) : behind(row) === '' ? '' : ` ${behind(row)} `;
      return {
        key,
        title,
        align: 'end',
        width: 104,
        measure: (row) => `${sign ? '+' : ''}${moneyWords(pick(row), unitOf(row), false)}${room(row)}`,
        render: (row) => (
          <>
            <MoneyText
              value={pick(row)}
              unit={unitOf(row) || undefined}
              currency={hasUnit && unitOf(row) !== '' ? cellText(unitOf(row), 16) : undefined}
              sign={sign}
              {...(missing === undefined ? {} : { missing })}
            />
            {code === undefined ? null : (
              <span className="mc-cell-code">{pick(row) === null ? '' : cellText(code(row), 8)}</span>
            )}
          </>
        ),
        text: pick,
        ...(code === undefined && !hasUnit ? {} : { behind }),
        ...more,
      };
    },
  });
}

/** At least as wide, in figures, as the code of a currency in the room it has to itself. */
const asFigures = (code: string): string => '0'.repeat(Math.max(5, code.slice(0, 8).length + 3));
