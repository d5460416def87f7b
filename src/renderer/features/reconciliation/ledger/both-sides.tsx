// The merchant's side of an entry and the record's, column by column: a mark says which agree and which differ; below
// them the exact difference, by which pass they came together, and against what they were held.
import { VisuallyHidden } from '@mantine/core';
import type { Entry } from '../../../../domain/ledger/entry.ts';
import { Facts, ForeignText, InstantText, plainText, Under } from '../../../ui/index.ts';
import { AGAINST_WORDS, PASS_WORDS } from '../../../parts/index.ts';
import { Amount, RecordBadge, RecordLink } from './lines.tsx';
import { exactDifference, type ShownRecordSide, type Side, sidesOf } from './entry-view.ts';
import classes from './entries.module.css';

interface Sides {
  readonly entry: Entry;
  /** Null where nothing here is it. */
  readonly record: ShownRecordSide | null;
  /** Null where none is named for the currency. */
  readonly tolerance: string | null;
}

export function BothSides({ entry, record, tolerance }: Sides) {
  const { delta, unit } = entry;
  return (
    <>
      <table className={classes.sides}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>What</VisuallyHidden>
            </th>
            <th scope="col">Ledger</th>
            <th scope="col">
              <VisuallyHidden>Do they agree?</VisuallyHidden>
            </th>
            <th scope="col">{record === null ? 'No record' : <RecordLink record={record} />}</th>
          </tr>
        </thead>
        <tbody>
          {sidesOf(entry, record, tolerance).map(({ key, label, yours, ours, verdict, field }) => (
            <tr key={key} data-verdict={verdict ?? undefined}>
              <th scope="row" title={field ?? undefined}>
                {label}
              </th>
              <td>
                <SideValue side={yours} />
              </td>
              <td title={verdict === null ? undefined : MARKS[verdict][1]}>
                <span aria-hidden="true">{verdict === null ? '' : MARKS[verdict][0]}</span>
                <VisuallyHidden>{verdict === null ? 'not compared' : MARKS[verdict][1]}</VisuallyHidden>
              </td>
              <td>
                <SideValue side={ours} />
              </td>
            </tr>
          ))}
          {delta === null ? null : (
            <tr>
              <th scope="row">Difference</th>
              <td colSpan={3}>
                <b>
                  <Amount of={{ amount: delta, unit }} sign />
                </b>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Evidence entry={entry} record={record} tolerance={tolerance} />
    </>
  );
}

const MARKS = { same: ['✓', 'agree'], near: ['~', 'near enough'], differs: ['≠', 'differ'] } as const;

function SideValue({ side }: { readonly side: Side }) {
  if (side.is === 'amount') return <Amount of={side} />;
  if (side.is === 'instant') return <InstantText value={side.at} short />;
  if (side.is === 'status') return <RecordBadge record={side.record} />;
  return <ForeignText text={side.is === 'none' ? null : side.text} />;
}

/** By which pass they came together and against what they were held; what else of the record may explain the difference. */
function Evidence({ entry, record, tolerance }: Sides) {
  const { pass, against, changedAt } = entry;
  if (pass === null && record === null) return null;
  const others = (record?.amounts ?? []).filter(({ field }) => field !== against).slice(against === null ? 1 : 0);
  return (
    <Facts
      of={[
        pass === null
          ? null
          : ['Matched by', <Meaning key="pass" name={PASS_WORDS[pass].name} of={PASS_WORDS[pass].meaning} />],
        against === null
          ? null
          : ['Held against', <Meaning key="against" name={AGAINST_WORDS[against]} of={against} />],
        ...others.map(
          (one) =>
            [
              capital(AGAINST_WORDS[one.field]),
              <>
                <Amount of={one} />{' '}
                {one.unit === entry.unit && exactDifference(entry.amount, one.amount) === '0'
                  ? 'your amount exactly'
                  : ''}
              </>,
            ] as const,
        ),
        [
          'Tolerance',
          tolerance === null ? (
            `none is named for ${plainText(entry.unit.slice(0, 16))}`
          ) : (
            <Amount key="tolerance" of={{ amount: tolerance, unit: entry.unit }} />
          ),
        ],
        changedAt === null ? null : ['Stands so since', <InstantText key="since" value={changedAt} />],
      ]}
    />
  );
}

function Meaning({ name, of }: { readonly name: string; readonly of: string }) {
  return (
    <>
      {name}
      <Under>{of}</Under>
    </>
  );
}

/** With its first letter a capital. */
export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
