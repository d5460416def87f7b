// Rows of a long table that are far away: its ends, and one by its number, as a person types it.
import { TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { ActionDialog } from '../form/form.tsx';
import { AMOUNT_FIELD, saidBelow } from '../form/number-fields.tsx';
import { grouped } from '../text/writing.ts';
import { useLatest } from '../window/hooks.ts';
import { isFarKey } from './kept-keyboard.ts';

/**
 * Ctrl or ⌘ with Home, End and G in a table of so many rows; `goTo` takes a place from 0. Keys are heard at once: the table would tell of them a moment
 * later, after those that it acts on itself. Returns what is asked meanwhile.
 */
export function useFarRows(
  box: RefObject<HTMLDivElement | null>,
  goTo: (row: number) => void,
  rows: number,
): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const latest = useLatest(goTo);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const stop = new AbortController();
    const press = (event: KeyboardEvent): void => {
      const isCell = event.target instanceof Element && event.target.matches('.ag-cell');
      if (!isCell || !isFarKey(event)) return;
      if (event.key === 'Home') latest.current(0);
      else if (event.key === 'End') latest.current(Number.MAX_SAFE_INTEGER);
      else setAsking(true);
      event.preventDefault();
    };
    current.addEventListener('keydown', press, { signal: stop.signal });
    return () => stop.abort();
  }, [box, latest]);
  return isAsking ? <GoToRow rows={rows} onGo={goTo} onClose={() => setAsking(false)} /> : null;
}

const AT_ONCE = { busy: false, failure: undefined } as const;

/** `onGo` is told the place from 0, once the keyboard is back from the dialog. */
function GoToRow(props: { readonly rows: number; readonly onGo: (row: number) => void; readonly onClose: () => void }) {
  const { rows, onGo, onClose } = props;
  const [typed, setTyped] = useState('');
  const row = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : null;
  const isRow = row !== null && row >= 1 && row <= rows;
  const said = `From 1 to ${grouped(rows)}`;
  return (
    <ActionDialog
      title="Go to row"
      label="Go"
      size={360}
      action={AT_ONCE}
      bar={isRow ? null : ''}
      onClose={onClose}
      onSubmit={() => {
        if (row === null) return;
        onClose();
        requestAnimationFrame(() => onGo(row - 1));
      }}
    >
      <TextInput
        {...AMOUNT_FIELD}
        {...saidBelow({ wrong: typed === '' || isRow ? '' : said, taken: '', hint: said })}
        label="Row"
        inputMode="numeric"
        data-autofocus
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </ActionDialog>
  );
}
