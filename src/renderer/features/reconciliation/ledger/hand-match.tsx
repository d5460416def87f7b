// Matching by hand: one entry with several records, or several entries with one. The sums run along while records are
// chosen; the note says why, and is not optional.
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { type Entry, MAX_HAND_MATCH } from '../../../../domain/entry.ts';
import { failureWords, HAND_MATCH_REFUSAL_WORDS, Notice } from '../../../ui/index.ts';
import { entryName, type RecordSide } from './entry-view.ts';
import { HandSumLine } from './hand-sum-line.tsx';
import { commonBeginning, handSum, nounWords, type Summand, sumWords } from './hand-sums.ts';
import { ChosenEntries, ChosenRecords } from './hand-sides.tsx';
import { recordAmount } from './record-lines.tsx';
import { recordName } from './record-side.ts';
import { RecordSearch } from './record-search.tsx';
import classes from './hand.module.css';
import type { CallInput, CallOutput } from '../../../../contract/calls.ts';
import { useAction } from '../../../bridge/index.ts';

/** As long as the books take it. */
const NOTE_CHARACTERS = 2_000;

/** `entries`: at least one, all of one kind of books. */
export function HandMatchDialog(props: {
  readonly entries: readonly Entry[];
  readonly onEnd: (said: string | null) => void;
}): ReactNode {
  const { onEnd } = props;
  const [entries, setEntries] = useState(props.entries);
  const [records, setRecords] = useState<readonly RecordSide[]>([]);
  const [note, setNote] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [first] = props.entries;
  const kind = first?.kind ?? 'orders';
  const noun = kind === 'orders' ? 'invoice' : 'withdrawal';
  const summands = records.map((record) => recordAmount(record, { against: null, unit: first?.unit ?? '' }));
  const sum = handSum(entries, summands, noun);
  const bar = isOneSource(entries) ? sum.bar : 'Entries of several sources are never added up: choose those of one.';
  const making = useHandMatch(() => onEnd(doneWords(entries, records, noun)));
  const toggle = (record: RecordSide): void => {
    making.forget();
    const isChosen = records.some(({ uuid }) => uuid === record.uuid);
    if (isChosen) setRecords(records.filter(({ uuid }) => uuid !== record.uuid));
    // Several entries are one record: another one takes its place.
    else if (entries.length > 1) setRecords([record]);
    else if (records.length < MAX_HAND_MATCH) setRecords([...records, record]);
  };
  const submit = (): void => {
    const words = note.trim();
    const wrong = words === '' ? NO_NOTE : null;
    setComplaint(wrong);
    if (wrong !== null) noteField.current?.focus();
    else if (bar === null) {
      making.make({
        kind,
        entries: entries.map(({ id }) => id),
        records: records.map(({ uuid }) => uuid),
        note: words,
      });
    }
  };
  if (first === undefined) return null;
  return (
    <Modal opened onClose={() => onEnd(null)} closeOnClickOutside={false} title="Match by hand" size={940}>
      <form
        noValidate
        className={classes.handForm}
        aria-label="Match by hand"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={classes.handSides}>
          <ChosenEntries entries={entries} onRemove={(id) => setEntries(entries.filter((entry) => entry.id !== id))} />
          <div className={classes.handSide}>
            <h3 className={classes.handTitle}>{entries.length > 1 ? `Their ${noun}` : `Its ${noun}, or ${noun}s`}</h3>
            <RecordSearch
              kind={kind}
              entry={first}
              begin={beginOf(props.entries)}
              chosen={new Set(records.map(({ uuid }) => uuid))}
              onToggle={toggle}
            />
            <ChosenRecords records={records} unit={first.unit} onRemove={toggle} />
          </div>
        </div>
        <HandSumLine sum={sum} />
        <p className="mc-visually-hidden" role="status">
          {sumWords(sum)}
        </p>
        <NoteField field={noteField} note={note} complaint={complaint} onNote={setNote} onSubmit={submit} />
        {making.refusal === null ? null : (
          <Notice tone="bad" title="It was not matched">
            {making.refusal}
          </Notice>
        )}
        <Group justify="flex-end" gap={8}>
          <p className={classes.handBar}>{bar ?? cautionOf(summands, records, sum.difference)}</p>
          <Button variant="default" size="xs" onClick={() => onEnd(null)}>
            Cancel
          </Button>
          <Button type="submit" size="xs" disabled={bar !== null} loading={making.isBusy}>
            Match by hand
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** Why they belong together: never optional. */
function NoteField(props: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly note: string;
  readonly complaint: string | null;
  readonly onNote: (note: string) => void;
  readonly onSubmit: () => void;
}): ReactNode {
  const { field, note, complaint, onNote, onSubmit } = props;
  return (
    <Textarea
      ref={field}
      label="Note"
      description="Why they belong together; it stays with the match. Enter saves it, Shift and Enter begins a line"
      required
      withAsterisk={false}
      maxLength={NOTE_CHARACTERS}
      autosize
      minRows={1}
      maxRows={5}
      error={complaint}
      value={note}
      onChange={({ currentTarget }) => onNote(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

const NO_NOTE = 'A note is needed: it is what the next reader knows.';

function isOneSource(entries: readonly Entry[]): boolean {
  return new Set(entries.map(({ sourceId }) => sourceId)).size <= 1;
}

/** Nothing of this keeps anybody from it, but nobody should be surprised by it. */
function cautionOf(summands: readonly Summand[], records: readonly RecordSide[], difference: string | null): string {
  const unpaid = summands.filter(({ counts }) => counts === false).length;
  if (unpaid > 0) return `${unpaid} of the records ${unpaid === 1 ? 'was' : 'were'} not paid, and in no sum.`;
  if (difference === null || difference === '0') return '';
  const isAdjusted = records.some(({ amounts }) =>
    amounts.some(({ field }) => field === 'adjustment.actual_amount_fiat'),
  );
  return isAdjusted
    ? 'An adjusted invoice is held against what was actually paid as well.'
    : 'The difference stays: unless a tolerance covers it, the match stands as “amount differs”.';
}

function beginOf(entries: readonly Entry[]): string {
  const idents = entries.map(({ ident, address }) => ident ?? address ?? '');
  return entries.length === 1 ? (idents[0] ?? '') : commonBeginning(idents);
}

/** "order-7a and 1 more matched by hand with inv-7." */
function doneWords(entries: readonly Entry[], records: readonly RecordSide[], noun: string): string {
  const [entry] = entries;
  const [record] = records;
  if (entry === undefined || record === undefined) return '';
  const rest = entries.length === 1 ? '' : ` and ${entries.length - 1} more`;
  const other = records.length === 1 ? recordName(record) : nounWords(records.length, noun);
  return `${entryName(entry)}${rest} matched by hand with ${other}.`;
}

type Wish = Omit<CallInput<'entries.matchByHand'>, 'intentId'>;
type Answer = CallOutput<'entries.matchByHand'>;

interface MakingMatch {
  readonly isBusy: boolean;
  /** Why the last try made none, in a sentence. */
  readonly refusal: string | null;
  readonly forget: () => void;
  readonly make: (wish: Wish) => void;
}

/** `onMade` once it stands. */
function useHandMatch(onMade: () => void): MakingMatch {
  const { run, busy } = useAction('entries.matchByHand');
  /** Of the wish whose answer is still owed. */
  const intent = useRef<{ readonly id: string; readonly wish: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (wish: Wish): Promise<void> => {
    setRefusal(null);
    const told = JSON.stringify(wish);
    // Another wish is another match; the same one after a lost answer is not.
    if (intent.current?.wish !== told) intent.current = { id: crypto.randomUUID(), wish: told };
    const answer = await run({ intentId: intent.current.id, ...wish });
    if (answer === null) return;
    if (!answer.ok) {
      const { sentence, nextStep } = failureWords(answer.failure);
      setRefusal(`${sentence} ${nextStep}`);
      return;
    }
    intent.current = null;
    if (answer.value.outcome === 'made') onMade();
    else setRefusal(refusedWords(answer.value));
  };
  return {
    isBusy: busy,
    refusal,
    forget: () => setRefusal(null),
    make: (wish) => void send(wish),
  };
}

function refusedWords({ reason, ident }: Extract<Answer, { readonly outcome: 'refused' }>): string {
  return HAND_MATCH_REFUSAL_WORDS[reason](ident);
}
