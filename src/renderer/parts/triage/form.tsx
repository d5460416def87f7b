// The words that an action on an exception leaves behind: a reason by its digit, a note, Enter. Made for the keyboard
// alone: a reason takes one key, and the cursor goes on to the note.
import { Autocomplete, Button, Group, Radio, Stack, Text, Textarea, Kbd } from '@mantine/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import {
  type ExceptionAction,
  RESOLUTION_REASONS,
  type ResolutionReason,
} from '../../../domain/reconcile/exception.ts';
import { useCall } from '../../bridge/index.ts';
import { DayField, isDay } from '../../ui/form/day-field.tsx';
import { draftsOf } from '../../ui/window/drafts.ts';
import { useUi } from '../../ui/window/environment.tsx';
import { REASON_WORDS } from './finding-words.ts';

/** What is asked for: most need words, a name or a day; assigning to oneself needs none. */
export type WordedAction = ExceptionAction['kind'];

const TITLES: Readonly<Record<WordedAction, string>> = {
  note: 'Note',
  resolve: 'Resolve',
  reopen: 'Reopen',
  assign: 'Assign',
  due: 'Due',
};
const NOTE_CHARACTERS = 2_000;

interface Words {
  readonly reason: ResolutionReason | null;
  readonly note: string;
}

const NO_WORDS: Words = { reason: null, note: '' };
const useWords = draftsOf<Words>();

/** The form of one action; `onClose` on Escape and Cancel. */
export function TriageForm(props: {
  readonly kind: WordedAction;
  /** What it is about: what is half written waits under this name while the console is locked. */
  readonly about: string;
  /** "3 exceptions"; absent for the one that is on screen. */
  readonly many?: string;
  readonly isBusy: boolean;
  readonly onSubmit: (action: ExceptionAction) => void;
  readonly onClose: () => void;
}) {
  const { kind, about, many, isBusy, onSubmit, onClose } = props;
  const [{ reason, note }, setWords] = useWords(`${useUi().profile} ${about} ${kind}`, NO_WORDS);
  const setReason = (next: ResolutionReason): void => setWords((words) => ({ ...words, reason: next }));
  const setNote = (next: string): void => setWords((words) => ({ ...words, note: next }));
  const [complaint, setComplaint] = useState<string | null>(null);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // A key has opened it, and the next key belongs to it.
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  const submit = (): void => {
    const words = note.trim();
    if (kind === 'assign' || kind === 'due') {
      const given = words === '' ? null : words;
      // What is no day is said so below its field.
      if (kind === 'due' && given !== null && !isDay(given)) return;
      if (!isBusy) onSubmit(kind === 'assign' ? { kind, assignee: given } : { kind, due: given });
      return;
    }
    const wrong = kind === 'resolve' && reason === null ? NO_REASON : words === '' ? NO_NOTE : null;
    setComplaint(wrong);
    if (isBusy) return;
    if (wrong === NO_REASON) form.current?.querySelector<HTMLInputElement>('input[type="radio"]')?.focus();
    else if (wrong === NO_NOTE) noteField.current?.focus();
    else if (kind !== 'resolve') onSubmit({ kind, note: words });
    else if (reason !== null) onSubmit({ kind, reason, note: words });
  };
  const press = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    const isDigit = event.target !== noteField.current && /^[1-9]$/.test(event.key);
    const byDigit = isDigit ? RESOLUTION_REASONS[Number(event.key) - 1] : undefined;
    if (kind !== 'resolve' || byDigit === undefined) return;
    event.preventDefault();
    setReason(byDigit);
    setComplaint(null);
    noteField.current?.focus();
  };
  const title = many === undefined ? TITLES[kind] : `${TITLES[kind]} ${many}`;
  return (
    // The keys are those of its fields, heard in one place.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      // What is missing is said by our own words, in its place.
      noValidate
      aria-label={title}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={10}>
        {kind === 'resolve' ? <Reasons reason={reason} onReason={setReason} /> : null}
        {kind === 'assign' ? (
          <AssigneeField what="Nobody when it is empty" isFirst name={note} onName={setNote} />
        ) : kind === 'due' ? (
          <DayField label="Due on" description="No day when it is empty" data-autofocus day={note} onDay={setNote} />
        ) : (
          <NoteField
            field={noteField}
            isFirst={kind !== 'resolve'}
            complaint={complaint}
            note={note}
            onNote={setNote}
            onSubmit={submit}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button size="xs" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="filled" type="submit" size="xs" loading={isBusy}>
            {title}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whom it is given to: those who have some already are offered, whoever sits here first. */
export function AssigneeField(props: {
  readonly what?: string;
  readonly isFirst?: boolean;
  readonly name: string;
  readonly onName: (name: string) => void;
}) {
  const { what, isFirst = false, name, onName } = props;
  const { me, assignees = [] } = useCall('exceptions.counts', {}).data ?? {};
  const names = [me, ...assignees.map(({ assignee }) => assignee)].filter((one) => typeof one === 'string');
  return (
    <Autocomplete
      label="Assign to"
      description={what}
      maxLength={NAME_CHARACTERS}
      data-autofocus={isFirst || undefined}
      openOnFocus={false}
      data={[...new Set(names)]}
      value={name}
      onChange={onName}
    />
  );
}

const NAME_CHARACTERS = 64;

const NO_REASON = 'Choose a reason first.';
export const NO_NOTE = 'A note is needed: it is what the next reader knows.';

/** The words that stay with what is done. */
export function NoteField(props: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** What is to be written, before how. */
  readonly what?: string;
  /** It has the keyboard when its form opens. */
  readonly isFirst?: boolean;
  readonly complaint: string | null;
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onSubmit: () => void;
}) {
  const { field, what = '', isFirst = false, complaint, note, onNote, onSubmit } = props;
  return (
    <Textarea
      ref={field}
      label="Note"
      description={`${what}Enter saves it, Shift and Enter begins a line`}
      required
      withAsterisk={false}
      maxLength={NOTE_CHARACTERS}
      autosize
      minRows={1}
      maxRows={6}
      data-autofocus={isFirst || undefined}
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

function Reasons(props: {
  readonly reason: ResolutionReason | null;
  readonly onReason: (reason: ResolutionReason) => void;
}) {
  const { reason, onReason } = props;
  return (
    <Stack component="fieldset" gap={10} m={0} p={0} bd={0}>
      <Text component="legend" fz={12} pb={6} c="dimmed">
        Reason
      </Text>
      {RESOLUTION_REASONS.map((one, index) => (
        <Radio
          key={one}
          size="xs"
          name="reason"
          value={one}
          data-autofocus={index === 0 || undefined}
          checked={reason === one}
          onChange={() => onReason(one)}
          label={
            <>
              <Kbd aria-hidden="true">{index + 1}</Kbd> {REASON_WORDS[one].name}
            </>
          }
          title={REASON_WORDS[one].meaning}
        />
      ))}
      <Text fz={12} lh="16px" mih={16} c="dimmed" aria-live="polite">
        {reason === null ? '' : `${REASON_WORDS[reason].meaning}.`}
      </Text>
    </Stack>
  );
}
