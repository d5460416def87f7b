// A reconciling item is written, and cleared with a reason: each once, and both stay.
import { Select, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { lastDay, type Period } from '../../../../domain/period/period.ts';
import { ITEM_KINDS, type ItemKind, MAX_ITEM_TEXT, type OpenItem } from '../../../../domain/period/reconciling-item.ts';
import { useAction } from '../../../bridge/index.ts';
import {
  ActionDialog,
  AmountField,
  DayField,
  dayText,
  isDay,
  MoneyText,
  plainText,
  typedText,
} from '../../../ui/index.ts';
import { amountTyped, tokenWords } from '../../../parts/index.ts';
import { isZero, ITEM_WORDS } from './words.ts';

interface DialogProps {
  readonly token: string;
  readonly period: Period;
  readonly onClose: () => void;
}

const LEAST_TEXT = 3;

export function AddItemDialog({ token, period, onClose }: DialogProps) {
  const add = useAction('periods.addItem');
  const [itemId] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<ItemKind>('timing');
  const [typed, setTyped] = useState('');
  const [day, setDay] = useState(lastDay(period));
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState('');
  const amount = amountTyped(typed);
  const submit = () => {
    if (amount === null) return undefined;
    const said = { itemId, token, kind, amount, day, text: text.trim() };
    return add.run(evidence.trim() === '' ? said : { ...said, evidence: evidence.trim() });
  };
  const bar =
    amount === null || isZero(amount)
      ? `An item has an amount: ${typedText('10.00')} or ${typedText('-10.00')}.`
      : !isDay(day)
        ? 'An item is of a day.'
        : text.trim().length < LEAST_TEXT
          ? 'Say what it is.'
          : null;
  return (
    <ActionDialog title="Add a reconciling item" label="Add" action={add} bar={bar} onSubmit={submit} onClose={onClose}>
      <Select
        label="Kind"
        data={ITEM_KINDS.map((value) => ({ value, label: ITEM_WORDS[value] }))}
        value={kind}
        onChange={(value) => setKind(value ?? kind)}
      />
      <AmountField
        label={`Amount in ${tokenWords(token)}`}
        description="What the dashboard has more because of it; with a minus, less"
        unit={tokenWords(token)}
        data-autofocus
        text={typed}
        onText={setTyped}
      />
      <DayField
        label="Day"
        description="It counts in every month that ends after this day, until it is cleared"
        day={day}
        onDay={setDay}
      />
      <Textarea
        label="What it is"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_ITEM_TEXT}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <TextInput
        label="Evidence"
        description="A reference, a link, or where the paper lies"
        maxLength={MAX_ITEM_TEXT}
        value={evidence}
        onChange={({ currentTarget }) => setEvidence(currentTarget.value)}
      />
    </ActionDialog>
  );
}

export function ClearItemDialog({ item, token, period, onClose }: DialogProps & { readonly item: OpenItem }) {
  const clear = useAction('periods.clearItem');
  const [day, setDay] = useState(lastDay(period));
  return (
    <ActionDialog
      title="Clear the item?"
      label="Clear"
      cancel="Carry it forward"
      action={clear}
      bar={!isDay(day) || day < item.day ? `A day from ${dayText(item.day)} on.` : null}
      why="Say how it was cleared."
      onSubmit={(reason) => clear.run({ id: item.id, day, reason })}
      onClose={onClose}
    >
      <Text>
        {ITEM_WORDS[item.kind]} of {dayText(item.day)}: {plainText(item.text)},{' '}
        <MoneyText value={item.amount} currency={tokenWords(token)} sign />
      </Text>
      <DayField
        label="Cleared on"
        description="It counts in no month that ends after this day. Left open, the next month carries it"
        day={day}
        onDay={setDay}
      />
    </ActionDialog>
  );
}
