// The merchant's side of an entry and the record's, column by column: a mark says which agree and which differ; below
// them the exact difference, by which pass they came together, and against what they were held.
import { IconTilde, IconCheck, IconEqualNot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Entry } from '../../../../domain/entry.ts';
import {
  AGAINST_WORDS,
  ForeignText,
  InstantText,
  MoneyText,
  PASS_WORDS,
  plainText,
  StatusBadge,
} from '../../../ui/index.ts';
import { RecordLink } from './record-link.tsx';
import { exactDifference, type RecordSide, type Side, type SideLine, sidesOf, type Verdict } from './entry-view.ts';
import classes from './entries.module.css';

/** `record`: null where nothing here is it; `tolerance`: null where none is named for the currency. */
export function BothSides(props: {
  readonly entry: Entry;
  readonly record: RecordSide | null;
  readonly tolerance: string | null;
}): ReactNode {
  const { entry, record, tolerance } = props;
  return (
    <>
      <table className={classes.sides}>
        <thead>
          <tr>
            <th scope="col">
              <span className="mc-visually-hidden">What</span>
            </th>
            <th scope="col">Ledger</th>
            <th scope="col">
              <span className="mc-visually-hidden">Do they agree?</span>
            </th>
            <th scope="col">{record === null ? 'No record' : <RecordLink record={record} />}</th>
          </tr>
        </thead>
        <tbody>
          {sidesOf(entry, record, tolerance).map((line) => (
            <Line key={line.key} line={line} />
          ))}
          <DifferenceLine entry={entry} />
        </tbody>
      </table>
      <Evidence entry={entry} record={record} tolerance={tolerance} />
    </>
  );
}

function Line({ line: { label, yours, ours, verdict, field } }: { readonly line: SideLine }): ReactNode {
  return (
    <tr data-verdict={verdict ?? undefined}>
      <th scope="row" title={field ?? undefined}>
        {label}
      </th>
      <td>
        <SideValue side={yours} />
      </td>
      <td className={classes.sidesMark}>
        <Mark verdict={verdict} />
      </td>
      <td>
        <SideValue side={ours} />
      </td>
    </tr>
  );
}

const MARKS = {
  same: { icon: IconCheck, words: 'agree' },
  near: { icon: IconTilde, words: 'near enough' },
  differs: { icon: IconEqualNot, words: 'differ' },
} as const;

function Mark({ verdict }: { readonly verdict: Verdict }): ReactNode {
  if (verdict === null) return <span className="mc-visually-hidden">not compared</span>;
  const { icon: Icon, words } = MARKS[verdict];
  return (
    <span title={words}>
      <Icon size={15} stroke={2} aria-hidden="true" />
      <span className="mc-visually-hidden">{words}</span>
    </span>
  );
}

function SideValue({ side }: { readonly side: Side }): ReactNode {
  switch (side.is) {
    case 'none':
      return <ForeignText text={null} />;
    case 'text':
      return <ForeignText text={side.text} />;
    case 'amount':
      return (
        <MoneyText value={side.amount} currency={side.unit === null ? undefined : plainText(side.unit.slice(0, 16))} />
      );
    case 'instant':
      return <InstantText value={side.at} />;
    case 'status':
      return (
        <StatusBadge
          kind={side.list === 'invoices' ? 'invoice' : 'withdrawal'}
          status={side.status}
          isMissing={side.isGone}
        />
      );
  }
}

/** The delta of the match itself, in the currency of the entry. */
function DifferenceLine({ entry: { delta, unit } }: { readonly entry: Entry }): ReactNode {
  if (delta === null) return null;
  return (
    <tr className={classes.sidesSum}>
      <th scope="row">Difference</th>
      <td colSpan={3}>
        <MoneyText value={delta} currency={plainText(unit.slice(0, 16))} sign />
      </td>
    </tr>
  );
}

function Evidence(props: {
  readonly entry: Entry;
  readonly record: RecordSide | null;
  readonly tolerance: string | null;
}): ReactNode {
  const { entry, record, tolerance } = props;
  if (entry.pass === null && record === null) return null;
  const unit = plainText(entry.unit.slice(0, 16));
  return (
    <dl className={classes.entryFacts}>
      {entry.pass === null ? null : (
        <div>
          <dt>Matched by</dt>
          <dd>
            {PASS_WORDS[entry.pass].name} <span className={classes.entryQuiet}>{PASS_WORDS[entry.pass].meaning}</span>
          </dd>
        </div>
      )}
      {entry.against === null ? null : (
        <div>
          <dt>Held against</dt>
          <dd>
            {AGAINST_WORDS[entry.against]} <span className={`${classes.entryQuiet} mc-mono`}>{entry.against}</span>
          </dd>
        </div>
      )}
      <OtherAmounts entry={entry} record={record} />
      <div>
        <dt>Tolerance</dt>
        <dd>{tolerance === null ? `none is named for ${unit}` : <MoneyText value={tolerance} currency={unit} />}</dd>
      </div>
      {entry.changedAt === null ? null : (
        <div>
          <dt>Stands so since</dt>
          <dd>
            <InstantText value={entry.changedAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What else of the record it could have been held against: one of them may explain the difference. */
function OtherAmounts({ entry, record }: { readonly entry: Entry; readonly record: RecordSide | null }): ReactNode {
  const others = (record?.amounts ?? [])
    .filter(({ field }) => field !== entry.against)
    .slice(entry.against === null ? 1 : 0);
  return others.map(({ field, amount, unit }) => (
    <div key={field}>
      <dt className={classes.entryCapital}>{AGAINST_WORDS[field]}</dt>
      <dd>
        <MoneyText value={amount} currency={unit === null ? undefined : plainText(unit.slice(0, 16))} />{' '}
        {unit === entry.unit && exactDifference(entry.amount, amount) === '0' ? (
          <span className={classes.entryQuiet}>your amount exactly</span>
        ) : null}
      </dd>
    </div>
  ));
}
