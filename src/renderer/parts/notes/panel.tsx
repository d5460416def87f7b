// What people have written about one record: its labels, its case, and its notes with the newest first.
import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { MAX_CASE_TITLE } from '../../../domain/reconcile/exception.ts';
import { MAX_NOTE_CHARACTERS, MAX_NOTES, type Note, type Subject } from '../../../domain/support/notes.ts';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { useAction, useCall, useExceptionsOf } from '../../bridge/index.ts';
import { ActionDialog } from '../../ui/form/action-dialog.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FailureNotice } from '../../ui/frame/failure-notice.tsx';
import { Panel } from '../../ui/frame/page-frame.tsx';
import { InstantText } from '../../ui/text/instant-text.tsx';
import { navigateTo } from '../../ui/window/route.ts';
import { useKey } from '../../ui/window/use-key.ts';
import { exceptionPath, FindingLines } from '../triage/finding-lines.tsx';
import { AssigneeField, DueField } from '../triage/form.tsx';
import { Key } from '../triage/panel.tsx';
import { LabelChips, LabelPicker } from './labels.tsx';

/** Notes that are shown before somebody asks for the others. */
const FEW = 3;

/** Keyed by its record, so that what is half written stays with the record that it is about. */
export function NotesPanel({ list, recordId }: Subject): ReactNode {
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
  const [isOpening, setOpening] = useState(false);
  const openCase = (): void => (open === undefined ? setOpening(true) : navigateTo(exceptionPath(open)));
  useKey('c', openCase);
  const rows = notes.data?.rows ?? [];
  const worn = labels.data?.labels ?? [];
  return (
    <Panel
      title="Notes"
      actions={
        <Group gap={8}>
          <Button
            variant="default"
            size="xs"
            rightSection={<Key letter="C" />}
            disabled={cases.rows === undefined}
            onClick={openCase}
          >
            {open === undefined ? 'Open a case…' : 'The case'}
          </Button>
          <LabelPicker list={list} recordIds={[recordId]} worn={[worn]} opened={isChoosing} onChange={setChoosing}>
            <Button
              variant="default"
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
        <NewNote subject={subject} field={field} />
        <FailureNotice failure={notes.failure} onRetry={notes.refresh} />
        {rows.length === 0 ? null : (
          <Stack component="ol" gap={10} m={0} p={0} aria-label="Notes" style={{ listStyle: 'none' }}>
            {(isAll ? rows : rows.slice(0, FEW)).map((note) => (
              <NoteLine key={note.id} note={note} />
            ))}
          </Stack>
        )}
        {isAll || rows.length <= FEW ? null : (
          <Anchor component="button" type="button" fz={13} ta="left" onClick={() => setAll(true)}>
            Show all {rows.length} notes
          </Anchor>
        )}
      </Stack>
      {isOpening ? <CaseDialog subject={subject} onClose={() => setOpening(false)} /> : null}
    </Panel>
  );
}

/** What is to be done, by whom and until when. */
function CaseDialog({ subject, onClose }: { readonly subject: Subject; readonly onClose: () => void }): ReactNode {
  const action = useAction('exceptions.open');
  const { me = '' } = useCall('exceptions.counts', {}).data ?? {};
  const [title, setTitle] = useState('');
  const [name, setName] = useState<string | null>(null);
  const [due, setDue] = useState('');
  const [complaint, setComplaint] = useState<string | null>(null);
  const assignee = (name ?? me).trim();
  const submit = async (): Promise<void> => {
    setComplaint(title.trim() === '' ? 'Say what is to be done.' : null);
    if (title.trim() === '') return;
    const input = { ...subject, title: title.trim(), assignee: assignee === '' ? null : assignee };
    const answer = await action.run({ ...input, due: due === '' ? null : due });
    if (answer?.ok !== true) return;
    if (answer.value.opened) onClose();
    else setComplaint('Somebody has opened a case meanwhile: write a note on it instead.');
  };
  return (
    <ActionDialog
      title="Open a case"
      label="Open the case"
      action={action}
      size={440}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextInput
        label="What is to be done"
        data-autofocus
        maxLength={MAX_CASE_TITLE}
        error={complaint}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <AssigneeField name={name ?? me} onName={setName} />
      <DueField day={due} onDay={setDue} />
    </ActionDialog>
  );
}

function NoteLine({ note: { at, osUser, text } }: { readonly note: Note }): ReactNode {
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
  readonly field: RefObject<HTMLTextAreaElement | null>;
}): ReactNode {
  const { subject, field } = props;
  const { run, busy, failure } = useAction('notes.add');
  const [text, setText] = useState('');
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
          <Button type="submit" size="sm" loading={busy}>
            Add
          </Button>
        )}
      </Group>
      <FailureNotice failure={failure} />
    </Form>
  );
}
