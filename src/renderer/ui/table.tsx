// The one small table of the house; amounts are exact in tooltip, on paper and when they are copied. Lists of any length are the grid's.
import { Anchor, Box, Table as MantineTable, Text } from '@mantine/core';
import { type ClipboardEvent, Fragment, type ReactNode } from 'react';
import { mostDecimals } from '../../domain/kernel/money/parts.ts';
import { addMoney } from '../../domain/kernel/money/money.ts';
import { MoneyText } from './text/money-text.tsx';
import { Panel } from './frame/page-frame.tsx';
import { PageTurn, type PageTurnProps } from './frame/page-turn.tsx';
import { hashHref } from './window/route.ts';
import { grouped } from './text/writing.ts';

interface CellLook {
  /** Shown when the pointer rests on the title. */
  readonly hint?: string | undefined;
  /** Pixels that it has at least. */
  readonly miw?: number;
}

export interface TableColumn<Row> extends CellLook {
  readonly head: ReactNode;
  /** Figures stand at the end of their cell, in one line. */
  readonly isFigure: boolean;
  readonly draw: (row: Row, rows: readonly Row[]) => ReactNode;
  /** What stands below all rows. */
  readonly foot: ((rows: readonly Row[]) => ReactNode) | null;
}

export interface ColumnMakers<Row> {
  readonly cell: (head: ReactNode, draw: (row: Row) => ReactNode, look?: CellMaking) => TableColumn<Row>;
  readonly money: (head: ReactNode, pick: (row: Row) => string | null, look?: MoneyLook<Row>) => TableColumn<Row>;
  readonly count: (head: ReactNode, pick: (row: Row) => number, look?: CountLook<Row>) => TableColumn<Row>;
}

interface CellMaking extends CellLook {
  readonly foot?: ReactNode;
  readonly isFigure?: boolean;
}

/** A cell of its own making; `foot` stands in the row of totals. */
function cell<Row>(head: ReactNode, draw: (row: Row) => ReactNode, look: CellMaking = {}): TableColumn<Row> {
  const { foot, isFigure = false, ...rest } = look;
  return { head, draw, isFigure, foot: foot === undefined ? null : () => foot, ...rest };
}

interface MoneyLook<Row> extends CellLook {
  readonly sign?: boolean | ((row: Row) => boolean);
  /** The words for an amount that is not there; a dash by default. */
  readonly missing?: string | ((row: Row) => string | undefined);
  /** What it is in, which says how many decimals are shown; without it all are, their points under one another. */
  readonly unit?: string | ((row: Row) => string | undefined);
  /** Shown behind each amount. */
  readonly currency?: (row: Row) => string | undefined;
  /** The exact sum below: of the rows, or as the engine gives it. */
  readonly sum?: true | (() => ReactNode);
  readonly under?: (row: Row) => ReactNode;
  readonly link?: (row: Row) => string | null;
}

/** A column of amounts; each is exact in its tooltip, on paper and in what is copied of it. */
function money<Row>(head: ReactNode, pick: (row: Row) => string | null, look: MoneyLook<Row> = {}): TableColumn<Row> {
  const { unit, currency, sum, under, link, sign = false, missing = '—', ...rest } = look;
  const unitOf = (row: Row | undefined): string | undefined =>
    typeof unit === 'function' ? (row === undefined ? undefined : unit(row)) : unit;
  const amount = (value: string | null, row: Row | undefined, rows: readonly Row[]): ReactNode => (
    <span data-exact={value ?? undefined}>
      <MoneyText
        value={value}
        unit={unitOf(row)}
        decimals={value === null || unitOf(row) !== undefined ? 0 : mostDecimals(rows.map(pick))}
        currency={row === undefined || value === null ? undefined : currency?.(row)}
        sign={typeof sign === 'function' ? row !== undefined && sign(row) : sign}
        missing={(typeof missing === 'function' ? row !== undefined && missing(row) : missing) || '—'}
        onPaper
      />
    </span>
  );
  return {
    head,
    isFigure: true,
    draw: (row, rows) => (
      <>
        <Linked href={link?.(row) ?? null}>{amount(pick(row), row, rows)}</Linked>
        <Under>{under?.(row)}</Under>
      </>
    ),
    foot:
      sum === undefined
        ? null
        : sum === true
          ? (rows) =>
              amount(
                rows.reduce((all, row) => addMoney(all, pick(row) ?? '0'), '0'),
                rows[0],
                rows,
              )
          : sum,
    ...rest,
  };
}

interface CountLook<Row> extends CellLook {
  readonly sum?: boolean;
  /** The address of what is counted; null where there is none. Of the sum: `sumLink`. */
  readonly link?: (row: Row) => string | null;
  readonly sumLink?: string;
  /** Pressed instead of a link, under this name. */
  readonly press?: { readonly name: (row: Row) => string; readonly run: (row: Row) => void };
  /** The count in other words: "812 invoices"; null where a row has none. */
  readonly words?: (row: Row) => ReactNode;
  readonly under?: (row: Row) => ReactNode;
}

/** A column of whole numbers; one that counts nothing opens nothing. */
function count<Row>(head: ReactNode, pick: (row: Row) => number, look: CountLook<Row> = {}): TableColumn<Row> {
  const { sum = false, link, sumLink, press, words, under, ...rest } = look;
  return {
    head,
    isFigure: true,
    draw: (row) => {
      const number = pick(row);
      const said = words?.(row);
      const text = said === undefined ? grouped(number) : said;
      return (
        <>
          {number !== 0 && press !== undefined ? (
            <Anchor
              component="button"
              type="button"
              inherit
              aria-label={`${press.name(row).slice(0, 120)}, ${grouped(number)}`}
              onClick={() => press.run(row)}
            >
              {text}
            </Anchor>
          ) : (
            <Linked href={number === 0 ? null : (link?.(row) ?? null)} isQuiet={number === 0}>
              {text}
            </Linked>
          )}
          <Under>{under?.(row)}</Under>
        </>
      );
    },
    foot: sum
      ? (rows) => <Linked href={sumLink ?? null}>{grouped(rows.reduce((all, row) => all + pick(row), 0))}</Linked>
      : null,
    ...rest,
  };
}

/** How much a row weighs: a total, a sum with a rule above it, a part of the row before, one that is in no sum, or the chosen one. */
export type RowLook = 'total' | 'sum' | 'part' | 'aside' | 'chosen';

const LOOKS = {
  total: { bg: 'var(--mc-sunken)', fw: 600 },
  sum: { fw: 600 },
  part: {},
  aside: { c: 'dimmed' },
  chosen: { bg: 'var(--mc-selected)' },
} as const satisfies Readonly<Record<RowLook, object>>;

export interface TableProps<Row> {
  /** What it holds: "Rates". */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Made with what it is handed, so that each knows what its rows are. */
  readonly columns: (make: ColumnMakers<Row>) => readonly TableColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The name of the group that a row is in; it stands once, above its first row. */
  readonly groupOf?: (row: Row) => string;
  readonly lookOf?: (row: Row) => RowLook | undefined;
  /** Said in place of all cells of a row but its first: why it has none. */
  readonly instead?: (row: Row) => ReactNode;
  readonly total?: ReactNode;
  /** They are of what was asked before. */
  readonly isOld?: boolean;
  /** Columns stand closer, beside another table. */
  readonly isDense?: boolean;
  /** Pixels, or as many whole rows of one line as there is room for; higher than that it scrolls between its head and its totals. */
  readonly mah?: number | 'whole rows';
  /** The way through more rows than these. */
  readonly page?: Omit<PageTurnProps, 'shown' | 'flush'>;
}

const MAKERS = { cell, money, count };

/** Every row under one head. It scrolls by itself and is reached by keyboard. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    rows,
    keyOf,
    groupOf,
    lookOf,
    instead,
    total = 'Total',
    isOld = false,
    isDense = false,
    mah,
    page,
  } = props;
  // They stand in one order, and have no other name.
  const columns = props.columns(MAKERS).map((column, at) => ({ ...column, id: `column ${at}` }));
  const spacing = isDense ? 'xs' : 'md';
  const hasFoot = columns.some(({ foot }) => foot !== null);
  return (
    <>
      <Box
        {...scrollable(label)}
        // What is there for readers of a screen alone scrolls with it.
        pos="relative"
        mah={mah === 'whole rows' ? WHOLE_ROWS : mah}
        style={{ overflow: 'auto' }}
        opacity={isOld ? 0.6 : undefined}
        aria-busy={isOld}
        onCopy={copyExact}
      >
        <MantineTable
          stickyHeader
          tabularNums
          aria-label={label}
          horizontalSpacing={spacing}
          verticalSpacing={6}
          fz="sm"
        >
          <MantineTable.Thead>
            <MantineTable.Tr>
              {columns.map(({ id, head, hint, isFigure, miw }, at) => (
                <MantineTable.Th
                  key={id}
                  pl={at === 0 ? 'md' : spacing}
                  {...endOf(at, columns)}
                  scope="col"
                  title={hint}
                  miw={miw}
                  ta={isFigure ? 'right' : undefined}
                  c="dimmed"
                  fz="xs"
                  fw={500}
                >
                  {head}
                </MantineTable.Th>
              ))}
            </MantineTable.Tr>
          </MantineTable.Thead>
          <MantineTable.Tbody>
            {rows.map((row, at) => {
              const before = rows[at - 1];
              const group = groupOf?.(row);
              const isFirst = group !== undefined && (before === undefined || groupOf?.(before) !== group);
              return (
                <Fragment key={keyOf(row)}>
                  {isFirst && group !== '' ? (
                    <MantineTable.Tr>
                      <MantineTable.Th scope="colgroup" colSpan={columns.length} fz="xs" fw={600} pt="sm">
                        {group}
                      </MantineTable.Th>
                    </MantineTable.Tr>
                  ) : null}
                  <Row row={row} rows={rows} columns={columns} look={lookOf?.(row)} instead={instead?.(row)} />
                </Fragment>
              );
            })}
          </MantineTable.Tbody>
          {hasFoot && rows.length > 0 ? (
            <Foot {...{ rows, columns, total, spacing }} isPinned={mah !== undefined} />
          ) : null}
        </MantineTable>
      </Box>
      {page === undefined ? null : <PageTurn {...page} shown={rows.length} flush />}
    </>
  );
}

/** A table that is all there is in its panel, and bears the panel's title unless it has a name of its own. */
export function TablePanel<Row>(
  props: Omit<TableProps<Row>, 'label'> & {
    readonly title?: string;
    readonly label?: string;
    readonly note?: ReactNode;
    readonly actions?: ReactNode;
  },
) {
  const { title, label = title ?? '', note, actions, ...table } = props;
  return (
    <Panel flush {...{ title, note, actions }}>
      <Table label={label} {...table} />
    </Panel>
  );
}

function Foot<Row>(props: {
  readonly rows: readonly Row[];
  readonly columns: readonly (TableColumn<Row> & { readonly id: string })[];
  readonly total: ReactNode;
  readonly spacing: 'xs' | 'md';
  readonly isPinned: boolean;
}) {
  const { rows, columns, total, spacing, isPinned } = props;
  return (
    <MantineTable.Tfoot {...(isPinned ? PINNED : {})}>
      <MantineTable.Tr fw={600}>
        {columns.map(({ id, foot, isFigure }, at) => {
          const Cell = at === 0 ? MantineTable.Th : MantineTable.Td;
          return (
            <Cell
              key={id}
              scope={at === 0 ? 'row' : undefined}
              pl={at === 0 ? 'md' : spacing}
              {...endOf(at, columns)}
              ta={isFigure ? 'right' : undefined}
              fw={600}
              style={isFigure ? NOWRAP : undefined}
            >
              {foot === null ? (at === 0 ? total : null) : foot(rows)}
            </Cell>
          );
        })}
      </MantineTable.Tr>
    </MantineTable.Tfoot>
  );
}

function Row<Row>(props: {
  readonly row: Row;
  readonly rows: readonly Row[];
  readonly columns: readonly (TableColumn<Row> & { readonly id: string })[];
  readonly look: RowLook | undefined;
  readonly instead: ReactNode;
}) {
  const { row, rows, columns, look, instead } = props;
  const hasCells = instead === undefined || instead === null;
  return (
    <MantineTable.Tr data-look={look} {...(look === undefined ? {} : LOOKS[look])}>
      {columns.slice(0, hasCells ? undefined : 1).map(({ id, draw, isFigure }, at) =>
        at === 0 ? (
          <MantineTable.Th key={id} scope="row" fw="inherit" pl={look === 'part' ? 'xl' : 'md'}>
            {draw(row, rows)}
          </MantineTable.Th>
        ) : (
          <MantineTable.Td
            key={id}
            {...endOf(at, columns)}
            ta={isFigure ? 'right' : undefined}
            style={isFigure ? NOWRAP : undefined}
          >
            {draw(row, rows)}
          </MantineTable.Td>
        ),
      )}
      {hasCells ? null : (
        <MantineTable.Td colSpan={columns.length - 1} ta="right" c="dimmed">
          {instead}
        </MantineTable.Td>
      )}
    </MantineTable.Tr>
  );
}

/** The last column ends as far from the edge as the first begins. */
const endOf = (at: number, { length }: readonly unknown[]) => (at === length - 1 ? { pr: 'md' } : {});

/** Head and totals of 32, rows of 33: none is seen by half. */
const WHOLE_ROWS = 'calc(64px + round(down, 100% - 64px, 33px))';

const PINNED = { pos: 'sticky', bottom: 0, bg: 'var(--mc-sunken)' } as const;
const NOWRAP = { whiteSpace: 'nowrap' } as const;

function Linked(props: { readonly href: string | null; readonly isQuiet?: boolean; readonly children: ReactNode }) {
  const { href, isQuiet = false, children } = props;
  if (href !== null) {
    return (
      <Anchor inherit href={hashHref(href)}>
        {children}
      </Anchor>
    );
  }
  return isQuiet ? (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  ) : (
    children
  );
}

/** A quieter line below what a cell says. */
export function Under({ children }: { readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <Text span display="block" fz="xs" fw={400} c="dimmed">
      {children}
    </Text>
  );
}

/** What scrolls must be reachable by keyboard, and what is reachable has a name. */
export function scrollable(label: string) {
  return { role: 'region', 'aria-label': label, tabIndex: 0 };
}

/** What is copied holds every digit of every amount, a line a row and a tab between cells. */
function copyExact(event: ClipboardEvent): void {
  const selection = window.getSelection();
  if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const around = range.commonAncestorContainer;
  const inside = (around instanceof Element ? around : around.parentElement)?.closest('[data-exact]');
  const text =
    inside instanceof HTMLElement
      ? inside.textContent === selection.toString()
        ? (inside.dataset['exact'] ?? '')
        : ''
      : exactText(range.cloneContents());
  if (text === '') return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', text);
}

function exactText(fragment: DocumentFragment): string {
  for (const amount of fragment.querySelectorAll<HTMLElement>('[data-exact]'))
    amount.textContent = amount.dataset['exact'] ?? '';
  const rows = [...fragment.querySelectorAll('tr')];
  if (rows.length === 0)
    return [...fragment.querySelectorAll('th, td')].map(({ textContent }) => textContent).join('\t');
  return rows.map((row) => [...row.cells].map(({ textContent }) => textContent).join('\t')).join('\n');
}
