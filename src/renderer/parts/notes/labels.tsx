// Labels of records: the chips, and the chooser that puts them on, takes them off and makes new ones.
import { Button, Checkbox, Group, Popover, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconBriefcase, IconNote, IconTagFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CallInput } from '../../../contract/calls.ts';
import {
  type Label,
  LABEL_COLOURS,
  type LabelColour,
  type Marks,
  MAX_LABEL_CHARACTERS,
} from '../../../domain/support/notes.ts';
import type { MARKS } from '../../../domain/kernel/finding.ts';
import { plainText } from '../../../domain/kernel/text/plain-text.ts';
import { useCall, useCalls } from '../../bridge/index.ts';
import { Form } from '../../ui/form/form.tsx';
import { FailureNotice } from '../../ui/frame/failure-notice.tsx';
import { Note } from '../../ui/text/small-parts.tsx';
import { useOnceKnown } from '../../ui/window/hooks.ts';
import { type Tone, ToneBadge } from '../status-badge.tsx';
import { countWords } from '../../ui/index.ts';

const TONES: Readonly<Record<LabelColour, Tone>> = {
  blue: 'notice',
  green: 'good',
  amber: 'warn',
  red: 'bad',
  grey: 'quiet',
};

export function LabelChip({ label: { name, colour } }: { readonly label: Pick<Label, 'name' | 'colour'> }) {
  return (
    <ToneBadge tone={TONES[colour]} title={`Label, ${colour}`} icon={<IconTagFilled size={12} aria-hidden="true" />}>
      {plainText(name)}
    </ToneBadge>
  );
}

export function LabelChips({ labels }: { readonly labels: readonly Label[] }) {
  return (
    <Group component="ul" gap="2px 12px" m={0} p={0} aria-label="Labels" style={{ listStyle: 'none' }}>
      {labels.map((label) => (
        <li key={label.id}>
          <LabelChip label={label} />
        </li>
      ))}
    </Group>
  );
}

function MarksText({ marks: { labels, notes, hasCase } }: { readonly marks: Marks }) {
  return (
    <Group gap={10} wrap="nowrap" component="span" style={{ overflow: 'hidden' }}>
      {hasCase ? (
        <ToneBadge tone="warn" icon={<IconBriefcase size={14} aria-hidden="true" />}>
          case
        </ToneBadge>
      ) : null}
      {labels.map((label) => (
        <LabelChip key={label.id} label={label} />
      ))}
      {notes === 0 ? null : (
        <ToneBadge tone="quiet" icon={<IconNote size={14} aria-hidden="true" />}>
          {countWords(notes, 'note', 'notes')}
        </ToneBadge>
      )}
    </Group>
  );
}

function marksWords({ labels, notes, hasCase }: Marks): string {
  const words = [hasCase ? 'case' : '', ...labels.map(({ name }) => plainText(name))];
  return [...words, notes === 0 ? '' : countWords(notes, 'note', 'notes')].filter((word) => word !== '').join(', ');
}

interface MarkedRow {
  readonly marks?: Marks | undefined;
}

/** What a list shows of a record that somebody has written about: the cell of its column, and what else is to be said of that. */
export const marksOf = ({ marks }: MarkedRow): ReactNode => (marks === undefined ? null : <MarksText marks={marks} />);
export const MARKS_COLUMN = {
  hint: 'Labels, how many notes there are, and whether a case is open',
  width: 152,
  flex: 1,
  text: ({ marks }: MarkedRow): string => (marks === undefined ? '' : marksWords(marks)),
} as const;

/** As many as one call labels. */
const MOST_LABELLED = 1_000;

/** Of rows that were chosen in a list. */
export function LabelRows({
  list,
  rows,
}: {
  readonly list: CallInput<'labels.put'>['list'];
  readonly rows: readonly (MarkedRow & { readonly uuid: string })[];
}) {
  const [isOpen, setOpen] = useState(false);
  if (rows.length === 0 || rows.length > MOST_LABELLED) return null;
  return (
    <LabelPicker
      list={list}
      recordIds={rows.map(({ uuid }) => uuid)}
      worn={rows.map(({ marks }) => marks?.labels ?? [])}
      opened={isOpen}
      onChange={setOpen}
    >
      <Button size="xs" onClick={() => setOpen(!isOpen)}>
        Labels…
      </Button>
    </LabelPicker>
  );
}

/** Of every list whose records are labelled: its filters, and the names that there are. */
export const LABEL_CONTROL = { label: 'Label', options: 'labels', wordOf: plainText } as const;
export const MARKED_CONTROL = {
  label: 'Notes and cases',
  wordOf: (mark: (typeof MARKS)[number]): string => (mark === 'note' ? 'with a note' : 'with an open case'),
} as const;

export function useLabelOptions(enabled: boolean): readonly { readonly value: string }[] {
  const labels = useCall('labels.list', {}, { refreshOn: ['notes'], enabled }).data?.labels ?? [];
  return labels.map(({ name }) => ({ value: name }));
}

/** `worn`: the labels of each of the records. Enter takes the first label that is left of what was typed, or makes it. */
export function LabelPicker(props: {
  readonly list: CallInput<'labels.put'>['list'];
  readonly recordIds: readonly string[];
  readonly worn: readonly (readonly Label[])[];
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly children: ReactNode;
}) {
  const { opened, onChange, children } = props;
  return (
    <Popover shadow="md" position="bottom-end" width={320} trapFocus returnFocus opened={opened} onChange={onChange}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown aria-label="Choose labels">
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

export function ColourField({
  colour,
  onColour,
}: {
  readonly colour: LabelColour;
  readonly onColour: (colour: LabelColour) => void;
}) {
  return (
    <SegmentedControl size="xs" aria-label="Colour" data={[...LABEL_COLOURS]} value={colour} onChange={onColour} />
  );
}

type Records = Pick<Parameters<typeof LabelPicker>[0], 'list' | 'recordIds' | 'worn'>;

/** One after the other, in the order in which they were asked for; what is under way already is not begun anew. */
function useInTurn(): (name: string, deed: () => Promise<unknown>) => void {
  const underWay = useRef(new Set<string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (name, deed) => {
    if (underWay.current.has(name)) return;
    underWay.current.add(name);
    last.current = last.current.then(deed).finally(() => underWay.current.delete(name));
  };
}

/** Puts labels on the records and takes them off; `onMiss`: of one that came to nothing. */
function useLabelling({ list, recordIds, worn }: Records) {
  const { run, failure } = useCalls();
  const inTurn = useInTurn();
  // Of rows that were chosen in a list nobody reads again what they have.
  const [put, setPut] = useState<Readonly<Record<string, boolean>>>({});
  const many = ({ id }: Label): number => {
    const known = recordIds.length > 1 ? put[id] : undefined;
    if (known !== undefined) return known ? worn.length : 0;
    return worn.filter((own) => own.some((label) => label.id === id)).length;
  };
  const isOn = (label: Label): boolean => many(label) === worn.length;
  const become = async (id: string, wanted: boolean): Promise<boolean> => {
    const done = await run('labels.put', { list, recordIds, [wanted ? 'add' : 'remove']: [id] });
    if (done.ok) setPut((before) => ({ ...before, [id]: wanted }));
    return done.ok;
  };
  const toggle = (label: Label, onMiss: () => void): void => {
    const wanted = !isOn(label);
    inTurn(label.id, async () => {
      if (!(await become(label.id, wanted))) onMiss();
    });
  };
  const make = ({ name, colour }: Pick<Label, 'name' | 'colour'>, onMiss: () => void): void =>
    inTurn(name, async () => {
      const made = await run('labels.save', { id: crypto.randomUUID(), name, colour });
      if (!made.ok || !(await become(made.value.id, true))) onMiss();
    });
  return { failure, many, isOn, toggle, make };
}

function Choices(props: Records) {
  const { data, failure: unread, refresh } = useCall('labels.list', {}, { refreshOn: ['notes'] });
  const { failure, many, isOn, toggle, make } = useLabelling(props);
  const [text, setText] = useState('');
  const [colour, setColour] = useState<LabelColour>('blue');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const typed = text.trim().toLowerCase();
  const labels = data?.labels ?? [];
  const shown = labels.filter(({ name }) => name.toLowerCase().includes(typed));
  const isNew = typed !== '' && data !== undefined && !labels.some(({ name }) => name.toLowerCase() === typed);
  const [first] = shown;
  // The next name is typed while this one is on its way; what came to nothing stands there again, unless that has begun.
  const taken = (): (() => void) => {
    setText('');
    return () => setText((now) => (now === '' ? text : now));
  };
  const add = (): void => {
    make({ name: text.trim(), colour }, taken());
    // Its button goes, and the keyboard with it.
    field.current?.focus({ preventScroll: true });
  };
  const taking = useOnceKnown(data !== undefined, () => {
    if (typed !== '' && first !== undefined) toggle(first, taken());
    else if (isNew) add();
  });
  return (
    <Form onSubmit={taking.ask}>
      <Stack gap="xs">
        <TextInput
          size="sm"
          label="Find or make a label"
          maxLength={MAX_LABEL_CHARACTERS}
          ref={field}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            taking.forget();
          }}
        />
        {shown.length === 0 ? null : (
          <Stack gap={6} mah={240} style={{ overflowY: 'auto' }} role="group" aria-label="Labels">
            {shown.map((label) => (
              <Checkbox
                key={label.id}
                size="sm"
                checked={isOn(label)}
                indeterminate={many(label) > 0 && !isOn(label)}
                onChange={() => toggle(label, taken())}
                label={<LabelChip label={label} />}
              />
            ))}
          </Stack>
        )}
        {data?.labels.length === 0 && typed === '' ? <Note>There is no label yet: type its name.</Note> : null}
        {isNew ? (
          <>
            <ColourField colour={colour} onColour={setColour} />
            <Button size="xs" onClick={add}>
              Make “{plainText(text.trim())}”
            </Button>
          </>
        ) : null}
        <FailureNotice failure={unread} onRetry={refresh} />
        <FailureNotice failure={failure} />
      </Stack>
    </Form>
  );
}
