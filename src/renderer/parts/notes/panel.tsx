// What people have written about one record: its labels, its case, and its notes with the newest first.
import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type Dispatch, type RefObject, useRef, useState } from 'react';
import { MAX_CASE_TITLE } from '../../../domain/reconcile/exception.ts';
import { MAX_NOTE_CHARACTERS, MAX_NOTES, type Note, type Subject } from '../../../domain/support/notes.ts';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { useAction, useCall, useExceptionsOf } from '../../bridge/index.ts';
import { ActionDialog, Form } from '../../ui/form/form.tsx';
import { DayField, isDay } from '../../ui/form/day-field.tsx';
import { FailureNotice } from '../../ui/frame/failure-notice.tsx';
import { Panel } from '../../ui/frame/page-frame.tsx';
import { InstantText } from '../../ui/text/instant-text.tsx';
import { draftsOf } from '../../ui/window/drafts.ts';
import { useUi } from '../../ui/window/environment.tsx';
import { navigateTo } from '../../ui/window/route.ts';
import { useKey } from '../../ui/window/keys.ts';
import { useOnceKnown } from '../../ui/window/hooks.ts';
import { ExportMenu } from '../export-menu.tsx';
import { exceptionPath, FindingLines } from '../triage/finding-lines.tsx';
import { AssigneeField } from '../triage/form.tsx';
import { Key } from '../triage/panel.tsx';
import { LabelChips, LabelPicker } from './labels.tsx';

/** Notes that are shown before somebody asks for the others. */
const FEW = 3;

/** Of a case that is being opened. `name`: null until somebody is named, who sits here until then. */
interface CaseDraft {
  readonly title: string;
  readonly name: string | null;
  readonly due: string;
}

const NO_CASE: CaseDraft = { title: '', name: null, due: '' };
const useCaseDraft = draftsOf<CaseDraft | null>();
const useNoteDraft = draftsOf<string>();

/** Keyed by its record, so that what is half written stays with the record that it is about. */
export function NotesPanel({ list, recordId }: Subject) {
  const subject = { list, recordId };
  const notes = useCall(
    'notes.page',
    { filter: { list: [list], recordId }, offset: 0, limit: MAX_NOTES },
    { refreshOn: ['notes'] },
  );
  const labels = useCall('labels.of', subject, { refreshOn: ['notes'] });
  const [isAll, setAll] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useKey('w', () => field.current?.focus());
  useKey('l', () => setChoosing(true));
  const cases = useExceptionsOf(recordId, { kind: ['case'], list: [list] });
  const open = cases.rows?.find(({ state }) => state === 'open');
  const place = `${useUi().profile} ${list} ${recordId}`;
  const [draft, setDraft] = useCaseDraft(place, null);
  const openCase = (): void => (open === undefined ? setDraft(NO_CASE) : navigateTo(exceptionPath(open)));
  // Before it is read whether there is a case the key opens one all the same, for what is typed right behind it; nothing typed yet, it leads to the one that there is.
  const early = useOnceKnown(cases.rows !== undefined, () => {
    if (open === undefined || draft?.title !== '') return;
    setDraft(null);
    navigateTo(exceptionPath(open));
  });
  useKey('c', () => {
    openCase();
    if (cases.rows === undefined) early.ask();
  });
  const rows = notes.data?.rows ?? [];
  const worn = labels.data?.labels ?? [];
  return (
    <Panel
      title="Notes"
      actions={
        <Group gap={8}>
          <Button size="xs" rightSection={<Key letter="C" />} disabled={cases.rows === undefined} onClick={openCase}>
            {open === undefined ? 'Open a case…' : 'The case'}
          </Button>
          <LabelPicker list={list} recordIds={[recordId]} worn={[worn]} opened={isChoosing} onChange={setChoosing}>
            <Button
              size="xs"
              rightSection={<Key letter="L" />}
              disabled={labels.data === undefined}
              onClick={() => setChoosing(!isChoosing)}
            >
              Labels
            </Button>
          </LabelPicker>
        </Group>
      }
    >
      <Stack gap={10}>
        {worn.length === 0 ? null : <LabelChips labels={worn} />}
        <FailureNotice failure={labels.failure} onRetry={labels.refresh} />
        {cases.rows === undefined || cases.rows.length === 0 ? null : <FindingLines rows={cases.rows} />}
        <FailureNotice failure={cases.failure} onRetry={cases.retry} />
        <NewNote subject={subject} place={place} field={field} />
        <FailureNotice failure={notes.failure} onRetry={notes.refresh} />
        {rows.length === 0 ? null : (
          <Stack component="ol" gap={10} m={0} p={0} aria-label="Notes" style={{ listStyle: 'none' }}>
            {(isAll ? rows : rows.slice(0, FEW)).map((note) => (
              <NoteLine key={note.id} note={note} />
            ))}
          </Stack>
        )}
        {rows.length === 0 ? null : (
          <Group justify="space-between">
            {isAll || rows.length <= FEW ? (
              <span />
            ) : (
              <Anchor component="button" type="button" fz={13} onClick={() => setAll(true)}>
                Show all {rows.length} notes
              </Anchor>
            )}
            <ExportMenu
              label="Export notes"
              count={rows.length}
              rows={(file) => ({ kind: 'notes', filter: { list: [list], recordId }, ...file })}
            />
          </Group>
        )}
      </Stack>
      {draft === null ? null : <CaseDialog subject={subject} draft={draft} onDraft={setDraft} />}
    </Panel>
  );
}

/** What is to be done, by whom and until when. */
function CaseDialog(props: {
  readonly subject: Subject;
  readonly draft: CaseDraft;
  readonly onDraft: Dispatch<CaseDraft | null>;
}) {
  const { subject, draft, onDraft } = props;
  const { title, name, due } = draft;
  const action = useAction('exceptions.open');
  const { me = '' } = useCall('exceptions.counts', {}).data ?? {};
  const [complaint, setComplaint] = useState<string | null>(null);
  const assignee = (name ?? me).trim();
  const submit = async (): Promise<void> => {
    setComplaint(title.trim() === '' ? 'Say what is to be done.' : null);
    if (title.trim() === '') return;
    const input = { ...subject, title: title.trim(), assignee: assignee === '' ? null : assignee };
    const answer = await action.run({ ...input, due: due === '' ? null : due });
    if (answer?.ok !== true) return;
    if (answer.value.opened) onDraft(null);
    else setComplaint('Somebody has opened a case meanwhile: write a note on it instead.');
  };
  return (
    <ActionDialog
      title="Open a case"
      label="Open the case"
      action={action}
      bar={due === '' || isDay(due) ? null : 'Due on is no day.'}
      size={440}
      onSubmit={() => void submit()}
      onClose={() => onDraft(null)}
    >
      <TextInput
        label="What is to be done"
        data-autofocus
        maxLength={MAX_CASE_TITLE}
        error={complaint}
        value={title}
        onChange={({ currentTarget: { value } }) => onDraft({ ...draft, title: value })}
      />
      <AssigneeField name={name ?? me} onName={(to) => onDraft({ ...draft, name: to })} />
      <DayField label="Due on" day={due} onDay={(day) => onDraft({ ...draft, due: day })} />
    </ActionDialog>
  );
}

function NoteLine({ note: { at, osUser, text } }: { readonly note: Note }) {
  return (
    <li>
      <Text fz={13} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {plainText(text)}
      </Text>
      <Text fz={12} c="dimmed">
        {plainText(osUser.slice(0, 64))} · <InstantText value={at} withAge />
      </Text>
    </li>
  );
}

/** What is written stays where it is until it is kept; the same note twice is one, however often it is tried. */
function NewNote(props: {
  readonly subject: Subject;
  readonly place: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { subject, place, field } = props;
  const { run, busy, failure } = useAction('notes.add');
  const [text, setText] = useNoteDraft(place, '');
  const wish = useRef({ noteId: '', text: '' });
  const add = async (): Promise<void> => {
    const words = text.trim();
    if (words === '') return;
    if (wish.current.text !== words) wish.current = { noteId: crypto.randomUUID(), text: words };
    const added = await run({ ...subject, ...wish.current });
    if (added?.ok !== true) return;
    wish.current = { noteId: '', text: '' };
    setText((now) => (now.trim() === words ? '' : now));
  };
  return (
    <Form onSubmit={() => void add()}>
      <Group gap={8} align="flex-start" wrap="nowrap">
        <Textarea
          ref={field}
          flex={1}
          size="sm"
          aria-label="Note"
          placeholder="Write a note (W); Enter keeps it"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MAX_NOTE_CHARACTERS}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void add();
          }}
        />
        {text.trim() === '' ? null : (
          <Button variant="filled" type="submit" loading={busy}>
            Add
          </Button>
        )}
      </Group>
      <FailureNotice failure={failure} />
    </Form>
  );
}
