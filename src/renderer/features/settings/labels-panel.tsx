// The labels of this window's business, each to be changed or removed, and all notes as a file.
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { CallOutput } from '../../../contract/calls.ts';
import { MAX_LABEL_CHARACTERS } from '../../../domain/support/notes.ts';
import { useAction, useCall, useSeen } from '../../bridge/index.ts';
import { ExportMenu, ColourField, LabelChip } from '../../parts/index.ts';
import { ActionDialog, countWords, FailureNotice, Panel, plainText } from '../../ui/index.ts';
import { SettingRow } from './setting-row.tsx';

type CountedLabel = CallOutput<'labels.list'>['labels'][number];

const ONE = { filter: {}, offset: 0, limit: 1 } as const;

const recordsOf = ({ records }: CountedLabel): string =>
  records === 0 ? 'no record' : countWords(records, 'record', 'records');

export function LabelsPanel() {
  const { data, failure, refresh } = useCall('labels.list', {}, { refreshOn: ['notes'] });
  const notes = useCall('notes.page', ONE, { refreshOn: ['notes'] });
  const labelled = useCall('labels.page', ONE, { refreshOn: ['notes'] });
  const [asked, setAsked] = useState<{ readonly label: CountedLabel; readonly isRemoval: boolean } | null>(null);
  const Asked = asked?.isRemoval === true ? RemoveDialog : ChangeDialog;
  return (
    <Panel title="Labels and notes" note="Labels are made where they are put on: L on a record.">
      <FailureNotice failure={failure} onRetry={refresh} />
      {data?.labels.map((label) => {
        const name = plainText(label.name);
        return (
          <SettingRow key={label.id} label={<LabelChip label={label} />} note={`on ${recordsOf(label)}`}>
            <Button aria-label={`Change ${name}`} onClick={() => setAsked({ label, isRemoval: false })}>
              Change…
            </Button>
            <Button variant="subtle" aria-label={`Remove ${name}`} onClick={() => setAsked({ label, isRemoval: true })}>
              Remove…
            </Button>
          </SettingRow>
        );
      })}
      <FailureNotice failure={labelled.failure} onRetry={labelled.refresh} />
      {data === undefined || data.labels.length === 0 ? null : (
        <SettingRow label="Labelled records" note="Invoices, withdrawals, customers and endpoints with their labels">
          <ExportMenu
            label="Export labelled records"
            count={labelled.data?.total ?? null}
            rows={(file) => ({ kind: 'labels', filter: {}, ...file })}
          />
        </SettingRow>
      )}
      <FailureNotice failure={notes.failure} onRetry={notes.refresh} />
      <SettingRow
        label="Notes"
        note={notes.data === undefined ? '' : `${countWords(notes.data.total, 'note', 'notes')}, the newest first`}
      >
        <ExportMenu count={notes.data?.total ?? null} rows={(file) => ({ kind: 'notes', filter: {}, ...file })} />
      </SettingRow>
      {asked === null ? null : <Asked label={labelNow(data?.labels, asked.label)} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function labelNow(labels: readonly CountedLabel[] | undefined, asked: CountedLabel): CountedLabel {
  return labels?.find(({ id }) => id === asked.id) ?? asked;
}

interface DialogProps {
  readonly label: CountedLabel;
  readonly onClose: () => void;
}

function ChangeDialog({ label, onClose }: DialogProps) {
  const save = useAction('labels.save');
  const seen = useSeen(label, save.failure);
  const [name, setName] = useState(label.name);
  const [colour, setColour] = useState(label.colour);
  const submit = () => {
    const before = { name: seen.name, colour: seen.colour };
    return save.run({ id: label.id, name: name.trim(), colour, before });
  };
  return (
    <ActionDialog
      title="Change the label"
      label="Save"
      action={save}
      bar={name.trim() === '' ? 'A label has a name.' : null}
      size={440}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={MAX_LABEL_CHARACTERS}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <ColourField colour={colour} onColour={setColour} />
    </ActionDialog>
  );
}

function RemoveDialog({ label, onClose }: DialogProps) {
  const remove = useAction('labels.remove');
  const { name, colour } = useSeen(label, remove.failure);
  const submit = () => remove.run({ id: label.id, seen: { name, colour } });
  return (
    <ActionDialog
      title={`Remove the label “${plainText(label.name)}”?`}
      label="Remove"
      action={remove}
      isDanger
      size={440}
      onSubmit={submit}
      onClose={onClose}
    >
      {label.records === 0
        ? 'It is on no record.'
        : `It is on ${recordsOf(label)} and goes from ${label.records === 1 ? 'it' : 'all of them'}. Notes and cases stay.`}
    </ActionDialog>
  );
}
