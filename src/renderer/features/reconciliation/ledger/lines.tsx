// Entries and records of a match as lines: which, how much, and where it stands; the way from an entry to its record.
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconCopy,
  IconEqualNot,
  IconFileUnknown,
  IconHistory,
  IconMinus,
} from '@tabler/icons-react';
import { Text } from '@mantine/core';
import type { Entry, MatchOutcome } from '../../../../domain/ledger/entry.ts';
import { entryPath, grouped, Link, MoneyText, plainText, recordPath } from '../../../ui/index.ts';
import { OUTCOME_WORDS, outcomeName, StatusBadge, ToneBadge } from '../../../parts/index.ts';
import { entryName, recordName, type ShownRecordSide } from './entry-view.ts';
import type { Summand } from './hand-sums.ts';
import classes from './entries.module.css';

/** An amount in whatever its books call its unit. */
export function Amount({ of: { amount, unit }, sign }: { readonly of: Summand; readonly sign?: boolean }) {
  const code = unit === null || amount === null ? undefined : plainText(unit.slice(0, 16));
  return <MoneyText value={amount} currency={code} {...(sign === undefined ? {} : { sign })} />;
}

const ICONS: Readonly<Record<MatchOutcome, typeof IconCheck>> = {
  matched: IconCheck,
  'within-tolerance': IconCheck,
  'amount-differs': IconEqualNot,
  'currency-differs': IconEqualNot,
  'missing-here': IconFileUnknown,
  duplicate: IconCopy,
  replaced: IconHistory,
  expected: IconClock,
  'fulfilled-not-paid': IconAlertTriangle,
  'paid-not-fulfilled': IconAlertTriangle,
  'not-compared': IconMinus,
};

/** Where an entry stands, as a badge; null: no run has looked at it. */
export function OutcomeBadge({ outcome, kind }: Pick<Entry, 'outcome' | 'kind'>) {
  const words = outcome === null ? undefined : OUTCOME_WORDS[outcome];
  const Icon = outcome === null ? IconMinus : ICONS[outcome];
  return (
    <ToneBadge
      tone={words?.tone ?? 'quiet'}
      title={words?.meaning}
      icon={<Icon size={16} stroke={1.75} aria-hidden="true" />}
    >
      {outcomeName(outcome, kind)}
    </ToneBadge>
  );
}

export function RecordBadge({ record }: { readonly record: ShownRecordSide }) {
  const kind = record.list === 'invoices' ? 'invoice' : 'withdrawal';
  return <StatusBadge kind={kind} status={record.status} isMissing={record.missingSince !== null} />;
}

/** "Invoice", or with `named` what people call it. */
export function RecordLink(props: {
  readonly record: Pick<ShownRecordSide, 'list' | 'uuid' | 'ident'>;
  readonly named?: boolean;
}) {
  const { record, named = false } = props;
  const isInvoice = record.list === 'invoices';
  return (
    <Link
      to={recordPath(record.list, record.uuid)}
      inline={named}
      title={`Open the ${isInvoice ? 'invoice' : 'withdrawal'}`}
    >
      {named ? recordName(record) : isInvoice ? 'Invoice' : 'Withdrawal'}
    </Link>
  );
}

export function EntryLines({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ul className={classes.lines}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Link to={entryPath(entry.id)} title="Open the entry">
            {entryName(entry)}
          </Link>
          <Text span fz={12} c="dimmed" className="mc-num">
            line {grouped(entry.line)}
          </Text>
          <Amount of={entry} />
          <OutcomeBadge outcome={entry.outcome} kind={entry.kind} />
        </li>
      ))}
    </ul>
  );
}

/** What the match has held the entry against, else the first amount in its currency, else the first there is. */
export function recordAmount(
  { amounts, list, status }: Pick<ShownRecordSide, 'amounts' | 'list' | 'status'>,
  { against, unit }: Pick<Entry, 'against' | 'unit'>,
): Summand {
  const found =
    amounts.find(({ field }) => field === against) ?? amounts.find((one) => one.unit === unit) ?? amounts[0];
  const isPaid = status === (list === 'invoices' ? 'success' : 'approved');
  return { amount: found?.amount ?? null, unit: found?.unit ?? null, counts: isPaid };
}

export function RecordLines(props: { readonly records: readonly ShownRecordSide[]; readonly entry: Entry }) {
  return (
    <ul className={classes.lines}>
      {props.records.map((record) => (
        <li key={record.uuid}>
          <RecordLink record={record} named />
          <Amount of={recordAmount(record, props.entry)} />
          <RecordBadge record={record} />
        </li>
      ))}
    </ul>
  );
}
