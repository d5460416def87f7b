// Looking for a record by any part of its ids, by keyboard: arrows move, Enter takes or lets go.
import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Entry, SourceKind } from '../../../../domain/entry.ts';
import { type CallState, useCall } from '../../../bridge/index.ts';
import { FailureNotice, InstantText, MoneyText, plainText, StatusBadge, useSettled } from '../../../ui/index.ts';
import type { RecordSide } from './entry-view.ts';
import { recordAmount } from './record-lines.tsx';
import { invoiceSide, recordName, withdrawalSide } from './record-side.ts';
import entriesClasses from './entries.module.css';
import handClasses from './hand.module.css';

/** As many as are shown; a longer text finds the others. */
const MOST_FOUND = 6;
/** Milliseconds: the mirror answers at once, and a search costs no request. */
const SETTLED_MS = 200;

/** The field and what it has found. */
export function RecordSearch(props: {
  readonly kind: SourceKind;
  /** What amounts are told in. */
  readonly entry: Pick<Entry, 'unit'>;
  /** What is looked for at first. */
  readonly begin: string;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (record: RecordSide) => void;
}): ReactNode {
  const { kind, entry, begin, chosen, onToggle } = props;
  const [text, setText] = useState(begin);
  const [at, setAt] = useState(0);
  const list = useId();
  const wanted = useSettled(text.trim(), SETTLED_MS) ?? '';
  const found = useFound(kind, wanted);
  const rows = found.rows ?? [];
  const active = rows[Math.min(at, rows.length - 1)];
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.max(0, Math.min(at + step, rows.length - 1)));
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // In a form it would send what is not complete yet.
    event.preventDefault();
    if (active !== undefined && wanted === text.trim()) onToggle(active);
  };
  const noun = kind === 'orders' ? 'invoices' : 'withdrawals';
  return (
    <div className={handClasses.handSearch}>
      <TextInput
        label={`Find ${noun}`}
        description="By any part of an id. Arrows move, Enter chooses"
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={rows.length === 0 ? undefined : list}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${list}-${active.uuid}`}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      {found.failure === undefined ? null : <FailureNotice failure={found.failure} onRetry={found.retry} />}
      {rows.length === 0 ? null : (
        <div
          id={list}
          role="listbox"
          aria-label={`Found ${noun}`}
          className={handClasses.handFound}
          aria-multiselectable
        >
          {rows.map((record) => (
            <FoundOption
              key={record.uuid}
              id={`${list}-${record.uuid}`}
              record={record}
              entry={entry}
              isActive={record === active}
              isChosen={chosen.has(record.uuid)}
              onToggle={() => onToggle(record)}
            />
          ))}
        </div>
      )}
      <p className={entriesClasses.entryQuiet} role="status">
        {foundWords(wanted, found, noun)}
      </p>
    </div>
  );
}

interface Found {
  /** Undefined while they are read. */
  readonly rows: readonly RecordSide[] | undefined;
  readonly total: number;
  readonly failure: CallState<unknown>['failure'];
  readonly retry: () => void;
}

function useFound(kind: SourceKind, text: string): Found {
  const page = { filter: { text }, offset: 0, limit: MOST_FOUND };
  const isWanted = text !== '';
  const ofOrders = isWanted && kind === 'orders';
  const ofWallet = isWanted && kind === 'wallet';
  const invoices = useCall('invoices.page', page, { enabled: ofOrders, refreshOn: ['invoices'] });
  const withdrawals = useCall('withdrawals.page', page, { enabled: ofWallet, refreshOn: ['withdrawals'] });
  if (!isWanted) return { rows: [], total: 0, failure: undefined, retry: () => undefined };
  const call = kind === 'orders' ? invoices : withdrawals;
  return {
    rows: kind === 'orders' ? invoices.data?.rows.map(invoiceSide) : withdrawals.data?.rows.map(withdrawalSide),
    total: call.data?.total ?? 0,
    failure: call.failure,
    retry: call.refresh,
  };
}

function foundWords(wanted: string, { rows, total, failure }: Found, noun: string): string {
  if (failure !== undefined || wanted === '') return '';
  if (rows === undefined) return 'Looking…';
  if (rows.length === 0) return `None of the ${noun} has that in an id.`;
  return total > rows.length ? `${rows.length} of ${total.toLocaleString('en-GB')}; more letters find the others.` : '';
}

function FoundOption(props: {
  readonly id: string;
  readonly record: RecordSide;
  readonly entry: Pick<Entry, 'unit'>;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}): ReactNode {
  const { id, record, entry, isActive, isChosen, onToggle } = props;
  const { amount, unit } = recordAmount(record, { against: null, unit: entry.unit });
  return (
    // The keys are those of the field, which names the active one.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      data-active={isActive || undefined}
      className={handClasses.handOption}
      onClick={onToggle}
    >
      <span className={handClasses.handOptionName} title={plainText(record.uuid.slice(0, 64))}>
        {recordName(record)}
      </span>
      <MoneyText value={amount} currency={unit === null ? undefined : plainText(unit.slice(0, 16))} />
      <StatusBadge
        kind={record.list === 'invoices' ? 'invoice' : 'withdrawal'}
        status={record.status}
        isMissing={record.missingSince !== null}
      />
      <span className={entriesClasses.entryQuiet}>
        <InstantText value={record.at} />
      </span>
    </div>
  );
}
