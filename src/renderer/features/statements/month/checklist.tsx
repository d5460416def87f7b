// The checklist of a month: how many steps are left, what is known of each, and what people have ticked, with a note; and the steps of the team's own.
import { ActionIcon, Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { screenPath } from '../../../../domain/console/screens.ts';
import { type ChecklistStep, MAX_STEP_TEXT, MAX_TICK_NOTE } from '../../../../domain/period/checklist.ts';
import type { Period } from '../../../../domain/period/period.ts';
import { useAction } from '../../../bridge/index.ts';
import { ActionDialog, FailureNotice, hashHref, InstantText, Panel, plainText, ReadState } from '../../../ui/index.ts';
import { closingPath, exceptionsPath, periodQuery } from '../../../parts/index.ts';
import { type Month, monthName } from './use-month.ts';

/** Beside the close, also of a month that is closed. */
export function MonthChecklist({ month }: { readonly month: Month }) {
  const { checklist, period } = month;
  return (
    <ReadState read={checklist} unreadTitle={`The checklist of ${monthName(period)} could not be read`}>
      {({ steps, left }) => (
        <Panel
          title={
            left === 0
              ? `All ${steps.length} steps of ${monthName(period)} are done`
              : `${left} of ${steps.length} left for ${monthName(period)}`
          }
        >
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {steps.map((step) => (
              <Step key={step.step} step={step} month={month} own={steps.filter(({ isOwn }) => isOwn)} />
            ))}
          </Stack>
          <AddStep period={period} />
        </Panel>
      )}
    </ReadState>
  );
}

const EXCEPTIONS_OF = { state: 'open' } as const;

/** Where a standing step is done; null where that is this screen. */
function pathOf(step: string, period: Period): string | null {
  const query = new URLSearchParams(periodQuery(period)).toString();
  if (step === 'complete') return closingPath(period);
  if (step === 'exceptions') return exceptionsPath({ ...EXCEPTIONS_OF, period });
  if (step === 'tie-out') return `${screenPath('tie-out')}?${query}`;
  if (step === 'fees') return `${screenPath('fees')}?${query}`;
  return step === 'exports' ? screenPath('schedules') : null;
}

function Step(props: { readonly step: ChecklistStep; readonly month: Month; readonly own: readonly ChecklistStep[] }) {
  const { step, month, own } = props;
  const { period } = month;
  const [isTicking, setTicking] = useState(false);
  const order = useAction('checklist.order');
  const remove = useAction('checklist.removeStep');
  const { step: id, isDone, by, isOwn, text, known, tick } = step;
  const path = pathOf(id, period);
  const place = own.findIndex((one) => one.step === id);
  const up = (): void => {
    const ids = own.map((one) => one.step);
    void order.run({ stepIds: [...ids.slice(0, place - 1), id, ids[place - 1] ?? id, ...ids.slice(place + 1)] });
  };
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" data-done={isDone}>
      {by === 'person' ? (
        <Checkbox size="xs" mt={2} checked={isDone} aria-label={plainText(text)} onChange={() => setTicking(true)} />
      ) : isDone ? (
        <IconCheck size={18} color="var(--mc-good-text)" role="img" aria-label="done" style={{ flex: 'none' }} />
      ) : (
        <IconCircleDashed size={18} role="img" aria-label="left" style={{ flex: 'none' }} />
      )}
      <Stack gap={0} flex={1} miw={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {path === null ? plainText(text) : <Anchor href={hashHref(path)}>{plainText(text)}</Anchor>}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {known === null ? null : id === 'exports' && isDone ? <InstantText value={known} /> : plainText(known)}
          {tick === null ? null : (
            <>
              {tick.done ? '' : 'Taken off: '}
              {plainText(tick.by)}, <InstantText value={tick.at} />
              {tick.note === null ? '' : `: ${plainText(tick.note)}`}
            </>
          )}
        </Text>
        <FailureNotice failure={order.failure ?? remove.failure} />
      </Stack>
      {isOwn ? (
        <Group gap={2} wrap="nowrap" className="mc-no-print">
          {place > 0 ? (
            <ActionIcon size="sm" aria-label={`Move ${plainText(text)} up`} onClick={up}>
              <IconArrowUp size={14} aria-hidden="true" />
            </ActionIcon>
          ) : null}
          <ActionIcon
            size="sm"
            title="From this month on; earlier months keep it"
            aria-label={`Take ${plainText(text)} off`}
            onClick={() => void remove.run({ stepId: id, period })}
          >
            <IconX size={14} aria-hidden="true" />
          </ActionIcon>
        </Group>
      ) : null}
      {isTicking ? <TickDialog step={step} month={month} onClose={() => setTicking(false)} /> : null}
    </Group>
  );
}

function TickDialog(props: { readonly step: ChecklistStep; readonly month: Month; readonly onClose: () => void }) {
  const { step, month, onClose } = props;
  const { step: id, text, isDone } = step;
  const tick = useAction('checklist.tick');
  const [note, setNote] = useState('');
  const submit = () => {
    const words = note.trim() === '' ? {} : { note: note.trim() };
    const print = id === 'statement' && !isDone && month.review.print !== null ? { print: month.review.print } : {};
    return tick.run({ period: month.period, step: id, done: !isDone, ...words, ...print });
  };
  return (
    <ActionDialog
      title={isDone ? `Take the tick off “${plainText(text)}”?` : plainText(text)}
      label={isDone ? 'Take it off' : 'Tick'}
      action={tick}
      size={440}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Note"
        description="May be empty; it stays with your name and the time"
        data-autofocus
        maxLength={MAX_TICK_NOTE}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ActionDialog>
  );
}

function AddStep({ period }: { readonly period: Period }) {
  const add = useAction('checklist.addStep');
  const [asked, setAsked] = useState<string | null>(null);
  const [text, setText] = useState('');
  const submit = async (): Promise<void> => {
    if (asked === null) return;
    const added = await add.run({ stepId: asked, period, text: text.trim() });
    if (added?.ok !== true) return;
    setAsked(null);
    setText('');
  };
  return (
    <>
      <Button
        mt="xs"
        size="compact-xs"
        variant="subtle"
        className="mc-no-print"
        onClick={() => setAsked(crypto.randomUUID())}
      >
        Add a step…
      </Button>
      {asked === null ? null : (
        <ActionDialog
          title="A step of your own"
          label="Add"
          action={add}
          bar={text.trim() === '' ? 'Say what is to be done.' : null}
          size={440}
          onSubmit={() => void submit()}
          onClose={() => setAsked(null)}
        >
          <TextInput
            label="What is to be done"
            description={`In ${monthName(period)} and in every month after it`}
            data-autofocus
            maxLength={MAX_STEP_TEXT}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </ActionDialog>
      )}
    </>
  );
}
