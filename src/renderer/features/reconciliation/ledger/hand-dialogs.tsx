// Which dialog about matches by hand is open.
import { useRef, useState } from 'react';
import { ActionIcon, Box, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type Entry, MAX_HAND_MATCH } from '../../../../domain/ledger/entry.ts';
import { useAction } from '../../../bridge/index.ts';
import {
  ActionDialog,
  countWords,
  failureWords,
  InstantText,
  intoFirstField,
  Note,
  Notice,
  ReadState,
  Under,
} from '../../../ui/index.ts';
import { HAND_MATCH_REFUSAL_WORDS, Key, outcomeName, saidWords } from '../../../parts/index.ts';
import { entryName, recordName, type ShownRecordSide } from './entry-view.ts';
import { HandPanel, HandSumLine, useEntry } from './inspector.tsx';
import { commonBeginning, handSum, nounWords, type Summand, sumWords } from './hand-sums.ts';
import { RecordSearch } from './record-search.tsx';
import type { CallInput } from '../../../../contract/calls.ts';
import { Amount, recordAmount } from './lines.tsx';
import { NO_NOTE, NoteField } from '../../../parts/triage/form.tsx';
import { WarnLine } from '../../../parts/triage/panel.tsx';
import { PartTitle } from '../../../ui/text/small-parts.tsx';
import classes from './entries.module.css';

const WHAT = 'Why they belong together; it stays with the match. ';

function HandMatchDialog(props: { readonly entries: readonly Entry[]; readonly onEnd: (said: string | null) => void }) {
  const { onEnd } = props;
  const [entries, setEntries] = useState(props.entries);
  const [records, setRecords] = useState<readonly ShownRecordSide[]>([]);
  const [note, setNote] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [first] = props.entries;
  const kind = first?.kind ?? 'orders';
  const noun = kind === 'orders' ? 'invoice' : 'withdrawal';
  const summands = records.map((record) => recordAmount(record, { against: null, unit: first?.unit ?? '' }));
  const sum = handSum(entries, summands, noun);
  const isOneSource = new Set(entries.map(({ sourceId }) => sourceId)).size <= 1;
  const bar = isOneSource ? sum.bar : 'Entries of several sources are never added up: choose those of one.';
  const making = useHandMatch(() => onEnd(doneWords(entries, records, noun)));
  const toggle = (record: ShownRecordSide): void => {
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
      const [ids, uuids] = [entries.map(({ id }) => id), records.map(({ uuid }) => uuid)];
      making.make({ kind, entries: ids, records: uuids, note: words });
    }
  };
  if (first === undefined) return null;
  return (
    <Modal opened onClose={() => onEnd(null)} closeOnClickOutside={false} title="Match by hand" size={940}>
      <form
        noValidate
        aria-label="Match by hand"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap={14} ref={intoFirstField}>
          <Group gap="lg" align="flex-start" wrap="nowrap">
            <Box flex="5 1 0" miw={0}>
              <ChosenEntries
                entries={entries}
                onRemove={(id) => setEntries(entries.filter((entry) => entry.id !== id))}
              />
            </Box>
            <Box flex="7 1 0" miw={0}>
              <PartTitle>{entries.length > 1 ? `Their ${noun}` : `Its ${noun}, or ${noun}s`}</PartTitle>
              <RecordSearch
                kind={kind}
                unit={first.unit}
                begin={beginOf(props.entries)}
                chosen={new Set(records.map(({ uuid }) => uuid))}
                onToggle={toggle}
              />
              <ChosenRecords records={records} unit={first.unit} onRemove={toggle} />
            </Box>
          </Group>
          <HandSumLine sum={sum} />
          <p className="mc-visually-hidden" role="status">
            {sumWords(sum)}
          </p>
          <NoteField
            field={noteField}
            what={WHAT}
            complaint={complaint}
            note={note}
            onNote={setNote}
            onSubmit={submit}
          />
          {making.refusal === null ? null : (
            <Notice tone="bad" title="It was not matched">
              {making.refusal}
            </Notice>
          )}
          <Group justify="flex-end" gap={8}>
            <Text flex={1} fz={13} c="var(--mc-text-soft)">
              {bar ?? cautionOf(summands, records, sum.difference)}
            </Text>
            <Button size="xs" onClick={() => onEnd(null)}>
              Cancel
            </Button>
            <Button variant="filled" type="submit" size="xs" disabled={bar !== null} loading={making.isBusy}>
              Match by hand
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Nothing of this keeps anybody from it, but nobody should be surprised by it. */
function cautionOf(
  summands: readonly Summand[],
  records: readonly ShownRecordSide[],
  difference: string | null,
): string {
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

function doneWords(entries: readonly Entry[], records: readonly ShownRecordSide[], noun: string): string {
  const [entry] = entries;
  const [record] = records;
  if (entry === undefined || record === undefined) return '';
  const rest = entries.length === 1 ? '' : ` and ${entries.length - 1} more`;
  const other = records.length === 1 ? recordName(record) : nounWords(records.length, noun);
  return `${entryName(entry)}${rest} matched by hand with ${other}.`;
}

type Wish = Omit<CallInput<'entries.matchByHand'>, 'intentId'>;

function useHandMatch(onMade: () => void) {
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
    else setRefusal(HAND_MATCH_REFUSAL_WORDS[answer.value.reason](answer.value.ident));
  };
  return { isBusy: busy, refusal, forget: () => setRefusal(null), make: (wish: Wish) => void send(wish) };
}

/** What a person has asked for; it stays with the entries it was asked for. */
export type HandMatchAsked =
  | { readonly kind: 'match'; readonly entries: readonly Entry[] }
  | { readonly kind: 'take-back'; readonly entry: Entry };

/** `onEnd` with what is to be said of it; null: nothing was done. */
export function HandDialogs(props: {
  readonly asked: HandMatchAsked | null;
  readonly onEnd: (said: string | null) => void;
}) {
  const { asked, onEnd } = props;
  if (asked === null) return null;
  return asked.kind === 'match' ? (
    <HandMatchDialog entries={asked.entries} onEnd={onEnd} />
  ) : (
    <TakeBackDialog entry={asked.entry} onEnd={onEnd} />
  );
}

function TakeBackDialog(props: { readonly entry: Entry; readonly onEnd: (said: string | null) => void }) {
  const { entry, onEnd } = props;
  const read = useEntry(entry.id);
  const taking = useAction('entries.unmatch');
  const match = read.data?.handMatch ?? null;
  const run = async (id: string, reason: string): Promise<void> => {
    if ((await taking.run({ id, reason }))?.ok === true) onEnd(`${entryName(entry)}: the match by hand is taken back.`);
  };
  return (
    <ActionDialog
      title="Take the match by hand back?"
      label="Take it back"
      cancel={match === null ? 'Close' : 'Keep it'}
      action={taking}
      bar={match === null ? '' : null}
      why="Whoever matched them reads why in the audit log."
      onSubmit={(reason) => {
        if (match !== null) void run(match.id, reason);
      }}
      onClose={() => onEnd(null)}
    >
      <ReadState read={read} unreadTitle="The match could not be read">
        {(detail) =>
          detail.handMatch === null ? (
            <Note>It was taken back meanwhile: there is no match by hand any more.</Note>
          ) : (
            <>
              <HandPanel detail={detail} match={detail.handMatch} />
              <Note>
                {countWords(detail.handMatch.entries.length, 'entry is', 'entries are')} matched by the rules again. The
                note goes with the match; what was done stays in the audit log.
              </Note>
            </>
          )
        }
      </ReadState>
    </ActionDialog>
  );
}

/** The last one cannot be let go: the dialog is about it. */
function ChosenEntries(props: { readonly entries: readonly Entry[]; readonly onRemove: (id: string) => void }) {
  const { entries, onRemove } = props;
  return (
    <>
      <PartTitle>{entries.length === 1 ? 'Your entry' : `Your ${entries.length} entries`}</PartTitle>
      <ul className={classes.lines}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Box flex={1} miw={0}>
              {entryName(entry)}
              <Under>
                {entry.at === null ? null : <InstantText value={entry.at} />} {saidWords(entry)}
              </Under>
            </Box>
            <Amount of={entry} />
            {entries.length === 1 ? null : <LetGo name={entryName(entry)} onPress={() => onRemove(entry.id)} />}
            <Meanwhile entry={entry} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What has become of the entry since the dialog was opened. */
function Meanwhile({ entry }: { readonly entry: Entry }) {
  const { data, failure } = useEntry(entry.id);
  const [{ handMatchId, outcome }] = useState(entry);
  const now = data?.entry;
  const words =
    failure?.kind === 'not-found'
      ? 'it is not in the books any more; its import may have been undone.'
      : now === undefined || (now.handMatchId === handMatchId && now.outcome === outcome)
        ? null
        : now.handMatchId === handMatchId
          ? `it stands as “${outcomeName(now.outcome, now.kind)}” now.`
          : now.handMatchId === null
            ? 'its match by hand was taken back.'
            : 'somebody has matched it by hand.';
  return words === null ? null : <WarnLine>{words}</WarnLine>;
}

function ChosenRecords(props: {
  readonly records: readonly ShownRecordSide[];
  readonly unit: string;
  readonly onRemove: (record: ShownRecordSide) => void;
}) {
  const { records, unit, onRemove } = props;
  if (records.length === 0) return null;
  return (
    <ul className={classes.lines} aria-label="Chosen records">
      {records.map((record) => (
        <li key={record.uuid}>
          <Box flex={1} miw={0}>
            {recordName(record)}
          </Box>
          <Amount of={recordAmount(record, { against: null, unit })} />
          <LetGo name={recordName(record)} onPress={() => onRemove(record)} />
        </li>
      ))}
    </ul>
  );
}

function LetGo({ name, onPress }: { readonly name: string; readonly onPress: () => void }) {
  return (
    <ActionIcon size={24} aria-label={`Leave out ${name}`} onClick={onPress}>
      <IconX size={14} aria-hidden="true" />
    </ActionIcon>
  );
}

export function HandDeed(props: { readonly entry: Entry; readonly onAsk: (asked: HandMatchAsked) => void }) {
  const { entry, onAsk } = props;
  const isMatched = entry.handMatchId !== null;
  return (
    <Button
      size="xs"
      rightSection={<Key letter={isMatched ? 'U' : 'M'} />}
      onClick={() => onAsk(isMatched ? { kind: 'take-back', entry } : { kind: 'match', entries: [entry] })}
    >
      {isMatched ? 'Take the match back' : 'Match by hand'}
    </Button>
  );
}
