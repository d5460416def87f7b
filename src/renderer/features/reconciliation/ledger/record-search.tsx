// Looking for a record by any part of its ids, by keyboard: arrows move, Enter takes or lets go.
import { Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import type { SourceKind } from '../../../../domain/ledger/entry.ts';
import { useCall } from '../../../bridge/index.ts';
import { FailureNotice, grouped, InstantText, plainText, useSettled } from '../../../ui/index.ts';
import { invoiceSide, recordName, type ShownRecordSide, withdrawalSide } from './entry-view.ts';
import { Amount, recordAmount, RecordBadge } from './lines.tsx';
import classes from './entries.module.css';

/** As many as are shown; a longer text finds the others. */
const MOST_FOUND = 6;
/** Milliseconds: the mirror answers at once, and a search costs no request. */
const SETTLED_MS = 200;

/** The field and what it has found. */
export function RecordSearch(props: {
  readonly kind: SourceKind;
  readonly unit: string;
  /** What is looked for at first. */
  readonly begin: string;
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (record: ShownRecordSide) => void;
}) {
  const { kind, unit, begin, chosen, onToggle } = props;
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
    <Stack gap={6}>
      <TextInput
        label={`Find ${noun}`}
        description="By any part of an id. Arrows move, Enter chooses"
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={rows.length === 0 ? undefined : list}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${list}-${active.uuid}`}
        data-autofocus
        spellCheck={false}
        maxLength={256}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <FailureNotice failure={found.failure} onRetry={found.refresh} />
      {rows.length === 0 ? null : (
        <div id={list} role="listbox" aria-label={`Found ${noun}`} aria-multiselectable>
          {rows.map((record) => (
            // The keys are those of the field, which names the active one.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={record.uuid}
              id={`${list}-${record.uuid}`}
              role="option"
              aria-selected={chosen.has(record.uuid)}
              data-active={record === active || undefined}
              className={classes.option}
              onClick={() => onToggle(record)}
            >
              <Text span inherit truncate title={plainText(record.uuid.slice(0, 64))}>
                {recordName(record)}
              </Text>
              <Amount of={recordAmount(record, { against: null, unit })} />
              <RecordBadge record={record} />
              <Text span fz={12} c="dimmed">
                <InstantText value={record.at} />
              </Text>
            </div>
          ))}
        </div>
      )}
      <Text fz={12} lh="16px" mih={16} c="dimmed" role="status">
        {foundWords(wanted, found, noun)}
      </Text>
    </Stack>
  );
}

function useFound(kind: SourceKind, text: string) {
  const page = { filter: { text }, offset: 0, limit: MOST_FOUND };
  const isWanted = text !== '';
  const isOrder = kind === 'orders';
  const invoices = useCall('invoices.page', page, { enabled: isWanted && isOrder, refreshOn: ['invoices'] });
  const withdrawals = useCall('withdrawals.page', page, { enabled: isWanted && !isOrder, refreshOn: ['withdrawals'] });
  if (!isWanted) return { rows: [], total: 0, failure: undefined, refresh: () => undefined };
  const { data, failure, refresh } = isOrder ? invoices : withdrawals;
  const rows = isOrder ? invoices.data?.rows.map(invoiceSide) : withdrawals.data?.rows.map(withdrawalSide);
  return { rows, total: data?.total ?? 0, failure, refresh };
}

type Found = ReturnType<typeof useFound>;

function foundWords(wanted: string, { rows, total, failure }: Found, noun: string): string {
  if (failure !== undefined || wanted === '') return '';
  if (rows === undefined) return 'Looking…';
  if (rows.length === 0) return `None of the ${noun} has that in an id.`;
  return total > rows.length ? `${rows.length} of ${grouped(total)}; more letters find the others.` : '';
}
